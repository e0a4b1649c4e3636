//! The kept corpus: small files of every kind, made by our own writers, and what is known to be hostile.
//!
//! `BLESS=1 cargo test -p fuzz --test fuzz corpus` writes the files that are listed here. Others in those folders stay: a case that once
//! broke a reader, or one that libFuzzer found to reach further. A file whose name begins with "refused" must be refused, any other
//! taken; `cases` checks that whenever it runs.

use crate::seeds;
use fuzz::TARGETS;
use std::collections::BTreeSet;
use std::fs;

/// Bytes of the largest file, and of all together: every clone carries them.
const LARGEST: usize = 64 << 10;
const ALL: usize = 416 << 10;

#[test]
fn every_target_has_its_corpus() {
    let mut all = 0;
    for (target, name, bytes) in seeds::all() {
        let target = fuzz::find(target).unwrap_or_else(|| panic!("there is no target {target}"));
        let path = target.folder().join(name);
        if std::env::var_os("BLESS").is_some() && std::env::var_os("CI").is_none() {
            fs::create_dir_all(target.folder()).expect("the checkout can be written");
            fs::write(&path, &bytes).expect("the checkout can be written");
        }
        assert!(path.is_file(), "{} is missing: BLESS=1", path.display());
        // What our writers make today is taken today, also where the file is of an earlier day.
        assert_eq!((target.run)(&bytes), !name.starts_with("refused"), "{}", path.display());
    }
    for target in TARGETS {
        for (name, bytes) in target.corpus().expect("each has files") {
            assert!(bytes.len() <= LARGEST, "{}/{name}: {} bytes", target.name, bytes.len());
            all += bytes.len();
        }
    }
    assert!(all <= ALL, "{all} bytes in all, expected at most {ALL}");
}

/// A file of one kind is not valid as another, except for kinds that have the same form.
#[test]
fn readers_take_files_of_their_own_kind() {
    let takes: BTreeSet<(&str, &str)> = [
        // A sheet is a picture, and any short file is a ROM or old, plain code.
        ("sheet", "picture"),
        // A text without a head may be code.
        ("map", "p8"),
        ("flags", "p8"),
        ("sfx", "p8"),
        ("music", "p8"),
    ]
    .into();
    let told = [
        "sheet",
        "picture",
        "map",
        "flags",
        "sfx",
        "music",
        "p8",
        "p8png",
        "recording",
        "run",
        "report",
        "slot",
    ];
    for (from, name, bytes) in seeds::all().iter().filter(|(from, ..)| told.contains(from)) {
        for to in told.iter().filter(|to| *to != from && !takes.contains(&(*from, **to))) {
            let target = fuzz::find(to).expect("it is one of them");
            assert!(!(target.run)(bytes), "{to} takes {from}/{name}");
        }
    }
}
