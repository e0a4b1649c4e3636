//! The player in a worker, driven by packets: one value, one call.
//!
//! ```text
//! call(now, packets) ── on_packet: files, start, events ── Player::tick ── present: picture, requests ── next: when it wants to be called
//!                                                  └── or playback: a recording that plays until the user takes over
//! ```
//!
//! The caller does what the packets ask for, and returns results as packets. Nothing here waits.

use crate::cart::{self, PageCarts, StoredFiles};
use crate::catalogues::{CATALOGUE, CatalogueEvent, Catalogues};
use crate::own::{OWN, OwnCarts, OwnEvent};
use crate::packets::{Packet, PacketWriter, Recovery, StartRequest, packets};
use crate::playback::{PagePlayback, ReplayCheck};
use player::{
    Before, Cart, CartStart, HostError, HostEvent, Job, KeyPress, Library, Listed, Options, Origin,
    PadCommand, Player, PlayerStart, Request, RequestId, Response, Saves, StartMode, Tools,
};
use rasher::{Bundle, Date, Fault, Input, Place, Rom};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use studio::{BorderNotice, Settings, ShelfMarks};
use timeline::{Build, Crash, Journal, Recording, read_link};

type OnDropped = fn(&mut PageHost, &str, &[u8]) -> Result<Option<HostEvent>, String>;
type OnOwn = fn(&mut PageHost, OwnEvent, &[u8]) -> Option<(RequestId, Box<Request>)>;
type OnLinked = fn(&mut PageHost, Recording, Option<Cart>) -> Result<Option<HostEvent>, String>;

/// What a page has in addition to its carts: the player's tools, and files that are dropped. The module of a page that does not
/// name [`PageTools::ALL`] does not contain their code.
pub struct PageTools {
    player: &'static Tools,
    dropped: OnDropped,
    linked: OnLinked,
    pub(crate) thinned: fn(&[u8], usize) -> Vec<u8>,
    pub(crate) catalogue: fn(&mut PageHost, CatalogueEvent),
    own: OnOwn,
}

impl PageTools {
    pub const ALL: &'static PageTools = &PageTools {
        player: Tools::ALL,
        dropped: PageHost::open_dropped,
        linked: PageHost::open_linked,
        thinned: format::thinned,
        catalogue: PageHost::on_catalogue,
        own: PageHost::on_own,
    };
}

/// A cart whose stored files were asked for. Without a line about it, its run is resumed.
pub(crate) struct PendingCart {
    /// Of the request that gets it; 0: it is played.
    pub(crate) id: RequestId,
    pub(crate) cart: Cart,
    pub(crate) said: Option<String>,
    pub(crate) resume: bool,
}

#[derive(Default)]
pub struct PageHost {
    pub(crate) tools: Option<&'static PageTools>,
    pub(crate) carts: PageCarts,
    /// The page's own cart, if it is one of a program, as a module: runs name it and have no code.
    module: Option<Cart>,
    pub(crate) out: PacketWriter,
    pub(crate) marks: ShelfMarks,
    /// The run that is being written, by its cart's key.
    pub(crate) journal: Option<(String, Journal)>,
    /// The notice outside the picture.
    pub(crate) notice: Option<Arc<BorderNotice>>,
    /// How many files were downloaded, and how many of them at the cart's request.
    pub(crate) downloads: u32,
    pub(crate) cart_downloads: u32,
    /// The names of cart data and stored data that the browser keeps, and whether it was reported that they are too many.
    pub(crate) kept: BTreeSet<String>,
    pub(crate) reported_full: bool,
    /// The logs of the carts' edits, by their keys.
    pub(crate) edits: BTreeMap<String, Vec<u8>>,
    pub(crate) files: StoredFiles,
    pub(crate) catalogues: Catalogues,
    pub(crate) own: OwnCarts,
    /// The console's own page, with a shelf.
    pub(crate) is_console: bool,
    /// Searches, films and comparisons, and whether they were stopped.
    pub(crate) jobs: Vec<(RequestId, Box<Job>, bool)>,
    pub(crate) boot: StartRequest,
    pub(crate) player: Option<Player>,
    playback: Option<PagePlayback>,
    check: Option<ReplayCheck>,
    /// A cart that is no part of the module, while its files are loaded.
    pub(crate) dropped: Option<PendingCart>,
    pub(crate) waiting: Vec<HostEvent>,
}

