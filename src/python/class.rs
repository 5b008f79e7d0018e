//! Classes, and where instances keep their attributes.

use std::ffi::{CStr, c_ulong};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use super::dict::{Entry, Keys, Lookup};
use super::layout::{InstanceLayout, LAYOUT, OrderLayout};
use super::{Object, Owned, Result, clear_error, private, read, symbols};

type GetDict = unsafe extern "C" fn(*mut ffi::PyTypeObject) -> *mut ffi::PyObject;

/// `PyType_GetDict`, which 3.12 and later need for the dicts of static builtin classes; absent before.
static GET_DICT: LazyLock<Option<GetDict>> = LazyLock::new(|| symbols::of_process(c"PyType_GetDict"));

/// Where an instance has its attributes. Finding out creates no dict.
pub enum InstanceDict {
    /// Its class gives it no dict.
    None,
    /// Its class gives it one, but it has not been made: no attribute is set.
    Empty,
    Dict(Object),
    /// Values beside the object, under the keys that its class shares.
    Values(InstanceValues),
}

/// Attributes of an instance without a dict of its own.
#[derive(Clone, Copy)]
pub struct InstanceValues(Keys);

impl InstanceValues {
    pub fn find(self, name: Object) -> Option<Object> {
        // SAFETY: the instance that these values belong to is alive and unchanged.
        match unsafe { self.0.find(name, name.plain_hash()?) } {
            Lookup::Found { value, .. } => Some(value),
            Lookup::Missing | Lookup::Unclear => None,
        }
    }

    /// In the order in which they were set.
    pub fn entries(self) -> Vec<Entry> {
        // SAFETY: as above; an instance's table is split.
        unsafe { self.0.split_entries() }
    }
}

impl Object {
    pub fn is_class(self) -> bool {
        // SAFETY: reads the flags of the object's class.
        unsafe { ffi::PyType_Check(self.as_ptr()) != 0 }
    }

    /// `tp_flags`; 0 for an object that is no class.
    pub fn class_flags(self) -> c_ulong {
        // SAFETY: reads a field of a class.
        self.class_struct().map_or(0, |class| unsafe { (*class).tp_flags })
    }

    /// The MRO, a tuple.
    pub fn mro(self) -> Option<Object> {
        // SAFETY: the class keeps its MRO alive.
        self.class_struct().and_then(|class| unsafe { Object::from_pointer((*class).tp_mro) })
    }

    pub fn bases(self) -> Option<Object> {
        // SAFETY: the class keeps its bases alive.
        self.class_struct().and_then(|class| unsafe { Object::from_pointer((*class).tp_bases) })
    }

    /// Looks a name up along the MRO, without binding (`_PyType_Lookup`). Assigns the class a version tag.
    pub fn type_lookup(self, name: Object) -> Option<Object> {
        if !name.is_str() {
            return None;
        }
        let class = self.class_struct()?;
        // SAFETY: a class and a `str`; the result is borrowed from one of the classes' dicts. No error is left.
        unsafe { Object::from_pointer(private::_PyType_Lookup(class, name.as_ptr())) }
    }

    /// The class of the MRO that defines a name, and what it defines.
    pub fn type_lookup_owner(self, name: Object) -> Option<(Object, Object)> {
        self.mro()?.items().into_iter().find_map(|class| Some((class, class.class_dict()?.dict_get(name)?)))
    }

    /// The real dict of a class (not the proxy that `__dict__` gives).
    pub fn class_dict(self) -> Option<Object> {
        let class = self.class_struct()?;
        // SAFETY: the class keeps its dict alive; `PyType_GetDict` gives a reference that we return at once.
        unsafe {
            match *GET_DICT {
                Some(get_dict) => Some(Owned::from_new(get_dict(class))?.object()),
                None => Object::from_pointer((*class).tp_dict),
            }
        }
    }

    /// Whether `tp_getattro` is the same as that of another class: tests for default attribute access without naming
    /// the C function.
    pub fn same_getattr_slot(self, other: Object) -> bool {
        self.same_slot(other, |class| class.tp_getattro.map(|slot| slot as usize))
    }

    pub fn same_new_slot(self, other: Object) -> bool {
        self.same_slot(other, |class| class.tp_new.map(|slot| slot as usize))
    }

    fn same_slot(self, other: Object, slot: impl Fn(&ffi::PyTypeObject) -> Option<usize>) -> bool {
        match (self.class_struct(), other.class_struct()) {
            // SAFETY: both are classes, and only fields are read.
            (Some(a), Some(b)) => unsafe { slot(&*a) == slot(&*b) },
            _ => false,
        }
    }

