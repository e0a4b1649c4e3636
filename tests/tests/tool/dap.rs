//! What an editor asks for through the Debug Adapter Protocol beyond stepping: kinds of breakpoints, changes of the state, memory, names.
//!
//! The expectations are read off the cart below; those of the messages are from the protocol's specification.

use super::lines::Editor;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use tests::shell::{done, folder};
use tool::serve_dap;

/// Line 4 of the file is line 1 of the code.
const CART: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__
foes={{x=1,hp=9},{x=50,hp=5}}
n=0 lost=0
function hit(foe)
 foe.hp-=1
 lost+=1
end
function _update()
 n+=1
 if n%10==0 then
  local foe=foes[1]
  hit(foe)
 end
end
function _draw() cls(n) end
";

fn played(name: &str) -> PathBuf {
    let folder = folder("dap", name);
    fs::write(folder.join("game.p8"), CART).expect("written");
    let dir = folder.display();
    done(&format!("run {dir}/game.p8 --headless --frames 60 --record {dir}/a.rec"));
    folder
}

fn started(name: &str) -> (Editor, Value) {
    let folder = played(name);
    let mut editor = Editor::new(&folder);
    editor.launch(&folder, true, true);
    editor.go("configurationDone");
    let path = folder.join("game.p8").canonicalize().expect("a file");
    (editor, json!({ "path": path }))
}

impl Editor {
    #[track_caller]
    fn value(&mut self, expression: &str) -> String {
        let asked = json!({ "expression": expression, "frameId": 0, "context": "watch" });
        self.ask("evaluate", asked).0["result"].as_str().unwrap_or_default().to_string()
    }

    /// The line and reason of the next stop.
    #[track_caller]
    fn stop(&mut self, command: &str) -> (u64, String) {
        let (_, line, reason) = self.go(command);
        (line, reason)
    }

    /// The message of a request that is refused.
    #[track_caller]
    pub fn refused(&mut self, command: &str, arguments: Value) -> String {
        let request = json!({ "seq": 1, "type": "request", "command": command, "arguments": arguments });
        let answer = self.server.request(&request).remove(0);
        assert_eq!(answer["success"], false, "{answer}");
        answer["message"].as_str().unwrap_or_default().to_string()
    }
}

#[test]
fn breakpoints_of_every_kind_stop_where_they_should() {
    let (mut editor, source) = started("kinds");
    // On a function: its first line.
    let set = editor
        .ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "hit" }, { "name": "no" }] }))
        .0;
    assert_eq!(
        (&set["breakpoints"][0]["line"], &set["breakpoints"][1]["verified"]),
        (&7.into(), &false.into())
    );
    assert_eq!(editor.stop("continue"), (7, "function breakpoint".into()));
    assert_eq!(editor.value("n"), "10");
    assert_eq!(editor.stop("continue"), (7, "function breakpoint".into()));
    assert_eq!(editor.value("n"), "20");
    assert_eq!(editor.stop("reverseContinue"), (7, "function breakpoint".into()));
    assert_eq!(editor.value("n"), "10");
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));

    // By the number of hits, which is counted from the run's start in both directions.
    for (rule, forward) in
        [("3", vec!["30"]), ("%2", vec!["20", "40", "60"]), (">=5", vec!["50", "60"]), ("<2", vec!["10"])]
    {
        let points = json!([{ "line": 8, "hitCondition": rule }]);
        editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": points }));
        while editor.stop("reverseContinue").1 == "breakpoint" {}
        for n in &forward {
            assert_eq!(editor.stop("continue"), (8, "breakpoint".into()), "{rule}");
            assert_eq!(editor.value("n"), *n, "{rule}");
        }
        assert_eq!(editor.stop("continue").1, "pause", "{rule}: the end");
        for n in forward.iter().rev() {
            assert_eq!(editor.stop("reverseContinue"), (8, "breakpoint".into()), "{rule}");
            assert_eq!(editor.value("n"), *n, "{rule}");
        }
    }
    // With a condition, only hits where it is true are counted.
    let points = json!([{ "line": 11, "condition": "n%3==0", "hitCondition": "4" }, { "line": 12, "hitCondition": "x" }]);
    let set = editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": points })).0;
    assert!(
        set["breakpoints"][1]["message"].as_str().is_some_and(|why| why.contains("expected a count")),
        "{set}"
    );
    while editor.stop("reverseContinue").1 == "breakpoint" {}
    assert_eq!(editor.stop("continue"), (11, "breakpoint".into()));
    assert_eq!(editor.value("n"), "9", "it is 0, 3, 6, 9 before line 11 adds one");
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [] }));
}

