//! Ranges of integers, closed, perhaps unbounded.

use std::fmt;

/// Beyond every value that a guard may meet; products of two of them are clamped.
const INFINITY: i128 = 1 << 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    pub low: i128,
    pub high: i128,
}

impl fmt::Display for Interval {
    /// In brackets, as torch writes it; an end that is open is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end: Option<i64>| end.map(|end| end.to_string()).unwrap_or_default();
        write!(f, "[{}, {}]", end(self.lower()), end(self.upper()))
    }
}

impl Interval {
    pub const ALL: Interval = Interval { low: -INFINITY, high: INFINITY };

    /// The range of symbolic ints: far enough from the ends of 64 bits for torch's own arithmetic.
    pub const REACH: Interval = Interval { low: -(1 << 62), high: 1 << 62 };

    pub const fn exactly(value: i64) -> Interval {
        Interval { low: value as i128, high: value as i128 }
    }

    pub fn new(low: Option<i64>, high: Option<i64>) -> Interval {
        Interval { low: low.map_or(-INFINITY, i128::from), high: high.map_or(INFINITY, i128::from) }
    }

    pub const fn at_least(low: i64) -> Interval {
        Interval { low: low as i128, high: INFINITY }
    }

    pub fn lower(self) -> Option<i64> {
        i64::try_from(self.low).ok()
    }

    pub fn upper(self) -> Option<i64> {
        i64::try_from(self.high).ok()
    }

    pub fn single(self) -> Option<i64> {
        if self.low == self.high { i64::try_from(self.low).ok() } else { None }
    }

    pub fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub fn intersect(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    pub fn plus(self, other: Interval) -> Interval {
        Interval { low: clamp(self.low + other.low), high: clamp(self.high + other.high) }
    }

    pub fn multiply(self, other: Interval) -> Interval {
        let corners = [
            product(self.low, other.low),
            product(self.low, other.high),
            product(self.high, other.low),
            product(self.high, other.high),
        ];
        Interval { low: corners.into_iter().fold(INFINITY, i128::min), high: corners.into_iter().fold(-INFINITY, i128::max) }
    }

    pub fn scale(self, factor: i64) -> Interval {
        self.multiply(Interval::exactly(factor))
    }

    pub fn power(self, exponent: u32) -> Interval {
        let mut result = Interval::exactly(1);
        for _ in 0..exponent {
            result = result.multiply(self);
        }
        if exponent.is_multiple_of(2) {
            // The corners of x·x forget that both are the same x.
            let reach = product(self.low, self.low).max(product(self.high, self.high));
            let low = if self.contains(0) { 0 } else { 1 };
            result = result.intersect(Interval { low, high: if exponent == 2 { reach } else { INFINITY } });
        }
        result
    }

    /// Python's `//`, for divisors that are known to be positive.
    pub fn floor_divide(self, divisor: Interval) -> Interval {
        if divisor.low <= 0 {
            return Interval::ALL;
        }
        let divide = |value: i128, by: i128| {
            if value.abs() >= INFINITY { value } else { value.div_euclid(by) }
        };
        let corners = [
            divide(self.low, divisor.low),
            if divisor.high >= INFINITY { if self.low < 0 { -1 } else { 0 } } else { divide(self.low, divisor.high) },
            divide(self.high, divisor.low),
            if divisor.high >= INFINITY { if self.high < 0 { -1 } else { 0 } } else { divide(self.high, divisor.high) },
        ];
        Interval { low: corners.into_iter().fold(INFINITY, i128::min), high: corners.into_iter().fold(-INFINITY, i128::max) }
    }

    /// Python's `%`, for divisors that are known to be positive.
    pub fn modulo(self, divisor: Interval) -> Interval {
        if divisor.low <= 0 {
            return Interval::ALL;
        }
        if self.low >= 0 && self.high < divisor.low {
            return self;
        }
        let high = if self.low >= 0 { self.high.min(divisor.high - 1) } else { divisor.high - 1 };
        Interval { low: 0, high: clamp(high) }
    }
}

fn clamp(value: i128) -> i128 {
    value.clamp(-INFINITY, INFINITY)
}

fn product(a: i128, b: i128) -> i128 {
    clamp(a.checked_mul(b).unwrap_or(if (a < 0) == (b < 0) { INFINITY } else { -INFINITY }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_quotients_keep_their_bounds() {
        let sizes = Interval::at_least(2);
        assert_eq!(sizes.multiply(sizes), Interval::at_least(4));
        assert_eq!(Interval::new(Some(-7), Some(9)).floor_divide(Interval::exactly(4)), Interval::new(Some(-2), Some(2)));
        assert_eq!(sizes.floor_divide(Interval::exactly(2)), Interval::at_least(1));
        assert_eq!(sizes.modulo(Interval::exactly(8)), Interval::new(Some(0), Some(7)));
        assert_eq!(Interval::new(Some(-3), Some(2)).power(2), Interval::new(Some(0), Some(9)));
    }
}
