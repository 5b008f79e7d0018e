//! Numbers computed from input floats and random numbers. Compiled code computes those that leave the trace, because
//! graphs return no floats.

use super::Planner;
use crate::codegen::plan::{Node, NodeId};
use crate::graph::{Argument, Target};
use crate::python::{Object, Owned};
use crate::rules::{Flow, Stop};
use crate::shapes::{Dim, Expr, FloatOperator, Kind, Rounding, Symbol};
use crate::tables::{Comparison, EXPRESSIONS, Role, SizeOperator};

impl Planner<'_, '_> {
    /// A number that leaves the trace: computed by compiled code where that can be, else an output of the graph.
    pub(super) fn number_that_leaves(&mut self, dim: Dim) -> Flow<NodeId> {
        // A number that later guards made a constant: no backend has to return those.
        let dim = self.trace.shapes.with_specialised(dim);
        if let Some(node) = self.number(dim)? {
            return Ok(node);
        }
        if !self.trace.graph.is_number_in_reach(dim, &self.trace.shapes) {
            return Err(Stop::Abandon("a number of a function that an operator takes, used outside of it".into()));
        }
        let expression = self.trace.shapes.expression(dim).cloned();
        // A bool is computed from ints that the graph returns: graphs return no bools.
        match expression {
            Some(Expr::Compare(how, a, b)) if [a, b].iter().all(|&side| self.trace.shapes.kind(side) == Kind::Int) => {
                self.condition(comparison(how), &[a, b])
            }
            Some(Expr::Not(a)) => self.condition(SizeOperator::Negation, &[a]),
            Some(Expr::And(items)) => self.condition(SizeOperator::Conjunction, &items),
            Some(Expr::Or(items)) => self.condition(SizeOperator::Disjunction, &items),
            _ => {
                self.outputs.push(Argument::Dim(dim));
                let index = self.outputs.len() as u32 - 1;
                Ok(self.push(Node::GraphOutput(index)))
            }
        }
    }

    fn condition(&mut self, operator: SizeOperator, parts: &[Dim]) -> Flow<NodeId> {
        let mut parts = parts.iter().map(|part| self.number_that_leaves(*part)).collect::<Flow<Vec<_>>>()?.into_iter();
        let first = parts.next().ok_or_else(|| Stop::Abandon("a condition without parts".into()))?;
        if operator == SizeOperator::Negation {
            return self.call(operator, vec![first]);
        }
        parts.try_fold(first, |so_far, part| self.call(operator, vec![so_far, part]))
    }

    /// The node that computes an expression, if compiled code can load all of its symbols.
    pub(super) fn number(&mut self, dim: Dim) -> Flow<Option<NodeId>> {
        if let Some(number) = dim.as_constant() {
            return Ok(Some(self.constant(Owned::int(number))?));
        }
        Ok(match self.trace.shapes.expression(dim).cloned() {
            Some(Expr::Float(bits)) => Some(self.constant(Owned::float(f64::from_bits(bits)))?),
            Some(Expr::Real(symbol) | Expr::Symbol(symbol)) => self.number_at_hand(symbol)?,
            Some(Expr::FloatOperation(operator, a, b)) => self.operation(float_operation(operator), &[a, b])?,
            Some(Expr::FloatFunction(function, a)) => self.operation(function, &[a])?,
            Some(Expr::Round(how, a)) => self.operation(rounding(how), &[a])?,
            Some(Expr::Compare(how, a, b)) => self.operation(comparison(how), &[a, b])?,
            Some(Expr::Sum { terms, constant }) => {
                // A bool alone becomes an int by adding 0.
                let alone = matches!(*terms, [(_, 1)]) && constant == 0;
                let mut sum = if constant == 0 && !alone { None } else { Some(self.constant(Owned::int(constant))?) };
                for (monomial, factor) in terms.iter() {
                    let Some(mut term) = self.number(*monomial)? else { return Ok(None) };
                    if *factor != 1 {
                        let factor = self.constant(Owned::int(*factor))?;
                        term = self.call(SizeOperator::Multiply, vec![factor, term])?;
                    }
                    sum = Some(match sum {
                        Some(sum) => self.call(SizeOperator::Add, vec![sum, term])?,
                        None => term,
                    });
                }
                sum
            }
            _ => None,
        })
    }

