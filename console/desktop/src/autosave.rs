//! The kept run: parts that the player sends are appended and synced, in order. What the disk refuses waits for the next part.
//!
//! This window owns the run from the cart's start. A second window on the same cart has a run of its own.

use player::AutosaveChunk;
use rasher::Rom;
use std::sync::Arc;
use store::{Home, RunFile, StoreError};
use timeline::{JournalPart, KeptRun};

#[derive(Default)]
pub struct Autosave {
    cart: String,
    file: Option<RunFile>,
    /// The run is over, and its file still has to be removed.
    over: bool,
    /// The run whose file still has to be created.
    begins: Option<(Box<timeline::Start>, Arc<Rom>)>,
    /// Parts that are not on the disk.
    late: Vec<JournalPart>,
}

impl Autosave {
    /// Switches to a cart. Returns its kept run, and whether another window is playing the cart too.
    pub fn open(
        &mut self,
        home: &Home,
        cart: &str,
    ) -> Result<(Result<Option<KeptRun>, StoreError>, bool), StoreError> {
        self.leave(cart);
        let file = self.claim(home)?;
        Ok((file.read(), file.is_second()))
    }

    /// Switches to a cart, and unlocks the run of another one. Returns whether it was another one.
    pub fn leave(&mut self, cart: &str) -> bool {
        let is_other = self.cart != cart;
        if is_other {
            *self = Autosave { cart: cart.to_string(), ..Autosave::default() };
        }
        is_other
    }

    pub fn take(&mut self, cart: &str, page: AutosaveChunk) {
        self.leave(cart);
        match page {
            AutosaveChunk::Over => (self.over, self.begins, self.late) = (true, None, Vec::new()),
            AutosaveChunk::Begin { start, rom, part } => {
                (self.over, self.begins, self.late) = (false, Some((start, rom)), vec![part]);
            }
            AutosaveChunk::More(part) => self.late.push(part),
        }
    }

    /// Writes waiting parts until the first failure. Also returns a warning if the file had to be written again.
    pub fn write(&mut self, home: &Home) -> (Option<String>, Result<(), StoreError>) {
        let mut told = None;
        let done = self.write_late(home, &mut told);
        (told, done)
    }

    fn write_late(&mut self, home: &Home, told: &mut Option<String>) -> Result<(), StoreError> {
        if self.over {
            self.claim(home)?.end()?;
            self.over = false;
        }
        while !self.late.is_empty() {
            self.claim(home)?;
            let (Some(file), Some(part)) = (&mut self.file, self.late.first()) else { break };
            match &self.begins {
                Some((start, rom)) => {
                    file.begin(start, &rom.data, part)?;
                    self.begins = None;
                }
                None => *told = file.append(part)?.map(|gone| gone.to_string()).or(told.take()),
            }
            self.late.remove(0);
        }
        Ok(())
    }

    fn claim(&mut self, home: &Home) -> Result<&mut RunFile, StoreError> {
        let file = match self.file.take() {
            Some(file) => file,
            None => RunFile::open(home, &self.cart)?,
        };
        Ok(self.file.insert(file))
    }
}
