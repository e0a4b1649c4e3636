//! What a page shows and does: a tick's picture, sound and requests, as packets for its JavaScript.
//!
//! ```text
//! picture frame playing    pixels: red green blue alpha, rows of `w`      samples   16 bits each     silence
//! frame                    the input, before its frame is run              past      the recording that frames come after
//! run first                the next piece of a run that is kept            run-over  nothing of it is
//! edits whole              entries of a history of edits, or all of it
//! keep name                a file of the store                              slot      a slot of a cart; no-slot
//! fetch url most           a file of a catalogue, of at most so many bytes; answered by fetched
//! download name type       a file for the user                              settings cart title load copy paste log quit
//! ```
//!
//! A packet of a request that is answered has its `id`; `reply` has it again. What a page cannot do is refused here.

use crate::catalogues::{CATALOGUE, CatalogueEvent};
use crate::host::PageHost;
use crate::own::{OWN, OwnEvent};
use crate::packets::rgba;
use player::{
    AutosaveChunk, FramePicture, FramePixels, HostError, HostEvent, Media, MediaName, Player, PrintedText,
    Request, RequestId, Response, RunningCart, TickOutput,
};
use rasher::{PIXELS, SIDE};
use serde_json::json;
use studio::{Notice, Scale, Settings, VOLUME_MAX};
use timeline::Journal;

/// Files of cart data and stored data that a page keeps, and files that a cart may hand out.
const KEPT_MAX: usize = 256;
const CART_DOWNLOADS_MAX: u32 = 32;

impl PageHost {
    pub(crate) fn present(&mut self, player: &Player, output: TickOutput) {
        let TickOutput { picture, samples, silence, log, printed, past, frame, requests } = output;
        log.iter().for_each(|text| self.send(&json!({"k": "log", "text": text})));
        for PrintedText { bytes, is_serial } in &printed {
            // The page keeps lines, without what ends them.
            let line = if *is_serial { bytes } else { bytes.strip_suffix(b"\n").unwrap_or(bytes) };
            self.print(&String::from_utf8_lossy(line));
        }
        if !samples.is_empty() {
            let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
            self.out.add(&json!({"k": "samples"}), &bytes);
        }
        if silence {
            self.send(&json!({"k": "silence"}));
        }
        if let Some(picture) = picture {
            self.picture(&picture, player.settings());
        }
        if let Some(past) = past {
            self.out.add(&json!({"k": "past"}), &past.to_bytes());
        }
        if let Some(input) = frame {
            // Every input has a postcard form.
            self.out.add(&json!({"k": "frame"}), &postcard::to_allocvec(&input).unwrap_or_default());
        }
        requests.into_iter().for_each(|(id, request)| self.perform(player, id, request));
    }

