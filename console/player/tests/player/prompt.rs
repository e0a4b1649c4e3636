//! Lines typed at the prompt and their answers: Ctrl+C copies the last answer. Uses the cart of `coded.rs`.

use crate::coded::coded;
use crate::rig::{Rig, start};
use player::{Key, KeyPress, Request};
use std::path::PathBuf;

/// Types a line; returns the answer, line by line.
fn typed(rig: &mut Rig, line: &str) -> String {
    rig.tap("", line);
    rig.tap("Enter", "\r");
    let key = Key::named("KeyC").expect("a key");
    rig.press(KeyPress { letter: Some('c'), control: true, ..KeyPress::bare(key, true) });
    rig.ticks(2);
    let copied = rig.requests.iter().rev().find_map(|output| match output {
        Request::Copy(text) => Some(text.clone()),
        _ => None,
    });
    copied.expect("Ctrl+C copies")
}

/// Our decision: printed output comes before values and errors, and does not count as an edit.
#[test]
fn printed_lines_appear_at_the_prompt() {
    let mut start = start((0, 0), 5);
    start.first.cart = coded(1);
    start.first.cart.origin = player::Origin::File(PathBuf::from("/a/walker.p8.png"));
    let mut rig = Rig::of(start);
    rig.ticks(30);
    ["F2", "F10"].iter().for_each(|key| rig.tap(key, ""));
    rig.ticks(2);
    let (digest, x) = (rig.run().console().digest(), rig.x());
    for (line, want) in
        [("say hi", "hi"), ("say a\u{1}b", "ab"), ("3", "3"), ("?3", "3"), ("oh", "oh is no program")]
    {
        assert_eq!(typed(&mut rig, line), want, "{line}");
        assert_eq!(rig.run().console().digest(), digest, "{line}");
    }
    // A failed load is also an answer. A name means a file in the prompt's folder or a cart on the shelf.
    typed(&mut rig, "load de");
    let asked = rig.requests.iter().rev().find_map(|output| match output {
        Request::LoadCart { name, from, .. } => Some((name.clone(), from.clone())),
        _ => None,
    });
    assert_eq!(asked, Some(("de".to_string(), Some(PathBuf::from("/a/load")))));
    rig.fail("no de");
    assert_eq!(typed(&mut rig, ""), "no de");
    for (line, copy) in
        [("save b", "/a/b.p8.png"), ("save b.p8.png", "/a/b.p8.png"), ("save ../c.p8", "/c.p8")]
    {
        typed(&mut rig, line);
        let saved = |output: &Request| match output {
            Request::SaveAs(saved) => Some((saved.from.clone(), saved.to.clone())),
            _ => None,
        };
        let want = (PathBuf::from("/a/walker.p8.png"), PathBuf::from(copy));
        assert_eq!(rig.requests.iter().rev().find_map(saved), Some(want), "{line}");
    }
    assert!(typed(&mut rig, "save b.png").contains("ends in .p8"), "that is no cartridge");
    typed(&mut rig, "go");
    assert_eq!(rig.x(), x + 1000);
}
