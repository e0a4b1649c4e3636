//! A window's surface: the GPU scales the picture onto it, or the processor where there is no GPU.
//!
//! ```text
//! RGBA ── pixels (wgpu: Vulkan, Metal, DX12, GL) ── crt.rs: one shader, scales and curves ──> window
//!      └─ softbuffer (no driver at all) ── soft.rs: the same picture by the processor ───────> window
//! ```
//!
//! `Renderer::Auto` tries the GPU first. Both scale by the rule of [`Placement`], so a test can compare them.

use crate::crt::CrtPass;
use crate::layout::Placement;
use crate::lock;
use crate::soft::Soft;
use pixels::wgpu::{Backends, BlendState, PresentMode};
use pixels::{Pixels, PixelsBuilder, SurfaceTexture};
use rasher::SIDE;
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
    ) -> Result<(), String> {
        match self {
            WindowSurface::Gpu(gpu) => gpu.show(rgba, place, crt),
            WindowSurface::Soft(soft) => soft.show(rgba, size, place, crt),
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

    fn show(&mut self, rgba: &[u8], place: Placement, crt: bool) -> Result<(), String> {
        if let Some(error) = lock(&self.broken).take() {
            return Err(error);
        }
        if place.of != self.of {
            self.pixels.resize_buffer(place.of.0, place.of.1).map_err(|e| e.to_string())?;
            self.pass.bind(self.pixels.context());
            self.of = place.of;
        }
        self.pixels.frame_mut().copy_from_slice(rgba);
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
