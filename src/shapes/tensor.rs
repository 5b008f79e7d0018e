//! Metadata of traced tensors.

use std::rc::Rc;

use super::dim::Dim;
use super::dtype::DType;
use super::env::ShapeEnv;
use super::strides;
use crate::python::Object;
use crate::tables;

/// Shared, because many values of a trace have the same metadata.
pub type TensorRef = Rc<TensorMeta>;

#[derive(Debug, Clone, PartialEq)]
pub struct TensorMeta {
    pub dtype: DType,
    pub device: Device,
    pub layout: Layout,
    pub sizes: Box<[Dim]>,
    pub strides: Strides,
    pub requires_grad: bool,
    /// Not the result of a differentiable operation.
    pub is_leaf: bool,
    /// The Python class, if it is not `torch.Tensor`.
    pub class: Option<Object>,
    /// The fake tensor of a wrapper, on which its operators are computed.
    pub wrapper: Option<Object>,
    pub bits: LazyBits,
}

/// The lazy conjugate and negative bits of a tensor. Meta rules do not cover tensors that have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LazyBits {
    pub conjugate: bool,
    pub negative: bool,
}

impl LazyBits {
    pub fn any(self) -> bool {
        self.conjugate || self.negative
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Strides {
    /// Row-major by the sizes: computed on demand.
    Contiguous,
    Explicit(Box<[Dim]>),
}

/// torch's `DeviceType` number, and which of them; `-1` for the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device {
    pub kind: i8,
    pub index: i8,
}

/// torch's `Layout` number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout(pub u8);

/// In the order of torch's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemoryFormat {
    Contiguous,
    Preserve,
    ChannelsLast,
    ChannelsLast3d,
}

impl TensorMeta {
    /// A contiguous, strided tensor without gradient, as most operations return.
    pub fn new(dtype: DType, device: Device, sizes: impl Into<Box<[Dim]>>) -> TensorMeta {
        TensorMeta {
            dtype,
            device,
            layout: Layout::STRIDED,
            sizes: sizes.into(),
            strides: Strides::Contiguous,
            requires_grad: false,
            is_leaf: true,
            class: None,
            wrapper: None,
            bits: LazyBits::default(),
        }
    }

    pub fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// The strides, in elements; `None` where they leave the range of ints.
    pub fn strides(&self, env: &mut ShapeEnv) -> Option<Box<[Dim]>> {
        match &self.strides {
            Strides::Contiguous => strides::contiguous(env, &self.sizes).map(Vec::into_boxed_slice),
            Strides::Explicit(strides) => Some(strides.clone()),
        }
    }

    pub fn element_count(&self, env: &mut ShapeEnv) -> Option<Dim> {
        env.product(&self.sizes)
    }

    /// What `tensor.is_contiguous(memory_format=format)` answers.
    pub fn is_contiguous(&self, env: &mut ShapeEnv, format: MemoryFormat) -> Option<bool> {
        if let (Strides::Contiguous, MemoryFormat::Contiguous | MemoryFormat::Preserve) = (&self.strides, format) {
            return Some(true);
        }
        let own = self.strides(env)?;
        strides::follows(env, &self.sizes, &own, format)
    }
}

impl Strides {
    pub fn explicit(strides: impl Into<Box<[Dim]>>) -> Strides {
        Strides::Explicit(strides.into())
    }

    /// Explicit strides, or `Contiguous` if they are.
    pub fn known(env: &mut ShapeEnv, sizes: &[Dim], own: Vec<Dim>) -> Strides {
        match strides::contiguous(env, sizes) {
            Some(contiguous) if contiguous == own => Strides::Contiguous,
            _ => Strides::explicit(own),
        }
    }
}

impl Device {
    pub const CPU: Device = Device { kind: 0, index: -1 };

    /// From `cuda`, `cuda:1`, `cpu` …
    pub fn parse(text: &str) -> Option<Device> {
        let (name, index) = match text.split_once(':') {
            Some((name, index)) => (name, index.parse().ok()?),
            None => (text, -1),
        };
        let row = tables::DEVICES.iter().find(|row| row.name == name)?;
        Some(Device { kind: row.number as i8, index })
    }

    /// As `parse` reads it.
    pub fn text(self) -> String {
        let row = tables::DEVICES.iter().find(|row| row.number == i64::from(self.kind));
        let name = row.map_or("?", |row| row.name);
        if self.index < 0 { name.to_owned() } else { format!("{name}:{}", self.index) }
    }

    /// A device without an index is whichever is current.
    pub fn is_current(self) -> bool {
        self.index < 0 && self.kind != Device::CPU.kind
    }
}

impl Layout {
    pub const STRIDED: Layout = Layout(0);
    pub const JAGGED: Layout = Layout(7);

    /// From `torch.strided`, `torch.jagged` …
    pub fn named(text: &str) -> Option<Layout> {
        tables::LAYOUTS.iter().find(|row| row.name == text).map(|row| Layout(row.number as u8))
    }
}

impl MemoryFormat {
    pub fn from_number(number: i64) -> Option<MemoryFormat> {
        use MemoryFormat::*;
        [Contiguous, Preserve, ChannelsLast, ChannelsLast3d].get(usize::try_from(number).ok()?).copied()
    }
}

/// The metadata of an input with the trace's sizes and strides. `None` for an unknown dtype, or a layout without
/// strides.
pub fn observed(env: &mut ShapeEnv, fact: &crate::python::TensorFact, sizes: Vec<Dim>, strides: Vec<Dim>) -> Option<TensorMeta> {
    if !fact.has_strides {
        return None;
    }
    let device = Device { kind: fact.device_type, index: fact.device_index };
    let strides = Strides::known(env, &sizes, strides);
    let mut meta = TensorMeta::new(DType::from_number(fact.dtype)?, device, sizes);
    meta.strides = strides;
    meta.requires_grad = fact.requires_grad;
    // Whether an input that requires gradients is a leaf is asked of it only where something depends on that.
    meta.is_leaf = !fact.requires_grad;
    meta.class = Some(fact.class);
    let (conjugate, negative) = crate::python::tensor::lazy_bits(fact.dispatch_keys);
    meta.bits = LazyBits { conjugate, negative };
    Some(meta)
}
