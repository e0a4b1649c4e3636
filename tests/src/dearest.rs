//! The slowest frame: every function of the language and of the console, with its largest arguments, in an endless
//! loop.
//!
//! ```text
//! functions   all that a cart finds among its globals: a new one cannot be forgotten
//! arguments   POOL: long texts, large tables, the ends of the range; each alone, eight times, and at random
//! by hand     BY_HAND: operators, metatables, coroutines, what has to be prepared
//! programs    some of those calls, one after the other
//!
//! prepared console ── clone ── run_text("function _draw() while true do .. end end") ── one frame ──> Frame
//! ```

use crate::random::Dice;
use rasher::{Boot, Console, Effect, Hook, Input, Rom};
use script::lua_cart;

/// The arguments of calls. Each name is a global of [`PREPARED`].
const POOL: &[&str] = &[
    "0", "1", "2", "64", "128", "32767", "-32768", "32767.99", "nil", "true", "empty", "short", "digits",
    "glyphs", "codes", "array", "holes", "call", "thread",
];

/// The largest values that fit into a cart's memory together.
const PREPARED: &str = "
empty='' short=',' call=function() end thread=cocreate(call)
digits='1' for i=1,18 do digits..=digits end
glyphs='\\x80' for i=1,18 do glyphs..=glyphs end
codes='\\^w\\^t\\^o9ff\\*8a' for i=1,13 do codes..=codes end
array={} for i=1,32767 do array[i]=i end
holes={} for i=1,8192 do holes[i+.5]=i end
for k in pairs(holes) do holes[k]=nil end
";

/// What a search over functions does not reach: preparation code, and the body of the loop.
pub const BY_HAND: &[(&str, &str)] = &[
    ("", "local a=digits+1"),
    ("", "for i=digits,1 do end"),
    ("twin=glyphs..''", "local a=glyphs==twin"),
    ("twin=glyphs..''", "local a=glyphs<twin"),
    ("", "local a=array[digits]"),
    ("", "array[digits]=nil"),
    ("", "local a=digits..glyphs"),
    ("", "local a=glyphs[-1]"),
    ("", "local a={unpack(array)}"),
    ("", "local a=pack(unpack(array))"),
    ("", "local a=@0 a=%0 a=$0 a=@1 a=%1 a=$1 a=@2 a=%2 a=$2 a=@3 a=%3 a=$3"),
    ("", "for k in pairs(holes) do end"),
    ("", "local a=#array"),
    ("array[2^14+.5]=1 for i=1,100 do array[i*300]=nil end", "local a=#array"),
    ("function f(...) while true do local a=select('#',...) end end", "f(unpack(array))"),
    ("function f(...) while true do local a={...} end end", "f(unpack(array))"),
    ("function f(...) while true do local a=pack(...) end end", "f(unpack(array))"),
    ("function f(...) while true do local a=chr(...) end end", "f(unpack(array))"),
    ("function f(...) while true do print(...) poke(0x8000,...) assert(...) end end", "f(unpack(array))"),
    ("function g(...) return ... end function f(...) while true do g(...) end end", "f(unpack(array))"),
    ("function f(...) return f(1,...) end", "f()"),
    ("c=cocreate(function(...) while true do yield(...) end end) coresume(c,unpack(array))", "coresume(c)"),
    ("", "coresume(cocreate(call))"),
    ("", "coresume(cocreate(function() local a=call()[digits] end))"),
    ("", "coresume(cocreate(function() assert(false,digits) end))"),
    ("function f(n) if n>0 then return 1+f(n-1) end while true do local a=trace() end end", "f(5000)"),
    ("function f(n) if n>0 then return 1+f(n-1) end return 0 end", "f(5000)"),
    ("t={} for i=1,99 do t=setmetatable({},{__index=t}) end", "local a=t.x"),
    ("t={} for i=1,98 do t=setmetatable({},{__newindex=t}) end", "t.x=nil"),
    ("t=call for i=1,99 do t=setmetatable({},{__call=t}) end", "t()"),
    // A full table of fields in which each new one replaces another: it is laid out again each time.
    ("t={} for i=1,16384 do t[i+.5]=i end n=0 last=next(t)", "t[last]=nil n+=1 last=n%32768+.25 t[last]=1"),
    // As many objects as fit, and a collection for little gain.
    ("digits=nil glyphs=nil codes=nil array=nil t={} for i=1,22000 do t[i]={{}} end", "local a={}"),
    (
        "digits=nil glyphs=nil codes=nil array=nil t={} for i=1,22000 do t[i]={{}} end",
        "local a=cocreate(call)",
    ),
    ("array=nil codes=nil t={} for i=1,22000 do t[i]=chr(i,i>>8)..'abc' end", "local a=sub(digits,2)"),
    ("t={} for i=1,1500 do t[i]=cocreate(call) end", "local a={}"),
    ("s='' for i=1,64 do s..='\\^o9ff' end", "print(s,0,0)"),
    ("s='' for i=1,64 do s..='\\^@00000000' end", "print(s,0,0)"),
    ("s='' for i=1,64 do s..='\\ac-d#e ' end", "print(s,0,0)"),
    ("s='\\^w\\^t\\^o9ff' for i=1,400 do s..='\\*z\\128\\n' end", "print(s)"),
    ("", "print('\\n\\n\\n\\na')"),
    ("", "circ(64,64,511)"),
    ("", "circ(130,64,100)"),
    ("", "oval(-440,-440,570,570)"),
    ("", "oval(-440,64,570,127)"),
    ("", "map(-.5,-.5,3,3,99,99,1)"),
    ("poke(0x5f54,0x60) poke(0x5f55,0)", "memset(0,0,0x7fff) memcpy(0x8000,0,0x7fff)"),
    ("", "sspr(0,0,127,127,0,0,128,128)"),
    ("", "cstore(0,0,0,rnd()..'')"),
    ("", "reload(0,0,1,rnd()..'')"),
    ("", "extcmd(rnd()..'') extcmd('set_title',rnd()..'')"),
    ("", "import(rnd()..'') extcmd('screen')"),
    ("", "printh(glyphs) printh(glyphs,'@clip') printh(glyphs,glyphs)"),
];

