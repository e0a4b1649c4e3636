//! Debugging a Lua cart line by line, from the command line and through the messages an editor sends.
//!
//! The expectations are read off the cart below; those of the protocol are from its specification.

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use tests::shell::{command, done, fails, folder};
use tool::{DapServer, RunSource, serve_dap};

/// A cartridge of two tabs, the second of which includes a file.
const CART: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__
local p={x=1,hp=9}
n=0
function _update()
 n+=1
 step(p)
 if n%10==0 then
  p.hp-=1
 end
end
-->8
#include moth.lua
function _draw()
 cls(n)
end
__gfx__
00112233
";
const MOTH: &str = "function step(it)\n local d=it.x*2\n it.x=(it.x+d)%100\nend\n";

/// A folder with the cart, and a run of 60 frames.
fn played(name: &str) -> PathBuf {
    let folder = folder("lines", name);
    fs::write(folder.join("game.p8"), CART).expect("written");
    fs::write(folder.join("moth.lua"), MOTH).expect("written");
    let dir = folder.display();
    done(&format!("run {dir}/game.p8 --headless --frames 60 --record {dir}/a.rec"));
    folder
}

fn debug(folder: &std::path::Path, words: &[&str]) -> Value {
    let dir = folder.display();
    let mut line =
        vec!["debug".to_string(), format!("{dir}/game.p8"), format!("{dir}/a.rec"), "--json".into()];
    line.extend(words.iter().map(|word| word.to_string()));
    let output = command(&line);
    assert_eq!(output.code, 0, "{words:?}: {}", output.err);
    serde_json::from_str(&output.out).expect("JSON")
}

#[test]
fn lines_are_found_and_printed() {
    let folder = played("told");
    let said = debug(&folder, &["--writer", "p.hp", "--stack", "--eval", "p.hp,n", "--print", "n"]);
    assert_eq!(
        (&said["line"]["file"], &said["line"]["line"]),
        (&"game.p8 tab 0".into(), &7.into()),
        "{said}"
    );
    assert_eq!(said["line"]["frame"], 60, "the last of six");
    assert_eq!(said["values"][0]["values"], json!([4, 60]), "before it is written");
    assert_eq!(said["fields"]["n"], 60);
    // Into the included file, with its caller.
    let said = debug(&folder, &["--break", "moth.lua:3 if d>100", "--stack"]);
    let stack: Vec<(&str, &Value)> = said["stack"]
        .as_array()
        .expect("calls")
        .iter()
        .map(|call| (call["file"].as_str().unwrap_or_default(), &call["line"]))
        .collect();
    assert_eq!(stack, [("moth.lua", &json!(3)), ("game.p8 tab 0", &json!(5))]);
    // x is 1, 3, 9, 27, 81: 162 is the first d above 100.
    assert_eq!((&said["frame"], &said["stack"][0]["locals"]["d"]), (&json!(5), &json!(162)));
    // Steps from there, both ways.
    let at = |steps: &[&str]| {
        let mut words = vec!["--break", "moth.lua:3 if d>100"];
        steps.iter().for_each(|step| words.extend(["--step", step]));
        let said = debug(&folder, &words);
        (
            said["line"]["file"].as_str().unwrap_or_default().to_string(),
            said["line"]["line"].as_u64().unwrap_or(0),
        )
    };
    let main = |line| ("game.p8 tab 0".to_string(), line);
    assert_eq!(at(&["out"]), main(6));
    assert_eq!(at(&["back-out"]), main(5));
    assert_eq!(at(&["back"]), ("moth.lua".to_string(), 2));
    assert_eq!(at(&["out", "over", "over"]), ("game.p8 tab 1".to_string(), 3));
    let said = debug(&folder, &["--goto", "20", "--log", "game.p8 tab 0:7: n,p.hp"]);
    let logs: Vec<&Value> =
        said["logs"].as_array().expect("lines").iter().map(|line| &line["text"]).collect();
    assert_eq!(logs, [&json!("10 9"), &json!("20 8")]);
    let said = debug(&folder, &["--profile", "10"]);
    let dearest = &said["profile"]["lines"][0];
    assert_eq!(
        (&dearest["file"], &dearest["line"]),
        (&json!("game.p8 tab 1"), &json!(3)),
        "a whole screen: {said}"
    );
    let dir = folder.display();
    let run = format!("debug {dir}/game.p8 {dir}/a.rec");
    for (words, part) in [
        ("--break nothing.lua:3", "expected one of game.p8 tab 0, moth.lua, game.p8 tab 1"),
        ("--break moth.lua:x", "expected a place such as"),
        ("--step sideways", "expected into, over"),
        ("--writer p.mana", "no line wrote it"),
        ("--line 5000", "steps"),
    ] {
        fails(&format!("{run} {words}"), 1, &[part]);
    }
}

