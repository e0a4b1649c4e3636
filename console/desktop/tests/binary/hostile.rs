//! Hostile bug reports and save slots: the real program, with little memory, refuses those that would fill it.
//!
//! ```text
//! a valid report of 30 frames ── its input columns become 4,000,000 rows of zeros ──> 96 MB in 100 KB
//! ```
//!
//! Seen once: 1 MB unpacked to 2.4 GB before it was refused. The shell limits the program's memory. The expected
//! results are our decision.

use rasher::{Boot, Digest, Input, Rom};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::Arc;
use timeline::{Report, Run, Slot};

/// Frames of the valid report.
const FRAMES: u8 = 30;
/// The input columns: for each, the number of rows and the one row; then the version of digests, no bookmarks and no
/// edits.
const COLUMNS: usize = 24;
const AFTER: usize = 3;
const TAIL: usize = COLUMNS * 2 + AFTER;
/// Kilobytes available to the program: enough to start, plus some tens of megabytes. Accepting the hostile report
/// would take more than 500 MB.
const MEMORY: u32 = 300_000;

fn run() -> Run {
    let entry = shelf::find("porklike").expect("it is on the shelf");
    let rom = Arc::new(Rom { version: entry.version, ..entry.rom().expect("its own data") });
    let mut run = Run::start((entry.make)(), Boot { rom, ..Boot::default() }).expect("it starts");
    (0..FRAMES).for_each(|_| drop(run.frame(&Input::default()).expect("it runs")));
    run
}

/// First line and body of a file.
fn parts(file: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let line = file.iter().position(|byte| *byte == b'\n').expect("a first line") + 1;
    let body = miniz_oxide::inflate::decompress_to_vec(&file[line..file.len() - 8]).expect("deflated");
    (file[..line].to_vec(), body)
}

/// A file made of a first line and a body, with the matching digest.
fn file(line: &[u8], body: &[u8]) -> Vec<u8> {
    let mut file = [line, &miniz_oxide::deflate::compress_to_vec(body, 6)].concat();
    file.extend(Digest::of(&file).to_le_bytes());
    file
}

fn varint(mut n: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while n > 127 {
        bytes.push(n as u8 | 128);
        n >>= 7;
    }
    bytes.push(n as u8);
    bytes
}

/// The report with `rows` rows of input, declared as `frames` frames.
fn bomb(rows: u64, frames: u64) -> Vec<u8> {
    let (line, body) = parts(&Report::of(&run(), "0").to_bytes());
    let head = &body[..body.len() - TAIL];
    let (told, head) = head.split_last().expect("its last number is that of its frames");
    assert_eq!(*told, FRAMES, "as the head of the report's file says");
    let mut bomb = [head, &varint(frames)].concat();
    for column in 0..COLUMNS {
        bomb.extend(varint(rows));
        // A 1 in the first column means one frame per row, zigzag encoded.
        bomb.extend(std::iter::repeat_n(if column == 0 { 2 } else { 0 }, rows as usize));
    }
    bomb.extend(&body[body.len() - AFTER..]);
    file(&line, &bomb)
}

/// Runs the program with little memory.
fn rasher(words: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_rasher")])
        .args(words)
        .output()
        .expect("a shell")
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rasher-hostile-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

#[test]
fn reports_that_unfold_to_more_than_they_declare_are_refused_with_little_memory() {
    let folder = folder("report");
    let path = folder.join("a.report");
    let name = path.to_str().expect("a plain path");
    // The valid one first, to check that the memory is enough for it.
    for (rows, frames, says) in [
        (FRAMES.into(), FRAMES.into(), None),
        (4_000_000, FRAMES.into(), Some("it cannot be inflated: HasMoreOutput")),
        (4_000_000, 4_000_000, Some("it cannot be inflated: HasMoreOutput")),
        (200, FRAMES.into(), Some("more than its 30 frames")),
        (4_000_000, 1 << 40, Some("1099511627776 frames, at most 21600000")),
    ] {
        let bomb = bomb(rows, frames);
        fs::write(&path, &bomb).expect("written");
        let out = rasher(&["debug", name]);
        let said = String::from_utf8_lossy(&out.stderr);
        match says {
            None => assert!(!said.contains("report"), "{said}"),
            Some(says) => {
                assert_eq!(out.status.code(), Some(1), "{rows} rows in {} bytes: {said}", bomb.len());
                assert!(said.contains("a.report: ") && said.contains(says), "{said}");
            }
        }
    }
    fs::remove_dir_all(folder).expect("the test's own folder");
}

/// A slot is a report in its own wrapper, which may unpack as well.
#[test]
fn slots_that_unfold_to_more_than_a_moment_are_refused_with_little_memory() {
    let folder = folder("slot");
    let path = folder.join("a.slot");
    let name = path.to_str().expect("a plain path");
    let (line, body) = parts(&Slot::of(&run(), "0").to_bytes());
    for more in [0, 200 << 20] {
        let long = [body.clone(), vec![0; more]].concat();
        fs::write(&path, file(&line, &long)).expect("written");
        let out = rasher(&["replay", name]);
        let said = String::from_utf8_lossy(&out.stderr);
        match more {
            0 => assert!(out.status.success(), "{said}"),
            _ => assert!(said.contains("an invalid slot: it cannot be inflated"), "{said}"),
        }
    }
    fs::remove_dir_all(folder).expect("the test's own folder");
}
