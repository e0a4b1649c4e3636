//! Bytes and blocks of bytes: peek, poke, memcpy, memset, reload, cstore, reset.

use super::machine;
use super::probe::{after, boot};
use num::num;
use rasher::memory::{AREAS, REGISTERS};
use rasher::{Boot, Cart, Effect, Machine, Rom};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[test]
fn peek_wraps_and_peek2_is_signed() {
    let mut m = machine();
    m.poke(0x4300, 0x1fe);
    m.poke(0x4301, 0xff);
    m.poke(0xffff, 9);
    assert_eq!((m.peek(0x4300), m.peek2(0x4300), m.peek(0xffff)), (0xfe, -2, 9));
    m.poke4(0x4304, num!("0x1234.5678"));
    assert_eq!([0, 1, 2, 3].map(|i| m.peek(0x4304 + i)), [0x78, 0x56, 0x34, 0x12]);
}

#[test]
fn peek2_and_peek4_are_little_endian() {
    let mut m = machine();
    m.poke2(0x4300, 0x8001);
    assert_eq!((m.peek(0x4300), m.peek(0x4301), m.peek2(0x4300)), (1, 0x80, -32767));
    m.poke4(0x4300, num!(-1.5));
    assert_eq!(m.peek4(0x4300), num!(-1.5));
    // Ours: addresses wrap at the end.
    m.poke4(0xfffe, num!("0x0102.0304"));
    assert_eq!((m.peek(0xfffe), m.peek(0xffff), m.peek(0), m.peek(1)), (4, 3, 2, 1));
    assert_eq!(m.peek4(0xfffe), num!("0x0102.0304"));
}

#[test]
fn peek4_reads_a_number() {
    let mut m = machine();
    m.poke_n(0x4300, &[0, 0x80, 3, 0]);
    assert_eq!(m.peek4(0x4300), num!(3.5));
}

#[test]
fn peek_n_and_poke_n_move_at_most_8192() {
    let mut m = machine();
    let bytes: Vec<u8> = (0..9000).map(|i| (i % 251) as u8 + 1).collect();
    m.poke_n(0x8000, &bytes);
    assert_eq!(
        (m.peek(0x8000 + 8191), m.peek(0x8000 + 8192)),
        (bytes[8191], 0),
        "manual: at most 8,192 values"
    );
    let mut back = vec![0xee; 9000];
    m.peek_n(0x8000, &mut back);
    assert!(back[..8192] == bytes[..8192] && back[8192..].iter().all(|&b| b == 0xee));
    m.poke_n(0x4300, &[]);
}

#[test]
fn poke_writes_the_low_byte() {
    let mut m = machine();
    m.poke(0x4300, -1);
    m.poke(0x4301, 256 + 7);
    assert_eq!((m.peek(0x4300), m.peek(0x4301)), (255, 7));
}

#[test]
fn poke_follows_the_video_pages() {
    // Manual: 0x0000 and 0x6000 act as pointers.
    let mut m = machine();
    m.poke(0x5f54, 0x60);
    m.poke(0x0010, 0xab);
    assert_eq!((m.memory().get(0x6010), m.memory().get(0x0010), m.peek(0x0010)), (0xab, 0, 0xab));
    m.poke(0x5f55, 0xc0);
    m.poke(0x6000, 0xcd);
    assert_eq!((m.memory().get(0xc000), m.memory().get(0x6000)), (0xcd, 0));
    // A page that the map covers falls back to the default.
    m.poke(0x5f56, 0xc0);
    assert_eq!(m.memory().screen_base(), 0x6000);
    m.poke(0x5f56, 0xe0);
    assert_eq!(m.memory().screen_base(), 0xc000);
}

#[test]
fn poke2_writes_16_bits() {
    let mut m = machine();
    m.poke2(0x4300, -2);
    assert_eq!((m.peek(0x4300), m.peek(0x4301), m.peek(0x4302)), (0xfe, 0xff, 0));
}

#[test]
fn poke4_writes_32_bits() {
    let mut m = machine();
    m.poke4(0x4300, num!(1));
    assert_eq!([0, 1, 2, 3].map(|i| m.peek(0x4300 + i)), [0, 0, 1, 0]);
}

