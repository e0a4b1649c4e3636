//! Our own check of a module, before an engine sees it: all of its state is the memory above the stack.
//!
//! | a module has | it has no |
//! |---|---|
//! | one memory of its own, at most 2,048 KiB and the stack | shared or 64-bit memory, passive data |
//! | one table at most, never changed | instructions that change a table |
//! | one mutable global, the stack pointer, exported | other mutable globals |
//! | imports of `calls` only, and all exports | start function |
//! | integers | floats, vectors, threads, garbage-collected types, exceptions, tail calls |
//!
//! An engine still validates it. So the reader here is exact on what it accepts and refuses all else: it cannot take
//! an argument for an instruction in a module that passes both.

use crate::fault::{MEMORY_KIB, ModuleError};
use crate::sections::{Body, Reader, names, sections};
use calls::PLAYED_MAX;
use std::ops::Range;

/// What an engine has to know of a checked module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Bytes of the stack, from 0.
    pub stack: u32,
    /// The imported calls, in their order.
    pub imports: Vec<String>,
    /// The section of the memory, with its head, and the pages at the start.
    pub memory: (Range<usize>, u32),
}

/// Number of arguments, all `i32`, and bytes of the result; none of another shape.
type Shape = Option<(usize, usize)>;

macro_rules! signatures {
    ($($name:ident($($arg:ident: $kind:ident($($part:ident)*)),*) -> $result:ident;)*) => {
        /// The shape of an import; none of one that there is not.
        fn signature(name: &str) -> Option<Shape> {
            Some(match name {
                $(stringify!($name) => {
                    let parts: &[&str] = &[$($(stringify!($part)),*),*];
                    Some((parts.len() + 1, size_of::<calls::result_type!($result)>()))
                })*
                calls::STAT_TEXT | calls::STATE_ERROR => Some((2, 0)),
                calls::NO_UPDATE60 => Some((0, 0)),
                calls::PANICKED => Some((6, 0)),
                _ => return None,
            })
        }
    };
}
calls::each_call!(signatures);

const EXPORTS: [(&str, (usize, usize)); 6] = [
    (calls::START, (0, 0)),
    (calls::HOOK, (3, 4)),
    (calls::STATE, (0, 8)),
    (calls::ROOM, (1, 4)),
    (calls::LOAD, (0, 4)),
    (calls::LOAD_NAMED, (0, 4)),
];

/// Bytes of a page of memory.
pub(crate) const PAGE: usize = 64 << 10;
/// Pages of the largest memory, beyond which the allocator of a module fails.
pub(crate) const PAGES_MAX: usize = MEMORY_KIB * 1024 / PAGE + 4;
/// The largest stack.
const STACK_MAX: u32 = 256 << 10;
/// Functions that a table may have.
const TABLE_MAX: u32 = 10_000;

