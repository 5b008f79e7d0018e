//! Calls that compiled code makes on entry (random numbers), and their results.

use crate::graph::Target;
use crate::interpreter::Trace;
use crate::interpreter::calls::FirstCall;
use crate::python::{Object, Owned};
use crate::rules::externs::RandomExterns;
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::shapes::{Dim, Interval, MetaArgument, Symbol};
use crate::sources::{SourceId, SourceKind};
use crate::tables::Role;
use crate::values::{State, Tracked, Value};

impl Trace<'_> {
    /// Adds a call that compiled code makes on entry; returns the source of its result.
    fn make_first_call(&mut self, callee: Value, arguments: Values) -> Flow<SourceId> {
        if self.graph.current != crate::graph::subgraphs::WHOLE {
            return Err(Stop::graph_break("a random number in a function that an operator takes"));
        }
        let positional = self.lists.get(arguments).to_vec();
        for argument in &positional {
            if !self.is_there_at_entry(*argument)? {
                return Err(Stop::graph_break(format!(
                    "{} as an argument of what draws random numbers",
                    self.describe(*argument)
                )));
            }
        }
        let number = u16::try_from(self.calls.first.len()).map_err(|_| Stop::graph_break("too many random numbers"))?;
        self.calls.first.push(FirstCall { callee, positional, number: None });
        Ok(self.sources.intern(SourceKind::Drawn(number)))
    }

    /// Whether compiled code can load a value on entry, in its present state.
    fn is_there_at_entry(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        let tracked = self.arena.get(value);
        Ok(match &tracked.state {
            State::Drawn => true,
            State::Constant => tracked.object.is_some_and(Object::is_plain_constant),
            State::Plain => tracked.object.is_some() && !tracked.dirty,
            State::Symbol(_) => tracked.object.is_some() && tracked.source.is_some(),
            _ => false,
        })
    }

    /// A drawn number as a symbol of the graph: the item of a tensor. `example` is used while compiling.
    fn drawn_number(&mut self, drawn: SourceId, example: Owned, range: Option<Interval>) -> Flow<Value> {
        let example = self.keeper.keep_owned(example);
        let tensor = self.tensor_over(example)?;
        let source = self.sources.intern(SourceKind::AsTensor(drawn));
        let fact =
            crate::python::tensor::fact(tensor).ok_or_else(|| Stop::Abandon("a number that did not become a tensor".into()))?;
        let (meta, _) = self.input_meta(source, tensor, &fact)?;
        let input = self.graph.input_node(source, Target::Input { object: tensor, source }, MetaArgument::Tensor(meta));
        let dim = self.number_in(input, range)?;
        let symbol = self.shapes.as_symbol(dim).ok_or_else(|| Stop::graph_break("a random number without a choice"))?;
        if let Some(call) = self.calls.first.last_mut() {
            call.number = Some((source, symbol));
        }
        let class = self.role(if range.is_some() { Role::Int } else { Role::Float });
        Ok(self.make(class, State::Symbol(dim)))
    }

    /// The source of the number that a tensor input holds, drawn or from outside.
    pub fn number_source(&self, wanted: Symbol) -> Option<SourceId> {
        let drawn = self.calls.first.iter().filter_map(|call| call.number);
        let floats = self.floats.iter().map(|float| (float.source, float.symbol));
        drawn.chain(floats).find(|(_, symbol)| *symbol == wanted).and_then(|(source, _)| self.sources.parent(source))
    }
}

impl RandomExterns for Trace<'_> {
    fn draw_float(&mut self, callee: Value, arguments: Values) -> Flow<Value> {
        let drawn = self.make_first_call(callee, arguments)?;
        self.drawn_number(drawn, Owned::float(0.5).map_err(Stop::python)?, None)
    }

    fn draw_int(&mut self, callee: Value, arguments: Values, least: i64, most: i64) -> Flow<Value> {
        let drawn = self.make_first_call(callee, arguments)?;
        if least == most {
            return self.int_constant(least);
        }
        self.drawn_number(drawn, Owned::int(least).map_err(Stop::python)?, Some(Interval::new(Some(least), Some(most))))
    }

    fn draw_object(&mut self, callee: Value, arguments: Values, class: Value) -> Flow<Value> {
        let source = self.make_first_call(callee, arguments)?;
        let class = self.class_object(class)?;
        let mut drawn = Tracked::new(class, State::Drawn);
        drawn.source = Some(source);
        Ok(self.arena.add(drawn))
    }

    fn draw_array(&mut self, callee: Value, arguments: Values, like: Value) -> Flow<Value> {
        let drawn = self.make_first_call(callee, arguments)?;
        let unknown = || Stop::graph_break("an array of random numbers, whose form is not known");
        let known: Option<Vec<_>> = self.lists.get(arguments).iter().skip(1).map(|value| self.as_constant(*value)).collect();
        let (known, like) = (known.ok_or_else(unknown)?, self.known_object(like).ok_or_else(unknown)?);
        let known = Owned::tuple(&known).map_err(Stop::python)?;
        let example = like.call(known.object()).map_err(Stop::python)?;
        let example = self.keeper.keep_owned(example);
        let tensor = self.tensor_over(example)?;
        let fact = crate::python::tensor::fact(tensor).ok_or_else(unknown)?;
        let sizes: Option<Vec<_>> = fact.sizes.iter().map(|size| size.and_then(Dim::constant)).collect();
        let strides: Option<Vec<_>> = fact.strides.iter().map(|stride| stride.and_then(Dim::constant)).collect();
        let (Some(sizes), Some(strides)) = (sizes, strides) else { return Err(unknown()) };
        let meta = crate::shapes::tensor::observed(&mut self.shapes, &fact, sizes, strides).ok_or_else(unknown)?;
        let source = self.sources.intern(SourceKind::AsTensor(drawn));
        let meta = MetaArgument::Tensor(std::rc::Rc::new(meta));
        let node = self.graph.input_node(source, Target::Input { object: tensor, source }, meta);
        let class = self.role(Role::Tensor);
        Ok(self.make(class, State::Tensor(node)))
    }

    fn call_first(&mut self, callee: Value, arguments: Values) -> Flow<()> {
        self.make_first_call(callee, arguments).map(drop)
    }
}
