//! Pages of carts that try to be markup, and what the pages' policy blocks.
//!
//! | what a stranger chooses | where it appears |
//! |---|---|
//! | name of the cart's file | the page's data, and its title if the cart has none |
//! | first and second line of the code | title, description, heading, the label's description |
//! | code, names of included files and of other carts, data | packed in the page |
//! | the cart's output and settings at run time | console, title of the page, names of downloads |
//!
//! The expected page is that of a plain cart: the same elements with the same attributes. The policy is tested with
//! code that would run without it.

use super::{Folder, open, page, rasher, show};
use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};
use window_tests::browser::Browser;

/// Each sets `ran` if it becomes markup, in one context or another.
const WILD: [&str; 6] = [
    "{{boot}}{{script}} onload=ran=1 autofocus onfocus=ran=1 x=",
    "</title></script></style><script>ran=1</script>",
    "\"><img src=x onerror=ran=1>",
    "' onclick='ran=1' autofocus onfocus='ran=1",
    "<!--<script>ran=1//",
    "javascript:ran=1//`${ran=1}`\\",
];

/// The page's elements with their attributes, except for texts of the cart and the browser's and console's own state.
const ELEMENTS: &str = "return [...document.querySelectorAll('*')].map((it) => it.localName + [...it.attributes] \
    .filter(({ name }) => !/^(content|alt|aria-label|style|hidden|class|width|height)$/.test(name)).map(({ name }) => ' ' + name).join(''));";

/// Exports a cart with this name and code; its label has one colour.
fn export(folder: &Path, name: &str, code: &str) -> PathBuf {
    let cart = folder.join(format!("{name}.p8"));
    let label = format!("{}\n", "8".repeat(128)).repeat(128);
    let text =
        format!("pico-8 cartridge // http://www.pico-8.com\nversion 42\n__lua__\n{code}\n__label__\n{label}");
    std::fs::write(&cart, text).expect("the test's own folder");
    let page = folder.join("page.html");
    let text = |path: &Path| path.to_str().expect("Unicode").to_string();
    rasher(&["export", &text(&cart), "-o", &text(&page)]);
    page
}

/// The cart's texts on a page, and whether a script of the cart ran.
fn words(browser: &Browser) -> Value {
    browser.run(
        "return [document.title, document.querySelector('h1').textContent, document.getElementById('screen').ariaLabel, \
         document.querySelector('meta[name=description]').content, typeof ran];",
        &[],
    )
}

#[test]
fn a_hostile_cart_is_a_page_like_any_other() {
    let folder = Folder::new("hostile");
    let run = "function _update60() end function _draw() cls(12) end";
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    show(&browser, &export(&folder.0, "plain", &format!("-- a title\n-- an author\n-- a text\n{run}")));
    let plain = browser.run(ELEMENTS, &[]);
    for (number, wild) in WILD.iter().enumerate() {
        // Without names that `#include` and folders treat specially; the cart includes and loads files with
        // its name.
        let name = format!("{number}{}", wild.replace(['/', '\\', ':'], ""));
        let file = |ending: &str, text: &str| {
            std::fs::write(folder.0.join(format!("{name}{ending}")), text).expect("a file")
        };
        file(".lua", &format!("-- {wild}\nincluded=true"));
        file(".other.p8", &format!("pico-8 cartridge\n__lua__\n-- {wild}\n"));
        let code = format!(
            "-- {wild}\n-- {wild}\n#include {name}.lua\n-- </script><!--<script>\nassert(included)\n\
             printh([==[{wild}]==])\nmenuitem(1,[==[{wild}]==])\nif (false) load([==[{name}.other.p8]==])\n{run}"
        );
        let page = export(&folder.0, &name, &code);
        show(&browser, &page);
        browser.wait("rasher.page.log.frames > 20 && rasher.page.prints.length");
        assert_eq!(words(&browser), json!([wild, wild, wild, wild, "undefined"]));
        assert_eq!(browser.run(ELEMENTS, &[]), plain, "{wild}");
        assert_eq!(browser.run("return rasher.page.prints;", &[]), json!([wild]));
        let pixel =
            browser.run("return [...rasher.page.screen.context.getImageData(64, 64, 1, 1).data];", &[]);
        assert_eq!(pixel, json!([41, 173, 255, 255]), "{wild}: its picture is colour 12");
    }
}

/// Lines of the log that report blocked content.
fn blocked(browser: &Browser) -> Vec<String> {
    let mut log = browser.log();
    log.retain(|line| line.contains("Content Security Policy"));
    log
}

