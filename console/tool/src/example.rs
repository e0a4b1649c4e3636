//! `rasher new PATH --example NAME`: a cart to start from, in place of the template's firefly.
//!
//! Those of `cart/examples` are small carts with one idea, in Rust or with `--lua` in Lua. `apples` has a deliberate bug and a player's
//! bug report, for the debugger's walkthrough. Files replace those of the template with the same names, and the template's tests.

use crate::error::ToolError;
use shelf::DataFile;
use timeline::Report;

pub struct CartExample {
    pub about: &'static str,
    /// By path in the folder, with the template's name for the cart's.
    pub files: Vec<(String, &'static [u8])>,
    pub without: Vec<&'static str>,
}

macro_rules! files {
    ($name:literal $($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../example/", $name, "/", $path)))),*]
    };
}

const APPLES: &str = "apples";
const APPLES_ABOUT: &str = "apples fall, a basket catches them; with a bug made on purpose";
const APPLES_FILES: &[(&str, &[u8])] = files!("apples" "README.md" "src/apples.rs" "src/lib.rs" "src/main.rs" "tests/play.rs" "tests/first.test" "lost.report");

pub fn names() -> impl Iterator<Item = &'static str> {
    shelf::EXAMPLES.iter().map(|example| example.name).chain([APPLES])
}

pub fn list() -> String {
    let all = shelf::EXAMPLES.iter().map(|entry| (entry.name, entry.about)).chain([(APPLES, APPLES_ABOUT)]);
    let lines = all.map(|(name, about)| format!("{name:12} {about}\n"));
    lines.collect::<String>() + "\nrasher new PATH --example NAME begins with one; with --lua in Lua\n"
}

pub fn example(name: &str, lua: bool) -> Option<CartExample> {
    if name == APPLES && !lua {
        let files = APPLES_FILES.iter().map(|(path, bytes)| (path.to_string(), *bytes)).collect();
        return Some(CartExample { about: APPLES_ABOUT, files, without: Vec::new() });
    }
    let (entry, example) = (shelf::EXAMPLES.iter().find(|entry| entry.name == name)?, shelf::example(name)?);
    let mut files: Vec<(String, &'static [u8])> = match lua {
        true => vec![("my_game.lua".to_string(), example.lua.as_bytes())],
        false => vec![
            ("src/lib.rs".to_string(), example.rust.as_bytes()),
            ("tests/play.rs".to_string(), &include_bytes!("../template/example.rs")[..]),
        ],
    };
    files.extend(example.tests.iter().map(|(file, bytes)| (format!("tests/{file}"), *bytes)));
    let data = &entry.files;
    let data = [data.sheet, data.map, data.flags, data.sfx, data.music];
    files.extend(data.into_iter().flatten().map(|DataFile { name: path, bytes }| {
        let folder = path.split('/').next().unwrap_or_default();
        let ending = path.rsplit('.').next().unwrap_or_default();
        (format!("{folder}/my_game.{ending}"), bytes)
    }));
    let without = ["tests/first.test", "tests/first.png", "tests/meadow.test"].to_vec();
    Some(CartExample { about: example.about, files, without })
}

pub fn report(bytes: &[u8], cart: &str) -> Result<Vec<u8>, ToolError> {
    let mut report = Report::from_bytes(bytes).map_err(|e| ToolError::argument("lost.report", e))?;
    report.recording.start.cart = cart.to_string();
    report.rom.name = cart.to_string();
    Ok(report.to_bytes())
}
