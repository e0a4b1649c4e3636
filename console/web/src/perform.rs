//! What the player wants, as packets for JavaScript, which does it.
//!
//! ```text
//! picture frame playing    pixels: red green blue alpha, rows of `w`      samples   16 bits each     silence
//! frame                    the input, before its frame is run              past      the recording that frames come after
//! run first                the next piece of a run that is kept            run-over  nothing of it is
//! keep name                a file of the store                              slot      a slot of a cart; no-slot
//! download name type       a file for the person                            settings cart title load copy paste log quit
//! ```

use crate::host::Host;
use player::{AutosaveChunk, Command, MediaName, Output, Picture, Pixels, Player, Write};
use rasher::{PIXELS, SIDE};
use serde_json::json;
use studio::{Scale, Settings, VOLUME_MAX};
use timeline::Journal;

/// Files of cart data and stored data that a page keeps, and files that a cart hands out while a page is open.
const KEPT_MAX: usize = 256;
const ASKED_MAX: u32 = 32;

/// What a page says where a desktop has files.
const NO_FILES: &str = "a page has no folders";

impl Host {
    pub(crate) fn perform(&mut self, player: &Player, output: Output) {
        match output {
            Output::Picture(picture) => self.picture(&picture, player.settings()),
            Output::Samples(samples) => {
                let bytes: Vec<u8> = samples.iter().flat_map(|sample| sample.to_le_bytes()).collect();
                self.out.add(&json!({"k": "samples"}), &bytes);
            }
            Output::Silence => self.out.add(&json!({"k": "silence"}), &[]),
            Output::Log(text) => self.out.add(&json!({"k": "log", "text": text}), &[]),
            Output::Print(text) => self.out.add(&json!({"k": "print", "text": text}), &[]),
            Output::Stdout(bytes) => {
                self.out.add(&json!({"k": "print", "text": String::from_utf8_lossy(&bytes)}), &[]);
            }
            // Every input has a postcard form.
            Output::Frame(input) => {
                self.out.add(&json!({"k": "frame"}), &postcard::to_allocvec(&input).unwrap_or_default());
            }
            Output::Past(recording) => self.out.add(&json!({"k": "past"}), &recording.to_bytes()),
            Output::Recording(recording) => {
                let name = format!("{}.rec", recording.start.cart);
                self.hand(name, "application/octet-stream", &recording.to_bytes());
            }
            Output::Autosave(key, chunk) => self.autosave(key, chunk),
            Output::Write(write) => self.write(write),
            Output::Settings(settings) => {
                self.out.add(&json!({"k": "keep", "name": "settings"}), settings.to_json().as_bytes());
                self.set(&settings);
            }
            Output::Load { name, param, .. } => match self.carts.iter().find(|entry| entry.name == name) {
                Some(_) => {
                    self.out.add(&json!({"k": "load", "name": name, "key": name, "param": param}), &[]);
                }
                None => {
                    let why = format!("{name} is not in this page");
                    self.waiting.push(Command::NotLoaded(why));
                }
            },
            // No folder stands on a page's shelf.
            // A page writes no files of its cart, so nothing is ever saved there.
            Output::ReadDraft(_) | Output::OpenCode { .. } | Output::ReadUnsaved(..) | Output::Pack(..) => {}
            Output::ReadSources(path) => {
                self.waiting.push(Command::Sources(path, Err("a page has no files of its cart".to_string())));
            }
            Output::List(path) => self.waiting.push(Command::Listed(path, Err(NO_FILES.to_string()))),
            Output::Import(..)
            | Output::Export(_)
            | Output::CopyFile(..)
            | Output::MakeFolder(_)
            | Output::OpenFolder(_) => {
                self.waiting.push(Command::Exported(Err(NO_FILES.to_string())));
            }
            Output::ReadCart(_) | Output::Job(..) | Output::StopJob(_) => {}
            Output::ReadAgainst => {
                self.waiting.push(Command::Against(Err("drop a recording on the page".to_string()), false));
            }
            Output::Cart { key, name, title, .. } => {
                let shelf = player.cart().is_shelf();
                let keeps = player.cart().keeps;
                let head = json!({"k": "cart", "key": key, "name": name, "title": title, "shelf": shelf, "keeps": keeps});
                self.out.add(&head, &[]);
                self.set(player.settings());
            }
            Output::Title(title) => self.out.add(&json!({"k": "title", "title": title}), &[]),
            Output::Folder(_) => {
                self.waiting.push(Command::Say(studio::Notice {
                    text: "its files are kept by the browser".to_string(),
                    bad: false,
                }));
            }
            Output::Copy(text) => self.out.add(&json!({"k": "copy", "text": text}), &[]),
            Output::CopyPicture(width, colors) => {
                let png = format::png(&colors, width, colors.len() / width.max(1), 1);
                self.out.add(&json!({"k": "copypicture"}), &png);
            }
            Output::Paste => self.out.add(&json!({"k": "paste"}), &[]),
            Output::Quit => self.out.add(&json!({"k": "quit"}), &[]),
        }
    }

    /// What of the settings is the page's to do. Steps of the volume are squared: an ear hears ratios.
    fn set(&mut self, settings: &Settings) {
        let volume = if settings.mute { 0 } else { u32::from(settings.volume).pow(2) };
        let head = json!({
            "k": "settings", "volume": volume, "of": u32::from(VOLUME_MAX).pow(2), "fit": settings.scale == Scale::Fit,
            "crt": settings.crt, "fullscreen": settings.fullscreen,
        });
        self.out.add(&head, &[]);
    }

