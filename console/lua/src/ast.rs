//! The syntax tree of a program: flat lists, with names resolved.
//!
//! ```text
//! Ast ─┬─ functions   0 is the program itself; each has its locals, its upvalues and a block of statements
//!      ├─ exprs       an ExprId is an index; operands stand before what they are part of
//!      ├─ lists       arguments and right sides: an ExprList is a range of ExprIds
//!      ├─ fields      of table constructors, by range
//!      └─ texts       bytes of names and texts, each once
//!
//! a name ── in this function? ──> Local(LocalId)     in one around it? ──> Upvalue(UpvalueId)     else ──> Global(TextId)
//! ```
//!
//! Expressions are flat since a chain such as `a..b..c` or `a+b+c` may be thousands long, and a tree of boxes of that depth
//! cannot even be dropped without a deep stack. Blocks nest, at most [`MAX_DEPTH`] deep.
//!
//! `_ENV` that no local shadows is one variable of the whole program, since a program is one chunk and nothing compiles
//! text at run time: [`Expr::Env`]; a global is a field of it. With a local `_ENV` in sight, a global is an
//! [`Expr::Index`] of that.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;
use num::Num;

/// Blocks and brackets that may nest; Lua's own limit of levels.
pub const MAX_DEPTH: usize = 200;

/// Locals that are in sight at once in one function; Lua's own limit.
pub const MAX_LOCALS: usize = 200;

pub const MAX_UPVALUES: usize = 255;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The place in its list.
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
    /// Bytes of [`Ast::texts`].
    TextId,
    /// A local of [`Function::locals`]; each declaration is one of its own.
    LocalId,
    UpvalueId,
    LabelId,
    GotoId
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ast {
    /// Its functions; the first is the program itself, which takes `...`.
    pub functions: Vec<Function>,
    pub exprs: Vec<Expr>,
    /// The line of each of them: of the operator, of the bracket that calls, of the name.
    pub lines: Vec<u32>,
    pub lists: Vec<ExprId>,
    pub fields: Vec<Field>,
    /// Names and texts, each once, in the order in which they are first met.
    pub texts: Vec<Box<[u8]>>,
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

    /// The bytes of a name or text.
    pub fn text(&self, id: TextId) -> &[u8] {
        &self.texts[id.index()]
    }
}

impl FunctionId {
    pub fn of_program() -> FunctionId {
        FunctionId(0)
    }
}

/// Expressions that stand side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExprList(pub(crate) Range<u32>);

impl ExprList {
    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Fields of a table constructor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldList(pub(crate) Range<u32>);

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The function around it; none of the program itself.
    pub parent: Option<FunctionId>,
    /// What it is called in traces, such as `player.update`; empty where it has no name.
    pub name: Vec<u8>,
    /// Its parameters are the first so many locals.
    pub params: u32,
    /// Does it take `...`?
    pub is_vararg: bool,
    /// All locals that it declares, in order.
    pub locals: Vec<Local>,
    /// What it uses of the functions around it.
    pub upvalues: Vec<Upvalue>,
    /// The names of its labels.
    pub labels: Vec<TextId>,
    /// Where each of its gotos goes.
    pub gotos: Vec<LabelId>,
    pub body: Block,
    pub line: u32,
    /// The line of its `end`.
    pub last_line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub name: TextId,
    /// Does a function inside use it?
    pub is_captured: bool,
    /// Is it assigned after its declaration? If it is captured and not assigned, a copy of its value is as good as itself.
    pub is_assigned: bool,
}

/// A variable of a function around.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upvalue {
    /// Where the function that makes the closure has it.
    pub from: Captured,
    pub origin: (FunctionId, LocalId),
}

/// Where the function around has what is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captured {
    Local(LocalId),
    Upvalue(UpvalueId),
}

/// Statements, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The statements, each with the line in which it begins.
    pub statements: Vec<(u32, Statement)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `local a, b = x, y`
    Local(Vec<LocalId>, ExprList),
    /// `local function f`: its name is in sight inside.
    LocalFunction(LocalId, FunctionId),
    /// `a, b.c = x, y`, and `function a.b:c()`.
    Assign(ExprList, ExprList),
    Compound(BinaryOp, ExprId, ExprId),
    /// A call for its effect.
    Call(ExprId),
    Do(Block),
    /// `while c do ... end`
    While(ExprId, Block),
    /// `repeat ... until c`; the condition sees the block's locals.
    Repeat(Block, ExprId),
    /// `if c then ... elseif ... else ... end`
    If(Vec<(ExprId, Block)>, Option<Block>),
    /// `for i = from, to, step do ... end`
    NumericFor {
        /// The variable, anew in each round.
        variable: LocalId,
        /// Its first value.
        from: ExprId,
        /// Its last value.
        to: ExprId,
        /// How it grows; 1 if it is not said.
        step: Option<ExprId>,
        /// What is done each time.
        body: Block,
    },
    /// `for k, v in x do ... end`
    GenericFor {
        /// The variables, anew in each round.
        variables: Vec<LocalId>,
        /// Iterator, state and first value.
        iterator: ExprList,
        /// What is done each time.
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
    /// A local of this function.
    Local(LocalId),
    /// A local of a function around.
    Upvalue(UpvalueId),
    Global(TextId),
    Env,
    Index(ExprId, ExprId),
    Call(ExprId, ExprList),
    Method(ExprId, TextId, ExprList),
    /// `(e)`: one value, whatever `e` gives.
    Paren(ExprId),
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    Binary(BinaryOp, ExprId, ExprId),
    Unary(UnaryOp, ExprId),
    Table(FieldList),
}

/// A field of a table constructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The next in order; the last of a constructor takes all values that it gives.
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
    /// An operator with two operands, but `and` and `or`.
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
    /// An operator with one operand.
    UnaryOp {
        Not = "not", Len = "#", Neg = "-", BitNot = "~", Peek = "@", Peek2 = "%", Peek4 = "$",
    }
}
