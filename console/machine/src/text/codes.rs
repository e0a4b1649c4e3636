//! The control codes of P8SCII in words, for the manual and for readers of `control.rs` and `audio/string.rs`.
//!
//! ```text
//! byte 0 to 15 ──> CONTROLS    byte 6, then one character ──> COMMANDS    byte 7, up to a space ──> SOUNDS
//! ```
//!
//! A parameter is one character: `0` to `9`, then 10 for `a` and on by character code. P, Q and C are parameters, H is
//! a hex digit, A and N are hex digits of an address and a number.

/// A control code or a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlCode {
    pub form: &'static str,
    pub about: &'static str,
}

macro_rules! codes {
    ($($form:literal $about:literal;)*) => { [$(ControlCode { form: $form, about: $about }),*] };
}

/// The bytes 0 to 15, each at its own index.
pub const CONTROLS: [ControlCode; 16] = codes! {
    r"\0" "ends the text; the cursor does not move";
    r"\*Pc" "repeats the character or control code c, P times";
    r"\#P" "background colour P";
    r"\-P" "moves x by P - 16 pixels";
    r"\|P" "moves y by P - 16 pixels";
    r"\+PQ" "moves x by P - 16 and y by Q - 16 pixels";
    r"\^.." "a command, below";
    r"\a.." "plays a sound, up to the next space";
    r"\b" "moves back one character";
    r"\t" "moves to the next tab stop";
    r"\n" "moves to the next line";
    r"\vPc" "draws c over the previous character, P % 4 - 2 to the right and P / 4 - 8 down";
    r"\fP" "foreground colour P";
    r"\r" "moves to the home column";
    r"\14" "custom font on";
    r"\15" "custom font off";
};

pub const COMMANDS: [ControlCode; 27] = codes! {
    r"\^w" "wide: double width";
    r"\^t" "tall: double height";
    r"\^=" "stripey: only every other row of tall letters, or column of wide ones";
    r"\^p" "wide, tall and dotted";
    r"\^i" "swapped colours";
    r"\^b" "padding: a pixel of background around each letter";
    r"\^#" "background on";
    r"\^u" "underlined";
    r"\^$" "wraps at the right border";
    r"\^-w" "off again; the same for each of these nine";
    r"\^oCHH" "outline in colour C; the bits of HH are the eight neighbours";
    r"\^o$HH \^o!HH" "outline in the foreground colour; only the outline";
    r"\^cP" "clears the screen to colour P and moves to 0, 0";
    r"\^g" "moves to the home position";
    r"\^h" "makes this the home position";
    r"\^jPQ" "moves to P * 4, Q * 4";
    r"\^rP" "wraps at column P * 4";
    r"\^sP" "tab stops every P * 4 columns";
    r"\^xP" "letters are P columns wide";
    r"\^yP" "letters are P rows high";
    r"\^@AAAANNNN.." "pokes the next NNNN bytes at AAAA";
    r"\^!AAAA.." "pokes the rest of the text at AAAA, and ends like \\0";
    r"\^. 8 bytes" "a picture of 8 x 8, a byte a row";
    r"\^: 16 digits" "the same, two hex digits a row";
    r"\^, \^;" "the same two with padding";
    r"\^1 to \^9" "waits 1, 2, 4, 8 .. 256 frames: nothing in a Rust cart";
    r"\^dP" "waits P frames after each letter: nothing in a Rust cart";
};

/// The text after `\a`, up to the next space.
pub const SOUNDS: [ControlCode; 9] = codes! {
    r"\a" "a beep";
    r"\a12" "plays sfx 12";
    r"\ace-g" "plays notes in a free sfx, 60 to 63; at most 32";
    r"\a12ce-g" "writes notes to sfx 12 and plays it";
    "sP lPQ zP" "first: speed P (4), loop from P to Q, filters P";
    "a to g, # or -, 0 to 5" "a note, sharp or flat, its octave (3)";
    "." "a silent note";
    "iP vP xP" "waveform (5), volume (5), effect (0) of the following notes";
    "> <" "volume up, down";
};
