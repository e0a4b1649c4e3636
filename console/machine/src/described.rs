//! What the source says of this crate's calls: made by `#[describe]`, read by the table of calls.

pub use num::described::Item;

/// Methods of [`crate::Machine`].
pub struct Machine;
/// Hooks of [`crate::Cart`].
pub struct Cart;
/// Methods of [`crate::text::Text`].
pub struct Text;
/// Types by name.
pub struct Types;
/// Macros by name.
pub struct Macros;

#[allow(non_upper_case_globals, reason = "constants with the names of what they describe")]
impl Macros {
    /// `p8!`.
    pub const p8: Item = Item {
        of: "Macros",
        name: "p8!",
        signature: "p8!(text)",
        parameters: &["text"],
        receiver: false,
        text: include_str!("text/p8.md"),
        example: "",
    };
}
