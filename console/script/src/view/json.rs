//! Values of a Lua program as JSON: a table is an object, and what is not shown is marked.
//!
//! ```text
//! {"hp":3,"up":"↺ same as the whole","list":"{..} [9000]"}     a circle, and a table beyond the limits with its number of members
//! ```

use super::{LuaView, METATABLE, is_code, of_value, value_of};
use alloc::string::String;
use alloc::{format, vec::Vec};
use lua::Value;
use rasher::{CUT, Plain, StateView};
use serde_json::{Map, Value as Json};

/// Levels, and values after which tables are cut: for a value among others, and for a single one.
const DEEP: usize = 6;
const MOST: usize = 4000;
const DEEPEST: usize = 60;
const ALL: usize = 200_000;

pub struct JsonWalk<'v, 'p> {
    view: &'v LuaView<'p>,
    levels: usize,
    left: usize,
    /// Without functions and metatables, and with circles unrolled: states are compared by it.
    is_data: bool,
    /// The tables around the value, each with the name of the member in it.
    above: Vec<(Value, String)>,
}

impl<'v, 'p> JsonWalk<'v, 'p> {
    pub fn new(view: &'v LuaView<'p>) -> JsonWalk<'v, 'p> {
        JsonWalk { view, levels: DEEP, left: MOST, is_data: false, above: Vec::new() }
    }

    pub fn whole(view: &'v LuaView<'p>) -> JsonWalk<'v, 'p> {
        JsonWalk { levels: DEEPEST, left: ALL, ..JsonWalk::new(view) }
    }

    /// Of the values of a state, which is a level itself.
    pub fn data(view: &'v LuaView<'p>) -> JsonWalk<'v, 'p> {
        JsonWalk { levels: DEEP - 1, is_data: true, ..JsonWalk::new(view) }
    }

    /// The first tables have all their entries.
    pub fn json(&mut self, value: Value) -> Json {
        let view = self.view;
        if let Some(plain) = view.plain(of_value(value)) {
            return match plain {
                Plain::Number(number) => Json::Number(rasher::shown_number(number)),
                Plain::Boolean(is) => Json::Bool(is),
                Plain::Text(text) => Json::String(text),
                Plain::Wide(_) | Plain::Nil => Json::Null,
            };
        }
        if is_code(value) {
            return Json::String(view.code_text(value).0);
        }
        let again = self.above.iter().position(|(table, _)| *table == value);
        if let Some(n) = again.filter(|_| !self.is_data) {
            let names = self.above[..n].iter();
            let path = names.fold(String::new(), |path, (_, name)| rasher::join_path(&path, name));
            return Json::String(format!("↺ same as {}", if n == 0 { "the whole" } else { &path }));
        }
        if self.above.len() == self.levels || self.left == 0 {
            return Json::String(match self.is_data {
                true => CUT.into(),
                false => format!("{CUT} {}", view.node(of_value(value)).counts()),
            });
        }
        let mut fields = Map::new();
        for member in view.members(of_value(value)).iter() {
            let inner = value_of(member.at).unwrap_or_default();
            if !self.is_data || !is_code(inner) && !member.is_named(METATABLE) {
                self.left = self.left.saturating_sub(1);
                self.above.push((value, member.name()));
                fields.insert(member.name(), self.json(inner));
                self.above.pop();
            }
        }
        Json::Object(fields)
    }
}