#[test]
fn poke_n_writes_bytes_in_order() {
    let mut m = machine();
    m.poke_n(0xffff, &[1, 2]);
    assert_eq!((m.peek(0xffff), m.peek(0)), (1, 2), "ours: addresses wrap");
}

/// The bytes from 0x4300.
fn user(m: &Machine, n: u16) -> Vec<u8> {
    (0..n).map(|i| m.peek(0x4300 + i)).collect()
}

#[test]
fn memcpy_may_overlap() {
    for (dest, expected) in [(2, [1, 2, 1, 2, 3, 4]), (0, [1, 2, 3, 4, 5, 6])] {
        let mut m = machine();
        m.poke_n(0x4300, &[1, 2, 3, 4, 5, 6]);
        m.memcpy(0x4300 + dest, 0x4300, 4);
        assert_eq!(user(&m, 6), expected);
    }
    let mut m = machine();
    m.poke_n(0x4300, &[1, 2, 3, 4, 5, 6]);
    m.memcpy(0x4300, 0x4302, 4);
    assert_eq!(user(&m, 6), [3, 4, 5, 6, 5, 6]);
    for len in [0, -1, i32::MIN] {
        m.memcpy(0x4300, 0x4305, len);
    }
    assert_eq!(user(&m, 6), [3, 4, 5, 6, 5, 6], "no positive length, no copy");
    // Ours: what exceeds 0xffff is cut off.
    m.poke(0xffff, 77);
    m.memcpy(0x4300, 0xffff, i32::MAX);
    assert_eq!(user(&m, 2), [77, 4]);
    m.memcpy(0, 0, i32::MAX);
}

#[test]
fn memcpy_follows_the_video_pages() {
    let mut m = machine();
    m.poke(0x5f54, 0x80);
    m.poke_n(0x4300, &[1, 2, 3]);
    m.memcpy(0x0000, 0x4300, 3);
    assert_eq!([0x8000, 0x8001, 0x8002].map(|at| m.memory().get(at)), [1, 2, 3]);
    // Overlapping, with both sides on the page.
    m.memcpy(0x0001, 0x0000, 3);
    assert_eq!([0x8000, 0x8001, 0x8002, 0x8003].map(|at| m.memory().get(at)), [1, 1, 2, 3]);
}

#[test]
fn memset_fills() {
    let mut m = machine();
    m.memset(0x4301, 0x1ab, 2);
    m.memset(0x4304, 9, -5);
    assert_eq!(user(&m, 5), [0, 0xab, 0xab, 0, 0]);
    m.memset(0xfffe, 3, i32::MAX);
    assert_eq!((m.peek(0xfffd), m.peek(0xffff), m.peek(0)), (0, 3, 0));
    m.poke(0x5f55, 0xa0);
    m.memset(0x6000, 0x11, 0x2000);
    assert_eq!((m.memory().get(0xa000), m.memory().get(0xbfff), m.memory().get(0x6000)), (0x11, 0x11, 0));
}

/// A machine whose ROM counts up.
fn with_rom() -> Machine {
    let mut rom = Rom::empty("counting");
    for (i, b) in rom.data.iter_mut().enumerate() {
        *b = (i % 253) as u8;
    }
    Machine::new(Boot { rom: Arc::new(rom), ..Boot::default() })
}

#[test]
fn reload_brings_the_rom_back() {
    let mut m = with_rom();
    assert_eq!(
        (m.peek(100), m.peek(0x42ff)),
        (100, (0x42ff % 253) as u8),
        "a run begins with the ROM in memory"
    );
    m.memset(0, 0xee, 0x4400);
    m.reload();
    assert_eq!(
        (m.peek(0), m.peek(100), m.peek(0x42ff), m.peek(0x4300)),
        (0, 100, (0x42ff % 253) as u8, 0xee)
    );
}

#[test]
fn reload_ext_copies_a_part() {
    let mut m = with_rom();
    m.reload_ext(0x8000, 10, 3);
    assert_eq!([0, 1, 2, 3].map(|i| m.peek(0x8000 + i)), [10, 11, 12, 0]);
    // Manual: source + length end at 0x4300.
    m.reload_ext(0x9000, 0x42fe, 100);
    assert_eq!((m.peek(0x9001), m.peek(0x9002)), (m.peek(0x42ff), 0));
    m.reload_ext(0xffff, 5, i32::MAX);
    m.reload_ext(0, 0xffff, i32::MAX);
    m.reload_ext(0, 0, -1);
    assert_eq!((m.peek(0xffff), m.peek(0)), (5, 0));
}

