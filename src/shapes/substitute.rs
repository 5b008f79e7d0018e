//! An expression with some of its symbols replaced.

use super::dim::Dim;
use super::expr::{Expr, Expressions, Symbol};

/// `None` where the result leaves the range of ints.
pub(super) fn substitute(expressions: &mut Expressions, dim: Dim, by: &dyn Fn(Symbol) -> Option<Dim>) -> Option<Dim> {
    let Some(expr) = expressions.get(dim).cloned() else { return Some(dim) };
    let again = |expressions: &mut Expressions, part: Dim| substitute(expressions, part, by);
    match expr {
        Expr::Symbol(symbol) => Some(by(symbol).unwrap_or(dim)),
        Expr::Real(_) => Some(dim),
        Expr::Float(_) | Expr::Truth(_) => Some(dim),
        Expr::Sum { terms, constant } => {
            let mut sum = Dim::constant(constant)?;
            for &(monomial, coefficient) in terms.iter() {
                let monomial = again(expressions, monomial)?;
                let term = expressions.multiply(monomial, Dim::constant(coefficient)?)?;
                sum = expressions.add(sum, term)?;
            }
            Some(sum)
        }
        Expr::Product(factors) => {
            let mut product = Dim::ONE;
            for &(atom, exponent) in factors.iter() {
                let atom = again(expressions, atom)?;
                for _ in 0..exponent {
                    product = expressions.multiply(product, atom)?;
                }
            }
            Some(product)
        }
        Expr::FloorDivide(a, b) => {
            let (a, b) = (again(expressions, a)?, again(expressions, b)?);
            expressions.floor_divide(a, b)
        }
        Expr::Modulo(a, b) => {
            let (a, b) = (again(expressions, a)?, again(expressions, b)?);
            expressions.modulo(a, b)
        }
        Expr::Power(a, b) => {
            let (a, b) = (again(expressions, a)?, again(expressions, b)?);
            expressions.power(a, b)
        }
        Expr::Maximum(items) => fold(expressions, &items, by, Expressions::maximum),
        Expr::Minimum(items) => fold(expressions, &items, by, Expressions::minimum),
        Expr::Round(how, a) => {
            let a = again(expressions, a)?;
            expressions.round(how, a)
        }
        Expr::FloatFunction(function, a) => {
            let a = again(expressions, a)?;
            expressions.float_function(function, a)
        }
        Expr::FloatOperation(operator, a, b) => {
            let (a, b) = (again(expressions, a)?, again(expressions, b)?);
            expressions.float_operation(operator, a, b)
        }
        Expr::Compare(how, a, b) => {
            let (a, b) = (again(expressions, a)?, again(expressions, b)?);
            Some(expressions.compare(how, a, b))
        }
        Expr::Not(a) => {
            let a = again(expressions, a)?;
            Some(expressions.not(a))
        }
        Expr::And(items) => {
            let items = items.iter().map(|&item| again(expressions, item)).collect::<Option<Vec<_>>>()?;
            Some(expressions.all(&items))
        }
        Expr::Or(items) => {
            let items = items.iter().map(|&item| again(expressions, item)).collect::<Option<Vec<_>>>()?;
            Some(expressions.any(&items))
        }
    }
}

fn fold(
    expressions: &mut Expressions,
    items: &[Dim],
    by: &dyn Fn(Symbol) -> Option<Dim>,
    pick: fn(&mut Expressions, Dim, Dim) -> Option<Dim>,
) -> Option<Dim> {
    let mut best = None;
    for &item in items {
        let item = substitute(expressions, item, by)?;
        best = Some(match best {
            None => item,
            Some(best) => pick(expressions, best, item)?,
        });
    }
    best
}
