//! Lookups in the rules' flat facts about classes and objects.

use std::collections::{HashMap, HashSet};

use ahash::AHashMap;
use pyo3::prelude::*;

use super::classes::Question;
use super::library::{Known, Library};
use crate::python::{Keeper, Object, Owned, tensor};
use crate::rules::{Flow, Stop};
use crate::shapes::{DType, Device, Dim, MetaArgument};
use crate::tables::{
    CALLEES, CLASSES, Callee, FUNCTION_MARKS, MARKED_CALLABLES, MarkedCall, MarkedFunction, ModeName, OPERATORS, Property, Role,
    SEQUENCE_OPERATORS, SPECIAL_METHODS, SequenceOperator,
};

/// The callables that the program marked.
#[derive(Default)]
pub struct Marked {
    /// By address.
    pub callables: AHashMap<usize, Mark>,
    /// Bound methods, which are new objects at each access.
    pub methods: Vec<(Object, Mark)>,
}

/// What `rules/graph/function_marks.yaml` and `marked_callables.yaml` say of a marked function's calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Constant,
    Disabled,
    /// A call of it is an error.
    Forbidden,
    Graph,
    /// A node takes and gives the leaves of arguments and result.
    Flat,
    /// The value of this attribute is called instead.
    Traced(Object),
    /// This is called instead.
    Instead(Object),
    /// The call is made after the graph has run, for its side effects.
    Later,
    /// It is not called.
    Nothing,
}

impl Library {
    /// Whether the class, or a base of it, is listed with this property in `rules/graph/classes.yaml`.
    fn class_is(&self, class: Object, property: Property) -> bool {
        self.listed_class(class, Question::Listed(property), |class| {
            CLASSES.iter().any(|row| {
                row.properties.contains(&property)
                    && self.path_object_loaded(row.name).is_some_and(|listed| class.is_subclass(listed))
            })
        })
    }

    /// Whether exactly this class is listed with this property in `rules/graph/classes.yaml`.
    pub(super) fn is_listed_exactly(&self, class: Object, property: Property) -> bool {
        self.listed_class(class, Question::Listed(property), |class| {
            CLASSES.iter().any(|row| row.properties.contains(&property) && self.path_object_loaded(row.name) == Some(class))
        })
    }

    /// Whether identity is all that a trace needs to know of objects of this class.
    pub fn known_by_identity(&self, class: Object) -> bool {
        self.class_is(class, Property::Identity)
    }

    /// Whether a changing object of exactly this class is guarded by what the program asks of it.
    pub fn is_asked_in_part(&self, class: Object) -> bool {
        self.is_listed_exactly(class, Property::AskedInPart)
    }

    /// Whether the class, called with the state that is kept of one of its objects, makes another.
    pub fn is_made_of_parts(&self, class: Object) -> bool {
        self.is_listed_exactly(class, Property::MadeOfParts)
    }

    /// Whether hash and equality of its objects have no side effects.
    pub fn hashes_purely(&self, class: Object) -> bool {
        self.class_is(class, Property::PureHash)
    }

    /// Whether objects of the class, or of one that it inherits from, are compared by value.
    pub fn compares_by_value(&self, class: Object) -> bool {
        self.class_is(class, Property::EqualIsSame)
    }

    /// Whether objects of the class are functions written in C, other than CPython's own kinds.
    pub fn is_function_class(&self, class: Object) -> bool {
        self.class_is(class, Property::Function)
    }

    /// Whether objects of the class stand for tensors that share their memory.
    pub fn is_array_class(&self, class: Object) -> bool {
        self.class_is(class, Property::Array)
    }

    /// Classes of objects that graphs compute with, or that hold such objects.
    pub fn computing_classes(&self) -> Vec<Object> {
        let computing = CLASSES.iter().filter(|row| row.properties.contains(&Property::Computes));
        computing.filter_map(|row| self.path_object_loaded(row.name)).collect()
    }