    pub(crate) fn perform(&mut self, player: &Player, id: RequestId, request: Request) {
        let event = OwnEvent::Request(id, Box::new(request));
        let Some((_, request)) = self.on_own_event(event, &[]) else { return };
        match *request {
            Request::Autosave(key, chunk) => self.autosave(key, chunk),
            Request::WriteSlot { cart, number, slot: Some(slot) } => {
                let head = json!({"k": "slot", "id": id, "key": cart, "slot": number});
                self.out.add(&head, &slot.to_bytes());
            }
            Request::WriteSlot { cart, number, slot: None } => {
                self.send(&json!({"k": "no-slot", "id": id, "key": cart, "slot": number}));
            }
            Request::WriteCartData(save, data) => {
                if self.has_room(format!("save/{save}")) {
                    self.out.add(&json!({"k": "keep", "name": format!("save/{save}")}), &data[..]);
                }
            }
            Request::MoveCartData { from, to } => {
                self.send(&json!({"k": "move", "from": format!("save/{from}"), "to": format!("save/{to}")}));
            }
            Request::WriteStored { cart, file, data } => {
                if self.has_room(format!("stored/{file}")) {
                    self.out.add(&json!({"k": "keep", "name": format!("stored/{cart}/{file}")}), &data[..]);
                }
            }
            Request::PrintToFile { text, .. } => self.print(&text),
            Request::WriteMark(name, mark) => {
                self.marks.set(&name, mark);
                self.out.add(&json!({"k": "keep", "name": "marks"}), &self.marks.to_json());
            }
            Request::WriteSettings(settings) => {
                self.out.add(&json!({"k": "keep", "name": "settings"}), settings.to_json().as_bytes());
                self.set(&settings);
                self.catalogue(CatalogueEvent::Sources(settings.folders.clone()));
            }
            Request::WriteMedia(MediaName { name, by }, media) => {
                if by.is_none() || self.may_download() {
                    self.media(id, &name, media);
                }
            }
            Request::WriteLabel(cart, picture) => {
                if self.may_download() {
                    self.png(id, &format!("{cart}-label"), &picture, 1);
                }
            }
            Request::WriteReport(report) => {
                let name = format!("{}-{}.report", report.rom.name, report.frame);
                self.download(id, name, "application/octet-stream", &report.to_bytes());
            }
            Request::WriteRecording(recording) => {
                let name = format!("{}.rec", recording.start.cart);
                self.download(id, name, "application/octet-stream", &recording.to_bytes());
            }
            Request::LoadCart { name, param, .. }
                if name.starts_with(CATALOGUE) || name.starts_with('#') && self.tools.is_some() =>
            {
                self.catalogue(CatalogueEvent::Load { id, name, param });
            }
            Request::ReadCart(name) if self.tools.is_some() => {
                self.catalogue(CatalogueEvent::Label(id, name))
            }
            Request::LoadCart { name, param, .. } => {
                if matches!(self.named(&name), Ok(Some(_))) {
                    self.send(&json!({"k": "load", "id": id, "name": name, "key": name, "param": param}));
                } else {
                    self.reply(id, Err(HostError::failed(format!("{name} is not on this page"))));
                }
            }
            Request::ReadHistory(key) => {
                let edits = self.edits.get(&key).cloned().unwrap_or_default();
                self.reply(id, Ok(Response::History(edits)));
            }
            Request::WriteHistory(key, entries) => self.keep_edits(&key, &entries),
            Request::CartFolder(_) => {
                self.reply(id, Ok(Response::Text("files: kept by the browser".to_string())));
            }
            Request::SetCart(cart) => self.set_cart(player, &cart),
            Request::SetTitle(title) => self.send(&json!({"k": "title", "title": title})),
            Request::Copy(text) => self.send(&json!({"k": "copy", "id": id, "text": text})),
            Request::CopyPicture(width, colors) => {
                let png = format::png(&colors, width, colors.len() / width.max(1), 1);
                self.out.add(&json!({"k": "copypicture", "id": id}), &png);
            }
            Request::Paste => self.send(&json!({"k": "paste", "id": id})),
            Request::Quit => self.send(&json!({"k": "quit"})),
            // What a page cannot do, with the reason.
            Request::Pack(_) => self.refuse(id, "the packed size is not available on a page"),
            Request::ReadSources(_) | Request::Compile(..) => {
                self.refuse(id, "the cart's files are not available on a page");
            }
            Request::WriteSources(..) | Request::WriteData(_) => {
                self.refuse(id, "a page cannot save the cart's files");
            }
            Request::ReadAgainst => self.refuse(id, "drop a recording on the page"),
            Request::NewCart { .. } | Request::SaveAs(_) | Request::MoveCart(..) | Request::Export(_) => {
                self.refuse(id, "the page of one cart keeps no other carts: the console's own page does");
            }
            Request::ReadCart(_) | Request::ListFolder(_) | Request::MakeFolder(_) => {
                self.refuse(id, "a page has no folders: all your carts are on the shelf");
            }
            Request::OpenFolder(_) => self.refuse(id, "a page cannot show a folder: export saves a file"),
            Request::Import(..) => self.refuse(id, "drop the file on the page: the editors import it"),
            Request::OpenEditor { .. } => self.refuse(id, "a page cannot open an external editor"),
            Request::Job(job) => self.jobs.push((id, job, false)),
            Request::StopJob(job) => {
                let stops = |(id, ..): &&mut (RequestId, _, bool)| *id == job;
                self.jobs.iter_mut().find(stops).into_iter().for_each(|(.., stopped)| *stopped = true);
            }
        }
    }

    fn set_cart(&mut self, player: &Player, cart: &RunningCart) {
        let (shelf, keeps) = (player.cart().is_shelf(), player.cart().keeps);
        let running = player.cart();
        let own = running.origin.file().filter(|path| path.starts_with(OWN));
        self.send(&json!({
            "k": "cart", "key": cart.key, "name": cart.name, "title": cart.title, "shelf": shelf, "keeps": keeps,
            "lua": running.code().is_some() || own.is_some(), "own": own,
        }));
        self.set(player.settings());
        if shelf {
            self.catalogue(CatalogueEvent::Sources(player.settings().folders.clone()));
        }
    }

    fn catalogue(&mut self, event: CatalogueEvent) {
        if let Some(tools) = self.tools {
            (tools.catalogue)(self, event);
        }
    }

    fn send(&mut self, head: &serde_json::Value) {
        self.out.add(head, &[]);
    }

    fn reply(&mut self, id: RequestId, reply: Result<Response, HostError>) {
        self.waiting.push(HostEvent::Reply(id, reply));
    }

    fn refuse(&mut self, id: RequestId, why: &str) {
        self.reply(id, Err(HostError { unsupported: true, ..HostError::failed(why) }));
    }

    fn print(&mut self, text: &str) {
        self.send(&json!({"k": "print", "text": text}));
    }

    /// The settings that the page applies. Volume steps are squared, since loudness is a ratio.
    fn set(&mut self, settings: &Settings) {
        let volume = if settings.mute { 0 } else { u32::from(settings.volume).pow(2) };
        let head = json!({
            "k": "settings", "volume": volume, "of": u32::from(VOLUME_MAX).pow(2), "fit": settings.scale == Scale::Fit,
            "crt": settings.crt, "fullscreen": settings.fullscreen,
        });
        self.send(&head);
    }

