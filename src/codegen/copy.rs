//! Copies instructions of a code object into another, exception handlers included.

use super::Result;
use super::assemble::{Assembler, Label, Slot};
use crate::bytecode::decode::CodeInfo;
use crate::tables::Emit;

/// A label for each instruction of `from`, and one behind the last, for [`copy_code`] to place.
pub fn labels(to: &mut Assembler, from: &CodeInfo) -> Vec<Label> {
    (0..=from.instructions.len()).map(|_| to.label()).collect()
}

/// Copies the instructions marked in `wanted`, which must hold everything that they can lead to. For each
/// instruction that was written: which one it is a copy of, or `None` if it only belongs to the one before it.
pub fn copy_code(
    to: &mut Assembler,
    from: &CodeInfo,
    slots: &[Slot],
    wanted: &[bool],
    labels: &[Label],
) -> Result<Vec<Option<u32>>> {
    let mut copies = Vec::new();
    for (index, instruction) in from.instructions.iter().enumerate() {
        to.bind(labels[index]);
        if wanted[index] {
            let jump = instruction.target.map(|target| labels[target as usize]);
            let follows = index > 0 && wanted[index - 1];
            let start = to.len();
            if !follows && from.handler(index as u32).is_some() {
                to.emit(Emit::EnterRegion, &[])?;
            }
            // Whoever goes to the instruction goes there first.
            copies.resize(copies.len() + to.len() - start, Some(index as u32));
            let start = to.len();
            to.copy(from, instruction, slots, jump)?;
            copies.push(Some(index as u32));
            copies.resize(copies.len() + to.len() - start - 1, None);
        }
    }
    to.bind(labels[from.instructions.len()]);
    copy_handlers(to, from, labels);
    Ok(copies)
}

/// Copies the exception table for instructions that were.
pub fn copy_handlers(to: &mut Assembler, from: &CodeInfo, labels: &[Label]) {
    for handler in &from.handlers {
        let [start, end, target] = [handler.start, handler.end, handler.target].map(|index| labels[index as usize]);
        // Where nothing of a region was copied, its labels are at the same place, and it is left out.
        to.protect(start, end, target, handler.depth, handler.push_last_instruction);
    }
}
