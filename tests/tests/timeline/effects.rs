//! Effects are performed once, by the driver at the head of the run, and by no one else.

use crate::run;
use rasher::{Boot, Effect, Input, button};
use std::collections::BTreeMap;
use tests::carts;
use tests::random::RandomPlayer;
use timeline::{Recording, Replay, Run};

fn saver(boot: Boot) -> Run {
    Run::start((carts::find("saver").make)(), boot).unwrap()
}

fn boot(seed: u64) -> Boot {
    carts::find("saver").boot(seed)
}

/// `dset` and `poke` are saved alike, once per frame that changed a byte, with the bytes at the end of that frame.
#[test]
fn cart_data_is_saved_once_for_each_change() {
    for seed in 0..5 {
        let mut run = saver(boot(seed));
        let mut player = RandomPlayer::new(seed);
        let mut kept = [0; 256];
        let mut saves = 0;
        for frame in 1..=2000 {
            let effects = run.frame(&player.input()).unwrap();
            let memory = &run.console().machine().memory().bytes()[0x5e00..0x5f00];
            let told: Vec<_> = effects
                .iter()
                .filter_map(|effect| match effect {
                    Effect::Save { id, data } => Some((id.as_str(), &data[..])),
                    _ => None,
                })
                .collect();
            if memory == kept {
                assert_eq!(told, [], "seed {seed}, frame {frame}: nothing changed");
            } else {
                assert_eq!(told, [("saver_1", memory)], "seed {seed}, frame {frame}");
                saves += 1;
            }
            kept.copy_from_slice(memory);
        }
        assert!(saves > 20, "only {saves} saves test little");
    }
}

/// Saved numbers return at the next start, and `cartdata` reports it. The second id of a run is refused.
#[test]
fn kept_cart_data_comes_back() {
    let mut run = saver(boot(1));
    let mut home = BTreeMap::new();
    for input in [Input::default(), Input::buttons(button::O), Input::default()] {
        for effect in run.frame(&input).unwrap() {
            if let Effect::Save { id, data } = effect {
                home.insert(id, data);
            }
        }
    }
    assert_eq!(home.keys().collect::<Vec<_>>(), ["saver_1"]);
    let mut again = saver(Boot { saves: home, ..boot(1) });
    again.frame(&Input::default()).unwrap();
    let console = again.console();
    let state = console.program().inspect();
    assert_eq!((&state["known"], &state["again"]), (&true.into(), &false.into()));
    let numbers = [0, 1, 2].map(|i| console.machine().dget(i).flr());
    assert_eq!(numbers, [2, 1, -1], "the second start, one press, and its negative");
}

#[test]
fn each_request_is_made_in_its_frame_and_order() {
    let mut run = saver(boot(1));
    let held = |bits| Input::buttons(bits);
    let mut told = |input: Input| run.frame(&input).unwrap();
    let first = told(held(0));
    // Requests of `_init` come with the first frame.
    assert!(
        matches!(&first[..], [Effect::Print(hello), Effect::Save { .. }] if hello == "hello"),
        "{first:?}"
    );
    assert_eq!(told(held(button::LEFT)), [Effect::Print("left".into())]);
    assert_eq!(told(held(button::LEFT)), [], "held is not pressed again");
    assert_eq!(told(held(button::RIGHT)), [], "the same number again is no change");
    let file =
        Effect::PrintTo { text: "to a file".into(), file: "log".into(), overwrite: true, desktop: false };
    assert_eq!(told(held(button::UP)), [Effect::Command { name: "strange".into(), p1: 1, p2: -2 }, file]);
    let stored = told(held(button::DOWN));
    let [Effect::Store { file: None, addr: 0, bytes }, Effect::Crt(None)] = &stored[..] else {
        panic!("{stored:?}");
    };
    assert_eq!(bytes.len(), 0x4300);
}

/// A replay performs no effects, and sees the cart data that its recording began with.
#[test]
fn a_replay_saves_nothing_and_reads_nothing_from_outside() {
    let mut old = Box::new([0; 256]);
    old[2] = 41; // number 0 is 41
    let saves = BTreeMap::from([("saver_1".to_string(), old), ("secret".to_string(), Box::new([7; 256]))]);
    let mut run = saver(Boot { saves, ..boot(1) });
    let mut player = RandomPlayer::new(1);
    for _ in 0..100 {
        run.frame(&player.input()).unwrap();
    }
    let recording = Recording::from_bytes(&run.recording().to_bytes()).unwrap();
    let cart = carts::find("saver");
    for _ in 0..2 {
        let console = Replay::new(&recording, (cart.make)(), cart.rom()).and_then(Replay::finish).unwrap();
        assert_eq!(console.machine().dget(0).flr(), 42, "each time it is the same start");
        assert_eq!(console.digest(), run.console().digest());
    }
}

/// A recording that is shared must not contain the user's other cart data.
#[test]
fn a_recording_holds_only_the_cart_data_that_was_opened() {
    let saves: BTreeMap<_, _> =
        ["saver_1", "other", "secret"].map(|id| (id.to_string(), Box::new([1; 256]))).into();
    let run_with = |name: &str| {
        let cart = carts::find(name);
        let run = Run::start((cart.make)(), Boot { saves: saves.clone(), ..cart.boot(1) }).unwrap();
        let saves = run.recording().start.saves.keys().cloned().collect::<Vec<_>>();
        let replay = Replay::new(&run.recording(), (cart.make)(), cart.rom()).map(|_| ());
        assert_eq!(replay, Ok(()), "{name}: what was left out makes no difference");
        saves
    };
    assert_eq!(run_with("saver"), ["saver_1"]);
    assert!(run_with("ball").is_empty());
    let none: Vec<_> = run(carts::find("saver"), 1, 5).recording().start.saves.into_keys().collect();
    assert!(none.is_empty(), "nothing was there to open: {none:?}");
}
