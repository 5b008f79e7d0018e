//! Numbers with Python's arithmetic: values of expressions.

use super::expr::{FloatOperator, Rounding, SizeOperator};
use crate::tables::Comparison;

/// The value of an expression. Ints have 128 bits, so that sums and products of sizes do not wrap. An expression beyond
/// that has no value, and a guard on it fails.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    Int(i128),
    Float(f64),
    Truth(bool),
}

impl Number {
    pub fn int(self) -> Option<i128> {
        match self {
            Number::Int(value) => Some(value),
            Number::Truth(value) => Some(i128::from(value)),
            Number::Float(_) => None,
        }
    }

    pub fn truth(self) -> Option<bool> {
        match self {
            Number::Truth(value) => Some(value),
            Number::Int(value) => Some(value != 0),
            Number::Float(value) => Some(value != 0.0),
        }
    }

    pub fn float(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
            Number::Truth(value) => f64::from(u8::from(value)),
        }
    }
}

pub fn floor_divide(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Has the sign of the divisor.
pub fn modulo(a: i128, b: i128) -> Option<i128> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

pub fn power(base: i128, exponent: i128) -> Option<i128> {
    base.checked_pow(u32::try_from(exponent).ok()?)
}

pub fn float_operation(operator: FloatOperator, a: Number, b: Number) -> Option<Number> {
    let (x, y) = (a.float(), b.float());
    let result = match operator {
        FloatOperator::Add => x + y,
        FloatOperator::Subtract => x - y,
        FloatOperator::Multiply => x * y,
        // Python divides ints exactly, and rounds once.
        FloatOperator::Divide if y == 0.0 || !(is_exact(a) && is_exact(b)) => return None,
        FloatOperator::Divide => x / y,
        FloatOperator::Power if x < 0.0 && y.fract() != 0.0 || x == 0.0 && y < 0.0 => return None,
        FloatOperator::Power => x.powf(y),
        FloatOperator::Maximum => {
            if y > x {
                y
            } else {
                x
            }
        }
        FloatOperator::Minimum => {
            if y < x {
                y
            } else {
                x
            }
        }
    };
    Some(Number::Float(result))
}

/// `None` for an operator that is no function of one number, and where Python raises.
pub fn float_function(function: SizeOperator, a: Number) -> Option<f64> {
    let x = a.float();
    Some(match function {
        SizeOperator::SquareRoot if x >= 0.0 => x.sqrt(),
        SizeOperator::Cosine if x.is_finite() => x.cos(),
        SizeOperator::Tangent if x.is_finite() => x.tan(),
        SizeOperator::HyperbolicTangent => x.tanh(),
        SizeOperator::ArcTangent => x.atan(),
        SizeOperator::LogarithmOfTwo if x > 0.0 => x.log2(),
        _ => return None,
    })
}

/// Whether an operator is a function of one number, which all of them have a value for at 1.
pub fn is_float_function(operator: SizeOperator) -> bool {
    float_function(operator, Number::Int(1)).is_some()
}

pub fn round(how: Rounding, value: Number) -> Option<Number> {
    let rounded = match value {
        Number::Float(value) => match how {
            Rounding::Floor => value.floor(),
            Rounding::Ceiling => value.ceil(),
            Rounding::Truncate => value.trunc(),
            Rounding::Nearest => value.round_ties_even(),
        },
        whole => return whole.int().map(Number::Int),
    };
    // Beyond 2⁶³ a float has no int that a size could be.
    (rounded.abs() < 9.2e18).then_some(Number::Int(rounded as i128))
}

/// Whether a float represents the number exactly.
fn is_exact(number: Number) -> bool {
    number.int().is_none_or(|number| number.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS)
}

/// Compares an int with a float without rounding.
fn compare_exactly(int: i128, float: f64) -> Option<std::cmp::Ordering> {
    use std::cmp::Ordering::*;
    match float {
        _ if float.is_nan() => None,
        // Beyond every int of this width.
        _ if float.abs() >= 1e38 => Some(if float > 0.0 { Less } else { Greater }),
        _ => Some(int.cmp(&(float.floor() as i128)).then(if float.fract() == 0.0 { Equal } else { Less })),
    }
}

pub fn compare(how: Comparison, a: Number, b: Number) -> bool {
    use std::cmp::Ordering::*;
    let order = match (a.int(), b.int()) {
        (Some(x), Some(y)) => Some(x.cmp(&y)),
        (Some(x), None) => compare_exactly(x, b.float()),
        (None, Some(y)) => compare_exactly(y, a.float()).map(std::cmp::Ordering::reverse),
        _ => a.float().partial_cmp(&b.float()),
    };
    match how {
        Comparison::Equal => order == Some(Equal),
        Comparison::NotEqual => order != Some(Equal),
        Comparison::Less => order == Some(Less),
        Comparison::LessEqual => matches!(order, Some(Less | Equal)),
        Comparison::Greater => order == Some(Greater),
        Comparison::GreaterEqual => matches!(order, Some(Greater | Equal)),
    }
}
