//! The limits that a cart can exceed while it runs, and how that is reported.
//!
//! ```text
//! p8.spr(300, ..)  draws nothing, as on the original, and:
//!   Exceeded { limit: Sprite, found: 300, most: 255, place: src/lib.rs:12:8 }
//!     ├── at the end of the frame, once per place and run: Effect::Limit    terminal, test
//!     └── until the end of the run: Machine::exceeded                       Ctrl+P
//! ```
//!
//! Like the original, the machine ignores or truncates what is out of range; a cart cannot see the report. Limits of
//! files are errors of crate `format`; a frame's budget is in `meter.rs`. Coordinates have none.

use crate::fault::{Place, Position};
use core::panic::Location;
use core::sync::atomic::{AtomicI64, AtomicU8, AtomicU64, Ordering};
use once_cell::race::OnceRef;

/// Most fractional bits of map coordinates.
pub(crate) const TLINE_BITS_MAX: u8 = 28;
/// Letters of a pause menu label; the rest is cut off.
pub(crate) const LABEL_MAX: usize = 16;
/// Letters of a file name, or of other names given by a cart.
pub const NAME_MAX: usize = 1 << 10;
/// Letters of the parameter of `load` and `run`.
pub const PARAM_MAX: usize = 1 << 16;
/// Letters that a cart can copy to the clipboard, and bytes that it can paste.
pub const CLIPBOARD_MAX: usize = 1 << 20;
pub(crate) const SAVE_ID_MAX: usize = 64;
/// Cart data ids that one cart may open, since PICO-8 0.2.7.
pub(crate) const CART_IDS_MAX: usize = 4;
/// Cart data ids that all carts of a run may open.
pub(crate) const SAVE_IDS_MAX: usize = 64;
/// Values of one multi-byte call: the manual's 8,192.
pub(crate) const MULTI_MAX: usize = 8192;
/// Bytes per frame, for each of: lines for the terminal, lines for files, bytes of `serial`, stored data.
pub(crate) const FRAME_BYTES: usize = 1 << 20;
pub(crate) const MISSING_MAX: usize = 16;
/// Other requests per frame.
pub(crate) const REQUESTS_MAX: usize = 256;
/// Characters and control codes of one print, counting repeats.
pub(crate) const PRINT_MAX: u32 = 1 << 15;
/// Lines of `debug` kept per frame.
pub(crate) const DEBUG_LINES: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitRow {
    pub limit: Limit,
    /// Name of the counted or numbered thing.
    pub name: &'static str,
    pub least: i64,
    pub most: i64,
    /// The calls that it applies to.
    pub calls: &'static str,
    pub beyond: &'static str,
}

macro_rules! limits {
    ($($limit:ident $name:literal $least:literal..=$most:expr, $calls:literal, $beyond:literal;)*) => {
        /// A limit that a cart can exceed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Limit {
            $($limit),*
        }

        pub const LIMITS: &[LimitRow] = &[$(LimitRow {
            limit: Limit::$limit,
            name: $name,
            least: $least,
            most: $most as i64,
            calls: $calls,
            beyond: $beyond,
        }),*];
    };
}

