//! The pixels of the picture that changed when another program saved a file: they flash twice, so that the eye finds them.
//!
//! ```text
//! 0        100       200       300 ms
//! |  lit   |         |  lit    |          less flash: lit all the time
//! ```

use rasher::{PIXELS, Rom};
use std::sync::Arc;
use std::time::Duration;

const PART: Duration = Duration::from_millis(100);
const PARTS: u32 = 3;

#[derive(Clone, Debug)]
pub(crate) struct Flash {
    /// The data before and after the change.
    data: [Arc<Rom>; 2],
    pixels: Vec<u16>,
    /// The frame that they belong to.
    frame: u64,
    since: Duration,
    steady: bool,
    /// The part that is shown.
    part: u32,
}

impl Flash {
    pub fn new(data: [Arc<Rom>; 2], pixels: Vec<u16>, steady: bool, now: Duration) -> Flash {
        Flash { data, pixels, frame: 0, since: now, steady, part: 0 }
    }

    /// Finds the pixels of another frame, in which what has changed may be elsewhere.
    pub fn follow(&mut self, frame: u64, changed: impl FnOnce(&Rom, &Rom) -> Vec<u16>) {
        if self.is_lit() && self.frame != frame {
            (self.pixels, self.frame) = (changed(&self.data[0], &self.data[1]), frame);
        }
    }

    fn is_lit(&self) -> bool {
        self.steady || self.part.is_multiple_of(2)
    }

    pub fn next(&self) -> Duration {
        self.since + PART * (self.part + 1)
    }

    /// Advances to this time. None: nothing has changed. False: it is over.
    pub fn tick(&mut self, now: Duration) -> Option<bool> {
        let part = (now.saturating_sub(self.since).as_millis() / PART.as_millis()) as u32;
        let before = std::mem::replace(&mut self.part, part);
        (part != before).then_some(part < PARTS)
    }

    pub fn draw(&self, picture: &mut [u8; PIXELS]) {
        if !self.is_lit() {
            return;
        }
        for at in &self.pixels {
            let pixel = &mut picture[usize::from(*at) % PIXELS];
            // White on dark colours, black on bright ones.
            *pixel = if matches!(*pixel & 15, 0..=5) { 7 } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_flashes_twice_or_is_steady_and_ends() {
        for (steady, want) in [(false, [7, 1, 7]), (true, [7, 7, 7])] {
            let begin = Duration::from_secs(5);
            let mut flash = Flash::new([(); 2].map(|()| Arc::new(Rom::empty(""))), vec![3, 9], steady, begin);
            let shown = want.map(|_| {
                let mut picture = [1; PIXELS];
                picture[9] = 15;
                flash.draw(&mut picture);
                assert_eq!((picture[0], picture[9] == 0), (1, picture[3] == 7));
                assert_eq!(flash.tick(flash.next() - Duration::from_millis(1)), None);
                assert_eq!(flash.tick(flash.next()), Some(flash.part < PARTS));
                picture[3]
            });
            assert_eq!((shown, flash.part), (want, PARTS));
        }
    }
}
