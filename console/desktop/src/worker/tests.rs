//! Time and slots on the worker's side, tick by tick, without a thread or a clock.
//!
//! What is expected is our decision throughout. What a run is, its recording says: lived again without any of this, it must have
//! the digest that the worker's run has.

use super::life::Life;
use super::{News, Shared, Start, WORTH};
use crate::hands::Hands;
use crate::keeper::{Diary, Keeper};
use crate::keys::KeyMap;
use crate::lock;
use crate::pads::PadMap;
use crate::sound::Speaker;
use rasher::{Boot, Cart, Console, Event, Machine, Patch, Rom, ability, program};
use serde::{Deserialize, Serialize};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use store::Home;
use studio::{BEFORE, Mark, Settings};
use timeline::{Recording, Run, Slot};

/// Walks to the right while that is held. It forbids everything in the frames of its day.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Walker {
    x: i32,
    #[serde(skip)]
    day: (u64, u64),
}

impl Cart for Walker {
    fn _init(&mut self, p8: &mut Machine) {
        p8.cartdata("walker");
    }

    fn _update60(&mut self, p8: &mut Machine) {
        self.x += i32::from(p8.btn(1));
        p8.dset(0, p8.dget(0).max(rasher::Num::from(self.x)));
        p8.allow(if (self.day.0..self.day.1).contains(&p8.frame()) { 0 } else { ability::ALL });
        p8.caption(&format!("step {}", self.x));
        if p8.btn(4) {
            p8.run_over();
        }
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.pset(self.x, 64, 7);
    }
}

const RIGHT: u8 = 79;
const Z: u8 = 29;
const BACK: u8 = 42;
const FASTER: u8 = 44;
const SLOWER: u8 = 49;

struct Rig {
    life: Life,
    run: Run,
    hands: Arc<Mutex<Hands>>,
    news: Receiver<News>,
    cart: Walker,
}

fn rom() -> Arc<Rom> {
    Arc::new(Rom::empty("walker"))
}

impl Rig {
    fn new(day: (u64, u64), seed: u64, diary: Option<Diary>) -> Rig {
        let cart = Walker { x: 0, day };
        let boot = Boot { rom: rom(), seed, ..Boot::default() };
        let run = Run::start(program(cart.clone()), boot.clone()).expect("it starts");
        let settings = Settings::default();
        let mut hands = Hands::new(KeyMap::new(&settings.keys), PadMap::new(&settings.pad));
        hands.time.set(&settings);
        let hands = Arc::new(Mutex::new(hands));
        let speaker = Speaker::silent();
        let program = program(cart.clone());
        let mut start = Start { program, boot, frames: None, speaker, diary, again: None };
        let (_, inbox) = channel();
        let (outbox, news) = channel();
        let heard = Recording::new(timeline::Start::of(&start.boot));
        let life = Life::new(&mut start, Arc::new(Shared::new(heard)), hands.clone(), (inbox, outbox), || {});
        Rig { life, run, hands, news, cart }
    }

    fn key(&self, scancode: u8, down: bool) {
        let mut hands = lock(&self.hands);
        if !hands.time.key(scancode, down) {
            hands.key(scancode, down);
        }
    }

    fn ticks(&mut self, n: u32) {
        for _ in 0..n {
            assert!(self.life.tick(&mut self.run), "play goes on");
        }
    }

    fn x(&self) -> i64 {
        x(self.run.console())
    }

    fn news(&self) -> Vec<News> {
        self.news.try_iter().collect()
    }

    fn forbidden(&self) -> Vec<u8> {
        let only = |news| match news {
            News::Forbidden(abilities) => Some(abilities),
            _ => None,
        };
        self.news().into_iter().filter_map(only).collect()
    }

    /// The slot that the worker made last, by its number.
    fn kept(&self) -> Option<(usize, Slot)> {
        let only = |news| match news {
            News::Kept(number, slot) => Some((number, *slot)),
            _ => None,
        };
        self.news().into_iter().filter_map(only).next_back()
    }

    /// A recording lived again, without a worker.
    fn lived(&self, recording: &Recording) -> Console {
        let mut console = Console::boot(program(self.cart.clone()), recording.start.boot(rom()));
        recording.inputs().for_each(|input| drop(console.frame(&input)));
        console
    }

    /// What is recorded is the run that is played, however it was come by.
    #[track_caller]
    fn is_truthful(&self) {
        let recording = self.run.recording();
        let console = self.lived(&recording);
        assert_eq!(console.digest(), self.run.console().digest(), "the recording lived again");
        assert_eq!(recording.checks().last().map(|check| check.digest), Some(console.digest()));
        assert_eq!(
            lock(&self.life.shared.heard).inputs().collect::<Vec<_>>(),
            recording.inputs().collect::<Vec<_>>(),
            "what is left of a run that hangs"
        );
    }
}

