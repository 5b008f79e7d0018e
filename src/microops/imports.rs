//! `import` of loaded modules: a lookup in `sys.modules` is guarded like any other.

use crate::interpreter::Trace;
use crate::python::{Object, Owned, loaded_modules};
use crate::rules::externs::ImportsExterns;
use crate::rules::types::Name;
use crate::rules::{Flow, Stop};
use crate::tables::Role;
use crate::values::Value;

impl ImportsExterns for Trace<'_> {
    fn import_module(&mut self, name: Name, from_list: Value, level: Value) -> Flow<Value> {
        let function = self.library.name("__import__")?;
        let function = self.builtin(function)?;
        let function = self.force(function)?;
        let usual = self.role(Role::ImportFunction);
        if self.known_object(function) != Some(usual) || usual.class() != self.role(Role::BuiltinFunction) {
            let (name, globals, none) = (self.arena.constant(name.0), self.frame()?.globals, self.none());
            return self.call_values(function, &[name, globals, none, from_list, level]);
        }
        let level = self.int_from(level)?;
        let package = if level > 0 { self.package_here()? } else { None };
        let full = resolve_name(&name.0.text(), package.as_deref(), level as usize)
            .ok_or_else(|| Stop::graph_break(format!("a relative import of {}", name.0.text())))?;
        let leaf = self.loaded(&full)?;
        let from_list = self.force(from_list)?;
        if self.truth_of(from_list)? {
            self.find_submodules(leaf, from_list)?;
            return Ok(leaf);
        }
        if level > 0 && name.0.text().is_empty() {
            return Ok(leaf);
        }
        let top = full.split('.').next().unwrap_or_default();
        if top == full { Ok(leaf) } else { self.loaded(top) }
    }

    fn import_from(&mut self, module: Value, name: Name) -> Flow<Value> {
        if let Some(value) = self.find_attr(module, name.0)? {
            return Ok(value);
        }
        let found = match self.submodule_name(module, name.0)? {
            Some(full) => self.find_loaded(&full)?,
            None => None,
        };
        // The words of the error depend on where the module was found.
        found.ok_or_else(|| Stop::graph_break(format!("an import of {}, which the module does not have", name.0.text())))
    }
}

impl Trace<'_> {
    /// The package that relative imports of the running code refer to.
    fn package_here(&mut self) -> Flow<Option<String>> {
        let (globals, name) = (self.frame()?.globals, self.library.name("__package__")?);
        match self.map_get_name(globals, name)? {
            Some(package) => Ok(self.as_constant_forced(package)?.filter(|package| package.is_str()).map(Object::text)),
            None => Ok(None),
        }
    }

    /// The import statement also loads submodules that it names.
    fn find_submodules(&mut self, module: Value, names: Value) -> Flow<()> {
        let names = self.as_constant(names).map(Object::items).unwrap_or_default();
        for name in names {
            if self.find_attr(module, name)?.is_some() || self.find_attr_named(module, "__path__")?.is_none() {
                continue;
            }
            let full = self.submodule_name(module, name)?;
            let full = full.ok_or_else(|| Stop::graph_break("an import from a module without a name"))?;
            // Which is imported as by a statement of its own.
            self.loaded(&full)?;
            self.loaded(full.split('.').next().unwrap_or_default())?;
        }
        Ok(())
    }

    fn submodule_name(&mut self, module: Value, name: Object) -> Flow<Option<String>> {
        let Some(of) = self.find_attr_named(module, "__name__")? else { return Ok(None) };
        let of = self.as_constant_forced(of)?.filter(|of| of.is_str());
        Ok(of.map(|of| format!("{}.{}", of.text(), name.text())))
    }

    fn loaded(&mut self, name: &str) -> Flow<Value> {
        match self.find_loaded(name)? {
            Some(module) => Ok(module),
            None => Err(self.not_loaded(name)),
        }
    }

    /// A call as written loads it, if it can be loaded at all.
    fn not_loaded(&self, name: &str) -> Stop {
        let text = format!("import of {name}, which is not loaded yet");
        match self.settings.fullgraph && self.history.is_new_import(name) {
            true => Stop::Later(text),
            false => Stop::graph_break(text),
        }
    }

    /// What a name of a module stands for: what is imported lazily is imported when a global or an attribute of a module is
    /// read that stands for it.
    pub fn imported(&mut self, value: Value, name: Object) -> Flow<Value> {
        let is_lazy = self.known_object(value).is_some_and(|object| object.class() == self.role(Role::LazyImport));
        if is_lazy { Err(self.not_loaded(&name.text())) } else { Ok(value) }
    }

    /// A module that is loaded. None stands for one that must not be.
    fn find_loaded(&mut self, name: &str) -> Flow<Option<Value>> {
        let modules = loaded_modules().ok_or_else(|| Stop::graph_break("an interpreter without modules"))?;
        self.sources.held_names.entry(modules).or_insert_with(|| "sys.modules".into());
        let modules = self.globals_value(modules);
        let name = self.keeper.keep_owned(Owned::interned(name).map_err(Stop::python)?);
        let Some(module) = self.map_get_name(modules, name)? else { return Ok(None) };
        Ok(if self.is_none(module)? { None } else { Some(module) })
    }
}

/// `from ..a import b`: the absolute name.
fn resolve_name(name: &str, package: Option<&str>, level: usize) -> Option<String> {
    if level == 0 {
        return Some(name.to_owned());
    }
    let mut parts: Vec<&str> = package?.split('.').collect();
    parts.truncate(parts.len().checked_sub(level - 1)?);
    if !name.is_empty() {
        parts.push(name);
    }
    Some(parts.join("."))
}
