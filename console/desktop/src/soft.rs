//! The same picture without a GPU: the processor scales it into a softbuffer.
//!
//! The picture tube is simpler here than in the shader: dark lines between the rows and a faint mask, no curve, no
//! glow. A row of the window is computed once for each machine row and look, then copied: 1080 rows cost 128.

use crate::layout::Place;
use crate::surface::Rgba;
use rasher::SIDE;
use softbuffer::{Context, SoftBufferError, Surface};
use std::num::NonZeroU32;
use std::sync::Arc;
use winit::dpi::PhysicalSize;
use winit::window::Window;

/// A window's surface in plain memory.
pub struct Soft {
    surface: Surface<Arc<Window>, Arc<Window>>,
}

impl Soft {
    /// Makes the surface.
    ///
    /// # Errors
    /// When the windowing system offers no memory that can be drawn into.
    pub fn new(window: Arc<Window>) -> Result<Soft, SoftBufferError> {
        let context = Context::new(window.clone())?;
        Ok(Soft { surface: Surface::new(&context, window)? })
    }

    /// Shows a picture.
    ///
    /// # Errors
    /// The windowing system's own words.
    pub fn show(
        &mut self,
        rgba: &Rgba,
        size: PhysicalSize<u32>,
        place: Place,
        crt: bool,
    ) -> Result<(), String> {
        let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
            return Ok(());
        };
        let words = |e: SoftBufferError| e.to_string();
        self.surface.resize(width, height).map_err(words)?;
        let mut buffer = self.surface.buffer_mut().map_err(words)?;
        scale(rgba, &mut buffer, width.get() as usize, place, crt);
        buffer.present().map_err(words)
    }
}

/// Fills `out`, rows of `width` pixels 0x00RRGGBB, with the picture in its place and black around it.
pub fn scale(rgba: &Rgba, out: &mut [u32], width: usize, place: Place, crt: bool) {
    let (left, size) = (place.x as usize, place.size as usize);
    let size_x = size.min(width.saturating_sub(left));
    let columns: Vec<usize> = (0..size_x as u32).map(|x| place.source(x)).collect();
    let mut line = vec![0; width];
    let mut drawn = None;
    for (y, row) in out.chunks_exact_mut(width).enumerate() {
        let Some(inside) = y.checked_sub(place.y as usize).filter(|&y| y < size) else {
            row.fill(0);
            continue;
        };
        let source = place.source(inside as u32);
        // The last window row of each machine row is the gap between two lines of the tube.
        let gap = crt && size >= 2 * SIDE && place.source(inside as u32 + 1) != source;
        if drawn != Some((source, gap)) {
            let pixels = &rgba.as_chunks::<4>().0[source * SIDE..][..SIDE];
            for (x, (out, &column)) in line[left..].iter_mut().zip(&columns).enumerate() {
                let [r, g, b, _] = pixels[column];
                *out = if crt { tube([r, g, b], x, gap) } else { u32::from_be_bytes([0, r, g, b]) };
            }
            drawn = Some((source, gap));
        }
        row.copy_from_slice(&line);
    }
}

/// A pixel behind the mask: each third column leaves one of the three colours bright.
fn tube(rgb: [u8; 3], x: usize, gap: bool) -> u32 {
    let level = |i: usize| {
        let mask = if x % 3 == i { 255 } else { 215 };
        let line = if gap { 150 } else { 255 };
        (u32::from(rgb[i]) * mask * line / (255 * 255)) as u8
    };
    u32::from_be_bytes([0, level(0), level(1), level(2)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::PIXELS;

    /// A picture in which every pixel tells its own place.
    fn chart() -> Box<Rgba> {
        let mut rgba = Box::new([255; PIXELS * 4]);
        for (i, pixel) in rgba.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            *pixel = [(i % SIDE) as u8, (i / SIDE) as u8, 77, 255];
        }
        rgba
    }

    #[test]
    fn the_picture_is_scaled_as_one_division_a_pixel_would() {
        // The slow twin: each window pixel asks for its machine pixel.
        let rgba = chart();
        for (width, height, fit) in [(512, 512, false), (700, 300, true), (333, 500, false), (90, 50, false)]
        {
            let place = Place::new(width, height, fit);
            let mut out = vec![0xdead; (width * height) as usize];
            scale(&rgba, &mut out, width as usize, place, false);
            for y in 0..height {
                for x in 0..width {
                    let inside = |at: u32, edge: u32| at.checked_sub(edge).filter(|&v| v < place.size);
                    let want = match (inside(x, place.x), inside(y, place.y)) {
                        (Some(x), Some(y)) => {
                            let axis = |v: u32| v * 128 / place.size;
                            axis(x) << 16 | axis(y) << 8 | 77
                        }
                        _ => 0,
                    };
                    assert_eq!(out[(y * width + x) as usize], want, "({x}, {y}) of {width}x{height}");
                }
            }
        }
    }

    #[test]
    fn the_tube_only_darkens_and_leaves_the_border_black() {
        let rgba = chart();
        let place = Place::new(600, 520, false);
        let (mut plain, mut tube) = (vec![0; 600 * 520], vec![0; 600 * 520]);
        scale(&rgba, &mut plain, 600, place, false);
        scale(&rgba, &mut tube, 600, place, true);
        assert_ne!(plain, tube);
        for (p, t) in plain.iter().zip(&tube) {
            let darker = p.to_be_bytes().iter().zip(t.to_be_bytes()).all(|(p, t)| t <= *p);
            assert!(darker, "{p:06x} became {t:06x}");
        }
    }
}
