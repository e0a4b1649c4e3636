//! The table: every call, section by section. `form.rs` explains forms.

use super::form::*;
use super::{Call, Status};
use crate::Machine;
use crate::described::{self, Item};
use num::{Num, num};

macro_rules! calls {
    ($($section:literal { $($row:literal $name:literal $status:ident { $($forms:tt)* } $help:literal;)* })*) => {
        pub const CALLS: &[Call] = &[$($(Call {
            section: $section,
            row: $row,
            name: $name,
            status: Status::$status,
            rust: items!([] $($forms)*),
            names: names!([] $($forms)*),
            forms: forms!([] $($forms)*),
            help: $help,
        }),*),*];
    };
}

/// Passes the rows of the table to a macro, for crates that generate something from each call, such as a language
/// binding. See the module [`api`](crate::api) for the syntax.
#[macro_export]
#[doc(hidden)]
macro_rules! each_call {
    ($then:ident) => {
        $then! {
    "The cart" {
        1 "_init _update _update60 _draw" Rust {
            _init = Cart::_init;
            _update = Cart::_update;
            _update60 = Cart::_update60;
            _draw = Cart::_draw;
        } "a cart's hooks: at the start, 30 or 60 times a second, to draw";
        0 "_menu" Rust { _menu = Cart::_menu; }
            "a cart's hook for its pause menu items (ours: PICO-8 has callbacks)";
        2 "flip" Rust { flip = Machine::flip(); }
            "ends the frame in Lua; does nothing in Rust, where hooks return instead";
        44 "menuitem" Rust {
            menuitem = Machine::menuitem(index: Int, label: Text = nil);
            menuitem = lua(index: Int, label: Text = nil, callback: Callback = nil);
        } "adds an item to the pause menu, or removes it";
        0 "run_over run_begins" Rust {
            run_over = Machine::run_over();
            run_begins = Machine::run_begins();
        } "ends the current run; starts a new one (ours)";
        0 "score best" Rust {
            score = Machine::score(name: Text, value: Int) -> Bool;
            best = Machine::best(name: Text) -> Int;
        } "records a result under a name, keeping the highest; returns it (ours)";
        0 "disturb" Rust { disturb = Machine::disturb(); }
            "ignores held buttons until they are pressed again, after an event that the player should notice (ours)";
        0 "allow caption" Rust {
            allow = Machine::allow(abilities: Byte);
            allows = Machine::allows(abilities: Byte) -> Bool;
            caption = Machine::caption(text: Text);
        } "allows rewind, save slots, fast and slow motion; sets the line shown for save slots (ours)";
        48 "load" Rust { load = Machine::load(name: Text, breadcrumb: Text = empty, param: Text = empty); }
            "loads another cart";
        48 "run stop assert resume" Lua {} "starting and stopping the program";
    }
    "Screen" {
        4 "cls" Rust { cls = Machine::cls(color: Color = 0); }
            "fills the screen and resets clip and text cursor";
        7 "camera" Rust { camera = Machine::camera(x: Int = 0, y: Int = 0) -> Int Int; }
            "shifts all drawing by -x, -y; returns the previous shift";
        3 "clip" Rust {
            clip = Machine::clip(x: Int, y: Int, w: Int, h: Int) -> Int Int Int Int;
            clip = Machine::clip_ext(x: Int, y: Int, w: Int, h: Int, and_old: Bool = false) -> Int Int Int Int;
            clip = Machine::clip_reset() -> Int Int Int Int;
        } "limits drawing to a rectangle of the screen; returns the previous one";
        0 "crt" Rust { crt = Machine::crt(on: Bool = nil); }
            "turns the CRT filter on or off, or toggles it (ours)";
        0 "less_flash less_shake" Rust {
            less_flash = Machine::less_flash() -> Bool;
            less_shake = Machine::less_shake() -> Bool;
        } "whether the player asked for fewer flashes, for less shaking (ours)";
    }
    "Shapes" {
        8 "pset" Rust { pset = Machine::pset(x: Int, y: Int, color: Color = pen); } "sets a pixel";
        8 "pget" Rust { pget = Machine::pget(x: Int, y: Int) -> Int; }
            "the colour of a pixel; 0 outside the screen";
        15 "line" Rust {
            line = Machine::line(x0: Int, y0: Int, x1: Int, y1: Int, color: Color = pen);
            line = Machine::line_to(x: Int, y: Int, color: Color = pen);
            line = Machine::line_reset();
            line = lua(color: Color = pen);
        } "draws a line, or one from the end of the last line";
        16 "rect" Rust { rect = Machine::rect(x0: Int, y0: Int, x1: Int, y1: Int, color: Color = pen); }
            "draws the outline of a rectangle, corners included";
        16 "rectfill" Rust {
            rectfill = Machine::rectfill(x0: Int, y0: Int, x1: Int, y1: Int, color: Color = pen);
        } "fills a rectangle, corners included";
        17 "rrect" Rust {
            rrect = Machine::rrect(x: Int, y: Int, w: Int, h: Int, r: Int = 0, color: Color = pen);
        } "draws the outline of a rectangle with round corners";
        17 "rrectfill" Rust {
            rrectfill = Machine::rrectfill(x: Int, y: Int, w: Int, h: Int, r: Int = 0, color: Color = pen);
        } "fills a rectangle with round corners";
        13 "circ" Rust { circ = Machine::circ(x: Int, y: Int, r: Int = 4, color: Color = pen); }
            "draws the outline of a circle";
        13 "circfill" Rust { circfill = Machine::circfill(x: Int, y: Int, r: Int = 4, color: Color = pen); }
            "fills a circle";
        14 "oval" Rust { oval = Machine::oval(x0: Int, y0: Int, x1: Int, y1: Int, color: Color = pen); }
            "draws the outline of an ellipse in a box";
        14 "ovalfill" Rust {
            ovalfill = Machine::ovalfill(x0: Int, y0: Int, x1: Int, y1: Int, color: Color = pen);
        } "fills an ellipse in a box";
    }
    "Colours" {
        5 "color" Rust { color = Machine::color(color: Color = 6) -> Int; }
            "sets the pen's colour; returns the previous one";
        18 "pal" Rust {
            pal = Machine::pal(c0: Int, c1: Int) -> Int;
            pal = Machine::pal_ext(c0: Int, c1: Int, p: Int = 0) -> Int;
            pal = lua(table: List, p: Int = 0);
            pal = Machine::pal_reset_one(p: Int);
            pal = Machine::pal_reset();
            pal = Machine::pal_table;
        } "draws or shows one colour as another; without arguments resets all";
        19 "palt" Rust {
            palt = Machine::palt(c: Int, transparent: Bool) -> Bool;
            palt = Machine::palt_bits(bits: Bits) -> Int;
            palt = Machine::palt_reset() -> Int;
        } "makes a colour transparent in sprites; without arguments only colour 0";
        22 "fillp" Rust { fillp = Machine::fillp(pattern: Num = 0) -> Num; }
            "sets the 4x4 fill pattern; returns the previous one";
    }
    "Sprites and map" {
        20 "spr" Rust {
            spr = Machine::spr(n: Int, x: Int, y: Int);
            spr = Machine::spr_ext(
                n: Int, x: Int, y: Int, w: Num = 1, h: Num = 1, flip_x: Bool = false, flip_y: Bool = false
            );
        } "draws a sprite, or a block of them";
        21 "sspr" Rust {
            sspr = Machine::sspr(sx: Int, sy: Int, sw: Int, sh: Int, dx: Int, dy: Int);
            sspr = Machine::sspr_ext(
                sx: Int, sy: Int, sw: Int, sh: Int, dx: Int, dy: Int,
                dw: Int = sw, dh: Int = sh, flip_x: Bool = false, flip_y: Bool = false
            );
        } "draws a part of the sprite sheet, stretched";
        9 "sget" Rust { sget = Machine::sget(x: Int, y: Int) -> Int; }
            "a pixel of the sprite sheet; 0 outside";
        9 "sset" Rust { sset = Machine::sset(x: Int, y: Int, color: Color = pen); }
            "sets a pixel of the sprite sheet";
        10 "fget" Rust {
            fget = Machine::fget(n: Int) -> Int;
            fget = Machine::fget_bit(n: Int, f: Int) -> Bool;
        } "the flags of a sprite, or one of them";
        10 "fset" Rust {
            fset = Machine::fset(n: Int, flags: Int);
            fset = Machine::fset_bit(n: Int, f: Int, on: Bool);
        } "sets the flags of a sprite, or one of them";
        23 "map" Rust {
            map = Machine::map();
            map = Machine::map_ext(
                tile_x: Int = 0, tile_y: Int = 0, sx: Int = 0, sy: Int = 0, w: Int = nil, h: Int = nil, layers: Byte = 0
            );
        } "draws the map, or a part of it";
        24 "mget" Rust { mget = Machine::mget(x: Int, y: Int) -> Int; } "a tile of the map; 0 outside";
        24 "mset" Rust { mset = Machine::mset(x: Int, y: Int, tile: Int); } "sets a tile of the map";
        25 "tline" Rust {
            tline = Machine::tline(x0: Int, y0: Int, x1: Int, y1: Int, mx: Num, my: Num);
            tline = Machine::tline_ext(
                x0: Int, y0: Int, x1: Int, y1: Int, mx: Num, my: Num, mdx: Num = 0.125, mdy: Num = 0, layers: Byte = 0
            );
            tline = Machine::tline_precision(bits: Int);
        } "draws a line with pixels taken from the map";
    }
    "Text" {
        11 "print" Rust {
            print = Machine::print(text: Text) -> Int;
            print = lua(text: Text, color: Color) -> Int;
            print = Machine::print_at(text: Text, x: Int, y: Int, color: Color = pen) -> Int;
        } "prints text at the cursor or at a position; returns the column after it";
        6 "cursor" Rust {
            cursor = Machine::cursor(x: Int = 0, y: Int = 0) -> Int Int Int;
            cursor = Machine::cursor_ext(x: Int = 0, y: Int = 0, color: Color = pen) -> Int Int Int;
        } "sets the text cursor and the column that newlines return to; returns the previous values";
        0 "text_width" Rust { text_width = Machine::text_width(text: Text) -> Int; }
            "the width of a text in pixels, without printing it (ours)";
        12 "?" Lua {} "print, up to the end of the line";
        43 "type tostr tonum chr ord sub split" Lua {} "text functions; Rust has Num::tostr and Num::tonum";
    }
    "Input" {
        26 "btn" Rust {
            btn = Machine::btn(b: Int) -> Bool;
            btn = Machine::btn_of(b: Int, player: Int = 0) -> Bool;
            btn = Machine::btn_bits() -> Int;
        } "whether a button is held: 0-5 left right up down O X";
        26 "btnp" Rust {
            btnp = Machine::btnp(b: Int) -> Bool;
            btnp = Machine::btnp_of(b: Int, player: Int = 0) -> Bool;
            btnp = Machine::btnp_bits() -> Int;
        } "whether a button was just pressed, or repeats";
    }
    "Sound" {
        27 "sfx" Rust {
            sfx = Machine::sfx(n: Int) -> Int;
            sfx = Machine::sfx_ext(n: Int, channel: Int = (-1), offset: Int = 0, length: Int = 0) -> Int;
        } "plays a sound; -1 stops, -2 ends its loop; returns the channel";
        28 "music" Rust {
            music = Machine::music(n: Int);
            music = Machine::music_ext(n: Int, fade: Int = 0, mask: Int = 0);
        } "plays music from pattern n; -1 stops it";
        49 "serial" Rust { serial = Machine::serial(channel: Int, addr: Addr, len: Int) -> Int; }
            "moves bytes through a channel: 0x808 plays 8-bit samples, 0x800 and 0x802 read dropped files; returns how many";
        57 "audio render" Rust {
            render = Machine::samples;
            render = Machine::listen_to;
        } "the samples of a frame; selects the audible channels";
    }
    "Numbers" {
        34 "max min mid flr ceil abs sgn" Rust {
            max = Num::max(x: Num, other: Num = 0) -> Num;
            min = Num::min(x: Num, other: Num = 0) -> Num;
            mid = Num::mid(x: Num, b: Num = 0, c: Num = 0) -> Num;
            flr = Num::flr(x: Num) -> Int;
            ceil = Num::ceil(x: Num) -> Num;
            abs = Num::abs(x: Num) -> Num;
            sgn = Num::sgn(x: Num) -> Num;
        } "larger, smaller and middle number; rounding down and up; magnitude; sign";
        35 "sin cos atan2 sqrt" Rust {
            sin = Num::sin(x: Num) -> Num;
            cos = Num::cos(x: Num) -> Num;
            atan2 = Num::atan2(dx: Num, dy: Num) -> Num;
            sqrt = Num::sqrt(x: Num) -> Num;
        } "angles in turns: a full turn is 1; sin is inverted, as y points down on the screen";
        37 "band bor bxor bnot shl shr lshr rotl rotr" Rust {
            shl = Num::shl(x: Num, count: Num) -> Num;
            shr = Num::shr(x: Num, count: Num) -> Num;
            lshr = Num::lshr(x: Num, count: Num) -> Num;
            rotl = Num::rotl(x: Num, count: Num) -> Num;
            rotr = Num::rotr(x: Num, count: Num) -> Num;
        } "bitwise operations on 16.16 numbers; in Rust and, or, xor, not are operators";
        36 "rnd" Rust {
            rnd = Machine::rnd(limit: Num = 1) -> Num;
            rnd = Machine::rnd_of(choices: List) -> Any;
        } "a random number below the limit, or a random element";
        36 "srand" Rust { srand = Machine::srand(seed: Num = 0); } "seeds rnd";
        0 "seed" Rust { seed = Machine::seed; } "the seed of the current run (ours)";
        38 "operators" Lua {} "\\ ^^ << >> >>> <<> >>< on numbers";
    }
    "Types and macros" {
        0 "Num" Rust { Num = NumTypes::Num; } "a 16.16 number, with operators for numbers and i32 (ours)";
        0 "num!" Rust { num = NumMacros::num; } "a Num from a literal, at compile time (ours)";
        0 "Color" Rust { Color = Types::Color; } "a colour argument: a number, or the pen (ours)";
        0 "Text" Rust { Text = Types::Text; }
            "a printable argument: text in Unicode or P8SCII, or a number (ours)";
        0 "p8!" Rust { p8 = Macros::p8; } "P8SCII text with escapes for control codes, at compile time (ours)";
    }
    "Memory" {
        29 "peek" Rust {
            peek = Machine::peek(addr: Addr) -> Int;
            peek = lua(addr: Addr, n: Int = 1) -> Rest;
            peek2 = Machine::peek2(addr: Addr) -> Int;
            peek2 = lua(addr: Addr, n: Int = 1) -> Rest;
            peek4 = Machine::peek4(addr: Addr) -> Num;
            peek4 = lua(addr: Addr, n: Int = 1) -> Rest;
            peek = Machine::peek_n;
        } "reads memory; peek2 and peek4 read 16 and 32 bits";
        29 "poke" Rust {
            poke = Machine::poke(addr: Addr, value: Int);
            poke = lua(addr: Addr, value: Int = 0, values: Rest);
            poke2 = Machine::poke2(addr: Addr, value: Int);
            poke2 = lua(addr: Addr, value: Int = 0, values: Rest);
            poke4 = Machine::poke4(addr: Addr, value: Num);
            poke4 = lua(addr: Addr, value: Num = 0, values: Rest);
            poke = Machine::poke_n;
        } "writes memory; poke2 and poke4 write 16 and 32 bits";
        31 "memcpy" Rust { memcpy = Machine::memcpy(dest: Addr, source: Addr, len: Int); }
            "copies memory; ranges may overlap";
        31 "memset" Rust { memset = Machine::memset(dest: Addr, value: Int, len: Int); }
            "fills memory with a byte";
        32 "reload" Rust {
            reload = Machine::reload();
            reload = Machine::reload_ext(dest: Addr = 0, source: Addr = 0, len: Int = 0x4300);
        } "copies from the ROM to memory";
        32 "cstore" Rust {
            cstore = Machine::cstore();
            cstore = Machine::cstore_ext(dest: Addr = 0, source: Addr = 0, len: Int = 0x4300, file: Text = nil);
        } "copies from memory to the ROM and saves it";
        48 "reset" Rust { reset = Machine::reset(); } "resets all registers to their defaults";
        52 "registers" Rust { registers = Machine::memory; } "0x5f00 to 0x5f7f, by peek and poke";
        30 "@ % $" Lua {} "peek, peek2 and peek4 as operators";
    }
    "Saved numbers" {
        33 "cartdata" Rust { cartdata = Machine::cartdata(id: Text) -> Bool; }
            "opens the 64 numbers saved under an id; true if there are any";
        33 "dget" Rust { dget = Machine::dget(index: Int) -> Num; } "number i of the cart data";
        33 "dset" Rust { dset = Machine::dset(index: Int, value: Num); } "sets number i of the cart data";
    }
    "The host" {
        45 "stat" Rust {
            stat = Machine::stat(n: Int) -> Any;
            stat = Machine::stat_key;
        } "system values: CPU, keyboard, mouse, date and more";
        46 "time t" Rust {
            time = Machine::time() -> Num;
            t = Machine::t() -> Num;
        } "seconds since the cart began, constant within a frame";
        47 "printh" Rust {
            printh = Machine::printh(text: Text);
            printh = Machine::printh_ext(text: Text, file: Text = empty, overwrite: Bool = false, desktop: Bool = false);
        } "prints a line to the terminal, a file or the clipboard";
        47 "extcmd" Rust {
            extcmd = Machine::extcmd(command: Text);
            extcmd = Machine::extcmd_ext(command: Text, p1: Int = 0, p2: Int = 0);
            extcmd = Machine::extcmd_text(command: Text, text: Text);
        } "sends a command to the host: pause, reset, shutdown, screen, label, rec, video, audio_rec, audio_end, folder, set_title, set_filename";
        0 "spend" Rust { spend = Machine::spend(cycles: Cycles); }
            "charges cycles for a cart's own work, out of 2^23 a second, shown by stat(1) (ours)";
        0 "strict" Rust { strict = Machine::strict(on: Bool) -> Bool; }
            "limits the cart to its frame's budget: beyond it pictures are dropped (ours)";
        0 "debug" Rust { debug = Machine::debug(value: Any); }
            "shows a text or value in debug displays only (ours)";
    }
    "Lua" {
        39 "add del deli count all foreach pairs ipairs inext next" Lua {} "tables";
        40 "pack unpack select rawget rawset rawequal rawlen" Lua {} "tables";
        41 "setmetatable getmetatable" Lua {} "tables";
        42 "cocreate coresume costatus yield" Lua {} "coroutines";
        51 "holdframe _set_fps _map_display set_draw_slice trace tostring" Lua {} "undocumented names";
    }
    "Files" {
        53 ".p8" Format {} "cartridge as text";
        54 ".p8.png" Format {} "cartridge as picture";
        55 ":c: and pxa" Format {} "compressed code";
        56 "#include" Format {} "code from another file";
        50 "ls info save folder import export cd mkdir reboot" Shell {} "prompt commands";
    }
        }
    };
}

each_call!(calls);
