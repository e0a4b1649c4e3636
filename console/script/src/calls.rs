//! Calls that are bound by hand: lists, many values, results that depend on the arguments, a frame that ends in the middle. Their rules
//! are those of section 10 of the machine's facts; other sources are named where they apply.

use crate::convert::{Give, kind};
use alloc::{borrow::Cow, vec::Vec};
use lua::{Answer, NativeCall, Raise, Value, ValueKind};
use num::{Num, num};
use rasher::{Color, Machine, Rules};

type CallResult = Result<Answer, Raise>;

const DONE: CallResult = Ok(Answer::Return);

/// Letters of a menu item's label that are read: more than it may have.
const LABEL: usize = 64;

const ROM_END: u16 = rasher::memory::ROM_SIZE as u16;

pub type ByHand = fn(&mut Machine, &mut NativeCall<'_>) -> CallResult;

pub static BY_HAND: &[(&str, ByHand)] = &[
    ("flip", flip),
    ("clip", clip),
    ("fget", fget),
    ("fset", fset),
    ("line", line),
    ("pal", pal),
    ("palt", palt),
    ("rnd", rnd),
    ("btn", |p8, call| buttons(p8, call, Machine::btn_bits, Machine::btn_of)),
    ("btnp", |p8, call| buttons(p8, call, Machine::btnp_bits, Machine::btnp_of)),
    ("peek", |p8, call| peek(p8, call, 1)),
    ("peek2", |p8, call| peek(p8, call, 2)),
    ("peek4", |p8, call| peek(p8, call, 4)),
    ("poke", |p8, call| poke(p8, call, 1)),
    ("poke2", |p8, call| poke(p8, call, 2)),
    ("poke4", |p8, call| poke(p8, call, 4)),
    ("stat", stat),
    ("printh", printh),
    ("load", load),
    ("run", run),
    ("reload", reload),
    ("extcmd", extcmd),
    ("stop", stop),
    ("_set_fps", set_fps),
    ("ls", files),
    ("dir", files),
    // Prompt commands. Public build scripts call them from a program, with and without brackets; here a program has no
    // access to the user's files.
    ("cd", |p8, call| prompt(p8, call, "cd")),
    ("export", |p8, call| prompt(p8, call, "export")),
    ("folder", |p8, _| {
        p8.extcmd("folder");
        DONE
    }),
    ("import", |p8, call| prompt(p8, call, "import")),
    ("info", |p8, call| prompt(p8, call, "info")),
    ("mkdir", |p8, call| prompt(p8, call, "mkdir")),
    ("reboot", |p8, call| prompt(p8, call, "reboot")),
    ("save", |p8, call| prompt(p8, call, "save")),
    // Calls that only PICO-8's boot code makes do nothing here: the console handles buttons, meter and pause menu, and
    // there is one display.
    ("_map_display", nothing),
    ("_mark_cpu", nothing),
    ("_set_mainloop_exists", nothing),
    ("_startframe", nothing),
    ("_update_buttons", nothing),
    ("_update_framerate", nothing),
    ("holdframe", nothing),
    ("set_draw_slice", nothing),
];

fn int(call: &NativeCall<'_>, at: usize) -> i32 {
    kind::Int(call, at).unwrap_or(0)
}

fn color(call: &NativeCall<'_>, at: usize) -> Color {
    kind::Color(call, at).unwrap_or(Color::PEN)
}

fn flip(_: &mut Machine, _: &mut NativeCall<'_>) -> CallResult {
    Ok(Answer::Pause)
}

/// Whether the first argument is a table that gives its own text; the rules of old recordings do not ask it.
pub fn asks_for_text(p8: &Machine, call: &mut NativeCall<'_>) -> bool {
    call.has_text_method() && p8.rules() >= Rules::Two
}

/// Before a text that has waited: a command that does nothing, then the frames so far in four bytes.
const WAITED: &[u8] = b"\x06\0";

/// A text, and for how many frames it has waited.
fn waiting_text(text: &[u8]) -> (&[u8], u32) {
    match text.strip_prefix(WAITED).and_then(|rest| rest.split_first_chunk()) {
        Some((frames, text)) => (text, u32::from_le_bytes(*frames)),
        None => (text, 0),
    }
}

/// Whether `print` goes on after a wait.
pub fn has_waited(call: &NativeCall<'_>) -> bool {
    call.bytes(0).is_some_and(|text| text.starts_with(WAITED))
}

/// `print(text)`, `print(text, color)`, `print(text, x, y, [color])`. Nil is written as `[nil]`; without arguments nothing is written.
/// A place of nils alone is none: `print(pairs(nil))` has three values and writes the first one's name at the cursor. At a wait the frame
/// ends, and the same call is made again: its text then begins with [`WAITED`].
pub fn print(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    if call.count() == 0 {
        return DONE;
    }
    if asks_for_text(p8, call) {
        return Ok(Answer::AgainAsText);
    }
    // A long text is printed without a copy.
    let shown = call.bytes(0).map_or_else(|| call.text(0, usize::MAX).into(), Cow::Borrowed);
    let (text, frames) = waiting_text(&shown);
    let has_place = call.count() > 2 && (1..call.count()).any(|at| !call.get(at).is_nil());
    let place = has_place.then(|| (int(call, 1), int(call, 2), color(call, 3)));
    if call.count() == 2 {
        p8.color(color(call, 1));
    }
    let Some(reached) = p8.print_reaching(text, place, call.can_repeat().then_some(frames)) else {
        let again = [WAITED, &frames.saturating_add(1).to_le_bytes(), text].concat();
        let again = call.heap().text(&again);
        call.replace(0, again);
        return Ok(Answer::Again);
    };
    match p8.rules() {
        Rules::One => reached.0.give(call),
        Rules::Two => reached.give(call),
    }
    DONE
}

/// `clip(x, y, w, h, [and_old])`; without all four it is `clip()`. Returns the previous rectangle: x, y, width and height by PICO-8's wiki;
/// by the first rules, and in two other consoles, the registers.
fn clip(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    let int = |at| int(call, at);
    let mut before = match kind::Int(call, 3) {
        Some(h) => p8.clip_ext(int(0), int(1), int(2), h, call.get(4).is_true()),
        None => p8.clip_reset(),
    };
    if p8.rules() >= Rules::Two {
        let [x, y, right, bottom] = before;
        before = [x, y, right.saturating_sub(x), bottom.saturating_sub(y)];
    }
    before.give(call);
    DONE
}

/// `fget(n)`, `fget(n, f)`; without a sprite there is no result.
fn fget(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    match (kind::Int(call, 0), kind::Int(call, 1)) {
        (Some(n), None) => p8.fget(n).give(call),
        (Some(n), Some(f)) => p8.fget_bit(n, f).give(call),
        (None, _) => {}
    }
    DONE
}

/// `fset(n, flags)`, `fset(n, f, on)`; no effect if one of the first two is missing.
fn fset(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    if let (Some(n), Some(flags)) = (kind::Int(call, 0), kind::Int(call, 1)) {
        match kind::Bool(call, 2) {
            Some(on) => p8.fset_bit(n, flags, on),
            None if call.count() > 2 => p8.fset_bit(n, flags, false),
            None => p8.fset(n, flags),
        }
    }
    DONE
}

/// `line()` forgets the end of the last line, and so does `line(color)`, which sets the pen too.
fn line(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    let int = |at| int(call, at);
    match call.count() {
        0 => p8.line_reset(),
        1 => {
            p8.color(color(call, 0));
            p8.line_reset();
        }
        2 | 3 => p8.line_to(int(0), int(1), color(call, 2)),
        _ => p8.line(int(0), int(1), int(2), int(3), color(call, 4)),
    }
    DONE
}

/// `pal()`, `pal(nil)`, `pal(p)`, `pal(table, [p])`, `pal(c0, c1, [p])`.
fn pal(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    if call.get(0).kind() == ValueKind::Table {
        let (table, p) = (call.get(0), int(call, 1));
        let mut pairs = Vec::new();
        let mut key = Value::NIL;
        while let Ok(Some((next, value))) = call.next(table, key) {
            // A text that looks like a number is one, as everywhere: pieces of a split may be texts.
            if let (Some(c0), Some(c1)) = (call.as_number(next), call.as_number(value)) {
                pairs.push((c0.flr(), c1.flr()));
            }
            key = next;
        }
        call.spend((pairs.len() as i64 - 16).max(0) * 2);
        p8.pal_table(&pairs, p);
        return DONE;
    }
    match call.count() {
        0 | 1 if call.get(0).is_nil() => p8.pal_reset(),
        1 => p8.pal_reset_one(int(call, 0)),
        _ if call.get(0).is_nil() && call.get(1).is_nil() => {}
        _ => p8.pal_ext(int(call, 0), int(call, 1), int(call, 2)).give(call),
    }
    DONE
}

fn palt(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    match call.count() {
        0 | 1 if call.get(0).is_nil() => p8.palt_reset().give(call),
        1 => p8.palt_bits(kind::Bits(call, 0).unwrap_or(0)).give(call),
        _ => p8.palt(int(call, 0), call.get(1).is_true()).give(call),
    }
    DONE
}

/// `rnd()` is below 1, `rnd(nil)` is 0, and of a table one of its elements.
fn rnd(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    if call.get(0).kind() == ValueKind::Table {
        let table = call.get(0);
        let len = call.heap().len(table);
        let value = p8.rnd_place(len).map_or(Value::NIL, |place| {
            let key = Value::number(Num::from(place as i32 + 1));
            call.heap().get(table, key)
        });
        call.ret(value);
        return DONE;
    }
    p8.rnd(kind::Num(call, 0).unwrap_or(num!(1))).give(call);
    DONE
}

/// `btn(nil)` is `btn(0)`, `btn()` all bits; `btnp` likewise.
fn buttons(
    p8: &mut Machine,
    call: &mut NativeCall<'_>,
    bits: fn(&mut Machine) -> u16,
    of: fn(&mut Machine, i32, i32) -> bool,
) -> CallResult {
    match kind::Int(call, 0) {
        None => bits(p8).give(call),
        Some(b) => of(p8, b, int(call, 1)).give(call),
    }
    DONE
}

/// `peek(address, [count])`; `peek(a, nil)` gives no value. The original does not limit the count to the manual's 8,192: shrinko8's code
/// in a ROM reads all of it by one call.
fn peek(p8: &mut Machine, call: &mut NativeCall<'_>, bytes: u16) -> CallResult {
    let addr = kind::Addr(call, 0).unwrap_or(0);
    let count = kind::Int(call, 1).unwrap_or(1).max(0);
    for n in 0..count as u16 {
        let at = addr.wrapping_add(n.wrapping_mul(bytes));
        match bytes {
            1 => p8.peek(at).give(call),
            2 => p8.peek2(at).give(call),
            _ => p8.peek4(at).give(call),
        }
    }
    DONE
}

/// `poke(address, values ..)`; a missing value is 0.
fn poke(p8: &mut Machine, call: &mut NativeCall<'_>, bytes: u16) -> CallResult {
    let addr = kind::Addr(call, 0).unwrap_or(0);
    let count = call.count().saturating_sub(1).max(1);
    for n in 0..count {
        let at = addr.wrapping_add((n as u16).wrapping_mul(bytes));
        let value = kind::Num(call, n + 1).unwrap_or(Num::ZERO);
        match bytes {
            1 => p8.poke(at, value.flr()),
            2 => p8.poke2(at, value.flr()),
            _ => p8.poke4(at, value),
        }
    }
    DONE
}

/// `stat(28, scancode)` asks for a key; `stat(0)` collects garbage and returns the memory of this moment, `stat(99)` that with garbage.
fn stat(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    match int(call, 0) {
        n @ (0 | 99) if p8.rules() >= Rules::Two => {
            // The price of the call, whose value is that of the last frame.
            p8.stat(n);
            return Ok(Answer::Memory(n == 0));
        }
        28 => p8.stat_key(int(call, 1)).give(call),
        n => p8.stat(n).give(call),
    }
    DONE
}

/// `menuitem(index, [label, callback])`: bits above the lowest eight select buttons that do not call. The program's table `callbacks`
/// keeps the functions.
pub fn menuitem(p8: &mut Machine, call: &mut NativeCall<'_>, callbacks: Value) -> CallResult {
    let index = int(call, 0);
    let label = kind::text(call, 1, LABEL);
    call.spend(label.as_ref().map_or(0, |label| label.len().saturating_sub(16)) as i64);
    let callback = call.get(2);
    if (1..=5).contains(&(index & 0xff)) {
        // A number is always a valid key.
        _ = call.heap().set(callbacks, Value::number(Num::from(index & 0xff)), callback);
    }
    p8.menuitem(index, label.as_deref());
    DONE
}

/// `printh(text, [file, overwrite, desktop])`: any value, as text by `tostr`.
fn printh(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    if call.count() == 0 {
        return DONE;
    }
    if asks_for_text(p8, call) {
        return Ok(Answer::AgainAsText);
    }
    let text = match call.get(0).is_nil() {
        true => "[nil]".into(),
        false => kind::text(call, 0, rasher::CLIPBOARD_MAX).unwrap_or_default(),
    };
    match kind::Text(call, 1) {
        None => p8.printh(&text),
        Some(file) => p8.printh_ext(&text, &file, call.get(2).is_true(), call.get(3).is_true()),
    }
    DONE
}

/// `load(name, [breadcrumb, parameter])`: a cart of the bundle begins in the next frame. The host is asked for any other cart, and the call
/// returns only if there is none.
fn load(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    let text = |at, most| kind::text(call, at, most).unwrap_or_default();
    let (name, breadcrumb) = (text(0, rasher::NAME_MAX), text(1, rasher::NAME_MAX));
    let param = text(2, rasher::PARAM_MAX);
    if !p8.load_bundled(&name, &breadcrumb, &param) {
        p8.load(&name, &breadcrumb, &param);
    }
    Ok(Answer::Pause)
}

/// `run([parameter])`: the cart restarts in the next frame.
fn run(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    p8.run_again(&kind::text(call, 0, rasher::PARAM_MAX).unwrap_or_default());
    Ok(Answer::Pause)
}

/// `reload([dest, source, len, file])`: with a file, from another cart's data.
fn reload(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    let addr = |at| kind::Addr(call, at).unwrap_or(0);
    let len = kind::Int(call, 2).unwrap_or(i32::from(ROM_END));
    match kind::Text(call, 3).filter(|file| !file.is_empty()) {
        None => p8.reload_ext(addr(0), addr(1), len),
        Some(file) => _ = p8.reload_from(addr(0), addr(1), len, &file),
    }
    DONE
}

/// `extcmd(command, [p1, p2])`. Commands that lead back to the previous cart do not return; `set_title` and `set_filename` have a text.
fn extcmd(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    match kind::Text(call, 0).unwrap_or_default().as_str() {
        command @ ("go_back" | "breadcrumb") if p8.breadcrumb().is_some() => {
            p8.extcmd(command);
            return Ok(Answer::Pause);
        }
        command @ ("set_title" | "set_filename") => {
            let text = kind::Text(call, 1).unwrap_or_default();
            p8.extcmd_text(command, &text);
        }
        command => p8.extcmd_ext(command, int(call, 1), int(call, 2)),
    }
    DONE
}

/// `stop([message])`: prints the message, and the cart stops for good.
fn stop(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    if asks_for_text(p8, call) {
        return Ok(Answer::AgainAsText);
    }
    if !call.get(0).is_nil() {
        p8.print(call.text(0, usize::MAX));
        call.replace(0, Value::NIL);
    }
    Ok(Answer::Again)
}

/// `_set_fps(rate)`, for carts with their own main loop.
fn set_fps(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    p8.set_fps(kind::Byte(call, 0).unwrap_or(30));
    DONE
}

/// `ls([folder])`: the carts of the bundle in that folder, sorted by name. A folder among them appears once and ends in
/// a slash. A cart sees no other files of the user.
fn files(p8: &mut Machine, call: &mut NativeCall<'_>) -> CallResult {
    let folder = kind::Text(call, 0).unwrap_or_default();
    let inside = folder.trim_start_matches("./").trim_matches('/');
    let seen = p8.bundle().carts().iter().filter_map(|cart| match inside {
        "" | "." => Some(cart.name.as_str()),
        _ => cart.name.strip_prefix(inside)?.strip_prefix('/'),
    });
    let mut names: Vec<&str> = seen.map(|name| name.split_inclusive('/').next().unwrap_or(name)).collect();
    names.sort_unstable();
    names.dedup();
    call.spend(names.len() as i64 * 64);
    let list = call.heap().table();
    call.ret(list);
    for (at, name) in names.into_iter().enumerate() {
        let name: Vec<u8> = rasher::text::encode(name).collect();
        let name = call.heap().text(&name);
        _ = call.heap().set(list, Value::number(Num::from(at as i32 + 1)), name);
    }
    DONE
}

/// The cart continues, and the host reports that programs may not do this.
fn prompt(p8: &mut Machine, call: &mut NativeCall<'_>, command: &str) -> CallResult {
    p8.prompt(command, &kind::Text(call, 0).unwrap_or_default());
    DONE
}

fn nothing(_: &mut Machine, _: &mut NativeCall<'_>) -> CallResult {
    DONE
}
