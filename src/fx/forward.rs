//! Assembles the code object of a graph's `forward` directly, without compiling its text.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::listing::{Form, Listed, Listing, Part};
use super::text::FIRST_LINE;
use crate::bytecode::locations::Location;
use crate::codegen::assemble::{Assembler, Operand, Slot};
use crate::codegen::{Error, Result};
use crate::python::Object;
use crate::python::bytecode::Header;
use crate::tables::Emit;
use crate::tables::Pack;

/// Optimised locals and a fresh namespace, in CPython's words for a function's code.
const FUNCTION_FLAGS: u32 = 3;

struct Builder<'a, 'py> {
    python: Python<'py>,
    listing: &'a Listing<'py>,
    assembler: Assembler<'a>,
    /// Of the nodes that are parameters, what is given to the function.
    parameters: Vec<Option<Slot>>,
    slots: Vec<Slot>,
    none: Object,
}

/// Makes a code object of the type of `like`.
pub fn assemble<'py>(
    listing: &Listing<'py>,
    pack: &'static Pack,
    file: &Bound<'py, PyAny>,
    like: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyAny>> {
    let python = file.py();
    let mut assembler = Assembler::new(pack);
    let own = assembler.text(python, "self");
    assembler.add_local(own);
    let mut add = |name: &str| {
        let name = assembler.text(python, name);
        assembler.add_local(name)
    };
    // Parameters come before all other variables.
    let is_parameter = |node: &Listed<'_>| node.form == Form::Parameter;
    let nodes = listing.nodes.iter();
    let parameters: Vec<Option<Slot>> = nodes.map(|node| is_parameter(node).then(|| add(&node.parameter))).collect();
    let nodes = listing.nodes.iter().zip(&parameters);
    let own =
        nodes.map(|(node, parameter)| parameter.filter(|_| node.is_parameter_as_it_is()).unwrap_or_else(|| add(&node.name)));
    let slots = own.collect();
    let argument_count = parameters.iter().flatten().count() as u32 + 1;
    let none = assembler.keep(python.None().into_bound(python));
    let name = assembler.text(python, "forward");
    let header = Header {
        name,
        qualified_name: name,
        file: Object::from_bound(file),
        argument_count,
        positional_only: 0,
        keyword_only: 0,
        flags: FUNCTION_FLAGS,
        first_line: FIRST_LINE as i32,
    };
    let mut builder = Builder { python, listing, assembler, parameters, slots, none };
    builder.write()?;
    builder.assembler.assemble(like, &header)
}

impl<'py> Builder<'_, 'py> {
    fn write(&mut self) -> Result<()> {
        let listing = self.listing;
        let mut line = FIRST_LINE as i32;
        self.at(line);
        self.emit(Emit::Resume, &[])?;
        for (place, node) in listing.nodes.iter().enumerate() {
            if node.is_parameter_as_it_is() {
                continue;
            }
            line += 1;
            self.at(line);
            self.statement(place, node)?;
        }
        Ok(())
    }

    fn statement(&mut self, place: usize, node: &Listed<'py>) -> Result<()> {
        let arguments = self.listing.parts(node.arguments.iter())?.ok_or_else(odd)?;
        match &node.form {
            Form::Parameter => {
                let parameter = self.parameters[place].ok_or_else(odd)?;
                self.emit(Emit::LoadFast, &[Operand::Slot(parameter)])?;
            }
            Form::Return => {
                self.load_all(&arguments)?;
                return self.emit(Emit::ReturnValue, &[]);
            }
            Form::Operator(_) | Form::InPlace(_) | Form::Assign(_) | Form::Call(_) => {
                self.emit(Emit::BeforeCallee, &[])?;
                self.emit(Emit::LoadConst, &[Operand::Constant(Object::from_bound(&node.target))])?;
                self.emit(Emit::AfterCallee, &[])?;
                self.call(node, &arguments)?;
            }
            Form::Method(name) => {
                self.emit(Emit::BeforeCallee, &[])?;
                self.load(&arguments[0])?;
                self.attribute(name)?;
                self.emit(Emit::AfterCallee, &[])?;
                self.call(node, &arguments[1..])?;
            }
            Form::Attribute(name) => {
                self.load(&arguments[0])?;
                self.attribute(name)?;
            }
        }
        match (&node.form, arguments.first()) {
            (Form::InPlace(_), Some(Part::Node(first))) => {
                self.emit(Emit::Copy, &[Operand::Number(1)])?;
                self.emit(Emit::StoreFast, &[Operand::Slot(self.slots[*first as usize])])?;
            }
            (Form::Assign(_), Some(first)) => {
                self.emit(Emit::PopTop, &[])?;
                self.load(first)?;
            }
            _ => {}
        }
        self.emit(Emit::StoreFast, &[Operand::Slot(self.slots[place])])?;
        for end in &node.ends {
            self.emit(Emit::LoadConst, &[Operand::Constant(self.none)])?;
            self.emit(Emit::StoreFast, &[Operand::Slot(self.slots[*end as usize])])?;
        }
        Ok(())
    }

    fn call(&mut self, node: &Listed<'py>, positional: &[Part<'py>]) -> Result<()> {
        self.load_all(positional)?;
        if node.keywords.is_empty() {
            return self.emit(Emit::Call, &[Operand::Number(positional.len() as u32)]);
        }
        for (_, argument) in &node.keywords {
            let part = self.listing.part(&argument)?.ok_or_else(odd)?;
            self.load(&part)?;
        }
        let names = PyTuple::new(self.python, node.keywords.keys())?;
        let count = (positional.len() + node.keywords.len()) as u32;
        let names = self.assembler.keep(names.into_any());
        self.emit(Emit::CallKeywords, &[Operand::Number(count), Operand::Constant(names)])
    }

    fn load(&mut self, part: &Part<'py>) -> Result<()> {
        match part {
            Part::Node(place) => self.emit(Emit::LoadFast, &[Operand::Slot(self.slots[*place as usize])]),
            Part::Constant(object) => {
                // A part of a slice may have been made for the asking.
                let object = self.assembler.keep(object.clone());
                self.emit(Emit::LoadConst, &[Operand::Constant(object)])
            }
            Part::Tuple(parts) => self.collect(Emit::BuildTuple, parts),
            Part::List(parts) => self.collect(Emit::BuildList, parts),
            Part::Slice(parts) => self.collect(Emit::BuildSlice, &parts[..]),
        }
    }

    fn load_all(&mut self, parts: &[Part<'py>]) -> Result<()> {
        parts.iter().try_for_each(|part| self.load(part))
    }

    fn collect(&mut self, emit: Emit, parts: &[Part<'py>]) -> Result<()> {
        self.load_all(parts)?;
        self.emit(emit, &[Operand::Number(parts.len() as u32)])
    }

    fn attribute(&mut self, name: &str) -> Result<()> {
        let name = self.assembler.text(self.python, name);
        self.emit(Emit::LoadAttr, &[Operand::Name(name)])
    }

    fn emit(&mut self, emit: Emit, operands: &[Operand]) -> Result<()> {
        self.assembler.emit(emit, operands)
    }

    fn at(&mut self, line: i32) {
        self.assembler.location = Location { line, end_line: line, column: -1, end_column: -1 };
    }
}

fn odd() -> Error {
    Error::Cannot("an argument of a graph that is not written the plain way".to_owned())
}
