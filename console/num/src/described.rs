//! What the source says of the calls: made by `#[describe]`, read by the console's table of calls.
//!
//! ```text
//! Num::sin       of "Num", signature "sin() -> Num", text "..."         Types::Num       of "Types", "struct Num"
//! Macros::num    of "Macros", "num!(literal)": its text is a file, which the macro has as its doc
//! ```

/// A method, type or macro of the API as its source has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The type whose method it is; `Types` for a type, `Macros` for a macro.
    pub of: &'static str,
    /// Its name; a macro's ends in `!`.
    pub name: &'static str,
    /// As an author writes it, without the receiver: `spr(n: i32, x: i32, y: i32)`, `struct Color`.
    pub signature: &'static str,
    /// Names of its arguments, without the receiver.
    pub parameters: &'static [&'static str],
    /// Does it take `self`?
    pub receiver: bool,
    /// The text above it: Markdown, lines with `\n` between, doc tests included.
    pub text: &'static str,
    /// The example that is its doc test; empty where it has none.
    pub example: &'static str,
}

/// Methods of [`crate::Num`].
pub struct Num;
/// Types by name.
pub struct Types;
/// Macros by name.
pub struct Macros;

#[allow(non_upper_case_globals, reason = "constants with the names of what they describe")]
impl Macros {
    /// `num!`.
    pub const num: Item = Item {
        of: "Macros",
        name: "num!",
        signature: "num!(literal)",
        parameters: &["literal"],
        receiver: false,
        text: include_str!("num.md"),
        example: "",
    };
}
