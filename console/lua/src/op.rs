//! The instructions: words of 64 bits.
//!
//! ```text
//! 63               32 31   24 23   16 15    8 7     0
//!         d               c       b       a      op        R[x]: register x of the frame; K: a constant in c (tag) and d
//! ```
//!
//! One word is one instruction of PUC Lua 5.2, so the distance between two places is the number of its instructions, and charging for a
//! jump takes one subtraction. Words without a counterpart there are free: their cycles are returned as they run ([`FREE`] in `c`, if an
//! instruction is free only sometimes). Constants inside an instruction, which PUC has in a list, cost nothing, as there.
//!
//! A comparison is two words, the test and a jump; the test reads the jump at once, which saves a dispatch.
//!
//! | field | meaning |
//! |---|---|
//! | `a` of tests | the outcome for which the following jump is taken |
//! | `d` of jumps | the target, in the whole program |
//! | `b`, `c` of calls | arguments and results, plus 1; 0: up to the top |

/// Cycles of an instruction: 2^23 a second, two for each.
pub(crate) const CYCLES: i64 = 2;

/// In the field of an instruction that may be free: PUC has no such word here.
pub(crate) const FREE: u8 = 1;

/// In a field's read: a name in a cart's own environment, which may lack the functions that exist everywhere.
pub(crate) const NAME: u8 = 1;

macro_rules! ops {
    ($($name:ident $($meaning:literal)?,)*) => {
        pub(crate) const NAMES: &[&str] = &[$(stringify!($name),)*];

        ops!(0; $($name $($meaning)?,)*);
    };
    ($number:expr;) => {};
    ($number:expr; $name:ident $($meaning:literal)?, $($rest:tt)*) => {
        $(#[doc = $meaning])?
        pub(crate) const $name: u8 = $number;
        ops!($number + 1; $($rest)*);
    };
}

ops! {
    MOVE,
    CONST "R[a] = K; `b`: FREE if PUC has the constant in a list.",
    BOOL "R[a] = K, of two cycles: PUC's booleans.",
    BOOL_SKIP "R[a] = b, and the next word is skipped: the end of a condition used as a value.",
    NIL "R[a ..= b] = nil",
    GET_UPVALUE "R[a] = upvalue b; `c`: FREE",
    GET_UPVALUE_CELL "R[a] = the content of the cell in upvalue b; `c`: FREE",
    SET_UPVALUE "The cell in upvalue b = R[a]",
    GET_CELL "R[a] = the content of the cell in R[b]. Free.",
    SET_CELL "The cell in R[b] = R[a]; `c`: FREE",
    NEW_CELL "R[a] = a new cell that contains R[b]. Free.",
    GET_ENV "R[a] = the globals; `c`: FREE",
    SET_ENV,
    GET_GLOBAL,
    SET_GLOBAL,
    GET_FIELD "R[a] = R[b][text d]; `c`: NAME",
    GET_NUMBER,
    GET_INDEX,
    SET_FIELD,
    SET_NUMBER,
    SET_INDEX,
    NEW_TABLE "R[a] = {}, with room for d >> 16 array items and d & 0xffff others",
    METHOD "R[a + 1] = R[b], R[a] = R[b][text d]",
    ADD "R[a] = R[b] + R[c]",
    SUB "R[a] = R[b] - R[c]",
    MUL "R[a] = R[b] * R[c]",
    ADD_K "R[a] = R[b] + number d; `c`: the number is the left operand",
    SUB_K "R[a] = R[b] - number d",
    MUL_K "R[a] = R[b] * number d; `c`: the number is the left operand",
    DIV_K "R[a] = R[b] / number d",
    MOD_K "R[a] = R[b] % number d",
    IDIV_K "R[a] = R[b] \\ number d",
    AND_K "R[a] = R[b] & number d; `c`: the number is the left operand",
    BINARY "R[a] = R[b] op R[c]; d is the operator's number",
    NEG,
    NOT "R[a] = not R[b]",
    LEN,
    UNARY "R[a] = op R[b]; d is the operator's number",
    CONCAT "R[a] = R[b] .. ... .. R[c]",
    JUMP,
    TEST "Jumps if R[b] is true (`a`: 1) or false (0).",
    TEST_SET "R[c] = R[b] and jumps if R[b] is true (`a`: 1) or false (0).",
    EQ "Jumps if (R[b] == R[c]) == a",
    EQ_K "Jumps if (R[b] == K) == a",
    LT "Jumps if (R[b] < R[c]) == a",
    LE "Jumps if (R[b] <= R[c]) == a",
    LT_K "Jumps if (R[b] < number d) == a",
    LE_K "Jumps if (R[b] <= number d) == a",
    GT_K "Jumps if (number d < R[b]) == a",
    GE_K "Jumps if (number d <= R[b]) == a",
    CALL "R[a], .. = R[a](R[a + 1], ..)",
    TAIL_CALL "return R[a](R[a + 1], ..)",
    RETURN "return R[a], .., `b` of them",
    FOR_PREPARE "A numeric `for` begins: R[a] from, R[a + 1] to, R[a + 2] step, R[c] the variable; to d if it has no round",
    FOR_LOOP "The next round: to d if there is one",
    FOR_CALL "R[a + 3], .. = R[a](R[a + 1], R[a + 2]), `c` of them",
    FOR_NEXT "To d if R[a + 3] is not nil, which becomes R[a + 2]",
    SET_LIST "R[a][d + i] = R[a + i], `b` of them",
    CLOSURE "R[a] = a closure of function d",
    KNOW_SELF "Upvalue b of the closure R[a] = R[a]: a local function that calls itself. Free.",
    VARARG "R[a], .. = ..., `b` of them",
}

pub(crate) const fn word(op: u8, a: u8, b: u8, c: u8, d: u32) -> u64 {
    op as u64 | (a as u64) << 8 | (b as u64) << 16 | (c as u64) << 24 | (d as u64) << 32
}

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

pub(crate) const fn is_test(op: u8) -> bool {
    op >= TEST && op <= GE_K
}

/// Does it take a list of values, up to the top if `b` is 0?
pub(crate) const fn takes_list(op: u8) -> bool {
    matches!(op, CALL | TAIL_CALL | RETURN | SET_LIST)
}
