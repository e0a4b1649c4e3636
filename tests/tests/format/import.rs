//! Pictures of other programs in the console's colours: every kind of file, inexact colours, sizes, enlarged exports.
//!
//! The `image` crate writes the files, as for many programs; the expected pixels are worked out by hand.

use format::{FormatLimit, Import, Picture, ReplacedColor, fit, import};
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use rasher::palette::RGB;
use std::io::Cursor;

fn file(picture: &DynamicImage, kind: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, kind).unwrap_or_else(|e| panic!("{kind:?}: {e}"));
    bytes.into_inner()
}

fn rgba(width: u32, height: u32, at: impl Fn(u32, u32) -> [u8; 4]) -> DynamicImage {
    RgbaImage::from_fn(width, height, |x, y| Rgba(at(x, y))).into()
}

fn opaque([r, g, b]: [u8; 3]) -> [u8; 4] {
    [r, g, b, 255]
}

/// Sixteen columns of the sixteen colours.
fn stripes(width: u32, height: u32) -> DynamicImage {
    rgba(width, height, |x, _| opaque(RGB[x as usize % 16]))
}

#[test]
fn every_kind_of_file_is_read() {
    let picture = stripes(32, 8);
    let want: Vec<u8> = (0..8).flat_map(|_| (0..32).map(|x| x % 16)).collect();
    let forms: &[(&str, DynamicImage, ImageFormat)] = &[
        ("PNG, 8 bits and opacity", picture.clone(), ImageFormat::Png),
        ("PNG, 8 bits", picture.to_rgb8().into(), ImageFormat::Png),
        ("PNG, 16 bits", picture.to_rgba16().into(), ImageFormat::Png),
        ("BMP", picture.to_rgb8().into(), ImageFormat::Bmp),
        ("GIF", picture.clone(), ImageFormat::Gif),
        ("WebP", picture.clone(), ImageFormat::WebP),
        ("QOI", picture.clone(), ImageFormat::Qoi),
    ];
    for (what, picture, kind) in forms {
        let found = import(&file(picture, *kind), "f").unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!((found.picture.width, found.picture.height, found.scale), (32, 8, 1), "{what}");
        assert_eq!(found.picture.indices, want, "{what}");
        assert_eq!((found.replaced, found.pixels), (vec![], 256), "{what}");
    }
    // JPEG changes colours, but areas of 8x8 pixels of one colour stay close to it.
    let blocks = rgba(128, 8, |x, _| opaque(RGB[x as usize / 8]));
    let found = import(&file(&blocks.to_rgb8().into(), ImageFormat::Jpeg), "f").expect("a JPEG");
    let right = found.picture.indices.iter().enumerate().filter(|(i, c)| **c as usize == i % 128 / 8).count();
    assert!(right > 1000, "{right} of 1024");
    // Grey has three of the colours: black, and two close to 0x5f574f and 0xc2c3c7.
    let grey = import(
        &file(
            &rgba(2, 1, |x, _| [255 * x as u8, 255 * x as u8, 255 * x as u8, 255]).to_luma8().into(),
            ImageFormat::Png,
        ),
        "f",
    );
    let grey = grey.expect("a grey PNG");
    assert_eq!(grey.picture.indices, [0, 7], "black, and #fff1e8 for white");
}

#[test]
fn inexact_parts_are_reported() {
    // One off in red is the closest possible; the middle of black and white is a grey; transparent is colour 0.
    let [r, g, b] = RGB[8];
    let near = [r - 1, g, b];
    let pixels =
        [opaque(near), opaque(RGB[8]), opaque(near), [1, 2, 3, 127], [0, 0, 0, 128], opaque([255, 255, 255])];
    let picture = rgba(6, 1, |x, _| pixels[x as usize]);
    let Import { picture, replaced, .. } = import(&file(&picture, ImageFormat::Png), "f").expect("a PNG");
    assert_eq!(picture.indices, [8, 8, 8, 0, 0, 7]);
    let told = |rgb, by, pixels, first| ReplacedColor { rgb, opacity: 255, by, pixels, first };
    assert_eq!(replaced, [told(near, 8, 2, (0, 0)), told([255; 3], 7, 1, (5, 0))]);
    // #ffffff against #fff1e8: blue is 23 off.
    assert_eq!(replaced.iter().map(ReplacedColor::off).collect::<Vec<_>>(), [1, 23]);
}

#[test]
fn the_nearest_color_is_the_nearest_of_all_sixteen() {
    let mut dice = crate::Dice::new(77);
    let colors: Vec<[u8; 3]> = (0..4096).map(|_| [dice.byte(), dice.byte(), dice.byte()]).collect();
    let picture = rgba(64, 64, |x, y| opaque(colors[(y * 64 + x) as usize]));
    let found = import(&file(&picture, ImageFormat::Png), "f").expect("a PNG").picture;
    for (color, index) in colors.iter().zip(found.indices) {
        let far = |i: usize| (0..3).map(|c| (i32::from(color[c]) - i32::from(RGB[i][c])).pow(2)).sum::<i32>();
        let least = (0..16).map(far).min().expect("sixteen");
        assert_eq!(far(index.into()), least, "{color:?}");
        assert!((0..usize::from(index)).all(|lower| far(lower) > least), "{color:?}: of equals the lower");
    }
}