#[test]
fn a_page_in_use_has_all_that_it_needs() {
    let folder = Folder::new("policy");
    let browser = open(&folder, page());
    // Keys with sound, the CRT filter, a screenshot, the menu; then another worker, as after a hang.
    browser.press(&[('x', 80), ('\u{e014}', 90)]);
    browser.wait("rasher.page.sound.context.state === 'running' && rasher.page.sound.node");
    browser.run("rasher.page.input.press('KeyT', true, { ctrlKey: true }); return 0;", &[]);
    browser.wait("rasher.page.screen.crt || !rasher.page.screen.start_tube()");
    // F6 on the keyboard is the browser's here.
    browser.run("rasher.page.input.press('F6', true); rasher.page.input.press('F6', false); return 0;", &[]);
    browser.wait("rasher.page.last_download");
    browser.run("rasher.page.again('menu'); return 0;", &[]);
    browser.wait("rasher.page.screen.shown && !rasher.page.screen.shown.playing");
    browser.wait("rasher.page.store.pending === 0 && !rasher.page.store.why");
    assert_eq!(blocked(&browser), [""; 0]);

    let manual = folder.0.join("manual.html");
    rasher(&["manual", "-o", manual.to_str().expect("Unicode")]);
    browser.goto(&format!("file://{}", manual.display()));
    // Sounds play after a key.
    browser.press(&[('/', 60)]);
    let told = browser.run(
        "const box = document.getElementById('search'); box.value = 'spr'; box.dispatchEvent(new Event('input')); \
         const style = (query) => getComputedStyle(document.querySelector(query)); \
         const sound = document.querySelector('audio'); sound.preload = 'auto'; \
         await new Promise((done, fail) => { sound.onloadeddata = done; sound.onerror = () => fail(new Error('no sound')); sound.load(); }); document.getElementById('theme').click(); \
         return [document.getElementById('found').textContent !== '', style('.swatches div:nth-child(9) span').backgroundColor, \
         style('.glyph.x1.y4').backgroundPosition, style('.glyph').backgroundImage.startsWith('url(\"data:image/png'), \
         style('.memory div:last-of-type').height];",
        &[],
    );
    assert_eq!(told, json!([true, "rgb(255, 0, 77)", "-32px -128px", true, "210px"]));
    assert_eq!(blocked(&browser), [""; 0]);
}

/// Markup in the page's file, and what a foreign script in the page could do.
#[test]
fn what_is_injected_into_a_page_does_not_run() {
    let folder = Folder::new("injected");
    let text = std::fs::read_to_string(page()).expect("the page");
    let injected = "<body><script>globalThis.ran = 1</script><script src=\"data:text/javascript,globalThis.ran = 1\"></script>\
        <img src=\"x\" onerror=\"globalThis.ran = 1\"><iframe srcdoc=\"<script>parent.ran = 1</script>\"></iframe>\
        <style>#screen { opacity: 0.5 }</style><p id=\"p\" style=\"color: red\" onclick=\"globalThis.ran = 1\"></p>";
    let path = folder.0.join("page.html");
    std::fs::write(&path, text.replacen("<body>", injected, 1)).expect("the test's own folder");
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    browser.before(
        "globalThis.stopped = new Set(); addEventListener('securitypolicyviolation', (event) => stopped.add(event.effectiveDirective));",
    );
    show(&browser, &path);
    let stopped = "const all = [...stopped].sort().join(' '); stopped.clear(); return [typeof ran, all];";
    let by_policy = "img-src script-src-attr script-src-elem style-src-attr style-src-elem";
    assert_eq!(browser.run(stopped, &[]), json!(["undefined", by_policy]), "what is in the markup");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("it is asked once, at the end");
    let script = "const [address] = args; \
        const add = (tag, more) => { const it = Object.assign(document.createElement(tag), more); document.body.append(it); return it; }; \
        add('script', { textContent: 'globalThis.ran = 1' }); add('script', { src: address }); add('img', { src: address }); \
        add('iframe', { src: address }); add('link', { rel: 'stylesheet', href: address }); add('object', { data: address }); \
        document.getElementById('p').click(); \
        await fetch(address).catch(() => {}); navigator.sendBeacon(address); \
        try { new WebSocket(address.replace('http', 'ws')); } catch {} \
        try { new EventSource(address); } catch {} \
        setTimeout(() => eval('globalThis.ran = 1')); \
        try { new Worker('data:text/javascript,fetch(\"' + address + '\")'); } catch {} \
        new Worker(URL.createObjectURL(new Blob(['fetch(\"' + address + '\"); importScripts(\"' + address + '\")']))); \
        const form = add('form', { action: address }); form.submit(); \
        await new Promise((done) => setTimeout(done, 300)); \
        return getComputedStyle(document.getElementById('screen')).opacity;";
    let address = format!("http://{}", listener.local_addr().expect("its port"));
    assert_eq!(browser.run(script, &[json!(address)]), json!("1"), "a style of the markup");
    let by_policy = "connect-src form-action frame-src img-src object-src script-src script-src-attr script-src-elem style-src-elem worker-src";
    assert_eq!(browser.run(stopped, &[]), json!(["undefined", by_policy]), "what a script tries");
    // A blocked frame may still cost a speculative connection, on which nothing is requested.
    let asked = listener.incoming().map_while(Result::ok).filter_map(|mut stream| {
        stream.set_nonblocking(true).expect("a socket");
        let mut bytes = [0; 64];
        let length = stream.read(&mut bytes).ok().filter(|length| *length > 0)?;
        Some(String::from_utf8_lossy(&bytes[..length]).into_owned())
    });
    assert_eq!(asked.collect::<Vec<_>>(), [""; 0], "nothing is asked of the network");
}
