//! Every call of the console, in one table: name, arguments, help, status, methods.
//!
//! `rasher help`, the manual and the coverage test are made from it, and a language's binding will be. A row has
//! the number it bears in the conformance checklist (0 for our own calls). A test proves that each row with
//! status [`Status::Rust`] has its methods, a line of help and a behaviour test.
//!
//! To add a call: a row here, in its section, a method in `draw/` or `system/` with `example!` on it,
//! a file in `api/example/`, a line in `api/examples.rs`, a test of its name in `tests/tests/machine/api/`.

mod examples;
mod fixture;

pub(crate) use examples::example;
pub use examples::{EXAMPLES, Example};
pub use fixture::perform;

/// Who has a call today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Rust carts have it.
    Rust,
    /// It belongs to the Lua language.
    Lua,
    /// It is a file format's.
    Format,
    /// It belongs to a prompt.
    Shell,
}

/// One row: a call, or several that are one thing.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Title of the section that it stands in; the rows of a section are neighbours.
    pub section: &'static str,
    /// Number in the conformance checklist; 0 for our own.
    pub row: u8,
    /// PICO-8's name or names.
    pub name: &'static str,
    /// Who has it.
    pub status: Status,
    /// Methods of [`crate::Machine`] (`num::x`: of [`crate::Num`]; `_x`: of [`crate::Cart`]).
    pub rust: &'static [&'static str],
    /// Arguments, optional ones in brackets.
    pub args: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

impl Call {
    /// Is `name` one of the row's names or methods?
    pub fn is(&self, name: &str) -> bool {
        self.name == name
            || self.name.split(' ').any(|n| n == name)
            || self.rust.iter().any(|m| m.strip_prefix("num::").unwrap_or(m) == name)
    }

    /// Its example, which has the name of its first method.
    pub fn example(&self) -> Option<&'static Example> {
        let first = self.rust.first()?;
        EXAMPLES.iter().find(|e| e.name == first.strip_prefix("num::").unwrap_or(first))
    }
}

macro_rules! calls {
    ($($section:literal {
        $($row:literal $name:literal $status:ident [$($method:literal)*] $args:literal $help:literal;)*
    })*) => {
        /// The table, section by section.
        pub const CALLS: &[Call] = &[$($(Call {
            section: $section,
            row: $row,
            name: $name,
            status: Status::$status,
            rust: &[$($method),*],
            args: $args,
            help: $help,
        }),*),*];
    };
}

