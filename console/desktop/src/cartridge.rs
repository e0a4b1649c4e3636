//! What is played: a cart of the shelf, a cartridge in a file, a bug report, a recorded run, made ready for the player.

use crate::autosave::Autosave;
use player::{Best, Cartridge, GoOn, Insert, Listed, Look};
use rasher::{Bundle, Rom};
use shelf::Entry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::{Home, StoreError};
use studio::{Settings, Slots};
use timeline::{Build, KeptRun, Marked, Recording, Report, SavedState};
use tool::{
    AppendedCart, Bundled, CartOfRun, DataOrigin, DataSource, LoadedRom, LuaCart, OpenedCart, PlayOptions,
    Recorded, RunSource, ToolError,
};

/// A cart, and the bug report that it is played for, if it is one.
pub struct Ready {
    pub cart: Cartridge,
    /// The run that is looked at: it begins at the frame of its file, in the debugger.
    report: Option<Reported>,
    /// What is to be told about its data.
    complaints: Vec<String>,
    /// Its author has just built it: `cargo run`, in its own package.
    is_developed: bool,
}

/// What a bug report is about.
struct Reported {
    /// The run, with the data that it started with.
    kept: Box<KeptRun>,
    /// Its moment, and what the player had set otherwise than it comes, in words.
    look: Look,
}

/// The carts as the shelf shows them; the examples, or all others.
pub fn listed(carts: &[Entry], examples: bool) -> Vec<Listed> {
    let carts: Vec<Entry> = carts.iter().filter(|cart| cart.example == examples).copied().collect();
    let shown = tool::shown(&carts, &player::Saves::default()).into_iter();
    let listed = shown.zip(carts).map(|(shown, entry)| Listed {
        name: shown.name,
        title: shown.title,
        about: shown.about,
        face: shown.face,
        best: entry
            .best
            .map(|best| Best { id: best.id.to_string(), line: Arc::new(move |saved| best.line(saved)) }),
        ..Listed::default()
    });
    listed.collect()
}

/// A cart as it takes its place: with the run of it that was left and its save slots. What cannot be read is told.
pub fn insert(ready: Ready, home: &Home, autosave: &mut Autosave, param: String) -> Insert {
    let Ready { mut cart, report, mut complaints, .. } = ready;
    if cart.keeps {
        complaints.extend(with_kept(&mut cart, home));
    }
    let mut complain = |e: store::StoreError| complaints.push(e.to_string());
    let mut beside = false;
    let (left, go_on, slots) = match report {
        Some(Reported { kept, look }) => (Some(kept), GoOn::Look(look), Slots::default()),
        // What is only looked at has no run and no slots of its own.
        None if !cart.keeps => (None, GoOn::Ask, Slots::default()),
        None => {
            let left = autosave.open(home, cart.key()).and_then(|(left, is_beside)| {
                beside = is_beside;
                left
            });
            let left = left.unwrap_or_else(|e| {
                complain(e);
                None
            });
            let slots = std::array::from_fn(|n| {
                let slot = store::read_slot(home, cart.key(), n + 1).unwrap_or_else(|e| {
                    complain(e);
                    None
                });
                slot.map(Arc::new)
            });
            (left.map(Box::new), GoOn::Ask, slots)
        }
    };
    if beside {
        complaints
            .push(format!("another window plays {}: this run is kept beside the other one", cart.title));
    }
    Insert { cart, param, left, go_on, slots, complaints }
}

/// A cart in Lua with what it has stored in that home; what was kept of it under its name alone is taken over. What cannot be read is told.
fn with_kept(cart: &mut Cartridge, home: &Home) -> Vec<String> {
    let Some(key) = &cart.key else { return Vec::new() };
    // One behind a player lies in no folder.
    let path = cart.folder.as_deref().unwrap_or(Path::new(""));
    let taken = store::take_over(home, &cart.name, key, &cart.rom.data).map_err(|e| e.to_string());
    let bundled = Bundled { bundle: Bundle::clone(&cart.bundle), ..Bundled::default() };
    let Bundled { bundle, complaints, .. } = tool::with_stored(bundled, path, home, key);
    if let Some(first) = bundle.first().filter(|first| first.data.0 != cart.rom.data) {
        let Rom { name, version, .. } = Rom::clone(&cart.rom);
        cart.rom = Arc::new(Rom { data: first.data.0.clone(), name, version });
    }
    cart.bundle = Arc::new(bundle);
    taken.err().into_iter().chain(complaints).collect()
}