pub(crate) fn check(module: &[u8]) -> Result<Layout, ModuleError> {
    if module.len() > PLAYED_MAX {
        return Err(ModuleError::Large { bytes: module.len(), most: PLAYED_MAX });
    }
    let floats = |number: Option<usize>| ModuleError::Floats {
        function: match number {
            Some(number) => name_of(module, number),
            None => "its types".into(),
        },
    };
    let (mut types, mut imports, mut functions) = (Vec::<Shape>::new(), Vec::new(), Vec::<Shape>::new());
    let (mut memory, mut tables, mut globals, mut exports) = (None, 0, Vec::new(), Vec::new());
    for section in sections(module) {
        let (id, whole, mut reader) = section?;
        if !(1..=12).contains(&id) {
            if id == 0 {
                continue;
            }
            return Err(reader.wrong("a section of another kind"));
        }
        if id == 8 {
            return Err(keeps("a start function"));
        }
        for n in 0..reader.number()? {
            match id {
                1 => types.push(shape(&mut reader, &floats)?),
                2 => {
                    let (from, name) = (reader.name()?, reader.name()?.to_string());
                    if from != calls::MODULE {
                        let name = format!("{from}.{name}");
                        return Err(ModuleError::Import { name, why: "which is no call of a console" });
                    }
                    if reader.byte()? != 0 {
                        return Err(ModuleError::Import { name, why: "which is no function" });
                    }
                    let own = types.get(reader.number()? as usize).copied().flatten();
                    let why = match signature(&name) {
                        None => "which this console does not have",
                        Some(known) if known != own => "which has other arguments here",
                        Some(_) => {
                            functions.push(own);
                            imports.push(name);
                            continue;
                        }
                    };
                    return Err(ModuleError::Import { name, why });
                }
                3 => {
                    let number = reader.number()? as usize;
                    functions.push(types.get(number).copied().flatten());
                }
                4 => {
                    tables += 1;
                    if tables > 1 {
                        return Err(keeps("a second table"));
                    }
                    if reader.byte()? != 0x70 {
                        return Err(keeps("a table of another kind"));
                    }
                    let has_max = reader.byte()?;
                    if has_max > 1 {
                        return Err(keeps("a table of another kind"));
                    }
                    if reader.number()? > TABLE_MAX {
                        return Err(keeps("more functions in its table than a cart may have"));
                    }
                    if has_max == 1 {
                        reader.number()?;
                    }
                }
                5 => {
                    let flags = reader.byte()?;
                    if flags > 1 {
                        return Err(keeps("a memory of another kind"));
                    }
                    let first = reader.number()?;
                    if flags == 1 {
                        reader.number()?;
                    }
                    if first as usize > MEMORY_KIB * 1024 / PAGE + STACK_MAX as usize / PAGE {
                        return Err(keeps("more memory than a cart may have"));
                    }
                    if memory.replace((whole.clone(), first)).is_some() {
                        return Err(keeps("no memory of its own, or several"));
                    }
                }
                6 => {
                    let kind = reader.byte()?;
                    if matches!(kind, 0x7c | 0x7d) {
                        return Err(floats(None));
                    }
                    let mutable = reader.byte()? != 0;
                    globals.push((mutable, reader.constant()?));
                }
                7 => {
                    let name = reader.name()?.to_string();
                    exports.push((name, reader.byte()?, reader.number()? as usize));
                }
                9 => {
                    if reader.number()? != 0 {
                        return Err(keeps("passive elements"));
                    }
                    reader.constant()?;
                    for _ in 0..reader.number()? {
                        reader.number()?;
                    }
                }
                10 => {
                    let size = reader.number()? as usize;
                    match reader.part(size)?.body()? {
                        Body::Plain => {}
                        Body::Floats => return Err(floats(Some(imports.len() + n as usize))),
                        Body::ChangesTable => return Err(keeps("a table that changes")),
                        Body::PassiveData => return Err(keeps("passive data")),
                    }
                }
                11 => {
                    if reader.number()? != 0 {
                        return Err(keeps("passive data"));
                    }
                    reader.constant()?;
                    let size = reader.number()? as usize;
                    reader.part(size)?;
                }
                // The number of data, which is all that the section has.
                _ => break,
            }
        }
    }
    let memory = memory.ok_or_else(|| keeps("no memory of its own, or several"))?;
    let exported = |name: &str, kind| exports.iter().find(|it| it.0 == name && it.1 == kind).map(|it| it.2);
    let shape_of = |name: &str| exported(name, 0).map(|number| functions.get(number).copied().flatten());
    for (name, own) in EXPORTS {
        // The last one may be missing.
        if shape_of(name).map_or(name != calls::LOAD_NAMED, |found| found != Some(own)) {
            return Err(ModuleError::Export { name, why: "is missing or has other arguments" });
        }
    }
    if exported(calls::MEMORY, 2).is_none() {
        return Err(ModuleError::Export { name: calls::MEMORY, why: "is missing" });
    }
    let pointer = exported(calls::STACK_POINTER, 3);
    let mut stack = None;
    for (n, (_, first)) in globals.into_iter().enumerate().filter(|(_, (mutable, _))| *mutable) {
        if Some(n) != pointer {
            return Err(keeps("a mutable global besides the stack pointer"));
        }
        stack = first.map(|value| value as u32);
    }
    match stack {
        Some(stack) if (1024..=STACK_MAX).contains(&stack) && stack.is_multiple_of(16) => {
            Ok(Layout { stack, imports, memory })
        }
        Some(_) => Err(ModuleError::Export {
            name: calls::STACK_POINTER,
            why: "is no stack of 1 to 256 KiB below the data",
        }),
        None => Err(ModuleError::Export { name: calls::STACK_POINTER, why: "is missing" }),
    }
}

/// The shape of a function's type.
fn shape(
    reader: &mut Reader<'_>,
    floats: &impl Fn(Option<usize>) -> ModuleError,
) -> Result<Shape, ModuleError> {
    if reader.byte()? != 0x60 {
        return Err(reader.wrong("a type that is no function"));
    }
    let mut lists = [Vec::new(), Vec::new()];
    for list in &mut lists {
        for _ in 0..reader.number()? {
            match reader.byte()? {
                0x7c | 0x7d => return Err(floats(None)),
                kind @ (0x7e | 0x7f) => list.push(kind),
                _ => return Err(reader.wrong("a value that is no integer")),
            }
        }
    }
    let [params, results] = lists;
    let result = match results[..] {
        [] => 0,
        [0x7f] => 4,
        [0x7e] => 8,
        _ => return Ok(None),
    };
    Ok(params.iter().all(|kind| *kind == 0x7f).then_some((params.len(), result)))
}

/// What a function is called, or its number.
fn name_of(module: &[u8], number: usize) -> String {
    names(module).get(&number).map_or_else(|| format!("function {number}"), |name| readable(name))
}

/// A function's name as its source has it. In a page, modules come without names.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn readable(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

#[cfg(target_arch = "wasm32")]
fn readable(name: &str) -> String {
    name.to_string()
}

fn keeps(what: &'static str) -> ModuleError {
    ModuleError::Keeps { what }
}
