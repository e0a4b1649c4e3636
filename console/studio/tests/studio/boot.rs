//! The boot screen with up to five carts: keys, gamepad and mouse; returning from a cart; buttons already held at the
//! start.

use rasher::{Boot, Console, Effect, Event, Input, PIXELS, button, program};
use rasher_studio::{BootScreen, Cover, Label, RUNS, ShelfCart};

fn carts(n: usize) -> Vec<ShelfCart> {
    let cart = |i: usize| ShelfCart {
        name: format!("cart{i}"),
        title: format!("Cart {i}"),
        about: "a line".to_string(),
        face: Cover::Label(Label::new(Box::new([i as u8; PIXELS]))),
        ..ShelfCart::default()
    };
    (0..n).map(cart).collect()
}

fn shelf(n: usize) -> Console {
    let mut console = Console::boot(program(BootScreen::new(carts(n))), Boot::default());
    // In the first frame nothing is pressed.
    console.frame(&Input::default());
    console
}

fn at(console: &Console, field: &str) -> i64 {
    console.program().inspect()[field].as_i64().expect("a number")
}

/// The input, then a frame without any; returns the requested cart.
fn does(console: &mut Console, input: &Input) -> Option<String> {
    let mut effects = console.frame(input);
    let idle = Input { mouse: input.mouse, ..Input::default() };
    let idle = Input { mouse: rasher::Mouse { buttons: 0, wheel_y: 0, ..idle.mouse }, ..idle };
    effects.extend(console.frame(&idle));
    effects.into_iter().find_map(|effect| match effect {
        Effect::Load { name, .. } => Some(name),
        _ => None,
    })
}

fn mouse(x: i16, y: i16, buttons: u8, wheel: i8) -> Input {
    let mut input = Input::default();
    (input.mouse.x, input.mouse.y) = (x, y);
    (input.mouse.buttons, input.mouse.wheel_y) = (buttons, wheel);
    input
}

fn key(scancode: u8) -> Input {
    let mut input = Input::default();
    input.keys.set(scancode, true);
    input
}

#[test]
fn arrows_walk_around_both_ends() {
    use button::{DOWN, LEFT, RIGHT, UP};
    let mut it = shelf(3);
    for (press, want) in [(RIGHT, 1), (DOWN, 2), (RIGHT, 0), (LEFT, 2), (UP, 1), (LEFT, 0), (UP, 2)] {
        assert_eq!(does(&mut it, &Input::buttons(press)), None);
        assert_eq!(at(&it, "cursor"), want);
    }
}

#[test]
fn what_plays_a_cart() {
    let mut enter = key(40);
    // The window maps Enter to the pause button as well.
    enter.players[0] = button::PAUSE;
    let cases = [
        (Input::buttons(button::O), true),
        (enter.clone(), true),
        (key(88), true),
        (Input::buttons(button::PAUSE), false),
        (key(4), false),
        (mouse(64, 30, 1, 0), true),
        (mouse(64, 90, 1, 0), true),
        (mouse(64, 30, 2, 0), false),
        (mouse(64, 124, 1, 0), false),
        (mouse(-9, 30, 1, 0), false),
        (mouse(300, 30, 1, 0), false),
    ];
    for (input, plays) in cases {
        let mut it = shelf(3);
        does(&mut it, &Input::buttons(button::RIGHT));
        assert_eq!(does(&mut it, &input).is_some(), plays, "{input:?}");
        assert_eq!(at(&it, "cursor"), 1);
    }
    let mut it = shelf(3);
    assert!(!it.frame(&enter).contains(&Effect::Pause), "Enter opens no menu");
    it.frame(&Input::default());
    assert!(it.frame(&Input::buttons(button::PAUSE)).contains(&Effect::Pause), "pad and P do");
    assert!(it.frame(&key(63)).contains(&Effect::Screenshot), "F6 keeps a picture");
}