    pub fn goes_into_graph(&self, object: Object) -> bool {
        self.class_is(object.class(), Property::GraphConstant)
    }

    /// Whether objects of the class come into a graph as inputs of it.
    pub fn enters_graph(&self, class: Object) -> bool {
        self.class_is(class, Property::GraphInput)
    }

    pub fn is_module_class(&self, class: Object) -> bool {
        class.is_subclass(self.role(Role::ModuleClass))
    }

    /// Whether the class is one of torch's own modules.
    pub fn is_module_of_torch(&self, class: Object) -> bool {
        let defined_in = class.class_dict().and_then(|names| names.dict_get_str("__module__"));
        let modules = self.role(Role::ModulesOfTorch).instance_dict().and_then(|names| names.dict_get_str("__name__"));
        defined_in.zip(modules).is_some_and(|(own, modules)| own.is_str() && own.text().starts_with(modules.text().as_str()))
    }

    pub fn is_set_class(&self, class: Object) -> bool {
        class.is_subclass(self.role(Role::Set)) || class.is_subclass(self.role(Role::Frozenset))
    }

    /// Whether attribute reads of the class look into the instance dict before they run any other code.
    pub fn reads_by_default(&self, class: Object) -> bool {
        let Ok(name) = self.name("__getattribute__") else { return false };
        class.type_lookup(name).is_some_and(|method| method.same_wrapper(self.role(Role::GenericGetAttribute)))
    }

    /// The names of the special methods that C code calls of what it is given, as a tuple; of a class, or of another object.
    pub fn special_methods(&self, of_class: bool) -> Flow<Object> {
        let kept = &self.special_methods[usize::from(of_class)];
        if let Some(names) = kept.get() {
            return Ok(*names);
        }
        let rows = SPECIAL_METHODS.iter().filter(|row| !(of_class && row.not_of_classes == Some(true)));
        let names = rows.map(|row| self.name(row.name)).collect::<Flow<Vec<_>>>()?;
        let names = Owned::tuple(&names).map_err(Stop::python)?;
        Ok(*kept.get_or_init(|| self.keep(names.object())))
    }

    /// The mark that a decorator of torch left on a function.
    pub fn function_mark(&self, function: Object) -> Option<Mark> {
        FUNCTION_MARKS.iter().find_map(|row| {
            let name = self.name(row.name).ok()?;
            let marked = function.instance_attribute(name)?;
            let mark = match row.means {
                MarkedFunction::Constant => Mark::Constant,
                MarkedFunction::Disabled => Mark::Disabled,
                MarkedFunction::Forbidden => Mark::Forbidden,
                MarkedFunction::Traced => return Some(Mark::Traced(name)),
            };
            (marked == self.truth(true)).then_some(mark)
        })
    }

    /// The callables that decorators and settings keep lists of.
    pub fn marked_callables(&self, keeper: &Keeper) -> Marked {
        let mut marked = Marked::default();
        for row in MARKED_CALLABLES.iter() {
            let mark = match row.means {
                MarkedCall::Graph => Mark::Graph,
                MarkedCall::Flat => Mark::Flat,
                MarkedCall::Disabled => Mark::Disabled,
                MarkedCall::Later => Mark::Later,
                MarkedCall::Nothing => Mark::Nothing,
            };
            let Some(holder) = self.path_object_loaded(row.path) else { continue };
            let ids = Python::attach(|python| holder.bound(python).getattr("function_ids")?.extract::<HashSet<usize>>());
            marked.callables.extend(ids.into_iter().flatten().map(|address| (address, mark)));
            let bound = Python::attach(|python| {
                let listed = holder.bound(python).getattr("methods")?.extract::<Vec<Bound<'_, PyAny>>>()?;
                PyResult::Ok(listed.into_iter().map(|method| keeper.keep_owned(Owned::from_bound(method))).collect::<Vec<_>>())
            });
            marked.methods.extend(bound.into_iter().flatten().map(|method| (method, mark)));
        }
        marked.callables.extend(self.substitutes(keeper));
        marked
    }

