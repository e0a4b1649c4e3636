//! The prompt's import, in a separate process, so that a crash of its reader does not end the console.
//!
//! ```text
//! files.rs ── data of the cart, on the standard input ──> rasher --import-apart FILE
//!          <── the data with those of the file, names of sounds, an empty line, and a message; exit code 1: the error ──
//! ```
//!
//! A reader's panic is an error here, but a stack overflow or a lack of memory ends a process. So this one has limits of memory and of time.

use rasher::memory::ROM_SIZE;
use rasher::text::in_message;
use rasher::{Rom, SoundNames};
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

const OPTION: &str = "--import-apart";
/// Its memory limit: the largest picture takes a tenth of that.
#[cfg(unix)]
const MEMORY: u64 = 1 << 30;
/// Its time limit: the largest picture takes a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// Imports and exits, if the program's arguments ask for it.
pub fn run_if_requested() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let path = words.next().filter(|word| word == OPTION).and(words.next())?;
    std::thread::spawn(|| {
        std::thread::sleep(PATIENCE);
        eprintln!("it took longer than {} s", PATIENCE.as_secs());
        std::process::exit(1);
    });
    Some(match answer(Path::new(&path)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    })
}

fn answer(path: &Path) -> Result<(), String> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        // Without it, the readers' own limits still apply.
        _ = setrlimit(Resource::As, Rlimit { current: Some(MEMORY), maximum: Some(MEMORY) });
    }
    let mut rom = Rom::empty("");
    let mut input = std::io::stdin();
    input.read_exact(&mut rom.data[..]).map_err(|e| e.to_string())?;
    let mut names = String::new();
    input.read_to_string(&mut names).map_err(|e| e.to_string())?;
    rom.sounds = names_in(&names);
    let (new, said) = tool::imported(path, &rom).map_err(|e| e.to_string())?;
    let mut out = std::io::stdout();
    let rest = format!("{}\n{said}", names_of(&new));
    let written = out.write_all(&new.data[..]).and_then(|()| out.write_all(rest.as_bytes()));
    written.and_then(|()| out.flush()).map_err(|e| e.to_string())
}

pub fn imported(program: &OsStr, path: &Path, rom: &Rom) -> Result<(Rom, String), String> {
    let mut command = Command::new(program);
    command.arg(OPTION).arg(path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        // No terminal of its own.
        command.creation_flags(0x0800_0000);
    }
    let ended = |why: String| {
        let file = store::shown(path);
        format!("{file}: the import process failed ({why}); nothing was imported or changed")
    };
    let mut child = command.spawn().map_err(|e| ended(e.to_string()))?;
    if let Some(mut input) = child.stdin.take() {
        // One that has ended says below why.
        _ = input.write_all(&rom.data[..]).and_then(|()| input.write_all(names_of(rom).as_bytes()));
    }
    let done = child.wait_with_output().map_err(|e| ended(e.to_string()))?;
    let said = String::from_utf8_lossy(&done.stderr);
    if done.status.code() == Some(1) && !said.trim().is_empty() {
        return Err(in_message(said.trim_end(), 2000));
    }
    let whole = done.stdout.split_first_chunk::<ROM_SIZE>().filter(|_| done.status.success());
    let (data, said) = whole.ok_or_else(|| ended(done.status.to_string()))?;
    // The message is after the first empty line.
    let all = format!("\n{}", String::from_utf8_lossy(said));
    let (names, said) = all.split_once("\n\n").unwrap_or(("", &all));
    Ok((Rom { data: Box::new(*data), sounds: names_in(names), ..Rom::empty("") }, said.to_string()))
}

fn names_of(rom: &Rom) -> String {
    rom.sounds.iter().map(|(n, name)| format!("{n} {name}\n")).collect()
}

fn names_in(text: &str) -> SoundNames {
    let name =
        |line: &str| line.split_once(' ').and_then(|(n, name)| Some((n.parse().ok()?, name.to_string())));
    text.lines().filter_map(name).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Our decision: however the process ends, the console keeps its data and says what happened.
    #[test]
    fn what_ends_the_reader_is_an_answer() {
        let folder = std::env::temp_dir().join(format!("rasher-apart-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let program = folder.join("reader");
        let whole = "cat; printf '\nsaid'";
        for (script, says) in [
            (whole, Ok("said")),
            ("kill -ABRT $$", Err("the import process failed (signal: 6")),
            ("kill -SEGV $$", Err("the import process failed (signal: 11")),
            ("kill -KILL $$", Err("the import process failed (signal: 9")),
            // It ends before it has read what it is given.
            ("exec <&-; exit 101", Err("the import process failed (exit status: 101)")),
            ("head -c 100", Err("the import process failed (exit status: 0)")),
            ("echo 'a.tmx: found \u{1b}[2J' >&2; exit 1", Err("a.tmx: found \\u{1b}[2J")),
            ("exit 1", Err("the import process failed (exit status: 1)")),
        ] {
            std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("written");
            std::fs::set_permissions(&program, PermissionsExt::from_mode(0o700)).expect("a program");
            let mut rom = Rom::empty("mine");
            rom.data[7] = 9;
            rom.sounds.insert(8, "bass line".into());
            let found = imported(program.as_os_str(), Path::new("a.tmx"), &rom);
            match (found, says) {
                (Ok((read, said)), Ok(expected)) => {
                    assert!(read.data == rom.data && read.sounds == rom.sounds && said == expected, "{said}");
                }
                (Err(why), Err(expected)) => assert!(why.contains(expected), "{script}: {why}"),
                (found, _) => panic!("{script}: {:?}", found.map(|(_, said)| said)),
            }
        }
        std::fs::remove_file(&program).expect("its own file");
        assert!(imported(program.as_os_str(), Path::new("a.tmx"), &Rom::empty("")).is_err());
        std::fs::remove_dir_all(folder).expect("its own folder");
    }
}
