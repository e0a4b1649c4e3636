//! One pass of the GPU from the 128x128 texture to the window: plain, or as a picture tube shows it.
//!
//! ```text
//! texture (pixels) ──> tube.wgsl: corner, size, crt? ──> window
//! ```
//!
//! pixels brings a scaler of its own; this one replaces it, since then the tube knows the picture's size in the window,
//! and plain pixels are found by the same whole-number division as on the processor.

use crate::layout::Place;
use pixels::PixelsContext;
use pixels::wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindingResource, Buffer, BufferDescriptor, BufferUsages,
    Color, ColorTargetState, CommandEncoder, FragmentState, LoadOp, MultisampleState, Operations,
    PipelineCompilationOptions, PrimitiveState, Queue, RenderPassColorAttachment, RenderPassDescriptor,
    RenderPipeline, RenderPipelineDescriptor, ShaderModuleDescriptor, ShaderSource, StoreOp, TextureFormat,
    TextureView, TextureViewDescriptor, VertexState,
};

/// Bytes of the shader's `View`.
const VIEW: usize = 16;

/// The pipeline and what it reads.
pub struct Pass {
    pipeline: RenderPipeline,
    group: BindGroup,
    view: Buffer,
}

impl Pass {
    /// Compiles the shader for a surface of `format`.
    pub fn new(context: &PixelsContext<'_>, format: TextureFormat) -> Pass {
        let device = &context.device;
        let module = device.create_shader_module(ShaderModuleDescriptor {
            label: Some("tube"),
            source: ShaderSource::Wgsl(include_str!("tube.wgsl").into()),
        });
        let pipeline = device.create_render_pipeline(&RenderPipelineDescriptor {
            label: Some("tube"),
            layout: None,
            vertex: VertexState {
                module: &module,
                entry_point: Some("corner"),
                buffers: &[],
                compilation_options: PipelineCompilationOptions::default(),
            },
            primitive: PrimitiveState::default(),
            depth_stencil: None,
            multisample: MultisampleState::default(),
            fragment: Some(FragmentState {
                module: &module,
                entry_point: Some("shade"),
                compilation_options: PipelineCompilationOptions::default(),
                targets: &[Some(ColorTargetState::from(format))],
            }),
            multiview_mask: None,
            cache: None,
        });
        let view = device.create_buffer(&BufferDescriptor {
            label: Some("view"),
            size: VIEW as u64,
            usage: BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let texture = context.texture.create_view(&TextureViewDescriptor::default());
        let group = device.create_bind_group(&BindGroupDescriptor {
            label: Some("tube"),
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[
                BindGroupEntry { binding: 0, resource: BindingResource::TextureView(&texture) },
                BindGroupEntry { binding: 1, resource: view.as_entire_binding() },
            ],
        });
        Pass { pipeline, group, view }
    }

    /// Draws the texture into `target`.
    pub fn draw(
        &self,
        encoder: &mut CommandEncoder,
        target: &TextureView,
        queue: &Queue,
        place: Place,
        crt: bool,
    ) {
        let words = [place.x, place.y, place.size, u32::from(crt)];
        let mut bytes = [0; VIEW];
        bytes.as_chunks_mut::<4>().0.iter_mut().zip(words).for_each(|(out, word)| *out = word.to_ne_bytes());
        queue.write_buffer(&self.view, 0, &bytes);
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
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.draw(0..3, 0..1);
    }
}
