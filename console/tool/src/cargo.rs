//! Cargo and rustc as child processes.

use crate::error::ToolError;
use std::path::Path;
use std::process::{Command, Stdio};

fn cannot_start(source: std::io::Error) -> ToolError {
    ToolError::Cargo { found: format!("cannot start: {source}") }
}

/// The cargo that runs this program, else the one of the path.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
}

/// Runs cargo with its progress and errors on the terminal; returns its standard output. `doing` ends the error: `, building ...`.
pub fn run_cargo(mut cargo: Command, doing: &str) -> Result<Vec<u8>, ToolError> {
    let done = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output().map_err(cannot_start)?;
    match done.status.success() {
        true => Ok(done.stdout),
        false => Err(ToolError::Cargo { found: format!("ended with {}{doing}", done.status) }),
    }
}

pub fn has_target(target: &'static str) -> Result<(), ToolError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", target]).output();
    let output = output.map_err(|e| ToolError::Cargo { found: format!("cannot start rustc: {e}") })?;
    match Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
        true => Ok(()),
        false => Err(ToolError::NoTarget { target }),
    }
}
