//! Repeated regions of a graph: calls of modules, and of functions that the program marks
//! (`torch.compiler.nested_compile_region`), with the same operators on different tensors.
//!
//! A backend that compiles a function once for all of its calls gets each such part as one body and a call of it for
//! each occurrence. Its time to compile a model of n equal layers is then that of one.
//!
//! A part stays inline if a call would behave differently (it writes outside of itself, draws random numbers, sets a
//! mode, or returns memory that it was given), or if it is too small to pay and not marked.

use std::ops::Range;

use ahash::{AHashMap, AHashSet};

use crate::graph::subgraphs::WHOLE;
use crate::graph::{Argument, Graph, NodeId};
use crate::interpreter::Trace;
use crate::python::{Object, read, same};
use crate::shapes::{Dim, Layout, MetaArgument, Strides, Symbol, TensorMeta, TensorRef};

/// With fewer calls, the cost of the call and the lost fusion across its border outweigh the gain.
const FEWEST_CALLS: usize = 3;
const FEWEST_OPERATIONS: usize = 8;
/// Of a marked region.
const FEWEST_MARKED_CALLS: usize = 2;

/// A part of the graph, and where it occurs.
#[derive(Debug)]
pub struct Region {
    /// What is computed: the nodes of the first occurrence.
    pub body: Vec<NodeId>,
    pub calls: Vec<RegionCall>,
    /// Sizes that operators of the body name, or that its tensors have.
    pub symbols: Vec<Symbol>,
}

#[derive(Debug)]
pub struct RegionCall {
    /// Where the module or function is called.
    pub site: Option<u32>,
    /// In the order in which the body first uses them.
    pub inputs: Vec<NodeId>,
    pub outputs: Vec<NodeId>,
}

/// Where the calls of regions stand among the nodes.
#[derive(Debug, Default)]
pub struct Regions {
    pub regions: Vec<Region>,
    /// By the first node of an occurrence: the region, and which of its calls.
    pub starts: AHashMap<NodeId, (usize, usize)>,
    /// All nodes of all occurrences.
    pub covered: AHashSet<NodeId>,
}

/// The call of a module or of a marked region, told from other calls by the place that it is called from.
type Call = (Option<u32>, Callee);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Callee {
    Module(Object),
    Marked,
}

/// What two parts have in common if they compute the same.
type Signature = Vec<u64>;

struct Part {
    site: Option<u32>,
    is_marked: bool,
    /// Places in the list of the operators that stand in the graph itself.
    places: Range<usize>,
    inputs: Vec<NodeId>,
    /// Places, counted from the part's first.
    outputs: Vec<usize>,
}

struct Finder<'g> {
    graph: &'g Graph,
    operators: Vec<NodeId>,
    /// The place of a node among the operators.
    place: AHashMap<NodeId, usize>,
    /// For each operator the places of those that use it; a body or the graph's end is at `usize::MAX`.
    last_use: Vec<usize>,
    calls: Vec<Vec<Call>>,
    /// Calls of modules count too.
    takes_modules: bool,
    constants: Interner<Object>,
    metas: Interner<TensorRef>,
    dims: AHashMap<Dim, u64>,
}

/// Gives equal keys equal numbers.
struct Interner<T> {
    known: AHashMap<usize, Vec<(T, u64)>>,
    count: u64,
}

impl<T> Interner<T> {
    fn new() -> Interner<T> {
        Interner { known: AHashMap::new(), count: 0 }
    }

    fn number(&mut self, bucket: usize, value: T, same: impl Fn(&T, &T) -> bool) -> u64 {
        let row = self.known.entry(bucket).or_default();
        if let Some((_, number)) = row.iter().find(|(known, _)| same(known, &value)) {
            return *number;
        }
        self.count += 1;
        row.push((value, self.count));
        self.count
    }
}

