//! The sound editor, driven by keys and mouse. Scenarios are those of the editors' page, by number. On 256x192 the head is at 0, 9, the
//! graph at 0, 33, 8 pixels a note and one a semitone, volumes at 98, the tracker at 122.

use super::layout::SoundLayout;
use super::notes::{self, NoteRows, SoundHeader};
use crate::pen::GROUND;
use crate::test_user::User;
use crate::{EditEffect, EditInput, EditKey, EditorKind, PromptCommand};
use format::SfxNote;
use rasher::memory::ROM_SIZE;
use studio::{Area, Piece};

pub(super) fn user(sound: usize) -> User {
    let mut user = User::at(EditorKind::Sound);
    // In the bytes of nothing at all a sound has no speed.
    user.does(&format!("+*{sound} >*16"));
    user
}

pub(super) fn cells(user: &User, sound: usize, rows: std::ops::Range<usize>) -> String {
    let doc = user.editors.document();
    rows.map(|row| notes::note(doc, sound, row).cell()).collect::<Vec<_>>().join(" ")
}

pub(super) fn strike(user: &mut User, letters: &str) {
    letters.chars().for_each(|letter| _ = user.does(&format!("{letter} up:{letter}")));
}

fn header(user: &User, sound: usize) -> SoundHeader {
    SoundHeader::of(user.editors.document(), sound)
}

pub(super) fn playing_rows(user: &mut User, ticks: usize) -> Vec<u8> {
    let mut rows = std::collections::BTreeSet::new();
    for _ in 0..ticks {
        user.ticks(1);
        rows.extend(user.editors.cx.speaker.places.iter().flatten().map(|place| place.1));
    }
    rows.into_iter().collect()
}

#[test]
fn scenario_14_the_piano_goes_by_place_and_ctrl_never_plays() {
    let mut user = user(8);
    strike(&mut user, "zsx");
    // On AZERTY the same place has the letter W.
    let key = EditKey { name: "KeyZ", letter: Some('w'), text: "w".into(), ..EditKey::default() };
    user.send(EditInput::Key(key));
    assert_eq!(cells(&user, 8, 0..4), "C-2.tri.5 C#2.tri.5 D-2.tri.5 C-2.tri.5");
    let before = user.data();
    user.does("Ctrl+s");
    assert!(user.data() == before, "Ctrl+S saves, and is no note");
    assert!(matches!(user.effects.last(), Some(EditEffect::Save { .. })));
}

/// Our decision: a sound opens at its first note, and later where the cursor was left.
#[test]
fn another_sound_has_a_cursor_of_its_own() {
    let mut user = user(8);
    for (go, letter) in [("End", "z"), ("+", "x"), ("-", "c"), ("+", "v")] {
        strike(user.does(go), letter);
    }
    assert_eq!(cells(&user, 9, 0..3), "D-2.tri.5 F-2.tri.5 ...", "first, then where the cursor was");
    assert_eq!(cells(&user, 8, 30..32), "... E-2.tri.5", "the last note");
    // Sounds that are changed together are changed at one place.
    user.does("Ctrl+Shift+Right ]");
    assert_eq!([9, 10].map(|sound| header(&user, sound).end), [0, 3]);
}

/// Our decision: the command types the line at the prompt, and Enter does it; of music an OGG, from the pattern that is open.
#[test]
fn a_sound_is_exported_by_a_line_at_the_prompt() {
    let mut user = user(8);
    for (kind, keys, want) in [
        (EditorKind::Sound, "", ("sound-8.wav", Some(Piece::Sfx(8)))),
        (EditorKind::Music, "+", ("music-1.ogg", Some(Piece::Music(1)))),
    ] {
        user.editors.open(kind);
        user.does(keys).does("Ctrl+Shift+E");
        assert_eq!(user.editors.kind(), EditorKind::Prompt);
        user.does("Enter");
        let Some(EditEffect::Prompt(PromptCommand::Export { name, piece, over: false, .. })) =
            user.effects.last()
        else {
            panic!("{:?}", user.effects.last());
        };
        assert_eq!((&name[..], *piece), want);
    }
}