calls! {
    "The cart" {
        1 "_init _update _update60 _draw" Rust ["_init" "_update" "_update60" "_draw"] ""
            "hooks of a cart: once at the start; 30 or 60 times a second; to draw";
        2 "flip" Rust ["flip"] ""
            "ends the frame inside a call in Lua; does nothing in a Rust cart, whose hooks return instead";
        44 "menuitem" Rust ["menuitem"] "index [label callback]"
            "puts an item into the pause menu";
        0 "run_over run_begins" Rust ["run_over" "run_begins"] ""
            "tells the console that there is nothing to go on with at the next start; that there is again (ours)";
        0 "allow caption" Rust ["allow" "allows" "caption"] "abilities"
            "says what the player may do with time: rewind, slots, faster, slower; a line for save slots (ours)";
        48 "load" Rust ["load"] "cart [breadcrumb param]"
            "changes over to another cart";
        48 "run stop assert resume" Lua [] ""
            "the program's own start and stop";
    }
    "Screen" {
        4 "cls" Rust ["cls"] "[color=0]"
            "fills the screen and resets clip and text cursor";
        7 "camera" Rust ["camera"] "[x=0 y=0]"
            "shifts everything drawn by -x, -y; gives the shift before";
        3 "clip" Rust ["clip" "clip_ext" "clip_reset"] "x y w h [and_old]"
            "limits drawing to a rectangle of the screen; gives the rectangle before";
        0 "crt" Rust ["crt"] "[on]"
            "turns the display's CRT filter on, off or over (ours)";
        0 "less_flash less_shake" Rust ["less_flash" "less_shake"] ""
            "does the player wish for fewer flashes, less shaking? (ours)";
    }
    "Shapes" {
        8 "pset" Rust ["pset"] "x y [color]"
            "sets a pixel";
        8 "pget" Rust ["pget"] "x y"
            "the colour of a pixel; 0 outside the screen";
        15 "line" Rust ["line" "line_to" "line_reset"] "[x0 y0] x1 y1 [color]"
            "a line, or one from where the last ended";
        16 "rect" Rust ["rect"] "x0 y0 x1 y1 [color]"
            "the outline of a rectangle, corners included";
        16 "rectfill" Rust ["rectfill"] "x0 y0 x1 y1 [color]"
            "a filled rectangle, corners included";
        17 "rrect" Rust ["rrect"] "x y w h [r=0] [color]"
            "the outline of a rectangle with round corners";
        17 "rrectfill" Rust ["rrectfill"] "x y w h [r=0] [color]"
            "a filled rectangle with round corners";
        13 "circ" Rust ["circ"] "x y [r=4] [color]"
            "the outline of a circle";
        13 "circfill" Rust ["circfill"] "x y [r=4] [color]"
            "a filled circle";
        14 "oval" Rust ["oval"] "x0 y0 x1 y1 [color]"
            "the outline of an ellipse in a box";
        14 "ovalfill" Rust ["ovalfill"] "x0 y0 x1 y1 [color]"
            "a filled ellipse in a box";
    }
    "Colours" {
        5 "color" Rust ["color"] "[color=6]"
            "sets the pen; gives the pen before";
        18 "pal" Rust ["pal" "pal_ext" "pal_table" "pal_reset" "pal_reset_one"] "[c0 c1 [palette=0]]"
            "shows or draws one colour as another; without arguments all as themselves";
        19 "palt" Rust ["palt" "palt_bits" "palt_reset"] "[color transparent]"
            "makes a colour transparent for sprites; without arguments only 0";
        22 "fillp" Rust ["fillp"] "[pattern=0]"
            "sets the 4x4 fill pattern; gives the one before";
    }
    "Sprites and map" {
        20 "spr" Rust ["spr" "spr_ext"] "n x y [w=1 h=1 [flip_x flip_y]]"
            "draws a sprite, or a block of them";
        21 "sspr" Rust ["sspr" "sspr_ext"] "sx sy sw sh dx dy [dw dh [flip_x flip_y]]"
            "draws a part of the sheet, stretched";
        9 "sget" Rust ["sget"] "x y"
            "a pixel of the sprite sheet; 0 outside";
        9 "sset" Rust ["sset"] "x y [color]"
            "sets a pixel of the sprite sheet";
        10 "fget" Rust ["fget" "fget_bit"] "n [flag]"
            "the flags of a sprite, or one of them";
        10 "fset" Rust ["fset" "fset_bit"] "n [flag] value"
            "sets the flags of a sprite, or one of them";
        23 "map" Rust ["map" "map_ext"] "[tile_x=0 tile_y=0 sx=0 sy=0 w h layers=0]"
            "draws a part of the map";
        24 "mget" Rust ["mget"] "x y"
            "a tile of the map; 0 outside";
        24 "mset" Rust ["mset"] "x y tile"
            "sets a tile of the map";
        25 "tline" Rust ["tline" "tline_ext" "tline_precision"] "x0 y0 x1 y1 mx my [mdx=1/8 mdy=0 layers=0]"
            "draws a line with pixels taken from the map";
    }
    "Text" {
        11 "print" Rust ["print" "print_at"] "text [x y] [color]"
            "writes text at the cursor or at a place; gives the column behind it";
        6 "cursor" Rust ["cursor" "cursor_ext"] "[x=0 y=0 color]"
            "sets the text cursor and the column of newlines; gives those before";
        0 "text_width" Rust ["text_width"] "text"
            "columns that a text takes, without printing it (ours)";
        12 "?" Lua [] "text [x y] [color]"
            "print, for a whole line";
        43 "type tostr tonum chr ord sub split" Lua [] ""
            "texts; Rust has num::tostr and num::tonum";
    }
    "Input" {
        26 "btn" Rust ["btn" "btn_of" "btn_bits"] "[b player=0]"
            "is a button held? 0-5 left right up down O X";
        26 "btnp" Rust ["btnp" "btnp_of" "btnp_bits"] "[b player=0]"
            "was a button pressed, or does it repeat?";
    }
    "Sound" {
        27 "sfx" Rust ["sfx" "sfx_ext"] "n [channel=-1 offset length]"
            "plays a sound; -1 stops, -2 ends its loop; gives the channel";
        28 "music" Rust ["music" "music_ext"] "n [fade mask]"
            "plays a tune from pattern n; -1 stops it";
        49 "serial" Rust ["serial"] "channel addr len"
            "queues samples of 8 bits on stream 0x808, the PCM channel; gives how many were taken";
        57 "audio render" Rust ["samples" "listen_to"] ""
            "the sound of a frame as samples; which channels of it are heard";
    }
    "Numbers" {
        34 "max min mid flr ceil abs sgn" Rust ["num::max" "num::min" "num::mid" "num::flr" "num::ceil" "num::abs" "num::sgn"] "x .."
            "numbers: greater, smaller, middle, rounded down, up, without sign, sign";
        35 "sin cos atan2 sqrt" Rust ["num::sin" "num::cos" "num::atan2" "num::sqrt"] "x .."
            "a full turn is 1; sin is upside down, as on a screen";
        37 "band bor bxor bnot shl shr lshr rotl rotr" Rust ["num::shl" "num::shr" "num::lshr" "num::rotl" "num::rotr"] "a b"
            "bits of 16.16 numbers; and, or, xor, not are Rust's operators";
        36 "rnd" Rust ["rnd" "rnd_of"] "[limit=1]"
            "a random number below the limit, or a random element";
        36 "srand" Rust ["srand"] "[seed=0]"
            "seeds rnd";
        0 "seed" Rust ["seed"] ""
            "the seed that the run was started with (ours)";
        38 "operators" Lua [] ""
            "\\ ^^ << >> >>> <<> >>< on numbers";
    }
    "Memory" {
        29 "peek" Rust ["peek" "peek2" "peek4" "peek_n"] "addr [n=1]"
            "reads memory; peek2 and peek4 read 16 and 32 bits";
        29 "poke" Rust ["poke" "poke2" "poke4" "poke_n"] "addr value .."
            "writes memory; poke2 and poke4 write 16 and 32 bits";
        31 "memcpy" Rust ["memcpy"] "dest source len"
            "copies memory; the stretches may overlap";
        31 "memset" Rust ["memset"] "dest value len"
            "fills memory with a byte";
        32 "reload" Rust ["reload" "reload_ext"] "[dest=0 source=0 len=0x4300]"
            "copies from the ROM to memory";
        32 "cstore" Rust ["cstore" "cstore_ext"] "[dest=0 source=0 len=0x4300 file]"
            "copies from memory to the ROM and has it kept";
        48 "reset" Rust ["reset"] ""
            "sets the registers to their defaults";
        52 "registers" Rust ["memory"] ""
            "0x5f00 to 0x5f7f, by peek and poke";
        30 "@ % $" Lua [] "addr"
            "peek, peek2 and peek4 as operators";
    }
    "Kept numbers" {
        33 "cartdata" Rust ["cartdata"] "id"
            "opens the 64 numbers kept under a name; true when there were some";
        33 "dget" Rust ["dget"] "i"
            "number i of the cart data";
        33 "dset" Rust ["dset"] "i value"
            "sets number i of the cart data";
    }
    "The host" {
        45 "stat" Rust ["stat" "stat_key"] "n"
            "asks the machine for cpu, keyboard, mouse, date and more";
        46 "time t" Rust ["time" "t"] ""
            "seconds since the cart began, the same all through a frame";
        47 "printh" Rust ["printh" "printh_ext"] "text [file overwrite desktop]"
            "a line for the host's terminal, file or clipboard";
        47 "extcmd" Rust ["extcmd" "extcmd_ext"] "command [p1 p2]"
            "asks the host: pause, reset, shutdown, screen";
        0 "spend" Rust ["spend"] "cycles"
            "pays for a cart's own work, of 2^23 cycles a second: stat(1) tells (ours)";
        0 "strict" Rust ["strict"] "on"
            "holds the cart to its frame's budget: pictures fall out beyond it (ours)";
        0 "debug" Rust ["debug"] "value"
            "shows a text or value in debug displays, and only there (ours)";
    }
    "Lua" {
        39 "add del deli count all foreach pairs ipairs inext next" Lua [] ""
            "tables";
        40 "pack unpack select rawget rawset rawequal rawlen" Lua [] ""
            "tables";
        41 "setmetatable getmetatable" Lua [] ""
            "tables";
        42 "cocreate coresume costatus yield" Lua [] ""
            "coroutines";
        51 "holdframe _set_fps _map_display set_draw_slice trace tostring" Lua [] ""
            "undocumented names";
    }
    "Files" {
        53 ".p8" Format [] ""
            "cartridge as text";
        54 ".p8.png" Format [] ""
            "cartridge as picture";
        55 ":c: and pxa" Format [] ""
            "compressed code";
        56 "#include" Format [] ""
            "code from another file";
        50 "ls info save folder" Shell [] ""
            "commands of a prompt";
    }
}
