//! Writes the man pages and the completions of the command line into a folder, for `.ci/packaging/make`.
//!
//! ```text
//! rasher.1  rasher-run.1 ...     man pages
//! rasher.bash  _rasher  rasher.fish  _rasher.ps1     completions of bash, zsh, fish, PowerShell
//! ```

use clap_complete::Shell;
use std::io;

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1).ok_or(io::Error::other("expected a folder"))?;
    clap_mangen::generate_to(rasher_tool::cli::command(), &folder)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        clap_complete::generate_to(shell, &mut rasher_tool::cli::command(), "rasher", &folder)?;
    }
    Ok(())
}
