//! The sound editor, driven by what a person does. Scenarios are those of the editors' page, by number. On 256x192 the head stands at
//! 0, 9, the graph at 0, 33, 8 pixels a note and one a semitone, volumes at 98, the tracker at 122.

use super::notes::{self, NoteRows};
use crate::test_user::User;
use crate::{EditEffect, EditInput, EditKey, EditorKind, PromptCommand, Side};
use format::SfxNote;
use rasher::memory::ROM_SIZE;
use studio::Piece;

pub(super) fn user(sound: usize) -> User {
    let mut user = User::new();
    user.editors.open(EditorKind::Sound);
    (0..sound).for_each(|_| user.key("+"));
    // In the bytes of nothing at all a sound has no speed.
    (0..16).for_each(|_| user.key(">"));
    user
}

/// The notes of a sound as cells.
pub(super) fn cells(user: &User, sound: usize, rows: std::ops::Range<usize>) -> Vec<String> {
    rows.map(|row| notes::note(user.editors.document(), sound, row).cell()).collect()
}

fn samples(user: &User) -> Vec<i16> {
    let heard = |effect: &EditEffect| match effect {
        EditEffect::Samples(samples) => Some(samples.clone()),
        _ => None,
    };
    user.effects.iter().filter_map(heard).flatten().collect()
}

/// A key of the piano, struck and let go.
pub(super) fn strike(user: &mut User, letter: char) {
    user.key(&letter.to_string());
    user.let_go(letter);
}

#[test]
fn scenario_14_the_piano_goes_by_place_and_ctrl_never_plays() {
    let mut user = user(8);
    "zsx".chars().for_each(|letter| strike(&mut user, letter));
    assert_eq!(cells(&user, 8, 0..3), ["C-2.tri.5", "C#2.tri.5", "D-2.tri.5"]);
    // On AZERTY the same place has the letter W.
    user.send(EditInput::Key(EditKey {
        name: "KeyZ",
        letter: Some('w'),
        text: "w".into(),
        ..EditKey::default()
    }));
    assert_eq!(cells(&user, 8, 3..4), ["C-2.tri.5"]);
    let before = user.data();
    user.key("Ctrl+s");
    assert!(user.data() == before, "Ctrl+S saves, and is no note");
    assert!(matches!(user.effects.last(), Some(EditEffect::Save { .. })));
}

/// Our decision: a sound is begun at its first note, and gone on with where one was.
#[test]
fn another_sound_has_a_cursor_of_its_own() {
    let mut user = user(8);
    user.key("End");
    strike(&mut user, 'z');
    user.key("+");
    strike(&mut user, 'x');
    assert_eq!(cells(&user, 9, 0..2), ["D-2.tri.5", "..."], "the first note of the next sound");
    user.key("-");
    strike(&mut user, 'c');
    assert_eq!(cells(&user, 8, 30..32), ["...", "E-2.tri.5"], "its last note");
    user.key("+");
    strike(&mut user, 'v');
    assert_eq!(cells(&user, 9, 0..3), ["D-2.tri.5", "F-2.tri.5", "..."], "where one was");
    // Sounds that are changed together are changed at one place.
    user.key("Ctrl+Shift+Right");
    user.key("]");
    let ends = [9, 10].map(|sound| notes::SoundHeader::of(user.editors.document(), sound).end);
    assert_eq!(ends, [0, 3], "the loop of the sound that is shown ends at the same row");
}

/// Our decision: the command types the line at the prompt, and Enter does it.
#[test]
fn a_sound_is_exported_by_a_line_at_the_prompt() {
    let mut user = user(8);
    user.key("Ctrl+Shift+E");
    assert_eq!(user.editors.kind(), EditorKind::Prompt);
    user.effects.clear();
    user.key("Enter");
    let wanted = user.effects.iter().find_map(|effect| match effect {
        EditEffect::Prompt(PromptCommand::Export { name, piece, over, .. }) => {
            Some((name.clone(), *piece, *over))
        }
        _ => None,
    });
    assert_eq!(wanted, Some(("sound-8.wav".to_string(), Some(Piece::Sfx(8)), false)));
    // Of music an OGG, from the pattern that is open.
    user.editors.open(EditorKind::Music);
    user.key("+");
    user.key("Ctrl+Shift+E");
    user.effects.clear();
    user.key("Enter");
    let named = |effect: &EditEffect| matches!(effect, EditEffect::Prompt(PromptCommand::Export { name, piece: Some(Piece::Music(1)), .. }) if name == "music-1.ogg");
    assert!(user.effects.iter().any(named), "{:?}", user.effects);
}

