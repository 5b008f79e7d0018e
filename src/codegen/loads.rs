//! Generates the loads of a source: reads a value again as the trace read it.

use pyo3::prelude::*;

use super::assemble::{Operand, Slot};
use super::build::{Builder, Part};
use super::plan::MOST_VARIABLES;
use super::{Error, Result};
use crate::python::{Object, read};
use crate::sources::{SourceId, SourceKind};
use crate::tables::Emit;

impl Builder<'_, '_> {
    /// Counts a use of a source, and of its parents the first time.
    pub fn count_source_uses(&mut self, source: SourceId) {
        let mut next = Some(source);
        while let Some(source) = next {
            if !self.count(Part::Source(source)) {
                return;
            }
            next = self.parent(source);
        }
    }

    /// Whether loading the source costs no more than a temporary would.
    pub fn is_at_hand(&self, source: SourceId) -> bool {
        use SourceKind::{CellContents, Closure, Drawn, Function, FunctionGlobals, Held, Local};
        match self.sources.kind(source) {
            Held(_) | Closure(_) | Drawn(_) => true,
            // Cells can be written by the effects.
            Local(index) => self.info.variables.get(index as usize).is_some_and(|v| !v.is_cell),
            FunctionGlobals(of) => self.sources.kind(of) == Function,
            CellContents(_) => false,
            _ => false,
        }
    }

    /// Lets the hook pass objects that the guards found anyway in further variables of the frame, and returns their
    /// sources. If compiled code read them again, a thread, signal handler or finaliser might have changed them since.
    pub fn give_found(&mut self, is_found: &dyn Fn(SourceId) -> bool) -> Vec<SourceId> {
        use SourceKind::{AsTensor, Local, Size, Stride};
        let mut given = Vec::new();
        for source in std::mem::take(&mut self.read) {
            let source = match self.sources.kind(source) {
                AsTensor(of) | Size(of, _) | Stride(of, _) => of,
                _ => source,
            };
            let is_own = matches!(self.sources.kind(source), Local(_)) || self.is_at_hand(source);
            let has_room = self.plan.given as usize + given.len() < MOST_VARIABLES;
            if !is_own && has_room && !self.is_kept(Part::Source(source)) && is_found(source) {
                let slot = self.give(self.plan.given + given.len() as u32);
                self.keep_in(Part::Source(source), slot);
                given.push(source);
            }
        }
        given
    }

    /// Pushes the value that a source leads to.
    pub fn load_source(&mut self, source: SourceId) -> Result<()> {
        if self.load_kept(Part::Source(source))? {
            return Ok(());
        }
        // The parents that must be loaded, nearest first: long chains do not recurse.
        let mut chain = vec![source];
        while let Some(parent) = self.parent(chain[chain.len() - 1]) {
            chain.push(parent);
            if self.is_kept(Part::Source(parent)) {
                break;
            }
        }
        // Helpers are pushed before what they are called with.
        for source in &chain {
            if !self.is_kept(Part::Source(*source)) {
                self.before(*source)?;
            }
        }
        while let Some(source) = chain.pop() {
            if !self.load_kept(Part::Source(source))? {
                self.step(source)?;
                if !self.is_at_hand(source) {
                    self.keep_if_shared(Part::Source(source))?;
                }
            }
        }
        Ok(())
    }

    /// What must be loaded before the source can be.
    fn parent(&self, source: SourceId) -> Option<SourceId> {
        use SourceKind::*;
        match self.sources.kind(source) {
            // What is read of the running function is at hand without it.
            FunctionGlobals(of) | FunctionClosure(of, _) if self.sources.kind(of) == Function => None,
            DictItem(..) if self.is_global(source) => None,
            CellContents(of) if self.own_cell(of).is_some() => None,
            DictItem(of, _) if self.is_instance_attribute(source) => self.sources.parent(of),
            _ => self.sources.parent(source),
        }
    }

    /// Whether it is a global of the running function.
    fn is_global(&self, source: SourceId) -> bool {
        let SourceKind::DictItem(of, key) = self.sources.kind(source) else { return false };
        let SourceKind::FunctionGlobals(function) = self.sources.kind(of) else { return false };
        self.sources.kind(function) == SourceKind::Function && self.is_text(key)
    }

    /// Whether it is an item of an instance's dict that an attribute load finds as well.
    fn is_instance_attribute(&self, source: SourceId) -> bool {
        let SourceKind::DictItem(of, key) = self.sources.kind(source) else { return false };
        let is_dict = matches!(self.sources.kind(of), SourceKind::InstanceDict(_));
        is_dict && (self.is_plain)(source) && self.is_text(key)
    }

    /// Whether looking the key up would call its `__hash__`.
    fn is_found_by_identity(&self, key: Object) -> bool {
        read::Key::new(key).hash().is_none()
    }

    fn is_text(&self, object: Object) -> bool {
        object.bound(self.py).is_exact_instance_of::<pyo3::types::PyString>()
    }

    /// The variable whose cell the source is.
    fn own_cell(&self, source: SourceId) -> Option<Slot> {
        let number = match self.sources.kind(source) {
            SourceKind::Local(index) if self.info.variables.get(usize::from(index)).is_some_and(|v| v.is_given) => {
                return self.slots.get(usize::from(index)).copied();
            }
            SourceKind::Closure(number) => number,
            SourceKind::FunctionClosure(of, number) if self.sources.kind(of) == SourceKind::Function => number,
            _ => return None,
        };
        self.slots.get(self.info.free_variable(number.into()) as usize).copied()
    }

