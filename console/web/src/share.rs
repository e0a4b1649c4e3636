//! What the page's script asks for to share: the running cart as the text of a link, and the code of an address for a phone's camera.

use crate::host::PageHost;
use crate::own_requests::texts;
use loader::Loader;
use qrcodegen::{QrCode, QrCodeEcc};
use rasher::{Bundle, BundledCart, CartBytes};
use serde_json::json;
use std::path::Path;
use timeline::{cart_recording, link_text};

/// Characters of the longest address in a code that a phone still reads from a screen.
const CODE_MAX: usize = 1200;

impl PageHost {
    /// Sends the text of a link to the running cart, with unsaved changes; none if it is too long or no cart in Lua.
    pub(crate) fn share_cart(&mut self) {
        let text = self
            .cart_now()
            .and_then(|(name, rom, bundle)| link_text(&cart_recording(&name, &rom, bundle.into())));
        self.out.add(&json!({"k": "shared-cart", "text": text}), &[]);
    }

    fn cart_now(&self) -> Option<(String, std::sync::Arc<rasher::Rom>, Bundle)> {
        let player = self.player.as_ref()?;
        let cart = player.cart();
        let unsaved = texts(player.unsaved_sources());
        let path = cart.origin.file().unwrap_or(Path::new(""));
        let source = self.own.source(&path.to_string_lossy());
        let edited =
            (!unsaved.is_empty()).then(|| Loader::new(source).lua_code(path, &unsaved).ok()).flatten();
        let (first, others) = cart.bundle.carts().split_first()?;
        let code = edited.unwrap_or_else(|| first.code.clone());
        let first = BundledCart { name: first.name.clone(), code, data: CartBytes(cart.rom.data.clone()) };
        Some((cart.name.clone(), cart.rom.clone(), Bundle::new([&[first], others].concat())))
    }

    /// Sends the code of a text, one byte a module, row by row; without any if the text is too long.
    pub(crate) fn code(&mut self, text: &str) {
        let (side, dark) = qr_code(text).unwrap_or_default();
        let modules: Vec<u8> = dark.into_iter().map(u8::from).collect();
        self.out.add(&json!({"k": "code", "side": side}), &modules);
    }
}

/// The QR code of a text: the modules of a side, and whether each is dark, row by row. None if the text is too long.
pub fn qr_code(text: &str) -> Option<(usize, Vec<bool>)> {
    let code = Some(text).filter(|text| text.len() <= CODE_MAX);
    let code = QrCode::encode_text(code?, QrCodeEcc::Low).ok()?;
    let side = code.size();
    Some((
        side.unsigned_abs() as usize,
        (0..side * side).map(|n| code.get_module(n % side, n / side)).collect(),
    ))
}

#[cfg(test)]
#[path = "../tests/unit/share.rs"]
mod tests;