impl Trace<'_> {
    /// The parts of the live graph that repeat.
    pub fn regions(&self, live: &[bool], outputs: &[Argument]) -> Regions {
        let graph = &self.graph;
        let module_of = |module| self.arena.get(self.arena.resolve(module)).object;
        let mut finder = Finder::new(graph, live, outputs, self.settings.shares_regions, module_of);
        let mut regions = Regions::default();
        for group in finder.groups() {
            let first = &group[0];
            let body = finder.operators[first.places.clone()].to_vec();
            let kept: AHashSet<usize> = group.iter().flat_map(|part| part.outputs.iter().copied()).collect();
            let mut kept: Vec<usize> = kept.into_iter().collect();
            kept.sort_unstable();
            let used = finder.dims_of(&body, &first.inputs);
            let symbols = self.shapes.symbols_of(&used);
            if !symbols.iter().all(|symbol| self.is_in_graph(*symbol, live)) {
                continue;
            }
            for (number, part) in group.iter().enumerate() {
                regions.starts.insert(finder.operators[part.places.start], (regions.regions.len(), number));
                regions.covered.extend(&finder.operators[part.places.clone()]);
            }
            let calls = group.into_iter().map(|part| RegionCall {
                outputs: kept.iter().map(|place| finder.operators[part.places.start + place]).collect(),
                site: part.site,
                inputs: part.inputs,
            });
            let calls = calls.collect();
            regions.regions.push(Region { body, calls, symbols });
        }
        regions
    }

    /// Whether the graph takes a symbol, or computes it.
    fn is_in_graph(&self, symbol: Symbol, live: &[bool]) -> bool {
        let computes = |(computed, node): &(Symbol, NodeId)| *computed == symbol && live[node.0 as usize];
        !self.shapes.symbol(symbol).sources.is_empty() || self.graph.computed.iter().any(computes)
    }
}

impl<'g> Finder<'g> {
    fn new(
        graph: &'g Graph,
        live: &[bool],
        outputs: &[Argument],
        takes_modules: bool,
        module_of: impl Fn(crate::values::Value) -> Option<Object>,
    ) -> Self {
        let is_operator = |index: &usize| live[*index] && graph.owners[*index] == WHOLE && graph.nodes[*index].is_operation();
        let operators: Vec<NodeId> = (0..graph.nodes.len()).filter(is_operator).map(|index| NodeId(index as u32)).collect();
        let place: AHashMap<NodeId, usize> = operators.iter().copied().zip(0..).collect();
        let mut last_use = vec![0; operators.len()];
        for (index, node) in graph.nodes.iter().enumerate().filter(|(index, _)| live[*index]) {
            let user = place.get(&NodeId(index as u32)).copied().unwrap_or(usize::MAX);
            node.visit_arguments(&mut |used| {
                if let Some(place) = place.get(&used) {
                    last_use[*place] = last_use[*place].max(user);
                }
            });
        }
        let bodies = graph.subgraphs.iter().flat_map(|body| &body.outputs);
        for output in outputs.iter().chain(bodies) {
            output.visit(&mut |used| {
                if let Some(place) = place.get(&used) {
                    last_use[*place] = usize::MAX;
                }
            });
        }
        let mut known: AHashMap<u32, Vec<Call>> = AHashMap::new();
        let calls = operators.iter().map(|id| match graph.node(*id).site {
            Some(site) => calls_around(graph, site, &module_of, &mut known),
            None => Vec::new(),
        });
        let calls = calls.collect();
        let (constants, metas) = (Interner::new(), Interner::new());
        Finder { graph, operators, place, last_use, calls, takes_modules, constants, metas, dims: AHashMap::new() }
    }

