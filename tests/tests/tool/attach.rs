//! A debugger attached to a window that plays. Here the window is only a recording that grows, with a note whether it is held.

use super::lines::Editor;
use rasher::Input;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use tests::shell::{done, folder};
use timeline::Recording;
use tool::{DapServer, LiveRun, RunSource};

const CART: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__
n=0
function _update()
 n+=1
 if btn(1) then
  n+=100
 end
end
";

struct State {
    number: u64,
    recording: Recording,
    is_held: bool,
}

#[derive(Clone)]
struct Window {
    state: Arc<Mutex<State>>,
    followed: u64,
}

impl Window {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no test has panicked")
    }

    fn plays(&self, frames: u64, buttons: u8) {
        let mut input = Input::default();
        input.players[0] = buttons;
        (0..frames).for_each(|_| assert!(self.state().recording.push(&input)));
    }

    fn is_held(&self) -> bool {
        self.state().is_held
    }
}

impl LiveRun for Window {
    fn recording(&mut self) -> Option<Recording> {
        let state = self.state();
        let (number, recording) = (state.number, state.recording.clone());
        drop(state);
        self.followed = number;
        Some(recording)
    }

    fn inputs(&self, from: u64, most: u64) -> Option<Vec<Input>> {
        let state = self.state();
        let is_same = state.number == self.followed && state.recording.frames() >= from;
        is_same.then(|| state.recording.inputs_after(from).take(most as usize).collect())
    }

    fn hold(&mut self, held: bool) {
        self.state().is_held = held;
    }
}

fn attached(name: &str) -> (Editor, Window, PathBuf) {
    let file = folder("attach", name).join("game.p8");
    fs::write(&file, CART).expect("written");
    let record = file.with_file_name("a.rec");
    done(&format!("run {} --headless --frames 1 --record {}", file.display(), record.display()));
    let recorded = Recording::from_bytes(&fs::read(record).expect("a file")).expect("a recording");
    let recording = Recording::new(recorded.start);
    let state = State { number: 1, recording, is_held: false };
    let window = Window { state: Arc::new(Mutex::new(state)), followed: 0 };
    window.plays(30, 0);
    let source = RunSource { cart: Some(file.clone()), ..RunSource::default() };
    let server = DapServer::attached(shelf::CARTS, source, Box::new(window.clone()));
    (Editor::of(server), window, file)
}

/// The events of some turns of a search.
fn works(editor: &mut Editor) -> Vec<Value> {
    (0..5).flat_map(|_| if editor.server.is_working() { editor.server.work() } else { Vec::new() }).collect()
}

/// Starts a search; its first turn may be over with the answer.
fn goes_on(editor: &mut Editor, command: &str) -> Vec<Value> {
    let (_, mut events) = editor.ask(command, json!({}));
    events.extend(works(editor));
    events
}

#[test]
fn a_breakpoint_stops_a_window_that_plays() {
    let (mut editor, window, file) = attached("breakpoint");
    editor.ask("initialize", json!({}));
    editor.ask("attach", json!({}));
    let source = json!({ "path": file.canonicalize().expect("a file") });
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": 8 }] }));
    assert_eq!(goes_on(&mut editor, "configurationDone"), [] as [Value; 0], "nothing to stop for");
    assert!(!window.is_held());
    window.plays(20, 0);
    assert_eq!(works(&mut editor), [] as [Value; 0]);
    // While it plays, it is seen but not asked: the answer would come with the next stop, if there is one.
    assert_eq!(editor.ask("picture", json!({})).0["frame"], 50);
    let asked = json!({ "expression": "n=5", "context": "repl", "threadId": 1 });
    for command in ["evaluate", "stackTrace", "stepBack", "continue"] {
        assert_eq!(editor.refused(command, asked.clone()), "the game runs: pause it first", "{command}");
    }
    // Some views of an editor ask at any time. Their requests do not keep others waiting.
    assert!(editor.ask("loadedSources", json!({})).0["sources"].is_array());
    assert!(
        editor.ask("breakpointLocations", json!({ "source": source, "line": 5 })).0["breakpoints"].is_array()
    );
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    editor.ask("setDataBreakpoints", json!({ "breakpoints": [] }));
    // Its player presses the button; two frames later the session has seen it.
    window.plays(3, 2);
    let events = works(&mut editor);
    assert_eq!(events.last().expect("an event")["body"]["reason"], "breakpoint", "{events:?}");
    assert!(window.is_held(), "the window waits");
    let value = |editor: &mut Editor| {
        editor.ask("evaluate", json!({ "expression": "n", "frameId": 0, "context": "watch" })).0["result"]
            .clone()
    };
    assert_eq!(value(&mut editor), "51");
    editor.ask("stepBack", json!({}));
    assert_eq!(editor.ask("stackTrace", json!({})).0["stackFrames"][0]["line"], 7);
    assert!(window.is_held(), "a step back is the copy's");
    // The run is the window's.
    let asked = json!({ "expression": "n", "value": "5", "frameId": 0 });
    assert!(editor.refused("setExpression", asked).contains("F12"));
    // It stops in each frame that the window was ahead, and then releases it.
    for _ in 0..3 {
        let events = goes_on(&mut editor, "continue");
        assert_eq!(events.last().expect("a stop")["body"]["reason"], "breakpoint");
    }
    assert_eq!(goes_on(&mut editor, "continue"), [] as [Value; 0]);
    assert!(!window.is_held());
    editor.ask("disconnect", json!({}));
}

#[test]
fn another_run_of_the_window_is_followed() {
    let (mut editor, window, file) = attached("another");
    editor.ask("attach", json!({}));
    let source = json!({ "path": file.canonicalize().expect("a file") });
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": 8 }] }));
    goes_on(&mut editor, "configurationDone");
    // The player goes back to frame 10 in the window, and presses the button there.
    let mut state = window.state();
    let start = Recording::new(state.recording.start.clone());
    (state.number, state.recording) = (2, start);
    drop(state);
    window.plays(10, 0);
    let events = works(&mut editor);
    assert!(
        events[0]["body"]["output"].as_str().is_some_and(|text| text.contains("another run")),
        "{events:?}"
    );
    window.plays(1, 2);
    let events = works(&mut editor);
    assert_eq!(events.last().expect("an event")["body"]["reason"], "breakpoint", "{events:?}");
    let (answer, _) = editor.ask("evaluate", json!({ "expression": "n", "frameId": 0, "context": "watch" }));
    assert_eq!(answer["result"], "11");
}

/// A cart of another file has been chosen in the window: it is said once, and the copy stays to be looked at.
#[test]
fn a_run_that_cannot_be_opened_stops_the_session_once() {
    let (mut editor, window, _) = attached("other-cart");
    editor.ask("attach", json!({}));
    goes_on(&mut editor, "configurationDone");
    let mut state = window.state();
    let rom = state.recording.start.rom ^ 1;
    let start = timeline::Start { cart: "other".into(), rom, ..state.recording.start.clone() };
    (state.number, state.recording) = (2, Recording::new(start));
    drop(state);
    let events = works(&mut editor);
    let kinds: Vec<_> = events.iter().map(|event| event["event"].clone()).collect();
    assert_eq!(kinds, ["output", "stopped"], "{events:?}");
    assert!(!editor.server.is_working());
    let (answer, _) = editor.ask("evaluate", json!({ "expression": "n", "frameId": 0, "context": "watch" }));
    assert_eq!(answer["result"], "30");
}
