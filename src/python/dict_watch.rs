//! Watched dicts: CPython reports their changes, so that guards need not compare them.
//!
//! CPython calls a watcher before a watched dict changes and when it goes. The engine has one watcher, registered when
//! the first dict is watched and given back at a reset. It knows which subscriber watches which keys of which dict:
//! other keys may change at every call. It runs no Python code, raises nothing and holds no reference.
//!
//! CPython 3.13.0 does not report writes to the inline values of an instance, of which its dict is only a view; 3.14 does.
//! That differs between patch releases, so it is tried when the engine is imported. Where they are not reported,
//! subscribers of such a dict compare the values ([`Words`](super::Words)).

use std::cell::{Cell, OnceCell, RefCell};
use std::ffi::{CStr, c_int};
use std::rc::Rc;

use ahash::AHashMap;
use pyo3::ffi::{self, PyObject};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::dict::Lookup;
use super::gil::UnderGil;
use super::layout::LAYOUT;
use super::words::inline_values;
use super::{Object, clear_error, read, symbols};
use crate::tables::PACKS;

/// The part of a dict that an answer depends on.
#[derive(Default)]
pub struct Interest {
    /// The keys and their order.
    pub keys: bool,
    /// The values under these keys, if any, and the place to report if it is not that of the dict.
    pub items: Vec<(read::Key, Option<u32>)>,
    /// Whether the answer depends on more than what is reported.
    pub partial: bool,
}

impl Interest {
    pub fn in_keys() -> Interest {
        Interest { keys: true, ..Interest::default() }
    }

    pub fn in_item(key: Object) -> Interest {
        Interest { items: vec![(read::Key::new(key), None)], ..Interest::default() }
    }

    pub fn and(&mut self, other: Interest) {
        self.keys |= other.keys;
        self.items.extend(other.items);
        self.partial |= other.partial;
    }
}

/// A subscriber: watches one dict for each of its places.
pub struct DictWatch(Rc<Watch>);

struct Watch {
    changed: Cell<bool>,
    /// For which places, if that is known.
    told: RefCell<Vec<u32>>,
    places: Box<[Cell<Option<Watched>>]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Watched {
    dict: *mut PyObject,
    /// Whether all relevant changes are reported.
    whole: bool,
    /// Whether anything but the end of the dict is reported.
    parts: bool,
}

impl DictWatch {
    pub fn new(places: usize) -> DictWatch {
        let places = std::iter::repeat_with(Cell::default).take(places).collect();
        DictWatch(Rc::new(Watch { changed: Cell::new(false), told: RefCell::default(), places }))
    }

    /// Whether something has changed since [`begin`](DictWatch::begin).
    #[inline]
    pub fn has_changed(&self) -> bool {
        self.0.changed.get() || WATCHER.get().deaf.get()
    }

    /// For which places something has changed.
    pub fn changed_places(&self) -> Vec<u32> {
        self.0.told.try_borrow().map(|told| told.clone()).unwrap_or_default()
    }

    pub fn begin(&self) {
        self.0.changed.set(false);
        if let Ok(mut told) = self.0.told.try_borrow_mut() {
            told.clear();
        }
    }

    /// Whether this dict is watched for the place, and has not changed since.
    #[inline]
    pub fn is_unchanged(&self, place: u32, dict: Object) -> bool {
        let whole = Some(Watched { dict: dict.as_ptr(), whole: true, parts: true });
        self.0.places.get(place as usize).is_some_and(|watched| watched.get() == whole) && !WATCHER.get().deaf.get()
    }

    /// Watches a dict for a place, in the stead of the previous one: for its end and for changes of the interest, which
    /// is the same for a place each time unless it is partial. False if that is impossible.
    pub fn watch(&self, place: u32, dict: Object, interest: Option<&Interest>) -> bool {
        let (watcher, Some(watched)) = (WATCHER.get(), self.0.places.get(place as usize)) else { return false };
        let Some(number) = watcher.number() else { return false };
        let whole = interest.is_some_and(|interest| !interest.partial);
        let now = Some(Watched { dict: dict.as_ptr(), whole, parts: interest.is_some() });
        if (whole || interest.is_none()) && watched.get() == now {
            return true;
        }
        self.stop(watched, place);
        watcher.sweep();
        let Some(functions) = functions() else { return false };
        let Ok(mut subscribers) = watcher.subscribers.try_borrow_mut() else { return false };
        // SAFETY: a live dict and the number that CPython gave.
        if unsafe { (functions.watch)(number, dict.as_ptr()) } < 0 {
            clear_error();
            return false;
        }
        let of_items = interest.iter().flat_map(|interest| &interest.items);
        let items: Option<Box<[_]>> = of_items.map(|(key, of)| Some((key.hash()?, of.unwrap_or(place)))).collect();
        let list = subscribers.get_or_insert_default().entry(dict.as_ptr()).or_default();
        list.push(Subscriber {
            watch: self.0.clone(),
            place,
            keys: interest.is_some_and(|interest| interest.keys),
            // A key that is found by identity alone has no hash to be told by.
            anything: items.is_none(),
            items: items.unwrap_or_default(),
        });
        watched.set(now);
        true
    }

