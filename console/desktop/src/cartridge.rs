//! What is played: a cart of the shelf, a cartridge in a file, a bug report, a recorded run, made ready for the player.

use crate::autosave::Autosave;
use crate::watch::Reloader;
use loader::{AppendedCart, Cart, DataPlaces, LoadError, Loaded, Loader, Origin, find_next_to};
use player::{CartStart, Inspection, Listed, StartMode};
use rasher::Rom;
use shelf::Entry;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{DiskSource, Home, StoreError};
use studio::Settings;
use timeline::{Build, KeptRun, Marked, Recording, Report, SavedState};
use tool::{PlayOptions, Recorded, RunSource};

/// A cart that was found, without the runs that are kept of it.
pub struct FoundCart {
    pub start: CartStart,
    /// What loads it again when its files are saved, of a cart in Lua.
    pub reloader: Option<Box<Reloader>>,
    /// Its author has just built it: `cargo run`, in its own package.
    is_developed: bool,
}

/// The carts as the shelf shows them; the examples, or all others.
pub fn listed(carts: &[Entry], examples: bool) -> Vec<Listed> {
    carts.iter().filter(|cart| cart.example == examples).map(Listed::from).collect()
}

/// The cart at the end of a file, if it is a player with one.
pub fn appended(path: &Path) -> Option<AppendedCart> {
    // To open a named pipe is to wait for its other end.
    let mut file = path.is_file().then(|| File::open(path).ok())??;
    AppendedCart::read(&mut file)
}

/// Adds the run that was left of a cart, its save slots and what it has stored. What cannot be read is told.
pub fn with_kept(mut start: CartStart, home: &Home, autosave: &mut Autosave) -> CartStart {
    // What is only inspected has no run and no slots of its own.
    if !start.cart.keeps {
        return start;
    }
    let (cart, complaints) = (&mut start.cart, &mut start.warnings);
    if cart.key.is_some() {
        // Earlier versions kept it under the cart's name alone.
        let taken = store::take_over(home, &cart.name, cart.key(), &cart.rom.data);
        complaints.extend(taken.err().map(|e| e.to_string()));
        complaints.extend(store::add_stored(cart, home));
    }
    let mut is_beside = false;
    let left = autosave.open(home, cart.key()).and_then(|(left, beside)| {
        is_beside = beside;
        left
    });
    start.kept_run = or_complain(left, complaints).map(Box::new);
    start.slots = std::array::from_fn(|n| {
        or_complain(store::read_slot(home, cart.key(), n + 1), complaints).map(Arc::new)
    });
    if is_beside {
        complaints
            .push(format!("another window plays {}: this run is kept beside the other one", cart.title));
    }
    start
}

fn or_complain<T>(read: Result<Option<T>, StoreError>, complaints: &mut Vec<String>) -> Option<T> {
    read.unwrap_or_else(|e| {
        complaints.push(e.to_string());
        None
    })
}

/// The cart that is played first, as the command line says. An author who has changed it is not asked: the cart begins anew, and
/// the run that was left can be gone on with from the pause menu. `build` is this program.
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
            start.warnings.push(format!("there is no run of {name} to go on with; this is a new one"));
        }
    } else if play.fresh || play.seed.is_some() || play.frames.is_some() {
        // Who says where to begin is not asked.
        start.kept_run = None;
    } else if is_developed && start.kept_run.as_ref().is_some_and(|left| is_of_another_build(left, build)) {
        start.mode = StartMode::Fresh;
    }
    start
}

/// Was it left by another program than this one? One that was left too soon to hold a state does not tell, and counts as such.
fn is_of_another_build(left: &KeptRun, build: Option<Build>) -> bool {
    left.states.last().map(SavedState::build) != build || build.is_none()
}

/// Does cargo run that package's program? It says so to what it runs.
fn is_run_by_cargo(package: &str) -> bool {
    std::env::var_os("CARGO_MANIFEST_DIR").is_some_and(|folder| Path::new(&folder) == Path::new(package))
}

/// The settings of a bug report in words.
fn told(settings: &str) -> String {
    match Settings::from_json(settings.as_bytes()) {
        Ok(settings) => match settings.changes() {
            none if none.is_empty() => "reported with the settings as they come".to_string(),
            changes => format!("reported with {}", changes.join(", ")),
        },
        Err(_) if settings.is_empty() => "reported without settings".to_string(),
        Err(e) => format!("reported with settings that cannot be read: {e}"),
    }
}

