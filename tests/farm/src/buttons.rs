//! The buttons: the same for every cart and engine, from a seed.
//!
//! ```text
//! frame 0 ──────── 40 ───────────────── 120 ────────────────────────────────────────────>
//!       none         O, X, O, X: titles     random holds of 2 to 40 frames, seldom none
//! ```

/// Bits as in [`rasher::button`]: left, right, up, down, O, X.
const HOLDS: [u8; 16] = [0, 1, 2, 2, 1, 4, 8, 16, 32, 2 | 16, 1 | 16, 2 | 32, 4 | 16, 8 | 2, 2 | 4, 1 | 32];

/// Numbers below a limit, by xorshift.
pub fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    }
}

/// The buttons of each frame.
pub fn buttons(seed: u64, frames: usize) -> Vec<u8> {
    let mut random = random(seed);
    let mut all = vec![0; 40];
    for press in [16, 32, 16, 32] {
        all.extend([press, press, press, press]);
        all.extend([0; 16]);
    }
    while all.len() < frames {
        let held = HOLDS[random(HOLDS.len() as u64) as usize];
        let frames = 2 + random(39) as usize;
        all.extend(std::iter::repeat_n(held, frames));
    }
    all.truncate(frames);
    all
}

/// Lines "COUNT MASK" for `drivers/farm.h`.
pub fn script(masks: &[u8]) -> String {
    masks.chunk_by(|a, b| a == b).map(|same| format!("{} {}\n", same.len(), same[0])).collect()
}

/// Reads the lines of [`script`].
pub fn parse(text: &str) -> Result<Vec<u8>, String> {
    let mut masks = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let row =
            line.split_once(' ').and_then(|(count, mask)| Some((count.parse().ok()?, mask.parse().ok()?)));
        let (count, mask): (usize, u8) =
            row.ok_or_else(|| format!("line {}: found {line:?}, expected \"COUNT MASK\"", n + 1))?;
        masks.extend(std::iter::repeat_n(mask, count.min(1 << 24)));
    }
    Ok(masks)
}
