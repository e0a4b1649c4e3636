//! Expressions: one notation for Lua and Rust carts, and that of earlier versions.
//!
//! Values of Lua rest on Lua itself: each row is also run by the cart's own language, which must agree.

use rasher::{Boot, Cart, Console, Input, Machine, Num, num, program};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use timeline::Condition;

const CART: &str = "t=6 x=nil enemies={} for i=1,31 do enemies[i]={hp=i} end\n\
                    keys={[-1]='left',[0.5]=1,['a b']=2} state='walk' third=1/3 big=30000\n\
                    base={speed=3} hero=setmetatable({hp=1},{__index=base,__len=function() return 9 end}) twin=hero\n\
                    function double(n) return 2*n end\nfunction forever() while true do end end\n\
                    function _update() t+=1 end\n";

fn lua() -> Console {
    let program = script::lua_cart(CART.as_bytes(), "cart.p8").expect("a program");
    let mut console = Console::boot(program, Boot::default());
    console.frame(&Input::default());
    console
}

#[test]
fn expressions_of_a_lua_cart_are_lua() {
    let console = lua();
    for (text, value) in [
        ("t", json!(7)),
        ("#enemies>30", json!(true)),
        ("#enemies > 31 or t == 7", json!(true)),
        ("t%2==0", json!(false)),
        ("t%2==1 and #enemies", json!(31)),
        ("x==nil", json!(true)),
        ("nobody == nil", json!(true)),
        ("not t", json!(false)),
        ("not x", json!(true)),
        ("not x == nil", json!(false)),
        ("keys[-1]", json!("left")),
        ("keys[-1] == 'left'", json!(true)),
        ("keys[0.5] + keys[\"a b\"]", json!(3)),
        ("state .. '!'", json!("walk!")),
        ("state ~= \"run\"", json!(true)),
        ("enemies[3].hp * 2 - 1", json!(5)),
        ("enemies[t].hp", json!(7)),
        ("double(t) == 14", json!(true)),
        ("big + big", json!(-5536)),
        ("1 + 2 * 3 == 7", json!(true)),
        ("(1 + 2) * 3", json!(9)),
        ("7 \\ 2", json!(3)),
        ("-t", json!(-7)),
        // Wraps at 16 bits before the point, as the console's numbers do.
        ("big + 10000 == 40000", json!(true)),
        ("third == 0.3333", json!(false)),
        ("third * 3", json!(0.99999)),
        ("'10' + 1", json!(11)),
        ("1 .. third", json!("10.3333")),
        ("'a' < 'b'", json!(true)),
        ("2 ^ 3 ^ 2", json!(512)),
        ("t & 3 | 8", json!(11)),
        ("keys[nobody]", json!(null)),
        ("hero.speed == 3", json!(true)),
        ("hero[\"spe\" .. \"ed\"]", json!(3)),
        ("hero.nothing == nil", json!(true)),
        ("#hero", json!(9)),
        ("hero == twin and hero ~= base", json!(true)),
        ("(function() return t end)()", json!(7)),
        ("({1,2,3})[2]", json!(2)),
        ("sub(state, 2, 3)", json!("al")),
    ] {
        let condition = Condition::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(condition.result(&console), Ok(value.clone()), "{text}");
        assert_eq!(console.evaluate(usize::MAX, text), Ok(vec![value]), "{text}, by the cart's language");
    }
}

/// Memory and the frame are no variables of the cart, and may be used with its calls.
#[test]
fn memory_and_frame_mix_with_calls() {
    let mut console = lua();
    console.machine_mut().poke(0x5f28, 7);
    for (text, value) in [
        ("frame + double(2)", json!(5)),
        ("mem[0x5f28] == t and double(t) > 13", json!(true)),
        ("mem[0x5f20 + 8]", json!(7)),
        ("mem16[double(0x2f94)]", json!(7)),
        ("mem[0x5f28] + 1", json!(8)),
        ("frame + 40000", json!(40001)),
    ] {
        let condition = Condition::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(condition.result(&console), Ok(value), "{text}");
    }
}

