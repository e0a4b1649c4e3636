//! The layers drawn over the game: pause menu, question, error screen, debug lines, meters, warning and notices.
//!
//! ```text
//! game ── flash ── debug lines ── meters ── question, menu, error screen, progress or indicator ── warning ── notice ──> picture shown
//!
//! mod.rs      the order of drawing, which held buttons count as pressed, error screens
//! notices.rs  notices, file errors and hints: how long each is shown
//! flash.rs    pixels that another program's change shows in
//! ```
//!
//! `studio` draws each of them. Its table of modes decides which one is shown.

mod flash;
mod notices;

pub(crate) use flash::Flash;
pub(crate) use notices::FileKind;

use crate::pace::Pace;
use notices::Notices;
use rasher::{DebugLine, Fault, PIXELS, button};
use std::time::Duration;
use studio::{
    Area, ErrorScreen, HeldIndicator, JobProgress, Layer, Meters, Notice, Over, PauseMenu, Question,
    ResumeProgress, SpeedIndicator, Warning, draw_debug,
};
use timeline::Crash;

/// Opens the menu of a cart that uses the mouse.
pub(crate) const MENU_TAB: Area = Area { x: 51, y: 0, w: 26, h: 11 };

/// Sixtieths of a second until a held direction repeats, and between repeats.
const REPEAT: (u32, u32) = (24, 6);

#[derive(Debug)]
pub(crate) struct Overlay {
    layer: Layer,
    pub warning: Option<Warning>,
    pub debug: bool,
    pub meters: bool,
    pub notices: Notices,
    pub flash: Option<Flash>,
    /// Buttons held in the last tick; 0xff until all held when something opened are released.
    held: u8,
    ticks: u32,
    pub menu_ticks: Pace,
}

