//! Code as a cartridge picture stores it. The bits are written by hand from the published description of the
//! format; the long vectors come from another encoder.

use crate::Dice;
use format::{CODE_BYTES, CODE_CHARS, FilePlace, FormatLimit, pack_code, packed_len, unpack_code};

/// A program, compressed by other programs.
const HELLO: &[u8] = b"-- hello\nfunction _draw()\n cls(1)\n print(\"hello world\",40,60,7)\n \
    print(\"hello world\",40,70,8)\n ?\"\\^w\x8b\x97\"\nend";
const HELLO_PXA: &str = "00707861006b0059ebc1e2e1671f1fdc3f70f92b3cc0e9af707e17b5975fff08d7bfc32197f4613df00cd9453e788576\
    a05fc8ee90096af389305ec8eeb9eaa6e4ae2439ccfdbf8224b9cc1d0776d7df9fbfcd3b5553833303";
const HELLO_OLD: &str = "3a633a00006b0000002d002d02141118181b0112211a0f20151b1a023b101e0d232a2b01020f181f2a043c181c1e151a\
    202a00223e3702231b1e18100022390703390903390a3dfe3d7e0a03390b3d1e003f0022005c005e23008b0097002201\
    111a10";

fn hex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// Compressed code of `total` characters: bits in the order in which they are read, grouped in words.
fn pxa(total: u16, bits: &str) -> Vec<u8> {
    let bits: Vec<u8> = bits.bytes().filter(|b| *b != b' ').map(|b| b - b'0').collect();
    let bytes = bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |value, bit| value << 1 | bit));
    let bytes: Vec<u8> = bytes.collect();
    let stated = (8 + bytes.len()) as u16;
    [&b"\0pxa"[..], &total.to_be_bytes(), &stated.to_be_bytes(), &bytes].concat()
}

/// The same in the old format.
fn old(total: u16, bytes: &[u8]) -> Vec<u8> {
    [&b":c:\0"[..], &total.to_be_bytes(), &[0, 0], bytes].concat()
}

#[test]
fn each_kind_of_bits_means_what_the_description_says() {
    // Lowest bit first: 97 = 0b1100001 is place 97 = 48 + 49 of the first table: two ones, then 49 in 6 bits.
    let a = "1 110 100011";
    // 98 stays at place 98: the character that moved to the front came from before it.
    let b = "1 110 010011";
    let cases: &[(u16, String, &[u8])] = &[
        (0, "".into(), b""),
        (1, "1 0 0000".into(), b"\0"),
        (1, "1 0 1111".into(), b"\x0f"),
        (1, "1 10 00000".into(), b"\x10"),
        (1, "1 10 11111".into(), b"\x2f"),
        (1, "1 1110 0000000".into(), b"\x70"),
        (1, "1 11110 11110000".into(), b"\xff"),
        (1, a.into(), b"a"),
        (2, format!("{a} 1 0 0000"), b"aa"),
        (2, format!("{a} {b}"), b"ab"),
        (4, format!("{a} {b} 1 0 1000 1 0 1000"), b"abab"),
        // 3 from 1 back: offset 0 in 5 bits, length 3 + 0.
        (4, format!("{a} 0 11 00000 000"), b"aaaa"),
        (5, format!("{a} {b} 0 11 10000 000"), b"ababa"),
        // 3 + 7 + 0 from 1 back: a group of 7 continues.
        (11, format!("{a} 0 11 00000 111 000"), b"aaaaaaaaaaa"),
        // The same in 10 and 15 bits: 2 from 2 back in 10, 1 back in 15.
        (5, format!("{a} {b} 0 10 1000000000 000"), b"ababa"),
        (4, format!("{a} 0 0 000000000000000 000"), b"aaaa"),
        // Raw characters: they do not move in the table, so place 0 is still a.
        (4, format!("{a} 0 10 0000000000 01000110 11000110 00000000 1 0 0000"), b"abca"),
        // They end with the code, even without the 0.
        (3, format!("{a} 0 10 0000000000 01000110 11000110"), b"abc"),
    ];
    for (total, bits, want) in cases {
        let code = unpack_code(&pxa(*total, bits), "x").unwrap();
        assert_eq!(code, *want, "{bits}");
    }
    let cases: &[(u16, &[u8], &[u8])] = &[
        (0, b"", b""),
        (5, &[1, 2, 3, 12, 13], b"\n 09a"),
        (2, &[0, b'A', 0, 0xff], b"A\xff"),
        // 2 + 2 from 0 * 16 + 2 back.
        (6, &[13, 14, 0x3c, 0x22], b"ababab"),
        // 0 + 2 from 1 * 16 + 1 back.
        (19, &[&[13][..], &[14; 16], &[0x3d, 0x01]].concat(), b"abbbbbbbbbbbbbbbbab"),
        (3, &[13, 0, 0, 0, 0], b"a"),
    ];
    for (total, bytes, want) in cases {
        assert_eq!(unpack_code(&old(*total, bytes), "x").unwrap(), *want, "{bytes:02x?}");
    }
    let table: Vec<u8> = (1..0x3c).collect();
    let want = b"\n 0123456789abcdefghijklmnopqrstuvwxyz!#%(){}[]<>+=/*:;.,~_";
    assert_eq!(unpack_code(&old(59, &table), "x").unwrap(), want);
}

