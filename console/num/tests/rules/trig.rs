//! Sine, cosine and arctangent: measured samples, then every entry of both tables against the closed form in floats.

use std::f64::consts::TAU;

use rasher_num::{Num, num};

use crate::sample::{numbers, pairs};

#[test]
fn trigonometry_gives_the_measured_samples() {
    let cases = [
        ("sin(0.1)", Num::sin(num!(0.1)), num!("0xffff.698f")),
        ("cos(0.1)", Num::cos(num!(0.1)), num!("0x0000.cf22")),
        ("sin(-0.7)", Num::sin(num!(-0.7)), num!("0xffff.0c86")),
        ("sin(0.25)", Num::sin(num!(0.25)), num!(-1)),
        ("atan2(1,1)", Num::atan2(num!(1), num!(1)), num!("0x0.e000")),
        ("atan2(3,4)", Num::atan2(num!(3), num!(4)), num!("0x0.da38")),
        ("atan2(-1,0.5)", Num::atan2(num!(-1), num!(0.5)), num!("0x0.92e4")),
        ("atan2(-0.0001,-1)", Num::atan2(num!(-0.0001), num!(-1)), num!("0x0.4000")),
        ("atan2(0,0)", Num::atan2(num!(0), num!(0)), num!(0.25)),
    ];
    for (call, found, expected) in cases {
        assert_eq!(found, expected, "{call}");
    }
}

/// From the manual: the axes and diagonals, y down.
#[test]
fn the_compass_has_the_screens_orientation() {
    let axes = [
        (1, 0, num!(0)),
        (1, -1, num!(0.125)),
        (0, -1, num!(0.25)),
        (-1, -1, num!(0.375)),
        (-1, 0, num!(0.5)),
    ];
    let below = [(-1, 1, num!(0.625)), (0, 1, num!(0.75)), (1, 1, num!(0.875))];
    for (dx, dy, angle) in axes.into_iter().chain(below) {
        assert_eq!(Num::atan2(Num::int(dx), Num::int(dy)), angle, "atan2({dx},{dy})");
        if dx == 0 || dy == 0 {
            assert_eq!((Num::cos(angle), Num::sin(angle)), (Num::int(dx), Num::int(dy)), "at {angle}");
        }
    }
}

/// The closed form that fits the measured values: the quarter in 4096 steps, each sine rounded to the nearest.
#[test]
fn sines_of_all_angles_equal_the_closed_form() {
    for bits in 0..0x1_0000 {
        let mirrored = if bits & 0x4000 == 0 { bits } else { !bits };
        let index = ((mirrored & 0x3fff) + 2) / 4;
        let size = (65536.0 * (TAU * f64::from(index) / 16384.0).sin() + 0.5).floor() as i32;
        let expected = Num::from_bits(if bits < 0x8000 { -size } else { size });
        assert_eq!(Num::from_bits(bits).sin(), expected, "sin of {bits:#06x}/65536");
        assert_eq!(Num::from_bits(bits + 0x4000).cos(), expected, "cos of {bits:#06x}/65536 + 0.25");
    }
}

#[test]
fn whole_turns_do_not_count() {
    numbers(10_000, |x| {
        assert_eq!(x.sin(), x.fract().sin(), "sin({x:?})");
        assert_eq!(x.cos(), (x.fract() - num!(0.25)).sin(), "cos({x:?})");
    });
}

/// The closed form that fits the measured values, with the arctangent of each step in floats.
fn arctangent_twin(dx: Num, dy: Num) -> Num {
    let arctangent = |i: i128| ((i as f64 / 2048.0).atan() / TAU * 65536.0).round() as i32;
    let (width, height) = (i128::from(dx.bits()).abs(), i128::from(dy.bits()).abs());
    let mut angle = 0x4000;
    if width != 0 {
        let slope = (height << 16) / width;
        angle = if slope > 0x10000 {
            0x4000 - arctangent((1 << 32) / slope / 32)
        } else {
            arctangent(slope / 32)
        };
    }
    if dx < Num::ZERO {
        angle = 0x8000 - angle;
    }
    if dy > Num::ZERO || dy == Num::MIN && dx != Num::ZERO {
        angle = 0x10000 - angle;
    }
    Num::from_bits(angle % 0x10000)
}

#[test]
fn every_arctangent_equals_the_closed_form() {
    for i in 0..=2048 {
        let (dx, dy) = (num!(1), Num::from_bits(-32 * i));
        assert_eq!(Num::atan2(dx, dy), arctangent_twin(dx, dy), "slope {i}/2048");
    }
    pairs(200_000, |dx, dy| {
        assert_eq!(Num::atan2(dx, dy), arctangent_twin(dx, dy), "atan2({dx:?}, {dy:?})");
    });
}

/// Geometry: the angle is the true one to within a step of the table (1/2048 of slope is 5.1/65536 turn) and its
/// rounding.
#[test]
fn angles_are_near_the_true_ones() {
    pairs(100_000, |dx, dy| {
        // PICO-8 loses the sign of a dy of -32768.
        if dx == Num::ZERO && dy == Num::ZERO || dy == Num::MIN {
            return;
        }
        let true_angle = f64::atan2(-f64::from(dy.bits()), f64::from(dx.bits())) / TAU * 65536.0;
        let found = f64::from(Num::atan2(dx, dy).bits());
        let off = (found - true_angle).rem_euclid(65536.0);
        assert!(off.min(65536.0 - off) < 6.0, "atan2({dx:?}, {dy:?}) is {found}/65536, true {true_angle}");
    });
}
