//! The picture's position in windows of any size, worked out by hand.

use super::*;

const SQUARE: (u32, u32) = (128, 128);

#[test]
fn the_picture_is_centred_and_as_large_as_the_mode_allows() {
    let cases = [
        ((512, 512), false, (0, 0, 512)),
        ((1024, 768), false, (128, 0, 768)),
        ((1000, 700), false, (180, 30, 640)),
        ((1000, 700), true, (150, 0, 700)),
        ((1920, 1080), false, (448, 28, 1024)),
        ((1920, 1080), true, (420, 0, 1080)),
        ((129, 400), false, (0, 136, 128)),
        ((100, 60), false, (20, 0, 60)),
        ((1, 1), false, (0, 0, 1)),
        ((0, 0), true, (0, 0, 1)),
    ];
    for (room, fit, (x, y, size)) in cases {
        let want = Placement { x, y, width: size, height: size, of: SQUARE };
        assert_eq!(Placement::new(room, SQUARE, fit), want, "{room:?}, fit {fit}");
    }
}

#[test]
fn a_canvas_of_any_size_is_placed_by_the_same_rule() {
    let cases = [
        ((512, 512), (256, 256), false, (0, 0, 512, 512)),
        ((800, 600), (384, 272), false, (16, 28, 768, 544)),
        ((1024, 768), (256, 256), false, (128, 0, 768, 768)),
        ((1920, 1080), (384, 256), false, (192, 28, 1536, 1024)),
        ((1000, 600), (400, 300), true, (100, 0, 800, 600)),
        // Too small for one pixel each.
        ((200, 300), (384, 272), false, (0, 79, 200, 141)),
        ((0, 0), (384, 272), false, (0, 0, 1, 1)),
    ];
    for (room, of, fit, (x, y, width, height)) in cases {
        assert_eq!(
            Placement::new(room, of, fit),
            Placement { x, y, width, height, of },
            "{of:?} in {room:?}"
        );
    }
}

#[test]
fn points_of_the_window_are_machine_pixels() {
    let place = Placement::new((1000, 700), SQUARE, false);
    let cases = [
        ((180.0, 30.0), (0, 0)),
        ((184.9, 34.9), (0, 0)),
        ((185.0, 35.0), (1, 1)),
        ((819.9, 669.9), (127, 127)),
        ((820.0, 670.0), (128, 128)),
        ((179.9, 29.9), (-1, -1)),
        ((0.0, 0.0), (-36, -6)),
        ((1e30, -1e30), (i16::MAX, i16::MIN)),
    ];
    for ((x, y), want) in cases {
        assert_eq!(place.to_machine(x, y), want, "({x}, {y})");
    }
}

#[test]
fn every_machine_pixel_is_shown_equally_wide_when_scaled_by_a_whole_number() {
    let place = Placement::new((640, 640), SQUARE, false);
    for at in 0..640 {
        assert_eq!((place.column(at), place.row(at)), (at as usize / 5, at as usize / 5));
    }
}

/// Our decision: notices are below the picture where 40 pixels are free, else at its right; never over it.
#[test]
fn notices_are_in_the_border_where_there_is_one() {
    let cases = [
        ((640, 480), false, Some((0, 432, 640, 48, true))),
        ((1280, 800), false, Some((1024, 0, 256, 800, false))),
        ((1280, 720), false, Some((0, 680, 1280, 40, true))),
        ((640, 480), true, Some((560, 0, 80, 480, false))),
        ((512, 512), false, None),
        ((512, 590), false, None),
        ((512, 591), false, Some((0, 551, 512, 40, true))),
        ((0, 0), false, None),
    ];
    for (room, fit, want) in cases {
        let place = Placement::new(room, SQUARE, fit);
        let border = place.border(room);
        let found = border.map(|it| (it.x, it.y, it.width, it.height, it.below));
        assert_eq!(found, want, "{room:?} {fit}");
        let Some(border) = border else { continue };
        let (w, h) = border.room();
        for (of, scale) in [((w / 2, h / 2), 2), ((10, 7), 1), ((w, h), 1)] {
            let notice = border.place(of, scale);
            let ends = (notice.x + notice.width, notice.y + notice.height);
            let apart = notice.y >= place.y + place.height || notice.x >= place.x + place.width;
            assert!(apart && ends.0 <= room.0 && ends.1 <= room.1, "{notice:?} in {room:?}");
            let (x, y) = (f64::from(notice.x), f64::from(notice.y));
            assert!(notice.holds(x, y) && notice.holds(f64::from(ends.0) - 0.1, f64::from(ends.1) - 0.1));
            assert!(!notice.holds(x - 0.1, y) && !notice.holds(x, f64::from(ends.1)));
        }
    }
}
