//! The farm on made-up results, and on carts of the suite with this build as the other build. Expectations rest on the
//! farm's own definitions: `compare.rs`, `group.rs`, `page.rs`.

use farm::against::{row, traces};
use farm::calibrate::{Calibration, Timing, timing};
use farm::child::{Ending, run};
use farm::compare::{Comparison, compare};
use farm::engine::Engine;
use farm::farm::{Row, Shot};
use farm::group::{DrawCall, failure, group};
use farm::page::{groups, page};
use farm::run_file::{Picture, Run, RunWriter};
use farm::{buttons, carts};
use farm::{options::Options, probe, sound};
use rasher::{PIXELS, SIDE};
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(20);

fn folder(name: &str) -> PathBuf {
    tests::shell::folder("farm", name)
}

/// A picture with one pixel for its number.
fn picture(number: usize) -> Picture {
    let mut picture = Box::new([0; PIXELS]);
    picture[number] = 7;
    picture
}

/// A run that shows these numbers and prints these lines in their ticks.
fn shown(numbers: impl IntoIterator<Item = usize>, lines: &[(usize, &str)]) -> Run {
    let mut bytes = Vec::new();
    let mut writer = RunWriter::new(&mut bytes).unwrap();
    let mut printed = String::new();
    for (tick, number) in numbers.into_iter().enumerate() {
        for (_, line) in lines.iter().filter(|(at, _)| *at == tick) {
            printed += &format!("{line}\n");
        }
        writer.tick(&picture(number), printed.len() as u32, &[]).unwrap();
    }
    writer.end().unwrap();
    Run::read(&bytes, printed.as_bytes()).unwrap()
}

fn compared(ours: &Run, theirs: &Run, timing: Timing) -> Comparison {
    let calibration = Calibration { at30: timing, at60: timing, ..Calibration::ours() };
    compare(ours, theirs, &calibration, 30)
}

#[test]
fn a_run_reads_as_it_was_written_and_up_to_any_cut() {
    let whole = shown([1, 1, 2, 3], &[(0, "a"), (2, "b"), (2, "c")]);
    assert_eq!(whole.pictures.len(), 3);
    assert_eq!(whole.lines, [(0, "a".to_string()), (2, "b".into()), (2, "c".into())]);
    assert!(whole.complete);
    let mut bytes = Vec::new();
    let mut writer = RunWriter::new(&mut bytes).unwrap();
    (0..3).for_each(|n| writer.tick(&picture(n), 0, &[3, -4]).unwrap());
    writer.end().unwrap();
    for cut in [0, 5, 11, 12, 11 + PIXELS, 12 + PIXELS, 19 + PIXELS, bytes.len() - 1] {
        match Run::read(&bytes[..cut], b"") {
            Ok(run) => assert!(!run.complete && run.ticks.len() <= 3, "{cut}"),
            Err(why) => assert!(cut < 11, "{cut}: {why}"),
        }
    }
    let strange = [b"farm run 1\n", &b"Q"[..]].concat();
    assert!(Run::read(&strange, b"").unwrap_err().contains("0x51"));
    assert!(Run::read(b"farm run 1\nF\0\0\0\0\0\0", b"").is_err(), "a tick before any picture");
}