#[test]
fn code_that_others_compressed_comes_out() {
    assert_eq!(unpack_code(&hex(HELLO_PXA), "x").unwrap(), HELLO);
    assert_eq!(unpack_code(&hex(HELLO_OLD), "x").unwrap(), HELLO);
    let area = [hex(HELLO_PXA), vec![0xff; 100]].concat();
    assert_eq!(unpack_code(&area, "x").unwrap(), HELLO, "what follows does not matter");
    let ours = pack_code(HELLO, "x").unwrap();
    assert!(ours.len() <= hex(HELLO_PXA).len(), "{} bytes", ours.len());
    for (area, want) in [(&b"x=1\0y=2"[..], &b"x=1"[..]), (b"x=1", b"x=1"), (b"", b""), (b"\0", b"")] {
        assert_eq!(unpack_code(area, "x").unwrap(), want, "plain text");
    }
}

#[test]
fn the_line_for_old_players_is_taken_off() {
    for added in [
        "if(_update60)_update=function()_update60()_update60()end",
        "if(_update60)_update=function()_update60()_update_buttons()_update60()end",
    ] {
        let bytes: Vec<u8> = format!("x=1{added}").bytes().flat_map(|b| [0, b]).collect();
        assert_eq!(unpack_code(&old(bytes.len() as u16 / 2, &bytes), "x").unwrap(), b"x=1", "{added}");
    }
}

#[test]
fn broken_code_is_refused_at_its_byte() {
    let a = "1 110 100011";
    let cases: &[(Vec<u8>, &str)] = &[
        (b"\0pxa".to_vec(), "x: byte 0004: found the end of the compressed code, expected more of it"),
        (
            b"\0pxa\0\x01\0".to_vec(),
            "x: byte 0007: found the end of the compressed code, expected more of it",
        ),
        (pxa(2, a), "x: byte 000a: found the end of the compressed code, expected more of it"),
        (pxa(1, "1 11110 00001000"), "x: byte 0008: found a character at place 256, expected one of 256"),
        (pxa(1, "1 11111 1111"), "x: byte 0008: found a character beyond place 255, expected one of 256"),
        (
            pxa(5, &format!("{a} 0 11 10000 000")),
            "x: byte 0009: found a copy from 2 characters back, expected at most the 1 characters so far",
        ),
        (
            pxa(3, &format!("{a} 0 11 00000 000")),
            "x: byte 0009: found a copy of 3 characters, expected at most the 2 that are left of 3",
        ),
        (old(1, &[]), "x: byte 0008: found the end of the compressed code, expected more of it"),
        (old(1, &[0]), "x: byte 0009: found the end of the compressed code, expected more of it"),
        (
            old(9, &[13, 0x3c, 0x20]),
            "x: byte 0009: found a copy from 0 characters back, expected at most the 1 characters so far",
        ),
        (
            old(9, &[13, 0x3d, 0x20]),
            "x: byte 0009: found a copy from 16 characters back, expected at most the 1 characters so far",
        ),
        (
            old(3, &[13, 0x3c, 0x11]),
            "x: byte 0009: found a copy of 3 characters, expected at most the 2 that are left of 3",
        ),
    ];
    for (bytes, want) in cases {
        assert_eq!(unpack_code(bytes, "x").unwrap_err().to_string(), *want);
    }
}

/// Code of a random kind: noise, few letters, words that repeat, long repeats.
fn code(dice: &mut Dice, length: usize) -> Vec<u8> {
    let letters = [1, 2, 5, 40, 256][dice.roll(5)];
    let first = if dice.roll(2) == 0 { 0 } else { b'a' };
    let mut code = Vec::with_capacity(length);
    while code.len() < length {
        let (far, long) = (dice.roll(16), dice.roll(7));
        let back = dice.roll(1 << far).min(code.len());
        if back > 0 && dice.roll(3) > 0 {
            let from = code.len() - back;
            for i in 0..dice.roll(2 << long) {
                code.push(code[from + i]);
            }
        } else {
            code.push((usize::from(first) + dice.roll(letters)) as u8);
        }
    }
    code.truncate(length);
    code
}

