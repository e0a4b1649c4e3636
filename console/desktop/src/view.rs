//! The window, and how pictures get into it.

use crate::layout::{Border, Laid, Placement};
use crate::surface::{Appearance, WindowSurface};
use rasher::PIXELS;
use std::sync::Arc;
use studio::canvas::Canvas;
use studio::{BorderNotice, ColorFilter, Palette, Scale, Settings};
use tool::Renderer;
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event_loop::ActiveEventLoop;
use winit::window::{CursorGrabMode, Fullscreen, Window};

const FAILURES_MAX: u32 = 20;

pub struct GameWindow {
    window: Arc<Window>,
    surface: WindowSurface,
    size: PhysicalSize<u32>,
    renderer: Renderer,
    failures: u32,
    rgba: Vec<u8>,
    appearance: Appearance,
    /// The notice in the border.
    notice: Option<Laid>,
    /// Whether the pointer is locked, and whether it is visible.
    pointer: (bool, bool),
}

impl GameWindow {
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
        let window = events.create_window(attributes).map_err(|e| format!("cannot open a window: {e}"))?;
        let window = Arc::new(window);
        Ok(GameWindow {
            surface: WindowSurface::open(&window, renderer)?,
            size: window.inner_size(),
            window,
            renderer,
            failures: 0,
            rgba: Vec::new(),
            appearance: Appearance::default(),
            notice: None,
            pointer: (false, true),
        })
    }

    pub fn request_redraw(&self) {
        self.window.request_redraw();
    }

    pub fn title(&self, title: &str) {
        self.window.set_title(&window_title(title));
    }

    pub fn describe(&self) -> String {
        self.surface.describe()
    }

    pub fn show(
        &mut self,
        picture: &[u8; PIXELS],
        notice: Option<&BorderNotice>,
        settings: &Settings,
    ) -> Result<(), String> {
        let (fit, crt) = (settings.scale == Scale::Fit, settings.crt);
        self.notice = notice.zip(self.border(settings)).map(|(notice, border)| {
            let BorderNotice { canvas, scale } = notice;
            let of = (canvas.width.unsigned_abs(), canvas.height.unsigned_abs());
            let rgba = in_colors(&canvas.pixels, settings.colors.palette()).collect();
            Laid { rgba, place: border.place(of, *scale) }
        });
        self.paint(picture, settings.colors, Appearance { fit, crt, ..Appearance::default() })
    }

    /// The border of a game's picture with these settings.
    pub fn border(&self, settings: &Settings) -> Option<Border> {
        let room = (self.size.width, self.size.height);
        Placement::new(room, Appearance::default().of, settings.scale == Scale::Fit).border(room)
    }

    pub fn is_on_notice(&self, x: f64, y: f64) -> bool {
        self.notice.as_ref().is_some_and(|notice| notice.place.holds(x, y))
    }

    /// Shows the debugger's or editors' canvas: whole pixels, no CRT effect.
    pub fn show_canvas(&mut self, canvas: &Canvas, settings: &Settings) -> Result<(), String> {
        let of = (canvas.width.unsigned_abs(), canvas.height.unsigned_abs());
        self.notice = None;
        self.paint(&canvas.pixels, settings.colors, Appearance { of, ..Appearance::default() })
    }

    fn paint(&mut self, pixels: &[u8], colors: ColorFilter, appearance: Appearance) -> Result<(), String> {
        let palette = colors.palette();
        self.rgba.clear();
        self.rgba.extend(in_colors(pixels, palette));
        self.appearance = appearance;
        if self.size.width == 0 || self.size.height == 0 {
            return Ok(());
        }
        let place = self.placement();
        let shown = self.surface.show(&self.rgba, self.size, place, appearance.crt, self.notice.as_ref());
        let Err(reason) = shown else { return Ok(()) };
        crate::terminal::log(&format!("recreating the window's surface: {reason}"));
        self.failures += 1;
        if self.failures > FAILURES_MAX {
            let times = self.failures;
            return Err(format!("the window's surface failed {times} times; last error: {reason}"));
        }
        // A GPU that failed twice fails in every frame.
        let auto = self.failures > 1 && self.renderer == Renderer::Auto;
        self.surface = WindowSurface::open(&self.window, if auto { Renderer::Soft } else { self.renderer })?;
        Ok(())
    }

    pub fn resize(&mut self, size: PhysicalSize<u32>) {
        self.size = size;
        if size.width > 0 && size.height > 0 {
            self.surface.resize(size);
        }
    }

    /// The window's size in pixels, and the logical size to remember, unless it covers the screen.
    pub fn size(&self) -> ((u32, u32), Option<[u32; 2]>) {
        let size = self.window.inner_size();
        let logical: LogicalSize<u32> = size.to_logical(self.window.scale_factor());
        let plain = size.width > 0 && size.height > 0 && self.window.fullscreen().is_none();
        ((size.width, size.height), plain.then_some([logical.width, logical.height]))
    }

    pub fn set_fullscreen(&self, on: bool) {
        if on != self.window.fullscreen().is_some() {
            self.window.set_fullscreen(on.then_some(Fullscreen::Borderless(None)));
        }
    }

    /// Locks the pointer to the window and hides it. In fullscreen it is also hidden if there is nothing to point at.
    pub fn lock_pointer(&mut self, locked: bool, points: bool) {
        let visible = !locked && (points || self.window.fullscreen().is_none());
        if self.pointer == (locked, visible) {
            return;
        }
        self.pointer = (locked, visible);
        self.window.set_cursor_visible(visible);
        if !locked {
            _ = self.window.set_cursor_grab(CursorGrabMode::None);
        } else if self.window.set_cursor_grab(CursorGrabMode::Locked).is_err() {
            // X11 can only confine. Without either, movement is still reported.
            _ = self.window.set_cursor_grab(CursorGrabMode::Confined);
        }
    }

    pub fn placement(&self) -> Placement {
        Placement::new((self.size.width, self.size.height), self.appearance.of, self.appearance.fit)
    }
}

fn in_colors(pixels: &[u8], palette: &Palette) -> impl Iterator<Item = u8> {
    pixels.iter().flat_map(|i| {
        let [r, g, b] = palette[usize::from(i & 31)];
        [r, g, b, 255]
    })
}

fn window_title(cart: &str) -> String {
    format!("Rasher - {cart}")
}
