//! What calls cost in cycles, measured as the difference between many calls and none.

use super::html::{block, escape, grouped, table};
use rasher::run_example;
use rasher::{CLOCK, Color, Machine};

/// Cycles of a frame of the fixture, at 30 a second.
const FRAME: u64 = CLOCK / 30;

type Cost = (&'static str, fn(&mut Machine));

macro_rules! costs {
    ($p8:ident: $($call:expr;)*) => {
        &[$((stringify!($call), |$p8: &mut Machine| { let _ = $call; })),*]
    };
}

const COSTS: &[Cost] = costs! { p8:
    p8.cls(0);
    p8.pset(64, 64, 7);
    p8.line(0, 0, 127, 127, 7);
    p8.rect(0, 0, 63, 63, 7);
    p8.rectfill(0, 0, 63, 63, 7);
    p8.circfill(64, 64, 30, 7);
    p8.spr(1, 60, 60);
    p8.spr_ext(16, 56, 56, 2, 2, false, false);
    p8.sspr_ext(0, 8, 16, 16, 32, 32, 64, 64, false, false);
    p8.map_ext(0, 0, 0, 0, 16, 16, 0);
    p8.tline(0, 64, 127, 64, 0, 0);
    p8.print_at("ten signs!", 0, 0, Color::PEN);
    p8.btn(0);
    p8.rnd(6);
    p8.sfx(0);
    p8.stat(1);
    p8.peek(0x6000);
    p8.memcpy(0x8000, 0x6000, 0x2000);
    p8.memset(0x6000, 0, 0x2000);
    p8.reload();
};

/// Calls measured: `stat` counts in 65,536ths of a frame, 4.3 cycles, so 64 calls resolve a fifteenth of a cycle.
const TIMES: u64 = 64;

fn cycles(call: fn(&mut Machine)) -> u64 {
    let spent = |call: fn(&mut Machine)| {
        let mut console = run_example(|_| ());
        let machine = console.machine_mut();
        (0..TIMES).for_each(|_| call(machine));
        // The share of the frame used, with `stat` itself.
        machine.stat(2).num().bits() as u64 * FRAME
    };
    let one = (spent(call) - spent(|_| ())) / TIMES;
    (one + 0x8000) >> 16
}

pub fn costs() -> String {
    let budget = [FRAME, FRAME / 2];
    let row = |(text, call): &Cost| {
        let cycles = cycles(*call);
        let [slow, fast] = budget.map(|all| all.checked_div(cycles).map_or(String::new(), grouped));
        vec![format!("<code>{}</code>", escape(text)), grouped(cycles), slow, fast]
    };
    let rows: Vec<_> = COSTS.iter().map(row).collect();
    block(
        "The console has 2^23 cycles a second. A Rust cart's own code is free, unless it calls [`Machine::spend`]; see \
           [`Machine::strict`] for carts that spend too many.",
    ) + &table(&["call", "cycles", "calls per frame at 30", "at 60"], &rows)
}

#[cfg(test)]
mod tests {
    use super::cycles;

    /// Published measurements: clearing the screen 2,048, a pixel of a sprite 2, a tile 128.
    #[test]
    fn calls_cost_what_was_measured() {
        assert_eq!(cycles(|_| ()), 0, "nothing costs nothing");
        assert_eq!(cycles(|p8| p8.cls(0)), 2048);
        assert_eq!(cycles(|p8| p8.spr(1, 60, 60)), 128);
        assert_eq!(cycles(|p8| p8.map_ext(0, 0, 0, 0, 16, 16, 0)), 256 * 128);
    }
}