fn x(console: &Console) -> i64 {
    console.program().inspect()["x"].as_i64().expect("the cart's field")
}

#[test]
fn a_held_key_goes_back_and_what_is_played_from_there_is_the_run() {
    let mut rig = Rig::new((0, 0), 1, None);
    rig.key(RIGHT, true);
    rig.ticks(100);
    assert_eq!((rig.run.now(), rig.x(), rig.life.time.mark()), (100, 100, None));
    rig.key(BACK, true);
    rig.ticks(40);
    assert_eq!((rig.run.now(), rig.x()), (60, 60), "a frame a tick");
    assert_eq!(rig.life.time.mark(), Some(Mark::Back(40, 60)));
    assert_eq!(rig.run.branches().len(), 1, "what is only looked at is no branch");
    // A tap on the way is not meant for the moment where the key is let go.
    rig.key(Z, true);
    rig.key(Z, false);
    rig.key(BACK, false);
    rig.key(RIGHT, false);
    rig.ticks(30);
    assert_eq!((rig.run.now(), rig.x()), (90, 60), "a new future, in which nobody walks");
    assert_eq!((rig.run.branches().len(), rig.life.time.mark()), (2, None));
    assert!(!rig.life.is_over(&rig.run));
    rig.is_truthful();
    // Back beyond the place where the branch began, and to the very first moment; there it stays.
    rig.key(BACK, true);
    rig.ticks(85);
    assert_eq!(rig.run.now(), 0, "60 frames in a second, then two a tick");
    rig.ticks(10);
    assert_eq!(rig.life.time.mark(), Some(Mark::Back(90, 60)));
    rig.key(BACK, false);
    rig.ticks(5);
    assert_eq!((rig.run.now(), rig.run.branches().len()), (5, 3));
    rig.is_truthful();
}

#[test]
fn a_record_is_not_wound_back() {
    let mut rig = Rig::new((0, 0), 1, None);
    let record = |rig: &Rig| rig.run.console().machine().dget(0).flr();
    rig.key(RIGHT, true);
    rig.ticks(40);
    rig.life.keep_slot(&rig.run, 0);
    let (_, slot) = rig.kept().expect("a slot");
    rig.ticks(60);
    rig.key(RIGHT, false);
    rig.key(BACK, true);
    rig.ticks(50);
    assert_eq!((rig.x(), record(&rig)), (50, 50), "the moment as it was");
    rig.key(BACK, false);
    rig.ticks(2);
    assert_eq!((rig.x(), record(&rig)), (50, 100), "lived on with what was kept");
    rig.is_truthful();
    rig.life.load_slot(&mut rig.run, &slot);
    rig.ticks(2);
    assert_eq!((rig.x(), record(&rig)), (40, 100));
    rig.is_truthful();
    let mut other = Rig::new((0, 0), 2, None);
    other.ticks(3);
    rig.life.load_slot(&mut rig.run, &Slot::of(&other.run, ""));
    rig.ticks(1);
    assert_eq!((rig.x(), record(&rig)), (0, 100), "nor by another run");
    rig.is_truthful();
}

#[test]
fn going_back_takes_the_word_back_that_the_run_is_over() {
    let mut rig = Rig::new((0, 0), 1, None);
    rig.ticks(50);
    rig.key(Z, true);
    rig.ticks(2);
    rig.key(Z, false);
    assert!(rig.life.is_over(&rig.run));
    rig.key(BACK, true);
    rig.ticks(20);
    rig.key(BACK, false);
    rig.ticks(1);
    assert!(!rig.life.is_over(&rig.run), "the run can be gone on with again");
    rig.is_truthful();
}

#[test]
fn data_saved_since_that_moment_stay_in_use() {
    let mut rig = Rig::new((0, 0), 1, None);
    rig.ticks(10);
    lock(&rig.hands).event(Event::Data(vec![Patch { addr: 7, bytes: vec![9].into() }]));
    rig.ticks(10);
    rig.key(BACK, true);
    rig.ticks(15);
    assert_eq!(rig.run.console().machine().rom().data[7], 0, "as it was then");
    rig.key(BACK, false);
    rig.ticks(1);
    assert_eq!(rig.run.console().machine().rom().data[7], 9, "and lived on with what was saved since");
    rig.is_truthful();
}

