//! Several carts in one run, and menu items of a cart with its own main loop. Expectations are from PICO-8's manual;
//! our own decisions are marked.

use rasher::{Boot, Bundle, BundledCart, CartBytes, Code, Console, Effect, Event, Fault, Input, Rom, button};
use rasher_script::lua_cart;
use std::sync::Arc;

fn code(file: &str, text: &str) -> Code {
    Code { text: rasher::text::encode(text).collect(), pieces: vec![(1, file.to_string(), 1)] }
}

/// A cart with this code, whose data are all this byte.
fn cart(file: &str, text: &str, byte: u8) -> BundledCart {
    let data = CartBytes(Box::new([byte; rasher::memory::ROM_SIZE]));
    BundledCart { name: file.to_string(), code: code(file, text), data }
}

fn boot(carts: Vec<BundledCart>) -> Console {
    let first = carts[0].clone();
    let program = lua_cart(&first.code.text, &first.code).unwrap_or_else(|e| panic!("{e}"));
    let rom = Rom { data: first.data.0, ..Rom::empty("first") };
    let boot = Boot { rom: rom.into(), seed: 1, bundle: Bundle::new(carts).into(), ..Boot::default() };
    Console::try_boot(program, boot).unwrap_or_else(|e| panic!("{e}"))
}

/// The text that a cart prints to the host in some frames.
fn printed(console: &mut Console, frames: u32) -> Vec<String> {
    (0..frames).flat_map(|_| said(console, &Input::default())).collect()
}

fn said(console: &mut Console, input: &Input) -> Vec<String> {
    let effects = console.try_frame(input).unwrap_or_else(|e| panic!("{e}"));
    let line = |effect| match effect {
        Effect::Print(text) => Some(text),
        Effect::Missing(file) => Some(format!("no {file}")),
        Effect::Load { name, .. } => Some(format!("host: {name}")),
        _ => None,
    };
    effects.into_iter().filter_map(line).collect()
}

fn event(event: Event) -> Input {
    Input { events: vec![event], ..Input::default() }
}

/// A run ends the same from its state in any frame, and from a copy.
fn is_a_value(carts: &[BundledCart], inputs: &[Input]) {
    let mut console = boot(carts.to_vec());
    let start = console.clone();
    let rom = start.machine().rom().clone();
    let mut ways: Vec<Console> = Vec::new();
    for (n, input) in inputs.iter().enumerate() {
        console.try_frame(input).unwrap_or_else(|e| panic!("{e}"));
        for way in &mut ways {
            way.try_frame(input).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(way.digest(), console.digest(), "frame {n}");
        }
        let state = console.save_state(&rom).unwrap();
        ways.push(start.load_state(&state, &rom).unwrap_or_else(|e| panic!("frame {n}: {e}")));
    }
    assert!(inputs.len() > 3, "there is something to compare");
}

const MENU: &str = "n=0 menuitem(1,\"more\",function(b) n+=10 printh(\"item \"..b) return b==1 end) \
    while true do flip() n+=1 printh(n) end";

#[test]
fn a_menu_item_is_called_at_a_flip_of_a_loop_of_its_own() {
    let mut console = boot(vec![cart("a.p8", MENU, 0)]);
    assert_eq!(printed(&mut console, 2), ["1", "2"]);
    let choice = |buttons| event(Event::Menu { index: 1, buttons });
    assert_eq!(said(&mut console, &choice(112)), ["item 112", "13"]);
    assert!(!console.keeps_menu_open());
    assert_eq!(said(&mut console, &choice(1)), ["item 1", "24"]);
    assert!(console.keeps_menu_open(), "true keeps the menu open");
    assert_eq!(printed(&mut console, 1), ["25"]);
}

