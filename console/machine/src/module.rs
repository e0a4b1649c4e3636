//! What this crate is inside a cart's module: the same calls, passed to the console outside.
//!
//! ```text
//! cart ── p8.spr(1, x, y) ──> methods.rs ──> guest::spr(1, x, y, place) ──import──> the console's Machine
//! module!(my_game::Game)  ──> exports: start, hook, state, room, load
//!                               state.rs   the cart's state, with names and types
//!                               named.rs   a state of other code, by names
//! ```
//!
//! Argument types and texts are those of the console. Methods for hosts, such as `samples`, do not exist.

#[path = "api/color.rs"]
mod color;
mod methods;
mod named;
#[path = "api/stat.rs"]
mod stat;
mod state;
pub mod text;

pub use color::Color;
pub use stat::Stat;
pub use text::Text;

use crate::{Cart, Int};
use alloc::string::{String, ToString};
use calls::hook;
use core::panic::Location;
use num::Num;

/// The console, as a module sees it.
pub struct Machine(());

/// The address of the calling line's `Location`.
#[track_caller]
fn place() -> i32 {
    let at: *const Location<'static> = Location::caller();
    at as i32
}

fn bytes(bytes: &[u8]) -> [i32; 2] {
    guest::bytes(bytes)
}

fn str_or_nil(text: Option<&str>) -> [i32; 2] {
    text.map_or([0, 0], |text| bytes(text.as_bytes()))
}

fn int_or_nil(number: Option<i32>) -> [i32; 2] {
    [number.is_some().into(), number.unwrap_or_default()]
}

fn of_color(color: Color) -> [i32; 2] {
    int_or_nil(color.number().map(Num::bits))
}

fn of_text(text: &text::Bytes<'_>) -> [i32; 3] {
    let (is_unicode, left) = text.written();
    let [at, len] = bytes(left);
    [is_unicode.into(), at, len]
}

fn pair(both: i64) -> (i32, i32) {
    (both as i32, (both >> 32) as i32)
}

fn triple(all: i32) -> (i32, i32, i32) {
    let [a, b, c, _] = all.to_le_bytes().map(i32::from);
    (a, b, c)
}

/// The calls whose types no row has; see the console's own methods of these names.
impl Machine {
    #[track_caller]
    pub fn cursor(&self, x: impl Int, y: impl Int) -> (i32, i32, i32) {
        triple(guest::cursor(x.int(), y.int(), place()))
    }

    #[track_caller]
    pub fn cursor_ext(&self, x: impl Int, y: impl Int, color: impl Into<Color>) -> (i32, i32, i32) {
        let [given, color] = of_color(color.into());
        triple(guest::cursor_ext(x.int(), y.int(), given, color, place()))
    }

    #[track_caller]
    pub fn debug(&self, value: impl core::fmt::Display) {
        let text = value.to_string();
        let [at, len] = bytes(text.as_bytes());
        guest::debug(at, len, place());
    }

    pub fn flip(&self) {}

    #[track_caller]
    pub fn pal_table(&self, table: &[(i32, i32)], p: i32) {
        for (c0, c1) in table {
            self.pal_ext(*c0, *c1, p);
        }
    }

    #[track_caller]
    pub fn peek_n(&self, addr: u16, out: &mut [u8]) {
        let [at, len] = guest::room(out);
        guest::peek_n(addr.into(), at, len, place());
    }

    #[track_caller]
    pub fn poke_n(&self, addr: u16, bytes: &[u8]) {
        let [at, len] = self::bytes(bytes);
        guest::poke_n(addr.into(), at, len, place());
    }

    #[track_caller]
    pub fn rnd_of<'a, T>(&self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(usize::try_from(guest::rnd_place(choices.len() as i32, place())).ok()?)
    }

    #[track_caller]
    pub fn stat(&self, n: i32) -> Stat {
        let (value, kind) = pair(guest::stat(n, place()));
        match kind {
            1 => Stat::Num(Num::from_bits(value)),
            2 => Stat::Bool(value != 0),
            3 => Stat::Text(String::from_utf8_lossy(&guest::last_stat_text(value as usize)).into_owned()),
            _ => Stat::Nil,
        }
    }

    pub(crate) fn has_no_update60(&mut self) {
        guest::no_update60();
    }
}

/// Runs a hook; true if a menu stays open. See [`calls::hook`].
#[doc(hidden)]
pub fn run_hook<C: Cart>(cart: &mut C, which: i32, a: i32, b: i32) -> i32 {
    let p8 = &mut Machine(());
    match which {
        hook::INIT => cart._init(p8),
        hook::UPDATE => cart._update(p8),
        hook::UPDATE60 => cart._update60(p8),
        hook::DRAW => cart._draw(p8),
        _ => return cart._menu(p8, a as u8, b as u8).into(),
    }
    0
}

#[doc(hidden)]
pub use named::load_named;
#[doc(hidden)]
pub use state::{load, write};

#[doc(hidden)]
pub mod exported {
    pub use calls::each_call;
    pub use guest::{Slot, bytes, panic, room};
}

/// The exports of a module with this cart; its crate has nothing else, and has std. `named`: it can take over the state of
/// other code.
#[macro_export]
macro_rules! module {
    ($cart:ty, named) => {
        $crate::module!($cart);

        #[unsafe(no_mangle)]
        pub extern "C" fn load_named() -> i32 {
            take(ROOM.with(|state| $crate::load_named(state)))
        }
    };
    ($cart:ty) => {
        static CART: $crate::exported::Slot<$cart> = $crate::exported::Slot::new();
        static ROOM: $crate::exported::Slot<Vec<u8>> = $crate::exported::Slot::new();

        #[unsafe(no_mangle)]
        pub extern "C" fn start() {
            std::panic::set_hook(Box::new(|info| {
                let message = info.payload_as_str().unwrap_or("a panic without a message");
                let (file, line, column) =
                    info.location().map_or(("", 0, 0), |at| (at.file(), at.line(), at.column()));
                $crate::exported::panic(message, file, line, column)
            }));
            CART.set(<$cart as Default>::default());
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn hook(which: i32, a: i32, b: i32) -> i32 {
            CART.with(|cart| $crate::run_hook(cart, which, a, b))
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn state() -> i64 {
            let Some(state) = CART.with(|cart| $crate::write(cart)) else { return -1 };
            let [at, len] = $crate::exported::bytes(&state);
            ROOM.set(state);
            i64::from(at as u32) | i64::from(len) << 32
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn room(len: i32) -> i32 {
            let mut room = vec![0; len.max(0) as usize];
            let [at, _] = $crate::exported::room(&mut room);
            ROOM.set(room);
            at
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn load() -> i32 {
            take(ROOM.with(|state| $crate::load(state)))
        }

        fn take(loaded: Option<$cart>) -> i32 {
            let Some(cart) = loaded else { return 0 };
            CART.set(cart);
            ROOM.set(Vec::new());
            1
        }
    };
}