    fn stop(&self, watched: &Cell<Option<Watched>>, place: u32) {
        if let Some(watched) = watched.take() {
            WATCHER
                .get()
                .unsubscribe(watched.dict, |subscriber| Rc::ptr_eq(&subscriber.watch, &self.0) && subscriber.place == place);
        }
    }
}

impl Drop for DictWatch {
    fn drop(&mut self) {
        (0..).zip(&self.0.places).for_each(|(place, watched)| self.stop(watched, place));
    }
}

/// Whether writes to the inline values of an instance are reported, if a dict shares them.
#[inline]
pub(super) fn reports_inline_values() -> bool {
    WATCHER.get().reports_inline_values.get()
}

/// Tries what is reported. Nothing is watched yet.
pub(super) fn prepare(python: Python<'_>) -> PyResult<()> {
    let class = python.eval(c"type('Instance', (), {})", None, None)?;
    // Each: the attributes of an instance, and a write to one of them, as `setattr` and `delattr` do it.
    let is_reported = |given: Option<i32>, written: Option<i32>| -> PyResult<bool> {
        let instance = class.call0()?;
        instance.setattr("other", 0)?;
        if let Some(given) = given {
            instance.setattr("value", given)?;
        }
        let (dict, watch) = (instance.getattr("__dict__")?, DictWatch::new(1));
        let (dict, name) = (Object::from_bound(&dict), PyString::intern(python, "value"));
        let watched = watch.watch(0, dict, Some(&Interest::in_item(Object::from_bound(name.as_any()))));
        match written {
            Some(written) => instance.setattr(&name, written)?,
            None => instance.delattr(&name)?,
        }
        Ok(watched && inline_values(dict).is_some() && watch.has_changed())
    };
    let reported = is_reported(Some(1), Some(2))? && is_reported(None, Some(1))? && is_reported(Some(1), None)?;
    WATCHER.get().reports_inline_values.set(reported);
    reset();
    Ok(())
}

/// Unwatches all dicts and unregisters the watcher.
pub(super) fn reset() {
    WATCHER.get().reset();
}

// ---------------------------------------------------------------- the watcher

struct Subscriber {
    watch: Rc<Watch>,
    place: u32,
    keys: bool,
    anything: bool,
    /// Hashes of keys, and the places that they are for.
    items: Box<[(isize, u32)]>,
}

impl Subscriber {
    /// The place that a change concerns, if any.
    fn concerned(&self, change: &Change) -> Option<u32> {
        let Change::Item { hash, of_keys } = change else { return Some(self.place) };
        match self.items.iter().find(|(known, _)| known == hash) {
            Some((_, place)) => Some(*place),
            None => (self.anything || *of_keys && self.keys).then_some(self.place),
        }
    }

    fn tell(&self, place: u32) {
        self.watch.changed.set(true);
        self.watch.places[self.place as usize].set(None);
        if let Ok(mut told) = self.watch.told.try_borrow_mut() {
            told.push(place);
        }
    }
}

/// A change that is about to happen to a dict.
enum Change {
    Whole,
    /// Of the value under a key with this hash; `of_keys` if a key is added or removed.
    Item {
        hash: isize,
        of_keys: bool,
    },
}

struct Watcher {
    /// CPython's number for it, while it is registered.
    number: Cell<Option<c_int>>,
    /// By dict. Each is alive: one that goes is taken out.
    subscribers: RefCell<Option<AHashMap<*mut PyObject, Vec<Subscriber>>>>,
    /// Dicts that lost their last subscriber during an event, to be unwatched later.
    idle: RefCell<Vec<*mut PyObject>>,
    /// An event was lost: from now on anything may have changed.
    deaf: Cell<bool>,
    reports_inline_values: Cell<bool>,
}

static WATCHER: UnderGil<Watcher> = UnderGil::new(Watcher {
    number: Cell::new(None),
    subscribers: RefCell::new(None),
    idle: RefCell::new(Vec::new()),
    deaf: Cell::new(false),
    reports_inline_values: Cell::new(false),
});

impl Watcher {
    /// CPython's number; asks for one if there is none yet. `None` if there are no watchers, or none is left.
    fn number(&self) -> Option<c_int> {
        if let Some(number) = self.number.get() {
            return Some(number);
        }
        // SAFETY: the callback does what CPython asks of one.
        let number = unsafe { (functions()?.add)(tell) };
        if number < 0 {
            clear_error();
            return None;
        }
        self.number.set(Some(number));
        self.deaf.set(false);
        Some(number)
    }