/// The cart that is played first, as the command line says. An author who has changed it is not asked: the cart begins anew, and
/// the run that was left can be gone on with from the pause menu. `build` is this program.
pub fn first(
    ready: Ready,
    home: &Home,
    autosave: &mut Autosave,
    play: &PlayOptions,
    build: Option<Build>,
) -> Insert {
    let is_developed = ready.is_developed;
    let mut insert = insert(ready, home, autosave, String::new());
    if matches!(insert.go_on, GoOn::Look(..)) {
        return insert;
    }
    if play.resume {
        insert.go_on = GoOn::Now;
        if insert.left.is_none() {
            let name = &insert.cart.name;
            insert.complaints.push(format!("there is no run of {name} to go on with; this is a new one"));
        }
    } else if play.fresh || play.seed.is_some() || play.frames.is_some() {
        // Who says where to begin is not asked.
        insert.left = None;
    } else if is_developed && insert.left.as_ref().is_some_and(|left| is_of_another_build(left, build)) {
        insert.go_on = GoOn::Aside;
    }
    insert
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

impl Ready {
    /// A cart with the data that were found for it.
    fn with(entry: &Entry, found: LoadedRom) -> Ready {
        let complaints = found.missing;
        let cart = Cartridge {
            name: entry.name.to_string(),
            title: entry.title.to_string(),
            program: Some((entry.make)()),
            rom: Arc::new(found.rom),
            key: None,
            bundle: Arc::default(),
            folder: match found.origin {
                DataOrigin::Folder(folder) | DataOrigin::Own(folder) => Some(folder),
                DataOrigin::File(path) => Some(std::path::absolute(&path).unwrap_or(path)),
                DataOrigin::Embedded => None,
            },
            keeps: true,
            views: false,
        };
        let is_developed = entry.package.is_some_and(is_run_by_cargo);
        Ready { complaints, is_developed, ..Ready::plain(cart) }
    }

    fn plain(cart: Cartridge) -> Ready {
        Ready { cart, report: None, complaints: Vec::new(), is_developed: false }
    }

    /// A bug report: its cart, with its data, to look at. The player's own run of that cart is not touched.
    ///
    /// # Errors
    /// When the file cannot be read, is wrong, or is about a cart that is not at hand.
    pub fn report(carts: &'static [Entry], path: &Path) -> Result<Ready, String> {
        let report = store::read_report(path).map_err(|e| e.to_string())?;
        let bundle = &report.recording.start.bundle;
        let cart = CartOfRun::find(carts, &report.rom.name, path, &RunSource::default(), bundle);
        let cart = cart.map_err(|e| e.to_string())?;
        let Report { rom, recording, frame, settings, marked, .. } = report;
        let rom = Rom { version: cart.rom.version, ..rom };
        Ok(Ready::to_look("bug report", cart, rom, recording, frame, marked, told(&settings)))
    }

    /// A recording, a kept run or a save slot: its cart, to look at, at the moment of the file. The player's own run of that
    /// cart is not touched.
    ///
    /// # Errors
    /// When the file cannot be read, is wrong, or is about a cart or data that are not at hand.
    pub fn recorded(carts: &'static [Entry], path: &Path, data: Option<&Path>) -> Result<Ready, String> {
        let source = RunSource { data: data.map(Path::to_path_buf), ..RunSource::default() };
        let recorded = Recorded::read(carts, path, &source).map_err(|e| e.to_string())?;
        let Recorded { cart, recording, rom, frame, marked, .. } = recorded;
        let said = format!("a run of {} frames", recording.frames());
        Ok(Ready::to_look("recorded run", cart, (*rom).clone(), recording, frame, marked, said))
    }

    fn to_look(
        kind: &str,
        of: CartOfRun,
        rom: Rom,
        recording: Recording,
        frame: u64,
        Marked { bookmarks, edits }: Marked,
        said: String,
    ) -> Ready {
        let kept = Box::new(KeptRun { recording, rom: rom.data.clone(), states: Vec::new(), torn: 0 });
        let cart = Cartridge {
            name: rom.name.clone(),
            title: format!("{} ({kind})", of.title),
            program: Some(of.program),
            rom: Arc::new(rom),
            key: None,
            bundle: kept.recording.start.bundle.clone(),
            folder: None,
            keeps: false,
            views: false,
        };
        let look = Look { frame, said, bookmarks, edits };
        Ready { report: Some(Reported { kept, look }), ..Ready::plain(cart) }
    }

    /// A cart in Lua, from its file. What is wrong with it is shown where it would run: its mended form takes its place.
    fn lua(path: &Path) -> Ready {
        let LuaCart { name, rom, program, code, .. } = LuaCart::read(path);
        let keeps = program.is_ok();
        let rom = rom.unwrap_or_else(|| Rom::empty(&name));
        let Bundled { bundle, complaints, .. } = match keeps {
            true => tool::bundle(path, &code, &rom.data),
            false => Bundled::default(),
        };
        let ready = Ready::plain(Cartridge {
            title: name.clone(),
            program: Some(program.unwrap_or_else(tool::broken)),
            rom: Arc::new(rom),
            key: Some(store::cart_key(path)),
            bundle: Arc::new(bundle),
            name,
            // By its whole path it is known on the shelf.
            folder: Some(std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())),
            keeps,
            views: false,
        });
        Ready { complaints, ..ready }
    }

    /// A cart that is behind a player, in the program's own file.
    ///
    /// # Errors
    /// When it is one of another shelf.
    fn appended(carts: &'static [Entry], cart: AppendedCart) -> Result<Ready, String> {
        let AppendedCart { name, title, key, bundle } = cart;
        if let Some(bundle) = bundle {
            return Ok(Ready::plain(tool::in_lua(&name, &title, Some(key), bundle)));
        }
        let entry = tool::cart(carts, &name).map_err(|e| e.to_string())?;
        let found = tool::find_rom(entry, &DataSource::default()).map_err(|e| e.to_string())?;
        Ok(Ready::with(entry, found))
    }

    /// What was opened, to look at its data.
    fn to_view(opened: OpenedCart) -> Ready {
        let rom = opened.found.rom;
        Ready::plain(Cartridge {
            name: rom.name.clone(),
            title: format!("{} (data of a cartridge)", rom.name),
            program: Some(rasher::program(studio::DataViewer::default())),
            rom: Arc::new(rom),
            key: None,
            bundle: Arc::default(),
            folder: None,
            keeps: false,
            views: true,
        })
    }

    /// What a cartridge in a file is when it is dropped on the window: its cart, or its data to look at; and what is to
    /// be said about it.
    ///
    /// # Errors
    /// When the file cannot be read or is wrong.
    pub fn dropped(carts: &'static [Entry], path: &Path) -> Result<(Ready, String), String> {
        let opened = open(carts, path, &DataSource::default())?;
        let shown = path.display();
        Ok(match (opened.entry, &opened.stamp) {
            (Some(entry), _) => {
                let said =
                    opened.notice().unwrap_or_else(|| format!("{} with the data of {shown}", entry.title));
                (Ready::with(entry, opened.found), said)
            }
            (None, Some(stamp)) => {
                let said = format!("{shown}: the data of {}, which is not on the shelf", stamp.name);
                (Ready::to_view(opened), said)
            }
            (None, None) => {
                let said = format!("{shown} plays");
                (Ready::lua(path), said)
            }
        })
    }
}

