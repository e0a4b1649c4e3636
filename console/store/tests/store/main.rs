//! The user's files on a real disk.

#[allow(dead_code, reason = "only `locks` plays runs")]
mod common;
mod edited;
mod files;
mod folder;
mod follow;
mod ids;
mod own_carts;
mod quota;