/// Ours counts from 0; theirs is made from it as the first column says.
#[test]
fn differences_are_found_where_they_begin() {
    type Case = (&'static str, fn(usize) -> usize, isize, usize, Option<(usize, bool)>);
    let cases: [Case; 8] = [
        ("equal", |n| n, 0, 0, None),
        ("starts 5 later", |n| n.saturating_sub(5), 5, 0, None),
        ("starts 5 earlier", |n| n + 5, -5, 0, None),
        ("and another picture from 50 on", |n| n + if n < 45 { 5 } else { 9005 }, -5, 0, Some((50, false))),
        ("two ticks are shown twice", |n| if n < 200 { n } else { (n - 2).max(200) }, 0, 1, None),
        ("another picture from 50 on", |n| if n < 50 { n } else { n + 9000 }, 0, 0, Some((50, false))),
        ("one other picture", |n| if n == 70 { 9000 } else { n }, 0, 0, Some((70, true))),
        ("never equal", |n| n + 9000, 0, 0, Some((0, false))),
    ];
    for (name, theirs, offset, slips, first) in cases {
        let ours = shown(0..300, &[]);
        let found = compared(&ours, &shown((0..320).map(theirs), &[]), Timing::OURS);
        assert_eq!(found.picture.map(|it| (it.frame, it.flickers)), first, "{name}");
        assert_eq!((found.offset, found.slips.len(), found.frames), (offset, slips, 300), "{name}");
    }
    let half = Timing { first: 3, step: 2, delay: 0 };
    let found =
        compared(&shown(0..200, &[]), &shown((0..400).map(|t: usize| t.saturating_sub(3) / 2), &[]), half);
    assert_eq!((found.picture, found.offset, found.equal), (None, 0, found.frames), "two ticks a frame");
}

#[test]
fn the_first_differing_pixel_is_named_and_hidden_ones_are_not_compared() {
    let (ours, theirs) = (shown([5, 5, 5], &[]), shown([5, 700, 700], &[]));
    let found = compared(&ours, &theirs, Timing::OURS).picture.unwrap();
    assert_eq!((found.frame, found.count, found.at, found.colours), (1, 2, (5, 0), [7, 0]));
    let mut calibration = Calibration::ours();
    (calibration.hidden[5], calibration.hidden[700]) = (1, 1);
    assert_eq!(compare(&ours, &theirs, &calibration, 30).picture, None);
}

#[test]
fn lines_sounds_and_generators_are_compared_in_order() {
    let still = || std::iter::repeat_n(0, 60);
    let ours = shown(still(), &[(1, "one"), (2, "two"), (3, "~farm 1 4 -1 0x1"), (9, "~farm 9 5 -1 0x2")]);
    let late = [(4, "~farm 1 4 -1 0x1"), (5, "loading"), (5, "one"), (6, "2"), (9, "~farm 20 5 -1 0x2")];
    let found = compared(&ours, &shown(still(), &late), Timing::OURS);
    let line = found.line.unwrap();
    assert_eq!((line.ours.as_str(), line.theirs.as_deref()), ("two", Some("2")));
    // Nothing is known after the last line of a timeline.
    assert_eq!((found.playing, found.generator), (None, None));
    let other = [(1, "~farm 1 4 -1 0x1"), (4, "~farm 4 6 -1 0x7"), (9, "~farm 9 5 -1 0x2")];
    let found = compared(&ours, &shown(still(), &other), Timing::OURS);
    assert_eq!(found.playing, Some((4, "4 -1".into(), "6 -1".into())));
    assert_eq!(found.generator, Some(4));
}

#[test]
fn onsets_follow_silence() {
    let mut levels = vec![0; 20];
    levels.extend([900, 900, 0, 900, 900]);
    levels.extend([0; 20]);
    levels.extend([300; 5]);
    assert_eq!(sound::onsets(&levels), [20, 45], "the gap of one frame is within a sound");
    let late: Vec<u16> = [0; 4].into_iter().chain(levels.clone()).collect();
    let found = sound::SoundDifference::between(&levels, &late).unwrap();
    assert_eq!((found.onsets, found.lone), ([2, 2], None));
    let found = sound::SoundDifference::between(&levels, &levels[..40]).unwrap();
    assert_eq!(found.lone, Some((0, 45)));
    assert_eq!(sound::SoundDifference::between(&levels, &[0; 50]), None, "no sound is captured");
    let fade: Vec<u16> = [0, 1000, 40, 1000, 0].into_iter().flat_map(|level| [level; 10]).collect();
    let half: Vec<u16> = fade.iter().map(|level| level / 2).collect();
    let found = sound::SoundDifference::between(&fade, &half).unwrap();
    assert_eq!((found.onsets, found.lone), ([1, 1], None), "half as loud, never silent in between");
    assert_eq!(sound::level(&[3, -4, 3, -4]), 3);
}

#[test]
fn a_draw_takes_each_folder_in_turn_and_equal_files_once() {
    let at = folder("draw");
    let names = ["a/1.p8", "a/2.p8", "a/3.p8", "a/same.p8", "b/deep/1.p8", "c.p8"];
    for name in names {
        let path = at.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, if name.contains("same") { names[0] } else { name }).unwrap();
    }
    let found = carts::find(&at).unwrap();
    let all: Vec<&PathBuf> = found.iter().collect();
    let draw = |seed| carts::shuffle(&at, &all, seed);
    let drawn = draw(1);
    assert_eq!((found.len(), drawn.len()), (6, 5));
    assert_eq!(drawn[1..3], [&at.join("b/deep/1.p8"), &at.join("c.p8")]);
    assert_eq!(drawn, draw(1));
    assert!((2..20).any(|seed| draw(seed) != drawn));
}

