//! The window's glass: the picture is scaled onto it by the GPU, or by the processor where there is no GPU.
//!
//! ```text
//! RGBA ── pixels (wgpu: Vulkan, Metal, DX12, GL) ── crt.rs: one shader, scales and curves ──> window
//!      └─ softbuffer (no driver at all) ── soft.rs: the same picture by the processor ───────> window
//! ```
//!
//! `Renderer::Auto` tries the GPU first. A surface that fails (driver gone, device lost) is made anew; when that fails
//! too, the processor draws. Both scale by the rule of [`Placement`], so that a test may compare them pixel by pixel. The picture
//! may have another size each time: 128x128 of a game, or the debugger's canvas.

use crate::crt::TubePass;
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

/// How the picture is shown.
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

/// The glass of one window.
pub struct WindowSurface {
    window: Arc<Window>,
    size: PhysicalSize<u32>,
    kind: Kind,
    wanted: Renderer,
    failures: u32,
}

/// Surfaces that may fail in the life of a window before it is given up.
const FAILURES_MAX: u32 = 20;

/// Frames that may be skipped in a row: a second. A surface that has no image for longer is made anew.
const MISSED_MAX: u32 = 60;

enum Kind {
    Gpu(Box<Gpu>),
    Soft(Soft),
}

struct Gpu {
    pixels: Pixels<'static>,
    pass: TubePass,
    /// Columns and rows of the texture.
    of: (u32, u32),
    window: Arc<Window>,
    /// Frames in a row for which the surface had no image.
    missed: u32,
    /// What the driver complained of outside any call.
    broken: Arc<Mutex<Option<String>>>,
}

impl WindowSurface {
    /// Makes the glass of a window; its size may be zero.
    pub fn new(window: Arc<Window>, wanted: Renderer) -> Result<WindowSurface, String> {
        let size = window.inner_size();
        let mut reasons = Vec::new();
        // GL comes last: it is the oldest way to the same devices, and its loader writes to the terminal.
        let tries = [Backends::PRIMARY, Backends::GL];
        for backends in tries.into_iter().filter(|_| wanted != Renderer::Soft) {
            match Gpu::new(&window, size, backends) {
                Ok(gpu) => {
                    return Ok(WindowSurface {
                        window,
                        size,
                        kind: Kind::Gpu(Box::new(gpu)),
                        wanted,
                        failures: 0,
                    });
                }
                Err(e) => reasons.push(format!("GPU: {e}")),
            }
        }
        if wanted != Renderer::Gpu {
            match Soft::new(window.clone()) {
                Ok(soft) => {
                    return Ok(WindowSurface { window, size, kind: Kind::Soft(soft), wanted, failures: 0 });
                }
                Err(e) => reasons.push(format!("processor: {e}")),
            }
        }
        Err(format!("nothing can draw into the window: {}", reasons.join("; ")))
    }

    /// Who draws, in a few words.
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Gpu(gpu) => {
                let info = gpu.pixels.adapter().get_info();
                format!("{} ({})", info.name, info.backend)
            }
            Kind::Soft(_) => "the processor (softbuffer)".to_string(),
        }
    }

    pub fn place(&self, look: Appearance) -> Placement {
        Placement::new((self.size.width, self.size.height), look.of, look.fit)
    }

    /// The window has another size now. Zero is kept in mind, and nothing is drawn.
    pub fn resize(&mut self, size: PhysicalSize<u32>) {
        self.size = size;
        if let (Kind::Gpu(gpu), true) = (&mut self.kind, size.width > 0 && size.height > 0) {
            // A size that the GPU refuses leaves the old one, and the compositor scales.
            let _ = gpu.pixels.resize_surface(size.width, size.height);
        }
    }

    /// Shows a picture: red, green, blue and 255 of each of its pixels, as many as `look` says.
    pub fn show(&mut self, rgba: &[u8], look: Appearance) -> Result<(), String> {
        if self.size.width == 0 || self.size.height == 0 {
            return Ok(());
        }
        let place = self.place(look);
        let outcome = match &mut self.kind {
            Kind::Gpu(gpu) => gpu.show(rgba, place, look.crt),
            Kind::Soft(soft) => soft.show(rgba, self.size, place, look.crt),
        };
        let Err(reason) = outcome else { return Ok(()) };
        crate::terminal::log(&format!("the window's surface is made anew: {reason}"));
        let failures = self.failures + 1;
        if failures > FAILURES_MAX {
            return Err(format!("the window's surface failed {failures} times, at last with: {reason}"));
        }
        // What fails twice fails at every frame: then the processor draws.
        let next = if failures > 1 && self.wanted == Renderer::Auto { Renderer::Soft } else { self.wanted };
        *self = WindowSurface { failures, ..WindowSurface::new(self.window.clone(), next)? };
        Ok(())
    }
}

impl Gpu {
    fn new(window: &Arc<Window>, size: PhysicalSize<u32>, backends: Backends) -> Result<Gpu, pixels::Error> {
        let texture = SurfaceTexture::new(size.width.max(1), size.height.max(1), window.clone());
        let pixels = PixelsBuilder::new(SIDE as u32, SIDE as u32, texture)
            .wgpu_backend(backends)
            .blend_state(BlendState::REPLACE)
            // Never torn, and never ahead of the display; the console does not wait for it.
            .present_mode(PresentMode::Fifo)
            .build()?;
        let broken = Arc::new(Mutex::new(None));
        let complaint = broken.clone();
        // wgpu's own handler would panic.
        pixels.device().on_uncaptured_error(Arc::new(move |e| {
            lock(&complaint).get_or_insert_with(|| e.to_string());
        }));
        let pass = TubePass::new(pixels.context(), pixels.surface_texture_format());
        let of = Appearance::default().of;
        Ok(Gpu { pixels, pass, of, window: window.clone(), missed: 0, broken })
    }

    fn show(&mut self, rgba: &[u8], place: Placement, crt: bool) -> Result<(), String> {
        if let Some(complaint) = lock(&self.broken).take() {
            return Err(complaint);
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
            // The window has another size than the surface, or is being moved to another display: this frame is
            // skipped, the next finds the new size.
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
