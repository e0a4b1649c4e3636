//! What lies over the game: pause menu, error screen, notices, debug lines, meters. `studio` draws them, and its table of modes
//! says which of them is to be seen; here is how long a held button counts as pressed again, and how long a notice stays.
//!
//! ```text
//! game ── debug lines ── meters ── question, menu, error screen, progress or marks ── warning ── notice ──> picture shown
//! ```

use rasher::{DebugLine, Fault, PIXELS, button};
use std::time::Duration;
use studio::{
    Area, Choice, ErrorScreen, HeldIndicator, Hint, JobProgress, Layer, Meters, Notice, Over, PauseMenu,
    Progress, Question, SpeedIndicator, Warning, draw_debug,
};
use timeline::Crash;

/// How long a notice stays, and a hint.
const NOTICE: Duration = Duration::from_secs(5);
const HINT: Duration = Duration::from_secs(4);
/// How long a standing notice is shown whole over a game that is played.
const WHOLE: Duration = Duration::from_secs(10);

/// The tab at the upper edge that opens the menu.
pub(crate) const MENU_TAB: Area = Area { x: 51, y: 0, w: 26, h: 11 };

/// Sixtieths of a second until a held direction counts again, and between the times after.
const REPEAT: (u32, u32) = (24, 6);

/// All that may lie over the game.
pub(crate) struct Overlay {
    layer: Layer,
    pub menu: Option<PauseMenu>,
    pub error: Option<ErrorScreen>,
    /// What is asked before it starts.
    pub question: Option<Question>,
    /// What stays said until it is over.
    pub warning: Option<Warning>,
    /// Are the cart's debug lines shown?
    pub debug: bool,
    /// Are the meters shown?
    pub meters: bool,
    notices: Vec<(Notice, Duration)>,
    /// Which keys these are, from when and until when that is said.
    hint: Option<(Hint, Duration, Duration)>,
    /// A run is over and its end is on the screen: from when on a button takes it away.
    end: Option<Duration>,
    /// What is wrong with the files.
    standing: Standing,
    held: u8,
    ticks: u32,
}

/// What is wrong with the files of the cart. Data and code are mended one without the other, so each keeps its own lines.
#[derive(Default)]
struct Standing {
    data: Vec<String>,
    code: Vec<String>,
    /// Since when the newest of it is said.
    since: Duration,
}

impl Standing {
    fn lines(&self) -> impl Iterator<Item = &String> {
        self.code.iter().chain(&self.data)
    }

    /// All lines, or in a line how much it is.
    fn text(&self, whole: bool) -> String {
        if whole {
            return self.lines().map(String::as_str).collect::<Vec<_>>().join("\n");
        }
        let files = match self.data.len() {
            0 => None,
            1 => Some("1 data file".to_string()),
            all => Some(format!("{all} data files")),
        };
        let code = (!self.code.is_empty()).then(|| "new code".to_string());
        let both: Vec<String> = files.into_iter().chain(code).collect();
        format!("{} not in use", both.join(", "))
    }
}

/// Which files something is wrong with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// Those of sprites, map and sounds.
    Data,
    Code,
}

/// What is drawn over the game's picture depends on, besides what the player opened.
#[derive(Clone)]
pub(crate) struct Facts<'a> {
    /// What the mode of the screen has over the game.
    pub over: Over,
    /// Is there a moment before the frame that does not come back?
    pub has_past: bool,
    /// A kept run is run again: how far it is.
    pub back: Option<Progress>,
    /// Work that goes on beside the game.
    pub working: Option<&'a JobProgress>,
    /// Time does not go as the clock does.
    pub mark: Option<SpeedIndicator>,
    /// Buttons that stay held by themselves.
    pub held: HeldIndicator,
    pub status: &'a str,
    /// What the cart showed with `debug`.
    pub debug: &'a [DebugLine],
    /// What the cart's pictures cost.
    pub meters: &'a Meters,
    /// The standing notice, if it is shown.
    pub stands: Option<Notice>,
    /// Is it said which keys these are?
    pub hint: bool,
    /// Is the tab of the menu there?
    pub tab: bool,
}

