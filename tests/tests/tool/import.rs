//! `rasher import`: any picture becomes a cart's sheet; nothing is replaced without being told to.
//!
//! `format/import.rs` tests which files are read, and that colours are nearest. Texts are our decision.

use format::{png, read_sheet};
use image::{Rgb, RgbImage};
use rasher::palette::RGB;
use std::fs;
use std::path::Path;
use tests::foreign::{LDTK, TILED, aseprite};
use tests::shell::{command, done, fails, folder, rasher};

/// A picture with 16 columns of the colours, the third slightly off.
fn stripes(path: &Path, side: u32) {
    let color = |x: u32| match x % 16 {
        2 => [0x7e, 0x25, 0x50],
        n => RGB[n as usize],
    };
    RgbImage::from_fn(side, 8, |x, _| Rgb(color(x))).save(path).expect("a picture of a test");
}

#[test]
fn a_picture_becomes_the_sheet_of_a_cart_and_differences_are_reported() {
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
            "{}: 32x8 pixels, at the top left; the rest is colour 0\n\
             16 of 256 pixels, in 1 colour, were replaced by the nearest colour, at most 3 of 255 off\n  \
             #7e2550 is  2 #7e2553, 3 off, 16 pixels, the first at 2,0\n",
            sheet.display()
        )
    );
    let read = |path: &Path| read_sheet(&fs::read(path).unwrap(), "sheet").expect("a sheet").data;
    let bytes = read(&sheet);
    // Column 1 is in the high digit of the first byte; row 8 is empty.
    assert_eq!((bytes[0], bytes[1], bytes[16], bytes[8 * 64]), (0x10, 0x32, 0, 0));
    // Again: nothing is replaced without being told to.
    let before = fs::read(&sheet).unwrap();
    let dots: Vec<u8> = (0..128 * 128).map(|n| [7, 12][(n + n / 128) % 2]).collect();
    fs::write(folder.join("other.png"), png(&dots, 128, 128, 2)).unwrap();
    let other = format!("import {data}/other.png my_game --data {data}");
    fails(
        &other,
        1,
        &["my_game.png: already exists; use --overwrite to replace it, or -o FILE to write another file"],
    );
    assert_eq!(fs::read(&sheet).unwrap(), before);
    assert_eq!(
        done(&format!("{other} --overwrite")),
        format!("{}: 128x128 pixels, scaled down from 2 times\nAll colours are exact.\n", sheet.display())
    );
    assert_eq!(read(&sheet)[..65], [[0xc7; 64].as_slice(), &[0x7c]].concat());
    let file = folder.join("apart.png");
    done(&format!("{line} -o {}", file.display()));
    assert_eq!(fs::read(file).unwrap(), before);
}

/// A cart's file next to its data folders is named as in all other commands.
#[test]
fn a_cart_may_be_named_by_its_file() {
    let folder = folder("import", "named");
    fs::create_dir(folder.join("sprites")).unwrap();
    stripes(&folder.join("paint.png"), 32);
    let line = format!("import {0}/paint.png {0}/moth.p8", folder.display());
    fails(&line, 1, &["cannot be the name of a cart"]);
    fs::write(folder.join("moth.p8"), "pico-8 cartridge // http://www.pico-8.com\nversion 42\n").unwrap();
    done(&line);
    assert!(folder.join("sprites/moth.png").is_file());
}

/// The folder that `rasher new --lua` makes, and one whose cart has another name. A folder of several carts is refused with their names.
#[test]
fn a_cart_may_be_named_by_its_folder() {
    let folder = folder("import", "folder");
    let cart = folder.join("my_moth");
    done(&format!("new --lua {}", cart.display()));
    stripes(&folder.join("paint.png"), 128);
    let line = format!("import {}/paint.png {}", folder.display(), cart.display());
    fails(&line, 1, &["my_moth.png: already exists; use --overwrite to replace it"]);
    for way in ["", "/", "/.", "/my_moth.p8"] {
        fs::remove_file(cart.join("sprites/my_moth.png")).unwrap();
        assert!(done(&format!("{line}{way}")).contains("sprites/my_moth.png: 128x8 pixels"), "{way}");
    }
    fs::rename(&cart, folder.join("other")).unwrap();
    let line = line.replace("my_moth", "other") + " --overwrite";
    assert!(done(&line).contains("other/sprites/my_moth.png"));
    fs::copy(folder.join("other/my_moth.p8"), folder.join("other/bee.p8")).unwrap();
    fails(&line, 1, &["other: found 2 carts: bee, my_moth, expected one of them, named by its file"]);
    fs::create_dir(folder.join("bare")).unwrap();
    let line = line.replace("/other", "/bare");
    fails(&line, 1, &["cannot be the name of a cart"]);
}

