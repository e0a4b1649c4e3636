//! Indexes of carts: what is read, what is refused with the place, and which addresses may be read. The format is our decision.

use format::{Catalogue, CatalogueCart, file_address, index_address, may_read, sha256};
use serde_json::{Value, json};

/// By `printf 'a cart' | sha256sum`.
const DIGEST: &str = "69d710fc51609ed4ed75573770015db48db5e053608efa6f859219a2a9367ea3";

fn cart(id: &str) -> Value {
    json!({"id": id, "title": "Bee", "players": 1, "file": "carts/bee.p8.png", "size": 6, "sha256": sha256(b"a cart")})
}

fn index(carts: &[Value]) -> Value {
    json!({"catalogue": 1, "title": "Ada's carts", "carts": carts, "later": {"any": 1}})
}

fn read(index: &Value) -> Result<Catalogue, String> {
    Catalogue::from_json(index.to_string().as_bytes(), "index.json").map_err(|e| e.to_string())
}

#[test]
fn an_index_is_read_and_comes_back_as_written() {
    let read = read(&index(&[cart("bee"), cart("bee2")])).expect("right");
    let [bee, _] = &read.carts[..] else { panic!("two carts") };
    assert_eq!((&*bee.id, &*bee.file, bee.players, &*bee.about), ("bee", "carts/bee.p8.png", 1, ""));
    assert_eq!(Catalogue::from_json(read.to_json().as_bytes(), "a").as_ref(), Ok(&read));
    assert_eq!(Catalogue::new("Ada's carts", "", read.carts.clone()), read);
    assert_eq!(bee.file_name(), "bee.p8.png");
}

#[test]
fn a_wrong_entry_is_refused_by_cart_and_field() {
    let long = "a".repeat(101);
    for (field, value, says) in [
        ("id", json!("Bee"), "cart 2 (Bee), id: found \"Bee\", expected 1 to 64 of a to z"),
        ("id", json!("../up"), "id: found \"../up\""),
        ("id", json!("bee"), "an id that no other cart has"),
        ("title", json!(""), "title: found \"\", expected 1 to 100 characters"),
        ("title", json!(long), "1 to 100 characters"),
        ("title", json!("a\nb"), "in one line"),
        ("about", json!("x".repeat(1001)), "0 to 1000 characters"),
        ("tags", json!([""]), "tags: found \"\""),
        ("tags", json!(vec!["a"; 33]), "at most 32"),
        ("players", json!(0), "players: found \"0\", expected 1 to 8"),
        ("players", json!("two"), "no catalogue (invalid type"),
        ("updated", json!("29 Nov"), "a date such as 2026-11-29"),
        ("file", json!("../bee.p8"), "a name next to the index"),
        ("file", json!("/bee.p8"), "a name next to the index"),
        ("file", json!("https://other.example/bee.p8"), "a name next to the index"),
        ("file", json!("//other.example/bee.p8"), "a name next to the index"),
        ("file", json!("a/%2e%2e/bee.p8"), "a name next to the index"),
        ("file", json!("bee.p8?x=.p8"), "a name next to the index"),
        ("file", json!("bee.exe"), "ends in .p8 or .p8.png"),
        ("label", json!("bee.svg"), "ends in .png"),
        ("size", json!(0), "1 to 262144 bytes"),
        ("size", json!(262_145), "1 to 262144 bytes"),
        ("size", json!(-1), "no catalogue (invalid value"),
        ("sha256", json!("abc"), "64 hex digits"),
        ("sha256", json!("A".repeat(64)), "64 hex digits"),
        ("loads", json!(["#x"]), "the id of another cart"),
    ] {
        let mut second = cart("second");
        second[field] = value.clone();
        let said = read(&index(&[cart("bee"), second])).expect_err(&format!("{field} {value}"));
        assert!(said.contains(says), "{field} {value}: {said}");
    }
    let mut newer = index(&[]);
    newer["catalogue"] = json!(2);
    for (index, says) in [
        (newer, "found version 2 of the format, expected version 1; update this program"),
        (json!({"title": "x", "carts": []}), "no catalogue (missing field"),
        (json!([]), "no catalogue"),
    ] {
        let said = read(&index).expect_err(says);
        assert!(said.contains(says), "{said}");
    }
    let large = Catalogue::from_json(&vec![b' '; 1_000_001], "i").expect_err("too large").to_string();
    assert!(large.contains("1000001 bytes, expected at most 1000000 bytes"), "{large}");
    let torn = Catalogue::from_json(b"{\"catalogue\": 1,\n", "i").expect_err("torn").to_string();
    assert!(torn.starts_with("i:2:"), "{torn}");
}