impl<'a> Facts<'a> {
    /// Nothing but what the mode has over the game.
    pub fn of(over: Over, meters: &'a Meters) -> Facts<'a> {
        Facts {
            over,
            has_past: false,
            back: None,
            working: None,
            mark: None,
            held: HeldIndicator::default(),
            status: "",
            debug: &[],
            meters,
            stands: None,
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
    /// Nothing over the game.
    pub fn new() -> Overlay {
        Overlay {
            layer: Layer::new(),
            menu: None,
            error: None,
            question: None,
            warning: None,
            debug: false,
            meters: false,
            notices: Vec::new(),
            hint: None,
            end: None,
            standing: Standing::default(),
            held: 0xff,
            ticks: 0,
        }
    }

    /// Does something lie over the game that play waits for?
    pub fn is_open(&self) -> bool {
        self.menu.is_some() || self.error.is_some() || self.question.is_some()
    }

    /// Is there something to choose from?
    pub fn has_choices(&self) -> bool {
        self.menu.is_some() || self.question.is_some()
    }

    /// Is there something that buttons move in?
    pub fn has_rows(&self) -> bool {
        self.has_choices() || self.error.as_ref().is_some_and(ErrorScreen::is_long)
    }

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

    /// One sixtieth of a second of what any button ends: the buttons that are held now.
    pub fn tick_other(&mut self, held: u8) -> bool {
        self.pressed(held) != 0
    }

    /// Shows a notice for some seconds.
    pub fn note(&mut self, notice: Notice, now: Duration) {
        self.notices.push((notice, now + NOTICE));
    }

    /// Says which keys these are, for some seconds after a time, while a game runs and time goes as the clock does.
    pub fn hint(&mut self, hint: Hint, after: Duration, now: Duration) {
        self.end = hint.over.then_some(now + after);
        self.hint = Some((hint, now + after, now + after + HINT));
    }

    /// Nothing more is said of keys.
    pub fn no_hint(&mut self) {
        (self.hint, self.end) = (None, None);
    }

    /// A run begins: nothing more is said of the one that is over.
    pub fn run_begins(&mut self) {
        self.end = None;
        self.hint.take_if(|(hint, ..)| hint.over);
    }

    /// A button went down: what is said of an end has been seen, and the cart may show something else now.
    pub fn answered(&mut self, now: Duration) {
        if self.end.is_some_and(|from| from <= now) {
            self.run_begins();
        }
    }

    /// Is the end of a run on the screen, as far as the player can know?
    pub fn is_at_end(&self) -> bool {
        self.end.is_some()
    }

    /// Is a hint said now?
    pub fn hinted(&self, now: Duration) -> bool {
        self.hint.as_ref().is_some_and(|(_, from, to)| (*from..*to).contains(&now))
    }

    /// Is that line one of the standing notice?
    pub fn is_told(&self, line: &String) -> bool {
        self.standing.lines().any(|told| told == line)
    }

    /// What is wrong with the files of the data.
    pub fn data_wrong(&self) -> &[String] {
        &self.standing.data
    }

    /// Does anything stand there as wrong?
    pub fn is_standing(&self) -> bool {
        self.standing.lines().next().is_some()
    }

    /// What is wrong with the files of that kind stands on the screen until something else is told of them; nothing: no more.
    pub fn stand(&mut self, of: Wrong, lines: Vec<String>, now: Duration) {
        let place = match of {
            Wrong::Data => &mut self.standing.data,
            Wrong::Code => &mut self.standing.code,
        };
        // What was told before is not said anew because the other kind was mended.
        if !lines.is_empty() {
            self.standing.since = now;
        }
        *place = lines;
    }

    /// Another cart: nothing is wrong with its files yet.
    pub fn stand_no_more(&mut self) {
        self.standing = Standing::default();
    }

    /// The standing notice as it is shown: whole while it is new, where play waits for the keyboard and in a view of data; short
    /// while a game is played on; not at all where it would hide what is to be chosen or read. A newer notice has its time first.
    pub fn stands(&self, over: Over, views: bool, now: Duration) -> Option<Notice> {
        let since = self.standing.since;
        let newer = self.notices.iter().any(|(_, until)| *until > since + NOTICE);
        if !self.is_standing() || newer || !matches!(over, Over::Away | Over::Mark) {
            return None;
        }
        let whole = views || over == Over::Away || now < since + WHOLE;
        Some(Notice { text: self.standing.text(whole), bad: true })
    }

    /// Takes away the notices whose time is over; true if there were some, or the standing one becomes short.
    pub fn expire(&mut self, now: Duration) -> bool {
        let before = self.notices.len();
        self.notices.retain(|(_, until)| *until > now);
        let shortens = self.shortens().is_some_and(|at| at <= now);
        if shortens {
            // It is short from now on, which is drawn once.
            self.standing.since = Duration::ZERO;
        }
        let hinted = self.hint.as_ref().is_some_and(|(_, _, to)| *to <= now);
        if hinted {
            self.hint = None;
        }
        self.notices.len() < before || shortens || hinted
    }

    /// When the standing notice becomes short.
    fn shortens(&self) -> Option<Duration> {
        let since = self.standing.since;
        (self.is_standing() && since > Duration::ZERO).then(|| since + WHOLE)
    }

    /// When the next notice goes, or becomes short.
    pub fn next(&self) -> Option<Duration> {
        let hint = self.hint.iter().map(|(_, _, to)| *to);
        self.notices.iter().map(|(_, until)| *until).chain(self.shortens()).chain(hint).min()
    }

    /// What is held now counts only after all of it was let go.
    pub fn wait_for_release(&mut self) {
        self.held = 0xff;
    }

    /// One sixtieth of a second: the buttons that are held now.
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
        let Facts { over, has_past, back, mark, held, working, status, debug, meters, ref stands, hint, tab } =
            *facts;
        let layer = &mut self.layer;
        if self.debug {
            draw_debug(layer, status, debug);
            layer.cover(picture);
        }
        if self.meters {
            meters.draw(layer);
            layer.cover(picture);
        }
        if over == Over::Mark && held.draw(layer) {
            layer.cover(picture);
        }
        match over {
            Over::Silence => silence(has_past).draw(layer),
            Over::Error => self.error.iter().for_each(|error| error.draw(layer)),
            Over::Question => self.question.iter().for_each(|question| question.draw(layer)),
            Over::Progress => back.into_iter().for_each(|back| back.draw(layer)),
            Over::Menu => self.menu.iter().for_each(|menu| menu.draw(layer)),
            Over::Mark => match (mark, hint) {
                (Some(mark), _) => mark.draw(layer),
                (None, false) => {}
                (None, true) => self.hint.iter_mut().for_each(|(hint, ..)| hint.draw(layer, picture)),
            },
            Over::Canvas | Over::Away => {}
        }
        let drawn = match over {
            Over::Progress => back.is_some(),
            Over::Mark => mark.is_some() || hint,
            Over::Canvas | Over::Away => false,
            _ => true,
        };
        if drawn {
            layer.cover(picture);
        }
        if tab {
            layer.clear(false);
            layer.window(MENU_TAB, 5);
            layer.canvas().print_at("menu", MENU_TAB.x + 6, MENU_TAB.y + 3, 7);
            layer.cover(picture);
        }
        if let Some(working) = working {
            working.draw(layer, "ctrl 9 ends it");
            layer.cover(picture);
        }
        if let Some(warning) = &self.warning {
            warning.draw(layer);
            layer.cover(picture);
        }
        // A notice comes last: it is short-lived, and says what a key has just done.
        let away = Notice { text: "paused: the keyboard is elsewhere".to_string(), bad: false };
        let notice = stands.as_ref().or(self.notices.last().map(|(notice, _)| notice));
        if let Some(notice) = notice.or((over == Over::Away).then_some(&away)) {
            notice.draw(layer);
            layer.cover(picture);
        }
    }
}

/// What can be done about a cart that has stopped; step back, if there is something to step through; see its code.
fn hints(back: bool, code: bool) -> Vec<(String, String)> {
    let step = back.then_some(("f12", "step back in time"));
    let code = code.then_some(("e", "edit the line"));
    let all = step.into_iter().chain(code).chain([("ctrl+r", "restart the cart"), ("esc", "menu")]);
    all.map(|(key, deed)| (key.to_string(), deed.to_string())).collect()
}

/// Of a deep stack so many calls are shown: those made last, and those made first.
const INNER: usize = 24;
const OUTER: usize = 8;

/// The screen for a cart that cannot go on; is there something to step back through, and code to be opened?
pub(crate) fn crashed(crash: &Crash, back: bool, code: bool) -> ErrorScreen {
    let Fault { message, place, stack } = &crash.fault;
    let mut text = format!("{message}\n{place}");
    if crash.frame > 0 {
        text += &format!("\nin frame {}", crash.frame);
    }
    // Of a call without an end both ends tell something. Its 50,000 lines would be wrapped at each picture.
    let (inner, outer) = if stack.len() > INNER + OUTER { (INNER, OUTER) } else { (stack.len(), 0) };
    for place in &stack[..inner] {
        text += &format!("\nfrom {}", place.short());
    }
    let left = stack.len() - inner - outer;
    if left > 0 {
        text += &format!("\n{left} calls more");
    }
    for place in &stack[stack.len() - outer..] {
        text += &format!("\nfrom {}", place.short());
    }
    let title = match (crash.is_panic, crash.frame) {
        (true, _) => "the cart panicked",
        (false, 0) => "the cart does not start",
        (false, _) => "the cart stopped",
    };
    ErrorScreen::new(title, &text, hints(back, code))
}

/// The screen for a cart that hangs; is there a moment before?
fn silence(back: bool) -> ErrorScreen {
    let mut hints = hints(back, false);
    if !back {
        // Without a moment before there is nothing that a menu could lie over.
        hints.retain(|(key, _)| key != "esc");
        hints.push(("esc".to_string(), "quit".to_string()));
    }
    ErrorScreen::new(
        "the cart does not answer",
        "it has been busy with one frame for more than a second and a half",
        hints,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use studio::Settings;

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
        assert_eq!(keys(&silence(true)), ["f12", "ctrl+r", "esc"], "and one that hangs");
        for screen in [unborn, silence(false)] {
            assert_eq!(keys(&screen), ["ctrl+r", "esc"], "{}", screen.title);
        }
        let (mut plain, mut stuck) = ([12; PIXELS], [12; PIXELS]);
        let meters = Meters::default();
        let facts = Facts { has_past: true, ..Facts::of(Over::Mark, &meters) };
        Overlay::new().draw(&mut plain, &facts);
        assert_eq!(plain, [12; PIXELS], "nothing lies over the game");
        Overlay::new().draw(&mut stuck, &Facts { over: Over::Silence, ..facts });
        assert_ne!(stuck, plain);
    }
}
