//! The picture of the prompt: lines and answers, the line that is typed below them; next to it the game, which lines may draw on.
//! Values are written as a cart's code writes them.
//!
//! ```text
//! 3   a text   nil   {3, 4, x=60, ["a b"]=true, [9]=1}
//! {                                  a long table of tables: an entry per line
//!  {v=2.57, x=1, y=76},
//! }
//! ```

use super::{LineTone, PromptEditor};
use crate::context::{BESIDE_SCREEN, Context};
use crate::editor::View;
use crate::pen::{BAR, LEAST, Pen, width};
use num::Num;
use serde_json::{Map, Value};
use std::fmt::Write;
use studio::{Area, letters};

const ROW: i32 = 7;
/// The least width for a text next to its name, its column there, and the name's colour.
const BESIDE: i32 = 200;
const ABOUT: i32 = 76;
const NAME: i32 = 12;

impl View for PromptEditor {
    fn status(&self, _: &Context) -> String {
        "help: all commands   Tab: complete   Esc: back to the cart".to_string()
    }

    fn screen(&self, cx: &Context) -> Option<(i32, i32)> {
        let (w, h) = cx.size;
        let has_room = cx.game.is_some() && w >= 3 * LEAST && h >= BESIDE_SCREEN;
        has_room.then_some((w - LEAST - 2, BAR + 2))
    }

    fn draw(&self, pen: &mut Pen<'_>, cx: &Context) {
        let (w, h) = cx.size;
        pen.fill(Area { x: 0, y: BAR, w, h: h - 2 * BAR }, 0);
        let head: String = self.typed[..self.cursor].iter().collect();
        let (line, head) = (format!("{}{}", self.sign(), self.text()), format!("{}{head}", self.sign()));
        // A long line is scrolled to the cursor.
        let x = 3 - (width(&head) - (w - 12)).max(0);
        let y = h - BAR - ROW - 2;
        pen.fill(Area { x: 0, y: y - 2, w, h: ROW + 3 }, 1);
        pen.text(&line, x, y, 7);
        if cx.beat() % 60 < 30 {
            pen.fill(Area { x: x + width(&head) - 1, y: y - 1, w: 1, h: ROW }, 10);
        }
        let (mut y, w) = (y - 3, self.screen(cx).map_or(w, |(x, _)| x));
        for (tone, text) in self.lines.iter().rev().skip(self.up) {
            for row in rows(*tone, text, w).iter().rev() {
                y -= ROW;
                if y < BAR {
                    return;
                }
                row.iter().for_each(|(part, x, color)| _ = pen.text(part, *x, y, *color));
            }
        }
    }
}

type RowPart = (String, i32, i32);

/// The rows that a line takes: `name TAB text about it`, or a text.
fn rows(tone: LineTone, line: &str, w: i32) -> Vec<Vec<RowPart>> {
    let color = match tone {
        LineTone::Typed => 13,
        LineTone::Answer => 6,
        LineTone::Error => 8,
    };
    let wrapped = |text: &str, x: i32| -> Vec<Vec<RowPart>> {
        letters::wrap(text, w - x - 5).into_iter().map(|row| vec![(row, x, color)]).collect()
    };
    let Some((name, about)) = line.split_once('\t') else { return wrapped(line, 3) };
    let mut rows = wrapped(about, if w >= BESIDE { ABOUT } else { 11 });
    let name = (name.trim_end().to_string(), 3, NAME);
    match rows.first_mut().filter(|_| w >= BESIDE) {
        Some(first) => first.push(name),
        None => rows.insert(0, vec![name]),
    }
    rows
}

/// Letters of a table of tables in one line, at most.
const LINE: usize = 60;

pub fn lines_of(value: &Value) -> Vec<String> {
    if let Some(text) = value.as_str() {
        return text.lines().map(str::to_string).collect();
    }
    let line = written(value);
    let Some(table) =
        value.as_object().filter(|table| line.chars().count() > LINE && table.values().any(Value::is_object))
    else {
        return vec![line];
    };
    let entries = entries(table).into_iter().map(|(key, value)| format!(" {key}{},", written(value)));
    [vec!["{".to_string()], entries.collect(), vec!["}".to_string()]].concat()
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => "nil".to_string(),
        // Not a value of code: a function, or a table deeper than is shown.
        Value::String(text) if text == "{..}" || text.starts_with('[') && text.ends_with(']') => text.clone(),
        Value::String(text) => {
            let mut out = String::from("\"");
            for letter in text.chars() {
                match letter {
                    '"' | '\\' => out.extend(['\\', letter]),
                    '\n' => out.push_str("\\n"),
                    letter => out.push(letter),
                }
            }
            out + "\""
        }
        Value::Object(table) => {
            let mut out = String::from("{");
            for (n, (key, value)) in entries(table).into_iter().enumerate() {
                let gap = if n > 0 { ", " } else { "" };
                let _ = write!(out, "{gap}{key}{}", written(value));
            }
            out + "}"
        }
        other => other.to_string(),
    }
}

/// The entries of a table: those counted from 1 on without their numbers, then other numbers, then names.
fn entries(table: &Map<String, Value>) -> Vec<(String, &Value)> {
    let mut numbers: Vec<_> =
        table.iter().filter_map(|(key, value)| Some((number(key)?, key, value))).collect();
    numbers.sort_by_key(|(number, ..)| *number);
    let counted = (1..).zip(&numbers).take_while(|(n, it)| it.0 == Num::int(*n)).count();
    let mut out = Vec::with_capacity(table.len());
    out.extend(numbers.iter().take(counted).map(|(_, _, value)| (String::new(), *value)));
    out.extend(numbers.iter().skip(counted).map(|(_, key, value)| (format!("[{key}]="), *value)));
    let names = table.iter().filter(|(key, _)| number(key).is_none());
    out.extend(
        names.map(|(key, value)| {
            (if is_name(key) { format!("{key}=") } else { format!("[\"{key}\"]=") }, value)
        }),
    );
    out
}

fn number(key: &str) -> Option<Num> {
    key.strip_prefix('-').map_or_else(|| Num::parse(key), |digits| Num::parse(digits).map(|number| -number))
}

fn is_name(key: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || !letter.is_ascii();
    !key.is_empty() && key.chars().all(is_letter) && !key.starts_with(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_written_as_code_writes_them() {
        let cases = [
            (json!(3), "3"),
            (json!(null), "nil"),
            (json!("a \"b\""), "a \"b\""),
            (json!({}), "{}"),
            (json!({"x": 60, "hp": 3}), "{hp=3, x=60}"),
            (json!({"1": 5, "10": 1, "2": 6}), "{5, 6, [10]=1}"),
            (json!({"0": 5, "1": 6}), "{[0]=5, [1]=6}"),
            (json!({"inf": 5, "-1.5": 6}), "{[-1.5]=6, inf=5}"),
            (
                json!({"a b": "c\"d", "f": "[function]", "t": "{..}"}),
                r#"{["a b"]="c\"d", f=[function], t={..}}"#,
            ),
        ];
        for (value, want) in cases {
            assert_eq!(lines_of(&value), [want], "{value}");
        }
        let long = json!({"1": {"name": "a".repeat(30)}, "2": {"name": "b".repeat(30)}});
        let rows = ["a", "b"].map(|letter| format!(" {{name=\"{}\"}},", letter.repeat(30)));
        assert_eq!(lines_of(&long), ["{", &rows[0], &rows[1], "}"]);
        assert_eq!(lines_of(&json!("a\nb\n")), ["a", "b"]);
    }
}
