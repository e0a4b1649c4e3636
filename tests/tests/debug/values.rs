//! Values on the debugger's screen: finding, editing, fractions, the history of a field and of a byte.
//!
//! The reference for a history looks at each frame of the run. Numbers are compared by their bits in the written
//! state.

use crate::screen::{asked, opened, run, turned, typed};
use debugger::{DebugCommand, DebugPage, Debugger, PromptKind};
use rasher::Input;
use timeline::Run;

/// Fractions are typed as shown, and give exactly that value.
#[test]
fn a_number_with_a_point_is_edited_as_a_decimal() {
    let mut run = run("ball60", 200);
    let mut debugger = opened(&mut run);
    let bits = |run: &Run| {
        let state: serde_json::Value =
            serde_json::from_slice(&run.console().program().save().unwrap()).unwrap();
        state["dx"].as_i64().unwrap()
    };
    // The first field of the tree.
    for (text, value) in
        [("0.75", 49152), ("-0x1.8", -98304), ("4.5", 294_912), ("3", 3 << 16), ("0.1", 6553)]
    {
        typed(&mut debugger, &mut run, PromptKind::Value, text);
        assert_eq!(bits(&run), value, "{text}");
    }
    typed(&mut debugger, &mut run, PromptKind::Value, "40000");
    assert_eq!(bits(&run), 6553, "a number has no such value");
    typed(&mut debugger, &mut run, PromptKind::Value, "0.75");
    run.frame(&Input::default()).unwrap();
    run.goto(199).unwrap();
    typed(&mut debugger, &mut run, PromptKind::Until, "dx == 0.75");
    assert_eq!((run.now(), bits(&run)), (201, 49152), "the frame after the edit, as the screen says");
}

/// The strip's frames are those of the reference, which looks at each frame of the run.
#[test]
fn a_history_jumps_from_change_to_change() {
    let mut run = run("ball60", 300);
    let mut debugger = opened(&mut run);
    let (mut changes, mut last) = (Vec::new(), None);
    for frame in 0..=300 {
        run.goto(frame).unwrap();
        let now = Some(run.console().program().inspect()["dx"].clone());
        if now != last {
            changes.push(frame);
        }
        last = now;
    }
    assert!(changes.len() > 10, "{changes:?}");
    // H on the first field, then the next panel has its history; up and down go from change to change.
    asked(&mut debugger, &mut run, DebugCommand::History);
    assert_eq!(run.now(), 300, "one stays where one is");
    debugger.command(&mut run, DebugCommand::Focus(1));
    let mut back: Vec<u64> = changes.iter().rev().copied().collect();
    back.retain(|frame| *frame < 300);
    for frame in &back {
        debugger.command(&mut run, DebugCommand::Scroll(-1));
        assert_eq!(run.now(), *frame);
    }
    debugger.command(&mut run, DebugCommand::Scroll(-1));
    assert_eq!(run.now(), changes[0], "before the first there is none");
    for frame in &changes[1..] {
        let target = debugger.target(&run, &DebugCommand::Change(true));
        assert_eq!(target, Some((0, *frame)), "whoever may not run so many frames comes nearer first");
        debugger.command(&mut run, DebugCommand::Change(true));
        assert_eq!(run.now(), *frame);
    }
    // Between two changes, the previous and the next are the nearest ones.
    let gap = changes.windows(2).find(|pair| pair[1] > pair[0] + 1).expect("it rests somewhere");
    for (by, to) in [(-1, gap[0]), (1, gap[1])] {
        run.goto(gap[0] + 1).unwrap();
        debugger.command(&mut run, DebugCommand::Scroll(by));
        assert_eq!(run.now(), to);
    }
    // A click on the strip: the second panel of a canvas of 256 by 256, some pixels below its heading.
    debugger.draw(&mut run, 256, 256);
    let strip = 115 + 8 + 16 + 10;
    for x in [0, 20, 77, 126] {
        let at = DebugCommand::Point(128 + x, strip, true);
        let target = debugger.target(&run, &at).map(|(_, frame)| frame);
        debugger.command(&mut run, at);
        let column = 301 * x as u64;
        let inside = |frame: u64| frame * 127 >= column && frame * 127 < column + 301;
        assert_eq!(target, Some(run.now()));
        assert!(inside(run.now()), "{x}: {}", run.now());
        let newest = changes.iter().rfind(|frame| inside(**frame));
        assert!(newest.is_none_or(|newest| *newest == run.now()), "{x}: {} is no change", run.now());
    }
    // Another branch has another history.
    run.frame(&Input::default()).unwrap();
    assert_eq!(run.branch().id, 1);
    let now = run.now();
    debugger.command(&mut run, DebugCommand::Scroll(-1));
    assert_eq!(run.now(), now, "what is shown is not of this branch");
    asked(&mut debugger, &mut run, DebugCommand::History);
    debugger.command(&mut run, DebugCommand::Scroll(-1));
    assert!(run.now() < now, "made anew");
}

