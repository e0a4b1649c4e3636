//! The manual: complete, well-formed, without dangling links, and the same bytes each time; its tables match the
//! machine.
//!
//! A plain XML parser reads it, knowing nothing of how it was made. Pictures are compared with a console that runs
//! their examples here.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rasher::api::{CALLS, Call, Status};
use rasher::run_example;
use rasher::text::{COMMANDS, CONTROLS, SOUNDS};
use rasher::{PIXELS, SIDE};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeSet;

/// The maximum size of the page.
const BYTES: usize = 1_500_000;

/// A check of the parsed page.
fn with_page(check: impl Fn(&str, &Document)) {
    let page = tool::manual_page();
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&page, options)
        .unwrap_or_else(|e| panic!("the page is not well-formed: {e}"));
    check(&page, &document);
}

fn rows() -> impl Iterator<Item = &'static Call> {
    CALLS.iter().filter(|call| call.status == Status::Rust)
}

fn text(node: Node) -> String {
    node.descendants().filter(Node::is_text).filter_map(|n| n.text()).collect()
}

/// The entry of a call, by the anchor of its first method.
fn entry<'a>(document: &'a Document, call: &Call) -> Node<'a, 'a> {
    let id = call.rust[0].name;
    let found = document.descendants().find(|n| n.has_tag_name("article") && n.attribute("id") == Some(id));
    found.unwrap_or_else(|| panic!("{} has no entry in the manual", call.name))
}

#[test]
fn every_call_is_there_with_signature_text_and_example() {
    with_page(|_, document| {
        let entries = document.descendants().filter(|n| n.has_tag_name("article")).count();
        assert_eq!(entries, rows().count(), "one entry for each row that Rust carts have");
        for call in rows() {
            let all = text(entry(document, call));
            for part in [call.name, &call.args(), call.help] {
                assert!(all.contains(part), "{}: {part:?} is missing", call.name);
            }
            for item in call.rust {
                assert!(all.contains(item.signature), "{}: no signature of {}", call.name, item.name);
            }
            let example = call.example().expect("the coverage test demands it").body();
            assert!(all.contains(example.trim()), "{}: its example is missing or changed", call.name);
        }
    });
}

/// Next to Rust's signatures are the Lua forms from the table; the switch hides one of them.
#[test]
fn every_call_is_there_in_lua_too_and_a_switch_leaves_one_language() {
    with_page(|page, document| {
        let classed = |node: Node, class: &str| {
            let of = |n: &Node| n.attribute("class") == Some(class);
            node.descendants().filter(of).map(text).collect::<Vec<_>>()
        };
        for call in rows() {
            let (lua, rust) = (classed(entry(document, call), "lua"), classed(entry(document, call), "rust"));
            // Row 0 has what only this console has; a Lua cart has hooks, and calls with a form.
            let is_there = call.row != 0 && (!call.forms.is_empty() || call.name.starts_with('_'));
            assert_eq!((lua.len(), rust.len()), (usize::from(is_there), call.rust.len()), "{}", call.name);
            let pieces =
                [classed(entry(document, call), "in lua"), classed(entry(document, call), "in rust")];
            let in_lua = Vec::from_iter(guide::lua_example(call).map(|text| text.trim_end().to_string()));
            assert_eq!((&pieces[0], pieces[1].len()), (&in_lua, 1), "{}: its examples", call.name);
            for form in guide::lua_forms(call) {
                assert!(lua[0].contains(&format!("{}(", form.name)), "{}: {lua:?}", form.name);
                for argument in form.arguments {
                    assert!(lua[0].contains(argument.name), "{}: {lua:?}", argument.name);
                }
            }
        }
        let spr = entry(document, rows().find(|call| call.name == "spr").unwrap());
        assert!(classed(spr, "lua")[0].starts_with("spr(n, x, y)"), "{:?}", classed(spr, "lua"));
        for id in ["in-both", "in-lua", "in-rust"] {
            let button = document.descendants().find(|n| n.attribute("id") == Some(id)).expect(id);
            assert_eq!(button.attribute("checked").is_some(), id == "in-both");
        }
        for rule in ["body:has(#in-rust:checked) :is(.lua", "body:has(#in-lua:checked) :is(.rust"] {
            assert!(page.contains(rule), "{rule}");
        }
    });
}

#[test]
fn no_link_is_loose_and_nothing_comes_from_elsewhere() {
    with_page(|page, document| {
        let ids: Vec<&str> = document.descendants().filter_map(|n| n.attribute("id")).collect();
        let different: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), different.len(), "an anchor is there twice");
        for node in document.descendants() {
            for attribute in ["href", "src"] {
                match node.attribute(attribute) {
                    Some(to) if to.starts_with('#') => {
                        assert!(different.contains(&to[1..]), "{to} leads nowhere");
                    }
                    Some(to) => assert!(to.starts_with("data:"), "{attribute} {:.60} is elsewhere", to),
                    None => {}
                }
            }
        }
        assert!(!page.contains("://"), "the page names another one");
        // Each method can be linked to, and the sidebar has a link to each entry.
        for call in rows() {
            for item in call.rust {
                assert!(different.contains(item.name), "{} has no anchor", item.name);
            }
            let to = format!("<a href=\"#{}\">", entry(document, call).attribute("id").unwrap_or_default());
            assert!(page.matches(&to).count() >= 2, "{} is not in the contents", call.name);
        }
    });
}

