//! Colours for colour-blind players: warnings and rewards must be distinguishable for them too.
//!
//! ```text
//! sRGB ── linear ── matrix of Viénot, Brettel and Mollon (1999) ── sRGB ── distance
//! ```
//!
//! The matrices are the published ones for full protanopia and deuteranopia. The distance is that of three bytes,
//! with 441 between black and white; 60 is our bound, about the step between two greys that can be told apart at a
//! glance.

use rasher::palette::{RGB, index};

/// Rows of the matrices, for linear red, green, blue.
const PROTAN: [[f64; 3]; 3] = [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]];
const DEUTAN: [[f64; 3]; 3] = [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]];

fn linear(byte: u8) -> f64 {
    (f64::from(byte) / 255.0).powf(2.2)
}

/// A colour as these eyes see it.
fn seen(color: u8, eye: &[[f64; 3]; 3]) -> [f64; 3] {
    let rgb = RGB[usize::from(index(color))].map(linear);
    eye.map(|row| (0..3).map(|i| row[i] * rgb[i]).sum::<f64>().clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0)
}

fn distance(a: u8, b: u8, eye: &[[f64; 3]; 3]) -> f64 {
    let (a, b) = (seen(a, eye), seen(b, eye));
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn danger_and_reward_differ_for_the_color_blind() {
    // Hunting eyes against sleeping and dazed ones, the cayenne's against its body, damage against healing
    // and ambush, curse against blessing (frame and float), hit points against attack, text on its
    // background.
    let pairs = [
        (8, 0, "eyes: hunts, unaware"),
        (8, 7, "eyes: hunts, dazed"),
        (10, 8, "the cayenne's eyes on its body"),
        (8, 11, "damage and healing"),
        (8, 10, "damage and ambush"),
        (8, 7, "damage taken and dealt"),
        (8, 10, "cursed and blessed"),
        (8, 6, "cursed and neither"),
        (10, 6, "blessed and neither"),
        (9, 12, "noticed and lost"),
        (7, 8, "hit points and attack"),
        (7, 6, "the cursor's row and the others"),
        (6, 5, "full and empty slots"),
        (6, 0, "text on black"),
    ];
    for (name, eye) in [("protan", PROTAN), ("deutan", DEUTAN)] {
        for (a, b, what) in pairs {
            let least = if what.starts_with("the cursor's") { 45.0 } else { 60.0 };
            let found = distance(a, b, &eye);
            assert!(found >= least, "{what}: {a} and {b} are {found:.0} apart for {name} eyes");
        }
    }
}

#[test]
fn creatures_stand_out_from_the_floor_of_every_place() {
    // The hero's white, and the body of each creature, against the floors' ground: black with specks of
    // these.
    for ground in [0, 129, 130, 128] {
        for body in [7, 11, 9, 14, 8, 12, 15, 6, 4] {
            for eye in [PROTAN, DEUTAN] {
                let found = distance(body, ground, &eye);
                assert!(found >= 45.0, "{body} on {ground}: {found:.0}");
            }
        }
    }
}

#[test]
fn the_matrices_keep_white_and_join_red_with_green() {
    // Known for both: white stays white; pure red and a green of the right brightness look alike.
    for eye in [PROTAN, DEUTAN] {
        let white = eye.map(|row| row.iter().sum::<f64>());
        assert!(white.iter().all(|part| (part - 1.0).abs() < 0.01));
        let apart: f64 = (0..3).map(|i| (eye[0][i] - eye[1][i]).abs()).sum();
        assert!(apart < 0.001, "red and green are one");
    }
}
