//! Texts typed or written by hand, and a user's own files.

use super::Seed;
use studio::{Cover, Label, Settings, ShelfCart, ShelfMessage};

pub fn all() -> Vec<Seed> {
    let settings = Settings { volume: 3, window: [700, 600], ..Settings::default() };
    let numbers = std::array::from_fn(|i| i as u8);
    let texts: &[(&str, &str, &str)] = &[
        ("settings", "older.json", "{\"crt\": true}"),
        ("cart_data", "words", "00010000 00020000\n\n"),
        (
            "marks",
            "by_hand.json",
            "{\"favourites\":[\"a\",\"/b/c.p8\"],\"played\":{\"a\":1764201600,\"d\":-5}}",
        ),
        ("catalogue", "address", "https://example.org:8080/a/index.html#b"),
        (
            "catalogue",
            "two.json",
            "{\"catalogue\":1,\"title\":\"Ada\",\"carts\":[{\"id\":\"a\",\"title\":\"A\",\"players\":1,\"file\":\"c/a.p8.png\",\"size\":9,\
             \"sha256\":\"0000000000000000000000000000000000000000000000000000000000000000\",\"loads\":[\"b\"]},{\"id\":\"b\",\
             \"title\":\"B\",\"players\":2,\"updated\":\"2026-11-29\",\"file\":\"b.p8\",\"size\":1,\
             \"sha256\":\"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\",\"loads\":[\"a\"]}]}",
        ),
        ("results", "points", "013529070000000061746f746f70206c73746e697fffffff\n"),
        ("results", "lowest", "01352907000000006f6f6c66000000720000000080000000\n"),
        (
            "dap",
            "session",
            "Content-Length: 49\r\n\r\n{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\"}\
             Content-Length: 85\r\n\r\n{\"seq\":2,\"type\":\"request\",\"command\":\"launch\",\"arguments\":{\"program\":\"/nowhere/a.p8\"}}\
             Content-Length: 49\r\n\r\n{\"seq\":3,\"type\":\"request\",\"command\":\"disconnect\"}",
        ),
        (
            "manifest",
            "Cargo.toml",
            "[package]\nname = \"game\"\n[lib]\npath = \"src/lib.rs\"\n[dependencies]\nrasher = { path = \"../console\" }\nserde = \"1\"\n",
        ),
        ("script", "by_hand", "# go\n12 right\n\n1 o+up 2:x # and\n30\n5 none\n"),
        (
            "cart_test",
            "by_hand",
            "# a walk\nseed 7\ncost 50%\n30 right # go\n60 o+up 2:x until hp < 3\nto 300\nexpect hp == 3 && mem[0x5f28] == 0\n\
             always hp > 0\nlua #mobs == 2\npicture a.png\nshows \"sparks\"\nprints \"caught\"\nsfx 8\nmusic 0\ntype \"ab\"\nmenu 1\nerror \"no\"\n",
        ),
        ("cart_test", "recorded", "recording run.rec\n60\nend\ndigests\n"),
        ("cart_test", "from", "from a b.slot 300\nset hp = 1\ncall spawn(3)\n60 o\n"),
        ("cart_test", "refused_word", "60 right\nexpct hp == 3\n"),
        ("condition", "field", "hp == 4.5"),
        ("condition", "element", "mobs[3].pos.x >= 12"),
        ("condition", "word", "state != \"dead\""),
        ("condition", "byte", "mem[0x5f00] > 7 && !(frame == 3 || a.len < 2)"),
        (
            "trace",
            "two_lines",
            "1 0d5e88b1c2f4a673 PADS=1f SCREEN=77 t=e1\n1 0d5e88b1c2f4a673 PADS=1f SCREEN=77 t=e2\n",
        ),
        ("trace", "short", "2 0d5e88b1c2f4a673\n2 0d5e88b1c2f4a673 t=e2"),
        ("print", "number", "abcde\0-0x12.8 "),
        ("print", "codes", "\x10\0\x10\0\x07\x04a\x06w\x02b\x06-wide\x06:0011223344556677\nend\t\x0e!"),
        ("print", "letters", "\0\0\0\0\x08\0 12.75 "),
        (
            "budget_rust",
            "cart",
            "use rasher::*;\n#[derive(Clone)]\nstruct A<'a> { b: &'a [u8; 3] }\n/// Text.\nimpl A<'_> {\n    fn f(&self) -> i32 {\n        \
             let s = r#\"x\"#; if self.b[0] > 1 { 0x1f } else { s.len() as i32 }\n    }\n}\n#[cfg(test)]\nmod tests {}\n",
        ),
        (
            "budget_lua",
            "code.lua",
            "--[[ a\n]] x=1 y,z={a=1,[2]=3},\"s\\65\"\nfunction f(...) if (x!=2) ?\"hi\",x\n while x<0x1.8 do x+=1 end return #y end\n",
        ),
        (
            "budget_lua",
            "cart.p8",
            "pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\nx=1\nfunction _draw() cls() print(x) end\n",
        ),
    ];
    let texts = texts.iter().map(|(target, name, text)| (*target, *name, text.as_bytes().to_vec()));
    let mut seeds: Vec<Seed> = texts.collect();
    seeds.push(("settings", "mine.json", settings.to_json().into_bytes()));
    let shown =
        |name: &str, face| ShelfCart { name: name.into(), title: name.into(), face, ..ShelfCart::default() };
    let carts = vec![shown("/a/one.p8", Cover::Unread), shown("two", Cover::Plain)];
    let read = ShelfMessage::Read {
        name: "one".into(),
        title: "One".into(),
        about: "by me".into(),
        wrong: String::new(),
        label: Some(Label::plain("one")),
    };
    for (name, news) in [("carts", ShelfMessage::Carts(carts)), ("back", ShelfMessage::Back), ("read", read)]
    {
        seeds.push(("boot_news", name, news.to_bytes().into()));
    }
    seeds.push(("boot_news", "refused", vec![9]));
    seeds.push(("cart_data", "written", store::save_text(&numbers).into_bytes()));
    seeds
}
