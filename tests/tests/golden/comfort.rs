//! The accessibility pages of the pause menu: colours, held buttons, one hand, keys of a button.

use crate::Page;
use crate::studio::{controls, over, page};
use rasher::button;
use studio::{PauseMenu, Settings};
use tests::golden::Screen;

pub const PAGES: &[Page] = &[
    ("menu-comfort", || comfort(&[D, D, button::RIGHT])),
    ("menu-hold", || comfort(&[D, D, D, button::O, D, D, button::O])),
    ("menu-hands", || comfort(&[D, D, D, D, button::O, D, button::O])),
    ("menu-changed-cart", changed),
    ("menu-names", || controls(0, &[D, D, D, D, button::O])),
    ("menu-names-pad", || controls(2, &[button::UP, button::UP, button::UP, button::O])),
];

pub const D: u8 = button::DOWN;

/// The accessibility page, four rows above the end of the settings, after these button presses.
fn comfort(presses: &[u8]) -> Screen {
    page(6, &[&[button::UP; 4], &[button::O][..], presses].concat())
}

/// The menu of a changed cart with a kept run.
fn changed() -> Screen {
    let mut menu = PauseMenu::new(Settings::default(), [const { None }; 5]);
    menu.previous_run = Some(studio::clock(11_520, 60));
    menu.press(D);
    over(|layer| menu.draw(layer))
}
