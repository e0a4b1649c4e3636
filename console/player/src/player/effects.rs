//! What a tick puts out: a frame's effects, carried out or turned into requests; and the picture, which is the game with its
//! overlays, or the canvas of debugger or editors.

use super::page::put;
use super::phase::Phase;
use super::{Asker, Player};
use crate::instant_replay::InstantReplay;
use crate::overlay::{Overlay, Scene};
use crate::protocol::{FramePicture, FramePixels, PrintedText, Request};
use crate::rate::Permit;
use rasher::memory::reg;
use rasher::{Console, Effect, PIXELS, Records, Rom};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use studio::{Meters, Mode, Over, Settings};
use timeline::Run;

impl Player {
    fn store(&mut self, file: Option<&str>) {
        let Some(console) = self.run_loop.console() else { return };
        let machine = console.machine();
        let Some((file, data)) = machine.stored(file).map(|(file, data)| (file, Box::new(*data))) else {
            let why = match file {
                Some(file) if machine.cart_file().is_some() => format!("{file} is outside the cart's folder"),
                _ => "this cart has no file to write to".to_string(),
            };
            return self.warn_of_cart(&format!("cstore: {why}"));
        };
        self.cart.bundle = Arc::new(self.cart.bundle.with_file(&file, &data));
        if self.cart.bundle.find(&file) == Some(0) {
            self.cart.rom = Arc::new(Rom { data: data.clone(), ..Rom::clone(&self.cart.rom) });
        }
        let cart = self.cart.key().to_string();
        self.request(Request::WriteStored { cart, file, data });
    }

    fn is_granted<T>(&mut self, asked: Permit<T>) -> Option<T> {
        match asked {
            Permit::Granted(granted) => Some(granted),
            Permit::Dropped(line) => {
                line.into_iter().for_each(|line| self.warn(line));
                None
            }
        }
    }

    /// A cart's message, which may come in each frame: repeats are dropped.
    pub(super) fn warn_of_cart(&mut self, text: &str) {
        let asked = self.requests.rate.line(text, self.now);
        if let Some(line) = self.is_granted(asked) {
            self.warn(line);
        }
    }

    fn may_keep(&mut self) -> bool {
        let asked = self.requests.rate.media(self.now);
        self.is_granted(asked).is_some()
    }

    pub(super) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Print(text) => {
                let bytes = (text + "\n").into_bytes();
                self.run_loop.out.printed.push(PrintedText { bytes, is_serial: false });
            }
            Effect::Stdout(bytes) => self.run_loop.out.printed.push(PrintedText { bytes, is_serial: true }),
            Effect::PrintTo { text, file, overwrite, .. } => {
                let cart = self.cart.key().to_string();
                self.request(Request::PrintToFile { cart, file, text, anew: overwrite });
            }
            Effect::Clipboard(text) => {
                let asked = self.requests.rate.copy(text, self.now);
                self.is_granted(asked);
            }
            Effect::Save { id, data } => {
                let id = Records::kept_id(&id, &self.cart.rom.name, self.cart.key());
                if !self.saves.contains_key(&id) {
                    let asked = self.requests.rate.id();
                    if self.is_granted(asked).is_none() {
                        return;
                    }
                }
                self.request(Request::WriteCartData(id.clone(), data.clone()));
                self.saves.insert(id, data);
                self.changes += 1;
            }
            Effect::Store { file, .. } => self.store(file.as_deref()),
            Effect::Missing(file) => self.warn_of_cart(&format!("reload: {file} not found")),
            Effect::Lost(fields) => self.warn_of_cart(&format!("new type, so it starts again: {fields}")),
            Effect::Pause => self.pause(),
            Effect::Reset => self.restart(),
            Effect::Load { name, breadcrumb, param } if self.cart.is_shelf() && !breadcrumb.is_empty() => {
                self.on_shelf_request(name, &breadcrumb, param);
            }
            Effect::Load { name, .. } if name.starts_with('#') => {
                self.warn_of_cart(&format!("load(\"{name}\"): online carts are not supported"));
                self.resume();
            }
            Effect::Load { name, param, .. } => {
                // Save this run first: the same cart may be loaded.
                self.hold();
                let from = self.cart.origin.file().map(Path::to_path_buf);
                self.load_cart(name, param, from);
            }
            Effect::Quit => self.quit(),
            Effect::Screenshot if self.may_keep() => self.screenshot(Asker::Cart),
            Effect::Label if self.may_keep() => self.keep_label(),
            Effect::FilmFrom => self.jobs.film_from = self.run_loop.run().map(Run::now),
            Effect::Film if self.may_keep() => self.film(false, Asker::Cart),
            Effect::SoundFrom => self.jobs.sound_from = self.run_loop.run().map(Run::now),
            Effect::Sound if self.may_keep() => self.sound(),
            Effect::Screenshot | Effect::Label | Effect::Film | Effect::Sound => {}
            Effect::Folder if matches!(self.requests.rate.line("folder", self.now), Permit::Dropped(_)) => {}
            Effect::Folder => {
                let cart = self.cart.key().to_string();
                self.request(Request::CartFolder(cart));
            }
            Effect::Title(text) => {
                let title = if text.is_empty() { self.cart.title.clone() } else { text };
                self.request(Request::SetTitle(title));
            }
            Effect::FileName(name) => self.jobs.file_name = Some(name).filter(|name| !name.is_empty()),
            Effect::Crt(on) => {
                let crt = on.unwrap_or(!self.settings.crt);
                self.set(Settings { crt, ..self.settings.clone() });
            }
            Effect::RunOver => {
                if self.cart.keeps {
                    self.overlay.notices.show_hint(self.hints().end(), Duration::from_secs(1), self.now);
                }
            }
            Effect::RunBegins => self.overlay.notices.begin_run(),
            Effect::Disturbed => {}
            Effect::Again => self.start_replay(),
            Effect::Limit(limit) => {
                let asked = self.requests.rate.line(&limit.to_string(), self.now);
                if let Some(line) = self.is_granted(asked) {
                    self.log(line);
                }
            }
            Effect::Prompt(call) => self.warn_of_cart(&format!("{call}: only works at the prompt")),
            Effect::Command { name, .. } => {
                self.warn_of_cart(&format!("extcmd(\"{name}\"): unknown command"));
            }
        }
    }
}

