//! Carts from the command line, from `load` and from a drop, with their files, ready for the player.

use crate::keeper::Autosave;
use crate::module_build;
use crate::watch::Reloader;
use loader::{AppendedCart, Cart, DataPlaces, LoadError, Loaded, Loader, Origin, find_next_to};
use player::{CartStart, Inspection, Listed, Options, StartMode};
use rasher::{Code, Rom};
use shelf::Entry;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{DiskSource, Home, StoreError};
use studio::Settings;
use timeline::{Build, KeptRun, Marked, Recording, Report, SavedState};
use tool::{PlayModule, PlayOptions, Recorded, RunSource};

/// The player's start, with what only the window needs: the player has no disk.
pub struct FoundCart {
    pub start: CartStart,
    pub reloader: Option<Box<Reloader>>,
    /// The cart is the shelf, and the user is asked whether to create this file.
    pub creates: Option<PathBuf>,
    /// Whether cargo runs it in its own package, so its author may have just changed it.
    is_developed: bool,
}

/// The carts as the shelf shows them: the examples, or all others.
pub fn listed(carts: &[Entry], examples: bool) -> Vec<Listed> {
    carts.iter().filter(|cart| cart.example == examples).map(Listed::from).collect()
}

pub fn appended(path: &Path) -> Option<AppendedCart> {
    // Opening a named pipe would wait for its other end.
    let mut file = path.is_file().then(|| File::open(path).ok())??;
    AppendedCart::read(&mut file)
}

pub fn with_kept(mut start: CartStart, home: &Home, autosave: &mut Autosave) -> CartStart {
    let (cart, warnings) = (&mut start.cart, &mut start.warnings);
    // One whose code is broken, too: its editors stay when it is fixed.
    warnings.extend(store::remember(cart, home).err().map(|e| e.to_string()));
    if !cart.keeps {
        return start;
    }
    if cart.key.is_some() {
        let taken = store::migrate_files(home, &cart.name, cart.key(), &cart.rom.data);
        warnings.extend(taken.err().map(|e| e.to_string()));
        warnings.extend(store::add_stored(cart, home));
    }
    let (kept, is_second) = autosave.open(home, cart.key()).unwrap_or_else(|e| (Err(e), false));
    start.kept_run = or_warn(kept, warnings).map(Box::new);
    let slot = |n| or_warn(store::read_slot(home, cart.key(), n + 1), warnings).map(Arc::new);
    start.slots = std::array::from_fn(slot);
    if is_second {
        warnings
            .push(format!("{} is also running in another window: this run is saved separately", cart.title));
    }
    start
}

pub fn or_warn<T>(read: Result<Option<T>, StoreError>, warnings: &mut Vec<String>) -> Option<T> {
    read.unwrap_or_else(|e| {
        warnings.push(e.to_string());
        None
    })
}

/// The first cart, as the command line asks for it. An author who has changed the cart since `build` gets a new run.
pub fn first(
    found: FoundCart,
    home: &Home,
    autosave: &mut Autosave,
    play: &PlayOptions,
    build: Option<Build>,
) -> CartStart {
    let is_developed = found.is_developed;
    let mut start = with_kept(found.start, home, autosave);
    if matches!(start.mode, StartMode::Inspect(..)) {
        return start;
    }
    if play.resume {
        start.mode = StartMode::Resume;
        if start.kept_run.is_none() {
            let name = &start.cart.name;
            start.warnings.push(format!("no saved run of {name} to resume; starting a new one"));
        }
    } else if play.fresh || play.seed.is_some() || play.frames.is_some() {
        start.kept_run = None;
    } else if is_developed && start.kept_run.as_ref().is_some_and(|run| is_of_another_build(run, build)) {
        start.mode = StartMode::Fresh;
    }
    start
}

/// A run too short for a state counts as another build's.
fn is_of_another_build(run: &KeptRun, build: Option<Build>) -> bool {
    run.states.last().map(SavedState::build) != build || build.is_none()
}

/// The cart of that name, if its module is played: cargo runs its package, or the user asks for it.
pub fn watched_module(carts: &'static [Entry], play: &PlayOptions, name: &str) -> Option<PlayModule> {
    let is_watched = |entry: &&Entry| {
        entry.name == name && !play.native && (play.watch || entry.package.is_some_and(is_run_by_cargo))
    };
    carts.iter().find(is_watched).map(PlayModule)
}

/// A cart with its module as its code, so that its recordings have the module.
fn with_module(cart: Cart, code: Code) -> Result<Cart, LoadError> {
    let program = loader::compile(Path::new(&cart.name), &code)?;
    // The module's bytes identify a run, as of a cartridge.
    let rom = Rom { version: Rom::empty("").version, ..Rom::clone(&cart.rom) };
    let bundle = Arc::new(cart.bundle_with(&code));
    Ok(Cart { program: Some(program), rom: Arc::new(rom), bundle, ..cart })
}

fn is_run_by_cargo(package: &str) -> bool {
    std::env::var_os("CARGO_MANIFEST_DIR").is_some_and(|folder| Path::new(&folder) == Path::new(package))
}

