//! The colour-blind palettes, by numbers: how different two colours are for such eyes.
//!
//! Vision is simulated by two models, each a published matrix on linear red, green and blue: Machado, Oliveira and
//! Fernandes 2009 at severity 1; Vienot, Brettel and Mollon 1999, and for tritanopia Brettel, Vienot and Mollon 1997,
//! with its two half planes. The difference of two colours is CIEDE2000, where about 1 is just visible side by side.
//! The bounds are our decision: two of the first 16 colours must be as distinct as a few pixels on a screen require.

use rasher::palette::RGB;
use rasher_studio::{ColorFilter, Palette};

type Triple = [f64; 3];
type Matrix = [Triple; 3];

const MACHADO: [Matrix; 3] = [
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
];
const VIENOT: [Matrix; 2] = [
    [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
    [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
];
const BRETTEL: [Matrix; 2] = [
    [[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911]],
    [[0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796]],
];
/// The side of this plane on which a colour is determines its matrix.
const BRETTEL_PLANE: Triple = [0.03901, -0.02788, -0.01113];

fn dot(a: Triple, b: Triple) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn linear(color: [u8; 3]) -> Triple {
    color.map(|level| {
        let level = f64::from(level) / 255.0;
        if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
    })
}

/// CIELAB, by D65.
fn lab(light: Triple) -> Triple {
    let rows = [
        ([0.4124564, 0.3575761, 0.1804375], 0.95047),
        ([0.2126729, 0.7151522, 0.0721750], 1.0),
        ([0.0193339, 0.1191920, 0.9503041], 1.08883),
    ];
    let [x, y, z] = rows.map(|(row, white)| {
        let t = dot(row, light) / white;
        if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The difference of two colours by the formula of 2000.
fn difference(one: Triple, two: Triple) -> f64 {
    let chroma = |a: f64, b: f64| a.hypot(b);
    let seventh = |c: f64| (c.powi(7) / (c.powi(7) + 25f64.powi(7))).sqrt();
    let middle = (chroma(one[1], one[2]) + chroma(two[1], two[2])) / 2.0;
    let stretch = 1.5 - 0.5 * seventh(middle);
    let polar = |v: Triple| {
        let a = v[1] * stretch;
        let hue = if a == 0.0 && v[2] == 0.0 { 0.0 } else { v[2].atan2(a).to_degrees().rem_euclid(360.0) };
        (v[0], chroma(a, v[2]), hue)
    };
    let ((l1, c1, h1), (l2, c2, h2)) = (polar(one), polar(two));
    let grey = c1 * c2 == 0.0;
    let turn = match h2 - h1 {
        _ if grey => 0.0,
        d if d > 180.0 => d - 360.0,
        d if d < -180.0 => d + 360.0,
        d => d,
    };
    let hue = match (h1 + h2, (h1 - h2).abs()) {
        (sum, _) if grey => sum,
        (sum, apart) if apart <= 180.0 => sum / 2.0,
        (sum, _) if sum < 360.0 => sum / 2.0 + 180.0,
        (sum, _) => sum / 2.0 - 180.0,
    };
    let (light, chroma) = ((l1 + l2) / 2.0, (c1 + c2) / 2.0);
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(hue - 30.0) + 0.24 * cos(2.0 * hue) + 0.32 * cos(3.0 * hue + 6.0)
        - 0.20 * cos(4.0 * hue - 63.0);
    let square = (light - 50.0).powi(2);
    let by_light = (l2 - l1) / (1.0 + 0.015 * square / (20.0 + square).sqrt());
    let by_chroma = (c2 - c1) / (1.0 + 0.045 * chroma);
    let by_hue = 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin() / (1.0 + 0.015 * chroma * t);
    let blue = 60.0 * (-((hue - 275.0) / 25.0).powi(2)).exp();
    let turned = -2.0 * seventh(chroma) * blue.to_radians().sin();
    (by_light.powi(2) + by_chroma.powi(2) + by_hue.powi(2) + turned * by_chroma * by_hue).max(0.0).sqrt()
}

/// A colour as seen by eyes without the n-th kind of cone, in either model.
fn seen(kind: usize, color: [u8; 3]) -> [Triple; 2] {
    let light = linear(color);
    let other = match VIENOT.get(kind) {
        Some(matrix) => matrix,
        None => &BRETTEL[usize::from(dot(BRETTEL_PLANE, light) < 0.0)],
    };
    [&MACHADO[kind], other].map(|matrix| lab(matrix.map(|row| dot(row, light).clamp(0.0, 1.0))))
}

/// The differences of all pairs among the first colours, for these eyes and this model.
fn pairs(kind: usize, model: usize, palette: &Palette, first: usize) -> Vec<((usize, usize), f64)> {
    let seen = |i: usize| seen(kind, palette[i])[model];
    let all = (0..first).flat_map(|i| (0..i).map(move |j| (j, i)));
    all.map(|(j, i)| ((j, i), difference(seen(j), seen(i)))).collect()
}

fn least(pairs: &[((usize, usize), f64)]) -> f64 {
    pairs.iter().map(|pair| pair.1).fold(f64::MAX, f64::min)
}

/// Pairs from the data that Sharma, Wu and Dalal published with their notes on the formula (2005).
#[test]
fn the_difference_is_the_published_one() {
    let cases = [
        ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
        ([50.0, -1.0, 2.0], [50.0, 0.0, 0.0], 2.3669),
        ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
        ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
        ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
        ([22.7233, 20.0904, -46.6940], [23.0331, 14.9730, -42.5619], 2.0373),
        ([2.0776, 0.0795, -1.1350], [0.9033, -0.0636, -0.5514], 0.9082),
    ];
    for (one, two, want) in cases {
        let found = difference(one, two);
        assert!((found - want).abs() < 1e-4, "{one:?} and {two:?}: found {found}, expected {want}");
    }
}

#[test]
fn colours_that_were_alike_differ_in_both_models() {
    for (kind, filter) in ColorFilter::ALL[1..].iter().enumerate() {
        for model in 0..2 {
            let [before, after] = [&RGB, filter.palette()].map(|palette| pairs(kind, model, palette, 16));
            println!("{filter:?} by model {model}: {:.1} became {:.1}", least(&before), least(&after));
            assert!(least(&before) < 10.0, "{filter:?}: without it some are alike: {}", least(&before));
            assert!(least(&after) > 13.0, "{filter:?} by model {model}: {}", least(&after));
            for ((pair, before), (_, after)) in
                before.iter().zip(&after).filter(|(before, _)| before.1 < 10.0)
            {
                assert!(after > before, "{filter:?} by model {model}: {pair:?} {before} became {after}");
            }
            // All 32: the closest pair is three times as far apart, and a quarter as many are close.
            let [before, after] = [&RGB, filter.palette()].map(|palette| pairs(kind, model, palette, 32));
            let close = |pairs: &[((usize, usize), f64)]| pairs.iter().filter(|pair| pair.1 < 5.0).count();
            println!(
                "  all 32: {:.1} became {:.1}; below 5: {}",
                least(&before),
                least(&after),
                close(&before)
            );
            assert!(least(&before) < 3.0 && close(&before) >= 4);
            assert!(least(&after) > 6.5 && close(&after) == 0, "{filter:?}: {}", least(&after));
        }
    }
}

#[test]
fn a_filter_keeps_what_is_bright_bright_and_what_is_dark_dark() {
    assert_eq!(ColorFilter::None.palette(), &RGB);
    for filter in &ColorFilter::ALL[1..] {
        let palette = filter.palette();
        for (i, (old, new)) in RGB.iter().zip(palette).enumerate() {
            let by = lab(linear(*new))[0] - lab(linear(*old))[0];
            assert!(by.abs() < 16.0, "{filter:?}: the lightness of {i} moved by {by}");
        }
        assert_eq!((palette[0], palette[7]), (RGB[0], RGB[7]), "black and white");
    }
}

#[test]
fn filters_go_round() {
    let mut filter = ColorFilter::None;
    for _ in 0..4 {
        assert_eq!(filter.step(true).step(false), filter);
        filter = filter.step(true);
    }
    assert_eq!(filter, ColorFilter::None);
}
