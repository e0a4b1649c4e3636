//! The limits that a cart can go past while it runs, and how it is told.
//!
//! ```text
//! p8.spr(300, ..)  draws nothing, as on the original, and:
//!   Exceeded { limit: Sprite, found: 300, most: 255, place: src/lib.rs:12:8 }
//!     ├── at the end of the frame, once a place and run: Effect::Limit      terminal, test
//!     └── as long as the run lasts: Machine::exceeded                       Ctrl+P
//! ```
//!
//! The original ignores or cuts what lies outside, without a word, and so does this machine; nothing that a cart can
//! see depends on the notice. Limits of files are errors of crate `format`; the budget of a frame is in `meter.rs`.
//! Coordinates have no limit: everything may be drawn off the screen, and `pget` and `sget` may look there.

use crate::fault::{Place, Position};
use core::panic::Location;
use core::sync::atomic::{AtomicI64, AtomicU8, AtomicU64, Ordering};
use once_cell::race::OnceRef;

/// The most fractional bits that map coordinates may have.
pub(crate) const TLINE_BITS_MAX: u8 = 16;
/// Letters that a label of the pause menu may have; the rest is cut off.
pub(crate) const LABEL_MAX: usize = 16;
/// Letters that a file's name may have, or what else a cart calls something.
pub const NAME_MAX: usize = 1 << 10;
/// Letters that `load` and `run` hand on.
pub const PARAM_MAX: usize = 1 << 16;
/// Letters that a cart gives to the clipboard, and bytes that it gets of it.
pub const CLIPBOARD_MAX: usize = 1 << 20;
/// Letters that an id of cart data may have.
pub(crate) const SAVE_ID_MAX: usize = 64;
/// Ids of cart data that a run may open, by all its carts.
pub(crate) const SAVE_IDS_MAX: usize = 64;
/// Values that one multi-byte call may read or write: the manual's 8,192.
pub(crate) const MULTI_MAX: usize = 8192;
/// Bytes that a frame may give to the host, for each of: lines for the terminal, lines for files, bytes of `serial`, data stored.
pub(crate) const FRAME_BYTES: usize = 1 << 20;
/// Files of a frame that are not there.
pub(crate) const MISSING_MAX: usize = 16;
/// Other requests of a frame.
pub(crate) const REQUESTS_MAX: usize = 256;
/// Characters and control codes of one print; repeated ones count as often.
pub(crate) const PRINT_MAX: u32 = 1 << 15;
/// Lines that `debug` keeps of one frame: a loop gone wild fills a screen, not the memory.
pub(crate) const DEBUG_LINES: usize = 256;

/// A row of [`LIMITS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitRow {
    /// The limit.
    pub limit: Limit,
    /// What is counted or numbered.
    pub name: &'static str,
    /// The least there may be.
    pub least: i64,
    /// The most.
    pub most: i64,
    /// The calls that know it.
    pub calls: &'static str,
    /// What they do beyond it.
    pub beyond: &'static str,
}

