//! What earlier compilations of the same code saw, to detect what changes from call to call.

use std::cell::{Cell, RefCell};

use ahash::{AHashMap, AHashSet};

use crate::python::Object;

/// The last seen int, or sizes of a tensor, by the text of its source; modules that were not loaded yet, by name.
#[derive(Debug, Default)]
pub struct History {
    ints: RefCell<AHashMap<String, Seen<i64>>>,
    sizes: RefCell<AHashMap<String, Seen<Vec<i64>>>>,
    strides: RefCell<AHashMap<String, Seen<Vec<i64>>>>,
    objects: RefCell<AHashMap<String, Seen<usize>>>,
    floats: RefCell<AHashMap<String, SeenFloat>>,
    imports: RefCell<AHashSet<String>>,
    /// The sources of numbers in input tensors that a trace wanted to know.
    numbers: RefCell<AHashSet<String>>,
    compilations: Cell<u32>,
}

#[derive(Debug, Clone, Copy)]
struct SeenFloat {
    bits: u64,
    changed: bool,
    /// A trace or a backend needed its value: each value has an entry of its own.
    fixed: bool,
}

#[derive(Debug, Clone)]
struct Seen<T> {
    last: T,
    /// For an int, whether it changed; for sizes and strides, which of them did.
    changed: Vec<bool>,
}

impl History {
    /// Notes that the frame is being compiled, once more or for the first time.
    pub fn begin(&self) {
        self.compilations.set(self.compilations.get().saturating_add(1));
    }

    /// Whether the frame was not compiled before.
    pub fn is_new(&self) -> bool {
        self.compilations.get() < 2
    }

    /// Notes an int input and says whether it has ever changed, from a float too.
    pub fn int_changes(&self, source: &str, now: i64) -> bool {
        changes_as_whole(&self.ints, source, now, || self.floats.borrow().contains_key(source))
    }

    /// Notes that the number at a source, which is seen for the first time, was another one before.
    pub fn expect_change(&self, source: &str, now: Object) {
        if let Some(int) = now.as_int() {
            self.ints.borrow_mut().entry(source.to_owned()).or_insert(Seen { last: int, changed: vec![true] });
        } else if let Some(float) = now.as_float() {
            let seen = SeenFloat { bits: float.to_bits(), changed: true, fixed: false };
            self.floats.borrow_mut().entry(source.to_owned()).or_insert(seen);
        }
    }

    /// Notes which object is at a source, by its address, and says whether it has ever been another.
    pub fn object_changes(&self, source: &str, now: usize) -> bool {
        changes_as_whole(&self.objects, source, now, || false)
    }

    /// Notes a float input and says whether it may be symbolic: it changes, or was an int, and nothing needed its value.
    pub fn float_changes(&self, source: &str, now: f64) -> bool {
        let (bits, mut floats) = (now.to_bits(), self.floats.borrow_mut());
        let was_int = || self.ints.borrow().contains_key(source);
        let new = || SeenFloat { bits, changed: was_int(), fixed: false };
        let seen = floats.entry(source.to_owned()).or_insert_with(new);
        seen.changed |= seen.bits != bits;
        seen.bits = bits;
        seen.changed && !seen.fixed
    }

    /// Whether the value of a float input was needed before.
    pub fn is_fixed(&self, source: &str) -> bool {
        self.floats.borrow().get(source).is_some_and(|seen| seen.fixed)
    }

    /// Notes that the values of these float inputs are needed.
    pub fn fix_floats<'a>(&self, sources: impl IntoIterator<Item = &'a String>) {
        let mut floats = self.floats.borrow_mut();
        for source in sources {
            if let Some(seen) = floats.get_mut(source) {
                seen.fixed = true;
            }
        }
    }

    /// Whether a trace wanted to know the number in an input tensor.
    pub fn wants_number(&self, source: &str) -> bool {
        self.numbers.borrow().contains(source)
    }

    /// Notes that a trace wants to know the number in an input tensor, and says whether it is the first time.
    pub fn want_number(&self, source: &str) -> bool {
        self.numbers.borrow_mut().insert(source.to_owned())
    }

    /// Notes the sizes of a tensor input and says which of them have ever changed. A change of rank
    /// starts anew.
    pub fn sizes_change(&self, source: &str, now: &[i64]) -> Vec<bool> {
        changes(&self.sizes, source, now)
    }

    /// The same for its strides.
    pub fn strides_change(&self, source: &str, now: &[i64]) -> Vec<bool> {
        changes(&self.strides, source, now)
    }

    /// Notes a module that is not loaded, and says whether it is the first time.
    pub fn is_new_import(&self, name: &str) -> bool {
        self.imports.borrow_mut().insert(name.to_owned())
    }
}

/// `before` is whether something else was there before this is noted for the first time.
fn changes_as_whole<T: PartialEq + Copy>(
    seen: &RefCell<AHashMap<String, Seen<T>>>,
    source: &str,
    now: T,
    before: impl FnOnce() -> bool,
) -> bool {
    let mut seen = seen.borrow_mut();
    let seen = seen.entry(source.to_owned()).or_insert_with(|| Seen { last: now, changed: vec![before()] });
    seen.changed[0] |= seen.last != now;
    seen.last = now;
    seen.changed[0]
}

fn changes(seen: &RefCell<AHashMap<String, Seen<Vec<i64>>>>, source: &str, now: &[i64]) -> Vec<bool> {
    let mut seen = seen.borrow_mut();
    let seen = seen.entry(source.to_owned()).or_insert_with(|| Seen { last: now.to_vec(), changed: vec![false; now.len()] });
    if seen.last.len() == now.len() {
        for (index, (last, now)) in seen.last.iter().zip(now).enumerate() {
            seen.changed[index] |= last != now;
        }
    } else {
        seen.changed = vec![false; now.len()];
    }
    seen.last = now.to_vec();
    seen.changed.clone()
}
