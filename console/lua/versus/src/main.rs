//! Twelve rows: the same program on this machine, on PUC Lua 5.2 and on z8lua, turn by turn in one run.
//!
//! ```text
//! ours    this process: budget and cycles switched on      puc    a process of its own that is fed (`anchors.rs`): doubles
//! z8lua   another (`anchor.cpp`): 16.16, as PICO-8 has it; only where Z8LUA names it
//! ```
//!
//! All give a value, which must be the same. The least of many turns counts, as other work on a machine only adds.
//!
//! ```text
//! [Z8LUA=anchor] cargo run --release --manifest-path console/lua/versus/Cargo.toml [turns [row]]
//! ```

mod anchors;

use anchors::Anchor;
use rasher_lua::{Answer, Host, NativeCall, Raise, Stop, Value, Vm, compile};
use rasher_num::Num;
use std::error::Error;
use std::time::{Duration, Instant};

const ROWS: &[(&str, &str)] = &[
    ("arithmetic loop", include_str!("../rows/arithmetic.lua")),
    ("fib(18), ten times", include_str!("../rows/fib.lua")),
    ("fields by name", include_str!("../rows/fields.lua")),
    ("array append, read, write", include_str!("../rows/arrays.lua")),
    ("string building", include_str!("../rows/strings.lua")),
    ("methods through __index", include_str!("../rows/methods.lua")),
    ("closures and upvalues", include_str!("../rows/closures.lua")),
    ("coroutine switches", include_str!("../rows/coroutines.lua")),
    ("pset flood", include_str!("../rows/pset.lua")),
    ("objects: foreach, all, add, del", include_str!("../rows/objects.lua")),
    ("library: mid, flr, sin, min", include_str!("../rows/library.lua")),
    ("drawing: spr, print, sub", include_str!("../rows/draw.lua")),
];

/// A run's time and the value that the program gives.
type Turn = Result<(Duration, i32), Box<dyn Error>>;

/// What stands for a console.
const NATIVES: &[&str] = &["pset", "give", "spr", "map", "rectfill", "print", "drawn"];

/// A screen of a byte a pixel; for calls that draw, the sum of their numbers; and what the program gives.
struct Screen {
    pixels: Vec<u8>,
    ink: i32,
    result: i32,
}

impl Host for Screen {
    fn call(&mut self, native: u16, call: &mut NativeCall<'_>) -> Result<Answer, Raise> {
        let number = |i: usize| call.number(i).unwrap_or_default().flr();
        match native {
            0 => {
                let (x, y, c) = (number(0), number(1), number(2));
                if (0..128).contains(&x) && (0..128).contains(&y) {
                    self.pixels[(y * 128 + x) as usize] = c as u8;
                }
            }
            1 => self.result = number(0),
            2..=4 => (0..call.count()).for_each(|i| self.ink = (self.ink + number(i)) & 1023),
            5 => {
                let length = call.bytes(0).map_or(0, <[u8]>::len) as i32;
                self.ink = (self.ink + length + number(1) + number(2) + number(3)) & 1023;
            }
            _ => call.ret(Value::number(Num::int(self.ink))),
        }
        Ok(Answer::Return)
    }

    fn peek(&mut self, _: Num, _: u8) -> Num {
        Num::ZERO
    }
}

fn ours(source: &str) -> Turn {
    let source = format!("function row()\n{source}end\nfunction _go() give(row()) end");
    let program = compile(source.as_bytes(), NATIVES).map_err(|error| error.to_string())?;
    let mut vm = Vm::new(program);
    let mut screen = Screen { pixels: vec![0; 128 * 128], ink: 0, result: 0 };
    let mut fuel = i64::MAX / 4;
    if vm.run(&mut screen, &mut fuel) != Stop::Done {
        return Err("the program does not begin".into());
    }
    let row: Value = vm.global(b"_go");
    vm.call(row, &[]);
    let begin = Instant::now();
    let stop = vm.run(&mut screen, &mut fuel);
    let time = begin.elapsed();
    if stop == Stop::Done { Ok((time, screen.result)) } else { Err(format!("{stop:?}").into()) }
}

/// A time in milliseconds and its ratio to ours; or nothing.
fn cells(time: Option<f64>, ours: f64) -> [String; 2] {
    time.map_or([String::new(), String::new()], |time| [format!("{time:.2}"), format!("{:.2}", time / ours)])
}

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().nth(1).is_some_and(|first| first == "puc") {
        return anchors::serve();
    }
    let turns: u32 = std::env::args().nth(1).map_or(Ok(40), |turns| turns.parse())?;
    let only = std::env::args().nth(2).unwrap_or_default();
    let mut puc = Anchor::start(std::env::current_exe()?.into(), &["puc"])?;
    let mut fixed = std::env::var_os("Z8LUA").map(|program| Anchor::start(program, &[])).transpose()?;
    println!("| row, ms | PUC Lua 5.2 | z8lua | here | to PUC | to z8lua |\n|---|---|---|---|---|---|");
    let (mut products, mut rows) = ([1.0, 1.0], 0);
    for (name, source) in ROWS.iter().filter(|(name, _)| name.contains(&only)) {
        let mut least = [Duration::MAX; 3];
        for _ in 0..turns {
            let (ours, result) = ours(source)?;
            let (time, expected) = puc.run(source)?;
            let z8lua = fixed.as_mut().map(|anchor| anchor.run(source)).transpose()?;
            let (z8lua, other) = z8lua.unwrap_or((Duration::MAX, expected));
            if [result, other] != [expected; 2] {
                return Err(
                    format!("{name}: PUC gives {expected}, z8lua {other}, this machine {result}").into()
                );
            }
            least = [least[0].min(ours), least[1].min(time), least[2].min(z8lua)];
        }
        let [ours, doubles, z8lua] = least.map(|time| time.as_secs_f64() * 1000.0);
        let z8lua = fixed.is_some().then_some(z8lua);
        let ([puc_ms, to_puc], [z8lua_ms, to_z8lua]) = (cells(Some(doubles), ours), cells(z8lua, ours));
        println!("| {name} | {puc_ms} | {z8lua_ms} | {ours:.2} | {to_puc} | {to_z8lua} |");
        products = [products[0] * doubles / ours, products[1] * z8lua.unwrap_or(0.0) / ours];
        rows += 1;
    }
    let [to_puc, to_z8lua] =
        products.map(|product: f64| format!("{:.2}", product.powf(1.0 / f64::from(rows))));
    let to_z8lua = if fixed.is_some() { to_z8lua } else { String::new() };
    println!("| geometric mean | | | | {to_puc} | {to_z8lua} |");
    Ok(())
}