    /// Passes an event on to the subscribers concerned. Each is told once and then unsubscribed.
    fn tell(&self, event: c_int, dict: *mut PyObject, key: *mut PyObject, value: *mut PyObject) {
        let Ok(mut all) = self.subscribers.try_borrow_mut() else { return self.deaf.set(true) };
        let Some(all) = all.as_mut() else { return };
        let Some(list) = all.get_mut(&dict) else { return };
        if !list.is_empty() {
            let change = change(event, dict, key, value);
            list.retain(|subscriber| {
                let concerned = change.as_ref().and_then(|change| subscriber.concerned(change));
                concerned.inspect(|place| subscriber.tell(*place)).is_none()
            });
            if list.is_empty() && event != DEALLOCATED {
                match self.idle.try_borrow_mut() {
                    Ok(mut idle) => idle.push(dict),
                    Err(_) => self.deaf.set(true),
                }
            }
        }
        if event == DEALLOCATED {
            all.remove(&dict);
        }
    }

    fn unsubscribe(&self, dict: *mut PyObject, of: impl Fn(&Subscriber) -> bool) {
        let Ok(mut all) = self.subscribers.try_borrow_mut() else { return };
        if let Some(all) = all.as_mut()
            && let Some(list) = all.get_mut(&dict)
        {
            list.retain(|subscriber| !of(subscriber));
            if list.is_empty() {
                all.remove(&dict);
                self.release(dict);
            }
        }
    }

    /// Unwatches dicts without subscribers.
    fn sweep(&self) {
        let Ok(mut all) = self.subscribers.try_borrow_mut() else { return };
        let (Some(all), Ok(mut idle)) = (all.as_mut(), self.idle.try_borrow_mut()) else { return };
        for dict in idle.drain(..) {
            if all.get(&dict).is_some_and(Vec::is_empty) {
                all.remove(&dict);
                self.release(dict);
            }
        }
    }

    fn release(&self, dict: *mut PyObject) {
        // SAFETY: the dict is alive, since CPython tells of the end of each. When the interpreter ends it tells of
        // nothing any more, and what it said before is not relied upon.
        unsafe {
            if let (Some(number), Some(functions)) = (self.number.get(), functions())
                && ffi::Py_IsInitialized() != 0
                && (functions.unwatch)(number, dict) < 0
            {
                clear_error();
            }
        }
    }

    fn reset(&self) {
        let taken = self.subscribers.take().unwrap_or_default();
        self.idle.take();
        for (dict, list) in taken {
            self.release(dict);
            list.iter().for_each(|subscriber| subscriber.tell(subscriber.place));
        }
        // SAFETY: the number is ours.
        if let (Some(number), Some(functions)) = (self.number.take(), functions())
            && unsafe { (functions.clear)(number) } < 0
        {
            clear_error();
        }
    }
}

const MODIFIED: c_int = 1;
const DEALLOCATED: c_int = 5;

/// The callback. CPython calls it with the dict as it was before the change.
unsafe extern "C" fn tell(event: c_int, dict: *mut PyObject, key: *mut PyObject, value: *mut PyObject) -> c_int {
    WATCHER.get().tell(event, dict, key, value);
    0
}

/// `None` if nothing changes: an item becomes what it is.
fn change(event: c_int, dict: *mut PyObject, key: *mut PyObject, value: *mut PyObject) -> Option<Change> {
    const OF_ITEMS: [c_int; 3] = [0, MODIFIED, 2];
    // SAFETY: CPython's arguments: a dict, and for events of items a key, all alive. (A clone's key is a dict.)
    let (dict, key) = unsafe { (Object::from_pointer(dict), Object::from_pointer(key)) };
    let (Some(dict), Some(key), true) = (dict, key, OF_ITEMS.contains(&event)) else { return Some(Change::Whole) };
    let Some(hash) = key.plain_hash() else { return Some(Change::Whole) };
    if event == MODIFIED
        && let Lookup::Found { value: known, .. } = dict.dict_find(key, hash)
        && known.as_ptr() == value
    {
        return None;
    }
    Some(Change::Item { hash, of_keys: event != MODIFIED })
}

// ---------------------------------------------------------------- CPython's functions

type Callback = unsafe extern "C" fn(c_int, *mut PyObject, *mut PyObject, *mut PyObject) -> c_int;

struct Functions {
    add: unsafe extern "C" fn(Callback) -> c_int,
    clear: unsafe extern "C" fn(c_int) -> c_int,
    watch: unsafe extern "C" fn(c_int, *mut PyObject) -> c_int,
    unwatch: unsafe extern "C" fn(c_int, *mut PyObject) -> c_int,
}

/// Found by name, because not every version has them; `None` where the version's rules do not speak of them.
fn functions() -> Option<&'static Functions> {
    static FOUND: UnderGil<OnceCell<Option<Functions>>> = UnderGil::new(OnceCell::new());
    let find = || {
        PACKS.iter().find(|pack| pack.version == LAYOUT.version).filter(|pack| pack.watches_dicts)?;
        Some(Functions {
            add: symbols::of_process(ADD)?,
            clear: symbols::of_process(CLEAR)?,
            watch: symbols::of_process(WATCH)?,
            unwatch: symbols::of_process(UNWATCH)?,
        })
    };
    FOUND.get().get_or_init(find).as_ref()
}

const ADD: &CStr = c"PyDict_AddWatcher";
const CLEAR: &CStr = c"PyDict_ClearWatcher";
const WATCH: &CStr = c"PyDict_Watch";
const UNWATCH: &CStr = c"PyDict_Unwatch";
