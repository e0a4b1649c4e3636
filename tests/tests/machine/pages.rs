//! Sheet, screen and map at other addresses (0x5f54 to 0x5f57): every memory call against a reference that moves
//! single bytes.
//!
//! The manual's rules: sheet and screen may be at 0x00, 0x60, 0x80, 0xa0, 0xc0, 0xe0; a page above 0x8000 that the
//! map covers falls back to the default; addresses 0x0000 and 0x6000 then mean the page. A single call that
//! overwrites these registers on its way is described nowhere and is left out.

use rasher::{Boot, Machine, Rom};
use std::sync::Arc;
use tests::random::Dice;

/// 64 KiB, and where addresses lead.
#[derive(Clone)]
struct Twin {
    bytes: Vec<u8>,
    rom: Vec<u8>,
}

impl Twin {
    fn place(&self, addr: u16) -> usize {
        let register = |at: usize| usize::from(self.bytes[at]);
        let map = register(0x5f56);
        let page = |value: usize, default: usize| match value {
            0x00 => 0x0000,
            0x60 => 0x6000,
            0x80 | 0xa0 | 0xc0 | 0xe0 => {
                // The map reaches from its base to the end of memory; a page is 0x20 of the high byte wide.
                let covered = map >= 0x80 && value + 0x20 > map;
                if covered { default } else { value * 256 }
            }
            _ => default,
        };
        let addr = usize::from(addr);
        match addr {
            0..0x2000 => page(register(0x5f54), 0) + addr,
            0x6000..0x8000 => page(register(0x5f55), 0x6000) + addr - 0x6000,
            _ => addr,
        }
    }

    fn peek(&self, addr: u16) -> u8 {
        self.bytes[self.place(addr)]
    }

    fn poke(&mut self, addr: u16, value: u8) {
        let place = self.place(addr);
        self.bytes[place] = value;
    }

    fn write(&mut self, dest: u16, bytes: &[u8]) {
        for (i, byte) in bytes.iter().enumerate() {
            if let Some(addr) = dest.checked_add(i as u16) {
                self.poke(addr, *byte);
            }
        }
    }

    fn read(&self, from: u16, len: usize) -> Vec<u8> {
        (0..len).map_while(|i| from.checked_add(i as u16)).map(|addr| self.peek(addr)).collect()
    }
}

/// An address, mostly at the edge of an area.
fn address(dice: &mut Dice) -> u16 {
    let edge = dice.pick(&[0x0000, 0x1000, 0x2000, 0x3000, 0x4300, 0x6000, 0x8000, 0xa000, 0xc000, 0xe000]);
    match dice.below(3) {
        0 => dice.word() as u16,
        _ => (edge + dice.range(-40, 300)) as u16,
    }
}

/// Whether a range touches the page registers.
fn touches(start: u16, len: usize) -> bool {
    let start = usize::from(start);
    start < 0x5f58 && start + len > 0x5f54
}

#[test]
fn memory_calls_follow_the_pages() {
    let mut dice = Dice::new(1);
    let mut rom = Rom::empty("noise");
    rom.data.iter_mut().for_each(|byte| *byte = dice.byte());
    let mut p8 = Machine::new(Boot { rom: Arc::new(rom.clone()), ..Boot::default() });
    for addr in 0x6000..=0xffff {
        p8.poke(addr, dice.byte().into());
    }
    let mut twin = Twin { bytes: p8.memory().bytes().to_vec(), rom: rom.data.to_vec() };
    let mut moved = 0;
    for case in 0..40_000 {
        if dice.one_in(12) {
            let register = 0x5f54 + dice.below(4) as u16;
            let value = match dice.below(4) {
                0 => dice.byte(),
                _ => dice.pick(&[0x00, 0x10, 0x20, 0x30, 0x60, 0x80, 0xa0, 0xc0, 0xe0, 0xf0]),
            };
            p8.poke(register, value.into());
            twin.poke(register, value);
        }
        moved += usize::from(twin.place(0) != 0 || twin.place(0x6000) != 0x6000);
        let (dest, source) = (address(&mut dice), address(&mut dice));
        let len = match dice.below(8) {
            0 => dice.range(-5, 0x9000),
            _ => dice.range(-2, 200),
        };
        let n = len.max(0) as usize;
        if touches(dest, n.max(4)) {
            continue;
        }
        let op = dice.below(8);
        match op {
            0 => assert_eq!(p8.peek(source), twin.peek(source), "case {case}: peek {source:#06x}"),
            1 => {
                let value = dice.byte();
                p8.poke(dest, value.into());
                twin.poke(dest, value);
            }
            2 => {
                let value = dice.word() as i32;
                p8.poke2(dest, value);
                let [a, b, ..] = value.to_le_bytes();
                twin.poke(dest, a);
                twin.poke(dest.wrapping_add(1), b);
            }
            3 => {
                let bits = dice.word() as i32;
                p8.poke4(dest, rasher::Num::from_bits(bits));
                for (i, byte) in bits.to_le_bytes().into_iter().enumerate() {
                    twin.poke(dest.wrapping_add(i as u16), byte);
                }
                assert_eq!(p8.peek4(dest).bits(), bits, "case {case}");
            }
            4 => {
                p8.memset(dest, len, len);
                twin.write(dest, &vec![len as u8; n]);
            }
            5 => {
                p8.reload_ext(dest, source, len);
                let from = usize::from(source).min(0x4300);
                let part = twin.rom[from..(from + n).min(0x4300)].to_vec();
                twin.write(dest, &part);
            }
            6 => {
                p8.cstore_ext(dest, source, len, None);
                let part = twin.read(source, n);
                for (i, byte) in part.into_iter().enumerate() {
                    if let Some(place) = twin.rom.get_mut(usize::from(dest) + i) {
                        *place = byte;
                    }
                }
                assert_eq!(
                    p8.rom().data[..],
                    twin.rom[..],
                    "case {case}: cstore {dest:#06x} {source:#06x} {len}"
                );
            }
            _ => {
                p8.memcpy(dest, source, len);
                // Everything is read before anything is written. What exceeds 0xffff on either side is cut
                // off.
                let part = twin.read(source, n);
                twin.write(dest, &part);
            }
        }
        if case % 16 == 0 || n > 200 {
            let differs = p8.memory().bytes().iter().zip(&twin.bytes).position(|(a, b)| a != b);
            assert_eq!(
                differs, None,
                "case {case}: call {op} to {dest:#06x} from {source:#06x}, {len} bytes"
            );
        }
    }
    assert!(moved > 10_000, "only {moved} cases with pages elsewhere");
}

