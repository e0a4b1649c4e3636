//! The instructions: words of 64 bits.
//!
//! ```text
//! 63               32 31   24 23   16 15    8 7     0
//!         d               c       b       a      op        R[x]: register x of the frame; K: a constant in c (tag) and d
//! ```
//!
//! One word stands for one instruction of PUC Lua 5.2, so that a distance between two places is a number of its
//! instructions, and a jump costs a subtraction to be charged for. What has no counterpart there is free: its word is paid back
//! as it runs ([`FREE`] in `c`, where an instruction is free only at times). A constant inside another instruction, which PUC has
//! in a list beside the code, costs nothing as there.
//!
//! A comparison is two words, the test and a jump; the test reads the jump at once, so no other dispatch is due.
//!
//! | where | what it is |
//! |---|---|
//! | `a` of tests | the outcome for which the jump behind is taken |
//! | `d` of jumps | the place to go on, in the whole program |
//! | `b`, `c` of calls | arguments and results, plus 1; 0: up to the top |

/// Cycles of an instruction: 2^23 a second, two for each.
pub(crate) const CYCLES: i64 = 2;

/// In the field that a free instruction keeps for it: PUC has no such word here.
pub(crate) const FREE: u8 = 1;

/// In a field's read: it is a name in an environment of the cart's own, which may lack what is there everywhere.
pub(crate) const NAME: u8 = 1;

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        pub(crate) const NAMES: &[&str] = &[$(stringify!($name),)*];

        ops!(0; $($(#[$doc])* $name,)*);
    };
    ($number:expr;) => {};
    ($number:expr; $(#[$doc:meta])* $name:ident, $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: u8 = $number;
        ops!($number + 1; $($rest)*);
    };
}

ops! {
    MOVE,
    /// R[a] = K; `b`: FREE where PUC has the constant in a list.
    CONST,
    /// R[a] = K, of two cycles: PUC's booleans.
    BOOL,
    /// R[a] = b, and the next word is skipped: the end of a condition that is a value.
    BOOL_SKIP,
    /// R[a ..= b] = nil
    NIL,
    /// R[a] = upvalue b; `c`: FREE
    GET_UPVALUE,
    /// R[a] = what the cell in upvalue b has; `c`: FREE
    GET_UPVALUE_CELL,
    /// The cell in upvalue b = R[a]
    SET_UPVALUE,
    /// R[a] = what the cell in R[b] has. Free.
    GET_CELL,
    /// The cell in R[b] = R[a]; `c`: FREE
    SET_CELL,
    /// R[a] = a new cell with R[b]. Free.
    NEW_CELL,
    /// R[a] = the globals; `c`: FREE
    GET_ENV,
    SET_ENV,
    GET_GLOBAL,
    SET_GLOBAL,
    /// R[a] = R[b][text d]; `c`: NAME
    GET_FIELD,
    GET_NUMBER,
    GET_INDEX,
    SET_FIELD,
    SET_NUMBER,
    SET_INDEX,
    /// R[a] = {}, with room for d >> 16 values in order and d & 0xffff others
    NEW_TABLE,
    /// R[a + 1] = R[b], R[a] = R[b][text d]
    METHOD,
    /// R[a] = R[b] + R[c]
    ADD,
    /// R[a] = R[b] - R[c]
    SUB,
    /// R[a] = R[b] * R[c]
    MUL,
    /// R[a] = R[b] + number d; `c`: the number stands before
    ADD_K,
    /// R[a] = R[b] - number d
    SUB_K,
    /// R[a] = R[b] * number d; `c`: the number stands before
    MUL_K,
    /// R[a] = R[b] / number d
    DIV_K,
    /// R[a] = R[b] % number d
    MOD_K,
    /// R[a] = R[b] \ number d
    IDIV_K,
    /// R[a] = R[b] & number d; `c`: the number stands before
    AND_K,
    /// R[a] = R[b] op R[c], the operator by its number in d
    BINARY,
    NEG,
    /// R[a] = not R[b]
    NOT,
    LEN,
    /// R[a] = op R[b], the operator by its number in d
    UNARY,
    /// R[a] = R[b] .. ... .. R[c]
    CONCAT,
    JUMP,
    /// Jumps if R[b] is true or not, as `a` says.
    TEST,
    /// R[c] = R[b] and jumps if R[b] is true or not, as `a` says.
    TEST_SET,
    /// Jumps if (R[b] == R[c]) == a
    EQ,
    /// Jumps if (R[b] == K) == a
    EQ_K,
    /// Jumps if (R[b] < R[c]) == a
    LT,
    /// Jumps if (R[b] <= R[c]) == a
    LE,
    /// Jumps if (R[b] < number d) == a
    LT_K,
    /// Jumps if (R[b] <= number d) == a
    LE_K,
    /// Jumps if (number d < R[b]) == a
    GT_K,
    /// Jumps if (number d <= R[b]) == a
    GE_K,
    /// R[a], .. = R[a](R[a + 1], ..)
    CALL,
    /// return R[a](R[a + 1], ..)
    TAIL_CALL,
    /// return R[a], .., `b` of them
    RETURN,
    /// The round of a numeric `for` begins: R[a] from, R[a + 1] to, R[a + 2] step, R[c] the variable; to d if there is none
    FOR_PREPARE,
    /// The next round: to d if there is one
    FOR_LOOP,
    /// R[a + 3], .. = R[a](R[a + 1], R[a + 2]), `c` of them
    FOR_CALL,
    /// To d if R[a + 3] is not nil, which becomes R[a + 2]
    FOR_NEXT,
    /// R[a][d + i] = R[a + i], `b` of them
    SET_LIST,
    /// R[a] = a closure of function d
    CLOSURE,
    /// Upvalue b of the closure R[a] = R[a]: a local function that knows itself. Free.
    KNOW_SELF,
    /// R[a], .. = ..., `b` of them
    VARARG,
}

pub(crate) const fn word(op: u8, a: u8, b: u8, c: u8, d: u32) -> u64 {
    op as u64 | (a as u64) << 8 | (b as u64) << 16 | (c as u64) << 24 | (d as u64) << 32
}

/// The instruction of a word.
#[inline(always)]
pub(crate) const fn op(word: u64) -> u8 {
    word as u8
}

#[inline(always)]
pub(crate) const fn a(word: u64) -> u8 {
    (word >> 8) as u8
}

#[inline(always)]
pub(crate) const fn b(word: u64) -> u8 {
    (word >> 16) as u8
}

#[inline(always)]
pub(crate) const fn c(word: u64) -> u8 {
    (word >> 24) as u8
}

#[inline(always)]
pub(crate) const fn d(word: u64) -> u32 {
    (word >> 32) as u32
}

/// Does a jump follow?
pub(crate) const fn is_test(op: u8) -> bool {
    op >= TEST && op <= GE_K
}

/// Does it take a list of values, up to the top if `b` is 0?
pub(crate) const fn takes_list(op: u8) -> bool {
    matches!(op, CALL | TAIL_CALL | RETURN | SET_LIST)
}
