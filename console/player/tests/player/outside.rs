//! Other programs at work: play continues meanwhile, notices are outside of the picture or one row of it, and what has changed flashes.

use crate::rig::{Rig, start};
use player::{Cart, CartStart, HostEvent};
use rasher::{Machine, Rom, program};
use serde::{Deserialize, Serialize};
use studio::Notice;

/// Two sprites far apart, and one that moves in each frame, as a pixel does.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Painter {
    clicks: u32,
    frames: i32,
}

impl rasher::Cart for Painter {
    fn _update60(&mut self, p8: &mut Machine) {
        // The mouse.
        p8.poke(0x5f2d, 1);
        self.clicks += u32::from(p8.stat(34).to_string() == "1");
        self.frames += 1;
    }

    fn _draw(&self, p8: &mut Machine) {
        p8.cls(1);
        p8.spr(0, 8, 8);
        p8.spr(1, 64, 64);
        p8.spr(2, self.frames % 100, 40);
        let chance = p8.rnd(20).flr();
        p8.pset(100 + chance, 3, 9);
        p8.pset(127, 0, i32::try_from(self.clicks % 16).unwrap_or(0));
    }
}

fn painter() -> Rig {
    let mut start = start((0, 0), 1);
    let cart = Cart { program: Some(program(Painter::default())), ..start.first.cart.clone() };
    start.first = CartStart::new(cart);
    let mut rig = Rig::of(start);
    rig.tell(HostEvent::Focus(true));
    // Longer than the hint that names the keys.
    rig.ticks(6 * 60);
    rig
}

fn data(sprite: usize, color: u8) -> HostEvent {
    let mut rom = Rom::empty("walker");
    rom.data[4 * sprite] = color | color << 4;
    HostEvent::Data(Box::new(rom))
}

/// Rows of the picture that differ from what the cart draws there.
fn covered(rig: &Rig) -> Vec<usize> {
    let is_own = |y: &usize| (0..128).all(|x| rig.screen()[y * 128 + x] == 1);
    (80..128).filter(|y| !is_own(y)).collect()
}

fn border(rig: &Rig) -> bool {
    rig.picture.as_ref().expect("a picture").notice.is_some()
}

#[test]
fn a_game_without_the_keyboard_waits_below_one_row_until_a_file_is_saved() {
    for (what, event) in
        [("a sheet", data(0, 9)), ("an error", HostEvent::DataWrong(vec!["game.png is empty".into()]))]
    {
        let mut rig = painter();
        rig.tell(HostEvent::Focus(false));
        rig.ticks(30);
        let waits = rig.frames();
        rig.ticks(30);
        assert_eq!(rig.frames(), waits, "it waits");
        assert_eq!(covered(&rig), (119..128).collect::<Vec<_>>(), "one row");
        rig.tell(HostEvent::Border(Some((100, 300))));
        rig.ticks(1);
        assert!(covered(&rig).is_empty() && border(&rig), "or none");
        rig.tell(event);
        rig.ticks(60);
        assert!(rig.frames() > waits + 50, "{what}: it plays while it is edited");
        // And from then on, until another cart is played.
        let now = rig.frames();
        rig.tell(HostEvent::Focus(true));
        rig.ticks(5);
        rig.tell(HostEvent::Focus(false));
        rig.ticks(60);
        assert!(rig.frames() > now + 50, "{what}");
    }
    // Saved from the console itself: it pauses as ever.
    let mut rig = painter();
    rig.tell(data(0, 9));
    rig.ticks(5);
    rig.tell(HostEvent::Focus(false));
    rig.ticks(5);
    let waits = rig.frames();
    rig.ticks(30);
    assert_eq!(rig.frames(), waits);
}

fn notice(text: &str) -> HostEvent {
    HostEvent::Notify(Notice { text: text.into(), bad: false })
}

