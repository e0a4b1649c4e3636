//! What lies over the game: pause menu, error screen, notices, debug lines, meters. `studio` draws them; here is decided
//! which of them is to be seen, and how long a held button counts as pressed again.
//!
//! ```text
//! game ── debug lines ── meters ── question, menu, error screen, progress or mark ── notice ──> picture shown
//! ```

use rasher::{DebugLine, Fault, PIXELS, button};
use studio::{
    Choice, ErrorScreen, Layer, Mark, Meters, Notice, PauseMenu, Progress, Question, Working, draw_debug,
};
use timeline::Crash;

/// Sixtieths of a second until a held direction counts again, and between the times after.
const REPEAT: (u32, u32) = (24, 6);

/// All that may lie over the game.
pub struct Front {
    layer: Layer,
    /// The open menu.
    pub menu: Option<PauseMenu>,
    /// Why the cart stopped.
    pub error: Option<ErrorScreen>,
    /// What is asked before it starts.
    pub question: Option<Question>,
    /// Are the cart's debug lines shown?
    pub debug: bool,
    /// Are the meters shown?
    pub meters: bool,
    held: u8,
    ticks: u32,
}

/// What is drawn over the game's picture depends on, besides what the player opened.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// The newest notice.
    pub notice: Option<&'a Notice>,
    /// The cart does not answer.
    pub stuck: bool,
    /// A kept run is lived again: how far it is.
    pub back: Option<Progress>,
    /// Work that goes on beside the game.
    pub working: Option<&'a Working>,
    /// Time does not go as the clock does.
    pub mark: Option<Mark>,
    /// The console's own line.
    pub status: &'a str,
    /// What the cart showed with `debug`.
    pub debug: &'a [DebugLine],
    /// What the cart's pictures cost.
    pub meters: &'a Meters,
}

impl Front {
    /// Nothing over the game.
    pub fn new() -> Front {
        Front {
            layer: Layer::new(),
            menu: None,
            error: None,
            question: None,
            debug: false,
            meters: false,
            held: 0xff,
            ticks: 0,
        }
    }

    /// Does something lie over the game that play waits for?
    pub fn is_open(&self) -> bool {
        self.menu.is_some() || self.error.is_some() || self.question.is_some()
    }

    /// Is it something that is no menu to leave?
    pub fn wants_an_answer(&self) -> bool {
        self.error.is_some() || self.question.is_some()
    }

    /// Takes everything away.
    pub fn close(&mut self) {
        (self.menu, self.error, self.question) = (None, None, None);
    }

    /// Opens a pause menu; what is held counts only after it was let go.
    pub fn open_menu(&mut self, menu: PauseMenu) {
        self.menu = Some(menu);
        self.wait_for_release();
    }

    /// Asks something; what is held counts only after it was let go.
    pub fn ask(&mut self, question: Question) {
        self.question = Some(question);
        self.wait_for_release();
    }

    /// One sixtieth of a second of a question: the buttons that are held now. The number of the answer ends it.
    pub fn tick_question(&mut self, held: u8) -> Option<usize> {
        let pressed = self.pressed(held);
        let answer = self.question.as_mut()?.press(pressed)?;
        self.question = None;
        Some(answer)
    }

    /// What is held now counts only after all of it was let go.
    pub fn wait_for_release(&mut self) {
        self.held = 0xff;
    }

    /// One sixtieth of a second: the buttons that are held now.
    pub fn tick(&mut self, held: u8) -> Option<Choice> {
        let pressed = self.pressed(held);
        self.menu.as_mut()?.press(pressed)
    }

    fn pressed(&mut self, held: u8) -> u8 {
        const ARROWS: u8 = button::LEFT | button::RIGHT | button::UP | button::DOWN;
        let fresh = held & !self.held;
        // 0xff stands for all that was held when the menu opened: it repeats only after it was let go.
        let same = held == self.held && held & ARROWS != 0;
        self.ticks = if same { self.ticks + 1 } else { 0 };
        self.held = if self.held == 0xff && held & 0x7f != 0 { 0xff } else { held };
        let (first, rate) = REPEAT;
        let again = same && self.ticks >= first && (self.ticks - first).is_multiple_of(rate);
        fresh | if again { held & ARROWS } else { 0 }
    }

