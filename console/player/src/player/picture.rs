//! The picture of a tick: the game with its overlays, or the canvas of debugger or editors.

use super::Player;
use super::phase::Phase;
use crate::instant_replay::InstantReplay;
use crate::overlay::{Overlay, Scene};
use crate::protocol::{Picture, Pixels};
use rasher::memory::reg;
use rasher::{Console, PIXELS};
use std::sync::Arc;
use studio::{Meters, Mode, Over};

/// Bits of the devkit register that lock the pointer (0x5f2d bits 0 and 2).
const LOCKS: u8 = 5;

impl Player {
    /// Puts out the picture if it has changed, except between the frames of one clock tick.
    pub(super) fn show(&mut self) {
        if !self.run_loop.stale || !self.run_loop.is_settled() {
            return;
        }
        self.run_loop.stale = false;
        let mode = self.mode();
        let over = mode.row().over;
        if mode != Mode::Editor {
            self.run_loop.draw_preview();
        }
        let again = self.phase.replay().and_then(InstantReplay::console);
        let (console, playing) = (again.or(self.run_loop.shown()), mode == Mode::Game);
        let machine = console.map(Console::machine);
        let devkit = machine.map_or(0, |machine| machine.memory().get(reg::DEVKIT));
        let raw = self.has_raw_keyboard();
        let frame = machine.map_or(0, rasher::Machine::frame);
        let canvas = match &self.phase {
            Phase::Debugging(debug) if over == Over::Canvas => debug.canvas().cloned(),
            Phase::Editing(_) => self.editors().map(|editors| Arc::new(editors.draw())),
            _ => None,
        };
        let pixels = match canvas {
            Some(canvas) => Pixels::Canvas(canvas),
            None => {
                let mut picture = Box::new([0; PIXELS]);
                if let Some(machine) = machine {
                    machine.picture(&mut picture);
                }
                let sound = self.devices.latency.map_or("silent".to_string(), |ms| format!("sound {ms} ms"));
                let fps = console.map_or(30, Console::fps);
                let status = format!("frame {frame} {fps}fps {sound}");
                let film = self.jobs.film();
                let scene = Scene {
                    over,
                    screen: self.phase.screen(),
                    has_past: false,
                    resuming: self.run_loop.progress(self.now),
                    job: film.as_ref(),
                    speed: self.mark().filter(|_| playing || mode == Mode::Replay),
                    held: self.run_loop.input.toggled(),
                    status: &status,
                    debug: machine.map_or(&[], |machine| machine.debug_lines()),
                    meters: console.map(Meters::of).unwrap_or_default(),
                    file_errors: self.overlay.notices.error_notice(over, self.cart.views, self.now),
                    hint: playing && self.overlay.notices.is_hint_shown(self.now),
                    tab: self.has_tab(),
                };
                self.overlay.draw(&mut picture, &scene);
                Pixels::Screen(picture)
            }
        };
        self.run_loop.out.picture = Some(Picture {
            pixels,
            frame,
            playing,
            locks_pointer: devkit & LOCKS == LOCKS && playing,
            shows_pointer: raw || !playing,
        });
    }
}

/// Draws the screen for a cart that hangs, for hosts whose player does not return from a tick. `back`: is there a frame
/// before?
pub fn draw_not_responding(picture: &mut [u8; PIXELS], back: bool) {
    let scene = Scene { over: Mode::Stuck.row().over, has_past: back, ..Scene::default() };
    Overlay::new().draw(picture, &scene);
}
