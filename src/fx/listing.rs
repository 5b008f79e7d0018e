//! Reads a `torch.fx.Graph`, which backends may have edited, to write its code.

use ahash::AHashMap;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple};

use super::names::{Names, is_identifier};
use crate::graph::Operation;

pub struct Listing<'py> {
    pub nodes: Vec<Listed<'py>>,
    /// The nodes' places, by address.
    places: AHashMap<usize, u32>,
    /// The classes whose objects are written as they print themselves.
    plain: Vec<usize>,
    /// Names that the code's globals must have, and their objects.
    pub globals: Bound<'py, PyDict>,
}

pub struct Listed<'py> {
    pub operation: Operation,
    pub target: Bound<'py, PyAny>,
    pub arguments: Bound<'py, PyTuple>,
    pub keywords: Bound<'py, PyDict>,
    pub form: Form,
    /// The variable that holds the result.
    pub name: String,
    /// Of a parameter, its name.
    pub parameter: String,
    /// Of a parameter, the class that annotates it, and how the class is written.
    pub annotation: Option<(Bound<'py, PyAny>, String)>,
    /// The variables that nothing reads after this node.
    pub ends: Vec<u32>,
    inputs: Vec<u32>,
}

/// How a node is written.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    Parameter,
    /// The arguments in a text's gaps: `{} + {}`.
    Operator(String),
    /// The same, rebinding the first argument: `{} += {}`.
    InPlace(String),
    /// The same, leaving the first argument's variable as it is: `{}[{}] = {}`.
    Assign(String),
    Call(String),
    Method(String),
    /// `x.name`.
    Attribute(String),
    Return,
}

