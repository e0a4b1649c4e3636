//! Cartridges as text. The layout is that of the manual and of files that PICO-8 wrote; the example of
//! sounds and pixels was computed by hand from the manual's bit tables.

use crate::Dice;
use format::{
    Cartridge, DataFile, DataFiles, Section, SharedOwner, TextForm, assemble, parts, read_p8, write_flags,
    write_map, write_music, write_p8, write_sfx, write_sheet,
};
use rasher::{Bundle, BundledCart, CartBytes, Code, Rom};
use tests::foreign::{code_picture, exported_script, own_page};

const HEAD: &str = "pico-8 cartridge // http://www.pico-8.com\nversion 42\n";

/// A cartridge as a text, in Unicode.
fn written(cart: &Cartridge) -> String {
    String::from_utf8(write_p8(cart).unwrap()).unwrap()
}

/// `text` and then zeros up to `len` characters.
fn pad(text: &str, len: usize) -> String {
    format!("{text:0<len$}")
}

#[test]
fn each_section_goes_to_its_bytes() {
    let sound = format!("010a0203{}", pad("0c0502605718a37", 160));
    let text = [
        HEAD,
        "__lua__\nx=\"\u{2b05}\u{fe0f}\u{25cb}\"\n-->8\n-- two\n\n",
        "__gfx__\n",
        &pad("0123456789abcdef", 128),
        "\n__label__\n",
        &pad("09afgv", 128),
        &format!("\n{}", pad("", 128)).repeat(127),
        "\n\n__gff__\n",
        &pad("0180ff", 256),
        "\n",
        &pad("07", 256),
        "\n__map__\n",
        &pad("", 256),
        "\n",
        &pad("0102fe", 256),
        "\n__sfx__\n",
        &sound,
        "\n__music__\n05 01424344\n\n",
    ]
    .concat();
    let cart = read_p8(text.as_bytes(), "some/where/my.p8").unwrap();
    let data = &cart.rom.data;
    let mut want = Rom::empty("my");
    // Two pixels a byte, the left one in the low nibble.
    want.data[..8].copy_from_slice(&[0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe]);
    want.data[0x3000..0x3003].copy_from_slice(&[0x01, 0x80, 0xff]);
    want.data[0x3080] = 7;
    want.data[0x2080..0x2083].copy_from_slice(&[0x01, 0x02, 0xfe]);
    // Pitch 0c, instrument 0, volume 5, effect 0 is the word 0x0a0c, and so on.
    want.data[0x3200..0x3206].copy_from_slice(&[0x0c, 0x0a, 0x26, 0x7a, 0x98, 0xf6]);
    want.data[0x3240..0x3244].copy_from_slice(&[0x01, 0x0a, 0x02, 0x03]);
    // Flags 5: bit 7 of the first and of the third byte.
    want.data[0x3100..0x3104].copy_from_slice(&[0x81, 0x42, 0xc3, 0x44]);
    for (at, (byte, want)) in data.iter().zip(&want.data[..]).enumerate() {
        assert_eq!(byte, want, "address {at:04x}");
    }
    assert_eq!((cart.version, &cart.rom.name[..]), (42, "my"));
    assert_eq!(cart.code, b"x=\"\x8b\x7f\"\n-->8\n-- two\n");
    assert_eq!(cart.tabs(), [&b"x=\"\x8b\x7f\""[..], b"-- two\n"]);
    assert_eq!(cart.label.as_ref().unwrap()[..7], [0, 9, 10, 15, 16, 31, 0]);
    for (n, (line, want)) in written(&cart).split('\n').zip(text.split('\n')).enumerate() {
        assert_eq!(line, want, "line {n}: order and empty lines are those of the console");
    }
    assert_eq!(written(&cart).len(), text.len());
}

