//! A window's surface: the GPU scales the picture onto it, or the processor where there is no GPU.
//!
//! ```text
//! RGBA ── pixels (wgpu: Vulkan, Metal, DX12, GL) ── crt.rs: one shader, scales and curves ──> window
//!      └─ softbuffer (no driver at all) ── [`Soft`]: the same picture by the processor ───────> window
//! ```
//!
//! The picture tube is simpler by the processor: dark lines between the rows and a faint mask, no curve, no glow.
//!
//! `Renderer::Auto` tries the GPU first. Both scale by the rule of [`Placement`], so a test can compare them.

use crate::crt::CrtPass;
use crate::layout::{Laid, Placement};
use crate::lock;
use pixels::wgpu::{Backends, BlendState, PresentMode};
use pixels::{Pixels, PixelsBuilder, SurfaceTexture};
use rasher::SIDE;
use softbuffer::{Context, SoftBufferError};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use tool::Renderer;
use winit::dpi::PhysicalSize;
use winit::window::Window;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// Columns and rows of the picture.
    pub of: (u32, u32),
    /// As large as the window allows, rather than by a whole number.
    pub fit: bool,
    pub crt: bool,
}

impl Default for Appearance {
    fn default() -> Self {
        Appearance { of: (SIDE as u32, SIDE as u32), fit: false, crt: false }
    }
}

/// Frames that may be skipped in a row, a second of them, before a surface without an image counts as failed.
const MISSED_MAX: u32 = 60;

pub enum WindowSurface {
    Gpu(Box<Gpu>),
    Soft(Soft),
}

pub struct Gpu {
    pixels: Pixels<'static>,
    pass: CrtPass,
    of: (u32, u32),
    window: Arc<Window>,
    /// Frames in a row for which the surface had no image.
    missed: u32,
    broken: Arc<Mutex<Option<String>>>,
}

impl WindowSurface {
    pub fn open(window: &Arc<Window>, renderer: Renderer) -> Result<WindowSurface, String> {
        let mut reasons = Vec::new();
        // GL comes last: it is the oldest way to the same devices, and its loader writes to the terminal.
        let tries = [Backends::PRIMARY, Backends::GL];
        for backends in tries.into_iter().filter(|_| renderer != Renderer::Soft) {
            match Gpu::new(window, backends) {
                Ok(gpu) => return Ok(WindowSurface::Gpu(Box::new(gpu))),
                Err(e) => reasons.push(format!("GPU: {e}")),
            }
        }
        if renderer != Renderer::Gpu {
            match Soft::new(window.clone()) {
                Ok(soft) => return Ok(WindowSurface::Soft(soft)),
                Err(e) => reasons.push(format!("processor: {e}")),
            }
        }
        Err(format!("no renderer works: {}", reasons.join("; ")))
    }

    pub fn describe(&self) -> String {
        match self {
            WindowSurface::Gpu(gpu) => {
                let info = gpu.pixels.adapter().get_info();
                format!("{} ({})", info.name, info.backend)
            }
            WindowSurface::Soft(_) => "the processor (softbuffer)".to_string(),
        }
    }

    pub fn resize(&mut self, size: PhysicalSize<u32>) {
        if let WindowSurface::Gpu(gpu) = self {
            // A size that the GPU refuses leaves the old one, and the compositor scales.
            _ = gpu.pixels.resize_surface(size.width, size.height);
        }
    }

    /// Shows a picture in a window of that size: red, green, blue and 255 of each pixel.
    pub fn show(
        &mut self,
        rgba: &[u8],
        size: PhysicalSize<u32>,
        place: Placement,
        crt: bool,
        laid: Option<&Laid>,
    ) -> Result<(), String> {
        match self {
            WindowSurface::Gpu(gpu) => gpu.show(rgba, place, crt, laid),
            WindowSurface::Soft(soft) => soft.show(rgba, size, place, crt, laid),
        }
    }
}

