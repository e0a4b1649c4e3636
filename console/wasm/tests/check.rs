//! Which modules are refused, and how a cart ends that does what it should not: a table of modules in text form.
//!
//! All rows are our own decision: a module's state has to be the memory above its stack, and a cart may stop its
//! console for a moment only.

use rasher::{Boot, Console, Input};
use rasher_wasm::ModuleError;

/// A module with everything that a console wants, and these parts in place of its own.
fn module(parts: &[(&str, &str)]) -> Vec<u8> {
    let part = |name: &str, own: &'static str| {
        parts
            .iter()
            .find(|(other, _)| *other == name)
            .map_or(own.to_string(), |(_, text)| (*text).to_string())
    };
    let text = format!(
        r#"(module {} {} {} {} {} {} {} {} {})"#,
        part("import", r#"(import "rasher" "no_update60" (func $no_update60))"#),
        part("memory", r#"(memory (export "memory") 2)"#),
        part("global", r#"(global (export "__stack_pointer") (mut i32) (i32.const 65536))"#),
        part("start", r#"(func (export "start"))"#),
        part("hook", r#"(func (export "hook") (param i32 i32 i32) (result i32) i32.const 0)"#),
        part(
            "state",
            r#"(func (export "state") (result i64) i32.const 65536 i32.const 16 i32.store8 i64.const 0x100010000)"#
        ),
        part("room", r#"(func (export "room") (param i32) (result i32) i32.const 65600)"#),
        part("load", r#"(func (export "load") (result i32) i32.const 1)"#),
        part("more", ""),
    );
    wat::parse_str(&text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn refused(parts: &[(&str, &str)]) -> String {
    match rasher_wasm::cart(&module(parts)) {
        Ok(_) => panic!("it is not refused: {parts:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_module_with_all_parts_plays() {
    let cart = rasher_wasm::cart(&module(&[])).expect("a module");
    let mut console = Console::try_boot(Box::new(cart), Boot::default()).expect("it boots");
    console.try_frame(&Input::default()).expect("a frame");
    assert_eq!(console.program().inspect(), serde_json::Value::Null, "its state is the unit");
}

#[test]
fn a_module_that_could_keep_state_elsewhere_is_refused() {
    let pointer = r#"(global (export "__stack_pointer") (mut i32) (i32.const 65536))"#;
    let with = |more: &str| format!("{pointer} {more}");
    for (part, text, says) in [
        ("global", with("(global (mut i32) (i32.const 0))"), "a mutable global besides"),
        ("global", String::new(), "__stack_pointer is missing"),
        ("global", pointer.replace("65536", "65537"), "no stack of 1 to 256 KiB"),
        ("global", pointer.replace("65536", "0x7fff0000"), "no stack of 1 to 256 KiB"),
        ("memory", String::new(), "memory"),
        ("memory", r#"(memory (export "memory") 2) (memory 1)"#.into(), "or several"),
        ("memory", r#"(memory (export "memory") 60000)"#.into(), "more memory than a cart may have"),
        ("memory", r#"(memory (export "other") 2)"#.into(), "export memory is missing"),
        ("more", "(table 1 funcref) (table 1 funcref)".into(), "a second table"),
        (
            "more",
            "(table 1 funcref) (func (drop (table.grow 0 (ref.null func) (i32.const 1))))".into(),
            "a table that changes",
        ),
        ("more", r#"(data "passive")"#.into(), "passive data"),
        ("more", "(func $s) (start $s)".into(), "a start function"),
        ("more", "(func (drop (f32.add (f32.const 1) (f32.const 2))))".into(), "uses floats in function 6"),
        ("more", "(func $half (export \"half\") (drop (f64.const 0.5)))".into(), "uses floats in half"),
        ("more", "(func (param f32))".into(), "uses floats in its types"),
        ("more", "(func (drop (v128.const i64x2 0 0)))".into(), "damaged"),
        (
            "import",
            r#"(import "rasher" "warp" (func))"#.into(),
            "needs warp, which this console does not have",
        ),
        (
            "import",
            r#"(import "rasher" "cls" (func (param i32)))"#.into(),
            "needs cls, which has other arguments here",
        ),
        ("import", r#"(import "env" "exit" (func))"#.into(), "needs env.exit, which is no call of a console"),
        ("import", r#"(import "rasher" "frame" (global i32))"#.into(), "which is no function"),
        (
            "hook",
            r#"(func (export "hook") (result i32) i32.const 0)"#.into(),
            "export hook is missing or has other",
        ),
        ("state", String::new(), "export state is missing"),
        ("start", r#"(func (export "start") unreachable)"#.into(), "cannot start"),
        ("start", r#"(func (export "start") (loop br 0))"#.into(), "ran too long"),
    ] {
        let error = refused(&[(part, &text)]);
        assert!(error.contains(says), "{part} {text}\n  says {error:?}, not {says:?}");
    }
    assert_eq!(
        rasher_wasm::cart(&vec![0; 3 << 20]).err().unwrap(),
        ModuleError::Large { bytes: 3 << 20, most: 2 << 20 }
    );
}

#[test]
fn a_hook_that_does_not_end_well_ends_soon_and_changes_nothing() {
    let hook =
        |body: &str| format!(r#"(func $hook (export "hook") (param i32 i32 i32) (result i32) {body})"#);
    let cls = r#"(import "rasher" "cls" (func $cls (param i32 i32 i32)))"#;
    let map = r#"(import "rasher" "sspr" (func $sspr (param i32 i32 i32 i32 i32 i32 i32)))"#;
    for (import, body, says) in [
        ("", "(loop br 0) i32.const 0", "ran too long"),
        (
            cls,
            "(loop (call $cls (i32.const 0) (i32.const 0) (i32.const 0)) br 0) i32.const 0",
            "ran too long",
        ),
        (
            map,
            "(loop (call $sspr (i32.const 0) (i32.const 0) (i32.const 128) (i32.const 128) (i32.const 0) (i32.const 0) (i32.const 0)) br 0) i32.const 0",
            "ran too long",
        ),
        (
            "",
            "(loop (memory.fill (i32.const 65536) (i32.const 1) (i32.const 65536)) br 0) i32.const 0",
            "ran too long",
        ),
        (
            "",
            "(loop (memory.copy (i32.const 65536) (i32.const 65537) (i32.const 65535)) br 0) i32.const 0",
            "ran too long",
        ),
        ("", "(loop (drop (memory.grow (i32.const 1))) br 0) i32.const 0", "asked for memory too often"),
        ("", "(call $hook (i32.const 1) (i32.const 0) (i32.const 0))", "too many nested calls"),
        ("", "(global.set 0 (i32.const 4096)) i32.const 0", "stack pointer"),
        ("", "(drop (i32.load (i32.const 0x7fffffff))) i32.const 0", "outside of the memory"),
        ("", "unreachable", "unreachable"),
        (
            r#"(import "rasher" "printh" (func $printh (param i32 i32 i32)))"#,
            "(call $printh (i32.const 0x7fffffff) (i32.const 9) (i32.const 0)) i32.const 0",
            "an address outside of the memory",
        ),
        (
            r#"(import "rasher" "printh" (func $printh (param i32 i32 i32)))"#,
            "(i32.store8 (i32.const 65536) (i32.const 0xff)) (call $printh (i32.const 65536) (i32.const 1) (i32.const 0)) i32.const 0",
            "not UTF-8",
        ),
    ] {
        let body = format!("(if (i32.eq (local.get 0) (i32.const 1)) (then {} drop)) i32.const 0", body);
        let bytes = module(&[("import", import), ("hook", &hook(&body))]);
        let cart = rasher_wasm::cart(&bytes).unwrap_or_else(|error| panic!("{body}: {error}"));
        let mut console = Console::try_boot(Box::new(cart), Boot::default()).expect("it boots");
        // The default rate is 30 only if the cart says that it has no `_update60`.
        console.try_frame(&Input::default()).expect("60 updates a second call another hook");
        let before = console.program().inspect();
        let mut machine = console.machine().clone();
        machine.set_fps(30);
        let mut program = console.program().clone_box();
        let fault = program.update(&mut machine).expect_err("the hook fails");
        assert!(fault.message.contains(says), "{body}\n  says {:?}, not {says:?}", fault.message);
        assert_eq!(program.inspect(), before);
    }
}

#[test]
fn a_state_that_is_no_stream_is_an_error() {
    for (text, bytes) in
        [("no tag", 200), ("a list without its length", 22), ("a text without its length", 14)]
    {
        let state = format!(
            r#"(func (export "state") (result i64) i32.const 65536 i32.const {bytes} i32.store8 i64.const 0x100010000)"#
        );
        let cart = rasher_wasm::cart(&module(&[("state", &state)])).expect("a module");
        let console = Console::try_boot(Box::new(cart), Boot::default()).expect("it boots");
        assert!(console.program().save().is_err(), "{text}");
        assert!(console.program().save_bytes(&mut Vec::new()).is_err(), "{text}");
        console.digest();
    }
    let far = r#"(func (export "state") (result i64) i64.const 0x7fffffff7fffffff)"#;
    let cart = rasher_wasm::cart(&module(&[("state", far)])).expect("a module");
    let console = Console::try_boot(Box::new(cart), Boot::default()).expect("it boots");
    assert!(console.program().save().unwrap_err().reason.contains("outside"));
}