/// The only command that changes colours of a sheet without a question: it is asked for. Size and all else stay.
#[test]
fn a_sheet_is_fixed_in_its_own_size() {
    let folder = folder("import", "fix");
    let cart = folder.join("moth");
    done(&format!("new --lua {}", cart.display()));
    let sheet = cart.join("sprites/moth.png");
    let paint = |stray: bool| {
        let color = |x: u32, y: u32| match (x / 2, y / 2) {
            (3, 70) if stray => Rgb([255, 0, 70]),
            (x, y) => Rgb(RGB[(x + y) as usize % 16]),
        };
        RgbImage::from_fn(256, 256, color).save(&sheet).expect("a picture of a test");
    };
    let remark = "4 pixels of #ff0046, the first at 6,140, shown as colour 8 (#ff004d)";
    for name in [cart.clone(), cart.join("moth.p8"), sheet.clone()] {
        paint(true);
        let line = format!("fix {}", name.display());
        assert_eq!(done(&line), format!("{}: replaced {remark}\n", sheet.display()));
        let fixed = fs::read(&sheet).unwrap();
        let read = read_sheet(&fixed, "sheet").unwrap();
        assert_eq!((read.scale, read.data[70 * 64 + 1] >> 4, read.remark()), (2, 8, None));
        assert_eq!(done(&line), format!("{}: all colours are exact\n", sheet.display()));
        assert_eq!(fs::read(&sheet).unwrap(), fixed);
    }
    // A cart that is run says so.
    paint(true);
    let run = command(["run", cart.join("moth.p8").to_str().unwrap(), "--headless", "--frames", "1"]);
    let said = format!("{remark}; rasher fix writes that into the file");
    assert!(run.err.contains(&said), "{}", run.err);
    fs::write(&sheet, "no picture").unwrap();
    fails(&format!("fix {}", cart.display()), 1, &["moth.png: found", "expected a PNG picture"]);
    fails("fix nowhere_at_all --data /", 1, &["this folder has neither a sprites nor an sfx folder"]);
}