impl Gpu {
    fn new(window: &Arc<Window>, backends: Backends) -> Result<Gpu, pixels::Error> {
        let size = window.inner_size();
        let texture = SurfaceTexture::new(size.width.max(1), size.height.max(1), window.clone());
        let pixels = PixelsBuilder::new(SIDE as u32, SIDE as u32, texture)
            .wgpu_backend(backends)
            .blend_state(BlendState::REPLACE)
            // Fifo does not tear or run ahead of the display, and the console does not wait for it.
            .present_mode(PresentMode::Fifo)
            .build()?;
        let broken = Arc::new(Mutex::new(None));
        let reported = broken.clone();
        // wgpu's own handler would panic.
        pixels.device().on_uncaptured_error(Arc::new(move |e| {
            lock(&reported).get_or_insert_with(|| e.to_string());
        }));
        let pass = CrtPass::new(pixels.context(), pixels.surface_texture_format());
        let of = Appearance::default().of;
        Ok(Gpu { pixels, pass, of, window: window.clone(), missed: 0, broken })
    }

    fn show(&mut self, rgba: &[u8], place: Placement, crt: bool, laid: Option<&Laid>) -> Result<(), String> {
        if let Some(error) = lock(&self.broken).take() {
            return Err(error);
        }
        if place.of != self.of {
            self.pixels.resize_buffer(place.of.0, place.of.1).map_err(|e| e.to_string())?;
            self.pass.bind(self.pixels.context());
            self.of = place.of;
        }
        self.pixels.frame_mut().copy_from_slice(rgba);
        self.pass.lay(self.pixels.context(), laid);
        let pass = &self.pass;
        let outcome = self.pixels.render_with(|encoder, target, context| {
            pass.draw(encoder, target, &context.queue, place, crt);
            Ok(())
        });
        match outcome {
            Ok(()) => self.missed = 0,
            // The window has another size than the surface, or changes displays: the next frame finds the new size.
            Err(pixels::Error::Surface(_)) if self.missed < MISSED_MAX => {
                self.missed += 1;
                let size = self.window.inner_size();
                if size.width > 0 && size.height > 0 {
                    self.pixels.resize_surface(size.width, size.height).map_err(|e| e.to_string())?;
                }
            }
            Err(e) => return Err(e.to_string()),
        }
        Ok(())
    }
}

pub struct Soft {
    surface: softbuffer::Surface<Arc<Window>, Arc<Window>>,
}

impl Soft {
    pub fn new(window: Arc<Window>) -> Result<Soft, SoftBufferError> {
        let context = Context::new(window.clone())?;
        Ok(Soft { surface: softbuffer::Surface::new(&context, window)? })
    }

    pub fn show(
        &mut self,
        rgba: &[u8],
        size: PhysicalSize<u32>,
        place: Placement,
        crt: bool,
        laid: Option<&Laid>,
    ) -> Result<(), String> {
        let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
            return Ok(());
        };
        let words = |e: SoftBufferError| e.to_string();
        self.surface.resize(width, height).map_err(words)?;
        let mut buffer = self.surface.buffer_mut().map_err(words)?;
        scale(rgba, &mut buffer, width.get() as usize, place, crt);
        if let Some(Laid { rgba, place }) = laid {
            lay(rgba, &mut buffer, width.get() as usize, *place);
        }
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

/// Lays a picture over rows of `width` pixels 0x00RRGGBB.
pub fn lay(rgba: &[u8], out: &mut [u32], width: usize, place: Placement) {
    let pixels = rgba.as_chunks::<4>().0;
    for y in 0..place.height {
        for x in 0..place.width.min((width as u32).saturating_sub(place.x)) {
            let [r, g, b, _] = pixels[place.row(y) * place.of.0 as usize + place.column(x)];
            let at = (place.y + y) as usize * width + (place.x + x) as usize;
            out.get_mut(at).into_iter().for_each(|out| *out = u32::from_be_bytes([0, r, g, b]));
        }
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
mod soft_tests;