/// Functions that end the frame, the cart or the loop.
const ENDS: &[&str] = &["flip", "stop", "run", "load", "yield", "_draw"];

/// The result of one frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Units of work: cycles that it spent.
    pub units: u64,
    /// Bytes of its effects.
    pub bytes: usize,
    pub effects: usize,
    /// The size of the program's state in bytes.
    pub state: u64,
    /// The error that ended it, if there was one.
    pub error: Option<String>,
}

/// A console of a cart with this code.
///
/// # Panics
/// When it is no program, or its start fails.
fn boot(code: &str) -> Console {
    let program = lua_cart(code.as_bytes(), "dear.p8").unwrap_or_else(|error| panic!("{error}: {code}"));
    let boot = Boot { rom: Rom::empty("dear").into(), seed: 1, ..Boot::default() };
    Console::try_boot(program, boot).unwrap_or_else(|fault| panic!("{fault}: {code}"))
}

/// The console before the loop, with nothing in progress and its whole start paid for.
///
/// # Panics
/// When the code that prepares it fails.
pub fn prepared(code: &str) -> Console {
    let mut console = boot(&format!("{PREPARED}\n{code}\nfunction _update() end"));
    let mut calm = 0;
    while calm < 65 {
        calm = if console.suspended_hook().is_none() { calm + 1 } else { 0 };
        console.try_frame(&Input::default()).unwrap_or_else(|fault| panic!("{fault}: {code}"));
    }
    console
}

/// The console with a loop over this body, up to the frame in which it starts.
///
/// # Errors
/// When the body is no program.
pub fn looped(prepared: &Console, body: &str) -> Result<Console, String> {
    let mut console = prepared.clone();
    console.run_text(&format!("function _draw() while true do {body} end end"))?;
    Ok(console)
}

/// Runs the frame.
pub fn frame(console: &mut Console) -> Frame {
    let ran = console.try_frame(&Input::default());
    let (effects, error) = match ran {
        Ok(effects) => (effects, None),
        Err(fault) => (Vec::new(), Some(fault.message)),
    };
    debug_assert!(error.is_some() || console.suspended_hook() == Some(Hook::Draw), "the loop has no end");
    Frame {
        units: console.machine().frame_cycles(),
        bytes: effects.iter().map(size).sum(),
        effects: effects.len(),
        state: console.memory_size(),
        error,
    }
}

/// Bytes in an effect.
fn size(effect: &Effect) -> usize {
    match effect {
        Effect::Print(text) | Effect::Clipboard(text) | Effect::Title(text) | Effect::FileName(text) => {
            text.len()
        }
        Effect::Prompt(text) | Effect::Missing(text) | Effect::Lost(text) => text.len(),
        Effect::PrintTo { text, file, .. } => text.len() + file.len(),
        Effect::Stdout(bytes) => bytes.len(),
        Effect::Store { file, bytes, .. } => bytes.len() + file.as_ref().map_or(0, String::len),
        Effect::Load { name, breadcrumb, param } => name.len() + breadcrumb.len() + param.len(),
        Effect::Command { name, .. } => name.len(),
        _ => 0,
    }
}

/// All functions that a cart can call without ending the frame.
pub fn functions() -> Vec<String> {
    let code = "for k,v in pairs(_ENV) do if type(v)=='function' then printh(k) end end";
    let effects = boot(code).frame(&Input::default());
    let names = effects.into_iter().filter_map(|effect| match effect {
        Effect::Print(name) if !ENDS.contains(&name.as_str()) => Some(name),
        _ => None,
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Calls of a function: with each argument of the pool eight times, and this many at random.
pub fn calls(function: &str, random: usize, dice: &mut Dice) -> Vec<String> {
    let same = POOL.iter().map(|arg| [*arg; 8].join(","));
    let mut args: Vec<String> = same.collect();
    args.extend((0..random).map(|_| some(1 + dice.below(8), dice)));
    args.into_iter().map(|args| format!("{function}({args})")).collect()
}

fn some(count: usize, dice: &mut Dice) -> String {
    (0..count).map(|_| dice.pick(POOL)).collect::<Vec<_>>().join(",")
}

/// A program of several calls, whose errors coroutines catch.
pub fn program(functions: &[String], dice: &mut Dice) -> String {
    let mut call = || {
        let (function, count) = (&functions[dice.below(functions.len())], 1 + dice.below(8));
        let args = some(count, dice);
        match dice.below(3) {
            0 => format!("coresume(cocreate(function() {function}({args}) end))"),
            1 => format!("coresume(cocreate({function}),{args})"),
            _ => format!("coresume(cocreate(function() local a={{{function}({args})}} x=a[1] y=x..'' end))"),
        }
    };
    let calls: Vec<String> = (0..4).map(|_| call()).collect();
    calls.join(" ")
}
