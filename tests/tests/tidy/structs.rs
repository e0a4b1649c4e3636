//! A struct of the player with many fields is a hidden state machine: at most 20.

use crate::tree;

const MOST: usize = 20;

/// The structs of a file with too many fields.
fn wide(path: &str, text: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    for line in text.lines() {
        if let Some((name, fields)) = &mut open {
            let field = line.strip_prefix("    ").filter(|rest| !rest.starts_with([' ', '/', '#']));
            if field.is_some_and(|rest| rest.contains(':')) {
                *fields += 1;
            } else if line == "}" {
                if *fields > MOST {
                    complaints.push(format!("{path}: {name} has {fields} fields, at most {MOST} are meant"));
                }
                open = None;
            }
        } else if !line.starts_with(' ')
            && line.ends_with('{')
            && let Some((_, name)) = line.split_once("struct ")
        {
            open = Some((name.trim_end_matches(" {"), 0));
        }
    }
    complaints
}

#[test]
fn no_struct_of_the_player_has_many_fields() {
    let sources = tree::sources();
    let player = sources.iter().filter(|source| source.path.starts_with("console/player/src/"));
    crate::none(player.flat_map(|source| wide(&source.path, &source.text)).collect());
}

#[test]
fn a_wide_struct_is_found() {
    let fields: String = (0..=MOST).map(|n| format!("    /// A field.\n    pub f{n}: u8,\n")).collect();
    assert_eq!(wide("a.rs", &format!("pub struct Wide {{\n{fields}}}\n")).len(), 1);
    assert_eq!(wide("a.rs", "struct Narrow {\n    a: u8,\n}\n"), [""; 0]);
}
