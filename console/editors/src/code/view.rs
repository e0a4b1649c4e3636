//! The status line and the picture of the code editor.
//!
//! ```text
//! +-128x128--------------+     +-640x360------------------------------------------+
//! |bar                   |     |bar                                               |
//! |tabs 8                |     |tabs 8                                            |
//! |marks 4, 17 rows of 29|     |numbers, marks, 47 rows of 120         |outline   |
//! |                      |     |                                       |game      |
//! |                      |     |                                       |meters    |
//! |status: line, tokens  |     |status: the call at the caret, or an error        |
//! +----------------------+     +--------------------------------------------------+
//! ```
//!
//! Letters are the console's own, four pixels wide: lower-case ones are drawn as capitals, as on PICO-8.

use super::caret::{COLUMN, sign_width, x_of};
use super::complete::is_call;
use super::meter::{CodeError, TokenMeter};
use super::{CodeEditor, Popup};
use crate::context::{BESIDE_SCREEN, Context};
use crate::editor::View;
use crate::pen::{BAR, GROUND, LEAST, Pen, width};
use budget::SourceLimit;
use lua::{LexemeKind, PieceKind};
use studio::Area;

/// The least width for line numbers, and for a column next to the text.
const NUMBERS: i32 = 200;
const BESIDE: i32 = 440;
const SIDE: i32 = LEAST + 4;
const COSTS: i32 = 28;
const BAR_WIDTH: i32 = 3;
const BACK: i32 = 0;
pub(super) const SELECTED: i32 = 2;
const HERE: i32 = 1;
pub(super) const LIST_ROW: i32 = 7;
const THUMB: i32 = 6;
const BRACKET: i32 = 5;
/// Behind lines that another program has just changed.
const CHANGED: i32 = 3;

pub(super) fn row_height(cx: &Context) -> i32 {
    if cx.size.0 >= BESIDE { 7 } else { 6 }
}

pub(crate) fn color(kind: PieceKind, text: &[u8], is_field: bool) -> i32 {
    match kind {
        PieceKind::Comment => 13,
        PieceKind::Wrong => 8,
        PieceKind::Lexeme(LexemeKind::Number | LexemeKind::Text) => 12,
        PieceKind::Lexeme(LexemeKind::Word) if lua::is_keyword(text) => 14,
        PieceKind::Lexeme(LexemeKind::Word) if is_call(text) && !is_field => 11,
        PieceKind::Lexeme(LexemeKind::Word) => 7,
        PieceKind::Blank | PieceKind::Lexeme(_) => 6,
    }
}

impl View for CodeEditor {
    fn status(&self, cx: &Context) -> String {
        if self.text.files.is_empty() {
            return self.absent();
        }
        let here = (self.caret.file, self.line());
        let mut errors = self.errors();
        let has_error = [&self.fault, &self.syntax].into_iter().flatten().next().is_some();
        if let Some(error) = errors.find(|error| (error.file, error.line) == here) {
            return error.message.clone();
        }
        if let Some(call) = self.call_here().filter(|_| self.popup.is_some()) {
            let form = || format!("{}({})", call.name, call.arguments.join(", "));
            return self.named_sound(cx).unwrap_or_else(form);
        }
        let line =
            format!("line {}/{}", self.line() - self.tab().start.min(self.line()) + 1, self.tab().len());
        let TokenMeter { tokens, chars, packed, .. } = self.meter;
        if cx.size.0 < NUMBERS {
            return tokens.map_or(line.clone(), |tokens| format!("{line}  {tokens} tokens"));
        }
        let selected = match self.caret.range().len() {
            0 => String::new(),
            bytes => format!("  selected {bytes}"),
        };
        let [tokens, chars, packed] =
            [tokens, chars, packed].map(|n| n.map_or("-".to_string(), |n| n.to_string()));
        let found = if has_error { "  F4: the error" } else { "" };
        format!("{line}{selected}  tokens {tokens}  chars {chars}  packed {packed}{found}")
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        let (w, h) = cx.size;
        pen.fill(Area { x: 0, y: BAR, w, h: h - 2 * BAR }, BACK);
        self.draw_tabs(pen, cx);
        if self.text.files.is_empty() {
            for (n, line) in (0..).zip(studio::letters::wrap(&self.absent(), w - 12)) {
                pen.text(&line, 6, 3 * BAR + n * 8, 6);
            }
            return;
        }
        let (area, tab, marks) = (self.text_area(cx), self.tab(), self.text.marks());
        pen.fill(Area { x: area.x - 2, y: area.y - 1, w: 1, h: area.h + 1 }, GROUND);
        let high = row_height(cx);
        let lines = (tab.start + self.top..tab.end).take(self.rows_shown(cx));
        let rows = (0..).zip(lines).map(|(row, line)| (line, area.y + row * high));
        let rows: Vec<_> = rows.filter(|(_, y)| pen.sees(Area { x: 0, y: *y, w, h: high })).collect();
        for (line, y) in &rows {
            self.draw_margin(pen, *line, *y, area.x, marks.contains(&(self.caret.file, *line)));
        }
        pen.clip(Area { y: area.y - 1, h: area.h + 1, ..area });
        let (brackets, flashes) = (self.brackets(), cx.is_flashing(self.changed.1));
        for (line, y) in rows {
            let changed = flashes && self.changed.0.contains(&(self.caret.file, line));
            self.draw_line(pen, line, Area { y, h: high, ..area }, brackets, changed);
        }
        self.draw_caret(pen, cx);
        pen.unclip();
        self.draw_bar(pen, &marks, cx);
        if let Some(area) = self.side_area(cx) {
            self.draw_side(pen, area, cx);
        }
        if let Some(call) = self.call_here().filter(|_| self.popup.is_none() && cx.message().is_none()) {
            self.draw_call(pen, &call, cx);
        }
        if let Some(popup) = &self.popup {
            self.draw_popup(pen, popup, cx);
        }
    }

