//! What the prompt asks of the editors: what the cart costs and holds, and which sound or tune is open.

use super::input::Data;
use super::{EditorKind, Editors};
use crate::Piece;
use rasher::memory::{MAP, MUSIC, SFX};

/// How much data a cart has, in words.
fn held(data: &Data) -> String {
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

impl Editors {
    /// The sound or tune that was looked at last.
    pub fn piece(&self) -> Piece {
        let front = if self.front == EditorKind::Prompt { self.before } else { self.front };
        match front {
            EditorKind::Music => Piece::Music(self.music.pattern() as u8),
            _ => Piece::Sfx(self.desk.sound as u8),
        }
    }

    /// Says at the prompt what the cart costs and has; false while it is worked out.
    pub(super) fn tell_costs(&mut self) -> bool {
        let mut lines = Vec::new();
        if !self.code.is_empty() {
            let Some(costs) = self.code.costs(&mut self.desk) else { return false };
            let names: Vec<String> = self.code.files().into_iter().map(|file| file.name).collect();
            lines.push(names.join("  "));
            lines.extend(costs.map(|(limit, used)| {
                let percent = (used * 100).div_ceil(limit.most());
                format!("{}: {used} of {}, {percent} %", limit.name(), limit.most())
            }));
        }
        lines.push(held(self.desk.doc.data()));
        self.prompt.answer(&lines, false);
        true
    }
}
