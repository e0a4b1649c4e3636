//! Sheets and pictures as PNG.

use crate::Dice;
use format::{FilePlace, png, read_png, read_sheet, write_sheet};
use png::{BitDepth, ColorType, Encoder};
use rasher::palette::RGB;

/// A PNG by the png crate alone. `palette` has red, green and blue; `alpha` is that of the palette's entries.
pub(crate) fn raw_png(
    (width, height): (u32, u32),
    color: ColorType,
    depth: BitDepth,
    palette: Option<(&[u8], &[u8])>,
    data: &[u8],
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some((rgb, alpha)) = palette {
        encoder.set_palette(rgb.to_vec());
        encoder.set_trns(alpha.to_vec());
    }
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    out
}

/// A 128x128 PNG with 8 bits a channel.
fn rgba(pixel: impl Fn(usize, usize) -> [u8; 4]) -> Vec<u8> {
    let data: Vec<u8> = (0..128 * 128).flat_map(|i| pixel(i % 128, i / 128)).collect();
    raw_png((128, 128), ColorType::Rgba, BitDepth::Eight, None, &data)
}

fn color(index: usize) -> [u8; 4] {
    let [r, g, b] = RGB[index];
    [r, g, b, 255]
}

/// The manual's layout of the sheet: 64 bytes a row, the low nibble is the left pixel.
fn nibble(sheet: &[u8], x: usize, y: usize) -> u8 {
    let byte = sheet[y * 64 + x / 2];
    byte >> (x % 2 * 4) & 15
}

#[test]
fn a_sheet_is_written_small_in_the_console_s_colours_and_read_again() {
    let mut dice = Dice::new(1);
    for _ in 0..8 {
        let mut sheet = [0; 0x2000];
        dice.fill(&mut sheet);
        let bytes = write_sheet(&sheet);
        assert_eq!(read_sheet(&bytes, "s.png").unwrap().data[..], sheet);
        // As any other program sees it: indexed, 4 bits, the 16 colours in order, pixels in order.
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        assert_eq!(reader.output_color_type(), (ColorType::Indexed, BitDepth::Four));
        assert_eq!(reader.info().palette.as_deref(), Some(&RGB[..16].concat()[..]));
        let mut data = vec![0; 128 * 64];
        reader.next_frame(&mut data).unwrap();
        for (i, byte) in data.iter().enumerate() {
            let (x, y) = (i % 64 * 2, i / 64);
            assert_eq!(*byte, nibble(&sheet, x, y) << 4 | nibble(&sheet, x + 1, y), "pixels {x},{y}");
        }
    }
}

