//! Small Lua carts run by the console: what they draw, where they fail, and that they are values. Expectations are
//! PICO-8's, from its manual and measurements.

use rasher::{Boot, Console, Digest, Input, Machine, Rom, button};
use rasher_script::{SourceMap, lua_cart};

fn boot(code: &str) -> Console {
    let code: Vec<u8> = rasher::text::encode(code).collect();
    let program = lua_cart(&code, "test.p8").unwrap_or_else(|e| panic!("{e}"));
    Console::try_boot(program, Boot { rom: Rom::empty("test").into(), seed: 1, ..Boot::default() })
        .unwrap_or_else(|e| panic!("{e}"))
}

fn pixel(console: &Console, x: i32, y: i32) -> u8 {
    let machine: Machine = console.machine().clone();
    machine.pget(x, y)
}

#[test]
fn a_cart_runs_its_hooks() {
    let mut console = boot(
        "function _init() x=10 end function _update() if (btn(➡️)) x+=1 end function _draw() cls(1) pset(x,5,8) end",
    );
    console.try_frame(&Input::buttons(button::RIGHT)).unwrap();
    assert_eq!((pixel(&console, 11, 5), pixel(&console, 10, 5)), (8, 1));
    assert_eq!(console.fps(), 30);
}

#[test]
fn a_loop_of_its_own_flips() {
    let mut console = boot("n=0 while true do cls(n%16) n+=1 flip() end");
    let colors: Vec<u8> = (0..4)
        .map(|_| {
            console.try_frame(&Input::default()).unwrap();
            pixel(&console, 0, 0)
        })
        .collect();
    assert!(colors.windows(2).all(|pair| pair[1] == pair[0] + 1), "{colors:?}");
}

#[test]
fn an_endless_loop_does_not_hang() {
    let mut console = boot("function _update() while true do end end");
    for _ in 0..5 {
        console.try_frame(&Input::default()).unwrap();
    }
}

#[test]
fn an_error_says_its_line() {
    let mut console = boot("x=1\nfunction f(a)\n return a.b\nend\nfunction _update()\n f(nil)\nend");
    let fault = console.try_frame(&Input::default()).unwrap_err();
    assert_eq!(fault.place.line(), 3, "{fault}");
    assert_eq!(fault.stack[0].line(), 6, "{fault}");
    assert!(fault.message.contains("nil"), "{fault}");
}

#[test]
fn a_run_is_a_value() {
    let code = "a={} function _update() add(a,{x=rnd(128),y=rnd(128)}) if (#a>20) deli(a,1) end function _draw() cls() for p in all(a) do pset(p.x,p.y,7) end end";
    let mut console = boot(code);
    for _ in 0..40 {
        console.try_frame(&Input::default()).unwrap();
    }
    let mut twin = console.clone();
    let mut bytes = Vec::new();
    console.program().save_bytes(&mut bytes).unwrap();
    for _ in 0..40 {
        console.try_frame(&Input::default()).unwrap();
        twin.try_frame(&Input::default()).unwrap();
        assert_eq!(console.digest(), twin.digest());
    }
    let mut other = boot(code).program().clone_box();
    other.load_bytes(&bytes).unwrap();
    let mut again = Vec::new();
    other.save_bytes(&mut again).unwrap();
    assert_eq!(bytes, again);
}

/// The incremental digest equals that of the bytes; a snapshot stays that moment, with or without other snapshots.
#[test]
fn a_digest_and_a_snapshot_are_of_the_whole_state() {
    let code = "t={} s='' function _update60() for i=1,30 do t[i]={rnd(9),'n'..rnd(99)\\1} end s..='.' if #s>60 then s='' end f=function() return s end end";
    let mut console = boot(code);
    let (mut moments, mut sizes) = (Vec::new(), [0; 2]);
    for frame in 0..150 {
        console.try_frame(&Input::default()).unwrap();
        let mut bytes = Vec::new();
        console.program().save_bytes(&mut bytes).unwrap();
        let [mut passing, mut whole] = [Digest::new(); 2];
        console.program().digest(&mut passing);
        whole.bulk(&bytes);
        assert_eq!(passing, whole, "frame {frame}");
        let like = moments.last().map(|(moment, _)| moment);
        let moment = console.snapshot(like);
        sizes[0] += moment.memory_size(like);
        sizes[1] += moment.memory_size(None);
        moments.push((moment, console.digest()));
    }
    assert!(sizes[0] < sizes[1] / 2, "{} bytes, {} where nothing is shared", sizes[0], sizes[1]);
    // Those in between are dropped.
    for (moment, digest) in moments.into_iter().step_by(7) {
        let mut again = moment.restore();
        assert_eq!(again.digest(), digest);
        again.try_frame(&Input::default()).unwrap();
    }
}