#[test]
fn a_byte_of_memory_is_chosen_and_its_changes_are_those_of_it_alone() {
    let mut run = run("painter", 100);
    let mut debugger = opened(&mut run);
    turned(&mut debugger, &mut run, DebugPage::Memory);
    // The middle of the screen: line 0xd47, the fourth byte.
    debugger.command(&mut run, DebugCommand::Scroll(0xd48));
    for by in [-1, -1, -1, -1, -1] {
        debugger.command(&mut run, DebugCommand::Byte(by));
    }
    let addr = 0xd48 * 8 - 5;
    let byte = |run: &mut Run, frame: u64| {
        run.goto(frame).unwrap();
        run.console().machine().memory().get(addr)
    };
    let twin: Vec<u64> =
        (1..=100).filter(|frame| byte(&mut run, *frame) != byte(&mut run, frame - 1)).collect();
    assert!(!twin.is_empty());
    run.goto(100).unwrap();
    for frame in twin.iter().rev().filter(|frame| **frame < 100) {
        asked(&mut debugger, &mut run, DebugCommand::Change(false));
        assert_eq!(run.now(), *frame);
    }
    run.goto(100).unwrap();
    asked(&mut debugger, &mut run, DebugCommand::History);
    debugger.command(&mut run, DebugCommand::Focus(1));
    for frame in twin.iter().rev().filter(|frame| **frame < 100) {
        debugger.command(&mut run, DebugCommand::Scroll(-1));
        assert_eq!(run.now(), *frame);
    }
    debugger.command(&mut run, DebugCommand::Focus(-1));
    typed(&mut debugger, &mut run, PromptKind::Value, "5a");
    assert_eq!(run.console().machine().memory().get(addr), 0x5a, "it is that byte which is edited");
}

#[test]
fn fields_and_bytes_are_edited_and_the_run_continues_with_them() {
    let mut run = run("ball60", 200);
    let mut debugger = opened(&mut run);
    debugger.command(&mut run, DebugCommand::Step(-100));
    let state = run.console().program().inspect();
    // Each spot has its own line above.
    let line = state.as_object().unwrap().keys().position(|k| k == "steps").unwrap();
    let line = line + state["spots"].as_array().unwrap().len();
    debugger.command(&mut run, DebugCommand::Scroll(line as i64));
    typed(&mut debugger, &mut run, PromptKind::Value, "9000");
    assert_eq!(run.console().program().inspect()["steps"], 9000);
    typed(&mut debugger, &mut run, PromptKind::Value, "\"many\"");
    assert_eq!(run.console().program().inspect()["steps"], 9000, "not a state of this cart");
    turned(&mut debugger, &mut run, DebugPage::Memory);
    debugger.command(&mut run, DebugCommand::Scroll(0x4300 / 8));
    typed(&mut debugger, &mut run, PromptKind::Value, "0a ff 10");
    assert_eq!(run.console().machine().memory().array(0x4300), [0x0a, 0xff, 0x10]);
    typed(&mut debugger, &mut run, PromptKind::Value, "xyz");
    run.frame(&Input::default()).unwrap();
    assert_eq!((run.now(), run.branches().len()), (101, 2));
    assert_eq!(run.console().program().inspect()["steps"], 9001);
    debugger.command(&mut run, DebugCommand::NextBranch);
    assert_eq!(run.branch().id, 0, "the old future is one key away");
}