#[test]
fn a_menu_item_may_flip_over_a_flip_and_in_a_coroutine() {
    let text = "menuitem(1,\"x\",function() for i=1,3 do printh(\"in \"..i) flip() end return true end) \
        c=cocreate(function() for i=1,9 do printh(max(i,flip())) end end) \
        while true do coresume(c) printh(\"loop\") flip() end";
    let mut console = boot(vec![cart("a.p8", text, 0)]);
    let choice = event(Event::Menu { index: 1, buttons: 112 });
    assert_eq!(said(&mut console, &choice), ["in 1"]);
    assert_eq!(said(&mut console, &Input::default()), ["in 2"]);
    assert_eq!(said(&mut console, &Input::default()), ["in 3"]);
    assert!(!console.keeps_menu_open());
    let ends = said(&mut console, &Input::default());
    assert!(console.keeps_menu_open(), "{ends:?}");
    assert_eq!(ends, ["1"], "the coroutine goes on where it stood, in the same frame");
    is_a_value(
        &[cart("a.p8", text, 0)],
        &[Input::default(), choice.clone(), Input::default(), Input::default(), choice, Input::default()],
    );
}

#[test]
fn an_error_in_a_menu_item_over_a_flip_is_the_carts() {
    let text = "menuitem(1,\"x\",function()\n yield()\nend)\nwhile true do\n flip()\nend";
    let mut console = boot(vec![cart("a.p8", text, 0)]);
    let fault: Fault = console.try_frame(&event(Event::Menu { index: 1, buttons: 112 })).unwrap_err();
    assert_eq!(fault.place.line(), 2, "{fault}");
    assert!(fault.message.contains("outside a coroutine"), "{fault}");
}

const FIRST: &str = "poke(0x4300,7) poke(0,9) poke(0x5f2c,3) poke(0x8000,8) pal(1,2) menuitem(1,\"one\",function() end) \
    if stat(6)==\"again\" then printh(\"back \"..tostr(@0x4300)) end \
    function _update() if btnp(4) then load(\"level.p8\",\"back to first\",\"x=1\") printh(\"never\") end end";
const LEVEL: &str = "printh(stat(6)..\" \"..tostr(stat(100))..\" \"..@0 ..\" \"..@0x4300 ..\" \"..@0x8000 ..\" \"..@0x5f2c ..\" \"..@0x5f01 ..\" \"..t()) \
    function _update() if btnp(5) then extcmd(\"go_back\") end end";

#[test]
fn load_begins_another_cart_and_its_item_leads_back() {
    let mut console = boot(vec![cart("first.p8", FIRST, 0), cart("level.p8", LEVEL, 5)]);
    printed(&mut console, 3);
    assert_eq!(said(&mut console, &Input::buttons(button::O)), [""; 0]);
    assert_eq!(console.machine().cart_number(), 0);
    // Its data; user memory unchanged; registers and clock as at a start.
    assert_eq!(printed(&mut console, 1), ["x=1 back to first 5 7 8 0 1 0"]);
    assert_eq!((console.machine().cart_number(), console.machine().cart_file()), (1, Some("level.p8")));
    assert_eq!(console.machine().breadcrumb(), Some("back to first"));
    assert_eq!(console.machine().menu_item(1), None);
    assert_eq!(said(&mut console, &event(Event::Back)), [""; 0]);
    assert_eq!((console.machine().cart_number(), console.machine().breadcrumb()), (0, None));
    printed(&mut console, 1);
    said(&mut console, &Input::buttons(button::O));
    assert_eq!(printed(&mut console, 2).len(), 1);
    said(&mut console, &Input::buttons(button::X));
    printed(&mut console, 1);
    assert_eq!(console.machine().cart_number(), 0, "extcmd(\"go_back\") leads back too");
}

#[test]
fn a_run_over_several_carts_is_a_value() {
    let presses = [0, 0, button::O, 0, 0, button::X, 0, button::O, 0, 0, 0];
    let inputs: Vec<Input> = presses.into_iter().map(Input::buttons).collect();
    is_a_value(&[cart("first.p8", FIRST, 0), cart("level.p8", LEVEL, 5)], &inputs);
}

#[test]
fn run_begins_the_same_cart_with_a_parameter() {
    let text = "printh(\"start \"..stat(6)) function _update() if stat(6)==\"\" then run(\"two\") end end";
    let mut console = boot(vec![cart("a.p8", text, 0)]);
    assert_eq!(printed(&mut console, 4), ["start ", "start two"]);
}

