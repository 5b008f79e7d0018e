//! Carrying over instructions of a code object into another, handlers included.

use super::Result;
use super::assemble::{Assembler, Label, Slot};
use super::decode::CodeInfo;

/// A label for each instruction of `from`, and one behind the last, for [`copy_code`] to place.
pub fn labels(to: &mut Assembler, from: &CodeInfo) -> Vec<Label> {
    (0..=from.instructions.len()).map(|_| to.label()).collect()
}

/// Copies the instructions marked in `wanted`, which must hold everything that they can lead to.
pub fn copy_code(to: &mut Assembler, from: &CodeInfo, slots: &[Slot], wanted: &[bool], labels: &[Label]) -> Result<()> {
    for (index, instruction) in from.instructions.iter().enumerate() {
        to.bind(labels[index]);
        if wanted[index] {
            let jump = instruction.target.map(|target| labels[target as usize]);
            to.copy(from, instruction, slots, jump)?;
        }
    }
    to.bind(labels[from.instructions.len()]);
    copy_handlers(to, from, labels);
    Ok(())
}

/// Copies the exception table for instructions that were.
pub fn copy_handlers(to: &mut Assembler, from: &CodeInfo, labels: &[Label]) {
    for handler in &from.handlers {
        let [start, end, target] = [handler.start, handler.end, handler.target].map(|index| labels[index as usize]);
        // Where nothing of a region was copied, its labels are at the same place, and it is left out.
        to.protect(start, end, target, handler.depth, handler.push_last_instruction);
    }
}