impl PageHost {
    pub fn new(carts: PageCarts, tools: Option<&'static PageTools>) -> PageHost {
        PageHost { carts, tools, ..PageHost::default() }
    }

    /// Handles packets, runs at most one frame, and returns packets. `now` is the time since any fixed moment.
    pub fn call(&mut self, now: Duration, bytes: &[u8]) -> Vec<u8> {
        for (head, body) in packets(bytes) {
            if let Err(why) = head.and_then(|head| self.on_packet(head, body, now)) {
                self.out.add(&json!({"k": "wrong", "why": why}), &[]);
            }
        }
        let next = if let Some(check) = &mut self.check {
            if check.step(&mut self.out) {
                self.check = None;
            }
            Some(now)
        } else if let Some(playback) = &mut self.playback {
            playback.step(now, &mut self.out)
        } else if let Some(mut player) = self.player.take() {
            let output = player.tick(now, self.waiting.drain(..));
            self.present(&player, output);
            self.step_jobs();
            let next = player.next().filter(|_| self.waiting.is_empty() || self.player.is_some());
            let next = if self.waiting.is_empty() && self.jobs.is_empty() { next } else { Some(now) };
            self.player = Some(player);
            next
        } else {
            None
        };
        let wait = next.map(|next| next.saturating_sub(now).as_micros() as u64);
        self.out.add(&json!({"k": "next", "micros": wait}), &[]);
        self.out.bytes()
    }

    pub fn player(&self) -> Option<&Player> {
        self.player.as_ref()
    }

    fn on_packet(&mut self, packet: Packet, body: &[u8], now: Duration) -> Result<(), String> {
        let event = match packet {
            Packet::File(name) => {
                if name.starts_with("save/") || name.starts_with("stored/") {
                    self.kept.insert(name.clone());
                }
                match name.starts_with(CATALOGUE) {
                    true => self.catalogues.keep(&name, body),
                    false if OwnCarts::is_file(&name) => self.own.take(name, Some(body.to_vec())),
                    false => _ = self.files.insert(name, body.to_vec()),
                }
                return Ok(());
            }
            Packet::Start(boot) => return self.boot(*boot),
            Packet::Replay => {
                let recording = Recording::from_bytes(body).map_err(|e| e.to_string())?;
                self.check = Some(ReplayCheck::new(self.of_run(&recording)?, &recording)?);
                return Ok(());
            }
            Packet::Recording => {
                let Some(run) = self.player.as_ref().and_then(Player::run) else {
                    self.out.add(&json!({"k": "not-recorded", "why": "no run has started"}), &[]);
                    return Ok(());
                };
                let mut picture = Box::new([0; rasher::PIXELS]);
                run.console().machine().picture(&mut picture);
                self.out.add(&json!({"k": "recorded", "frame": run.now(), "name": self.boot.name}), &[]);
                self.out.add(&json!({"k": "recorded-picture"}), &picture[..]);
                self.out.add(&json!({"k": "recorded-run"}), &run.recording_so_far().to_bytes());
                return Ok(());
            }
            Packet::Insert { id, cart, key, param } => {
                let files = std::mem::take(&mut self.files);
                let (cart, said, resume) = match self.dropped.take_if(|it| it.id == id) {
                    Some(PendingCart { cart, said, resume, .. }) => {
                        let key = key.or_else(|| cart.key.clone());
                        (Cart { key, ..cart }, said, resume)
                    }
                    None => {
                        let named = self.named(&cart)?;
                        (named.ok_or_else(|| format!("no cart {cart} on this page"))?, None, false)
                    }
                };
                self.take_edits(&cart, &files);
                let insert = Box::new(cart::insert(cart, &files, param, resume));
                match id {
                    0 => HostEvent::StartCart(insert, said),
                    id => HostEvent::Reply(id, Ok(Response::Cart(insert))),
                }
            }
            Packet::Dropped(name) => match self.tools {
                None => HostEvent::DroppedFile(name, body.to_vec()),
                Some(tools) => match (tools.dropped)(self, &name, body)? {
                    Some(event) => event,
                    None => return Ok(()),
                },
            },
            Packet::Fetched { url, why } => {
                let event = CatalogueEvent::Fetched { url, why, bytes: body.to_vec() };
                if let Some(tools) = self.tools {
                    (tools.catalogue)(self, event);
                }
                return Ok(());
            }
            Packet::Code(text) => {
                self.code(&text);
                return Ok(());
            }
            Packet::Own(event) => {
                self.on_own_event(event, body);
                return Ok(());
            }
            Packet::Event(event) => event,
        };
        if self.playback.is_some() && takes_over(&event) {
            self.take_over(now);
        }
        let begins = matches!(event, HostEvent::StartCart(..));
        self.waiting.push(event);
        if begins {
            self.on_own_event(OwnEvent::Begins, &[]);
        }
        Ok(())
    }