    /// Begins the call that a source is read by, if it is.
    fn before(&mut self, source: SourceId) -> Result<()> {
        use SourceKind::*;
        match self.sources.kind(source) {
            DictItem(_, key) if self.is_found_by_identity(key) => self.helper("item_of_same_key"),
            DictItem(..) if self.is_global(source) || (self.is_plain)(source) => Ok(()),
            DictItem(of, _) if matches!(self.sources.kind(of), InstanceDict(_)) => Ok(()),
            DictItem(..) => self.helper("get_dict_item"),
            DictKey(..) => self.helper("dict_key"),
            SoleValue(_) => self.helper("sole_value"),
            Item(..) if !(self.is_plain)(source) => self.helper("get_item"),
            Slot(_, descriptor) => {
                let get = descriptor.bound(self.py).getattr("__get__")?;
                let get = self.assembler.keep(get);
                self.callee(get)
            }
            InstanceDict(_) if !(self.is_plain)(source) => self.helper("instance_dict"),
            Type(_) => self.helper("type_of"),
            Referent(_) => self.helper("referent"),
            ContextValue(_) => self.helper("context_value"),
            FunctionMode(_) => self.helper("function_mode"),
            Size(..) => self.helper("size"),
            Stride(..) => self.helper("stride"),
            StorageOffset(_) => self.helper("storage_offset"),
            Number(_) => self.helper("number"),
            AsTensor(_) => self.helper("as_tensor"),
            _ => Ok(()),
        }
    }

    /// Goes from the parent, which is on top of the stack, to the source itself.
    fn step(&mut self, source: SourceId) -> Result<()> {
        use SourceKind::*;
        match self.sources.kind(source) {
            Local(index) => {
                let captured = self.info.variables.get(usize::from(index)).is_some_and(|v| v.is_cell);
                let slot = self.variable(index.into())?;
                self.emit(if captured { Emit::LoadDeref } else { Emit::LoadFast }, &[Operand::Slot(slot)])
            }
            Held(object) => self.constant(object),
            Drawn(index) => {
                let missing = || Error::Cannot("the plan names a call that it does not make".to_owned());
                let slot = self.drawn.get(usize::from(index)).copied().ok_or_else(missing)?;
                self.emit(Emit::LoadFast, &[Operand::Slot(slot)])
            }
            Closure(_) => self.load_own_cell(source),
            FunctionClosure(of, _) if self.sources.kind(of) == Function => self.load_own_cell(source),
            CellContents(of) => match self.own_cell(of) {
                Some(slot) => self.emit(Emit::LoadDeref, &[Operand::Slot(slot)]),
                None => self.attribute("cell_contents"),
            },
            FunctionGlobals(of) if self.sources.kind(of) == Function => {
                self.helper("globals_here")?;
                self.call(0)
            }
            DictItem(_, key) if self.is_global(source) => self.emit(Emit::LoadGlobal, &[Operand::Name(key)]),
            DictItem(_, key) if self.is_instance_attribute(source) => self.emit(Emit::LoadAttr, &[Operand::Name(key)]),
            DictItem(of, key) => {
                self.constant(key)?;
                let plain = (self.is_plain)(source) || matches!(self.sources.kind(of), InstanceDict(_));
                let plain = plain && !self.is_found_by_identity(key);
                self.read_item(plain)
            }
            DictKey(_, index) => {
                self.int(index)?;
                self.call(2)
            }
            Item(_, index) => {
                self.int(index)?;
                self.read_item((self.is_plain)(source))
            }
            Attribute(_, name) | AskedAttribute(_, name) => self.emit(Emit::LoadAttr, &[Operand::Name(name)]),
            InstanceDict(_) if (self.is_plain)(source) => self.attribute("__dict__"),
            InstanceDict(_) | SoleValue(_) | Slot(..) | Type(_) | AsTensor(_) => self.call(1),
            FunctionDefault(_, index) => self.item_of("__defaults__", index),
            FunctionClosure(_, index) => self.item_of("__closure__", index),
            FunctionKwDefault(_, key) => {
                self.attribute("__kwdefaults__")?;
                self.constant(key)?;
                self.emit(Emit::LoadItem, &[])
            }
            FunctionCode(_) => self.attribute("__code__"),
            FunctionGlobals(_) => self.attribute("__globals__"),
            MethodFunction(_) => self.attribute("__func__"),
            MethodSelf(_) => self.attribute("__self__"),
            Referent(_) | ContextValue(_) | StorageOffset(_) | Number(_) => self.call(1),
            Size(_, index) | Stride(_, index) => {
                self.int(index.into())?;
                self.call(2)
            }
            FunctionMode(index) => {
                self.int(index.into())?;
                self.call(1)
            }
            Function | Global(_) => {
                let source = self.sources.display(source);
                Err(Error::Cannot(format!("no instruction loads {source}")))
            }
        }
    }

    fn load_own_cell(&mut self, source: SourceId) -> Result<()> {
        let missing = || Error::Cannot("the plan names a free variable that is not there".to_owned());
        let slot = self.own_cell(source).ok_or_else(missing)?;
        self.emit(Emit::LoadClosure, &[Operand::Slot(slot)])
    }

    fn item_of(&mut self, attribute: &str, index: u16) -> Result<()> {
        self.attribute(attribute)?;
        self.int(index.into())?;
        self.emit(Emit::LoadItem, &[])
    }

    /// The container and the key are on the stack, over a helper if the read is not plain.
    fn read_item(&mut self, plain: bool) -> Result<()> {
        if plain { self.emit(Emit::LoadItem, &[]) } else { self.call(2) }
    }
}
