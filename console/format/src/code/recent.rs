//! The parameters of `\0pxa`: the widths of a copy's offset, and the table of recent characters.

pub(super) const WIDTHS: [Width; 3] = [
    Width { bits: 5, mark: 0b110, mark_bits: 3 },
    Width { bits: 10, mark: 0b010, mark_bits: 3 },
    Width { bits: 15, mark: 0b00, mark_bits: 2 },
];
pub(super) const COPY_MIN: usize = 3;

pub(super) struct Width {
    /// Bits of the offset; the largest offset is 1 shifted by so many.
    pub bits: u32,
    /// The bits before it, the lowest first.
    pub mark: usize,
    pub mark_bits: u32,
}

#[derive(Clone, Copy)]
pub(super) struct Recent([u8; 256]);

impl Recent {
    pub fn new() -> Self {
        Recent(std::array::from_fn(|i| i as u8))
    }

    pub fn place(&self, byte: u8) -> usize {
        self.0.iter().position(|b| *b == byte).unwrap_or(0)
    }

    pub fn touch(&mut self, place: usize) -> u8 {
        let byte = self.0[place];
        self.0.copy_within(0..place, 1);
        self.0[0] = byte;
        byte
    }
}

/// The number of ones before a place of the table: the highest bit of place + 16, from 4 on.
pub(super) fn ones(place: usize) -> u32 {
    (place + 16).ilog2() - 4
}
