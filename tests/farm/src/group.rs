//! The group of a row: what differs first, in words that many carts share.
//!
//! ```text
//! equal                              all pictures, lines and sounds that both give
//! print "\^w..."                     the first draw call whose pixels differ, and the features that it uses
//! flicker: spr                       the same for a picture that is equal again soon
//! after rnd: spr                     the random generators differed before: the game went another way
//! lines, sound                       equal pictures
//! Rasher: ..., ENGINE: ...           no comparison: not loaded, stopped, crashed, hung, still
//! ```

use crate::child::Ending;
use crate::compare::Comparison;
use crate::ours;

/// A draw call of Rasher's: name, arguments, place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawCall {
    pub name: String,
    pub args: String,
    pub place: String,
}

impl DrawCall {
    /// Reads "NAME TAB ARGUMENTS TAB PLACE".
    pub fn parse(line: &str) -> Option<DrawCall> {
        let mut parts = line.trim_end().split('\t').map(str::to_string);
        Some(DrawCall { name: parts.next()?, args: parts.next()?, place: parts.next()? })
    }

    /// Its name, and for `print` the kinds of control codes in its text.
    fn kind(&self) -> String {
        if self.name != "print" {
            return self.name.clone();
        }
        let mut codes: Vec<String> = Vec::new();
        let mut rest = self.args.as_str();
        while let Some(at) = rest.find('\\') {
            let code: String =
                rest[at..].chars().take(if rest[at..].starts_with("\\^") { 3 } else { 2 }).collect();
            rest = &rest[at + code.len()..];
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes.truncate(3);
        if codes.is_empty() { "print".into() } else { format!("print {}", codes.join(" ")) }
    }
}

/// The group of an engine that shows an error of the cart where Rasher runs it.
pub fn stopped(name: &str, error: &str) -> String {
    format!("{name} stops: {}", plain(error))
}

/// A message with its numbers, names and places left out.
fn plain(message: &str) -> String {
    let text = message.rsplit_once(": ").map_or(message, |(_, last)| last);
    let line = text.lines().next().unwrap_or_default();
    let mut short: String = line.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).take(60).collect();
    while short.contains("##") {
        short = short.replace("##", "#");
    }
    short
}

/// The group of a row in which only one of the two completed its run.
pub fn failure(name: &str, ending: &Ending) -> String {
    match ending {
        Ending::Failed(ours::DOES_NOT_LOAD, why) => format!("{name} does not load it: {}", plain(why)),
        Ending::Failed(ours::STOPPED, why) => {
            let message = why.split(" / ").find(|line| line.contains(": ")).unwrap_or(why);
            format!("{name} stops: {}", plain(message))
        }
        Ending::Failed(_, why) => format!("{name} fails: {}", plain(why)),
        Ending::Crashed(_) => format!("{name} crashes"),
        Ending::Hung(_) => format!("{name} hangs"),
        Ending::NotStarted(_) => format!("{name} cannot be started"),
        Ending::Done => format!("{name} ends"),
    }
}

/// The group of two runs.
pub fn group(name: &str, found: &Comparison, call: Option<&DrawCall>) -> String {
    if found.frames == 0 {
        return format!("{name}: no frame to compare");
    }
    if found.is_still {
        return format!("{name}: one still picture");
    }
    let Some(first) = &found.picture else {
        return match (&found.line, &found.playing, &found.sound) {
            (Some(_), _, _) => "lines".into(),
            (_, Some(_), _) => "sounds that play".into(),
            (_, _, Some(sound)) if sound.lone.is_some() => "sound".into(),
            _ => "equal".into(),
        };
    };
    let kind = call.map_or("no call of ours".into(), DrawCall::kind);
    let before = found.generator.is_some_and(|frame| frame <= first.frame + 1);
    match (first.flickers, before) {
        (true, _) => format!("flicker: {kind}"),
        (false, true) => format!("after rnd: {kind}"),
        (false, false) => kind,
    }
}
