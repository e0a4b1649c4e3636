//! A site's player as an app: it opens without a network once it was visited. Our decision.

use super::{Folder, copied, rasher};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use window_tests::browser::Browser;

/// Serves a folder until it is off; then each connection ends without an answer.
fn serve(root: PathBuf) -> (u16, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its port").port();
    let is_off = Arc::new(AtomicBool::new(false));
    let off = is_off.clone();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut asked = [0; 4096];
            let length = stream.read(&mut asked).unwrap_or(0);
            let asked = String::from_utf8_lossy(&asked[..length]);
            let name = asked.split([' ', '?']).nth(1).unwrap_or("/").trim_start_matches('/').to_string();
            let Some(body) = std::fs::read(root.join(&name)).ok().filter(|_| !off.load(Ordering::Relaxed))
            else {
                continue;
            };
            let kind = match name.rsplit('.').next() {
                Some("html") => "text/html",
                Some("js") => "text/javascript",
                Some("svg") => "image/svg+xml",
                _ => "application/manifest+json",
            };
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        }
    });
    (port, is_off)
}

#[test]
fn a_sites_player_opens_without_a_network() {
    let folder = Folder::new("offline");
    let (carts, site) = (folder.0.join("carts"), folder.0.join("site"));
    std::fs::create_dir_all(&carts).expect("the test's own folder");
    copied(&carts, "tests/suite/circ.p8");
    rasher(&["site", carts.to_str().expect("Unicode"), "-o", site.to_str().expect("Unicode")]);
    let (port, is_off) = serve(site);
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    browser.goto(&format!("http://127.0.0.1:{port}/player.html"));
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5 && navigator.serviceWorker.controller");
    // What a browser asks of a page that it installs.
    let manifest =
        browser.run("const { href } = document.querySelector('link[rel=manifest]'); return href;", &[]);
    assert_eq!(manifest, json!(format!("http://127.0.0.1:{port}/player.webmanifest")));
    is_off.store(true, Ordering::Relaxed);
    browser.goto("about:blank");
    browser.goto(&format!("http://127.0.0.1:{port}/player.html?again"));
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5");
}