    fn picture(&mut self, picture: &FramePicture, settings: &Settings) {
        let (indices, width, screen): (&[u8], usize, bool) = match &picture.pixels {
            FramePixels::Screen(pixels) => (&pixels[..], SIDE, true),
            FramePixels::Canvas(canvas) => (&canvas.pixels, canvas.width.unsigned_abs() as usize, false),
        };
        let FramePicture { frame, playing, locks_pointer, shows_pointer, spoken, notice, .. } = picture;
        if *notice != self.notice {
            self.notice.clone_from(notice);
            let of = notice.as_ref().map(|notice| (notice.canvas.width, notice.scale));
            let (w, scale) = of.unwrap_or_default();
            let pixels = notice.as_ref().map_or(&[][..], |notice| &notice.canvas.pixels);
            self.out.add(&json!({"k": "notice", "w": w, "scale": scale}), &rgba(pixels, settings.colors));
        }
        let head = json!({
            "k": "picture", "w": width, "frame": frame, "playing": playing, "screen": screen,
            "locks": locks_pointer, "points": shows_pointer, "spoken": spoken,
        });
        self.out.add(&head, &rgba(indices, settings.colors));
    }

    fn autosave(&mut self, key: String, chunk: AutosaveChunk) {
        let (first, bytes) = match chunk {
            AutosaveChunk::Over => {
                self.journal = None;
                return self.send(&json!({"k": "run-over", "key": key}));
            }
            AutosaveChunk::Begin { start, rom, part } => {
                let (mut journal, mut bytes) = Journal::begin(&start, &rom.data);
                bytes.extend(journal.part(&part));
                self.journal = Some((key.clone(), journal));
                (true, bytes)
            }
            AutosaveChunk::More(part) => match &mut self.journal {
                Some((of, journal)) if *of == key => (false, journal.part(&part)),
                // A part of what has not begun belongs nowhere.
                _ => return,
            },
        };
        self.out.add(&json!({"k": "run", "key": key, "first": first}), &bytes);
    }

    fn keep_edits(&mut self, key: &str, entries: &[u8]) {
        self.own.edited.insert(key.to_string());
        let edits = self.edits.entry(key.to_string()).or_default();
        edits.extend(entries);
        let thinned = self.tools.filter(|_| edits.len() > format::EDITS_MAX).map(|tools| tools.thinned);
        if let Some(thinned) = thinned {
            *edits = thinned(edits, format::EDITS_MAX / 4 * 3);
        }
        let is_long = thinned.is_some();
        let new = if is_long { &edits[..] } else { entries };
        self.out.add(&json!({"k": "edits", "key": key, "whole": is_long}), new);
    }

    fn media(&mut self, id: RequestId, name: &str, media: Media) {
        match media {
            Media::Screenshot(picture) => self.png(id, name, &picture, 4),
            Media::Gif(bytes) => self.hand_numbered(id, name, "gif", "image/gif", &bytes),
            Media::Apng(bytes) => self.hand_numbered(id, name, "png", "image/png", &bytes),
            Media::Sound(samples) => {
                self.hand_numbered(id, name, "wav", "audio/wav", &format::wav(&samples));
            }
        }
    }

    /// Whether the browser has room for cart data or stored data of that name.
    pub(crate) fn has_room(&mut self, name: String) -> bool {
        let has = self.kept.contains(&name) || self.kept.len() < KEPT_MAX;
        if has {
            self.kept.insert(name);
        } else {
            self.full(format!(
                "no room for {name}: this page already keeps {KEPT_MAX} files of its carts, the maximum"
            ));
        }
        has
    }

    pub(crate) fn may_download(&mut self) -> bool {
        self.cart_downloads += 1;
        if self.cart_downloads > CART_DOWNLOADS_MAX {
            self.full(format!(
                "a cart may hand out at most {CART_DOWNLOADS_MAX} files; the rest are dropped"
            ));
        }
        self.cart_downloads <= CART_DOWNLOADS_MAX
    }

    /// Says once that something is dropped.
    fn full(&mut self, text: String) {
        if !std::mem::replace(&mut self.reported_full, true) {
            self.waiting.push(HostEvent::Notify(Notice { text, bad: true }));
        }
    }

    fn png(&mut self, id: RequestId, name: &str, picture: &[u8; PIXELS], scale: usize) {
        self.hand_numbered(id, name, "png", "image/png", &format::png(picture, SIDE, SIDE, scale));
    }

    fn hand_numbered(&mut self, id: RequestId, name: &str, ending: &str, kind: &str, bytes: &[u8]) {
        let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let number = self.downloads;
        self.downloads += 1;
        self.download(id, format!("{plain}_{number}.{ending}"), kind, bytes);
    }

    pub(crate) fn download(&mut self, id: RequestId, name: String, kind: &str, bytes: &[u8]) {
        self.out.add(&json!({"k": "download", "id": id, "name": name, "type": kind}), bytes);
    }
}

#[cfg(test)]
#[path = "../tests/unit/requests.rs"]
mod tests;