#[test]
fn x_asks_for_other_runs_of_the_cart() {
    let mut it = shelf(3);
    does(&mut it, &Input::buttons(button::RIGHT));
    let effects = it.frame(&Input::buttons(button::X));
    let (name, breadcrumb, param) = ("cart1".to_string(), RUNS.to_string(), String::new());
    assert!(effects.contains(&Effect::Load { name, breadcrumb, param }), "{effects:?}");
}

#[test]
fn what_was_held_at_the_start_plays_nothing() {
    let held = mouse(64, 30, 1, 0);
    let mut it = Console::boot(
        program(BootScreen::new(vec![ShelfCart { name: "a".to_string(), ..ShelfCart::default() }])),
        Boot::default(),
    );
    for input in [&held, &held, &key(40)] {
        let loads = it.frame(input).iter().any(|effect| matches!(effect, Effect::Load { .. }));
        assert_eq!(loads, *input == key(40), "a fresh Enter counts, an old click does not");
    }
}

#[test]
fn who_comes_back_from_a_cart_finds_it_selected() {
    for (param, cursor, first) in [
        ("cart2", 2, 0),
        ("cart11", 11, 0),
        ("cart12", 12, 1),
        ("cart39", 39, 7),
        ("cart0", 0, 0),
        ("none", 0, 0),
        ("", 0, 0),
    ] {
        let boot = Boot { param: param.to_string(), ..Boot::default() };
        let mut it = Console::boot(program(BootScreen::new(carts(40))), boot);
        it.frame(&Input::default());
        assert_eq!((at(&it, "cursor"), at(&it, "first")), (cursor, first), "{param}");
        assert_eq!(at(&it, "scroll"), first * 31 * 16, "{param}: nothing slides");
    }
}

#[test]
fn the_mouse_selects_turns_and_plays() {
    let mut it = shelf(5);
    // Boxes are 24 columns apart, and the first starts at 5.
    for (x, want) in [(60, 2), (110, 4), (10, 0), (30, 1)] {
        assert_eq!(does(&mut it, &mouse(x, 110, 0, 0)), None);
        assert_eq!(at(&it, "cursor"), want, "x {x}");
    }
    does(&mut it, &mouse(30, 110, 0, -1));
    assert_eq!(at(&it, "cursor"), 2, "a pointer that rests does not select again");
    does(&mut it, &mouse(30, 110, 0, 1));
    does(&mut it, &mouse(30, 110, 0, 3));
    assert_eq!(at(&it, "cursor"), 0, "a step of the wheel is one cart, however far it turns");
    does(&mut it, &mouse(3, 40, 1, 0));
    assert_eq!(at(&it, "cursor"), 4, "the left arrow");
    does(&mut it, &mouse(125, 40, 1, 0));
    assert_eq!(at(&it, "cursor"), 0, "the right arrow");
    assert_eq!(does(&mut it, &mouse(84, 110, 1, 0)).as_deref(), Some("cart3"));
}

#[test]
fn it_slides_to_its_place_within_half_a_second_or_at_once() {
    for calm in [false, true] {
        let mut it = shelf(5);
        let comfort = Event::Comfort { less_flash: false, less_shake: calm };
        it.frame(&Input { events: vec![comfort], ..Input::default() });
        it.frame(&Input::buttons(button::LEFT));
        assert_eq!(at(&it, "slide") != 0, !calm, "calm {calm}");
        (0..30).for_each(|_| drop(it.frame(&Input::default())));
        assert_eq!(at(&it, "slide"), 0);
    }
}

#[test]
fn a_shelf_of_no_cart_or_one_does_not_scroll() {
    for n in [0, 1] {
        let mut it = shelf(n);
        for held in 0..64 {
            does(&mut it, &Input::buttons(held & 15));
            does(&mut it, &mouse(held.into(), 2 * i16::from(held), 0, 1));
        }
        assert_eq!((at(&it, "cursor"), at(&it, "slide")), (0, 0));
        assert_eq!(does(&mut it, &Input::buttons(button::O)).is_some(), n == 1);
    }
}
