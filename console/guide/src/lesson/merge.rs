//! Merges a reader's lines with those of a step, line by line.
//!
//! ```text
//! base     the function before the step      mine     the reader's      new     the function after the step
//!
//! lines in all three ── between them ── mine is base: take new ── new is base: keep mine ── both differ: the line is in the way
//! ```
//!
//! Lines are equal if their tokens and comments are, so blanks do not matter.

use lua::PieceKind;
use std::ops::Range;

type Lines<'a> = Vec<&'a [u8]>;

pub fn lines(text: &[u8]) -> Lines<'_> {
    text.strip_suffix(b"\n").unwrap_or(text).split(|byte| *byte == b'\n').collect()
}

/// The tokens and comments of a code, with a space after each.
pub fn tokens(code: &[u8]) -> Vec<u8> {
    let (mut at, mut out) = (0, Vec::new());
    for (kind, len) in lua::pieces(code) {
        if kind != PieceKind::Blank {
            out.extend([code[at..at + len].trim_ascii(), b" "].concat());
        }
        at += len;
    }
    out
}

/// The merged text, or the line of `mine` that is in the way, from 0.
pub fn merge(mine: &[u8], base: &[u8], new: &[u8]) -> Result<Vec<u8>, usize> {
    let merged = merge_lines(&lines(mine), &lines(base), &lines(new));
    // The same in other lines; or all but the step's comments.
    if merged.is_err() && tokens(mine) == tokens(base) {
        return Ok(new.to_vec());
    }
    if merged.is_err() && !lines(mine).iter().any(is_comment) {
        let base: Vec<&[u8]> = lines(base).into_iter().filter(|line| !is_comment(line)).collect();
        return merge_lines(&lines(mine), &base, &lines(new)).or(merged);
    }
    merged
}

fn is_comment(line: &&[u8]) -> bool {
    line.trim_ascii().starts_with(b"--")
}

fn merge_lines(mine: &[&[u8]], base: &[&[u8]], new: &[&[u8]]) -> Result<Vec<u8>, usize> {
    let [mine_keys, base_keys, new_keys] = [mine, base, new].map(keys);
    let (in_mine, in_new) = (matches(&base_keys, &mine_keys), matches(&base_keys, &new_keys));
    // The lines of the base that both have, and the ends.
    let both = (0..base.len()).filter_map(|n| Some((in_mine[n]?, n, in_new[n]?)));
    let (mut from, mut out) = ((0, 0, 0), Lines::new());
    for (at, base_at, new_at) in both.chain([(mine.len(), base.len(), new.len())]) {
        let (m, b, n) = (from.0..at, from.1..base_at, from.2..new_at);
        let same =
            |x: &[Vec<u8>], a: &Range<usize>, y: &[Vec<u8>], b: &Range<usize>| x[a.clone()] == y[b.clone()];
        if same(&mine_keys, &m, &base_keys, &b) {
            out.extend(&new[n]);
        } else if same(&new_keys, &n, &base_keys, &b) || same(&new_keys, &n, &mine_keys, &m) {
            out.extend(&mine[m]);
        } else {
            return Err(m.start.min(mine.len().saturating_sub(1)));
        }
        out.extend(mine.get(at));
        from = (at + 1, base_at + 1, new_at + 1);
    }
    Ok([out.join(&b'\n'), b"\n".to_vec()].concat())
}

fn keys(lines: &[&[u8]]) -> Vec<Vec<u8>> {
    lines.iter().map(|line| tokens(line)).collect()
}

/// For each line of `a` the line of `b` that is the same in a longest common sequence.
fn matches(a: &[Vec<u8>], b: &[Vec<u8>]) -> Vec<Option<usize>> {
    let mut longest = vec![vec![0_u32; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i][j] = match a[i] == b[j] {
                true => longest[i + 1][j + 1] + 1,
                false => longest[i + 1][j].max(longest[i][j + 1]),
            };
        }
    }
    let (mut found, mut i, mut j) = (vec![None; a.len()], 0, 0);
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            found[i] = Some(j);
            (i, j) = (i + 1, j + 1);
        } else if longest[i + 1][j] >= longest[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_lines_stay_unless_the_step_changes_the_same_place() {
        let base = "a()\nb()\nc()\n";
        let cases: [(&str, &str, Result<&str, usize>); 8] = [
            (base, "a()\nx()\nc()\n", Ok("a()\nx()\nc()\n")),
            (" a ( )\nb() -- mine\nc()\n", "a()\nb()\nc()\nd()\n", Ok(" a ( )\nb() -- mine\nc()\nd()\n")),
            ("a()\nb()\nc()\nmine()\n", "a()\nx()\nc()\n", Ok("a()\nx()\nc()\nmine()\n")),
            ("-- hello\na()\nb()\nc()\n", "x()\nb()\nc()\n", Err(0)),
            ("a()\nmine()\nc()\n", "a()\nx()\nc()\n", Err(1)),
            ("a()\nx()\nc()\n", "a()\nx()\nc()\n", Ok("a()\nx()\nc()\n")),
            ("mine()\na()\nb()\nc()\n", "a()\nb()\nc()\nd()\n", Ok("mine()\na()\nb()\nc()\nd()\n")),
            ("a()\nc()\n", "a()\nb()\nd()\nc()\n", Err(1)),
        ];
        for (mine, new, want) in cases {
            let merged = merge(mine.as_bytes(), base.as_bytes(), new.as_bytes());
            let merged = merged.map(|text| String::from_utf8_lossy(&text).into_owned());
            assert_eq!(merged.as_deref().map_err(|at| *at), want, "{mine:?} {new:?}");
        }
    }
}
