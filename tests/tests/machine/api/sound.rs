//! sfx, music, serial, samples; and their values in `stat`.

use super::machine;
use rasher::{
    Boot, Cart, Console, DROPPED_FILE, DROPPED_MAX, DROPPED_PICTURE, Effect, Event, Input, Machine, Rom,
    Stat, p8, program,
};
use serde::{Deserialize, Serialize};
use tests::score::{Score, plain};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Still;

impl Cart for Still {}

/// A console whose sfx 8 to 15 are 32 notes of 4 to 11 ticks, and whose sfx 16 loops.
fn console() -> Console {
    let mut console = Console::boot(program(Still), Boot::default());
    let mut score = Score::default();
    for n in 8..16 {
        score.sfx(n, [plain(24, 0, 5); 32], n - 4, 0, 0, 0);
    }
    score.sfx(16, [plain(33, 3, 5); 2], 8, 0, 2, 0);
    score.pattern(0, [8, 9, 0x42, 0x43]).pattern(1, [0x41, 10, 0x42, 0x43]);
    score.poke(console.machine_mut());
    console
}

fn frames(console: &mut Console, n: usize) {
    (0..n).for_each(|_| _ = console.frame(&Input::default()));
}

fn stats(m: &mut Machine, n: std::ops::Range<i32>) -> Vec<i32> {
    n.map(|n| m.stat(n).num().flr()).collect()
}

/// Whether a sample of the last frame is not 0.
fn sounds(console: &Console) -> bool {
    console.machine().samples().iter().any(|s| *s != 0)
}

#[test]
fn sfx_chooses_a_channel() {
    // zepto8's order: the first free channel; the one that already plays it; the fastest, the last of equals.
    let mut c = console();
    let m = c.machine_mut();
    assert_eq!([8, 9, 10, 11].map(|n| m.sfx(n)), [0, 1, 2, 3], "free ones in order");
    assert_eq!(m.sfx(10), 2, "plays it already");
    assert_eq!(m.sfx(12), 0, "8 has the shortest notes");
    assert_eq!(stats(m, 46..50), [12, 9, 10, 11]);
    assert_eq!(m.sfx(8), 1, "now 9 has");
    m.poke(0x3200 + 68 * 12 + 65, 4);
    assert_eq!(m.sfx(9), 1, "8 on channel 1 and 12 on channel 0 are equals: the last");
    assert_eq!(m.sfx_ext(13, 3, 0, 0), 3, "forced");
    assert_eq!(m.sfx_ext(9, 3, 0, 0), 3);
    assert_eq!(stats(m, 46..50), [12, -1, 10, 9], "the same sfx elsewhere stops");
}

#[test]
fn sfx_prefers_channels_of_the_music_to_those_of_effects() {
    // zepto8. A mask reserves channels for the music, but a call may still name them (the manual).
    let mut c = console();
    let m = c.machine_mut();
    m.music(0);
    assert_eq!(stats(m, 46..50), [8, 9, -1, -1]);
    assert_eq!([10, 11, 12, 13].map(|n| m.sfx(n)), [2, 3, 0, 1], "free ones, then the music's");
    let mut c = console();
    let m = c.machine_mut();
    m.music_ext(0, 0, 0b1011);
    assert_eq!([10, 11].map(|n| m.sfx(n)), [2, 2], "the only one that is not reserved");
    m.music_ext(0, 0, 0b1111);
    assert_eq!(m.sfx(12), -1, "all are reserved");
    assert_eq!(m.sfx_ext(12, 0, 0, 0), 0, "forced");
    m.music(-1);
    assert_eq!(m.sfx(13), 1, "music that has stopped reserves nothing");
}

