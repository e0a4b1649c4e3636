//! Saved cart data as the block of memory that a front end keeps in a file.
//!
//! ```text
//! 8 tables, one after the other:   64 bytes its id, filled up with zeros      256 bytes, 64 numbers, little-endian
//! ```
//!
//! A cart has one table, and one of its results on the shelf; one that loads others may have more. An empty id ends the list.

use std::collections::BTreeMap;

const TABLES: usize = 8;
const ID: usize = 64;
const DATA: usize = 256;
pub const SAVES_SIZE: usize = TABLES * (ID + DATA);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveRam(pub [u8; SAVES_SIZE]);

impl Default for SaveRam {
    fn default() -> Self {
        SaveRam([0; SAVES_SIZE])
    }
}

impl SaveRam {
    /// The tables by their ids, without those whose id is not UTF-8.
    pub fn tables(&self) -> BTreeMap<String, Box<[u8; DATA]>> {
        let tables = self.0.as_chunks::<{ ID + DATA }>().0.iter().filter_map(|table| {
            let (id, data) = table.split_at(ID);
            let id = id.split(|byte| *byte == 0).next().filter(|id| !id.is_empty())?;
            let data = <[u8; DATA]>::try_from(data).ok()?;
            Some((String::from_utf8(id.to_vec()).ok()?, Box::new(data)))
        });
        tables.collect()
    }

    /// Writes a table in place of the old one, or drops it if none is free or the id is too long.
    pub fn set(&mut self, id: &str, data: &[u8; DATA]) {
        let Some(padding) = ID.checked_sub(id.len()) else { return };
        let mut name = id.as_bytes().to_vec();
        name.resize(id.len() + padding, 0);
        let mut tables = self.0.as_chunks_mut::<{ ID + DATA }>().0.iter_mut();
        if let Some(table) = tables.find(|table| table[..ID] == name || table[..ID] == [0; ID]) {
            table[..ID].copy_from_slice(&name);
            table[ID..].copy_from_slice(data);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_there_by_its_id_and_nothing_is_lost_where_it_is_full() {
        let mut saves = SaveRam::default();
        assert!(saves.tables().is_empty());
        for n in 0..TABLES as u8 + 2 {
            saves.set(&format!("cart {n}"), &[n; DATA]);
        }
        saves.set("cart 3", &[77; DATA]);
        saves.set(&"x".repeat(ID + 1), &[1; DATA]);
        let tables = saves.tables();
        assert_eq!(tables.len(), TABLES);
        assert_eq!((tables["cart 0"][0], tables["cart 3"][255], tables["cart 7"][9]), (0, 77, 7));
    }
}