#[test]
fn any_code_comes_back() {
    let mut dice = Dice::new(21);
    let lengths = (0..64).chain((0..400).map(|i| i * 7)).chain([15_000, 33_000, 40_000, CODE_CHARS]);
    let mut compressed = 0;
    for length in lengths {
        let code = code(&mut dice, length);
        let stored = match pack_code(&code, "x") {
            Ok(stored) => stored,
            Err(e) => {
                assert!(e.limit == Some(FormatLimit::CodeBytes) && packed_len(&code) > CODE_BYTES, "{e}");
                continue;
            }
        };
        assert_eq!(stored.len(), packed_len(&code));
        assert!(unpack_code(&stored, "x").unwrap() == code, "{length} characters, {stored:02x?}");
        if stored.starts_with(b"\0pxa") {
            compressed += 1;
            let stated = usize::from(stored[6]) << 8 | usize::from(stored[7]);
            assert_eq!(stated, stored.len(), "the stated length counts the header");
            // Noise costs at most one raw block: header, mark, offset, the 0 at the end. A NUL costs 14 bits.
            let nuls = code.iter().filter(|b| **b == 0).count();
            assert!(stored.len() <= 8 + 3 + code.len() + nuls * 5, "{length} became {}", stored.len());
        } else {
            assert!(stored == code && !code.contains(&0), "plain text has no NUL");
        }
    }
    assert!(compressed > 200, "{compressed}");
}

/// The fewest bits for the rest from `at` on, by trying every way. `table` has the characters, the latest first.
fn fewest(code: &[u8], at: usize, table: &[u8]) -> usize {
    let Some(byte) = code.get(at) else { return 0 };
    let place = table.iter().position(|b| b == byte).unwrap();
    let mut moved = table.to_vec();
    moved.remove(place);
    moved.insert(0, *byte);
    let cost = [(16, 6), (48, 8), (112, 10), (240, 12), (256, 14)].into_iter().find(|(end, _)| place < *end);
    let mut best = cost.unwrap().1 + fewest(code, at + 1, &moved);
    for length in 1..=code.len() - at {
        let rest = fewest(code, at + length, table);
        if !code[at..at + length].contains(&0) {
            best = best.min(21 + 8 * length + rest);
        }
        let repeats = |back: usize| (0..length).all(|i| code[at + i] == code[at - back + i]);
        if length >= 3 && (1..=at).any(repeats) {
            best = best.min(8 + 3 * ((length - 3) / 7 + 1) + rest);
        }
    }
    best
}

#[test]
fn short_code_is_as_short_as_can_be() {
    let table: Vec<u8> = (0..=255).collect();
    let mut dice = Dice::new(22);
    let (mut ours, mut best) = (0, 0);
    for _ in 0..300 {
        // A NUL prevents plain text.
        let letters = [1, 2, 3, 9][dice.roll(4)];
        let code: Vec<u8> = (0..1 + dice.roll(11))
            .map(|i| if i == 0 { 0 } else { [b'a', 0xf0][dice.roll(2)] + dice.roll(letters) as u8 })
            .collect();
        let (bytes, least) = (packed_len(&code) - 8, fewest(&code, 0, &table).div_ceil(8));
        assert!(bytes >= least, "{code:?}: {bytes} bytes, where no way has less than {least}");
        assert!(bytes <= least + 1, "{code:?}: {bytes} bytes, {least} are enough");
        (ours, best) = (ours + bytes, best + least);
    }
    // Our choice: keeping one table for each way may cost 1 %.
    assert!(ours * 100 <= best * 101, "{ours} bytes in all, {best} are enough");
}

#[test]
fn the_limits_are_met_to_the_byte() {
    let mut dice = Dice::new(23);
    let mut noise = |length: usize| (0..length).map(|_| 1 + dice.roll(255) as u8).collect::<Vec<u8>>();
    assert_eq!(pack_code(&noise(CODE_BYTES), "x").unwrap().len(), 0x3d00);
    let e = pack_code(&noise(CODE_BYTES + 1), "a.lua").unwrap_err();
    let says = "a.lua: found 15617 bytes of compressed code, expected at most 15616";
    assert_eq!(
        (e.limit, e.place, &e.to_string()[..]),
        (Some(FormatLimit::CodeBytes), FilePlace::Whole, says)
    );
    let long = b"print(\"hello\")\n".repeat(5000);
    assert_eq!(unpack_code(&pack_code(&long[..65_535], "x").unwrap(), "x").unwrap(), &long[..65_535]);
    let e = pack_code(&long[..65_536], "a.lua").unwrap_err();
    let says = "a.lua: found 65536 characters of code, expected at most 65535";
    assert_eq!((e.limit, &e.to_string()[..]), (Some(FormatLimit::CodeChars), says));
    // The size alone is available in any case.
    assert!((4000..4200).contains(&packed_len(&long)), "{}", packed_len(&long));
    assert_eq!(packed_len(&noise(100_000)), 100_000);
}
