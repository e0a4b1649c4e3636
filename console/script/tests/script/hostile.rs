//! Carts that use up everything: each stops with a clear message, or continues frame by frame within its memory and
//! budget.
//!
//! | cart | how it ends |
//! |---|---|
//! | allocates, keeps texts or coroutines, recurses by calls or metamethods | out of memory, at 2 MiB |
//! | looks up keys or texts with equal hashes | an error that no coroutine catches |
//! | loops, prints, draws, flips or resumes forever | the frame ends when its cycles are used up, and the next one continues |
//! | yields without a resumer | an error |
//! | nests deeper or is longer than allowed | a syntax error that names the limit |
//!
//! The limits are PICO-8's where known (2 MiB, 2^23 cycles a second); the messages are this console's and Lua 5.2's.

use rasher::{Boot, Console, Effect, Input, Rom};
use rasher_script::lua_cart;

/// Frames that a cart may take.
const FRAMES: u32 = 60;
/// The most memory a cart may use: the limit, and one object that exceeds it.
const MEMORY: u64 = (2 << 20) + (64 << 10);
/// Texts that a frame may print: more than its cycles allow.
const PRINTS: usize = 60_000;

const STOPS: &[(&str, &str)] = &[
    ("t={} while true do add(t,{1,2,3}) end", "out of memory"),
    ("local t while true do t={t,t} end", "out of memory"),
    ("t={} function _update() for i=1,2000 do t[#t+1]={i,i,i,i} end end", "out of memory"),
    ("t={} while true do add(t,cocreate(function() yield() end)) coresume(t[#t]) end", "out of memory"),
    ("s='x' while true do s=s..s end", "out of memory"),
    ("s='' function _update() s..='0123456789' s..=s end", "out of memory"),
    ("s='x' for i=1,14 do s..=s end t={} for i=1,9999 do t[i]=s..i end", "out of memory"),
    ("function f(n) return 1+f(n+1) end f(1)", "out of memory"),
    ("function a() b() end function b() a() end function _update() a() end", "out of memory"),
    ("t=setmetatable({},{}) getmetatable(t).__index=function(t,k) return t[k] end x=t.x", "out of memory"),
    ("t=setmetatable({},{__concat=function(a,b) return a..b end}) x=t..t", "out of memory"),
    ("t=setmetatable({},{__tostring=function(t) return tostr(t) end}) x=tostr(t)", "out of memory"),
    ("m={__eq=function(a,b) return a==b end} x=setmetatable({},m)==setmetatable({},m)", "out of memory"),
    ("t={} setmetatable(t,{__index=t}) x=t.x", "loop in gettable"),
    ("assert(false,{})", "[table]"),
    ("assert(false,nil)", "[nil]"),
    ("_ENV=nil x=1", "attempt to index field 'x'"),
    (ONE_PLACE, "more than 100 keys"),
    ("coresume(cocreate(function() @ end))", "more than 100 keys"),
    (
        "t={} function f(h,x) return (h^^x)*13%512*31%512 end \
         for a=1,99 do for b=1,99 do for c=1,99 do \
         if f(f(f(453,a),b),c)==7 then add(t,chr(a,b,c)) end end end end",
        "more than 100 keys",
    ),
];

/// Keys that share one slot of a table's 512; `@` in a case.
const ONE_PLACE: &str = "t={} for i=1,300 do t[i+.5]=i end k=0 while true do k+=0x.0001 \
    if abs(k*0x9e37.79b9)%0x.01ff==0 then t[k]=1 end end";

const GO_ON: &[&str] = &[
    "while true do end",
    "::a:: goto a",
    "function f() return f() end f()",
    "function f(...) return f(1,...) end f()",
    "while true do print('hello') end",
    "while true do printh('hello') end",
    "function _update() for i=1,9999 do printh('hello') end end",
    "while true do circfill(0,0,32767) ovalfill(-32768,-32768,32767,32767) tline(-32768,-32768,32767,32767) end",
    "for i=1,32000 do sfx(i) music(i) map(i,i,i,i,i,i) spr(i,i,i,i,i) end",
    "memset(0,255,0x7fff) memcpy(0,1,-1) poke(-1,1) poke(0x7fff.f,1,2,3) x={peek(0x8000,32767)}",
    "function f(n) local c=cocreate(f) return coresume(c,n+1) end f(1)",
    "c=cocreate(function() coresume(c) yield() end) while true do coresume(c) end",
    "c=cocreate(function() while true do flip() end end) while true do coresume(c) end",
    "c=cocreate(function() while true do foreach({1},yield) x=#all end end) while true do coresume(c) end",
    "m={__index=yield,__add=yield,__lt=yield} t=setmetatable({},m) \
     c=cocreate(function() while true do x=t.z x=t+1 x=t<t end end) while true do coresume(c) end",
    "t={} for i=1,9999 do t[i]=i end while true do x=pack(unpack(t)) end",
    "s=',' for i=1,14 do s..=s end while true do x=split(s) end",
    "function gc(o) setmetatable({},{__gc=gc}) end gc() while true do x={} end",
    "function _update() for i=1,999 do menuitem(i%5+1,'x',function() return true end) end end",
    "function _update() for i=1,9999 do extcmd('screen') end end",
    "function _update() for i=1,99 do cstore() reload() end end",
    "function _update() run() end",
];

const NO_PROGRAMS: &[(&str, &str, &str, usize, &str)] = &[
    ("x=", "(", ")", 30_000, "at most 200 levels"),
    ("x=", "{", "}", 30_000, "at most 200 levels"),
    ("", "if x then ", " end", 10_000, "at most 200 levels"),
    ("", "local a ", "", 300, "at most 200 in sight"),
    ("", "a(b) ", "", 40_000, "at most 65535 instructions"),
];

fn boot(code: &str) -> Result<Console, String> {
    let program = lua_cart(code.as_bytes(), "test.p8").map_err(|error| error.to_string())?;
    let boot = Boot { rom: Rom::empty("test").into(), seed: 1, ..Boot::default() };
    Console::try_boot(program, boot).map_err(|fault| fault.message)
}

/// Runs a cart; returns the message that it stops with.
fn play(code: &str) -> Result<(), String> {
    let mut console = boot(&code.replace('@', ONE_PLACE))?;
    for _ in 0..FRAMES {
        let effects = console.try_frame(&Input::default()).map_err(|fault| {
            assert_eq!((fault.place.file(), fault.place.line()), ("test.p8", 1), "{code}");
            fault.message
        })?;
        let prints = effects.iter().filter(|effect| matches!(effect, Effect::Print(_))).count();
        let memory = console.memory_size();
        assert!(prints < PRINTS && memory < MEMORY, "{code}: {prints} texts, {memory} bytes");
    }
    Ok(())
}

#[test]
fn what_cannot_go_on_says_why() {
    for (code, expected) in STOPS {
        assert_eq!(
            play(code).map_err(|message| message.contains(expected).then_some(()).ok_or(message)),
            Err(Ok(())),
            "{code}"
        );
    }
}

#[test]
fn what_has_no_end_goes_on() {
    for code in GO_ON {
        assert_eq!(play(code), Ok(()), "{code}");
    }
}

#[test]
fn what_is_too_large_is_no_program() {
    for (head, left, right, count, expected) in NO_PROGRAMS {
        let code = format!("{head}{}{}", left.repeat(*count), right.repeat(*count));
        let error = boot(&code).expect_err("it is too large");
        assert!(error.contains(expected) && error.len() < 200, "{error}");
    }
}
