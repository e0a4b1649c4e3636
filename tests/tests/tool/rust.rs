//! A Rust cart from the command line and in an editor: calls as lines, with the source in this checkout.
//!
//! The lines that are expected are those of the cart's own source; the messages are the protocol's.

use super::lines::Editor;
use serde_json::{Value, json};
use tests::shell::{done, folder};
use tool::{DapServer, RunSource};

const HELLO: &str = include_str!("../../../cart/examples/hello/hello.rs");
const NAME: &str = "cart/examples/src/../hello/hello.rs";

/// The lines that call the machine, in the order in which they first run.
fn calls() -> Vec<u64> {
    let lines = (1..).zip(HELLO.lines());
    let traced = [".cls(", ".pset(", ".line(", ".circfill(", ".print_at("];
    lines.filter(|(_, line)| traced.iter().any(|call| line.contains(call))).map(|(n, _)| n).collect()
}

#[test]
fn the_command_line_has_the_lines_of_a_rust_cart() {
    let dir = folder("rust", "told");
    let record = dir.join("a.rec");
    done(&format!("run hello --headless --frames 20 --record {}", record.display()));
    let said = done(&format!("debug {} --lines --json", record.display()));
    let said: Value = serde_json::from_str(&said).expect("JSON");
    let lines: Vec<u64> = said["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["line"].as_u64().unwrap_or(0))
        .collect();
    assert_eq!(lines.iter().take(60).filter(|line| **line == calls()[1]).count(), 50, "a loop of fifty");
    let mut firsts: Vec<u64> = Vec::new();
    lines.iter().for_each(|line| firsts.extend((!firsts.contains(line)).then_some(*line)));
    assert_eq!(firsts, calls());
    assert_eq!(said["lines"][0]["file"], NAME);
    let said = done(&format!("debug {} --break hello.rs:1 --stack", record.display()));
    assert!(said.contains(HELLO.lines().nth(calls()[0] as usize - 1).expect("a line").trim()), "{said}");
    assert!(said.contains(&format!("in _draw  {NAME}:{}", calls()[0])), "{said}");
}

#[test]
fn an_editor_steps_through_the_calls_of_a_rust_cart() {
    let home = Some(folder("rust", "editor"));
    let mut editor = Editor::of(DapServer::new(shelf::ALL, RunSource { home, ..RunSource::default() }));
    editor.ask("initialize", json!({ "adapterID": "rasher" }));
    editor.ask("launch", json!({ "program": "hello", "stopOnEntry": true }));
    let (_, line, reason) = editor.go("configurationDone");
    assert_eq!((line, reason.as_str()), (calls()[0], "entry"));
    let frames = editor.ask("stackTrace", json!({ "threadId": 1 })).0["stackFrames"].clone();
    assert_eq!(frames[0]["name"], "_draw");
    let path = frames[0]["source"]["path"].as_str().expect("a file on the disk").to_string();
    assert!(path.ends_with("hello.rs") && !path.contains(".."), "{path}");
    // The next call, and back.
    assert_eq!(editor.go("next").1, calls()[1]);
    assert_eq!(editor.go("stepBack").1, calls()[0]);
    // A breakpoint goes to the next line that calls the machine; its condition reads the cart's fields.
    let set = json!({ "source": { "path": path }, "breakpoints": [{ "line": calls()[1] - 1, "condition": "frame == 30" }] });
    let set = editor.ask("setBreakpoints", set).0;
    assert_eq!(
        (&set["breakpoints"][0]["verified"], &set["breakpoints"][0]["line"]),
        (&json!(true), &calls()[1].into())
    );
    assert_eq!(editor.go("continue").1, calls()[1]);
    let memory = editor.ask("readMemory", json!({ "memoryReference": "0x6000", "count": 4 })).0;
    assert_eq!(memory["address"], "0x6000");
    let why = editor.refused("evaluate", json!({ "expression": "no", "frameId": 0, "context": "watch" }));
    assert!(why.contains("no: the state has no such field"), "{why}");
    let why = editor.refused("evaluate", json!({ "expression": "f()", "frameId": 0, "context": "repl" }));
    assert!(!why.is_empty());
}
