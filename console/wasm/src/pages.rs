//! A module's memory in a history of thousands of states: pages that did not change are shared.

use crate::WasmCart;
use rasher::{Program, ProgramSnapshot};
use std::any::Any;
use std::sync::Arc;

/// A frame of the shelf's carts changes 1 to 6 of these.
const PAGE: usize = 1024;

pub(crate) struct Pages {
    /// Without an image.
    cart: WasmCart,
    pages: Vec<Arc<[u8]>>,
}

impl Pages {
    pub(crate) fn of(cart: &WasmCart, like: Option<&dyn ProgramSnapshot>) -> Pages {
        let like = like.and_then(|like| (like as &dyn Any).downcast_ref::<Pages>());
        let shared = |n: usize, page: &[u8]| like?.pages.get(n).filter(|old| ***old == *page).cloned();
        let pages = cart.image().chunks(PAGE).enumerate();
        let pages = pages.map(|(n, page)| shared(n, page).unwrap_or_else(|| page.into())).collect();
        Pages { cart: cart.with_image(Vec::new()), pages }
    }
}

impl ProgramSnapshot for Pages {
    fn restore(&self) -> Box<dyn Program> {
        Box::new(self.cart.with_image(self.pages.concat()))
    }

    fn size(&self, like: Option<&dyn ProgramSnapshot>) -> usize {
        let like = like.and_then(|like| (like as &dyn Any).downcast_ref::<Pages>());
        let is_shared = |n: usize, page: &Arc<[u8]>| {
            like.and_then(|like| like.pages.get(n)).is_some_and(|old| Arc::ptr_eq(old, page))
        };
        let own = self.pages.iter().enumerate().filter(|(n, page)| !is_shared(*n, page));
        own.map(|(_, page)| page.len()).sum::<usize>() + self.pages.len() * size_of::<Arc<[u8]>>()
    }
}
