//! The pressed buttons in a front end, as one frame's input.
//!
//! | RetroPad | console |
//! |---|---|
//! | cross, left stick beyond half | directions |
//! | B, Y (lower and left) | O |
//! | A, X (right and upper) | X |
//! | start | pause: the menu, unless the cart takes the button |
//! | pointer, mouse buttons and wheel | the mouse |
//!
//! Eight ports are the eight players. Front ends keep the keyboard for themselves.

use crate::front::Front;
use libretro_sys as retro;
use rasher::{Input, SIDE, button};
use std::ffi::CStr;
use std::ptr;

const PLAYERS: u32 = 8;
const BUTTONS: [(u32, u8, &CStr); 9] = [
    (retro::DEVICE_ID_JOYPAD_LEFT, button::LEFT, c"Left"),
    (retro::DEVICE_ID_JOYPAD_RIGHT, button::RIGHT, c"Right"),
    (retro::DEVICE_ID_JOYPAD_UP, button::UP, c"Up"),
    (retro::DEVICE_ID_JOYPAD_DOWN, button::DOWN, c"Down"),
    (retro::DEVICE_ID_JOYPAD_B, button::O, c"O"),
    (retro::DEVICE_ID_JOYPAD_Y, button::O, c"O"),
    (retro::DEVICE_ID_JOYPAD_A, button::X, c"X"),
    (retro::DEVICE_ID_JOYPAD_X, button::X, c"X"),
    (retro::DEVICE_ID_JOYPAD_START, button::PAUSE, c"Pause menu"),
];
const STICK: [(u32, &CStr); 2] =
    [(retro::DEVICE_ID_ANALOG_X, c"Left / right"), (retro::DEVICE_ID_ANALOG_Y, c"Up / down")];
const HALF: i16 = 0x4000;

fn held(front: &Front, port: usize) -> u8 {
    let pressed = |id| front.value(port, retro::DEVICE_JOYPAD, 0, id) != 0;
    let mut held = BUTTONS.iter().filter(|(id, ..)| pressed(*id)).fold(0, |held, (_, bit, _)| held | bit);
    let stick = |id| front.value(port, retro::DEVICE_ANALOG, retro::DEVICE_INDEX_ANALOG_LEFT, id);
    let mut lean = |at: i16, less: u8, more: u8| match at {
        at if at <= -HALF => held |= less,
        at if at >= HALF => held |= more,
        _ => {}
    };
    lean(stick(retro::DEVICE_ID_ANALOG_X), button::LEFT, button::RIGHT);
    lean(stick(retro::DEVICE_ID_ANALOG_Y), button::UP, button::DOWN);
    // The console has one pause button, the first player's.
    if port == 0 { held } else { held & !button::PAUSE }
}

/// The buttons' names, for every player, and an empty row; the console has one pause button.
pub fn names() -> Vec<retro::InputDescriptor> {
    let of_port = |port| {
        let own = BUTTONS.iter().filter(move |(_, bit, _)| port == 0 || *bit != button::PAUSE);
        let buttons = own.map(|(id, _, name)| (retro::DEVICE_JOYPAD, 0, *id, name.as_ptr()));
        let stick = (retro::DEVICE_ANALOG, retro::DEVICE_INDEX_ANALOG_LEFT);
        let rows = buttons.chain(STICK.map(|(id, name)| (stick.0, stick.1, id, name.as_ptr())));
        rows.map(move |(device, index, id, description)| (port, device, index, id, description))
    };
    let end = (0, 0, 0, 0, ptr::null());
    let rows = (0..PLAYERS).flat_map(of_port).chain([end]);
    rows.map(|(port, device, index, id, description)| retro::InputDescriptor {
        port,
        device,
        index,
        id,
        description,
    })
    .collect()
}

/// From a pointer's -32,767 to 32,767 over the picture to pixels.
fn pixel(at: i16) -> i16 {
    ((i32::from(at) + 0x7fff) * SIDE as i32 / 0xffff) as i16
}

pub fn input(front: &Front) -> Input {
    front.look();
    let mut input = Input { players: std::array::from_fn(|port| held(front, port)), ..Input::default() };
    let pointer = |id| front.value(0, retro::DEVICE_POINTER, 0, id);
    let mouse = |id| front.value(0, retro::DEVICE_MOUSE, 0, id);
    let it = &mut input.mouse;
    (it.x, it.y) = (pixel(pointer(retro::DEVICE_ID_POINTER_X)), pixel(pointer(retro::DEVICE_ID_POINTER_Y)));
    let is = |value: i16, bit: u8| if value != 0 { bit } else { 0 };
    it.buttons = is(pointer(retro::DEVICE_ID_POINTER_PRESSED) | mouse(retro::DEVICE_ID_MOUSE_LEFT), 1)
        | is(mouse(retro::DEVICE_ID_MOUSE_RIGHT), 2)
        | is(mouse(retro::DEVICE_ID_MOUSE_MIDDLE), 4);
    let turned = |way| mouse(way).signum() as i8;
    it.wheel_y = turned(retro::DEVICE_ID_MOUSE_WHEELUP) - turned(retro::DEVICE_ID_MOUSE_WHEELDOWN);
    (it.dx, it.dy) = (mouse(retro::DEVICE_ID_MOUSE_X), mouse(retro::DEVICE_ID_MOUSE_Y));
    input
}
