//! Functions, methods, cells, and descriptors of C types.

use std::ffi::CStr;

use std::ffi::c_void;

use pyo3::ffi;

use super::memory::object_field;
use super::{Code, Object, private};

/// A Python function (exactly of the class that `def` makes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Function(Object);

/// A method bound to its first argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Method(Object);

impl Function {
    pub fn object(self) -> Object {
        self.0
    }

    pub fn code(self) -> Code {
        Code::of_function(self.required(|f| f.func_code))
    }

    pub fn globals(self) -> Object {
        self.required(|f| f.func_globals)
    }

    pub fn builtins(self) -> Object {
        self.required(|f| f.func_builtins)
    }

    pub fn name(self) -> Object {
        self.required(|f| f.func_name)
    }

    pub fn qualname(self) -> Object {
        self.required(|f| f.func_qualname)
    }

    /// A tuple.
    pub fn defaults(self) -> Option<Object> {
        self.optional(|f| f.func_defaults)
    }

    /// A dict.
    pub fn kwdefaults(self) -> Option<Object> {
        self.optional(|f| f.func_kwdefaults)
    }

    /// A tuple of cells.
    pub fn closure(self) -> Option<Object> {
        self.optional(|f| f.func_closure)
    }

    pub fn doc(self) -> Option<Object> {
        self.optional(|f| f.func_doc)
    }

    /// `__module__`.
    pub fn module(self) -> Option<Object> {
        self.optional(|f| f.func_module)
    }

    /// `__dict__`, if it has been made.
    pub fn dict(self) -> Option<Object> {
        self.optional(|f| f.func_dict)
    }

    fn optional(self, field: impl Fn(&ffi::PyFunctionObject) -> *mut ffi::PyObject) -> Option<Object> {
        // SAFETY: the object was checked to be a function, which keeps what its fields name alive.
        unsafe { Object::from_pointer(field(&*self.0.as_ptr().cast::<ffi::PyFunctionObject>())) }
    }

    fn required(self, field: impl Fn(&ffi::PyFunctionObject) -> *mut ffi::PyObject) -> Object {
        self.optional(field).expect("a function's code, globals, builtins and names are never null")
    }
}

impl Method {
    pub fn function(self) -> Object {
        // SAFETY: the object was checked to be a method, whose two fields are never null.
        unsafe { Object::from_pointer(private::PyMethod_Function(self.0.as_ptr())).expect("a method has a function") }
    }

    pub fn receiver(self) -> Object {
        // SAFETY: as above.
        unsafe { Object::from_pointer(private::PyMethod_Self(self.0.as_ptr())).expect("a method has a receiver") }
    }
}

impl Object {
    pub fn as_function(self) -> Option<Function> {
        // SAFETY: reads the object's class.
        unsafe { ffi::PyFunction_Check(self.as_ptr()) != 0 }.then_some(Function(self))
    }

    pub fn as_method(self) -> Option<Method> {
        // SAFETY: reads the object's class.
        unsafe { ffi::Py_TYPE(self.as_ptr()) == &raw mut private::PyMethod_Type }.then_some(Method(self))
    }

    pub fn is_cell(self) -> bool {
        // SAFETY: reads the object's class.
        unsafe { ffi::PyCell_Check(self.as_ptr()) != 0 }
    }

    /// What a cell holds; `None` for an empty one, or for an object that is no cell.
    pub fn cell_content(self) -> Option<Object> {
        // SAFETY: a cell is a header and one field, and keeps its content alive.
        if self.is_cell() { unsafe { object_field(self.as_ptr().cast(), size_of::<ffi::PyObject>()) } } else { None }
    }

    /// The receiver that a builtin method is bound to (`[].append`), or the module of a builtin function.
    pub fn builtin_self(self) -> Option<Object> {
        // SAFETY: the class tells the struct.
        unsafe {
            if ffi::PyCFunction_Check(self.as_ptr()) == 0 {
                return None;
            }
            Object::from_pointer((*self.as_ptr().cast::<ffi::PyCFunctionObject>()).m_self)
        }
    }

    /// The name under which C defines a builtin function or method.
    pub fn builtin_name(self) -> Option<String> {
        // SAFETY: the class tells the struct; its method table is static.
        unsafe {
            if ffi::PyCFunction_Check(self.as_ptr()) == 0 {
                return None;
            }
            let method = (*self.as_ptr().cast::<ffi::PyCFunctionObject>()).m_ml;
            Some(CStr::from_ptr((*method).ml_name).to_string_lossy().into_owned())
        }
    }

    /// The class of C whose `__new__` this is: like `object.__new__`, a builtin function bound to its class.
    pub fn constructed_class(self, object_new: Object) -> Option<Object> {
        // SAFETY: the class tells the struct.
        unsafe {
            if ffi::PyCFunction_Check(self.as_ptr()) == 0 {
                return None;
            }
            let definition = |builtin: Object| (*builtin.as_ptr().cast::<ffi::PyCFunctionObject>()).m_ml;
            (definition(self) == definition(object_new)).then(|| self.builtin_self())?
        }
    }