limits! {
    Sprite "sprite" 0..=255, "spr fget fset", "nothing is drawn or set; flags read as 0";
    Flag "flag of a sprite" 0..=7, "fget fset", "it reads as false; nothing is set";
    MapColumn "column of the map" 0..=127, "mget mset", "it reads as 0, or the cart's own value; nothing is set";
    MapRow "row of the map" 0..=63, "mget mset", "it reads as 0, or the cart's own value; nothing is set";
    Palette "palette" 0..=2, "pal", "nothing changes";
    Precision "bits of tline" 0..=TLINE_BITS_MAX, "tline", "the nearest one is used";
    Sound "sfx" -2..=63, "sfx", "no sound plays or stops";
    Channel "sound channel" -2..=3, "sfx", "no sound plays or stops";
    Note "note of an sfx" 0..=31, "sfx", "no sound plays or stops";
    Song "music" -1..=63, "music", "no music plays or stops";
    Button "button" 0..=6, "btn btnp", "it reads as not held";
    Player "player" 0..=7, "btn btnp", "it reads as not held";
    Saved "saved number" 0..=63, "dget dset", "it reads as 0; nothing is saved";
    SaveId "letters of a cart data id" 1..=SAVE_ID_MAX, "cartdata", "cart data is not opened";
    MenuItem "menu item" 0..=5, "menuitem", "no item is added";
    MenuLabel "letters of a menu label" 0..=LABEL_MAX, "menuitem", "the rest is cut off";
    Bytes "bytes of one peek or poke" 0..=MULTI_MAX, "peek_n poke_n", "the rest is ignored";
    Address "address" 0..=0xffff, "memcpy memset peek_n poke_n reload", "the rest is cut off; peek_n and poke_n wrap to 0";
    Rom "address of the ROM" 0..=crate::memory::ROM_SIZE - 1, "reload cstore", "the rest is cut off";
    ScoreName "letters of a score's name" 1..=crate::records::SCORE_NAME_MAX, "score", "the rest is cut off; without a name nothing is saved";
    Score "scores of a cart" 0..=crate::records::SCORES_MAX, "score", "nothing is saved";
    Prints "bytes printed in a frame" 0..=FRAME_BYTES, "printh", "the rest is dropped";
    FilePrints "bytes printed to files in a frame" 0..=FRAME_BYTES, "printh", "the rest is dropped";
    SerialBytes "bytes written by serial in a frame" 0..=FRAME_BYTES, "serial", "the rest is dropped";
    StoredBytes "bytes stored in a frame" 0..=FRAME_BYTES, "cstore", "the rest is saved with the next store";
    Missing "missing files in a frame" 0..=MISSING_MAX, "reload", "the rest is not reported";
    Requests "other requests in a frame" 0..=REQUESTS_MAX, "extcmd load import export", "the rest is dropped";
    Clipboard "letters for the clipboard" 0..=CLIPBOARD_MAX, "printh", "the rest is cut off";
    FileName "letters of a file's name" 0..=NAME_MAX, "printh reload cstore load ls extcmd", "the rest is cut off";
    Param "letters of a parameter" 0..=PARAM_MAX, "load run", "the rest is cut off";
    SaveIds "cart data ids of a run" 0..=SAVE_IDS_MAX, "cartdata", "cart data is not opened";
    Letters "characters of one print" 0..=PRINT_MAX, "print", "the rest is not printed";
    DebugLines "debug lines of a picture" 0..=DEBUG_LINES, "debug", "the rest is dropped";
}

impl Limit {
    pub fn row(self) -> &'static LimitRow {
        &LIMITS[self as usize]
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    pub limit: Limit,
    pub found: i64,
    /// The highest value at that moment: the table's, unless registers change it.
    pub most: i64,
    pub place: Place,
}

impl core::fmt::Display for Exceeded {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Exceeded { limit, found, most, place } = self;
        let LimitRow { name, least, beyond, .. } = limit.row();
        write!(f, "{place}: {name} {found}, expected {least} to {most}: {beyond}")
    }
}

pub(crate) const PLACES: usize = 16;

/// Limits that drop requests. Each is reported once per run, even beyond [`PLACES`].
const DROPS: [Limit; 6] = [
    Limit::Prints,
    Limit::FilePrints,
    Limit::SerialBytes,
    Limit::StoredBytes,
    Limit::Missing,
    Limit::Requests,
];

/// The reports so far. Calls with a shared reference report too, so a slot is written once, without a lock.
#[derive(Debug, Default)]
pub(crate) struct ReportedLimits {
    slots: [LimitSlot; PLACES + DROPS.len()],
    taken: usize,
}