fn describe(settings: &str) -> String {
    match Settings::from_json(settings.as_bytes()) {
        Ok(settings) => match settings.changes() {
            none if none.is_empty() => "reported with default settings".to_string(),
            changes => format!("reported with {}", changes.join(", ")),
        },
        Err(_) if settings.is_empty() => "reported without settings".to_string(),
        Err(e) => format!("reported with settings that cannot be read: {e}"),
    }
}

pub fn is_report(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("report"))
}

/// Whether a file is a recorded run, by its ending or its first bytes. A recording may have any name.
fn is_recorded(path: &Path) -> bool {
    let ends = path.extension().is_some_and(|ending| ["rec", "run", "slot"].iter().any(|it| ending == *it));
    let reads = || store::read(path).is_ok_and(|bytes| store::is_recorded(&bytes));
    ends || path.is_file() && !store::is_cartridge(path) && reads()
}

impl FoundCart {
    fn new(cart: Cart) -> FoundCart {
        FoundCart { start: CartStart::new(cart), reloader: None, creates: None, is_developed: false }
    }

    /// A cart from the disk. One in Lua with an error shows it where it would run, and starts once it is fixed.
    fn loaded(loader: Loader<DiskSource>, loaded: Loaded) -> FoundCart {
        let reloader = Reloader::new(loader, &loaded);
        let is_developed = loaded.entry.and_then(|entry| entry.package).is_some_and(is_run_by_cargo);
        let Loaded { mut cart, missing, complaints, .. } = loaded;
        // The shelf identifies it by its whole path.
        if let Origin::File(path) = &mut cart.origin {
            *path = std::path::absolute(&*path).unwrap_or_else(|_| path.clone());
        }
        let warnings = [missing, complaints].concat();
        FoundCart {
            start: CartStart { warnings, ..CartStart::new(cart) },
            reloader,
            creates: None,
            is_developed,
        }
    }

    pub fn report(carts: &'static [Entry], path: &Path) -> Result<FoundCart, String> {
        let report = store::read_report(path).map_err(|e| e.to_string())?;
        let bundle = &report.recording.start.bundle;
        let cart = RunSource::default().cart_of(carts, &report.rom.name, path, bundle);
        let cart = cart.map_err(|e| e.to_string())?;
        let Report { rom, recording, frame, settings, marked, .. } = report;
        let rom = Rom { version: cart.rom.version, ..rom };
        let message = describe(&settings);
        Ok(FoundCart::inspected("bug report", cart, rom, recording, frame, message, marked))
    }

    /// The cart of a recording, kept run or save slot, at that file's moment. The player's own run is not touched.
    pub fn recorded(carts: &'static [Entry], path: &Path, source: &RunSource) -> Result<FoundCart, String> {
        let recorded = Recorded::read(carts, path, source).map_err(|e| e.to_string())?;
        let Recorded { cart, recording, rom, frame, marked, .. } = recorded;
        let message = format!("a run of {} frames", recording.frames());
        Ok(FoundCart::inspected("recorded run", cart, Rom::clone(&rom), recording, frame, message, marked))
    }

    fn inspected(
        kind: &str,
        of: Cart,
        rom: Rom,
        recording: Recording,
        frame: u64,
        message: String,
        Marked { bookmarks, edits }: Marked,
    ) -> FoundCart {
        let cart = Cart {
            title: format!("{} ({kind})", of.title),
            bundle: recording.start.bundle.clone(),
            keeps: false,
            ..Cart::new(&rom.name.clone(), of.program, rom.clone())
        };
        let mut found = FoundCart::new(cart);
        found.start.kept_run =
            Some(Box::new(KeptRun { recording, rom: rom.data, states: Vec::new(), torn: 0 }));
        found.start.mode = StartMode::Inspect(Inspection { frame, message, bookmarks, edits });
        found
    }

    fn viewed(cart: Cart, what: &str) -> FoundCart {
        FoundCart::new(Cart {
            title: format!("{} ({what})", cart.title),
            program: Some(rasher::program(studio::DataViewer::default())),
            keeps: false,
            views: true,
            ..cart
        })
    }

    fn cartridge_data(loaded: &Loaded) -> Result<FoundCart, LoadError> {
        let rom = Rom::clone(loaded.data()?);
        Ok(FoundCart::viewed(Cart::new(&rom.name.clone(), None, rom), "data of a cartridge"))
    }

    /// Opens a cartridge that was dropped on the window: its cart, or its data to view, and a message.
    pub fn dropped(carts: &'static [Entry], path: &Path) -> Result<(FoundCart, String), LoadError> {
        let mut loader = Loader::new(DiskSource::default());
        let loaded = loader.open(carts, path, &DataPlaces::default())?;
        let shown = path.display();
        loaded.data()?;
        Ok(match (loaded.entry, loaded.cartridge.as_ref().and_then(format::Cartridge::stamp)) {
            (Some(entry), _) => {
                let message = loaded.remark.clone();
                let message = message.unwrap_or_else(|| format!("{} with the data of {shown}", entry.title));
                (FoundCart::loaded(loader, loaded), message)
            }
            (None, Some(stamp)) => {
                let message = format!("{shown}: data of {}, which is not on the shelf", stamp.name);
                (FoundCart::cartridge_data(&loaded)?, message)
            }
            (None, None) => (FoundCart::loaded(loader, loaded), format!("playing {shown}")),
        })
    }
}