/// An editor's side of the protocol.
pub struct Editor {
    pub server: DapServer,
    seq: u64,
}

impl Editor {
    /// An editor that has not opened anything.
    pub fn new(folder: &std::path::Path) -> Editor {
        let source = RunSource { home: Some(folder.join("home")), ..RunSource::default() };
        Editor::of(DapServer::new(shelf::CARTS, source))
    }

    pub fn of(server: DapServer) -> Editor {
        Editor { server, seq: 0 }
    }

    /// Starts a session for a cart, with the recording or without it.
    #[track_caller]
    pub fn launch(&mut self, folder: &std::path::Path, with_run: bool, stops: bool) {
        let (able, _) = self.ask("initialize", json!({ "adapterID": "rasher" }));
        assert_eq!(able["supportsStepBack"], true);
        let run = if with_run { folder.join("a.rec") } else { PathBuf::new() };
        let what = json!({ "program": folder.join("game.p8"), "run": run, "stopOnEntry": stops });
        let (_, events) = self.ask("launch", what);
        assert_eq!(events[0]["event"], "initialized");
    }

    /// Sends a request as bytes; returns the response's body and the events.
    #[track_caller]
    pub fn ask(&mut self, command: &str, arguments: Value) -> (Value, Vec<Value>) {
        self.seq += 1;
        let text = json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        let text = text.to_string();
        let bytes = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        let mut out = Vec::new();
        serve_dap(&mut self.server, bytes.as_bytes(), &mut out).expect("messages");
        let mut messages = parse(&out);
        let response = messages.remove(0);
        assert_eq!(
            (&response["request_seq"], &response["success"]),
            (&self.seq.into(), &true.into()),
            "{response}"
        );
        (response["body"].clone(), messages)
    }

    /// The names and numbers of the scopes of the innermost call.
    pub fn scopes(&mut self) -> Vec<(String, Value)> {
        let (body, _) = self.ask("scopes", json!({ "frameId": 0 }));
        let scopes = body["scopes"].as_array().expect("a list").iter();
        scopes
            .map(|it| (it["name"].as_str().expect("a name").into(), it["variablesReference"].clone()))
            .collect()
    }

    #[track_caller]
    pub fn scope(&mut self, name: &str) -> Value {
        let mut scopes = self.scopes().into_iter();
        scopes.find(|(found, _)| found == name).unwrap_or_else(|| panic!("no scope {name}")).1
    }

    /// A request that moves; returns the line it stops at, by file name, and the reason.
    #[track_caller]
    pub fn go(&mut self, command: &str) -> (String, u64, String) {
        let (_, events) = self.ask(command, json!({ "threadId": 1 }));
        let stopped = events.iter().find(|event| event["event"] == "stopped").expect("it stops");
        let (stack, _) = self.ask("stackTrace", json!({ "threadId": 1 }));
        let top = &stack["stackFrames"][0];
        let name = top["source"]["path"].as_str().unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or_default().to_string();
        (
            name,
            top["line"].as_u64().unwrap_or(0),
            stopped["body"]["reason"].as_str().unwrap_or_default().to_string(),
        )
    }
}

fn parse(mut bytes: &[u8]) -> Vec<Value> {
    let mut messages = Vec::new();
    while !bytes.is_empty() {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, _) = text.split_once("\r\n\r\n").expect("a head");
        let length: usize =
            head.strip_prefix("Content-Length: ").expect("its length").parse().expect("a number");
        let from = head.len() + 4;
        messages.push(serde_json::from_slice(&bytes[from..from + length]).expect("JSON"));
        bytes = &bytes[from + length..];
    }
    messages
}

