//! What this machine is measured against: PUC Lua 5.2, linked; z8lua, a process that is fed a row and gives time and value.

use crate::Turn;
use mlua::{Function, Lua, Variadic};
use std::cell::Cell;
use std::error::Error;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A run on PUC Lua.
pub fn puc(source: &str) -> Turn {
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
    lua.load(include_str!("../anchor.lua")).exec()?;
    let row: Function = lua.load(source).into_function()?;
    let begin = Instant::now();
    let result: f64 = row.call(())?;
    Ok((begin.elapsed(), result as i32))
}

/// The process that `anchor.cpp` is.
pub struct Fixed {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Fixed {
    /// Starts it.
    pub fn start(program: OsString) -> Result<Fixed, Box<dyn Error>> {
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else { return Err("no pipes to z8lua".into()) };
        Ok(Fixed { child, input, output: BufReader::new(output) })
    }

    /// A run on z8lua.
    pub fn run(&mut self, source: &str) -> Turn {
        let source = format!("{}\nreturn function()\n{source}\nend", include_str!("../anchor.lua"));
        write!(self.input, "{}\n{source}", source.len())?;
        self.input.flush()?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let (time, value) = line.trim().split_once(' ').ok_or("z8lua gave no time and value")?;
        Ok((Duration::from_nanos(time.parse()?), value.parse()?))
    }
}

impl Drop for Fixed {
    fn drop(&mut self) {
        // It waits for a row; nothing of it is lost.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