    fn screen(&self, cx: &Context) -> Option<(i32, i32)> {
        let area = self.side_area(cx).filter(|_| cx.game.is_some() && cx.size.1 >= BESIDE_SCREEN)?;
        Some((area.x + 2, area.y + area.h - COSTS - LEAST - 4))
    }
}

impl CodeEditor {
    pub(super) fn text_area(&self, cx: &Context) -> Area {
        let (w, h) = cx.size;
        let x = if w >= NUMBERS { 6 * COLUMN } else { COLUMN + 1 };
        let side = if w >= BESIDE { SIDE } else { 0 };
        Area { x, y: 2 * BAR + 1, w: w - x - side - BAR_WIDTH, h: h - 3 * BAR - 1 }
    }

    pub(super) fn rows_shown(&self, cx: &Context) -> usize {
        (self.text_area(cx).h / row_height(cx)).max(1) as usize
    }

    pub(super) fn bar_area(&self, cx: &Context) -> Option<Area> {
        let Area { x, y, w, h } = self.text_area(cx);
        let bar = Area { x: x + w, y: y - 1, w: BAR_WIDTH, h: h + 1 };
        (self.tab().len() > self.rows_shown(cx)).then_some(bar)
    }

    fn tab_name(&self, (file, tab): (usize, usize)) -> String {
        match self.text.files.get(file) {
            Some(source) if file > 0 && tab == 0 => source.name.rsplit('/').next().unwrap_or_default().into(),
            _ => format!("{tab:x}"),
        }
    }

    pub(super) fn tab_areas(&self, cx: &Context) -> Vec<((usize, usize), Area)> {
        let mut x = 1;
        let area = |tab: (usize, usize)| {
            let area = Area { x, y: BAR, w: width(&self.tab_name(tab)) + 4, h: BAR };
            x += area.w;
            (tab, area)
        };
        let fits = |(_, area): &(_, Area)| area.x + area.w < cx.size.0 - 8;
        self.tabs().into_iter().map(area).filter(fits).collect()
    }

    pub(super) fn new_tab_area(&self, cx: &Context) -> Area {
        let x = self.tab_areas(cx).last().map_or(1, |(_, area)| area.x + area.w);
        Area { x, y: BAR, w: 8, h: BAR }
    }

    pub(super) fn outline_at(&self, (x, y): (i32, i32), cx: &Context) -> Option<(usize, usize)> {
        let area = self.side_area(cx)?;
        let row = (y - area.y - 9).div_euclid(LIST_ROW);
        let shown = self.functions_shown(area, cx);
        if !area.holds(x, y) || !(0..shown).contains(&row) {
            return None;
        }
        let it = self.outline.get(self.outline_first(shown as usize) + row as usize)?;
        Some((it.file, it.line))
    }

    fn side_area(&self, cx: &Context) -> Option<Area> {
        let (w, h) = cx.size;
        (w >= BESIDE).then_some(Area { x: w - SIDE, y: 2 * BAR, w: SIDE, h: h - 3 * BAR })
    }

    fn functions_shown(&self, area: Area, cx: &Context) -> i32 {
        let end = self.screen(cx).map_or(area.y + area.h - COSTS, |(_, y)| y);
        ((end - area.y - 12) / LIST_ROW).max(0)
    }

    fn function_here(&self) -> Option<usize> {
        let here = (self.caret.file, self.line());
        self.outline.iter().rposition(|it| it.file == here.0 && it.line <= here.1)
    }

    fn outline_first(&self, shown: usize) -> usize {
        let here = self.function_here().unwrap_or(0);
        here.saturating_sub(shown / 2).min(self.outline.len().saturating_sub(shown))
    }

