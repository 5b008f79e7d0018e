//! Static analysis of a code object: control flow, liveness of locals, and the kinds of stack items.

use super::decode::{CodeInfo, Handler, Instruction, falls_through, opcode_rule};
use super::{Error, Result};
use crate::python::bytecode;
use crate::tables::{ArgumentKind, Count, EmitArgument, EmitRule, Null, OpcodeRule, Pack, StackItem, When};
use crate::tables::{Emit, FRAME_READERS};

/// The kind of a stack item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Value,
    /// The null that `CALL` and its like take or leave beside a callable.
    Null,
    /// An item that may be null: the old content of a variable, or a result of an instruction that was not interpreted.
    Perhaps,
    /// The previously handled exception, pushed by PUSH_EXC_INFO: while it is there, a handler is running.
    Handled,
    /// The offset where the exception above it was raised, pushed on entry of a handler. In some versions it is no
    /// object.
    LastInstruction,
    /// The exception that a handler was entered with.
    Raised,
}

/// Opcodes that code generation has to recognise, named by the version's emit rules.
#[derive(Debug)]
pub struct Known {
    part_of_next: Vec<u8>,
    skipped_at_end: Vec<u8>,
    prologue: Vec<u8>,
    begin_handling: Vec<u8>,
    end_handling: Vec<u8>,
    load_global: Vec<u8>,
    pop: Vec<u8>,
}

impl Known {
    pub fn of(pack: &Pack) -> Known {
        let opcodes = |emit| pack.emit(emit).code.iter().map(|op| op.opcode).collect();
        Known {
            part_of_next: opcodes(Emit::PartOfNext),
            skipped_at_end: opcodes(Emit::SkippedAtEnd),
            prologue: opcodes(Emit::Prologue),
            begin_handling: opcodes(Emit::PushHandledException),
            end_handling: opcodes(Emit::PopHandledException),
            load_global: opcodes(Emit::LoadGlobal),
            pop: opcodes(Emit::PopTop),
        }
    }

    /// How many instructions at a jump's target the jump itself executes: CPython continues behind them.
    pub fn skipped_by_jump(&self, info: &CodeInfo, target: u32) -> u32 {
        let there = info.instructions.iter().skip(target as usize).map(|instruction| instruction.opcode);
        let skips =
            !self.skipped_at_end.is_empty() && there.take(self.skipped_at_end.len()).eq(self.skipped_at_end.iter().copied());
        if skips { self.skipped_at_end.len() as u32 } else { 0 }
    }

    pub fn pops(&self, instruction: &Instruction) -> bool {
        self.pop.contains(&instruction.opcode)
    }

    /// Whether the instruction names a function that may look at all variables of its caller.
    fn reads_frame(&self, info: &CodeInfo, pack: &Pack, instruction: &Instruction) -> bool {
        let rule = opcode_rule(pack, instruction.opcode);
        self.load_global.contains(&instruction.opcode)
            && rule.is_ok_and(|rule| {
                let names = rule.arguments.iter().filter(|argument| argument.kind == ArgumentKind::Name);
                let mut named = names.filter_map(|name| info.names.get(instruction.argument(name) as usize));
                named.any(|name| FRAME_READERS.iter().any(|reader| name.as_str() == Some(reader.name)))
            })
    }
}

/// Whether the instructions from `start` on are those of a sequence; if so, the operand, where it has one.
pub fn reads_as(info: &CodeInfo, start: u32, sequence: &EmitRule) -> Option<Option<u32>> {
    let mut operand = None;
    for (at, op) in (start as usize..).zip(sequence.code) {
        let instruction = info.instructions.get(at).filter(|instruction| instruction.opcode == op.opcode)?;
        match op.argument {
            EmitArgument::Number(number) if number != instruction.oparg => return None,
            EmitArgument::Operand { .. } => operand = Some(instruction.oparg),
            EmitArgument::None | EmitArgument::Number(_) | EmitArgument::Object(_) => {}
        }
    }
    Some(operand)
}

/// The first instruction of the group of the one at `index`: prefixes such as KW_NAMES that pass it something outside
/// of the stack.
pub fn group_start(info: &CodeInfo, known: &Known, index: u32) -> u32 {
    let mut start = index;
    while start > 0 && known.part_of_next.contains(&info.instructions[start as usize - 1].opcode) {
        start -= 1;
    }
    start
}

/// The last instruction of the group that the one at `index` is in.
pub fn group_end(info: &CodeInfo, known: &Known, index: u32) -> u32 {
    let mut end = index;
    while known.part_of_next.contains(&info.instructions[end as usize].opcode) && (end as usize) + 1 < info.instructions.len() {
        end += 1;
    }
    end
}

/// How many instructions at the beginning set up the frame.
pub fn prologue_length(info: &CodeInfo, known: &Known) -> u32 {
    let all = info.instructions.iter();
    all.take_while(|instruction| known.prologue.contains(&instruction.opcode)).count() as u32
}

