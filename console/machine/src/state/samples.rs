//! Rows of samples in serde's bytes: two each, little-endian, and none at all for silence.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Formatter;
use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;

/// So many samples, in a row or in a box.
pub(crate) trait Samples: Sized {
    fn samples(&self) -> &[i16];
    fn silent() -> Self;
    fn samples_mut(&mut self) -> &mut [i16];
}

impl<const N: usize> Samples for [i16; N] {
    fn samples(&self) -> &[i16] {
        self
    }

    fn silent() -> Self {
        [0; N]
    }

    fn samples_mut(&mut self) -> &mut [i16] {
        self
    }
}

impl<const N: usize> Samples for Box<[i16; N]> {
    fn samples(&self) -> &[i16] {
        &self[..]
    }

    fn silent() -> Self {
        Box::new([0; N])
    }

    fn samples_mut(&mut self) -> &mut [i16] {
        &mut self[..]
    }
}

pub(crate) fn serialize<T: Samples, S: Serializer>(row: &T, to: S) -> Result<S::Ok, S::Error> {
    let samples = row.samples();
    if samples.iter().all(|s| *s == 0) {
        return to.serialize_bytes(&[]);
    }
    let bytes: Vec<u8> = samples.iter().flat_map(|s| s.to_le_bytes()).collect();
    to.serialize_bytes(&bytes)
}

pub(crate) fn deserialize<'de, T: Samples, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    struct Row<T>(core::marker::PhantomData<T>);

    impl<T: Samples> Visitor<'_> for Row<T> {
        type Value = T;

        fn expecting(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
            f.write_str("two bytes a sample, or none")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
            let mut row = T::silent();
            let (pairs, rest) = bytes.as_chunks::<2>();
            let samples = row.samples_mut();
            if !bytes.is_empty() {
                if pairs.len() != samples.len() || !rest.is_empty() {
                    return Err(E::invalid_length(bytes.len(), &self));
                }
                samples.iter_mut().zip(pairs).for_each(|(s, pair)| *s = i16::from_le_bytes(*pair));
            }
            Ok(row)
        }
    }

    from.deserialize_bytes(Row(core::marker::PhantomData))
}