#[test]
fn a_notice_is_a_row_for_three_seconds_or_outside_of_the_picture() {
    let mut rig = painter();
    rig.tell(notice("saved to slot 1"));
    rig.ticks(178);
    assert_eq!(covered(&rig), (119..128).collect::<Vec<_>>());
    rig.ticks(4);
    assert!(covered(&rig).is_empty());
    rig.tell(HostEvent::Border(Some((100, 300))));
    rig.tell(notice("saved to slot 2"));
    rig.ticks(178);
    assert!(covered(&rig).is_empty() && border(&rig));
    rig.ticks(4);
    assert!(!border(&rig));
    // The border goes: the row is back.
    rig.tell(notice("saved to slot 3"));
    rig.ticks(2);
    rig.tell(HostEvent::Border(None));
    rig.ticks(2);
    assert!(!covered(&rig).is_empty() && !border(&rig));
}

#[test]
fn a_click_removes_a_notice_and_is_not_the_carts() {
    let clicks = |rig: &Rig| rig.screen()[127];
    let click = |rig: &mut Rig, x: i16, y: i16| {
        rig.tell(HostEvent::Pointer(x, y));
        rig.tell(HostEvent::Click(1, true));
        rig.ticks(2);
        rig.tell(HostEvent::Click(1, false));
        rig.ticks(2);
    };
    let mut rig = painter();
    rig.tell(notice("first"));
    rig.tell(HostEvent::DataWrong(vec!["game.png is empty".into()]));
    rig.ticks(2);
    click(&mut rig, 60, 60);
    let before = clicks(&rig);
    assert!(before > 0 && !covered(&rig).is_empty(), "elsewhere the click is the cart's");
    click(&mut rig, 60, 122);
    assert_eq!((covered(&rig).len(), clicks(&rig)), (0, before));
    click(&mut rig, 60, 122);
    assert!(clicks(&rig) > before, "nothing is left to remove");
    rig.tell(HostEvent::Border(Some((100, 300))));
    rig.tell(HostEvent::DataWrong(vec!["game.png is empty".into(), "game.map is empty".into()]));
    rig.ticks(2);
    assert!(border(&rig), "a new error is shown again");
    rig.tell(HostEvent::Click(16, true));
    rig.ticks(2);
    assert!(!border(&rig));
}

/// Pixels that differ from what the cart draws, as far as chance does not move them.
fn lit(rig: &Rig, first: u8) -> Vec<(usize, usize)> {
    let at = |n: usize| (n % 128, n / 128);
    let strange = |n: &usize| !matches!(rig.screen()[*n], 1) && rig.screen()[*n] != first && *n >= 8 * 128;
    (0..128 * 128).filter(strange).map(at).collect()
}

/// A stale place would flash in white.
#[test]
fn the_flash_moves_with_the_sprite() {
    let mut rig = painter();
    rig.tell(data(2, 9));
    let mut places = std::collections::BTreeSet::new();
    for _ in 0..30 {
        rig.ticks(1);
        let row = &rig.screen()[40 * 128..41 * 128];
        let drawn: Vec<usize> = (0..128).filter(|x| row[*x] != 1).collect();
        assert!(drawn.len() <= 2, "{drawn:?}: {row:?}");
        if let Some(x) = drawn.first().filter(|x| row[**x] == 0) {
            places.insert(*x);
        }
    }
    assert!(places.len() > 5, "{places:?}");
}

#[test]
fn the_pixels_that_changed_flash_twice() {
    let mut rig = painter();
    rig.tell(data(1, 9));
    rig.ticks(2);
    let two = vec![(64, 64), (65, 64)];
    // 9 is bright: it flashes in black.
    let mut shown = Vec::new();
    for _ in 0..30 {
        assert!(rig.screen()[64 * 128 + 64] == 0 || rig.screen()[64 * 128 + 64] == 9);
        shown.push(rig.screen()[64 * 128 + 64] == 0);
        if shown.last() == Some(&true) {
            assert_eq!(lit(&rig, 9), two, "only what changed, and not what chance moved");
        }
        rig.ticks(1);
    }
    shown.dedup();
    assert_eq!(shown, [true, false, true, false]);
    // A change that is not on the screen is named.
    rig.tell(data(5, 9));
    rig.ticks(60);
    rig.said();
    rig.tell(data(6, 9));
    rig.ticks(2);
    assert_eq!(rig.said(), ["reloaded: 2 sprites"]);
}
