//! What must hold for any bytes that a reader is given: one function a reader, true if it accepts them.
//!
//! ```text
//! bytes ── reader ──> error: a line of sensible length without control characters        false
//!              └────> value ── writer ──> bytes ── reader ──> the same value              true
//! ```
//!
//! `hostile.rs` calls them in the tests, `tests/fuzz` from a fuzzer.

use format::{
    FormatError, Import, LeftOut, MapText, import, pack_code, png, read_flags, read_map, read_music, read_p8,
    read_p8png, read_png, read_sfx, read_sheet, unpack_code, write_flags, write_map, write_music, write_p8,
    write_p8png, write_sfx, write_sheet,
};

fn accepted<T>(result: Result<T, FormatError>, again: impl FnOnce(T)) -> bool {
    match result {
        Ok(value) => {
            again(value);
            true
        }
        Err(e) => {
            let message = e.to_string();
            assert!(message.len() < 600, "a message of {} bytes", message.len());
            assert!(!message.contains(char::is_control), "{message:?}");
            false
        }
    }
}

pub fn sheet(bytes: &[u8]) -> bool {
    accepted(read_sheet(bytes, "f"), |sheet| {
        assert_eq!(read_sheet(&write_sheet(&sheet), "f").unwrap(), sheet)
    })
}

pub fn picture(bytes: &[u8]) -> bool {
    accepted(read_png(bytes, "f"), |p| {
        assert_eq!(read_png(&png(&p.indices, p.width, p.height, 1), "f").unwrap(), p);
    })
}

pub fn imported(bytes: &[u8]) -> bool {
    accepted(import(bytes, "f"), |found| {
        let Import { picture, scale, pixels, replaced } = &found;
        assert!(picture.width <= 128 && picture.height <= 128 && picture.indices.iter().all(|c| *c < 16));
        assert_eq!(picture.width * picture.height * scale * scale, *pixels);
        assert!(replaced.iter().map(|one| one.pixels).sum::<usize>() <= *pixels);
        let again = png(&picture.indices, picture.width, picture.height, 1);
        let want = Import {
            picture: picture.clone(),
            scale: 1,
            pixels: picture.indices.len(),
            replaced: Vec::new(),
        };
        assert_eq!(import(&again, "f").unwrap(), want, "exact colours stay");
    })
}

pub fn map(bytes: &[u8]) -> bool {
    accepted(read_map(bytes, "f"), |map| {
        let text = write_map(&map);
        let back = read_map(text.as_bytes(), "f").unwrap();
        // What was left out is written.
        assert_eq!(back, MapText { left_out: LeftOut::default(), ..map });
        assert_eq!(write_map(&back), text);
    })
}

pub fn flags(bytes: &[u8]) -> bool {
    accepted(read_flags(bytes, "f"), |flags| {
        let text = write_flags(&flags);
        let back = read_flags(text.as_bytes(), "f").unwrap();
        assert_eq!(back, flags);
        assert_eq!(write_flags(&back), text);
    })
}

pub fn sfx(bytes: &[u8]) -> bool {
    accepted(read_sfx(bytes, "f"), |sfx| {
        let text = write_sfx(&sfx);
        let back = read_sfx(text.as_bytes(), "f").unwrap();
        assert_eq!(back, sfx, "{text}");
        assert_eq!(write_sfx(&back), text);
    })
}

pub fn music(bytes: &[u8]) -> bool {
    accepted(read_music(bytes, "f"), |music| {
        let text = write_music(&music);
        let back = read_music(text.as_bytes(), "f").unwrap();
        assert_eq!(back, music, "{text}");
        assert_eq!(write_music(&back), text);
    })
}

pub fn p8(bytes: &[u8]) -> bool {
    accepted(read_p8(bytes, "f.p8"), |cart| {
        // A lone carriage return at a line's end is the one thing that does not come back.
        let text = write_p8(&cart).unwrap();
        let back = read_p8(text.as_bytes(), "f.p8").unwrap();
        assert!(back == cart || cart.code.contains(&b'\r') || text.contains('\r'), "{text:?}");
    })
}

pub fn code(bytes: &[u8]) -> bool {
    accepted(unpack_code(bytes, "f"), |code| {
        // Two bytes tell how long compressed code is; plain text is a part of what was read.
        assert!(code.len() <= bytes.len().max(0xffff), "{} characters", code.len());
        if let Ok(stored) = pack_code(&code, "f") {
            assert!(unpack_code(&stored, "f").unwrap() == code, "{stored:02x?}");
        }
    })
}

pub fn p8png(bytes: &[u8]) -> bool {
    accepted(read_p8png(bytes, "f.p8.png"), |cart| {
        // Code that somebody packed better than we do may not fit again.
        match write_p8png(&cart) {
            Ok(again) => assert!(read_p8png(&again, "f.p8.png").unwrap() == cart),
            Err(e) => assert!(e.limit.is_some(), "{e}"),
        }
    })
}
