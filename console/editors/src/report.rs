//! Answers of the prompt about the cart: its costs and contents, the result of saving.

use super::types::{Data, EditInput};
use super::{EditorKind, Editors};
use rasher::memory::{MAP, MUSIC, SFX};
use studio::Piece;

fn contents(data: &Data) -> String {
    let empty = rasher::Rom::empty("");
    let (map, music, sfx) = (usize::from(MAP), usize::from(MUSIC), usize::from(SFX));
    let sprite = |n: usize| (0..8).any(|row| data[n / 16 * 512 + row * 64 + n % 16 * 4..][..4] != [0; 4]);
    let records = |at: usize, size: usize| {
        let is = |n: &usize| data[at + size * n..][..size] != empty.data[at + size * n..][..size];
        (0..64).filter(is).count()
    };
    format!(
        "sprites {}, cells of the map {}, sounds {}, patterns {}",
        (0..256).filter(|n| sprite(*n)).count(),
        data[map..map + 0x1000].iter().filter(|cell| **cell != 0).count(),
        records(sfx, 68),
        records(music, 4),
    )
}

fn is_saving(input: &EditInput) -> bool {
    matches!(input, EditInput::Save | EditInput::Saved(..) | EditInput::SourcesSaved(..))
}

impl Editors {
    pub fn piece(&self) -> Piece {
        let front = if self.front == EditorKind::Prompt { self.before } else { self.front };
        match front {
            EditorKind::Music => Piece::Music(self.music.pattern() as u8),
            _ => Piece::Sfx(self.cx.sound as u8),
        }
    }

    pub fn notify(&mut self, text: &str, bad: bool) {
        if bad { self.cx.refuse(text) } else { self.cx.say(text) }
    }

    /// At the prompt the result of saving is an answer; the message before is not.
    pub(super) fn before_answer(&mut self, input: &EditInput) {
        if self.front == EditorKind::Prompt && is_saving(input) {
            self.cx.clear_status();
        }
    }

    pub(super) fn answer(&mut self, input: &EditInput) {
        if self.front == EditorKind::Prompt
            && is_saving(input)
            && let Some((text, bad)) = self.cx.message()
        {
            self.prompt.answer(&[text.to_string()], bad);
        }
        let is_packed = matches!(input, EditInput::Packed(..));
        if self.prompt.asks_costs() || self.prompt.awaits_costs && is_packed {
            self.prompt.awaits_costs = !self.print_costs();
        }
    }

    /// Prints costs and contents of the cart at the prompt; false while they are not known.
    fn print_costs(&mut self) -> bool {
        let mut lines = Vec::new();
        if !self.code.text.files().is_empty() {
            let Some(costs) = self.code.costs(&mut self.cx) else { return false };
            let names: Vec<String> = self.code.files().into_iter().map(|file| file.name).collect();
            lines.push(names.join("  "));
            lines.extend(costs.map(|(limit, used)| {
                let percent = (used * 100).div_ceil(limit.most());
                format!("{}: {used} of {}, {percent} %", limit.name(), limit.most())
            }));
        }
        lines.push(contents(self.cx.doc.data()));
        self.prompt.answer(&lines, false);
        true
    }
}