#[test]
fn what_is_as_in_an_empty_cart_is_not_written() {
    assert_eq!(written(&Cartridge::new(Rom::empty("x"))), HEAD.replace("42", "41"));
    assert_eq!(read_p8(HEAD.as_bytes(), "x.p8").unwrap().rom, Rom::empty("x"));
    let mut cart = Cartridge::new(Rom::empty("x"));
    let set: &[(usize, &str, usize)] = &[
        (0x1fff, "__gfx__", 128), // the last pixel: all rows
        (0x0040, "__gfx__", 2),
        (0x2000, "__map__", 1),
        (0x3000, "__gff__", 2), // both rows or none
        (0x3200 + 3 * 68, "__sfx__", 4),
        (0x3104, "__music__", 3), // and an empty line
    ];
    for (at, head, rows) in set {
        cart.rom = Rom::empty("x");
        cart.rom.data[*at] ^= 0x10;
        let text = written(&cart);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!((lines[0], lines.len() - 1), (*head, *rows), "byte {at:04x}");
        assert_eq!(read_p8(text.as_bytes(), "x.p8").unwrap(), cart, "byte {at:04x}");
    }
}

#[test]
fn what_is_left_of_a_file_counts_and_the_order_does_not() {
    let cart = |body: &str| read_p8(format!("{HEAD}{body}").as_bytes(), "x.p8").unwrap();
    let short = cart("__music__\n\n00 01020304\n\n__sfx__\n0110\n0011\n__map__\nFf\n__gfx__\n1\n\n2");
    let mut want = Rom::empty("x");
    (want.data[0], want.data[0x40], want.data[0x2000]) = (1, 2, 0xff);
    (want.data[0x3200 + 64], want.data[0x3200 + 65], want.data[0x3200 + 68 + 65]) = (1, 16, 17);
    want.data[0x3100..0x3104].copy_from_slice(&[1, 2, 3, 4]);
    assert_eq!(short.rom, want);
    assert_eq!(cart("__lua__").code, b"");
    assert_eq!(cart("__lua__\nx=1").code, b"x=1");
    assert_eq!(cart("__lua__\nx=1\n\n").code, b"x=1\n");
    let dos = format!("\u{feff}{HEAD}__lua__\nx=1\ny=2\n__map__\n01\n").replace('\n', "\r\n");
    let dos = read_p8(dos.as_bytes(), "x.p8").unwrap();
    assert_eq!((&dos.code[..], dos.rom.data[0x2000]), (&b"x=1\ny=2"[..], 1));
    // Glyphs as single bytes, next to others as characters.
    let old = [HEAD.as_bytes(), b"__lua__\n?\"\x97\xe2\x9d\x8e\x8e\"\n"].concat();
    assert_eq!(read_p8(&old, "x.p8").unwrap().code, b"?\"\x97\x97\x8e\"");
    // 64 rows of map: the lower half is the sheet's, and counts where the sheet is empty.
    let rows = "00\n".repeat(32) + "2100\n" + "0031\n";
    let tall = cart(&format!("__map__\n{rows}__gfx__\n{}12\n", "0\n".repeat(64)));
    assert_eq!((tall.rom.data[0x1000], tall.rom.data[0x1081]), (0x21, 0x31));
    // Digits after the end of a row of the sheet, the map or the label are ignored.
    let wide = cart(&format!("__gfx__\n{}9zz\n21\n", "1".repeat(128)));
    assert_eq!(wide.rom.data[..0x42], [&[0x11; 0x40][..], &[0x12, 0]].concat()[..]);
    let wide = cart(&format!("__map__\n{}ffzz\n05\n__label__\n{}zz\n7\n", "01".repeat(128), "v".repeat(128)));
    assert_eq!(wide.rom.data[0x2000..0x2082], [&[1; 128][..], &[5, 0]].concat()[..]);
    assert_eq!(wide.label.expect("a label")[..130], [&[31; 128][..], &[7, 0]].concat()[..]);
    let wide = cart(&format!("__sfx__\n{} 00\n0011\n__music__\n00 01020304 00\n", "0".repeat(168)));
    assert_eq!(wide.rom.data[0x3100..0x3104], [1, 2, 3, 4]);
    assert_eq!(wide.rom.data[0x3200 + 68 + 65], 17);
}

