//! The window's life: winit's events in, pictures out.
//!
//! ```text
//! resumed ──> window, surface, console's thread        about_to_wait ──> watchdog, when to wake next
//! window_event ──> commands for the player, redraw      exiting ──> files, stats
//! user_event ──> the console has a picture, another cart, settings, or ends
//! ```
//!
//! What a key means, what lies over the game and when a frame runs is the player's to decide, on its own thread (console.rs), which is
//! never waited for. Here is only what it cannot do: the window itself, and what is done about a cart that does not come back.

use crate::autosave::Autosave;
use crate::cartridge::{FoundCart, first, listed};
use crate::console::{ConsoleThread, Host, Life, Link, loudness};
use crate::files::FileQueue;
use crate::keeper::Keeper;
use crate::library::Library;
use crate::restart::{restart, restarted};
use crate::settings::SettingsFile;
use crate::sound::Sound;
use crate::stats::Spread;
use crate::terminal;
use crate::view::GameWindow;
use crate::wake::{Wake, Waker};
use crate::watch::{Reloaders, Watcher};
use crate::{clock, drop as dropped, keys, letters, mouse, pads};
use player::{
    Before, HostEvent, Options, Pixels, PlayerStart, RunningCart, StuckKey, draw_silence, stuck_key,
};
use rasher::Rom;
use shelf::Entry;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use store::{CartData, Follower, Home};
use studio::{Marks, Notice, Settings};
use timeline::Build;
use tool::PlayOptions;
use winit::application::ApplicationHandler;
use winit::event::{DeviceEvent, DeviceId, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

/// A tick that has not come back for so long has a cart in it that does not answer.
const PATIENCE: Duration = Duration::from_millis(1500);
/// A console that is told to end is waited for so long.
const ENDING: Duration = Duration::from_millis(500);
/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(250);

/// Opens the window and plays until it is closed.
pub fn run(carts: &'static [Entry], cart: FoundCart, play: PlayOptions) -> Result<(), String> {
    if play.serial {
        tool::check_raw()?;
    }
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
    let mut app = App::new(carts, cart, &home, play, events.create_proxy());
    events.run_app(&mut app).map_err(|e| e.to_string())?;
    app.failure.map_or(Ok(()), Err)
}

/// Everything that belongs to the window.
struct App {
    play: PlayOptions,
    /// What the first console begins with, until the window is there.
    start: Option<PlayerStart>,
    console: Option<ConsoleThread>,
    host: Host,
    sound: Sound,
    settings: Settings,
    view: Option<GameWindow>,
    modifiers: ModifiersState,
    /// The cart that runs, and the folder that was dropped for it.
    name: String,
    dropped: Option<PathBuf>,
    watcher: Option<Watcher>,
    reloaders: Reloaders,
    next_look: Duration,
    born: Instant,
    hidden: bool,
    focused: bool,
    stuck: bool,
    /// The console abandoned last.
    left: Option<Life>,
    /// A key that only the window can heed, if the tick that began then does not come back.
    unheard: Option<(StuckKey, u64)>,
    /// Since when the console is to end.
    ending: Option<Instant>,
    failure: Option<String>,
    ran: Spread,
    shown: Spread,
    last_shown: Option<Instant>,
    /// Whose first picture is not yet seen, and since when it is waited for.
    awaited: Option<(String, Instant)>,
}

/// Which program this is, by its file's bytes; none where those cannot be read, and then runs are gone on with from their inputs.
fn own_build() -> Option<Build> {
    let file = std::env::current_exe().ok()?;
    std::fs::read(file).ok().map(|bytes| Build::of(&bytes))
}

/// What is marked on the shelf; what is wrong with the file is told.
fn marks(home: &Home, complaints: &mut Vec<String>) -> Marks {
    let read = store::read_marks(home, Marks::from_json);
    read.map(Option::unwrap_or_default).unwrap_or_else(|e| {
        complaints.push(e.to_string());
        Marks::default()
    })
}

impl App {
    fn new(
        carts: &'static [Entry],
        mut cart: FoundCart,
        home: &Home,
        play: PlayOptions,
        proxy: EventLoopProxy<Wake>,
    ) -> App {
        home.remove_leftovers();
        let (file, settings, complaint) = SettingsFile::read(home);
        let (cart_data, errors) = CartData::read(home);
        let saves = cart_data.all();
        let mut autosave = Autosave::default();
        let build = own_build();
        let reloaders = Reloaders::default();
        reloaders.put(cart.reloader.take());
        let mut first = first(cart, home, &mut autosave, &play, build);
        let complaints = complaint.into_iter().chain(errors.iter().map(ToString::to_string));
        first.warnings = complaints.chain(first.warnings).collect();
        let sound = Sound::open(play.sound_buffer, |line| terminal::log(&line));
        sound.levels().set_volume(loudness(&settings));
        let waker = Waker::new(proxy);
        let files = FileQueue::start(
            Keeper::new(home.clone(), autosave, cart_data, file),
            play.clone(),
            carts,
            waker.clone(),
            reloaders.clone(),
        );
        let (link, marks) = (Link::default(), marks(home, &mut first.warnings));
        let told = link.clone();
        let has_folders = !play.folders.is_empty() || !settings.folders.is_empty();
        let library =
            Library::start(play.folders.clone(), settings.folders.clone(), move |event| told.send(event));
        let (speaker, levels, raw_serial) = (sound.speaker(), sound.levels().clone(), play.serial);
        let host = Host { speaker, levels, files, library, waker, link, raw_serial };
        let options = Options {
            seed: play.seed,
            day: None,
            frames: play.frames,
            record: play.record.is_some(),
            hands_out: true,
            opens_code: true,
            against: play.against.is_some(),
            build,
        };
        let start = PlayerStart {
            settings: settings.clone(),
            library: player::Library {
                carts: listed(carts, false),
                examples: listed(carts, true),
                files: Vec::new(),
                has_folders,
                marks,
                ..player::Library::default()
            },
            saves,
            first,
            options,
            date: clock::today(),
            seed: clock::seed(),
            letters: Vec::new(),
            pads: Vec::new(),
            again: false,
        };
        let start = match &play.hung {
            Some(hung) => restarted(start, hung),
            None => start,
        };
        App {
            play,
            start: Some(start),
            console: None,
            host,
            sound,
            settings,
            view: None,
            modifiers: ModifiersState::empty(),
            name: String::new(),
            dropped: None,
            watcher: None,
            reloaders,
            next_look: Duration::ZERO,
            born: Instant::now(),
            hidden: false,
            focused: false,
            stuck: false,
            left: None,
            unheard: None,
            ending: None,
            failure: None,
            ran: Spread::default(),
            shown: Spread::default(),
            last_shown: None,
            awaited: None,
        }
    }

    fn send(&self, event: HostEvent) {
        self.host.link.send(event);
    }

    fn say(&self, text: String, bad: bool) {
        self.send(HostEvent::Say(Notice { text, bad }));
    }

    /// Starts a console, and tells it what the window knows.
    fn begin(&mut self, start: PlayerStart) {
        self.console = Some(ConsoleThread::start(start, self.host.clone()));
        self.send(HostEvent::Focus(self.focused));
        self.resized();
    }

    /// Abandons a console that hangs and returns what starts in its place. At most one thread is ever abandoned: if the previous one is
    /// still running, the whole program restarts instead, and this does not return.
    fn leave(&mut self, console: ConsoleThread, before: Option<&Before>) -> PlayerStart {
        let (heard, again) = (console.heard(), console.again());
        self.host.files.record(heard.clone());
        if self.left.as_ref().is_some_and(Life::lasts) {
            self.host.files.keep(again.settings.clone());
            self.host.files.finish();
            terminal::log("the cart hung again: restarting the console");
            terminal::finish();
            let hung = before.map(|before| (&heard, before));
            let why = restart(&self.play, &again.first.cart, hung);
            terminal::log(&format!("the console cannot restart: {why}"));
        }
        self.left = Some(console.life());
        PlayerStart { date: clock::today(), seed: clock::seed(), ..again }
    }

    /// Begins the cart again that does not come back.
    fn begin_again(&mut self) {
        let Some(console) = self.console.take() else { return };
        let start = self.leave(console, None);
        self.stuck = false;
        self.begin(start);
    }

    /// Begins the run again that does not come back, before that frame; without such a moment nothing can be done.
    fn begin_before(&mut self, before: Before) {
        let Some(console) = self.console.take_if(|console| console.has_past()) else { return };
        let told = console.heard();
        let start = self.leave(console, Some(&before));
        self.host.files.start_before(start, told, before);
    }

    /// Follows the data files of the cart that runs, whose data are those now.
    fn follow(&mut self, folder: Option<PathBuf>, rom: Rom) {
        let link = self.host.link.clone();
        let tell = move |event| link.send(event);
        self.watcher = folder.map(|folder| match store::is_cartridge(&folder) {
            true => Watcher::cartridge(folder.clone(), self.reloaders.take(&folder), tell),
            false => Watcher::data(Follower::new(&folder, &self.name, rom), tell),
        });
    }

    /// A folder of data was dropped, or holds the person's own copy since now: the cart's data come from there now.
    fn take_folder(&mut self, folder: PathBuf) {
        match dropped::data_in(&folder, &self.name) {
            Ok(rom) => {
                self.send(HostEvent::DataFolder(folder.clone()));
                self.send(HostEvent::Data(Box::new(rom.clone())));
                self.say(format!("data now come from {}", folder.display()), false);
                self.dropped = Some(folder.clone());
                self.follow(Some(folder), rom);
            }
            Err(e) => self.say(e, true),
        }
    }

    /// Another cart runs, or the same again.
    fn cart(&mut self, cart: RunningCart) {
        let RunningCart { name, title, folder, rom, .. } = cart;
        if self.name != name {
            (self.name, self.dropped) = (name, None);
        }
        if let Some(view) = &self.view {
            view.title(&title);
        }
        self.awaited = self.awaited.take().or(Some((title, Instant::now())));
        let folder = self.dropped.clone().or(folder);
        self.follow(folder, Rom::clone(&rom));
    }

    /// The console is to end, and is not waited for long.
    fn end(&mut self) {
        self.ending = self.ending.or(Some(Instant::now()));
        self.send(HostEvent::Quit);
    }

    /// The window has a size.
    fn resized(&self) {
        if let Some(view) = &self.view {
            let (size, remembered) = view.size();
            self.send(HostEvent::Resized(size, remembered));
        }
    }

    /// Something was done with keys or mouse.
    fn input(&mut self, event: &WindowEvent) {
        if let WindowEvent::KeyboardInput { event, is_synthetic: false, .. } = event {
            let Some(press) = keys::press(event, self.modifiers) else { return };
            // A console that has just begun to hang never hears it.
            let busy = self.console.as_ref().and_then(ConsoleThread::busy_since);
            if let (Some(key), Some(since)) = (stuck_key(&press), busy) {
                self.unheard = Some((key, since));
            }
            self.send(HostEvent::Key(press));
            return;
        }
        let place = self.view.as_ref().map(GameWindow::place);
        if let Some(event) = mouse::event(event, place) {
            self.send(event);
        }
    }

    /// Draws what there is to see now.
    fn redraw(&mut self) {
        let picture = self.console.as_ref().and_then(ConsoleThread::picture);
        let has_past = self.console.as_ref().is_some_and(ConsoleThread::has_past);
        let (Some(view), Some(picture)) = (&mut self.view, picture) else { return };
        let playing = picture.playing && !self.stuck;
        view.hold_pointer(picture.locks_pointer && playing, picture.shows_pointer || !playing);
        let shown = match &picture.pixels {
            Pixels::Screen(pixels) if self.stuck => {
                let mut pixels = pixels.clone();
                draw_silence(&mut pixels, has_past);
                view.show(&pixels, &self.settings)
            }
            Pixels::Screen(pixels) => view.show(pixels, &self.settings),
            Pixels::Canvas(canvas) => view.show_canvas(canvas, &self.settings),
        };
        if let Err(e) = shown {
            self.failure = Some(e);
            self.end();
        }
        if picture.frame > 0
            && let Some((what, since)) = self.awaited.take()
            && self.play.stats
        {
            terminal::log(&format!("{what}: first picture after {} ms", since.elapsed().as_millis()));
        }
        if playing {
            let now = Instant::now();
            if let Some(before) = self.last_shown.replace(now).filter(|_| self.play.stats) {
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

    /// Looks whether the console comes back; true when it has been waited for long enough.
    fn watch(&mut self) -> bool {
        let busy = self.console.as_ref().and_then(ConsoleThread::busy_since);
        if let Some((key, since)) = self.unheard.take().filter(|(_, since)| busy == Some(*since)) {
            let silence = self.console.as_ref().map_or(Duration::ZERO, ConsoleThread::silence);
            match key {
                _ if silence < ENDING => self.unheard = Some((key, since)),
                StuckKey::Restart => self.begin_again(),
                StuckKey::Debugger => self.begin_before(Before::Debugger),
                StuckKey::Pause if self.console.as_ref().is_some_and(ConsoleThread::has_past) => {
                    self.begin_before(Before::Menu);
                }
                StuckKey::Pause | StuckKey::Quit => self.end(),
            }
        }
        let silence = self.console.as_ref().map_or(Duration::ZERO, ConsoleThread::silence);
        let stuck = silence > PATIENCE;
        if stuck != self.stuck {
            self.stuck = stuck;
            self.request_redraw();
        }
        let late = self.ending.is_some_and(|since| since.elapsed() > ENDING);
        if late && let Some(console) = &self.console {
            // It does not answer: what it was told is all there is.
            self.host.files.record(console.heard());
            self.host.files.keep(console.again().settings);
        }
        late
    }
}

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        let Some(start) = self.start.take() else { return };
        let start = PlayerStart { letters: letters::printed(events), ..start };
        self.awaited = Some(("the window".to_string(), Instant::now()));
        match GameWindow::open(events, &start.first.cart.title, &self.settings, self.play.renderer) {
            Ok(view) => {
                if self.play.stats {
                    terminal::log(&format!("drawn by {}", view.describe()));
                }
                self.view = Some(view);
                self.begin(start);
                let link = self.host.link.clone();
                pads::start(move |pad| link.send(HostEvent::Pad(pad)));
            }
            Err(e) => {
                self.failure = Some(e);
                events.exit();
            }
        }
    }

    fn user_event(&mut self, events: &ActiveEventLoop, wake: Wake) {
        match wake {
            Wake::Picture => self.request_redraw(),
            Wake::Cart(cart) => self.cart(cart),
            Wake::Title(title) => {
                if let Some(view) = &self.view {
                    view.title(&title);
                }
            }
            Wake::Folder(folder) => self.take_folder(folder),
            Wake::Saved(data) => self.watcher.iter().for_each(|watcher| watcher.saved(data.clone())),
            Wake::Settings(settings) => {
                if let Some(view) = &self.view {
                    view.set_fullscreen(settings.fullscreen);
                }
                self.settings = *settings;
                self.request_redraw();
            }
            Wake::Begin(start) => self.begin(*start),
            Wake::Quit => {
                if !self.hidden {
                    self.redraw();
                }
                events.exit();
            }
        }
    }

    fn window_event(&mut self, _: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => self.end(),
            WindowEvent::Resized(size) => {
                if let Some(view) = &mut self.view {
                    view.resize(size);
                }
                self.resized();
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
                self.focused = focused;
                if !focused {
                    self.modifiers = ModifiersState::empty();
                }
                self.send(HostEvent::Focus(focused));
                self.request_redraw();
            }
            WindowEvent::DroppedFile(path) => self.host.files.dropped(path),
            WindowEvent::ModifiersChanged(modifiers) => self.modifiers = modifiers.state(),
            other => self.input(&other),
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta } = event {
            self.send(mouse::motion(delta));
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let now = self.born.elapsed();
        if let Some(console) = &self.console {
            // Also where nobody asks for them: it keeps them until then.
            let intervals = console.intervals();
            self.ran.add(intervals.into_iter().filter(|_| self.play.stats));
        }
        let soon = self.ending.is_some() || self.unheard.is_some();
        if now >= self.next_look || soon {
            self.next_look = now + LOOK;
            if self.watch() {
                events.exit();
            }
        }
        let soon = self.ending.is_some() || self.unheard.is_some();
        let next = if soon { now + LOOK / 10 } else { self.next_look };
        events.set_control_flow(ControlFlow::WaitUntil(self.born + next));
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.host.files.finish();
        if self.play.stats {
            if let Some(console) = &self.console {
                self.ran.add(console.intervals());
            }
            let (ran, shown, levels) = (&self.ran, &self.shown, self.sound.levels());
            let (status, dry) = (levels.status(), levels.dry());
            terminal::print(&format!(
                "frames run: {ran}\nframes shown: {shown}\n{status}, ran dry {dry} times\n"
            ));
        }
    }
}
