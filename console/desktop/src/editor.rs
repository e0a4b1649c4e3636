//! Opens the user's own code editor at a line.
//!
//! ```text
//! "code_editor" of the settings ── else $VISUAL ── else $EDITOR ──> words ── {file} and {line} in them, or as that program has it
//! vim, nano and others that need a terminal: in $TERMINAL, else x-terminal-emulator
//! ```
//!
//! The editor stays open when the console ends. The compiler names files relative to its workspace, so a file is searched for at and above
//! the current folder, this program's, and those of the carts.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const IN_TERMINAL: [&str; 9] = ["vi", "vim", "nvim", "nano", "micro", "hx", "kak", "joe", "ne"];

pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

fn words(text: &str) -> Vec<String> {
    let (mut words, mut quoted, mut open) = (Vec::new(), false, false);
    for letter in text.chars() {
        match letter {
            '"' => (quoted, open) = (!quoted, open || !quoted),
            ' ' | '\t' if !quoted => open = false,
            letter => {
                if !open || words.is_empty() {
                    words.push(String::new());
                }
                open = true;
                words.last_mut().into_iter().for_each(|word: &mut String| word.push(letter));
            }
        }
    }
    words
}

/// The program and its arguments for a line of a file, by the setting or the environment.
pub fn command(
    set: &str,
    environment: impl Fn(&str) -> Option<String>,
    file: &str,
    line: u32,
) -> Result<Vec<String>, String> {
    let set = Some(set.to_string()).filter(|set| !set.trim().is_empty());
    let named = set.or_else(|| environment("VISUAL")).or_else(|| environment("EDITOR"));
    let mut all = words(&named.unwrap_or_default());
    let Some(program) = all.first().cloned() else {
        let how = "no code editor is set: set $EDITOR, or \"code_editor\" in settings.json, such as \"code -g {file}:{line}\"";
        return Err(how.to_string());
    };
    let number = line.to_string();
    if all.iter().any(|word| word.contains("{file}")) {
        return Ok(all.iter().map(|word| word.replace("{file}", file).replace("{line}", &number)).collect());
    }
    let stem = Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let place = format!("{file}:{line}");
    all.extend(match &*stem {
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" => vec!["-g".to_string(), place],
        "zed" | "subl" | "hx" => vec![place],
        "kate" => vec!["-l".to_string(), number, file.to_string()],
        _ if IN_TERMINAL.contains(&&*stem) || ["emacs", "emacsclient", "gvim", "gedit"].contains(&&*stem) => {
            vec![format!("+{line}"), file.to_string()]
        }
        _ => vec![file.to_string()],
    });
    if IN_TERMINAL.contains(&&*stem) {
        let terminal = environment("TERMINAL").unwrap_or_else(|| "x-terminal-emulator".to_string());
        all.splice(0..0, words(&terminal).into_iter().chain(["-e".to_string()]));
    }
    Ok(all)
}

fn found(file: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let above = folders.iter().flat_map(|folder| folder.ancestors());
    above.map(|folder| folder.join(file)).find(|path| path.is_file())
}

/// Opens a line of a file named by the compiler. Returns a message. `packages` are folders of carts.
pub fn open(set: &str, file: &str, line: u32, packages: &[PathBuf]) -> Result<String, String> {
    let here = std::env::current_dir().ok().into_iter().chain(std::env::current_exe().ok());
    let folders: Vec<PathBuf> = here.chain(packages.iter().cloned()).collect();
    let path =
        found(file, &folders).ok_or_else(|| format!("{file} not found: start rasher from its folder"))?;
    let all = command(set, variable, &path.display().to_string(), line)?;
    start(&all[0], &all[1..])?;
    Ok(format!("opened {file}:{line} in {}", all[0]))
}

fn start(program: &str, arguments: &[String]) -> Result<(), String> {
    let mut child = Command::new(program);
    child.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    // What ends the console by the terminal's keys does not end the editor.
    std::os::unix::process::CommandExt::process_group(&mut child, 0);
    let mut child = child.spawn().map_err(|e| format!("{program}: {e}"))?;
    // Waits for its end, so that no zombie process remains.
    std::thread::spawn(move || _ = child.wait());
    Ok(())
}

/// Opens a folder in the system's file manager. Returns its path, even without a file manager.
pub fn show_folder(path: &Path) -> Result<String, String> {
    let path = std::fs::canonicalize(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let program = match std::env::consts::OS {
        "windows" => "explorer",
        "macos" => "open",
        _ => "xdg-open",
    };
    let shown = path.display().to_string();
    Ok(match start(program, std::slice::from_ref(&shown)) {
        Ok(()) => shown,
        Err(_) => format!("{shown} (no file manager found)"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the manuals of these programs.
    #[test]
    fn an_editor_gets_the_line_in_its_own_syntax() {
        let with = |set: &str, visual: &str, editor: &str| {
            let environment = |name: &str| match name {
                "VISUAL" => Some(visual.to_string()).filter(|it| !it.is_empty()),
                "EDITOR" => Some(editor.to_string()).filter(|it| !it.is_empty()),
                _ => None,
            };
            command(set, environment, "/a b/c.rs", 7).map(|all| all.join("|"))
        };
        let cases = [
            ("code -g {file}:{line}", "", "nano", "code|-g|/a b/c.rs:7"),
            ("", "", "code --wait", "code|--wait|-g|/a b/c.rs:7"),
            ("", "subl", "nano", "subl|/a b/c.rs:7"),
            ("", "", "/usr/bin/nvim", "x-terminal-emulator|-e|/usr/bin/nvim|+7|/a b/c.rs"),
            ("\"/my editor/x\" --line {line} {file}", "", "", "/my editor/x|--line|7|/a b/c.rs"),
            ("", "", "notepad.exe", "notepad.exe|/a b/c.rs"),
        ];
        for (set, visual, editor, want) in cases {
            assert_eq!(with(set, visual, editor).as_deref(), Ok(want), "{set} {visual} {editor}");
        }
        assert!(with(" ", "", "").is_err_and(|why| why.contains("code_editor")));
    }

    #[test]
    fn it_is_started_and_not_waited_for() {
        let home = std::env::temp_dir().join(format!("rasher-editor-{}", std::process::id()));
        std::fs::create_dir_all(home.join("src/deep")).expect("a folder");
        std::fs::write(home.join("src/lib.rs"), "").expect("a file");
        let begun = std::time::Instant::now();
        let opened = open("sh -c \"sleep 5\" {file}", "src/lib.rs", 3, &[home.join("src/deep")]);
        assert_eq!(opened.as_deref(), Ok("opened src/lib.rs:3 in sh"));
        assert!(begun.elapsed() < std::time::Duration::from_secs(4));
        for (set, file, says) in [("no-such-editor", "lib", "no-such"), ("sleep 0", "gone", "src/gone.rs")] {
            let opened = open(set, &format!("src/{file}.rs"), 3, std::slice::from_ref(&home));
            assert!(opened.is_err_and(|why| why.contains(says)), "{set}");
        }
        std::fs::remove_dir_all(home).expect("its own folder");
    }
}
