//! Converts winit's mouse events: positions become pixels of the shown picture; wheel steps and movement
//! become fixed-point parts.

use crate::layout::Placement;
use player::{HostEvent, PARTS, Wheel};
use winit::event::{ElementState, MouseButton, MouseScrollDelta, WindowEvent};

/// Pixels that a touchpad scrolls for one step of a wheel.
const STEP: f64 = 40.0;

/// What a mouse event means for the console. `place` is where the picture is in the window.
pub fn event(event: &WindowEvent, place: Option<Placement>) -> Option<HostEvent> {
    Some(match event {
        WindowEvent::CursorMoved { position, .. } => {
            let (x, y) = place?.to_machine(position.x, position.y);
            HostEvent::Pointer(x, y)
        }
        WindowEvent::MouseInput { state, button, .. } => {
            let bit = match button {
                MouseButton::Left => 1,
                MouseButton::Right => 2,
                MouseButton::Middle => 4,
                _ => return None,
            };
            HostEvent::Click(bit, *state == ElementState::Pressed)
        }
        WindowEvent::MouseWheel { delta, .. } => HostEvent::Wheel(match delta {
            MouseScrollDelta::LineDelta(x, y) => {
                Wheel { x: parts((*x).into()), y: parts((*y).into()), fine: false }
            }
            MouseScrollDelta::PixelDelta(p) => {
                Wheel { x: parts(p.x / STEP), y: parts(p.y / STEP), fine: true }
            }
        }),
        _ => return None,
    })
}

pub fn motion((x, y): (f64, f64)) -> HostEvent {
    HostEvent::Motion(parts(x), parts(y))
}

fn parts(n: f64) -> i32 {
    (n * f64::from(PARTS)).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_pixels_are_counted_in_parts() {
        for (n, want) in [(0.0, 0), (1.0, PARTS), (-0.5, -PARTS / 2), (f64::NAN, 0), (1e300, i32::MAX)] {
            assert_eq!(parts(n), want, "{n}");
        }
    }
}
