//! Bytes without their zeros, for a state that is too large otherwise.
//!
//! ```text
//! zeros, others, the others ...     zeros, others, the others ...          both counts in a byte
//! ```
//!
//! A Lua heap needs up to four times its size by `stat(0)`: blocks are powers of two, the original's objects are those of 32 bits, and
//! values have eight bytes here. Most of that is zeros: ends of blocks, lower halves of whole numbers, free memory.

/// Packs bytes into `out`, if they fit. Returns the packed size.
pub fn pack(mut bytes: &[u8], out: &mut [u8]) -> Option<usize> {
    let mut to = 0;
    while !bytes.is_empty() {
        let zeros = bytes.iter().take(255).take_while(|byte| **byte == 0).count();
        bytes = &bytes[zeros..];
        // Two zeros cost as much as the two counts.
        let end = bytes.windows(3).take(255).position(|three| three == [0; 3]);
        let (others, rest) = bytes.split_at(end.unwrap_or(bytes.len().min(255)));
        let place = out.get_mut(to..to + 2 + others.len())?;
        (place[0], place[1]) = (zeros as u8, others.len() as u8);
        place[2..].copy_from_slice(others);
        (bytes, to) = (rest, to + place.len());
    }
    Some(to)
}

/// Unpacks at most `most` bytes. None if they were not packed by [`pack`].
pub fn unpack(mut packed: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(([zeros, count], rest)) = packed.split_first_chunk() {
        let (others, rest) = rest.split_at_checked(usize::from(*count))?;
        bytes.resize(bytes.len() + usize::from(*zeros), 0);
        bytes.extend_from_slice(others);
        if bytes.len() > most {
            return None;
        }
        packed = rest;
    }
    packed.is_empty().then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_whatever_they_are() {
        let mut seed = 7u32;
        let mut dice = move || {
            seed = seed.wrapping_mul(0x5851_f42d).wrapping_add(0x1405_7b7f);
            seed >> 16
        };
        for round in 0..500 {
            let length = dice() as usize % 2000;
            // From hardly any zeros to hardly anything else, in stretches.
            let is_zero = |dice: u32, at: usize| (dice + at as u32 / 300) % 10 < round % 11;
            let bytes: Vec<u8> =
                (0..length).map(|at| if is_zero(dice(), at) { 0 } else { dice() as u8 }).collect();
            let mut out = vec![0xaa; 2 * length + 2];
            let size = pack(&bytes, &mut out).expect("it has room");
            assert_eq!(unpack(&out[..size], length).as_deref(), Some(&bytes[..]));
            // Two bytes more for 255 others, and nothing is written where there is no room.
            assert!(size <= length + 2 * length.div_ceil(255), "{size} of {length}");
            assert!(size == 0 || pack(&bytes, &mut out[..size - 1]).is_none());
        }
        let mut out = [0; 100];
        for (bytes, packed) in [
            (&[0; 510][..], &[255, 0, 255, 0][..]),
            (&[0, 0, 7, 0, 0, 8, 0, 0, 0], &[2, 4, 7, 0, 0, 8, 3, 0]),
        ] {
            assert_eq!((pack(bytes, &mut out), &out[..packed.len()]), (Some(packed.len()), packed));
        }
        for (wrong, most) in [(&[1][..], 9), (&[0, 2, 7], 9), (&[255, 0], 254)] {
            assert_eq!(unpack(wrong, most), None, "{wrong:?}");
        }
    }
}