/// What a name stands for.
fn open(carts: &'static [Entry], name: &Path, source: &DataSource) -> Result<OpenedCart, String> {
    tool::open(carts, name, source).map_err(|e| e.to_string())
}

/// The cart that the command line asks for; without a name the boot screen.
///
/// # Errors
/// When there is none of that name, or its data files are wrong.
pub fn find(carts: &'static [Entry], play: &PlayOptions) -> Result<Ready, String> {
    let Some(name) = &play.cart else { return Ok(Ready::plain(Cartridge::shelf())) };
    let is_file = carts.iter().all(|cart| Path::new(cart.name) != name);
    if is_file && let Some(cart) = AppendedCart::behind(name) {
        return Ready::appended(carts, cart);
    }
    if is_report(name) {
        return Ready::report(carts, name);
    }
    // The name of a cart is that cart's, whatever file has it too.
    if is_file && is_recorded(name) {
        return Ready::recorded(carts, name, play.data.as_deref());
    }
    let source = DataSource { as_far: true, ..DataSource::new(play.data.clone(), play.home.as_deref()) };
    let is_cartridge = source.data.is_none() && store::is_cartridge(name);
    let opened = match tool::open(carts, name, &source) {
        // A file that is no cartridge now may be one when it is saved again.
        Err(ToolError::Format(_) | ToolError::Store(StoreError::Format(_))) if is_cartridge => {
            return Ok(Ready::lua(name));
        }
        opened => opened.map_err(|e| e.to_string())?,
    };
    if let Some(path) = opened.lua() {
        return Ok(Ready::lua(path));
    }
    let entry = opened.entry(carts).map_err(|e| e.to_string())?;
    if let Some(notice) = opened.notice() {
        crate::terminal::log(&notice);
    }
    Ok(Ready::with(entry, opened.found))
}

/// What a cart means by the name of another: a file in the folder of its own, or a cart of the shelf.
///
/// # Errors
/// When there is neither.
pub fn loaded(carts: &'static [Entry], name: &str, from: Option<&Path>) -> Result<PathBuf, String> {
    let Some(from) = from.filter(|_| carts.iter().all(|cart| cart.name != name)) else {
        return Ok(store::shown_as(name));
    };
    tool::beside(from, name).ok_or_else(|| {
        format!(
            "load(\"{name}\"): no cart of the shelf, and no such file in {}",
            from.parent().unwrap_or(Path::new(".")).display()
        )
    })
}

/// A cart's data files, or a cartridge's data, to look at.
///
/// # Errors
/// As [`find`], or when the file cannot be read.
pub fn view(carts: &'static [Entry], play: &PlayOptions) -> Result<Ready, String> {
    if let Some(name) = play.cart.as_deref().filter(|name| store::is_cartridge(name)) {
        return open(carts, name, &DataSource::new(play.data.clone(), play.home.as_deref()))
            .map(Ready::to_view);
    }
    let Ready { cart, complaints, .. } = find(carts, play)?;
    let cart = Cartridge {
        title: format!("{} (data files)", cart.title),
        program: Some(rasher::program(studio::DataViewer::default())),
        keeps: false,
        views: true,
        ..cart
    };
    Ok(Ready { complaints, ..Ready::plain(cart) })
}

#[cfg(test)]
#[path = "../tests/unit/cartridge.rs"]
mod tests;
