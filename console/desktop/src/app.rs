//! The window: winit's events in, pictures out.
//!
//! ```text
//! resumed ──> window, surface, console's thread        about_to_wait ──> watchdog, when to wake next
//! window_event ──> commands for the player, redraw      exiting ──> files, stats
//! user_event ──> the console has a picture, another cart, settings, or ends
//! ```
//!
//! The player decides about keys, overlays and frames on its own thread (console.rs), for which nothing here waits.

use crate::attach;
use crate::cartridge::{FoundCart, first, listed, or_warn, player_options, watched_module};
use crate::console::{ConsoleHost, ConsoleThread, CurrentConsole, Link, Shared, loudness};
use crate::files::FileQueue;
use crate::input::WheelButton;
use crate::keeper::{Autosave, Keeper, SettingsFile};
use crate::layout::Border;
use crate::library::LibraryQueue;
use crate::restart::{restart, restarted};
use crate::sound::Sound;
use crate::stats::Spread;
use crate::terminal;
use crate::view::GameWindow;
use crate::wake::{Wake, Waker};
use crate::watch::{LastReloader, Watcher};
use crate::{clock, drop as dropped, input, midi};
use player::{
    Before, FramePixels, HostEvent, PlayerStart, RunningCart, StuckKey, Tools, draw_not_responding, stuck_key,
};
use rasher::Rom;
use shelf::Entry;
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use store::{CartData, Follower, Home};
use studio::{Notice, Settings, ShelfMarks};
use timeline::Build;
use tool::{PlayModule, PlayOptions};
use winit::application::ApplicationHandler;
use winit::event::{DeviceEvent, DeviceId, ElementState, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, DeviceEvents, EventLoop, EventLoopProxy};
use winit::keyboard::ModifiersState;
use winit::window::WindowId;

/// A tick that takes longer has a cart in it that hangs.
const PATIENCE: Duration = Duration::from_millis(1500);
/// How long a console that should end is waited for.
const ENDING: Duration = Duration::from_millis(500);
const CHECK: Duration = Duration::from_millis(250);

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
            "cannot open a window: {reason}\nwithout a window you can use: run NAME --headless, replay, list, where, \
             paths, help (see --help)"
        )
    })?;
    // A window without the keyboard is scrolled, too, and `WheelButton` counts its notches by raw events.
    events.listen_device_events(DeviceEvents::Always);
    let listener = play.dap_port.map(attach::listen).transpose()?;
    let source = attach::source(&play);
    let mut app = App::new(carts, cart, &home, play, events.create_proxy());
    if let Some(listener) = listener {
        attach::serve(listener, carts, source, app.host.link.clone(), app.host.current.clone());
    }
    events.run_app(&mut app).map_err(|e| e.to_string())?;
    app.failure.map_or(Ok(()), Err)
}

struct App {
    carts: &'static [Entry],
    play: PlayOptions,
    start: Option<PlayerStart>,
    console: Option<ConsoleThread>,
    host: ConsoleHost,
    sound: Sound,
    settings: Settings,
    view: Option<GameWindow>,
    modifiers: ModifiersState,
    pointer: (f64, f64),
    wheel: WheelButton,
    /// The running cart, and the data folder that was dropped for it.
    name: String,
    dropped: Option<PathBuf>,
    watcher: Option<Watcher>,
    last_reloader: LastReloader,
    next_check: Duration,
    born: Instant,
    hidden: bool,
    focused: bool,
    stuck: bool,
    /// The console that was abandoned last, as long as its thread runs.
    abandoned: Weak<Shared>,
    /// A key for the window, if the tick in which it was pressed does not end.
    stuck_key: Option<(StuckKey, u64)>,
    ending: Option<Instant>,
    failure: Option<String>,
    ran: Spread,
    shown: Spread,
    last_shown: Option<Instant>,
    /// The cart whose first picture has not been shown, and since when.
    awaited: Option<(String, Instant)>,
}

