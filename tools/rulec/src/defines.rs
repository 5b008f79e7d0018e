//! Defines: pieces of body that rules call. Each is checked once, where it stands, and written into every rule that calls it.

use crate::ast::{self, Expr, ExprKind};
use crate::body::{Ends, Scope};
use crate::check::Calls;
use crate::diagnostics::{Code, Diagnostics, Span};
use crate::model::{Define, Model};
use crate::typed;

/// The typed bodies, by index of the define; nothing where one is wrong.
pub fn check(model: &Model, calls: &mut Calls, diagnostics: &mut Diagnostics) -> Vec<Option<typed::Define>> {
    let mut checked: Vec<Option<typed::Define>> = model.defines.iter().map(|_| None).collect();
    for index in order(model, diagnostics) {
        let define = &model.defines[index];
        let mut scope = Scope::new(model, None, define.of_meta, diagnostics, calls);
        let body = scope.define(define);
        let (effects, sound) = (scope.effects, scope.is_sound());
        calls.effects[index] = effects;
        checked[index] = sound.then_some(body);
    }
    checked
}

/// Each behind those that it calls.
fn order(model: &Model, diagnostics: &mut Diagnostics) -> Vec<usize> {
    let mut search = Search { model, diagnostics, path: Vec::new(), order: Vec::new() };
    (0..model.defines.len()).for_each(|define| search.visit(define));
    search.order
}

/// Depth first.
struct Search<'a> {
    model: &'a Model,
    diagnostics: &'a mut Diagnostics,
    /// From where the search began to where it is.
    path: Vec<usize>,
    order: Vec<usize>,
}

impl Search<'_> {
    fn visit(&mut self, define: usize) {
        if self.order.contains(&define) {
            return;
        }
        self.path.push(define);
        for (next, span) in called_by(self.model, &self.model.defines[define]) {
            match self.path.iter().position(|on_path| *on_path == next) {
                Some(start) => self.refuse_cycle(start, next, span),
                None => self.visit(next),
            }
        }
        self.path.pop();
        self.order.push(define);
    }

    fn refuse_cycle(&mut self, start: usize, define: usize, span: Span) {
        let name = |define: usize| &self.model.defines[define].name;
        let cycle: Vec<&str> = self.path[start..].iter().chain([&define]).map(|at| name(*at).value.as_str()).collect();
        self.diagnostics
            .report(Code::Cycle, span, format!("`{}` would be written into itself: {}", name(define).value, cycle.join(" → ")))
            .note(name(define).span, "this define")
            .help("a define is written into what calls it, so it cannot call itself: write a loop, or a polyfill");
    }
}

fn called_by(model: &Model, define: &Define) -> Vec<(usize, Span)> {
    let mut found = Vec::new();
    ast::each_expression(&define.body, &mut |expr| found.extend(called(model, expr, define.of_meta)));
    found
}

/// The define that an expression calls, and where.
pub fn called(model: &Model, expr: &Expr, of_meta: bool) -> Option<(usize, Span)> {
    let ExprKind::Call { function, .. } = &expr.kind else { return None };
    Some((model.define(&function.value, of_meta)?, function.span))
}

impl Scope<'_> {
    fn define(&mut self, define: &Define) -> typed::Define {
        for parameter in &define.parameters {
            self.declare_input(&parameter.name, parameter.ty, parameter.class.clone());
        }
        let name = |at: usize| define.parameters[at].name.value.clone();
        self.attribute = define.attribute.map(|(attribute, of)| (name(attribute), name(of)));
        let result = define.result;
        self.ends = Ends::Result(result);
        let (statements, _) = self.result_body(&define.body, define.name.span, result);
        self.refuse_unused_inputs();
        typed::Define { parameters: define.parameters.len() as u16, registers: self.registers(), statements }
    }
}
