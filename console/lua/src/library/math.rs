//! Functions of numbers. What is no number, and no text that is one, counts as 0, as PICO-8 has it for these calls.

use super::{Call, Done, number_or};
use crate::Value;
use num::Num;

macro_rules! of_numbers {
    ($($name:ident($($arg:ident),*) $result:expr;)*) => {$(
        pub(super) fn $name(call: &mut Call<'_>) -> Done {
            let mut next = 0;
            $(
                let $arg = number_or(call, next, Num::ZERO);
                next += 1;
            )*
            let _ = next;
            call.ret(Value::number($result));
            Ok(())
        }
    )*};
}

of_numbers! {
    flr(x) x.floor();
    ceil(x) x.ceil();
    abs(x) x.abs();
    sgn(x) x.sgn();
    min(x, y) Num::min(x, y);
    max(x, y) Num::max(x, y);
    mid(x, y, z) x.mid(y, z);
    sin(x) x.sin();
    cos(x) x.cos();
    atan2(x, y) Num::atan2(x, y);
    band(x, y) x & y;
    bor(x, y) x | y;
    bxor(x, y) x ^ y;
    bnot(x) !x;
    shl(x, y) x.shl(y);
    shr(x, y) x.shr(y);
    lshr(x, y) x.lshr(y);
    rotl(x, y) x.rotl(y);
    rotr(x, y) x.rotr(y);
}

/// A root costs 48 cycles, that of 0 costs 32, as it was measured.
pub(super) fn sqrt(call: &mut Call<'_>) -> Done {
    let x = number_or(call, 0, Num::ZERO);
    call.spend(if x == Num::ZERO { 32 } else { 48 });
    call.ret(Value::number(x.sqrt()));
    Ok(())
}