/// An argument of a node.
pub enum Part<'py> {
    Node(u32),
    Constant(Bound<'py, PyAny>),
    Tuple(Vec<Part<'py>>),
    List(Vec<Part<'py>>),
    Slice(Box<[Part<'py>; 3]>),
}

/// How functions are written, or the classes of annotations; the Python side finds it out for each once.
struct Spellings<'py> {
    spell: Bound<'py, PyAny>,
    known: AHashMap<usize, Option<(Spelling, String)>>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Spelling {
    Operator,
    InPlace,
    Assign,
    Qualified,
    Global,
    Attribute,
}

impl Listed<'_> {
    /// Whether it is a parameter that is not given a second name.
    pub fn is_parameter_as_it_is(&self) -> bool {
        self.form == Form::Parameter && self.parameter == self.name
    }
}

impl<'py> Listing<'py> {
    /// `None` if the graph holds anything unusual, for which torch must write the code.
    pub fn read(graph: &Bound<'py, PyAny>, words: &Bound<'py, PyAny>) -> PyResult<Option<Listing<'py>>> {
        let python = graph.py();
        let first: Bound<'py, PyDict> = words.getattr("globals")?.cast_into()?;
        let plain: Bound<'py, PyTuple> = words.getattr("plain")?.cast_into()?;
        let mut names = Names::new(words.getattr("reserved")?.cast_into()?, &first)?;
        let mut spellings = Spellings { spell: words.getattr("spelling")?, known: AHashMap::new() };
        let mut annotations = Spellings { spell: words.getattr("annotation")?, known: AHashMap::new() };
        let mut listing = Listing {
            nodes: Vec::new(),
            places: AHashMap::new(),
            plain: plain.iter_borrowed().map(|class| class.as_ptr() as usize).collect(),
            globals: first.copy()?,
        };
        let odd = [intern!(python, "is_wrapped"), intern!(python, "boxed_arg_indices")];
        for node in graph.getattr("nodes")?.try_iter()? {
            let node = node?;
            let place = listing.nodes.len() as u32;
            let word: Bound<'py, PyString> = node.getattr(intern!(python, "op"))?.cast_into()?;
            let Some(operation) = Operation::of_word(word.to_str()?) else { return Ok(None) };
            let class = node.getattr(intern!(python, "type"))?;
            let mut annotation = None;
            if !class.is_none() {
                // The class is named before the node.
                match annotations.of(&class, &mut names, &listing.globals)? {
                    Some((_, text)) if operation == Operation::Placeholder => annotation = Some((class, text)),
                    _ => return Ok(None),
                }
            }
            let target = node.getattr(intern!(python, "target"))?;
            let arguments: Bound<'py, PyTuple> = node.getattr(intern!(python, "_args"))?.cast_into()?;
            let keywords: Bound<'py, PyDict> = node.getattr(intern!(python, "_kwargs"))?.cast_into()?;
            if operation == Operation::Function {
                let meta: Bound<'py, PyDict> = node.getattr(intern!(python, "meta"))?.cast_into()?;
                if meta.len() > 0 && (meta.contains(odd[0])? || meta.contains(odd[1])?) {
                    return Ok(None);
                }
            }
            let Some(form) = listing.form(operation, &target, &arguments, &mut spellings, &mut names)? else {
                return Ok(None);
            };
            let candidate: Bound<'py, PyString> = node.getattr(intern!(python, "name"))?.cast_into()?;
            // What the graph returns has no name in the code.
            let name = match operation {
                Operation::Output => String::new(),
                _ => match names.of_node(candidate.to_str()?)? {
                    Some(name) => name,
                    None => return Ok(None),
                },
            };
            let mut parameter = String::new();
            if operation == Operation::Placeholder {
                target.cast::<PyString>()?.to_str()?.clone_into(&mut parameter);
                if !arguments.is_empty() || !is_identifier(&parameter) {
                    return Ok(None);
                }
            }
            let mut inputs = Vec::new();
            for input in node.getattr(intern!(python, "_input_nodes"))?.cast::<PyDict>()?.keys() {
                match listing.places.get(&(input.as_ptr() as usize)) {
                    Some(place) => inputs.push(*place),
                    None => return Ok(None),
                }
            }
            let unused = node.getattr(intern!(python, "users"))?.cast::<PyDict>()?.is_empty();
            let ends = if unused && operation.computes() { vec![place] } else { Vec::new() };
            listing.places.insert(node.as_ptr() as usize, place);
            listing.nodes.push(Listed {
                operation,
                target,
                arguments,
                keywords,
                form,
                name,
                parameter,
                annotation,
                ends,
                inputs,
            });
        }
        listing.find_last_uses();
        Ok(listing.is_whole().then_some(listing))
    }

    /// The parts of an argument. `None` for what is not written the plain way.
    pub fn part(&self, argument: &Bound<'py, PyAny>) -> PyResult<Option<Part<'py>>> {
        if let Some(place) = self.places.get(&(argument.as_ptr() as usize)) {
            return Ok(Some(Part::Node(*place)));
        }
        let class = argument.get_type();
        if self.plain.contains(&(class.as_ptr() as usize)) {
            return Ok(Some(Part::Constant(argument.clone())));
        }
        if let Ok(tuple) = argument.cast_exact::<PyTuple>() {
            return Ok(self.parts(tuple.iter())?.map(Part::Tuple));
        }
        if let Ok(list) = argument.cast::<PyList>() {
            return Ok(self.parts(list.iter())?.map(Part::List));
        }
        if argument.cast::<PySlice>().is_ok() {
            let python = argument.py();
            let ends = [intern!(python, "start"), intern!(python, "stop"), intern!(python, "step")];
            let mut parts = Vec::with_capacity(3);
            for end in ends {
                match self.part(&argument.getattr(end)?)? {
                    Some(part) => parts.push(part),
                    None => return Ok(None),
                }
            }
            return Ok(<[Part<'py>; 3]>::try_from(parts).ok().map(|parts| Part::Slice(Box::new(parts))));
        }
        Ok(None)
    }

    pub fn parts(&self, arguments: impl Iterator<Item = Bound<'py, PyAny>>) -> PyResult<Option<Vec<Part<'py>>>> {
        let mut parts = Vec::new();
        for argument in arguments {
            match self.part(&argument)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(parts))
    }

    fn form(
        &mut self,
        operation: Operation,
        target: &Bound<'py, PyAny>,
        arguments: &Bound<'py, PyTuple>,
        spellings: &mut Spellings<'py>,
        names: &mut Names<'py>,
    ) -> PyResult<Option<Form>> {
        match operation {
            Operation::Placeholder => Ok(Some(Form::Parameter)),
            Operation::Output => Ok(Some(Form::Return)),
            Operation::Method => {
                let name = target.cast::<PyString>()?.to_str()?;
                Ok((is_identifier(name) && !arguments.is_empty()).then(|| Form::Method(name.to_owned())))
            }
            Operation::Function => {
                let Some((spelling, text)) = spellings.of(target, names, &self.globals)? else { return Ok(None) };
                Ok(Some(match spelling {
                    Spelling::Operator if text.matches("{}").count() == arguments.len() => Form::Operator(text),
                    Spelling::InPlace if arguments.len() == 2 => Form::InPlace(text),
                    Spelling::Assign if arguments.len() == 3 => Form::Assign(text),
                    Spelling::Operator | Spelling::InPlace | Spelling::Assign => return Ok(None),
                    Spelling::Qualified | Spelling::Global => Form::Call(text),
                    Spelling::Attribute => match arguments.get_item(1).ok().and_then(|name| name.extract::<String>().ok()) {
                        Some(name) if arguments.len() == 2 && is_identifier(&name) => Form::Attribute(name),
                        // One that is no name is asked for by a call, and may have dots in it: torch knows how.
                        Some(_) if arguments.len() == 2 => return Ok(None),
                        _ => Form::Call(text),
                    },
                }))
            }
        }
    }

    fn find_last_uses(&mut self) {
        let mut seen = vec![false; self.nodes.len()];
        for user in (0..self.nodes.len()).rev() {
            let inputs = std::mem::take(&mut self.nodes[user].inputs);
            let mut ends: Vec<u32> =
                inputs.into_iter().filter(|input| !std::mem::replace(&mut seen[*input as usize], true)).collect();
            ends.append(&mut self.nodes[user].ends);
            self.nodes[user].ends = ends;
        }
    }

    /// Whether there is one output, at the end.
    fn is_whole(&self) -> bool {
        let is_output = |node: &Listed<'_>| node.operation == Operation::Output;
        self.nodes.last().is_some_and(is_output) && self.nodes.iter().filter(|node| is_output(node)).count() == 1
    }
}

impl<'py> Spellings<'py> {
    fn of(
        &mut self,
        function: &Bound<'py, PyAny>,
        names: &mut Names<'py>,
        globals: &Bound<'py, PyDict>,
    ) -> PyResult<Option<(Spelling, String)>> {
        let key = function.as_ptr() as usize;
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = match self.spell.call1((function,))?.extract::<Option<(u8, String)>>()? {
            None => None,
            Some((0, format)) => Some((Spelling::Operator, format)),
            Some((1, format)) => Some((Spelling::InPlace, format)),
            Some((5, format)) => Some((Spelling::Assign, format)),
            Some((2, name)) => Some((Spelling::Qualified, name)),
            Some((kind, hint)) => names
                .of_object(&hint, function)?
                .map(|name| (if kind == 4 { Spelling::Attribute } else { Spelling::Global }, name)),
        };
        if let Some((Spelling::Global | Spelling::Attribute, name)) = &found {
            globals.set_item(name, function)?;
        }
        self.known.insert(key, found.clone());
        Ok(found)
    }
}
