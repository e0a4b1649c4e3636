//! What is to be seen: the game's picture and what the mode of the screen has over it, or the canvas of debugger or editors.

use super::Player;
use crate::instant_replay::InstantReplay;
use crate::overlay::{Overlay, Scene};
use crate::protocol::{Picture, Pixels};
use rasher::memory::reg;
use rasher::{Console, PIXELS};
use studio::{Meters, Mode, Over};

/// Bits of the devkit register that ask to lock the pointer (0x5f2d bits 0 and 2).
const LOCKS: u8 = 5;

impl Player {
    /// The picture goes out, if it is not the one that went out last and the run is not in the midst of a tick.
    pub(super) fn show(&mut self) {
        if !self.run_loop.stale || !self.run_loop.is_settled() {
            return;
        }
        self.run_loop.stale = false;
        let mode = self.mode();
        let over = mode.row().over;
        // Jobs the editors' picture the game's is not seen.
        if mode != Mode::Editor {
            self.run_loop.draw_preview();
        }
        let again = self.phase.replay().and_then(InstantReplay::console);
        let (console, playing) = (again.or(self.run_loop.shown()), mode == Mode::Game);
        let machine = console.map(Console::machine);
        let devkit = machine.map_or(0, |machine| machine.memory().get(reg::DEVKIT));
        let raw = self.has_raw_keyboard();
        let frame = machine.map_or(0, rasher::Machine::frame);
        // Until its first canvas is drawn the game is shown.
        let canvas = self.run_loop.debug.as_ref().filter(|_| over == Over::Canvas);
        let canvas = canvas.and_then(|debug| debug.canvas()).cloned().or(self.edit_canvas());
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
                    meters: &console.map(Meters::of).unwrap_or_default(),
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

/// Draws over a picture that the cart does not answer: whoever holds a player that does not come back from a tick shows this. `back`: is
/// there a moment before that frame?
pub fn draw_silence(picture: &mut [u8; PIXELS], back: bool) {
    let meters = Meters::default();
    let scene = Scene { has_past: back, ..Scene::new(Mode::Stuck.row().over, &meters) };
    Overlay::new().draw(picture, &scene);
}
