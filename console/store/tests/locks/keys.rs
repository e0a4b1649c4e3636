//! Keys of cart files: cartridges with the same name in two folders, and data stored by name alone by earlier
//! versions. The rules are our decisions.

use crate::common::{Folder, slot};
use rasher_store::{
    HISTORY_MAX, Home, RunFile, append_history, has_history, is_key_of, migrate_files, newest_run_named,
    path_key, read_history, read_slot, read_stored, write_slot, write_stored,
};
use std::fs;

#[test]
fn earlier_versions_keys_are_of_a_name_and_a_path() {
    let folder = Folder::new("keys");
    let at = |place: &str| {
        let path = folder.0.join(place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "").unwrap();
        path_key(&path)
    };
    let (a, b) = (at("a/game.p8"), at("b/game.p8"));
    assert_ne!(a, b);
    assert!(is_key_of(&a, "game") && is_key_of("game", "game") && !is_key_of(&a, "gam"));
    assert!(!is_key_of("game-12345678", "game-12345678x") && !is_key_of("game-two", "game"));
    assert_eq!(path_key(&folder.0.join("a/../a/./game.p8")), a);
}

#[test]
fn what_was_kept_under_the_name_is_taken_over_by_the_cart_that_has_its_data() {
    let folder = Folder::new("over");
    let home = Home::find(Some(&folder.0)).unwrap();
    let old = slot("game", 3);
    let data = &old.moment.rom.data;
    write_slot(&home, "game", 1, &old).unwrap();
    // A cart with other data leaves it in place.
    let mut other = data.clone();
    other[5] ^= 1;
    migrate_files(&home, "game", "game-00000001", &other).unwrap();
    assert!(read_slot(&home, "game-00000001", 1).unwrap().is_none());
    migrate_files(&home, "game", "game-00000002", data).unwrap();
    assert_eq!(
        read_slot(&home, "game-00000002", 1).unwrap().map(|slot| slot.caption),
        Some(old.caption.clone())
    );
    assert!(read_slot(&home, "game", 1).unwrap().is_none());
    // Data already stored by key are kept.
    write_slot(&home, "game", 1, &slot("game", 9)).unwrap();
    migrate_files(&home, "game", "game-00000002", data).unwrap();
    let kept = read_slot(&home, "game-00000002", 1).unwrap().expect("it is unchanged");
    assert_eq!(kept.moment.frame, old.moment.frame);
}

#[test]
fn the_newest_run_of_a_name_is_found_whatever_its_folder() {
    let folder = Folder::new("named");
    let home = Home::find(Some(&folder.0)).unwrap();
    assert_eq!(newest_run_named(&home, "game").unwrap(), None);
    fs::create_dir_all(home.runs()).unwrap();
    for name in ["games.run", "game-two.run", "game-00000001.lock", "game-00000001.run"] {
        fs::write(home.runs().join(name), "").unwrap();
    }
    let found = newest_run_named(&home, "game").unwrap();
    assert_eq!(found, Some(home.runs().join("game-00000001.run")));
    assert!(RunFile::open(&home, "game-00000001").is_ok());
}

#[test]
fn stored_data_are_read_as_they_were_written_and_lie_in_the_carts_folder() {
    let folder = Folder::new("stored");
    let home = Home::find(Some(&folder.0)).unwrap();
    let data = |byte| Box::new([byte; rasher::memory::ROM_SIZE]);
    let files = ["game.p8", "sub/level.p8", "pic.p8.png", "bare"];
    for (n, file) in files.iter().enumerate() {
        // Sounds and music have bits that no cartridge stores; these bytes have none of them.
        write_stored(&home, "game-00000001", file, &data(n as u8 & 1)).unwrap();
    }
    let (stored, errors) = read_stored(&home, "game-00000001").unwrap();
    assert!(errors.is_empty(), "{errors:?}");
    let names: Vec<&str> = stored.iter().map(|it| it.file.as_str()).collect();
    assert_eq!(names, ["bare.p8", "game.p8", "pic.p8.png", "sub/level.p8"]);
    assert_eq!((stored[1].data[7], stored[3].data[7]), (0, 1));
    fs::write(home.carts().join("game-00000001/game.p8"), "no cartridge").unwrap();
    let (stored, errors) = read_stored(&home, "game-00000001").unwrap();
    assert_eq!((stored.len(), errors.len()), (3, 1));
    for bad in ["../x", "", ".hidden", "a\\b", "a:b"] {
        assert!(write_stored(&home, "game-00000001", bad, &data(0)).is_err(), "{bad:?}");
        assert!(write_stored(&home, bad, "x", &data(0)).is_err(), "{bad:?}");
    }
}

/// A history grows by entries. What an earlier version kept unsaved is read until there is one.
#[test]
fn a_history_grows_and_takes_the_place_of_unsaved_edits() {
    let folder = Folder::new("history");
    let home = Home::find(Some(&folder.0)).unwrap();
    assert_eq!((read_history(&home, "game").unwrap(), has_history(&home, "game")), (Vec::new(), false));
    let old = home.carts().join("game/unsaved");
    fs::create_dir_all(home.carts().join("game")).unwrap();
    fs::write(&old, "work").unwrap();
    assert_eq!((read_history(&home, "game").unwrap(), has_history(&home, "game")), (b"work".to_vec(), true));
    append_history(&home, "game", b"one ").unwrap();
    assert!(!old.exists(), "its work is in the history by now");
    append_history(&home, "game", b"two").unwrap();
    assert_eq!(read_history(&home, "game").unwrap(), b"one two");
    assert_eq!(read_history(&home, "other").unwrap(), b"");
    assert!(append_history(&home, "../game", b"no").is_err() && !has_history(&home, "../game"));
}

/// A history that is too long is written again with its newest entries; two windows take turns.
#[test]
fn a_history_stays_below_its_limit() {
    let folder = Folder::new("long-history");
    let home = Home::find(Some(&folder.0)).unwrap();
    let mut logs = [format::EditLog::default(), format::EditLog::default()];
    let mut state = format::EditState::default();
    state.files.push(("a.p8".into(), Vec::new()));
    let mut tips = [0, 0];
    let mut longest = 0;
    for n in 0u32..44 {
        // Two megabytes of code that no difference makes smaller.
        let mut word = n;
        state.files[0].1 = (0..2 << 20)
            .map(|_| {
                word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (word >> 24) as u8
            })
            .collect();
        let window = n as usize % 2;
        let (id, block) =
            logs[window].add((n.into(), format::EditKind::Edited, true), (tips[window], 0), state.clone());
        tips[window] = id;
        append_history(&home, "game", &block).unwrap();
        longest = longest.max(read_history(&home, "game").unwrap().len() as u64);
    }
    assert!(longest <= HISTORY_MAX && longest > HISTORY_MAX / 2, "{longest}");
    let left = format::EditLog::from_bytes(&read_history(&home, "game").unwrap());
    assert!(tips.iter().all(|tip| left.state(*tip).is_some()), "each window's work is there");
    assert!(left.state(tips[1]).is_some_and(|it| it.is_like(&state)));
}