#[test]
fn names_are_found_without_their_ending_and_in_any_letters() {
    for name in ["level.p8", "LEVEL.P8", "level", "./level.p8"] {
        let text = format!("load(\"{name}\")");
        let mut console = boot(vec![cart("a.p8", &text, 0), cart("Level.p8", "printh(\"here\")", 0)]);
        assert_eq!(printed(&mut console, 3), ["here"], "{name}");
    }
    let mut console = boot(vec![cart("a.p8", "load(\"#abc\") printh(\"goes on\")", 0)]);
    assert_eq!(
        printed(&mut console, 3),
        ["host: #abc", "goes on"],
        "the host is asked for what is not there"
    );
}

#[test]
fn reload_takes_another_carts_data_and_cstore_gives_them() {
    let text = "reload(0,0x10,2,\"b.p8\") printh(@0 ..\" \"..@1 ..\" \"..@2) \
        poke(0x4300,77) cstore(0x20,0x4300,1,\"b.p8\") reload(0,0x1f,3,\"b\") printh(@0 ..\" \"..@1 ..\" \"..@2) \
        cstore(0,0x4300,1,\"new.p8\") reload(5,0,1,\"new.p8\") printh(@5) reload(5,0,1,\"none.p8\") printh(@5) \
        load(\"b.p8\")";
    let mut console = boot(vec![cart("a.p8", text, 1), cart("b.p8", "printh(@0x20)", 5)]);
    let lines = printed(&mut console, 3);
    assert_eq!(lines, ["5 5 1", "5 77 5", "77", "no none.p8", "77", "77"]);
    let stored = console.machine().stored(Some("B.p8")).map(|(name, data)| (name, data[0x20]));
    assert_eq!(stored, Some(("b.p8".to_string(), 77)));
}

#[test]
fn cart_data_are_each_carts_own_and_survive() {
    let one = "cartdata(\"shared\") dset(0,5) function _update() load(\"b.p8\") end";
    let two = "printh(dget(0)) cartdata(\"shared\") printh(dget(0))";
    let mut console = boot(vec![cart("a.p8", one, 0), cart("b.p8", two, 0)]);
    assert_eq!(printed(&mut console, 4), ["0", "5"]);
    assert_eq!(console.machine().opened_data().collect::<Vec<_>>(), ["shared"]);
}

#[test]
fn a_cart_with_wrong_code_stops_with_its_place() {
    let mut console = boot(vec![cart("a.p8", "load(\"b.p8\")", 0), cart("b.p8", "x=1\ny=)\n", 0)]);
    console.try_frame(&Input::default()).map(drop).unwrap_or_default();
    let fault = console.try_frame(&Input::default()).err();
    let place = fault.map(|fault| fault.place.short().to_string());
    assert!(place.as_deref().is_none_or(|place| place.contains("b.p8")), "{place:?}");
}

#[test]
fn ls_lists_the_bundle() {
    let text = "for f in all(ls()) do printh(f) end";
    let mut console = boot(vec![cart("b.p8", text, 0), cart("a.p8", "", 0)]);
    assert_eq!(printed(&mut console, 1), ["a.p8", "b.p8"]);
}

#[test]
fn code_that_was_saved_is_that_of_the_first_cart() {
    let loop_of =
        |n: i32| format!("function _update() printh(\"first {n}\") if btnp(4) then load(\"b.p8\") end end");
    let other = "function _update() printh(\"other\") if btnp(5) then load(\"a.p8\") end end";
    let mut console = boot(vec![cart("a.p8", &loop_of(1), 0), cart("b.p8", other, 0)]);
    said(&mut console, &Input::buttons(button::O));
    let new = event(Event::Code(code("a.p8", &loop_of(2))));
    assert_eq!([said(&mut console, &new), printed(&mut console, 2)].concat(), ["other", "other"]);
    said(&mut console, &Input::buttons(button::X));
    assert_eq!(printed(&mut console, 2), ["first 2"]);
    let _: Arc<Rom> = console.machine().rom().clone();
}

