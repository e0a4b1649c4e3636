//! The glass by the GPU: one pass from a 128x128 texture to the window, plain or as a picture tube shows it.
//!
//! ```text
//! RGBA ──> texture ──> tube.wgsl: plain or crt ──> the surface's next image ──> window, at the next refresh
//!                                                    └ stale (the window was resized): configured anew
//! ```
//!
//! wgpu is used without the crate pixels on top: its 0.17.2 asks for the next image until it gets one, with the size that
//! it knew before, so a window that is resized at the wrong moment hangs for ever (its issue 460). Here each frame asks
//! at most three times, with the window's own size, and is skipped then.

use crate::layout::Place;
use crate::lock;
use crate::surface::Rgba;
use rasher::SIDE;
use std::sync::{Arc, Mutex};
use wgpu::{
    Adapter, Backends, BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout,
    BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingResource, BindingType, Buffer, BufferBindingType,
    BufferDescriptor, BufferUsages, Color, ColorTargetState, CommandEncoder, CompositeAlphaMode,
    CurrentSurfaceTexture, Device, DeviceDescriptor, Extent3d, FragmentState, Instance, InstanceDescriptor,
    LoadOp, MultisampleState, Operations, PipelineCompilationOptions, PipelineLayoutDescriptor, PresentMode,
    PrimitiveState, Queue, RenderPassColorAttachment, RenderPassDescriptor, RenderPipeline,
    RenderPipelineDescriptor, RequestAdapterOptions, ShaderModule, ShaderModuleDescriptor, ShaderSource,
    ShaderStages, StoreOp, Surface, SurfaceConfiguration, SurfaceTexture, TexelCopyBufferLayout, Texture,
    TextureDescriptor, TextureDimension, TextureFormat, TextureSampleType, TextureUsages, TextureView,
    TextureViewDescriptor, TextureViewDimension, VertexState,
};
use winit::dpi::PhysicalSize;
use winit::window::Window;

/// Bytes of the shader's `View`.
const VIEW: usize = 16;
/// How often a frame asks for an image.
const TRIES: u32 = 3;

/// A window's surface, a device, and what it draws with.
pub struct Gpu {
    window: Arc<Window>,
    surface: Surface<'static>,
    config: SurfaceConfiguration,
    /// The window has another size than the surface's images.
    stale: bool,
    adapter: Adapter,
    device: Device,
    queue: Queue,
    texture: Texture,
    plain: RenderPipeline,
    crt: RenderPipeline,
    group: BindGroup,
    view: Buffer,
    /// What the driver complained of outside any call.
    broken: Arc<Mutex<Option<String>>>,
}

