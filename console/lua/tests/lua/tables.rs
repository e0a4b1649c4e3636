//! Tables, compared with a slow reference and with Lua 5.2 with 16.16 numbers.
//!
//! Contents are compared with a `BTreeMap`. Which border `#` finds in a table with holes depends on how it grew and
//! where its numbers are stored: `lengths.txt` is what z8lua, Lua 5.2 with 16.16 numbers, prints for the programs
//! that the test makes; `BLESS=1` writes these to `target/lengths.lua`. Lua 5.2 itself, with doubles, prints the same
//! for 191 of the 200.

use num::{Num, Rng};
use rasher_lua::{Heap, Value};
use std::collections::BTreeMap;

fn int(n: i32) -> Value {
    Value::number(Num::int(n))
}

/// Changes of one table: a key, and whether it is set or cleared. The same seed gives the same changes.
fn changes(seed: i32) -> Vec<(i32, bool)> {
    let mut rng = Rng::seeded(Num::int(seed));
    let (most, many) = (1 + rng.index(40), 10 + rng.index(80));
    let mut end = 0;
    (0..many)
        .map(|_| match rng.index(4) {
            // Appending and removing at the end, as most programs do, and random changes.
            0 | 1 => {
                end += 1;
                (end, true)
            }
            2 => {
                end = (end - 1).max(0);
                (end + 1, false)
            }
            _ => (rng.index(most) as i32 + 1, rng.index(3) > 0),
        })
        .collect()
}

/// The changes as a program that prints `#t` after each.
fn program(seed: i32) -> String {
    let mut out = String::from("do local t={} local o={}\n");
    for (key, set) in changes(seed) {
        let value = if set { "1" } else { "nil" };
        out.push_str(&format!("t[{key}]={value} o[#o+1]=#t\n"));
    }
    out + "local s=o[1] for i=2,#o do s=s..' '..o[i] end print(s) end\n"
}

const SEEDS: i32 = 200;

#[test]
fn lengths_of_tables_with_holes_are_the_original_s() {
    let all: String = (0..SEEDS).map(program).collect();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write("../../target/lengths.lua", &all).expect("a place to write to");
    }
    let expected = include_str!("lengths.txt");
    assert_eq!(expected.lines().count() as i32, SEEDS);
    for (seed, line) in (0..SEEDS).zip(expected.lines()) {
        let mut heap = Heap::new();
        let table = heap.table();
        let found: Vec<String> = changes(seed)
            .into_iter()
            .map(|(key, set)| {
                heap.set(table, int(key), if set { Value::TRUE } else { Value::NIL }).expect("a key");
                heap.len(table).to_string()
            })
            .collect();
        assert_eq!(found.join(" "), line, "seed {seed}");
    }
}

/// A key of any kind: whole numbers close to each other, fractions, texts short and long, booleans, tables.
fn key(heap: &mut Heap, tables: &[Value], rng: &mut Rng) -> (String, Value) {
    match rng.index(8) {
        0..3 => {
            let n = rng.index(30) as i32 - 3;
            (format!("{n}"), int(n))
        }
        3 => {
            let bits = rng.index(12) as i32 * 0x8000;
            (format!("bits {bits}"), Value::number(Num::from_bits(bits | 0x4000)))
        }
        4 | 5 => {
            let text = format!("k{}", rng.index(20));
            let value = heap.text(text.as_bytes());
            (text, value)
        }
        6 => {
            let text = "long".repeat(11 + rng.index(4) as usize);
            let value = heap.text(text.as_bytes());
            (text, value)
        }
        _ => match rng.index(tables.len() as u32 + 2) as usize {
            0 => ("true".into(), Value::TRUE),
            1 => ("false".into(), Value::FALSE),
            n => (format!("table {n}"), tables[n - 2]),
        },
    }
}

#[test]
fn tables_have_what_a_map_has() {
    for seed in 0..300 {
        let mut rng = Rng::seeded(Num::int(seed));
        let mut heap = Heap::new();
        let table = heap.table();
        let others: Vec<Value> = (0..5).map(|_| heap.table()).collect();
        let mut twin: BTreeMap<String, i32> = BTreeMap::new();
        for round in 0..rng.index(200) as i32 {
            let (name, key) = key(&mut heap, &others, &mut rng);
            let clears = rng.index(3) == 0;
            heap.set(table, key, if clears { Value::NIL } else { int(round) }).expect("a key");
            match clears {
                true => _ = twin.remove(&name),
                false => _ = twin.insert(name.clone(), round),
            }
            let found = heap.get(table, key).as_number().map(|n| n.flr());
            assert_eq!(found, twin.get(&name).copied(), "seed {seed}: {name}");
        }
        // Iteration visits each field once, even if every visited field is cleared on the way.
        let mut clone = heap.clone();
        for clears in [false, true] {
            let mut met = Vec::new();
            let mut at = Value::NIL;
            while let Some((key, value)) = clone.next(table, at).expect("a key of it") {
                met.push(value.as_number().expect("a number").flr());
                if clears {
                    clone.set(table, key, Value::NIL).expect("a key");
                }
                at = key;
            }
            met.sort_unstable();
            let mut values: Vec<i32> = twin.values().copied().collect();
            values.sort_unstable();
            assert_eq!(met, values, "seed {seed}");
        }
        assert_eq!(clone.next(table, Value::NIL), Ok(None), "all was cleared");
        assert_eq!(clone.len(table), 0);
    }
}

#[test]
fn odd_keys() {
    let mut heap = Heap::new();
    let table = heap.table();
    assert!(heap.set(table, Value::NIL, Value::TRUE).is_err(), "nil is no key");
    assert!(heap.next(table, Value::TRUE).is_err(), "it does not have that key");
    let (a, b) = ("x".repeat(100), "x".repeat(100));
    let (a, b) = (heap.text(a.as_bytes()), heap.text(b.as_bytes()));
    assert!(a != b && heap.raw_equal(a, b), "equal, and not the same");
    heap.set(table, a, Value::TRUE).expect("a key");
    assert_eq!(heap.get(table, b), Value::TRUE);
    let c = heap.text(&[b'y'; 100]);
    assert_eq!(heap.get(table, c), Value::NIL, "a text that nobody has as a key");
    let (short, same) = (heap.text(b"abc"), heap.text(b"abc"));
    assert_eq!(short, same, "a short text is there once");
    assert_eq!(heap.bytes(short), Some(&b"abc"[..]));
}
