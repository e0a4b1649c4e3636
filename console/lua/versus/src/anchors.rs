//! What this machine is measured against: processes that are fed a row and give time and value.
//!
//! ```text
//! in    length of a source in decimal, a newline, the source          out    nanoseconds, a blank, the row's value, a newline
//! ```
//!
//! PUC Lua 5.2 is linked, and this program once more: in one process with ours some of its rows took three times as long.

use crate::Turn;
use mlua::{Function, Lua, Variadic};
use std::cell::Cell;
use std::error::Error;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Is PUC Lua's process, until nothing more comes in.
pub fn serve() -> Result<(), Box<dyn Error>> {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let mut source = vec![0; line.trim().parse()?];
        input.read_exact(&mut source)?;
        let (time, value) = puc(&String::from_utf8(source)?)?;
        println!("{} {value}", time.as_nanos());
    }
}

/// A run on PUC Lua.
fn puc(source: &str) -> Turn {
    let lua = Lua::new();
    let mut pixels = vec![0u8; 128 * 128];
    let pset = lua.create_function_mut(move |_, (x, y, c): (f64, f64, f64)| {
        let (x, y) = (x.floor() as i32, y.floor() as i32);
        if (0..128).contains(&x) && (0..128).contains(&y) {
            pixels[(y * 128 + x) as usize] = c as u8;
        }
        Ok(())
    })?;
    let ink = Rc::new(Cell::new(0));
    let own = Rc::clone(&ink);
    let sum = lua.create_function(move |_, numbers: Variadic<f64>| {
        numbers.iter().for_each(|number| own.set((own.get() + number.floor() as i32) & 1023));
        Ok(())
    })?;
    let own = Rc::clone(&ink);
    let print = lua.create_function(move |_, (text, x, y, c): (mlua::String, f64, f64, f64)| {
        let sum = text.as_bytes().len() as i32 + x.floor() as i32 + y.floor() as i32 + c.floor() as i32;
        own.set((own.get() + sum) & 1023);
        Ok(())
    })?;
    let drawn = lua.create_function(move |_, ()| Ok(ink.get()))?;
    let globals = lua.globals();
    globals.set("pset", pset)?;
    for name in ["spr", "map", "rectfill"] {
        globals.set(name, sum.clone())?;
    }
    globals.set("print", print)?;
    globals.set("drawn", drawn)?;
    lua.load(include_str!("../puc.lua")).exec()?;
    // The source gives the row as a function.
    let row: Function = lua.load(source).eval()?;
    let begin = Instant::now();
    let result: f64 = row.call(())?;
    Ok((begin.elapsed(), result as i32))
}

/// A process that runs rows.
pub struct Anchor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Anchor {
    pub fn start(program: OsString, args: &[&str]) -> Result<Anchor, Box<dyn Error>> {
        let mut child =
            Command::new(program).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err("an anchor has no pipes".into());
        };
        Ok(Anchor { child, input, output: BufReader::new(output) })
    }

    /// A run of a row there.
    pub fn run(&mut self, source: &str) -> Turn {
        let source = format!("{}\nreturn function()\n{source}\nend", include_str!("../anchor.lua"));
        write!(self.input, "{}\n{source}", source.len())?;
        self.input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let (time, value) = line.trim().split_once(' ').ok_or("an anchor gave no time and value")?;
        Ok((Duration::from_nanos(time.parse()?), value.parse()?))
    }
}

impl Drop for Anchor {
    fn drop(&mut self) {
        // It waits for a row; nothing of it is lost.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
