//! What authors write: a cart's hooks.

use crate::Machine;
use rasher_describe::describe;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A game in Rust. All hooks are optional.
///
/// The state derives `Clone` and serde's traits, without `usize` or borrowed text, so that it is the same on every
/// platform. Fields with `#[serde(skip)]` are not part of the state: after loading or an edit they have their default.
/// `skip_serializing_if`, `flatten` and `untagged` do not work with bytes; such runs resume from inputs, which
/// is slower.
///
/// ```
/// use rasher::{Cart, Console, Boot, Input, Machine, program};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Default, Serialize, Deserialize)]
/// struct Ball { x: i32 }
///
/// impl Cart for Ball {
///     fn _update(&mut self, p8: &mut Machine) {
///         if p8.btn(1) { self.x += 1 }
///     }
///     fn _draw(&self, p8: &mut Machine) {
///         p8.cls(0);
///         p8.pset(self.x, 64, 8);
///     }
/// }
///
/// let mut console = Console::boot(program(Ball::default()), Boot::default());
/// console.frame(&Input::buttons(rasher::button::RIGHT));
/// assert_eq!(console.machine().clone().pget(1, 64), 8);
/// ```
#[describe]
#[allow(unused_variables, reason = "default hooks do nothing")]
pub trait Cart: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Called once, after memory was filled from the ROM.
    #[doc = example!(_init)]
    fn _init(&mut self, p8: &mut Machine) {}

    /// Called 30 times a second, unless the cart has [`Cart::_update60`].
    fn _update(&mut self, p8: &mut Machine) {}

    /// Called 60 times a second, if the cart has it.
    fn _update60(&mut self, p8: &mut Machine) {
        p8.has_no_update60();
        self._update(p8);
    }

    /// Draws the picture, without changing the cart.
    fn _draw(&self, p8: &mut Machine) {}

    /// Called when item `index` of the pause menu is chosen (`buttons` 0x70), or left (1) or right (2) is pressed on
    /// it. Return true to keep the menu open.
    #[doc = example!(_menu)]
    fn _menu(&mut self, p8: &mut Machine, index: u8, buttons: u8) -> bool {
        false
    }

    /// Messages to the console's own programs: `Program::receive`.
    #[doc(hidden)]
    fn _receive(&mut self, bytes: &[u8]) {}
}
