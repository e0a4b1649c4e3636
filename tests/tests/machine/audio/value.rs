//! Sound is a value: it can be copied, and any memory, call and argument is accepted.

use super::{Score, console, tape};
use rasher::{Input, Machine, p8};
use tests::random::Dice;
use tests::score::note;

fn rich(dice: &mut Dice) -> Score {
    let mut score = Score::default();
    for n in 0..64 {
        let notes: Vec<u16> = (0..32).map(|_| dice.word() as u16).collect();
        score.sfx(n, notes, 1 + dice.byte() % 12, dice.byte() & 0x9f, dice.byte() & 31, dice.byte());
        score.pattern(n, [0, 0, 0, 0].map(|_| dice.byte() & 0x3f));
    }
    score
}

#[test]
fn a_copy_in_the_middle_of_a_note_sounds_the_same() {
    let mut dice = Dice::new(3);
    for _ in 0..12 {
        let mut c = console(&rich(&mut dice));
        c.machine_mut().music(dice.range(0, 64));
        for n in 0..3 {
            c.machine_mut().sfx_ext(dice.range(0, 64), n, 0, 0);
        }
        tape(&mut c, 1 + dice.below(50));
        let mut copy = c.clone();
        assert_eq!(c.digest(), copy.digest());
        // The copy continues in another order: all at once, after the first.
        let one = tape(&mut c, 60);
        let two = tape(&mut copy, 60);
        assert!(one == two && c.digest() == copy.digest(), "a copy is equal");
        assert!(one.iter().any(|s| *s != 0));
    }
}

/// A call or poke with any argument.
fn anything(m: &mut Machine, dice: &mut Dice) {
    let small = |dice: &mut Dice| {
        if dice.one_in(20) { dice.word() as i32 } else { dice.range(-3, 66) }
    };
    match dice.below(12) {
        0..3 => _ = m.sfx_ext(small(dice), dice.range(-3, 5), small(dice), small(dice)),
        3 => _ = m.sfx(small(dice)),
        4 => m.music(small(dice)),
        5 => m.music_ext(small(dice), dice.pick(&[0, 1, 8, 9, 500, -1, i32::MAX, i32::MIN]), small(dice)),
        6 => _ = m.serial(dice.pick(&[0x808, 0, -1]), dice.word() as u16, small(dice)),
        7 => m.poke(0x5f40 + dice.below(4) as u16, i32::from(dice.byte())),
        8 => m.poke(dice.pick(&[0x5f2f, 0x5f36]), i32::from(dice.byte() & dice.byte() & dice.byte())),
        9 => {
            let mut text = vec![7];
            text.extend((0..dice.below(50)).map(|_| dice.pick(b"aceg#-.<>ivxslz0123459 ~\x00\xff")));
            _ = m.print_at(&text[..], 0, 0, 7);
        }
        10 => m.listen_to(dice.byte() | 3),
        _ => (0..dice.below(80)).for_each(|_| {
            // Music and sfx.
            let at = 0x3100 + dice.below(0x1200) as u16;
            m.poke(at, i32::from(dice.byte()));
        }),
    }
}

#[test]
fn any_memory_and_any_calls_can_be_played() {
    let mut sounded = 0;
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut c = console(&rich(&mut dice));
        // Meaningless bytes.
        if seed % 2 == 0 {
            for at in 0x3100..0x4300 {
                c.machine_mut().poke(at, i32::from(dice.byte()));
            }
        }
        for _ in 0..120 {
            for _ in 0..dice.below(4) {
                anything(c.machine_mut(), &mut dice);
            }
            for n in (16..27).chain(46..58).chain(108..110) {
                c.machine_mut().stat(n);
            }
            c.frame(&Input::default());
            sounded += usize::from(c.machine().samples().iter().any(|s| *s != 0));
        }
    }
    assert!(sounded > 2400, "half of 4800 frames sound: {sounded}");
}

#[test]
fn noise_leaves_the_rules_numbers_alone() {
    let mut score = Score::default();
    score.sfx(8, [note(30, 6, 7, 0, false); 32], 8, 0, 0, 0);
    let [mut loud, mut still] = [console(&score), console(&score)];
    loud.machine_mut().sfx(8);
    loud.machine_mut().print(p8!(r"\ai6c"));
    tape(&mut loud, 10);
    tape(&mut still, 10);
    assert_eq!(loud.machine_mut().peek4(0x5f44), still.machine_mut().peek4(0x5f44));
}
