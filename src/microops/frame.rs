//! Externs of opcode rules: what instructions do to their frame.

use std::convert::Infallible;

use super::functions::slot;
use crate::bytecode::{Variable, flow};
use crate::codegen::Resumes;
use crate::interpreter::Trace;
use crate::interpreter::frame::{Delegate, Exit};
use crate::python::{Object, finalisers};
use crate::rules::externs::FrameExterns;
use crate::rules::types::{Jump, Name, Values};
use crate::rules::{Flow, Stop};
use crate::sources::SourceKind;
use crate::tables::{AsWritten, Emit, FrameExit, FramePart, Role, guard_rules};
use crate::values::{State, Value};

impl Trace<'_> {
    fn local(&self, local: i64) -> Flow<Value> {
        let value = self.frame()?.locals.get(local as usize).copied();
        value.ok_or_else(|| Stop::Abandon("a local variable beyond the frame".into()))
    }

    fn set_local(&mut self, local: i64, value: Value) -> Flow<()> {
        match self.frame_mut()?.locals.get_mut(local as usize) {
            Some(slot) => {
                *slot = value;
                Ok(())
            }
            None => Err(Stop::Abandon("a local variable beyond the frame".into())),
        }
    }

    /// A variable gives up its value. That matters in the root frame alone: values of inlined frames have other owners.
    fn release_local(&mut self, local: i64) -> Flow<()> {
        if self.frames.len() > 1 { Ok(()) } else { self.local(local).and_then(|held| self.release(held, 1)) }
    }

    /// The same for a cell that the trace made. For a cell from outside this is checked at the end of the trace.
    fn release_content(&mut self, cell: Value) -> Flow<()> {
        let cell = self.force(cell)?;
        match &self.arena.get(cell).state {
            State::Slots(slots) if slots.len() == 1 && self.arena.get(cell).object.is_none() => self.release(slots[0], 0),
            _ => Ok(()),
        }
    }

    fn variable_name(&self, local: i64) -> String {
        self.frame()
            .ok()
            .and_then(|frame| frame.code.variables.get(local as usize).map(|variable| variable.name.text()))
            .unwrap_or_default()
    }

    /// What a cell holds; null is empty.
    pub fn cell_content(&mut self, cell: Value) -> Flow<Value> {
        let cell = self.force(cell)?;
        let tracked = self.arena.get(cell);
        if let (Some(object), Some(source), false) = (tracked.object, tracked.source, tracked.dirty) {
            self.observe_object(guard_rules::CELL_CONTENTS, object, source, None)?;
        }
        match &self.arena.get(cell).state {
            State::Slots(slots) if slots.len() == 1 => Ok(slots[0]),
            _ => Err(Stop::Abandon("a cell without content".into())),
        }
    }

    /// The class of `super()` without arguments: the content of `__class__`.
    fn class_around_frame(&mut self) -> Flow<Value> {
        let frame = self.frame()?;
        let index = frame.code.variables.iter().position(|variable| variable.is_free && variable.name.text() == "__class__");
        let cell = match index {
            Some(index) => frame.locals[index],
            None => return self.raise_text(Role::RuntimeError, "super(): __class__ cell not found"),
        };
        let class = self.cell_content(cell)?;
        if class.is_null() { self.raise_text(Role::RuntimeError, "super(): empty __class__ cell") } else { Ok(class) }
    }

    /// Its receiver: the first argument of the frame.
    fn receiver_of_frame(&mut self) -> Flow<Value> {
        let frame = self.frame()?;
        let first = frame.locals.first().copied().unwrap_or(Value::NULL);
        let is_cell = frame.code.variables.first().is_some_and(Variable::is_captured);
        if frame.code.header.argument_count == 0 {
            return self.raise_text(Role::RuntimeError, "super(): no arguments");
        }
        let receiver = if is_cell && !first.is_null() { self.cell_content(first)? } else { first };
        if receiver.is_null() { self.raise_text(Role::RuntimeError, "super(): arg[0] deleted") } else { Ok(receiver) }
    }

    pub fn set_cell_content(&mut self, cell: Value, value: Value) -> Flow<()> {
        let cell = self.force(cell)?;
        match &mut self.arena.write(cell).state {
            State::Slots(slots) if slots.len() == 1 => {
                slots[0] = value;
                Ok(())
            }
            _ => Err(Stop::Abandon("a cell without content".into())),
        }
    }

    fn unbound<T>(&mut self, local: i64) -> Flow<T> {
        let name = self.variable_name(local);
        let free = self.frame()?.code.variables.get(local as usize).is_some_and(|variable| variable.is_free);
        if free {
            let text = format!("cannot access free variable '{name}' where it is not associated with a value in enclosing scope");
            return self.raise_name_error(&name, &text);
        }
        let text = format!("cannot access local variable '{name}' where it is not associated with a value");
        self.raise_text(Role::UnboundLocalError, &text)
    }

    pub fn raise_undefined<T>(&mut self, name: Object) -> Flow<T> {
        let name = name.text();
        self.raise_name_error(&name, &format!("name '{name}' is not defined"))
    }

    fn raise_name_error<T>(&mut self, name: &str, text: &str) -> Flow<T> {
        let class = self.held(self.role(Role::NameError));
        let (name, text) = (self.text_constant(name)?, self.text_constant(text)?);
        let exception = self.new_exception(class, vec![text])?;
        self.write_slot(self.role(Role::NameErrorName), exception, name)?;
        Err(Stop::Raise(exception))
    }

    /// Whether no code of the program's answers for globals of this class, or for these builtins.
    pub fn looks_names_up_plainly(&self, globals: Object, builtins: Object) -> bool {
        let dict = self.role(Role::Dict);
        globals == dict && builtins.is_exact(dict)
    }

    /// A name in builtins, guarded like any item of a dict.
    pub fn builtin(&mut self, name: Object) -> Flow<Value> {
        let builtins = self.frame()?.builtins;
        let builtins = self.globals_value(builtins);
        match self.map_get_name(builtins, name)? {
            Some(value) => Ok(value),
            None => self.raise_undefined(name),
        }
    }
}