macro_rules! limits {
    ($($limit:ident $name:literal $least:literal..=$most:expr, $calls:literal, $beyond:literal;)*) => {
        /// A limit that a cart can go past.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Limit {
            $($limit),*
        }

        /// All of them.
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
    Sprite "sprite" 0..=255, "spr fget fset", "nothing is drawn or set; flags read 0";
    Flag "flag of a sprite" 0..=7, "fget fset", "reads false; nothing is set";
    MapColumn "column of the map" 0..=127, "mget mset", "reads 0, or the cart's own value; nothing is set";
    MapRow "row of the map" 0..=63, "mget mset", "the same";
    Palette "palette" 0..=2, "pal", "nothing changes";
    Precision "bits of tline" 0..=TLINE_BITS_MAX, "tline", "the nearest counts";
    Sound "sfx" -2..=63, "sfx", "nothing sounds or stops";
    Channel "sound channel" -2..=3, "sfx", "the same";
    Note "note of an sfx" 0..=31, "sfx", "the same";
    Song "music" -1..=63, "music", "the same";
    Button "button" 0..=6, "btn btnp", "not held";
    Player "player" 0..=7, "btn btnp", "not held";
    Saved "saved number" 0..=63, "dget dset", "reads 0; nothing is kept";
    SaveId "letters of a cart data id" 1..=SAVE_ID_MAX, "cartdata", "no numbers are opened";
    MenuItem "menu item" 0..=5, "menuitem", "no item";
    MenuLabel "letters of a menu label" 0..=LABEL_MAX, "menuitem", "cut";
    Bytes "bytes of one peek or poke" 0..=MULTI_MAX, "peek_n poke_n", "the rest is left alone";
    Address "address" 0..=0xffff, "memcpy memset peek_n poke_n reload", "cut there; peek_n and poke_n go on at 0";
    Rom "address of the ROM" 0..=crate::memory::ROM_SIZE - 1, "reload cstore", "cut";
    ScoreName "letters of a score's name" 1..=crate::records::SCORE_NAME_MAX, "score", "cut; without a name nothing is kept";
    Score "scores of a cart" 0..=crate::records::SCORES_MAX, "score", "nothing is kept";
    Prints "bytes of lines that a frame prints" 0..=FRAME_BYTES, "printh", "the rest is dropped";
    FilePrints "bytes of lines that a frame prints to files" 0..=FRAME_BYTES, "printh", "the rest is dropped";
    SerialBytes "bytes that a frame writes by serial" 0..=FRAME_BYTES, "serial", "the rest is dropped";
    StoredBytes "bytes that a frame stores" 0..=FRAME_BYTES, "cstore", "the rest is kept with the next store";
    Missing "files of a frame that are missing" 0..=MISSING_MAX, "reload", "the rest is not told";
    Requests "other requests of a frame" 0..=REQUESTS_MAX, "extcmd load import export", "the rest is dropped";
    Clipboard "letters for the clipboard" 0..=CLIPBOARD_MAX, "printh", "cut";
    FileName "letters of a file's name" 0..=NAME_MAX, "printh reload cstore load ls extcmd", "cut";
    Param "letters of a parameter" 0..=PARAM_MAX, "load run", "cut";
    SaveIds "cart data ids of a run" 0..=SAVE_IDS_MAX, "cartdata", "no numbers are opened";
    Letters "characters of one print" 0..=PRINT_MAX, "print", "the rest is not printed";
    DebugLines "debug lines of a picture" 0..=DEBUG_LINES, "debug", "the rest is dropped";
}

impl Limit {
    /// Its row.
    pub fn row(self) -> &'static LimitRow {
        &LIMITS[self as usize]
    }
}

/// A cart went past a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// Which.
    pub limit: Limit,
    /// What was asked for.
    pub found: i64,
    /// The most there may be just there: that of the table, unless registers say otherwise.
    pub most: i64,
    /// The cart's line.
    pub place: Place,
}

impl core::fmt::Display for Exceeded {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Exceeded { limit, found, most, place } = self;
        let LimitRow { name, least, beyond, .. } = limit.row();
        write!(f, "{place}: {name} {found}, expected {least} to {most}: {beyond}")
    }
}

/// Places that are told of in a run; a cart with more knows enough.
pub(crate) const PLACES: usize = 16;

/// Limits by which something that a cart asks for is dropped. Each is told once a run, however many places were told before.
const DROPS: [Limit; 6] = [
    Limit::Prints,
    Limit::FilePrints,
    Limit::SerialBytes,
    Limit::StoredBytes,
    Limit::Missing,
    Limit::Requests,
];

/// What was told. Calls that only read tell too, so a place is written once, without a lock, and never changes.
#[derive(Debug, Default)]
pub(crate) struct ReportedLimits {
    slots: [Slot; PLACES + DROPS.len()],
    /// Slots that became effects.
    handed: usize,
}