    /// The repeating parts, those of outer modules before those of inner ones.
    fn groups(&mut self) -> Vec<Vec<Part>> {
        let deepest = self.calls.iter().map(Vec::len).max().unwrap_or(0);
        let mut taken = vec![false; self.operators.len()];
        let mut groups = Vec::new();
        for depth in 0..deepest {
            let mut alike: Vec<Vec<Part>> = Vec::new();
            let mut by_signature: AHashMap<Signature, usize> = AHashMap::new();
            for places in self.runs(depth) {
                let (site, callee) = self.calls[places.start][depth];
                let is_marked = callee == Callee::Marked;
                let pays = is_marked || self.takes_modules && places.len() >= FEWEST_OPERATIONS;
                if !pays || taken[places.clone()].contains(&true) {
                    continue;
                }
                let Some((signature, part)) = self.part(places, site, is_marked) else { continue };
                let number = *by_signature.entry(signature).or_insert(alike.len());
                if number == alike.len() {
                    alike.push(Vec::new());
                }
                alike[number].push(part);
            }
            for group in alike {
                let fewest = if group.iter().any(|part| part.is_marked) { FEWEST_MARKED_CALLS } else { FEWEST_CALLS };
                if group.len() < fewest || !group.iter().all(|part| self.gives_memory_of_its_own(part, &group)) {
                    continue;
                }
                group.iter().for_each(|part| taken[part.places.clone()].fill(true));
                groups.push(group);
            }
        }
        groups
    }