    /// Passes on what is about the user's own carts, on a page that has any. Returns a request that is not.
    pub(crate) fn on_own_event(&mut self, event: OwnEvent, body: &[u8]) -> Option<(RequestId, Box<Request>)> {
        match (self.tools.filter(|_| self.is_console), event) {
            (Some(tools), event) => (tools.own)(self, event, body),
            (None, OwnEvent::Request(id, request)) => Some((id, request)),
            (None, _) => None,
        }
    }

    fn cart(&self, boot: &StartRequest) -> Result<Cart, String> {
        if let Some(name) = &boot.cart {
            let cart = self.named(name)?.ok_or_else(|| format!("no cart {name} on this page"))?;
            return Ok(Cart { key: boot.key.clone(), ..cart });
        }
        if let Some(cart) = &self.module {
            return Ok(cart.clone());
        }
        let Some(bytes) = self.files.get("bundle") else {
            return self.tools.map(|_| Cart::shelf()).ok_or_else(|| "this page has no cart".to_string());
        };
        let bundle: Bundle = postcard::from_bytes(bytes).map_err(|e| format!("the page's cart: {e}"))?;
        let cart = self.carts.of_bundle(&boot.name, &boot.title, boot.key.clone(), bundle)?;
        Ok(match boot.version {
            Some(version) => {
                let rom = Rom { version, ..Rom::clone(&cart.rom) };
                Cart { rom: rom.into(), bundle: Arc::default(), ..cart }
            }
            None => cart,
        })
    }

    /// A cart that runs name; none if the page has no such cart.
    pub(crate) fn named(&self, name: &str) -> Result<Option<Cart>, String> {
        match self.module.as_ref().filter(|cart| cart.name == name) {
            Some(cart) => Ok(Some(cart.clone())),
            None => self.carts.named(name),
        }
    }

    /// The cart of a run: from the bundle of the recording, or one of the page.
    pub(crate) fn of_run(&self, recording: &Recording) -> Result<Cart, String> {
        let start = &recording.start;
        if start.bundle.first().is_some() {
            return self.carts.of_bundle(&start.cart, "", None, Bundle::clone(&start.bundle));
        }
        let cart = self.named(&start.cart)?;
        cart.ok_or_else(|| format!("a run of {}, which is not on this page", start.cart))
    }

    fn boot(&mut self, boot: StartRequest) -> Result<(), String> {
        self.boot = boot.clone();
        self.tools = self.tools.filter(|_| boot.tools);
        self.is_console = self.tools.is_some() && boot.cart.is_none() && !self.files.contains_key("bundle");
        if boot.version.is_some() {
            self.module = Some(self.cart(&boot)?);
        }
        if let Some(keys) = self.files.remove("edited") {
            self.own.edited = serde_json::from_slice(&keys).unwrap_or_default();
        }
        if let Some(bytes) = self.files.get("playback").filter(|_| boot.recovery.is_none()) {
            let recording = Recording::from_bytes(bytes).map_err(|e| format!("the page's recording: {e}"))?;
            return self.show(self.cart(&boot)?, recording);
        }
        let linked = self.linked().unwrap_or_else(|why| {
            self.out.add(&json!({"k": "link-wrong", "why": why}), &[]);
            None
        });
        let is_film = self.tools.is_none() || boot.at.is_none();
        let linked = match linked {
            Some((recording, Some(cart))) if is_film => {
                // A run that the page has kept is not replaced by the one that is taken over.
                let keeps = recording.start.cart == boot.name && !self.files.contains_key("run");
                let cart = Cart { keeps, key: boot.key.clone(), ..cart };
                return self.show(cart, recording);
            }
            linked => linked,
        };
        let files = std::mem::take(&mut self.files);
        self.files = files.clone();
        // The lost run may be of another cart than the page's, which its recording names.
        let run = files.get("lost-run").filter(|_| boot.recovery.is_some());
        let run = run.and_then(|bytes| Recording::from_bytes(bytes).ok());
        let lost = run.and_then(|run| self.of_run(&run).ok());
        let cart = match lost {
            Some(cart) => {
                let own = boot.key.as_deref().and_then(|key| self.own.path_of_key(key));
                let origin = own.map_or(cart.origin, |path| Origin::File(path.into()));
                Cart { key: boot.key.clone(), origin, ..cart }
            }
            None => self.cart(&boot)?,
        };
        self.take_edits(&cart, &files);
        let insert = cart::insert(cart, &files, boot.param.clone(), boot.resume);
        self.begin(&boot, insert);
        if let Some(((recording, cart), tools)) = linked.zip(self.tools) {
            let event = (tools.linked)(self, recording, cart)?;
            self.waiting.extend(event);
        }
        Ok(())
    }

