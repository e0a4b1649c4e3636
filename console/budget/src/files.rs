//! Paths as text with `/`, and files through the caller's function.

use crate::error::BudgetError;

/// Bytes of all files: 64 times a cartridge's, for comments and tests.
pub const MOST: usize = 4 << 20;

/// Returns the bytes of a file, if it exists.
pub type ReadFile<'a> = dyn Fn(&str) -> Option<Vec<u8>> + 'a;

pub(crate) struct CodeFiles<'a> {
    read: &'a ReadFile<'a>,
    sum: usize,
}

impl<'a> CodeFiles<'a> {
    pub fn new(read: &'a ReadFile<'a>) -> Self {
        CodeFiles { read, sum: 0 }
    }

    pub fn is_there(&self, path: &str) -> bool {
        (self.read)(path).is_some()
    }

    pub fn bytes(&mut self, path: &str, wanted: &str) -> Result<Vec<u8>, BudgetError> {
        let missing = || BudgetError::Missing { file: path.into(), wanted: wanted.into() };
        let bytes = (self.read)(path).ok_or_else(missing)?;
        self.sum = self.sum.saturating_add(bytes.len());
        if self.sum > MOST {
            return Err(BudgetError::TooLarge { file: path.into(), found: self.sum, most: MOST });
        }
        Ok(bytes)
    }

    /// Reads a file as text without a byte order mark. Invalid UTF-8 becomes U+FFFD, which no lexer accepts.
    pub fn text(&mut self, path: &str, wanted: &str) -> Result<String, BudgetError> {
        let bytes = self.bytes(path, wanted)?;
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        Ok(String::from_utf8_lossy(text).into_owned())
    }
}

pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Joins a path to a folder and resolves `.` and `..` as far as possible: `join("cart/a/src", "../../b/x.rs")` is `cart/b/x.rs`.
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