/// The sections in files of each version, by 130 published ones of 1 to 14, and 82 without code of 4 to 43.
#[test]
fn an_empty_cart_is_written_as_its_version_has_it() {
    let rows =
        |name: &str, count: usize, row: &str| format!("__{name}__\n{}", format!("{row}\n").repeat(count));
    let (pixels, bytes) = ("0".repeat(128), "0".repeat(256));
    let data = |gap: &str| {
        let sound = format!("0010{}", "0".repeat(164));
        [
            rows("lua", 1, ""),
            rows("gfx", 128, &pixels) + gap,
            rows("gff", 2, &bytes),
            rows("map", 32, &bytes),
            rows("sfx", 64, &sound),
            rows("music", 64, "00 41424344") + "\n",
        ]
        .concat()
    };
    let cases =
        [(5, data("")), (8, data("\n")), (14, data("\n")), (15, rows("lua", 1, "")), (34, String::new())];
    for (version, body) in cases {
        let text = HEAD.replace("42", &version.to_string()) + &body;
        let cart = read_p8(text.as_bytes(), "x.p8").unwrap();
        assert_eq!(written(&cart), text, "version {version}");
    }
    // Some files of version 8 to 14 lack the empty line: 84 of 191 without a label.
    for version in [8, 14] {
        let text = HEAD.replace("42", &version.to_string()) + &data("");
        assert_eq!(written(&read_p8(text.as_bytes(), "x.p8").unwrap()), text, "version {version}");
    }
}

/// A file of another system, or from before Unicode, comes back as it was, if its code is the same in that form.
#[test]
fn a_text_keeps_its_form() {
    let dos = format!(
        "{HEAD}__lua__\nx=1\n\n-->8\ny=\"\u{2b05}\u{fe0f}\"\n__map__\n{}\n__meta:a__\nb\n",
        pad("01", 256)
    );
    let dos = dos.replace('\n', "\r\n");
    // As in 29 files of version 8 to 16 with glyphs.
    let old = [HEAD.replace("42", "16").as_bytes(), b"__lua__\n?\"\x97\x8e \x01\"\n-- \x80\xff\n"].concat();
    let old_dos: Vec<u8> = old.split(|b| *b == b'\n').collect::<Vec<_>>().join(&b"\r\n"[..]);
    let form = |crlf, glyph_bytes| TextForm { crlf, glyph_bytes, no_gap: false };
    for (text, form) in
        [(dos.into_bytes(), form(true, false)), (old, form(false, true)), (old_dos, form(true, true))]
    {
        let cart = read_p8(&text, "x.p8").unwrap();
        assert_eq!(cart.form, form);
        assert!(write_p8(&cart).unwrap() == text, "{form:?}");
    }
}

