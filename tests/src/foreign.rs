//! Small files of other programs, made from their published formats: Aseprite, Tiled, LDtk.
//!
//! ```text
//! aseprite(6, 8, colours)   one frame of one cel for each colour
//! TILED                     3x2 tiles:  1 17 0    two layers seen, one hidden, one tile flipped
//!                                       0 255 1
//! LDTK                      two levels side by side, 10x2 tiles, three layers, one tile flipped
//! ```

/// An Aseprite file, from its published format: 16 bits of magic, a header of 128 bytes, frames of chunks. Each frame
/// is one uncompressed cel of 32 bits per pixel in one colour.
pub fn aseprite(w: u16, h: u16, colors: &[[u8; 3]]) -> Vec<u8> {
    let chunk = |kind: u16, body: &[u8]| {
        let size = (body.len() as u32 + 6).to_le_bytes();
        [&size[..], &kind.to_le_bytes(), body].concat()
    };
    let mut frames = Vec::new();
    for (n, [r, g, b]) in colors.iter().enumerate() {
        let mut chunks = Vec::new();
        if n == 0 {
            // A visible layer: flags, kind, level, two unused sizes, blend mode, opacity, three unused, its name.
            let mut layer =
                [1u16, 0, 0, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
            layer.extend([255, 0, 0, 0, 1, 0, b'a']);
            chunks.push(chunk(0x2004, &layer));
        }
        // Layer 0, at 0,0, opaque, kind 0, z 0, five unused, then size and pixels.
        let mut cel = vec![0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        cel.extend([w, h].iter().flat_map(|side| side.to_le_bytes()));
        cel.extend([*r, *g, *b, 255].repeat(usize::from(w) * usize::from(h)));
        chunks.push(chunk(0x2005, &cel));
        let (count, body) = (chunks.len() as u16, chunks.concat());
        let mut frame = (body.len() as u32 + 16).to_le_bytes().to_vec();
        frame.extend(0xf1fau16.to_le_bytes());
        frame.extend(count.to_le_bytes());
        frame.extend([100, 0, 0, 0]);
        frame.extend(u32::from(count).to_le_bytes());
        frames.extend(frame.into_iter().chain(body));
    }
    let mut head = (frames.len() as u32 + 128).to_le_bytes().to_vec();
    head.extend([0xa5e0, colors.len() as u16, w, h, 32].iter().flat_map(|word: &u16| word.to_le_bytes()));
    head.extend(1u32.to_le_bytes());
    head.resize(128, 0);
    head.into_iter().chain(frames).collect()
}

pub const TILED: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8" infinite="0">
 <tileset firstgid="1" name="s" tilewidth="8" tileheight="8" tilecount="256" columns="16"><image source="s.png" width="128" height="128"/></tileset>
 <layer id="1" name="ground" width="3" height="2"><data encoding="csv">2,3,0,
0,256,2147483650</data></layer>
 <layer id="2" name="above" width="3" height="2"><data encoding="csv">0,18,0,0,0,0</data></layer>
 <layer id="3" name="hidden" visible="0" width="3" height="2"><data encoding="csv">9,9,9,9,9,9</data></layer>
</map>"#;

pub const LDTK: &str = r#"{"levels":[
        {"worldX":64,"worldY":0,"layerInstances":[
            {"__gridSize":8,"visible":true,"gridTiles":[{"px":[0,8],"t":5,"f":0}],"autoLayerTiles":[]},
            {"__gridSize":8,"visible":true,"gridTiles":[{"px":[0,8],"t":6,"f":1},{"px":[8,0],"t":7,"f":0}],"autoLayerTiles":[]}]},
        {"worldX":0,"worldY":0,"layerInstances":[{"__gridSize":8,"gridTiles":[],"autoLayerTiles":[{"px":[0,0],"t":9,"f":0}]}]}]}"#;
