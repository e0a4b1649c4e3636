//! The browser computes the same bytes: recordings run there and here.

use super::{Folder, console, lua_page, open, rasher, root, show};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rasher::{Digest, PIXELS};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tool::{Recorded, RunSource};
use window_tests::browser::Browser;

/// Digests, picture and milliseconds of a run.
pub struct Ran {
    pub told: Value,
    pub picture: Vec<u8>,
    pub millis: f64,
}

pub fn natively(path: &Path) -> Ran {
    let recorded = Recorded::read(shelf::CARTS, path, &RunSource::default()).expect("a recording");
    let from = Instant::now();
    let mut replay = recorded.replay().expect("it is of this version");
    let (mut frames, mut sound) = (0, Digest::new());
    while replay.frame().expect("its digests") {
        frames += 1;
        replay.console().machine().samples().iter().for_each(|sample| sound.bytes(&sample.to_le_bytes()));
    }
    let console = replay.finish().expect("its last digest");
    let millis = from.elapsed().as_secs_f64() * 1000.0;
    let mut picture = Box::new([0; PIXELS]);
    console.machine().picture(&mut picture);
    let hex = |digest: u64| format!("{digest:016x}");
    let told = json!({"frames": frames, "digest": hex(console.digest()), "sound": hex(sound.finish())});
    Ran { told, picture: picture.to_vec(), millis }
}

/// The same recording, run in the page.
pub fn in_page(browser: &Browser, path: &Path) -> Ran {
    let bytes = STANDARD.encode(std::fs::read(path).expect("the recording"));
    let script = "const text = atob(args[0]); \
        const { picture, ...told } = await rasher.replay(Uint8Array.from(text, (c) => c.charCodeAt(0))); \
        let indices = ''; for (const index of picture) indices += String.fromCharCode(index); \
        return { ...told, picture: btoa(indices) };";
    let mut told = browser.run(script, &[json!(bytes)]);
    assert!(told["error"].is_null(), "{}: {}", path.display(), told["error"]);
    let picture = STANDARD.decode(told["picture"].as_str().expect("a picture")).expect("base64");
    let millis = told["busy"].as_f64().expect("a time");
    let all = told.as_object_mut().expect("an object");
    ["k", "picture", "busy"].iter().for_each(|key| drop(all.remove(*key)));
    Ran { told, picture, millis }
}

/// The compared recordings: three in Rust and three in Lua; all if RASHER_ALL is set, as in `.ci/release`.
fn recordings(folder: &Folder) -> Vec<PathBuf> {
    let all = std::env::var_os("RASHER_ALL").is_some();
    let kept = ["porklike", "ghosts", "kasidin", "picorogue", "goblin"];
    let kept = kept.iter().take(if all { 5 } else { 3 });
    let mut paths: Vec<PathBuf> = kept.map(|name| root().join(format!("tests/replays/{name}.rec"))).collect();
    let suite = std::fs::read_dir(root().join("tests/suite")).expect("the suite").flatten();
    let mut files: Vec<PathBuf> = suite.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "p8"));
    files.sort();
    let three = ["coroutines", "sspr", "metatables"];
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if all || three.contains(&&*name) {
            let out = folder.0.join(format!("{name}.rec"));
            let words = ["run", file.to_str().expect("Unicode"), "--headless", "--frames", "60", "--record"];
            rasher(&[&words[..], &[out.to_str().expect("Unicode")]].concat());
            paths.push(out);
        }
    }
    paths
}

#[test]
fn recordings_end_in_the_native_digests_samples_and_pictures() {
    let folder = Folder::new("exact");
    let browser = open(&folder, console());
    let paths = recordings(&folder);
    assert!(paths.len() >= 6, "{paths:?}");
    for path in paths {
        let (here, there) = (natively(&path), in_page(&browser, &path));
        assert_eq!(here.told, there.told, "{}", path.display());
        assert!(here.picture == there.picture, "{}: another picture", path.display());
    }
    // The pages of Lua carts have another module.
    show(&browser, lua_page());
    for path in recordings(&folder).iter().filter(|path| path.starts_with(&folder.0)) {
        let (here, there) = (natively(path), in_page(&browser, path));
        assert_eq!((here.told, here.picture), (there.told, there.picture), "{}", path.display());
    }
}

#[test]
fn a_frame_takes_at_most_two_and_a_half_times_as_long_as_here() {
    let (folder, page) = (Folder::new("time"), console());
    let browser = Browser::start_alone(&folder.0, (900, 700));
    show(&browser, page);
    for name in ["porklike", "ghosts"] {
        let path = root().join(format!("tests/replays/{name}.rec"));
        // Alternating, and the least of each: other work on the machine only adds time. Usually one round is enough.
        let [mut here, mut there] = [f64::MAX; 2];
        for _ in 0..12 {
            here = here.min(natively(&path).millis);
            there = there.min(in_page(&browser, &path).millis);
            if there <= 2.5 * here {
                break;
            }
        }
        println!("{name}: {here:.0} ms here, {there:.0} ms in the page: {:.2}", there / here);
        assert!(there <= 2.5 * here, "{name}: {here} ms here, {there} ms in the page");
    }
}
