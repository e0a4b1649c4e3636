//! What a page keeps: by the cart's id, wherever the page is; in memory where the browser keeps nothing; and as one file.

use super::frames::serve;
use super::played::recording;
use super::ways::drop_file;
use super::{Folder, console, lua_cart, lua_page, open, page, rasher, show};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use timeline::Recording;
use window_tests::browser::Browser;

const ESCAPE: char = '\u{e00c}';

/// Plays until a run is kept, and returns it.
fn plays(browser: &Browser) -> Recording {
    browser.press(&[('x', 80)]);
    browser.wait("rasher.page.log.frames > 120 && rasher.page.store.pieces > 1");
    browser.press(&[(ESCAPE, 60)]);
    browser.wait("!rasher.page.screen.shown.playing");
    browser.wait("rasher.page.store.pending === 0 && !rasher.page.store.why");
    recording(browser).0
}

/// The page again, with the run that it has kept.
fn resumed(browser: &Browser) -> Recording {
    browser.reload();
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5 && rasher.page.log.frames > 5");
    recording(browser).0
}

fn has_run(browser: &Browser) -> bool {
    let files = "const files = await rasher.page.store.files(rasher.page.cart.key, true); return files.some(([name]) => name === 'run');";
    browser.run(files, &[]) == json!(true)
}

fn at(page: &Path, to: PathBuf) -> PathBuf {
    std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
    std::fs::copy(page, &to).expect("copied");
    to
}

fn key(browser: &Browser) -> Value {
    browser.run("return rasher.page.store.page;", &[])
}

#[test]
fn a_page_that_is_renamed_or_moved_has_its_runs_and_the_cart_keeps_its_id() {
    let folder = Folder::new("saves-moved");
    let first = at(lua_page(), folder.0.join("a/bee.html"));
    let browser = open(&folder, &first);
    let played = plays(&browser);
    let id = store::cart_id(lua_cart()).expect("a cart").expect("the export has added one");
    assert_eq!(browser.run("return [rasher.page.store.page, rasher.page.cart.key];", &[]), json!([id, id]));
    show(&browser, &at(lua_page(), folder.0.join("a/other name.html")));
    assert_eq!(key(&browser), json!(id), "one folder");
    let again = resumed(&browser);
    assert!(again.begins_with(&played), "the same run");
    // Another place has a copy, and what is played there stays there.
    show(&browser, &at(lua_page(), folder.0.join("downloads/bee.html")));
    assert_eq!(key(&browser), json!(format!("{id}~1")));
    assert!(resumed(&browser).begins_with(&played), "a copy of it");
    browser.run("await rasher.page.store.runOver(rasher.page.cart.key); return 0;", &[]);
    show(&browser, &first);
    assert!(has_run(&browser), "the first one's stays");
    // Exported again, the cart has the same id.
    let exported = folder.0.join("a/newer.html");
    rasher(&["export", lua_cart().to_str().expect("Unicode"), "-o", exported.to_str().expect("Unicode")]);
    show(&browser, &exported);
    assert_eq!(key(&browser), json!(id));
}

#[test]
fn what_an_earlier_version_kept_under_the_path_is_found_once() {
    let folder = Folder::new("saves-old");
    let browser = open(&folder, lua_page());
    let played = plays(&browser);
    // As it was kept: page and cart have the name and the path's digest.
    let old = store::path_key(lua_cart());
    let script = "const [old] = args, { store } = rasher.page; rasher.page.worker.terminate(); await store.work; \
        await store.keep(`save/${old}_x`, new Uint8Array(256)); await store.keep(`slot/${store.page}/1`, new Uint8Array([1])); \
        await store.write(['files', 'runs'], (change) => { store.rename(change, store.page, old, false, true); change.objectStore('files').delete(`ids/${store.page}`); }); \
        const own = await store.ask('files', store.range('files', store.page)); \
        const was = await store.ask('files', store.range('files', old)); \
        return [own.length, was.map(([key]) => key).filter((key) => key.includes('slot'))];";
    assert_eq!(browser.run(script, &[json!(old)]), json!([0, [format!("{old}/slot/{old}/1")]]));
    assert!(resumed(&browser).begins_with(&played));
    let script = "const [old] = args, { store } = rasher.page; const was = await store.ask('files', store.range('files', old)); \
        const own = await store.ask('files', store.range('files', store.page)); const runs = await store.ask('runs', store.range('runs', old)); \
        return [was.length, runs.length, own.map(([key]) => key.slice(store.page.length + 1)).filter((key) => /slot|save/.test(key)).sort()];";
    let id = key(&browser);
    let id = id.as_str().expect("a text");
    assert_eq!(
        browser.run(script, &[json!(old)]),
        json!([0, 0, [format!("save/{id}_x"), format!("slot/{id}/1")]])
    );
}

