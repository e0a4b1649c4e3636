//! The window's glass: the picture is scaled onto it by the GPU, or by the processor where there is no GPU.
//!
//! ```text
//! RGBA 128x128 ── gpu.rs: wgpu (Vulkan, Metal, DX12), one shader scales and curves ──> window
//!              └─ soft.rs: softbuffer, no driver at all ── the same picture ─────────> window
//! ```
//!
//! `Renderer::Auto` tries the GPU first. A surface that fails (driver gone, device lost) is made anew; when that fails
//! too, the processor draws. Both scale by the rule of [`Place`], so that a test may compare them pixel by pixel.

use crate::gpu::Gpu;
use crate::layout::Place;
use crate::soft::Soft;
use rasher::PIXELS;
use std::sync::Arc;
use winit::dpi::PhysicalSize;
use winit::window::Window;

/// Red, green, blue, 255 of each machine pixel.
pub type Rgba = [u8; PIXELS * 4];

/// Who draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Renderer {
    /// The GPU, else the processor.
    #[default]
    Auto,
    /// The GPU or nothing.
    Gpu,
    /// The processor.
    Soft,
}

/// How the picture is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// As large as the window allows, rather than by a whole number.
    pub fit: bool,
    /// Like a picture tube.
    pub crt: bool,
}

/// The glass of one window.
pub struct Surface {
    window: Arc<Window>,
    size: PhysicalSize<u32>,
    kind: Kind,
    wanted: Renderer,
    failures: u32,
}

/// Surfaces that may fail in the life of a window before it is given up.
const FAILURES_MAX: u32 = 20;

enum Kind {
    Gpu(Box<Gpu>),
    Soft(Soft),
}

impl Surface {
    /// Makes the glass of a window; its size may be zero.
    ///
    /// # Errors
    /// When no renderer that may be tried can draw into the window: each one's reason.
    pub fn new(window: Arc<Window>, wanted: Renderer) -> Result<Surface, String> {
        let size = window.inner_size();
        let mut reasons = Vec::new();
        if wanted != Renderer::Soft {
            match Gpu::new(&window) {
                Ok(gpu) => {
                    return Ok(Surface { window, size, kind: Kind::Gpu(Box::new(gpu)), wanted, failures: 0 });
                }
                Err(e) => reasons.push(format!("GPU: {e}")),
            }
        }
        if wanted != Renderer::Gpu {
            match Soft::new(window.clone()) {
                Ok(soft) => return Ok(Surface { window, size, kind: Kind::Soft(soft), wanted, failures: 0 }),
                Err(e) => reasons.push(format!("processor: {e}")),
            }
        }
        Err(format!("nothing can draw into the window: {}", reasons.join("; ")))
    }

    /// Who draws, in a few words.
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Gpu(gpu) => gpu.describe(),
            Kind::Soft(_) => "the processor (softbuffer)".to_string(),
        }
    }

    /// Where the picture lies.
    pub fn place(&self, look: Look) -> Place {
        Place::new(self.size.width, self.size.height, look.fit)
    }

    /// The window has another size now. Zero is kept in mind, and nothing is drawn.
    pub fn resize(&mut self, size: PhysicalSize<u32>) {
        self.size = size;
        if let Kind::Gpu(gpu) = &mut self.kind {
            gpu.resize();
        }
    }

    /// Shows a picture.
    ///
    /// # Errors
    /// When the surface had to be made anew and could not be.
    pub fn show(&mut self, rgba: &Rgba, look: Look) -> Result<(), String> {
        if self.size.width == 0 || self.size.height == 0 {
            return Ok(());
        }
        let place = self.place(look);
        let outcome = match &mut self.kind {
            Kind::Gpu(gpu) => gpu.show(rgba, look.fit, look.crt),
            Kind::Soft(soft) => soft.show(rgba, self.size, place, look.crt),
        };
        let Err(reason) = outcome else { return Ok(()) };
        eprintln!("rasher: the window's surface is made anew: {reason}");
        let failures = self.failures + 1;
        if failures > FAILURES_MAX {
            return Err(format!("the window's surface failed {failures} times, at last with: {reason}"));
        }
        // What fails twice fails at every frame: then the processor draws.
        let next = if failures > 1 && self.wanted == Renderer::Auto { Renderer::Soft } else { self.wanted };
        *self = Surface { failures, ..Surface::new(self.window.clone(), next)? };
        Ok(())
    }
}
