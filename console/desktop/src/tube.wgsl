// One triangle over the whole window. Each pixel of the window asks which pixel of the picture it shows.

struct View {
    corner: vec2<u32>,
    size: vec2<u32>,
    // Columns and rows of the picture.
    cells: vec2<u32>,
    unused: vec2<u32>,
}

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var<uniform> view: View;

@vertex
fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    let x = f32(i & 1u) * 4.0 - 1.0;
    let y = f32(i >> 1u) * 4.0 - 1.0;
    return vec4<f32>(x, y, 0.0, 1.0);
}

fn texel(at: vec2<i32>) -> vec3<f32> {
    let last = vec2<i32>(view.cells) - 1;
    return textureLoad(picture, clamp(at, vec2<i32>(0), last), 0).rgb;
}

// The tube: bulged glass, lines with dark gaps that close where the picture is bright, a mask of three colours,
// a little glow from the neighbours, darker corners. Colours are linear here.
fn tube(at: vec2<f32>, window: vec2<f32>) -> vec3<f32> {
    let c = at * 2.0 - 1.0;
    let bulged = c * (1.0 + vec2<f32>(c.y * c.y, c.x * c.x) * vec2<f32>(0.022, 0.032));
    if (max(abs(bulged.x), abs(bulged.y)) > 1.0) {
        return vec3<f32>(0.0);
    }
    let p = (bulged * 0.5 + 0.5) * vec2<f32>(view.cells);
    let near = vec2<i32>(floor(p));
    // Columns run into each other over a quarter of a pixel; rows do not.
    let part = fract(p);
    let side = select(-1, 1, part.x > 0.5);
    let mix_x = max(abs(part.x - 0.5) - 0.3, 0.0) * 1.6;
    var light = mix(texel(near), texel(near + vec2<i32>(side, 0)), mix_x);
    var glow = vec3<f32>(0.0);
    for (var dy = -2; dy <= 2; dy++) {
        for (var dx = -2; dx <= 2; dx++) {
            let d = vec2<f32>(f32(dx), f32(dy)) + vec2<f32>(0.5) - part;
            glow += texel(near + vec2<i32>(dx, dy)) * exp(-0.7 * dot(d, d));
        }
    }
    light += glow * 0.045;
    let pixel = f32(view.size.y) / f32(view.cells.y);
    if (pixel >= 2.0) {
        let brightness = dot(light, vec3<f32>(0.3, 0.6, 0.1));
        let beam = mix(2.6, 1.3, clamp(brightness, 0.0, 1.0));
        let off = abs(part.y - 0.5) * 2.0;
        light *= 1.0 - 0.65 * pow(off, beam);
        let stripe = u32(window.x) % 3u;
        let mask = vec3<f32>(f32(stripe == 0u), f32(stripe == 1u), f32(stripe == 2u));
        light *= mix(vec3<f32>(0.78), vec3<f32>(1.25), mask);
        light *= 1.35;
    }
    let vignette = 1.0 - 0.22 * dot(c * c, c * c) * 0.5;
    return light * vignette;
}

// The point of the picture that a pixel of the window lies at, in window pixels.
fn inside(window: vec2<f32>) -> vec2<i32> {
    return vec2<i32>(floor(window)) - vec2<i32>(view.corner);
}

fn is_border(at: vec2<i32>) -> bool {
    return any(at < vec2<i32>(0)) || any(at >= vec2<i32>(view.size));
}

// Entries, not one with a switch: a driver that draws by the processor would pay for both.
@fragment
fn plain(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let at = inside(position.xy);
    if (is_border(at)) {
        return vec4<f32>(0.0, 0.0, 0.0, 1.0);
    }
    // The same division as the processor's, in whole numbers: no rounding can differ.
    let source = vec2<u32>(at) * view.cells / view.size;
    return vec4<f32>(textureLoad(picture, source, 0).rgb, 1.0);
}

// A notice in the border, over what is there already.
@fragment
fn laid(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let at = inside(position.xy);
    if (is_border(at)) {
        discard;
    }
    let source = vec2<u32>(at) * view.cells / view.size;
    return vec4<f32>(textureLoad(picture, source, 0).rgb, 1.0);
}

@fragment
fn crt(@builtin(position) position: vec4<f32>) -> @location(0) vec4<f32> {
    let at = inside(position.xy);
    if (is_border(at)) {
        return vec4<f32>(0.0, 0.0, 0.0, 1.0);
    }
    return vec4<f32>(tube((vec2<f32>(at) + 0.5) / vec2<f32>(view.size), position.xy), 1.0);
}
