//! A moment of the game behind the editors: its memory, its camera, its colours. The editors run nothing.

use super::types::Data;
use rasher::memory::ROM_SIZE;
use rasher::memory::reg::{CAMERA, PRESERVE, SCREEN_PAL};
use rasher::{Machine, PIXELS, palette};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameMoment {
    /// Its memory from 0 on.
    pub memory: Box<Data>,
    pub rom: Box<Data>,
    /// What it shows: of each pixel the colour, 0 to 31.
    pub picture: Box<[u8; PIXELS]>,
    /// Where its camera stands, in pixels.
    pub camera: (i32, i32),
    /// What each colour is shown as, 0 to 31.
    pub palette: [u8; 16],
    /// Does it want these kept while it does not run? By bit 0 of 0x5f2e, as on PICO-8.
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
