//! What is drawn over the game: pause menu, question, error screen, debug lines, meters, warning and notices.
//!
//! ```text
//! game ── debug lines ── meters ── question, menu, error screen, progress or indicator ── warning ── notice ──> picture shown
//!
//! mod.rs      what is open, its buttons, and the order of drawing
//! notices.rs  notices, file errors and hints: how long each is shown
//! errors.rs   the error screens of a cart that crashed or hangs
//! ```
//!
//! `studio` draws each of them. Its table of modes decides which one is shown.

mod errors;
mod notices;

pub(crate) use errors::crashed;
pub(crate) use notices::FileKind;

use errors::hanging;
use notices::Notices;
use rasher::{DebugLine, PIXELS, button};
use studio::{
    Area, Choice, ErrorScreen, HeldIndicator, JobProgress, Layer, Meters, Notice, Over, PauseMenu, Progress,
    Question, SpeedIndicator, Warning, draw_debug,
};

/// The tab at the upper edge that opens the menu of a cart that uses the mouse.
pub(crate) const MENU_TAB: Area = Area { x: 51, y: 0, w: 26, h: 11 };

/// Sixtieths of a second until a held direction repeats, and from then on between two repeats.
const REPEAT: (u32, u32) = (24, 6);

pub(crate) struct Overlay {
    layer: Layer,
    pub menu: Option<PauseMenu>,
    pub error: Option<ErrorScreen>,
    pub question: Option<Question>,
    pub warning: Option<Warning>,
    /// Are the cart's debug lines shown?
    pub debug: bool,
    pub meters: bool,
    pub notices: Notices,
    /// Buttons held in the last tick; 0xff until all that were held when something opened are released.
    held: u8,
    ticks: u32,
}

/// What is drawn apart from what is open.
#[derive(Clone)]
pub(crate) struct Scene<'a> {
    pub over: Over,
    /// Is there a moment before the frame that hangs?
    pub has_past: bool,
    /// How far a run is on its way back to a frame.
    pub resuming: Option<Progress>,
    pub job: Option<&'a JobProgress>,
    pub speed: Option<SpeedIndicator>,
    pub held: HeldIndicator,
    /// The first of the debug lines.
    pub status: &'a str,
    pub debug: &'a [DebugLine],
    pub meters: &'a Meters,
    pub file_errors: Option<Notice>,
    pub hint: bool,
    pub tab: bool,
}

impl<'a> Scene<'a> {
    pub fn new(over: Over, meters: &'a Meters) -> Scene<'a> {
        Scene {
            over,
            has_past: false,
            resuming: None,
            job: None,
            speed: None,
            held: HeldIndicator::default(),
            status: "",
            debug: &[],
            meters,
            file_errors: None,
            hint: false,
            tab: false,
        }
    }
}

impl std::fmt::Debug for Overlay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Overlay").field("menu", &self.menu.is_some()).finish_non_exhaustive()
    }
}

impl Overlay {
    pub fn new() -> Overlay {
        Overlay {
            layer: Layer::new(),
            menu: None,
            error: None,
            question: None,
            warning: None,
            debug: false,
            meters: false,
            notices: Notices::default(),
            held: 0xff,
            ticks: 0,
        }
    }

    /// Is something open that stops the game?
    pub fn is_open(&self) -> bool {
        self.menu.is_some() || self.error.is_some() || self.question.is_some()
    }

    pub fn has_choices(&self) -> bool {
        self.menu.is_some() || self.question.is_some()
    }

    /// Do buttons move something here?
    pub fn has_rows(&self) -> bool {
        self.has_choices() || self.error.as_ref().is_some_and(ErrorScreen::is_long)
    }

    pub fn close(&mut self) {
        (self.menu, self.error, self.question) = (None, None, None);
    }

    pub fn open_menu(&mut self, menu: PauseMenu) {
        self.menu = Some(menu);
        self.wait_for_release();
    }

    pub fn ask(&mut self, question: Question) {
        self.question = Some(question);
        self.wait_for_release();
    }

    /// A sixtieth of a second of a question, with the buttons held now. Returns the number of the answer, which closes it.
    pub fn tick_question(&mut self, held: u8) -> Option<usize> {
        let pressed = self.pressed(held);
        let answer = self.question.as_mut()?.press(pressed)?;
        self.question = None;
        Some(answer)
    }

    /// A sixtieth of a second of what any button ends. Returns whether one was pressed.
    pub fn tick_any_button(&mut self, held: u8) -> bool {
        self.pressed(held) != 0
    }

    /// Ignores the buttons that are held now until all of them are released.
    pub fn wait_for_release(&mut self) {
        self.held = 0xff;
    }

