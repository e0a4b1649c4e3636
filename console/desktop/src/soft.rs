//! The same picture without a GPU: the processor scales it into a softbuffer.
//!
//! The picture tube is simpler here than in the shader: dark lines between the rows and a faint mask, no curve, no
//! glow. A row of the window is computed once for each machine row and look, then copied: 1080 rows cost 128.

use crate::layout::Placement;
use softbuffer::{Context, SoftBufferError, Surface};
use std::num::NonZeroU32;
use std::sync::Arc;
use winit::dpi::PhysicalSize;
use winit::window::Window;

pub struct Soft {
    surface: Surface<Arc<Window>, Arc<Window>>,
}

impl Soft {
    pub fn new(window: Arc<Window>) -> Result<Soft, SoftBufferError> {
        let context = Context::new(window.clone())?;
        Ok(Soft { surface: Surface::new(&context, window)? })
    }

    pub fn show(
        &mut self,
        rgba: &[u8],
        size: PhysicalSize<u32>,
        place: Placement,
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
pub fn scale(rgba: &[u8], out: &mut [u32], width: usize, place: Placement, crt: bool) {
    let (left, across) = (place.x as usize, place.of.0 as usize);
    let size_x = (place.width as usize).min(width.saturating_sub(left));
    let columns: Vec<usize> = (0..size_x as u32).map(|x| place.column(x)).collect();
    let mut line = vec![0; width];
    let mut drawn = None;
    for (y, row) in out.chunks_exact_mut(width).enumerate() {
        let Some(inside) = y.checked_sub(place.y as usize).filter(|&y| y < place.height as usize) else {
            row.fill(0);
            continue;
        };
        let source = place.row(inside as u32);
        // The last window row of each machine row is the gap between two lines of the tube.
        let gap = crt && place.height >= 2 * place.of.1 && place.row(inside as u32 + 1) != source;
        if drawn != Some((source, gap)) {
            let pixels = &rgba.as_chunks::<4>().0[source * across..][..across];
            for (x, (out, &column)) in line[left..].iter_mut().zip(&columns).enumerate() {
                let [r, g, b, _] = pixels[column];
                *out = if crt { tube([r, g, b], x, gap) } else { u32::from_be_bytes([0, r, g, b]) };
            }
            drawn = Some((source, gap));
        }
        row.copy_from_slice(&line);
    }
}

/// A pixel behind the mask: each third column keeps one of the three colours bright.
fn tube(rgb: [u8; 3], x: usize, gap: bool) -> u32 {
    let level = |i: usize| {
        let mask = if x % 3 == i { 255 } else { 215 };
        let line = if gap { 150 } else { 255 };
        (u32::from(rgb[i]) * mask * line / (255 * 255)) as u8
    };
    u32::from_be_bytes([0, level(0), level(1), level(2)])
}

#[cfg(test)]
#[path = "../tests/unit/soft.rs"]
mod tests;
