//! The control codes of P8SCII in words: three tables, for the manual and for readers of `control.rs` and `audio/string.rs`.
//!
//! ```text
//! byte 0 to 15 ──> CONTROLS    byte 6, then one character ──> COMMANDS    byte 7, up to a space ──> SOUNDS
//! ```
//!
//! A parameter is one character: `0` to `9`, then 10 for `a` and on by character code. P, Q and C are parameters, H is a
//! hex digit, A and N are hex digits of an address and a number.

/// A control code or a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// As `p8!` takes it.
    pub form: &'static str,
    /// What it does.
    pub about: &'static str,
}

macro_rules! codes {
    ($($form:literal $about:literal;)*) => { [$(Code { form: $form, about: $about }),*] };
}

/// The bytes 0 to 15, each at its own index.
pub const CONTROLS: [Code; 16] = codes! {
    r"\0" "ends the text; the cursor stays where it is";
    r"\*Pc" "the character or control code c, P times";
    r"\#P" "background colour P";
    r"\-P" "moves x by P - 16 pixels";
    r"\|P" "moves y by P - 16 pixels";
    r"\+PQ" "moves x by P - 16 and y by Q - 16 pixels";
    r"\^.." "a command, below";
    r"\a.." "plays a sound, written as far as the next space";
    r"\b" "goes back by one character";
    r"\t" "goes to the next tab stop";
    r"\n" "goes to the next line";
    r"\vPc" "draws c over the character before, P % 4 - 2 to the right and P / 4 - 8 down";
    r"\fP" "foreground colour P";
    r"\r" "goes to the home column";
    r"\14" "custom font on";
    r"\15" "custom font off";
};

/// The commands behind `\^`.
pub const COMMANDS: [Code; 27] = codes! {
    r"\^w" "wide: twice as wide";
    r"\^t" "tall: twice as high";
    r"\^=" "stripey: of wide or tall letters only every other pixel";
    r"\^p" "wide, tall and stripey";
    r"\^i" "colours swapped";
    r"\^b" "padding: a pixel of background around each letter";
    r"\^#" "background on";
    r"\^u" "underlined";
    r"\^$" "wraps at the right border";
    r"\^-w" "off again; so for each of these nine";
    r"\^oCHH" "outline in colour C; the bits of HH are the eight neighbours";
    r"\^o$HH \^o!HH" "outline in the foreground colour; the outline alone";
    r"\^cP" "clears the screen to colour P and goes to 0, 0";
    r"\^g" "goes home";
    r"\^h" "makes this place the home";
    r"\^jPQ" "goes to P * 4, Q * 4";
    r"\^rP" "wraps at column P * 4";
    r"\^sP" "tab stops every P * 4 columns";
    r"\^xP" "letters are P columns wide";
    r"\^yP" "letters are P rows high";
    r"\^@AAAANNNN.." "pokes the next NNNN bytes to AAAA and on";
    r"\^!AAAA.." "pokes the rest of the text, and ends as \\0";
    r"\^. 8 bytes" "a picture of 8 x 8, a byte a row";
    r"\^: 16 digits" "the same, two hex digits a row";
    r"\^, \^;" "the same two with padding";
    r"\^0 to \^9" "waits: nothing in a Rust cart";
    r"\^dP" "waits after each letter: nothing in a Rust cart";
};

/// What may stand behind `\a`, up to the next space.
pub const SOUNDS: [Code; 9] = codes! {
    r"\a" "a beep";
    r"\a12" "sfx 12 as it is";
    r"\ace-g" "notes into one of the sfx 60 to 63 that is free, played; at most 32";
    r"\a12ce-g" "notes into sfx 12, played";
    "sP lPQ zP" "first of all: speed P (4), loop from P to Q, filters P";
    "a to g, # or -, 0 to 5" "a note, sharp or flat, its octave (3)";
    "." "a silent note";
    "iP vP xP" "waveform (5), volume (5), effect (0) of the notes that follow";
    "> <" "volume up, down";
};
