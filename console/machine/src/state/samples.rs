//! Samples in serde: two little-endian bytes each, and none at all for silence.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt::Formatter;
use serde::de::{Deserializer, Error, Visitor};
use serde::ser::Serializer;

pub(crate) fn serialize<const N: usize, T: Borrow<[i16; N]>, S: Serializer>(
    samples: &T,
    to: S,
) -> Result<S::Ok, S::Error> {
    let samples: &[i16; N] = samples.borrow();
    let is_silent = samples.iter().all(|s| *s == 0);
    let bytes: Vec<u8> = samples.iter().filter(|_| !is_silent).flat_map(|s| s.to_le_bytes()).collect();
    to.serialize_bytes(&bytes)
}

pub(crate) fn deserialize<'de, const N: usize, T: From<[i16; N]>, D: Deserializer<'de>>(
    from: D,
) -> Result<T, D::Error> {
    struct Samples<const N: usize>;

    impl<const N: usize> Visitor<'_> for Samples<N> {
        type Value = [i16; N];

        fn expecting(&self, f: &mut Formatter<'_>) -> core::fmt::Result {
            f.write_str("two bytes a sample, or none")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<[i16; N], E> {
            let mut samples = [0; N];
            if !bytes.is_empty() {
                let (pairs, rest) = bytes.as_chunks::<2>();
                if pairs.len() != N || !rest.is_empty() {
                    return Err(E::invalid_length(bytes.len(), &self));
                }
                samples.iter_mut().zip(pairs).for_each(|(s, pair)| *s = i16::from_le_bytes(*pair));
            }
            Ok(samples)
        }
    }

    from.deserialize_bytes(Samples::<N>).map(T::from)
}
