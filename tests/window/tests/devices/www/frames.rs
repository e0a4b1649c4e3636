//! A page in a frame of another page, as game portals show it: it gets the keyboard with the first click, so no key scrolls the page
//! around it, and it plays where the browser keeps nothing for it.
//!
//! Our decisions; that the host would scroll is checked with the same keys before the click.

use super::{Folder, lua_page};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use window_tests::browser::Browser;

const DOWN: char = '\u{e015}';

/// Serves a page; every other address is a host page with a frame of the given attributes.
pub fn serve(page: Arc<Vec<u8>>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("its port").port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut asked = [0; 4096];
            let length = stream.read(&mut asked).unwrap_or(0);
            let asked = String::from_utf8_lossy(&asked[..length]);
            let body = match asked.split(' ').nth(1) {
                Some("/game.html") => page.to_vec(),
                Some(frame) => {
                    let frame = frame[1..].replace("%20", " ").replace("%22", "\"");
                    format!("<!doctype html><body style=\"height: 3000px\" tabindex=0><iframe {frame} width=640 height=480></iframe>").into_bytes()
                }
                None => continue,
            };
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        }
    });
    port
}

#[test]
fn a_page_in_a_frame_has_the_keyboard_after_a_click() {
    let folder = Folder::new("frames");
    let page = Arc::new(std::fs::read(lua_page()).expect("the page"));
    let (here, other) = (serve(page.clone()), serve(page));
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    let scrolled = || browser.run("return scrollY;", &[]);
    for (kind, frame, keeps) in [
        ("same origin", "src=/game.html".to_string(), true),
        ("another origin", format!("src=http://127.0.0.1:{other}/game.html"), true),
        ("sandboxed", "sandbox=allow-scripts src=/game.html".to_string(), false),
    ] {
        browser.goto(&format!("http://127.0.0.1:{here}/{frame}"));
        browser.enter_frame(true);
        browser.wait("globalThis.rasher && rasher.page.uncover");
        browser.enter_frame(false);
        browser.run("document.body.focus(); return 0;", &[]);
        browser.press(&[(DOWN, 60)]);
        browser.wait("scrollY > 0");
        browser.run("scrollTo(0, 0); return 0;", &[]);
        browser.click(320, 240);
        browser.enter_frame(true);
        browser.wait("rasher.page.screen.drawn > 5 && rasher.page.sound.context.state === 'running'");
        let is_off = browser.run("return !!rasher.page.store.is_off;", &[]);
        assert_eq!(is_off, json!(!keeps), "{kind}");
        for again in [false, true] {
            browser.enter_frame(false);
            if again {
                browser.run("document.body.focus(); return 0;", &[]);
                browser.click(320, 240);
            }
            assert_eq!(browser.run("return document.activeElement.tagName;", &[]), json!("IFRAME"), "{kind}");
            let before = scrolled();
            browser.press(&[(DOWN, 60), (' ', 60), (DOWN, 60), ('x', 60)]);
            assert_eq!(scrolled(), before, "{kind}: the host scrolled");
            browser.enter_frame(true);
            let heard = "[...new Uint8Array(rasher.page.log.bytes)].length > 0 && document.hasFocus() && rasher.page.log.frames > 5";
            browser.wait(heard);
        }
        browser.enter_frame(false);
    }
}