    /// A sixtieth of a second of the menu or of an error screen.
    pub fn tick(&mut self, held: u8) -> Option<Choice> {
        let pressed = self.pressed(held);
        if let (None, Some(error)) = (&self.menu, &mut self.error) {
            error.scroll(i32::from(pressed & button::DOWN != 0) - i32::from(pressed & button::UP != 0));
        }
        self.menu.as_mut()?.press(pressed)
    }

    fn pressed(&mut self, held: u8) -> u8 {
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
        if self.debug {
            draw_debug(layer, scene.status, scene.debug);
            layer.cover(picture);
        }
        if self.meters {
            scene.meters.draw(layer);
            layer.cover(picture);
        }
        if over == Over::Mark && scene.held.draw(layer) {
            layer.cover(picture);
        }
        let drawn = match over {
            Over::Silence => draw_some(&Some(hanging(scene.has_past)), |screen| screen.draw(layer)),
            Over::Error => draw_some(&self.error, |error| error.draw(layer)),
            Over::Question => draw_some(&self.question, |question| question.draw(layer)),
            Over::Progress => draw_some(&scene.resuming, |progress| progress.draw(layer)),
            Over::Menu => draw_some(&self.menu, |menu| menu.draw(layer)),
            Over::Mark if scene.speed.is_some() => draw_some(&scene.speed, |speed| speed.draw(layer)),
            Over::Mark if scene.hint => {
                self.notices.hint_mut().map(|hint| hint.draw(layer, picture)).is_some()
            }
            Over::Mark | Over::Canvas | Over::Away => false,
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
            job.draw(layer, "ctrl 9 ends it");
            layer.cover(picture);
        }
        if let Some(warning) = &self.warning {
            warning.draw(layer);
            layer.cover(picture);
        }
        let away = Notice { text: "paused: the keyboard is elsewhere".to_string(), bad: false };
        let notice = scene.file_errors.as_ref().or(self.notices.newest());
        if let Some(notice) = notice.or((over == Over::Away).then_some(&away)) {
            notice.draw(layer);
            layer.cover(picture);
        }
    }
}

fn draw_some<T>(what: &Option<T>, draw: impl FnOnce(&T)) -> bool {
    what.iter().next().map(draw).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::Fault;
    use studio::Settings;
    use timeline::Crash;

    fn open() -> Overlay {
        let mut overlay = Overlay::new();
        overlay.open_menu(PauseMenu::new(Settings::default(), [const { None }; 5]));
        overlay
    }

    #[test]
    fn the_button_that_opened_the_menu_does_not_choose_in_it() {
        let mut overlay = open();
        assert_eq!(overlay.tick(button::PAUSE), None);
        assert_eq!(overlay.tick(button::PAUSE), None);
        assert_eq!(overlay.tick(0), None);
        assert_eq!(overlay.tick(button::PAUSE), Some(Choice::Continue));
    }

    #[test]
    fn a_held_direction_repeats_and_a_held_o_does_not() {
        let mut overlay = open();
        overlay.tick(0);
        let times = |overlay: &mut Overlay, held: u8| (0..61).filter(|_| overlay.pressed(held) != 0).count();
        // Pressed, after 24 ticks again, then each 6: 24, 30, 36, 42, 48, 54, 60.
        assert_eq!(times(&mut overlay, button::DOWN), 8);
        overlay.pressed(0);
        assert_eq!(times(&mut overlay, button::O), 1);
    }

    #[test]
    fn a_cart_that_hangs_and_one_that_panicked_say_how_to_go_on() {
        let place = rasher::Place::new("src/cart.lua", 3);
        let fault = Fault { message: "boom".to_string(), place: place.clone(), stack: vec![place] };
        let crash = Crash { fault, is_panic: false, frame: 9 };
        let screen = crashed(&crash, true, false);
        assert_eq!(screen.text, "boom\nsrc/cart.lua:3\nin frame 9\nfrom cart.lua:3");
        let opened = crashed(&crash, true, true);
        let unborn = crashed(&Crash { frame: 0, ..crash }, false, false);
        let keys = |screen: &ErrorScreen| screen.hints.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&screen), ["f12", "ctrl+r", "esc"], "a run that panicked can be walked back");
        assert_eq!(keys(&opened), ["f12", "e", "ctrl+r", "esc"]);
        assert_eq!(keys(&hanging(true)), ["f12", "ctrl+r", "esc"], "and one that hangs");
        for screen in [unborn, hanging(false)] {
            assert_eq!(keys(&screen), ["ctrl+r", "esc"], "{}", screen.title);
        }
        let (mut plain, mut stuck) = ([12; PIXELS], [12; PIXELS]);
        let meters = Meters::default();
        let scene = Scene { has_past: true, ..Scene::new(Over::Mark, &meters) };
        Overlay::new().draw(&mut plain, &scene);
        assert_eq!(plain, [12; PIXELS], "nothing lies over the game");
        Overlay::new().draw(&mut stuck, &Scene { over: Over::Silence, ..scene });
        assert_ne!(stuck, plain);
    }
}
