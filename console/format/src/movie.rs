//! Recordings as animations: GIF, which everything shows, and animated PNG, which keeps every frame.
//!
//! ```text
//! frames (indices 0..31, 128x128, at 30 or 60 a second)
//!    ├── gif()   32 colours in one table; only the part of a picture that changed; at most 30 or 50 pictures a second
//!    └── apng()  every frame, 1/60 or 1/30 of a second exactly
//! ```
//!
//! A GIF counts in hundredths of a second, and viewers slow down one that asks for less than two. So a run of 60 frames a second keeps
//! every other frame, and three pictures take 3, 3 and 4 hundredths. Both are written picture by picture, so a caller can show
//! progress. Nothing here reads them.

use crate::picture::enlarged;
use gif::{DisposalMethod, Encoder as Gif, Frame, Repeat};
use png::{BitDepth, ColorType, Encoder as Png, Writer};
use rasher::palette::RGB;
use rasher::{PIXELS, SIDE};
use std::borrow::Cow;
use std::io::Write;
use std::sync::mpsc::{Receiver, Sender, channel};

pub struct Movie {
    kind: MovieKind,
    scale: usize,
    fps: u8,
    taken: u64,
    last: Option<Box<[u8; PIXELS]>>,
}

enum MovieKind {
    Gif(Box<Gif<Vec<u8>>>),
    /// The writer, its output, and the number of pictures, which stands at the beginning of the file.
    Apng(Box<Writer<ChannelWriter>>, Receiver<Vec<u8>>, u64),
}

/// A PNG's writer does not return what it writes to; this sends the bytes to the other end of a channel.
struct ChannelWriter(Sender<Vec<u8>>);

impl Write for ChannelWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // The movie owns the other end.
        self.0.send(bytes.to_vec()).map_err(std::io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A pixel's width at most: enough for a window.
const SCALE_MAX: usize = 8;
/// Pictures that an animated PNG may have: a minute at 60 a second.
const PICTURES_MAX: u64 = 3600;

impl Movie {
    /// A GIF, each pixel enlarged to `scale` times `scale` (1 to 8), of a run with `fps` frames a second.
    pub fn gif(scale: usize, fps: u8) -> Movie {
        let scale = scale.clamp(1, SCALE_MAX);
        let side = (SIDE * scale) as u16;
        let table: Vec<u8> = RGB.as_flattened().to_vec();
        // Writing into a Vec cannot fail, and the format has tables of 32 colours.
        let mut gif = Gif::new(Vec::new(), side, side, &table).expect("a GIF of 32 colours");
        gif.set_repeat(Repeat::Infinite).expect("a GIF in memory");
        Movie { kind: MovieKind::Gif(Box::new(gif)), scale, fps, taken: 0, last: None }
    }

    /// An animated PNG of at most 3,600 pictures; see [`Movie::gif`]. Frames beyond `pictures` are dropped.
    pub fn apng(scale: usize, fps: u8, pictures: u64) -> Movie {
        let scale = scale.clamp(1, SCALE_MAX);
        let (side, pictures) = ((SIDE * scale) as u32, pictures.clamp(1, PICTURES_MAX));
        let (sender, written) = channel();
        let mut png = Png::new(ChannelWriter(sender), side, side);
        png.set_color(ColorType::Indexed);
        png.set_depth(BitDepth::Eight);
        png.set_palette(RGB.as_flattened());
        png.set_compression(png::Compression::Fast);
        // There are 1 to 3,600 pictures, and writing into a Vec cannot fail.
        png.set_animated(pictures as u32, 0).expect("an animation has pictures");
        png.set_frame_delay(1, u16::from(fps.max(1))).expect("every picture has the same delay");
        let writer = Box::new(png.write_header().expect("a PNG in memory"));
        Movie { kind: MovieKind::Apng(writer, written, pictures), scale, fps, taken: 0, last: None }
    }

    pub fn frame(&mut self, picture: &[u8; PIXELS]) {
        let nth = self.taken;
        self.taken += 1;
        match &mut self.kind {
            MovieKind::Apng(_, _, pictures) if nth >= *pictures => {}
            MovieKind::Apng(writer, ..) => {
                let pixels = enlarged(0..SIDE, 0..SIDE, self.scale, |x, y| picture[y * SIDE + x] & 31);
                writer.write_image_data(&pixels).expect("a PNG in memory");
                self.last = Some(Box::new(*picture));
            }
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

    /// The file. Missing pictures of an animated PNG repeat the last one, or are black.
    pub fn finish(mut self) -> Vec<u8> {
        while let MovieKind::Apng(_, _, pictures) = &self.kind
            && self.taken < *pictures
        {
            let last = self.last.take().unwrap_or_else(|| Box::new([0; PIXELS]));
            self.frame(&last);
        }
        match self.kind {
            MovieKind::Gif(gif) => gif.into_inner().expect("a GIF in memory"),
            MovieKind::Apng(writer, written, _) => {
                writer.finish().expect("a PNG in memory");
                written.try_iter().flatten().collect()
            }
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