#[test]
fn sfx_stops_and_releases() {
    let mut c = console();
    c.machine_mut().sfx(16);
    c.machine_mut().sfx_ext(15, 1, 0, 0);
    frames(&mut c, 60);
    assert_eq!(c.machine_mut().stat(46), Stat::from(16), "it loops for ever");
    c.machine_mut().sfx_ext(-2, 0, 0, 0);
    frames(&mut c, 12);
    assert_eq!(
        c.machine_mut().stat(46),
        Stat::from(-1),
        "released, it ends with its last note that has a volume"
    );
    c.machine_mut().sfx_ext(-1, 0, 0, 0);
    assert_eq!(stats(c.machine_mut(), 46..48), [-1, 15], "the other channel plays on");
    c.machine_mut().sfx_ext(15, -2, 0, 0);
    assert_eq!(stats(c.machine_mut(), 46..48), [-1, -1], "-2 as channel stops it where it plays");
    c.machine_mut().sfx(8);
    c.machine_mut().sfx_ext(9, 2, 0, 0);
    c.machine_mut().sfx(-1);
    frames(&mut c, 2);
    assert!(!sounds(&c), "sfx(-1) stops all");
    // zepto8: sfx does not stop the music.
    c.machine_mut().music(0);
    c.machine_mut().sfx_ext(-1, 0, 0, 0);
    assert_eq!(c.machine_mut().stat(46), Stat::from(8));
}

#[test]
fn sfx_ext_takes_offset_and_length() {
    let mut c = console();
    // Notes of 4 ticks, 120.49 ticks a second: note 10 lasts 4 ticks, which is one frame of 4.02 ticks.
    c.machine_mut().sfx_ext(8, 0, 10, 3);
    assert_eq!(c.machine_mut().stat(50), Stat::from(10), "the first note is the offset");
    frames(&mut c, 1);
    assert_eq!(c.machine_mut().stat(50), Stat::from(11));
    frames(&mut c, 2);
    assert_eq!(stats(c.machine_mut(), 46..47), [-1], "three notes are over");
    assert_eq!(c.machine_mut().sfx_ext(8, 0, 32, 0), -1, "an offset beyond the notes: nothing");
    assert_eq!(c.machine_mut().sfx_ext(8, 0, -1, 0), -1);
    for (n, channel) in [(64, 0), (-3, 0), (8, 4), (8, -3), (i32::MAX, i32::MIN)] {
        assert_eq!(c.machine_mut().sfx_ext(n, channel, 0, 0), -1, "sfx({n}, {channel})");
    }
    assert_eq!(stats(c.machine_mut(), 46..50), [-1; 4]);
}

#[test]
fn music_plays_patterns_by_their_flags() {
    let mut c = console();
    c.machine_mut().music(0);
    assert_eq!(stats(c.machine_mut(), 54..57), [0, 0, 0], "pattern, patterns played, ticks");
    assert!(c.machine_mut().stat(57).is_true());
    // Channel 0 is the leftmost that does not loop: 32 notes of 4 ticks, 128 ticks, 23,424 samples, 31.9
    // frames.
    frames(&mut c, 31);
    assert_eq!(stats(c.machine_mut(), 54..56), [0, 0]);
    frames(&mut c, 1);
    assert_eq!(stats(c.machine_mut(), 54..56), [1, 1]);
    assert_eq!(stats(c.machine_mut(), 46..50), [-1, 10, -1, -1]);
    assert_eq!(
        stats(c.machine_mut(), 16..27),
        stats(c.machine_mut(), 46..57),
        "the older numbers say the same"
    );
    c.machine_mut().music(-1);
    assert_eq!(stats(c.machine_mut(), 46..50), [-1; 4]);
    assert!(!c.machine_mut().stat(57).is_true());
    frames(&mut c, 1);
    frames(&mut c, 1);
    assert!(!sounds(&c));
    for n in [64, -2, i32::MIN] {
        c.machine_mut().music(n);
        assert!(!c.machine_mut().stat(57).is_true(), "music({n}) does nothing");
    }
}

