//! Where `continue` stops: breakpoints on lines, functions and fields; and logpoints.
//!
//! ```text
//! setBreakpoints           a line, the next one with code        condition, logMessage, hitCondition
//! setFunctionBreakpoints   the first line of a function          condition, hitCondition
//! setDataBreakpoints       a field of the state, by its path     condition, hitCondition
//!
//! hitCondition   5  ==5  the fifth time     >5 >=5 <5 <=5     %5  each fifth time          counted from the start of the run
//! ```

use super::files::SourceFiles;
use super::values::brief_json;
use rasher::{Breakpoint, Console, LineRun, LogLine, Logpoint, Place};
use serde_json::{Value, json};
use timeline::{Condition, Crash, LinePlace, Past, Path, Source, Sources};

#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    place: Place,
    condition: String,
    hits: Option<HitRule>,
    is_function: bool,
    /// Hits up to the end of each of the first frames: backwards, a count at each hit would else be a replay.
    totals: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq)]
struct Field {
    path: Path,
    condition: String,
    hits: Option<HitRule>,
    count: u64,
}

/// On which hits a breakpoint stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HitRule {
    sign: &'static str,
    number: u64,
}

#[derive(Default)]
pub struct Points {
    /// By file, as the editor named it.
    lines: Vec<(Value, Vec<Point>, Vec<Logpoint>)>,
    functions: Vec<Point>,
    fields: Vec<Field>,
}

fn text(requested: &Value, name: &str) -> String {
    requested[name].as_str().unwrap_or_default().trim().to_string()
}

fn refused(line: Option<u64>, why: &str) -> Value {
    json!({ "verified": false, "line": line, "message": why })
}

impl HitRule {
    fn parse(text: &str) -> Result<Option<HitRule>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let sign = [">=", "<=", "==", ">", "<", "=", "%", ""].into_iter().find(|sign| text.starts_with(sign));
        let sign = sign.unwrap_or_default();
        match text[sign.len()..].trim().parse() {
            Ok(number) if number > 0 => Ok(Some(HitRule { sign, number })),
            _ => Err(format!("found {text:?}, expected a count such as 5, >=5 or %5")),
        }
    }

    fn stops(self, count: u64) -> bool {
        match self.sign {
            ">=" => count >= self.number,
            "<=" => count <= self.number,
            ">" => count > self.number,
            "<" => count < self.number,
            "%" => count.is_multiple_of(self.number),
            _ => count == self.number,
        }
    }
}

impl Points {
    pub fn set_lines(&mut self, files: &SourceFiles, sources: &Sources, arguments: &Value) -> Value {
        let named = arguments["source"].clone();
        let (mut points, mut logpoints, mut verified) = (Vec::new(), Vec::new(), Vec::new());
        for requested in arguments["breakpoints"].as_array().into_iter().flatten() {
            let line = requested["line"].as_u64().and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
            let Some(place) = nearest(files, sources, &named, line) else {
                verified.push(refused(Some(line.into()), "the cart has no code on this line"));
                continue;
            };
            let hits = match HitRule::parse(&text(requested, "hitCondition")) {
                Ok(hits) => hits,
                Err(why) => {
                    verified.push(refused(Some(line.into()), &why));
                    continue;
                }
            };
            verified.push(json!({ "verified": true, "line": files.line(&place) }));
            match text(requested, "logMessage") {
                message if message.is_empty() => {
                    let condition = text(requested, "condition");
                    points.push(Point { place, condition, hits, is_function: false, totals: Vec::new() });
                }
                message => logpoints.push(Logpoint { place, expressions: expressions(&message) }),
            }
        }
        self.lines.retain(|(known, ..)| known["path"] != named["path"] || known["name"] != named["name"]);
        self.lines.push((named, points, logpoints));
        json!({ "breakpoints": verified })
    }

