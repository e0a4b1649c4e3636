//! Carts' data: a sheet with little on it, a few sounds, cartridges with and without a label.

use super::Seed;
use format::*;
use image::{DynamicImage, ImageFormat, RgbImage};
use png::{BitDepth, ColorType, Encoder};
use rasher::{Bundle, BundledCart, CartBytes, Code, Rom};
use tests::foreign::{LDTK, TILED, aseprite, code_picture, exported_script, midi, own_page};
use tests::random::Dice;

fn encoded(color: ColorType, depth: BitDepth, comment: Option<&str>, data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, 128, 128);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some(text) = comment {
        encoder.add_text_chunk("Comment".into(), text.into()).expect("plain letters");
    }
    let mut writer = encoder.write_header().expect("into memory");
    writer.write_image_data(data).expect("as many bytes as it has");
    writer.finish().expect("into memory");
    out
}

/// Some bytes in each region, the rest as an empty cart has it.
fn rom() -> Rom {
    let (mut rom, mut dice) = (Rom::empty("small"), Dice::new(10));
    for region in [0x100..0x140, 0x1000..0x1010, 0x2000..0x2010, 0x3000..0x3010, 0x3200..0x3200 + 3 * 68] {
        rom.data[region].iter_mut().for_each(|b| *b = dice.byte());
    }
    rom.data[0x3101] = 0x80;
    rom.data[0x3200 + 68 + 66] |= 0x80;
    rom
}

fn cart(code: &[u8]) -> Cartridge {
    let mut cart = Cartridge::new(rom());
    cart.code = code.to_vec();
    cart
}

/// Stripes in the first colours, as written by the program that writes that kind.
fn foreign(kind: ImageFormat) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let picture = RgbImage::from_fn(16, 4, |x, _| image::Rgb(rasher::palette::RGB[x as usize]));
    let picture = DynamicImage::from(picture);
    // The writer of GIFs wants opacity.
    let picture = if kind == ImageFormat::Gif { picture.to_rgba8().into() } else { picture };
    picture.write_to(&mut out, kind).expect("into memory");
    out.into_inner()
}