    /// The functions that the program substituted (`substitute_in_graph`), by address.
    fn substitutes(&self, keeper: &Keeper) -> Vec<(usize, Mark)> {
        let Some(table) = self.path_object_loaded("alternator.marks.substitutes") else { return Vec::new() };
        Python::attach(|python| {
            let table = table.bound(python).extract::<HashMap<usize, Bound<'_, PyAny>>>().unwrap_or_default();
            let kept = |traced| keeper.keep_owned(Owned::from_bound(traced));
            table.into_iter().map(|(address, traced)| (address, Mark::Instead(kept(traced)))).collect()
        })
    }

    /// Why the program marked a function.
    pub fn mark_reason(&self, function: Object) -> Option<String> {
        let reason = function.instance_attribute(self.name("_torchdynamo_disable_msg").ok()?)?;
        reason.is_str().then(|| reason.text())
    }

    /// The function under a disabled one that is traced all the same: torch keeps some of its own out of its graphs. What the
    /// program disables stays out, unless it is listed to be traced.
    pub fn traced_all_the_same(&self, disabled: Object) -> Option<Object> {
        let inner = disabled.instance_attribute(self.name("_torchdynamo_orig_callable").ok()?)?;
        let listed = match self.callee(inner) {
            Some(Known::Inline) => true,
            // The rule was read before torch put the disabled function in the place of its own.
            Some(Known::Rule(index)) => {
                let mut rows = CALLEES.iter().filter(|row| matches!(row.how, Callee::Rule(own) if own == index));
                rows.any(|row| self.loaded(row.path) == Some(disabled))
            }
            _ => false,
        };
        (listed || matches!(self.callee(disabled), Some(Known::Inline | Known::Rule(_)))).then_some(inner)
    }

    /// The C constructor that makes bare instances of a class.
    pub fn native_new(&self, class: Object) -> Option<Object> {
        let name = self.name("__new__").ok()?;
        class.native_base()?.type_lookup(name)
    }

    /// The class of the named tuple that a torch function gives.
    pub fn result_class(&self, function: Object) -> Option<Object> {
        self.return_type(&function.name_text())
    }

    /// The named tuple class of results with `out=`.
    pub fn written_class(&self, class: Object) -> Option<Object> {
        self.return_type(&format!("{}_out", class.name_text()))
    }

    fn return_type(&self, name: &str) -> Option<Object> {
        Python::attach(|python| {
            let classes = self.role(Role::ReturnTypes);
            let class = classes.bound(python).getattr(name).ok()?;
            Some(self.keep(Object::from_bound(&class)))
        })
    }

    /// Whether one of Python's operators works in place; `None` if it is none of them.
    pub fn operator_in_place(&self, function: Object) -> Option<bool> {
        let listed = |path: &'static str| self.path_object(path).is_ok_and(|listed| listed == function);
        OPERATORS.iter().find(|operator| listed(operator.function)).map(|operator| operator.inplace.is_some())
    }

