//! The `rasher` binary as a child process: hostile input, output files, privacy.
#![cfg(target_os = "linux")]

mod hostile;
mod outputs;
mod private;
