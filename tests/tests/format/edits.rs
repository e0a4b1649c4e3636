//! The log of edits against a slow twin, which keeps every state whole. The expected results are our decision.

use super::Dice;
use format::{EditKind, EditLog, EditState, thinned, with_file_renamed};
use rasher::memory::ROM_SIZE;
use std::collections::BTreeMap;

/// All states by their ids, and the blocks in which they were written.
#[derive(Default)]
struct Twin {
    states: BTreeMap<u64, EditState>,
    order: Vec<u64>,
    blocks: Vec<Vec<u8>>,
}

impl Twin {
    fn bytes(&self) -> Vec<u8> {
        self.blocks.concat()
    }
}

/// Changes a state a little, or now and then a lot.
fn edited(dice: &mut Dice, state: &mut EditState) {
    match dice.roll(8) {
        0..3 => (0..dice.roll(40)).for_each(|n| state.data[n * 3 + 700] = dice.byte()),
        3 => state.data[dice.roll(ROM_SIZE)] ^= 1,
        4 => {
            let text = format!("-- {}\n", dice.roll(1000)).repeat(dice.roll(30) + 1);
            state.files =
                vec![("a.p8".into(), text.into()), (format!("{}.lua", dice.roll(2)), b"x".to_vec())];
        }
        5..7 => {
            let Some((_, text)) = state.files.first_mut() else { return };
            let at = dice.roll(text.len() + 1);
            text.splice(at..(at + 3).min(text.len()), b"print(1)\n".iter().copied());
        }
        _ => {
            // Steps of undo: the oldest is left off, a new one is added.
            state.notes.resize(2, Vec::new());
            let drop = state.notes[0].len().saturating_sub(900);
            state.notes[0].drain(..drop);
            let step = [dice.byte(); 30];
            state.notes[0].extend(step);
        }
    }
}

fn written(seed: u32, steps: u32) -> Twin {
    let mut dice = Dice::new(seed);
    let (mut twin, mut log) = (Twin::default(), EditLog::default());
    // Two windows, each with its tip and what the files had.
    let mut windows = [(EditState::default(), 0, 0), (EditState::default(), 0, 0)];
    for step in 0..steps {
        let (state, tip, files_at) = &mut windows[usize::from(dice.roll(4) == 0)];
        edited(&mut dice, state);
        let kind = if *tip == 0 || dice.roll(10) == 0 { EditKind::Saved } else { EditKind::Edited };
        let of = (i64::from(step), kind, kind == EditKind::Edited);
        let (id, block) = log.add(of, (*tip, *files_at), state.clone());
        *tip = id;
        if kind == EditKind::Saved {
            *files_at = id;
        }
        twin.states.insert(id, state.clone());
        twin.order.push(id);
        twin.blocks.push(block);
    }
    twin
}

fn check(log: &EditLog, twin: &Twin, ids: &[u64]) {
    let found: Vec<u64> = log.entries().map(|entry| entry.id).collect();
    assert_eq!(found, ids);
    for id in ids {
        assert!(log.state(*id).as_ref() == Some(&twin.states[id]));
    }
}

#[test]
fn all_states_are_read_as_they_were() {
    for seed in 0..6 {
        let twin = written(seed, 700);
        check(&EditLog::from_bytes(&twin.bytes()), &twin, &twin.order);
        let newest: usize = twin.blocks.iter().map(Vec::len).max().unwrap_or(0);
        let middle = twin.bytes().len() / twin.blocks.len();
        assert!(middle < 800 && newest < 3 * ROM_SIZE, "{middle} bytes an entry, a key has {newest}");
    }
}

/// A power cut tears the end off at any byte: everything before it is there, and a log that continues after it is read.
#[test]
fn a_torn_end_costs_the_last_entry() {
    let twin = written(1, 30);
    let (all, last) = twin.blocks.split_at(29);
    let (whole, known) = (all.concat(), &twin.order[..29]);
    let more = written(2, 3);
    for cut in 0..last[0].len() {
        let torn = [&whole[..], &last[0][..cut]].concat();
        check(&EditLog::from_bytes(&torn), &twin, known);
        let log = EditLog::from_bytes(&[&torn[..], &more.bytes()].concat());
        assert_eq!(log.entries().len(), 32, "{cut}");
    }
}

