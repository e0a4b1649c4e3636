//! One pass of the GPU from the texture to the window: plain, or with a CRT effect.
//!
//! ```text
//! texture (pixels) ──> tube.wgsl: plain or crt ──> window
//! a notice ──────────> tube.wgsl: laid ──────────────^
//! ```
//!
//! It replaces the scaler of the crate pixels, for the effect and the division of whole numbers as on the processor.

use crate::layout::{Laid, Placement};
use pixels::PixelsContext;
use pixels::wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindGroupLayoutDescriptor,
    BindGroupLayoutEntry, BindingResource, BindingType, Buffer, BufferBindingType, BufferDescriptor,
    BufferUsages, Color, ColorTargetState, CommandEncoder, Device, Extent3d, FragmentState, LoadOp,
    MultisampleState, Operations, PipelineCompilationOptions, PipelineLayoutDescriptor, PrimitiveState,
    Queue, RenderPassColorAttachment, RenderPassDescriptor, RenderPipeline, RenderPipelineDescriptor,
    ShaderModule, ShaderModuleDescriptor, ShaderSource, ShaderStages, StoreOp, TexelCopyBufferLayout,
    Texture, TextureDescriptor, TextureDimension, TextureFormat, TextureSampleType, TextureUsages,
    TextureView, TextureViewDescriptor, TextureViewDimension, VertexState,
};

const VIEW: usize = 32;

pub struct CrtPass {
    plain: RenderPipeline,
    crt: RenderPipeline,
    over: RenderPipeline,
    layout: BindGroupLayout,
    group: BindGroup,
    view: Buffer,
    /// The overlay of the picture, with its texture and place for the GPU.
    laid: Option<(Laid, BindGroup)>,
}

impl CrtPass {
    pub fn new(context: &PixelsContext<'_>, format: TextureFormat) -> CrtPass {
        let device = &context.device;
        let module = device.create_shader_module(ShaderModuleDescriptor {
            label: Some("tube"),
            source: ShaderSource::Wgsl(include_str!("tube.wgsl").into()),
        });
        let layout = layout(device);
        let pipeline = |entry| pipeline(device, &module, &layout, entry, format);
        let (plain, crt, over) = (pipeline("plain"), pipeline("crt"), pipeline("laid"));
        let view = view_buffer(device);
        let group = group(device, &context.texture, &layout, &view);
        CrtPass { plain, crt, over, layout, group, view, laid: None }
    }

    pub fn bind(&mut self, context: &PixelsContext<'_>) {
        self.group = group(&context.device, &context.texture, &self.layout, &self.view);
    }

    pub fn lay(&mut self, context: &PixelsContext<'_>, laid: Option<&Laid>) {
        if self.laid.as_ref().map(|(laid, _)| laid) == laid {
            return;
        }
        let PixelsContext { device, queue, .. } = context;
        self.laid = laid.map(|laid| {
            let size = Extent3d { width: laid.place.of.0, height: laid.place.of.1, depth_or_array_layers: 1 };
            let texture = device.create_texture(&TextureDescriptor {
                label: Some("notice"),
                size,
                mip_level_count: 1,
                sample_count: 1,
                dimension: TextureDimension::D2,
                format: context.texture.format(),
                usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
                view_formats: &[],
            });
            let rows = TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(4 * size.width),
                rows_per_image: None,
            };
            queue.write_texture(texture.as_image_copy(), &laid.rgba, rows, size);
            let view = view_buffer(device);
            queue.write_buffer(&view, 0, &words(laid.place));
            (laid.clone(), group(device, &texture, &self.layout, &view))
        });
    }

    pub fn draw(
        &self,
        encoder: &mut CommandEncoder,
        target: &TextureView,
        queue: &Queue,
        place: Placement,
        crt: bool,
    ) {
        queue.write_buffer(&self.view, 0, &words(place));
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
        if let Some((_, group)) = &self.laid {
            pass.set_pipeline(&self.over);
            pass.set_bind_group(0, group, &[]);
            pass.draw(0..3, 0..1);
        }
    }
}

/// A placement as the shader reads it.
fn words(Placement { x, y, width, height, of }: Placement) -> [u8; VIEW] {
    let words = [x, y, width, height, of.0, of.1, 0, 0];
    let mut bytes = [0; VIEW];
    bytes.as_chunks_mut::<4>().0.iter_mut().zip(words).for_each(|(out, word)| *out = word.to_ne_bytes());
    bytes
}

fn view_buffer(device: &Device) -> Buffer {
    device.create_buffer(&BufferDescriptor {
        label: Some("view"),
        size: VIEW as u64,
        usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

fn group(device: &Device, texture: &Texture, layout: &BindGroupLayout, view: &Buffer) -> BindGroup {
    let texture = texture.create_view(&TextureViewDescriptor::default());
    device.create_bind_group(&BindGroupDescriptor {
        label: Some("tube"),
        layout,
        entries: &[
            BindGroupEntry { binding: 0, resource: BindingResource::TextureView(&texture) },
            BindGroupEntry { binding: 1, resource: view.as_entire_binding() },
        ],
    })
}

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
        bind_group_layouts: &[layout],
        push_constant_ranges: &[],
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
        multiview: None,
        cache: None,
    })
}
