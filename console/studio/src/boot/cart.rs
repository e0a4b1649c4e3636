//! The carts of the boot screen, and the messages that change them.
//!
//! ```text
//! Shown      a cart: name, title, a line, results, marks, face
//! Cover       Label: a picture    Plain: none, so a box shows its title    Unread: requested when it is near
//! ShelfMessage   Carts: a new list     Read: the contents of a cart's file     Back: end the search
//! ```
//!
//! Messages come as bytes of an [`rasher::Event::Host`], so a recording of the shelf has them.

use super::label::Label;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShelfCart {
    pub name: String,
    pub title: String,
    pub about: String,
    /// Empty: none.
    pub best: String,
    /// Of the run of the day; empty: none.
    pub today: String,
    /// Empty: never.
    pub played: String,
    pub favourite: bool,
    /// The folder of its file; empty for a built-in cart.
    pub place: String,
    /// Why its file cannot be played; empty if it can, or was not read.
    pub wrong: String,
    pub face: Cover,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cover {
    Label(Label),
    /// No picture: its title.
    #[default]
    Plain,
    /// Its title, until its file is read.
    Unread,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShelfMessage {
    Carts(Vec<ShelfCart>),
    Back,
    Read { name: String, title: String, about: String, wrong: String, label: Option<Label> },
}

impl ShelfMessage {
    pub fn to_bytes(&self) -> Box<[u8]> {
        // Numbers and strings can always be encoded.
        postcard::to_allocvec(self).unwrap_or_default().into()
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<ShelfMessage> {
        postcard::from_bytes(bytes).ok()
    }
}

impl ShelfCart {
    pub(super) fn label(&self) -> Option<&Label> {
        match &self.face {
            Cover::Label(label) => Some(label),
            Cover::Plain | Cover::Unread => None,
        }
    }

    pub(super) fn key(&self) -> String {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or_default();
        format!("{} {file} {} {}", self.title, self.place, self.about).to_lowercase()
    }
}
