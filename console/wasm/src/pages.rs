//! A module's memory in a history of thousands of states: pages that did not change are shared.

use std::sync::Arc;

/// A frame of the shelf's carts changes 1 to 6 of these.
const PAGE: usize = 1024;

pub(crate) struct Pages(Vec<Arc<[u8]>>);

impl Pages {
    /// The pages of a memory; those that are equal to the ones of `like` are shared with it.
    pub(crate) fn of(image: &[u8], like: Option<&Pages>) -> Pages {
        let shared = |n: usize, page: &[u8]| like?.0.get(n).filter(|old| ***old == *page).cloned();
        let pages = image.chunks(PAGE).enumerate();
        Pages(pages.map(|(n, page)| shared(n, page).unwrap_or_else(|| page.into())).collect())
    }

    pub(crate) fn image(&self) -> Vec<u8> {
        self.0.concat()
    }

    /// Bytes that are not shared with `like`.
    pub(crate) fn size(&self, like: Option<&Pages>) -> usize {
        let is_shared = |n: usize, page: &Arc<[u8]>| {
            like.and_then(|like| like.0.get(n)).is_some_and(|old| Arc::ptr_eq(old, page))
        };
        let own = self.0.iter().enumerate().filter(|(n, page)| !is_shared(*n, page));
        own.map(|(_, page)| page.len()).sum::<usize>() + self.0.len() * size_of::<Arc<[u8]>>()
    }
}
