//! The nine rows: the same program on this machine and on PUC Lua 5.2, turn by turn in one process.
//!
//! Both give a value, which must be the same. The least of many turns counts, as other work on a machine only adds. PUC computes in
//! doubles, this machine in 16.16 and with budget and cycles switched on.
//!
//! ```text
//! cargo run --release --manifest-path console/lua/versus/Cargo.toml [turns [row]]
//! ```

use mlua::{Function, Lua};
use rasher_lua::{Answer, Call, Host, Raise, Stop, Value, Vm, compile};
use rasher_num::Num;
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
];

/// A screen of a byte a pixel, and what the program gives.
struct Screen {
    pixels: Vec<u8>,
    result: i32,
}

impl Host for Screen {
    fn call(&mut self, native: u16, call: &mut Call<'_>) -> Result<Answer, Raise> {
        let number = |i: usize| call.number(i).unwrap_or_default().flr();
        match native {
            0 => {
                let (x, y, c) = (number(0), number(1), number(2));
                if (0..128).contains(&x) && (0..128).contains(&y) {
                    self.pixels[(y * 128 + x) as usize] = c as u8;
                }
            }
            _ => self.result = number(0),
        }
        Ok(Answer::Return)
    }

    fn peek(&mut self, _: Num, _: u8) -> Num {
        Num::ZERO
    }
}

fn ours(source: &str) -> Result<(Duration, i32), String> {
    let source = format!("function row()\n{source}end\nfunction _go() give(row()) end");
    let program = compile(source.as_bytes(), &["pset", "give"]).map_err(|error| error.to_string())?;
    let mut vm = Vm::new(program);
    let mut screen = Screen { pixels: vec![0; 128 * 128], result: 0 };
    let mut fuel = i64::MAX / 4;
    if vm.run(&mut screen, &mut fuel) != Stop::Done {
        return Err("the program does not begin".into());
    }
    let row: Value = vm.global(b"_go");
    vm.call(row, &[]);
    let begin = Instant::now();
    let stop = vm.run(&mut screen, &mut fuel);
    let time = begin.elapsed();
    if stop == Stop::Done { Ok((time, screen.result)) } else { Err(format!("{stop:?}")) }
}

fn puc(source: &str) -> Result<(Duration, i32), mlua::Error> {
    let lua = Lua::new();
    let mut pixels = vec![0u8; 128 * 128];
    let pset = lua.create_function_mut(move |_, (x, y, c): (f64, f64, f64)| {
        let (x, y) = (x.floor() as i32, y.floor() as i32);
        if (0..128).contains(&x) && (0..128).contains(&y) {
            pixels[(y * 128 + x) as usize] = c as u8;
        }
        Ok(())
    })?;
    lua.globals().set("pset", pset)?;
    lua.load("cocreate,coresume,yield=coroutine.create,coroutine.resume,coroutine.yield").exec()?;
    let row: Function = lua.load(source).into_function()?;
    let begin = Instant::now();
    let result: f64 = row.call(())?;
    Ok((begin.elapsed(), result as i32))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let turns: u32 = std::env::args().nth(1).map_or(Ok(40), |turns| turns.parse())?;
    println!("| row, ms | PUC Lua 5.2 | here | ratio |\n|---|---|---|---|");
    let (mut product, mut rows) = (1.0, 0);
    let only = std::env::args().nth(2).unwrap_or_default();
    for (name, source) in ROWS.iter().filter(|(name, _)| name.contains(&only)) {
        let mut least = [Duration::MAX; 2];
        for _ in 0..turns {
            let (theirs, expected) = puc(source)?;
            let (time, result) = ours(source)?;
            if result != expected {
                return Err(format!("{name}: PUC gives {expected}, this machine {result}").into());
            }
            least = [least[0].min(theirs), least[1].min(time)];
        }
        let [theirs, time] = least.map(|time| time.as_secs_f64() * 1000.0);
        product *= theirs / time;
        rows += 1;
        println!("| {name} | {theirs:.2} | {time:.2} | {:.2} |", theirs / time);
    }
    println!("| geometric mean | | | {:.2} |", product.powf(1.0 / f64::from(rows)));
    Ok(())
}
