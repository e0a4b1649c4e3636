//! The software picture against the layout's rule.

use super::*;

/// A picture in which every pixel encodes its own position.
fn chart((columns, rows): (u32, u32)) -> Vec<u8> {
    let pixel = |i: u32| [(i % columns) as u8, (i / columns) as u8, ((i % columns) >> 8) as u8, 255];
    (0..columns * rows).flat_map(pixel).collect()
}

#[test]
fn the_picture_is_scaled_as_one_division_a_pixel_would() {
    // The slow reference: each window pixel asks for its machine pixel.
    let square = (128, 128);
    for (width, height, fit, of) in [
        (512, 512, false, square),
        (700, 300, true, square),
        (333, 500, false, square),
        (90, 50, false, square),
        (800, 600, false, (384, 272)),
        (801, 613, true, (384, 272)),
        (300, 200, false, (384, 272)),
    ] {
        let rgba = chart(of);
        let place = Placement::new((width, height), of, fit);
        let mut out = vec![0xdead; (width * height) as usize];
        scale(&rgba, &mut out, width as usize, place, false);
        for y in 0..height {
            for x in 0..width {
                let inside = |at: u32, edge: u32, size: u32| at.checked_sub(edge).filter(|&v| v < size);
                let across = inside(x, place.x, place.width).map(|x| x * of.0 / place.width);
                let down = inside(y, place.y, place.height).map(|y| y * of.1 / place.height);
                let want = match (across, down) {
                    (Some(x), Some(y)) => (x & 255) << 16 | (y & 255) << 8 | x >> 8,
                    _ => 0,
                };
                assert_eq!(out[(y * width + x) as usize], want, "({x}, {y}) of {width}x{height}");
            }
        }
    }
}

#[test]
fn the_tube_only_darkens_and_leaves_the_border_black() {
    let rgba = chart((128, 128));
    let place = Placement::new((600, 520), (128, 128), false);
    let (mut plain, mut tube) = (vec![0; 600 * 520], vec![0; 600 * 520]);
    scale(&rgba, &mut plain, 600, place, false);
    scale(&rgba, &mut tube, 600, place, true);
    assert_ne!(plain, tube);
    for (p, t) in plain.iter().zip(&tube) {
        let darker = p.to_be_bytes().iter().zip(t.to_be_bytes()).all(|(p, t)| t <= *p);
        assert!(darker, "{p:06x} became {t:06x}");
    }
}