#[test]
fn faster_and_slower_are_frames_a_tick() {
    let mut rig = Rig::new((0, 0), 1, None);
    rig.key(RIGHT, true);
    rig.key(FASTER, true);
    rig.ticks(10);
    let lived = rig.run.now();
    // A machine that is too slow for four in a tick does what it can.
    assert!((11..=40).contains(&lived), "{lived} frames");
    assert_eq!((rig.x() as u64, rig.life.time.mark()), (lived, Some(Mark::Faster(4))));
    rig.key(FASTER, false);
    rig.key(SLOWER, true);
    rig.key(SLOWER, false);
    rig.ticks(20);
    assert_eq!((rig.run.now(), rig.life.time.mark()), (lived + 10, Some(Mark::Slower(2))));
    rig.key(SLOWER, true);
    rig.ticks(20);
    assert_eq!((rig.run.now(), rig.life.time.mark()), (lived + 30, None), "pressed again: as the clock does");
    rig.is_truthful();
    rig.life.left = Some(2);
    rig.key(FASTER, true);
    rig.ticks(1);
    assert_eq!((rig.run.now(), rig.life.left), (lived + 32, Some(0)), "--frames counts frames");
}

#[test]
fn what_the_cart_forbids_is_said_once_and_not_done() {
    let mut rig = Rig::new((50, 1000), 1, None);
    rig.ticks(60);
    for (key, ability) in [(BACK, ability::REWIND), (FASTER, ability::FAST), (SLOWER, ability::SLOW)] {
        let before = rig.run.now();
        rig.key(key, true);
        rig.ticks(20);
        rig.key(key, false);
        // Slower is a press; a second one ends it.
        if key == SLOWER {
            rig.key(key, true);
            rig.key(key, false);
        }
        rig.ticks(1);
        assert_eq!(rig.run.now(), before + 21, "a frame a tick: {ability}");
        assert_eq!((rig.forbidden(), rig.life.time.mark()), (vec![ability], None));
    }
    rig.life.keep_slot(&rig.run, 0);
    rig.life.keep_slot(&rig.run, 0);
    assert_eq!(rig.forbidden(), [ability::SLOTS; 2], "each press is answered");
    let slot = Slot::of(&rig.run, "");
    let before = rig.run.now();
    rig.life.load_slot(&mut rig.run, &slot);
    assert_eq!((rig.forbidden(), rig.run.now()), (vec![ability::SLOTS], before));
}

#[test]
fn nobody_comes_back_into_a_run_of_the_day() {
    let mut rig = Rig::new((50, 80), 1, None);
    rig.ticks(100);
    rig.key(BACK, true);
    rig.ticks(60);
    assert_eq!(rig.run.now(), 80, "the first moment after it");
    assert_eq!(rig.forbidden(), [ability::REWIND]);
    rig.key(BACK, false);
    rig.ticks(3);
    assert_eq!(rig.run.now(), 83);
    rig.is_truthful();
}

#[test]
fn a_slot_of_this_run_is_gone_to_at_once_and_the_old_future_stays() {
    let mut rig = Rig::new((0, 0), 1, None);
    rig.key(RIGHT, true);
    rig.ticks(200);
    rig.life.keep_slot(&rig.run, 2);
    let (number, slot) = rig.kept().expect("a slot");
    assert_eq!((number, &slot.caption[..], slot.fps), (2, "step 200", 60));
    assert_eq!(slot.picture[64 * 128 + 127], 1, "the picture of that moment");
    assert_eq!(rig.lived(&slot.moment.recording).digest(), rig.run.console().digest());
    rig.ticks(100);
    rig.life.load_slot(&mut rig.run, &slot);
    let news = rig.news();
    assert!(matches!(news.last(), Some(News::Loaded(Ok(())))), "{news:?}");
    let before = news.into_iter().find_map(|news| match news {
        News::Kept(BEFORE, slot) => Some(*slot),
        _ => None,
    });
    assert_eq!((rig.run.now(), rig.x()), (200, 200));
    rig.key(RIGHT, false);
    rig.ticks(50);
    assert_eq!((rig.run.now(), rig.x(), rig.run.branches().len()), (250, 200, 2));
    rig.is_truthful();
    // The load is taken back: where one was before it.
    rig.life.load_slot(&mut rig.run, &before.expect("where one was is kept"));
    assert_eq!((rig.run.now(), rig.x(), rig.run.branches().len()), (300, 300, 2));
    rig.ticks(1);
    rig.is_truthful();
}

