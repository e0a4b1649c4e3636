//! The carts of a run in its file, so that it replays where their own files are not.
//!
//! ```text
//! body ... | bytes: the bundle by serde in postcard's form, deflated          a run of a cart in Rust has none
//! ```

use crate::envelope::{Envelope, FileError};
use rasher::{BUNDLE_MAX, Bundle};
use std::sync::Arc;

/// Bytes of the largest bundle that is inflated: 33 carts with data of 17 KB and code of 64 KB.
const MOST: usize = BUNDLE_MAX * (18 << 10 | 80 << 10);
/// Bytes of the largest bundle in a file: deflate makes incompressible data a thousandth larger.
pub(crate) const PACKED_MAX: u64 = MOST as u64 + (MOST as u64 >> 8);

pub(crate) fn pack(bundle: &Bundle) -> Vec<u8> {
    // Extending a Vec cannot fail, and every type of a bundle has a postcard form.
    let body = postcard::to_stdvec(bundle).expect("a bundle has a postcard form");
    miniz_oxide::deflate::compress_to_vec(&body, 6)
}

pub(crate) fn unpack(file: &Envelope, bytes: &[u8]) -> Result<Arc<Bundle>, FileError> {
    let body = file.inflate(bytes, MOST)?;
    let bundle: Bundle = postcard::from_bytes(&body).map_err(|e| file.body(e))?;
    match bundle.carts().len() {
        1..=BUNDLE_MAX => Ok(Arc::new(bundle)),
        found => Err(file.body(format!("{found} carts, expected 1 to {BUNDLE_MAX}"))),
    }
}