#[test]
fn what_cannot_be_imported_is_refused_and_nothing_is_written() {
    let folder = folder("import", "refused");
    fs::write(folder.join("map.tmj"), "{}").unwrap();
    fs::write(folder.join("side.tmj"), r#"{"orientation":"isometric","layers":[]}"#).unwrap();
    let data = folder.display();
    stripes(&folder.join("wide.png"), 130);
    fs::write(folder.join("text.png"), "no picture").unwrap();
    // A header that declares 60,000 x 60,000 pixels.
    let mut huge = png(&[0; 64], 8, 8, 1);
    huge[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    fs::write(folder.join("huge.png"), huge).unwrap();
    let out = folder.join("out.png");
    for (name, says) in [
        ("wide.png", "found 130x8 pixels, expected at most 128x128 pixels, or such a picture enlarged"),
        ("text.png", "expected a picture: PNG, BMP, GIF, WebP, QOI or JPEG"),
        ("huge.png", "huge.png: found "),
        ("none.png", "none.png: cannot read"),
        ("map.tmj", "found JSON without layers, expected a map of Tiled"),
        ("side.tmj", "found isometric map, expected an orthogonal map of Tiled"),
    ] {
        fails(&format!("import {data}/{name} game -o {}", out.display()), 1, &[says]);
        assert!(!out.exists(), "{name}");
    }
    fails(
        &format!("import {data}/wide.png ../game -o {}", out.display()),
        1,
        &["cannot be the name of a cart"],
    );
    fails(
        &format!("import {data}/wide.png game --data {data}"),
        1,
        &["this folder has neither a sprites nor an sfx folder"],
    );
    assert_eq!(rasher("import").code, 2);
    assert!(command(["help", "import"]).out.contains("--overwrite"));
}

#[test]
fn frames_of_aseprite_are_placed_side_by_side_from_whole_sprites_on() {
    let folder = folder("import", "aseprite");
    let (file, sheet) = (folder.join("walk.aseprite"), folder.join("sheet.png"));
    fs::write(&file, aseprite(6, 8, &[RGB[8], RGB[12], RGB[11]])).unwrap();
    let line = format!("import {} hero -o {}", file.display(), sheet.display());
    assert!(done(&line).contains("22x8 pixels"), "three frames, eight pixels apart");
    let bytes = read_sheet(&fs::read(&sheet).unwrap(), "sheet").expect("a sheet").data;
    let pixel = |x: usize| bytes[x / 2] >> (x % 2 * 4) & 15;
    assert_eq!([0, 5, 6, 8, 13, 16, 21, 22].map(pixel), [8, 8, 0, 12, 12, 11, 11, 0]);
    // Anything else is reported, at whichever byte it ends.
    let whole = aseprite(6, 8, &[RGB[8]]);
    for cut in [0, 5, 100, 130, 150, 170, whole.len() - 1] {
        fs::write(&file, &whole[..cut]).unwrap();
        fails(&format!("{line} --overwrite"), 1, &["walk.aseprite"]);
    }
    // A cel that claims to be larger than its bytes: the library panics there, which is an error here.
    let (mut long, size) = (whole.clone(), [6, 0, 8, 0]);
    let at = whole.windows(4).rposition(|bytes| bytes == size).expect("the cel's size");
    long[at] = 200;
    fs::write(&file, long).unwrap();
    fails(&format!("{line} --overwrite"), 1, &["walk.aseprite: found something that crashed the reader"]);
    fs::write(&file, aseprite(136, 100, &[RGB[8]])).unwrap();
    fails(&format!("{line} --overwrite"), 1, &["1 frame of 136x100 pixels", "fit into 128x128"]);
    fs::write(&file, aseprite(100, 100, &[RGB[8], RGB[12]])).unwrap();
    fails(&format!("{line} --overwrite"), 1, &["2 frames of 100x100 pixels", "fit into 128x128"]);
}

#[test]
fn maps_of_tiled_and_ldtk_become_a_map() {
    let folder = folder("import", "maps");
    let out = folder.join("world.map");
    let line =
        |file: &str| format!("import {} world --overwrite -o {}", folder.join(file).display(), out.display());
    fs::write(folder.join("a.tmx"), TILED).unwrap();
    let told = done(&line("a.tmx"));
    assert!(told.contains("3x2 tiles of 2 layers") && told.contains("1 tile is flipped"), "{told}");
    let map = format::read_map(&fs::read(&out).unwrap(), "map").expect("a map");
    assert_eq!(
        (&map.upper[..3], &map.upper[128..131], map.shared),
        (&[1, 17, 0][..], &[0, 255, 1][..], None)
    );
    fs::write(folder.join("b.ldtk"), LDTK).unwrap();
    let told = done(&line("b.ldtk"));
    assert!(told.contains("10x2 tiles of 3 layers") && told.contains("1 tile is flipped"), "{told}");
    let map = format::read_map(&fs::read(&out).unwrap(), "map").expect("a map");
    assert_eq!((map.upper[0], map.upper[9], map.upper[128 + 8]), (9, 7, 5));
    for (file, text, why) in [
        ("c.tmx", TILED.replace("256,", "300,"), "tile 299"),
        ("d.tmx", TILED.replace("width=\"3\"", "width=\"300\""), "d.tmx"),
        ("e.tmx", TILED.replace("encoding=\"csv\"", "encoding=\"base64\" compression=\"zstd\""), "CSV"),
        ("f.tmx", "<map".to_string(), "a map of Tiled"),
        (
            "k.tmx",
            TILED.replace("name=\"ground\"", "visible=\"0\"").replace("name=\"above\"", "visible=\"0\""),
            "no tiles in 0 tile layers",
        ),
        // The format of Tiled before version 0.13.
        ("l.tmx", TILED.replace(" tilecount=\"256\"", ""), "found a tileset without tilecount"),
        (
            "m.ldtk",
            "{\"levels\":[{\"layerInstances\":[{\"__gridSize\":8,\"intGridCsv\":[0,1]},{\"intGridCsv\":[0]}]}]}".to_string(),
            "no tiles in 0 tile layers and 1 other layers",
        ),
        ("g.ldtk", "{".to_string(), "a world of LDtk"),
        ("h.ldtk", "{\"levels\":[{\"layerInstances\":null}]}".to_string(), "a level without layers"),
        ("i.ldtk", LDTK.replace("64", "8000"), "128x64"),
        (
            "j.ldtk",
            LDTK.replace("\"__gridSize\":8,\"gridTiles\"", "\"__gridSize\":16,\"gridTiles\""),
            "grids of",
        ),
    ] {
        fs::write(folder.join(file), text).unwrap();
        fails(&line(file), 1, &[file, why]);
    }
}

/// Our decision: what a file claims about itself takes no memory before it is compared with the limits of a map or a
/// sheet.
#[test]
fn numbers_of_a_file_are_bounded_before_memory_is_taken() {
    let folder = folder("import", "bounded");
    let deep = |n: usize| format!("<map>{}", "<group>".repeat(n));
    let objects = |n: usize| format!("{{\"layers\":[{{}}{}]}}", ",{}".repeat(n));
    let set = r#"{"source":"none.tsj"}"#;
    // A frame of sixteen bytes more after each frame of a file; one layer more in the first.
    let frames = |n: usize| {
        let empty = [&16u32.to_le_bytes()[..], &0xf1fau16.to_le_bytes(), &[0; 10]].concat();
        [aseprite(8, 8, &[RGB[8]]), empty.repeat(n)].concat()
    };
    let layers = |n: usize| {
        let mut file = frames(0);
        let layer = file[144..144 + 25].to_vec();
        file.splice(144..144, layer.repeat(n));
        let size = (file.len() - 128) as u32;
        file[128..132].copy_from_slice(&size.to_le_bytes());
        file[140..144].copy_from_slice(&(n as u32 + 2).to_le_bytes());
        file
    };
    let tsx = "<tileset tilecount=\"4294967295\" columns=\"4294967295\"/>";
    fs::write(folder.join("huge.tsx"), tsx).unwrap();
    let outside = TILED.replace(" name=\"s\" ", " source=\"huge.tsx\" ");
    let chunk = r#"<layer><data encoding="csv"><chunk x="0" y="0" width="4294967295" height="4294967295">1</chunk></data></layer></map>"#;
    for (file, bytes, says) in [
        (
            "tiles.tmx",
            TILED.replace("\"256\"", "\"4294967295\"").into_bytes(),
            "found a tileset of 4294967295 tiles, expected at most 1048576 tiles",
        ),
        ("outside.tmx", outside.into_bytes(), "found a tileset of 4294967295 tiles"),
        (
            "wide.tmx",
            TILED.replace("width=\"3\"", "width=\"4294967295\"").into_bytes(),
            "expected 8589934590: 4294967295 columns of 2 rows",
        ),
        ("chunk.tmx", format!("<map infinite=\"1\">{chunk}").into_bytes(), "found 1 tiles"),
        ("deep.tmx", deep(300_000).into_bytes(), ":1:440: found 63 nested groups, expected at most 62"),
        ("open.tmx", deep(20).into_bytes(), "found the end of the file, expected </map>"),
        (
            "word.tmx",
            TILED.replace("columns=\"16\"", "columns=\"x\"").into_bytes(),
            ":3:2: found columns=\"x\", expected a whole number",
        ),
        (
            "many.tmx",
            format!("<map>{}</map>", "<layer/>".repeat(600_000)).into_bytes(),
            "found 600002 objects, expected at most 600000",
        ),
        ("many.tmj", objects(600_000).into_bytes(), "found 600002 objects, expected at most 600000"),
        (
            "sets.tmj",
            format!("{{\"layers\":[],\"tilesets\":[{set}{}]}}", format!(",{set}").repeat(1024)).into_bytes(),
            "found 1025 tilesets",
        ),
        ("many.ldtk", objects(600_000).replace("layers", "levels").into_bytes(), "found 600002 objects"),
        (
            "levels.ldtk",
            objects(8192).replace("layers", "levels").into_bytes(),
            "found 8193 levels, expected at most 8192",
        ),
        (
            "nested.ldtk",
            format!("{{\"worlds\":{}", "[{\"worlds\":".repeat(200)).into_bytes(),
            "recursion limit exceeded",
        ),
        (
            "frames.ase",
            frames(256),
            "found 257 frames, 1 layers and 2 parts in all, expected at most 256 frames",
        ),
        ("layers.ase", layers(1024), "found 1 frames, 1025 layers and 1026 parts in all"),
    ] {
        fs::write(folder.join(file), bytes).unwrap();
        fails(&format!("import {0}/{file} game --overwrite -o {0}/out", folder.display()), 1, &[file, says]);
        assert!(!folder.join("out").exists(), "{file}");
    }
    // A user's properties may nest as deep as a file is long; they are not read.
    let deep = [
        &[4, 0, 0, 0][..],
        &[0xff; 4],
        &[1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, b'a', 0x11, 0],
        &[1, 0, 0, 0, 0x11, 0].repeat(100_000),
    ]
    .concat();
    let chunk = [&(deep.len() as u32 + 6).to_le_bytes()[..], &0x2020u16.to_le_bytes(), &deep].concat();
    let mut file = frames(0);
    file.splice(144..144, chunk);
    let size = (file.len() - 128) as u32;
    file[128..132].copy_from_slice(&size.to_le_bytes());
    file[140..144].copy_from_slice(&3u32.to_le_bytes());
    fs::write(folder.join("properties.ase"), file).unwrap();
    done(&format!("import {0}/properties.ase game -o {0}/out.png", folder.display()));
}

/// From Tiled's documentation of its formats: layers in groups, packed, in endless parts, and the same in JSON.
#[test]
fn each_form_of_a_map_of_tiled_says_the_same() {
    use base64::Engine;
    let folder = folder("import", "forms");
    let out = folder.join("world.map");
    let cells: Vec<u8> = [2u32, 3, 0, 0, 256, 0x8000_0002].iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let base64 = |bytes: &[u8]| base64::prelude::BASE64_STANDARD.encode(bytes);
    let zlib = base64(&miniz_oxide::deflate::compress_to_vec_zlib(&cells, 6));
    let deflated = miniz_oxide::deflate::compress_to_vec(&cells, 6);
    let gzip = base64(
        &[&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &deflated, &crc32(&cells), &[24, 0, 0, 0]].concat(),
    );
    let plain = "encoding=\"csv\">2,3,0,\n0,256,2147483650</data></layer>\n <layer id=\"2\"";
    assert!(TILED.contains(plain));
    let packed = |how: &str, text: &str| {
        TILED.replace(
            plain,
            &format!("encoding=\"base64\" {how}>\n {text}\n</data></layer>\n <layer id=\"2\""),
        )
    };
    let json = |layer: &str| {
        format!(
            r#"{{"orientation":"orthogonal","tilewidth":8,"tileheight":8,"infinite":false,
            "tilesets":[{{"firstgid":1,"columns":16,"tilecount":256,"tilewidth":8,"tileheight":8}}],
            "layers":[{{"type":"group","layers":[{layer}]}},{{"type":"objectgroup","objects":[]}},
            {{"type":"tilelayer","name":"a","width":3,"height":2,"data":[0,18,0,0,0,0]}},
            {{"type":"tilelayer","name":"h","visible":false,"width":3,"height":2,"data":[9,9,9,9,9,9]}}]}}"#
        )
    };
    let list = r#"{"type":"tilelayer","name":"g","width":3,"height":2,"data":[2,3,0,0,256,2147483650]}"#;
    let text = |data: &str, how: &str| {
        let layer = r#""type":"tilelayer","name":"g","width":3,"height":2,"encoding":"base64""#;
        format!("{{{layer},\"compression\":\"{how}\",\"data\":\"{data}\"}}")
    };
    // The same cells in two parts, left of and above 0,0.
    let parts = r#"{"type":"tilelayer","name":"g","chunks":[
        {"x":-16,"y":-8,"width":2,"height":2,"data":[2,18,0,256]},{"x":-14,"y":-7,"width":1,"height":1,"data":[2147483650]}]}"#;
    let endless =
        json(parts).replace("\"infinite\":false", "\"infinite\":true").replace("[0,18,0,0,0,0]", "[]");
    let grouped = TILED
        .replace(" <layer id=\"1\"", "<group id=\"7\" name=\"all\"><layer id=\"1\"")
        .replace("</layer>\n <layer id=\"2\"", "</layer></group>\n <layer id=\"2\"");
    for (file, text) in [
        ("plain.tmx", packed("", &base64(&cells))),
        ("zlib.tmx", packed("compression=\"zlib\"", &zlib)),
        ("gzip.tmx", packed("compression=\"gzip\"", &gzip)),
        ("group.tmx", grouped),
        ("list.tmj", json(list)),
        ("zlib.tmj", json(&text(&zlib, "zlib"))),
        ("gzip.json", json(&text(&gzip, "gzip"))),
        ("plain.tmj", json(&text(&base64(&cells), ""))),
        ("endless.tmj", endless),
    ] {
        fs::write(folder.join(file), text).unwrap();
        let told =
            done(&format!("import {} world --overwrite -o {}", folder.join(file).display(), out.display()));
        assert!(told.contains("3x2 tiles") && told.contains("1 tile is flipped"), "{file}: {told}");
        let map = format::read_map(&fs::read(&out).unwrap(), "map").expect("a map");
        assert_eq!((&map.upper[..3], &map.upper[128..131]), (&[1, 17, 0][..], &[0, 255, 1][..]), "{file}");
    }
    // Data that would be much larger unpacked are refused.
    let bomb = base64(&miniz_oxide::deflate::compress_to_vec_zlib(&vec![0; 8 << 20], 9));
    fs::write(folder.join("bomb.tmx"), packed("compression=\"zlib\"", &bomb)).unwrap();
    fails(
        &format!("import {0}/bomb.tmx world -o {0}/b.map", folder.display()),
        1,
        &["bomb.tmx", "larger than a map"],
    );
}

