//! Which carts a cart's code asks for: texts in its calls, and when any of its folder. The rule is a decision of this console.

use rasher_script::wanted_carts;

#[test]
fn what_code_asks_for() {
    let cases: &[(&str, &[&str], bool)] = &[
        ("load(\"b.p8\")", &["b.p8"], false),
        ("load('b','back',tostr(1)) load\"c.p8\"", &["b", "c.p8"], false),
        ("reload(0,0,0x2000,\"b.p8\") reload(0,f(1,2),0x2000,\"b.p8\")", &["b.p8"], false),
        ("reload() reload(0,0,0x1000) cstore() cstore(0,0,1) reload(1,2,3,nil)", &[], false),
        ("cstore(0,{1,2},peek(1,2),'sub/d.p8')", &["sub/d.p8"], false),
        ("load(\"level\"..n..\".p8\")", &[], true),
        ("reload(0,0,1,names[2])", &[], true),
        ("local l=load l('x')", &[], true),
        ("for f in all(ls()) do end", &[], true),
        ("world.load(n) obj:load(a.b) load=1 t={load=f} ls=2", &[], false),
        ("load('#abc') load('') print('load(x)') -- load(x)", &[], false),
        ("load('a\\x62.p8')", &[], true),
        ("load(", &[], false),
        ("print('a/b') load('c.p8')", &["c.p8"], false),
        ("x=\"", &[], false),
    ];
    for (code, names, all) in cases {
        let wanted = wanted_carts(code.as_bytes());
        assert!(wanted.names == *names && wanted.all == *all, "{code}: {wanted:?}");
    }
}

#[test]
fn which_folders_code_lists() {
    let cases: &[(&str, &[&str])] = &[
        ("ls()", &[]),
        ("ls('.') ls\"\" ls(\"./\")", &[]),
        ("ls(\"levels\") ls'levels/' ls(\"./levels\")", &["levels"]),
        // What stands before a slash may be the beginning of a name that is made.
        ("dir(\"a/b\") ls('c')", &["a/b", "c", "a"]),
        ("ls(name) ls(\"a\"..\"b\") t.ls('x')", &[]),
        // So a published show of 45 carts has its folder in a variable.
        ("d='carts/' load(d..n..'.p8')", &["carts"]),
        ("load('./a/b/level'..n) print('/') x='http://c'", &["a/b", "http:"]),
    ];
    for (code, folders) in cases {
        let wanted = wanted_carts(code.as_bytes());
        assert_eq!(wanted.folders, *folders, "{code}");
        // A cart of a list is loaded by a name that is made.
        assert!(wanted.all, "{code}");
    }
}
