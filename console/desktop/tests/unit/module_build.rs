//! Builds by scripts in place of cargo: what a save starts, follows and kills. The rules are our decision.

use super::*;
use std::path::PathBuf;
use std::time::Instant;

/// A script, and its folder.
struct Script(String, PathBuf);

impl Recipe for Script {
    fn command(&self) -> Result<Command, String> {
        if self.0.is_empty() {
            return Err("run `rustup target add wasm32-unknown-unknown`".into());
        }
        let mut command = Command::new("sh");
        command.args(["-c", &self.0]).current_dir(&self.1);
        Ok(command)
    }

    /// Its code is Lua, which needs no compiler here.
    fn made(&self, success: bool, out: &[u8], err: &[u8]) -> Result<Code, Fault> {
        let wrong = || no_build(String::from_utf8_lossy(err).trim_end().to_string());
        success.then(|| Code { text: out.into(), pieces: Vec::new() }).ok_or_else(wrong)
    }
}

fn builds(name: &str, script: &str) -> Builds<Script> {
    let folder = std::env::temp_dir().join(format!("rasher-builds-{name}-{}", std::process::id()));
    _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    Builds::new(Script(script.into(), folder))
}

/// Steps until a build has ended.
fn next(builds: &mut Builds<Script>) -> (String, Option<String>) {
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(20) {
        if let Some(NewCode { code, wrong, .. }) = builds.step(Duration::ZERO) {
            return (String::from_utf8_lossy(&code.text).into_owned(), wrong.map(|fault| fault.message));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("no build has ended");
}

fn pause() -> bool {
    std::thread::sleep(Duration::from_millis(5));
    false
}

/// Whether a file exists, after a while.
fn appears(path: &Path) -> bool {
    (0..4000).any(|_| path.exists() || pause())
}

#[test]
fn an_error_is_a_value_and_the_next_save_may_fix_it() {
    let mut builds = builds("fixed", "echo 'expected i32' >&2; exit 101");
    assert_eq!(next(&mut builds), (String::new(), Some("expected i32".into())));
    assert!(builds.step(Duration::ZERO).is_none() && !builds.is_running(), "nothing was saved");
    for (script, code, wrong) in [
        ("printf x=1", "x=1", None),
        // No module and no Lua: refused before the player gets it.
        ("printf 'x='", "", Some("expected")),
        ("", "", Some("rustup target add")),
        ("printf x=2", "x=2", None),
    ] {
        builds.recipe.0 = script.into();
        builds.saved();
        let (made, error) = next(&mut builds);
        assert_eq!(made, code, "{script:?}");
        match (error, wrong) {
            (None, None) => {}
            (Some(error), Some(says)) if error.contains(says) => {}
            (error, _) => panic!("{script:?}: {error:?}"),
        }
    }
    let folder = builds.recipe.1.clone();
    drop(builds);
    std::fs::remove_dir_all(folder).expect("its own folder");
}

#[test]
fn saves_during_a_build_are_one_more_build() {
    let script = "echo >>began; while [ ! -e go ]; do sleep 0.01; done; printf x=1";
    let mut builds = builds("queue", script);
    let folder = builds.recipe.1.clone();
    assert!(builds.step(Duration::ZERO).is_none() && appears(&folder.join("began")));
    for _ in 0..5 {
        builds.saved();
        assert!(builds.step(Duration::from_secs(1)).is_none());
    }
    std::fs::write(folder.join("go"), "").expect("written");
    assert_eq!([next(&mut builds).0, next(&mut builds).0], ["x=1", "x=1"], "both builds count");
    assert!(builds.step(Duration::ZERO).is_none() && !builds.is_running());
    assert_eq!(std::fs::read_to_string(folder.join("began")).expect("read"), "\n\n");
    std::fs::remove_dir_all(folder).expect("its own folder");
}

/// An error of an older source would only flicker.
#[test]
fn an_error_is_not_shown_if_the_source_was_saved_again() {
    let script = "if [ -e fixed ]; then printf x=1; exit; fi; while [ ! -e go ]; do sleep 0.01; done; exit 1";
    let mut builds = builds("stale", script);
    let folder = builds.recipe.1.clone();
    assert!(builds.step(Duration::ZERO).is_none());
    builds.saved();
    std::fs::write(folder.join("fixed"), "").expect("written");
    std::fs::write(folder.join("go"), "").expect("written");
    assert_eq!(next(&mut builds), ("x=1".to_string(), None));
    std::fs::remove_dir_all(folder).expect("its own folder");
}

/// With the process that it started: cargo starts compilers.
#[test]
fn a_build_that_hangs_is_killed_for_a_newer_save_and_at_the_end() {
    let hangs = "sh -c 'echo $$ >child; sleep 600' & wait";
    let mut builds = builds("hangs", hangs);
    let folder = builds.recipe.1.clone();
    let child = || {
        let file = folder.join("child");
        let read = || std::fs::read_to_string(&file).is_ok_and(|text| !text.trim().is_empty());
        assert!(appears(&file) && (0..400).any(|_| read() || pause()));
        let pid = std::fs::read_to_string(&file).expect("read").trim().to_string();
        std::fs::remove_file(&file).expect("its own file");
        pid
    };
    // A killed process may wait for its new parent to take note of it: then it has no command line.
    let is_alive =
        |pid: &str| std::fs::read(format!("/proc/{pid}/cmdline")).is_ok_and(|line| !line.is_empty());
    let dies = |pid: &str| (0..400).any(|_| !is_alive(pid) || pause());
    assert!(builds.step(Duration::ZERO).is_none());
    let first = child();
    builds.saved();
    assert!(builds.step(PATIENCE - Duration::from_secs(1)).is_none() && is_alive(&first), "it has some time");
    assert!(builds.step(PATIENCE).is_none() && builds.is_running(), "another one began");
    assert!(dies(&first), "the first is gone");
    let second = child();
    drop(builds);
    assert!(dies(&second), "the window has closed");
    std::fs::remove_dir_all(folder).expect("its own folder");
}
