//! Boot screen, shelf, pause menu and palettes.

mod boot;
mod filter;
mod menu;
mod wall;
