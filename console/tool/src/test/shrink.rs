//! Shortens a list of presses that makes a cart fail, as long as it still fails (delta debugging: Zeller and Hildebrandt, 2002).
//!
//! ```text
//! 30 right, 4 o, 17 left, 60 up+x    ──>    4 o, 1 x
//!    1. without a half, a quarter ... one of them
//!    2. one at a time: no lines before it, no buttons, one button less, 1 frame, half of its frames, one frame less
//!    again, until nothing more can go
//! ```

use super::file::TestStep;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Press {
    /// Lines such as `mouse 64 32`.
    pub before: Vec<TestStep>,
    pub frames: u64,
    /// Player 1's, as bits.
    pub buttons: u8,
}

impl Press {
    /// Simpler ones, the simplest first.
    fn simpler(&self) -> Vec<Press> {
        let mut simpler = Vec::new();
        if !self.before.is_empty() {
            simpler.push(Press { before: Vec::new(), ..self.clone() });
        }
        if self.buttons.count_ones() > 1 {
            simpler.push(Press { buttons: 0, ..self.clone() });
        }
        let bits = (0..8).map(|bit| 1 << bit).filter(|bit| self.buttons & bit != 0);
        simpler.extend(bits.map(|bit| Press { buttons: self.buttons & !bit, ..self.clone() }));
        for frames in [1, self.frames / 2, self.frames - 1] {
            if (1..self.frames).contains(&frames) {
                simpler.push(Press { frames, ..self.clone() });
            }
        }
        simpler
    }
}

/// `fails` runs the cart with presses; it is called until nothing changes or it always returns false.
pub fn shrink(mut presses: Vec<Press>, mut fails: impl FnMut(&[Press]) -> bool) -> Vec<Press> {
    loop {
        let before = presses.clone();
        let mut size = presses.len();
        while size > 0 {
            let mut at = 0;
            while at < presses.len() {
                let end = presses.len().min(at + size);
                let fewer = [&presses[..at], &presses[end..]].concat();
                match fails(&fewer) {
                    true => presses = fewer,
                    false => at = end,
                }
            }
            size /= 2;
        }
        merge(&mut presses);
        for at in 0..presses.len() {
            while let Some(simpler) = presses[at].simpler().into_iter().find(|simpler| {
                let mut tried = presses.clone();
                tried[at] = simpler.clone();
                fails(&tried)
            }) {
                presses[at] = simpler;
            }
        }
        merge(&mut presses);
        if presses == before {
            return presses;
        }
    }
}

/// Joins neighbours with the same buttons: the frames are the same.
fn merge(presses: &mut Vec<Press>) {
    presses.dedup_by(|next, last| {
        let same = next.buttons == last.buttons && next.before.is_empty();
        last.frames += if same { next.frames } else { 0 };
        same
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(frames: u64, buttons: u8) -> Press {
        Press { frames, buttons, ..Press::default() }
    }

    /// Frames by frames, the buttons that are down.
    fn frames(presses: &[Press]) -> Vec<u8> {
        presses.iter().flat_map(|press| (0..press.frames).map(|_| press.buttons)).collect()
    }

    #[test]
    fn only_what_is_needed_is_left() {
        let long = |more: &[Press]| {
            let noise = (0..40).map(|n| press(1 + n % 9, (n * 7 % 64) as u8));
            noise.clone().chain(more.iter().cloned()).chain(noise).collect::<Vec<_>>()
        };
        type Fails = fn(&[u8]) -> bool;
        let cases: [(&str, Fails, Vec<Press>, Vec<Press>); 5] = [
            ("always", |_| true, long(&[]), vec![]),
            ("x once", |f| f.contains(&32), long(&[press(9, 32)]), vec![press(1, 32)]),
            ("o held", |f| f.iter().any(|b| b & 16 != 0), long(&[]), vec![press(1, 16)]),
            (
                "left, later right",
                |f| f.iter().position(|b| *b == 1).is_some_and(|at| f[at..].contains(&2)),
                long(&[press(5, 1), press(30, 4), press(5, 2)]),
                vec![press(1, 1), press(1, 2)],
            ),
            ("20 frames", |f| f.len() >= 20, long(&[]), vec![press(20, 0)]),
        ];
        for (name, fails, presses, expected) in cases {
            assert!(fails(&frames(&presses)), "{name}");
            let left = shrink(presses, |presses| fails(&frames(presses)));
            assert!(fails(&frames(&left)), "{name}");
            assert_eq!(left, expected, "{name}");
        }
    }

    #[test]
    fn it_ends_when_no_more_tries_are_allowed() {
        let presses: Vec<Press> = (0..100).map(|n| press(5, n)).collect();
        let mut tries = 0;
        let left = shrink(presses, |presses| {
            tries += 1;
            tries < 50 && frames(presses).contains(&7)
        });
        assert!(frames(&left).contains(&7) && tries < 2000);
    }
}