impl FrameExterns for Trace<'_> {
    fn holds(&mut self, condition: Value) -> Flow<bool> {
        self.truth_or_assertion(condition)
    }

    fn call_later(&mut self, callee: Value, arguments: Values) -> Flow<()> {
        let (callee, arguments) = (self.force(callee)?, self.lists.get(arguments).to_vec());
        self.calls.later.push((callee, arguments));
        Ok(())
    }

    fn result_is_dropped(&mut self) -> Flow<bool> {
        let frame = self.frame()?;
        let pop = self.library.pack().emit(Emit::PopTop);
        Ok(flow::reads_as(&frame.code, frame.next, pop).is_some())
    }

    fn restored_with_next(&mut self) -> Flow<bool> {
        let (frame, pack) = (self.frame()?, self.library.pack());
        let instruction = |index: u32| frame.code.instructions.get(index as usize);
        let (Some(this), Some(next)) = (instruction(frame.current), instruction(frame.next)) else { return Ok(false) };
        let alone = pack.opcodes[next.opcode as usize].as_ref().and_then(|rule| flow::stand_in(pack.alone, rule, next));
        Ok(alone.and_then(|alone| alone.code.first()).is_some_and(|first| first.opcode == this.opcode))
    }

    fn null(&mut self) -> Flow<Value> {
        Ok(Value::NULL)
    }

    fn is_null(&mut self, value: Value) -> Flow<bool> {
        Ok(value.is_null())
    }

    fn constant(&mut self, index: i64) -> Flow<Value> {
        let object = self.frame()?.code.constants.get(index as usize).copied();
        let object = object.ok_or_else(|| Stop::Abandon("a constant beyond the code's".into()))?;
        Ok(self.constant_value(object))
    }

    fn load_local(&mut self, local: i64) -> Flow<Value> {
        let value = self.local(local)?;
        if value.is_null() { self.unbound(local) } else { Ok(value) }
    }

    fn store_local(&mut self, local: i64, value: Value) -> Flow<()> {
        self.release_local(local)?;
        self.name_node(local, value)?;
        self.set_local(local, value)
    }

    fn may_be_gone(&mut self, value: Value) -> Flow<bool> {
        let value = self.arena.resolve(value);
        if self.arena.get(value).object.is_none() {
            return Ok(!self.frames.iter().any(|frame| self.has_among(&frame.locals, value)));
        }
        let root = self.frames.first().ok_or_else(|| Stop::Abandon("no root frame".into()))?;
        let may_hold = |value: Value| self.arena.get(value).object.is_none_or(finalisers::may_hold_others);
        let given_up = |before: &Value| !before.is_null() && !root.locals.contains(before) && may_hold(*before);
        let loses = |changed: &Value| self.lost_by(*changed).iter().any(|(lost, _)| finalisers::may_hold_others(*lost));
        if !self.entry.variables.iter().any(given_up) && !self.arena.dirty.iter().any(loses) {
            return Ok(false);
        }
        let mut way = self.arena.get(value).source;
        while let Some(source) = way {
            match self.sources.kind(source) {
                SourceKind::Referent(_) => return Ok(true),
                SourceKind::Local(index) => return Ok(self.entry.variables.get(index as usize).is_some_and(given_up)),
                // What is read of an object that was changed meanwhile, this may hold no more.
                _ => {
                    way = self.sources.parent(source);
                    let holder = way.and_then(|holder| self.arena.lookup_source(holder));
                    if holder.is_some_and(|holder| self.arena.get(holder).dirty) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn is_free(&mut self, local: i64) -> Flow<bool> {
        Ok(self.frame()?.code.variables.get(local as usize).is_some_and(|variable| variable.is_free))
    }

    fn let_go(&mut self, value: Value) -> Flow<()> {
        if let State::Tensor(node) = self.arena.get(self.arena.resolve(value)).state {
            self.graph.note_dropped(node);
        }
        self.end_generator(value)
    }

    fn take_local(&mut self, local: i64) -> Flow<Value> {
        let value = self.local(local)?;
        self.set_local(local, Value::NULL)?;
        Ok(value)
    }

    fn copy_free_variables(&mut self, count: i64) -> Flow<()> {
        let frame = self.frame_mut()?;
        let first = frame
            .locals
            .len()
            .checked_sub(count as usize)
            .ok_or_else(|| Stop::Abandon("more free variables than locals".into()))?;
        for index in 0..count as usize {
            let cell = frame.closure.get(index).copied();
            frame.locals[first + index] = cell.ok_or_else(|| Stop::Abandon("a closure that is too short".into()))?;
        }
        Ok(())
    }

    fn contents_of(&mut self, cell: Value) -> Flow<Value> {
        self.cell_content(cell)
    }

    fn load_deref(&mut self, local: i64) -> Flow<Value> {
        let cell = self.local(local)?;
        let content = self.cell_content(cell)?;
        if content.is_null() { self.unbound(local) } else { Ok(content) }
    }

    fn store_deref(&mut self, local: i64, value: Value) -> Flow<()> {
        self.name_node(local, value)?;
        let cell = self.local(local)?;
        self.release_content(cell)?;
        self.set_cell_content(cell, value)
    }

    fn load_global(&mut self, name: Name) -> Flow<Value> {
        let globals = self.frame()?.globals;
        if !self.looks_names_up_plainly(self.class(globals), self.frame()?.builtins) {
            return Err(Stop::graph_break("a name among globals or builtins of a class of their own"));
        }
        match self.map_get_name(globals, name.0)? {
            Some(value) => self.imported(value, name.0),
            None => self.builtin(name.0),
        }
    }

    fn frame_part(&mut self, part: FramePart) -> Flow<Value> {
        match part {
            FramePart::Globals => Ok(self.frame()?.globals),
            FramePart::Namespace => match self.frame()?.namespace {
                Value::NULL => Err(Stop::graph_break("a name of a class body, outside of one that is traced")),
                namespace => Ok(namespace),
            },
            FramePart::Class => self.class_around_frame(),
            FramePart::Receiver => self.receiver_of_frame(),
            FramePart::Flags => self.int_constant(self.frame()?.code.header.flags.into()),
            FramePart::AnnouncedKeywords => Ok(std::mem::replace(&mut self.frame_mut()?.keywords, Value::NULL)),
        }
    }

    fn frame_above(&mut self, depth: i64) -> Flow<Option<Values>> {
        let place = usize::try_from(depth).ok().and_then(|depth| self.frames.len().checked_sub(depth + 1));
        let Some(frame) = place.and_then(|place| self.frames.get(place)) else { return Ok(None) };
        let (globals, file, line) = (frame.globals, frame.code.header.file, frame.code.line(frame.current));
        let facts = vec![globals, self.constant_value(file), self.int_constant(line.into())?];
        Ok(Some(self.lists.of(&facts)))
    }

    fn leave(&mut self, exit: FrameExit, value: Value) -> Flow<()> {
        if exit != FrameExit::Returned && self.frames.len() == 1 {
            return Err(Stop::Abandon("a generator's own frame is not compiled".into()));
        }
        self.exit = Some(match exit {
            FrameExit::Returned => Exit::Return(value),
            FrameExit::Yielded => Exit::Yield(value),
            FrameExit::Suspended => Exit::Suspend(self.make_generator_value()?),
        });
        Ok(())
    }

    fn delegates(&mut self, iterator: Value, target: Jump, kept: bool) -> Flow<()> {
        self.frame_mut()?.delegate = Some(Delegate { iterator, target: target.0, kept });
        Ok(())
    }

    fn frame_variables(&mut self, shared: bool) -> Flow<Option<Value>> {
        let is_root = self.frames.len() == 1;
        let frame = self.frame()?;
        if !frame.namespace.is_null() {
            return Ok(Some(frame.namespace));
        }
        let (info, locals) = (frame.code.clone(), frame.locals.clone());
        if shared && frame.shown || frame.generator.is_some() || is_root && Resumes::of_process().is_resume(info.code) {
            return Ok(None);
        }
        self.frame_mut()?.shown = shared;
        let dict = self.make_map(self.role(Role::Dict));
        for (variable, value) in info.variables.iter().zip(locals) {
            let value = if variable.is_captured() && !value.is_null() { self.contents_of(value)? } else { value };
            if !value.is_null() {
                self.map_set_name(dict, variable.name, value)?;
            }
        }
        Ok(Some(dict))
    }

    fn make_function(
        &mut self,
        code: Value,
        defaults: Value,
        keyword_defaults: Value,
        annotations: Value,
        closure: Value,
    ) -> Flow<Value> {
        let globals = self.frame()?.globals;
        let mut slots = vec![Value::NULL; 6];
        slots[slot::CODE] = code;
        slots[slot::GLOBALS] = globals;
        slots[slot::DEFAULTS] = defaults;
        slots[slot::KEYWORD_DEFAULTS] = keyword_defaults;
        slots[slot::CLOSURE] = closure;
        slots[slot::ANNOTATIONS] = annotations;
        let class = self.role(Role::Function);
        Ok(self.make(class, State::Slots(slots)))
    }

    fn break_because(&mut self, reason: Value) -> Flow<()> {
        let reason = self.as_constant(reason).map(|reason| reason.text());
        Err(Stop::graph_break(reason.unwrap_or_else(|| "a reason that is not known while tracing".into())))
    }

    fn run_as_written(&mut self, how: AsWritten, reason: &'static str) -> Flow<Infallible> {
        Err(match how {
            AsWritten::ThisCall => Stop::Later(reason.into()),
            AsWritten::Always if self.frames.len() == 1 => Stop::Skip(reason.into()),
            AsWritten::InCaller if self.frames.len() <= 2 => Stop::Skip(reason.into()),
            AsWritten::Always | AsWritten::InCaller => Stop::graph_break(reason),
        })
    }

    fn prepare(&mut self, callee: Value, arguments: Values) -> Flow<()> {
        let mut call = Vec::new();
        for value in [callee].into_iter().chain(self.lists.get(arguments).to_vec()) {
            let value = self.force(value)?;
            let tracked = self.arena.get(value);
            let Some(object) = tracked.object.filter(|_| !tracked.dirty) else { return Ok(()) };
            call.push(object);
        }
        if self.earlier.prepared.contains(&call) { Ok(()) } else { Err(Stop::Prepare(call)) }
    }

    fn handled_exception(&mut self, own: bool) -> Flow<Value> {
        let handled = if own { self.exceptions.handled } else { self.exceptions.handled_now() };
        if handled.is_null() { Ok(self.none()) } else { Ok(handled) }
    }

    fn set_handled_exception(&mut self, exception: Value) -> Flow<()> {
        self.exceptions.handled = if self.is_none(exception)? { Value::NULL } else { exception };
        Ok(())
    }

    fn raise_value(&mut self, exception: Value, cause: Value) -> Flow<()> {
        let exception = self.as_exception(exception, "exceptions must derive from BaseException")?;
        if !cause.is_null() {
            let name = self.library.name("__cause__")?;
            let cause = if self.is_none(cause)? {
                self.none()
            } else {
                self.as_exception(cause, "exception causes must derive from BaseException")?
            };
            self.set_attr(exception, name, cause)?;
        }
        self.set_context(exception)?;
        self.note_raise(exception);
        Err(Stop::Raise(exception))
    }

    fn reraise(&mut self, exception: Value, last_instruction: Option<Value>) -> Flow<()> {
        if let Some(last) = last_instruction {
            let last = self.int_from(last)?;
            // The handler is still looked for from here: that of `last` is the one that raises again.
            self.frame_mut()?.raised_at = Some(last as u32);
        }
        if exception.is_null() || self.is_none(exception)? {
            return self.raise_text(Role::RuntimeError, "No active exception to reraise");
        }
        self.exceptions.again = true;
        Err(Stop::Raise(exception))
    }

    fn need_told(&mut self, value: Value) -> Flow<()> {
        self.check_told(value)
    }

    fn leave_untold(&mut self, value: Value, reason: &'static str) -> Flow<()> {
        let value = self.arena.resolve(value);
        self.exceptions.untold.insert(value, (self.root_step, reason.to_owned()));
        Ok(())
    }

    fn exception_matches(&mut self, exception: Value, pattern: Value) -> Flow<bool> {
        let pattern = self.force(pattern)?;
        let patterns = if self.has_role(pattern, Role::Tuple) { self.items_of(pattern)? } else { vec![pattern] };
        let (class, base) = (self.class(exception), self.role(Role::BaseException));
        let mut matches = false;
        for pattern in patterns {
            let pattern = self.force(pattern)?;
            match self.known_object(pattern).filter(|pattern| pattern.is_class() && self.derives(*pattern, base)) {
                Some(pattern) => matches |= self.derives(class, pattern),
                None => {
                    let text = "catching classes that do not inherit from BaseException is not allowed";
                    return self.raise_text(Role::TypeError, text);
                }
            }
        }
        Ok(matches)
    }

    fn announce_keywords(&mut self, index: i64) -> Flow<()> {
        let names = FrameExterns::constant(self, index)?;
        self.frame_mut()?.keywords = names;
        Ok(())
    }
}

impl Trace<'_> {
    /// `raise value`: a class is instantiated.
    fn as_exception(&mut self, value: Value, error: &str) -> Flow<Value> {
        let value = self.force(value)?;
        let base = self.role(Role::BaseException);
        if self.known_object(value).is_some_and(|object| object.is_class() && self.derives(object, base)) {
            let exception = self.new_exception(value, Vec::new())?;
            if !self.class(exception).is_subclass(base) {
                return Err(Stop::graph_break("an exception class that makes something else"));
            }
            return Ok(exception);
        }
        if self.class(value).is_subclass(base) {
            return Ok(value);
        }
        self.raise_text(Role::TypeError, error)
    }

    pub fn as_constant_forced(&mut self, value: Value) -> Flow<Option<Object>> {
        let value = self.force(value)?;
        Ok(self.as_constant(value))
    }

    /// Names a node after the first variable of traced code that is assigned its result.
    fn name_node(&mut self, local: i64, value: Value) -> Flow<()> {
        if !self.frame()?.code.names_nodes {
            return Ok(());
        }
        let value = self.arena.resolve(value);
        if let State::Tensor(node) = self.arena.get(value).state
            && let node = self.graph.named_node(node)
            && !self.graph.has_name(node)
        {
            let name = self.frame()?.code.variables.get(local as usize).map(|variable| variable.name);
            self.graph.nodes[node.0 as usize].variable = name;
        }
        Ok(())
    }
}
