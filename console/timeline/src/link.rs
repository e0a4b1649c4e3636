//! A recording as text, for the part of an address after `#`.
//!
//! ```text
//! recording file ── deflate ── base64 with - and _ for + and /, without = ──> "y8gsSs5ITVHIyy9..."
//!
//! #run=TEXT     watch that run, and take it over
//! #cart=TEXT    a recording without frames: its bundle is the cart
//! ```
//!
//! The file has its own format, digest and limits ([`Recording::from_bytes`]). A text arrives from anyone, so it is bounded before and
//! while it is inflated.

use crate::envelope::FileError;
use crate::recording::{Recording, Start};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use rasher::{Bundle, Rom};
use std::sync::Arc;

/// Characters of the longest link. Firefox, the strictest, opens addresses of a mebibyte.
pub const LINK_MAX: usize = 300_000;
/// Bytes of the largest recording in one: an hour of play has about 1 MB.
const RECORDING_MAX: usize = 16 << 20;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    #[error("the link has nothing after =: copy all of it")]
    Empty,
    #[error("the link is too long: {0} characters, expected at most {LINK_MAX}; send the run as a file")]
    TooLong(usize),
    #[error(
        "the link is damaged: found {found:?} as character {at}, expected letters, digits, - and _; copy it again"
    )]
    Letter { found: char, at: usize },
    #[error("the link is cut: only its first {0} characters arrived; copy all of it")]
    Cut(usize),
    #[error("the link is damaged: its {0} characters cannot be unpacked; copy it again")]
    Damaged(usize),
    #[error("the link unpacks to more than {} MiB, which no run needs", RECORDING_MAX >> 20)]
    Large,
    #[error("wrong content of a link: {0}")]
    File(#[from] FileError),
}

/// A cart in Lua as a link has it: a recording without frames.
pub fn cart_recording(name: &str, rom: &Rom, bundle: Arc<Bundle>) -> Recording {
    Recording::new(Start { cart: name.into(), rom: rom.digest(), bundle, ..Start::default() })
}

/// None for a recording that is too long for a link.
pub fn link_text(recording: &Recording) -> Option<String> {
    let text = URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(&recording.to_bytes(), 9));
    (text.len() <= LINK_MAX).then_some(text)
}

pub fn read_link(text: &str) -> Result<Recording, LinkError> {
    let length = text.len();
    if length == 0 {
        return Err(LinkError::Empty);
    }
    if length > LINK_MAX {
        return Err(LinkError::TooLong(length));
    }
    let is_wrong = |letter: &char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_');
    if let Some((at, found)) = text.chars().enumerate().find(|(_, letter)| is_wrong(letter)) {
        return Err(LinkError::Letter { found, at: at + 1 });
    }
    // A single letter at the end has six bits of a byte: the rest was cut off.
    let whole = if length % 4 == 1 { &text[..length - 1] } else { text };
    let lenient = base64::engine::GeneralPurpose::new(
        &base64::alphabet::URL_SAFE,
        base64::engine::general_purpose::NO_PAD.with_decode_allow_trailing_bits(true),
    );
    let packed = lenient.decode(whole).map_err(|_| LinkError::Damaged(length))?;
    let bytes = decompress_to_vec_with_limit(&packed, RECORDING_MAX).map_err(|e| match e.status {
        TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => LinkError::Cut(length),
        TINFLStatus::HasMoreOutput => LinkError::Large,
        _ => LinkError::Damaged(length),
    })?;
    Ok(Recording::from_bytes(&bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rasher::{BundledCart, CartBytes, Code, Input};

    /// A cart of a tweet's length, and some seconds of play.
    fn recording(frames: u32) -> Recording {
        let code = b"t=0::_::cls()for i=0,99 do circ(64+sin(t+i/9)*i,64+cos(t+i/7)*i,3,8+i%8)end t+=.01 flip()goto _".to_vec();
        let code = Code { text: code.into(), pieces: vec![(0, "tweet.p8".to_string(), 1)] };
        let cart = BundledCart { name: "tweet.p8".to_string(), code, data: CartBytes(Box::new([0; 0x4300])) };
        let start = Start {
            cart: "tweet".into(),
            seed: 7,
            bundle: Arc::new(Bundle::new(vec![cart])),
            ..Start::default()
        };
        let mut recording = Recording::new(start);
        for frame in 0..frames {
            let players = [(frame / 20 % 64) as u8, 0, 0, 0, 0, 0, 0, 0];
            assert!(recording.push(&Input { players, ..Input::default() }));
        }
        recording
    }

    #[test]
    fn a_link_has_the_recording_and_is_short() {
        for (frames, most) in [(0, 700), (600, 900), (18_000, 12_000)] {
            let recording = recording(frames);
            let text = link_text(&recording).expect("short enough");
            assert!(text.len() < most, "{frames} frames: {} characters", text.len());
            assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)), "{text}");
            assert_eq!(read_link(&text), Ok(recording));
        }
    }

    #[test]
    fn a_link_that_is_cut_says_so_at_each_place() {
        let text = link_text(&recording(600)).expect("short enough");
        assert_eq!(read_link(""), Err(LinkError::Empty));
        for length in 1..text.len() {
            assert_eq!(read_link(&text[..length]), Err(LinkError::Cut(length)), "{length} of {}", text.len());
        }
    }

    #[test]
    fn a_wrong_link_is_refused_with_a_reason() {
        let text = link_text(&recording(60)).expect("short enough");
        // Any other letter anywhere: cut, damaged or of another format, but never another recording.
        for at in 0..text.len() {
            let mut other = text.clone().into_bytes();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).expect("ASCII");
            let read = read_link(&other);
            assert!(read.is_err() || at + 1 == text.len() && read == Ok(recording(60)), "{at}: {read:?}");
        }
        let pack = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(bytes, 9));
        let newer = recording(1).to_bytes();
        let newer =
            [b"rasher recording 99", &newer[newer.iter().position(|b| *b == b'\n').expect("a line")..]]
                .concat();
        let bomb = pack(&vec![0; RECORDING_MAX + 1]);
        for (text, why) in [
            (&*"A".repeat(LINK_MAX + 1), "too long: 300001 characters"),
            ("AB C", "found ' ' as character 3"),
            ("AB%20", "found '%' as character 3"),
            (&*pack(b"hello"), "wrong content of a link: not a recording: found \"hello\""),
            (&*pack(&newer), "format 99, made by a newer version"),
            (&*bomb, "more than 16 MiB"),
        ] {
            let said = read_link(text).expect_err(why).to_string();
            assert!(said.contains(why), "{said}, expected {why}");
        }
    }
}
