//! Polynomials during computation; interned they are `Expr::Sum` and `Expr::Product`.

use super::dim::Dim;
use super::expr::{Expr, Expressions, Kind};

/// Sums with more terms than this are multiplied as if they were atoms.
const EXPANSION_LIMIT: usize = 64;

#[derive(Debug, Clone, Default)]
pub(super) struct Polynomial {
    /// Monomials with their coefficients, sorted by monomial, no coefficient zero.
    pub terms: Vec<(Dim, i64)>,
    pub constant: i64,
}

/// Atoms with their powers, sorted by atom.
type Monomial = Vec<(Dim, u32)>;

impl Polynomial {
    pub fn of(expressions: &Expressions, dim: Dim) -> Option<Polynomial> {
        Some(match expressions.get(dim) {
            None => Polynomial { terms: Vec::new(), constant: dim.as_constant()? },
            Some(Expr::Sum { terms, constant }) => Polynomial { terms: terms.to_vec(), constant: *constant },
            Some(_) => Polynomial { terms: vec![(dim, 1)], constant: 0 },
        })
    }

    pub fn intern(self, expressions: &mut Expressions) -> Option<Dim> {
        match self.terms[..] {
            [] => Dim::constant(self.constant),
            // A truth that nothing is added to is a number all the same.
            [(monomial, 1)] if self.constant == 0 && expressions.kind(monomial) != Kind::Truth => Some(monomial),
            _ => Some(expressions.intern(Expr::Sum { terms: self.terms.into(), constant: self.constant })),
        }
    }

    /// `self += other * factor`.
    pub fn add(&mut self, other: &Polynomial, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(monomial, coefficient) in &other.terms {
            self.add_term(monomial, coefficient.checked_mul(factor)?)?;
        }
        Some(())
    }

    fn add_term(&mut self, monomial: Dim, coefficient: i64) -> Option<()> {
        match self.terms.binary_search_by_key(&monomial, |&(monomial, _)| monomial) {
            Ok(at) => {
                self.terms[at].1 = self.terms[at].1.checked_add(coefficient)?;
                if self.terms[at].1 == 0 {
                    self.terms.remove(at);
                }
            }
            Err(at) if coefficient != 0 => self.terms.insert(at, (monomial, coefficient)),
            Err(_) => {}
        }
        Some(())
    }

    pub fn multiply(&self, other: &Polynomial, expressions: &mut Expressions) -> Option<Polynomial> {
        if self.terms.len() * other.terms.len() > EXPANSION_LIMIT {
            let (a, b) = (self.clone().intern(expressions)?, other.clone().intern(expressions)?);
            let mut factors = vec![(a, 1)];
            multiply_monomial(&mut factors, &[(b, 1)]);
            let product = intern_monomial(factors, expressions)?;
            return Some(Polynomial { terms: vec![(product, 1)], constant: 0 });
        }
        let mut result = Polynomial { terms: Vec::new(), constant: self.constant.checked_mul(other.constant)? };
        for &(monomial, coefficient) in &self.terms {
            result.add_term(monomial, coefficient.checked_mul(other.constant)?)?;
            for &(other_monomial, other_coefficient) in &other.terms {
                let mut factors = monomial_of(monomial, expressions);
                multiply_monomial(&mut factors, &monomial_of(other_monomial, expressions));
                let product = intern_monomial(factors, expressions)?;
                result.add_term(product, coefficient.checked_mul(other_coefficient)?)?;
            }
        }
        for &(monomial, coefficient) in &other.terms {
            result.add_term(monomial, coefficient.checked_mul(self.constant)?)?;
        }
        Some(result)
    }

    /// `self // divisor` as `quotient + rest // divisor`, what both share cancelled. Divisors are assumed not to be
    /// zero: a division by zero raises before anything depends on the result.
    pub fn divide(mut self, divisor: &Polynomial, expressions: &mut Expressions) -> Option<(Polynomial, Polynomial, Polynomial)> {
        let mut divisor = divisor.clone();
        let shared = common_monomial(&[&self, &divisor], expressions);
        let number = common_number(&[&self, &divisor]);
        if !shared.is_empty() || number > 1 {
            self = self.cancel(&shared, number, expressions)?;
            divisor = divisor.cancel(&shared, number, expressions)?;
        }
        let (mut quotient, mut rest) = (Polynomial::default(), Polynomial::default());
        match divisor.as_single(expressions) {
            Some((factors, coefficient)) => {
                for &(monomial, multiple) in &self.terms {
                    match divide_monomial(&monomial_of(monomial, expressions), &factors) {
                        Some(left) if multiple.checked_rem(coefficient) == Some(0) => {
                            if left.is_empty() {
                                quotient.constant = quotient.constant.checked_add(multiple / coefficient)?;
                            } else {
                                let left = intern_monomial(left, expressions)?;
                                quotient.add_term(left, multiple.checked_div(coefficient)?)?;
                            }
                        }
                        _ => rest.add_term(monomial, multiple)?,
                    }
                }
                rest.constant = self.constant;
                if factors.is_empty() && !rest.terms.is_empty() {
                    let whole = super::number::floor_divide(rest.constant.into(), coefficient.into())?;
                    quotient.constant = quotient.constant.checked_add(i64::try_from(whole).ok()?)?;
                    rest.constant = i64::try_from(super::number::modulo(rest.constant.into(), coefficient.into())?).ok()?;
                }
            }
            // A sum divides its own multiples.
            None => match self.multiple_of(&divisor) {
                Some(multiple) => quotient.constant = multiple,
                None => rest = self,
            },
        }
        Some((quotient, rest, divisor))
    }

