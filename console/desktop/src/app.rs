//! The window's life: winit's events in, pictures out.
//!
//! ```text
//! resumed ──> window, surface, session          about_to_wait ──> menu ticks, watchdog, when to wake next
//! window_event ──> keys.rs, hands.rs, shortcuts.rs, redraw        exiting ──> settings, recording, stats
//! user_event ──> the worker has a picture or news, a pad came or went, data files changed
//! ```
//!
//! The session plays, holds while something lies over it, and is never waited for.

use crate::cartridge::Cartridge;
use crate::debug::Walk;
use crate::front::{self, Facts, Front};
use crate::hands::Hands;
use crate::keys::KeyMap;
use crate::pace::Pace;
use crate::pads::{self, PadMap, PadNews};
use crate::session::{Said, Session};
use crate::settings;
use crate::stats::Spread;
use crate::tasks::Tasks;
use crate::view::View;
use crate::worker::Order;
use crate::{drop as dropped, lock, watch};
use rasher::{Event, Rom};
use shelf::Entry;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::Home;
use studio::{Capture, Choice, Notice, PauseMenu, Settings};
use tool::PlayOptions;
use winit::application::ApplicationHandler;
use winit::event::{DeviceEvent, DeviceId, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

/// A cart that has not come back for so long is said not to answer.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How often the watchdog looks, and notices are looked through.
const LOOK: Duration = Duration::from_millis(250);
/// A way back that takes no longer needs no bar.
const SOON: Duration = Duration::from_millis(500);
/// How long a notice stays.
const NOTICE: Duration = Duration::from_secs(5);

/// What other threads wake the window for.
#[derive(Debug)]
pub enum Wake {
    /// The worker has a picture or news.
    Frame,
    /// A gamepad came or went.
    Pad(PadNews),
    /// Data files changed, or are wrong.
    Data(Result<Rom, String>),
}

/// Opens the window and plays until it is closed.
///
/// # Errors
/// When there is no display, no home folder, or nothing can draw into a window.
pub fn run(carts: &'static [Entry], cart: Cartridge, play: PlayOptions) -> Result<(), String> {
    let home = Home::find(play.home.as_deref()).map_err(|e| e.to_string())?;
    let events = EventLoop::<Wake>::with_user_event().build().map_err(|e| {
        // winit puts the place in its own source in front.
        let text = e.to_string();
        let reason = text.rsplit(": ").next().unwrap_or(&text);
        format!(
            "no window can be opened: {reason}\nwithout a window there are: run NAME --headless, replay, list, where, \
             paths, help (see --help)"
        )
    })?;
    let mut app = App::new(carts, cart, home, play, events.create_proxy());
    events.run_app(&mut app).map_err(|e| e.to_string())?;
    app.failure.map_or(Ok(()), Err)
}

/// Everything that belongs to the window.
pub(crate) struct App {
    pub(crate) carts: &'static [Entry],
    pub(crate) session: Session,
    pub(crate) settings: Settings,
    pub(crate) front: Front,
    pub(crate) view: Option<View>,
    pub(crate) modifiers: ModifiersState,
    pub(crate) walk: Walk,
    pub(crate) tasks: Tasks,
    pub(crate) home: Home,
    pub(crate) play: PlayOptions,
    proxy: EventLoopProxy<Wake>,
    watcher: Option<notify::RecommendedWatcher>,
    notices: Vec<(Notice, Instant)>,
    ticks: Pace,
    next_look: Duration,
    born: Instant,
    focused: bool,
    hidden: bool,
    /// The window has lost the keyboard, and the session holds because of that.
    away: bool,
    stuck: bool,
    pub(crate) pads: u8,
    quits: bool,
    failure: Option<String>,
    lived: Spread,
    shown: Spread,
    last_shown: Option<Instant>,
    /// Since when a run is on its way back to where it was left.
    back_since: Option<Instant>,
    /// Whose first picture is not yet seen, and since when it is waited for.
    pub(crate) awaited: Option<(String, Instant)>,
}

impl App {
    fn new(
        carts: &'static [Entry],
        cart: Cartridge,
        home: Home,
        play: PlayOptions,
        proxy: EventLoopProxy<Wake>,
    ) -> App {
        let (settings, complaint) = settings::read(&home);
        let mut hands = Hands::new(KeyMap::new(&settings.keys), PadMap::new(&settings.pad));
        hands.time.set(&settings);
        let hands = Arc::new(Mutex::new(hands));
        let waker = Mutex::new(proxy.clone());
        let wake = Arc::new(move || drop(lock(&waker).send_event(Wake::Frame)));
        let (session, complaints) = Session::start(cart, home.clone(), play.clone(), hands, wake);
        let mut app = App {
            carts,
            session,
            settings,
            front: Front::new(),
            view: None,
            modifiers: ModifiersState::empty(),
            walk: Walk::default(),
            tasks: Tasks::new(play.against.clone()),
            home,
            play,
            proxy,
            watcher: None,
            notices: Vec::new(),
            ticks: Pace::new(60, Duration::ZERO),
            next_look: Duration::ZERO,
            born: Instant::now(),
            focused: false,
            hidden: false,
            away: false,
            stuck: false,
            pads: 0,
            quits: false,
            failure: None,
            lived: Spread::default(),
            shown: Spread::default(),
            last_shown: None,
            back_since: None,
            awaited: None,
        };
        app.set_volume();
        complaint.into_iter().chain(complaints).for_each(|text| app.notice(text));
        app.follow();
        let waker = app.proxy.clone();
        pads::start(app.session.hands.clone(), move |news| drop(waker.send_event(Wake::Pad(news))));
        app
    }

    /// Shows good news for some seconds, and on the terminal.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.note(Notice { text: text.into(), bad: false });
    }

    /// Shows bad news for some seconds, and on the terminal.
    pub(crate) fn notice(&mut self, text: impl Into<String>) {
        self.note(Notice { text: text.into(), bad: true });
    }

    fn note(&mut self, notice: Notice) {
        eprintln!("rasher: {}", notice.text);
        self.walk_told(&notice);
        self.notices.push((notice, Instant::now() + NOTICE));
    }

    /// Follows the data files of the cart that is played now.
    pub(crate) fn follow(&mut self) {
        self.watcher = None;
        let Some(folder) = self.session.cart.folder.clone() else { return };
        let waker = self.proxy.clone();
        let tell = move |rom| drop(waker.send_event(Wake::Data(rom)));
        match watch::watch(&folder, &self.session.cart.name, tell) {
            Ok(watcher) => self.watcher = Some(watcher),
            Err(e) => self.notice(format!("changes in {} will not be seen: {e}", folder.display())),
        }
    }

    /// Tells a console that begins what the window knows.
    pub(crate) fn introduce(&mut self) {
        let mut hands = lock(&self.session.hands);
        hands.event(Event::Controllers(self.pads));
        let Settings { less_flash, less_shake, .. } = self.settings;
        hands.event(Event::Comfort { less_flash, less_shake });
    }

    /// Lives on, unless something lies over the game.
    pub(crate) fn resume(&mut self) {
        if !self.front.is_open() && !self.away && !self.walk.open {
            self.session.play();
        }
    }

    /// Opens the pause menu.
    pub(crate) fn pause(&mut self) {
        self.session.hold();
        if !self.front.is_open() && !self.walk.open {
            let mut menu = PauseMenu::new(self.settings.clone(), self.session.worker().glass().menu);
            menu.set_slots(self.session.slots().clone());
            menu.set_shelf(self.carts.len() > 1 && !self.session.cart.is_shelf());
            self.front.open_menu(menu);
        }
    }

    /// Begins the cart again, whatever state it is in.
    pub(crate) fn restart(&mut self) {
        self.front.close();
        self.walk.open = false;
        self.stuck = false;
        self.tasks.forget_search();
        self.session.restart();
        self.introduce();
        self.resume();
    }

    /// Asks the event loop to end.
    pub(crate) fn quit(&mut self) {
        self.quits = true;
    }

    pub(crate) fn screenshot(&mut self) {
        match self.session.screenshot() {
            Ok(path) => self.say(format!("saved {}", path.display())),
            Err(e) => self.notice(e),
        }
    }

    /// Where data files are looked for.
    pub(crate) fn data(&self) -> Option<&Path> {
        self.play.data.as_deref()
    }

    /// Is a cart running that does not answer?
    pub(crate) fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// Carries out what was chosen in the menu.
    pub(crate) fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Continue => {
                self.front.menu = None;
                self.resume();
            }
            Choice::Reset => self.restart(),
            Choice::Shelf => self.leave_cart(),
            Choice::Quit => self.quit(),
            Choice::Changed => {
                if let Some(menu) = &self.front.menu {
                    let settings = menu.settings().clone();
                    self.set(settings);
                }
            }
            Choice::Save(_) | Choice::Load(_) | Choice::Delete(_) => self.choose_slot(choice),
            Choice::Custom { index, buttons } => {
                self.session.worker().order(Order::Step(vec![Event::Menu { index, buttons }]));
            }
        }
    }

    fn hear(&mut self, said: Said) {
        match said {
            Said::Pause => self.pause(),
            Said::Restart => self.restart(),
            Said::Quit => self.quit(),
            Said::Screenshot => {
                self.screenshot();
            }
            Said::Crt(on) => {
                let crt = on.unwrap_or(!self.settings.crt);
                self.set(Settings { crt, ..self.settings.clone() });
            }
            Said::Clipboard(text) => {
                if let Err(e) = crate::clipboard::copy(&text) {
                    self.notice(e);
                }
            }
            Said::Load(name, param) => self.load(&name, param),
            Said::Notice(text) => self.notice(text),
            Said::Stepped { keep: true } => {
                if let Some(menu) = &mut self.front.menu {
                    menu.set_custom(self.session.worker().glass().menu);
                }
            }
            Said::Stepped { keep: false } => self.choose(Choice::Continue),
            Said::Wish(wish) => self.wished(&wish),
            Said::Report(report) => self.keep_report(*report),
            Said::Task(task) => self.begin_task(*task),
            Said::Film => self.film(false),
            Said::Forbidden(abilities) => self.forbidden(abilities),
            Said::Saved(number, saved) => self.saved(number, saved),
            Said::Loaded(loaded) => self.loaded(loaded),
            Said::Crashed(crash) => {
                self.walk.open = false;
                eprintln!("rasher: {crash}");
                self.front.menu = None;
                self.front.error = Some(front::crashed(&crash));
            }
            Said::Ended => self.quit(),
            Said::Back(told) => self.back(&told),
        }
    }

    /// Tells the sound how loud it shall be. Steps are squared: an ear hears ratios.
    fn set_volume(&self) {
        let Settings { volume, mute, .. } = self.settings;
        let part = f32::from(volume) / f32::from(studio::VOLUME_MAX);
        self.session.sound().levels().set_volume(if mute { 0.0 } else { part * part });
    }

    /// Takes settings over: from the menu, a key, or a cart.
    pub(crate) fn set(&mut self, settings: Settings) {
        let before = std::mem::replace(&mut self.settings, settings);
        let now = &self.settings;
        if let Some(view) = &self.view {
            view.set_fullscreen(now.fullscreen);
        }
        if let Some(menu) = &mut self.front.menu {
            menu.set_settings(now.clone());
        }
        let mut hands = lock(&self.session.hands);
        hands.map = KeyMap::new(&now.keys);
        hands.pad_map = PadMap::new(&now.pad);
        hands.time.set(now);
        let Settings { less_flash, less_shake, .. } = *now;
        if (before.less_flash, before.less_shake) != (less_flash, less_shake) {
            hands.event(Event::Comfort { less_flash, less_shake });
        }
        std::mem::drop(hands);
        self.set_volume();
        // Kept at once: a power cut forgets nothing.
        if before != self.settings
            && let Err(e) = settings::keep(&self.home, &self.settings)
        {
            self.notice(e);
        }
    }

    /// Gives the menu the key or button that it waits for; true when it did wait for one of that kind.
    pub(crate) fn captured(&mut self, wanted: impl Fn(Capture) -> bool, name: &str) -> bool {
        let Some(menu) = &mut self.front.menu else { return false };
        if !menu.capture().is_some_and(wanted) {
            return false;
        }
        let choice = menu.bind(name);
        // What was pressed to be bound shall not choose in the menu too.
        self.front.wait_for_release();
        if let Some(choice) = choice {
            self.choose(choice);
        }
        true
    }

    fn focus(&mut self, focused: bool) {
        if !focused {
            lock(&self.session.hands).let_go();
            self.modifiers = ModifiersState::empty();
            self.walk_released();
        }
        // X11 tells a new window that it has no focus; only a player who was here can have gone.
        let went = std::mem::replace(&mut self.focused, focused) && !focused;
        if went && self.settings.pause_on_blur {
            self.away = true;
            self.session.hold();
        } else if focused && self.away {
            self.away = false;
            self.resume();
        }
    }

    /// Draws what there is to see now.
    fn redraw(&mut self) {
        let Some(view) = &mut self.view else { return };
        let glass = self.session.worker().glass();
        let now = Instant::now();
        self.notices.retain(|(_, until)| *until > now);
        let away = Notice { text: "paused: the keyboard is elsewhere".to_string(), bad: false };
        let newest = self.notices.last().map(|(notice, _)| notice);
        let notice = newest.or(self.away.then_some(&away));
        let playing = !self.front.is_open() && !self.away && !self.stuck && !self.walk.open;
        view.hold_pointer(glass.locks_pointer && playing, glass.wants_keyboard || !playing);
        let mut picture = glass.picture;
        let levels = self.session.sound().levels();
        let status = format!("frame {} {}fps {}", glass.frame, glass.fps, levels.status());
        let back = glass.back.filter(|_| self.back_since.is_some_and(|since| since.elapsed() > SOON));
        if glass.back.is_none() {
            self.back_since = None;
        } else if self.back_since.is_none() {
            self.back_since = Some(now);
        }
        let (debug, meters) = (&glass.debug, &glass.meters);
        let film = self.tasks.film();
        let working = film.as_ref();
        let mark = glass.mark.filter(|_| playing);
        let facts = Facts { notice, stuck: self.stuck, back, mark, working, status: &status, debug, meters };
        self.front.draw(&mut picture, &facts);
        // Until its first canvas is drawn, and after it went, the game is shown.
        let canvas = glass.canvas.filter(|_| self.walk.open);
        let shown = match &canvas {
            Some(canvas) => view.show_canvas(canvas),
            None => view.show(&picture, &self.settings),
        };
        if let Err(e) = shown {
            self.failure = Some(e);
            self.quits = true;
        }
        if glass.frame > 0
            && let Some((what, since)) = self.awaited.take_if(|_| self.play.stats)
        {
            eprintln!("rasher: {what}: first picture after {} ms", since.elapsed().as_millis());
        }
        if playing {
            let now = Instant::now();
            if let Some(before) = self.last_shown.replace(now) {
                self.shown.add([now - before]);
            }
        } else {
            self.last_shown = None;
        }
    }

    fn request_redraw(&self) {
        if let Some(view) = &self.view {
            view.window().request_redraw();
        }
    }
}

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.view.is_some() {
            return;
        }
        self.awaited = Some(("the window".to_string(), Instant::now()));
        match View::open(events, &self.session.cart.title, &self.settings, self.play.renderer) {
            Ok(view) => {
                if self.play.stats {
                    eprintln!("rasher: drawn by {}", view.describe());
                }
                self.view = Some(view);
                self.introduce();
                self.begin();
            }
            Err(e) => {
                self.failure = Some(e);
                events.exit();
            }
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, wake: Wake) {
        match wake {
            Wake::Frame => {}
            Wake::Pad(news) => self.pad(news),
            Wake::Data(Ok(rom)) => self.session.data(rom),
            Wake::Data(Err(e)) => self.notice(e),
        }
        for said in self.session.take() {
            self.hear(said);
        }
        self.request_redraw();
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => self.quit(),
            WindowEvent::Resized(size) => {
                if let Some(view) = &mut self.view {
                    view.resize(size, &mut self.settings);
                }
                self.walk_resized();
                self.request_redraw();
            }
            WindowEvent::RedrawRequested if self.hidden => {}
            WindowEvent::RedrawRequested => self.redraw(),
            // A surface that nobody sees gives no images, and asking for one would wait up to a second.
            WindowEvent::Occluded(hidden) => {
                self.hidden = hidden;
                self.request_redraw();
            }
            WindowEvent::Focused(focused) => {
                self.focus(focused);
                self.request_redraw();
            }
            WindowEvent::DroppedFile(path) => {
                if let Err(e) = dropped::open(self, &path) {
                    self.notice(e);
                }
            }
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            other => self.input(other),
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta: (x, y) } = event {
            lock(&self.session.hands).motion(x, y);
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let now = self.born.elapsed();
        self.lived.add(self.session.worker().intervals());
        for _ in 0..self.ticks.due(now) {
            if self.front.is_open() {
                let held = lock(&self.session.hands).take_menu_buttons();
                if self.front.question.is_some() {
                    if let Some(answer) = self.front.tick_question(held) {
                        self.answer(answer);
                    }
                } else if let Some(choice) = self.front.tick(held) {
                    self.choose(choice);
                }
                self.request_redraw();
            }
        }
        self.look_after_tasks();
        if self.tasks.is_busy() {
            self.request_redraw();
        }
        if now >= self.next_look {
            self.next_look = now + LOOK;
            let stuck = self.session.worker().silence() > PATIENCE;
            if stuck != self.stuck || stuck || self.away || !self.notices.is_empty() {
                self.stuck = stuck;
                self.request_redraw();
            }
        }
        if self.quits {
            if !self.hidden {
                self.redraw();
            }
            events.exit();
        }
        // Sixty times a second while a menu is open or work goes on; else often enough for the watchdog and for notices to go.
        let next = match self.front.is_open() || self.tasks.is_busy() {
            true => self.ticks.next().min(self.next_look),
            false => self.next_look,
        };
        events.set_control_flow(ControlFlow::WaitUntil(self.born + next));
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.session.leave();
        if let Err(e) = settings::keep(&self.home, &self.settings) {
            eprintln!("rasher: {e}");
        }
        if self.play.stats {
            self.lived.add(self.session.worker().intervals());
            println!("frames lived: {}\nframes shown: {}", self.lived, self.shown);
            let levels = self.session.sound().levels();
            println!("{}, ran dry {} times", levels.status(), levels.dry());
        }
    }
}