    /// Whether the class of a descriptor has `__get__`, and `__set__` or `__delete__`.
    pub fn descriptor_kind(self) -> (bool, bool) {
        // SAFETY: reads two fields of the object's class.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            ((*class).tp_descr_get.is_some(), (*class).tp_descr_set.is_some())
        }
    }

    pub fn is_iterator(self) -> bool {
        // SAFETY: a live object; reads fields of its class.
        unsafe { ffi::PyIter_Check(self.as_ptr()) != 0 }
    }

    pub fn is_unhashable(self) -> bool {
        // SAFETY: a live object; reads a field of its class.
        let hash = unsafe { (*ffi::Py_TYPE(self.as_ptr())).tp_hash };
        hash.map(|hash| hash as usize) == Some(ffi::PyObject_HashNotImplemented as *const () as usize)
    }

    /// Whether this is a class whose attributes cannot be set.
    pub fn is_immutable(self) -> bool {
        self.class_flags() & ffi::Py_TPFLAGS_IMMUTABLETYPE != 0
    }

    /// Whether a class has abstract methods, so that `object` makes no instances of it.
    pub fn is_abstract(self) -> bool {
        self.class_flags() & ffi::Py_TPFLAGS_IS_ABSTRACT != 0
    }

    /// `__name__` of a class.
    pub fn class_name(self) -> String {
        let full = self.name_in_errors();
        full.rsplit('.').next().unwrap_or(&full).to_owned()
    }

    /// Module and qualified name of a class, the module left out for builtins.
    pub fn qualified_class_name(self) -> String {
        let Some(class) = self.class_struct() else { return String::from("object") };
        const HEAP: c_ulong = 1 << 9;
        // SAFETY: a class with this flag is a heap type, whose struct has a qualified name.
        unsafe {
            if (*class).tp_flags & HEAP == 0 {
                return self.name_in_errors();
            }
            let heap = class.cast::<ffi::PyHeapTypeObject>();
            let name = Object::from_pointer((*heap).ht_qualname).map(Object::text).unwrap_or_default();
            let module = self.class_dict().and_then(|dict| dict.dict_get_str("__module__")).map(Object::text);
            match module {
                Some(module) if !module.is_empty() && module != "builtins" => format!("{module}.{name}"),
                _ => name,
            }
        }
    }

    /// The name of a class in CPython's error texts (`tp_name`), for many C types a dotted path.
    pub fn name_in_errors(self) -> String {
        // SAFETY: `tp_name` is a C string that lives as long as the class.
        self.class_struct()
            .map(|class| unsafe { CStr::from_ptr((*class).tp_name).to_string_lossy().into_owned() })
            .unwrap_or_default()
    }

    // ------------------------------------------------------------ instances

    /// Whether instances of this object's class have a `__dict__` of CPython's own making.
    pub fn has_instance_dict(self) -> bool {
        // SAFETY: reads two fields of the object's class.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            (*class).tp_flags & ffi::Py_TPFLAGS_MANAGED_DICT != 0 || (*class).tp_dictoffset != 0
        }
    }

    /// The instance's attributes as they are, without making a dict. For a class, its class dict.
    pub fn peek_instance_dict(self) -> InstanceDict {
        if self.is_class() {
            return self.class_dict().map_or(InstanceDict::None, InstanceDict::Dict);
        }
        if !self.has_instance_dict() {
            return InstanceDict::None;
        }
        let of_dict = |dict: Option<Object>| dict.map_or(InstanceDict::Empty, InstanceDict::Dict);
        // SAFETY: the layout's table says where an instance of such a class keeps dict and values; the class that
        // shares its keys is a heap type.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            if (*class).tp_flags & ffi::Py_TPFLAGS_MANAGED_DICT == 0 {
                let slot = private::_PyObject_GetDictPtr(self.as_ptr());
                return if slot.is_null() { InstanceDict::None } else { of_dict(Object::from_pointer(*slot)) };
            }
            let base = self.as_ptr().cast::<u8>();
            let word = |offset: isize| base.offset(offset).cast::<*mut u8>().read();
            let values = |values: *const u8| {
                let keys = (*class.cast::<ffi::PyHeapTypeObject>()).ht_cached_keys.cast::<u8>();
                InstanceDict::Values(InstanceValues(Keys::of_instance(keys, values)))
            };
            match LAYOUT.instance {
                InstanceLayout::Pointers { dict, values: at } => {
                    let inline = word(at);
                    if inline.is_null() { of_dict(Object::from_pointer(word(dict).cast())) } else { values(inline) }
                }
                InstanceLayout::Tagged { either } => {
                    let pointer = word(either);
                    if pointer.addr() & 1 == 1 {
                        values(pointer.wrapping_add(1))
                    } else {
                        of_dict(Object::from_pointer(pointer.cast()))
                    }
                }
                InstanceLayout::Inline { dict, valid, flag, .. } => {
                    let own = Object::from_pointer(word(dict).cast());
                    let inline = base.offset((*class).tp_basicsize);
                    let has_values = (*class).tp_flags as u64 & flag != 0 && own.is_none() && *inline.add(valid) != 0;
                    if has_values { values(inline) } else { of_dict(own) }
                }
            }
        }
    }

    /// The words in memory that say of an instance that it has no attributes of its own; `None` if it has some. Each can
    /// be read while those before it stay as they are.
    #[inline]
    pub fn words_without_attributes(self) -> Option<[Option<*const u64>; 3]> {
        // SAFETY: the layout's table says where an instance of such a class keeps dict and values. The count of values
        // is within the word before them, or the first of their header.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            let in_dict = |slot: *const u64| match *slot as *const ffi::PyDictObject {
                dict if dict.is_null() => Some([Some(slot), None, None]),
                dict => ((*dict).ma_used == 0).then(|| [Some(slot), Some((&raw const (*dict).ma_used).cast()), None]),
            };
            if (*class).tp_flags & ffi::Py_TPFLAGS_MANAGED_DICT == 0 {
                return in_dict(read::instance_dict_slot(self)?.cast());
            }
            let slot = |offset: isize| self.as_ptr().byte_offset(offset).cast_const().cast::<u64>();
            let counted = |values: *const u8| match LAYOUT.values.order {
                OrderLayout::Before => (*values.sub(2) == 0).then(|| values.sub(size_of::<u64>()).cast::<u64>()),
                OrderLayout::Behind { count, .. } => (*values.add(count) == 0).then(|| values.cast::<u64>()),
            };
            match LAYOUT.instance {
                // With values there is no dict.
                InstanceLayout::Pointers { dict, values } => match *slot(values) {
                    0 => in_dict(slot(dict)).map(|[dict, used, _]| [Some(slot(values)), dict, used]),
                    inline => Some([Some(slot(values)), Some(counted(inline as *const u8)?), None]),
                },
                InstanceLayout::Tagged { either } => match *slot(either) {
                    odd if odd & 1 == 1 => Some([Some(slot(either)), Some(counted((odd + 1) as *const u8)?), None]),
                    _ => in_dict(slot(either)),
                },
                InstanceLayout::Inline { dict, valid, flag, .. } => {
                    let inline = self.as_ptr().cast::<u8>().cast_const().offset((*class).tp_basicsize);
                    let has_values = (*class).tp_flags as u64 & flag != 0 && *slot(dict) == 0 && *inline.add(valid) != 0;
                    if has_values { Some([Some(slot(dict)), Some(counted(inline)?), None]) } else { in_dict(slot(dict)) }
                }
            }
        }
    }

    /// An attribute that the instance itself has, past its class; makes no dict.
    pub fn instance_attribute(self, name: Object) -> Option<Object> {
        match self.peek_instance_dict() {
            InstanceDict::None | InstanceDict::Empty => None,
            InstanceDict::Dict(dict) => dict.dict_get(name),
            InstanceDict::Values(values) => values.find(name),
        }
    }

    /// The attributes that the instance itself has, in order; makes no dict.
    pub fn instance_entries(self) -> Vec<Entry> {
        match self.peek_instance_dict() {
            InstanceDict::None | InstanceDict::Empty => Vec::new(),
            InstanceDict::Dict(dict) => dict.dict_entries(),
            InstanceDict::Values(values) => values.entries(),
        }
    }

    /// The instance's real dict, made now if there was none (which slows attribute reads on 3.11 and 3.12).
    pub fn instance_dict(self) -> Option<Object> {
        if self.is_class() {
            return self.class_dict();
        }
        if !self.has_instance_dict() {
            return None;
        }
        // SAFETY: an object that can have a dict; the object keeps it alive after our reference is returned.
        unsafe {
            let dict = Owned::from_new(ffi::PyObject_GenericGetDict(self.as_ptr(), std::ptr::null_mut()));
            if dict.is_none() {
                clear_error();
            }
            dict.map(|dict| dict.object())
        }
    }

    /// What a member or getset descriptor of a C type reads from this object: C code of the type that defines it.
    /// `Ok(None)` if `descriptor` is no such descriptor or not one for this object.
    pub fn read_slot(self, descriptor: Object) -> Result<Option<Owned>> {
        // SAFETY: the descriptor's class tells its struct; the object is checked to be of the type it describes.
        unsafe {
            let class = ffi::Py_TYPE(descriptor.as_ptr());
            let member = class == &raw mut ffi::PyMemberDescr_Type;
            if !member && class != &raw mut ffi::PyGetSetDescr_Type {
                return Ok(None);
            }
            let common = descriptor.as_ptr().cast::<ffi::PyDescrObject>();
            if ffi::PyObject_TypeCheck(self.as_ptr(), (*common).d_type) == 0 {
                return Ok(None);
            }
            match (*class).tp_descr_get {
                Some(get) => Owned::from_result(get(descriptor.as_ptr(), self.as_ptr(), (*common).d_type.cast())).map(Some),
                None => Ok(None),
            }
        }
    }

    pub(super) fn class_struct(self) -> Option<*mut ffi::PyTypeObject> {
        self.is_class().then_some(self.as_ptr().cast())
    }
}