#[test]
fn an_editor_steps_a_cart_in_both_directions() {
    let folder = played("editor");
    let path = |name: &str| folder.join(name).canonicalize().expect("a file").display().to_string();
    let mut editor = Editor::new(&folder);
    editor.launch(&folder, true, true);
    // Line 10 of the file is line 7 of the code; a line below all code has none; the included file has its
    // own lines.
    let (set, _) = editor.ask(
        "setBreakpoints",
        json!({ "source": { "path": path("game.p8") }, "breakpoints": [{ "line": 10 }, { "line": 18 }] }),
    );
    assert_eq!(set["breakpoints"][0], json!({ "verified": true, "line": 10 }));
    assert_eq!(set["breakpoints"][1]["verified"], false);
    let game = |line, reason: &str| ("game.p8".to_string(), line, reason.to_string());
    let moth = |line, reason: &str| ("moth.lua".to_string(), line, reason.to_string());
    assert_eq!(editor.go("configurationDone"), game(4, "entry"), "the first line of all");
    assert_eq!(editor.go("continue"), game(10, "breakpoint"));
    let (value, _) = editor.ask("evaluate", json!({ "expression": "n,p.hp", "frameId": 0 }));
    assert_eq!(value["result"], "10  9");
    assert_eq!(editor.go("continue"), game(10, "breakpoint"));
    assert_eq!(editor.go("reverseContinue"), game(10, "breakpoint"));
    let (value, _) = editor.ask("evaluate", json!({ "expression": "p", "frameId": 0 }));
    assert_eq!(value["result"], "{hp=9,x=49}", "the first time again");
    let (fields, _) = editor.ask("variables", json!({ "variablesReference": value["variablesReference"] }));
    assert_eq!(fields["variables"][0]["name"], "hp");
    // Back over the call of step, and into it from there.
    assert_eq!(editor.go("stepBack"), game(9, "step"));
    assert_eq!(editor.go("stepBack"), game(8, "step"));
    assert_eq!(editor.go("stepIn"), moth(2, "step"));
    let (stack, _) = editor.ask("stackTrace", json!({ "threadId": 1 }));
    assert_eq!((&stack["totalFrames"], &stack["stackFrames"][0]["name"]), (&2.into(), &"step".into()));
    // Upvalues are not listed, as `step` uses none.
    let scopes = editor.scopes();
    let names: Vec<&str> = scopes.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["Locals", "Globals", "Memory"]);
    let (locals, _) = editor.ask("variables", json!({ "variablesReference": scopes[0].1 }));
    assert_eq!(locals["variables"][0]["name"], "it");
    let (globals, _) = editor.ask("variables", json!({ "variablesReference": scopes[1].1 }));
    let n = globals["variables"].as_array().expect("a list").iter().find(|it| it["name"] == "n").expect("n");
    assert_eq!(n["value"], "10");
    assert_eq!(editor.go("stepOut"), game(9, "step"));
    assert_eq!(editor.go("continue"), game(10, "breakpoint"));
    // Logpoints print for the whole distance covered.
    let log = json!({ "line": 3, "logMessage": "x is {it.x}" });
    editor.ask("setBreakpoints", json!({ "source": { "path": path("moth.lua") }, "breakpoints": [log] }));
    let (_, events) = editor.ask("continue", json!({ "threadId": 1 }));
    let lines: Vec<&str> = events
        .iter()
        .filter(|it| it["event"] == "output")
        .filter_map(|it| it["body"]["output"].as_str())
        .collect();
    assert_eq!((lines[0], lines.len()), ("frame 11: x is 49\n", 10));
    // Ends of the run, in both directions.
    editor.ask("setBreakpoints", json!({ "source": { "path": path("game.p8") }, "breakpoints": [] }));
    assert_eq!(editor.go("reverseContinue"), game(4, "entry"));
    assert_eq!(editor.go("continue").2, "pause");
    let (_, events) = editor.ask("disconnect", json!({}));
    assert_eq!(events[0]["event"], "terminated");
    assert!(editor.server.is_over());
}

