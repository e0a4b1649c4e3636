//! Moving pictures of what was played: GIF for everywhere, animated PNG for every frame as it was.
//!
//! ```text
//! frames (indices 0..31, 128x128, at 30 or 60 a second)
//!    ├── gif()   32 colours in one table; only what changed of each picture; 30 or 50 pictures a second at most
//!    └── apng()  every frame, 1/60 or 1/30 of a second exactly
//! ```
//!
//! A GIF counts in hundredths of a second, and programs that show it slow down whoever asks for less than two: so a run of 60 frames
//! a second keeps every other one, and three pictures take 3, 3 and 4 hundredths. Both are written picture by picture, so that
//! whoever waits can be told how far it is; nothing here reads them.

use crate::picture::enlarged;
use gif::{DisposalMethod, Encoder as Gif, Frame, Repeat};
use png::{BitDepth, ColorType, Encoder as Png, Writer};
use rasher::palette::RGB;
use rasher::{PIXELS, SIDE};
use std::borrow::Cow;

/// A moving picture on its way to be a file's bytes.
pub struct Movie {
    kind: MovieKind,
    scale: usize,
    /// Frames of the run a second.
    fps: u8,
    taken: u64,
    last: Option<Box<[u8; PIXELS]>>,
    /// Of an animated PNG: its pictures, since their number stands at the beginning of the file.
    pictures: Vec<Box<[u8; PIXELS]>>,
}

enum MovieKind {
    Gif(Box<Gif<Vec<u8>>>),
    Apng,
}

/// Each pixel is at most that many pixels wide: a file for a window, not for a wall.
const SCALE_MAX: usize = 8;
/// Pictures that an animated PNG may have: a minute at 60 a second.
const PICTURES_MAX: usize = 3600;

impl Movie {
    /// A GIF, each pixel enlarged to `scale` times `scale` (1 to 8), of a run with `fps` frames a second.
    pub fn gif(scale: usize, fps: u8) -> Movie {
        let scale = scale.clamp(1, SCALE_MAX);
        let side = (SIDE * scale) as u16;
        let table: Vec<u8> = RGB.as_flattened().to_vec();
        // Writing into a Vec cannot fail, and 32 colours are a table that the format has.
        let mut gif = Gif::new(Vec::new(), side, side, &table).expect("a GIF of 32 colours");
        gif.set_repeat(Repeat::Infinite).expect("a GIF in memory");
        Movie { kind: MovieKind::Gif(Box::new(gif)), scale, fps, taken: 0, last: None, pictures: Vec::new() }
    }

    /// An animated PNG, as [`Movie::gif`]; at most 3,600 pictures, those after them are left out.
    pub fn apng(scale: usize, fps: u8) -> Movie {
        let scale = scale.clamp(1, SCALE_MAX);
        Movie { kind: MovieKind::Apng, scale, fps, taken: 0, last: None, pictures: Vec::new() }
    }

    /// Takes the next frame.
    pub fn frame(&mut self, picture: &[u8; PIXELS]) {
        let nth = self.taken;
        self.taken += 1;
        match &mut self.kind {
            MovieKind::Apng if self.pictures.len() < PICTURES_MAX => self.pictures.push(Box::new(*picture)),
            MovieKind::Apng => {}
            MovieKind::Gif(gif) => {
                let every = if self.fps == 60 { 2 } else { 1 };
                if !nth.is_multiple_of(every) {
                    return;
                }
                let third = nth / every % 3;
                let frame =
                    difference(self.last.as_deref(), picture, self.scale, if third == 2 { 4 } else { 3 });
                gif.write_frame(&frame).expect("a GIF in memory");
                self.last = Some(Box::new(*picture));
            }
        }
    }

    /// The file. An animated PNG is made only now: `keep_on` is told how many of its pictures are done, and says false when the
    /// file is not wanted any more; then it is none.
    pub fn finish(self, keep_on: impl FnMut(u64) -> bool) -> Vec<u8> {
        match self.kind {
            MovieKind::Gif(gif) => gif.into_inner().expect("a GIF in memory"),
            MovieKind::Apng => apng(&self.pictures, self.scale, self.fps, keep_on).unwrap_or_default(),
        }
    }
}

/// The smallest rectangle that differs, enlarged; one pixel when nothing does.
fn difference(last: Option<&[u8; PIXELS]>, now: &[u8; PIXELS], scale: usize, delay: u16) -> Frame<'static> {
    let differs = |x: usize, y: usize| last.is_none_or(|last| last[y * SIDE + x] != now[y * SIDE + x]);
    let row = |y: usize| (0..SIDE).any(|x| differs(x, y));
    let column = |x: usize| (0..SIDE).any(|y| differs(x, y));
    let span = |any: &dyn Fn(usize) -> bool| {
        let first = (0..SIDE).find(|i| any(*i)).unwrap_or(0);
        (first, (0..SIDE).rfind(|i| any(*i)).unwrap_or(first) + 1)
    };
    let ((x0, x1), (y0, y1)) = (span(&column), span(&row));
    let buffer = enlarged(x0..x1, y0..y1, scale, |x, y| now[y * SIDE + x] & 31);
    Frame {
        left: (x0 * scale) as u16,
        top: (y0 * scale) as u16,
        width: ((x1 - x0) * scale) as u16,
        height: ((y1 - y0) * scale) as u16,
        delay,
        dispose: DisposalMethod::Keep,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}

fn apng(
    pictures: &[Box<[u8; PIXELS]>],
    scale: usize,
    fps: u8,
    mut keep_on: impl FnMut(u64) -> bool,
) -> Option<Vec<u8>> {
    let side = (SIDE * scale) as u32;
    let mut out = Vec::new();
    let black = [Box::new([0; PIXELS])];
    let pictures = if pictures.is_empty() { &black[..] } else { pictures };
    let mut png = Png::new(&mut out, side, side);
    png.set_color(ColorType::Indexed);
    png.set_depth(BitDepth::Eight);
    png.set_palette(RGB.as_flattened());
    png.set_compression(png::Compression::Fast);
    // There are 1 to 3,600 pictures, and writing into a Vec cannot fail.
    png.set_animated(pictures.len() as u32, 0).expect("an animation has pictures");
    png.set_frame_delay(1, u16::from(fps.max(1))).expect("every picture has the same delay");
    let mut writer: Writer<_> = png.write_header().expect("a PNG in memory");
    for (done, picture) in (1..).zip(pictures) {
        let pixels = enlarged(0..SIDE, 0..SIDE, scale, |x, y| picture[y * SIDE + x] & 31);
        writer.write_image_data(&pixels).expect("a PNG in memory");
        if !keep_on(done) {
            return None;
        }
    }
    writer.finish().expect("a PNG in memory");
    Some(out)
}