#[test]
fn music_ext_fades_and_stops_at_the_end() {
    let mut c = console();
    c.machine_mut().music_ext(0, 1000, 0);
    let peak = |c: &Console| c.machine().samples().iter().map(|s| i32::from(*s).abs()).max().unwrap_or(0);
    frames(&mut c, 3);
    let early = peak(&c);
    frames(&mut c, 22);
    let late = peak(&c);
    assert!(early * 5 < late, "{early} after a tenth, {late} after four fifths of the fade");
    c.machine_mut().music_ext(-1, 200, 0);
    frames(&mut c, 3);
    assert!(c.machine_mut().stat(57).is_true(), "it still fades");
    frames(&mut c, 6);
    assert!(!c.machine_mut().stat(57).is_true() && !sounds(&c), "faded, it has stopped");
}

#[test]
fn serial_queues_samples_for_the_pcm_channel() {
    let mut c = console();
    let m = c.machine_mut();
    // A square: 32 samples of 8 bits high, 32 low.
    for i in 0..512 {
        m.poke(0x8000 + i, if i & 32 == 0 { 228 } else { 28 });
    }
    assert_eq!(m.serial(0x808, 0x8000, -5), 0);
    assert_eq!(m.serial(0x808, 0x8000, 512), 512);
    assert_eq!(stats(m, 108..109), [512]);
    let room = m.stat(109).num().flr();
    assert_eq!(m.serial(0x808, 0x8000, i32::MAX), room - 512, "no more than fit");
    frames(&mut c, 1);
    // 735 samples at a quarter of the rate.
    assert!((room - 185..room - 180).contains(&stats(c.machine_mut(), 108..109)[0]));
    let [low, high] = [i16::MIN, i16::MAX].map(|edge| {
        let samples = c.machine().samples().iter().copied();
        if edge < 0 { samples.min() } else { samples.max() }.unwrap_or(0)
    });
    // 100 of 128 steps: 25,600 of 32,768.
    assert_eq!((low, high), (-25_600, 25_600));
    frames(&mut c, 20);
    assert_eq!(stats(c.machine_mut(), 108..109), [0]);
    assert!(!sounds(&c));
}

#[test]
fn samples_are_a_frame_s_share() {
    // 22,050 a second: 735 at thirty frames; 367 and 368 alternating at sixty.
    let mut c = console();
    frames(&mut c, 1);
    assert_eq!(c.machine().samples().len(), 735);

    #[derive(Clone, Default, Serialize, Deserialize)]
    struct Fast;
    impl Cart for Fast {
        fn _update60(&mut self, _: &mut Machine) {}
    }
    let mut c = Console::boot(program(Fast), Boot::default());
    let lengths: Vec<usize> = (0..60)
        .map(|_| {
            c.frame(&Input::default());
            c.machine().samples().len()
        })
        .collect();
    assert_eq!(lengths.iter().sum::<usize>(), 22_050);
    assert!(lengths.iter().all(|n| [367, 368].contains(n)), "{lengths:?}");
    assert!(machine().samples().is_empty(), "no frame, no samples");
}

#[test]
fn listen_to_changes_what_is_played_and_nothing_else() {
    let mut c = console();
    c.machine_mut().sfx(8);
    c.machine_mut().sfx(9);
    let mut deaf = c.clone();
    deaf.machine_mut().listen_to(0);
    let mut both = vec![0i32; 735 * 8];
    let mut one = c.clone();
    let mut two = c.clone();
    one.machine_mut().listen_to(1);
    two.machine_mut().listen_to(2);
    for frame in 0..8 {
        for c in [&mut c, &mut deaf, &mut one, &mut two] {
            frames(c, 1);
        }
        assert!(!sounds(&deaf), "nobody is heard");
        assert_eq!(c.digest(), deaf.digest(), "what is not heard goes on");
        for (i, sum) in both[frame * 735..][..735].iter_mut().enumerate() {
            *sum = i32::from(one.machine().samples()[i]) + i32::from(two.machine().samples()[i]);
            assert_eq!(*sum, i32::from(c.machine().samples()[i]), "the sound is the sum of its channels");
        }
    }
    assert!(both.iter().any(|s| *s != 0));
}