/// The counts and places are read off the cart: nothing of it is left out, and a circle is marked where it closes.
#[test]
fn a_large_heap_is_read_in_pages() {
    let folder = folder("lines", "pages");
    let code = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n\
                big={}\nfor i=1,9000 do big[i]=i end\nfor i=1,500 do big['k'..i]=i end\n\
                a={}\na.b={up=a}\nsetmetatable(a,{__index=big})\nfunction _update() big[1]+=1 end\n";
    fs::write(folder.join("game.p8"), code).expect("written");
    let mut editor = Editor::new(&folder);
    editor.launch(&folder, false, true);
    // The end of the code, where all of it is made.
    editor.go("configurationDone");
    while editor.go("stepOut").2 == "step" {
        let (stack, _) = editor.ask("stackTrace", json!({ "threadId": 1 }));
        if stack["stackFrames"][0]["line"].as_u64() >= Some(10) {
            break;
        }
    }
    let globals = editor.scope("Globals");
    let variables = |editor: &mut Editor, arguments: Value| {
        editor.ask("variables", arguments).0["variables"].as_array().expect("a list").clone()
    };
    let named = |list: &[Value], name: &str| {
        list.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{name}")).clone()
    };
    let all = variables(&mut editor, json!({ "variablesReference": globals }));
    let big = named(&all, "big");
    assert_eq!((&big["indexedVariables"], &big["namedVariables"]), (&9000.into(), &500.into()));
    assert_eq!(big["type"], "table");
    let reference = &big["variablesReference"];
    let page = json!({ "variablesReference": reference, "filter": "indexed", "start": 8990, "count": 100 });
    let page = variables(&mut editor, page);
    let names: Vec<&str> = page.iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!((names.first(), names.last(), names.len()), (Some(&"8991"), Some(&"9000"), 10));
    assert_eq!(page[0]["evaluateName"], "big[8991]");
    let page = json!({ "variablesReference": reference, "filter": "named", "start": 9, "count": 2 });
    let page = variables(&mut editor, page);
    assert_eq!((&page[0]["name"], &page[1]["name"]), (&"k10".into(), &"k11".into()), "in natural order");
    let a = named(&all, "a");
    let a = variables(&mut editor, json!({ "variablesReference": a["variablesReference"] }));
    assert_eq!(a[1]["name"], "(metatable)");
    let b = variables(&mut editor, json!({ "variablesReference": a[0]["variablesReference"] }));
    assert_eq!((&b[0]["name"], &b[0]["value"]), (&"up".into(), &"↺ same as a".into()));
    // Lines count from the first of the code, as in errors.
    let functions = named(&all, "(functions)");
    let functions = variables(&mut editor, json!({ "variablesReference": functions["variablesReference"] }));
    assert!(functions.iter().any(|it| it["value"] == "function _update game.p8:7"), "{functions:?}");
}

#[test]
fn without_a_run_a_session_plays_a_new_one() {
    let folder = played("new");
    let mut editor = Editor::new(&folder);
    editor.launch(&folder, false, false);
    let path = folder.join("game.p8").canonicalize().expect("a file").display().to_string();
    let point = json!({ "line": 10, "condition": "p.hp==2" });
    editor.ask("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": [point] }));
    assert_eq!(editor.go("configurationDone"), ("game.p8".to_string(), 10, "breakpoint".to_string()));
    let (value, _) = editor.ask("evaluate", json!({ "expression": "n", "frameId": 0 }));
    assert_eq!(value["result"], "80");
    // A cart that stops: the line and the reason.
    fs::write(folder.join("game.p8"), CART.replace("p.hp-=1", "p.hp-=nothing.here")).expect("written");
    let mut editor = Editor::new(&folder);
    editor.launch(&folder, false, false);
    assert_eq!(editor.go("configurationDone"), ("game.p8".to_string(), 10, "exception".to_string()));
    assert_eq!(editor.go("stepBack"), ("game.p8".to_string(), 9, "step".to_string()));
}

#[test]
fn the_start_and_other_carts_are_stepped_too() {
    let folder = folder("lines", "start");
    let cart =
        |code: &str| format!("pico-8 cartridge // http://www.pico-8.com\r\nversion 41\r\n__lua__\r\n{code}");
    let a = cart("function _init()\r\n n=1\r\nend\r\nfunction _update()\r\n load('b')\r\nend\r\n");
    fs::write(folder.join("game.p8"), a).expect("written");
    let b = cart("-- nothing yet\nm=5\n-->8\n-- a comment\nfunction _init()\n m+=nothing.here\nend\n");
    fs::write(folder.join("b.p8"), b).expect("written");
    let path = |name: &str| folder.join(name).canonicalize().expect("a file").display().to_string();
    let mut editor = Editor::new(&folder);
    editor.launch(&folder, false, false);
    let mut set = |name: &str, point: Value| {
        let points = json!({ "source": { "path": path(name) }, "breakpoints": [point] });
        editor.ask("setBreakpoints", points).0["breakpoints"][0].clone()
    };
    // Line 4 of b is a comment, line 8 belongs to another tab: the next line with code is used.
    assert_eq!(set("game.p8", json!({ "line": 5 })), json!({ "verified": true, "line": 5 }));
    assert_eq!(set("b.p8", json!({ "line": 7 })), json!({ "verified": true, "line": 8 }));
    let at = |name: &str, line, reason: &str| (name.to_string(), line, reason.to_string());
    assert_eq!(editor.go("configurationDone"), at("game.p8", 5, "breakpoint"));
    assert_eq!(editor.go("continue"), at("b.p8", 8, "breakpoint"));
    assert_eq!(editor.go("stepBack"), at("b.p8", 5, "step"));
    assert_eq!(editor.go("stepBack"), at("game.p8", 8, "step"), "back over the load");
    assert_eq!(editor.go("reverseContinue"), at("game.p8", 5, "breakpoint"));
    // A condition with an error is reported and never stops; the cart's own error does.
    editor.ask(
        "setBreakpoints",
        json!({ "source": { "path": path("b.p8") }, "breakpoints": [
        { "line": 9, "condition": "m.x.y" },
    ] }),
    );
    let (_, events) = editor.ask("continue", json!({ "threadId": 1 }));
    let told: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap_or_default()).collect();
    assert_eq!(told, ["output", "stopped"]);
    let text = events[0]["body"]["output"].as_str().unwrap_or_default();
    assert!(text.contains("b.p8 tab 1:3 if m.x.y: in frame 2 attempt to index"), "{text}");
    assert_eq!(editor.ask("exceptionInfo", json!({ "threadId": 1 })).0["breakMode"], "unhandled");
    // A cart that never finishes its own `_init`.
    let broken = cart("function _init()\n n=1\n n=nothing.here\nend\n");
    fs::write(folder.join("game.p8"), broken).expect("written");
    let mut editor = Editor::new(&folder);
    editor.launch(&folder, false, false);
    assert_eq!(editor.go("configurationDone"), at("game.p8", 6, "exception"));
    assert_eq!(editor.go("stepBack"), at("game.p8", 5, "step"));
}

