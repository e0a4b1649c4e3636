//! Which carts a cart's code names. Our decision: a shared file contains no cart that the code does not name.

use rasher_script::{ANY, wanted_carts};

#[test]
fn what_code_names() {
    let cases: &[(&str, &[&str])] = &[
        ("load(\"b.p8\")", &["b.p8"]),
        ("load('b','back',tostr(1)) load\"c.p8\"", &["b", "c.p8"]),
        ("reload(0,0,0x2000,\"b.p8\") reload(0,f(1,2),0x2000,\"b.p8\")", &["b.p8"]),
        ("reload() reload(0,0,0x1000) cstore() cstore(0,0,1) reload(1,2,3,nil)", &[]),
        ("cstore(0,{1,2},peek(1,2),'sub/d.p8')", &["sub/d.p8"]),
        ("world.load(n) obj:load(a.b) load=1 t={load=f} ls=2", &[]),
        ("load('#abc') load('') print('load(x)') -- load(x)", &["#abc"]),
        ("load(", &[]),
        ("print('a/b') load('c.p8')", &["c.p8"]),
        ("x=\"", &[]),
        // A list is not a name, and neither are its elements.
        ("ls() ls('levels') ls\"\" dir('a/b') t.ls('x')", &[]),
        // A concatenation yields as much as is known.
        ("load(\"level\"..n..\".p8\")", &["level?.p8"]),
        ("load('a'..'b'..'.p8')", &["ab.p8"]),
        ("load('./a/b/level'..n) print('/') x='http://c'", &["./a/b/level?"]),
        // One published show of 45 carts has its folder in a variable, another of 10 its name.
        ("d='carts/' load(d..n..'.p8')", &["carts/?.p8"]),
        ("local mod='poom' reload(0,0,1,mod..\"_\"..(n+1)..\".p8\")", &["poom_?.p8"]),
        ("load(f('a','b')..'level'..t[n])", &["?level?"]),
        ("for f in all(ls('levels')) do load('levels/'..f) end", &["levels/?"]),
    ];
    for (code, names) in cases {
        let wanted = wanted_carts(code.as_bytes());
        let found: Vec<String> = wanted.names.iter().map(|name| name.replace(ANY, "?")).collect();
        assert!(found == *names && !wanted.unknown && wanted.texts.is_empty(), "{code}: {wanted:?}");
    }
}

/// If a name cannot be computed, it can consist only of the code's texts.
#[test]
fn what_code_may_name() {
    let cases: &[(&str, &[&str])] = &[
        ("reload(0,0,1,names[2]) names={'a','sub/b.p8','a'}", &["a", "sub/b.p8"]),
        ("local l=load l('x')", &["x"]),
        ("for f in all(ls()) do load(f) end", &[]),
        ("load(n..'.p8')", &[".p8"]),
        ("load('a\\x62.p8') x='#a' y=''", &["#a"]),
        // Assigned twice, together, added to, or as a field: unknown.
        ("d='a' d='b' load(d)", &["a", "b"]),
        ("c,d='a','b' load(d)", &["a", "b"]),
        ("d='a' d..='b' load(d)", &["a", "b"]),
        ("t.d='a' load(d)", &["a"]),
        ("d='a'..n load(d)", &["a"]),
        ("load(f('a'..'b'))", &["a", "b"]),
    ];
    for (code, texts) in cases {
        let wanted = wanted_carts(code.as_bytes());
        assert!(wanted.unknown && wanted.texts == *texts && wanted.names.is_empty(), "{code}: {wanted:?}");
    }
    // Code of any length is read in one pass.
    let many = "load(n)load('a'..b)".repeat(100_000);
    assert_eq!(wanted_carts(many.as_bytes()).names.len(), 1);
}