    fn number_at_hand(&mut self, symbol: Symbol) -> Flow<Option<NodeId>> {
        if let Some(source) = self.trace.number_source(symbol) {
            return Ok(Some(self.source_node(source)));
        }
        // What the graph computes of numbers alone can be computed again, and so can the size of a wrapper that is an input:
        // compilers that take wrappers apart know no such size.
        let computed = self.trace.graph.computed.iter().find(|(known, _)| *known == symbol);
        let Some(node) = computed.map(|(_, node)| self.trace.graph.node(*node).clone()) else { return Ok(None) };
        let Target::Function(function) = node.target else { return Ok(None) };
        let is_size = function == self.trace.role(Role::SizeOf);
        let mut positional = Vec::with_capacity(node.arguments.len());
        for argument in &node.arguments {
            let made = match argument {
                Argument::Dim(dim) => self.number(*dim)?,
                Argument::Constant(object) => Some(self.push(Node::Constant(*object))),
                Argument::Node(sized) if is_size => match self.trace.graph.node(*sized).target {
                    Target::Input { source, .. } => Some(self.source_node(source)),
                    _ => None,
                },
                _ => None,
            };
            let Some(made) = made else { return Ok(None) };
            positional.push(made);
        }
        let callee = self.push(Node::Constant(function));
        Ok(Some(self.push(Node::Call { callee, positional, keywords: Vec::new() })))
    }

    fn operation(&mut self, operator: SizeOperator, operands: &[Dim]) -> Flow<Option<NodeId>> {
        let mut positional = Vec::with_capacity(operands.len());
        for operand in operands {
            let Some(operand) = self.number(*operand)? else { return Ok(None) };
            positional.push(operand);
        }
        self.call(operator, positional).map(Some)
    }

    fn call(&mut self, operator: SizeOperator, positional: Vec<NodeId>) -> Flow<NodeId> {
        let path = EXPRESSIONS.iter().find(|row| row.operator == operator).and_then(|row| row.function);
        let path = path.ok_or_else(|| Stop::Abandon(format!("no function computes {}", operator.word())))?;
        let function = self.trace.library.path_object(path)?;
        let callee = self.push(Node::Constant(function));
        Ok(self.push(Node::Call { callee, positional, keywords: Vec::new() }))
    }

    fn constant(&mut self, number: pyo3::PyResult<Owned>) -> Flow<NodeId> {
        let number: Object = self.trace.keeper.keep_owned(number.map_err(Stop::python)?);
        Ok(self.push(Node::Constant(number)))
    }
}

fn float_operation(operator: FloatOperator) -> SizeOperator {
    match operator {
        FloatOperator::Add => SizeOperator::Add,
        FloatOperator::Subtract => SizeOperator::Subtract,
        FloatOperator::Multiply => SizeOperator::Multiply,
        FloatOperator::Divide => SizeOperator::TrueDivide,
        FloatOperator::Power => SizeOperator::Power,
        FloatOperator::Maximum => SizeOperator::Maximum,
        FloatOperator::Minimum => SizeOperator::Minimum,
    }
}

fn comparison(how: Comparison) -> SizeOperator {
    match how {
        Comparison::Equal => SizeOperator::Equal,
        Comparison::NotEqual => SizeOperator::NotEqual,
        Comparison::Less => SizeOperator::Less,
        Comparison::LessEqual => SizeOperator::LessEqual,
        Comparison::Greater => SizeOperator::Greater,
        Comparison::GreaterEqual => SizeOperator::GreaterEqual,
    }
}

fn rounding(how: Rounding) -> SizeOperator {
    match how {
        Rounding::Floor => SizeOperator::Floor,
        Rounding::Ceiling => SizeOperator::Ceiling,
        Rounding::Truncate => SizeOperator::Truncate,
        Rounding::Nearest => SizeOperator::Round,
    }
}