    /// The dotted path of a function or method written in C, as a rule names it.
    pub fn builtin_path(self) -> Option<String> {
        if let Some((class, name)) = self.descriptor_parts() {
            return Some(format!("{}.{}", class.qualified_class_name(), name.text()));
        }
        let name = self.builtin_name()?;
        let space = self.builtin_self()?;
        let space = if space.is_class() { space.qualified_class_name() } else { space.module_name()? };
        Some(format!("{space}.{name}"))
    }

    /// The class whose descriptor this is and its name: `(list, "append")`. For descriptors of C types.
    pub fn descriptor_parts(self) -> Option<(Object, Object)> {
        // SAFETY: these classes share the beginning of their structs.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            let known = [
                &raw mut ffi::PyMethodDescr_Type,
                &raw mut ffi::PyClassMethodDescr_Type,
                &raw mut ffi::PyMemberDescr_Type,
                &raw mut ffi::PyGetSetDescr_Type,
                &raw mut ffi::PyWrapperDescr_Type,
            ];
            if !known.contains(&class) {
                return None;
            }
            let descriptor = self.as_ptr().cast::<ffi::PyDescrObject>();
            Some((Object::from_pointer((*descriptor).d_type.cast())?, Object::from_pointer((*descriptor).d_name)?))
        }
    }

    /// Whether a class attribute is C code, or None, which disables a method.
    pub fn is_native_attribute(self) -> bool {
        // SAFETY: the class tells what is asked; the function is borrowed from the method, which is alive.
        let function = unsafe {
            match ffi::Py_TYPE(self.as_ptr()) == &raw mut private::PyInstanceMethod_Type {
                true => Object::from_pointer(private::PyInstanceMethod_Function(self.as_ptr())).unwrap_or(self),
                false => self,
            }
        };
        function.is_none() || function.descriptor_parts().is_some() || function.builtin_name().is_some()
    }

    /// Whether two slot wrappers call the same C function for the same special method, as inherited ones do
    /// (`str.__getattribute__` and `object.__getattribute__`).
    pub fn same_wrapper(self, other: Object) -> bool {
        if self == other {
            return true;
        }
        // SAFETY: both are wrapper descriptors, whose fields are read.
        unsafe {
            let class = &raw mut ffi::PyWrapperDescr_Type;
            if ffi::Py_TYPE(self.as_ptr()) != class || ffi::Py_TYPE(other.as_ptr()) != class {
                return false;
            }
            let (left, right) =
                (self.as_ptr().cast::<ffi::PyWrapperDescrObject>(), other.as_ptr().cast::<ffi::PyWrapperDescrObject>());
            (*left).d_base == (*right).d_base && (*left).d_wrapped == (*right).d_wrapped
        }
    }

    /// The C function behind a slot wrapper, a method descriptor or a class's own `__new__`.
    pub fn c_function(self) -> Option<usize> {
        /// `PyWrapperDescrObject`, which pyo3 does not declare.
        #[repr(C)]
        struct Wrapper {
            common: ffi::PyDescrObject,
            base: *mut c_void,
            wrapped: *mut c_void,
        }
        // SAFETY: each struct is read only after the class that has it was seen; static fields of live objects.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            if class == &raw mut ffi::PyWrapperDescr_Type {
                return Some((*self.as_ptr().cast::<Wrapper>()).wrapped as usize);
            }
            if class == &raw mut ffi::PyMethodDescr_Type {
                let method = (*self.as_ptr().cast::<ffi::PyMethodDescrObject>()).d_method;
                return Some((*method).ml_meth.PyCFunction as usize);
            }
            let receiver = self.builtin_self().filter(|receiver| receiver.is_class())?;
            (*receiver.as_ptr().cast::<ffi::PyTypeObject>()).tp_new.map(|new| new as usize)
        }
    }

    /// Whether a builtin method is a bound form of this method descriptor.
    pub fn is_bound_of(self, descriptor: Object) -> bool {
        // SAFETY: the class was seen to be that of C functions; a static field of a live object.
        let function = unsafe {
            (ffi::PyCFunction_Check(self.as_ptr()) != 0).then(|| ffi::PyCFunction_GetFunction(self.as_ptr())).flatten()
        };
        function.is_some_and(|function| descriptor.c_function() == Some(function as usize))
    }

    pub fn is_module(self) -> bool {
        // SAFETY: reads the object's class.
        unsafe { ffi::PyModule_Check(self.as_ptr()) != 0 }
    }

    /// A module's dict.
    pub fn module_dict(self) -> Option<Object> {
        // SAFETY: a module keeps its dict alive.
        if self.is_module() { unsafe { Object::from_pointer(ffi::PyModule_GetDict(self.as_ptr())) } } else { None }
    }

    pub(super) fn module_name(self) -> Option<String> {
        self.module_dict()?.dict_get_str("__name__").filter(|name| name.is_str()).map(Object::text)
    }

    pub(super) fn c_name(self) -> Option<String> {
        self.builtin_name().or_else(|| self.descriptor_parts().map(|(_, name)| name.text()))
    }
}
