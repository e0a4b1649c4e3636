//! What makes the site's player an app: where it is served, a browser offers to install it and opens it without a network.
//!
//! ```text
//! player.html ── <link rel="manifest"> ──> player.webmanifest      name, colours, icon: player.svg
//!             └─ registers ─────────────> player.sw.js            keeps these files; its bytes change with the page
//! ```
//!
//! A page that is opened from a disk needs none of it.

use format::sha256;
use serde_json::json;
use web::html::{HtmlValue, fill};

pub const MANIFEST: &str = "player.webmanifest";
pub const WORKER: &str = "player.sw.js";
const ICON: &str = "player.svg";
/// The page's own ground.
const COLOR: &str = "#16131d";

/// The files next to the page.
pub fn files(player: &str, page: &[u8]) -> [(String, Vec<u8>); 3] {
    let manifest = json!({
        "name": "Rasher", "start_url": player, "display": "standalone", "background_color": COLOR, "theme_color": COLOR,
        "icons": [{"src": ICON, "sizes": "any", "type": "image/svg+xml"}],
    });
    let list = json!([player, MANIFEST, ICON]);
    let values = [("files", HtmlValue::Json(&list)), ("build", HtmlValue::Own(&sha256(page)))];
    let worker = fill(include_str!("../../site/offline.js"), &values);
    let icon = include_str!("../../../../.ci/packaging/rasher.svg");
    [
        (MANIFEST.into(), manifest.to_string().into()),
        (WORKER.into(), worker.into()),
        (ICON.into(), icon.into()),
    ]
}