#[test]
fn what_is_passed_over_is_said_with_line_and_column() {
    let zeros = |n: usize| "0".repeat(n);
    let cases: &[(String, &str)] = &[
        ("pico-8 cartridge\n".into(), "x.p8:2:1: found nothing, expected \"version\" and a number"),
        (HEAD.replace("42", "-1"), "x.p8:2:1: found \"version -1\", expected \"version\" and a number"),
        (
            HEAD.replace("42", "99999999999"),
            "x.p8:2:1: found \"version 99999999999\", expected \"version\" and a number",
        ),
        (format!("{HEAD}x=1\n"), "x.p8:3:1: found \"x=1\", expected a section, such as __lua__"),
        (format!("{HEAD}__gfx__\n\n00g0"), "x.p8:5:3: found \"g\", expected a hex digit"),
        (format!("{HEAD}__gff__\n{}", zeros(257)), "x.p8:4:257: found \"0\", expected the end of the row"),
        (
            format!("{HEAD}__gfx__\n{}", "0\n".repeat(129)),
            "x.p8:132:1: found \"0\", expected no more than 128 rows in this section",
        ),
        (format!("{HEAD}__label__\n0w"), "x.p8:4:2: found \"w\", expected a digit 0-9 or a-v"),
        (format!("{HEAD}__gff__\n000"), "x.p8:4:4: found the end of the line, expected a hex digit"),
        (format!("{HEAD}__map__\n0\u{e9}"), "x.p8:4:2: found \"\u{e9}\", expected a hex digit"),
        (format!("{HEAD}__sfx__\n00100000000"), "x.p8:4:12: found the end of the line, expected a hex digit"),
        (format!("{HEAD}__music__\n10 41424344"), "x.p8:4:1: found 10, expected flags up to f"),
        (format!("{HEAD}__music__\n00 418"), "x.p8:4:7: found the end of the line, expected a hex digit"),
        (format!("{HEAD}__music__\n00 414243444"), "x.p8:4:12: found \"4\", expected the end of the row"),
        (
            format!("{HEAD}__gff__\n__map__\n__gff__\n"),
            "x.p8:5:1: found a second __gff__, expected each section once",
        ),
    ];
    for (text, want) in cases {
        let cart = read_p8(text.as_bytes(), "x.p8").unwrap();
        assert_eq!(cart.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [*want]);
    }
    let read = |text: &str| read_p8(format!("{HEAD}{text}").as_bytes(), "x.p8").unwrap();
    // The rest is read: the digits before it, the rows after it.
    let cart = read("__gff__\n010g\n02\n__map__\n030\n__lua__\nx=1\n__gff__\n44\n");
    let bytes = [0x3000, 0x3001, 0x3080, 0x2000].map(|at| cart.rom.data[at]);
    assert_eq!((bytes, &cart.code[..], cart.warnings.len()), ([1, 0, 2, 3], &b"x=1"[..], 3));
}

/// Published files without the first lines, and plain code as `.lua` or `.p8`.
#[test]
fn a_text_without_its_head_is_read() {
    let read = |text: &[u8], file: &str| format::read_cartridge(text, file);
    let code = |text: &[u8], file: &str| read(text, file).map(|cart| String::from_utf8(cart.code).unwrap());
    assert_eq!(code(b"printh(7)", "x.lua").unwrap(), "printh(7)");
    assert_eq!(code("\u{feff}x=1\r\ny=2\r\n".as_bytes(), "x.p8").unwrap(), "x=1\ny=2\n");
    let cart = read(b"x=1\n__gff__\n07\n", "x.p8").unwrap();
    assert_eq!((&cart.code[..], cart.rom.data[0x3000], cart.warnings.len()), (&b"x=1"[..], 7, 0));
    assert_eq!(code(b"__lua__\nx=1\n", "x.p8").unwrap(), "x=1");
    assert_eq!(code(b"pico-8 cartridge\n__lua__\nx=1\n", "x.p8").unwrap(), "x=1");
    for (bytes, found) in
        [(&b""[..], "nothing"), (b" \n", "nothing"), (b"\x7fELF\x02\x01", "bytes that are no text")]
    {
        let error = read(bytes, "x.p8").unwrap_err().to_string();
        assert!(error.starts_with(&format!("x.p8: found {found}, expected a cartridge: ")), "{error}");
    }
    // Data have no place in a file of code.
    let changed = format::update_p8(b"x=1", &[1; 0x4300], "x.lua").unwrap_err().to_string();
    assert!(changed.starts_with("x.lua: found a file of code"), "{changed}");
}

