//! Carrying over instructions of a code object into another, handlers included.

use super::Result;
use super::assemble::{Assembler, Label, Slot};
use super::decode::CodeInfo;

/// Copies the instructions marked in `wanted`, which must hold everything that they can lead to. The
/// result is a label for each of them, by index.
pub fn copy_code(to: &mut Assembler, from: &CodeInfo, slots: &[Slot], wanted: &[bool]) -> Result<Vec<Option<Label>>> {
    // One more than there are instructions: a region may end behind the last.
    let labels: Vec<Label> = (0..=from.instructions.len()).map(|_| to.label()).collect();
    for (index, instruction) in from.instructions.iter().enumerate() {
        to.bind(labels[index]);
        if wanted[index] {
            let jump = instruction.target.map(|target| labels[target as usize]);
            to.copy(from, instruction, slots, jump)?;
        }
    }
    to.bind(labels[from.instructions.len()]);
    for handler in &from.handlers {
        let label = |index: u32| labels[index as usize];
        // Where nothing of a region was copied, its labels are at the same place, and it is left out.
        to.protect(label(handler.start), label(handler.end), label(handler.target), handler.depth, handler.push_last_instruction);
    }
    Ok((0..wanted.len()).map(|index| wanted[index].then_some(labels[index])).collect())
}
