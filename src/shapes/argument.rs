//! Arguments of a graph node as meta rules see them.

use std::rc::Rc;

use super::dim::Dim;
use super::dtype::DType;
use super::tensor::{Device, Layout, MemoryFormat, TensorRef};
use crate::python::Object;
use crate::tables::Type;

/// An argument, or the result, of a graph node. Cheap to clone.
#[derive(Debug, Clone, PartialEq)]
pub enum MetaArgument {
    None,
    Bool(bool),
    /// An int, constant or symbolic.
    Dim(Dim),
    Float(f64),
    Complex,
    Text(Rc<str>),
    DType(DType),
    Device(Device),
    Layout(Layout),
    Format(MemoryFormat),
    Tensor(TensorRef),
    List(Items),
    Tuple(Items),
    /// Start, stop, step.
    Slice(Rc<[MetaArgument; 3]>),
    Ellipsis,
    /// Anything else, opaque to rules.
    Other(Object),
}

pub type Items = Rc<[MetaArgument]>;

impl MetaArgument {
    /// `None` for the few ints that no `Dim` can be.
    pub fn int(value: i64) -> Option<MetaArgument> {
        Dim::constant(value).map(MetaArgument::Dim)
    }

    pub fn is_none(&self) -> bool {
        matches!(self, MetaArgument::None)
    }

    pub fn as_items(&self) -> Option<&Items> {
        match self {
            MetaArgument::List(items) | MetaArgument::Tuple(items) => Some(items),
            _ => None,
        }
    }

    /// A copy with metadata of its own: results of an operator are identified by their metadata.
    pub fn unshared(&self) -> MetaArgument {
        match self {
            MetaArgument::Tensor(tensor) => MetaArgument::Tensor(Rc::new((**tensor).clone())),
            other => other.clone(),
        }
    }

    /// Visits every tensor in the tree.
    pub fn tensors<'a>(&'a self, visit: &mut dyn FnMut(&'a TensorRef)) {
        match self {
            MetaArgument::Tensor(tensor) => visit(tensor),
            MetaArgument::List(items) | MetaArgument::Tuple(items) => items.iter().for_each(|item| item.tensors(visit)),
            MetaArgument::Slice(parts) => parts.iter().for_each(|part| part.tensors(visit)),
            _ => {}
        }
    }

    /// Whether this is an argument of type `ty`.
    pub fn fits(&self, ty: Type, optional: bool) -> bool {
        match (ty, self) {
            (Type::Value, _) => true,
            // It may be left out, but torch takes no None for one.
            (Type::Number, MetaArgument::None) => false,
            (_, MetaArgument::None) => optional,
            (Type::Tensor, MetaArgument::Tensor(tensor)) => tensor.layout == Layout::STRIDED,
            (Type::Int, MetaArgument::Dim(_))
            | (Type::Number, MetaArgument::Dim(_) | MetaArgument::Float(_))
            | (Type::Bool, MetaArgument::Bool(_))
            | (Type::Text, MetaArgument::Text(_))
            | (Type::Values, MetaArgument::List(_) | MetaArgument::Tuple(_))
            | (Type::DType, MetaArgument::DType(_))
            | (Type::Device, MetaArgument::Device(_) | MetaArgument::Text(_))
            | (Type::Format, MetaArgument::Format(_)) => true,
            _ => false,
        }
    }
}

/// From a register to the type that an extern wants; `None` makes the answer unknown.
pub trait FromArgument: Sized {
    fn from_argument(argument: &MetaArgument) -> Option<Self>;
}

/// From what an extern gives to a register.
pub trait IntoArgument {
    fn into_argument(self) -> MetaArgument;
}

/// Both ways for a type that is one variant.
macro_rules! words {
    ($($ty:ty: $variant:ident;)*) => {$(
        impl FromArgument for $ty {
            fn from_argument(argument: &MetaArgument) -> Option<$ty> {
                match argument {
                    MetaArgument::$variant(value) => Some(value.clone()),
                    _ => None,
                }
            }
        }

        impl IntoArgument for $ty {
            fn into_argument(self) -> MetaArgument {
                MetaArgument::$variant(self)
            }
        }
    )*};
}

words! {
    bool: Bool;
    Dim: Dim;
    Rc<str>: Text;
    DType: DType;
    MemoryFormat: Format;
    TensorRef: Tensor;
}

impl FromArgument for Device {
    fn from_argument(argument: &MetaArgument) -> Option<Device> {
        match argument {
            MetaArgument::Device(device) => Some(*device),
            MetaArgument::Text(text) => Device::parse(text),
            _ => None,
        }
    }
}

impl IntoArgument for Device {
    fn into_argument(self) -> MetaArgument {
        MetaArgument::Device(self)
    }
}

impl FromArgument for Items {
    fn from_argument(argument: &MetaArgument) -> Option<Items> {
        argument.as_items().cloned()
    }
}

impl IntoArgument for Items {
    fn into_argument(self) -> MetaArgument {
        MetaArgument::Tuple(self)
    }
}

impl FromArgument for MetaArgument {
    fn from_argument(argument: &MetaArgument) -> Option<MetaArgument> {
        Some(argument.clone())
    }
}

impl IntoArgument for MetaArgument {
    fn into_argument(self) -> MetaArgument {
        self
    }
}

impl<T: FromArgument> FromArgument for Option<T> {
    fn from_argument(argument: &MetaArgument) -> Option<Option<T>> {
        match argument {
            MetaArgument::None => Some(None),
            present => T::from_argument(present).map(Some),
        }
    }
}

impl<T: IntoArgument> IntoArgument for Option<T> {
    fn into_argument(self) -> MetaArgument {
        self.map_or(MetaArgument::None, T::into_argument)
    }
}
