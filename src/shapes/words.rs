//! The types behind the words of meta rules, under the names that the rules use.

pub use super::argument::{FromArgument, IntoArgument, Items, MetaArgument};
pub use super::dim::Dim;
pub use super::dtype::DType;
pub use super::tensor::{Device, MemoryFormat as Format, TensorRef as Tensor};

pub type Text = std::rc::Rc<str>;
