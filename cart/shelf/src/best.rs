//! A player's best results as a line for the boot screen, for carts that do not report them with `score`; the
//! console knows reported results anyway.
//!
//! | cart | id | numbers |
//! |---|---|---|
//! | Smokehouse | smokehouse | 1 highest floor, 2 runs won, 3 won in a row |
//!
//! The carts write them; nothing here does. That both mean the same is tested by games that are played to their end.

use loader::Best;

fn count(n: i32, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}

/// The parts that there are, with commas.
fn joined(parts: &[Option<String>]) -> String {
    parts.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ")
}

pub(crate) const SMOKEHOUSE: Best = Best::new("smokehouse", |n| {
    joined(&[
        (n[1] > 0).then(|| format!("{}floor {}", if n[2] > 0 { "" } else { "best " }, n[1])),
        (n[2] > 0).then(|| count(n[2], "win")),
        (n[3] > 0).then(|| format!("streak {}", n[3])),
    ])
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Whose, which numbers are saved, and the line.
    type Case = (Best, &'static [(usize, i32)], &'static str);

    fn line(best: Best, numbers: &[(usize, i32)]) -> String {
        let mut saved = [0; 256];
        for (at, number) in numbers {
            saved[at * 4..at * 4 + 4].copy_from_slice(&(number << 16).to_le_bytes());
        }
        best.line(&saved)
    }

    #[test]
    fn results_are_a_line() {
        // The wording is our decision; each cart's own saving defines the numbers.
        let cases: &[Case] = &[
            (SMOKEHOUSE, &[(0, 7), (1, 5), (2, 2), (3, 1)], "floor 5, 2 wins, streak 1"),
            (SMOKEHOUSE, &[(0, 7), (1, 3)], "best floor 3"),
            (SMOKEHOUSE, &[(0, 7), (1, 10), (2, 1)], "floor 10, 1 win"),
        ];
        for (best, numbers, want) in cases {
            assert_eq!(line(*best, numbers), *want);
        }
    }

    #[test]
    fn nothing_and_any_numbers_at_all_have_a_line() {
        for cart in crate::CARTS {
            let Some(best) = cart.best else { continue };
            assert_eq!(best.line(&[0; 256]), "", "{}: nothing was reached", cart.name);
            for byte in [1, 0x7f, 0x80, 0xff] {
                assert!(best.line(&[byte; 256]).len() < 60, "{}", cart.name);
            }
        }
    }
}