#[derive(Clone, Copy)]
pub(crate) enum OpenScreen<'a> {
    Error(&'a ErrorScreen),
    Question(&'a Question),
    Menu(&'a PauseMenu),
}

#[derive(Clone, Default)]
pub(crate) struct Scene<'a> {
    pub over: Over,
    pub screen: Option<OpenScreen<'a>>,
    pub has_past: bool,
    pub resuming: Option<ResumeProgress>,
    pub job: Option<&'a JobProgress>,
    pub speed: Option<SpeedIndicator>,
    pub held: HeldIndicator,
    pub status: &'a str,
    pub debug: &'a [DebugLine],
    pub meters: Meters,
    /// A row with its age; none if it is in the window's border.
    pub row: Option<(&'a Notice, Duration)>,
    pub hint: bool,
    pub tab: bool,
}

impl Overlay {
    pub fn new() -> Overlay {
        Overlay {
            layer: Layer::new(),
            warning: None,
            debug: false,
            meters: false,
            notices: Notices::default(),
            flash: None,
            held: 0xff,
            ticks: 0,
            menu_ticks: Pace::new(60, Duration::ZERO),
        }
    }

    pub fn wait_for_release(&mut self) {
        self.held = 0xff;
    }

    pub fn pressed(&mut self, held: u8) -> u8 {
        const ARROWS: u8 = button::LEFT | button::RIGHT | button::UP | button::DOWN;
        let fresh = held & !self.held;
        let same = held == self.held && held & ARROWS != 0;
        self.ticks = if same { self.ticks + 1 } else { 0 };
        self.held = if self.held == 0xff && held & 0x7f != 0 { 0xff } else { held };
        let (first, rate) = REPEAT;
        let again = same && self.ticks >= first && (self.ticks - first).is_multiple_of(rate);
        fresh | if again { held & ARROWS } else { 0 }
    }

    pub fn draw(&mut self, picture: &mut [u8; PIXELS], scene: &Scene<'_>) {
        let layer = &mut self.layer;
        let over = scene.over;
        if let Some(flash) = self.flash.as_ref().filter(|_| matches!(over, Over::Indicators | Over::Away)) {
            flash.draw(picture);
        }
        if self.debug {
            draw_debug(layer, scene.status, scene.debug);
            layer.cover(picture);
        }
        if self.meters {
            scene.meters.draw(layer);
            layer.cover(picture);
        }
        if over == Over::Indicators && scene.held.draw(layer) {
            layer.cover(picture);
        }
        let drawn = match over {
            Over::NotResponding => draw_some(&Some(hanging(scene.has_past)), |screen| screen.draw(layer)),
            Over::Error | Over::Question | Over::Menu => draw_some(&scene.screen, |screen| match screen {
                OpenScreen::Error(error) => error.draw(layer),
                OpenScreen::Question(question) => question.draw(layer),
                OpenScreen::Menu(menu) => menu.draw(layer),
            }),
            Over::Progress => draw_some(&scene.resuming, |progress| progress.draw(layer)),
            Over::Indicators if scene.speed.is_some() => draw_some(&scene.speed, |speed| speed.draw(layer)),
            Over::Indicators if scene.hint => {
                self.notices.hint.as_mut().map(|(hint, ..)| hint.draw(layer, picture)).is_some()
            }
            Over::Indicators | Over::Canvas | Over::Away => false,
        };
        if drawn {
            layer.cover(picture);
        }
        if scene.tab {
            layer.clear(false);
            layer.window(MENU_TAB, 5);
            layer.canvas().print_at("menu", MENU_TAB.x + 6, MENU_TAB.y + 3, 7);
            layer.cover(picture);
        }
        if let Some(job) = scene.job {
            job.draw(layer, "ctrl 9 cancels");
            layer.cover(picture);
        }
        if let Some(warning) = &self.warning {
            warning.draw(layer);
            layer.cover(picture);
        }
        if let Some((notice, age)) = scene.row {
            notice.draw(layer, age);
            layer.cover(picture);
        }
    }
}

fn draw_some<T>(what: &Option<T>, draw: impl FnOnce(&T)) -> bool {
    what.iter().next().map(draw).is_some()
}

/// Calls shown of a deep stack, at either end. Wrapping all 50,000 of a runaway recursion would be slow.
const INNER: usize = 24;
const OUTER: usize = 8;

fn hints(back: bool, code: bool) -> Vec<(String, String)> {
    let step = back.then_some(("f12", "step back in time"));
    let code = code.then_some(("e", "edit the line"));
    let all = step.into_iter().chain(code).chain([("ctrl+r", "restart the cart"), ("esc", "menu")]);
    all.map(|(key, deed)| (key.to_string(), deed.to_string())).collect()
}

pub(crate) fn crashed(crash: &Crash, back: bool, code: bool) -> ErrorScreen {
    let Fault { message, place, stack, .. } = &crash.fault;
    let mut text = format!("{message}\n{place}");
    if crash.frame > 0 {
        text += &format!("\nin frame {}", crash.frame);
    }
    let (inner, outer) = if stack.len() > INNER + OUTER { (INNER, OUTER) } else { (stack.len(), 0) };
    for place in &stack[..inner] {
        text += &format!("\nfrom {}", place.short());
    }
    let left = stack.len() - inner - outer;
    if left > 0 {
        text += &format!("\n{left} more calls");
    }
    for place in &stack[stack.len() - outer..] {
        text += &format!("\nfrom {}", place.short());
    }
    let title = match (crash.is_panic, crash.frame) {
        (true, _) => "the cart crashed",
        (false, 0) => "the cart cannot start",
        (false, _) => "the cart stopped",
    };
    ErrorScreen::new(title, &text, hints(back, code))
}

fn hanging(back: bool) -> ErrorScreen {
    let mut hints = hints(back, false);
    if !back {
        hints.retain(|(key, _)| key != "esc");
        hints.push(("esc".to_string(), "quit".to_string()));
    }
    ErrorScreen::new("the cart is not responding", "one frame has taken more than 1.5 seconds", hints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::Fault;
    use timeline::Crash;

    #[test]
    fn held_buttons_count_once_and_directions_repeat() {
        let mut overlay = Overlay::new();
        overlay.wait_for_release();
        let pressed =
            [button::PAUSE, button::PAUSE | button::O, 0, button::PAUSE, 0].map(|held| overlay.pressed(held));
        assert_eq!(pressed, [0, 0, 0, button::PAUSE, 0], "the press that opened the menu is ignored");
        // Pressed, repeated after 24 ticks, then each 6: 24, 30, 36, 42, 48, 54, 60.
        for (held, times) in [(button::DOWN, 8), (button::O, 1)] {
            assert_eq!((0..61).filter(|_| overlay.pressed(held) != 0).count(), times);
            overlay.pressed(0);
        }
        let both = [(); 61].map(|()| overlay.pressed(button::DOWN | button::O));
        assert_eq!(both.iter().filter(|pressed| **pressed & button::O != 0).count(), 1);
    }

    #[test]
    fn error_screens_say_what_can_be_done() {
        let place = rasher::Place::new("src/cart.lua", 3);
        let fault = Fault {
            message: "boom".to_string(),
            place: place.clone(),
            stack: vec![place],
            ..Fault::default()
        };
        let crash = Crash { fault, is_panic: false, frame: 9 };
        assert_eq!(crashed(&crash, true, false).text, "boom\nsrc/cart.lua:3\nin frame 9\nfrom cart.lua:3");
        for (screen, keys) in [
            (crashed(&crash, true, false), "f12 ctrl+r esc"),
            (crashed(&crash, true, true), "f12 e ctrl+r esc"),
            (crashed(&Crash { frame: 0, ..crash }, false, false), "ctrl+r esc"),
            (hanging(true), "f12 ctrl+r esc"),
            (hanging(false), "ctrl+r esc"),
        ] {
            let hints: Vec<&str> = screen.hints.iter().map(|(key, _)| &**key).collect();
            assert_eq!(hints.join(" "), keys, "{}", screen.title);
        }
        let (mut plain, mut stuck) = ([12; PIXELS], [12; PIXELS]);
        let scene = Scene { has_past: true, ..Scene::default() };
        Overlay::new().draw(&mut plain, &scene);
        assert_eq!(plain, [12; PIXELS], "nothing lies over the game");
        Overlay::new().draw(&mut stuck, &Scene { over: Over::NotResponding, ..scene });
        assert_ne!(stuck, plain);
    }
}