    /// The recording of the page's address and the cart of its run; no cart if the recording is one itself. The page of a cart shows
    /// its own runs and nothing else.
    fn linked(&self) -> Result<Option<(Recording, Option<Cart>)>, String> {
        let texts = [("link/cart", true), ("link/run", false)];
        let text = texts.into_iter().find_map(|(name, is_cart)| Some((self.files.get(name)?, is_cart)));
        let Some((text, is_cart)) = text.filter(|_| self.boot.recovery.is_none()) else { return Ok(None) };
        let recording = read_link(&String::from_utf8_lossy(text)).map_err(|e| e.to_string())?;
        let cart = if self.tools.is_none() {
            let own = self.cart(&self.boot)?;
            let of = &recording.start.cart;
            if is_cart || *of != own.name || recording.start.bundle != own.bundle {
                return Err(format!("the link is of {of}; this page plays only {}", own.title));
            }
            own
        } else if is_cart {
            return Ok(Some((recording, None)));
        } else {
            self.of_run(&recording)?
        };
        let (found, expected) = (recording.start.version, cart.rom.version);
        if found != expected {
            return Err(format!("the link is a run of version {found}; this page has version {expected}"));
        }
        Ok(Some((recording, Some(cart))))
    }

    /// Starts the player, or before the frame in which another was lost.
    fn begin(&mut self, boot: &StartRequest, mut start: CartStart) {
        let files = std::mem::take(&mut self.files);
        // The page of a cart has no shelf.
        let is_console = self.is_console;
        let listed = |carts: &'static [shelf::Entry]| {
            carts.iter().filter(|_| is_console).map(Listed::from).collect::<Vec<_>>()
        };
        let (settings, saves) = self.kept(&files, &mut start.warnings);
        let options = Options {
            seed: boot.seed,
            day: boot.day,
            build: Some(Build::of(boot.build.as_bytes())),
            ..Options::default()
        };
        let has_folders = settings.folders.iter().any(|source| format::is_address(source));
        let start = PlayerStart {
            settings,
            library: Library {
                carts: listed(self.carts.entries()),
                examples: listed(self.carts.examples()),
                own_folder: is_console.then(|| OWN.into()),
                files: self.own.carts(),
                deleted: self.own.deleted(),
                has_folders,
                downloads: self.tools.map(|_| CATALOGUE.into()),
                marks: self.marks.clone(),
                ..Library::default()
            },
            saves,
            first: start,
            options,
            date: Date { unix: boot.unix, offset: boot.offset },
            seed: boot.any,
            letters: Vec::new(),
            pads: Vec::new(),
            again: false,
            tools: self.tools.map(|tools| tools.player),
        };
        let start = match &boot.recovery {
            None => start,
            Some(recovery) => self.after(start, recovery, &files),
        };
        self.playback = None;
        self.player = Some(Player::new(start));
    }

    /// The log of a cart that begins: with it, this page has seen what other windows have added.
    fn take_edits(&mut self, cart: &Cart, files: &StoredFiles) {
        if let Some(edits) = files.get("edits") {
            self.edits.insert(cart.key().to_string(), edits.clone());
        }
    }

    fn kept(&mut self, files: &StoredFiles, complaints: &mut Vec<String>) -> (Settings, Saves) {
        let mut complain = |what: &str, why: String| complaints.push(format!("{what}: {why}"));
        let calm = self.boot.calm;
        let never_kept = Settings { less_flash: calm, less_shake: calm, ..Settings::default() };
        let settings = files.get("settings").map(|bytes| Settings::from_json(bytes));
        let settings = settings.unwrap_or(Ok(never_kept)).unwrap_or_else(|why| {
            complain("settings", why);
            Settings::default()
        });
        let marks = files.get("marks").map(|bytes| ShelfMarks::from_json(bytes));
        self.marks = marks.unwrap_or_else(|| Ok(ShelfMarks::default())).unwrap_or_else(|why| {
            complain("marks of the shelf", why);
            ShelfMarks::default()
        });
        let mut saves = Saves::default();
        for (name, bytes) in files {
            let Some(id) = name.strip_prefix("save/") else { continue };
            match bytes.clone().try_into() {
                Ok(data) => _ = saves.insert(id.to_string(), data),
                Err(bytes) => complain(name, format!("{} bytes, expected 256", Vec::len(&bytes))),
            }
        }
        (settings, saves)
    }

    /// How a player starts that replaces a lost one: before the frame, if possible.
    fn after(&mut self, start: PlayerStart, recovery: &Recovery, files: &StoredFiles) -> PlayerStart {
        let again = |start: PlayerStart| PlayerStart { again: true, ..start };
        let run = files.get("lost-run").and_then(|bytes| Recording::from_bytes(bytes).ok());
        let Some(mut run) = run else { return again(start) };
        for input in inputs(files.get("inputs").map_or(&[], Vec::as_slice)) {
            run.push(&input);
        }
        let frame = run.frames();
        let before = match recovery {
            Recovery::Restart => return again(start),
            Recovery::Menu => Before::Menu,
            Recovery::Debugger => Before::Debugger,
            Recovery::Panic { message, file, line } => {
                let place = Place::new(file.clone(), *line);
                let fault = Fault { message: message.clone(), place, ..Fault::default() };
                Before::Error(Box::new(Crash { fault, is_panic: true, frame }))
            }
        };
        let mut start = start;
        let kept = start.first.kept_run.take().map(|kept| *kept);
        match start.clone().before(&run, kept, before) {
            Some(start) => start,
            None => again(start),
        }
    }

    /// Shows a recording until the user takes over. A player that runs waits for that.
    pub(crate) fn show(&mut self, cart: Cart, recording: Recording) -> Result<(), String> {
        let playback = PagePlayback::new(cart, recording)?;
        let (title, seconds) = (&playback.cart().title, playback.seconds());
        self.out.add(&json!({"k": "film", "title": title, "seconds": seconds}), &[]);
        self.playback = Some(playback);
        Ok(())
    }

    fn take_over(&mut self, now: Duration) {
        let Some(playback) = self.playback.take() else { return };
        let boot = self.boot.clone();
        let build = Build::of(boot.build.as_bytes());
        let (cart, kept) = playback.into_kept(build);
        self.files.remove("playback");
        self.out.add(&json!({"k": "film", "title": cart.title}), &[]);
        let insert =
            CartStart { kept_run: Some(Box::new(kept)), mode: StartMode::Resume, ..CartStart::new(cart) };
        if self.player.is_some() {
            return self.waiting.push(HostEvent::StartCart(Box::new(insert), None));
        }
        self.begin(&StartRequest { unix: boot.unix + now.as_secs() as i64, ..boot }, insert);
    }
}