#[test]
fn a_way_without_an_end_can_be_paused() {
    let folder = folder("lines", "pause");
    let cart = "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\nfunction _update()\nend\n";
    fs::write(folder.join("game.p8"), cart).expect("written");
    for points in [json!([]), json!([{ "line": 4, "condition": "nothing" }])] {
        let mut editor = Editor::new(&folder);
        editor.launch(&folder, false, false);
        let source = json!({ "path": folder.join("game.p8") });
        editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": points }));
        let mut ask = |command: &str| {
            editor.server.request(&json!({ "seq": 1, "type": "request", "command": command }))
        };
        assert_eq!(ask("configurationDone").len(), 1, "the way begins");
        (0..3).for_each(|_| assert!(editor.server.work().is_empty() && editor.server.is_working()));
        let mut ask = |command: &str| {
            editor.server.request(&json!({ "seq": 1, "type": "request", "command": command }))
        };
        assert_eq!(ask("threads")[0]["success"], true);
        let paused = ask("pause");
        assert_eq!((&paused[1]["event"], &paused[1]["body"]["reason"]), (&"stopped".into(), &"pause".into()));
        assert_eq!(ask("stackTrace")[0]["body"]["stackFrames"][0]["name"], "_update");
        assert!(!editor.server.is_working());
    }
}

#[test]
fn what_is_no_message_ends_the_session_with_an_error() {
    let folder = played("wire");
    for bytes in [
        &b"GET / HTTP/1.1\r\n\r\n"[..],
        // A page in a browser, to the port of a window.
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 49\r\n\r\n{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\"}",
        b"Content-Length: 99999999999\r\n\r\n{}",
        b"Content-Length: 40\r\n\r\n{}",
        b"Content-Length: 4\r\n",
    ] {
        let mut editor = Editor::new(&folder);
        let mut out = Vec::new();
        serve_dap(&mut editor.server, bytes, &mut out).expect_err("no message");
        assert!(out.is_empty());
    }
    // Invalid requests are answered, each once.
    let mut editor = Editor::new(&folder);
    let ask = |editor: &mut Editor, command: &str, arguments: Value| {
        let request = json!({ "seq": 1, "type": "request", "command": command, "arguments": arguments });
        editor.server.request(&request).remove(0)
    };
    assert_eq!(ask(&mut editor, "stackTrace", json!({}))["success"], false, "nothing is open");
    let missing = ask(&mut editor, "launch", json!({ "program": folder.join("nothing.p8") }));
    assert!(missing["message"].as_str().is_some_and(|why| why.contains("nothing.p8")), "{missing}");
    editor.launch(&folder, true, true);
    for arguments in [json!(null), json!({ "frameId": u64::MAX, "variablesReference": u64::MAX, "line": -1 })]
    {
        for command in [
            "stackTrace",
            "scopes",
            "variables",
            "source",
            "next",
            "stepBack",
            "stepOut",
            "pause",
            "threads",
            "reverseContinue",
            "nonsense",
            "evaluate",
            "setBreakpoints",
        ] {
            assert_eq!(ask(&mut editor, command, arguments.clone())["type"], "response", "{command}");
        }
    }
}
