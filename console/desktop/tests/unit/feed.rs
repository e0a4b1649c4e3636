//! The ring between console and device, without a device.

use super::*;

/// Counts allocations where none is allowed.
#[global_allocator]
static ALLOCATOR: assert_no_alloc::AllocDisabler = assert_no_alloc::AllocDisabler;

/// Simulates a console of `fps` whose clock runs `drift` too fast, and a device that takes `buffer` samples at a
/// time, for `seconds`. Returns how often sound ran dry after the first second, and the least and greatest latency.
fn simulate(fps: u32, drift: f64, rate: u32, buffer: usize, seconds: u32) -> (u32, u32, u32) {
    let levels = Arc::new(Levels::default());
    let (mut tap, mut feed) = ring(rate, Arc::clone(&levels));
    let frame = vec![1000i16; (MACHINE_RATE / fps) as usize];
    let mut out = vec![0.0; buffer];
    let (mut made, mut least, mut most, mut early) = (0u32, u32::MAX, 0, 0);
    let callbacks = u64::from(rate) * u64::from(seconds) / buffer as u64;
    let period = (1.0 - drift) * frame.len() as f64 / f64::from(MACHINE_RATE);
    // Frames arrive by a slightly wrong clock, and unevenly: up to 2 ms late.
    let due = |k: u32| f64::from(k) * period + f64::from(k * 7 % 5) * 0.0005;
    for n in 0..callbacks {
        let now = n as f64 * buffer as f64 / f64::from(rate);
        while due(made) <= now {
            tap.push(&frame);
            made += 1;
        }
        feed.fill(&mut out);
        if now < 1.0 {
            early = levels.dry();
        } else {
            least = least.min(levels.latency());
            most = most.max(levels.latency());
        }
    }
    (levels.dry() - early, least, most)
}

/// Without a correction, a drift of 0.002 empties the margin of 14 ms in 7 seconds.
const SECONDS: u32 = 20;

#[test]
fn drift_is_taken_up_and_latency_stays_low() {
    let holds = |fps, drift| {
        for (rate, buffer) in [(44_100, 441), (48_000, 480), (48_000, 1024), (48_000, 1920), (22_050, 256)] {
            let (dry, _, most) = simulate(fps, drift, rate, buffer, SECONDS);
            let what = format!("{fps} fps, drift {drift}, {rate} Hz, {buffer}");
            assert_eq!(dry, 0, "ran dry: {what}");
            // The target is 60 ms including the device's own 10 ms; a device with a larger buffer adds its surplus.
            let bound = [(1920, 80), (1024, 70)].iter().find(|b| b.0 == buffer).map_or(51, |b| b.1);
            assert!(most <= bound, "{most} ms: {what}");
        }
    };
    std::thread::scope(|scope| {
        for fps in [30, 60] {
            for drift in [-0.002, 0.0, 0.002] {
                scope.spawn(move || holds(fps, drift));
            }
        }
    });
}

#[test]
fn the_callback_does_not_allocate() {
    let (mut tap, mut feed) = ring(48_000, Arc::new(Levels::default()));
    let (frame, mut out) = (vec![1000i16; 2000], vec![0.0; 1024]);
    // Empty, filled, far too full, drained.
    for pushes in [0, 1, 3, 0, 0, 0, 0, 0, 1] {
        (0..pushes).for_each(|_| tap.push(&frame));
        assert_no_alloc::assert_no_alloc(|| feed.fill(&mut out));
    }
    assert_eq!(assert_no_alloc::violation_count(), 0, "allocations within RingReader::fill");
    assert_no_alloc::assert_no_alloc(|| drop(std::hint::black_box(vec![1u8])));
    assert!(assert_no_alloc::violation_count() > 0, "the count works");
    assert_no_alloc::reset_violation_count();
}

#[test]
fn a_rest_fades_out_and_comes_back() {
    let levels = Arc::new(Levels::default());
    let (mut tap, mut feed) = ring(48_000, Arc::clone(&levels));
    let frame = vec![16_000i16; 367];
    let mut out = vec![0.0; 480];
    for _ in 0..20 {
        tap.push(&frame);
        feed.fill(&mut out);
    }
    tap.rest();
    let mut all = Vec::new();
    for _ in 0..20 {
        feed.fill(&mut out);
        all.extend_from_slice(&out);
    }
    assert_eq!(levels.dry(), 0, "a rest is not a lack");
    assert!(all.last().unwrap().abs() < 0.001, "it is silent at the end");
    let step = all.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max);
    assert!(step < 0.02, "and there is no audible step: {step}");
    for _ in 0..6 {
        tap.push(&frame);
        feed.fill(&mut out);
    }
    assert!(out.iter().all(|s| *s > 0.4), "then it is back");
}

#[test]
fn what_waits_beyond_the_wanted_is_gone_within_a_second_and_without_a_click() {
    let levels = Arc::new(Levels::default());
    let (mut tap, mut feed) = ring(48_000, Arc::clone(&levels));
    let mut n = 0.0f32;
    // 105 Hz: from one machine sample to the next it moves by a 34th of its height at most.
    let mut frame = || -> Vec<i16> {
        std::iter::repeat_with(|| {
            n += 1.0;
            ((n * 0.03).sin() * 16_000.0) as i16
        })
        .take(367)
        .collect()
    };
    let mut out = vec![0.0; 800];
    let mut all = Vec::new();
    for callback in 0..120 {
        // When sound starts, one and a half frames arrive early.
        let early = if callback == 4 { 2 } else { 1 };
        (0..early).for_each(|_| tap.push(&frame()));
        feed.fill(&mut out);
        if callback > 4 {
            all.extend_from_slice(&out);
        }
        if callback == 20 {
            assert!(levels.latency() > 46, "{} ms: more samples wait than intended", levels.latency());
        }
    }
    // 14 ms, half a frame, a callback of 17 ms, the resampler.
    assert!(levels.latency().abs_diff(14 + 8 + 17 + 1) <= 3, "{} ms", levels.latency());
    let step = all.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f32::max);
    // Twice what the tone itself moves in a 48,000th of a second: a splice may bend it.
    assert!(step < 2.0 * 0.5 * 0.03 * 22_050.0 / 48_000.0, "{step}");
}