#[test]
fn fields_are_watched_in_both_directions() {
    let (mut editor, _) = started("fields");
    let [locals, globals] = ["Locals", "Globals"].map(|name| editor.scope(name));
    let find = |editor: &mut Editor, number: &Value, name: &str| {
        let listed = editor.ask("variables", json!({ "variablesReference": number })).0;
        let found =
            listed["variables"].as_array().expect("a list").iter().find(|it| it["name"] == name).cloned();
        found.unwrap_or_else(|| panic!("{name} is not in {listed}"))
    };
    editor.stop("continue");
    let foes = find(&mut editor, &globals, "foes")["variablesReference"].clone();
    let first = find(&mut editor, &foes, "1")["variablesReference"].clone();
    let info = editor.ask("dataBreakpointInfo", json!({ "variablesReference": first, "name": "hp" })).0;
    assert_eq!(info["dataId"], "foes[1].hp");
    while editor.stop("reverseContinue").1 != "entry" {}
    let set = json!({ "breakpoints": [{ "dataId": "foes[1].hp", "accessType": "write" }] });
    assert_eq!(editor.ask("setDataBreakpoints", set).0["breakpoints"][0]["verified"], true);
    let why = |editor: &mut Editor| {
        let (_, events) = editor.ask("continue", json!({ "threadId": 1 }));
        events.last().expect("a stop")["body"]["description"].as_str().unwrap_or_default().to_string()
    };
    // Forward: the line after the write. Back: the line that writes. The first one makes the table.
    assert_eq!(editor.stop("continue"), (5, "data breakpoint".into()));
    assert_eq!(editor.stop("continue"), (8, "data breakpoint".into()));
    assert_eq!(editor.value("foes[1].hp"), "8");
    assert_eq!(editor.stop("continue"), (8, "data breakpoint".into()));
    assert_eq!(editor.stop("reverseContinue"), (7, "data breakpoint".into()));
    assert_eq!((editor.value("foes[1].hp"), editor.value("n")), ("8".into(), "20".into()));
    assert_eq!(editor.stop("reverseContinue"), (7, "data breakpoint".into()));
    assert_eq!((editor.value("foes[1].hp"), editor.value("n")), ("9".into(), "10".into()));
    // With a condition and a count; a name without a variable is a path.
    let info = editor.ask("dataBreakpointInfo", json!({ "name": "lost" })).0;
    assert_eq!(info["dataId"], "lost");
    let set = json!({ "breakpoints": [{ "dataId": "lost", "condition": "n>20", "hitCondition": "2" }] });
    editor.ask("setDataBreakpoints", set);
    editor.go("continue");
    assert_eq!((editor.value("lost"), editor.value("n")), ("4".into(), "40".into()));
    // The reason is short, as values are in the list of variables.
    while editor.stop("reverseContinue").1 != "entry" {}
    editor.ask("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": "foes" }] }));
    assert_eq!(why(&mut editor), "foes changes from nil to {{hp=9,x=1},{hp=5,x=50}}");
    assert_eq!(why(&mut editor), "foes changes from {{hp=9,x=1},{hp=5,x=50}} to {{hp=8,x=1},{hp=5,x=50}}");
    let info = editor.ask("dataBreakpointInfo", json!({ "variablesReference": locals, "name": "foe" })).0;
    assert_eq!(info["dataId"], Value::Null);
}