/// The instructions that can run once one of `starts` does, handlers included.
pub fn reachable(info: &CodeInfo, pack: &Pack, starts: &[u32]) -> Vec<bool> {
    let mut found = vec![false; info.instructions.len()];
    let mut waiting = starts.to_vec();
    while let Some(index) = waiting.pop() {
        let Some(seen) = found.get_mut(index as usize) else { continue };
        if !std::mem::replace(seen, true) {
            waiting.extend(successors(info, pack, index));
            waiting.extend(info.handler(index).map(|handler| handler.target));
        }
    }
    found
}

/// Whether the instruction can run again after itself: whether it is in a loop.
pub fn repeats(info: &CodeInfo, pack: &Pack, index: u32) -> bool {
    let next: Vec<u32> = successors(info, pack, index).collect();
    reachable(info, pack, &next)[index as usize]
}

/// The same by the place of the jumps alone, which is soon told and may be wrong of blocks that were moved.
pub fn is_within_jump_back(info: &CodeInfo, index: u32) -> bool {
    info.instructions[index as usize..].iter().any(|instruction| instruction.target.is_some_and(|target| target <= index))
}

fn successors(info: &CodeInfo, pack: &Pack, index: u32) -> impl Iterator<Item = u32> {
    let instruction = &info.instructions[index as usize];
    let next = falls_through(pack, instruction.opcode).then_some(index + 1);
    next.into_iter().chain(instruction.target)
}

// ---------------------------------------------------------------- variables

/// The locals that are live before the instruction: a plan that breaks there needs no others. Without cells and free
/// variables.
pub fn live_locals(info: &CodeInfo, pack: &Pack, instruction: u32) -> Result<Vec<u16>> {
    let live = Liveness::of(info, pack)?;
    let needed = |v: &u32| live.is_live(instruction, *v) && !info.variables[*v as usize].is_captured();
    Ok((0..info.local_count).filter(needed).map(|v| v as u16).collect())
}

/// Which locals may still be read, instruction by instruction. Cells and free variables always may.
#[derive(Debug)]
pub struct Liveness {
    /// Words of 64 variables for each instruction.
    words: usize,
    before: Vec<u64>,
}

impl Liveness {
    pub fn of(info: &CodeInfo, pack: &Pack) -> Result<Liveness> {
        let words = info.variables.len().div_ceil(64).max(1);
        let count = info.instructions.len();
        let mut live = Liveness { words, before: vec![0; count * words] };
        let mut changed = true;
        while changed {
            changed = false;
            for index in (0..count).rev() {
                let now = live.transfer(info, pack, index)?;
                let old = &mut live.before[index * words..(index + 1) * words];
                if old != now.as_slice() {
                    old.copy_from_slice(&now);
                    changed = true;
                }
            }
        }
        let known = Known::of(pack);
        if info.instructions.iter().any(|instruction| known.reads_frame(info, pack, instruction)) {
            live.before.fill(u64::MAX);
        }
        // `super()` looks at the first argument and the free variables, and no instruction says so.
        if info.free_count > 0 && info.header.argument_count > 0 {
            live.before.iter_mut().step_by(words).for_each(|word| *word |= 1);
        }
        Ok(live)
    }

    /// Whether the variable may be read once the instruction at `index` is about to run.
    pub fn is_live(&self, index: u32, variable: u32) -> bool {
        let word = self.before.get(index as usize * self.words + variable as usize / 64);
        word.is_some_and(|word| word >> (variable % 64) & 1 == 1)
    }

    fn transfer(&self, info: &CodeInfo, pack: &Pack, index: usize) -> Result<Vec<u64>> {
        let mut now = vec![0; self.words];
        successors(info, pack, index as u32).for_each(|next| self.join(&mut now, next));
        let instruction = &info.instructions[index];
        // What an instruction does first counts last, looking back.
        for argument in opcode_rule(pack, instruction.opcode)?.arguments.iter().rev() {
            let variable = instruction.argument(argument) as usize;
            let bit = 1 << (variable % 64);
            match argument.kind {
                ArgumentKind::Stored => now[variable / 64] &= !bit,
                ArgumentKind::Local | ArgumentKind::Cleared => now[variable / 64] |= bit,
                _ => {}
            }
        }
        // An exception leaves before a store.
        info.handler(index as u32).into_iter().for_each(|handler| self.join(&mut now, handler.target));
        Ok(now)
    }

    /// What is live before the instruction at `index` is live in `now` too.
    fn join(&self, now: &mut [u64], index: u32) {
        let at = index as usize * self.words;
        if let Some(words) = self.before.get(at..at + self.words) {
            now.iter_mut().zip(words).for_each(|(a, b)| *a |= b);
        }
    }
}

// ---------------------------------------------------------------- the stack

