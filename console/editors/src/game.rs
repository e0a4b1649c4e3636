//! The paused game behind the editors: its memory, camera and colours. The editors do not run it.

use super::types::Data;
use rasher::memory::ROM_SIZE;
use rasher::memory::reg::{CAMERA, PRESERVE, SCREEN_PAL};
use rasher::{Machine, PIXELS, palette};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMoment {
    pub memory: Box<Data>,
    pub rom: Box<Data>,
    /// The colour of each pixel of its screen, 0 to 31.
    pub picture: Box<[u8; PIXELS]>,
    pub camera: (i32, i32),
    /// The colour that each one is shown as, 0 to 31.
    pub palette: [u8; 16],
    /// Its palette is kept in the editors: bit 0 of 0x5f2e, as on PICO-8.
    pub keeps_palette: bool,
}

impl GameMoment {
    pub fn of(machine: &Machine) -> GameMoment {
        let mut picture = Box::new([0; PIXELS]);
        machine.picture(&mut picture);
        GameMoment {
            picture,
            memory: Box::new(machine.memory().array::<ROM_SIZE>(0)),
            rom: machine.rom().data.clone(),
            camera: (machine.peek2(CAMERA).into(), machine.peek2(CAMERA + 2).into()),
            keeps_palette: machine.peek(PRESERVE) & 1 != 0,
            palette: std::array::from_fn(|n| palette::index(machine.peek(SCREEN_PAL + n as u16))),
        }
    }

    pub(super) fn has_set(&self, addr: usize) -> bool {
        self.memory.get(addr) != self.rom.get(addr)
    }
}