/// The checksum of gzip, from RFC 1952.
fn crc32(bytes: &[u8]) -> [u8; 4] {
    let step = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    let crc = bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step));
    (!crc).to_le_bytes()
}

/// Our decision: a tile becomes the sprites at its position in the tileset's picture, if that fits into a sheet.
#[test]
fn a_map_looks_as_it_did_with_its_tilesets_picture_as_the_sheet() {
    let folder = folder("import", "tiles");
    let out = folder.join("world.map");
    let import = |file: &str, text: String| {
        fs::write(folder.join(file), text).unwrap();
        let told =
            done(&format!("import {} world --overwrite -o {}", folder.join(file).display(), out.display()));
        (format::read_map(&fs::read(&out).unwrap(), "map").expect("a map").upper, told)
    };
    // Twelve columns of 8x8: tile 13 is the second one of the second row, sprite 17.
    let narrow = TILED
        .replace("tilecount=\"256\" columns=\"16\"", "tilecount=\"96\" columns=\"12\"")
        .replace("2,3,0,\n0,256,", "14,3,0,\n0,96,");
    let (map, told) = import("narrow.tmx", narrow);
    assert_eq!((&map[..3], map[129]), (&[17, 21, 0][..], 7 * 16 + 11));
    assert!(!told.contains("does not fit"), "{told}");
    // Tiles of 16x16, eight in a row: tile 1 is the sprites 2, 3, 18 and 19.
    let large = TILED
        .replace("tilewidth=\"8\" tileheight=\"8\"", "tilewidth=\"16\" tileheight=\"16\"")
        .replace("tilecount=\"256\" columns=\"16\"", "tilecount=\"64\" columns=\"8\"")
        .replace("2,3,0,\n0,256,", "2,3,0,\n0,64,");
    let (map, told) = import("large.tmx", large);
    assert_eq!((&map[..4], &map[128..132]), (&[2, 3, 66, 67][..], &[18, 19, 82, 83][..]));
    assert!(told.contains("6x4 tiles") && told.contains("2x2 cells"), "{told}");
    // LDtk's world with the same tileset, by its definition; and one too large for a sheet, by number.
    let set = |wide: u32| {
        format!(
            r#"{{"defs":{{"tilesets":[{{"uid":7,"pxWid":{wide},"pxHei":128,"tileGridSize":8}}]}},"levels""#
        )
    };
    let by = |wide: u32| {
        LDTK.replace("{\"levels\"", &set(wide))
            .replace("\"gridTiles\"", "\"__tilesetDefUid\":7,\"gridTiles\"")
    };
    let (map, _) = import("narrow.ldtk", by(32));
    assert_eq!(
        (map[0], map[9], map[128 + 8]),
        (2 * 16 + 1, 16 + 3, 16 + 1),
        "tiles 9, 7 and 5, four in a row"
    );
    let (map, told) = import("wide.ldtk", by(512));
    assert_eq!((map[0], map[9], map[128 + 8]), (9, 7, 5));
    assert!(told.contains("tile numbers became sprite numbers"), "{told}");
    // A level in its own file.
    let level =
        r#"{"layerInstances":[{"__gridSize":8,"gridTiles":[{"px":[8,0],"t":3,"f":0}],"autoLayerTiles":[]}]}"#;
    fs::create_dir_all(folder.join("levels")).unwrap();
    fs::write(folder.join("levels/one.ldtkl"), level).unwrap();
    let world =
        r#"{"levels":[{"worldX":0,"worldY":0,"layerInstances":null,"externalRelPath":"levels/one.ldtkl"}]}"#;
    assert_eq!(import("beside.ldtk", world.to_string()).0[1], 3);
    // An LDtk rule may put a tile where its level has ended.
    let level = r#"{"levels":[{"worldX":0,"worldY":0,"pxWid":16,"pxHei":8,"layerInstances":[{"__gridSize":8,
        "autoLayerTiles":[{"px":[8,0],"t":3,"f":0},{"px":[8,-8],"t":4,"f":0},{"px":[16,0],"t":5,"f":0}]}]}]}"#;
    let (map, told) = import("rules.ldtk", level.to_string());
    assert_eq!(&map[..3], [0, 3, 0]);
    assert!(told.contains("2 tiles are outside of the level, and skipped"), "{told}");
}

#[test]
fn the_data_of_a_cartridge_become_the_files_of_a_cart() {
    let folder = folder("import", "cartridge");
    for sub in ["sprites", "sfx"] {
        fs::create_dir(folder.join(sub)).unwrap();
    }
    let mut rom = rasher::Rom::empty("old");
    (rom.data[0], rom.data[0x2001], rom.data[0x3002]) = (0x21, 7, 9);
    fs::write(folder.join("old.p8"), format::write_p8(&format::Cartridge::new(rom.clone())).unwrap())
        .unwrap();
    let line = format!("import {0}/old.p8 game --data {0}", folder.display());
    assert_eq!(done(&line).lines().count(), 5);
    let read = store::rom_in(&folder, "game").unwrap().expect("its files");
    assert_eq!(read.data, rom.data);
    fails(&line, 1, &["already exists"]);
    done(&format!("{line} -o {}/only.flags", folder.display()));
    assert!(folder.join("only.flags").is_file());
}
