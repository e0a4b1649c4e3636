//! What the boot screen is told of carts, at its start and later.
//!
//! ```text
//! Shown      a cart: name, title, a line, results, marks, face
//! Face       Label: a picture    Plain: it has none, so its title stands on a box    Unread: asked for when it is near
//! BootNews   Carts: all of them, anew     Read: what was found in the file of one     Back: no search any more
//! ```
//!
//! News come by [`rasher::Event::Host`] as bytes, so a recording of the shelf holds them.

use super::label::Label;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    pub name: String,
    pub title: String,
    pub about: String,
    /// The best that the player has reached in it; empty before that.
    pub best: String,
    /// What the run of the day came to; empty before that.
    pub today: String,
    /// When it was played last, in a few words; empty before that.
    pub played: String,
    pub favourite: bool,
    /// The folder that its file stands in, as it is shown; empty for a cart that ships.
    pub place: String,
    /// Why its file cannot be played; empty if it can, or was not read yet.
    pub wrong: String,
    pub face: Face,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Face {
    Label(Label),
    /// Its title: it has no picture.
    #[default]
    Plain,
    /// Its title, until its file was read.
    Unread,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BootNews {
    /// These are the carts now, in order.
    Carts(Vec<Shown>),
    Back,
    Read {
        name: String,
        title: String,
        about: String,
        /// Why it cannot be played; empty if it can.
        wrong: String,
        /// Its picture, if it has one.
        label: Option<Label>,
    },
}

impl BootNews {
    pub fn to_bytes(&self) -> Box<[u8]> {
        // Numbers, texts and lists of them have a form in bytes.
        postcard::to_allocvec(self).unwrap_or_default().into()
    }

    /// Reads it; none where these bytes are none.
    pub fn from_bytes(bytes: &[u8]) -> Option<BootNews> {
        postcard::from_bytes(bytes).ok()
    }
}

impl Shown {
    /// Its picture, if it has one.
    pub(super) fn label(&self) -> Option<&Label> {
        match &self.face {
            Face::Label(label) => Some(label),
            Face::Plain | Face::Unread => None,
        }
    }

    /// What is searched: title, file and folder, in small letters.
    pub(super) fn key(&self) -> String {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or_default();
        format!("{} {file} {} {}", self.title, self.place, self.about).to_lowercase()
    }
}
