//! Where in the program nodes come from: the stack and the modules of each, in its `meta`.

use ahash::AHashMap;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::module::Writer;
use crate::graph::Site;
use crate::interpreter::Trace;
use crate::python::Object;

/// The modules that are being called at a site.
#[derive(Clone)]
pub(super) struct ModuleStack<'py> {
    /// `nn_module_stack`: outermost first, by identity, their path and class.
    modules: Bound<'py, PyDict>,
    /// The class of the innermost one, if it is of torch's own layers: what a node in it is said to come from.
    layer: Option<Bound<'py, PyAny>>,
}

/// The stacks of the program's lines at the sites.
#[derive(Default)]
pub(super) struct Stacks<'py> {
    of_sites: AHashMap<u32, usize>,
    /// By the stack of the caller, the code and the line.
    known: AHashMap<(Option<usize>, Object, u32), usize>,
    all: Vec<Stack<'py>>,
}

struct Stack<'py> {
    lines: String,
    /// The same for Python, if it was asked for.
    text: Option<Bound<'py, PyString>>,
}

impl<'py> Writer<'py, '_> {
    /// Enters into the `meta` of the node just made where in the program it comes from.
    pub(super) fn comes_from(
        &mut self,
        made: &Bound<'py, PyAny>,
        site: u32,
        target: &Bound<'py, PyAny>,
        trace: &Trace<'_>,
    ) -> PyResult<()> {
        let python = self.python;
        let text = self.stack_text(site, trace);
        let ModuleStack { modules, layer } = self.module_stack(site, trace)?;
        let meta = made.getattr(intern!(python, "meta"))?;
        if !modules.is_empty() {
            meta.set_item(intern!(python, "nn_module_stack"), modules)?;
        }
        let (name, function) = (self.maker.first_name.as_any(), layer.as_ref().unwrap_or(target));
        if self.operators.is_empty() && self.maker.is_lazy(&meta) {
            meta.setattr(intern!(python, "first_name"), name)?;
            meta.setattr(intern!(python, "function"), function)?;
        } else {
            let own = PyTuple::new(python, [name, function])?;
            let functions = PyList::new(python, self.operators.iter().chain([&own]))?;
            meta.set_item(intern!(python, "source_fn_stack"), functions)?;
        }
        meta.set_item(intern!(self.python, "stack_trace"), text)
    }

    /// The same for a node that holds the module of a body.
    pub(super) fn stands_at(&mut self, made: &Bound<'py, PyAny>, site: Option<u32>, trace: &Trace<'_>) -> PyResult<()> {
        let Some(site) = site else { return Ok(()) };
        let text = self.stack_text(site, trace);
        let ModuleStack { modules, .. } = self.module_stack(site, trace)?;
        let meta = made.getattr(intern!(self.python, "meta"))?;
        if !modules.is_empty() {
            meta.set_item(intern!(self.python, "nn_module_stack"), modules)?;
        }
        meta.set_item(intern!(self.python, "stack_trace"), text)
    }

    /// The user's stack at a site, as tracebacks print it.
    pub(super) fn stack_text(&mut self, site: u32, trace: &Trace<'_>) -> Bound<'py, PyString> {
        let stack = self.stack_of(site, trace);
        let Stack { lines, text } = &mut self.stacks.all[stack];
        text.get_or_insert_with(|| PyString::new(self.python, lines)).clone()
    }

    fn module_stack(&mut self, site: u32, trace: &Trace<'_>) -> PyResult<ModuleStack<'py>> {
        if let Some(modules) = self.modules.get(&site) {
            return Ok(modules.clone());
        }
        let Site { caller, module, .. } = self.graph.sites[site as usize];
        let above = caller.map(|caller| self.module_stack(caller, trace)).transpose()?;
        let module = module.map(|module| trace.arena.get(trace.arena.resolve(module)));
        let stack = match (module.and_then(|module| Some((module.object?, module.source?, module.class))), above) {
            (Some((object, source, class)), above) => {
                let modules = above.map_or_else(|| Ok(PyDict::new(self.python)), |above| above.modules.copy())?;
                let (path, class) = (module_path(&self.sources.display(source).to_string()), class.bound(self.python));
                modules.set_item((object.as_ptr() as usize).to_string(), (path, &class))?;
                let layer = self.is_layer(&class)?.then_some(class);
                ModuleStack { modules, layer }
            }
            (None, Some(above)) => above,
            (None, None) => ModuleStack { modules: PyDict::new(self.python), layer: None },
        };
        self.modules.insert(site, stack.clone());
        Ok(stack)
    }

    fn is_layer(&mut self, class: &Bound<'py, PyAny>) -> PyResult<bool> {
        let key = Object::from_bound(class);
        if let Some(is_layer) = self.layers.get(&key) {
            return Ok(*is_layer);
        }
        let is_layer = self.is_layer.call1((class,))?.is_truthy()?;
        self.layers.insert(key, is_layer);
        Ok(is_layer)
    }

    /// The place of a site's stack among all: sites of the same lines have one.
    fn stack_of(&mut self, site: u32, trace: &Trace<'_>) -> usize {
        if let Some(stack) = self.stacks.of_sites.get(&site) {
            return *stack;
        }
        let Site { code, line, caller, .. } = self.graph.sites[site as usize];
        let above = caller.map(|caller| self.stack_of(caller, trace));
        let python = self.python;
        let Stacks { of_sites, known, all } = &mut self.stacks;
        let stack = *known.entry((above, code, line)).or_insert_with(|| {
            let mut lines = above.map_or_else(String::new, |above| all[above].lines.clone());
            if code.as_code().is_some_and(crate::rules::frames::is_shown) {
                lines.push_str(&trace.library.source_line(python, code, line));
            }
            all.push(Stack { lines, text: None });
            all.len() - 1
        });
        of_sites.insert(site, stack);
        stack
    }
}

/// `L['self']._modules['layers']._modules['0']` becomes `L['self'].layers.0`.
fn module_path(source: &str) -> String {
    let mut parts = source.split("._modules['");
    let mut path = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        path.push('.');
        path.push_str(&part.replacen("']", "", 1));
    }
    path
}
