//! `rasher replay FILE`: replays a recording and checks its digests.

use crate::error::ToolError;
use crate::options::ReplayOptions;
use crate::run::picture;
use shelf::Entry;

const SCALE: u8 = 4;

pub fn replay(carts: &'static [Entry], options: &ReplayOptions) -> Result<String, ToolError> {
    let recorded = options.run.read(carts, 0)?;
    let console = recorded.replay()?.finish().map_err(|e| recorded.wrong(e))?;
    if let Some(out) = &options.png {
        store::write(out, &picture(&console, SCALE))?;
    }
    Ok(format!(
        "{}: {} frames of {}, {} digests equal\nframe {} digest {:016x}\n",
        recorded.path.display(),
        recorded.recording.frames(),
        recorded.cart.rom.name,
        recorded.recording.checks().len(),
        console.machine().frame(),
        console.digest(),
    ))
}
