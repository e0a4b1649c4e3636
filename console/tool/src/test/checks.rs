//! The checks that a test makes on a console, and the descriptions of failures.
//!
//! ```text
//! expect hp == 3 && x < 9      found hp = 2, x = 9            the fields and bytes of the condition
//! lua #mobs == 2               found #mobs = 3                the left side of a comparison, else the value
//! cost 50%                     found 61.2 %                   of a frame's budget
//! ```

use rasher::{Console, Hook};
use serde_json::Value;
use timeline::Condition;

const BRIEF: usize = 100;

/// The string, in quotes, that a traced call of `print` wrote. The trace truncates it after 40 characters.
pub fn printed(args: &str, name: &str) -> Option<String> {
    if name != "print" {
        return None;
    }
    let mut escaped = false;
    let end = args.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map(|(at, _)| args[..=at].to_string())
}

/// Why a condition is false, by the values in it; none if it is true.
pub fn failed_condition(condition: &Condition, console: &Console) -> Option<String> {
    if condition.holds(console) {
        return None;
    }
    if let Some(missing) = condition.missing(console) {
        return Some(missing.to_string());
    }
    if let Err(why) = condition.result(console) {
        return Some(why);
    }
    let found: Vec<String> = condition
        .looked_at(console)
        .iter()
        .map(|(what, value)| format!("{what} = {}", brief(value)))
        .collect();
    Some(if found.is_empty() {
        "found that it is false".into()
    } else {
        format!("found {}", found.join(", "))
    })
}

pub fn failed_expression(text: &str, console: &Console) -> Option<String> {
    let values = match console.evaluate(0, text) {
        Ok(values) => values,
        Err(e) => return Some(e),
    };
    let is_false = |value: &Value| matches!(value, Value::Null | Value::Bool(false));
    if !values.is_empty() && !values.iter().any(is_false) {
        return None;
    }
    let left = left(text).and_then(|left| Some((left, console.evaluate(0, left).ok()?)));
    Some(match left {
        Some((left, found)) => format!("found {left} = {}", found.first().map_or("nil".into(), brief)),
        None => format!("found {}", values.first().map_or("nothing".into(), brief)),
    })
}

fn left(text: &str) -> Option<&str> {
    let signs = ["==", "~=", "!=", "<=", ">=", "<", ">"];
    let (left, _) = signs.iter().find_map(|sign| text.split_once(sign))?;
    let one = !text.contains(" and ") && !text.contains(" or ") && !left.contains(['"', '\'']);
    one.then(|| left.trim())
}

fn brief(value: &Value) -> String {
    match value {
        Value::Null => "nil".into(),
        value => cut(&value.to_string()),
    }
}

pub fn cut(text: &str) -> String {
    let cut: String = text.chars().take(BRIEF).collect();
    if cut.len() < text.len() { format!("{cut}...") } else { cut }
}

/// The cost of the newest frame, in thousandths of its budget.
pub fn cost(console: &Console) -> u64 {
    let usage = console.machine().usage();
    let all = usage.thousandths(usage.update + usage.draw) / u64::from(usage.updates.max(1));
    match console.suspended_hook() {
        // A hook that has not ended is not in the totals yet.
        Some(Hook::Init | Hook::Update | Hook::Draw) => {
            let share = console.machine().clone().stat(1).num().bits();
            all.max((u64::try_from(share).unwrap_or(0) * 1000) >> 16)
        }
        _ => all,
    }
}

pub fn percent(thousandths: u64) -> String {
    format!("{}.{} %", thousandths / 10, thousandths % 10)
}