    /// Draws everything that is to be seen over the game's picture.
    pub fn draw(&mut self, picture: &mut [u8; PIXELS], facts: &Facts<'_>) {
        let Facts { notice, stuck, back, mark, working, status, debug, meters } = *facts;
        let layer = &mut self.layer;
        if self.debug {
            draw_debug(layer, status, debug);
            layer.cover(picture);
        }
        if self.meters {
            meters.draw(layer);
            layer.cover(picture);
        }
        if stuck {
            silence().draw(layer);
            layer.cover(picture);
        } else if let Some(error) = &self.error {
            error.draw(layer);
            layer.cover(picture);
        } else if let Some(question) = &self.question {
            question.draw(layer);
            layer.cover(picture);
        } else if let Some(back) = back {
            back.draw(layer);
            layer.cover(picture);
        } else if let Some(menu) = &self.menu {
            menu.draw(layer);
            layer.cover(picture);
        } else if let Some(mark) = mark {
            mark.draw(layer);
            layer.cover(picture);
        }
        if let Some(working) = working {
            working.draw(layer, "ctrl 9 ends it");
            layer.cover(picture);
        }
        // A notice comes last: it is short-lived, and says what a key has just done.
        if let Some(notice) = notice {
            notice.draw(layer);
            layer.cover(picture);
        }
    }
}

/// What can be done about a cart that has stopped; step back, if it is one that has a past.
fn hints(back: bool) -> Vec<(String, String)> {
    let all = [("f12", "step back: the debugger"), ("ctrl+r", "restart the cart"), ("esc", "quit")];
    all.iter().skip(usize::from(!back)).map(|(k, d)| (k.to_string(), d.to_string())).collect()
}

/// The screen for a cart that cannot go on.
pub fn crashed(crash: &Crash) -> ErrorScreen {
    let Fault { message, place, stack } = &crash.fault;
    let mut text = format!("{message}\n{place}\nin frame {}", crash.frame);
    for place in stack {
        text += &format!("\nfrom {}", place.short());
    }
    let title = if crash.is_panic { "the cart panicked" } else { "the cart stopped" };
    ErrorScreen { title: title.to_string(), text, hints: hints(crash.frame > 0) }
}

/// The screen for a cart that hangs.
fn silence() -> ErrorScreen {
    let text = "it has been busy with one frame for more than a second and a half".to_string();
    ErrorScreen { title: "the cart does not answer".to_string(), text, hints: hints(false) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use studio::Settings;

    fn open() -> Front {
        let mut front = Front::new();
        front.open_menu(PauseMenu::new(Settings::default(), [const { None }; 5]));
        front
    }

    #[test]
    fn the_button_that_opened_the_menu_does_not_choose_in_it() {
        let mut front = open();
        assert_eq!(front.tick(button::PAUSE), None);
        assert_eq!(front.tick(button::PAUSE), None);
        assert_eq!(front.tick(0), None);
        assert_eq!(front.tick(button::PAUSE), Some(Choice::Continue));
    }

    #[test]
    fn a_held_direction_repeats_and_a_held_o_does_not() {
        let mut front = open();
        front.tick(0);
        let times = |front: &mut Front, held: u8| (0..61).filter(|_| front.pressed(held) != 0).count();
        // Pressed, after 24 ticks again, then each 6: 24, 30, 36, 42, 48, 54, 60.
        assert_eq!(times(&mut front, button::DOWN), 8);
        front.pressed(0);
        assert_eq!(times(&mut front, button::O), 1);
    }

    #[test]
    fn a_cart_that_hangs_and_one_that_panicked_say_how_to_go_on() {
        let place = rasher::Place::new("src/cart.lua", 3);
        let fault = Fault { message: "boom".to_string(), place: place.clone(), stack: vec![place] };
        let crash = Crash { fault, is_panic: false, frame: 9 };
        let screen = crashed(&crash);
        assert_eq!(screen.text, "boom\nsrc/cart.lua:3\nin frame 9\nfrom cart.lua:3");
        assert_eq!(screen.hints[0].0, "f12", "a run that panicked can be walked back");
        let unborn = crashed(&Crash { frame: 0, ..crash });
        for screen in [unborn, silence()] {
            let keys: Vec<&str> = screen.hints.iter().map(|(key, _)| key.as_str()).collect();
            assert_eq!(keys, ["ctrl+r", "esc"], "{}", screen.title);
        }
        let (mut plain, mut stuck) = ([12; PIXELS], [12; PIXELS]);
        let meters = Meters::default();
        let facts = Facts {
            notice: None,
            stuck: false,
            back: None,
            working: None,
            mark: None,
            status: "",
            debug: &[],
            meters: &meters,
        };
        Front::new().draw(&mut plain, &facts);
        assert_eq!(plain, [12; PIXELS], "nothing lies over the game");
        Front::new().draw(&mut stuck, &Facts { stuck: true, ..facts });
        assert_ne!(stuck, plain);
    }
}
