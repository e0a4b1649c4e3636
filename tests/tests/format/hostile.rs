//! Broken files that need more than one reader: sizes beyond every limit, and cartridge pictures whose hidden bytes are changed.
//!
//! `tests/fuzz` mutates files of every kind, some hundred thousand cases in every run.

use crate::Dice;
use format::*;

#[test]
fn changed_hidden_bytes_are_a_cartridge_or_an_error() {
    let mut cart = Cartridge::new(Dice::new(14).sprites());
    cart.code = b"-- a title\n-- a name\nfunction _draw() cls() end function _update() cls() end\n".to_vec();
    let plain = crate::p8png::hidden(&write_p8png(&cart).unwrap());
    let (mut dice, mut count) = (Dice::new(15), [0; 2]);
    for case in 0..120 {
        // The digest comes after these.
        let mut bytes = plain[..0x8001].to_vec();
        for _ in 0..1 + dice.roll(4) {
            bytes[0x4300 + dice.roll(80)] = dice.byte();
        }
        let read = read_p8png(&crate::p8png::picture(&bytes), "f.p8.png");
        count[usize::from(read.is_ok())] += 1;
        // Code that another program packed better than ours may not fit again.
        if let Ok(cart) = read {
            match write_p8png(&cart) {
                Ok(again) => assert!(read_p8png(&again, "f.p8.png").unwrap() == cart, "case {case}"),
                Err(e) => assert!(e.limit.is_some(), "case {case}: {e}"),
            }
        }
    }
    assert!(count.iter().all(|n| *n > 10), "refused, accepted: {count:?}");
}

#[test]
fn a_file_of_senseless_size_is_refused_at_once() {
    let bytes = vec![b'\n'; (16 << 20) + 1];
    let picture = "f: found 16777217 bytes, expected at most 16777216 bytes";
    let text = "f: found 16777217 bytes, expected at most 2097152 bytes";
    assert_eq!(read_sheet(&bytes, "f").unwrap_err().to_string(), picture);
    assert_eq!(read_png(&bytes, "f").unwrap_err().to_string(), picture);
    assert_eq!(read_p8png(&bytes, "f").unwrap_err().to_string(), picture);
    assert_eq!(read_map(&bytes, "f").unwrap_err().to_string(), text);
    assert_eq!(read_flags(&bytes, "f").unwrap_err().to_string(), text);
    assert_eq!(read_sfx(&bytes, "f").unwrap_err().to_string(), text);
    assert_eq!(read_music(&bytes, "f").unwrap_err().to_string(), text);
    assert_eq!(read_p8(&bytes, "f").unwrap_err().to_string(), text);
}