impl Object {
    /// The attribute as `object` and `type` find it, whatever the object's class makes of `__getattribute__`.
    /// Descriptors are asked: only for attributes that C code is known to answer.
    pub fn read_attribute(self, python: Python<'_>, name: Object) -> Result<Owned> {
        let _ = python;
        // SAFETY: two live objects; an error is taken.
        unsafe { Owned::from_result(read::new_attribute(self, name)) }
    }

    /// Whether this is a class made by Python code (a `class` statement or `type(…)`), not by C.
    pub fn is_python_class(self) -> bool {
        // SAFETY: reads a field of a class.
        self.class_struct().is_some_and(|class| unsafe {
            (*class).tp_dealloc.is_some_and(|dealloc| dealloc as usize == PYTHON_DEALLOC.load(Ordering::Relaxed))
        })
    }

    /// Whether the class can be called to make instances; some C classes cannot.
    pub fn makes_instances(self) -> bool {
        // SAFETY: reads a field of a class.
        self.class_struct().is_some_and(|class| unsafe { (*class).tp_new.is_some() })
    }

    /// Whether the class has a table of what sequences do, used or not, as every class in Python has.
    pub fn has_sequence_slots(self) -> bool {
        // SAFETY: reads a field of a class.
        self.class_struct().is_some_and(|class| unsafe { !(*class).tp_as_sequence.is_null() })
    }

