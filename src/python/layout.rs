//! Memory layouts of CPython: offsets in bytes of fields without a public accessor, by version in `rules/cpython`.
//!
//! `layout.yaml` there holds what `tools/record_layout.py` measured, `pack.yaml` what no header tells. Sizes and
//! meanings of the fields are those of the C structs.

use std::ffi::c_ulong;

include!(concat!(env!("OUT_DIR"), "/layout.rs"));

pub struct Layout {
    pub version: (u8, u8),
    pub object: ObjectLayout,
    pub frame: FrameLayout,
    pub code: CodeLayout,
    pub thread: ThreadLayout,
    pub dict: DictLayout,
    pub keys: KeysLayout,
    pub values: ValuesLayout,
    pub instance: InstanceLayout,
    pub tags: TagsLayout,
    pub collector: CollectorLayout,
}

/// `PyObject`.
pub struct ObjectLayout {
    /// `ob_flags`, of two bytes.
    pub flags: Option<usize>,
}

/// `_PyInterpreterFrame`.
pub struct FrameLayout {
    pub code: usize,
    pub func: usize,
    pub instr: usize,
    pub globals: usize,
    pub builtins: usize,
    pub locals: usize,
    /// Where the stack's top stands: as a count of variables and values, or as a pointer behind them.
    pub stacktop: Option<usize>,
    pub stackpointer: Option<usize>,
    pub owner: usize,
    pub localsplus: usize,
    /// `FRAME_OWNED_BY_THREAD`: a frame on the data stack, neither a generator's nor a frame object's.
    pub owned_by_thread: u8,
    /// Where the instruction pointer of a fresh frame stands, in bytes from the first instruction.
    pub start: isize,
    /// Whether the evaluator clears and pops the frame it was given; otherwise its caller does.
    pub cleared_by_evaluator: bool,
    pub references: ReferencesLayout,
}

/// How code, function and variables of a frame are referred to.
pub enum ReferencesLayout {
    /// By pointers, counted.
    Plain {},
    /// By tagged pointers: the bit `uncounted` marks a borrowed reference, and alone it is null. Immortal objects have
    /// the same bit in their flags.
    Tagged { uncounted: usize },
}

/// `PyCodeObject`.
pub struct CodeLayout {
    pub flags: usize,
    pub argcount: usize,
    pub posonlyargcount: usize,
    pub kwonlyargcount: usize,
    pub stacksize: usize,
    pub firstlineno: usize,
    pub nlocals: usize,
    pub nlocalsplus: usize,
    pub ncellvars: usize,
    pub nfreevars: usize,
    pub consts: usize,
    pub names: usize,
    pub filename: usize,
    pub name: usize,
    pub qualname: usize,
    pub linetable: usize,
    pub exceptiontable: usize,
    pub localsplusnames: usize,
    pub localspluskinds: usize,
    pub extra: usize,
    pub code_adaptive: usize,
    /// 3.12 and later keep the frame's size; before, it is the sum of its parts.
    pub framesize: Option<usize>,
}

/// `PyThreadState`.
pub struct ThreadLayout {
    pub datastack_top: usize,
    pub datastack_limit: usize,
    /// Where the recursion of C code is counted apart.
    pub c_recursion_remaining: Option<usize>,
    /// Whether it is counted so narrowly that frames under a hook, which cost two, would not reach Python's default limit.
    pub narrow_c_recursion: bool,
}

/// `PyDictObject`.
pub struct DictLayout {
    pub version_tag: Option<usize>,
}

/// `PyDictKeysObject`. `log2_index_bytes` follows `log2_size` in all versions.
pub struct KeysLayout {
    pub log2_size: usize,
    pub kind: usize,
    pub nentries: usize,
    /// Where the hash table begins; the entries follow it.
    pub indices: usize,
}

/// `PyDictValues`: the values of a dict that shares its keys, or of an instance without a dict of its own.
pub struct ValuesLayout {
    /// Where the values begin.
    pub first: usize,
    pub order: OrderLayout,
}

/// Where the insertion order of the values stands: a count, and one byte a value.
pub enum OrderLayout {
    /// Before the values, growing downwards; the count two bytes before them.
    Before,
    /// Behind the values, `capacity` of them; count and capacity in the header.
    Behind { count: usize, capacity: usize },
}

/// Where an instance of a class with `Py_TPFLAGS_MANAGED_DICT` keeps its attributes: offsets from the object.
pub enum InstanceLayout {
    /// Two pointers, one of them null.
    Pointers { dict: isize, values: isize },
    /// One pointer; to the dict, or odd: one below the values.
    Tagged { either: isize },
    /// A pointer to the dict; if it is null, the values are behind the object as long as the byte `valid` of their
    /// header is set. The byte `embedded` tells that the values still belong to the instance, even if a dict shares
    /// them.
    Inline { dict: isize, valid: usize, embedded: usize, flag: u64 },
}

/// What the version tags of dicts and classes say.
pub struct TagsLayout {
    /// Whether a dict's tag changes with every change of the dict.
    pub dicts: bool,
    /// The flag of classes whose tag is valid; without one, a class that has no tag has 0 in its place.
    pub class_flag: Option<c_ulong>,
}

/// The garbage collector.
pub struct CollectorLayout {
    /// Whether it may run when C code allocates an object; otherwise it waits for the evaluator.
    pub while_allocating: bool,
}

/// Whether this build's tables describe the running interpreter.
pub fn matches_interpreter(version: (u8, u8)) -> bool {
    version == LAYOUT.version
}