#[test]
fn cstore_changes_the_rom_and_asks_to_keep_it() {
    #[derive(Clone, Serialize, Deserialize)]
    struct Stores;
    impl Cart for Stores {
        fn _update(&mut self, p8: &mut Machine) {
            p8.poke(5, 99);
            p8.cstore();
        }
    }
    let mut console = boot(Stores);
    let effects = after(&mut console, &[0]);
    let [Effect::Store { file: None, addr: 0, bytes }] = &effects[..] else { panic!("found {effects:?}") };
    assert_eq!((bytes.len(), bytes[5]), (0x4300, 99));
    let m = console.machine_mut();
    m.poke(5, 1);
    m.reload();
    assert_eq!(m.peek(5), 99, "the ROM has the byte");
}

#[test]
fn cstore_ext_stores_a_part_or_elsewhere() {
    let mut m = with_rom();
    m.poke_n(0x8000, &[201, 202, 203]);
    m.cstore_ext(7, 0x8000, 2, None);
    assert_eq!((m.rom().data[7], m.rom().data[8], m.rom().data[9]), (201, 202, 9));
    m.cstore_ext(7, 0x8002, 1, Some("other"));
    assert_eq!(m.rom().data[7], 201, "another cart's bytes are not this one's");
    m.cstore_ext(0xffff, 0, i32::MAX, None);
    m.cstore_ext(0x42ff, 0x8000, i32::MAX, None);
    assert_eq!(m.rom().data[0x42ff], 201);
}

#[test]
fn reset_sets_registers_but_for_the_cursor() {
    let mut m = machine();
    let fresh = m.clone();
    m.poke_n(0x5f00, &[0xa5; 0x80]);
    m.reset();
    for r in REGISTERS {
        for at in r.addr..r.addr + r.len {
            let (found, default) = (m.peek(at), fresh.peek(at));
            match r.name {
                // Recorded: a dump after reset().
                "HOME_X" | "CURSOR" => assert_eq!(found, 0xa5, "{} at {at:#06x} is left alone", r.name),
                "PADS" => assert_eq!(found, 0, "{} at {at:#06x} is let go", r.name),
                "RANDOM" => {}
                _ => assert_eq!(found, default, "{} at {at:#06x}", r.name),
            }
        }
    }
    // Ours: the new seed follows from the run's, so that a run stays reproducible, and differs from the
    // first.
    let mut again = fresh.clone();
    again.reset();
    assert_eq!(again.peek4(0x5f44), m.peek4(0x5f44));
    assert_ne!(m.peek4(0x5f44), fresh.peek4(0x5f44));
    assert!(m.peek(0x4300) == 0 && m.memory().get(0x6000) == 0, "the rest of the memory stays");
}

#[test]
fn memory_begins_with_the_documented_registers() {
    let m = machine();
    let at = |from: u16, n: u16| (from..from + n).map(|at| m.memory().get(at)).collect::<Vec<_>>();
    // Recorded, address by address; all others are 0.
    let mut expected = vec![0; 0x80];
    expected[..16].copy_from_slice(&[0x10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    expected[0x10..0x20].copy_from_slice(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    for (i, v) in
        [(0x22, 128), (0x23, 128), (0x25, 6), (0x55, 0x60), (0x56, 0x20), (0x57, 0x80), (0x5e, 0xff)]
    {
        expected[i] = v;
    }
    let second =
        [0x00, 0x01, 0x12, 0x13, 0x24, 0x15, 0xd6, 0x67, 0x48, 0x49, 0x9a, 0x3b, 0xdc, 0x5d, 0x8e, 0xef];
    expected[0x60..0x70].copy_from_slice(&second);
    expected[0x44..0x4c].copy_from_slice(&at(0x5f44, 8));
    assert_eq!(at(0x5f00, 0x80), expected);
    assert!(at(0x4300, 0x1c00).iter().chain(&at(0x5f80, 0x80)).all(|&b| b == 0));
    let end = AREAS.last().map(|a| u32::from(a.start) + a.len);
    assert_eq!(end, Some(0x10000), "the areas cover all 64 KiB");
}