#[test]
fn buttons_are_the_same_for_a_seed_and_reach_their_frame() {
    let masks = buttons::buttons(1, 500);
    assert_eq!(masks, buttons::buttons(1, 500));
    assert_ne!(masks, buttons::buttons(2, 500));
    assert_eq!(buttons::parse(&buttons::script(&masks)).unwrap(), masks);
    assert!(buttons::parse("3 4\nx").unwrap_err().contains("line 2"));
    let timing = Timing { first: 6, step: 2, delay: 3 };
    let ticks = timing.masks(&masks);
    for (frame, mask) in masks.iter().enumerate() {
        let read = timing.tick(frame) - timing.delay;
        assert_eq!(ticks[read..read + 2], [*mask; 2], "frame {frame}");
    }
}

/// A made-up engine that shows frame 1 in tick `first`, and has the buttons of `delay` ticks before.
#[test]
fn the_calibration_finds_start_step_and_delay() {
    let masks: Vec<u8> = (0..200).map(|tick| if tick < 64 { 0 } else { (tick % 64) as u8 }).collect();
    for (first, step, delay) in [(0_usize, 1_usize, 0_usize), (2, 1, 1), (3, 2, 0), (5, 2, 3)] {
        let mut bytes = Vec::new();
        let mut writer = RunWriter::new(&mut bytes).unwrap();
        for tick in 0..200 {
            let mut picture: Picture = Box::new([0; PIXELS]);
            if tick >= first {
                let (frame, drawn) = ((tick - first) / step + 1, first + (tick - first) / step * step);
                (0..16).for_each(|bit| picture[64 * SIDE + bit] = (frame >> bit & 1) as u8 * 7);
                let held = drawn.checked_sub(delay).map_or(0, |read| masks[read]);
                (0..6).for_each(|bit| picture[66 * SIDE + bit] = (held >> bit & 1) * 7);
            }
            writer.tick(&picture, 0, &[]).unwrap();
        }
        writer.end().unwrap();
        let found = timing(&Run::read(&bytes, b"").unwrap(), &masks);
        // The buttons are held for all ticks of a frame, and the last of them is the one that is read.
        assert_eq!(found, Some(Timing { first, step, delay: delay + step - 1 }));
    }
    assert_eq!(timing(&shown([0; 200], &[]), &masks), None, "it never counts");
}