/// What a slot holds: the Rust line that called, and the program's own position if it says one.
#[derive(Clone, Copy)]
pub(crate) struct ReportedLimit {
    limit: Limit,
    found: i64,
    most: i64,
    caller: &'static Location<'static>,
    position: Position,
}

#[derive(Debug, Default)]
struct Slot {
    caller: OnceRef<'static, Location<'static>>,
    position: AtomicU64,
    limit: AtomicU8,
    found: AtomicI64,
    most: AtomicI64,
}

impl Slot {
    fn get(&self) -> Option<ReportedLimit> {
        let caller = self.caller.get()?;
        let limit = LIMITS.get(usize::from(self.limit.load(Ordering::Relaxed)))?.limit;
        let [found, most] = [&self.found, &self.most].map(|n| n.load(Ordering::Relaxed));
        let position = Position::from_bits(self.position.load(Ordering::Relaxed));
        Some(ReportedLimit { limit, found, most, caller, position })
    }

    fn set(&self, told: ReportedLimit) {
        self.limit.store(told.limit as u8, Ordering::Relaxed);
        self.found.store(told.found, Ordering::Relaxed);
        self.most.store(told.most, Ordering::Relaxed);
        self.position.store(told.position.to_bits(), Ordering::Relaxed);
        // Last, since it makes the slot count. A slot that is taken meanwhile keeps the other's place.
        let _ = self.caller.set(told.caller);
    }
}

impl Clone for ReportedLimits {
    fn clone(&self) -> Self {
        let told = ReportedLimits { handed: self.handed, ..ReportedLimits::default() };
        self.iter().zip(&told.slots).for_each(|(told, slot)| slot.set(told));
        told
    }
}

impl ReportedLimits {
    /// All, in the order in which they came.
    pub(crate) fn iter(&self) -> impl Iterator<Item = ReportedLimit> {
        self.slots.iter().map_while(Slot::get)
    }

    /// Those that came since the last call.
    pub(crate) fn fresh(&mut self) -> impl Iterator<Item = ReportedLimit> {
        let from = self.handed;
        self.handed = self.iter().count();
        self.slots[from..self.handed].iter().filter_map(Slot::get)
    }

    fn tell(&self, told: ReportedLimit) {
        let drops = DROPS.contains(&told.limit);
        for (at, slot) in self.slots.iter().enumerate() {
            match slot.get() {
                None if at < PLACES || drops => return slot.set(told),
                None => return,
                Some(old) if old.limit == told.limit && (drops || old.is_at(&told)) => return,
                Some(_) => {}
            }
        }
    }
}

impl ReportedLimit {
    /// Is it the same place? A Rust line may have two addresses; mostly it has one.
    fn is_at(&self, other: &ReportedLimit) -> bool {
        let same =
            |a: &'static Location<'static>, b: &'static Location<'static>| core::ptr::eq(a, b) || a == b;
        self.position == other.position && (self.position.is_known() || same(self.caller, other.caller))
    }
}

impl crate::Machine {
    /// Notes that a cart asked for `found`. The place is that of the caller's caller, as far as `track_caller` goes.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn beyond(&self, limit: Limit, found: impl TryInto<i64>) {
        self.beyond_of(limit, found, limit.row().most);
    }

    /// The same where registers say how many there may be.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn beyond_of(&self, limit: Limit, found: impl TryInto<i64>, most: i64) {
        let found = found.try_into().unwrap_or(i64::MAX);
        let (caller, position) = (Location::caller(), self.position);
        self.told.tell(ReportedLimit { limit, found, most, caller, position });
    }

    /// What was told, with its place by name.
    pub(crate) fn named(&self, told: ReportedLimit) -> Exceeded {
        let ReportedLimit { limit, found, most, caller, position } = told;
        let place = if position.is_known() { self.place(position) } else { caller.into() };
        Exceeded { limit, found, most, place }
    }

    /// Where the cart went past a limit so far: each place once, the first 16.
    pub fn exceeded(&self) -> impl Iterator<Item = Exceeded> {
        self.told.iter().map(|told| self.named(told))
    }
}