/// Our decision: PICO-8 reads the file when it is loaded.
#[test]
fn another_cart_that_was_saved_is_found_as_it_is_now() {
    let first = "function _update() if btnp(4) then load(\"b\") end if btnp(5) then reload(0,0,1,\"b.p8\") printh(@0) \
        cstore(1,0,1,\"b.p8\") load(\"new\") end end";
    let other = |n: i32| {
        format!(
            "n=n or 10 function _update() n+=1 printh(\"b{n} \"..n..\" \"..@0) if btnp(5) then load(\"a\") end end"
        )
    };
    let saved = |n, byte| event(Event::Cart(Box::new(cart("B.p8", &other(n), byte))));
    let start = || boot(vec![cart("a.p8", first, 1), cart("b.p8", &other(1), 5)]);
    // A waiting cart: the next reload and load use it.
    let mut console = start();
    assert_eq!(said(&mut console, &saved(2, 6)), [""; 0]);
    assert_eq!(said(&mut console, &Input::buttons(button::X))[0], "6");
    let mut console = start();
    said(&mut console, &saved(2, 6));
    said(&mut console, &Input::buttons(button::O));
    assert_eq!(printed(&mut console, 3), ["b2 11 6", "b2 12 6"]);
    // The running cart: functions are replaced, globals stay, and data follow where memory has the old ones.
    assert_eq!(said(&mut console, &saved(3, 7)), ["b3 13 7"]);
    // The same code again, the code of the run's start, and a place elsewhere have no effect.
    for cart in [cart("b.p8", &other(3), 7), cart("a.p8", "", 0), cart("../c.p8", "", 0)] {
        assert!(cart.name == "b.p8" || !console.machine().lacks_cart(&cart), "{}", cart.name);
        said(&mut console, &event(Event::Cart(Box::new(cart))));
    }
    said(&mut console, &Input::buttons(button::X));
    printed(&mut console, 2);
    said(&mut console, &Input::buttons(button::O));
    assert_eq!(printed(&mut console, 2), ["b3 11 7"]);
    // A new file; stored data are dropped if the file's data differ.
    let mut console = start();
    said(&mut console, &event(Event::Cart(Box::new(cart("new.p8", "printh(\"new \"..@0)", 9)))));
    assert_eq!(said(&mut console, &Input::buttons(button::X)), ["5"]);
    assert_eq!(printed(&mut console, 2), ["new 9"]);
    assert_eq!(console.machine().stored(Some("b.p8")).map(|(_, data)| data[1]), Some(5));
    said(&mut console, &saved(1, 8));
    assert_eq!(console.machine().stored(Some("b.p8")), None);
    assert!(console.machine().has_cart(&cart("B.p8", &other(1), 8)));
    assert!(!console.machine().has_cart(&cart("B.p8", &other(1), 5)));
}

/// Waiting or not; a state after a change of the running code is invalid, and its inputs are replayed.
#[test]
fn carts_that_are_saved_are_part_of_the_run() {
    let other =
        |n: i32| format!("function _update() poke(0x8000,@0x8000+{n}) if btnp(5) then load(\"new\") end end");
    let saved = |name: &str, n: i32| event(Event::Cart(Box::new(cart(name, &other(n), n as u8))));
    let press = Input::buttons;
    let inputs = [
        Input::default(),
        saved("b.p8", 2),
        press(button::O),
        Input::default(),
        Input::default(),
        saved("new.p8", 4),
        press(button::X),
        Input::default(),
        Input::default(),
        saved("b.p8", 3),
        Input::default(),
    ];
    let first = "function _update() if btnp(4) then load(\"b\") end end";
    is_a_value(&[cart("a.p8", first, 0), cart("b.p8", &other(1), 5)], &inputs);
}

/// Our decision: what a run remembers of carts it left does not grow with its length.
#[test]
fn a_run_opens_so_many_ids_of_cart_data() {
    let text =
        "n=tonum(stat(6)) or 0 cartdata(\"id\"..n) dset(0,n) function _update() load(\"a.p8\",\"\",n+1) end";
    let mut console = boot(vec![cart("a.p8", text, 0)]);
    let mut told = Vec::new();
    for _ in 0..200 {
        let effects = console.try_frame(&Input::default()).unwrap_or_else(|e| panic!("{e}"));
        told.extend(effects.into_iter().filter_map(|effect| match effect {
            Effect::Limit(limit) => Some(limit.to_string()),
            _ => None,
        }));
    }
    assert_eq!(console.machine().opened_data().count(), 64);
    assert!(told.len() == 1 && told[0].contains("cart data ids of a run 65"), "{told:?}");
}