#[test]
fn a_key_sounds_until_it_is_released() {
    let mut user = user(8);
    user.does("z wait:60");
    let held = user.samples();
    assert!(held.len() >= 22_000, "a second of samples: {}", held.len());
    assert!(held[20_000..].iter().any(|sample| sample.abs() > 4000), "still at its end");
    user.effects.clear();
    user.does("up:z wait:90");
    assert!(user.samples()[4000..].iter().all(|sample| *sample == 0), "and silent soon after");
    assert_eq!(user.effects.last(), Some(&EditEffect::Silence));
}

/// 16 ticks a note, no delay: 16 rows of count-in are 256 ticks of the synth, and a tick of the editors is 2.008 of them.
#[test]
fn scenario_15_what_is_struck_in_time_lands_in_its_row() {
    let mut user = user(8);
    let steps = user.does("Alt+-*6").steps().0;
    user.does("Ctrl+Enter");
    let mut now = 0;
    // The second round plays only the second row.
    for (synth, letters) in [(0, "z"), (17, "x"), (30, "c"), (512 + 16, "m"), (600, "")] {
        let tick = (1000 * (256 + synth) as usize).div_ceil(2008);
        user.ticks(tick - now);
        now = tick;
        strike(&mut user, letters);
    }
    user.does("Space");
    assert_eq!(cells(&user, 8, 0..4), "C-2.tri.5 B-2.tri.5 E-2.tri.5 ...");
    assert_eq!(user.steps().0, steps + 2, "a round is a step");
    user.does("Ctrl+z");
    assert_eq!(cells(&user, 8, 0..3), "C-2.tri.5 D-2.tri.5 E-2.tri.5");
    assert!(user.samples().iter().any(|sample| *sample != 0), "the metronome and what is played are heard");
}

#[test]
fn keys_are_recorded_early_and_as_long_as_they_are_held() {
    for (script, want) in [
        ("wait:126 z up:z wait:10 x up:x wait:2 Space", "C-2.tri.5 D-2.tri.5 ... ... ... ..."),
        // Four and a half rows.
        ("wait:128 z wait:36 up:z wait:20 Esc", "C-2.tri.5 C-2.tri.5 C-2.tri.5 C-2.tri.5 C-2.tri.5 ..."),
    ] {
        let mut user = user(8);
        let steps = user.does("Alt+-*6").steps().0;
        user.does("Ctrl+Enter").does(script);
        assert_eq!((&*cells(&user, 8, 0..6), user.steps().0), (want, steps + 1), "{script}");
    }
}