    pub fn set_functions(&mut self, files: &SourceFiles, sources: &Sources, arguments: &Value) -> Value {
        self.functions.clear();
        let mut verified = Vec::new();
        for requested in arguments["breakpoints"].as_array().into_iter().flatten() {
            let name = text(requested, "name");
            let place = sources.iter().find_map(|source| function(source, &name));
            let hits = HitRule::parse(&text(requested, "hitCondition"));
            match (place, hits) {
                (None, _) => verified.push(refused(None, &format!("found no function {name}"))),
                (_, Err(why)) => verified.push(refused(None, &why)),
                (Some(place), Ok(hits)) => {
                    let (line, source) = (files.line(&place), files.source(place.file()));
                    verified.push(json!({ "verified": true, "line": line, "source": source }));
                    let condition = text(requested, "condition");
                    self.functions.push(Point {
                        place,
                        condition,
                        hits,
                        is_function: true,
                        totals: Vec::new(),
                    });
                }
            }
        }
        json!({ "breakpoints": verified })
    }

    pub fn set_fields(&mut self, arguments: &Value) -> Value {
        self.fields.clear();
        let mut verified = Vec::new();
        for requested in arguments["breakpoints"].as_array().into_iter().flatten() {
            let path = Path::parse(&text(requested, "dataId")).map_err(|error| error.to_string());
            match path.and_then(|path| Ok((path, HitRule::parse(&text(requested, "hitCondition"))?))) {
                Ok((path, hits)) => {
                    verified.push(json!({ "verified": true }));
                    let condition = text(requested, "condition");
                    self.fields.push(Field { path, condition, hits, count: 0 });
                }
                Err(why) => verified.push(refused(None, &why)),
            }
        }
        json!({ "breakpoints": verified })
    }

    /// Forgets the hits counted from a frame on, which runs otherwise now.
    pub fn forget_from(&mut self, frame: u64) {
        for point in self.lines.iter_mut().flat_map(|(_, points, _)| points).chain(&mut self.functions) {
            point.totals.truncate(frame as usize);
        }
    }

    fn all(&self) -> impl Iterator<Item = &Point> {
        self.lines.iter().flat_map(|(_, points, _)| points).chain(&self.functions)
    }

    pub fn is_empty(&self) -> bool {
        self.all().next().is_none() && self.fields.is_empty()
    }

    /// Those on lines and functions, in the order of their numbers in a result.
    pub fn breakpoints(&self) -> Vec<Breakpoint> {
        self.all().map(Point::breakpoint).collect()
    }

    pub fn fields(&self) -> Vec<Vec<String>> {
        self.fields.iter().map(|field| field.path.names().to_vec()).collect()
    }

    pub fn logpoints(&self) -> Vec<Logpoint> {
        self.lines.iter().flat_map(|(.., points)| points.clone()).collect()
    }

    /// The reason to stop at a place where some breakpoint's condition is true, if one's count agrees. `moment` is there.
    pub fn reason(
        &mut self,
        past: &Past,
        moment: &LineRun,
        at: LinePlace,
    ) -> Result<Option<&'static str>, Crash> {
        let console = &moment.console;
        let place = moment.stack.first().map(|call| console.machine().place(call.position));
        let Some(place) = place else { return Ok(None) };
        let here = |point: &&mut Point| point.place == place && is_true(console, &point.condition);
        let lines = self.lines.iter_mut().flat_map(|(_, points, _)| points);
        for point in lines.chain(&mut self.functions).filter(here) {
            let stops = match point.hits {
                None => true,
                Some(rule) => rule.stops(point.count(past, at)?),
            };
            if stops {
                return Ok(Some(if point.is_function { "function breakpoint" } else { "breakpoint" }));
            }
        }
        Ok(None)
    }

    /// The change of a field for which to stop, as text. Changes are counted as they are found.
    pub fn change(&mut self, before: &Console, after: &Console) -> Option<String> {
        let mut stops = None;
        for field in &mut self.fields {
            let [old, new] = [before, after].map(|console| field.path.value(console).unwrap_or_default());
            if old == new || !is_true(after, &field.condition) {
                continue;
            }
            field.count += 1;
            if field.hits.is_none_or(|rule| rule.stops(field.count)) {
                let [old, new] = [&old, &new].map(brief_json);
                stops.get_or_insert_with(|| format!("{} changes from {old} to {new}", field.path));
            }
        }
        stops
    }
}

