//! Sound as levels and onsets. Engines mix with filters, delays and a volume of their own, so samples are never equal, and
//! onsets are those at the same mean level.
//!
//! ```text
//! level ^        onset          onset
//!  LOUD |        ┌───┐          ┌──
//! QUIET |────────┘   └──────────┘            a tick at LOUD or more after QUIET_TICKS at QUIET or less
//! ```

/// Root mean squares: a tick of `QUIET` or less is silent, one of `LOUD` or more audible.
const QUIET: u16 = 24;
const LOUD: u16 = 200;
/// An onset follows at least this many silent ticks; the notes of a tune count once.
const QUIET_TICKS: usize = 6;
/// Frames that two engines' onsets may be apart: one fills its sound buffer every second tick.
const NEAR: usize = 6;

/// The root mean square of some samples.
pub fn level(samples: &[i16]) -> u16 {
    let energy: u64 = samples.iter().map(|sample| u64::from(sample.unsigned_abs()).pow(2)).sum();
    let mean = energy.checked_div(samples.len() as u64).unwrap_or(0);
    u16::try_from(mean.isqrt()).unwrap_or(u16::MAX)
}

/// Frames in which sound begins after silence.
pub fn onsets(levels: &[u16]) -> Vec<usize> {
    let mut quiet = QUIET_TICKS;
    let mut found = Vec::new();
    for (frame, level) in levels.iter().enumerate() {
        if *level >= LOUD && quiet >= QUIET_TICKS {
            found.push(frame);
        }
        quiet = if *level <= QUIET {
            quiet + 1
        } else if *level >= LOUD {
            0
        } else {
            quiet
        };
    }
    found
}

/// How two runs' sounds compare over the same frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoundDifference {
    pub onsets: [usize; 2],
    /// The first onset of either that the other lacks within `NEAR` frames: whose, and its frame.
    pub lone: Option<(usize, usize)>,
    /// Mean levels.
    pub levels: [u16; 2],
}

impl SoundDifference {
    /// None if neither makes a sound, or if one has no sound at all: it is not captured.
    pub fn between(ours: &[u16], theirs: &[u16]) -> Option<SoundDifference> {
        let all = [ours, theirs];
        if all.iter().any(|levels| levels.iter().all(|level| *level < LOUD)) {
            return None;
        }
        let mean = |levels: &[u16]| {
            let sum: u64 = levels.iter().map(|level| u64::from(*level)).sum();
            u16::try_from(sum.checked_div(levels.len() as u64).unwrap_or(0)).unwrap_or(u16::MAX)
        };
        let levels = all.map(mean);
        // Engines that play the same at half our volume fall silent earlier in a fade.
        let scaled = |level: &u16| u32::from(*level) * u32::from(levels[0]) / u32::from(levels[1].max(1));
        let theirs: Vec<u16> =
            theirs.iter().map(|level| u16::try_from(scaled(level)).unwrap_or(u16::MAX)).collect();
        let onsets = [onsets(ours), onsets(&theirs)];
        let lacks = |at: usize, other: &[usize]| !other.iter().any(|o| o.abs_diff(at) <= NEAR);
        let mut lone: Vec<(usize, usize)> = (0..2)
            .flat_map(|side| onsets[side].iter().map(move |at| (side, *at)))
            .filter(|(side, at)| lacks(*at, &onsets[1 - side]))
            .collect();
        lone.sort_by_key(|(_, at)| *at);
        Some(SoundDifference {
            onsets: [onsets[0].len(), onsets[1].len()],
            lone: lone.first().copied(),
            levels,
        })
    }
}