#[test]
fn values_are_changed_and_the_run_goes_on_with_them() {
    let (mut editor, source) = started("changes");
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": 7 }] }));
    editor.stop("continue");
    // In a local's table, at the line where it stopped.
    let why = editor.refused("setVariable", json!({ "variablesReference": 1, "name": "foe", "value": "3" }));
    assert!(why.contains("foe is a local variable"), "{why}");
    // A watched table is the one in its place, and its fields can be set.
    let watched = editor.ask("evaluate", json!({ "expression": "foe", "frameId": 0, "context": "watch" })).0;
    assert_eq!((&watched["result"], &watched["type"]), (&"{hp=9,x=1}".into(), &"table".into()));
    let field = json!({ "variablesReference": watched["variablesReference"], "name": "x", "value": "7" });
    assert_eq!(editor.ask("setVariable", field).0["value"], "7");
    assert_eq!(editor.value("foes[1].x"), "7");
    let (set, events) =
        editor.ask("setExpression", json!({ "expression": "foe.hp", "value": "100", "frameId": 0 }));
    assert_eq!((&set["value"], &events[0]["event"]), (&"100".into(), &"invalidated".into()));
    // It is at the same line: an editor that showed it again would move the focus.
    assert_eq!(events[0]["body"]["areas"], json!(["variables"]));
    assert_eq!((editor.value("foe.hp"), editor.value("n")), ("100".into(), "10".into()));
    // A statement in the console; an expression there changes nothing.
    let console = |text: &str| json!({ "expression": text, "frameId": 0, "context": "repl" });
    editor.ask("evaluate", console("lost=40"));
    assert_eq!(editor.value("lost"), "40");
    assert!(editor.ask("evaluate", console("del(foes,foes[2])")).0["variablesReference"].is_u64());
    assert_eq!(editor.value("#foes"), "2");
    let why = editor.refused("evaluate", console("lost="));
    assert!(!why.is_empty());
    // A statement runs without locals, so that one in front names the same table by its path, and its value is computed first.
    assert_eq!(editor.ask("evaluate", console("foe.hp+=foe.x*2")).0["result"], "114");
    assert_eq!((editor.value("foe.hp"), editor.value("foes[1].hp")), ("114".into(), "114".into()));
    assert_eq!(editor.ask("evaluate", console("foe.hp = 100")).0["result"], "100");
    for text in ["foe=3", "foe -= 1"] {
        let why = editor.refused("evaluate", console(text));
        assert!(why.contains("foe is a local variable"), "{text}: {why}");
    }
    editor.ask("evaluate", console("if foes==nil then lost=1 end"));
    assert_eq!(editor.value("lost"), "40");
    // The rest of the recorded run follows, with the changes.
    editor.stop("continue");
    assert_eq!(
        (editor.value("foe.hp"), editor.value("lost"), editor.value("n")),
        ("99".into(), "41".into(), "20".into())
    );
    // What the frame overwrites before the line is set in the next frame.
    let (_, events) = editor.ask("setExpression", json!({ "expression": "n", "value": "5", "frameId": 0 }));
    assert_eq!(editor.value("n"), "5");
    assert_eq!(events[0]["body"]["areas"], json!(["all"]), "at another line");
    editor.stop("continue");
    assert_eq!(editor.value("n"), "10");
    // To the end of the recorded run: 60 frames in all.
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [] }));
    assert_eq!(editor.stop("continue"), (17, "pause".into()), "the last line that ran");
    let (stack, _) = editor.ask("stackTrace", json!({}));
    assert_eq!(stack["stackFrames"][0]["name"], "end of frame 60");
    assert_eq!(editor.value("n"), "45", "it was 5 at the start of frame 21, and 40 frames follow");
}