#[test]
fn a_slot_of_another_run_takes_its_place_and_can_be_walked_back() {
    let mut other = Rig::new((0, 0), 7, None);
    other.key(RIGHT, true);
    other.ticks(700);
    other.key(Z, true);
    other.ticks(1);
    other.life.keep_slot(&other.run, 0);
    let (_, slot) = other.kept().expect("a slot");
    let slot = Slot::from_bytes(&slot.to_bytes()).expect("as it was written");

    let mut rig = Rig::new((0, 0), 1, None);
    rig.ticks(WORTH as u32 - 1);
    rig.life.load_slot(&mut rig.run, &slot);
    assert!(rig.kept().is_none(), "less than two seconds are not worth a slot");
    assert_eq!((rig.run.now(), rig.x(), rig.run.rom().name.as_str()), (701, 701, "walker"));
    assert_eq!(rig.run.console().digest(), other.run.console().digest());
    assert!(rig.life.is_over(&rig.run), "it was over when it was saved");
    rig.key(BACK, true);
    rig.ticks(60);
    assert_eq!((rig.run.now(), rig.x()), (641, 641), "back behind the moment of the slot");
    rig.key(BACK, false);
    rig.ticks(10);
    rig.is_truthful();
    assert_eq!(rig.run.recording().start.seed, 7);
}

#[test]
fn a_slot_that_does_not_fit_changes_nothing() {
    let mut rig = Rig::new((0, 0), 1, None);
    rig.ticks(30);
    let good = Slot::of(&Rig::new((0, 0), 2, None).run, "");
    let mut old = good.clone();
    old.moment.rom.version = 9;
    let mut other = good.clone();
    other.moment.rom.name = "runner".to_string();
    // The same inputs on changed code are another run: here the walker of the slot had its day.
    let mut parted = Rig::new((10, 20), 2, None);
    parted.ticks(15);
    let parted = Slot::of(&parted.run, "");
    for (slot, says) in [
        (old, "the slot is of walker version 9; here is walker version 1"),
        (other, "the slot is of runner version 1; here is walker version 1"),
        (parted, "since frame 15 at the latest"),
    ] {
        rig.life.load_slot(&mut rig.run, &slot);
        let news = rig.news();
        let Some(News::Loaded(Err(told))) = news.last() else { panic!("{says}: {news:?}") };
        assert!(told.contains(says), "{told}");
        assert_eq!((rig.run.now(), rig.run.recording().start.seed), (30, 1), "{says}");
        rig.is_truthful();
    }
}

#[test]
fn after_a_restart_a_kept_run_goes_back_as_before() {
    let dir = std::env::temp_dir().join(format!("rasher-time-{}", std::process::id()));
    _ = std::fs::remove_dir_all(&dir);
    let home = Home::find(Some(&dir)).expect("a folder that is named needs no platform");
    let mut keeper = Keeper::start(home.clone(), |text| panic!("{text}"));
    let mut rig = Rig::new((0, 0), 1, Some(keeper.diary(rom())));
    rig.key(RIGHT, true);
    rig.ticks(600);
    rig.key(BACK, true);
    rig.ticks(100);
    rig.key(BACK, false);
    rig.key(RIGHT, false);
    rig.ticks(200);
    let (left, x) = (rig.run.now(), rig.x());
    rig.life.note(&rig.run, true);
    keeper.finish();
    let kept = store::read_run(&home, "walker").expect("it can be read").expect("it is kept");
    assert_eq!(kept.recording.frames(), left, "the branch that was played");

    let mut again = Rig::new((0, 0), 99, Some(keeper.diary(rom())));
    let fresh = again.life.fresh.clone();
    again.run = again.life.go_back(fresh, &rom(), &kept).expect("it lives");
    assert_eq!((again.run.now(), again.x()), (left, x));
    again.key(BACK, true);
    let mut passed = 0;
    while again.run.now() > 0 {
        again.ticks(1);
        let now = again.run.now();
        rig.run.goto(now).expect("it was lived");
        assert_eq!(again.run.console().digest(), rig.run.console().digest(), "frame {now}");
        passed += 1;
    }
    assert!(passed > 200, "{passed} moments on the way back");
    again.key(BACK, false);
    again.key(RIGHT, true);
    again.ticks(300);
    again.is_truthful();
    again.life.note(&again.run, true);
    keeper.finish();
    let kept = store::read_run(&home, "walker").expect("it can be read").expect("it is kept");
    assert_eq!(again.lived(&kept.recording).digest(), again.run.console().digest());
    // A slot of another run begins the kept run anew.
    let mut other = Rig::new((0, 0), 5, None);
    other.ticks(40);
    again.life.load_slot(&mut again.run, &Slot::of(&other.run, ""));
    again.ticks(5);
    again.life.note(&again.run, true);
    keeper.finish();
    let kept = store::read_run(&home, "walker").expect("it can be read").expect("it is kept");
    assert_eq!((kept.recording.start.seed, kept.recording.frames()), (5, 45));
    std::fs::remove_dir_all(dir).expect("the test's own folder");
}