/// The list is that of pages and scripts that PICO-8 exports, as several public tools read it.
#[test]
fn a_page_has_a_cart_in_it() {
    let mut cart = Cartridge::new(Rom::empty("x"));
    (cart.code, cart.rom.data[1]) = (b"x=1".to_vec(), 9);
    let page = |bytes: &[u8]| {
        let numbers: Vec<String> = bytes.iter().map(ToString::to_string).collect();
        format!("var _cartname=[`x.p8`];\nvar _cartdat; _cartdat = [\n{},\n];\n", numbers.join(","))
            .into_bytes()
    };
    for bytes in [format::write_p8rom(&cart).unwrap(), format::write_p8png(&cart).unwrap()] {
        let read = format::read_cartridge(&page(&bytes), "x.js").unwrap();
        assert_eq!((read.code, read.rom.data), (cart.code.clone(), cart.rom.data.clone()));
        assert!(
            format::holds_cartridge(&page(&bytes), "x.HTML")
                && !format::holds_cartridge(&page(&bytes), "x.md")
        );
    }
    // 2 MB, read in one pass: with each name followed to the end of the page it took 50 s.
    let names = "_cartdat=[".repeat(200_000);
    assert!(format::read_cartridge(names.as_bytes(), "x.html").is_err());
    let error = format::read_cartridge(b"<p>_cartdat=[300]", "x.html").unwrap_err().to_string();
    assert!(
        error.starts_with("x.html: found a page without a cart in it, expected the cart as a list"),
        "{error}"
    );
    // Plain code, since 0.2.4c.
    let tiny = format::read_cartridge(b"printh(7)", "x.p8.rom").unwrap();
    assert_eq!((tiny.code, tiny.rom), (b"printh(7)".to_vec(), Rom::empty("x")));
}

/// A published export has 21 carts. The layout is that of several: names in the same order, 32,768 bytes each.
#[test]
fn a_page_may_have_several_carts() {
    let rom = |code: &str, first: u8| {
        let mut cart = Cartridge::new(Rom::empty("x"));
        (cart.code, cart.rom.data[0]) = (code.into(), first);
        format::write_p8rom(&cart).unwrap()
    };
    let (one, two) = (rom("x=1", 1), rom("x=2", 2));
    let page = exported_script(&[("menu.p8", &one), ("games/two.p8", &two)]);
    let cart = format::read_cartridge(&page, "x.js").unwrap();
    let all = cart.carts.iter().map(|it| (&*it.name, &it.code.text[..], it.data.0[0])).collect::<Vec<_>>();
    assert_eq!((&cart.code[..], cart.rom.data[0]), (&b"x=1"[..], 1));
    assert_eq!(all, [("menu.p8", &b"x=1"[..], 1), ("two.p8", b"x=2", 2)]);
    // A broken cart among them costs only itself, and one without a name gets its number.
    let broken = [&one[..0x4300], b"\0pxa\xff\xff\xff\xff", &one[0x4308..]].concat();
    let page = exported_script(&[("menu.p8", &[&one[..], &broken, &two].concat())]);
    let cart = format::read_cartridge(&page, "x.js").unwrap();
    assert_eq!(cart.carts.iter().map(|it| &*it.name).collect::<Vec<_>>(), ["menu.p8", "2.p8"]);
    assert_eq!(cart.warnings.len(), 1);
}

#[test]
fn our_own_page_is_read_back() {
    let code = |text: &[u8]| Code { text: text.into(), pieces: vec![(1, "a.p8".into(), 1)] };
    let cart = |name: &str, text: &[u8], first: u8| {
        let mut data = Rom::empty("").data;
        data[0] = first;
        BundledCart { name: name.into(), code: code(text), data: CartBytes(data) }
    };
    let bundle = Bundle::new(vec![cart("a.p8", b"x=1", 1), cart("b.p8", b"x=2", 2)]);
    let label: Vec<u8> = (0..128 * 128).map(|at| (at % 31) as u8).collect();
    let page = own_page(Some(&bundle), Some(format::png(&label, 128, 128, 1)));
    let read = format::read_cartridge(page.as_bytes(), "a.html").unwrap();
    assert_eq!((&read.code[..], read.rom.data[0], &read.carts[..]), (&b"x=1"[..], 1, bundle.carts()));
    assert_eq!(read.label.unwrap()[..], label[..]);
    let refused = [
        (own_page(None, None), "a page of the Rust cart \"porklike\", whose code is compiled"),
        (own_page(None, None).replace("cart", "page"), "a page of the player, without a cart"),
        (page.replace("bundle\">", "bundle\">!!!"), "a page with a cart that cannot be unpacked"),
    ];
    for (page, found) in refused {
        let error = format::read_cartridge(page.as_bytes(), "a.html").unwrap_err().to_string();
        assert!(error.starts_with(&format!("a.html: found {found}, expected ")), "{error}");
    }
    // A page is not overwritten with its code.
    let error = format::update_code(page.as_bytes(), b"x=3", "a.html").unwrap_err().to_string();
    assert!(error.contains("save it under another name"), "{error}");
}