#[test]
fn print_plays_sounds_of_its_text() {
    let notes = |m: &Machine, slot: u16| -> Vec<i32> {
        (0..4).map(|i| i32::from(m.peek2(0x3200 + 68 * slot + 2 * i) as u16)).collect()
    };
    let head = |m: &Machine, slot: u16| [64, 65, 66, 67].map(|i| i32::from(m.peek(0x3200 + 68 * slot + i)));
    let mut c = console();
    let m = c.machine_mut();
    // A bare \a: one note of key 46 on a triangle, volume 5, speed 16 (zepto8), in the highest free slot.
    m.print(p8!(r"\a"));
    assert_eq!((notes(m, 63), head(m, 63)), (vec![46 | 5 << 9, 0, 0, 0], [0, 16, 0, 0]));
    assert_eq!(stats(m, 46..50), [63, -1, -1, -1]);
    // An existing sfx (the manual), unchanged; the text continues after the space.
    let before = notes(m, 12);
    let x = m.print_at(p8!(r"\a12 ab"), 0, 0, 7);
    assert_eq!((x, notes(m, 12)), (8, before));
    assert_eq!(stats(m, 46..50), [63, 12, -1, -1]);
    // Head, notes, octave kept, sharps and flats, waveform, volume, effect, volume up and down, rest.
    m.print(p8!(r"\as8l04z2c2d#i3v6x1e-.<g5"));
    let wave = |w: i32, v: i32, e: i32| w << 6 | v << 9 | e << 12;
    let expected = vec![24 | wave(5, 5, 0), 27 | wave(5, 5, 0), 27 | wave(3, 6, 1), 0];
    assert_eq!((notes(m, 62), head(m, 62)), (expected, [2, 8, 0, 4]));
    assert_eq!(m.peek2(0x3200 + 68 * 62 + 8), (63 | wave(3, 5, 1)) as i16, "g5 is beyond the last key");
    assert_eq!(stats(m, 46..50), [63, 12, 62, -1]);
    // Both slots are playing: the next one down. At most 32 notes.
    let x = m.print_at(p8!(r"\acccccccccccccccccccccccccccccccccccccc x"), 0, 0, 7);
    assert_eq!((x, m.peek2(0x3200 + 68 * 61 + 62) & 63), (4, 36), "what is too much is skipped");
    assert_eq!(m.peek2(0x3200 + 68 * 61 + 64), 0x0400, "speed 4 behind the last note");
    assert_eq!(stats(m, 46..50), [63, 12, 62, 61]);
    // No channel is free: sfx chooses by its rules.
    m.print(p8!(r"\a8"));
    assert!(stats(m, 46..50).contains(&8));
    m.print(p8!(r"\a99"));
    m.text_width(p8!(r"\a9"));
    assert!(!stats(m, 46..50).contains(&9), "measuring a text plays nothing");
    // A number and notes: into that sfx.
    m.print(p8!(r"\a7c"));
    assert_eq!(notes(m, 7)[0], 36 | wave(5, 5, 0));
    frames(&mut c, 1);
    assert!(sounds(&c));
}

