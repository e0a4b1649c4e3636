//! One window and its glass.

use crate::layout::Placement;
use crate::surface::{Appearance, WindowSurface};
use rasher::PIXELS;
use std::sync::Arc;
use studio::canvas::Canvas;
use studio::{ColorFilter, Scale, Settings};
use tool::Renderer;
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event_loop::ActiveEventLoop;
use winit::window::{CursorGrabMode, Fullscreen, Window};

/// The window and what is drawn into it.
pub struct GameWindow {
    window: Arc<Window>,
    surface: WindowSurface,
    rgba: Vec<u8>,
    look: Appearance,
    pointer: (bool, bool),
}

impl GameWindow {
    /// Opens the window as the settings remember it.
    pub fn open(
        events: &ActiveEventLoop,
        title: &str,
        settings: &Settings,
        renderer: Renderer,
    ) -> Result<GameWindow, String> {
        let [width, height] = settings.window;
        let fullscreen = settings.fullscreen.then_some(Fullscreen::Borderless(None));
        let attributes = Window::default_attributes()
            .with_title(window_title(title))
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(128, 128))
            .with_fullscreen(fullscreen);
        let window = events.create_window(attributes).map_err(|e| format!("no window can be opened: {e}"))?;
        let window = Arc::new(window);
        let surface = WindowSurface::new(window.clone(), renderer)?;
        Ok(GameWindow {
            window,
            surface,
            rgba: Vec::new(),
            look: Appearance::default(),
            pointer: (false, true),
        })
    }

    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Names the window after a cart.
    pub fn title(&self, title: &str) {
        self.window.set_title(&window_title(title));
    }

    pub fn describe(&self) -> String {
        self.surface.describe()
    }

    /// Shows a picture in the machine's colours.
    pub fn show(&mut self, picture: &[u8; PIXELS], settings: &Settings) -> Result<(), String> {
        self.paint(
            picture,
            settings.colors,
            Appearance { fit: settings.scale == Scale::Fit, crt: settings.crt, ..Appearance::default() },
        )
    }

    /// Shows the debugger's canvas: whole pixels, no picture tube.
    pub fn show_canvas(&mut self, canvas: &Canvas, settings: &Settings) -> Result<(), String> {
        let of = (canvas.width.unsigned_abs(), canvas.height.unsigned_abs());
        self.paint(&canvas.pixels, settings.colors, Appearance { of, ..Appearance::default() })
    }

    fn paint(&mut self, pixels: &[u8], colors: ColorFilter, look: Appearance) -> Result<(), String> {
        let palette = colors.palette();
        self.rgba.clear();
        self.rgba.extend(pixels.iter().flat_map(|i| {
            let [r, g, b] = palette[usize::from(i & 31)];
            [r, g, b, 255]
        }));
        self.look = look;
        self.surface.show(&self.rgba, look)
    }

    /// The window has another size.
    pub fn resize(&mut self, size: PhysicalSize<u32>) {
        self.surface.resize(size);
    }

    /// The window's size in pixels; and the logical size that is to be remembered, unless it is the whole screen's.
    pub fn size(&self) -> ((u32, u32), Option<[u32; 2]>) {
        let size = self.window.inner_size();
        let logical: LogicalSize<u32> = size.to_logical(self.window.scale_factor());
        let plain = size.width > 0 && size.height > 0 && self.window.fullscreen().is_none();
        ((size.width, size.height), plain.then_some([logical.width, logical.height]))
    }

    pub fn set_fullscreen(&self, on: bool) {
        if on == self.window.fullscreen().is_some() {
            return;
        }
        self.window.set_fullscreen(on.then_some(Fullscreen::Borderless(None)));
    }

    /// Locks the pointer to the window and hides it, or lets it go. It is hidden too over a whole screen, unless
    /// something there can be pointed at.
    pub fn hold_pointer(&mut self, locked: bool, points: bool) {
        let visible = !locked && (points || self.window.fullscreen().is_none());
        if self.pointer == (locked, visible) {
            return;
        }
        self.pointer = (locked, visible);
        self.window.set_cursor_visible(visible);
        if !locked {
            // Letting go of what is not held is no error that matters.
            let _ = self.window.set_cursor_grab(CursorGrabMode::None);
        } else if self.window.set_cursor_grab(CursorGrabMode::Locked).is_err() {
            // X11 cannot lock; it can confine. Where neither works movement is still told.
            let _ = self.window.set_cursor_grab(CursorGrabMode::Confined);
        }
    }

    pub fn place(&self) -> Placement {
        self.surface.place(self.look)
    }
}

fn window_title(cart: &str) -> String {
    format!("Rasher - {cart}")
}
