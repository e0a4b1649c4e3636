//! Fixed numbers of bytes in serde, as lists: one box of them, or cart data by id.

use alloc::{boxed::Box, collections::BTreeMap, string::String, sync::Arc, vec::Vec};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

#[derive(serde::Serialize, serde::Deserialize)]
struct BoxedBytes<const N: usize>(#[serde(with = "self")] Box<[u8; N]>);

pub(crate) fn serialize<const N: usize, S: Serializer>(bytes: &[u8; N], to: S) -> Result<S::Ok, S::Error> {
    bytes.as_slice().serialize(to)
}

pub(crate) fn deserialize<'de, const N: usize, D: Deserializer<'de>>(
    from: D,
) -> Result<Box<[u8; N]>, D::Error> {
    let bytes = Vec::<u8>::deserialize(from)?;
    let found = bytes.len();
    let error = |_| D::Error::invalid_length(found, &alloc::format!("{N} bytes").as_str());
    bytes.into_boxed_slice().try_into().map_err(error)
}

pub(crate) mod by_id {
    use super::*;

    type Saves = Arc<BTreeMap<String, Box<[u8; 256]>>>;

    pub(crate) fn serialize<S: Serializer>(saves: &Saves, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(saves.iter().map(|(id, data)| (id, data.as_slice())))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Saves, D::Error> {
        let saves = BTreeMap::<String, BoxedBytes<256>>::deserialize(from)?;
        Ok(Arc::new(saves.into_iter().map(|(id, BoxedBytes(data))| (id, data)).collect()))
    }
}
