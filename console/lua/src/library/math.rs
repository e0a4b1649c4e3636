//! Functions of numbers. What is no number, and no text that is one, counts as 0, as PICO-8 has it for these calls.

use super::number_or;
use crate::Value;
use crate::native::{Call, Done};
use num::Num;

macro_rules! of_numbers {
    ($($name:ident($($arg:ident),*) $result:expr;)*) => {$(
        pub(super) fn $name($($arg: Num),*) -> Num {
            $result
        }
    )*};
}

of_numbers! {
    flr(x, _y, _z) x.floor();
    ceil(x, _y, _z) x.ceil();
    abs(x, _y, _z) x.abs();
    sgn(x, _y, _z) x.sgn();
    min(x, y, _z) Num::min(x, y);
    max(x, y, _z) Num::max(x, y);
    mid(x, y, z) x.mid(y, z);
    sin(x, _y, _z) x.sin();
    cos(x, _y, _z) x.cos();
    atan2(x, y, _z) Num::atan2(x, y);
    band(x, y, _z) x & y;
    bor(x, y, _z) x | y;
    bxor(x, y, _z) x ^ y;
    bnot(x, _y, _z) !x;
    shl(x, y, _z) x.shl(y);
    shr(x, y, _z) x.shr(y);
    lshr(x, y, _z) x.lshr(y);
    rotl(x, y, _z) x.rotl(y);
    rotr(x, y, _z) x.rotr(y);
}

/// A root costs 48 cycles, that of 0 costs 32, as it was measured.
pub(super) fn sqrt(call: &mut Call<'_>) -> Done {
    let x = number_or(call, 0, Num::ZERO);
    call.spend(if x == Num::ZERO { 32 } else { 48 });
    call.ret(Value::number(x.sqrt()));
    Ok(())
}
