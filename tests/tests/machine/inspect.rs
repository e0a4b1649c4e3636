//! A state as debuggers show it: numbers by value, single fields, and typed values.
//!
//! Expectations come from how the cart's fields are written here, from the console's literals (`num!`), and from the
//! whole tree as the slow reference for single fields. That a state's bytes and text contain a number's raw word is
//! our decision.

use rasher::{Cart, Console, Edit, Machine, Num, find_field, num, parse_number};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tests::random::Dice;

/// A field in each of serde's forms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Forms {
    hp: Num,
    dx: Num,
    count: i32,
    big: u64,
    name: String,
    letter: char,
    alive: bool,
    at: (Num, i32),
    list: Vec<Num>,
    plain: Vec<u8>,
    none: Option<Num>,
    some: Option<Num>,
    kind: Kind,
    kinds: Vec<Kind>,
    by_name: BTreeMap<String, Num>,
    by_number: BTreeMap<u16, Spot>,
    energy: Energy,
    spot: Spot,
    #[serde(flatten)]
    flat: Flat,
    tagged: Tagged,
    untagged: Untagged,
    unit: (),
    r#type: [Spot; 2],
    len: Num,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Energy(u16);

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Spot {
    x: Num,
    n: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Plain,
    One(Num),
    Two(Num, i32),
    Named { x: Num, n: i32 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flat {
    flat_x: Num,
    flat_n: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t")]
enum Tagged {
    A { x: Num },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    A { x: Num, n: i32 },
}

impl Cart for Forms {
    fn _draw(&self, _: &mut Machine) {}
}

fn forms() -> Forms {
    let spot = Spot { x: num!(0.1), n: -7 };
    Forms {
        hp: num!(4.5),
        dx: num!(0.75),
        count: 294_912,
        big: u64::MAX,
        name: "é hp".to_string(),
        letter: 'ü',
        alive: true,
        at: (num!(-0.25), 3),
        list: vec![num!(1), Num::ONE / num!(3), Num::MIN, Num::MAX, Num::EPSILON, -Num::EPSILON],
        plain: vec![1, 2, 3],
        none: None,
        some: Some(num!(2.5)),
        kind: Kind::Named { x: num!(1.5), n: 2 },
        kinds: vec![Kind::Plain, Kind::One(num!(0.5)), Kind::Two(num!(0.5), 5)],
        by_name: BTreeMap::from([("a".to_string(), num!(8.25))]),
        by_number: BTreeMap::from([(7, spot.clone())]),
        energy: Energy(300),
        spot,
        flat: Flat { flat_x: num!(6.5), flat_n: 6 },
        tagged: Tagged::A { x: num!(7.5) },
        untagged: Untagged::A { x: num!(0.5), n: 9 },
        unit: (),
        r#type: [Spot { x: num!(3), n: 3 }, Spot::default()],
        len: num!(0.125),
    }
}

fn console(forms: Forms) -> Console {
    Console::boot(rasher::program(forms), rasher::Boot::default())
}

#[test]
fn numbers_are_shown_by_value_and_all_else_as_it_is() {
    let state = console(forms()).program().inspect();
    let want = json!({
        "hp": 4.5, "dx": 0.75, "count": 294_912, "big": u64::MAX, "name": "é hp", "letter": "ü", "alive": true,
        "at": [-0.25, 3], "list": [1, 0.33333, -32768, 32767.99999, 0.00002, -0.00002], "plain": [1, 2, 3],
        "none": null, "some": 2.5, "kind": { "Named": { "x": 1.5, "n": 2 } },
        "kinds": ["Plain", { "One": 0.5 }, { "Two": [0.5, 5] }],
        "by_name": { "a": 8.25 }, "by_number": { "7": { "x": 0.1, "n": -7 } }, "energy": 300,
        "spot": { "x": 0.1, "n": -7 }, "flat_x": 6.5, "flat_n": 6, "tagged": { "t": "A", "x": 7.5 },
        "untagged": { "x": 0.5, "n": 9 }, "unit": null, "type": [{ "x": 3, "n": 3 }, { "x": 0, "n": 0 }], "len": 0.125,
    });
    assert_eq!(state, want);
}

/// The tree has the names of types, also those of newtypes in a list, a variant and a map.
#[test]
fn newtypes_are_shown_by_their_names() {
    let console = console(forms());
    let (mut state, types) = (console.program().inspect(), console.program().inspect_types());
    assert_eq!(types["energy"], json!({ "(Energy)": 300 }));
    state["energy"] = json!({ "(Energy)": 300 });
    assert_eq!(types, state, "a number is no type here, and there is no other newtype");
    let nested = Console::boot(rasher::program(Nested::default()), rasher::Boot::default());
    let (a, b) = (json!({ "(Energy)": 1 }), json!({ "(Energy)": 2 }));
    let want = json!({ "(Nested)": [[a, b], { "k": a }, { "(Pair)": { "x": 0, "n": 0 } }] });
    assert_eq!(nested.program().inspect_types(), want);
    assert_eq!(nested.program().inspect(), json!([[1, 2], { "k": 1 }, { "x": 0, "n": 0 }]));
}

#[derive(Clone, Serialize, Deserialize)]
struct Nested((Vec<Energy>, BTreeMap<String, Energy>, Pair));

#[derive(Clone, Default, Serialize, Deserialize)]
struct Pair(Spot);

impl Default for Nested {
    fn default() -> Nested {
        let by_name = BTreeMap::from([("k".to_string(), Energy(1))]);
        Nested((vec![Energy(1), Energy(2)], by_name, Pair::default()))
    }
}

impl Cart for Nested {
    fn _draw(&self, _: &mut Machine) {}
}

/// Formats stay readable: the word is written.
#[test]
fn text_and_bytes_keep_the_raw_word() {
    let program = rasher::program(Spot { x: num!(4.5), n: 1 });
    assert_eq!(program.save().unwrap(), br#"{"x":294912,"n":1}"#);
    let mut bytes = Vec::new();
    program.save_bytes(&mut bytes).unwrap();
    // postcard: zigzag and seven bits a byte.
    assert_eq!(bytes, [0x80, 0x80, 0x24, 2]);
}

impl Cart for Spot {
    fn _draw(&self, _: &mut Machine) {}
}

/// All paths of a tree, each with a missing one next to it, and its `len`.
fn places(value: &Value, at: &mut Vec<String>, all: &mut Vec<Vec<String>>) {
    all.push(at.clone());
    for name in ["len", "nobody", "0", "99"] {
        all.push([at.as_slice(), &[name.to_string()]].concat());
    }
    let mut inside = |name: String, value: &Value| {
        at.push(name);
        places(value, at, all);
        at.pop();
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| inside(name.clone(), value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, value)| inside(n.to_string(), value)),
        _ => {}
    }
}

#[test]
fn one_field_is_what_the_whole_tree_has_there() {
    let console = console(forms());
    let state = console.program().inspect();
    let mut all = Vec::new();
    places(&state, &mut Vec::new(), &mut all);
    let mut there = 0;
    for path in &all {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let twin = find_field(&state, path);
        there += usize::from(twin.is_some());
        assert_eq!(console.program().field(&names), twin, "{path:?}");
    }
    assert!(there > 60 && there < all.len(), "{there} of {} are there", all.len());
    assert_eq!(console.program().field(&["list", "len"]), Some(6.into()));
    assert_eq!(console.program().field(&["len"]), Some(json!(0.125)), "a field of that name goes before");
    assert_eq!(console.program().field(&["name", "len"]), Some(4.into()), "letters");
}

/// What is shown can be typed, and gives exactly the same.
#[test]
fn what_is_shown_is_read_as_the_same_bits() {
    let mut console = console(forms());
    let before = console.digest();
    let state = console.program().inspect();
    let mut all = Vec::new();
    places(&state, &mut Vec::new(), &mut all);
    let mut typed = 0;
    for path in all {
        let Some(value) = find_field(&state, &path) else { continue };
        let pointer: String = path.iter().map(|name| format!("/{name}")).collect();
        if state.pointer(&pointer).is_none() {
            continue;
        }
        let edit =
            console.state_edit(&pointer, &value.to_string()).unwrap_or_else(|e| panic!("{pointer}: {e}"));
        console.edit(&edit).unwrap();
        assert_eq!(console.digest(), before, "{pointer} = {value}");
        typed += 1;
    }
    assert!(typed > 40, "{typed}");
}

#[test]
fn what_is_typed_becomes_what_it_says() {
    // Path, typed text, and the value then shown.
    for (path, typed, shown) in [
        ("/hp", "5", json!(5)),
        ("/hp", " 4.25 ", json!(4.25)),
        ("/hp", "0x1.8", json!(1.5)),
        ("/hp", "-0x1.8", json!(-1.5)),
        ("/hp", "0b10.1", json!(2.5)),
        ("/hp", ".5", json!(0.5)),
        ("/hp", "-32768", json!(-32768)),
        ("/hp", "32767.99999", json!(32767.99999)),
        ("/hp", "0.3333333", json!(0.33333)),
        ("/hp", "0.00001", json!(0)),
        ("/hp", "1e-5", json!(0)),
        ("/hp", "1e2", json!(100)),
        ("/count", "5", json!(5)),
        ("/count", "0x10", json!(16)),
        ("/big", "18446744073709551615", json!(u64::MAX)),
        ("/energy", "7", json!(7)),
        ("/name", "\"ham\"", json!("ham")),
        ("/at", "[1, 2]", json!([1, 2])),
        ("/at/0", "1", json!(1)),
        ("/list", "[1, 0.5, 2, 3, 4, 5, 6, 7]", json!([1, 0.5, 2, 3, 4, 5, 6, 7])),
        ("/none", "5", json!(5)),
        ("/none", "0.5", json!(0.5)),
        ("/some", "null", json!(null)),
        ("/kind", "{\"Two\": [3, 4]}", json!({ "Two": [3, 4] })),
        ("/kind", "{\"Named\": {\"x\": 3, \"n\": 4}}", json!({ "Named": { "x": 3, "n": 4 } })),
        ("/kind", "\"Plain\"", json!("Plain")),
        ("/by_name", "{\"a\": 1, \"b\": 2.5}", json!({ "a": 1, "b": 2.5 })),
        ("/by_number/7/x", "12", json!(12)),
        ("/spot", "{\"x\": 12, \"n\": 12}", json!({ "x": 12, "n": 12 })),
        ("/flat_x", "12", json!(12)),
        ("/flat_n", "12", json!(12)),
        ("/tagged", "{\"t\": \"A\", \"x\": 12}", json!({ "t": "A", "x": 12 })),
        ("/untagged", "{\"x\": 12.5, \"n\": 12}", json!({ "x": 12.5, "n": 12 })),
        ("/untagged/x", "12", json!(12)),
    ] {
        let mut console = console(forms());
        let edit = console.state_edit(path, typed).unwrap_or_else(|e| panic!("{path} = {typed}: {e}"));
        console.edit(&edit).unwrap();
        assert_eq!(console.program().inspect().pointer(path), Some(&shown), "{path} = {typed}");
    }
    let edit = console(forms()).state_edit("/hp", "4.5").unwrap();
    assert_eq!(edit, Edit::State { path: "/hp".into(), value: "294912".into() }, "recordings hold the word");
}

#[test]
fn what_does_not_fit_is_reported_and_nothing_changes() {
    let console = console(forms());
    for (path, typed, says) in [
        ("/hp", "40000", "found 40000, expected a number from -32768 to 32767.99999"),
        ("/hp", "-32768.5", "found -32768.5, expected a number from -32768 to 32767.99999"),
        ("/hp", "1e300", "/hp: found 1e+300, expected a number from -32768 to"),
        ("/hp", "\"five\"", "expected i32"),
        ("/hp", "five", "/hp: expected"),
        ("/hp", "", "/hp: EOF"),
        ("/count", "4.5", "expected i32"),
        ("/energy", "70000", "expected u16"),
        ("/energy", "-1", "expected u16"),
        ("/kind", "\"Third\"", "unknown variant"),
        ("/at", "[1]", "/at: "),
        ("/nobody", "5", "no such field"),
        ("/list/99", "5", "no such field"),
    ] {
        let error = console.state_edit(path, typed).expect_err(&format!("{path} = {typed}")).to_string();
        assert!(error.contains(says), "{path} = {typed}: {error}");
    }
}

/// A cart whose state is not any combination of its fields' types.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Loose")]
struct Strict {
    hp: Num,
    shield: f32,
}

#[derive(Deserialize)]
struct Loose {
    hp: Num,
    shield: f32,
}

impl TryFrom<Loose> for Strict {
    type Error = &'static str;

    fn try_from(loose: Loose) -> Result<Strict, &'static str> {
        let Loose { hp, shield } = loose;
        if (Num::ONE..=Num::int(10)).contains(&hp) {
            Ok(Strict { hp, shield })
        } else {
            Err("hp is from 1 to 10")
        }
    }
}

impl Cart for Strict {
    fn _draw(&self, _: &mut Machine) {}
}

#[test]
fn a_cart_that_checks_its_state_takes_what_is_good() {
    let console =
        Console::boot(rasher::program(Strict { hp: num!(5), shield: 0.5 }), rasher::Boot::default());
    let raw = |path: &str, typed: &str| match console.state_edit(path, typed) {
        Ok(Edit::State { value, .. }) => value,
        other => panic!("{other:?}"),
    };
    assert_eq!((raw("/hp", "7"), raw("/hp", "7.5")), ("458752".to_string(), "491520".to_string()));
    assert_eq!(
        (raw("/shield", "0.3"), raw("/shield", "3")),
        ("0.3".to_string(), "3".to_string()),
        "a float is no Num"
    );
    let error = console.state_edit("/hp", "11").unwrap_err().to_string();
    assert!(error.contains("hp is from 1 to 10"), "{error}");
}

#[test]
fn any_number_that_is_typed_is_read_or_refused() {
    let mut dice = Dice::new(12);
    let parts = [
        "0", "1", "9", "5", ".", "-", "+", "e", "0x", "0b", "f", " ", "32768", "65536", "x", "é", "inf",
        "nan",
    ];
    let mut read = 0;
    for _ in 0..50_000 {
        let text: String = (0..dice.below(6)).map(|_| dice.pick(&parts)).collect();
        let Some(number) = parse_number(&text) else { continue };
        read += 1;
        // Values are shown in a form that reads back as the same value.
        assert_eq!(parse_number(&number.to_string()), Some(number), "{text}");
    }
    assert!(read > 5000, "only {read} were numbers");
}
