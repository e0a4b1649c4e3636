//! A console is a value: a copy is independent, and behaves the same with the same input.

use rasher::{Console, Input};
use tests::carts::{CARTS, TestCart};
use tests::random::{Dice, RandomPlayer};

/// One guarded frame: `crasher` may crash and then stays as it was.
fn run_frame(console: &mut Console, input: &Input) {
    _ = timeline::guard_frame(console, 0, input);
}

fn booted(cart: &TestCart, seed: u64) -> Console {
    Console::boot((cart.make)(), cart.boot(seed))
}

#[test]
fn copies_made_at_any_time_stay_equal() {
    for cart in CARTS {
        let mut dice = Dice::new(1);
        let mut console = booted(cart, 1);
        let mut player = RandomPlayer::new(1);
        for round in 0..8 {
            for _ in 0..dice.below(200) {
                run_frame(&mut console, &player.input());
            }
            let (mut copy, mut same) = (console.clone(), player.clone());
            for frame in 0..100 {
                run_frame(&mut console, &player.input());
                run_frame(&mut copy, &same.input());
                if frame % 10 == 9 {
                    assert_eq!(
                        console.digest(),
                        copy.digest(),
                        "{}, round {round}, frame {frame}",
                        cart.name
                    );
                }
            }
            assert_eq!(console.machine().memory(), copy.machine().memory());
        }
    }
}

#[test]
fn a_copy_s_life_leaves_the_original_alone() {
    for cart in CARTS {
        let mut console = booted(cart, 2);
        let mut player = RandomPlayer::new(2);
        (0..60).for_each(|_| run_frame(&mut console, &player.input()));
        let before = console.digest();
        let mut copy = console.clone();
        let mut others = RandomPlayer::new(3);
        (0..60).for_each(|_| run_frame(&mut copy, &others.input()));
        copy.machine_mut().memset(0, 0xaa, 0xffff);
        assert_ne!(copy.digest(), before, "{}: the copy went on", cart.name);
        assert_eq!(console.digest(), before, "{}", cart.name);
    }
}

/// A debugger redraws a moment on a copy: drawing is not part of the state of a Rust cart.
#[test]
fn drawing_a_copy_changes_no_cart() {
    for cart in CARTS.iter().filter(|cart| !["crasher", "toy"].contains(&cart.name)) {
        let mut console = booted(cart, 4);
        let mut player = RandomPlayer::new(4);
        for _ in 0..40 {
            console.update(&player.input()).unwrap();
            let state = console.program().save();
            let mut copy = console.clone();
            (0..3).for_each(|_| _ = copy.draw().unwrap());
            assert_eq!(copy.program().save(), state, "{}", cart.name);
            console.draw().unwrap();
        }
    }
}

/// Saved by field names and read back, a program continues as if nothing had happened.
#[test]
fn saved_programs_go_on() {
    for cart in CARTS.iter().filter(|cart| cart.name != "crasher") {
        let mut console = booted(cart, 5);
        let mut player = RandomPlayer::new(5);
        (0..90).for_each(|_| _ = console.frame(&player.input()));
        let state = console.program().save().unwrap();
        let mut again = (cart.make)();
        again.load(&state).unwrap();
        assert_eq!(again.save().as_ref(), Ok(&state), "{}", cart.name);
        // On the same machine both update to the same state.
        let (mut one, mut two) = (console.program().clone_box(), again);
        let mut machines = [console.machine().clone(), console.machine().clone()];
        one.update(&mut machines[0]).unwrap();
        two.update(&mut machines[1]).unwrap();
        assert_eq!(one.save(), two.save(), "{}", cart.name);
        assert_eq!(machines[0].memory(), machines[1].memory(), "{}", cart.name);
        // Anything that is not a state is refused, and nothing changes.
        for broken in [&b""[..], b"[", b"{}x", b"null", b"{\"text\":3}", &state[..state.len() - 1]] {
            assert!(one.load(broken).is_err(), "{}: {broken:?}", cart.name);
        }
        assert_eq!(one.save(), two.save(), "{}", cart.name);
    }
}

/// The digest covers every byte of memory and of the cart's state.
#[test]
fn one_changed_byte_changes_the_digest() {
    let mut dice = Dice::new(6);
    let console = booted(&CARTS[0], 6);
    let digest = console.digest();
    let addresses =
        [0x0000, 0x5eff, 0x5f00, 0x7fff, 0xffff].into_iter().chain((0..200).map(|_| dice.word() as u16));
    for addr in addresses {
        let mut copy = console.clone();
        let old = copy.machine().memory().get(addr);
        // Past the redirection: a poke to a page register may move what a poke reaches, not the byte's value.
        copy.machine_mut().poke(addr, i32::from(old ^ 0x10));
        assert_ne!(copy.digest(), digest, "{addr:04x}");
    }
}
