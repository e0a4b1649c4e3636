//! A catalogue on the page: the test is the page's script, which reads what it is asked for.

use super::*;
use crate::cart::PageCarts;
use crate::host::PageTools;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

const SITE: &str = "https://example.org/a/index.json";

fn code(id: &str) -> Vec<u8> {
    let load = if id == "bee" { "load(\"night.p8\")" } else { "" };
    format!("pico-8 cartridge // http://www.pico-8.com\nversion 41\n__lua__\n-- {id}\n{load}\nfunction _draw() end\n").into_bytes()
}

fn index() -> Vec<u8> {
    let cart = |id: &str, loads: &[&str]| CatalogueCart {
        id: id.into(),
        title: format!("The {id}"),
        players: 1,
        file: format!("{id}.p8"),
        size: code(id).len() as u32,
        sha256: format::sha256(&code(id)),
        loads: loads.iter().map(ToString::to_string).collect(),
        ..CatalogueCart::default()
    };
    Catalogue::new("Ada's", "", vec![cart("bee", &["night"]), cart("night", &[])]).to_json().into_bytes()
}

struct Script {
    host: PageHost,
    now: u64,
    kept: BTreeMap<String, Vec<u8>>,
    loads: Vec<Value>,
}

fn packet(head: &Value, body: &[u8]) -> Vec<u8> {
    let head = head.to_string();
    [&(head.len() as u32).to_le_bytes()[..], head.as_bytes(), &(body.len() as u32).to_le_bytes(), body]
        .concat()
}

impl Script {
    /// A page whose settings have the catalogue, and what its browser has kept.
    fn new(kept: BTreeMap<String, Vec<u8>>) -> Script {
        let mut script = Script {
            host: PageHost::new(PageCarts::all(&[], &[]), Some(PageTools::ALL)),
            now: 0,
            kept,
            loads: Vec::new(),
        };
        let settings = studio::Settings { folders: vec![SITE.into()], ..studio::Settings::default() };
        let files = script
            .kept
            .clone()
            .into_iter()
            .chain([("settings".to_string(), settings.to_json().into_bytes())]);
        let mut all: Vec<u8> =
            files.flat_map(|(name, bytes)| packet(&json!({"k": "file", "name": name}), &bytes)).collect();
        all.extend(packet(&json!({"k": "start", "tools": true, "name": "shelf"}), &[]));
        script.call(&all);
        script
    }

    /// The addresses that it wants after this.
    fn call(&mut self, packets: &[u8]) -> Vec<String> {
        let mut wanted = Vec::new();
        for n in 0..20 {
            self.now += 17_000;
            let answer = self.host.call(Duration::from_micros(self.now), if n == 0 { packets } else { &[] });
            let mut rest = &answer[..];
            while let Some((length, after)) = rest.split_first_chunk::<4>() {
                let (head, after) = after.split_at(u32::from_le_bytes(*length) as usize);
                let (length, after) = after.split_first_chunk::<4>().expect("a body");
                let (body, after) = after.split_at(u32::from_le_bytes(*length) as usize);
                rest = after;
                let head: Value = serde_json::from_slice(head).expect("JSON");
                match head["k"].as_str().expect("a kind") {
                    "fetch" => wanted.push(head["url"].as_str().expect("an address").to_string()),
                    "keep" => {
                        _ = self
                            .kept
                            .insert(head["name"].as_str().expect("a name").to_string(), body.to_vec())
                    }
                    "load" => self.loads.push(head),
                    _ => {}
                }
            }
        }
        wanted
    }

    fn fetched(&mut self, url: &str, bytes: Result<Vec<u8>, &str>) -> Vec<String> {
        let why = bytes.as_ref().err().map(ToString::to_string);
        self.call(&packet(&json!({"k": "fetched", "url": url, "why": why}), &bytes.unwrap_or_default()))
    }

    fn play(&mut self, name: &str) -> Vec<String> {
        self.host.on_catalogue(CatalogueEvent::Load { id: 99, name: name.into(), param: String::new() });
        self.call(&[])
    }

    fn titles(&self) -> Vec<String> {
        self.host.catalogues.listed().into_iter().map(|cart| cart.title).collect()
    }
}

#[test]
fn a_catalogue_is_read_when_the_shelf_opens_and_a_cart_when_it_is_played() {
    let mut script = Script::new(BTreeMap::new());
    assert_eq!(script.titles(), [""; 0]);
    script.host.on_catalogue(CatalogueEvent::Sources(vec!["/a".into()]));
    script.host.on_catalogue(CatalogueEvent::Sources(vec![SITE.into(), "/a".into()]));
    assert_eq!(script.call(&[]), [SITE]);
    script.fetched(SITE, Ok(index()));
    assert_eq!(script.titles(), ["The bee", "The night"]);
    let (bee, night) = ("https://example.org/a/bee.p8", "https://example.org/a/night.p8");
    assert_eq!(script.play("catalogue/https://example.org/a/bee.p8"), [bee, night]);
    script.fetched(night, Ok(code("night")));
    assert!(script.loads.is_empty(), "one is missing");
    script.fetched(bee, Ok(code("bee")));
    let [load] = &script.loads[..] else { panic!("it is loaded") };
    assert!(
        load["name"] == "bee" && load["key"].as_str().is_some_and(|key| key.starts_with("bee-")),
        "{load}"
    );
    let cart = script.host.dropped.take().expect("waits for its files").cart;
    assert_eq!(cart.bundle.carts().len(), 2, "with the cart that it loads");
    assert!(script.play("catalogue/https://example.org/a/bee.p8").is_empty(), "it is there");
    assert!(script.play("#night").is_empty() && script.loads.len() == 3, "by its id");

    // Another page, without a network.
    let mut later = Script::new(script.kept.clone());
    assert_eq!(later.titles(), ["The bee", "The night"], "the last copy");
    later.fetched(SITE, Err("no network"));
    assert_eq!(later.titles().len(), 2);
    assert!(later.play("catalogue/https://example.org/a/bee.p8").is_empty() && later.loads.len() == 1);
}

#[test]
fn wrong_bytes_are_refused() {
    let mut script = Script::new(BTreeMap::new());
    script.fetched(SITE, Ok(b"{}".to_vec()));
    assert!(script.titles().is_empty() && script.kept.keys().all(|name| !name.starts_with(CATALOGUE)));
    script.fetched(SITE, Ok(index()));
    script.play("catalogue/https://example.org/a/night.p8");
    let bytes = code("night").to_ascii_uppercase();
    script.fetched("https://example.org/a/night.p8", Ok(bytes));
    assert!(script.loads.is_empty() && !script.kept.contains_key("catalogue/https://example.org/a/night.p8"));
    script.play("catalogue/https://example.org/a/night.p8");
    script.fetched("https://example.org/a/night.p8", Err("the server answered 404"));
    script.fetched("https://elsewhere.example/x", Ok(code("night")));
    assert!(script.loads.is_empty());
}
