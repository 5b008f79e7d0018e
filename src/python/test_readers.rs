//! The readers of this folder as Python functions, to be compared with Python's own answers: debug builds have it.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Object;
use super::class::InstanceDict;
use super::dict::Lookup;

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(read_dict, module)?)?;
    module.add_function(wrap_pyfunction!(read_instance, module)?)?;
    module.add_function(wrap_pyfunction!(read_class, module)?)?;
    module.add_function(wrap_pyfunction!(read_any, module)?)
}

type Found<'py> = Option<(u32, Bound<'py, PyAny>)>;
type Items<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

/// What a lookup says: "missing", "unclear", or index and value; and the entries.
#[pyfunction]
fn read_dict<'py>(dict: &Bound<'py, PyAny>, key: &Bound<'py, PyAny>) -> PyResult<(Found<'py>, &'static str, Items<'py>)> {
    let python = dict.py();
    let (dict, key) = (Object::from_bound(dict), Object::from_bound(key));
    let found = key.plain_hash().map_or(Lookup::Unclear, |hash| dict.dict_find(key, hash));
    let items = dict.dict_entries().iter().map(|e| (e.key.bound(python), e.value.bound(python))).collect();
    Ok(match found {
        Lookup::Found { index, value } => {
            let by_hint = dict.dict_entry(index).is_some_and(|entry| entry.value == value);
            (Some((index, value.bound(python))), if by_hint { "found" } else { "wrong hint" }, items)
        }
        Lookup::Missing => (None, "missing", items),
        Lookup::Unclear => (None, "unclear", items),
    })
}

/// Where an instance's attributes are, one by name, and all of them.
#[pyfunction]
fn read_instance<'py>(
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyAny>,
) -> (&'static str, Option<Bound<'py, PyAny>>, Items<'py>) {
    let python = object.py();
    let object = Object::from_bound(object);
    let place = match object.peek_instance_dict() {
        InstanceDict::None => "none",
        InstanceDict::Empty => "empty",
        InstanceDict::Dict(_) => "dict",
        InstanceDict::Values(_) => "values",
    };
    let attribute = object.instance_attribute(Object::from_bound(name)).map(|value| value.bound(python));
    let items = object.instance_entries().iter().map(|e| (e.key.bound(python), e.value.bound(python))).collect();
    (place, attribute, items)
}

/// What a name means in a class, which class of the MRO says so, and how the class is called.
#[pyfunction]
fn read_class<'py>(
    class: &Bound<'py, PyAny>,
    name: &Bound<'py, PyAny>,
) -> (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>, String) {
    let python = class.py();
    let (class, name) = (Object::from_bound(class), Object::from_bound(name));
    let value = class.type_lookup(name).map(|value| value.bound(python));
    let owner = class.type_lookup_owner(name).map(|(owner, _)| owner.bound(python));
    (value, owner, class.qualified_class_name())
}

/// Every plain reading of an object, by name.
#[pyfunction]
fn read_any<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
    let python = object.py();
    let object = Object::from_bound(object);
    let all = |objects: Vec<Object>| objects.iter().map(|object| object.bound(python)).collect::<Vec<_>>();
    let read = PyDict::new(python);
    read.set_item("repr", object.short_repr())?;
    read.set_item("text", object.text())?;
    read.set_item("name", object.name_text())?;
    read.set_item("int", object.as_int())?;
    read.set_item("float", object.as_float())?;
    read.set_item("bool", object.as_bool())?;
    read.set_item("hash", object.plain_hash())?;
    read.set_item("items", all(object.items()))?;
    read.set_item("set", object.set_items().map(all))?;
    read.set_item("slice", object.slice_parts().map(|(a, b, c)| all(vec![a, b, c])))?;
    read.set_item("cell", object.cell_content().map(|content| content.bound(python)))?;
    if let Some(function) = object.as_function() {
        read.set_item("code", function.code().object().bound(python))?;
        read.set_item("globals", function.globals().bound(python))?;
        read.set_item("qualname", function.qualname().bound(python))?;
        for (name, part) in [
            ("defaults", function.defaults()),
            ("kwdefaults", function.kwdefaults()),
            ("closure", function.closure()),
            ("module", function.module()),
        ] {
            read.set_item(name, part.map(|part| part.bound(python)))?;
        }
    }
    if let Some(method) = object.as_method() {
        read.set_item("function", method.function().bound(python))?;
        read.set_item("receiver", method.receiver().bound(python))?;
    }
    if let Some(code) = object.as_code() {
        for (name, number) in [
            ("co_argcount", code.argcount()),
            ("co_posonlyargcount", code.posonlyargcount()),
            ("co_kwonlyargcount", code.kwonlyargcount()),
            ("co_stacksize", code.stacksize()),
            ("co_firstlineno", code.firstlineno()),
            ("co_nlocals", code.nlocals()),
            ("co_flags", code.flags() as usize),
        ] {
            read.set_item(name, number)?;
        }
        for (name, part) in [
            ("co_consts", code.consts()),
            ("co_names", code.names()),
            ("co_filename", code.filename()),
            ("co_name", code.name()),
            ("co_qualname", code.qualname()),
            ("co_linetable", code.linetable()),
            ("co_exceptiontable", code.exceptiontable()),
            ("co_code", code.bytecode()?.object()),
        ] {
            read.set_item(name, part.bound(python))?;
        }
    }
    Ok(read)
}