    /// The nearest base that C made, or the class itself.
    pub fn native_base(self) -> Option<Object> {
        let mut native = Some(self);
        while let Some(class) = native.filter(|class| class.is_python_class()) {
            // SAFETY: reads a field of a class, which keeps its bases.
            native = class.class_struct().and_then(|class| unsafe { Object::from_pointer((*class).tp_base.cast()) });
        }
        native
    }

    /// Whether the `__new__` of `owner`, a class of C, makes instances of the class: it has to be that of the nearest base
    /// of C.
    pub fn is_made_by(self, owner: Object) -> bool {
        self.is_subclass(owner) && self.native_base().is_some_and(|class| class.same_new_slot(owner))
    }

    /// `__basicsize__`; 0 for an object that is no class.
    pub fn instance_size(self) -> usize {
        // SAFETY: reads a field of a class.
        self.class_struct().map_or(0, |class| unsafe { (*class).tp_basicsize as usize })
    }

    /// Whether instances of this class have a `__dict__`.
    pub fn class_has_instance_dict(self) -> bool {
        // SAFETY: reads a field of a class.
        self.class_struct().is_some_and(|class| unsafe { (*class).tp_dictoffset != 0 })
    }

    /// Whether instances of this class have a field of their own for the `__dict__`, which is empty until it is asked for.
    pub fn class_keeps_dict_in_field(self) -> bool {
        // SAFETY: reads two fields of a class.
        self.class_struct()
            .is_some_and(|class| unsafe { (*class).tp_dictoffset > 0 && (*class).tp_flags & ffi::Py_TPFLAGS_MANAGED_DICT == 0 })
    }

    /// `__func__` of a staticmethod or classmethod object, which its C struct keeps behind the header.
    pub fn wrapped_function(self) -> Option<Object> {
        // SAFETY: a member descriptor of a C type is read; no user code runs. The object owns what it gives.
        let name = Owned::interned("__func__").ok()?;
        let found = unsafe { Owned::from_result(ffi::PyObject_GetAttr(self.as_ptr(), name.as_ptr())) };
        found.ok().map(|found| found.object())
    }

    /// `bool(self)` of a constant.
    pub fn truth(self) -> Result<bool> {
        // SAFETY: a live object; an error is taken.
        match unsafe { ffi::PyObject_IsTrue(self.as_ptr()) } {
            -1 => Err(super::fetch_error()),
            truth => Ok(truth == 1),
        }
    }
}

/// The destructor that CPython gives to every class made by Python code.
static PYTHON_DEALLOC: AtomicUsize = AtomicUsize::new(0);

/// Finds that destructor by making a class. Done when the engine is imported, because it runs Python code.
pub(super) fn initialise(python: Python<'_>) -> Result<()> {
    let class = python.get_type::<pyo3::types::PyType>().call1(("probe", (), pyo3::types::PyDict::new(python)))?;
    // SAFETY: reads a field of the class just made.
    let dealloc = unsafe { (*class.as_ptr().cast::<ffi::PyTypeObject>()).tp_dealloc };
    PYTHON_DEALLOC.store(dealloc.map_or(0, |dealloc| dealloc as usize), Ordering::Relaxed);
    Ok(())
}