#[test]
fn scenario_16_ramps_are_even_and_what_leaves_the_range_is_refused() {
    let mut user = user(8);
    strike(&mut user, "zzzzzzzzzzzz");
    // In the tracker's column of volumes: 7 in row 4, 0 in row 11, and from one to the other.
    user.does("Tab Home Down*4 Right*3 7 Down*6 0 Left*3 Home Down*4 Right*3 Shift+Down*7 Ctrl+i");
    let note = |user: &User, row| notes::note(user.editors.document(), 8, row);
    assert_eq!([4, 5, 6, 7, 8, 9, 10, 11].map(|row| note(&user, row).volume), [7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!((note(&user, 3).volume, note(&user, 5).pitch), (5, 24));
    // Three octaves up C-2 is C-5, which does not fit an octave higher.
    let before = user.does("Ctrl+PgUp*3").data();
    user.does("Ctrl+PgUp").says("note 4 (C-5) would be out of range: nothing changed");
    assert!(user.data() == before);
}

#[test]
fn a_range_of_sounds_is_changed_as_one() {
    let mut user = user(8);
    for letters in ["zx", "co", "v"] {
        strike(user.does("Home"), letters);
        user.does("+");
    }
    user.does("-*3 Home");
    let all = |user: &User| [8, 9, 10].map(|sound| cells(user, sound, 0..2)).join(", ");
    let first = user.data();
    assert_eq!(all(&user), "C-2.tri.5 D-2.tri.5, E-2.tri.5 D-4.tri.5, F-2.tri.5 ...");
    user.does("Ctrl+Shift+Right*2").says("editing sounds 8 to 10 together: Esc ends it");
    assert_eq!(all(user.does("Ctrl+PgUp")), "C-3.tri.5 D-3.tri.5, E-3.tri.5 D-5.tri.5, F-3.tri.5 ...");
    let before = user.data();
    user.does("Ctrl+PgUp").says("sound 9, note 1 (D-5) would be out of range: nothing changed");
    assert!(user.data() == before, "all or nothing");
    assert!(user.does("Ctrl+z").data() == first, "one step for all sounds");
    user.does("Alt+3 Ctrl+k").says("changed the instrument of 5 notes");
    assert_eq!(all(&user), "C-2.saw.5 D-2.saw.5, E-2.saw.5 D-4.saw.5, F-2.saw.5 ...");
    assert_eq!(all(user.does("Ctrl+Shift+Down")), "C-2.saw.4 D-2.saw.4, E-2.saw.4 D-4.saw.4, F-2.saw.4 ...");
    // From here on only the current sound changes.
    assert_eq!(all(user.does("Esc Ctrl+Up")), "C-2.saw.4 D-2.saw.4, E-2.saw.4 D-4.saw.4, F#2.saw.4 ...");
    let before = user.data();
    user.does("End Ctrl+k").says("a rest has no instrument: move the cursor to a note");
    assert!(user.data() == before);
}

#[test]
fn scenario_17_flags_of_the_loop_cross_and_the_loop_plays() {
    let mut user = user(8);
    strike(&mut user, "zczczczc");
    let ends = |user: &User| (header(user, 8).start, header(user, 8).end);
    assert_eq!(ends(user.does("Home [ Right*7 ]")), (0, 8));
    user.does("Space");
    // 32 notes of 16 ticks are some 255 of the editors': it goes round, over the notes of the loop and no others.
    assert_eq!(playing_rows(&mut user, 400), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert!(user.samples().iter().rev().take(4000).any(|sample| *sample != 0), "still playing");
    // The flag of the end, between notes 7 and 8, to note 20; what plays then is the loop of the edit.
    assert_eq!(ends(user.does("#62,31:160,31 wait:100")), (0, 20));
    assert_eq!(playing_rows(&mut user, 400).last(), Some(&19));
    assert_eq!(ends(user.does("#2,31:200,31")), (25, 20), "no loop: it would end before it begins");
    assert_eq!(ends(user.does("Ctrl+z")), (0, 20));
}

#[test]
fn scenario_18_a_wave_is_drawn_by_one_drag() {
    let mut user = user(0);
    // The wave is where graph and tracker were: four pixels a sample, 120 of them for 256 levels.
    let mut loudest = |script: &str| {
        user.effects.clear();
        user.does(script).samples().iter().map(|sample| i32::from(*sample).abs()).max().unwrap_or(0)
    };
    // A single sample, then a whole saw.
    let (before, after) = (loudest("Ctrl+w d#0,152 wait:20"), loudest("p#255,33 wait:20"));
    assert!(after != before && after > 1000, "the tone changes while it is held: {before}, then {after}");
    user.does("release");
    let wave: Vec<i32> = (0..64).map(|n| notes::sample(user.editors.document(), 0, n).into()).collect();
    assert_eq!((wave[0], wave[63]), (-128, 127));
    assert!(wave.windows(2).all(|two| (3..=5).contains(&(two[1] - two[0]))), "{wave:?}");
    // In the file it is four rows of 16, and no more.
    let rom = rasher::Rom { data: Box::new(user.data()), ..rasher::Rom::empty("") };
    let text = format::write_sfx(&format::parts(&rom, format::SharedOwner::Sheet).sfx);
    let rows = text.lines().skip_while(|line| !line.contains("wave")).skip(1);
    assert_eq!(rows.take_while(|row| row.split_whitespace().count() == 16).count(), 4, "{text}");
    assert!(user.does("Ctrl+z*3").data() == [0; ROM_SIZE]);
}

/// Our decision: the cursor goes where something was undone, so that typing continues there.
#[test]
fn the_cursor_goes_back_with_what_is_undone() {
    let mut user = user(8);
    strike(&mut user, "zxcv");
    strike(user.does("Ctrl+z*2"), "b");
    assert_eq!(cells(&user, 8, 0..4), "C-2.tri.5 D-2.tri.5 G-2.tri.5 ...");
}

#[test]
fn a_wave_fills_its_frame_and_touches_nothing_else() {
    for (w, h) in [(128, 128), (256, 192), (640, 360)] {
        let mut user = user(0);
        user.send(EditInput::Size(w, h, 2));
        let wave = SoundLayout::new((w, h), true).wave;
        // From the lowest value to the lowest: a line along the lower edge.
        let y = wave.y + wave.h - 1;
        user.does("Ctrl+w").drag(1, &[(wave.x, y), (wave.x + wave.w - 1, y)]);
        let row = |y: i32| user.pixels(Area { y, h: 1, ..wave });
        assert!(row(y).iter().all(|color| [7, 11].contains(color)), "{w}x{h}: the line");
        assert!(row(y + 1).iter().all(|color| *color == 0), "{w}x{h}: the frame is whole");
        assert!(row(y + 2).iter().all(|color| i32::from(*color) == GROUND), "{w}x{h}: a gap below it");
    }
}

/// Each field under the tracker's cursor is white on its colour, so that it can be read: key, octave, instrument, volume, effect.
#[test]
fn what_is_under_the_cursor_can_be_read() {
    let mut user = user(8);
    strike(user.does("Alt+End Tab"), "z");
    user.does("Home");
    let layout = SoundLayout::new((256, 192), false);
    let (cell, fields) = (layout.cell(0), layout.fields());
    for ends in fields.windows(2) {
        let mut colors = user.pixels(Area { x: cell.x + ends[0], w: ends[1] - ends[0] - 1, ..cell });
        colors.sort_unstable();
        colors.dedup();
        assert_eq!(colors, [7, 13], "{ends:?}");
        user.does("Right");
    }
}

#[test]
fn what_is_copied_is_pasted_by_columns_and_sounds_whole() {
    let mut user = user(8);
    strike(&mut user, "zxc");
    user.does("Home Tab Right*3 3 Home Shift+Down Ctrl+c");
    let text = user.copied().to_string();
    assert_eq!(text, "[sfx volume] C-2.tri.3 D-2.tri.5");
    user.does("Esc Home Down").send(EditInput::Pasted(text));
    assert_eq!(cells(&user, 8, 0..3), "C-2.tri.3 D-2.tri.3 E-2.tri.5");
    let text = user.does("Ctrl+c").copied().to_string();
    user.does("+").send(EditInput::Pasted(text));
    assert_eq!(cells(&user, 9, 0..3), cells(&user, 8, 0..3));
    for bad in ["", "[sfx", "[sfx]", "[sfx volume]", "[sfx loud] ...", "[sfx pitch] H-9", "sfx 99:"] {
        assert_eq!(NoteRows::from_text(bad), None, "{bad:?}");
        let before = user.data();
        user.send(EditInput::Pasted(bad.to_string()));
        assert!(user.data() == before, "{bad:?}");
    }
    let note = SfxNote { pitch: 26, instrument: 10, volume: 5, effect: 2 };
    let rows = NoteRows { fields: 9, notes: vec![note, SfxNote::default()] };
    assert_eq!(rows.to_text(), "[sfx pitch effect] D-2.i2.5.vib ...");
    assert_eq!(NoteRows::from_text(&rows.to_text()), Some(rows));
}

/// The form of what PICO-8 copies, as texts on its forum have it: counts, numbers and records in hex.
#[test]
fn what_pico_8_copies_is_pasted() {
    // C-2 as a triangle of volume 5 is 18 0a in memory; speed 8, no loop.
    let record = format!("180a{}00080000", "0000".repeat(31));
    let text = format!("[sfx]020108{record}09{record}080943445[/sfx]");
    let mut user = user(20);
    user.send(EditInput::Pasted(text.clone()));
    assert_eq!([cells(&user, 20, 0..2), cells(&user, 21, 0..1)], ["C-2.tri.5 ...", "C-2.tri.5"]);
    assert_eq!(header(&user, 20).speed, 8);
    for bad in [&text[..text.len() - 9], &text.replace("180a", "18xa"), "[sfx]0100[/sfx]", "[sfx]ff[/sfx]"] {
        let before = user.data();
        user.send(EditInput::Pasted(bad.to_string()));
        assert!(user.data() == before, "{bad}");
    }
}

#[test]
fn space_plays_the_sound_from_its_beginning_or_from_the_cursor() {
    let mut user = user(8);
    strike(&mut user, "zzzzzzzz");
    user.does("wait:120");
    // Eight notes of 16 ticks of 183 samples, and four.
    for (keys, notes) in [("Space", 8), ("Home Right*4 Shift+Space", 4)] {
        user.effects.clear();
        user.does(keys).does("wait:300");
        let last = user.samples().iter().rposition(|sample| *sample != 0).unwrap_or(0);
        assert!((last as i32 - notes * 16 * 183).abs() < 600, "{keys}: {last}");
    }
}

/// FastTracker 2's keys, where they differ from PICO-8's; by its manual, but Caps Lock alone: 1 is Impulse Tracker's.
#[test]
fn keys_may_be_those_of_fasttracker() {
    let mut user = user(8);
    let pitches = |user: &User| {
        let note = |row| notes::note(user.editors.document(), 8, row);
        [0, 1, 2, 3].map(|row| Some(note(row)).filter(|note| note.volume > 0).map(|note| note.pitch))
    };
    user.does("Tab Ctrl+Shift+k").says("keys as in FastTracker…");
    let press = |user: &mut User, name: &'static str| {
        user.send(EditInput::Key(EditKey { name, ..EditKey::default() }));
        user.send(EditInput::KeyUp(name));
    };
    ["KeyZ", "Digit1", "Slash", "CapsLock"].into_iter().for_each(|name| press(&mut user, name));
    assert_eq!(pitches(&user), [Some(24), None, Some(40), None]);
    // A rest replaces a note.
    press(user.does("Home"), "CapsLock");
    assert_eq!(pitches(&user)[0], None);
    for (name, octave) in [("Numpad4", 4), ("NumpadDivide", 3), ("NumpadMultiply", 4), ("F7", 3), ("F8", 4)] {
        press(&mut user, name);
        user.says(&format!("octave {octave}"));
    }
    // Space only plays, and Enter plays the sound.
    user.does("Space").says("keys only play notes");
    let before = user.data();
    press(&mut user, "KeyX");
    press(&mut user, "CapsLock");
    assert!(user.data() == before);
    assert!(user.does("Enter").editors.cx.speaker.playing().is_some());
    user.does("Enter");
    // The settings have it; own keys stay, others are as before.
    let keys = user.effects.iter().rev().find_map(|effect| match effect {
        EditEffect::Keys(keys) => Some(keys.clone()),
        _ => None,
    });
    let mut keys = keys.expect("the settings");
    keys.insert("sound: octave up".into(), "F5".into());
    user.send(EditInput::Keys(keys));
    user.does("Ctrl+Shift+k").says("keys as in PICO-8");
    assert_eq!(user.editors.cx.keys.keys().collect::<Vec<_>>(), ["sound: octave up"]);
    press(&mut user, "Slash");
    press(&mut user, "CapsLock");
    assert!(user.data() == before);
}

/// Our decision: a MIDI keyboard writes as the piano does, its middle C as C-2, as loud as it is struck.
#[test]
fn a_midi_keyboard_writes_notes() {
    let mut user = user(8);
    for (key, loud) in [(60, 127), (60, 0), (36, 1), (99, 64), (36, 0), (99, 0)] {
        user.send(EditInput::Midi(key, loud));
    }
    assert_eq!(cells(&user, 8, 0..4), "C-2.tri.7 C-0.tri.1 D#5.tri.4 ...");
    for key in [0, 35, 100, 127] {
        user.send(EditInput::Midi(key, 90));
        user.says("the keys are C-0 to D#5, from the second C of a long keyboard on");
        user.send(EditInput::Midi(key, 0));
    }
    // Held keys sound, together with the others.
    user.does("Ctrl+e").effects.clear();
    user.send(EditInput::Midi(60, 100));
    user.does("wait:20");
    let is_loud = |effect: &EditEffect| matches!(effect, EditEffect::Samples(all) if all.iter().any(|it| it.abs() > 500));
    assert!(user.effects.iter().any(is_loud));
    user.send(EditInput::Midi(60, 0));
    assert_eq!(cells(&user, 8, 0..4), "C-2.tri.7 C-0.tri.1 D#5.tri.4 ...", "and nothing is written");
    // Not through the list of commands.
    user.does("Ctrl+e F1").send(EditInput::Midi(62, 100));
    assert_eq!(cells(&user, 8, 3..4), "...");
}
