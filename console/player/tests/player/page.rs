//! The page of tutorial and manual: with the editors, next to the running game, and over a narrow one.

use crate::rig::{Rig, start};
use player::{FramePixels, HostEvent, Wheel};
use studio::Mode;

fn rig(window: (u32, u32)) -> Rig {
    let mut rig = Rig::of(start((0, 0), 5));
    rig.tell(HostEvent::Resized(window, None));
    rig.ticks(30);
    rig
}

fn is_canvas(rig: &Rig) -> bool {
    matches!(rig.picture.as_ref().expect("a picture").pixels, FramePixels::Canvas(_))
}

/// F1 in the game, F2 to play next to the page, the mouse on both sides, F2 and Esc.
#[test]
fn the_game_runs_next_to_the_page_in_a_wide_window() {
    let mut rig = rig((1280, 800));
    rig.tap("F1", "");
    rig.ticks(2);
    assert_eq!(rig.player.mode(), Mode::Editor);
    let left = rig.player.editors().and_then(editors::Editors::beside_page).expect("the page is open").0;
    rig.tap("F2", "");
    rig.ticks(2);
    assert!(rig.player.mode() == Mode::Game && is_canvas(&rig));
    let before = rig.frames();
    rig.ticks(60);
    assert!(rig.frames() > before + 20, "the game runs");
    let FramePixels::Canvas(canvas) = rig.picture.as_ref().expect("a picture").pixels.clone() else {
        panic!()
    };
    assert_eq!((canvas.width, canvas.height), (640, 400));
    // The walker's pixel is 3 x 3 in a picture of 384 x 384 in the middle of the left part.
    let lit = |x: i32, y: i32| canvas.pixels[(y * canvas.width + x) as usize] == 7;
    let (x, y) = ((left - 384) / 2, 8 + 64 * 3);
    assert!((x..x + 384).any(|x| lit(x, y) && lit(x, y + 2)), "the game's picture is scaled");
    // The wheel over the page scrolls it; over the game it is the game's.
    let page = |rig: &Rig| match &rig.picture.as_ref().expect("a picture").pixels {
        FramePixels::Canvas(canvas) => {
            let rows = canvas.pixels.chunks(canvas.width as usize);
            rows.flat_map(|row| row[left as usize..].to_vec()).collect::<Vec<u8>>()
        }
        FramePixels::Screen(_) => Vec::new(),
    };
    let top = page(&rig);
    rig.tell(HostEvent::Pointer(100, 100));
    rig.tell(HostEvent::Wheel(Wheel { x: 0, y: -1200, fine: false }));
    rig.ticks(2);
    assert!(page(&rig) == top);
    rig.tell(HostEvent::Pointer(left as i16 + 50, 200));
    rig.tell(HostEvent::Wheel(Wheel { x: 0, y: -1200, fine: false }));
    rig.ticks(2);
    assert!(page(&rig) != top, "the page is scrolled");
    assert_eq!(rig.player.mode(), Mode::Game);
    // Back to the editors; Esc closes the page, and the next one leaves them: the game has the window.
    rig.tap("F2", "");
    rig.ticks(1);
    rig.tap("Escape", "");
    rig.ticks(1);
    assert!(rig.player.editors().and_then(editors::Editors::beside_page).is_none());
    rig.tap("Escape", "");
    rig.ticks(2);
    assert!(rig.player.mode() == Mode::Game && !is_canvas(&rig));
}

#[test]
fn a_narrow_window_shows_the_page_only_over_the_editors() {
    let mut rig = rig((512, 512));
    rig.tap("F1", "");
    rig.ticks(2);
    assert!(rig.player.mode() == Mode::Editor && is_canvas(&rig));
    rig.tap("F2", "");
    rig.ticks(2);
    assert!(rig.player.mode() == Mode::Game && !is_canvas(&rig));
    // A later F2 does not open it again by itself in another place: the page is where it was.
    rig.tap("F2", "");
    rig.ticks(1);
    assert_eq!(rig.player.mode(), Mode::Editor);
}
