//! Cuts generated programs at any instruction. A console ends a frame only at a flip or when its budget is used up.
//!
//! ```text
//! straight  ─────┬──────┬───────┬──── random budgets of 1 to 3,000 cycles
//! copy           │clone │clone  │          after each piece: the same bytes, the same memory
//! snapshot       │taken, restored        and now and then all three are collected, or end a frame
//! bytes          │save  │restore│
//! ```

use lua::{Answer, Host, NativeCall, Raise, Stop, Value, Vm, VmSnapshot};
use num::Num;
use std::sync::Arc;
use tests::programs;
use tests::random::Dice;

/// The console functions that the generated programs call.
const NATIVES: [&str; 12] =
    ["pset", "time", "stat", "flip", "sfx", "music", "poke", "rnd", "print", "dset", "memset", "menuitem"];

const PIECES: u32 = 300;

struct Nothing;

impl Host for Nothing {
    fn call(&mut self, native: u16, call: &mut NativeCall<'_>) -> Result<Answer, Raise> {
        if native == 2 {
            let used = call.heap().used();
            call.ret(Value::number(Num::from_bits(used as i32)));
        }
        if matches!(native, 1 | 7) {
            call.ret(Value::number(Num::from(1)));
        }
        Ok(if native == 3 { Answer::Pause } else { Answer::Return })
    }

    fn peek(&mut self, address: Num, _: u8) -> Num {
        address
    }
}

fn cut(seed: u64) -> Result<(), String> {
    let source = programs::cart(seed, 0);
    let program = lua::compile(source.as_bytes(), &NATIVES).map_err(|e| format!("no program: {e}"))?;
    let mut straight = Vm::new(program);
    let (mut copy, mut put, mut loaded) = (straight.clone(), straight.clone(), straight.clone());
    let mut like: Option<VmSnapshot> = None;
    let mut dice = Dice::new(seed);
    for piece in 0..PIECES {
        let most = dice.pick(&[4, 60, 3000]);
        let fuel = 1 + dice.below(most) as i64;
        let collects = dice.one_in(12);
        let run = |vm: &mut Vm| {
            if !vm.is_busy() {
                let update = vm.global(b"_update60");
                vm.call(update, &[]);
            }
            let stop = vm.run(&mut Nothing, &mut fuel.clone());
            if collects {
                vm.collect();
            }
            stop
        };
        let stop = run(&mut straight);
        let (bytes, used) = (straight.save(), straight.bytes());
        for (name, vm) in [("a copy", &mut copy), ("a snapshot", &mut put), ("state bytes", &mut loaded)] {
            let stopped = run(vm);
            if (&stopped, vm.bytes()) != (&stop, used) || vm.save() != bytes {
                return Err(format!("seed {seed}, piece {piece}: {name} differs"));
            }
        }
        if let Stop::Error(_) = stop {
            return Ok(());
        }
        copy = copy.clone();
        let snapshot = put.snapshot(like.as_ref());
        put = snapshot.restore();
        like = Some(snapshot);
        loaded = Vm::restore(Arc::clone(straight.program()), &bytes)
            .map_err(|e| format!("seed {seed}, piece {piece}: {e}"))?;
    }
    Ok(())
}

#[test]
fn programs_cut_anywhere_go_on_the_same() {
    let first = crate::first_seed();
    for seed in first..first + 60 {
        cut(seed).unwrap_or_else(|error| panic!("{error}\n{}", crate::again(seed)));
    }
}