fn is_true(console: &Console, condition: &str) -> bool {
    if !console.program().suspends() && !condition.is_empty() {
        return Condition::parse(condition).is_ok_and(|condition| condition.holds(console));
    }
    let is_false = |value: &Value| matches!(value, Value::Null | Value::Bool(false));
    condition.is_empty()
        || console
            .evaluate(0, condition)
            .is_ok_and(|values| values.first().is_some_and(|value| !is_false(value)))
}

impl Point {
    fn breakpoint(&self) -> Breakpoint {
        Breakpoint { place: self.place.clone(), condition: self.condition.clone() }
    }

    /// The number of hits from the start of the run up to a place, which is one.
    fn count(&mut self, past: &Past, at: LinePlace) -> Result<u64, Crash> {
        let condition = if self.condition.is_empty() { "true" } else { &self.condition };
        let points = [Logpoint { place: self.place.clone(), expressions: condition.into() }];
        // Also the last frame of a full list, which may have more.
        let hits = |from: u64, to: u64| -> Result<(Vec<LinePlace>, Option<u64>), Crash> {
            let logs = past.logs(from, to, &points)?;
            let hit = |(frame, line): &(u64, LogLine)| {
                let is_hit = !matches!(&*line.text, "nil" | "false");
                is_hit.then_some(LinePlace { frame: *frame, step: line.step })
            };
            let last = logs.last().filter(|_| logs.len() >= rasher::LOGS_MAX).map(|(frame, _)| *frame);
            Ok((logs.iter().filter_map(hit).collect(), last))
        };
        while (self.totals.len() as u64) < at.frame {
            let from = self.totals.len() as u64;
            let (found, last) = hits(from, at.frame - 1)?;
            let end = last.map_or(at.frame, |last| last.max(from + 1));
            let mut found = found.into_iter().peekable();
            let mut total = self.totals.last().copied().unwrap_or(0);
            for frame in from..end {
                while found.next_if(|hit| hit.frame <= frame).is_some() {
                    total += 1;
                }
                self.totals.push(total);
            }
        }
        let before = at.frame.checked_sub(1).map_or(0, |frame| self.totals[frame as usize]);
        let (here, _) = hits(at.frame, at.frame)?;
        Ok(before + here.iter().filter(|hit| **hit <= at).count() as u64)
    }
}

/// The line for a breakpoint on a line of a file: that line, or the next one with code.
pub fn nearest(files: &SourceFiles, sources: &Sources, named: &Value, line: u32) -> Option<Place> {
    let nearest = |place: &Place| {
        let at = |source: &Source| {
            let position = source.position(place)?;
            Some(source.place(source.nearest(position.file, position.line)?))
        };
        sources.iter().find_map(at)
    };
    files.places(named, line).iter().find_map(nearest)
}

/// The first line of a function: `spawn`, `foe.hit`, `foe:hit` or `hit`.
fn function(source: &Source, name: &str) -> Option<Place> {
    if name.is_empty() {
        return None;
    }
    let declares = |line: &str| {
        let words = line.replace(char::is_whitespace, " ");
        let after = words.split("function ").skip(1).map(|rest| rest.split('(').next().unwrap_or("").trim());
        let before = words.split("=function(").next().filter(|before| before.len() < words.len());
        let before = before.map(|text| text.rsplit([' ', ',', '{']).next().unwrap_or(""));
        let mut names = after.chain(before);
        names.any(|found| found == name || found.rsplit(['.', ':']).next() == Some(name))
    };
    let line = source.lines().iter().find(|line| declares(&line.text))?;
    // The line that declares it runs when the function is made; a function in one line has no other.
    let one_line = line.text.trim_end().ends_with("end");
    let first = line.position.line + u32::from(!one_line);
    Some(source.place(source.nearest(line.position.file, first)?))
}

/// Converts a logpoint's message to expressions: `hp is {hp}` to `"hp is "..tostr(hp)`. Without braces it is a list of expressions.
fn expressions(message: &str) -> String {
    if !message.contains('{') {
        return message.to_string();
    }
    let (mut parts, mut rest) = (Vec::new(), message);
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    while let Some((before, (inside, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        if !before.is_empty() {
            parts.push(quoted(before));
        }
        parts.push(format!("tostr({inside})"));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(quoted(rest));
    }
    parts.join("..")
}