/// The policy allows the page's script and style by their hashes, pictures and sounds as data, and nothing else.
#[test]
fn its_policy_allows_what_is_on_it_and_nothing_else() {
    with_page(|page, document| {
        let one = |name: &str| {
            let mut all = document.descendants().filter(|n| n.has_tag_name(name));
            let (Some(only), None) = (all.next(), all.next()) else { panic!("not one {name}") };
            let (from, to) = (page.find(&format!("<{name}>")), page.find(&format!("</{name}>")));
            let text = &page[from.expect("without attributes") + name.len() + 2..to.expect("closed")];
            (only, web::html::hash(text))
        };
        let ((_, script), (style, by_style)) = (one("script"), one("style"));
        let mut policies = document.descendants().filter(|n| n.has_attribute("http-equiv"));
        let policy = policies.next().expect("a policy");
        assert_eq!(
            policy.attribute("content").unwrap_or_default(),
            format!(
                "default-src 'none'; script-src {script}; style-src {by_style}; img-src data:; media-src data:; \
                 base-uri 'none'; form-action 'none'"
            )
        );
        assert!(
            policies.next().is_none() && policy.range().end < style.range().start,
            "one, before all of it"
        );
        for node in document.descendants() {
            let blocked = node.attributes().find(|it| it.name() == "style" || it.name().starts_with("on"));
            assert!(blocked.is_none(), "{blocked:?} of {node:?}");
        }
    });
}

#[test]
fn it_is_small_and_the_same_each_time() {
    let page = tool::manual_page();
    assert!(page.len() < BYTES, "{} bytes", page.len());
    assert!(page == tool::manual_page(), "two runs give two pages");
}

#[test]
fn pictures_show_what_the_examples_draw() {
    with_page(|_, document| {
        let mut shown = 0;
        for call in rows() {
            let mut screen = [0; PIXELS];
            run_example(call.example().expect("the coverage test demands it").run)
                .machine()
                .picture(&mut screen);
            let image = entry(document, call).descendants().find(|n| n.has_tag_name("img"));
            assert_eq!(image.is_some(), screen.iter().any(|c| *c != 0), "{}: picture or black", call.name);
            let Some(source) = image.and_then(|n| n.attribute("src")) else { continue };
            let bytes = BASE64_STANDARD.decode(source.trim_start_matches("data:image/png;base64,"));
            let picture = format::read_png(&bytes.expect("it is base64"), "manual").expect("it is a PNG");
            assert_eq!((picture.width, picture.height), (SIDE, SIDE), "{}", call.name);
            assert!(picture.indices == screen, "{}: the picture is another one", call.name);
            shown += 1;
        }
        assert!(shown > 45, "only {shown} pictures");
    });
}

#[test]
fn sound_calls_make_sound() {
    with_page(|_, document| {
        for call in rows().filter(|call| call.section == "Sound") {
            let player = entry(document, call).descendants().find(|n| n.has_tag_name("audio"));
            let source = player.and_then(|n| n.attribute("src"));
            let source = source.unwrap_or_else(|| panic!("{} has no player", call.name));
            let bytes = BASE64_STANDARD.decode(source.trim_start_matches("data:audio/wav;base64,"));
            let bytes = bytes.expect("it is base64");
            assert!(bytes.starts_with(b"RIFF"), "{}", call.name);
            // A tenth of a second, 16 bits a sample: less is a click.
            assert!(bytes.len() > 44 + 2 * 2205, "{}: {} bytes", call.name, bytes.len());
        }
    });
}

#[test]
fn the_machines_tables_are_there() {
    with_page(|page, _| {
        // From PICO-8's manual: memory addresses, colours, the default key of O.
        for part in ["0x3200", "0x5f2c", "#1d2b53", "#ff9d81", "<kbd>z</kbd>", "\\^oCHH", "ん", "15,616"] {
            assert!(page.contains(part), "{part} is missing");
        }
        for code in CONTROLS.iter().chain(&COMMANDS).chain(&SOUNDS) {
            assert!(page.contains(&code.about.replace('\'', "&#39;")), "{} is missing", code.form);
        }
    });
}

/// The forms in the table of control codes, compared with what `p8!` makes of them: row n begins with byte n.
#[test]
fn control_codes_are_at_their_byte() {
    for (n, code) in (0..).zip(CONTROLS) {
        let mut bytes = [0xff; 8];
        // Parameters are letters of one byte each; what follows the first byte does not matter here.
        let form = code.form.trim_end_matches(['.', 'P', 'Q', 'c']);
        let len = rasher::text::escaped_len(form);
        assert_eq!(len, 1, "{form} is one byte");
        bytes[..1].copy_from_slice(&rasher::text::unescape::<1>(form));
        assert_eq!(bytes[0], n, "{}", code.form);
    }
    for code in COMMANDS {
        assert_eq!(rasher::text::unescape::<1>(&code.form[..2]), [6], "{} is a command", code.form);
    }
}

/// The menu's list of the window's keys is a short form of the one in KEYS.md.
#[test]
fn the_windows_keys_are_in_the_chapter_about_keys() {
    let chapter = include_str!("../../../console/KEYS.md").to_lowercase();
    let is_there = |key: &str| chapter.contains(key) || chapter.contains(&key.replace(' ', "+"));
    let missing: Vec<_> = studio::WINDOW_KEYS.iter().filter(|(key, _)| !is_there(key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