    /// The operators of each call at a depth, where they stand together.
    fn runs(&self, depth: usize) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for place in 0..self.operators.len() {
            let Some(own) = self.calls[place].get(..=depth) else { continue };
            match runs.last_mut() {
                Some(run) if run.end == place && self.calls[run.start].get(..=depth) == Some(own) => run.end += 1,
                _ => runs.push(place..place + 1),
            }
        }
        runs
    }

    /// What a part computes, if it may be called.
    fn part(&mut self, places: Range<usize>, site: Option<u32>, is_marked: bool) -> Option<(Signature, Part)> {
        let graph = self.graph;
        let (mut inputs, mut tokens) = (Vec::new(), Vec::new());
        for place in places.clone() {
            let id = self.operators[place];
            let node = graph.node(id);
            let side_effects = &node.side_effects;
            let writes_own = side_effects.writes.iter().all(|written| self.is_inside(graph.base(*written), &places));
            let plain = side_effects.ruled && writes_own && !side_effects.draws && !side_effects.transformed;
            if !plain || node.mode || graph.computed.iter().any(|(_, computed)| *computed == id) {
                return None;
            }
            let (operation, target) = node.target.operation()?;
            tokens.extend([operation as u64, self.constant(target), node.grad.into(), node.arguments.len() as u64]);
            for argument in &node.arguments {
                self.encode(argument, &places, &mut inputs, &mut tokens)?;
            }
            for (name, argument) in &node.keywords {
                tokens.push(self.constant(*name));
                self.encode(argument, &places, &mut inputs, &mut tokens)?;
            }
        }
        for input in &inputs {
            tokens.push(self.meta(*input)?);
        }
        let outputs: Vec<usize> = places.clone().filter(|place| self.last_use[*place] >= places.end).collect();
        let outputs = outputs.into_iter().map(|place| place - places.start).collect();
        Some((tokens, Part { site, is_marked, places, inputs, outputs }))
    }

    fn encode(
        &mut self,
        argument: &Argument,
        places: &Range<usize>,
        inputs: &mut Vec<NodeId>,
        tokens: &mut Vec<u64>,
    ) -> Option<()> {
        let parts = |kind: u64, parts: &[Argument], finder: &mut Self, inputs: &mut Vec<NodeId>, tokens: &mut Vec<u64>| {
            tokens.extend([kind, parts.len() as u64]);
            parts.iter().try_for_each(|part| finder.encode(part, places, inputs, tokens))
        };
        match argument {
            Argument::Constant(object) => tokens.extend([0, self.constant(*object)]),
            Argument::Node(id) => match self.place.get(id).filter(|place| places.contains(place)) {
                Some(place) => tokens.extend([1, (place - places.start) as u64]),
                None => {
                    let number = inputs.iter().position(|input| input == id).unwrap_or(inputs.len());
                    if number == inputs.len() {
                        inputs.push(*id);
                    }
                    tokens.extend([2, number as u64]);
                }
            },
            Argument::Dim(dim) => tokens.extend([3, self.dim(*dim)]),
            Argument::Tuple(items) => parts(4, items, self, inputs, tokens)?,
            Argument::List(items) => parts(5, items, self, inputs, tokens)?,
            Argument::Slice(ends) => parts(6, &ends[..], self, inputs, tokens)?,
            Argument::Dict(items) => {
                tokens.extend([7, items.len() as u64]);
                for (key, value) in items {
                    tokens.push(self.constant(*key));
                    self.encode(value, places, inputs, tokens)?;
                }
            }
            Argument::Body(_) | Argument::Captured { .. } | Argument::Places { .. } => return None,
        }
        Some(())
    }

    fn constant(&mut self, object: Object) -> u64 {
        let class = read::class_of(object).as_ptr().addr();
        self.constants.number(class, object, |known, object| same::same_value(*known, *object))
    }

    fn dim(&mut self, dim: Dim) -> u64 {
        let next = self.dims.len() as u64;
        *self.dims.entry(dim).or_insert(next)
    }

    /// A number for the metadata of a tensor that a part takes, if a body may take it.
    fn meta(&mut self, input: NodeId) -> Option<u64> {
        let meta = plain_tensor(&self.graph.node(input).meta)?;
        let like = |known: &TensorRef, meta: &TensorRef| {
            // No operator asks whether it is a leaf, or for its class: none here has a `__torch_function__` of its own.
            let known = TensorMeta { is_leaf: meta.is_leaf, class: meta.class, ..(**known).clone() };
            known == **meta
        };
        Some(self.metas.number(meta.sizes.len(), meta.clone(), like))
    }

    /// Whether each output lies in memory that the part has made, and no two in the same.
    fn gives_memory_of_its_own(&self, part: &Part, group: &[Part]) -> bool {
        let places: AHashSet<usize> = group.iter().flat_map(|part| part.outputs.iter().copied()).collect();
        let mut bases = AHashSet::new();
        places.into_iter().all(|place| {
            let id = self.operators[part.places.start + place];
            let base = self.graph.base(id);
            let inside = self.is_inside(base, &part.places);
            plain_tensor(&self.graph.node(id).meta).is_some() && inside && bases.insert(base)
        })
    }

    fn is_inside(&self, node: NodeId, places: &Range<usize>) -> bool {
        self.place.get(&node).is_some_and(|place| places.contains(place))
    }

    /// The sizes that nodes name, and those of tensors that they take.
    fn dims_of(&self, body: &[NodeId], inputs: &[NodeId]) -> Vec<Dim> {
        let mut dims = Vec::new();
        for id in body {
            let node = self.graph.node(*id);
            let all = node.arguments.iter().chain(node.keywords.iter().map(|(_, argument)| argument));
            all.for_each(|argument| argument.visit_dims(&mut |dim| dims.push(dim)));
        }
        for input in inputs {
            if let MetaArgument::Tensor(meta) = &self.graph.node(*input).meta {
                dims.extend(meta.sizes.iter().copied());
                if let Strides::Explicit(strides) = &meta.strides {
                    dims.extend(strides.iter().copied());
                }
            }
        }
        dims
    }
}

/// The calls that a site lies in, outermost first.
fn calls_around(
    graph: &Graph,
    site: u32,
    module_of: &impl Fn(crate::values::Value) -> Option<Object>,
    known: &mut AHashMap<u32, Vec<Call>>,
) -> Vec<Call> {
    if let Some(calls) = known.get(&site) {
        return calls.clone();
    }
    let own = &graph.sites[site as usize];
    let mut calls = own.caller.map(|caller| calls_around(graph, caller, module_of, known)).unwrap_or_default();
    if let Some(module) = own.module.and_then(module_of) {
        calls.push((own.caller, Callee::Module(module)));
    }
    if own.is_marked {
        calls.push((own.caller, Callee::Marked));
    }
    known.insert(site, calls.clone());
    calls
}

/// The metadata of a plain tensor: strided, no wrapper, no lazy conjugation or negation.
fn plain_tensor(meta: &MetaArgument) -> Option<&TensorRef> {
    match meta {
        MetaArgument::Tensor(meta) if meta.wrapper.is_none() && !meta.bits.any() && meta.layout == Layout::STRIDED => Some(meta),
        _ => None,
    }
}