/// The cart that the command line names; without a name, the boot screen.
pub fn find(carts: &'static [Entry], play: &PlayOptions) -> Result<FoundCart, String> {
    let Some(name) = &play.cart else { return Ok(FoundCart::new(Cart::shelf())) };
    // The name of a cart means that cart, even if a file has it too.
    let is_file = carts.iter().all(|cart| Path::new(cart.name) != name);
    if is_file && !store::is_cartridge(name) {
        if let Some(cart) = appended(name) {
            return Ok(FoundCart::new(cart.load(carts).map_err(|e| e.to_string())?.cart));
        }
        if is_report(name) {
            return FoundCart::report(carts, name);
        }
        if is_recorded(name) {
            let source = RunSource { data: play.data.clone(), ..RunSource::default() };
            return FoundCart::recorded(carts, name, &source);
        }
    }
    let places = DataPlaces { lenient: true, ..store::data_places(play.data.clone(), play.home.as_deref()) };
    let mut loader = Loader::new(DiskSource::default());
    let mut loaded = loader.open(carts, name, &places).map_err(|e| e.to_string())?;
    if let Some(module) = loaded.entry.and_then(|entry| watched_module(carts, play, entry.name)) {
        let made = module_build::build(&module).map_err(|fault| match fault.place.line() {
            0 => fault.message,
            _ => fault.to_string(),
        });
        let cart = |code| with_module(loaded.cart.clone(), code).map_err(|e| e.to_string());
        match made.and_then(cart) {
            Ok(cart) => loaded.cart = cart,
            Err(why) => loaded.complaints.push(format!("{why}; playing the cart as cargo compiled it")),
        }
    }
    // Code in Lua may be fixed while the window is open.
    if let Some(error) = loaded.error.as_ref().filter(|_| !loaded.is_lua()) {
        return Err(error.to_string());
    }
    loaded.remark.iter().for_each(|remark| crate::terminal::log(remark));
    Ok(FoundCart::loaded(loader, loaded))
}

/// The same; for a text cartridge that does not exist the boot screen, which offers to create it.
pub fn find_or_offer(carts: &'static [Entry], play: &PlayOptions) -> Result<FoundCart, String> {
    let is_text = |path: &&PathBuf| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("p8"));
    let is_new = |path: &&PathBuf| {
        path.symlink_metadata().is_err()
            && path.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir())
    };
    // With a number of frames, a script started it and cannot answer the question.
    match play.cart.as_ref().filter(is_text).filter(is_new).filter(|_| play.frames.is_none()) {
        Some(path) => {
            let creates = Some(std::path::absolute(path).unwrap_or_else(|_| path.clone()));
            Ok(FoundCart { creates, ..FoundCart::new(Cart::shelf()) })
        }
        None => find(carts, play),
    }
}

pub fn player_options(play: &PlayOptions, creates: Option<PathBuf>, build: Option<Build>) -> Options {
    Options {
        seed: play.seed,
        day: None,
        frames: play.frames,
        record: play.record.is_some(),
        hands_out: true,
        opens_code: true,
        against: play.against.is_some(),
        creates,
        build,
    }
}

/// Resolves the name of a cart that another one loads: a file in that cart's folder, or a cart of the shelf.
pub fn resolve(carts: &'static [Entry], name: &str, from: Option<&Path>) -> Result<PathBuf, String> {
    let Some(from) = from.filter(|_| carts.iter().all(|cart| cart.name != name)) else {
        return Ok(store::shown_as(name));
    };
    let folder = from.parent().unwrap_or(Path::new("."));
    let found = find_next_to(&DiskSource::default(), from, name);
    found.ok_or_else(|| format!("load(\"{name}\"): not found on the shelf or in {}", folder.display()))
}

pub fn view(carts: &'static [Entry], play: &PlayOptions) -> Result<FoundCart, String> {
    if let Some(name) = play.cart.as_deref().filter(|name| store::is_cartridge(name)) {
        let places = store::data_places(play.data.clone(), play.home.as_deref());
        let loaded = Loader::new(DiskSource::default()).open(carts, name, &places);
        return loaded.and_then(|loaded| FoundCart::cartridge_data(&loaded)).map_err(|e| e.to_string());
    }
    let CartStart { cart, warnings, .. } = find(carts, &PlayOptions { native: true, ..play.clone() })?.start;
    let mut found = FoundCart::viewed(cart, "data files");
    found.start.warnings = warnings;
    Ok(found)
}

#[cfg(test)]
#[path = "../tests/unit/cartridge.rs"]
mod tests;
