//! From an object to the one that is a step away, read from memory as a guard program reads it.

use crate::python::{Object, context_variables, read, tensor};
use crate::sources::SourceKind;

/// The object that a step leads to from its parent's. `None` if nothing is there, and for roots.
pub fn step(kind: SourceKind, from: Object) -> Option<Object> {
    let part = |part| read::function_part(from, part);
    match kind {
        SourceKind::Local(_)
        | SourceKind::Closure(_)
        | SourceKind::Function
        | SourceKind::Held(_)
        | SourceKind::FunctionMode(_)
        | SourceKind::Global(_)
        | SourceKind::Drawn(_) => None,
        SourceKind::Attribute(_, name) | SourceKind::AskedAttribute(_, name) => read::attribute(from, name),
        SourceKind::InstanceDict(_) => read::instance_dict(from),
        SourceKind::DictItem(_, key) => read::dict_item(from, &read::Key::new(key)),
        SourceKind::DictKey(_, index) => read::dict_keys(from).nth(index as usize),
        SourceKind::SoleValue(_) => read::sole_value(from),
        SourceKind::Item(_, index) => read::sequence_item(from, index as usize),
        SourceKind::Slot(_, descriptor) => read::slot(from, descriptor),
        SourceKind::CellContents(_) => read::cell_contents(from),
        SourceKind::Type(_) => Some(read::class_of(from)),
        SourceKind::FunctionDefault(_, index) => read::sequence_item(part(read::FunctionPart::Defaults)?, index.into()),
        SourceKind::FunctionKwDefault(_, name) => {
            read::dict_item(part(read::FunctionPart::KeywordDefaults)?, &read::Key::new(name))
        }
        SourceKind::FunctionClosure(_, index) => read::sequence_item(part(read::FunctionPart::Closure)?, index.into()),
        SourceKind::FunctionCode(_) => part(read::FunctionPart::Code),
        SourceKind::FunctionGlobals(_) => part(read::FunctionPart::Globals),
        SourceKind::MethodFunction(_) => read::method_function(from),
        SourceKind::MethodSelf(_) => read::receiver(from),
        SourceKind::AsTensor(_) => Some(from),
        SourceKind::Referent(_) => read::referent(from),
        SourceKind::ContextValue(_) => context_variables::value(from),
        SourceKind::Size(..) | SourceKind::Stride(..) | SourceKind::StorageOffset(_) | SourceKind::Number(_) => {
            Some(from).filter(|it| tensor::is_tensor(*it))
        }
    }
}
