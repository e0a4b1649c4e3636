//! The editors, on the canvases of windows of several sizes, with the data of Smokehouse.

use editors::{EditEffect, EditInput, EditKey, EditorKind, Editors, GameMoment, SourceFile};
use rasher::{Boot, Machine, PIXELS, Rom, SoundNames};
use std::sync::Arc;
use tests::golden::Goldens;
use tests::table::here;

/// Inputs, one after the other.
type Asks = Vec<EditInput>;

#[test]
fn the_sprite_editor_on_canvases_of_seven_sizes() {
    let select = |from, to| [vec![letter("s")], drag(from, to)].concat();
    let played = [vec![shift()], drag((140, 22), (160, 22)), vec![EditInput::KeyUp("ShiftLeft")]].concat();
    let cases: [(&str, (i32, i32), Asks); 12] = [
        ("edit-sprite-128x128", (128, 128), vec![EditInput::Pointer(30, 40)]),
        ("edit-sprite-256x192", (256, 192), [played, vec![EditInput::Pointer(70, 60)]].concat()),
        ("edit-sprite-256x256", (256, 256), select((20, 60), (70, 100))),
        (
            "edit-sprite-640x360",
            (640, 360),
            vec![letter(">"), letter("<"), letter("<"), key("Ctrl+g", "KeyG")],
        ),
        ("edit-sprite-320x240", (320, 240), vec![letter("<"), EditInput::Pointer(200, 60)]),
        ("edit-sprite-640x400", (640, 400), vec![letter("<")]),
        ("edit-sprite-640x480", (640, 480), vec![letter("<"), EditInput::Pointer(300, 300)]),
        ("edit-commands-256x192", (256, 192), vec![named("F1"), letter("f")]),
        (
            "edit-question-256x192",
            (256, 192),
            [drag((20, 60), (70, 60)), vec![EditInput::Outside(other())]].concat(),
        ),
        ("edit-history-128x128", (128, 128), worked()),
        ("edit-history-256x192", (256, 192), [worked(), vec![named("Enter")]].concat()),
        (
            "edit-history-640x480",
            (640, 480),
            [worked(), vec![named("ArrowDown"), named("Enter"), named("ArrowRight")]].concat(),
        ),
    ];
    let goldens = Goldens::project().unwrap();
    let mut complaints = Vec::new();
    for (name, (w, h), asks) in cases {
        let mut editors = Editors::new(data());
        editors.step(&EditInput::Size(w, h, 2));
        // Sprite 48 is a figure.
        (0..3).for_each(|_| drop(editors.step(&key("z", "KeyZ"))));
        let is_history = name.starts_with("edit-history");
        if is_history {
            editors.take_history(&[], rasher::Date::default());
        }
        for (n, ask) in (0..).zip(&asks) {
            editors.step(ask);
            // Half a minute between two inputs.
            if is_history {
                editors.keep_history(rasher::Date { unix: 45_000 + n * 30, offset: 0 });
            }
        }
        let canvas = editors.draw();
        assert_eq!((canvas.width, canvas.height), (w, h));
        complaints.extend(goldens.check_picture(name, &canvas.pixels, w as usize).err());
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

#[test]
fn the_map_editor_on_canvases_of_five_sizes() {
    let cases: [(&str, (i32, i32), Asks); 5] = [
        ("edit-map-320x240", (320, 240), vec![EditInput::Pointer(30, 40)]),
        ("edit-map-640x400", (640, 400), vec![EditInput::Pointer(30, 40)]),
        ("edit-map-128x128", (128, 128), vec![EditInput::Pointer(30, 40)]),
        (
            "edit-map-256x192",
            (256, 192),
            [vec![letter("s")], drag((20, 40), (60, 70)), vec![letter("o")]].concat(),
        ),
        (
            "edit-map-640x360",
            (640, 360),
            vec![EditInput::Pointer(200, 100), EditInput::Wheel(1), letter("i")],
        ),
    ];
    let goldens = Goldens::project().unwrap();
    let mut complaints = Vec::new();
    for (name, (w, h), asks) in cases {
        let mut editors = Editors::new(data());
        editors.step(&EditInput::Size(w, h, 2));
        editors.open(EditorKind::Map);
        asks.iter().for_each(|ask| drop(editors.step(ask)));
        let canvas = editors.draw();
        complaints.extend(goldens.check_picture(name, &canvas.pixels, w as usize).err());
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

#[test]
fn the_sound_editor_on_canvases_of_six_sizes() {
    let sound = |n: usize| vec![letter("+"); n];
    let plays = |ticks: usize| [vec![named("Space")], vec![EditInput::Tick; ticks]].concat();
    let selects = vec![named("Tab"), held("ArrowDown"), held("ArrowDown"), held("ArrowRight")];
    let wave = vec![letter("-"), key("Ctrl+w", "KeyW"), EditInput::Pointer(70, 60)];
    let filtered = vec![key("Ctrl+2", "Digit2"), key("Ctrl+4", "Digit4"), letter("]")];
    let cases: [(&str, (i32, i32), Asks); 11] = [
        ("edit-sound-128x128", (128, 128), [sound(8), plays(90), vec![EditInput::Pointer(40, 60)]].concat()),
        ("edit-sound-tracker-128x128", (128, 128), [sound(8), selects.clone()].concat()),
        ("edit-sound-256x192", (256, 192), [sound(8), plays(40), selects].concat()),
        (
            "edit-sound-640x360",
            (640, 360),
            [sound(8), plays(100), vec![EditInput::Pointer(300, 250)]].concat(),
        ),
        ("edit-sound-wave-128x128", (128, 128), [sound(8), wave.clone()].concat()),
        ("edit-sound-wave-256x192", (256, 192), [sound(8), wave.clone()].concat()),
        ("edit-sound-wave-320x240", (320, 240), [sound(8), wave.clone()].concat()),
        ("edit-sound-wave-640x360", (640, 360), [sound(8), wave].concat()),
        ("edit-sound-256x256", (256, 256), [sound(8), filtered.clone()].concat()),
        ("edit-sound-320x240", (320, 240), [sound(8), filtered.clone(), plays(40)].concat()),
        ("edit-sound-640x400", (640, 400), [sound(8), filtered, plays(100)].concat()),
    ];
    let goldens = Goldens::project().unwrap();
    let mut complaints = Vec::new();
    for (name, (w, h), asks) in cases {
        let mut editors = Editors::with_sounds(data(), &cart().sounds);
        editors.step(&EditInput::Size(w, h, 2));
        editors.open(EditorKind::Sound);
        asks.iter().for_each(|ask| drop(editors.step(ask)));
        let canvas = editors.draw();
        complaints.extend(goldens.check_picture(name, &canvas.pixels, w as usize).err());
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

#[test]
fn the_music_editor_on_canvases_of_six_sizes() {
    let plays = |ticks: usize| [vec![named("Space")], vec![EditInput::Tick; ticks]].concat();
    let selects = vec![letter("+"), held("ArrowRight"), held("ArrowRight"), named("ArrowRight")];
    let typed = |text: &str| text.chars().map(|c| letter(&c.to_string())).collect::<Asks>();
    let cases: [(&str, (i32, i32), Asks); 7] = [
        ("edit-music-128x128", (128, 128), [vec![letter("+")], plays(90)].concat()),
        ("edit-music-256x192", (256, 192), selects),
        ("edit-music-320x240", (320, 240), vec![letter("+"), key("Shift+2", "Digit2")]),
        ("edit-music-640x400", (640, 400), [vec![letter("+")], plays(100)].concat()),
        ("edit-music-name-640x480", (640, 480), vec![letter("+"), key("Ctrl+t", "KeyT"), letter("!")]),
        ("edit-music-find-256x192", (256, 192), [vec![named("F1")], typed("bass")].concat()),
        (
            "edit-music-640x360",
            (640, 360),
            [vec![letter("+")], plays(100), vec![EditInput::Pointer(40, 20)]].concat(),
        ),
    ];
    let goldens = Goldens::project().unwrap();
    let mut complaints = Vec::new();
    for (name, (w, h), asks) in cases {
        let mut editors = Editors::with_sounds(data(), &cart().sounds);
        editors.step(&EditInput::Size(w, h, 2));
        editors.open(EditorKind::Music);
        asks.iter().for_each(|ask| drop(editors.step(ask)));
        let canvas = editors.draw();
        complaints.extend(goldens.check_picture(name, &canvas.pixels, w as usize).err());
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

/// The code of a small cart with two tabs, and an included file.
const CODE: &str = include_str!("edit.lua");

/// Sends the editors an input, and runs their background jobs.
fn tell(editors: &mut Editors, input: &EditInput) {
    for effect in editors.step(input) {
        if let EditEffect::Pack(version, code) = effect {
            editors.step(&EditInput::Packed(version, format::packed_len(&code)));
        }
    }
}

#[test]
fn the_code_editor_on_canvases_of_three_sizes() {
    let down = |n: usize| vec![named("ArrowDown"); n];
    let ticks = |n: usize| vec![EditInput::Tick; n];
    let typed = |text: &str| text.chars().map(|c| letter(&c.to_string())).collect::<Asks>();
    let fault = EditInput::Fault(Some(("game.p8 tab 0".into(), 6, "attempt to index nil".into())));
    let stops = EditInput::Stops(vec![("game.p8 tab 0".into(), 12)]);
    let game = EditInput::Game(Box::new(shown()));
    let cases: [(&str, (i32, i32), Asks); 8] = [
        ("edit-code-128x128", (128, 128), [down(3), ticks(70)].concat()),
        ("edit-code-256x192", (256, 192), [vec![fault, stops], down(5), ticks(70)].concat()),
        // The documents show this one, doubled: console/studio/code.png.
        (
            "edit-code-640x360",
            (640, 360),
            [vec![game], down(15), vec![named("End")], typed(" rectfill(0,sp"), ticks(8)].concat(),
        ),
        ("edit-code-find-256x192", (256, 192), [vec![key("Ctrl+h", "KeyH")], typed("spr")].concat()),
        (
            "edit-code-help-128x128",
            (128, 128),
            [down(11), typed("spr("), vec![key("Ctrl+u", "KeyU")]].concat(),
        ),
        ("edit-code-signs-256x192", (256, 192), vec![key("Ctrl+i", "KeyI")]),
        ("edit-guide-128x128", (128, 128), vec![EditInput::ShowGuide]),
        ("edit-guide-640x400", (640, 400), vec![EditInput::ShowGuide, named("ArrowDown"), named("Enter")]),
    ];
    let goldens = Goldens::project().unwrap();
    let mut complaints = Vec::new();
    for (name, (w, h), asks) in cases {
        let mut editors = Editors::new(data());
        editors.step(&EditInput::Size(w, h, 2));
        editors.open(EditorKind::Code);
        let file = |name: &str, text: &str| SourceFile { name: name.into(), text: format::encode_code(text) };
        editors.step(&EditInput::Sources(vec![
            file("game.p8", CODE),
            file("lib/dice.lua", "function d6()\n return 1+rnd(6)\\1\nend\n"),
        ]));
        asks.iter().for_each(|ask| tell(&mut editors, ask));
        let canvas = editors.draw();
        complaints.extend(goldens.check_picture(name, &canvas.pixels, w as usize).err());
    }
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n\n"));
}

#[test]
fn the_prompt() {
    let typed = |text: &str| text.chars().map(|c| letter(&c.to_string())).collect::<Asks>();
    let answer = EditInput::Answer(vec!["attempt to index global 'y' (a nil value)".into()], true);
    let asks = [
        typed("help spr"),
        vec![named("Enter")],
        typed("y.x=3"),
        vec![named("Enter"), answer],
        typed("load ga"),
    ];
    let goldens = Goldens::project().unwrap();
    let mut editors = Editors::new(data());
    editors.step(&EditInput::Size(128, 128, 4));
    editors.open(EditorKind::Prompt);
    asks.concat().iter().for_each(|ask| drop(editors.step(ask)));
    let canvas = editors.draw();
    goldens.check_picture("edit-prompt-128x128", &canvas.pixels, 128).unwrap();
}

/// Smokehouse's data and names from its files.
fn cart() -> Rom {
    let folder = here().join("..");
    store::rom_in(&folder, "porklike").expect("its files").expect("they are there")
}

fn data() -> Box<[u8; rasher::memory::ROM_SIZE]> {
    cart().data
}

/// A stroke, lines of code, notes, cells of the map, a pattern, a saved file, and then the page of the history.
fn worked() -> Asks {
    let code = "function _draw()\n cls(1)\n spr(1,60,60)\nend\n";
    let file = |text: &str| SourceFile { name: "game.p8".into(), text: text.into() };
    let mut saved = data();
    (0x400..0x500).for_each(|at| saved[at] ^= 0x11);
    let mut noted = saved.clone();
    (0..32).for_each(|n| noted[0x3200 + 68 * 20 + n * 2..][..2].copy_from_slice(&[n as u8 + 8, 10]));
    let mut drawn = noted.clone();
    (0..8).for_each(|row| drawn[0x604 + row * 64..][..4].copy_from_slice(&[0xa9, 0x98, 0x89, 0x9a]));
    let mut placed = drawn.clone();
    (0..6).for_each(|n| placed[0x2100 + n] = 16 + n as u8);
    let mut played = placed.clone();
    played[0x3100..0x3104].copy_from_slice(&[20, 8, 0x42, 0x43]);
    [
        EditInput::Sources(vec![file(code)]),
        EditInput::Import(saved.clone(), SoundNames::new()),
        EditInput::Saved(saved, Ok("porklike.png".into())),
        EditInput::Import(noted, SoundNames::new()),
        EditInput::Sources(vec![file(&code.replace("cls(1)", "cls(13)\n map()"))]),
        EditInput::Import(drawn, SoundNames::new()),
        EditInput::Import(placed, SoundNames::new()),
        EditInput::Import(played, SoundNames::new()),
        EditInput::Key(EditKey {
            name: "KeyH",
            letter: Some('h'),
            control: true,
            shift: true,
            ..EditKey::default()
        }),
    ]
    .into()
}

/// A game that shows the first room.
fn shown() -> GameMoment {
    let rom = Rom { data: data(), ..Rom::empty("porklike") };
    let mut p8 = Machine::new(Boot { rom: Arc::new(rom), ..Boot::default() });
    p8.map_ext(0, 0, 0, 0, 16, 16, 0);
    let mut picture = Box::new([0; PIXELS]);
    p8.picture(&mut picture);
    let palette = std::array::from_fn(|n| n as u8);
    GameMoment { memory: data(), rom: data(), picture, camera: (0, 0), palette, keeps_palette: false }
}

/// The same, with the sheet's whole first half changed.
fn other() -> Box<[u8; rasher::memory::ROM_SIZE]> {
    let mut data = data();
    data[..0x1000].iter_mut().for_each(|byte| *byte ^= 0x11);
    data
}

fn drag(from: (i32, i32), to: (i32, i32)) -> Asks {
    let point = |(x, y)| EditInput::Pointer(x, y);
    vec![point(from), EditInput::Button(1, true), point(to), EditInput::Button(1, false)]
}

fn letter(text: &str) -> EditInput {
    key(text, "")
}

/// A key by its letter, with or without `Ctrl+`, and its position.
fn key(text: &str, name: &'static str) -> EditInput {
    let (control, text) = text.strip_prefix("Ctrl+").map_or((false, text), |text| (true, text));
    let typed = if control { String::new() } else { text.to_string() };
    EditInput::Key(EditKey { name, letter: text.chars().next(), text: typed, control, ..EditKey::default() })
}

fn named(name: &'static str) -> EditInput {
    EditInput::Key(EditKey { name, ..EditKey::default() })
}

fn held(name: &'static str) -> EditInput {
    EditInput::Key(EditKey { name, shift: true, ..EditKey::default() })
}

fn shift() -> EditInput {
    EditInput::Key(EditKey { name: "ShiftLeft", shift: true, ..EditKey::default() })
}