#[test]
fn every_kind_of_png_with_the_right_colours_is_a_sheet() {
    let index = |x: usize, y: usize| (x * 7 + y * 3 + x * y) % 16;
    let all = || (0..128 * 128).map(|i| index(i % 128, i / 128));
    let check = |kind: &str, bytes: &[u8]| {
        let sheet = read_sheet(bytes, "s.png").unwrap_or_else(|e| panic!("{kind}: {e}"));
        for (i, want) in all().enumerate() {
            assert_eq!(usize::from(nibble(&sheet.data[..], i % 128, i / 128)), want, "{kind}, pixel {i}");
        }
    };
    let size = (128, 128);
    let rgb: Vec<u8> = all().flat_map(|c| RGB[c]).collect();
    check("rgb", &raw_png(size, ColorType::Rgb, BitDepth::Eight, None, &rgb));
    check("rgba", &rgba(|x, y| color(index(x, y))));
    check(
        "0 as transparency of any colour",
        &rgba(|x, y| match index(x, y) {
            0 => [x as u8, 3, 9, 0],
            c => color(c),
        }),
    );
    let wide: Vec<u8> = rgb.iter().flat_map(|c| [*c, *c]).collect();
    check("rgb of 16 bits", &raw_png(size, ColorType::Rgb, BitDepth::Sixteen, None, &wide));
    // A palette in another order, with a duplicate colour, an unused wrong colour, and a transparent one for 0.
    let palette: Vec<u8> =
        (0..16).rev().flat_map(|c| RGB[c]).chain(RGB[5]).chain([1, 2, 3, 9, 9, 9]).collect();
    let alpha: Vec<u8> = (0..18).map(|_| 255).chain([0]).collect();
    let places: Vec<u8> = all()
        .enumerate()
        .map(|(i, c)| match (c, i % 2) {
            (5, 0) => 16,
            (0, 0) => 18,
            _ => 15 - c as u8,
        })
        .collect();
    check(
        "a sorted palette",
        &raw_png(size, ColorType::Indexed, BitDepth::Eight, Some((&palette, &alpha)), &places),
    );
    // One colour is transparent, without an opacity per pixel: here white, for 0.
    let mut keyed = Vec::new();
    let mut encoder = Encoder::new(&mut keyed, 128, 128);
    encoder.set_color(ColorType::Rgb);
    encoder.set_trns(vec![0, 255, 0, 255, 0, 255]);
    let data: Vec<u8> = all().flat_map(|c| if c == 0 { [255; 3] } else { RGB[c] }).collect();
    encoder.write_header().unwrap().write_image_data(&data).unwrap();
    check("a transparent colour", &keyed);
    let black = raw_png(size, ColorType::Grayscale, BitDepth::One, None, &[0; 128 * 16]);
    assert_eq!(
        read_sheet(&black, "s.png").unwrap().data[..],
        [0; 0x2000],
        "the only grey among the colours is black"
    );
}

#[test]
fn what_is_no_sheet_is_refused() {
    let short = (&[0; 6][..], &[][..]);
    let sizes = "128x128 pixels, or 2 to 16 times as many each way with one colour in each block";
    let cases: &[(&str, Vec<u8>, String)] = &[
        (
            "too small",
            raw_png((64, 128), ColorType::Grayscale, BitDepth::One, None, &[0; 8 * 128]),
            format!("s.png: found 64x128 pixels, expected {sizes}"),
        ),
        (
            "a palette that is too short",
            raw_png((128, 128), ColorType::Indexed, BitDepth::Two, Some(short), &[0b00_01_10_11; 32 * 128]),
            "s.png: pixel 2,0: found palette entry 2, expected one of the 2 in the palette".into(),
        ),
        ("nothing", Vec::new(), "s.png: found the end of the file, expected a PNG picture".into()),
        (
            "a cut file",
            rgba(|_, _| color(2))[..60].to_vec(),
            "s.png: found the end of the file, expected a PNG picture".into(),
        ),
    ];
    for (what, bytes, want) in cases {
        assert_eq!(read_sheet(bytes, "s.png").map(|_| ()).unwrap_err().to_string(), *want, "{what}");
    }
    let text = read_sheet(b"rows 32\nhello, this is no picture", "s.png").unwrap_err();
    assert_eq!((text.place, &text.expected[..]), (FilePlace::Whole, "a PNG picture"), "{text}");
}

/// Of pictures, unlike sheets, nothing is rounded: they are goldens and screenshots.
#[test]
fn a_picture_with_another_colour_is_refused_at_its_first_wrong_pixel() {
    let cases: &[(&str, Vec<u8>, &str)] = &[
        (
            "a colour that is nearly red",
            rgba(|x, y| if (x, y) == (3, 70) { [255, 0, 70, 255] } else { color(y % 16) }),
            "s.png: pixel 3,70: found #ff0046, expected one of the 32 colours, the nearest is #ff004d (colour 8)",
        ),
        (
            "half transparent",
            rgba(|x, y| if (x, y) == (0, 127) { [0, 0, 0, 128] } else { color(0) }),
            "s.png: pixel 0,127: found opacity 128 of 255, expected a pixel that is opaque or transparent",
        ),
        (
            "16 bits that 8 bits cannot say",
            raw_png(
                (128, 128),
                ColorType::Rgb,
                BitDepth::Sixteen,
                None,
                &[[0; 6], [0, 1, 0, 0, 0, 0]].concat().repeat(8192),
            ),
            "s.png: pixel 1,0: found #000000 (in 16 bits a channel), expected one of the 32 colours, the nearest is \
             #000000 (colour 0)",
        ),
    ];
    for (what, bytes, want) in cases {
        assert_eq!(read_png(bytes, "s.png").map(|_| ()).unwrap_err().to_string(), *want, "{what}");
    }
}

