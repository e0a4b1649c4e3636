//! Paths as text, and files by a function that somebody else gives.
//!
//! ```text
//! join("cart/a/src", "../../b/x.rs") = "cart/b/x.rs"         join("", "../x") = "../x"       join("a", "/x") = "/x"
//! ```

use crate::error::BudgetError;

/// Bytes of all files together that are read: 64 times what fits into a cartridge, and comments beside.
pub const MOST: usize = 4 << 20;

/// Gives the bytes of the file at a path with `/` between its parts; none when there is no such file.
pub type ReadFile<'a> = dyn Fn(&str) -> Option<Vec<u8>> + 'a;

/// Files by name, and how much of them was read.
pub(crate) struct SourceFiles<'a> {
    read: &'a ReadFile<'a>,
    sum: usize,
}

impl<'a> SourceFiles<'a> {
    pub fn new(read: &'a ReadFile<'a>) -> Self {
        SourceFiles { read, sum: 0 }
    }

    pub fn is_there(&self, path: &str) -> bool {
        (self.read)(path).is_some()
    }

    /// The bytes; `wanted` says who names the file.
    pub fn bytes(&mut self, path: &str, wanted: &str) -> Result<Vec<u8>, BudgetError> {
        let missing = || BudgetError::Missing { file: path.into(), wanted: wanted.into() };
        let bytes = (self.read)(path).ok_or_else(missing)?;
        self.sum = self.sum.saturating_add(bytes.len());
        if self.sum > MOST {
            return Err(BudgetError::TooLarge { file: path.into(), found: self.sum, most: MOST });
        }
        Ok(bytes)
    }

    /// The same as text, without the mark that some editors begin a file with; bytes that are no UTF-8 become the replacement character,
    /// which no lexer takes.
    pub fn text(&mut self, path: &str, wanted: &str) -> Result<String, BudgetError> {
        let bytes = self.bytes(path, wanted)?;
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        Ok(String::from_utf8_lossy(text).into_owned())
    }
}

/// The folder of a file: what stands before its last `/`.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// `path`, from the folder `from`, with its `.` and `..` worked out as far as they can be.
pub(crate) fn join(from: &str, path: &str) -> String {
    let path = path.replace('\\', "/");
    let whole = if path.starts_with('/') || from.is_empty() { path } else { format!("{from}/{path}") };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let root = if whole.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}