#[test]
fn rows_are_grouped_by_their_first_difference() {
    let call =
        |name: &str, args: &str| DrawCall { name: name.into(), args: args.into(), place: "a.p8:1".into() };
    let differs = |flickers, generator| {
        let pair = (shown([5; 40], &[]), shown([6; 40], &[]));
        let mut found = compared(&pair.0, &pair.1, Timing::OURS);
        found.picture.as_mut().unwrap().flickers = flickers;
        Comparison { generator, ..found }
    };
    let print = call("print", r#""\^wbig\f8 and \^wmore", 1, 2"#);
    let cases = [
        (Comparison { frames: 1, ..Comparison::default() }, None, "equal"),
        (Comparison::default(), None, "core: no frame to compare"),
        (differs(false, None), Some(call("spr", "1, 2, 3")), "spr"),
        (differs(false, Some(0)), Some(call("spr", "1, 2, 3")), "after rnd: spr"),
        (differs(false, Some(9)), Some(print), r"print \^w \f"),
        (differs(true, None), None, "flicker: no call of ours"),
        (Comparison { is_still: true, ..differs(true, None) }, None, "core: one still picture"),
    ];
    for (found, call, expected) in cases {
        assert_eq!(group("core", &found, call.as_ref()), expected);
    }
    let stops =
        Ending::Failed(5, "the cart stopped in frame 3 at a.p8:12: attempt to index a nil value".into());
    assert_eq!(failure("Rasher", &stops), "Rasher stops: attempt to index a nil value");
    assert_eq!(failure("core", &Ending::Hung(LIMIT)), "core hangs");
}

#[test]
fn children_that_fail_are_endings() {
    let at = folder("children");
    type Case = (&'static str, fn(&Ending) -> bool);
    let cases: [Case; 6] = [
        ("exit 0", |it| *it == Ending::Done),
        ("echo no such game >&2; exit 3", |it| *it == Ending::Failed(3, "no such game".into())),
        ("kill -SEGV $$", |it| matches!(it, Ending::Crashed(_))),
        ("exec sleep 5", |it| matches!(it, Ending::Hung(_))),
        ("trap '' XCPU; while :; do :; done", |it| matches!(it, Ending::Hung(_))),
        ("exec /no/such/program", |it| matches!(it, Ending::NotStarted(_))),
    ];
    for (script, expected) in cases {
        let words = ["sh", "-c", script].map(str::to_string);
        let ending =
            run(&words, &at, &[], Duration::from_millis(if script.contains("XCPU") { 1000 } else { 100 }));
        assert!(expected(&ending), "{script}: {ending:?}");
    }
}

#[test]
fn the_page_escapes_what_carts_and_engines_say() {
    let hostile = "<script>alert(1)</script>\u{7}\"'&.p8";
    let mut row = Row { group: hostile.into(), notes: vec![hostile.into()], ..Row::new(hostile, hostile) };
    row.shots.push(Shot::of(hostile, &picture(3)));
    let rows = [row, Row { group: "equal".into(), ..Row::new("a.p8", "core") }];
    let text = page(&rows, hostile);
    assert!(!text.contains("<script") && !text.contains('\u{7}'), "{text}");
    assert!(text.contains("&lt;script&gt;") && text.contains("default-src 'none'"));
    assert_eq!(text.matches("data:image/png;base64,").count(), 1);
    assert_eq!(groups(&rows).len(), 2);
    assert_eq!(rows[1].line(), "a.p8\tcore\tequal\t-\t");
}

#[test]
fn options_say_what_is_wrong() {
    let parse = |line: &str| Options::parse(&line.split_whitespace().map(str::to_string).collect::<Vec<_>>());
    let good = parse("carts --core a.so --core b.so --out p.html --frames 20 --draw 3").unwrap();
    assert_eq!((good.cores.len(), good.frames, good.draw, good.jobs), (2, 20, Some(3), 1));
    let cases = [
        ("", "FOLDER"),
        ("carts --core a.so", "--out"),
        ("carts --out p.html", "--core, --engine or --against"),
        ("carts --core a.so --out p.html --frames 0", "from 1 to"),
        ("carts --core a.so --out p.html --seconds", "a value"),
        ("carts more --out p.html", "after the folder"),
        ("carts --nonsense 3 --out p.html", "an option"),
    ];
    for (line, says) in cases {
        let error = parse(line).unwrap_err();
        assert!(error.contains(says), "{line}: {error}");
    }
    for text in ["x", "=a {cart}", "a=b"] {
        assert!(Engine::command(text, Path::new(".")).unwrap_err().contains("NAME=COMMAND"), "{text}");
    }
}

#[test]
fn traces_part_at_the_first_other_digest() {
    let ours = "rasher trace 2\n0 aa SCREEN=1 t=1\n1 bb t=2\n2 cc SCREEN=3 t=3\n";
    let cases = [
        (ours.to_string(), None),
        (ours.replace("bb t=2", "b0 t=9"), Some((1, "t", None))),
        (ours.replace("cc SCREEN=3", "c0 SCREEN=4"), Some((2, "SCREEN", Some(2)))),
        (ours.replace("2 cc SCREEN=3 t=3\n", ""), Some((1, "the number of frames", None))),
    ];
    for (theirs, expected) in cases {
        let found = traces(ours, &theirs).map(|it| (it.frame, it.names.join(" "), it.picture));
        assert_eq!(
            found,
            expected.map(|(frame, names, picture)| (frame, names.to_string(), picture)),
            "{theirs}"
        );
    }
}

/// This build is the other build, and one whose `trace` writes another digest.
#[test]
fn two_carts_of_the_suite_are_equal_against_this_build() {
    let ours = Engine::ours(Path::new(env!("CARGO_BIN_EXE_farm")));
    let same = |words: &[String]| {
        let report = tests::shell::command(words);
        if report.code == 0 { Ok(()) } else { Err(report.err) }
    };
    let changed = |words: &[String]| {
        same(words)?;
        let Some(out) = words.iter().position(|word| word == "-o") else { return Ok(()) };
        let text = std::fs::read_to_string(&words[out + 1]).unwrap();
        let lines: Vec<String> = text.lines().map(|line| line.replace("20 ", "20 0")).collect();
        std::fs::write(&words[out + 1], lines.join("\n")).map_err(|error| error.to_string())
    };
    let broken = |_: &[String]| Err("no such build".to_string());
    let masks = buttons::buttons(1, 30);
    for cart in ["circ.p8", "print.p8"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suite").join(cart);
        let at = folder(cart);
        let row =
            |other: farm::against::Rasher| row(&ours, "other", other, (&path, cart), &at, (&masks, LIMIT));
        let equal = row(&same);
        assert_eq!((equal.group.as_str(), equal.notes.as_slice()), ("equal", &["30 frames".to_string()][..]));
        let parts = row(&changed);
        assert_eq!((parts.frame, parts.shots.len()), (Some(20), 2), "{parts:?}");
        assert!(parts.group.starts_with("state: "), "{parts:?}");
        assert_eq!(row(&broken).group, "other fails");
    }
    let missing = at_missing(&ours, &masks);
    assert!(missing.group.starts_with("Rasher does not load it"), "{missing:?}");
}

fn at_missing(ours: &Engine, masks: &[u8]) -> Row {
    let at = folder("missing");
    let path = at.join("none.p8");
    row(ours, "other", &|_| Ok(()), (&path, "none.p8"), &at, (masks, LIMIT))
}

/// Rasher prints what `probe.tsv` says, and a log is read with what a host puts around it.
#[test]
fn the_probe_prints_the_values_of_its_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("probe.p8");
    let line = format!("run {} --headless --frames 240", path.display());
    let log = tests::shell::rasher(&line).out;
    let report = probe::read(&log).unwrap();
    for (row, here) in &report.rows {
        assert_eq!(here.as_deref(), Some(row.value), "{}: probe.tsv has another value", row.name);
    }
    assert!(report.strange.is_empty() && report.wrong() == 0 && report.rows.len() > 20, "{report}");
    assert!(report.rows.iter().any(|(row, _)| row.known) && report.rows.iter().any(|(row, _)| !row.known));
    let known = report.rows.iter().find(|(row, _)| row.known).unwrap().0;
    let other = log.replace(
        &format!("probe {}: {}", known.name, known.value),
        &format!("INFO: probe {}: x", known.name),
    );
    let read = probe::read(&other).unwrap();
    assert!(read.wrong() == 1 && read.to_string().contains(&format!("WRONG    {}: x", known.name)), "{read}");
    assert!(probe::read("nothing\n").unwrap_err().contains("probe.p8"));
}
