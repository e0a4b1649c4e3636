//! Whether a cart reads the buttons of a second player, which a page must know: without one, Tab is the browser's.
//!
//! ```text
//! Lua    btn(i, player), btnp(i, player), all players' bits by btn() or btnp(), a digit of the addresses 0x5f4d to 0x5f53
//! Rust   btn_of, btnp_of among the calls that its module imports
//! ```
//!
//! What it cannot know, an address that is calculated or a name for `btn`, counts as one player.

use lua::{Lexeme, LexemeKind, lex};

/// Of Lua in P8SCII, or of a module.
pub fn code_has_two(code: &[u8]) -> bool {
    match format::is_module(code) {
        true => wasm::imports(code)
            .is_ok_and(|calls| calls.iter().any(|call| call == "btn_of" || call == "btnp_of")),
        false => lua_has_two(code),
    }
}

fn lua_has_two(code: &[u8]) -> bool {
    // Code that does not compile has no players.
    let lexemes = lex(code).unwrap_or_default();
    let asks = |at: usize| matches!(lexemes[at].text, b"btn" | b"btnp") && takes_player(&lexemes[at + 1..]);
    (0..lexemes.len()).any(|at| asks(at) || is_pad(&lexemes[at]))
}

/// Whether a call has no argument, or two or more; `call` begins with its bracket.
fn takes_player(call: &[Lexeme<'_>]) -> bool {
    let mut depth = 0;
    for (n, lexeme) in call.iter().enumerate() {
        match (lexeme.kind, lexeme.text) {
            (LexemeKind::Open, _) => depth += 1,
            (LexemeKind::Close, _) if depth == 1 => return n == 1,
            (LexemeKind::Close, _) => depth -= 1,
            (_, b",") if depth == 1 => return true,
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

fn is_pad(lexeme: &Lexeme<'_>) -> bool {
    let digits = lexeme.text.strip_prefix(b"0x5f").filter(|_| lexeme.kind == LexemeKind::Number);
    let byte = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
    byte.is_some_and(|byte| (0x4d..=0x53).contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_player_is_one_whose_buttons_are_read() {
        let cases = [
            ("if btn(0) then x-=1 end", false),
            ("if btn(0,1) then x-=1 end", true),
            ("if (btnp(max(1,2))) y=1", false),
            ("if btnp(max(1,2),p) then end", true),
            ("b=btn()", true),
            ("b=btnp ( ) & 15", true),
            ("t={btn,1}", false),
            ("print(\"btn(0,1)\") -- btn(0,1)", false),
            ("x=peek(0x5f4c)", false),
            ("x=peek(0x5f4d)", true),
            ("btn(0,", true),
            ("btn(\"", false),
        ];
        for (code, two) in cases {
            assert_eq!(lua_has_two(code.as_bytes()), two, "{code}");
        }
    }
}