/// Drawn by the console's own `print`; the layout is that of three published pictures.
#[test]
fn code_is_read_from_a_picture_of_it() {
    let every: Vec<u8> = (16..=255).filter(|code| !matches!(code, 30 | 32)).collect();
    let mut lines: Vec<&[u8]> = every.chunks(20).collect();
    lines.extend([&b"  if (x<1) y=\"a b\""[..], b"", b"-->8", &[b'w'; 46], &[b'w'; 60], b"z"]);
    for rows in [lines.len(), 7, 3] {
        let read = format::read_cartridge(&code_picture(&lines, rows), "a.lua.png").unwrap();
        let found: Vec<&[u8]> = read.code.split(|byte| *byte == b'\n').collect();
        let cut: Vec<&[u8]> = lines.iter().map(|line| &line[..line.len().min(46)]).collect();
        assert_eq!(found, cut, "{rows} rows");
        let warned: Vec<String> = read.warnings.iter().map(ToString::to_string).collect();
        let at = lines.len() - 1;
        assert_eq!(
            warned,
            [format!(
                "a.lua.png:{at}:1: found a line that is cropped, expected at most 46 characters: the picture lacks the rest of the line"
            )]
        );
    }
    let shown = code_picture(&[b"x=1"], 1);
    let other = format::png(&[7; 192 * 6], 192, 6, 1);
    assert_eq!(format::read_cartridge(&other, "a.lua.png").unwrap().code, b"", "nothing on a background");
    let dot: Vec<u8> = (0..192 * 6).map(|at| u8::from(at != 193)).collect();
    for (bytes, error) in [
        (
            format::png(&dot, 192, 6, 1),
            "a.lua.png: pixel 1,1: found a shape, expected a character of PICO-8's font",
        ),
        (format::png(&[7; 64], 8, 8, 1), "a.lua.png: found 8x8 pixels, expected a picture of code"),
    ] {
        let found = format::read_cartridge(&bytes, "a.lua.png").unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
    assert!(format::read_cartridge(&shown, "a.png").is_err(), "only by that name");
}

/// 2 MB of repeated sections gave 50 MB of warnings.
#[test]
fn warnings_are_few_and_the_others_are_counted() {
    let text = format!("{HEAD}{}", "__gff__\n".repeat(200_000));
    let cart = read_p8(text.as_bytes(), "x.p8").unwrap();
    assert_eq!((cart.warnings.len(), cart.more_warnings), (100, 199_899));
}

#[test]
fn what_the_format_cannot_hold_is_not_written() {
    let mut cart = Cartridge::new(Rom::empty("x"));
    cart.code = b"x=[[\n__gfx__\n]]".to_vec();
    let error = write_p8(&cart).unwrap_err().to_string();
    assert!(error.starts_with("x.p8:2:1: found \"__gfx__\", expected no line"), "{error}");
    cart.code = b"x=__gfx__".to_vec();
    assert!(write_p8(&cart).is_ok());
    for (name, text) in [("a\nb", ""), ("", ""), ("meta:t", "one\n__two__\n")] {
        cart.extra = vec![Section { name: name.into(), text: text.into() }];
        write_p8(&cart).expect_err(name);
    }
}

/// A cartridge with all of its data, any code without carriage returns, and kept sections.
fn random(dice: &mut Dice) -> Cartridge {
    let mut cart = Cartridge::new(Rom::empty("random"));
    dice.fill(&mut cart.rom.data[..]);
    cart.version = dice.roll(1 << 20) as u32;
    cart.code = (0..dice.roll(400)).map(|_| dice.byte()).filter(|b| *b != b'\r').collect();
    if dice.roll(2) == 0 {
        let mut label = Box::new([0; 128 * 128]);
        label.iter_mut().for_each(|pixel| *pixel = dice.roll(32) as u8);
        cart.label = Some(label);
    }
    for name in ["meta:title", "unknown", "meta:title"].iter().take(dice.roll(4)) {
        let text = "caf\u{e9} \u{1f431}\n\n".repeat(dice.roll(3));
        cart.extra.push(Section { name: (*name).into(), text });
    }
    cart
}

#[test]
fn a_random_cartridge_becomes_text_and_the_same_cartridge_again() {
    let mut dice = Dice::new(5);
    for n in 0..200 {
        let cart = random(&mut dice);
        let text = written(&cart);
        let back = read_p8(text.as_bytes(), "random.p8").unwrap_or_else(|e| panic!("{n}: {e}"));
        assert!(back.rom == cart.rom, "{n}: data");
        assert_eq!(back.code, cart.code, "{n}");
        assert!(back == cart, "{n}");
        assert!(written(&back) == text, "{n}");
    }
}

#[test]
fn data_files_become_a_cartridge_and_the_same_files_again() {
    let mut dice = Dice::new(6);
    for shared in [SharedOwner::Sheet, SharedOwner::Map].repeat(4) {
        let files_of = |rom: &Rom| {
            let parts = parts(rom, shared);
            let sound = [write_sfx(&parts.sfx), write_music(&parts.music)];
            (write_sheet(&parts.sheet), write_map(&parts.map), write_flags(&parts.flags), sound)
        };
        let files = files_of(&dice.rom());
        let file = |name, bytes| Some(DataFile { name, bytes });
        let rom = assemble(
            "random",
            &DataFiles {
                sheet: file("s.png", &files.0),
                map: file("m.map", files.1.as_bytes()),
                flags: file("f.flags", files.2.as_bytes()),
                sfx: file("s.sfx", files.3[0].as_bytes()),
                music: file("m.music", files.3[1].as_bytes()),
            },
        );
        let text = written(&Cartridge::new(rom.unwrap()));
        assert!(files_of(&read_p8(text.as_bytes(), "random.p8").unwrap().rom) == files, "{shared:?}");
    }
}

/// What published files have that PICO-8 itself does not write: an effect above 7 (zepto8's `tut.p8`), a volume and a pitch
/// with a bit too many, of which the low bits count as in zepto8, a pattern's byte with its highest bit, a row of music without its space, 64 rows of map beside a full sheet, names of characters that the console lacks.
#[test]
fn odd_files_are_read() {
    let sfx = |cart: &format::Cartridge, at: usize| cart.rom.data[usize::from(rasher::memory::SFX) + at];
    let music = |cart: &format::Cartridge| cart.rom.data[usize::from(rasher::memory::MUSIC)..][..4].to_vec();
    let read = |body: &str| read_p8(format!("{HEAD}{body}").as_bytes(), "x.p8").unwrap();
    // Pitch 1, volume 0, effect a: effect 2, and the bit of a custom instrument.
    let cart = read("__sfx__\n001000000100a\n");
    assert_eq!([sfx(&cart, 0), sfx(&cart, 1)], [1, 0xa0]);
    // Pitch 41, volume d: pitch 1, volume 5.
    let cart = read("__sfx__\n00100000410d0\n");
    assert_eq!([sfx(&cart, 0), sfx(&cart, 1)], [1, 5 << 1]);
    assert_eq!(music(&read("__music__\n01 81424344\n")), [0x81, 0x42, 0x43, 0x44]);
    assert_eq!(music(&read("__music__\n0041424344\n")), [0x41, 0x42, 0x43, 0x44]);
    let shared = format!("__map__\n{}0022\n__gfx__\n{}0011\n", "00\n".repeat(32), "0\n".repeat(64));
    assert_eq!(read(&shared).rom.data[0x1001], 0x33);
    let code = read("__lua__\n::\u{1f32c}::?\n").code;
    assert_eq!(code, [b"::", "\u{1f32c}".as_bytes(), b"::?"].concat());
}