impl Gpu {
    /// Finds a GPU that can draw into the window.
    ///
    /// # Errors
    /// When there is none, or its driver refuses: its words.
    pub fn new(window: &Arc<Window>) -> Result<Gpu, String> {
        let backends = Backends::PRIMARY;
        let descriptor = InstanceDescriptor { backends, ..InstanceDescriptor::new_without_display_handle() };
        let instance = Instance::new(descriptor.with_env());
        let surface = instance.create_surface(window.clone()).map_err(|e| e.to_string())?;
        let options = RequestAdapterOptions { compatible_surface: Some(&surface), ..Default::default() };
        let adapter = pollster::block_on(instance.request_adapter(&options)).map_err(|e| e.to_string())?;
        let limits = adapter.limits();
        let wanted = DeviceDescriptor { required_limits: limits, ..Default::default() };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&wanted)).map_err(|e| e.to_string())?;
        let broken = Arc::new(Mutex::new(None));
        let complaint = broken.clone();
        // wgpu's own handler would panic.
        device.on_uncaptured_error(Arc::new(move |e| {
            lock(&complaint).get_or_insert_with(|| e.to_string());
        }));

        let abilities = surface.get_capabilities(&adapter);
        let srgb = abilities.formats.iter().find(|f| f.is_srgb()).or(abilities.formats.first());
        let format = *srgb.ok_or("the surface offers no format")?;
        let config = SurfaceConfiguration {
            usage: TextureUsages::RENDER_ATTACHMENT,
            format,
            width: 1,
            height: 1,
            // Never torn, and never ahead of the display; the console does not wait for it.
            present_mode: PresentMode::Fifo,
            desired_maximum_frame_latency: 2,
            alpha_mode: CompositeAlphaMode::Auto,
            view_formats: Vec::new(),
        };
        let texture = picture(&device);
        let module = device.create_shader_module(ShaderModuleDescriptor {
            label: Some("tube"),
            source: ShaderSource::Wgsl(include_str!("tube.wgsl").into()),
        });
        let layout = layout(&device);
        let pipeline = |entry| pipeline(&device, &module, &layout, entry, format);
        let (plain, crt) = (pipeline("plain"), pipeline("crt"));
        let view = device.create_buffer(&BufferDescriptor {
            label: Some("view"),
            size: VIEW as u64,
            usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let group = device.create_bind_group(&BindGroupDescriptor {
            label: Some("tube"),
            layout: &layout,
            entries: &[
                BindGroupEntry {
                    binding: 0,
                    resource: BindingResource::TextureView(
                        &texture.create_view(&TextureViewDescriptor::default()),
                    ),
                },
                BindGroupEntry { binding: 1, resource: view.as_entire_binding() },
            ],
        });
        let window = window.clone();
        let gpu = Gpu {
            window,
            surface,
            config,
            stale: true,
            adapter,
            device,
            queue,
            texture,
            plain,
            crt,
            group,
            view,
            broken,
        };
        // What the driver refuses here it would refuse at every frame.
        let complaint = lock(&gpu.broken).take();
        complaint.map_or(Ok(gpu), Err)
    }

    /// Name of the device and the way to it.
    pub fn describe(&self) -> String {
        let info = self.adapter.get_info();
        format!("{} ({})", info.name, info.backend)
    }

    /// The window has another size now.
    pub fn resize(&mut self) {
        self.stale = true;
    }

    /// Gives the surface images of the window's size, as far as the GPU can. False while it has none.
    fn configure(&mut self) -> bool {
        let PhysicalSize { width, height } = self.window.inner_size();
        if width == 0 || height == 0 {
            return false;
        }
        let most = self.device.limits().max_texture_dimension_2d;
        (self.config.width, self.config.height) = (width.min(most), height.min(most));
        self.surface.configure(&self.device, &self.config);
        self.stale = false;
        true
    }

    /// The next image; none when this frame is to be skipped.
    fn image(&mut self) -> Result<Option<SurfaceTexture>, String> {
        for _ in 0..TRIES {
            if self.stale && !self.configure() {
                return Ok(None);
            }
            match self.surface.get_current_texture() {
                CurrentSurfaceTexture::Success(image) => return Ok(Some(image)),
                CurrentSurfaceTexture::Suboptimal(image) => {
                    // Still good to show once; an image must be gone before the surface is configured.
                    self.stale = true;
                    return Ok(Some(image));
                }
                CurrentSurfaceTexture::Outdated => self.stale = true,
                CurrentSurfaceTexture::Timeout | CurrentSurfaceTexture::Occluded => return Ok(None),
                CurrentSurfaceTexture::Lost => return Err("the surface is lost".to_string()),
                CurrentSurfaceTexture::Validation => return Err("the surface gives no image".to_string()),
            }
        }
        Ok(None)
    }

    /// Shows a picture.
    ///
    /// # Errors
    /// When the surface or the device is lost: it must be made anew.
    pub fn show(&mut self, rgba: &Rgba, fit: bool, crt: bool) -> Result<(), String> {
        if let Some(complaint) = lock(&self.broken).take() {
            return Err(complaint);
        }
        let Some(image) = self.image()? else { return Ok(()) };
        let size = self.texture.size();
        let rows =
            TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * SIDE as u32), rows_per_image: None };
        self.queue.write_texture(self.texture.as_image_copy(), rgba, rows, size);
        let place = Place::new(self.config.width, self.config.height, fit);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        self.draw(&mut encoder, &image.texture.create_view(&TextureViewDescriptor::default()), place, crt);
        self.queue.submit([encoder.finish()]);
        image.present();
        Ok(())
    }

    fn draw(&self, encoder: &mut CommandEncoder, target: &TextureView, place: Place, crt: bool) {
        let words = [place.x, place.y, place.size, 0];
        let mut bytes = [0; VIEW];
        bytes.as_chunks_mut::<4>().0.iter_mut().zip(words).for_each(|(out, word)| *out = word.to_ne_bytes());
        self.queue.write_buffer(&self.view, 0, &bytes);
        let mut pass = encoder.begin_render_pass(&RenderPassDescriptor {
            label: Some("tube"),
            color_attachments: &[Some(RenderPassColorAttachment {
                view: target,
                resolve_target: None,
                ops: Operations { load: LoadOp::Clear(Color::BLACK), store: StoreOp::Store },
                depth_slice: None,
            })],
            ..RenderPassDescriptor::default()
        });
        pass.set_pipeline(if crt { &self.crt } else { &self.plain });
        pass.set_bind_group(0, &self.group, &[]);
        pass.draw(0..3, 0..1);
    }
}

fn picture(device: &Device) -> Texture {
    device.create_texture(&TextureDescriptor {
        label: Some("picture"),
        size: Extent3d { width: SIDE as u32, height: SIDE as u32, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: TextureDimension::D2,
        // The palette is sRGB; the shader sees linear light and the surface takes it back.
        format: TextureFormat::Rgba8UnormSrgb,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// What both entries of the shader read.
fn layout(device: &Device) -> BindGroupLayout {
    let entry =
        |binding, ty| BindGroupLayoutEntry { binding, visibility: ShaderStages::FRAGMENT, ty, count: None };
    let texture = BindingType::Texture {
        // Only loaded, never filtered.
        sample_type: TextureSampleType::Float { filterable: false },
        view_dimension: TextureViewDimension::D2,
        multisampled: false,
    };
    let view = BindingType::Buffer {
        ty: BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: std::num::NonZeroU64::new(VIEW as u64),
    };
    let entries = [entry(0, texture), entry(1, view)];
    device.create_bind_group_layout(&BindGroupLayoutDescriptor { label: Some("tube"), entries: &entries })
}

fn pipeline(
    device: &Device,
    module: &ShaderModule,
    layout: &BindGroupLayout,
    entry: &str,
    format: TextureFormat,
) -> RenderPipeline {
    let layout = device.create_pipeline_layout(&PipelineLayoutDescriptor {
        label: Some(entry),
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    device.create_render_pipeline(&RenderPipelineDescriptor {
        label: Some(entry),
        layout: Some(&layout),
        vertex: VertexState {
            module,
            entry_point: Some("corner"),
            buffers: &[],
            compilation_options: PipelineCompilationOptions::default(),
        },
        primitive: PrimitiveState::default(),
        depth_stencil: None,
        multisample: MultisampleState::default(),
        fragment: Some(FragmentState {
            module,
            entry_point: Some(entry),
            compilation_options: PipelineCompilationOptions::default(),
            targets: &[Some(ColorTargetState::from(format))],
        }),
        multiview_mask: None,
        cache: None,
    })
}
