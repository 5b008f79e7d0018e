//! What a test establishes: of which class a value is where the test has come out true.

use super::Scope;
use crate::ast::{Expr, ExprKind, Operator};
use crate::model::TestedClass;

impl Scope<'_> {
    /// Notes what holds where this condition has come out as `truth`.
    pub(super) fn narrow(&mut self, condition: &Expr, truth: bool) {
        match &condition.kind {
            ExprKind::Not(of) => self.narrow(of, !truth),
            ExprKind::Binary { operator: Operator::And, left, right } if truth => {
                self.narrow(left, truth);
                self.narrow(right, truth);
            }
            ExprKind::Binary { operator: Operator::Or, left, right } if !truth => {
                self.narrow(left, truth);
                self.narrow(right, truth);
            }
            ExprKind::Call { function, arguments } if truth => {
                let model = self.model;
                let told = model.external(&function.value, self.of_meta).and_then(|index| model.externs[index].tells.as_ref());
                let Some(told) = told else { return };
                let class = match &told.class {
                    TestedClass::Named(class) => Some(class),
                    TestedClass::Argument(at) => match arguments.get(*at).map(|argument| &argument.kind) {
                        Some(ExprKind::Python(class)) => Some(class),
                        _ => None,
                    },
                };
                if let (Some(class), Some(Expr { kind: ExprKind::Name(name), .. })) = (class, arguments.get(told.of))
                    && let Some(binding) = self.bound.get_mut(name)
                {
                    binding.classes.insert(class.clone());
                }
            }
            _ => {}
        }
    }
}
