//! PICO-8's clipboard text of sprites.

use format::{Picture, read_gfx, write_gfx};

#[test]
fn text_is_read_back_and_nonsense_is_told() {
    let picture = Picture { width: 16, height: 8, indices: (0..128).map(|n| n % 13).collect() };
    assert_eq!(read_gfx(&write_gfx(&picture)), Ok(picture));
    // In this format: two digits for each side, then the pixels.
    let two = Picture { width: 2, height: 1, indices: vec![7, 24] };
    assert_eq!(write_gfx(&two), "[gfx]020178[/gfx]");
    for bad in ["", "[gfx][/gfx]", "[gfx]0202777[/gfx]", "[gfx]0201zz[/gfx]", "[gfx]0000[/gfx]", "hello"] {
        assert!(read_gfx(bad).is_err(), "{bad:?}");
    }
}