#[test]
fn serial_gives_what_was_dropped_as_long_as_there_is_some() {
    // Channels, numbers of stat and the format of a picture: the manual. That a second file replaces the
    // first, and that a channel without an attachment moves nothing, are our decisions.
    let mut c = console();
    let drop = |channel, bytes: &[u8]| Input {
        events: vec![Event::Stream { channel, bytes: bytes.into() }],
        ..Input::default()
    };
    let waits = |m: &mut Machine| [120, 121].map(|n| m.stat(n));
    assert_eq!(c.machine().awaits(), [false; 2], "nobody has asked");
    assert_eq!(waits(c.machine_mut()), [Stat::Bool(false), Stat::Bool(false)]);
    assert_eq!(c.machine().awaits(), [true; 2], "asking is how a cart says that it reads");
    assert_eq!(c.machine_mut().serial(0x800, 0x8000, 10), 0);
    c.frame(&drop(DROPPED_FILE, b"first"));
    c.frame(&drop(DROPPED_FILE, b"hello"));
    c.frame(&drop(DROPPED_PICTURE, &[2, 0, 1, 0, 7, 8]));
    c.frame(&drop(0x804, b"nobody reads this"));
    let m = c.machine_mut();
    assert_eq!(waits(m), [Stat::Bool(true), Stat::Bool(true)]);
    assert_eq!((m.serial(0x800, 0x8000, 2), m.stat(120)), (2, Stat::Bool(true)));
    assert_eq!(
        m.serial(0x800, 0xffff, 9),
        3,
        "no more than there are; over the end of memory at its start again"
    );
    let bytes = [m.peek(0x8000), m.peek(0x8001), m.peek(0xffff), m.peek(0), m.peek(1)];
    assert_eq!(bytes, *b"hello");
    assert_eq!((m.serial(0x800, 0x8000, 1), m.stat(120)), (0, Stat::Bool(false)));
    assert_eq!(m.serial(0x802, 0x8000, -1), 0);
    assert_eq!((m.serial(0x802, 0x8000, 100), m.peek(0x8004), m.stat(121)), (6, 7, Stat::Bool(false)));
    for channel in [0x80, 0xff, 0x400, 0x401, 0x804, 0x806, 0x807, -1, i32::MIN, i32::MAX] {
        assert_eq!(m.serial(channel, 0x8000, 512), 0, "nothing is attached to {channel:#x}");
    }
}

#[test]
fn serial_writes_pins_and_the_standard_output() {
    let mut c = console();
    let m = c.machine_mut();
    for (i, byte) in b"abc".iter().enumerate() {
        m.poke(0x8000 + i as u16, i32::from(*byte));
    }
    assert_eq!((m.serial(5, 0x8000, 3), m.peek(0x5f85)), (3, b'c'), "the last one stays");
    assert_eq!((m.serial(0x805, 0x8000, 3), m.serial(0x805, 0x8000, 0)), (3, 0));
    let effects = c.frame(&Input::default());
    assert!(effects.contains(&Effect::Stdout(b"abc".to_vec())), "{effects:?}");
}

#[test]
fn what_was_dropped_is_part_of_the_state() {
    let rom = std::sync::Arc::new(Rom::empty("dropped"));
    let mut c = console();
    let bytes: Box<[u8]> = (0..200).collect();

    let mut other = c.clone();
    c.frame(&Input { events: vec![Event::Stream { channel: DROPPED_FILE, bytes }], ..Input::default() });
    other.frame(&Input::default());
    assert_ne!(c.digest(), other.digest());
    assert_eq!(c.machine_mut().serial(0x800, 0x9000, 50), 50);
    let saved = c.save_state(&rom).expect("it is between two frames");
    let mut again = other.load_state(&saved, &rom).expect("its own state");
    for console in [&mut c, &mut again] {
        assert_eq!(console.machine_mut().serial(0x800, 0xa000, 500), 150);
        assert_eq!(console.machine().memory().get(0xa000), 50);
    }
    assert_eq!(c.digest(), again.digest());
}

#[test]
fn more_than_may_be_dropped_is_cut_off() {
    let mut c = console();
    let bytes = vec![1; DROPPED_MAX + 9].into();
    c.frame(&Input { events: vec![Event::Stream { channel: DROPPED_FILE, bytes }], ..Input::default() });
    let read = std::iter::from_fn(|| Some(c.machine_mut().serial(0x800, 0, 0x7fff)).filter(|n| *n > 0));
    assert_eq!(read.sum::<i32>(), DROPPED_MAX as i32);
}
