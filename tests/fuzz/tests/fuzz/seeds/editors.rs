//! The editors: histories of data and code, unsaved work of an earlier version, copied data, and files that edits are written back to.

use super::Seed;
use editors::{EditInput, Editors};
use format::{Cartridge, parts, write_flags, write_map, write_music, write_p8, write_sfx, write_sheet};
use rasher::Rom;

/// The history after some changes.
fn edits(changes: &[EditInput]) -> Vec<u8> {
    let mut editors: Editors = fuzz::opened();
    editors.take_history(&[], rasher::Date::default());
    let keep = |change: &EditInput| {
        editors.step(change);
        editors.keep_history(rasher::Date::default())
    };
    changes.iter().filter_map(keep).flatten().collect()
}

/// Unsaved work as version 4 wrote it: two bytes, a file, no steps, a breakpoint.
fn draft() -> Vec<u8> {
    let work: [&[u8]; 8] = [
        &[2, 0x80, 2, 4, 9, 0x80, 0x64, 0, 1],
        b"\x01\x05a.lua\x1ex=1\nfunction f() return x end\n",
        b"\x04x=2\n",
        &[0, 0, 0, 0],
        &[0, 0, 0],
        &[0, 0, 0, 0],
        b"\x01\x05a.lua",
        &[2],
    ];
    [b"rasher draft 4\n", &work.concat()[..]].concat()
}

pub fn all() -> Vec<Seed> {
    let mut imported = Box::new(std::array::from_fn(|at| (at % 7) as u8));
    (imported[0x100], imported[0x3200]) = (9, 1);
    let sound = format!("[sfx]0101{}00[/sfx]", "08".to_string() + &"1f24".repeat(34) + "41424344");
    let stops = EditInput::Stops(vec![("a.lua".to_string(), 2)]);
    let data = parts(
        &{
            let mut rom = Rom::empty("small");
            (0..0x40).for_each(|at| rom.data[at] = at as u8);
            (rom.data[0x2001], rom.data[0x3002], rom.data[0x3101], rom.data[0x3210]) = (7, 9, 0x42, 3);
            rom
        },
        format::SharedOwner::Sheet,
    );
    let cart = Cartridge { code: b"x=1\n-->8\ny=2\n".to_vec(), ..Cartridge::new(Rom::empty("small")) };
    let kept = |kind: u8, file: Vec<u8>| [vec![kind], file].concat();
    vec![
        ("edits", "data", edits(&[EditInput::Import(imported, rasher::SoundNames::new()), stops.clone()])),
        ("edits", "stops", edits(&[stops])),
        ("edits", "draft", draft()),
        ("pasted", "sprites", b"[gfx]0804012345670123456701234567fedcba98[/gfx]".to_vec()),
        ("pasted", "sounds", sound.into_bytes()),
        ("kept", "sheet", kept(0, write_sheet(&data.sheet))),
        ("kept", "map", kept(1, write_map(&data.map).into_bytes())),
        ("kept", "flags", kept(2, write_flags(&data.flags).into_bytes())),
        ("kept", "sfx", kept(3, write_sfx(&data.sfx).into_bytes())),
        ("kept", "music", kept(4, write_music(&data.music).into_bytes())),
        ("kept", "p8", kept(5, write_p8(&cart).expect("it is short"))),
        ("kept", "code", kept(6, write_p8(&cart).expect("it is short"))),
    ]
}