    fn picture(&mut self, picture: &Picture, settings: &Settings) {
        let (indices, width, screen): (&[u8], usize, bool) = match &picture.pixels {
            Pixels::Screen(pixels) => (&pixels[..], SIDE, true),
            Pixels::Canvas(canvas) => (&canvas.pixels, canvas.width.unsigned_abs() as usize, false),
        };
        let palette = settings.colors.palette();
        let mut rgba = Vec::with_capacity(4 * indices.len());
        for index in indices {
            let [r, g, b] = palette[usize::from(index & 31)];
            rgba.extend([r, g, b, 255]);
        }
        let Picture { frame, playing, locks_pointer, shows_pointer, .. } = picture;
        let head = json!({
            "k": "picture", "w": width, "frame": frame, "playing": playing, "screen": screen,
            "locks": locks_pointer, "points": shows_pointer,
        });
        self.out.add(&head, &rgba);
    }

    fn autosave(&mut self, key: String, chunk: AutosaveChunk) {
        let (first, bytes) = match chunk {
            AutosaveChunk::Over => {
                self.journal = None;
                return self.out.add(&json!({"k": "run-over", "key": key}), &[]);
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

    fn write(&mut self, write: Write) {
        match write {
            Write::Slot(key, slot, of) => {
                self.out.add(&json!({"k": "slot", "key": key, "slot": slot}), &of.to_bytes());
            }
            Write::NoSlot(key, slot) => self.out.add(&json!({"k": "no-slot", "key": key, "slot": slot}), &[]),
            Write::CartData(id, data) if self.has_room(format!("save/{id}")) => {
                self.out.add(&json!({"k": "keep", "name": format!("save/{id}")}), &data[..]);
            }
            // A page's cart comes from no folder.
            Write::Data { data, name, .. } => {
                let why = format!("{name}: a page writes no files of its cart");
                self.waiting.push(Command::DataSaved(data, Err(why)));
            }
            Write::Draft(..) => {}
            Write::Code(_, files) => {
                let files = files.into_iter().map(|(file, _)| file).collect();
                let why = "a page writes no files of its cart".to_string();
                self.waiting.push(Command::SourcesSaved(files, Err(why)));
            }
            Write::Renamed(from, to) => {
                self.out.add(
                    &json!({"k": "move", "from": format!("save/{from}"), "to": format!("save/{to}")}),
                    &[],
                );
            }
            Write::Mark(name, mark) => {
                self.marks.set(&name, mark);
                self.out.add(&json!({"k": "keep", "name": "marks"}), &self.marks.to_json());
            }
            Write::Screenshot(MediaName { by: Some(_), .. }, _)
            | Write::Film(MediaName { by: Some(_), .. }, ..)
            | Write::Sound(MediaName { by: Some(_), .. }, _)
            | Write::Label { .. }
                if !self.may_hand() => {}
            Write::Screenshot(name, picture) => self.png(&name.name, &picture, 4),
            Write::Label { cart, picture } => self.png(&format!("{cart}-label"), &picture, 1),
            Write::Film(name, true, bytes) => self.hand_numbered(&name.name, "png", "image/png", &bytes),
            Write::Film(name, false, bytes) => self.hand_numbered(&name.name, "gif", "image/gif", &bytes),
            Write::Sound(name, samples) => {
                self.hand_numbered(&name.name, "wav", "audio/wav", &format::wav(&samples));
            }
            Write::Report(report) => {
                let name = format!("{}-{}.report", report.rom.name, report.frame);
                self.hand(name, "application/octet-stream", &report.to_bytes());
            }
            Write::Stored { cart, file, data } if self.has_room(format!("stored/{file}")) => {
                self.out.add(&json!({"k": "keep", "name": format!("stored/{cart}/{file}")}), &data[..]);
            }
            // There is no room for them.
            Write::CartData(..) | Write::Stored { .. } => {}
            // A page has no folder for it.
            Write::Print { text, .. } => self.out.add(&json!({"k": "print", "text": text}), &[]),
        }
    }

    /// Has the browser room for cart data or stored data of that name?
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

    /// May the cart hand one more file to the person?
    pub(crate) fn may_hand(&mut self) -> bool {
        self.asked += 1;
        if self.asked > ASKED_MAX {
            self.full(format!("a cart may hand out at most {ASKED_MAX} files; the rest are dropped"));
        }
        self.asked <= ASKED_MAX
    }

    /// Says once that something is dropped.
    fn full(&mut self, text: String) {
        if !std::mem::replace(&mut self.told_full, true) {
            self.waiting.push(Command::Say(studio::Notice { text, bad: true }));
        }
    }

    fn png(&mut self, name: &str, picture: &[u8; PIXELS], scale: usize) {
        self.hand_numbered(name, "png", "image/png", &format::png(picture, SIDE, SIDE, scale));
    }

    fn hand_numbered(&mut self, name: &str, ending: &str, kind: &str, bytes: &[u8]) {
        let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let number = self.handed;
        self.handed += 1;
        self.hand(format!("{plain}_{number}.{ending}"), kind, bytes);
    }

    /// Hands a file to the person.
    fn hand(&mut self, name: String, kind: &str, bytes: &[u8]) {
        self.out.add(&json!({"k": "download", "name": name, "type": kind}), bytes);
    }
}