/// Bits of the devkit register that lock the pointer (0x5f2d bits 0 and 2).
const LOCKS: u8 = 5;

impl Player {
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
        let page = self.draw_page();
        let again = self.phase.replay().and_then(InstantReplay::console);
        let (console, playing) = (again.or(self.run_loop.shown()), mode == Mode::Game);
        let machine = console.map(Console::machine);
        let devkit = machine.map_or(0, |machine| machine.memory().get(reg::DEVKIT));
        let raw = self.has_raw_keyboard();
        let frame = machine.map_or(0, rasher::Machine::frame);
        let canvas = match &self.phase {
            Phase::Debugging(debug) if over == Over::Canvas => debug.canvas().cloned(),
            Phase::Editing(_) => self.draw_editors(),
            _ => None,
        };
        // Debugger and editors have a line of their own.
        let shown = self.shown_notice().filter(|_| canvas.is_none());
        let spoken = self.phase.spoken(self.spoken_cart(), shown.as_ref().map(|(notice, _)| notice));
        let (border, row) = match (&shown, self.devices.border) {
            (Some((notice, _)), Some(room)) => (Some(Arc::new(notice.in_border(room))), None),
            _ => (None, shown),
        };
        let pixels = match canvas {
            Some(canvas) => FramePixels::Canvas(canvas),
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
                    row: row.as_ref().map(|(notice, age)| (notice, *age)),
                    hint: playing && self.overlay.notices.is_hint_shown(self.now),
                    tab: self.has_tab(),
                };
                if let Some(flash) = &mut self.overlay.flash {
                    flash.follow(frame, |before, now| self.run_loop.changed_pixels(before, now));
                }
                self.overlay.draw(&mut picture, &scene);
                match page.zip(self.place_beside_page()) {
                    Some((page, place)) => FramePixels::Canvas(Arc::new(put(&page, &picture, place))),
                    None => FramePixels::Screen(picture),
                }
            }
        };
        self.overlay.notices.drawn(row.as_ref(), self.now);
        self.run_loop.out.picture = Some(FramePicture {
            pixels,
            frame,
            playing,
            locks_pointer: devkit & LOCKS == LOCKS && playing,
            shows_pointer: raw || !playing,
            spoken,
            notice: border,
        });
    }
}

/// Draws the screen for a cart that hangs, for hosts whose player does not return from a tick. `back`: is there a frame
/// before?
pub fn draw_not_responding(picture: &mut [u8; PIXELS], back: bool) {
    let scene = Scene { over: Mode::Stuck.row().over, has_past: back, ..Scene::default() };
    Overlay::new().draw(picture, &scene);
}
