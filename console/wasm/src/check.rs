//! Our own check of a module, before an engine sees it: all of its state is the memory above the stack.
//!
//! | a module has | it has no |
//! |---|---|
//! | one memory of its own, at most 2,048 KiB and the stack | shared or 64-bit memory, passive data |
//! | one table at most, never changed | instructions that change a table |
//! | one mutable global, the stack pointer, exported | other mutable globals |
//! | imports of `calls` only | start function |
//! | integers | floats, vectors, threads, garbage-collected types, exceptions |

use crate::fault::{MEMORY_KIB, ModuleError};
use crate::sizes::functions;
use calls::PLAYED_MAX;
use wasmparser::{
    DataKind, ElementKind, ExternalKind, FuncType, FunctionBody, Operator, Parser, Payload, TypeRef, ValType,
    Validator, WasmFeatures,
};

/// What an engine has to know of a checked module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Bytes of the stack, from 0.
    pub stack: u32,
}

/// Number of arguments, all `i32`, and bytes of the result; none of another shape.
type Shape = Option<(usize, usize)>;

fn shape(of: &FuncType) -> Shape {
    let is_plain = of.params().iter().all(|kind| *kind == ValType::I32);
    let result = match of.results() {
        [] => 0,
        [ValType::I32] => 4,
        [ValType::I64] => 8,
        _ => return None,
    };
    is_plain.then_some((of.params().len(), result))
}

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

/// Bytes of a page of memory.
pub(crate) const PAGE: usize = 64 << 10;
/// The largest stack.
const STACK_MAX: u32 = 256 << 10;

const FEATURES: WasmFeatures = WasmFeatures::MUTABLE_GLOBAL
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::REFERENCE_TYPES)
    .union(WasmFeatures::GC_TYPES);

pub(crate) fn check(module: &[u8]) -> Result<Layout, ModuleError> {
    if module.len() > PLAYED_MAX {
        return Err(ModuleError::Large { bytes: module.len(), most: PLAYED_MAX });
    }
    if let Err(error) = Validator::new_with_features(FEATURES).validate_all(module) {
        let with_floats = FEATURES | WasmFeatures::FLOATS | WasmFeatures::SATURATING_FLOAT_TO_INT;
        let with_floats = Validator::new_with_features(with_floats).validate_all(module);
        return Err(match with_floats {
            Ok(_) => ModuleError::Floats { function: function_at(module, error.offset()) },
            Err(error) => ModuleError::Invalid { at: error.offset(), why: error.message().to_string() },
        });
    }
    let mut stack = None;
    let mut types: Vec<FuncType> = Vec::new();
    let (mut globals, mut pointer, mut memories) = (Vec::new(), None, 0);
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(invalid)? {
            Payload::TypeSection(section) => {
                types = section.into_iter_err_on_gc_types().collect::<Result<_, _>>().map_err(invalid)?;
            }
            Payload::ImportSection(imports) => {
                for import in imports {
                    let import = import.map_err(invalid)?;
                    let wrong = |name: &str, why| Err(ModuleError::Import { name: name.to_string(), why });
                    if import.module != calls::MODULE {
                        let name = format!("{}.{}", import.module, import.name);
                        return wrong(&name, "which is no call of a console");
                    }
                    let TypeRef::Func(number) = import.ty else {
                        return wrong(import.name, "which is no function");
                    };
                    match signature(import.name) {
                        None => return wrong(import.name, "which this console does not have"),
                        Some(own) if types.get(number as usize).map(shape) != Some(own) => {
                            return wrong(import.name, "which has other arguments here");
                        }
                        Some(_) => {}
                    }
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    let memory = memory.map_err(invalid)?;
                    memories += 1;
                    let most = (MEMORY_KIB * 1024 / PAGE) as u64 + u64::from(STACK_MAX) / PAGE as u64;
                    if memory.initial > most {
                        return Err(keeps("more memory than a cart may have"));
                    }
                    if memory.shared || memory.memory64 || memory.page_size_log2.is_some() {
                        return Err(keeps("a memory of another kind"));
                    }
                }
            }
            Payload::TableSection(section) if section.count() > 1 => return Err(keeps("a second table")),
            Payload::GlobalSection(section) => {
                for global in section {
                    let global = global.map_err(invalid)?;
                    let first = match global.init_expr.get_operators_reader().read() {
                        Ok(Operator::I32Const { value }) => Some(value),
                        _ => None,
                    };
                    globals.push((global.ty.mutable, first));
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export.map_err(invalid)?;
                    if export.kind == ExternalKind::Global && export.name == calls::STACK_POINTER {
                        pointer = Some(export.index as usize);
                    }
                }
            }
            Payload::StartSection { .. } => return Err(keeps("a start function")),
            Payload::DataSection(section) => {
                for data in section {
                    if let DataKind::Passive = data.map_err(invalid)?.kind {
                        return Err(keeps("passive data"));
                    }
                }
            }
            Payload::ElementSection(section) => {
                for element in section {
                    if !matches!(element.map_err(invalid)?.kind, ElementKind::Active { .. }) {
                        return Err(keeps("passive elements"));
                    }
                }
            }
            Payload::CodeSectionEntry(body) => check_body(&body)?,
            _ => {}
        }
    }
    if memories != 1 {
        return Err(keeps("no memory of its own, or several"));
    }
    for (n, (mutable, first)) in globals.into_iter().enumerate().filter(|(_, (mutable, _))| *mutable) {
        if Some(n) != pointer || !mutable {
            return Err(keeps("a mutable global besides the stack pointer"));
        }
        stack = first.map(|value| value as u32);
    }
    match stack {
        Some(stack) if (1024..=STACK_MAX).contains(&stack) && stack.is_multiple_of(16) => {
            Ok(Layout { stack })
        }
        Some(_) => Err(ModuleError::Export {
            name: calls::STACK_POINTER,
            why: "is no stack of 1 to 256 KiB below the data",
        }),
        None => Err(ModuleError::Export { name: calls::STACK_POINTER, why: "is missing" }),
    }
}

