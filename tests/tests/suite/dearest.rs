//! The resource contract of `console/LIMITS.md`: limits on a Lua cart's work per frame and on the bytes of its
//! requests to the host. `cargo bench -p tests --bench frames` runs the same search with times.

use rasher::{CLOCK, Effect, Hook, Input};
use tests::dearest::{self, BY_HAND, Frame};
use tests::random::Dice;

/// Units by which the last call or instruction of a frame may exceed the frame's cycles.
const LAST: u64 = 800_000;
/// Bytes of a frame's effects: a MiB for each of five kinds, and 256 requests of a few letters.
const BYTES: usize = 6 << 20;
/// Effects of a frame: a line counts as 32 bytes.
const EFFECTS: usize = 5 * (1 << 15);
/// The largest counted size of a program's state: the limit, and what one call makes.
const STATE: u64 = (2 << 20) + (3 << 20);

/// Checks a frame that had a budget of this many cycles.
fn wrong(frame: &Frame, cycles: u64, what: &str) -> Option<String> {
    let Frame { units, bytes, effects, state, .. } = frame;
    let holds = *units <= cycles + LAST && *bytes <= BYTES && *effects <= EFFECTS && *state <= STATE;
    (!holds).then(|| format!("{what}: {units} units, {effects} effects, {bytes} bytes, state {state}"))
}

/// Runs the loops' frames at 60 updates a second, where there are fewest cycles to pay for a single call.
fn check(ready: &rasher::Console, bodies: impl IntoIterator<Item = String>) -> Vec<String> {
    let run = |body: String| {
        let mut console = dearest::looped(ready, &body).unwrap_or_else(|error| panic!("{error}: {body}"));
        // `_set_fps` may make it 30.
        let first = wrong(&dearest::frame(&mut console), 5 * CLOCK / 30, &body);
        first.or_else(|| wrong(&dearest::frame(&mut console), CLOCK / 30, &body))
    };
    bodies.into_iter().filter_map(run).collect()
}

fn ready(code: &str) -> rasher::Console {
    dearest::prepared(&format!("{code} function _update60() end"))
}

#[test]
fn no_call_makes_a_frame_longer() {
    let (ready, mut dice) = (ready(""), Dice::new(1));
    let functions = dearest::functions();
    assert!(functions.len() > 120, "only {functions:?}");
    let calls = functions.iter().flat_map(|function| dearest::calls(function, 4, &mut dice));
    let bad = check(&ready, calls);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn no_operator_or_object_makes_a_frame_longer() {
    let bad: Vec<String> =
        BY_HAND.iter().flat_map(|(code, body)| check(&ready(code), [(*body).to_string()])).collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn no_program_makes_a_frame_longer() {
    let (ready, functions) = (ready(""), dearest::functions());
    let programs = (0..200).map(|seed| dearest::program(&functions, &mut Dice::new(seed)));
    let bad = check(&ready, programs);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Functions that do not read their text arguments, or only one place of them.
#[rustfmt::skip]
const READ_NO_TEXT: &[&str] = &[
    "_map_display",
    "_mark_cpu",
    "_set_mainloop_exists",
    "_startframe",
    "_update_buttons",
    "_update_framerate",
    "add",
    "all",
    "assert",
    "backup",
    "bbsreq",
    "cocreate",
    "coresume",
    "costatus",
    "del",
    "deli",
    "exit",
    "folder",
    "foreach",
    "getmetatable",
    "help",
    "holdframe",
    "install_demos",
    "install_games",
    "ipairs",
    "keyconfig",
    "login",
    "logout",
    "next",
    "pack",
    "pairs",
    "radio",
    "rawlen",
    "reset",
    "resume",
    "scoresub",
    "set_draw_slice",
    "setmetatable",
    "shutdown",
    "splore",
    "t",
    "time",
    "tostring",
    "type",
];

/// Reading a text of a thousand digits costs at least a cycle per 16 bytes more than a short one, in any function.
#[test]
fn reading_a_text_costs_by_its_length() {
    let ready = ready("one='1' long='' for i=1,1000 do long..='1' end");
    let cost = |call: &str| {
        let mut console = dearest::looped(&ready, &format!("{call} flip()")).ok()?;
        let frame = dearest::frame(&mut console);
        frame.error.is_none().then_some(frame.units)
    };
    let pays = |function: &str| {
        ["", "array,", "1,", "'x',"].iter().any(|first| {
            let [short, long] =
                ["one", "long"].map(|text| cost(&format!("{function}({first}{})", [text; 8].join(","))));
            matches!((short, long), (Some(short), Some(long)) if long >= short + 1000 / 16)
        })
    };
    let free: Vec<String> = dearest::functions().into_iter().filter(|function| !pays(function)).collect();
    assert_eq!(free, READ_NO_TEXT, "these read a text for nothing, or belong into the list");
}

/// The frames of the public report, and similar ones: the effects that reach the host, and the report about the rest.
#[test]
fn excess_requests_are_dropped_and_reported() {
    let cases: &[(&str, &str)] = &[
        ("printh(glyphs)", "bytes printed in a frame"),
        ("printh(glyphs,'log')", "bytes printed to files in a frame"),
        ("printh('',glyphs)", "letters of a file's name"),
        ("reload(0,0,1,rnd()..'')", "missing files in a frame"),
        ("extcmd(rnd()..'')", "other requests in a frame"),
        ("extcmd('set_filename',rnd()..'')", "other requests in a frame"),
        ("print(glyphs)", "characters of one print"),
        ("menuitem(1,glyphs)", "letters of a menu label"),
    ];
    let ready = ready("");
    for (body, limit) in cases {
        let mut console = dearest::looped(&ready, &format!("for i=1,32000 do {body} end flip()")).unwrap();
        let mut told = Vec::new();
        for _ in 0..200 {
            let effects = console.try_frame(&Input::default()).unwrap();
            let limits = effects.iter().filter_map(|effect| match effect {
                Effect::Limit(limit) => Some(limit.to_string()),
                _ => None,
            });
            told.extend(limits);
            if !told.is_empty() && console.suspended_hook() != Some(Hook::Draw) {
                break;
            }
        }
        assert!(told.iter().filter(|told| told.contains(limit)).count() == 1, "{body}: {told:?}");
    }
}
