//! Blocks, statements and expressions.

use pest::iterators::Pair;

use super::{Parts, Reader, Rule, parts};
use crate::ast::*;
use crate::diagnostics::Span;

impl Reader<'_> {
    pub(super) fn block(&mut self, pair: Pair<'_, Rule>) -> Block {
        let span = self.span(&pair);
        let statements = parts(pair).map(|s| self.statement(s)).collect();
        Block { statements, span: Span { start: span.end.saturating_sub(1), ..span } }
    }

    pub(super) fn statement(&mut self, pair: Pair<'_, Rule>) -> Statement {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let kind = match rule {
            Rule::if_statement => {
                let condition = self.condition(parts.next());
                let then = self.block(parts.next());
                let otherwise = parts.any().map(|other| match other.as_rule() {
                    Rule::block => self.block(other),
                    _ => {
                        let statement = self.statement(other);
                        Block { span: statement.span, statements: vec![statement] }
                    }
                });
                StatementKind::If { condition, then, otherwise }
            }
            Rule::for_statement => {
                let item = self.word(parts.next());
                StatementKind::For { item, over: self.over(parts.next()), body: self.block(parts.next()) }
            }
            Rule::jump => StatementKind::Jump(self.expression(parts.next())),
            Rule::return_ => StatementKind::Return(parts.any().map(|e| self.expression(e))),
            Rule::raise => {
                let class = self.primary(parts.next());
                StatementKind::Raise { class, arguments: parts.any().map(|a| self.arguments(a)).unwrap_or_default() }
            }
            Rule::graph_break => StatementKind::GraphBreak(self.text(parts.next())),
            Rule::require => StatementKind::Require { condition: self.expression(parts.next()), text: self.text(parts.next()) },
            Rule::drop => {
                let mut words = Vec::new();
                while let Some(word) = parts.any() {
                    words.push(self.word(word));
                }
                StatementKind::Drop(words)
            }
            Rule::bind => {
                let name = self.word(parts.next());
                let ty = parts.take(Rule::type_name).map(|t| self.type_name(t));
                StatementKind::Bind { name, ty, value: self.expression(parts.next()) }
            }
            Rule::set_field => {
                let (of, field) = (self.word(parts.next()), self.word(parts.next()));
                StatementKind::SetField { of, field, value: self.expression(parts.next()) }
            }
            _ => StatementKind::Evaluate(self.expression(parts.next())),
        };
        Statement { kind, span }
    }

    fn condition(&mut self, pair: Pair<'_, Rule>) -> Condition {
        if pair.as_rule() != Rule::unwrap {
            return Condition::True(self.expression(pair));
        }
        let mut parts = Parts::of(pair);
        Condition::Some(self.word(parts.next()), self.expression(parts.next()))
    }

    fn over(&mut self, pair: Pair<'_, Rule>) -> Over {
        let mut parts = Parts::of(pair);
        let first = self.expression(parts.next());
        match parts.any() {
            Some(end) => Over::Range(first, self.expression(end)),
            None => Over::Values(first),
        }
    }

    fn arguments(&mut self, pair: Pair<'_, Rule>) -> Vec<Expr> {
        parts(pair).map(|e| self.expression(e)).collect()
    }

    pub(super) fn expression(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut parts = Parts::of(pair);
        let first = parts.next();
        let mut operands = vec![self.unary(first)];
        let mut operators: Vec<Operator> = Vec::new();
        while let Some(sign) = parts.any() {
            let operator = operator(sign.as_rule());
            while operators.last().is_some_and(|o| tightness(*o) >= tightness(operator)) {
                fold(&mut operands, &mut operators);
            }
            operators.push(operator);
            let operand = parts.next();
            operands.push(self.unary(operand));
        }
        while !operators.is_empty() {
            fold(&mut operands, &mut operators);
        }
        operands.pop().expect("an expression has an operand")
    }

    fn unary(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let count = parts.take_all(Rule::not).len();
        let mut expr = self.postfix(parts.next());
        for _ in 0..count {
            expr = Expr { kind: ExprKind::Not(Box::new(expr)), span };
        }
        expr
    }

    fn postfix(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let mut parts = Parts::of(pair);
        let mut expr = self.primary(parts.next());
        while let Some(suffix) = parts.any() {
            let span = Span { end: self.span(&suffix).end, ..expr.span };
            let rule = suffix.as_rule();
            let inner = Parts::of(suffix).next();
            let of = Box::new(expr);
            let kind = match rule {
                Rule::index => ExprKind::Index { of, index: Box::new(self.expression(inner)) },
                _ => ExprKind::Field { of, field: self.word(inner) },
            };
            expr = Expr { kind, span };
        }
        expr
    }

    pub(super) fn primary(&mut self, pair: Pair<'_, Rule>) -> Expr {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::each => {
                let mut parts = Parts::of(pair);
                let item = self.word(parts.next());
                let over = Box::new(self.over(parts.next()));
                ExprKind::Each { item, over, body: Box::new(self.expression(parts.next())) }
            }
            Rule::observation => {
                let mut parts = Parts::of(pair);
                let guard = self.word(parts.next());
                let source = Box::new(self.expression(parts.next()));
                ExprKind::Observe { guard, source, parameter: parts.any().map(|p| Box::new(self.expression(p))) }
            }
            Rule::python_object => ExprKind::Python(self.word(Parts::of(pair).next()).value),
            Rule::none => ExprKind::None,
            Rule::boolean => ExprKind::Bool(pair.as_str() == "true"),
            Rule::number => ExprKind::Int(self.number(pair).value),
            Rule::text => ExprKind::Text(self.text(pair).value),
            Rule::list => ExprKind::List(
                parts(pair)
                    .map(|part| {
                        let mut parts = Parts::of(part);
                        let splice = parts.take(Rule::splice).is_some();
                        (self.expression(parts.next()), splice)
                    })
                    .collect(),
            ),
            Rule::call => {
                let mut parts = Parts::of(pair);
                let function = self.word(parts.next());
                ExprKind::Call { function, arguments: self.arguments(parts.next()) }
            }
            Rule::parenthesis => return self.expression(Parts::of(pair).next()),
            _ => ExprKind::Name(pair.as_str().trim_end().to_string()),
        };
        Expr { kind, span }
    }
}

fn operator(rule: Rule) -> Operator {
    match rule {
        Rule::or => Operator::Or,
        Rule::and => Operator::And,
        Rule::equal => Operator::Equal,
        Rule::not_equal => Operator::NotEqual,
        Rule::less => Operator::Less,
        Rule::less_equal => Operator::LessEqual,
        Rule::greater => Operator::Greater,
        Rule::greater_equal => Operator::GreaterEqual,
        Rule::add => Operator::Add,
        Rule::subtract => Operator::Subtract,
        _ => Operator::Multiply,
    }
}

fn tightness(operator: Operator) -> u8 {
    match operator {
        Operator::Or => 0,
        Operator::And => 1,
        Operator::Add | Operator::Subtract => 3,
        Operator::Multiply => 4,
        _ => 2,
    }
}

fn fold(operands: &mut Vec<Expr>, operators: &mut Vec<Operator>) {
    let (Some(right), Some(left), Some(operator)) = (operands.pop(), operands.pop(), operators.pop()) else {
        return;
    };
    let span = Span { end: right.span.end, ..left.span };
    operands.push(Expr { kind: ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }, span });
}
