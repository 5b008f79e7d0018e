//! The rules' dotted names, found in the running interpreter.
//!
//! The library maps names in rules to Python objects. Names are resolved in loaded modules alone: objects of a module
//! that the program has not imported cannot be in its frames.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use ahash::{AHashMap, AHashSet};
use pyo3::prelude::*;

use super::classes::OfClass;
use super::paths::Finder;
use crate::bytecode::decode::CodeInfo;
use crate::python::{
    Keeper, Object, Owned, Paused, UnderGil, WeakTable, keep_lasting_modules, loaded_modules, set_classes_of_tuples,
    set_classes_of_values,
};
use crate::rules::{Flow, Stop};
use crate::tables::{Access, Callee, CalleeRule, Pack, Purity, TorchOperator};
use crate::tables::{
    BUILDS, CALLEES, CLASSES, COMPARATORS, METAS, NAMESPACES, OBJECT_PATHS, OBJECTS, PACKS, Property, ROLES, Raise, Role,
};
use crate::values::{Map, State, Value};

/// What calling an object means.
#[derive(Debug, Clone, Copy)]
pub enum Known {
    Rule(u16),
    /// The function of this path is traced in its place.
    Traced(&'static str),
    /// The function of this path is called with the callee before the arguments.
    Through(&'static str),
    Pure(Purity),
    Setting {
        chosen: bool,
    },
    Graph,
    /// A node of the graph by method name (a `str`).
    GraphMethod(Object),
    Unsupported(&'static str),
    Inline,
}

/// Names of a binary operator's methods.
#[derive(Debug, Clone, Copy)]
pub struct OperatorFacts {
    pub method: &'static str,
    pub reflected: &'static str,
}

pub struct Library {
    pack: &'static Pack,
    roles: Vec<Object>,
    keeper: Keeper,
    /// By address and length of the text, which is `static`.
    names: RefCell<AHashMap<(usize, usize), Object>>,
    paths: RefCell<AHashMap<&'static str, Object>>,
    callees: RefCell<AHashMap<(Object, Access), Known>>,
    /// Why functions may be run while tracing, including those with a rule.
    pure: RefCell<AHashMap<Object, Purity>>,
    /// Rules of modules that are not loaded yet.
    pending: RefCell<Vec<&'static CalleeRule>>,
    pending_namespaces: RefCell<Vec<&'static CalleeRule>>,
    pending_metas: RefCell<Vec<(&'static str, u16)>>,
    metas: RefCell<AHashMap<Object, u16>>,
    /// The interpreter's own `sys.modules`, which it keeps.
    modules: Object,
    modules_seen: Cell<usize>,
    /// Whether a module named in rules was half imported at the last look.
    met_unfinished: Cell<bool>,
    /// By class, which may be the program's.
    pub(super) classes: WeakTable<Rc<OfClass>>,
    pub(super) build_classes: RefCell<Vec<(Object, u16, bool)>>,
    objects: RefCell<AHashMap<Object, u16>>,
    codes: WeakTable<Rc<CodeInfo>>,
    overridable: OnceCell<AHashSet<Object>>,
    for_modes_alone: OnceCell<AHashSet<Object>>,
    pub(super) raises: OnceCell<AHashMap<Object, &'static Raise>>,
    /// Side effects of torch's functions: those listed by path, and operators looked up so far.
    pub(super) functions_by_path: OnceCell<AHashMap<Object, &'static TorchOperator>>,
    pub(super) operators: WeakTable<Option<&'static TorchOperator>>,
    pub(super) special_methods: [OnceCell<Object>; 2],
    /// Classes of numbers and texts, whose values stay unread if only the class is asked for.
    scalars: Vec<Object>,
    truths: [Object; 2],
}

/// The library of the process. Lookups run Python code and so other threads: a table is updated at once, when the whole
/// result is known, and two threads that look up the same thing get equal results.
static LIBRARY: UnderGil<RefCell<Option<Rc<Library>>>> = UnderGil::new(RefCell::new(None));

/// The content of a cell, made if it is empty. If making it reenters this function, the first result is kept.
pub(super) fn get_or_make<T>(cell: &OnceCell<T>, make: impl FnOnce() -> T) -> &T {
    cell.get().unwrap_or_else(|| {
        let made = make();
        cell.get_or_init(|| made)
    })
}

/// Clears the caches about the program's classes and code.
pub fn reset() {
    let library = LIBRARY.get().borrow().clone();
    if let Some(library) = library {
        library.classes.clear();
        library.codes.clear();
    }
}

/// To be called after a compilation: of what the engine has imported meanwhile, some is to last.
pub fn keep_what_was_imported(python: Python<'_>) -> PyResult<()> {
    let library = LIBRARY.get().borrow().clone();
    if library.is_some_and(|library| library.has_new_modules()) { keep_lasting_modules(python) } else { Ok(()) }
}

impl Library {
    /// The library, brought up to date with the modules loaded since.
    pub fn get(python: Python<'_>) -> PyResult<Rc<Library>> {
        let _collector = Paused::new(python);
        let existing = LIBRARY.get().borrow().clone();
        let library = match existing {
            Some(library) => library,
            None => {
                let library = Rc::new(Library::load(python)?);
                LIBRARY.get().borrow_mut().get_or_insert(library).clone()
            }
        };
        // What was being imported is looked at again, perhaps by whoever called the frame: most times nothing is found.
        if library.met_unfinished.get() || library.has_new_modules() {
            library.refresh(python)?;
        }
        Ok(library)
    }

    fn load(python: Python<'_>) -> PyResult<Library> {
        let version = python.version_info();
        let pack = PACKS.iter().find(|pack| pack.version == (version.major, version.minor)).ok_or_else(|| {
            pyo3::exceptions::PyImportError::new_err(format!(
                "alternator has no rules for CPython {}.{}",
                version.major, version.minor
            ))
        })?;
        let keeper = Keeper::default();
        let mut roles = Vec::with_capacity(ROLES.len());
        let mut finder = Finder::importing(python);
        for (role, path) in ROLES.iter() {
            let object = finder
                .find(path)?
                .ok_or_else(|| pyo3::exceptions::PyImportError::new_err(format!("role {role}: there is no {path}")))?;
            roles.push(keeper.keep_owned(object));
        }
        let mut listed = |property: Property| -> PyResult<Vec<Object>> {
            let rows = CLASSES.iter().filter(|row| row.properties.contains(&property));
            let classes = rows.filter_map(|row| finder.find(row.name).transpose());
            classes.map(|class| Ok(keeper.keep_owned(class?))).collect()
        };
        // A program may have put a class of its own in the place of one in C.
        set_classes_of_values(listed(Property::EqualIsSame)?.into_iter().filter(|class| !class.is_python_class()));
        set_classes_of_tuples(listed(Property::TupleHash)?.into_iter());
        let scalars = listed(Property::Scalar)?;
        Ok(Library {
            pack,
            roles,
            names: RefCell::default(),
            paths: RefCell::default(),
            callees: RefCell::default(),
            pure: RefCell::default(),
            pending: RefCell::new(CALLEES.iter().collect()),
            pending_namespaces: RefCell::new(NAMESPACES.iter().collect()),
            pending_metas: RefCell::new(METAS.to_vec()),
            metas: RefCell::default(),
            modules: loaded_modules()
                .ok_or_else(|| pyo3::exceptions::PyImportError::new_err("an interpreter without modules"))?,
            modules_seen: Cell::new(0),
            met_unfinished: Cell::new(false),
            classes: WeakTable::default(),
            build_classes: RefCell::default(),
            objects: RefCell::default(),
            codes: WeakTable::default(),
            overridable: OnceCell::new(),
            for_modes_alone: OnceCell::new(),
            raises: OnceCell::new(),
            functions_by_path: OnceCell::new(),
            operators: WeakTable::default(),
            special_methods: Default::default(),
            scalars,
            truths: [keeper.keep_owned(Owned::bool(false)), keeper.keep_owned(Owned::bool(true))],
            keeper,
        })
    }

    #[inline]
    fn has_new_modules(&self) -> bool {
        self.modules_seen.get() != self.modules.dict_len()
    }

    /// Resolves the names of modules that were loaded since the last time, perhaps by the trace itself.
    pub fn meet_new_modules(&self) -> Flow<()> {
        if self.has_new_modules() {
            Python::attach(|python| self.refresh(python)).map_err(Stop::python)?;
        }
        Ok(())
    }

    fn refresh(&self, python: Python<'_>) -> PyResult<()> {
        keep_lasting_modules(python)?;
        let modules = self.modules.dict_len();
        let mut finder = Finder::of_loaded(python);
        let mut waiting = Vec::new();
        let pending = self.pending.borrow().clone();
        for rule in pending {
            match finder.find(rule.path)? {
                Some(object) => self.add_callee(self.keeper.keep_owned(object), rule, finder.is_inherited(rule.path)?)?,
                None => waiting.push(rule),
            }
        }
        self.pending.replace(waiting);
        let mut find = |path| PyResult::Ok(finder.find(path)?.map(|object| self.keeper.keep_owned(object)));
        let mut waiting = Vec::new();
        let pending = self.pending_namespaces.borrow().clone();
        for rule in pending {
            let path = rule.path.trim_end_matches(".*");
            match find(path)? {
                Some(space) => self.add_namespace(space, rule)?,
                None => waiting.push(rule),
            }
        }
        self.pending_namespaces.replace(waiting);
        let mut waiting = Vec::new();
        let pending = self.pending_metas.borrow().clone();
        for (path, rule) in pending {
            match find(path)? {
                Some(object) => drop(self.metas.borrow_mut().insert(object, rule)),
                None => waiting.push((path, rule)),
            }
        }
        self.pending_metas.replace(waiting);
        let mut classes = Vec::new();
        for (index, build) in BUILDS.iter().enumerate() {
            if let Some(class) = find(build.class)? {
                classes.push((class, index as u16, build.exact));
            }
        }
        self.build_classes.replace(classes);
        self.classes.clear();
        for (index, object) in OBJECTS.iter().enumerate() {
            if let Some(class) = find(object.class)? {
                self.objects.borrow_mut().insert(class, index as u16);
            }
        }
        // Last: another thread that comes meanwhile does the same for itself.
        self.met_unfinished.set(finder.met_unfinished);
        self.modules_seen.set(modules);
        Ok(())
    }

    /// Registers a rule for the object at its path. If two paths lead to one function by inheritance, the rule for the
    /// defining class wins.
    fn add_callee(&self, object: Object, rule: &'static CalleeRule, inherited: bool) -> PyResult<()> {
        let known = match rule.how {
            Callee::Rule(index) => Known::Rule(index),
            Callee::Traced(path) => Known::Traced(path),
            Callee::Through(path) => Known::Through(path),
            Callee::Pure(purity) => Known::Pure(purity),
            Callee::Setting { chosen } => Known::Setting { chosen },
            Callee::Graph => Known::Graph,
            Callee::Unsupported(reason) => Known::Unsupported(reason),
            Callee::Inline => Known::Inline,
        };
        let known = match known {
            Known::Graph => self.graph_kind(rule.path, object)?,
            other => other,
        };
        // Such a method is called as the function in it.
        let wrappers = [Role::ClassMethod, Role::StaticMethod, Role::InstanceMethod];
        let wraps = wrappers.iter().any(|role| object.class() == self.role(*role));
        let called = if wraps { object.wrapped_function().map_or(object, |function| self.keep(function)) } else { object };
        let mut callees = self.callees.borrow_mut();
        match known {
            // Where there is a rule, the reason is for that rule.
            Known::Pure(purity) => {
                self.pure.borrow_mut().insert(called, purity);
                callees.entry((called, rule.access)).or_insert(known);
            }
            known if inherited => drop(callees.entry((called, rule.access)).or_insert(known)),
            known => drop(callees.insert((called, rule.access), known)),
        }
        Ok(())
    }

    /// A function of the tensor class is called as a method in the graph: `neg` and not `__neg__`, where it is both.
    fn graph_kind(&self, path: &str, object: Object) -> PyResult<Known> {
        let kind = object.class();
        let method = kind == self.role(Role::MethodDescriptor) || kind == self.role(Role::WrapperDescriptor);
        let in_class = method || kind == self.role(Role::Function) && self.is_tensor_path(path);
        if in_class {
            let name = path.rsplit('.').next().unwrap_or(path);
            let is_special = |name: &str| name.starts_with("__");
            let own = object.descriptor_parts().map(|(_, own)| own).filter(|_| is_special(name));
            let is_it = |own: &Object| !is_special(&own.text()) && self.role(Role::Tensor).type_lookup(*own) == Some(object);
            return Ok(Known::GraphMethod(match own.filter(is_it) {
                Some(own) => self.keeper.keep(own),
                None => self.keeper.keep_owned(Owned::interned(name)?),
            }));
        }
        Ok(Known::Graph)
    }

    /// Whether a path leads to a member of the tensor class.
    fn is_tensor_path(&self, path: &str) -> bool {
        let class = ROLES[Role::Tensor as usize].1;
        path.strip_prefix(class).is_some_and(|rest| rest.starts_with('.'))
    }

    /// Registers every callable of a module or class that no other rule names.
    fn add_namespace(&self, space: Object, rule: &'static CalleeRule) -> PyResult<()> {
        let mut spaces = vec![space];
        if space.is_class() {
            spaces = space.mro().map(|mro| mro.items()).unwrap_or_default();
            spaces.retain(|class| *class != self.role(Role::Object));
        }
        for space in spaces {
            let dict = if space.is_class() { space.class_dict() } else { space.module_dict().or_else(|| space.instance_dict()) };
            let Some(dict) = dict else { continue };
            for entry in dict.dict_entries() {
                let kind = entry.value.class();
                let callable = kind == self.role(Role::Function)
                    || kind == self.role(Role::BuiltinFunction)
                    || kind == self.role(Role::MethodDescriptor)
                    || kind == self.role(Role::WrapperDescriptor)
                    || self.is_function_class(kind);
                let from_object = self.role(Role::Object).class_dict().and_then(|dict| dict.dict_get(entry.key));
                let repeated = from_object.is_some_and(|inherited| inherited.same_wrapper(entry.value));
                if let (Callee::Pure(purity), true, false) = (rule.how, callable, repeated) {
                    self.pure.borrow_mut().entry(entry.value).or_insert(purity);
                }
                if !callable || repeated || self.callees.borrow().contains_key(&(entry.value, Access::Call)) {
                    continue;
                }
                let known = match rule.how {
                    Callee::Graph => {
                        let path = format!("{}.{}", rule.path, entry.key.text());
                        self.graph_kind(&path, entry.value)?
                    }
                    Callee::Pure(purity) => Known::Pure(purity),
                    Callee::Setting { chosen } => Known::Setting { chosen },
                    Callee::Inline => Known::Inline,
                    Callee::Unsupported(reason) => Known::Unsupported(reason),
                    Callee::Rule(index) => Known::Rule(index),
                    Callee::Traced(_) => continue,
                    Callee::Through(path) => Known::Through(path),
                };
                self.keeper.keep(entry.value);
                self.callees.borrow_mut().insert((entry.value, Access::Call), known);
            }
        }
        Ok(())
    }

    // ------------------------------------------------------------ questions

    pub fn keep(&self, object: Object) -> Object {
        self.keeper.keep(object)
    }

    /// The object of a path, if its module is loaded.
    pub fn path_object_loaded(&self, path: &'static str) -> Option<Object> {
        if let Some(object) = self.paths.borrow().get(path) {
            return Some(*object);
        }
        let found = Python::attach(|python| Finder::of_loaded(python).find(path)).ok()??;
        let object = self.keeper.keep_owned(found);
        self.paths.borrow_mut().insert(path, object);
        Some(object)
    }

    /// The object of a path that is loaded already.
    pub(super) fn loaded(&self, path: &str) -> Option<Object> {
        let found = Python::attach(|python| Finder::of_loaded(python).find(path)).ok()??;
        Some(self.keeper.keep_owned(found))
    }

    /// The functions about which torch asks `__torch_function__`; found by `find` when they are first wanted.
    pub fn overridable(&self, find: impl FnOnce() -> Option<Vec<Object>>) -> &AHashSet<Object> {
        get_or_make(&self.overridable, || find().unwrap_or_default().into_iter().collect())
    }

    /// The functions about which torch asks modes alone; found by `find` when they are first wanted.
    pub fn for_modes_alone(&self, find: impl FnOnce() -> Option<Vec<Object>>) -> &AHashSet<Object> {
        get_or_make(&self.for_modes_alone, || find().unwrap_or_default().into_iter().collect())
    }

    /// Why the function may be run while tracing, if it may.
    pub fn purity(&self, function: Object) -> Option<Purity> {
        self.pure.borrow().get(&function).copied()
    }

    pub fn pack(&self) -> &'static Pack {
        self.pack
    }

    pub fn role(&self, role: Role) -> Object {
        self.roles[role as usize]
    }

    /// The code of a role that is a Python function.
    pub fn role_code(&self, role: Role) -> Option<Object> {
        Some(self.role(role).as_function()?.code().object())
    }

    /// Whether a value of exactly this class may stay unread if only its class is asked for.
    pub fn is_scalar(&self, class: Object) -> bool {
        self.scalars.contains(&class)
    }

    pub fn truth(&self, truth: bool) -> Object {
        self.truths[usize::from(truth)]
    }

    pub fn callee(&self, object: Object) -> Option<Known> {
        self.callees.borrow().get(&(object, Access::Call)).copied()
    }

    /// The rule of a method that a C class repeats from a base as a descriptor of its own: that of the nearest base.
    pub fn inherited_callee(&self, object: Object) -> Option<Known> {
        let kind = object.class();
        if kind != self.role(Role::WrapperDescriptor) && kind != self.role(Role::MethodDescriptor) {
            return None;
        }
        let (class, name) = object.descriptor_parts()?;
        self.constructor_rule(class, name, object)
    }

    /// The rule of the nearest base's own static method of this name.
    pub fn constructor_rule(&self, class: Object, name: Object, object: Object) -> Option<Known> {
        let function = object.c_function();
        class.mro()?.items().into_iter().find_map(|base| {
            let inherited = base.class_dict()?.dict_get(name)?;
            self.callee(inherited).filter(|_| function.is_some() && inherited.c_function() == function)
        })
    }

    pub fn getter(&self, descriptor: Object) -> Option<Known> {
        self.access(descriptor, Access::Get)
    }

    pub fn setter(&self, descriptor: Object) -> Option<Known> {
        self.access(descriptor, Access::Set)
    }

    /// The rule of a descriptor. The C descriptors of a Python class (`__dict__`, `__weakref__`) share the rules of
    /// `PythonClass`.
    fn access(&self, descriptor: Object, access: Access) -> Option<Known> {
        let callees = self.callees.borrow();
        callees.get(&(descriptor, access)).copied().or_else(|| {
            let (_, name) = descriptor.descriptor_parts().filter(|(owner, _)| owner.is_python_class())?;
            let same = self.role(Role::PythonClass).class_dict()?.dict_get(name)?;
            callees.get(&(same, access)).copied()
        })
    }

    pub fn meta(&self, callee: Object) -> Option<u16> {
        self.metas.borrow().get(&callee).copied()
    }

    /// An interned `str` for a name that rules or the engine spell out.
    pub fn name(&self, text: &'static str) -> Flow<Object> {
        let place = (text.as_ptr() as usize, text.len());
        if let Some(name) = self.names.borrow().get(&place) {
            return Ok(*name);
        }
        let name = self.keeper.keep_owned(Owned::interned(text).map_err(Stop::python)?);
        self.names.borrow_mut().insert(place, name);
        Ok(name)
    }

    /// The object that `py(path)` names.
    pub fn path_object(&self, path: &'static str) -> Flow<Object> {
        if let Some(object) = self.paths.borrow().get(path) {
            return Ok(*object);
        }
        let found = Python::attach(|python| Finder::importing(python).find(path)).map_err(Stop::python)?;
        // Finding it may have imported a module, whose functions have rules too.
        self.meet_new_modules()?;
        let object = found.ok_or_else(|| Stop::graph_break(format!("there is no {path} in this process")))?;
        let object = self.keeper.keep_owned(object);
        self.paths.borrow_mut().insert(path, object);
        Ok(object)
    }

    pub fn object_path(&self, index: u16) -> Flow<Object> {
        self.path_object(OBJECT_PATHS[index as usize])
    }

    /// The object rule of a class or its nearest base that has one.
    pub fn object_rule(&self, class: Object) -> Option<u16> {
        let objects = self.objects.borrow();
        class.mro()?.items().into_iter().find_map(|base| objects.get(&base).copied())
    }

    /// Whether a class has an object rule of its own.
    pub fn has_object_rule(&self, class: Object) -> bool {
        self.objects.borrow().contains_key(&class)
    }

    /// The C-level state of a new instance: that of its nearest base with a known state.
    pub fn fresh_state(&self, class: Object) -> Option<State> {
        for base in class.mro()?.items() {
            if base == self.role(Role::List) || base == self.role(Role::Tuple) {
                return Some(State::Items(Vec::new()));
            }
            if base == self.role(Role::Dict) || base == self.role(Role::Set) || base == self.role(Role::Frozenset) {
                return Some(State::Map(Map::new()));
            }
            if let Some(index) = self.objects.borrow().get(&base) {
                return Some(State::Slots(vec![Value::NULL; OBJECTS[*index as usize].state.len()]));
            }
            if base == self.role(Role::Object) {
                return Some(State::Plain);
            }
            // `typing.Generic` is one that C code makes since 3.12, and keeps nothing.
            if !base.is_python_class() && base.instance_size() != self.role(Role::Object).instance_size() {
                return None;
            }
        }
        None
    }

    /// Whether the attributes of a class and of all its bases are immutable.
    pub fn is_immutable_class(&self, class: Object) -> bool {
        class.is_immutable() && class.mro().is_none_or(|mro| mro.items().into_iter().all(Object::is_immutable))
    }

    /// Whether operators on two constants of this class may be run while tracing.
    pub fn folds(&self, class: Object) -> bool {
        !class.is_python_class()
    }

    pub fn unary_function(&self, method: &'static str) -> Flow<Object> {
        let path = crate::tables::UNARYS
            .iter()
            .find(|unary| unary.method == method)
            .ok_or_else(|| Stop::Abandon(format!("no unary operator has the method {method}")))?;
        self.path_object(path.function)
    }

    pub fn equality(&self) -> usize {
        COMPARATORS.iter().position(|comparator| comparator.when_same == Some(true)).unwrap_or(2)
    }

    /// The default result of a comparison of an object with itself.
    pub fn comparison_default(&self, comparator: usize) -> Option<bool> {
        COMPARATORS[comparator].when_same
    }

    /// Whether a comparison method is `object`'s own, which compares identity (`__ne__` calls `__eq__`).
    pub fn is_default_comparison(&self, method: Object) -> bool {
        let Some(dict) = self.role(Role::Object).class_dict() else { return false };
        let mut plain = COMPARATORS.iter().filter(|comparator| comparator.when_same != Some(false));
        plain.any(|comparator| dict.dict_get_str(comparator.method) == Some(method))
    }

    pub fn is_plain_instance_check(&self, method: Object) -> bool {
        let Some(dict) = self.role(Role::Type).class_dict() else { return false };
        ["__instancecheck__", "__subclasscheck__"].iter().any(|name| dict.dict_get_str(name) == Some(method))
    }

    /// The decoded form of a code object, cached. Its objects live as long as the code object.
    pub fn code_info(&self, code: Object) -> PyResult<Rc<CodeInfo>> {
        if let Some(info) = self.codes.get(code) {
            return Ok(info);
        }
        let info = Python::attach(|python| crate::bytecode::decode::decode(&code.bound(python), self.pack))?;
        let info = Rc::new(info);
        self.codes.insert(code, info.clone());
        Ok(info)
    }
}