#[test]
fn memory_names_lines_and_restart_are_answered() {
    let (mut editor, source) = started("answers");
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": 7 }] }));
    editor.stop("continue");
    let read = editor.ask("readMemory", json!({ "memoryReference": "0x5f00", "offset": 1, "count": 3 })).0;
    assert_eq!((&read["address"], &read["data"]), (&"0x5f01".into(), &STANDARD.encode([1, 2, 3]).into()));
    let past = editor.ask("readMemory", json!({ "memoryReference": "0xfffe", "count": 8 })).0;
    assert_eq!(
        (past["data"].as_str(), &past["unreadableBytes"]),
        (Some(&*STANDARD.encode([0, 0])), &6.into())
    );
    let data = STANDARD.encode([7, 8]);
    editor.ask("writeMemory", json!({ "memoryReference": "0x4300", "data": data }));
    let read = editor.ask("readMemory", json!({ "memoryReference": "0x4300", "count": 2 })).0;
    assert_eq!(read["data"], data);
    editor.refused("readMemory", json!({ "memoryReference": "nowhere", "count": 1 }));
    editor.refused("writeMemory", json!({ "memoryReference": "0xffff", "data": data }));
    let regions = editor.ask("variables", json!({ "variablesReference": 4 })).0;
    let screen = regions["variables"].as_array().expect("a list").iter().find(|it| it["name"] == "screen");
    assert_eq!(screen.expect("it is there")["memoryReference"], "0x6000");

    let picture = editor.ask("picture", json!({})).0;
    let png = STANDARD.decode(picture["png"].as_str().expect("base64")).expect("base64");
    let png = format::read_png(&png, "picture").expect("a picture");
    assert_eq!((picture["frame"].as_u64(), png.width, png.height), (Some(10), 512, 512));
    assert_eq!(png.indices[0], 9, "the frame before was drawn with cls(9)");

    let names = |editor: &mut Editor, text: &str| {
        let column = text.chars().count() + 1;
        let found = editor.ask("completions", json!({ "text": text, "column": column, "frameId": 0 })).0;
        let found = found["targets"].as_array().expect("a list").clone();
        found.iter().map(|it| it["label"].as_str().unwrap_or_default().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&mut editor, "foe"), ["foe", "foes"]);
    assert_eq!(names(&mut editor, "1+foe."), ["hp", "x"]);
    assert_eq!(names(&mut editor, "foes[2].h"), ["hp"]);
    assert!(names(&mut editor, "rectf").contains(&"rectfill".to_string()));
    assert!(names(&mut editor, "nobody.x").is_empty());

    let lines = editor.ask("breakpointLocations", json!({ "source": source, "line": 4, "endLine": 18 })).0;
    let lines: Vec<u64> = lines["breakpoints"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|it| it["line"].as_u64())
        .collect();
    assert_eq!(lines, [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17]);
    let targets = editor.ask("gotoTargets", json!({ "source": source, "line": 11 })).0;
    let labels: Vec<&str> =
        targets["targets"].as_array().expect("a list").iter().filter_map(|it| it["label"].as_str()).collect();
    assert_eq!(labels, ["the next time: frame 11", "the last time: frame 10"]);
    let (_, events) = editor.ask("goto", json!({ "targetId": 0, "threadId": 1 }));
    assert_eq!(events[0]["body"]["reason"], "goto");
    assert_eq!(editor.value("n"), "10", "line 11 has not added one yet");

    // The same breakpoints, from the start.
    let (_, events) = editor.ask("restart", json!({}));
    assert_eq!(events.last().map(|event| &event["body"]["reason"]), Some(&"entry".into()));
    assert_eq!(editor.stop("continue"), (7, "breakpoint".into()));
    assert_eq!(editor.value("n"), "10");
}

#[test]
fn what_is_not_json_gets_an_error_and_the_session_goes_on() {
    let folder = played("malformed");
    let mut editor = Editor::new(&folder);
    let good = json!({ "seq": 9, "type": "request", "command": "initialize", "arguments": {} }).to_string();
    for bad in ["{{{", "{\"seq\":1", "\u{0}", "[1,2"] {
        let bytes = [bad, &good].map(|text| format!("Content-Length: {}\r\n\r\n{text}", text.len())).concat();
        let mut out = Vec::new();
        serve_dap(&mut editor.server, bytes.as_bytes(), &mut out).expect("it goes on");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("\"success\":false") && text.contains("expected a request in JSON"), "{text}");
        assert!(text.contains("\"request_seq\":9") && text.contains("supportsStepBack"), "{text}");
    }
}