#[test]
fn a_key_is_heard_until_it_is_let_go() {
    let mut user = user(8);
    user.key("z");
    user.ticks(60);
    let held = samples(&user);
    assert!(held.len() >= 22_000, "a second of samples: {}", held.len());
    assert!(held[20_000..].iter().any(|sample| sample.abs() > 4000), "still at its end");
    user.let_go('z');
    user.effects.clear();
    user.ticks(90);
    let after = samples(&user);
    assert!(after[4000..].iter().all(|sample| *sample == 0), "and silent soon after");
    assert_eq!(user.effects.last(), Some(&EditEffect::Silence));
}

/// 16 ticks a note, no delay: 16 rows of count-in are 256 ticks of the synth, and a tick of the editors is 2.008 of them.
#[test]
fn scenario_15_what_is_struck_in_time_lands_in_its_row() {
    let mut user = user(8);
    (0..6).for_each(|_| user.key("Alt+-"));
    let tick = |synth: usize| (1000 * synth).div_ceil(2008);
    let steps = user.editors.document().steps(Side::Sound).0;
    user.key("Ctrl+Enter");
    let mut now = 0;
    let mut at = |user: &mut User, synth: usize, letter: Option<char>| {
        user.ticks(tick(256 + synth) - now);
        now = tick(256 + synth);
        if let Some(letter) = letter {
            strike(user, letter);
        }
    };
    at(&mut user, 0, Some('z'));
    at(&mut user, 17, Some('x'));
    at(&mut user, 30, Some('c'));
    // The second round strikes the second row alone.
    at(&mut user, 512 + 16, Some('m'));
    at(&mut user, 600, None);
    user.key("Space");
    assert_eq!(cells(&user, 8, 0..4), ["C-2.tri.5", "B-2.tri.5", "E-2.tri.5", "..."]);
    assert_eq!(user.editors.document().steps(Side::Sound).0, steps + 2, "a round is a step");
    user.key("Ctrl+z");
    assert_eq!(cells(&user, 8, 0..3), ["C-2.tri.5", "D-2.tri.5", "E-2.tri.5"]);
    assert!(samples(&user).iter().any(|sample| *sample != 0), "the metronome and what is played are heard");
}

/// A key that comes a little before the first row is meant for it: it is of the first round, not a step of its own.
#[test]
fn a_note_that_comes_early_is_of_the_first_round() {
    let mut user = user(8);
    (0..6).for_each(|_| user.key("Alt+-"));
    let steps = user.editors.document().steps(Side::Sound).0;
    user.key("Ctrl+Enter");
    user.ticks(126);
    strike(&mut user, 'z');
    user.ticks(10);
    strike(&mut user, 'x');
    user.ticks(2);
    user.key("Space");
    assert_eq!(cells(&user, 8, 0..2), ["C-2.tri.5", "D-2.tri.5"]);
    assert_eq!(user.editors.document().steps(Side::Sound).0, steps + 1);
}

#[test]
fn a_held_key_is_repeated_until_it_is_let_go() {
    let mut user = user(8);
    (0..6).for_each(|_| user.key("Alt+-"));
    user.key("Ctrl+Enter");
    user.ticks(128);
    user.key("z");
    // Four and a half rows.
    user.ticks(36);
    user.let_go('z');
    user.ticks(20);
    user.key("Esc");
    assert_eq!(
        cells(&user, 8, 0..6),
        ["C-2.tri.5", "C-2.tri.5", "C-2.tri.5", "C-2.tri.5", "C-2.tri.5", "..."]
    );
}

