//! The language: sources, which are compiled and run, and states of a program, which are restored and run.
//!
//! A run has a quarter of a second of the original: it must end by then in any case, and its result must be a state
//! that can be saved and restored.

use crate::taken;
use ::lua::{Answer, Host, NativeCall, Raise, Stop, Vm, compile};
use num::Num;
use std::sync::Arc;

pub const LUA_SOURCE_WORDS: &[&str] = &[
    "function ",
    "end ",
    "local ",
    "return ",
    "while ",
    "do ",
    "for i=1,9 do ",
    "goto ",
    "::a::",
    "...",
    "..",
    "setmetatable(",
    "__index",
    "cocreate(",
    "coresume(",
    "yield(",
    "pcall(",
    "unpack(",
    "split(",
    "add(",
    "del(",
    "all(",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "=",
    "+=",
    "32767",
    "0x.0001",
    "nil",
    "not ",
    " and ",
    " or ",
];

/// The program of the corpus's states.
pub const PROGRAM: &str = "local c={} for i=1,3 do c[i]=cocreate(function(a) local n=a while true do n+=i n=yield(n..'v') or 1 end end) end \
    local m=setmetatable({},{__index=function(t,k) return k end,__add=function(a,b) return 7 end}) local u=0 \
    local function f(x,...) u+=1 if x>0 then return f(x-1,x,...) end return ... end \
    for r=1,32767 do for i=1,3 do m[i]=coresume(c[i],i) m['k'..r%40]={r,x=m+r} end pcall(f,3) foreach({1,2},f) end";

/// A host without functions.
struct Silent;

impl Host for Silent {
    fn call(&mut self, _: u16, call: &mut NativeCall<'_>) -> Result<Answer, Raise> {
        let value = call.get(0);
        call.ret(value);
        Ok(Answer::Pause)
    }

    fn peek(&mut self, address: Num, _: u8) -> Num {
        address
    }
}

/// Runs for a quarter of a second of the original, in pieces.
fn run(vm: &mut Vm) {
    let mut fuel = 1 << 21;
    while fuel > 0 {
        let before = fuel;
        match vm.run(&mut Silent, &mut fuel) {
            Stop::Fuel | Stop::Pause => assert!(fuel < before, "a pause costs something"),
            Stop::Done | Stop::Error(_) | Stop::Break => break,
        }
    }
    vm.collect();
    let bytes = vm.save();
    let again = Vm::restore(Arc::clone(vm.program()), &bytes).expect("what was saved can be restored");
    assert_eq!(again.save(), bytes);
}

pub fn source(bytes: &[u8]) -> bool {
    let Some(program) = taken(compile(bytes, &["print"])) else { return false };
    run(&mut Vm::new(program));
    true
}

pub fn state(bytes: &[u8]) -> bool {
    let program = compile(PROGRAM.as_bytes(), &["print"]).expect("it compiles");
    let Some(mut vm) = taken(Vm::restore(program, bytes)) else { return false };
    run(&mut vm);
    true
}

/// A state of the program after some cycles.
pub fn state_at(cycles: i64) -> Vec<u8> {
    let program = compile(PROGRAM.as_bytes(), &["print"]).expect("it compiles");
    let mut vm = Vm::new(program);
    let mut fuel = cycles;
    let _ = vm.run(&mut Silent, &mut fuel);
    vm.save()
}