    /// The dividend of `self % divisor` without multiples of the divisor.
    pub fn rest(self, divisor: &Polynomial, expressions: &mut Expressions) -> Option<Polynomial> {
        let mut rest = Polynomial::default();
        match divisor.as_single(expressions) {
            Some((factors, coefficient)) => {
                for &(monomial, multiple) in &self.terms {
                    let divides = multiple.checked_rem(coefficient) == Some(0)
                        && divide_monomial(&monomial_of(monomial, expressions), &factors).is_some();
                    if !divides {
                        rest.add_term(monomial, multiple)?;
                    }
                }
                rest.constant = self.constant;
                if factors.is_empty() {
                    rest.constant = i64::try_from(super::number::modulo(rest.constant.into(), coefficient.into())?).ok()?;
                }
            }
            None if self.multiple_of(divisor).is_some() => {}
            None => rest = self,
        }
        Some(rest)
    }

    /// `k` if this is `k * other`.
    fn multiple_of(&self, other: &Polynomial) -> Option<i64> {
        if self.terms.len() != other.terms.len() {
            return None;
        }
        let factor = self.terms.first()?.1.checked_div(other.terms.first()?.1)?;
        let mut scaled = Polynomial::default();
        scaled.add(other, factor)?;
        (scaled.terms == self.terms && scaled.constant == self.constant).then_some(factor)
    }

    /// The divisor as one monomial times one number.
    fn as_single(&self, expressions: &Expressions) -> Option<(Monomial, i64)> {
        match self.terms[..] {
            [] => Some((Vec::new(), self.constant)),
            [(monomial, coefficient)] if self.constant == 0 => Some((monomial_of(monomial, expressions), coefficient)),
            _ => None,
        }
    }

    fn cancel(&self, shared: &Monomial, number: i64, expressions: &mut Expressions) -> Option<Polynomial> {
        let mut result = Polynomial { terms: Vec::new(), constant: self.constant / number };
        for &(monomial, coefficient) in &self.terms {
            let left = divide_monomial(&monomial_of(monomial, expressions), shared)?;
            if left.is_empty() {
                result.constant = result.constant.checked_add(coefficient / number)?;
            } else {
                let left = intern_monomial(left, expressions)?;
                result.add_term(left, coefficient / number)?;
            }
        }
        Some(result)
    }

    /// The polynomial as `common * rest`, if its terms share a monomial.
    pub fn factored(&self, expressions: &mut Expressions) -> Option<(Dim, Polynomial)> {
        let shared = common_monomial(&[self], expressions);
        if shared.is_empty() {
            return None;
        }
        let rest = self.cancel(&shared, 1, expressions)?;
        Some((intern_monomial(shared, expressions)?, rest))
    }

    /// The polynomial as `scale * primitive + offset`: the primitive has no constant, coefficients
    /// without a common divisor, and a positive first one.
    pub fn primitive(mut self, expressions: &mut Expressions) -> Option<(Dim, i64, i64)> {
        let offset = std::mem::take(&mut self.constant);
        let mut scale = common_number(&[&self]);
        if self.terms.first()?.1 < 0 {
            scale = -scale;
        }
        for term in &mut self.terms {
            term.1 = term.1.checked_div(scale)?;
        }
        Some((self.intern(expressions)?, scale, offset))
    }
}

/// The factors of a monomial, which is an atom or a product.
pub(super) fn monomial_of(dim: Dim, expressions: &Expressions) -> Monomial {
    match expressions.get(dim) {
        Some(Expr::Product(factors)) => factors.to_vec(),
        _ => vec![(dim, 1)],
    }
}

fn intern_monomial(factors: Monomial, expressions: &mut Expressions) -> Option<Dim> {
    Some(match factors[..] {
        [] => Dim::ONE,
        [(atom, 1)] => atom,
        _ => expressions.intern(Expr::Product(factors.into())),
    })
}

fn multiply_monomial(factors: &mut Monomial, by: &[(Dim, u32)]) {
    for &(atom, exponent) in by {
        match factors.binary_search_by_key(&atom, |&(atom, _)| atom) {
            Ok(at) => factors[at].1 += exponent,
            Err(at) => factors.insert(at, (atom, exponent)),
        }
    }
}

fn divide_monomial(factors: &Monomial, by: &Monomial) -> Option<Monomial> {
    let mut left = factors.clone();
    for &(atom, exponent) in by {
        let at = left.binary_search_by_key(&atom, |&(atom, _)| atom).ok()?;
        left[at].1 = left[at].1.checked_sub(exponent)?;
        if left[at].1 == 0 {
            left.remove(at);
        }
    }
    Some(left)
}

/// The monomial that divides every term of all; empty if one has a constant term.
fn common_monomial(polynomials: &[&Polynomial], expressions: &Expressions) -> Monomial {
    if polynomials.iter().any(|polynomial| polynomial.constant != 0) {
        return Vec::new();
    }
    let mut terms = polynomials.iter().flat_map(|polynomial| &polynomial.terms);
    let Some(&(first, _)) = terms.next() else { return Vec::new() };
    let mut shared = monomial_of(first, expressions);
    for &(monomial, _) in terms {
        let factors = monomial_of(monomial, expressions);
        shared.retain_mut(|(atom, exponent)| match factors.iter().find(|(other, _)| other == atom) {
            Some(&(_, other)) => {
                *exponent = (*exponent).min(other);
                true
            }
            None => false,
        });
    }
    shared
}

/// The greatest number that divides all coefficients and constants; at least 1.
fn common_number(polynomials: &[&Polynomial]) -> i64 {
    let mut divisor = 0u64;
    for polynomial in polynomials {
        divisor = gcd(divisor, polynomial.constant.unsigned_abs());
        for &(_, coefficient) in &polynomial.terms {
            divisor = gcd(divisor, coefficient.unsigned_abs());
        }
    }
    i64::try_from(divisor).unwrap_or(1).max(1)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