/// Frames of a job between two ticks: two or three milliseconds.
const JOB_FRAMES: u64 = 8;

impl PageHost {
    fn step_jobs(&mut self) {
        for (id, mut job, stopped) in std::mem::take(&mut self.jobs) {
            let mut done = None;
            let mut keep_on = |frames| {
                done = Some(frames);
                !stopped
            };
            let result = job.step(JOB_FRAMES, &mut keep_on);
            self.waiting.extend(done.map(|done| HostEvent::Progress(id, done)));
            match result {
                None => self.jobs.push((id, job, stopped)),
                Some(result) => {
                    let reply = result.map(|result| Response::Job(Box::new(result)));
                    self.waiting.push(HostEvent::Reply(id, reply.map_err(HostError::failed)));
                }
            }
        }
    }
}

fn takes_over(event: &HostEvent) -> bool {
    matches!(
        event,
        HostEvent::Key(KeyPress { down: true, repeat: false, .. })
            | HostEvent::Click(_, true)
            | HostEvent::Pad(PadCommand::Button(_, _, true))
    )
}

/// Reads the page's inputs, each with its length before it.
fn inputs(mut bytes: &[u8]) -> Vec<Input> {
    let mut inputs = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk::<4>() {
        let Some((input, rest)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize) else { break };
        let Ok(input) = postcard::from_bytes(input) else { break };
        inputs.push(input);
        bytes = rest;
    }
    inputs
}

#[cfg(test)]
#[path = "../tests/unit/host.rs"]
pub(crate) mod tests;