/// Two carts that name one id are two carts on the console's page; a cart that is dropped again has its run.
#[test]
fn a_dropped_cart_with_a_foreign_id_has_its_own_copy() {
    let folder = Folder::new("saves-dropped");
    let browser = open(&folder, console());
    let write = |name: &str, colour: u32| {
        let path = folder.0.join(name);
        let text = format!(
            "pico-8 cartridge // http://www.pico-8.com\nversion 42\n__lua__\nfunction _draw() cls({colour}) end\n--cart id 00000000000000aa\n"
        );
        std::fs::write(&path, text).expect("the test's folder");
        path
    };
    let (mine, foreign) = (write("mine.p8", 3), write("foreign.p8", 8));
    for (path, name, key) in [
        (&mine, "mine", "00000000000000aa"),
        (&foreign, "foreign", "00000000000000aa~1"),
        (&mine, "mine", "00000000000000aa"),
        (&foreign, "foreign", "00000000000000aa~1"),
    ] {
        drop_file(&browser, &format!("{name}.p8"), path);
        browser.wait(&format!("rasher.page.cart.name === '{name}' && rasher.page.cart.key === '{key}'"));
        browser.wait("rasher.page.store.pieces > 0 && rasher.page.store.pending === 0");
    }
    // Edited: the same cart.
    write("mine.p8", 4);
    drop_file(&browser, "mine.p8", &mine);
    browser.wait("rasher.page.cart.key === '00000000000000aa'");
}

#[test]
fn a_page_without_storage_says_so_once_and_plays_on_in_memory() {
    let folder = Folder::new("saves-off");
    let here = serve(Arc::new(std::fs::read(lua_page()).expect("the page")));
    let browser = Browser::start(&folder.0, (900, 700), &[]);
    browser.goto(&format!("http://127.0.0.1:{here}/sandbox=allow-scripts src=/game.html"));
    browser.enter_frame(true);
    browser.wait("globalThis.rasher && rasher.page.uncover");
    browser.enter_frame(false);
    browser.click(320, 240);
    browser.enter_frame(true);
    browser.run("globalThis.spoken = new Set(); new MutationObserver(() => spoken.add(document.getElementById('spoken').textContent)).observe(document.getElementById('spoken'), { childList: true, characterData: true, subtree: true }); return 0;", &[]);
    browser.wait("rasher.page.screen.drawn > 5 && rasher.page.log.frames > 5");
    browser.wait("document.getElementById('spoken').textContent.includes('Saves are off in this window')");
    browser.wait("!document.getElementById('spoken').textContent");
    browser.wait("rasher.page.log.frames > 300 && rasher.page.store.pieces > 0");
    // Saved and read again, as after a lost worker.
    let script = "const { store, cart } = rasher.page; await store.keep(`slot/${cart.key}/2`, new Uint8Array([7])); await store.keep('save/x', new Uint8Array([8])); \
        await store.drop('save/x'); const files = await store.files(cart.key, true); \
        return [store.why, files.map(([name]) => name).filter((name) => !/settings|marks|save/.test(name)).sort(), [...spoken].filter((text) => /saved|off/i.test(text)).length <= 1];";
    assert_eq!(browser.run(script, &[]), json!([null, ["run", "slot/2"], true]));
    browser.run("rasher.page.again('menu'); return 0;", &[]);
    browser.wait("rasher.page.screen.shown && !rasher.page.screen.shown.playing");
}