#[test]
fn damage_costs_what_depends_on_it() {
    let twin = written(3, 600);
    let bytes = twin.bytes();
    let mut dice = Dice::new(9);
    for _ in 0..60 {
        let mut bytes = bytes.clone();
        let at = dice.roll(bytes.len());
        bytes[at] ^= 1 << dice.roll(8);
        let log = EditLog::from_bytes(&bytes);
        let ends = twin.blocks.iter().scan(0, |end, block| {
            *end += block.len();
            Some(*end)
        });
        let before = ends.take_while(|end| *end <= at).count();
        let found: Vec<u64> = log.entries().map(|entry| entry.id).collect();
        assert_eq!(found[..before], twin.order[..before]);
        assert!(found.len() + 2 * 257 + 2 > twin.order.len(), "{} of 600", found.len());
        for id in found {
            assert!(log.state(id).as_ref() == Some(&twin.states[&id]));
        }
    }
}

/// Our decision: a thinned log has the newest entries, and unsaved work with the state of the files, however old.
#[test]
fn thinning_keeps_the_newest_and_what_is_unsaved() {
    for seed in 0..4 {
        let twin = written(seed + 10, 500);
        let bytes = twin.bytes();
        let log = EditLog::from_bytes(&bytes);
        for most in [bytes.len() * 2, bytes.len() / 2, bytes.len() / 3, 4 * ROM_SIZE * 3] {
            let thin = thinned(&bytes, most);
            assert!(thin.len() <= most, "{} of {most}", thin.len());
            let left = EditLog::from_bytes(&thin);
            for entry in left.entries() {
                assert!(left.state(entry.id).as_ref() == Some(&twin.states[&entry.id]));
            }
            let newest: Vec<u64> = left.entries().map(|entry| entry.id).collect();
            assert!(most < bytes.len() || newest == twin.order, "nothing is dropped without need");
            assert_eq!(newest.last(), twin.order.last());
            let (tip, had) = (log.tip().expect("a tip"), left.tip().expect("a tip"));
            assert_eq!((tip.id, tip.is_unsaved), (had.id, had.is_unsaved));
            assert_eq!(left.state(had.files_at), log.state(tip.files_at), "with what the files had");
        }
    }
}

/// The first window's work is unsaved and old; the other one continues for a long time.
#[test]
fn old_unsaved_work_outlives_everything() {
    let mut log = EditLog::default();
    let mut bytes = Vec::new();
    let mut add = |of, from, state: &EditState| {
        let (id, block) = log.add(of, from, state.clone());
        bytes.extend(block);
        id
    };
    let mut state = EditState::default();
    let opened = add((0, EditKind::Opened, false), (0, 0), &state);
    state.data[5] = 7;
    let lost = state.clone();
    let unsaved = add((1, EditKind::Edited, true), (opened, opened), &state);
    let mut other = opened;
    for n in 0..400 {
        state.data[n * 20] = n as u8;
        other = add((n as i64, EditKind::Saved, false), (other, 0), &state);
    }
    let left = EditLog::from_bytes(&thinned(&bytes, bytes.len() / 4));
    assert!(left.entries().len() < 200);
    assert_eq!(left.tip().map(|tip| (tip.id, tip.files_at)), Some((unsaved, opened)));
    assert_eq!((left.state(unsaved), left.state(opened)), (Some(lost), Some(EditState::default())));
}

/// A cart's file is renamed in all states, whole ones and differences.
#[test]
fn a_renamed_file_has_its_new_name_in_all_states() {
    let twin = written(5, 700);
    let bytes = with_file_renamed(&twin.bytes(), "a.p8", "b.p8");
    let log = EditLog::from_bytes(&bytes);
    assert_eq!(log.entries().len(), twin.order.len());
    for (id, state) in &twin.states {
        let mut want = state.clone();
        for (name, _) in want.files.iter_mut().filter(|(name, _)| name == "a.p8") {
            *name = "b.p8".to_string();
        }
        assert_eq!(log.state(*id).as_ref(), Some(&want));
    }
    assert!(twin.states.values().any(|state| state.file("a.p8").is_some()), "there is something to rename");
    assert_eq!(with_file_renamed(&twin.bytes(), "gone.p8", "b.p8"), twin.bytes());
}