    fn draw_tabs(&self, pen: &mut Pen<'_>, cx: &Context) {
        let (w, _) = cx.size;
        pen.fill(Area { x: 0, y: BAR, w, h: BAR }, GROUND);
        for (tab, area) in self.tab_areas(cx) {
            let front = self.is_in(&tab);
            if front {
                pen.fill(area, 13);
            }
            pen.text(&self.tab_name(tab), area.x + 2, area.y + 1, if front { 7 } else { 6 });
        }
        if !self.text.files.is_empty() {
            pen.text("+", self.new_tab_area(cx).x + 2, BAR + 1, 6);
        }
        // Three lights for tokens, characters and compressed size, where there is no room for words.
        for (n, share) in (0..).zip(self.shares()).filter_map(|(n, (share, _))| Some((n, share?))) {
            if w < BESIDE {
                pen.fill(Area { x: w - 12 + n * 4, y: BAR + 2, w: 3, h: 4 }, light(share));
            }
        }
    }

    /// The use of each limit in thousandths, and the limit's name.
    fn shares(&self) -> [(Option<usize>, &'static str); 3] {
        let share =
            |used: Option<usize>, limit: SourceLimit| used.map(|used| (used * 1000).div_ceil(limit.most()));
        [
            (share(self.meter.tokens, SourceLimit::Tokens), "tokens"),
            (share(self.meter.chars, SourceLimit::Characters), "characters"),
            (share(self.meter.packed, SourceLimit::Compressed), "compressed"),
        ]
    }

    fn is_at(&self, error: &Option<CodeError>, line: usize) -> bool {
        error.as_ref().is_some_and(|it| (it.file, it.line) == (self.caret.file, line))
    }

    fn draw_margin(&self, pen: &mut Pen<'_>, line: usize, y: i32, right: i32, marked: bool) {
        let here = line == self.line();
        if right > 2 * COLUMN {
            let number = (line - self.tab().start + 1).to_string();
            let x = right - 2 - COLUMN * number.len() as i32;
            pen.signs(number.as_bytes(), x, y, if here { 7 } else { 13 });
        }
        let here = |it: &&CodeError| (it.file, it.line) == (self.caret.file, line);
        if let Some(error) = self.errors().find(here) {
            pen.fill(Area { x: 0, y, w: 3, h: 5 }, self.shade_of(error));
        }
        if marked {
            pen.fill(Area { x: 0, y: y + 1, w: 3, h: 3 }, 8);
        }
    }

    fn draw_line(
        &self,
        pen: &mut Pen<'_>,
        line: usize,
        area: Area,
        brackets: Option<[usize; 2]>,
        changed: bool,
    ) {
        let Some(source) = self.source() else { return };
        let (bytes, text) = (source.line(line), source.line_text(line));
        let left = area.x - self.left;
        let selected = self.caret.range();
        if changed {
            pen.fill(Area { y: area.y - 1, ..area }, CHANGED);
        } else if selected.is_empty() && line == self.line() {
            pen.fill(Area { y: area.y - 1, ..area }, HERE);
        }
        if !selected.is_empty() && selected.start <= bytes.end && selected.end > bytes.start {
            let from = x_of(text, selected.start.saturating_sub(bytes.start));
            // A selected line end is a column wide.
            let over = if selected.end > bytes.end { COLUMN } else { 0 };
            let to = x_of(text, selected.end - bytes.start) + over;
            pen.fill(Area { x: left + from, y: area.y - 1, w: to - from, h: area.h }, SELECTED);
        }
        let is_fault = self.is_at(&self.fault, line);
        if is_fault {
            pen.fill(Area { y: area.y - 1, ..area }, 8);
        }
        // The bracket at the caret and its partner.
        for at in brackets.into_iter().flatten().filter(|at| bytes.contains(at)) {
            let x = left + x_of(text, at - bytes.start);
            pen.fill(Area { x: x - 1, y: area.y - 1, w: COLUMN + 1, h: 7 }, BRACKET);
        }
        let shades = self.shades.get(self.caret.file).map_or(&[][..], Vec::as_slice);
        let (mut at, mut x) = (0, left);
        while at < text.len() && x < area.x + area.w {
            let kind = shades.get(bytes.start + at).copied().unwrap_or(PieceKind::Blank);
            let piece = self.piece(text, shades, bytes.start, at);
            let wide: i32 = piece.iter().fold(x - left, |x, byte| x + sign_width(*byte, x)) - (x - left);
            if kind != PieceKind::Blank && x + wide > area.x {
                let before = &text[..at];
                let is_field = before.ends_with(b".") && !before.ends_with(b"..") || before.ends_with(b":");
                // White, where the line is red.
                let shade = if is_fault { 7 } else { color(kind, piece, is_field) };
                let mut pen_x = x;
                // A tab in a text is a gap.
                for part in piece.split_inclusive(|byte| *byte == b'\t') {
                    let signs = part.strip_suffix(b"\t").unwrap_or(part);
                    pen.signs(signs, pen_x, area.y, shade);
                    pen_x = part.iter().fold(pen_x - left, |x, byte| x + sign_width(*byte, x)) + left;
                }
            }
            (at, x) = (at + piece.len(), x + wide);
        }
        // The line continues on that side.
        let end = area.x + area.w;
        let more = [
            (self.left > 0 && !text.is_empty(), b"<", area.x),
            (at < text.len() || x > end, b">", end - COLUMN),
        ];
        for (_, sign, x) in more.iter().filter(|more| more.0) {
            pen.fill(Area { x: *x, y: area.y - 1, w: COLUMN, h: area.h }, BACK);
            pen.signs(*sign, *x, area.y, 13);
        }
    }

    fn draw_bar(&self, pen: &mut Pen<'_>, marks: &[(usize, usize)], cx: &Context) {
        let Some(bar) = self.bar_area(cx) else { return };
        let (tab, rows) = (self.tab(), self.rows_shown(cx));
        let y = |line: usize| bar.y + (line * bar.h as usize / tab.len().max(1)) as i32;
        pen.fill(bar, GROUND);
        let end = (self.top + rows).min(tab.len());
        let thumb = Area { x: bar.x + 1, y: y(self.top), w: bar.w - 1, h: (y(end) - y(self.top)).max(3) };
        pen.fill(thumb, THUMB);
        let mut mark = |(file, line): (usize, usize), color: i32| {
            if file == self.caret.file && tab.contains(&line) {
                pen.fill(Area { y: y(line - tab.start), h: 2, ..bar }, color);
            }
        };
        if let (Some(Popup::Find { .. }), Some(source)) = (&self.popup, self.source()) {
            self.hits().iter().for_each(|(file, at)| mark((*file, source.line_of(*at)), 10));
        }
        marks.iter().for_each(|at| mark(*at, 8));
        self.errors().for_each(|it| mark((it.file, it.line), self.shade_of(it)));
    }

    /// Orange for an error, yellow for what only PICO-8 refuses.
    fn shade_of(&self, error: &CodeError) -> i32 {
        if self.refusals.contains(error) { 10 } else { 9 }
    }

    fn piece<'a>(&self, text: &'a [u8], shades: &[PieceKind], start: usize, at: usize) -> &'a [u8] {
        let kind = shades.get(start + at);
        let is_word = super::caret::is_word(text[at]);
        let goes_on = |n: &usize| {
            shades.get(start + n) == kind
                && (kind != Some(&PieceKind::Lexeme(LexemeKind::Word))
                    || super::caret::is_word(text[*n]) == is_word)
        };
        let len = (at..text.len()).take_while(goes_on).count().max(1);
        &text[at..at + len]
    }

    fn draw_caret(&self, pen: &mut Pen<'_>, cx: &Context) {
        let since = cx.frame.saturating_sub(self.moved);
        if since % 60 >= 30 {
            return;
        }
        let Some(source) = self.source() else { return };
        let (line, area) = (self.line(), self.text_area(cx));
        let Some(row) = line.checked_sub(self.tab().start + self.top) else { return };
        let x = x_of(source.line_text(line), self.caret.at - source.line(line).start) - self.left;
        let y = area.y + row as i32 * row_height(cx);
        pen.fill(Area { x: area.x + x - 1, y: y - 1, w: 1, h: 7 }, 10);
    }

    fn draw_side(&self, pen: &mut Pen<'_>, area: Area, cx: &Context) {
        pen.fill(area, GROUND);
        pen.text("functions", area.x + 4, area.y + 1, 7);
        let shown = self.functions_shown(area, cx) as usize;
        let (first, here) = (self.outline_first(shown), self.function_here());
        for (row, n) in (0..).zip(first..self.outline.len().min(first + shown)) {
            let y = area.y + 9 + row * LIST_ROW;
            let color = if here == Some(n) { 10 } else { 6 };
            pen.signs(&self.outline[n].name, area.x + 4, y, color);
        }
        for (n, (share, name)) in (0..).zip(self.shares()) {
            let y = area.y + area.h - COSTS + n * 9;
            pen.text(name, area.x + 4, y, 6);
            pen.fill(Area { x: area.x + 52, y, w: SIDE - 56, h: 5 }, 0);
            if let Some(share) = share {
                let wide = share.min(1000) as i32 * (SIDE - 56) / 1000;
                pen.fill(Area { x: area.x + 52, y, w: wide.max(1), h: 5 }, light(share));
            }
        }
    }
}

fn light(share: usize) -> i32 {
    match share {
        0..900 => 11,
        900..=1000 => 10,
        _ => 8,
    }
}
