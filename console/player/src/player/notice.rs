//! Notices, and what follows when another program changes the cart's files.
//!
//! ```text
//! notify, warn ──> log, debugger, editors, and over the game: in the window's border, or one row of its picture; a click removes it
//! data or code changed outside ──> play no longer waits for the keyboard
//! ```

use super::Player;
use super::jobs::Audition;
use super::keys::Focus;
use crate::overlay::Flash;
use rasher::Rom;
use rasher::memory::{FLAGS, MAP, MUSIC, SFX};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use studio::{Mode, Notice, Over};

impl Player {
    pub(super) fn notify(&mut self, text: impl Into<String>) {
        self.note(Notice { text: text.into(), bad: false });
    }

    pub(super) fn warn(&mut self, text: impl Into<String>) {
        self.note(Notice { text: text.into(), bad: true });
    }

    pub(super) fn note(&mut self, notice: Notice) {
        self.log(notice.text.clone());
        // No notice is drawn over its canvas.
        if let Some(debug) = self.phase.debugger() {
            debug.debugger_mut().show_notice(notice.clone());
        }
        self.notify_editors(&notice.text, notice.bad);
        self.overlay.notices.show(notice, self.now);
        self.run_loop.stale = true;
    }

    /// The notice over the game, and its age.
    pub(super) fn shown_notice(&self) -> Option<(Notice, Duration)> {
        let over = self.mode().row().over;
        let stays = self.devices.border.is_some() || self.cart.views || over == Over::Away;
        let shown = self.overlay.notices.shown(over, stays);
        let shown = shown.map(|(notice, since)| (notice, self.now.saturating_sub(since)));
        let away = || Notice { text: "paused: window unfocused".to_string(), bad: false };
        shown.or_else(|| (over == Over::Away).then(|| (away(), Duration::ZERO)))
    }

    pub(super) fn close_notice(&mut self) {
        self.overlay.notices.close();
        self.run_loop.stale = true;
    }

    /// A click on the row removes it, and is not the cart's.
    pub(super) fn click_notice(&mut self) -> bool {
        let (x, y, _) = self.devices.mouse;
        let is_canvas = matches!(self.mode(), Mode::Debugger | Mode::Editor);
        let is_hit = self.devices.border.is_none() && Notice::is_at(x.into(), y.into());
        let hits = is_hit && !is_canvas && self.mode() != Mode::Away && self.shown_notice().is_some();
        if hits {
            self.close_notice();
        }
        hits
    }

    /// The user works in another program: play continues meanwhile, so that changes are seen in it.
    pub(super) fn edited_outside(&mut self) {
        self.start.is_edited |= self.devices.focus != Focus::Here;
        if self.devices.focus == Focus::Awaited {
            self.devices.focus = Focus::Elsewhere;
            self.resume();
        }
    }

    /// Shows what another program has changed: pixels of the picture flash, a sound is played once, or a notice names it.
    pub(super) fn show_change(&mut self, before: &Rom, now: &Arc<Rom>) {
        let plays = self.run_loop.clock.playing && !self.cart.views;
        self.jobs.audition = Audition::of(before, now, self.now, plays).or(self.jobs.audition.take());
        let pixels = self.run_loop.changed_pixels(before, now);
        let is_seen = !pixels.is_empty();
        if is_seen {
            let data = [Arc::new(before.clone()), now.clone()];
            self.overlay.flash = Some(Flash::new(data, pixels, self.settings.less_flash, self.now));
        }
        let is_heard = before.data[usize::from(MUSIC)..] != now.data[usize::from(MUSIC)..];
        let what = changed_parts(before, now);
        if plays && !is_seen && !is_heard && !what.is_empty() {
            self.notify(format!("reloaded: {what}"));
        }
    }
}

/// The parts of the data that differ, with counts.
fn changed_parts(before: &Rom, now: &Rom) -> String {
    let at = |from: u16, to: u16| usize::from(from)..usize::from(to);
    let count = |range: Range<usize>, size: usize| {
        let records = before.data[range.clone()].chunks(size).zip(now.data[range].chunks(size));
        records.filter(|(before, now)| before != now).count()
    };
    let sprite = |data: &[u8], n: usize| -> Vec<u8> {
        let row = |row: usize| data[n / 16 * 512 + row * 64 + n % 16 * 4..][..4].to_vec();
        (0..8).flat_map(row).collect()
    };
    let sprites = (0..256).filter(|n| sprite(&before.data[..], *n) != sprite(&now.data[..], *n)).count();
    let parts = [
        (sprites, "sprite"),
        (count(at(MAP, FLAGS), 1), "tile"),
        (count(at(FLAGS, MUSIC), 1), "sprite's flags"),
        (count(at(MUSIC, SFX), 4), "pattern"),
        (count(usize::from(SFX)..now.data.len(), 68), "sound"),
    ];
    let named = |(count, name): (usize, &str)| match count {
        1 => format!("1 {name}"),
        _ if name.ends_with('s') => format!("flags of {count} sprites"),
        _ => format!("{count} {name}s"),
    };
    parts.into_iter().filter(|(count, _)| *count > 0).map(named).collect::<Vec<_>>().join(", ")
}