#[test]
fn fields_are_found_by_a_part_of_their_name() {
    let mut run = run("ball60", 200);
    let mut debugger = opened(&mut run);
    let named = |debugger: &mut Debugger, run: &mut Run| {
        // The selection is pinned; a second press unpins it.
        let before = debugger.clone();
        debugger.command(run, DebugCommand::ToggleWatch);
        let pinned = debugger.watched().last().cloned();
        *debugger = before;
        pinned.expect("a field is selected")
    };
    // If another panel has the focus, the one with the state gets it.
    debugger.command(&mut run, DebugCommand::Focus(1));
    typed(&mut debugger, &mut run, PromptKind::Find, "STEP");
    assert_eq!(named(&mut debugger, &mut run), "steps");
    typed(&mut debugger, &mut run, PromptKind::Find, "spots[1");
    let first = named(&mut debugger, &mut run);
    assert!(first.starts_with("spots[1"), "{first}");
    let mut seen = vec![first.clone()];
    loop {
        debugger.command(&mut run, DebugCommand::Match(1));
        let next = named(&mut debugger, &mut run);
        assert!(next.contains("spots[1"), "{next}");
        if next == first {
            break;
        }
        seen.push(next);
    }
    // The reference: all paths of the state that contain these letters.
    let spots = run.console().program().inspect()["spots"].as_array().unwrap().len();
    let want: Vec<String> =
        (0..spots).map(|n| format!("spots[{n}]")).filter(|p| p.contains("spots[1")).collect();
    assert_eq!(seen, want);
    debugger.command(&mut run, DebugCommand::Match(-1));
    assert_eq!(Some(&named(&mut debugger, &mut run)), want.last(), "around the beginning");
    typed(&mut debugger, &mut run, PromptKind::Find, "nobody");
    assert_eq!(Some(&named(&mut debugger, &mut run)), want.last(), "it stays where it was");
    // While typing, only those can be chosen.
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Find));
    "spots[".chars().for_each(|c| _ = debugger.command(&mut run, DebugCommand::Letter(c)));
    debugger.command(&mut run, DebugCommand::Scroll(1));
    debugger.command(&mut run, DebugCommand::Enter);
    assert_eq!(named(&mut debugger, &mut run), "spots[1]");
    debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Find));
    debugger.command(&mut run, DebugCommand::Letter('s'));
    debugger.command(&mut run, DebugCommand::Escape);
    assert_eq!(named(&mut debugger, &mut run), "spots[1]", "left without a choice");
}

/// On the memory page, the find key asks for an address or a region. The names and addresses are those of PICO-8's
/// memory map.
#[test]
fn an_address_is_gone_to_by_number_or_by_region() {
    let mut run = run("ball60", 20);
    let mut debugger = opened(&mut run);
    turned(&mut debugger, &mut run, DebugPage::Memory);
    let selected = |debugger: &mut Debugger, run: &mut Run| {
        debugger.command(run, DebugCommand::Prompt(PromptKind::Value));
        let said = debugger.foot_lines(run, 256).join(" ");
        debugger.command(run, DebugCommand::Escape);
        said.split(':').next().unwrap().to_string()
    };
    for (text, address) in [
        ("5f2c", "0x5f2c"),
        ("0x8001", "0x8001"),
        ("ffff", "0xffff"),
        ("Screen", "0x6000"),
        ("map", "0x2000"),
        ("0", "0x0000"),
    ] {
        debugger.command(&mut run, DebugCommand::Prompt(PromptKind::Find));
        let said = debugger.foot_lines(&run, 256).join(" ");
        assert!(said.starts_with("go to address: "), "{said}");
        text.chars().for_each(|c| _ = debugger.command(&mut run, DebugCommand::Letter(c)));
        debugger.command(&mut run, DebugCommand::Enter);
        assert_eq!(selected(&mut debugger, &mut run), address, "{text}");
    }
    for text in ["10000", "", "nowhere", "-1"] {
        typed(&mut debugger, &mut run, PromptKind::Find, text);
        let said = debugger.foot_lines(&run, 512).join(" ");
        assert!(said.contains("expected an address such as 5f00"), "{text}: {said}");
        assert_eq!(selected(&mut debugger, &mut run), "0x0000", "{text}");
    }
}