fn check_body(body: &FunctionBody<'_>) -> Result<(), ModuleError> {
    for operator in body.get_operators_reader().map_err(invalid)? {
        match operator.map_err(invalid)? {
            Operator::TableSet { .. }
            | Operator::TableGrow { .. }
            | Operator::TableFill { .. }
            | Operator::TableCopy { .. }
            | Operator::TableInit { .. }
            | Operator::ElemDrop { .. } => return Err(keeps("a table that changes")),
            Operator::MemoryInit { .. } | Operator::DataDrop { .. } => return Err(keeps("passive data")),
            _ => {}
        }
    }
    Ok(())
}

fn keeps(what: &'static str) -> ModuleError {
    ModuleError::Keeps { what }
}

fn invalid(error: wasmparser::BinaryReaderError) -> ModuleError {
    ModuleError::Invalid { at: error.offset(), why: error.message().to_string() }
}

/// The module without names and other custom sections. Call it on a checked one.
pub fn stripped(module: &[u8]) -> Vec<u8> {
    let mut out = module.get(..8).unwrap_or(module).to_vec();
    for payload in Parser::new(0).parse_all(module).map_while(Result::ok) {
        if let Some((id, range)) = payload.as_section()
            && !matches!(payload, Payload::CustomSection(_))
        {
            out.push(id);
            let mut len = range.len();
            while len > 127 {
                out.push(len as u8 | 128);
                len >>= 7;
            }
            out.push(len as u8);
            out.extend_from_slice(&module[range]);
        }
    }
    out
}

/// The name of the function whose code is at a byte, or its number.
fn function_at(module: &[u8], at: usize) -> String {
    let found = functions(module).into_iter().find(|function| function.code.contains(&at));
    found.map_or_else(|| "its types".into(), |function| function.name)
}