/// An expression that fails says why and changes nothing.
#[test]
fn a_failing_expression_changes_nothing() {
    let console = lua();
    let digest = console.digest();
    for (text, why) in [
        ("nobody.hp < 3", "attempt to index"),
        ("#x", "attempt to get length of"),
        ("state < 3", "attempt to compare"),
        ("x + 1", "attempt to perform arithmetic"),
        ("double(nil)", "attempt to perform arithmetic"),
        ("forever()", "it takes longer than a second"),
        ("double(", "found the end"),
        ("(function() while true do end end)()", "it takes longer than a second"),
    ] {
        let condition = Condition::parse(text);
        let error = condition.map_err(|error| error.to_string()).and_then(|it| it.result(&console));
        let error = error.expect_err(text);
        assert!(error.contains(why), "{text}: {error}");
    }
    assert_eq!(Condition::parse("add(enemies,1) != nil").unwrap().result(&console), Ok(json!(true)));
    assert_eq!(console.digest(), digest, "it ran on a copy");
}

#[derive(Clone, Serialize, Deserialize)]
enum Mode {
    Walk,
    Jump { height: u8 },
}

#[derive(Clone, Serialize, Deserialize)]
struct Fields {
    seed: u64,
    low: i64,
    half: f64,
    speed: Num,
    mode: Mode,
    list: Vec<u32>,
    name: String,
    nothing: Option<u8>,
}

impl Cart for Fields {
    fn _update(&mut self, _: &mut Machine) {
        self.mode = Mode::Jump { height: 3 };
    }

    fn _draw(&self, _: &mut Machine) {}
}

#[test]
fn fields_of_a_rust_cart_keep_their_width() {
    let fields = Fields {
        seed: 3_000_000_000,
        low: i64::MIN,
        half: 0.5,
        speed: num!(1.25),
        mode: Mode::Walk,
        list: vec![4, 5],
        name: "bo".into(),
        nothing: None,
    };
    let mut console = Console::boot(program(fields), Boot::default());
    for (text, value) in [
        ("seed == 3000000000", json!(true)),
        ("seed > 2999999999", json!(true)),
        ("seed * seed == 9000000000000000000", json!(true)),
        ("low == -9223372036854775808", json!(true)),
        ("low < -9223372036854775807", json!(true)),
        ("half * 2 == 1", json!(true)),
        ("speed == 1.25", json!(true)),
        ("speed + half", json!(1.75)),
        ("mode == \"Walk\"", json!(true)),
        ("mode ~= 'Jump'", json!(true)),
        ("#list", json!(2)),
        ("list[1]", json!(5)),
        ("list[0] + #list", json!(6)),
        ("list[2] == nil", json!(true)),
        ("name == 'bo'", json!(true)),
        ("name .. 1", json!("bo1")),
        ("nothing == nil and not nothing", json!(true)),
        ("seed % 7", json!(3_000_000_000u64 % 7)),
    ] {
        let condition = Condition::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(condition.result(&console), Ok(value), "{text}");
    }
    console.frame(&Input::default());
    assert!(Condition::parse("mode == 'Jump' and mode.Jump.height == 3").unwrap().holds(&console));
    let error = Condition::parse("rnd(3)").unwrap().result(&console);
    assert_eq!(error, Err("Rust carts have no functions to call".into()));
}

/// Conditions in recordings of tests and in scripts that were written before expressions were Lua.
#[test]
fn the_notation_of_earlier_versions_still_works() {
    let console = lua();
    for (text, holds) in [
        ("t == 7 && !(x == 1)", true),
        ("!t == 8", true),
        ("t == 8 || enemies.len == 31", true),
        ("x == null", true),
        ("nobody.at.all == null", true),
        ("enemies.3.hp == 3", true),
        ("enemies[3].hp != 4", true),
        ("nobody.hp < 3", false),
        ("t < \"a\"", false),
        ("mem[0x5f00] == 16 && frame == 1", true),
        ("frame", true),
        ("!(t == 8) && !x || t == 9", true),
        ("!t == 7 || !(t < 3 && true)", true),
        ("enemies.len > 30 && keys[\"a\\u0020b\"] == 2", true),
    ] {
        let condition = Condition::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(condition.holds(&console), holds, "{text}");
    }
    let missing = Condition::parse("nobody.hp").unwrap();
    assert_eq!(missing.value(&console), Value::Null);
    assert!(missing.result(&console).is_err_and(|error| error.contains("attempt to index")));
}