/// What only this console has is not a name in the language, because carts use such variables.
#[test]
fn our_own_calls_do_not_hide_names_of_carts() {
    let names = rasher_script::natives();
    for name in ["spr", "print", "menuitem", "t", "stat"] {
        assert!(names.contains(&name), "{name}");
    }
    for name in ["score", "best", "seed", "debug", "spend", "allow", "disturb"] {
        assert!(!names.contains(&name), "{name}");
    }
    let console = boot("score=(score or 3)+1 cls(score)");
    assert_eq!(pixel(&console, 0, 0), 4);
}

/// Trailing nils count as not given: the cursor advances.
#[test]
fn print_leaves_out_nils_at_its_end() {
    let console = boot("cls() print(\"a\") print(\"b\",nil,nil) print(\"c\",40,50,8)");
    assert!((0..3).any(|x| pixel(&console, x, 7) == 6), "the second line");
    assert!((40..43).any(|x| pixel(&console, x, 51) == 8), "at its place");
}

/// A menu item's function runs when chosen, and after a hook that is waiting in a flip.
#[test]
fn a_menu_item_calls_its_function() {
    let chosen = |console: &mut Console| {
        console
            .try_frame(&Input {
                events: vec![rasher::Event::Menu { index: 1, buttons: 0x70 }],
                ..Input::default()
            })
            .unwrap();
    };
    let mut console = boot("c=1 menuitem(1,\"red\",function(b) c=8 end) function _draw() cls(c) end");
    console.try_frame(&Input::default()).unwrap();
    assert_eq!(pixel(&console, 0, 0), 1);
    chosen(&mut console);
    console.try_frame(&Input::default()).unwrap();
    assert_eq!(pixel(&console, 0, 0), 8);
    let code = "c=1 menuitem(1,\"red\",function(b) c=8 end) function _update() flip() flip() end function _draw() cls(c) end";
    let mut console = boot(code);
    console.try_frame(&Input::default()).unwrap();
    chosen(&mut console);
    (0..6).for_each(|_| _ = console.try_frame(&Input::default()).unwrap());
    assert_eq!(pixel(&console, 0, 0), 8);
}

/// Lines are reported as in the files that make up the program.
#[test]
fn an_error_says_its_file() {
    let code = b"a=1\nfunction f()\n return a.b.c\nend\nfunction _update()\n f()\nend\n";
    let pieces = || SourceMap::new([(1, "game.p8 tab 0", 1), (2, "lib.lua", 1), (5, "game.p8 tab 0", 3)]);
    let program = lua_cart(code, pieces()).unwrap();
    let mut console = Console::try_boot(program, Boot::default()).unwrap();
    let fault = console.try_frame(&Input::default()).unwrap_err();
    assert_eq!(fault.place.to_string(), "lib.lua:2", "{fault}");
    assert_eq!(fault.stack[0].to_string(), "game.p8 tab 0:4", "{fault}");
    let wrong = lua_cart(b"a=1\nfunction f()\nend\nb=\nc=)\n", pieces()).unwrap_err();
    assert!(wrong.to_string().starts_with("game.p8 tab 0:3: syntax error: found '='"), "{wrong}");
    // The console's glyphs are reported as glyphs: in syntax errors and in names.
    let wrong = lua_cart(b"x=\"\x8b\" \"\xd1\xc5\"", pieces()).unwrap_err().to_string();
    assert!(wrong.contains("found '\"カわ\"'"), "{wrong}");
    let program = lua_cart(b"function _update()\n \x8b.x=1\nend\n", pieces()).unwrap();
    let mut console = Console::try_boot(program, Boot::default()).unwrap();
    let fault = console.try_frame(&Input::default()).unwrap_err();
    assert_eq!(fault.message, "attempt to index global '⬅️' (a number value)");
}

