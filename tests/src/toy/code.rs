//! Compiles the toy's source text to instructions, each with its file and line. The head of `mod.rs` describes the
//! language.

use rasher::Position;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
pub(super) enum Op {
    Push(i32),
    Load(String),
    Store(String),
    Goto(usize),
    Unless(usize),
    Call(usize),
    Ret,
    Fault(String),
    Flip,
    Do(Do),
}

macro_rules! words {
    ($($word:ident $name:literal)*) => {
        /// Operations that take their arguments from the stack.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Do { $($word),* }

        const WORDS: &[(&str, Do)] = &[$(($name, Do::$word)),*];
    };
}

words! {
    Add "add" Mod "mod" Less "less" Equal "equal" Drop "drop"
    Cls "cls" Pset "pset" Rectfill "rectfill" Spr "spr" Print "print" Debug "debug" Printh "printh"
    Btn "btn" Btnp "btnp" Rnd "rnd" Cpu "cpu" Time "time" Spend "spend" Strict "strict" Menuitem "menuitem" Keep "keep"
}

/// A program that can be run.
#[derive(Debug, Default)]
pub struct Code {
    pub(super) ops: Vec<(Op, Position)>,
    pub(super) functions: BTreeMap<String, usize>,
    pub(super) globals: BTreeSet<String>,
    pub(super) files: Vec<String>,
    /// Every line that has words, so that tests can look up places.
    lines: Vec<(String, Position)>,
}

impl Code {
    /// Reads a source.
    ///
    /// # Errors
    /// File, line and the invalid word.
    pub fn parse(source: &str) -> Result<Code, String> {
        let mut code = Code { files: vec!["toy".to_string()], ..Code::default() };
        let (mut line, mut function) = (0, String::new());
        // Labels and functions may be used before they are defined: places are filled in at the end.
        let (mut labels, mut jumps) = (BTreeMap::new(), Vec::new());
        // The number of the chosen menu item.
        code.globals.insert("item".to_string());
        for text in source.lines() {
            line += 1;
            let text = text.split(';').next().unwrap_or_default().trim();
            let at = Position { file: code.files.len() as u32 - 1, line };
            let wrong = |what: &str| format!("{}:{line}: {what}", code.files[at.file as usize]);
            if text.is_empty() {
                continue;
            }
            if let Some(name) = text.strip_prefix("file ") {
                code.files.push(name.to_string());
                line = 0;
                continue;
            }
            code.lines.push((text.to_string(), at));
            if let Some(name) = text.strip_prefix("fn ") {
                // The end of the previous function.
                code.ops.push((Op::Ret, at));
                function = name.to_string();
                code.functions.insert(function.clone(), code.ops.len());
                continue;
            }
            if let Some(label) = text.strip_suffix(':') {
                labels.insert(format!("{function} {label}"), code.ops.len());
                continue;
            }
            if let Some(message) = text.strip_prefix("fault ") {
                code.ops.push((Op::Fault(message.to_string()), at));
                continue;
            }
            let mut words = text.split_whitespace();
            while let Some(word) = words.next() {
                let op = match word {
                    "flip" => Op::Flip,
                    "ret" => Op::Ret,
                    "goto" | "unless" | "call" => {
                        let name = words.next().ok_or_else(|| wrong("where to?"))?;
                        jumps.push((
                            code.ops.len(),
                            format!("{function} {name}"),
                            name.to_string(),
                            wrong(name),
                        ));
                        match word {
                            "goto" => Op::Goto(0),
                            "unless" => Op::Unless(0),
                            _ => Op::Call(0),
                        }
                    }
                    _ => match (word.parse(), word.strip_prefix('=')) {
                        (Ok(n), _) => Op::Push(n),
                        (_, Some(name)) => {
                            code.globals.insert(name.to_string());
                            Op::Store(name.to_string())
                        }
                        _ => match WORDS.iter().find(|(name, _)| *name == word) {
                            Some((_, word)) => Op::Do(*word),
                            None => Op::Load(word.to_string()),
                        },
                    },
                };
                code.ops.push((op, at));
            }
        }
        code.ops.push((Op::Ret, Position { file: code.files.len() as u32 - 1, line }));
        for (from, label, name, wrong) in jumps {
            let to = labels.get(&label).or_else(|| code.functions.get(&name)).ok_or(wrong)?;
            match &mut code.ops[from].0 {
                Op::Goto(at) | Op::Unless(at) | Op::Call(at) => *at = *to,
                _ => {}
            }
        }
        let unknown = |op: &Op| matches!(op, Op::Load(name) if !code.globals.contains(name));
        match code.ops.iter().find(|(op, _)| unknown(op)) {
            Some((op, at)) => {
                Err(format!("{}:{}: {op:?} is nowhere stored", code.files[at.file as usize], at.line))
            }
            None => Ok(code),
        }
    }

    /// File and line of the first line with these words.
    pub(super) fn line_of(&self, words: &str) -> (&str, u32) {
        let (_, at) = self.lines.iter().find(|(text, _)| text.contains(words)).expect("words of the source");
        (&self.files[at.file as usize], at.line)
    }
}
