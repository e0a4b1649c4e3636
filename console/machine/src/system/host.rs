//! Calls that reach beyond the machine: random numbers, time, cart data, menu items, the host.
//!
//! Requests to the host are effects of the frame. Calls about the run are in `run.rs`.

use crate::boot::Rules;
use crate::effect::Effect;
use crate::limit::{CART_IDS_MAX, FRAME_BYTES, LABEL_MAX, Limit, SAVE_ID_MAX, SAVE_IDS_MAX};
use crate::memory::CART_DATA;
use crate::meter::price;
use crate::{Machine, MenuItem};
use alloc::string::{String, ToString};
use alloc::{boxed::Box, vec::Vec};
use num::{Num, Rng};
use rasher_describe::describe;

/// Letters of a title or file name set by a cart.
const HOST_TEXT_MAX: usize = 64;

impl Machine {
    /// The index that [`Machine::rnd_of`] chooses among `count`; none of 0.
    pub fn rnd_place(&mut self, count: u32) -> Option<u32> {
        self.charge(price::ASK);
        if count == 0 {
            return None;
        }
        let mut rng = self.rng();
        let place = rng.index(count);
        self.set_rng(rng);
        Some(place)
    }
}

/// A line, truncated to the bytes of a frame; a truncated one is dropped later.
fn within(line: &str) -> String {
    line[..line.floor_char_boundary(FRAME_BYTES)].to_string()
}

#[describe]
impl Machine {
    /// A random number from 0 up to but not including `limit`; 0 gives 0. A negative limit is a large unsigned one.
    #[doc = example!(rnd)]
    pub fn rnd(&mut self, limit: impl Into<Num>) -> Num /* without arguments: rnd(1); a fraction: num!(0.5); of a list: rnd_of(&list) */
    {
        self.charge(price::ASK);
        let mut rng = self.rng();
        let value = rng.rnd(limit.into());
        self.set_rng(rng);
        value
    }