pub fn all() -> Vec<Seed> {
    let mut sheet = [0; 0x2000];
    sheet[500..700].fill(0x3a);
    let mut seeds = vec![
        ("sheet", "written.png", write_sheet(&sheet)),
        (
            "sheet",
            "red_green_blue.png",
            encoded(ColorType::Rgb, BitDepth::Eight, None, &[0x1d, 0x2b, 0x53].repeat(128 * 128)),
        ),
        ("sheet", "grey.png", encoded(ColorType::Grayscale, BitDepth::Two, None, &[0; 128 * 32])),
        (
            "sheet",
            "deep.png",
            encoded(ColorType::Rgba, BitDepth::Sixteen, Some("made by hand"), &[0; 128 * 128 * 8]),
        ),
        ("picture", "one_colour.png", png(&[5; 12 * 10], 12, 10, 2)),
        ("picture", "all_colours.png", png(&(0..32).collect::<Vec<u8>>(), 8, 4, 3)),
    ];
    for (name, kind) in [
        ("stripes.png", ImageFormat::Png),
        ("stripes.bmp", ImageFormat::Bmp),
        ("stripes.gif", ImageFormat::Gif),
        ("stripes.webp", ImageFormat::WebP),
        ("stripes.qoi", ImageFormat::Qoi),
        ("stripes.jpg", ImageFormat::Jpeg),
    ] {
        seeds.push(("import", name, foreign(kind)));
    }
    for (name, shared) in [("of_the_sheet", SharedOwner::Sheet), ("of_the_map", SharedOwner::Map)] {
        let mut map = parts(&rom(), shared).map;
        map.comments =
            vec![Comment { before: 3, text: "# here".into() }, Comment { before: 20, text: String::new() }];
        seeds.push(("map", name, write_map(&map).into_bytes()));
    }
    let mut parts = parts(&rom(), SharedOwner::Sheet);
    parts.flags.comments = vec![Comment { before: 0, text: "#   01  wall".into() }];
    parts.flags.tails[3] = "  # torch".into();
    parts.sfx.sounds[0].name = "a bass".into();
    parts.sfx.sounds[0].comments = vec![Comment { before: 2, text: "# bar 2".into() }];
    parts.sfx.sounds[2].tails[1] = "  # rise".into();
    parts.sfx.end = vec![String::new(), "# the end".into()];
    let step = "sfx 8 step: speed 2\n  C-1.noi.1  ...\n\nsfx 9: speed 18 length 2 detune 1\n";
    let hub = "# hub\n 0:    8   --   --   --  start  back  # bass\n\n 1:    8   20  (9)   30\n63:   --   --   --   --";
    let code = b"-- a title\n-- a name\nx=1\n-->8\ny=\"\x97\x8b\"\nfunction _draw() cls(x) end\n";
    let (small, mut full) = (cart(code), cart(code));
    full.extra = vec![Section { name: "meta:title".into(), text: "a title\n".into() }];
    full.label = Some(Box::new([17; 128 * 128]));
    let text =
        b"function _draw()\n cls(1)\n rectfill(0,0,127,127,1)\n rectfill(8,8,119,119,2)\nend\n".repeat(2);
    let tone: Vec<i16> = (0..300).map(|n| (n % 50) * 400).collect();
    let chord = [60, 64, 67, 71, 74].into_iter().map(|key| (24, vec![0x90, key, 90])).collect();
    let noise = b"\0\xf0\xe1\xd2\xc3\xb4\xa5\x96\x87 and so on and so on";
    let old = [b":c:\0\0\x0c\0\0", &[13, 0, b'A', 0x3c, 0x22, 0x3c, 0x42][..]].concat();
    let code = Code { text: text[..].into(), pieces: vec![(1, "a.p8".into(), 1)] };
    let first = BundledCart { name: "a.p8".into(), code, data: CartBytes(rom().data) };
    let bundle = Bundle::new(vec![first]);
    let packed = |code: &[u8]| pack_code(code, "f").expect("it is short");
    let mut bare = write_p8rom(&cart(&text)).expect("it is short");
    bare.truncate(bare.iter().rposition(|b| *b != 0).map_or(0, |at| at + 1));
    seeds.extend([
        ("aseprite", "three.aseprite", aseprite(6, 8, &rasher::palette::RGB[8..11])),
        ("wav", "tone", format::wav(&tone)),
        ("wav", "cut", format::wav(&tone)[..100].to_vec()),
        ("midi", "chord", midi(96, &[chord, vec![(0, vec![0xff, 0x51, 3, 7, 0, 0])]])),
        ("tiled", "layers.tmx", TILED.into()),
        ("tiled", "refused_tilecount.tmx", TILED.replace("\"256\"", "\"4294967295\"").into()),
        ("ldtk", "levels.ldtk", LDTK.into()),
        ("flags", "written", write_flags(&parts.flags).into_bytes()),
        ("sfx", "written", write_sfx(&parts.sfx).into_bytes()),
        ("sfx", "by_hand", step.into()),
        ("music", "written", write_music(&parts.music).into_bytes()),
        ("music", "by_hand", hub.into()),
        ("p8", "small", write_p8(&small).expect("it is short")),
        ("p8", "full", write_p8(&full).expect("it is short")),
        ("p8rom", "small", bare.clone()),
        ("p8png", "small.png", write_p8png(&small).expect("it is short")),
        ("page", "exported.html", exported_script(&[("a.p8", &bare[..])])),
        ("page", "refused_rust.html", own_page(None, None).into_bytes()),
        ("page", "own.html", own_page(Some(&bundle), Some(png(&[9; 128 * 128], 128, 128, 1))).into_bytes()),
        ("code_picture", "two_lines.png", code_picture(&[b"?1", b"--!"], 2)),
        ("code", "packed", packed(&text)),
        ("code", "noise", packed(noise)),
        ("code", "old", old),
        ("code", "plain", b"x=1 cls()\0".to_vec()),
    ]);
    seeds
}