    /// The facts about an operator of C sequences.
    pub fn sequence_operator(&self, method: Object) -> Option<&'static SequenceOperator> {
        if method.class() != self.role(Role::WrapperDescriptor) {
            return None;
        }
        SEQUENCE_OPERATORS.iter().find(|row| self.path_object_loaded(row.method) == Some(method))
    }

    /// The present value of a mode in the process, by the getter in `rules/graph/modes.yaml`.
    pub fn mode_now(&self, name: ModeName) -> Flow<Owned> {
        let row = crate::tables::MODES.iter().find(|row| row.name == name);
        let row = row.ok_or_else(|| Stop::Abandon(format!("there is no mode {name:?}")))?;
        let getter = self.path_object(row.getter)?;
        Python::attach(|python| getter.bound(python).call0().map(Owned::from_bound)).map_err(Stop::python)
    }

    /// As [`mode_now`](Library::mode_now), if the getter's module is loaded.
    pub fn mode_if_loaded(&self, name: ModeName) -> Option<Owned> {
        let row = crate::tables::MODES.iter().find(|row| row.name == name)?;
        self.path_object_loaded(row.getter)?;
        self.mode_now(name).ok()
    }

    /// The dtype that torch takes a Python class for.
    pub fn dtype_of_class(&self, class: Object) -> Option<Object> {
        let mut rows = crate::tables::DTYPES.iter();
        let row = rows.find(|row| row.class.is_some_and(|path| self.path_object(path).is_ok_and(|listed| listed == class)))?;
        tensor::dtype_object(row.number as i8)
    }

    /// A constant argument as meta rules see it.
    pub fn meta_constant(&self, object: Object) -> MetaArgument {
        if object.is_none() {
            return MetaArgument::None;
        }
        if let Some(truth) = object.as_bool() {
            return MetaArgument::Bool(truth);
        }
        if object.is_int() {
            return object.as_int().and_then(Dim::constant).map_or(MetaArgument::Other(object), MetaArgument::Dim);
        }
        if let Some(number) = object.as_float() {
            return MetaArgument::Float(number);
        }
        if object.is_str() {
            return MetaArgument::Text(object.text().into());
        }
        if object.is_exact_tuple() {
            return MetaArgument::Tuple(object.items().into_iter().map(|item| self.meta_constant(item)).collect());
        }
        if object == self.role(Role::Ellipsis) {
            return MetaArgument::Ellipsis;
        }
        if let Some((start, stop, step)) = object.slice_parts() {
            let parts = [start, stop, step].map(|part| self.meta_constant(part));
            return MetaArgument::Slice(std::rc::Rc::new(parts));
        }
        let class = object.class();
        if class == self.role(Role::Complex) {
            return MetaArgument::Complex;
        }
        if class == self.role(Role::Dtype) {
            let dtype = tensor::dtype_number(object).and_then(DType::from_number);
            return dtype.map_or(MetaArgument::Other(object), MetaArgument::DType);
        }
        if class == self.role(Role::Device) {
            return Device::parse(&self.text_of(object)).map_or(MetaArgument::Other(object), MetaArgument::Device);
        }
        if class == self.role(Role::MemoryFormat) {
            let text = self.text_of(object);
            let row = crate::tables::MEMORY_FORMATS.iter().find(|row| row.name == text);
            let format = row.and_then(|row| crate::shapes::MemoryFormat::from_number(row.number));
            return format.map_or(MetaArgument::Other(object), MetaArgument::Format);
        }
        MetaArgument::Other(object)
    }

    /// `str(object)` of an object whose class is C code.
    pub fn text_of(&self, object: Object) -> String {
        let text = Python::attach(|python| object.bound(python).str().map(|text| text.to_string()));
        text.map_err(crate::python::interruption::hold).unwrap_or_default()
    }

    /// A source line without trailing whitespace.
    pub fn source_text(&self, code: Object, line: u32) -> String {
        let Some(code) = code.as_code() else { return String::new() };
        let text = Python::attach(|python| {
            let lines = crate::python::import(python, "linecache")?;
            lines.call_method1("getline", (code.filename().text(), line))?.extract::<String>()
        });
        text.map(|text| text.trim_end().to_owned()).unwrap_or_default()
    }

    /// One entry of a stack trace, as tracebacks print it.
    pub fn source_line(&self, python: Python<'_>, code: Object, line: u32) -> String {
        let Some(code) = code.as_code() else { return String::new() };
        let file = code.filename().text();
        let source = crate::python::import(python, "linecache")
            .and_then(|cache| cache.call_method1("getline", (&file, line)))
            .and_then(|text| text.extract::<String>())
            .unwrap_or_default();
        format!("  File \"{file}\", line {line}, in {}\n    {}\n", code.name().text(), source.trim())
    }
}