/// Drawing goes where pokes go: a scene on any page equals the scene at its usual address.
#[test]
fn drawing_follows_the_pages() {
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut p8 = Machine::new(Boot::default());
        (0..0x2000).for_each(|addr| p8.poke(addr, dice.byte().into()));
        let mut elsewhere = p8.clone();
        // Sheet at 0x8000, screen at 0xa000.
        elsewhere.memcpy(0x8000, 0, 0x2000);
        elsewhere.memset(0, 0, 0x1000);
        elsewhere.poke(0x5f54, 0x80);
        elsewhere.poke(0x5f55, 0xa0);
        for _ in 0..30 {
            let [x, y, w, h] = [(); 4].map(|()| dice.range(-30, 150));
            let c = dice.range(0, 16);
            let kind = dice.below(7);
            for m in [&mut p8, &mut elsewhere] {
                match kind {
                    0 => m.spr(c * 9, x, y),
                    1 => m.sspr_ext(c, c, 20, 30, x, y, w, h, c & 1 == 0, c & 2 == 0),
                    2 => m.circfill(x, y, w / 4, c),
                    3 => m.line(x, y, w, h, c),
                    4 => _ = m.print_at("pages", x, y, c),
                    5 => m.sset(x, y, c),
                    _ => m.rectfill(x, y, w, h, c),
                }
            }
        }
        let part = |m: &Machine, at: usize| m.memory().bytes()[at..at + 0x2000].to_vec();
        assert!(part(&p8, 0x6000) == part(&elsewhere, 0xa000), "seed {seed}: the screen");
        assert!(part(&p8, 0) == part(&elsewhere, 0x8000), "seed {seed}: the sheet");
        assert!(
            part(&elsewhere, 0x6000).iter().all(|byte| *byte == 0),
            "seed {seed}: the usual screen is untouched"
        );
    }
}

/// Column, row, and the address of that tile; none off the map.
type Cell = (i32, i32, Option<u16>);

/// The map below 0x8000 wraps from 0x2fff to 0x1000; above it ends with memory. Width 0 is 256.
#[test]
fn the_map_is_where_its_registers_say() {
    let cases: &[(i32, i32, &[Cell])] = &[
        (
            0x20,
            128,
            &[
                (0, 0, Some(0x2000)),
                (127, 31, Some(0x2fff)),
                (0, 32, Some(0x1000)),
                (127, 63, Some(0x1fff)),
                (0, 64, None),
                (128, 0, None),
                (-1, 0, None),
            ],
        ),
        (0x10, 128, &[(0, 0, Some(0x1000)), (0, 32, Some(0x2000)), (127, 63, Some(0x2fff))]),
        // 0x30 to 0x3f mean 0x10 to 0x1f.
        (0x30, 128, &[(5, 0, Some(0x1005))]),
        (0x20, 64, &[(63, 0, Some(0x203f)), (0, 1, Some(0x2040)), (0, 127, Some(0x1fc0)), (0, 128, None)]),
        (
            0x80,
            0,
            &[(255, 0, Some(0x80ff)), (0, 127, Some(0xff00)), (255, 127, Some(0xffff)), (0, 128, None)],
        ),
        (0xf0, 128, &[(0, 31, Some(0xff80)), (0, 32, None)]),
        // Whole rows only: 0x1000 bytes are 40 rows of 100 and a remainder.
        (0xf0, 100, &[(99, 39, Some(0xff9f)), (0, 40, None)]),
    ];
    for (page, width, cells) in cases {
        let mut p8 = Machine::new(Boot::default());
        p8.poke(0x5f56, *page);
        p8.poke(0x5f57, *width);
        for (x, y, place) in *cells {
            let mut copy = p8.clone();
            copy.mset(*x, *y, 77);
            let found =
                (0..=0xffff).find(|addr| copy.memory().get(*addr) == 77 && p8.memory().get(*addr) != 77);
            assert_eq!(found, *place, "page {page:#x}, width {width}, cell {x}, {y}");
            assert_eq!(copy.mget(*x, *y), if place.is_some() { 77 } else { 0 });
        }
    }
}
