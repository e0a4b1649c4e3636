//! Aseprite's files: the visible layers of each frame, side by side.
//!
//! ```text
//! .ase, .aseprite ── drawn() ── aseprite-loader ── layers blended ──> frame 0 | frame 1 | ... in rows of 128 pixels
//! ```
//!
//! Each frame starts at a whole sprite, as `spr` needs it. The loader allocates for each layer in each frame, and user properties may nest
//! without limit, so frames and layers are counted first, and only chunks that are drawn are passed on.

use super::{guarded, wrong};
use crate::error::ToolError;
use aseprite_loader::loader::{AsepriteFile, LayerSelection};

const SIDE: usize = 128;
/// Frames of one sprite each that fit into the sheet.
const FRAMES: usize = 256;
const LAYERS: usize = 1024;
/// Chunks in all frames; the loader keeps some hundred bytes for each.
const CHUNKS: usize = 1 << 18;
/// Chunk types that are drawn: two old kinds of palettes, layers, cels, palettes.
const DRAWN: [u16; 5] = [0x0004, 0x0011, 0x2004, 0x2005, 0x2019];
const NONE: u16 = 0xffff;
const HEAD: usize = 128;
const FRAME_HEAD: usize = 16;
const CHUNK_HEAD: usize = 6;
const CEL: u16 = 2048;
/// Pixels of all cels: 256 frames of 16 layers of the whole sheet.
const PIXELS: usize = 256 * 16 * SIDE * SIDE;

/// Bytes 4 and 5 of each of its files.
const MAGIC: [u8; 2] = [0xe0, 0xa5];

pub type DecodedPixels = (usize, usize, Vec<u8>);

pub fn frames(bytes: &[u8], file: &str) -> Result<DecodedPixels, ToolError> {
    guarded(file, "an Aseprite file", || blended(bytes, file))
}

/// The parts of `bytes`, each of which starts with its size in four bytes. The loader refuses what does not fit.
fn parts(bytes: &mut [u8], head: usize) -> Vec<&mut [u8]> {
    let (mut parts, mut rest) = (Vec::new(), bytes);
    while let Some(size) = rest.first_chunk::<4>().map(|size| u32::from_le_bytes(*size) as usize)
        && size >= head
        && let Some((part, more)) = std::mem::take(&mut rest).split_at_mut_checked(size)
    {
        parts.push(part);
        rest = more;
    }
    parts
}

/// Blanks the types of chunks that are not drawn, and checks the limits.
fn drawn(bytes: &[u8], file: &str) -> Result<Vec<u8>, ToolError> {
    let mut bytes = bytes.to_vec();
    let frames = parts(bytes.get_mut(HEAD..).unwrap_or_default(), FRAME_HEAD);
    let (count, mut layers, mut chunks) = (frames.len(), 0, 0);
    for frame in frames {
        for chunk in parts(&mut frame[FRAME_HEAD..], CHUNK_HEAD) {
            let kind = u16::from_le_bytes([chunk[4], chunk[5]]);
            layers += usize::from(kind == 0x2004);
            chunks += 1;
            if !DRAWN.contains(&kind) {
                chunk[4..6].copy_from_slice(&NONE.to_le_bytes());
            }
        }
    }
    if count > FRAMES || layers > LAYERS || chunks > CHUNKS {
        let found = format!("{count} frames, {layers} layers and {chunks} parts in all");
        let expected =
            format!("at most {FRAMES} frames, which fill a sheet, {LAYERS} layers and {CHUNKS} parts");
        return Err(wrong(file, found, &expected));
    }
    Ok(bytes)
}

fn blended(bytes: &[u8], file: &str) -> Result<DecodedPixels, ToolError> {
    let bad = |why: String| wrong(file, why, "an Aseprite file");
    let bytes = &drawn(bytes, file)?;
    // The loader's own error would quote the file byte by byte.
    let ase = AsepriteFile::load(bytes).map_err(|_| match bytes.get(4..6) == Some(&MAGIC) {
        true => bad("a file that is cut off or has an unsupported part, such as a tile layer".to_string()),
        false => bad("another format".to_string()),
    })?;
    let (w, h) = (usize::from(ase.size().0), usize::from(ase.size().1));
    let count = ase.frames().len();
    let (step_x, step_y) = (w.next_multiple_of(8), h.next_multiple_of(8));
    let columns = (SIDE / step_x.max(1)).min(count.max(1));
    let rows = count.div_ceil(columns.max(1));
    let fits = count > 0 && w > 0 && h > 0 && columns > 0 && (rows - 1) * step_y + h <= SIDE;
    if !fits {
        let plural = if count == 1 { "" } else { "s" };
        let found = format!("{count} frame{plural} of {w}x{h} pixels");
        let expected = "frames that fit into 128x128 pixels, each starting at a whole sprite";
        return Err(wrong(file, found, expected));
    }
    let (width, height) = ((columns - 1) * step_x + w, (rows - 1) * step_y + h);
    let mut all = vec![0; 4 * width * height];
    let mut one = vec![0; 4 * w * h];
    let mut left = PIXELS;
    for (n, frame) in ase.frames().iter().enumerate() {
        for cel in &frame.cels {
            let (cw, ch) = cel.size;
            if cw > CEL || ch > CEL {
                return Err(wrong(file, format!("a cel of {cw}x{ch} pixels"), "at most 2048x2048"));
            }
            let Some(rest) = left.checked_sub(usize::from(cw) * usize::from(ch)) else {
                let expected = "at most 256 frames of 16 layers of 128x128 pixels";
                return Err(wrong(file, "cels that are too large in all", expected));
            };
            left = rest;
        }
        one.fill(0);
        ase.render_frame(n, &mut one, &LayerSelection::Visible).map_err(|e| bad(e.to_string()))?;
        let (x, y) = (n % columns * step_x, n / columns * step_y);
        for (row, pixels) in one.chunks(4 * w).enumerate() {
            let at = 4 * ((y + row) * width + x);
            all[at..at + 4 * w].copy_from_slice(pixels);
        }
    }
    Ok((width, height, all))
}
