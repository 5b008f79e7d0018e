//! Expressions: their types, and the conversions that the place they stand in asks for.

use std::collections::BTreeSet;

use super::Scope;
use crate::ast::{self, Expr, ExprKind, Operator};
use crate::diagnostics::{Code, Span, Word};
use crate::model::*;
use crate::resolve::how_to_establish;
use crate::typed::{self, Literal};

/// What is called: an extern or a define.
struct Callable<'a> {
    name: &'a Word,
    of_meta: bool,
    effects: Effects,
}

impl Scope<'_> {
    /// The expression as a value of this type.
    pub fn expect(&mut self, expr: &Expr, wanted: Type) -> typed::Expr {
        let (value, have) = self.infer(expr);
        self.convert(value, have, wanted, expr.span)
    }

    pub fn quiet_condition(&mut self, expr: &Expr) -> typed::Expr {
        self.quiet = Some("when");
        let condition = self.expect(expr, Base::Bool.sure());
        self.quiet = None;
        condition
    }

    fn convert(&mut self, value: typed::Expr, have: Type, wanted: Type, span: Span) -> typed::Expr {
        if have == wanted || matches!(have.base, Base::Never | Base::Unknown) || wanted.base == Base::Unknown {
            return value;
        }
        // In meta rules a Value may be anything; one that is not what is wanted makes the answer unknown.
        let anything = wanted.base == Base::Value || matches!(have.base, Base::Value | Base::Object) && !have.perhaps;
        if self.of_meta && anything {
            return value;
        }
        if let typed::Expr::Literal(literal) = &value {
            match (literal, wanted.base) {
                (Literal::None, _) if wanted.perhaps => return value,
                (_, Base::Value) => return typed::Expr::Constant(literal.clone()),
                (Literal::Text(text), Base::Name) => return typed::Expr::Literal(Literal::Name(text.clone())),
                _ => {}
            }
        }
        let number = matches!(have.base, Base::Local | Base::Const | Base::Deref) && wanted.base == Base::Int;
        let fits = have.base == wanted.base || number;
        if fits && (wanted.perhaps || !have.perhaps) {
            return value;
        }
        let (have_text, wanted_text) = (self.model.spell(have), self.model.spell(wanted));
        if fits {
            self.report(Code::Perhaps, span, format!("this may be missing: it is {have_text}, not {wanted_text}"))
                .help("unwrap it: `if x = … { }`");
        } else {
            let help = match (have.base, wanted.base) {
                (Base::Source, _) => "a fact about a source comes from `observe GUARD(src)`".to_string(),
                (_, Base::Values) => "write `[a, b]` for several values".to_string(),
                (_, Base::Source) => "sources are what build rules and guards have: of a value, ask an extern".to_string(),
                (Base::Int, Base::Bool) => "compare it: `… == 1`".to_string(),
                _ => {
                    // What makes the one of the other alone, without an effect.
                    let makes = |e: &&Extern| {
                        e.of_meta == self.of_meta
                            && e.effects == Effects::default()
                            && e.result == wanted
                            && matches!(e.parameters[..], [(_, only)] if only.base == have.base)
                    };
                    let makers = self.model.externs.iter().filter(makes);
                    let calls: Vec<_> = makers.map(|maker| format!("`{}(…)`", maker.name.value)).collect();
                    let wanted = self.model.spell_one(wanted);
                    match calls.is_empty() || calls.len() > 3 {
                        true => format!("give {wanted}"),
                        false => format!("give {wanted}: {}", calls.join(" or ")),
                    }
                }
            };
            self.report(Code::WrongType, span, format!("this is {have_text}, not {wanted_text}")).help(help);
        }
        value
    }

    /// What a name is bound to: Python's None, where `none` stands alone.
    pub(super) fn bindable(&mut self, expr: &Expr) -> (typed::Expr, Type) {
        let (value, ty) = self.infer(expr);
        match ty.base {
            Base::None => (typed::Expr::Constant(Literal::None), Base::Value.sure()),
            Base::Nothing => {
                self.report(Code::WrongType, expr.span, "this gives no value").help("call it without binding a name");
                (value, ty)
            }
            _ => (value, ty),
        }
    }

    pub(super) fn infer(&mut self, expr: &Expr) -> (typed::Expr, Type) {
        let wrong = (typed::Expr::Literal(Literal::None), Base::Unknown.sure());
        match &expr.kind {
            ExprKind::Name(name) => match self.look_up(name, expr.span) {
                Some(index) => (typed::Expr::Register(self.variables[index].register), self.variables[index].ty),
                None => wrong,
            },
            ExprKind::None => (typed::Expr::Literal(Literal::None), Base::None.sure()),
            ExprKind::Bool(b) => (typed::Expr::Literal(Literal::Bool(*b)), Base::Bool.sure()),
            ExprKind::Int(i) => (typed::Expr::Literal(Literal::Int(*i)), Base::Int.sure()),
            ExprKind::Text(text) => (typed::Expr::Literal(Literal::Text(text.clone())), Base::Text.sure()),
            ExprKind::Python(path) => (typed::Expr::Literal(Literal::Object(path.clone())), Base::Object.sure()),
            ExprKind::Call { function, arguments } => {
                self.refuse_unknown_attribute(expr);
                self.call(function, arguments, expr.span).unwrap_or(wrong)
            }
            ExprKind::Observe { guard, source, parameter } => self.observe(guard, source, parameter.as_deref()).unwrap_or(wrong),
            ExprKind::Field { of, field } => self.field(of, field).unwrap_or(wrong),
            ExprKind::Index { of, index } => {
                let values = Box::new(self.expect(of, Base::Values.sure()));
                let index = Box::new(self.expect(index, Base::Int.sure()));
                (typed::Expr::Element { values, index }, Base::Value.sure())
            }
            ExprKind::List(parts) => {
                let mut typed = Vec::new();
                for (part, splice) in parts {
                    let wanted = if *splice { Base::Values } else { Base::Value };
                    typed.push((self.expect(part, wanted.sure()), *splice));
                }
                (typed::Expr::Collect(typed), Base::Values.sure())
            }
            ExprKind::Binary { operator, left, right } => self.binary(*operator, left, right),
            ExprKind::Not(of) => (typed::Expr::Not(Box::new(self.expect(of, Base::Bool.sure()))), Base::Bool.sure()),
            ExprKind::Each { item, over, body } => {
                let (over, ty) = self.over(over);
                let before = self.bound.clone();
                let item = self.declare_inside(item, ty);
                let body = Box::new(self.expect(body, Base::Value.sure()));
                self.bound = before;
                (typed::Expr::Each { item, over: Box::new(over), body }, Base::Values.sure())
            }
        }
    }

    pub(super) fn over(&mut self, over: &ast::Over) -> (typed::Over, Type) {
        match over {
            ast::Over::Values(values) => (typed::Over::Values(self.expect(values, Base::Values.sure())), Base::Value.sure()),
            ast::Over::Range(from, to) => {
                let from = self.expect(from, Base::Int.sure());
                (typed::Over::Range(from, self.expect(to, Base::Int.sure())), Base::Int.sure())
            }
        }
    }

    fn call(&mut self, function: &Word, arguments: &[Expr], span: Span) -> Option<(typed::Expr, Type)> {
        let model = self.model;
        let define = model.define(&function.value, self.of_meta).or_else(|| model.define(&function.value, !self.of_meta));
        if let Some(index) = define {
            return Some(self.expand(index, arguments, span));
        }
        let index = model.external(&function.value, self.of_meta).or_else(|| model.external(&function.value, !self.of_meta));
        let Some(index) = index else {
            let of_meta = self.of_meta;
            let externs = model.externs.iter().filter(|e| e.of_meta == of_meta).map(|e| e.name.value.as_str());
            let defines = model.defines.iter().filter(|d| d.of_meta == of_meta).map(|d| d.name.value.as_str());
            let otherwise = match model.observations.iter().any(|o| o.name.value == function.value) {
                true => "an observation is for guard rules alone: write `observe GUARD(src)`",
                false => "declare it with `extern fn` in rules/prelude",
            };
            self.report(Code::UnknownName, function.span, format!("unknown extern `{}`", function.value)).nearest(
                &function.value,
                externs.chain(defines),
                otherwise,
            );
            // What is given to it is used, and looked at all the same.
            for argument in arguments {
                self.infer(argument);
            }
            return None;
        };
        self.calls.of_externs[index] += 1;
        let external = &model.externs[index];
        let callable = Callable { name: &external.name, of_meta: external.of_meta, effects: external.effects };
        self.may_call(callable, external.parameters.len(), arguments.len(), span);
        if external.effects.folds {
            self.refuse_impure(arguments);
        }
        let pairs = arguments.iter().zip(&external.parameters);
        let arguments = pairs.map(|(argument, (_, ty))| self.expect(argument, *ty)).collect();
        Some((typed::Expr::Call { function: index as u16, arguments }, external.result))
    }

    /// A call of a define: its body is written out here.
    fn expand(&mut self, define: usize, arguments: &[Expr], span: Span) -> (typed::Expr, Type) {
        self.calls.of_defines[define] += 1;
        let (known, effects) = (&self.model.defines[define], self.calls.effects[define]);
        let callable = Callable { name: &known.name, of_meta: known.of_meta, effects };
        self.may_call(callable, known.parameters.len(), arguments.len(), span);
        let pairs = arguments.iter().zip(&known.parameters);
        let arguments = pairs.map(|(argument, parameter)| self.expect_parameter(argument, parameter)).collect();
        (typed::Expr::Expand { define: define as u16, arguments }, known.result)
    }

    /// An attribute that is named by text is one of a class that the signature tells: it is looked up in the records.
    pub(super) fn refuse_unknown_attribute(&mut self, call: &Expr) {
        let Some((name, of)) = self.model.attribute_named(call, self.of_meta) else { return };
        let known = match (&name.kind, &of.kind) {
            (ExprKind::Text(_), ExprKind::Name(operand)) => self.bound.get(operand).is_none_or(|binding| {
                let variable = &self.variables[binding.variable];
                variable.input && (variable.ty == Base::Source.sure() || !binding.classes.is_empty())
            }),
            (ExprKind::Text(_), _) => self.model.class_of_result(of, self.of_meta).is_some(),
            (ExprKind::Name(name), ExprKind::Name(operand)) => {
                self.attribute.as_ref().is_some_and(|(known, of)| known == name && of == operand)
            }
            _ => false,
        };
        if !known {
            self.report(Code::ClassUnknown, name.span, "nothing tells of which class this is an attribute".to_string())
                .help("name it by text, of `self`, of a parameter of a define that has the class, or of the result of an extern that has; or write `name: Text of …` in the define's own signature");
        }
    }

    fn expect_parameter(&mut self, argument: &Expr, parameter: &Parameter) -> typed::Expr {
        let value = self.expect(argument, parameter.ty);
        let Some(class) = &parameter.class else { return value };
        let established = self.classes_of(argument).is_some_and(|classes| classes.contains(class));
        if !established && self.model.class_of_result(argument, self.of_meta) != Some(class) {
            self.report(Code::ClassUnknown, argument.span, format!("nothing has established that this is a `{class}`"))
                .note(parameter.name.span, "as it must be here")
                .help(format!("bind it to a name, {}", how_to_establish(class)));
        }
        value
    }

    /// Reports what is wrong with a call as such, and notes what it does.
    fn may_call(&mut self, callable: Callable<'_>, wanted: usize, have: usize, span: Span) {
        let Callable { name, of_meta, effects } = callable;
        self.effects.add(effects);
        if let Some(place) = self.quiet
            && effects != Effects::default()
        {
            self.report(Code::ImpureCondition, span, format!("`{}` has an effect, and stands in `{place}`", name.value))
                .note(name.span, "declared here")
                .help("only pure externs and observations may stand there");
        }
        if of_meta != self.of_meta {
            let (kind, help) = match self.of_meta {
                true => ("a meta rule", "declare one with `extern meta fn` or `define meta`"),
                false => ("this kind of rule", "what is declared with `meta` is for meta rules alone"),
            };
            self.report(Code::Misplaced, span, format!("{kind} cannot call `{}`", name.value))
                .note(name.span, "declared here")
                .help(help);
        }
        if have != wanted {
            self.report(Code::WrongCount, span, format!("`{}` takes {wanted} arguments, not {have}", name.value))
                .note(name.span, "declared here")
                .help("give every argument; externs and defines have no defaults");
        }
    }

    /// What is run while tracing is named, and the facts say why its answer is that of a call at run time.
    fn refuse_impure(&mut self, arguments: &[Expr]) {
        let Some(function) = arguments.first() else { return };
        match &function.kind {
            ExprKind::Python(path) if self.model.is_pure(path) => {}
            ExprKind::Python(path) => {
                self.report(Code::NotPure, function.span, format!("nothing says why `{path}` may be run while tracing"))
                    .help("list it below a reason under `pure`, in rules/builtins/pure.yaml or its like");
            }
            _ => {
                self.report(Code::NotPure, function.span, "which function is run while tracing is not known here")
                    .help("name it: `py(dotted.name)`");
            }
        }
    }

    fn observe(&mut self, guard: &Word, source: &Expr, parameter: Option<&Expr>) -> Option<(typed::Expr, Type)> {
        let outer = self.quiet.replace("observe");
        let source = Box::new(self.expect(source, Base::Source.sure()));
        let typed = parameter.map(|p| Box::new(self.expect(p, Base::Object.sure())));
        self.quiet = outer;
        let Some(index) = self.model.guards.iter().position(|g| g.name.value == guard.value) else {
            let known = self.model.guards.iter().map(|g| g.name.value.as_str());
            self.report(Code::UnknownName, guard.span, format!("unknown guard `{}`", guard.value)).nearest(
                &guard.value,
                known,
                "write a guard rule in rules/guards",
            );
            return None;
        };
        let rule = &self.model.guards[index];
        if rule.has_parameter != parameter.is_some() {
            let wanted = 1 + usize::from(rule.has_parameter);
            self.report(Code::WrongCount, guard.span, format!("`{}` is observed with {wanted} arguments", guard.value))
                .note(rule.name.span, "declared here")
                .help("give the source, and what the guard asks with if it asks with something");
        }
        Some((typed::Expr::Observe { guard: index as u16, source, parameter: typed }, rule.fact))
    }

    fn field(&mut self, of: &Expr, field: &Word) -> Option<(typed::Expr, Type)> {
        if let ExprKind::Name(name) = &of.kind
            && !self.bound.contains_key(name)
            && let Some(index) = self.model.enums.iter().position(|e| e.name.value == *name)
        {
            return self.member(index, field);
        }
        if field.value == "len"
            && let (values, Type { base: Base::Values, perhaps: false }) = self.peek(of)
        {
            return Some((typed::Expr::Length(Box::new(values)), Base::Int.sure()));
        }
        let (object, slot, ty) = self.state(of, field)?;
        Some((typed::Expr::State { object: Box::new(object), slot }, ty))
    }

    fn member(&mut self, index: usize, field: &Word) -> Option<(typed::Expr, Type)> {
        let members = &self.model.enums[index].members;
        let Some(member) = members.iter().position(|m| m.value == field.value) else {
            let name = &self.model.enums[index].name.value;
            let help = match self.model.enums[index].declared_here {
                true => "members are listed where the enum is declared",
                false => "members are listed in a pack.yaml",
            };
            self.report(Code::UnknownName, field.span, format!("`{name}` has no member `{}`", field.value)).nearest(
                &field.value,
                members.iter().map(|m| m.value.as_str()),
                help,
            );
            return None;
        };
        Some((typed::Expr::Literal(Literal::Int(member as i64)), Base::Enum(index as u16).sure()))
    }

    /// The type of an expression that will be looked at once more, if need be.
    fn peek(&mut self, of: &Expr) -> (typed::Expr, Type) {
        match &of.kind {
            ExprKind::Name(name) if !self.bound.contains_key(name) => (typed::Expr::Literal(Literal::None), Base::Value.sure()),
            ExprKind::Name(_) | ExprKind::List(_) | ExprKind::Each { .. } | ExprKind::Field { .. } => self.infer(of),
            ExprKind::Call { function, .. } => {
                let external = self.model.external(&function.value, self.of_meta).map(|i| self.model.externs[i].result);
                let define = || self.model.define(&function.value, self.of_meta).map(|i| self.model.defines[i].result);
                match external.or_else(define) {
                    Some(Type { base: Base::Values, .. }) => self.infer(of),
                    _ => (typed::Expr::Literal(Literal::None), Base::Value.sure()),
                }
            }
            _ => (typed::Expr::Literal(Literal::None), Base::Value.sure()),
        }
    }

    /// A declared field of an object rule: the object, the slot and the field's type.
    pub(super) fn state(&mut self, of: &Expr, field: &Word) -> Option<(typed::Expr, u16, Type)> {
        let (object, ty) = self.infer(of);
        if ty.base == Base::Unknown {
            return None;
        }
        let object = self.convert(object, ty, Base::Value.sure(), of.span);
        let classes: Vec<String> = self.classes_of(of).into_iter().flatten().cloned().collect();
        let Some(class) = classes.first() else {
            self.report(Code::ClassUnknown, field.span, format!("nothing has established whose `{}` this is", field.value))
                .help(format!("bind the value to a name, {}", how_to_establish("a.b.Class")));
            return None;
        };
        let Some(index) = classes.iter().find_map(|class| self.model.object(class)) else {
            // Compared without their modules, which most classes have in common.
            let known = self.model.objects.iter().filter_map(|object| object.class.value.rsplit('.').next());
            let otherwise =
                format!("ask an extern for what it holds, or declare its state: `object {class} {{ state {}; }}`", field.value);
            let name = class.rsplit('.').next().unwrap_or(class).to_string();
            self.report(Code::UnknownName, field.span, format!("`{class}` has no object rule, so no field `{}`", field.value))
                .nearest(&name, known, &otherwise);
            return None;
        };
        let fields = &self.model.objects[index].fields;
        let Some(slot) = fields.iter().position(|(name, _)| name.value == field.value) else {
            let known = fields.iter().map(|(name, _)| name.value.as_str());
            let Word { value: class, span: first } = &self.model.objects[index].class;
            self.report(Code::UnknownName, field.span, format!("`{class}` has no field `{}`", field.value))
                .note(*first, "its state is declared here")
                .nearest(&field.value, known, "declare it with `state`");
            return None;
        };
        Some((object, slot as u16, fields[slot].1))
    }

    /// The classes of which it is established that a value is one.
    fn classes_of(&self, value: &Expr) -> Option<&BTreeSet<String>> {
        match &value.kind {
            ExprKind::Name(name) => self.bound.get(name).map(|binding| &binding.classes).filter(|classes| !classes.is_empty()),
            _ => None,
        }
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr) -> (typed::Expr, Type) {
        use Operator::*;
        match operator {
            And | Or => {
                let a = Box::new(self.expect(left, Base::Bool.sure()));
                let b = Box::new(self.expect(right, Base::Bool.sure()));
                let joined = if operator == And { typed::Expr::And(a, b) } else { typed::Expr::Or(a, b) };
                (joined, Base::Bool.sure())
            }
            Add | Subtract | Multiply => {
                let left = Box::new(self.expect(left, Base::Int.sure()));
                let right = Box::new(self.expect(right, Base::Int.sure()));
                let how = match operator {
                    Add => "Add",
                    Subtract => "Subtract",
                    _ => "Multiply",
                };
                (typed::Expr::Arithmetic { how, left, right }, Base::Int.sure())
            }
            _ => self.compare(operator, left, right),
        }
    }

    fn compare(&mut self, operator: Operator, left: &Expr, right: &Expr) -> (typed::Expr, Type) {
        let how = match operator {
            Operator::Equal => "Equal",
            Operator::NotEqual => "NotEqual",
            Operator::Less => "Less",
            Operator::LessEqual => "LessEqual",
            Operator::Greater => "Greater",
            _ => "GreaterEqual",
        };
        let (a, ty) = self.infer(left);
        let ordered = !matches!(operator, Operator::Equal | Operator::NotEqual);
        let number = matches!(ty.base, Base::Int | Base::Local | Base::Const | Base::Deref);
        let comparable = match ty.base {
            Base::Values | Base::Value | Base::None | Base::Nothing => false,
            Base::Never | Base::Unknown => true,
            _ => number || !ordered,
        };
        if !comparable || ty.perhaps {
            let spelt = self.model.spell(ty);
            let help = match ty.base {
                Base::Value => "two values are compared by an extern that says how",
                _ if ty.perhaps => "unwrap it first: `if x = … { }`",
                _ => "`==` and `!=` compare numbers, truths, texts, names, objects and members; `<` numbers alone",
            };
            self.report(Code::WrongType, left.span, format!("{spelt} cannot be compared like this")).help(help);
        }
        let wanted = if number { Base::Int.sure() } else { ty };
        let b = match ty.base {
            Base::Never | Base::Unknown => self.infer(right).0,
            _ => self.expect(right, wanted),
        };
        (typed::Expr::Compare { how, left: Box::new(a), right: Box::new(b) }, Base::Bool.sure())
    }
}