/// The stack before each instruction, bottom first; `None` if the instruction is unreachable.
pub fn stacks(info: &CodeInfo, pack: &Pack, known: &Known) -> Result<Vec<Option<Vec<Kind>>>> {
    let mut stacks: Vec<Option<Vec<Kind>>> = vec![None; info.instructions.len()];
    let mut waiting = vec![(0, Vec::new())];
    while let Some((index, stack)) = waiting.pop() {
        if stacks.get(index as usize).is_none_or(Option::is_some) {
            continue;
        }
        let instruction = &info.instructions[index as usize];
        if let Some(handler) = info.handler(index) {
            waiting.push((handler.target, handler_stack(handler, &stack)));
        }
        if let Some(target) = instruction.target {
            waiting.push((target, after(pack, known, instruction, &stack, true)?));
        }
        if falls_through(pack, instruction.opcode) {
            waiting.push((index + 1, after(pack, known, instruction, &stack, false)?));
        }
        stacks[index as usize] = Some(stack);
    }
    Ok(stacks)
}

/// The stack at the entry of a handler, for an exception raised with this stack.
pub fn handler_stack(handler: &Handler, stack: &[Kind]) -> Vec<Kind> {
    let mut there: Vec<Kind> = stack.iter().copied().take(handler.depth as usize).collect();
    there.extend(handler.push_last_instruction.then_some(Kind::LastInstruction));
    there.push(Kind::Raised);
    there
}

/// The stack positions of handled exceptions before an instruction, outermost first.
pub fn handled(info: &CodeInfo, pack: &Pack, instruction: u32) -> Result<Vec<usize>> {
    let known = Known::of(pack);
    let stack = stacks(info, pack, &known)?.into_iter().nth(group_start(info, &known, instruction) as usize).flatten();
    let items = stack.into_iter().flatten().enumerate();
    Ok(items.filter(|(_, kind)| *kind == Kind::Handled).map(|(depth, _)| depth).collect())
}

/// The stack after an instruction, if it jumps or if it does not.
pub fn after(pack: &Pack, known: &Known, instruction: &Instruction, stack: &[Kind], jumps: bool) -> Result<Vec<Kind>> {
    let rule = opcode_rule(pack, instruction.opcode)?;
    let mut stack = stack.to_vec();
    let popped: usize = rule.inputs.iter().map(|item| count(rule, instruction, item)).sum();
    if rule.rule.is_err() && rule.inputs.is_empty() && rule.outputs.is_empty() {
        // Without a signature only the change of depth is known; such opcodes touch no nulls.
        let effect = bytecode::stack_effect(instruction.opcode, instruction.oparg, jumps);
        let effect = effect.ok_or_else(|| Error::Cannot(format!("the stack effect of {} is unknown", rule.name)))?;
        stack.resize((stack.len() as i64 + i64::from(effect)).max(0) as usize, Kind::Value);
        return Ok(stack);
    }
    let short = || Error::Cannot(format!("{} finds too few values on the stack", rule.name));
    let kept = stack.len().checked_sub(popped).ok_or_else(short)?;
    let taken = stack.split_off(kept);
    if known.end_handling.contains(&instruction.opcode) {
        // What is removed may be a copy; the handled exception is none any more all the same.
        if taken != [Kind::Handled]
            && let Some(place) = stack.iter_mut().rev().find(|kind| **kind == Kind::Handled)
        {
            *place = Kind::Value;
        }
        return Ok(stack);
    }
    for output in rule.outputs {
        if output.when == When::Jump && !jumps || output.when == When::Fall && jumps {
            continue;
        }
        // An output named as an input is that input, still there.
        let input = rule.inputs.iter().position(|input| input.name == output.name);
        let pushed = count(rule, instruction, output);
        match input {
            Some(position) => {
                let before: usize = rule.inputs[..position].iter().map(|item| count(rule, instruction, item)).sum();
                stack.extend(taken.iter().skip(before).take(pushed));
            }
            None => {
                let kind = match output.null {
                    Null::Always => Kind::Null,
                    Null::Perhaps => Kind::Perhaps,
                    Null::Never => Kind::Value,
                };
                stack.extend(std::iter::repeat_n(kind, pushed));
            }
        }
    }
    if known.begin_handling.contains(&instruction.opcode) {
        let depth = stack.len();
        if let Some(previous) = depth.checked_sub(2).and_then(|at| stack.get_mut(at)) {
            *previous = Kind::Handled;
        }
    }
    Ok(stack)
}

/// The rule among `stand_ins` that is for this instruction.
pub fn stand_in(stand_ins: &'static [EmitRule], rule: &OpcodeRule, instruction: &Instruction) -> Option<&'static EmitRule> {
    let fits = |emit: &&EmitRule| {
        let arguments = emit.operands.iter().zip(rule.arguments);
        emit.name == rule.name
            && arguments.into_iter().all(|(number, argument)| number.is_none_or(|n| n == instruction.argument(argument)))
    };
    stand_ins.iter().find(fits)
}

fn count(rule: &OpcodeRule, instruction: &Instruction, item: &StackItem) -> usize {
    let argument = |register: u16| rule.arguments.get(register as usize).map_or(0, |a| instruction.argument(a));
    match item.count {
        Count::One => 1,
        Count::Constant(count) => count as usize,
        Count::Argument { register, scale, offset } => {
            (i64::from(argument(register)) * i64::from(scale) + i64::from(offset)).max(0) as usize
        }
        Count::Sum { first, second, offset } => {
            (i64::from(argument(first)) + i64::from(argument(second)) + i64::from(offset)).max(0) as usize
        }
    }
}