/// This program's build, by its file's bytes. Without it, runs are resumed from their inputs.
fn own_build() -> Option<Build> {
    let file = std::env::current_exe().ok()?;
    std::fs::read(file).ok().map(|bytes| Build::of(&bytes))
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
        let last_reloader = LastReloader::default();
        last_reloader.set(cart.reloader.take());
        let creates = cart.creates.take();
        let mut first = first(cart, home, &mut autosave, &play, build);
        let complaints = complaint.into_iter().chain(errors.iter().map(ToString::to_string));
        first.warnings = complaints.chain(first.warnings).collect();
        let sound = Sound::open(play.sound_buffer, |line| terminal::log(&line));
        sound.levels().set_volume(loudness(&settings));
        let waker = Waker::new(proxy);
        waker.close_on_signals();
        let keeper = Keeper::new(home.clone(), autosave, cart_data, file);
        let files = FileQueue::start(keeper, play.clone(), carts, waker.clone(), last_reloader.clone());
        let marks = store::read_settings(home, &home.marks(), ShelfMarks::from_json);
        let marks = or_warn(marks, &mut first.warnings).unwrap_or_default();
        let (link, has_folders) = (Link::default(), !play.folders.is_empty() || !settings.folders.is_empty());
        let handle = link.clone();
        let send = move |event| handle.send(event);
        let library = LibraryQueue::start(home, play.folders.clone(), settings.folders.clone(), send);
        let (speaker, levels, raw_serial) = (sound.speaker(), sound.levels().clone(), play.serial);
        let current = CurrentConsole::default();
        let host = ConsoleHost { speaker, levels, files, library, waker, link, current, raw_serial };
        let options = player_options(&play, creates, build);
        let start = PlayerStart {
            settings: settings.clone(),
            library: player::Library {
                carts: listed(carts, false),
                examples: listed(carts, true),
                files: Vec::new(),
                own_folder: Some(home.my_carts()),
                downloads: Some(home.catalogues()),
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
            tools: Some(Tools::ALL),
        };
        let start = match &play.hung {
            Some(hung) => restarted(start, hung),
            None => start,
        };
        App {
            carts,
            play,
            start: Some(start),
            console: None,
            host,
            sound,
            settings,
            view: None,
            modifiers: ModifiersState::empty(),
            pointer: (0.0, 0.0),
            wheel: WheelButton::default(),
            name: String::new(),
            dropped: None,
            watcher: None,
            last_reloader,
            next_check: Duration::ZERO,
            born: Instant::now(),
            hidden: false,
            focused: false,
            stuck: false,
            abandoned: Weak::new(),
            stuck_key: None,
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
        self.send(HostEvent::Notify(Notice { text, bad }));
    }

    fn begin(&mut self, start: PlayerStart) {
        self.console = Some(ConsoleThread::start(start, self.host.clone()));
        self.send(HostEvent::Focus(self.focused));
        self.resized();
    }

    /// Abandons a console that hangs and returns what starts in its place. At most one thread is ever abandoned: if the previous one is
    /// still running, the whole program restarts instead, and this does not return.
    fn leave(&mut self, console: ConsoleThread, before: Option<&Before>) -> PlayerStart {
        let (inputs, start) = (console.inputs_so_far(), console.replacement());
        self.host.files.record(inputs.clone());
        if self.abandoned.strong_count() > 0 {
            self.host.files.keep(start.settings.clone());
            self.host.files.finish();
            terminal::log("the cart hung again: restarting the console");
            terminal::finish();
            let hung = before.map(|before| (&inputs, before));
            let why = restart(&self.play, &start.first.cart, hung);
            terminal::log(&format!("the console cannot restart: {why}"));
        }
        self.abandoned = Arc::downgrade(&console.0);
        PlayerStart { date: clock::today(), seed: clock::seed(), ..start }
    }

    fn restart_cart(&mut self) {
        let Some(console) = self.console.take() else { return };
        let start = self.leave(console, None);
        self.stuck = false;
        self.begin(start);
    }

    /// Starts another console before the frame that hangs, if there is one.
    fn begin_before(&mut self, before: Before) {
        let Some(console) = self.console.take_if(|console| console.has_past()) else { return };
        let inputs = console.inputs_so_far();
        let start = self.leave(console, Some(&before));
        self.host.files.start_before(start, inputs, before);
    }

    /// Follows the data in a folder, and the code of a cartridge or of a module.
    fn follow(&mut self, folder: Option<PathBuf>, rom: Rom, module: Option<PlayModule>) {
        let link = self.host.link.clone();
        let send = move |event| link.send(event);
        let is_file = folder.as_deref().is_some_and(|folder| store::is_cartridge(folder) || folder.is_file());
        if let Some(module) = module.filter(|_| !is_file) {
            let data = folder.map(|folder| Follower::new(&folder, &self.name, rom));
            // The previous one's build has to end before another one starts.
            self.watcher = None;
            self.watcher = Some(Watcher::module(module, data, send));
            return;
        }
        self.watcher = folder.map(|folder| match is_file {
            true => Watcher::cartridge(folder.clone(), self.last_reloader.take(&folder), send),
            false => Watcher::data(Follower::new(&folder, &self.name, rom), send),
        });
    }

    /// The cart's data come from this folder now: it was dropped, or has a new own copy.
    fn take_folder(&mut self, folder: PathBuf) {
        match dropped::data_in(&folder, &self.name) {
            Ok(rom) => {
                self.send(HostEvent::DataFolder(folder.clone()));
                self.send(HostEvent::Data(Box::new(rom.clone())));
                self.say(format!("data are now loaded from {}", folder.display()), false);
                self.dropped = Some(folder.clone());
                let module = watched_module(self.carts, &self.play, &self.name);
                self.follow(Some(folder), rom, module);
            }
            Err(e) => self.say(e, true),
        }
    }

    fn cart(&mut self, cart: RunningCart) {
        let RunningCart { name, title, folder, rom, keeps, .. } = cart;
        if self.name != name {
            (self.name, self.dropped) = (name, None);
        }
        self.view.iter().for_each(|view| view.title(&title));
        self.awaited = self.awaited.take().or(Some((title, Instant::now())));
        let folder = self.dropped.clone().or(folder);
        let module = keeps.then(|| watched_module(self.carts, &self.play, &self.name)).flatten();
        self.follow(folder, Rom::clone(&rom), module);
    }

    /// Ends the console, and then the window, which waits for it only a moment.
    fn end(&mut self) {
        self.ending = self.ending.or(Some(Instant::now()));
        self.send(HostEvent::Quit);
    }

    fn resized(&self) {
        if let Some(view) = &self.view {
            let (size, remembered) = view.size();
            self.send(HostEvent::Resized(size, remembered));
            self.send(HostEvent::Border(view.border(&self.settings).map(Border::room)));
        }
    }

    fn input(&mut self, event: &WindowEvent) {
        if let WindowEvent::KeyboardInput { event, is_synthetic: false, .. } = event {
            let Some(press) = input::key_press(event, self.modifiers) else { return };
            // A console that has just begun to hang never gets it.
            let busy = self.console.as_ref().and_then(ConsoleThread::tick);
            if let (Some(key), Some(since)) = (stuck_key(&press), busy) {
                self.stuck_key = Some((key, since));
            }
            self.send(HostEvent::Key(press));
            return;
        }
        if self.wheel.repeats(event) {
            return;
        }
        if let WindowEvent::CursorMoved { position, .. } = event {
            self.pointer = (position.x, position.y);
        }
        let (x, y) = self.pointer;
        let on_notice = self.view.as_ref().is_some_and(|view| view.is_on_notice(x, y));
        if on_notice && matches!(event, WindowEvent::MouseInput { state: ElementState::Pressed, .. }) {
            return self.send(HostEvent::Click(16, true));
        }
        let place = self.view.as_ref().map(GameWindow::placement);
        if let Some(event) = input::mouse_event(event, place) {
            self.send(event);
        }
    }

    fn redraw(&mut self) {
        let picture = self.console.as_ref().and_then(ConsoleThread::picture);
        let has_past = self.console.as_ref().is_some_and(ConsoleThread::has_past);
        let (Some(view), Some(picture)) = (&mut self.view, picture) else { return };
        let playing = picture.playing && !self.stuck;
        view.lock_pointer(picture.locks_pointer && playing, picture.shows_pointer || !playing);
        let shown = match &picture.pixels {
            FramePixels::Screen(pixels) if self.stuck => {
                let mut pixels = pixels.clone();
                draw_not_responding(&mut pixels, has_past);
                view.show(&pixels, None, &self.settings)
            }
            FramePixels::Screen(pixels) => view.show(pixels, picture.notice.as_deref(), &self.settings),
            FramePixels::Canvas(canvas) => view.show_canvas(canvas, &self.settings),
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
        self.view.iter().for_each(GameWindow::request_redraw);
    }

    /// The watchdog. Returns true if the console should have ended by now.
    fn watch(&mut self) -> bool {
        let busy = self.console.as_ref().and_then(ConsoleThread::tick);
        if let Some((key, since)) = self.stuck_key.take().filter(|(_, since)| busy == Some(*since)) {
            let silence = self.console.as_ref().map_or(Duration::ZERO, ConsoleThread::tick_duration);
            match key {
                _ if silence < ENDING => self.stuck_key = Some((key, since)),
                StuckKey::Restart => self.restart_cart(),
                StuckKey::Debugger => self.begin_before(Before::Debugger),
                StuckKey::Pause if self.console.as_ref().is_some_and(ConsoleThread::has_past) => {
                    self.begin_before(Before::Menu);
                }
                StuckKey::Pause | StuckKey::Quit => self.end(),
            }
        }
        let silence = self.console.as_ref().map_or(Duration::ZERO, ConsoleThread::tick_duration);
        let stuck = silence > PATIENCE;
        if stuck != self.stuck {
            self.stuck = stuck;
            self.request_redraw();
        }
        let late = self.ending.is_some_and(|since| since.elapsed() > ENDING);
        if late && let Some(console) = &self.console {
            self.host.files.record(console.inputs_so_far());
            self.host.files.keep(console.replacement().settings);
        }
        late
    }
}

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        let Some(start) = self.start.take() else { return };
        let start = PlayerStart { letters: input::printed_letters(events), ..start };
        self.awaited = Some(("the window".to_string(), Instant::now()));
        match GameWindow::open(events, &start.first.cart.title, &self.settings, self.play.renderer) {
            Ok(view) => {
                if self.play.stats {
                    terminal::log(&format!("drawn by {}", view.describe()));
                }
                self.view = Some(view);
                self.begin(start);
                let link = self.host.link.clone();
                input::start_pads(move |pad| link.send(HostEvent::Pad(pad)));
                let link = self.host.link.clone();
                midi::start(midi::SystemPorts, move |key| link.send(key));
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
            Wake::Title(title) => self.view.iter().for_each(|view| view.title(&title)),
            Wake::Folder(folder) => self.take_folder(folder),
            Wake::Saved(data) => self.watcher.iter().for_each(|watcher| watcher.saved(data.clone())),
            Wake::Settings(settings) => {
                self.view.iter().for_each(|view| view.set_fullscreen(settings.fullscreen));
                self.settings = *settings;
                self.resized();
                self.request_redraw();
            }
            Wake::Begin(start) => self.begin(*start),
            Wake::Close => self.end(),
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
                self.view.iter_mut().for_each(|view| view.resize(size));
                self.resized();
                self.request_redraw();
            }
            WindowEvent::RedrawRequested if self.hidden => {}
            WindowEvent::RedrawRequested => self.redraw(),
            // A hidden surface gives no images, and asking for one would wait up to a second.
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
        self.wheel.device(&event);
        if let (DeviceEvent::MouseMotion { delta }, true) = (event, self.focused) {
            self.send(input::mouse_motion(delta));
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let now = self.born.elapsed();
        if let Some(console) = &self.console {
            // Taken even without --stats, since it collects them until then.
            let intervals = console.intervals();
            self.ran.add(intervals.into_iter().filter(|_| self.play.stats));
        }
        let soon = self.ending.is_some() || self.stuck_key.is_some();
        if now >= self.next_check || soon {
            self.next_check = now + CHECK;
            if self.watch() {
                events.exit();
            }
        }
        let soon = self.ending.is_some() || self.stuck_key.is_some();
        let next = if soon { now + CHECK / 10 } else { self.next_check };
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
            let text = format!("frames run: {ran}\nframes shown: {shown}\n{status}, ran dry {dry} times\n");
            terminal::print(&text);
        }
    }
}
