//! The libretro core's own pictures: its pause menu and the error of a stopped cart, as a front end gets them.

use super::Page;
use libretro::{Core, SaveRam, StartOptions};
use rasher::{Input, button, palette};
use tests::golden::Screen;
use tests::table::here;

pub const PAGES: &[Page] = &[
    ("libretro-menu", || after("menu.p8", &[0, button::PAUSE, 0, button::DOWN])),
    ("libretro-item", || after("menu.p8", &[0, button::PAUSE, 0, button::DOWN, 0, button::RIGHT, 0])),
    ("libretro-error", || after("fails.p8", &[0; 60])),
];

/// The picture after the last frame with these buttons.
fn after(cart: &str, buttons: &[u8]) -> Screen {
    let path = here().join("../console/libretro/tests").join(cart);
    let mut core = Core::open(&[], &path.display().to_string(), StartOptions::default()).expect("it loads");
    let mut saves = SaveRam::default();
    for held in buttons {
        // An error is in the picture.
        _ = core.run(Input::buttons(*held), &mut saves);
    }
    let index = |pixel: u32| {
        let [_, rgb @ ..] = pixel.to_be_bytes();
        palette::RGB.iter().position(|known| *known == rgb).expect("a colour of the palette") as u8
    };
    Box::new(core.picture().map(index))
}