#[test]
fn scenario_16_ramps_are_even_and_what_leaves_the_range_is_refused() {
    let mut user = user(8);
    (0..12).for_each(|_| strike(&mut user, 'z'));
    user.key("Tab");
    for (row, volume) in [(4, "7"), (11, "0")] {
        user.key("Home");
        (0..row).for_each(|_| user.key("Down"));
        user.key("Right");
        user.key("Right");
        user.key("Right");
        user.key(volume);
        (0..3).for_each(|_| user.key("Left"));
    }
    // From row 4, in the column of volumes, to row 11.
    user.key("Home");
    (0..4).for_each(|_| user.key("Down"));
    (0..3).for_each(|_| user.key("Right"));
    (0..7).for_each(|_| user.key("Shift+Down"));
    user.key("Ctrl+i");
    let volume = |user: &User, row| notes::note(user.editors.document(), 8, row).volume;
    assert_eq!((4..12).map(|row| volume(&user, row)).collect::<Vec<_>>(), [7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!((volume(&user, 3), notes::note(user.editors.document(), 8, 5).pitch), (5, 24));
    // C-2 and two octaves and a half is F#4; a D-5 does not fit an octave higher.
    (0..3).for_each(|_| user.key("Ctrl+PgUp"));
    let before = user.data();
    user.key("Ctrl+PgUp");
    assert!(user.data() == before);
    assert_eq!(user.editors.status(), "note 4, C-5, would leave the range: nothing is changed");
}

/// What the editors' page asks of commands on a range of the list: all of it or nothing, the note named, one step.
#[test]
fn a_range_of_sounds_is_changed_as_one() {
    let mut user = user(8);
    for letters in ["zx", "co", "v"] {
        user.key("Home");
        letters.chars().for_each(|letter| strike(&mut user, letter));
        user.key("+");
    }
    (0..3).for_each(|_| user.key("-"));
    user.key("Home");
    let all = |user: &User| (8..11).map(|sound| cells(user, sound, 0..2).join(" ")).collect::<Vec<_>>();
    let first = user.data();
    assert_eq!(all(&user), ["C-2.tri.5 D-2.tri.5", "E-2.tri.5 D-4.tri.5", "F-2.tri.5 ..."]);
    (0..2).for_each(|_| user.key("Ctrl+Shift+Right"));
    assert_eq!(user.editors.status(), "sounds 8 to 10 are changed together; Esc ends it");
    user.key("Ctrl+PgUp");
    assert_eq!(all(&user), ["C-3.tri.5 D-3.tri.5", "E-3.tri.5 D-5.tri.5", "F-3.tri.5 ..."]);
    let before = user.data();
    user.key("Ctrl+PgUp");
    assert!(user.data() == before, "all or nothing");
    assert_eq!(user.editors.status(), "sound 9, note 1, D-5, would leave the range: nothing is changed");
    user.key("Ctrl+z");
    assert!(user.data() == first, "one step for all sounds");
    user.key("Alt+3");
    user.key("Ctrl+k");
    assert_eq!(user.editors.status(), "5 notes had that instrument");
    assert_eq!(all(&user), ["C-2.saw.5 D-2.saw.5", "E-2.saw.5 D-4.saw.5", "F-2.saw.5 ..."]);
    user.key("Ctrl+Shift+Down");
    assert_eq!(all(&user), ["C-2.saw.4 D-2.saw.4", "E-2.saw.4 D-4.saw.4", "F-2.saw.4 ..."]);
    // From here on it is the sound that is shown alone.
    user.key("Esc");
    user.key("Ctrl+Up");
    assert_eq!(all(&user), ["C-2.saw.4 D-2.saw.4", "E-2.saw.4 D-4.saw.4", "F#2.saw.4 ..."]);
    // A rest has no instrument that could be replaced.
    user.key("End");
    let before = user.data();
    user.key("Ctrl+k");
    assert!(user.data() == before);
    assert_eq!(user.editors.status(), "a rest has no instrument: the cursor goes on a note that has it");
}

#[test]
fn scenario_17_flags_of_the_loop_cross_and_the_loop_is_heard() {
    let mut user = user(8);
    (0..8).for_each(|n| strike(&mut user, ['z', 'c'][n % 2]));
    user.key("Home");
    user.key("[");
    (0..7).for_each(|_| user.key("Right"));
    user.key("]");
    let bytes = |user: &User| [user.data()[notes::address(8) + 66], user.data()[notes::address(8) + 67]];
    assert_eq!(bytes(&user), [0, 8]);
    user.key("Space");
    // 32 notes of 16 ticks are some 255 of the editors': it goes round, over the notes of the loop and no others.
    let rows = |user: &mut User, ticks: usize| {
        let mut rows = std::collections::BTreeSet::new();
        for _ in 0..ticks {
            user.send(EditInput::Tick);
            rows.extend(user.editors.cx.speaker.places.iter().flatten().map(|place| place.1));
        }
        rows.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(rows(&mut user, 400), [0, 1, 2, 3, 4, 5, 6, 7]);
    let late = samples(&user);
    assert!(late[late.len() - 4000..].iter().any(|sample| *sample != 0), "still playing");
    // The flag of the end, between notes 7 and 8, to note 20; then that of the beginning behind it.
    user.drag(1, &[(62, 31), (160, 31)]);
    assert_eq!(bytes(&user), [0, 20]);
    // What plays goes round in the loop of the edit.
    rows(&mut user, 100);
    assert_eq!(rows(&mut user, 400).last(), Some(&19));
    user.drag(1, &[(2, 31), (200, 31)]);
    assert_eq!(bytes(&user), [25, 20], "no loop: it would end before it begins");
    user.key("Ctrl+z");
    assert_eq!(bytes(&user), [0, 20]);
}

#[test]
fn scenario_18_a_wave_is_drawn_by_one_drag() {
    let mut user = user(0);
    user.key("Ctrl+w");
    user.effects.clear();
    // The wave stands where graph and tracker do: four pixels a sample, 120 of them for 256 levels.
    user.point((0, 152));
    user.button(1, true);
    user.ticks(20);
    let first = samples(&user);
    user.effects.clear();
    user.point((255, 33));
    user.ticks(20);
    // As loud as it gets: a single sample beside a whole saw.
    let loudest = |all: &[i16]| all.iter().map(|sample| i32::from(*sample).abs()).max().unwrap_or(0);
    let (before, after) = (loudest(&first), loudest(&samples(&user)));
    assert!(after != before && after > 1000, "the tone changes while it is held: {before}, then {after}");
    user.button(1, false);
    let wave: Vec<i32> = (0..64).map(|n| notes::sample(user.editors.document(), 0, n).into()).collect();
    assert_eq!((wave[0], wave[63]), (-128, 127));
    assert!(wave.windows(2).all(|two| (3..=5).contains(&(two[1] - two[0]))), "{wave:?}");
    let heard = samples(&user);
    assert!(heard.iter().any(|sample| sample.abs() > 1000), "it sounds while it is drawn");
    let rom = rasher::Rom { data: Box::new(user.data()), ..rasher::Rom::empty("") };
    let text = format::write_sfx(&format::parts(&rom, format::SharedOwner::Sheet).sfx);
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.contains("wave")).skip(1).take(5).collect();
    let counts: Vec<usize> = rows.iter().map(|row| row.split_whitespace().count()).collect();
    assert_eq!(counts[..4], [16; 4], "{text}");
    assert_ne!(counts.get(4), Some(&16), "four rows and no more");
    (0..3).for_each(|_| user.key("Ctrl+z"));
    assert!(user.data() == [0; ROM_SIZE]);
}

/// Our decision: the cursor stands where something was undone, so that one types on there.
#[test]
fn the_cursor_goes_back_with_what_is_undone() {
    let mut user = user(8);
    ['z', 'x', 'c', 'v'].iter().for_each(|letter| strike(&mut user, *letter));
    user.key("Ctrl+z");
    user.key("Ctrl+z");
    strike(&mut user, 'b');
    assert_eq!(cells(&user, 8, 0..4), ["C-2.tri.5", "D-2.tri.5", "G-2.tri.5", "..."]);
}

/// What is drawn of a wave stays inside of its frame, and the words below keep off it.
#[test]
fn a_wave_fills_its_frame_and_touches_nothing_else() {
    for (w, h) in [(128, 128), (256, 192), (640, 360)] {
        let mut user = user(0);
        user.send(EditInput::Size(w, h, 2));
        user.key("Ctrl+w");
        let wave = super::layout::SoundLayout::new((w, h)).wave;
        // From the lowest value to the lowest: a line along the lower edge.
        user.drag(1, &[(wave.x, wave.y + wave.h - 1), (wave.x + wave.w - 1, wave.y + wave.h - 1)]);
        let canvas = user.editors.draw();
        let row = |y: i32| {
            let at = (y * canvas.width + wave.x) as usize;
            &canvas.pixels[at..at + wave.w as usize]
        };
        assert!(row(wave.y + wave.h - 1).iter().all(|color| [7, 11].contains(color)), "{w}x{h}: the line");
        assert!(row(wave.y + wave.h).iter().all(|color| *color == 5), "{w}x{h}: the frame is whole");
        assert!(row(wave.y + wave.h + 1).iter().all(|color| *color == 1), "{w}x{h}: a gap below it");
    }
}

/// Each field under the tracker's cursor is white on its colour, so that it can be read: key, octave, instrument, volume, effect.
#[test]
fn what_stands_under_the_cursor_can_be_read() {
    let mut user = user(8);
    user.key("Alt+End");
    user.key("Tab");
    strike(&mut user, 'z');
    user.key("Home");
    let layout = super::layout::SoundLayout::new((256, 192));
    let (cell, fields) = (layout.cell(0), layout.fields());
    for (column, ends) in fields.windows(2).enumerate() {
        let canvas = user.editors.draw();
        let inside = (cell.y..cell.y + layout.row)
            .flat_map(|y| (cell.x + ends[0]..cell.x + ends[1] - 1).map(move |x| (y * 256 + x) as usize));
        let mut colors: Vec<u8> = inside.map(|at| canvas.pixels[at]).collect();
        colors.sort_unstable();
        colors.dedup();
        assert_eq!(colors, [7, 13], "column {column}");
        user.key("Right");
    }
}

#[test]
fn what_is_copied_is_pasted_by_columns_and_sounds_whole() {
    let mut user = user(8);
    for letter in ['z', 'x', 'c'] {
        strike(&mut user, letter);
    }
    user.key("Home");
    user.key("Tab");
    (0..3).for_each(|_| user.key("Right"));
    user.key("3");
    user.key("Home");
    user.key("Shift+Down");
    user.key("Ctrl+c");
    let Some(EditEffect::Copy(text)) = user.effects.last().cloned() else { panic!("nothing copied") };
    assert_eq!(text, "[sfx volume] C-2.tri.3 D-2.tri.5");
    user.key("Esc");
    user.key("Home");
    user.key("Down");
    user.send(EditInput::Pasted(text));
    assert_eq!(cells(&user, 8, 0..3), ["C-2.tri.3", "D-2.tri.3", "E-2.tri.5"]);
    user.key("Ctrl+c");
    let Some(EditEffect::Copy(text)) = user.effects.last().cloned() else { panic!("nothing copied") };
    user.key("+");
    user.send(EditInput::Pasted(text));
    assert_eq!(cells(&user, 9, 0..3), cells(&user, 8, 0..3));
    for bad in ["", "[sfx", "[sfx]", "[sfx volume]", "[sfx loud] ...", "[sfx pitch] H-9", "sfx 99:"] {
        assert_eq!(NoteRows::from_text(bad), None, "{bad:?}");
        let before = user.data();
        user.send(EditInput::Pasted(bad.to_string()));
        assert!(user.data() == before, "{bad:?}");
    }
}

/// The form of what PICO-8 copies, as texts on its forum have it: counts, numbers and records in hex.
#[test]
fn what_pico_8_copies_is_pasted() {
    // C-2 as a triangle of volume 5 is 18 0a in memory; speed 8, no loop.
    let record = format!("180a{}00080000", "0000".repeat(31));
    let text = format!("[sfx]020108{record}09{record}080943445[/sfx]");
    let mut user = user(20);
    user.send(EditInput::Pasted(text.clone()));
    assert_eq!(
        (cells(&user, 20, 0..2), cells(&user, 21, 0..1)),
        (vec!["C-2.tri.5".into(), "...".into()], vec!["C-2.tri.5".into()])
    );
    assert_eq!(user.data()[notes::address(20) + 65], 8);
    for bad in [&text[..text.len() - 9], &text.replace("180a", "18xa"), "[sfx]0100[/sfx]", "[sfx]ff[/sfx]"] {
        let before = user.data();
        user.send(EditInput::Pasted(bad.to_string()));
        assert!(user.data() == before, "{bad}");
    }
}

#[test]
fn space_plays_the_sound_from_its_beginning_or_from_the_cursor() {
    let mut user = user(8);
    (0..8).for_each(|_| strike(&mut user, 'z'));
    user.ticks(120);
    user.effects.clear();
    user.key("Space");
    user.ticks(300);
    let whole = samples(&user).iter().rposition(|sample| *sample != 0).unwrap_or(0);
    user.effects.clear();
    user.key("Home");
    (0..4).for_each(|_| user.key("Right"));
    user.key("Shift+Space");
    user.ticks(300);
    let half = samples(&user).iter().rposition(|sample| *sample != 0).unwrap_or(0);
    // Eight notes of 16 ticks of 183 samples, and four.
    assert!((whole as i32 - 8 * 16 * 183).abs() < 600, "{whole}");
    assert!((half as i32 - 4 * 16 * 183).abs() < 600, "{half}");
}

#[test]
fn rows_as_text_come_back() {
    let note = SfxNote { pitch: 26, instrument: 10, volume: 5, effect: 2 };
    let rows = NoteRows { fields: 9, notes: vec![note, SfxNote::default()] };
    assert_eq!(rows.to_text(), "[sfx pitch effect] D-2.i2.5.vib ...");
    assert_eq!(NoteRows::from_text(&rows.to_text()), Some(rows));
}
