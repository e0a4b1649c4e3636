//! Lua on the whole console: a cart's throughput, including the machine behind its calls.
//!
//! ```text
//! cargo bench -p tests --bench lua
//! ```
//!
//! A row's program repeats its work over as many frames as the budget needs; the time of idle frames is subtracted.
//! The least of twelve stretches counts, because other work on a computer only adds. `console/lua/versus` compares
//! the language itself with other interpreters.

use rasher::{Boot, Console, Input, Rom};
use script::lua_cart;
use std::time::Instant;

/// A row: name, the work, and the number of counted operations.
const ROWS: [(&str, &str, u32); 8] = [
    (
        "arithmetic, rounds of a loop",
        "local a,b,c=1,2,3 for i=1,4000 do a=(a+b*c)%97 b=b+1 if b>50 then b=b-50 end c=a-b end",
        4000,
    ),
    ("fib(20)", "fib(20)", 1),
    ("tables and texts", "mix()", 1),
    ("spr", "for i=1,4000 do spr(i%64,i%121,i%113) end", 4000),
    ("pset", "for i=1,6000 do pset(i%128,i%121,i%16) end", 6000),
    ("plasma, 4,096 cells by pset", "plasma()", 1),
    ("plasma, 4,096 cells by rectfill", "cells()", 1),
    ("shapes: circ, rect, line, oval, filled", "shapes()", 400),
];

/// What the rows call; the work of a frame follows.
const CODE: &str = "
t=0
local function fib(n) if n<2 then return n end return fib(n-1)+fib(n-2) end
function mix()
 local list={}
 for i=1,300 do add(list,{n=i,name='item '..i,at={x=i%16,y=i\\16}}) end
 local text=''
 for thing in all(list) do
  if (thing.at.x==3) text..=sub(thing.name,-3)..','
 end
 return #split(text)
end
function plasma()
 t+=0.01
 for y=0,63 do
  for x=0,63 do pset(x,y,8+(sin(x/64+t)+cos(y/64-t))*4) end
 end
end
function cells()
 t+=0.01
 for y=0,126,2 do
  for x=0,126,2 do rectfill(x,y,x+1,y+1,8+(sin(x/128+t)+cos(y/128-t))*4) end
 end
end
function shapes()
 for i=1,50 do
  local x,y=i*7%128,i*11%128
  circ(x,y,i%9,i) circfill(x,y,i%7,i+1)
  rect(x,y,x+9,y+5,i) rectfill(x,y,x+6,y+8,i+2)
  line(x,y,y,x,i) line(0,y,127,x,i+3)
  oval(x,y,x+12,y+7,i) ovalfill(x,y,x+7,y+11,i+4)
 end
end
function _update60()
";

/// Frames of a stretch, and how many stretches there are.
const FRAMES: u32 = 400;
const STRETCHES: u32 = 12;

/// How often the work was done.
const DONE: u16 = 0x4300;

/// Time of one unit of work, if an idle frame takes `idle`.
fn work(code: &str, idle: f64) -> f64 {
    let code = format!("{CODE}{code}\npoke2(0x4300,%0x4300+1)\nend\nfunction _draw() end");
    let program = lua_cart(code.as_bytes(), "bench.p8").expect("it is a program");
    let mut console =
        Console::boot(program, Boot { rom: Rom::empty("bench").into(), seed: 1, ..Boot::default() });
    let input = Input::default();
    let stretch = |console: &mut Console| {
        let before = console.machine().peek2(DONE);
        let start = Instant::now();
        (0..FRAMES).for_each(|_| _ = console.frame(&input));
        let time = start.elapsed().as_secs_f64() - idle * f64::from(FRAMES);
        time / f64::from(console.machine().peek2(DONE).wrapping_sub(before).max(1))
    };
    (0..STRETCHES).map(|_| stretch(&mut console)).fold(f64::MAX, f64::min)
}

fn main() {
    if std::env::args().any(|a| a == "--list") {
        return;
    }
    let idle = work("", 0.0);
    println!("| what | ms | a second |\n|---|---|---|");
    for (name, code, count) in ROWS {
        let time = work(code, idle);
        let rate = f64::from(count) / time / 1e6;
        let rate = if count > 1 { format!("{rate:.1} million") } else { String::new() };
        println!("| {name} | {:.3} | {rate} |", time * 1e3);
    }
}