/// Is it the file of a bug report, by its name?
pub fn is_report(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("report"))
}

/// What recordings, kept runs and save slots end in. A recording may have any name.
const RUN_ENDINGS: [&str; 3] = ["rec", "run", "slot"];

/// Is it the file of a recorded run, by its ending or by what is in it? What cannot be read is none.
fn is_recorded(path: &Path) -> bool {
    let ends = path.extension().is_some_and(|ending| RUN_ENDINGS.iter().any(|it| ending == *it));
    let reads = || store::read(path).is_ok_and(|bytes| store::is_recorded(&bytes));
    ends || path.is_file() && !store::is_cartridge(path) && reads()
}

/// What recordings and reports need of the command line.
fn source(play: &PlayOptions) -> RunSource {
    RunSource { data: play.data.clone(), ..RunSource::default() }
}

impl FoundCart {
    fn new(cart: Cart) -> FoundCart {
        FoundCart { start: CartStart::new(cart), reloader: None, is_developed: false }
    }

    /// A cart that was loaded from the disk. Why one in Lua cannot run is shown where it would run: once it is fixed, it starts.
    fn loaded(loader: Loader<DiskSource>, loaded: Loaded) -> FoundCart {
        let reloader = Reloader::new(loader, &loaded);
        let is_developed = loaded.entry.and_then(|entry| entry.package).is_some_and(is_run_by_cargo);
        let Loaded { mut cart, missing, complaints, .. } = loaded;
        // Its whole path identifies it on the shelf.
        if let Origin::File(path) = &mut cart.origin {
            *path = std::path::absolute(&*path).unwrap_or_else(|_| path.clone());
        }
        let complaints = [missing, complaints].concat();
        FoundCart {
            start: CartStart { warnings: complaints, ..CartStart::new(cart) },
            reloader,
            is_developed,
        }
    }

    /// The cart and data of a bug report, to inspect. The player's own run of that cart is not touched.
    pub fn report(carts: &'static [Entry], path: &Path) -> Result<FoundCart, String> {
        let report = store::read_report(path).map_err(|e| e.to_string())?;
        let bundle = &report.recording.start.bundle;
        let cart = RunSource::default().cart_of(carts, &report.rom.name, path, bundle);
        let cart = cart.map_err(|e| e.to_string())?;
        let Report { rom, recording, frame, settings, marked, .. } = report;
        let rom = Rom { version: cart.rom.version, ..rom };
        let look = look(frame, told(&settings), marked);
        Ok(FoundCart::to_look("bug report", cart, rom, recording, look))
    }

    /// The cart of a recording, a kept run or a save slot, to inspect at that file's moment. The player's own run is
    /// not touched.
    pub fn recorded(carts: &'static [Entry], path: &Path, source: &RunSource) -> Result<FoundCart, String> {
        let recorded = Recorded::read(carts, path, source).map_err(|e| e.to_string())?;
        let Recorded { cart, recording, rom, frame, marked, .. } = recorded;
        let look = look(frame, format!("a run of {} frames", recording.frames()), marked);
        Ok(FoundCart::to_look("recorded run", cart, Rom::clone(&rom), recording, look))
    }

    fn to_look(kind: &str, of: Cart, rom: Rom, recording: Recording, look: Inspection) -> FoundCart {
        let kept = Box::new(KeptRun { recording, rom: rom.data.clone(), states: Vec::new(), torn: 0 });
        let cart = Cart {
            title: format!("{} ({kind})", of.title),
            bundle: kept.recording.start.bundle.clone(),
            keeps: false,
            ..Cart::new(&rom.name.clone(), of.program, rom)
        };
        let start =
            CartStart { kept_run: Some(kept), mode: StartMode::Inspect(look), ..CartStart::new(cart) };
        FoundCart { start, reloader: None, is_developed: false }
    }

    /// A cart's data, to look at.
    fn to_view(cart: Cart, what: &str) -> FoundCart {
        FoundCart::new(Cart {
            title: format!("{} ({what})", cart.title),
            program: Some(rasher::program(studio::DataViewer::default())),
            keeps: false,
            views: true,
            ..cart
        })
    }

