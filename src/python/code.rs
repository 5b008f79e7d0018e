//! Reads code objects.

use pyo3::ffi;

use super::layout::LAYOUT;
use super::memory::{field, object_field};
use super::{Object, Owned, Result, private};

/// A code object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Code(Object);

impl Object {
    pub fn as_code(self) -> Option<Code> {
        // SAFETY: reads the object's class.
        unsafe { ffi::PyCode_Check(self.as_ptr()) != 0 }.then_some(Code(self))
    }
}

impl Code {
    pub(super) fn of_function(code: Object) -> Code {
        Code(code)
    }

    pub fn object(self) -> Object {
        self.0
    }

    pub fn argcount(self) -> usize {
        self.number(LAYOUT.code.argcount)
    }

    pub fn posonlyargcount(self) -> usize {
        self.number(LAYOUT.code.posonlyargcount)
    }

    pub fn kwonlyargcount(self) -> usize {
        self.number(LAYOUT.code.kwonlyargcount)
    }

    pub fn stacksize(self) -> usize {
        self.number(LAYOUT.code.stacksize)
    }

    pub fn firstlineno(self) -> usize {
        self.number(LAYOUT.code.firstlineno)
    }

    pub fn flags(self) -> u32 {
        // SAFETY: a live code object.
        unsafe { field(self.base(), LAYOUT.code.flags) }
    }

    /// Locals, cells and free variables together: the length of a frame's variable array.
    pub fn nlocalsplus(self) -> usize {
        self.number(LAYOUT.code.nlocalsplus)
    }

    pub fn nlocals(self) -> usize {
        self.number(LAYOUT.code.nlocals)
    }

    pub fn ncellvars(self) -> usize {
        self.number(LAYOUT.code.ncellvars)
    }

    pub fn nfreevars(self) -> usize {
        self.number(LAYOUT.code.nfreevars)
    }

    /// How many leading variables are arguments, `*args` and `**kwargs` included.
    pub fn argument_slots(self) -> usize {
        const VARARGS: u32 = 0x4;
        const VARKEYWORDS: u32 = 0x8;
        let flags = self.flags();
        self.argcount() + self.kwonlyargcount() + usize::from(flags & VARARGS != 0) + usize::from(flags & VARKEYWORDS != 0)
    }

    /// A tuple.
    pub fn consts(self) -> Object {
        self.part(LAYOUT.code.consts)
    }

    /// A tuple of str.
    pub fn names(self) -> Object {
        self.part(LAYOUT.code.names)
    }

    /// A tuple of str, one for each variable slot.
    pub fn localsplusnames(self) -> Object {
        self.part(LAYOUT.code.localsplusnames)
    }

    /// Bytes, one for each variable slot: `CO_FAST_LOCAL` 0x20, `CO_FAST_CELL` 0x40, `CO_FAST_FREE` 0x80.
    pub fn localspluskinds(self) -> Object {
        self.part(LAYOUT.code.localspluskinds)
    }

    pub fn filename(self) -> Object {
        self.part(LAYOUT.code.filename)
    }

    pub fn name(self) -> Object {
        self.part(LAYOUT.code.name)
    }

    /// The name by which reports know it, and its first line. A resume function shares both with the original: it has the name
    /// that torch gives it as the last part of its qualified name, which ends with the line that it goes on from.
    pub fn reported(self) -> (String, usize) {
        let (name, qualified) = (self.name().text(), self.qualname().text());
        let last = qualified.rsplit('.').next().filter(|last| *last != name);
        let resumed = last.and_then(|last| Some((last.to_owned(), last.rsplit_once("_at_")?.1.parse().ok()?)));
        resumed.unwrap_or((name, self.firstlineno()))
    }

    pub fn qualname(self) -> Object {
        self.part(LAYOUT.code.qualname)
    }

    /// Bytes.
    pub fn linetable(self) -> Object {
        self.part(LAYOUT.code.linetable)
    }

    /// Bytes.
    pub fn exceptiontable(self) -> Object {
        self.part(LAYOUT.code.exceptiontable)
    }

    /// The instructions as the compiler made them, free of specialisation and instrumentation: bytes.
    pub fn bytecode(self) -> Result<Owned> {
        // SAFETY: a live code object; the result is a new reference.
        unsafe { Owned::from_result(private::PyCode_GetCode(self.0.as_ptr())) }
    }

    /// Room that a frame of this code takes, in words.
    pub(super) fn frame_words(self) -> usize {
        match LAYOUT.code.framesize {
            Some(offset) => self.number(offset),
            None => self.nlocalsplus() + self.stacksize() + LAYOUT.frame.localsplus / size_of::<usize>(),
        }
    }

    /// Where the instructions begin.
    pub(super) fn instructions(self) -> *const u8 {
        // SAFETY: the instructions stand at the end of the object.
        unsafe { self.base().add(LAYOUT.code.code_adaptive) }
    }

    pub(super) fn base(self) -> *const u8 {
        self.0.as_ptr().cast()
    }

    fn number(self, offset: usize) -> usize {
        // SAFETY: a live code object, whose counts are C ints that are never negative.
        unsafe { field::<i32>(self.base(), offset) as usize }
    }

    fn part(self, offset: usize) -> Object {
        // SAFETY: a live code object keeps its parts alive; none of them is null.
        unsafe { object_field(self.base(), offset) }.expect("the parts of a code object are never null")
    }
}
