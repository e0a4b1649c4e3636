//! The syntax tree of a program: flat lists, with names resolved.
//!
//! ```text
//! Ast ─┬─ functions   0 is the program itself; each has its locals, its upvalues and a block of statements
//!      ├─ exprs       an ExprId is an index; operands come before the expression that contains them
//!      ├─ lists       arguments and right sides: an ExprList is a range of ExprIds
//!      ├─ fields      of table constructors, by range
//!      └─ texts       bytes of names and texts, each once
//!
//! a name ── in this function? ──> Local(LocalId)     in one around it? ──> Upvalue(UpvalueId)     else ──> Global(TextId)
//! ```
//!
//! Expressions are flat since a chain such as `a..b..c` or `a+b+c` may be thousands long: boxes nested that deep need a deep stack even
//! to be dropped. Blocks nest at most [`MAX_DEPTH`] deep.
//!
//! An `_ENV` that no local shadows is one variable of the whole program, since a program is one chunk and compiles no text at run time:
//! [`Expr::Env`]; a global is a field of it. Where a local `_ENV` is visible, a global is an [`Expr::Index`] of that.

use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;
use num::Num;

/// Nesting of blocks and brackets; Lua's own limit of levels.
pub const MAX_DEPTH: usize = 200;

/// Locals visible at once in one function; Lua's own limit.
pub const MAX_LOCALS: usize = 200;

pub const MAX_UPVALUES: usize = 255;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }

            pub(crate) fn new(index: usize) -> $name {
                // A source is far below 4 GiB, and each item is made by at least one byte of it.
                $name(u32::try_from(index).unwrap_or(u32::MAX))
            }
        }
    )*};
}

ids! {
    ExprId,
    FunctionId,
    TextId,
    /// A local of [`Function::locals`]; each declaration makes a new one.
    LocalId,
    UpvalueId,
    LabelId,
    GotoId
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ast {
    /// The first is the program itself, which takes `...`.
    pub functions: Vec<Function>,
    pub exprs: Vec<Expr>,
    /// The line of each expression: that of the operator, of the bracket that calls, of the name.
    pub lines: Vec<u32>,
    pub lists: Vec<ExprId>,
    pub fields: Vec<Field>,
    /// Names and texts, each once, in order of first use.
    pub texts: Vec<Box<[u8]>>,
    /// Lines with a form that this parser reads and PICO-8 0.2.7 refuses, and why.
    pub lenient: Vec<(u32, &'static str)>,
}

impl Ast {
    pub fn expr(&self, id: ExprId) -> Expr {
        self.exprs[id.index()].clone()
    }

    pub fn line(&self, id: ExprId) -> u32 {
        self.lines[id.index()]
    }

    pub fn list(&self, list: &ExprList) -> &[ExprId] {
        &self.lists[list.0.start as usize..list.0.end as usize]
    }

    pub fn table(&self, fields: &FieldList) -> &[Field] {
        &self.fields[fields.0.start as usize..fields.0.end as usize]
    }

    pub fn text(&self, id: TextId) -> &[u8] {
        &self.texts[id.index()]
    }
}

impl FunctionId {
    pub fn of_program() -> FunctionId {
        FunctionId(0)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExprList(pub(crate) Range<u32>);

impl ExprList {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldList(pub(crate) Range<u32>);

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub parent: Option<FunctionId>,
    /// Its name in traces, such as `player.update`; may be empty.
    pub name: Vec<u8>,
    /// The first `params` locals are its parameters.
    pub params: u32,
    pub is_vararg: bool,
    pub locals: Vec<Local>,
    pub upvalues: Vec<OuterVariable>,
    pub labels: Vec<TextId>,
    pub gotos: Vec<LabelId>,
    pub body: Block,
    pub line: u32,
    /// That of its `end`.
    pub last_line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub name: TextId,
    pub is_captured: bool,
    /// Is it assigned after its declaration? If it is captured and never assigned, closures may copy its value.
    pub is_assigned: bool,
}

/// A variable of an enclosing function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OuterVariable {
    /// Where the directly enclosing function has it.
    pub from: Captured,
    pub origin: (FunctionId, LocalId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captured {
    Local(LocalId),
    Upvalue(UpvalueId),
}

/// Statements, each with the line on which it begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub statements: Vec<(u32, Statement)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `local a, b = x, y`
    Local(Vec<LocalId>, ExprList),
    /// `local function f`: visible inside itself.
    LocalFunction(LocalId, FunctionId),
    /// `a, b.c = x, y`, and `function a.b:c()`.
    Assign(ExprList, ExprList),
    Compound(BinaryOp, ExprId, ExprId),
    Call(ExprId),
    Do(Block),
    /// `while c do ... end`
    While(ExprId, Block),
    /// `repeat ... until c`; the condition sees the block's locals.
    Repeat(Block, ExprId),
    /// `if c then ... elseif ... else ... end`
    If(Vec<(ExprId, Block)>, Option<Block>),
    /// `for i = from, to, step do ... end`; the variable is new in each round.
    NumericFor {
        variable: LocalId,
        from: ExprId,
        to: ExprId,
        /// 1 if omitted.
        step: Option<ExprId>,
        body: Block,
    },
    /// `for k, v in x do ... end`; the variables are new in each round.
    GenericFor {
        variables: Vec<LocalId>,
        /// Iterator, state and first value.
        iterator: ExprList,
        body: Block,
    },
    Return(ExprList),
    Break,
    Goto(GotoId),
    Label(LabelId),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Nil,
    True,
    False,
    Vararg,
    Number(Num),
    Text(TextId),
    Function(FunctionId),
    Local(LocalId),
    Upvalue(UpvalueId),
    Global(TextId),
    Env,
    Index(ExprId, ExprId),
    Call(ExprId, ExprList),
    Method(ExprId, TextId, ExprList),
    /// `(e)`: exactly one value.
    Paren(ExprId),
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    Unary(UnaryOp, ExprId),
    Table(FieldList),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The next item; the last of a constructor may expand to several.
    Item(ExprId),
    /// `[k] = v` and `k = v`.
    Pair(ExprId, ExprId),
}

macro_rules! operators {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $sign:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = concat!("`", $sign, "`")] $variant,)*
        }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            pub fn sign(self) -> &'static str {
                match self {
                    $($name::$variant => $sign,)*
                }
            }
        }
    };
}

operators! {
    /// A binary operator, except `and` and `or`.
    BinaryOp {
        Lt = "<", Gt = ">", Le = "<=", Ge = ">=", Ne = "~=", Eq = "==",
        Or = "|", Xor = "^^", And = "&",
        Shl = "<<", Shr = ">>", Lshr = ">>>", Rotl = "<<>", Rotr = ">><",
        Concat = "..",
        Add = "+", Sub = "-",
        Mul = "*", Div = "/", Idiv = "\\", Mod = "%",
        Pow = "^",
    }
}

operators! {
    UnaryOp {
        Not = "not", Len = "#", Neg = "-", BitNot = "~", Peek = "@", Peek2 = "%", Peek4 = "$",
    }
}
