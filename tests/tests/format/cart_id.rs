//! The comment with a cart's id: read, added and removed, with the code as it was. The form is our decision.

use format::{CART_ID_CHARS, cart_id, is_cart_id, new_cart_id, with_cart_id, without_cart_id};

const ID: &str = "0123456789abcdef";

#[test]
fn the_last_whole_line_of_that_form_is_the_id() {
    let other = "fedcba9876543210";
    for (code, id) in [
        (String::new(), None),
        ("x=1".into(), None),
        (format!("--cart id {ID}"), Some(ID)),
        (format!("x=1\n--cart id {ID}\r\n"), Some(ID)),
        (format!("--cart id {ID}\n--cart id {other}\nx=1"), Some(other)),
        (format!(" --cart id {ID}"), None),
        (format!("x=1--cart id {ID}"), None),
        (format!("--cart id {}", ID.to_uppercase()), None),
        (format!("--cart id {ID}0"), None),
        ("--cart id 0123".into(), None),
        ("--cart id \u{e9}123456789abcde".into(), None),
    ] {
        assert_eq!(cart_id(code.as_bytes()), id, "{code:?}");
    }
    assert_eq!(new_cart_id(0x0123_4567_89ab_cdef), ID);
    assert!(is_cart_id(&new_cart_id(0)) && is_cart_id(&new_cart_id(u64::MAX)));
}

#[test]
fn an_id_comes_and_goes_and_the_code_stays() {
    for code in ["", "x=1", "x=1\n", "x=1\n\n", "-- title\n-- author\n\nx=1", "x=1 -- comment", "\n"] {
        let with = with_cart_id(code.as_bytes(), ID);
        assert_eq!(cart_id(&with), Some(ID));
        assert!(with.starts_with(code.as_bytes()), "{code:?}: its lines keep their numbers");
        assert_eq!(with.len(), code.len() + CART_ID_CHARS);
        assert_eq!(without_cart_id(&with), code.as_bytes(), "{code:?}");
        assert_eq!(without_cart_id(&[&with[..], b"\n"].concat()), code.as_bytes(), "{code:?}");
        let again = with_cart_id(&with, "fedcba9876543210");
        assert_eq!(without_cart_id(&again), code.as_bytes(), "{code:?}: one id at a time");
    }
    // A line that its author has moved.
    assert_eq!(without_cart_id(format!("x=1\n--cart id {ID}\ny=2").as_bytes()), b"x=1\ny=2");
    assert_eq!(without_cart_id(format!("--cart id {ID}\ny=2").as_bytes()), b"y=2");
}