/// If a menu item's function returns true, the menu stays open, as in the manual; its errors are reported.
#[test]
fn a_menu_items_function_says_whether_the_menu_stays_open() {
    let stays = |function: &str| {
        let mut console = boot(&format!("menuitem(1,\"x\",{function}) function _update() end"));
        console.try_frame(&Input::default()).unwrap();
        let chosen = rasher::Event::Menu { index: 1, buttons: 1 };
        console
            .try_frame(&Input { events: vec![chosen], ..Input::default() })
            .map(|_| console.keeps_menu_open())
    };
    let cases = [
        ("function(b) return true end", true),
        ("function(b) return b==1 end", true),
        ("function(b) return b==2 end", false),
        ("function(b) return false,true end", false),
        ("function(b) end", false),
        ("function(...) return select('#',...)==1 end", true),
    ];
    for (function, expected) in cases {
        assert_eq!(stays(function), Ok(expected), "{function}");
    }
    assert!(stays("function(b) b.x=1 end").is_err());
}

/// `stop` ends the cart with its message from any caller, also after the state was saved and restored.
#[test]
fn a_cart_stops_for_good() {
    let cases = [
        "function _update() n=(n or 0)+1 pset(n,90,8) if n==3 then stop('bye') pset(0,99,8) end end",
        "for i=1,3 do pset(i,90,8) if i==3 then foreach({1},function() stop('bye') end) pset(0,99,8) end flip() end",
        "c=cocreate(function() pset(3,90,8) stop('bye') pset(0,99,8) end) function _draw() coresume(c) pset(0,99,costatus(c)=='dead' and 8 or 0) end",
    ];
    for code in cases {
        let mut console = boot(code);
        (0..4).for_each(|_| _ = console.try_frame(&Input::default()).unwrap());
        let stands = |console: &Console| {
            let text: Vec<u8> = (0..12).map(|x| pixel(console, x, 2)).collect();
            (text, pixel(console, 3, 90), pixel(console, 4, 90), pixel(console, 0, 99))
        };
        let at = stands(&console);
        assert!(at.0.contains(&8) && (at.1, at.2, at.3) == (8, 0, 0), "{code} {at:?}");
        let mut bytes = Vec::new();
        console.program().save_bytes(&mut bytes).unwrap();
        let mut other = boot(code).program().clone_box();
        other.load_bytes(&bytes).unwrap();
        (0..4).for_each(|_| _ = console.try_frame(&Input::default()).unwrap());
        assert_eq!(stands(&console), at, "{code}");
    }
}

/// The functions that PICO-8 keeps around a cart exist in any `_ENV`. The table's own fields take precedence, and the
/// globals keep theirs.
#[test]
fn drawing_is_there_in_any_environment() {
    let console = boot("for _ENV in all{{x=3},{x=4}} do pset(x,5,8) end _ENV={} pset(9,5,8)");
    assert_eq!([3, 4, 9].map(|x| pixel(&console, x, 5)), [8, 8, 8]);
    let console = boot(
        "local set=pset do local _ENV={pset=function(x) set(x,5,9) end} pset(1) end pset=nil set(2,5,pset==nil and 7 or 1)",
    );
    assert_eq!([1, 2].map(|x| pixel(&console, x, 5)), [9, 7]);
}

/// The manual on `flip`: without one the screen is copied at the end of a frame only if no `_draw` is in progress.
#[test]
fn half_a_picture_is_never_shown() {
    let slow = "function _draw() cls(8) for j=1,40 do for i=1,32000 do local x=i*2 end end cls(12) end";
    let mut console = boot(slow);
    let (mut seen, mut black) = (Vec::new(), 0);
    for frame in 0..80 {
        console.try_frame(&Input::default()).unwrap();
        let mut picture = Box::new([0; rasher::PIXELS]);
        console.machine().picture(&mut picture);
        black += usize::from(picture[0] == 0);
        seen.extend((!seen.contains(&picture[0])).then_some(picture[0]));
        // It is a part of the state.
        if frame == 5 {
            let rom = console.machine().rom().clone();
            let state = console.save_state(&rom).unwrap();
            let copy = console.load_state(&state, &rom).unwrap();
            let mut again = Box::new([1; rasher::PIXELS]);
            copy.machine().picture(&mut again);
            assert!(again == picture && copy.machine().pget(0, 0) == 8);
        }
    }
    assert!(seen == [0, 12] && black < 60, "{seen:?}, black in {black} frames");
}
