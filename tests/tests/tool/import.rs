//! `rasher import`: a picture of any program becomes a cart's sheet; nothing is replaced without being told.
//!
//! Which kinds of files are read, and that the nearest colour is the nearest, is `format/import.rs`'s matter. Texts are our decision.

use format::{png, read_sheet};
use image::{Rgb, RgbImage};
use rasher::palette::RGB;
use std::fs;
use std::path::Path;
use tests::shell::{command, done, fails, folder, rasher};

/// A picture of 16 columns of the colours, the third a little off.
fn stripes(path: &Path, side: u32) {
    let color = |x: u32| match x % 16 {
        2 => [0x7e, 0x25, 0x50],
        n => RGB[n as usize],
    };
    RgbImage::from_fn(side, 8, |x, _| Rgb(color(x))).save(path).expect("a picture of a test");
}

#[test]
fn a_picture_becomes_the_sheet_of_a_cart_and_what_was_off_is_told() {
    let folder = folder("import", "sheet");
    for sub in ["sprites", "sfx"] {
        fs::create_dir(folder.join(sub)).unwrap();
    }
    let (picture, data) = (folder.join("paint.bmp"), folder.display());
    stripes(&picture, 32);
    let line = format!("import {} my_game --data {data}", picture.display());
    let sheet = folder.join("sprites/my_game.png");
    assert_eq!(
        done(&line),
        format!(
            "{}: 32x8 pixels, at the left above; the rest is colour 0\n\
             16 of 256 pixels, in 1 colour, were not exact and have the nearest one now; at most 3 of 255 off\n  \
             #7e2550 is  2 #7e2553, 3 off, 16 pixels, the first at 2,0\n",
            sheet.display()
        )
    );
    let read = |path: &Path| read_sheet(&fs::read(path).unwrap(), "sheet").expect("a sheet");
    let bytes = read(&sheet);
    // Column 1 is in the high digit of the first byte; row 8 is empty.
    assert_eq!((bytes[0], bytes[1], bytes[16], bytes[8 * 64]), (0x10, 0x32, 0, 0));
    // Once more: nothing is replaced without being told.
    let before = fs::read(&sheet).unwrap();
    let dots: Vec<u8> = (0..128 * 128).map(|n| [7, 12][(n + n / 128) % 2]).collect();
    fs::write(folder.join("other.png"), png(&dots, 128, 128, 2)).unwrap();
    let other = format!("import {data}/other.png my_game --data {data}");
    fails(&other, 1, &["my_game.png: is there already; --overwrite replaces it, -o FILE writes another"]);
    assert_eq!(fs::read(&sheet).unwrap(), before);
    assert_eq!(
        done(&format!("{other} --overwrite")),
        format!(
            "{}: 128x128 pixels, which the picture enlarges 2 times\nall colours are exact\n",
            sheet.display()
        )
    );
    assert_eq!(read(&sheet)[..65], [[0xc7; 64].as_slice(), &[0x7c]].concat());
    let file = folder.join("apart.png");
    done(&format!("{line} -o {}", file.display()));
    assert_eq!(fs::read(file).unwrap(), before);
}

#[test]
fn what_cannot_be_imported_is_refused_and_nothing_is_written() {
    let folder = folder("import", "refused");
    let data = folder.display();
    stripes(&folder.join("wide.png"), 130);
    fs::write(folder.join("text.png"), "no picture").unwrap();
    // A head that declares 60,000 x 60,000 pixels.
    let mut huge = png(&[0; 64], 8, 8, 1);
    huge[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    fs::write(folder.join("huge.png"), huge).unwrap();
    let out = folder.join("out.png");
    for (name, says) in [
        ("wide.png", "found 130x8 pixels, expected at most 128x128 pixels, or such a picture enlarged"),
        ("text.png", "expected a picture: PNG, BMP, GIF, WebP, QOI or JPEG"),
        ("huge.png", "huge.png: found "),
        ("none.png", "none.png: cannot read"),
    ] {
        fails(&format!("import {data}/{name} game -o {}", out.display()), 1, &[says]);
        assert!(!out.exists(), "{name}");
    }
    fails(&format!("import {data}/wide.png ../game -o {}", out.display()), 1, &["is no name for a cart"]);
    fails(
        &format!("import {data}/wide.png game --data {data}"),
        1,
        &["neither a folder sprites nor a folder sfx"],
    );
    assert_eq!(rasher("import").code, 2);
    assert!(command(["help", "import"]).out.contains("--overwrite"));
}