#[test]
fn a_page_warns_before_the_browser_s_room_is_full() {
    let folder = Folder::new("saves-room");
    let browser = open(&folder, page());
    let check = |usage: u64| {
        let script = "navigator.storage.estimate = async () => ({ usage: args[0], quota: 100e6 }); await rasher.page.store.check_room(); return 0;";
        browser.run(script, &[json!(usage)]);
    };
    check(89_000_000);
    assert_eq!(browser.run("return !!rasher.page.store.is_full;", &[]), json!(false));
    check(91_000_000);
    browser.wait("document.getElementById('spoken').textContent.includes('91 of the 100 MB')");
}

#[test]
fn all_that_is_kept_is_exported_and_imported_as_one_file() {
    let folder = Folder::new("saves-file");
    let browser = open(&folder, lua_page());
    let played = plays(&browser);
    browser.run("await rasher.page.store.keep('save/other', new Uint8Array(256).fill(9)); document.getElementById('saves').click(); return 0;", &[]);
    let press = |word: &str| {
        browser.wait(&format!(
            "[...document.querySelectorAll('#actions button')].some((it) => it.textContent === '{word}')"
        ));
        browser.run("[...document.querySelectorAll('#actions button')].find((it) => it.textContent === args[0]).click(); return 0;", &[json!(word)]);
    };
    press("export");
    browser.wait("rasher.page.last_download");
    let bytes =
        browser.run("return [rasher.page.last_download.name, [...rasher.page.last_download.bytes]];", &[]);
    let name = bytes[0].as_str().expect("a name").to_string();
    let bytes: Vec<u8> =
        bytes[1].as_array().expect("bytes").iter().map(|it| it.as_u64().expect("a byte") as u8).collect();
    let file = folder.0.join("all.saves");
    std::fs::write(&file, &bytes).expect("the test's folder");
    assert!(name.ends_with(".saves") && bytes.len() < 100_000, "{name}: {} bytes", bytes.len());
    let own = "const { store } = rasher.page; return (await store.ask('files', store.range('files', store.page))).map(([key]) => key);";
    // Another browser has nothing of it.
    drop(browser);
    let other = Folder::new("saves-file-other");
    let browser = open(&other, lua_page());
    let press = |word: &str| {
        browser.wait(&format!(
            "[...document.querySelectorAll('#actions button')].some((it) => it.textContent === '{word}')"
        ));
        browser.run("[...document.querySelectorAll('#actions button')].find((it) => it.textContent === args[0]).click(); return 0;", &[json!(word)]);
    };
    // A wrong file changes nothing.
    let wrong = folder.0.join("wrong.saves");
    for (bytes, why) in
        [(&bytes[..bytes.len() / 2], "it is damaged"), (b"nothing", "it is damaged"), (b"", "it is damaged")]
    {
        std::fs::write(&wrong, bytes).expect("the test's folder");
        drop_file(&browser, "wrong.saves", &wrong);
        press("replace");
        browser.wait(&format!("document.getElementById('message').textContent.includes('{why}')"));
        assert!(!browser.run(own, &[]).to_string().contains("save/other"));
        press("reload");
        browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5");
    }
    drop_file(&browser, "all.saves", &file);
    press("cancel");
    assert!(!browser.run(own, &[]).to_string().contains("save/other"));
    drop_file(&browser, "all.saves", &file);
    press("replace");
    browser.wait("globalThis.rasher && rasher.page.screen.drawn > 5 && document.getElementById('bar').hidden && rasher.page.log.frames > 5");
    assert!(recording(&browser).0.begins_with(&played), "its run goes on");
    assert!(browser.run(own, &[]).to_string().contains("save/other"));
    // The page of another cart refuses it.
    show(&browser, page());
    drop_file(&browser, "all.saves", &file);
    press("replace");
    browser.wait("document.getElementById('message').textContent.includes('this page is porklike')");
}