/// The report of a limit: the calling Rust line, and the program's own position if known.
#[derive(Clone, Copy)]
pub(crate) struct ReportedLimit {
    limit: Limit,
    found: i64,
    most: i64,
    caller: &'static Location<'static>,
    position: Position,
}

#[derive(Debug, Default)]
struct LimitSlot {
    caller: OnceRef<'static, Location<'static>>,
    position: AtomicU64,
    limit: AtomicU8,
    found: AtomicI64,
    most: AtomicI64,
}

impl LimitSlot {
    fn get(&self) -> Option<ReportedLimit> {
        let caller = self.caller.get()?;
        let limit = LIMITS.get(usize::from(self.limit.load(Ordering::Relaxed)))?.limit;
        let [found, most] = [&self.found, &self.most].map(|n| n.load(Ordering::Relaxed));
        let position = Position::from_bits(self.position.load(Ordering::Relaxed));
        Some(ReportedLimit { limit, found, most, caller, position })
    }

    fn set(&self, report: ReportedLimit) {
        self.limit.store(report.limit as u8, Ordering::Relaxed);
        self.found.store(report.found, Ordering::Relaxed);
        self.most.store(report.most, Ordering::Relaxed);
        self.position.store(report.position.to_bits(), Ordering::Relaxed);
        // Last, as it makes the slot valid. A slot taken meanwhile keeps the other place.
        let _ = self.caller.set(report.caller);
    }
}

impl Clone for ReportedLimits {
    fn clone(&self) -> Self {
        let copy = ReportedLimits { taken: self.taken, ..ReportedLimits::default() };
        self.iter().zip(&copy.slots).for_each(|(report, slot)| slot.set(report));
        copy
    }
}

impl ReportedLimits {
    pub(crate) fn iter(&self) -> impl Iterator<Item = ReportedLimit> {
        self.slots.iter().map_while(LimitSlot::get)
    }

    pub(crate) fn fresh(&mut self) -> impl Iterator<Item = ReportedLimit> {
        let from = self.taken;
        self.taken = self.iter().count();
        self.slots[from..self.taken].iter().filter_map(LimitSlot::get)
    }

    fn add(&self, report: ReportedLimit) {
        let drops = DROPS.contains(&report.limit);
        for (at, slot) in self.slots.iter().enumerate() {
            match slot.get() {
                None if at < PLACES || drops => return slot.set(report),
                None => return,
                Some(old) if old.limit == report.limit && (drops || old.is_at(&report)) => return,
                Some(_) => {}
            }
        }
    }
}

impl ReportedLimit {
    /// Whether both have the same place. A Rust line may have two addresses, though mostly it has one.
    fn is_at(&self, other: &ReportedLimit) -> bool {
        let same =
            |a: &'static Location<'static>, b: &'static Location<'static>| core::ptr::eq(a, b) || a == b;
        self.position == other.position && (self.position.is_known() || same(self.caller, other.caller))
    }
}

impl crate::Machine {
    /// Reports `found` at the caller's caller, as far as `track_caller` reaches.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn beyond(&self, limit: Limit, found: impl TryInto<i64>) {
        self.beyond_of(limit, found, limit.row().most);
    }

    /// [`Machine::beyond`] with a maximum set by registers.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn beyond_of(&self, limit: Limit, found: impl TryInto<i64>, most: i64) {
        let found = found.try_into().unwrap_or(i64::MAX);
        let (caller, position) = (Location::caller(), self.position);
        self.limits.add(ReportedLimit { limit, found, most, caller, position });
    }

    pub(crate) fn named(&self, report: ReportedLimit) -> Exceeded {
        let ReportedLimit { limit, found, most, caller, position } = report;
        let place = if position.is_known() { self.place(position) } else { caller.into() };
        Exceeded { limit, found, most, place }
    }

    /// The limits exceeded in this run, each place once, at most 16 places.
    pub fn exceeded(&self) -> impl Iterator<Item = Exceeded> {
        self.limits.iter().map(|report| self.named(report))
    }
}