#[test]
fn an_enlarged_export_becomes_what_it_was() {
    for (scale, width, height) in [(4, 128, 128), (2, 128, 64), (16, 128, 8), (3, 50, 20), (8, 33, 1)] {
        let picture = rgba(width * scale, height * scale, |x, y| {
            opaque(RGB[(x / scale * 7 + y / scale * 3) as usize % 16])
        });
        let found = import(&file(&picture, ImageFormat::Png), "f").unwrap_or_else(|e| panic!("{scale}: {e}"));
        assert_eq!((found.scale, found.picture.width), (scale as usize, width as usize));
        let want: Vec<u8> =
            (0..height).flat_map(|y| (0..width).map(move |x| ((x * 7 + y * 3) % 16) as u8)).collect();
        assert_eq!(found.picture.indices, want, "{scale} times");
    }
    // A picture that fits is left as it is, even if every block has one colour.
    let small = rgba(64, 64, |_, _| opaque(RGB[3]));
    assert_eq!(import(&file(&small, ImageFormat::Png), "f").expect("a PNG").scale, 1);
}

#[test]
fn what_is_too_large_or_no_picture_is_refused() {
    let refused = |bytes: &[u8]| import(bytes, "f.png").expect_err("refused");
    let large = refused(&file(&stripes(129, 128), ImageFormat::Png));
    assert_eq!(
        large.to_string(),
        "f.png: found 129x128 pixels, expected at most 128x128 pixels, or such a picture enlarged by a whole number"
    );
    assert_eq!(large.limit, Some(FormatLimit::SheetSide));
    assert_eq!(refused(&file(&stripes(2049, 1), ImageFormat::Png)).limit, Some(FormatLimit::PictureSide));
    let error = refused(b"no picture").to_string();
    assert!(error.ends_with("expected a picture: PNG, BMP, GIF, WebP, QOI or JPEG"), "{error}");
    let whole = file(&stripes(64, 64), ImageFormat::Png);
    let error = refused(&whole[..whole.len() / 2]).to_string();
    assert!(error.starts_with("f.png: found "), "{error}");
    // A GIF whose frame claims 65,520x247 pixels, in a picture of 16x16: more than a decoder may take.
    let mut gif = file(&stripes(16, 16), ImageFormat::Gif);
    let frame = gif.windows(5).position(|w| w == [0x2c, 0, 0, 0, 0]).expect("the frame of the picture");
    gif[frame + 5..frame + 9].copy_from_slice(&[0xf0, 0xff, 0xf7, 0]);
    refused(&gif);
}

#[test]
fn a_picture_is_fitted_to_any_sixteen_colours() {
    // Colours 16 to 31 of the console instead of 0 to 15: only the places count. Any size is accepted, and no enlarged export is reduced.
    let mut colors = [[0; 3]; 16];
    colors.copy_from_slice(&RGB[16..]);
    let wide = rgba(300, 2, |x, y| match (x, y) {
        (0, _) => [0, 255, 0, 127],
        (_, 0) => opaque(RGB[16 + x as usize % 16]),
        _ => opaque(RGB[16 + x as usize % 16].map(|part| part.saturating_add(1))),
    });
    let want: Vec<u8> = (0..600).map(|i| if i % 300 == 0 { 0 } else { (i % 300 % 16) as u8 }).collect();
    let fitted = fit(&file(&wide, ImageFormat::Png), "wide.png", &colors).expect("a PNG");
    assert_eq!(fitted, Picture { width: 300, height: 2, indices: want });
    // Ties go to the first colour.
    let fitted = fit(&file(&stripes(2, 1), ImageFormat::Bmp), "two.bmp", &[[9; 3]; 16]).expect("a BMP");
    assert_eq!(fitted.indices, [0, 0]);
    assert!(fit(b"no picture", "a.txt", &colors).is_err());
}

/// Pixels in memory are a picture too, as on the clipboard; invalid ones are reported.
#[test]
fn pixels_in_memory_are_read_like_a_file() {
    let rgba = [[255, 0, 77, 255], [0, 0, 0, 0]].concat();
    let import = format::import_rgba(2, 1, &rgba, "the clipboard").expect("a picture");
    assert_eq!((import.picture.indices, import.replaced.len()), (vec![8, 0], 0));
    for (width, height) in [(0, 1), (3, 1), (2, 2), (4096, 1), (usize::MAX, 2)] {
        assert!(format::import_rgba(width, height, &rgba, "the clipboard").is_err(), "{width}x{height}");
    }
}
