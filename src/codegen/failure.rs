//! The handler around the call of the graph: when the graph raises, the frame runs as written.
//!
//! The call of the graph stands in a region of the exception table, which costs nothing while nothing is raised. Up to
//! there the code has done nothing that can be seen: its arguments and cells are as they were at entry.

use pyo3::types::{PyBool, PyWeakrefReference};

use super::Result;
use super::assemble::{Label, Operand, Slot};
use super::build::Builder;
use super::plan::{GraphCall, OnError, Saved};
use crate::tables::Emit;

/// The stretch of code that calls the graph.
pub(super) struct Region {
    start: Label,
    end: Label,
    /// The variable that holds the saved state.
    saved: Option<Slot>,
    /// Whether the program may catch what is raised.
    caught: bool,
    /// Variables that may hold something by then.
    temporaries: Vec<Slot>,
}

impl Builder<'_, '_> {
    /// Saves what the graph may change, if it is to be put back.
    pub(super) fn save_state(&mut self, on_error: &OnError) -> Result<Option<Slot>> {
        let OnError::PutBack(Saved { callee, parts }) = on_error else { return Ok(None) };
        self.callee(*callee)?;
        for part in parts {
            self.load(*part)?;
        }
        self.call(parts.len())?;
        let slot = self.temporary();
        self.emit(Emit::StoreFast, &[Operand::Slot(slot)])?;
        Ok(Some(slot))
    }

    pub(super) fn begin_region(&mut self, graph: &GraphCall, saved: Option<Slot>) -> Result<Region> {
        let region = Region {
            start: self.assembler.here(),
            end: self.assembler.label(),
            saved,
            caught: graph.caught,
            temporaries: Vec::new(),
        };
        self.emit(Emit::EnterRegion, &[])?;
        Ok(region)
    }

    pub(super) fn end_region(&mut self, region: &mut Region) {
        self.assembler.bind(region.end);
        region.temporaries = self.temporaries_in_use();
    }

    /// The handler of the region, behind everything else.
    pub(super) fn handle_failure(&mut self, region: &Region) -> Result<()> {
        let handler = self.assembler.here();
        self.assembler.protect(region.start, region.end, handler, 0, false);
        let error = self.temporary();
        self.emit(Emit::StoreFast, &[Operand::Slot(error)])?;
        self.helper("run_as_written")?;
        self.emit(Emit::LoadFast, &[Operand::Slot(error)])?;
        self.emit(Emit::DeleteFast, &[Operand::Slot(error)])?;
        let original = PyWeakrefReference::new(&self.info.code.bound(self.py))?;
        let original = self.assembler.keep(original.into_any());
        self.constant(original)?;
        self.load_closure()?;
        match region.saved {
            Some(slot) => self.emit(Emit::LoadFast, &[Operand::Slot(slot)])?,
            None => self.none()?,
        }
        let caught = self.assembler.keep(PyBool::new(self.py, region.caught).to_owned().into_any());
        self.constant(caught)?;
        let count = self.info.parameter_count();
        for index in 0..count {
            let slot = self.variable(index)?;
            let is_cell = self.info.variables[index as usize].is_cell;
            let (load, delete) = if is_cell { (Emit::LoadDeref, Emit::DeleteDeref) } else { (Emit::LoadFast, Emit::DeleteFast) };
            self.emit(load, &[Operand::Slot(slot)])?;
            // The program as written alone decides how long its arguments live.
            self.emit(delete, &[Operand::Slot(slot)])?;
        }
        for slot in &region.temporaries {
            self.none()?;
            self.emit(Emit::StoreFast, &[Operand::Slot(*slot)])?;
        }
        self.call(count as usize + 5)?;
        self.emit(Emit::ReturnValue, &[])
    }

    /// Pushes the cells that the running function came with, as a tuple; None if there are none.
    fn load_closure(&mut self) -> Result<()> {
        let count = self.info.free_count;
        if count == 0 {
            return self.none();
        }
        for n in 0..count {
            let slot = self.variable(self.info.free_variable(n))?;
            self.emit(Emit::LoadClosure, &[Operand::Slot(slot)])?;
        }
        self.emit(Emit::BuildTuple, &[Operand::Number(count)])
    }
}
