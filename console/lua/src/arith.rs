//! Operators on numbers.

use crate::ast::{BinaryOp, UnaryOp};
use num::Num;

/// `a op b`; none for an operator that is not of numbers alone: comparisons and `..`.
pub(crate) fn binary(op: BinaryOp, a: Num, b: Num) -> Option<Num> {
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Idiv => a.idiv(b),
        BinaryOp::Mod => a % b,
        BinaryOp::Pow => a.pow(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a.shl(b),
        BinaryOp::Shr => a.shr(b),
        BinaryOp::Lshr => a.lshr(b),
        BinaryOp::Rotl => a.rotl(b),
        BinaryOp::Rotr => a.rotr(b),
        _ => return None,
    })
}

/// `op a`; none for an operator that is not of a number alone.
pub(crate) fn unary(op: UnaryOp, a: Num) -> Option<Num> {
    match op {
        UnaryOp::Neg => Some(-a),
        UnaryOp::BitNot => Some(!a),
        _ => None,
    }
}