    /// The data of a cartridge, to look at.
    fn cartridge_data(loaded: &Loaded) -> Result<FoundCart, LoadError> {
        let rom = Rom::clone(loaded.data()?);
        Ok(FoundCart::to_view(Cart::new(&rom.name.clone(), None, rom), "data of a cartridge"))
    }

    /// The cart of a cartridge that was dropped on the window, or its data to view; and a message.
    pub fn dropped(carts: &'static [Entry], path: &Path) -> Result<(FoundCart, String), String> {
        let mut loader = Loader::new(DiskSource::default());
        let loaded = loader.open(carts, path, &DataPlaces::default()).map_err(|e| e.to_string())?;
        let shown = path.display();
        loaded.data().map_err(|e| e.to_string())?;
        Ok(match (loaded.entry, loaded.cartridge.as_ref().and_then(format::Cartridge::stamp)) {
            (Some(entry), _) => {
                let said = loaded.remark.clone();
                let said = said.unwrap_or_else(|| format!("{} with the data of {shown}", entry.title));
                (FoundCart::loaded(loader, loaded), said)
            }
            (None, Some(stamp)) => {
                let said = format!("{shown}: the data of {}, which is not on the shelf", stamp.name);
                (FoundCart::cartridge_data(&loaded).map_err(|e| e.to_string())?, said)
            }
            (None, None) => (FoundCart::loaded(loader, loaded), format!("{shown} plays")),
        })
    }
}

fn look(frame: u64, message: String, Marked { bookmarks, edits }: Marked) -> Inspection {
    Inspection { frame, message, bookmarks, edits }
}

/// The cart that the command line names; without a name, the boot screen.
pub fn find(carts: &'static [Entry], play: &PlayOptions) -> Result<FoundCart, String> {
    let Some(name) = &play.cart else { return Ok(FoundCart::new(Cart::shelf())) };
    // The name of a cart is that cart's, whatever file has it too.
    let is_file = carts.iter().all(|cart| Path::new(cart.name) != name);
    if is_file && !store::is_cartridge(name) {
        if let Some(cart) = appended(name) {
            let loaded = cart.load(carts).map_err(|e| e.to_string())?;
            return Ok(FoundCart::new(loaded.cart));
        }
        if is_report(name) {
            return FoundCart::report(carts, name);
        }
        if is_recorded(name) {
            return FoundCart::recorded(carts, name, &source(play));
        }
    }
    let places = DataPlaces { lenient: true, ..store::data_places(play.data.clone(), play.home.as_deref()) };
    let mut loader = Loader::new(DiskSource::default());
    let loaded = loader.open(carts, name, &places).map_err(|e| e.to_string())?;
    match &loaded.error {
        // What is wrong with the code of a cartridge may be right when it is saved again.
        Some(error) if !loaded.is_lua() => return Err(error.to_string()),
        _ => {}
    }
    loaded.remark.iter().for_each(|remark| crate::terminal::log(remark));
    Ok(FoundCart::loaded(loader, loaded))
}

/// Resolves the name of a cart that another one loads: a file in that cart's folder, or a cart of the shelf.
pub fn resolve(carts: &'static [Entry], name: &str, from: Option<&Path>) -> Result<PathBuf, String> {
    let Some(from) = from.filter(|_| carts.iter().all(|cart| cart.name != name)) else {
        return Ok(store::shown_as(name));
    };
    find_next_to(&DiskSource::default(), from, name).ok_or_else(|| {
        format!(
            "load(\"{name}\"): no cart of the shelf, and no such file in {}",
            from.parent().unwrap_or(Path::new(".")).display()
        )
    })
}

/// A cart's data files, or a cartridge's data, to view.
pub fn view(carts: &'static [Entry], play: &PlayOptions) -> Result<FoundCart, String> {
    if let Some(name) = play.cart.as_deref().filter(|name| store::is_cartridge(name)) {
        let places = store::data_places(play.data.clone(), play.home.as_deref());
        let loaded = Loader::new(DiskSource::default()).open(carts, name, &places);
        return loaded.and_then(|loaded| FoundCart::cartridge_data(&loaded)).map_err(|e| e.to_string());
    }
    let CartStart { cart, warnings, .. } = find(carts, play)?.start;
    let mut found = FoundCart::to_view(cart, "data files");
    found.start.warnings = warnings;
    Ok(found)
}

#[cfg(test)]
#[path = "../tests/unit/cartridge.rs"]
mod tests;