    /// A random element of a slice, like `rnd(table)`; none of an empty one, without using a random number.
    pub fn rnd_of<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.rnd_place(choices.len() as u32)? as usize)
    }

    /// Seeds `rnd`. Equal seeds give equal numbers.
    #[doc = example!(srand)]
    pub fn srand(&mut self, seed: impl Into<Num>) /* without arguments: srand(0) */
    {
        self.charge(price::CALL);
        self.set_rng(Rng::seeded(seed.into()));
    }

    /// Seconds since the cart began: frames / rate, truncated to 16.16. 0 in `_init`, constant in a frame; wraps to
    /// negative after 32,768 seconds.
    #[doc = example!(time)]
    pub fn time(&self) -> Num {
        self.charge(price::CALL);
        // Splits off whole seconds first: the clock << 16 would overflow after 2^48 steps.
        let (whole, rest) = (self.sixtieths() / 60, self.sixtieths() % 60);
        Num::from_bits(((whole << 16) as u32 | ((rest << 16) / 60) as u32) as i32)
    }

    /// Short for [`Machine::time`].
    pub fn t(&self) -> Num {
        self.time()
    }

    /// Opens the 64 numbers of cart data under an id (letters, digits, `_`, `-`; at most 64). True if there were saved
    /// numbers. Another id stores the numbers and opens its own: at most four per cart, since PICO-8 0.2.7. A fifth, or
    /// a bad one, changes nothing and returns false.
    #[doc = example!(cartdata)]
    #[track_caller]
    pub fn cartdata(&mut self, id: &str) -> bool {
        self.charge(price::CALL);
        let good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if !(1..=SAVE_ID_MAX).contains(&id.len()) {
            self.beyond(Limit::SaveId, id.len());
        }
        let most = if self.rules == Rules::One { 1 } else { CART_IDS_MAX };
        let is_new = self.rules == Rules::One || self.save_ids.iter().all(|opened| opened != id);
        let is_over = is_new && self.save_ids.len() >= most;
        if is_over || id.is_empty() || id.len() > SAVE_ID_MAX || !id.chars().all(good) {
            return false;
        }
        let opened = self.opened_data().count();
        if opened >= SAVE_IDS_MAX && self.opened_data().all(|opened| opened != id) {
            self.beyond(Limit::SaveIds, opened + 1);
            return false;
        }
        if is_new {
            self.save_ids.push(id.to_string());
        }
        self.save_if_changed();
        self.close_data();
        let found = self.saves.get(id).cloned();
        let known = found.is_some();
        self.saved = found.unwrap_or_else(|| Box::new([0; 256]));
        self.mem.bytes_mut()[usize::from(CART_DATA)..][..256].copy_from_slice(&self.saved[..]);
        self.save_id = Some(id.to_string());
        known
    }

    /// Number `index` of the cart data; 0 outside 0..64.
    #[doc = example!(dget)]
    #[track_caller]
    pub fn dget(&self, index: i32) -> Num {
        self.charge(price::CALL);
        match index {
            0..64 => Num::from_bits(self.mem.get32(CART_DATA + 4 * index as u16) as i32),
            _ => {
                self.beyond(Limit::Saved, index);
                Num::ZERO
            }
        }
    }

    /// Sets number `index` of the cart data; ignored outside 0..64. It is saved after the frame if `cartdata`
    /// was called.
    #[doc = example!(dset)]
    #[track_caller]
    pub fn dset(&mut self, index: i32, value: impl Into<Num>) {
        self.charge(price::CALL);
        if let 0..64 = index {
            self.mem.set32(CART_DATA + 4 * index as u16, value.into().bits() as u32);
        } else {
            self.beyond(Limit::Saved, index);
        }
    }

    /// Compares the bytes, as poked cart data are saved too.
    pub(crate) fn save_if_changed(&mut self) {
        let Some(id) = &self.save_id else { return };
        let now = &self.mem.bytes()[usize::from(CART_DATA)..][..256];
        if now != &self.saved[..] {
            self.saved.copy_from_slice(now);
            let save = Effect::Save { id: id.clone(), data: self.saved.clone() };
            self.ask(save);
        }
    }

    /// The id and bytes of the saved cart data, if `cartdata` was called.
    pub fn cart_data(&self) -> Option<(&str, &[u8; 256])> {
        self.save_id.as_deref().map(|id| (id, &*self.saved))
    }

    /// Adds an item to the pause menu, or removes it (`None`).
    ///
    /// Bits 0-7 of `index` are 1 to 5; bits 8-15 are buttons that do not trigger it (0x300: neither left nor right).
    /// Index 0 changes the label of the item whose callback is running. Other indices are ignored. Labels are truncated
    /// to 16 letters. The cart's `_menu` gets the choice.
    #[doc = example!(menuitem)]
    #[track_caller]
    pub fn menuitem(&mut self, index: i32, label: Option<&str>) {
        self.charge(price::CALL);
        let current = index & 0xff == 0;
        let slot = if current { i32::from(self.menu_current) } else { index & 0xff };
        if slot > 5 {
            return self.beyond(Limit::MenuItem, slot);
        }
        let letters = label.map_or(0, |text| crate::text::encode(text).count());
        if letters > LABEL_MAX {
            self.beyond(Limit::MenuLabel, letters);
        }
        let Some(place) = (slot as usize).checked_sub(1).and_then(|i| self.menu.get_mut(i)) else { return };
        let mask = match place {
            Some(item) if current => item.mask,
            _ => (index >> 8) as u8,
        };
        *place = label.map(|text| {
            let label: Vec<u8> = crate::text::encode(text).take(LABEL_MAX).collect();
            MenuItem { label, mask }
        });
    }

    /// Item 1 to 5 of the pause menu.
    pub fn menu_item(&self, index: u8) -> Option<&MenuItem> {
        self.menu.get(usize::from(index).checked_sub(1)?)?.as_ref()
    }

    /// Prints a line on the host's terminal.
    #[doc = example!(printh)]
    #[track_caller]
    pub fn printh(&mut self, text: &str) /* all arguments: printh_ext(text, file, overwrite, desktop) */
    {
        self.charge(price::CALL);
        self.ask(Effect::Print(within(text)));
    }

    /// Reports fields whose values new code could not take over, for programs that reload.
    pub fn lost_fields(&mut self, names: &str) {
        self.ask(Effect::Lost(within(names)));
    }

    /// Prints a line to a file on the host, or with the name `@clip` to its clipboard.
    #[track_caller]
    pub fn printh_ext(&mut self, text: &str, file: &str, overwrite: bool, desktop: bool) {
        self.charge(price::CALL);
        let effect = match file {
            "@clip" => Effect::Clipboard(self.cut(Limit::Clipboard, text).to_string()),
            _ => {
                let file = self.cut(Limit::FileName, file).to_string();
                Effect::PrintTo { text: within(text), file, overwrite, desktop }
            }
        };
        self.ask(effect);
    }

    /// Sends a command to the host.
    ///
    /// | command | effect |
    /// |---|---|
    /// | `pause`, `reset`, `shutdown` | opens the pause menu; restarts the cart; quits the console |
    /// | `go_back`, `breadcrumb` | returns to the cart that loaded this one, if any |
    /// | `screen`, `label` | saves a screenshot; saves one as the cart's label |
    /// | `rec`, `rec_frames`; `video` | films start in this frame; saves a film of the last seconds |
    /// | `audio_rec`; `audio_end` | records sound from this frame; saves it |
    /// | `folder` | shows the path of the folder with the cart's files |
    /// | `set_title`, `set_filename` | sets the window title, or the name of pictures, videos and sounds: see [`Machine::extcmd_text`] |
    /// | `again` | replays the last turns of the run at half speed (ours) |
    ///
    /// The host reports unknown commands. Files are saved in the user's folder and never replace a cart.
    #[doc = example!(extcmd)]
    #[track_caller]
    pub fn extcmd(&mut self, command: &str) /* all arguments: extcmd_ext(command, p1, p2) */
    {
        self.extcmd_ext(command, 0, 0);
    }

    /// [`Machine::extcmd`] with two parameters.
    #[track_caller]
    pub fn extcmd_ext(&mut self, command: &str, p1: i32, p2: i32) {
        self.charge(price::CALL);
        let effect = match command {
            "pause" => Effect::Pause,
            "reset" => Effect::Reset,
            "shutdown" => Effect::Quit,
            "screen" => Effect::Screenshot,
            "label" => Effect::Label,
            // The original films 33.3 frames a second or all of them; here a film has all.
            "rec" | "rec_frames" => Effect::FilmFrom,
            "video" => Effect::Film,
            "audio_rec" => Effect::SoundFrom,
            "audio_end" => Effect::Sound,
            "folder" => Effect::Folder,
            "set_title" => Effect::Title(String::new()),
            "set_filename" => Effect::FileName(String::new()),
            "again" => Effect::Again,
            "go_back" | "breadcrumb" => return self.go_back(),
            _ => {
                self.charge(price::SERVICE);
                Effect::Command { name: self.cut(Limit::FileName, command).to_string(), p1, p2 }
            }
        };
        // A loop that asks for the same a thousand times in a frame asks once.
        if self.effects.last() != Some(&effect) {
            self.ask(effect);
        }
    }

    /// [`Machine::extcmd`] with a text of at most 64 letters, for `set_title` and `set_filename`.
    #[track_caller]
    pub fn extcmd_text(&mut self, command: &str, text: &str) {
        let text = || text.chars().filter(|c| !c.is_control()).take(HOST_TEXT_MAX).collect();
        let effect = match command {
            "set_title" => Effect::Title(text()),
            "set_filename" => Effect::FileName(text()),
            other => return self.extcmd(other),
        };
        self.charge(price::CALL);
        if self.effects.last() != Some(&effect) {
            self.ask(effect);
        }
    }

    /// Reports a call of a prompt command (`import`, `export`, `save`, `cd` and so on), as build scripts make it. The
    /// host says that programs may not do that here, and the program continues. At most 64 letters are included.
    #[track_caller]
    pub fn prompt(&mut self, command: &str, text: &str) {
        self.charge(price::SERVICE);
        let text: String = text.chars().filter(|c| !c.is_control()).take(HOST_TEXT_MAX).collect();
        let call = match text.as_str() {
            "" => alloc::format!("{command}()"),
            text => alloc::format!("{command}(\"{text}\")"),
        };
        // A loop with a thousand names in a frame is reported once.
        if !matches!(self.effects.last(), Some(Effect::Prompt(_))) {
            self.ask(Effect::Prompt(call));
        }
    }

    /// Loads another cart after this frame. `stat(6)` of that cart is `param`.
    #[doc = example!(load)]
    #[track_caller]
    pub fn load(&mut self, name: &str, breadcrumb: &str, param: &str) {
        self.charge(price::CALL);
        let load = Effect::Load {
            name: self.cut(Limit::FileName, name).to_string(),
            breadcrumb: self.cut(Limit::FileName, breadcrumb).to_string(),
            param: self.cut(Limit::Param, param).to_string(),
        };
        self.ask(load);
    }

    /// Turns the display's CRT filter on or off, or toggles it (`None`). Our own call.
    #[doc = example!(crt)]
    pub fn crt(&mut self, on: Option<bool>) {
        self.ask(Effect::Crt(on));
    }

    /// Whether the player asked for fewer flashes. Our own call.
    #[doc = example!(less_flash)]
    pub fn less_flash(&self) -> bool {
        self.comfort[0]
    }

    /// Whether the player asked for less shaking. Our own call.
    pub fn less_shake(&self) -> bool {
        self.comfort[1]
    }

    /// Does nothing. PICO-8's `flip` waits for the end of the frame inside a call; a Rust cart's hooks return instead.
    #[doc = example!(flip)]
    pub fn flip(&mut self) {}
}