#[test]
fn the_size_is_looked_at_before_anything_is_decoded() {
    // A header that claims 2^31 by 2^31 pixels, and nothing else: the error names the size, not the missing data.
    let mut bytes = raw_png((128, 128), ColorType::Rgba, BitDepth::Sixteen, None, &[0; 128 * 128 * 8]);
    bytes[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    let crc = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    for (what, e) in [
        ("sheet", read_sheet(&bytes, "s.png").unwrap_err()),
        ("picture", read_png(&bytes, "s.png").unwrap_err()),
    ] {
        assert_eq!(e.found, "2147483647x2147483647 pixels", "{what}");
    }
}

/// The checksum of the PNG standard, bit by bit.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { c >> 1 ^ 0xedb8_8320 } else { c >> 1 })
    })
}

#[test]
fn a_picture_is_enlarged_by_whole_pixels_and_read_back() {
    let mut dice = Dice::new(2);
    for colors in [1, 2, 3, 4, 5, 16, 17, 32] {
        for (width, height, scale) in [(1, 1, 1), (7, 5, 1), (13, 3, 3), (128, 128, 1), (128, 128, 2)] {
            let indices: Vec<u8> = (0..width * height).map(|_| dice.roll(colors) as u8).collect();
            let bytes = png(&indices, width, height, scale);
            let back = read_png(&bytes, "p.png").unwrap();
            assert_eq!((back.width, back.height), (width * scale, height * scale));
            for (i, index) in back.indices.iter().enumerate() {
                let (x, y) = (i % back.width / scale, i / back.width / scale);
                assert_eq!(*index, indices[y * width + x], "{width}x{height} by {scale}, pixel {i}");
            }
        }
    }
    let flat = png(&[0; 128 * 128], 128, 128, 1).len();
    assert!(flat < 200, "an empty screen takes {flat} bytes");
}

#[test]
fn a_picture_of_odd_arguments_is_still_a_picture() {
    for (indices, width, height, scale, want) in [
        (&[][..], 0, 0, 0, (1, 1)),
        (&[40, 41], 2, 1, 1, (2, 1)),
        (&[1], 128, 128, usize::MAX, (2048, 2048)),
        (&[1], usize::MAX, 1, 1, (2048, 1)),
        (&[1], 1, usize::MAX, 1, (1, 2048)),
    ] {
        let picture = read_png(&png(indices, width, height, scale), "p.png").unwrap();
        assert_eq!((picture.width, picture.height), want);
    }
    assert_eq!(
        read_png(&png(&[40, 41, 2], 2, 1, 1), "p.png").unwrap().indices,
        [8, 9],
        "the lower five bits"
    );
}

/// Enlarged as requested, although no picture of that size is read: the largest map 16 times, sprites in a row, and absurd sizes.
#[test]
fn a_picture_is_enlarged_past_what_is_read() {
    for (width, height, scale, want) in [
        (472, 200, 9, (4248, 1800)),
        (1024, 512, 16, (16_384, 8192)),
        (2048, 8, 16, (32_768, 128)),
        (2048, 2048, 16, (10_240, 10_240)),
    ] {
        let bytes = png(&[7], width, height, scale);
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        assert_eq!((side(16), side(20)), want, "{width}x{height} by {scale}");
    }
}