#[test]
fn bytes_that_differ_from_the_index_are_refused() {
    assert_eq!(sha256(b"a cart"), DIGEST);
    let cart = &read(&index(&[cart("bee")])).expect("right").carts[0];
    assert_eq!(cart.check_bytes(b"a cart", "bee.p8"), Ok(()));
    for (bytes, says) in [
        (&b"a carT"[..], "found the SHA-256"),
        (b"a cart!", "found 7 bytes, expected 6 bytes"),
        (b"", "0 bytes"),
    ] {
        let said = cart.check_bytes(bytes, "bee.p8").expect_err(says).to_string();
        assert!(said.starts_with("bee.p8: ") && said.contains(says), "{said}");
    }
}

#[test]
fn a_cart_comes_with_those_that_it_loads_once_each() {
    let of = |id: &str, loads: &[&str]| CatalogueCart {
        id: id.into(),
        loads: loads.iter().map(ToString::to_string).collect(),
        ..CatalogueCart::default()
    };
    let index = Catalogue::new(
        "",
        "",
        vec![of("a", &["b", "gone", "b"]), of("b", &["c", "a"]), of("c", &["c"]), of("d", &[])],
    );
    let ids = |id: &str| index.with_loaded(id).iter().map(|cart| cart.id.clone()).collect::<Vec<_>>();
    assert_eq!(
        (ids("a"), ids("c"), ids("x")),
        (vec!["a".into(), "b".into(), "c".into()], vec!["c".into()], vec![])
    );
}

#[test]
fn addresses_are_https_or_of_this_machine() {
    for (text, address) in [
        ("https://example.org", "https://example.org/index.json"),
        (" https://example.org/ \n", "https://example.org/index.json"),
        ("HTTPS://example.org/carts", "https://example.org/carts/index.json"),
        ("https://example.org/carts/", "https://example.org/carts/index.json"),
        ("https://example.org/carts/bee.html?a#b", "https://example.org/carts/index.json"),
        ("https://example.org/my.json", "https://example.org/my.json"),
        ("http://localhost:8000/site/", "http://localhost:8000/site/index.json"),
        ("http://127.0.0.1", "http://127.0.0.1/index.json"),
        ("http://[::1]:80/x", "http://[::1]:80/x/index.json"),
    ] {
        assert_eq!(index_address(text).as_deref(), Ok(address), "{text}");
    }
    for text in [
        "",
        "example.org",
        "http://example.org",
        "http://localhost.example.org",
        "http://127.0.0.1.example.org/",
        "https://",
        "https:///carts",
        "https://ada@example.org",
        "http://localhost@example.org/",
        "ftp://example.org",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://exa mple.org",
        "https://example.org/\"x",
        "https://exämple.org",
        &format!("https://example.org/{}", "a".repeat(300)),
    ] {
        let said = index_address(text).expect_err(text).to_string();
        assert!(said.contains("expected an address such as https://example.org/carts"), "{said}");
    }
    let index = "https://example.org/carts/index.json";
    assert_eq!(file_address(index, "labels/bee.png"), "https://example.org/carts/labels/bee.png");
    assert!(
        may_read("https://other.example/x", index) && may_read("http://localhost/x", "http://localhost/i")
    );
    assert!(!may_read("http://localhost/x", index) && !may_read("https://a.example/", "http://localhost/i"));
}
