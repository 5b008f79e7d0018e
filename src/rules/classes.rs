//! Caches what the rules say about a class, as long as the class lives and has the same bases.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use pyo3::prelude::*;
use pyo3::types::PyWeakrefReference;

use super::library::Library;
use crate::python::Object;
use crate::tables::Property;

/// A yes-or-no question about a class or a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Whether `rules/graph/classes.yaml` says this of the class.
    Listed(Property),
    /// Whether the function draws random numbers.
    Draws,
}

/// The cached answers about a class or a function.
#[derive(Debug)]
pub(super) struct OfClass {
    /// The bases of the class in the order of its MRO, none of them kept alive.
    bases: Vec<Py<PyWeakrefReference>>,
    builds: OnceCell<Rc<[u16]>>,
    answers: RefCell<Vec<(Question, bool)>>,
}

impl OfClass {
    fn new(python: Python<'_>, class: Object) -> PyResult<OfClass> {
        let weak = |base: Object| Ok(PyWeakrefReference::new(&base.bound(python))?.unbind());
        let bases = bases(class).map(weak).collect::<PyResult<_>>()?;
        Ok(OfClass { bases, builds: OnceCell::new(), answers: RefCell::default() })
    }

    fn has_bases_of(&self, python: Python<'_>, class: Object) -> bool {
        let mut known = self.bases.iter();
        let is_next = |base: Object| {
            let weak = known.next();
            weak.and_then(|weak| weak.bind(python).upgrade()).is_some_and(|known| Object::from_bound(&known) == base)
        };
        bases(class).all(is_next) && known.next().is_none()
    }
}

/// The bases of a class in the order of its MRO; of a function none.
fn bases(class: Object) -> impl Iterator<Item = Object> {
    let order = class.mro();
    let bases = (0..).map_while(move |place| order?.item(place));
    bases.filter(move |base| *base != class)
}

impl Library {
    fn of_class(&self, class: Object) -> PyResult<Rc<OfClass>> {
        Python::attach(|python| {
            if let Some(known) = self.classes.get(class).filter(|known| known.has_bases_of(python, class)) {
                return Ok(known);
            }
            let known = Rc::new(OfClass::new(python, class)?);
            self.classes.insert(class, known.clone());
            Ok(known)
        })
    }

    /// A yes or no about a function, or about a class, remembered as long as the class has the same bases.
    pub fn listed_class(&self, class: Object, question: Question, find: impl FnOnce(Object) -> bool) -> bool {
        let Ok(known) = self.of_class(class) else { return find(class) };
        let answer = known.answers.borrow().iter().find(|(asked, _)| *asked == question).map(|(_, answer)| *answer);
        answer.unwrap_or_else(|| {
            let answer = find(class);
            known.answers.borrow_mut().push((question, answer));
            answer
        })
    }

    /// The build rules to try on an object of this class: exact ones first, then those of its bases in MRO order.
    pub fn builds(&self, class: Object) -> Rc<[u16]> {
        match self.of_class(class) {
            Ok(known) => known.builds.get_or_init(|| self.find_builds(class)).clone(),
            Err(_) => self.find_builds(class),
        }
    }

    /// Runs no Python code.
    fn find_builds(&self, class: Object) -> Rc<[u16]> {
        let classes = self.build_classes.borrow();
        let exact = classes.iter().filter(|(of, _, exact)| *exact && *of == class).map(|(_, index, _)| *index);
        let mut rules: Vec<u16> = exact.collect();
        for base in class.mro().map(Object::items).unwrap_or_default() {
            rules.extend(classes.iter().filter(|(of, _, exact)| !*exact && *of == base).map(|(_, index, _)| *index));
        }
        rules.into()
    }
}
