//! Kana by Latin letters, as PICO-8's Ctrl+J and Ctrl+K have them: `ka` is か, `kya` きゃ, `kka` っか, `nn` ん.
//!
//! ```text
//! k_ ──> k      ka_ ──> か      ga_ ──> か゛      sha_ ──> しゃ      nka_ ──> んか      xtu_ ──> っ
//! ```
//!
//! Marks of voiced kana, ゛ and ゜, are separate signs behind the kana. The order is that of P8SCII; the spelling is Nihon-shiki, and
//! Hepburn's where that differs.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kana {
    Hiragana,
    Katakana,
}

const HIRAGANA: u8 = 0x9a;
const KATAKANA: u8 = 0xcc;
const VOICED: u8 = 30;
const HALF_VOICED: u8 = 31;
/// ん, from the first kana on; the small tsu, which ya, yu and yo follow.
const N: u8 = 45;
const SMALL: u8 = 46;

const SYLLABLES: [&str; 50] = [
    "a", "i", "u", "e", "o", "ka", "ki", "ku", "ke", "ko", "sa", "si", "su", "se", "so", "ta", "ti", "tu",
    "te", "to", "na", "ni", "nu", "ne", "no", "ha", "hi", "hu", "he", "ho", "ma", "mi", "mu", "me", "mo",
    "ya", "yu", "yo", "ra", "ri", "ru", "re", "ro", "wa", "wo", "nn", "xtu", "xya", "xyu", "xyo",
];
const HEPBURN: [(&str, &str); 15] = [
    ("shi", "si"),
    ("chi", "ti"),
    ("tsu", "tu"),
    ("fu", "hu"),
    ("ji", "zi"),
    ("sha", "sya"),
    ("shu", "syu"),
    ("sho", "syo"),
    ("cha", "tya"),
    ("chu", "tyu"),
    ("cho", "tyo"),
    ("ja", "zya"),
    ("ju", "zyu"),
    ("jo", "zyo"),
    ("xtsu", "xtu"),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KanaMatch {
    /// Kana, and how many of the last letters remain.
    Kana(Vec<u8>, usize),
    Begun,
    Other,
}

pub(super) fn read(letters: &[u8], kana: Kana) -> KanaMatch {
    let first = match kana {
        Kana::Hiragana => HIRAGANA,
        Kana::Katakana => KATAKANA,
    };
    if let Some(signs) = syllable(letters, first) {
        return KanaMatch::Kana(signs, 0);
    }
    match letters {
        [b'n', next] if !b"aiueoyn".contains(next) => KanaMatch::Kana(vec![first + N], 1),
        [one, two] if one == two && !b"aiueon".contains(one) => KanaMatch::Kana(vec![first + SMALL], 1),
        _ if is_begun(letters) => KanaMatch::Begun,
        _ => KanaMatch::Other,
    }
}

fn syllable(letters: &[u8], first: u8) -> Option<Vec<u8>> {
    let letters =
        HEPBURN.iter().find(|(name, _)| name.as_bytes() == letters).map_or(letters, |it| it.1.as_bytes());
    let index = |letters: &[u8]| SYLLABLES.iter().position(|it| it.as_bytes() == letters);
    if let Some(at) = index(letters) {
        return Some(vec![first + at as u8]);
    }
    let (consonant, mark) = match letters.first()? {
        b'g' => (b'k', Some(VOICED)),
        b'z' => (b's', Some(VOICED)),
        b'd' => (b't', Some(VOICED)),
        b'b' => (b'h', Some(VOICED)),
        b'p' => (b'h', Some(HALF_VOICED)),
        other => (*other, None),
    };
    let (head, small) = match letters {
        [_, vowel] => ([consonant, *vowel], None),
        [_, b'y', vowel @ (b'a' | b'u' | b'o')] if consonant != b'x' => {
            let small = b"auo".iter().position(|it| it == vowel)? as u8;
            ([consonant, b'i'], Some(first + SMALL + 1 + small))
        }
        _ => return None,
    };
    let mut signs = vec![first + index(&head)? as u8];
    signs.extend(mark);
    signs.extend(small);
    Some(signs)
}

fn is_begun(letters: &[u8]) -> bool {
    match letters {
        [one] => b"kstnhmyrwgzdbpfjcx".contains(one),
        [one, b'y'] => b"kstnhmrgzdbpx".contains(one),
        [b's' | b'c', b'h'] | [b't', b's'] | [b'x', b't'] | [b'x', b't', b's'] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str, kana: Kana) -> String {
        let (mut out, mut begun) = (Vec::new(), Vec::new());
        for letter in text.bytes() {
            begun.push(letter);
            match read(&begun, kana) {
                KanaMatch::Kana(signs, rest) => {
                    out.extend(signs);
                    begun.drain(..begun.len() - rest);
                }
                KanaMatch::Begun => {}
                KanaMatch::Other => out.append(&mut begun),
            }
        }
        out.append(&mut begun);
        rasher::text::decode(&out)
    }

    #[test]
    fn letters_are_read_as_kana() {
        let cases = [
            ("aiueo", "あいうえお", "アイウエオ"),
            ("kyaku", "きゃく", "キャク"),
            ("shichitsufu", "しちつふ", "シチツフ"),
            ("gappa", "か゛っは゜", "カ゛ッハ゜"),
            ("jazyo", "し゛ゃし゛ょ", "シ゛ャシ゛ョ"),
            ("honnwo", "ほんを", "ホンヲ"),
            ("kanji", "かんし゛", "カンシ゛"),
            ("nyan", "にゃn", "ニャn"),
            ("xtuxya", "っゃ", "ッャ"),
            ("q1ka", "q1か", "q1カ"),
        ];
        for (text, hiragana, katakana) in cases {
            assert_eq!(typed(text, Kana::Hiragana), hiragana, "{text}");
            assert_eq!(typed(text, Kana::Katakana), katakana, "{text}");
        }
    }

    #[test]
    fn each_kana_of_the_console_can_be_typed() {
        for (n, letters) in (0..).zip(SYLLABLES) {
            let want = KanaMatch::Kana(vec![HIRAGANA + n], 0);
            assert_eq!(read(letters.as_bytes(), Kana::Hiragana), want, "{letters}");
        }
        assert_eq!(KATAKANA - HIRAGANA, SYLLABLES.len() as u8);
    }
}
