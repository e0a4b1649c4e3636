//! What a cart asks of the world: a frame's effects, done or turned into requests.

use super::Player;
use super::carts::Asker;
use crate::protocol::{Printed, Request};
use crate::rate::Asked;
use rasher::{Effect, Records, Rom};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use studio::Settings;

impl Player {
    /// Keeps what the cart has stored: it is what the cart finds when it begins again.
    fn store(&mut self, file: Option<&str>) {
        let Some(console) = self.run_loop.console() else { return };
        let machine = console.machine();
        let Some((file, data)) = machine.stored(file).map(|(file, data)| (file, Box::new(*data))) else {
            let why = match file {
                Some(file) if machine.cart_file().is_some() => {
                    format!("{file} lies outside the cart's folder")
                }
                _ => "a cart's files are changed by their author alone".to_string(),
            };
            return self.notice_of_cart(&format!("cstore: {why}"));
        };
        self.cart.bundle = Arc::new(self.cart.bundle.with_file(&file, &data));
        if self.cart.bundle.find(&file) == Some(0) {
            let Rom { name, version, .. } = Rom::clone(&self.cart.rom);
            self.cart.rom = Arc::new(Rom { data: data.clone(), name, version });
        }
        let cart = self.cart.key().to_string();
        self.request(Request::WriteStored { cart, file, data });
    }

    /// What was granted of what the cart asked for; that something is dropped is said.
    fn is_granted<T>(&mut self, asked: Asked<T>) -> Option<T> {
        match asked {
            Asked::Granted(granted) => Some(granted),
            Asked::Dropped(line) => {
                line.into_iter().for_each(|line| self.notice(line));
                None
            }
        }
    }

    /// Bad news that the cart gives rise to: in each frame perhaps, so not each of it is said.
    pub(super) fn notice_of_cart(&mut self, text: &str) {
        let asked = self.requests.rate.line(text, self.now);
        if let Some(line) = self.is_granted(asked) {
            self.notice(line);
        }
    }

    /// May the cart have a picture, a film or a sound kept now?
    fn may_keep(&mut self) -> bool {
        let asked = self.requests.rate.media(self.now);
        self.is_granted(asked).is_some()
    }

    /// Copies what the cart has for the clipboard, when its time has come.
    pub(super) fn copy_for_cart(&mut self) {
        if let Some(text) = self.requests.rate.due(self.now) {
            self.request(Request::Copy(text));
        }
    }

    /// Does what the cart asks of the world.
    pub(super) fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Print(text) => {
                let bytes = (text + "\n").into_bytes();
                self.run_loop.out.printed.push(Printed { bytes, is_serial: false });
            }
            Effect::Stdout(bytes) => self.run_loop.out.printed.push(Printed { bytes, is_serial: true }),
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
            Effect::Missing(file) => self.notice_of_cart(&format!("reload: {file} is not there")),
            Effect::Pause => self.pause(),
            Effect::Reset => self.restart(),
            Effect::Load { name, breadcrumb, .. } if self.cart.is_shelf() && !breadcrumb.is_empty() => {
                self.on_shelf_request(name, &breadcrumb);
            }
            Effect::Load { name, .. } if name.starts_with('#') => {
                self.notice_of_cart(&format!("load(\"{name}\"): there is no such service here"));
                self.resume();
            }
            Effect::Load { name, param, .. } => {
                // What is kept of this run goes out first: it may be the same cart that is asked for.
                self.run_loop.hold(self.now);
                let from = self.cart.origin.file().map(Path::to_path_buf);
                self.load_cart(name, param, from);
            }
            Effect::Quit => self.quit(),
            Effect::Screenshot if self.may_keep() => self.screenshot(Asker::Cart),
            Effect::Label if self.may_keep() => self.keep_label(),
            Effect::FilmFrom => self.film_from(),
            Effect::Film if self.may_keep() => self.film(false, Asker::Cart),
            Effect::SoundFrom => self.sound_from(),
            Effect::Sound if self.may_keep() => self.sound(),
            Effect::Screenshot | Effect::Label | Effect::Film | Effect::Sound => {}
            Effect::Folder if matches!(self.requests.rate.line("folder", self.now), Asked::Dropped(_)) => {}
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
            Effect::Prompt(call) => self.notice_of_cart(&format!("{call}: no program may do this here")),
            Effect::Command { name, .. } => {
                self.notice_of_cart(&format!("extcmd(\"{name}\"): this console knows no such command"));
            }
        }
    }
}
