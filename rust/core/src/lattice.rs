//! Word lattices of Kaldi: what a recognizer held possible, as arcs with words, costs and transition ids.
//!
//! One type serves both of Kaldi's forms. A *compact* lattice has a string of transition ids on each arc and at each
//! end; an *expanded* one (Kaldi's `Lattice`) has at most one id on an arc and none at an end (`expand`).
//! Costs are added, and the smaller total is better. All arithmetic follows Kaldi's order and width, so that what
//! is written agrees with it to the last digit.

pub mod acceptor;
pub mod best_path;
pub(crate) mod binary;
pub mod compose;
pub mod composed_oracle;
pub mod determinize;
pub mod determinize_pruned;
pub(crate) mod expand;
pub mod fault;
pub(crate) mod frame_costs;
mod input;
mod introsort;
pub(crate) mod limit_depth;
mod logs;
pub mod mbr;
pub(crate) mod minimize;
pub(crate) mod nbest;
pub mod nearest;
pub mod nearest_by_policy;
pub mod oracle;
pub mod parameter_sweep;
pub mod posterior;
#[cfg(test)]
mod properties;
pub(crate) mod prune;
pub(crate) mod push;
pub(crate) mod random_paths;
pub mod scale;
pub(crate) mod sort;
mod subset;
pub mod table;
pub mod text;
pub(crate) mod times;
pub(crate) mod token_costs;
#[cfg(test)]
mod twins;
pub(crate) mod union;
pub mod words;

use std::ops::Range;

/// Kaldi's two forms of a lattice, and automata of `OpenFst`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A string of transition ids on each arc and at each end.
    Compact,
    /// One transition id or none on each arc, and none at ends.
    Expanded,
    /// Standard arcs of `OpenFst`, read as expanded: an id is the label that an arc reads, and its cost a graph cost.
    Transducer,
}

/// The number of a state.
pub type StateId = u32;

/// What an arc or a path costs, in Kaldi's two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Language model, pronunciations and transitions.
    pub graph: f32,
    /// The sounds.
    pub acoustic: f32,
}

impl Weight {
    /// No cost.
    pub const ONE: Self = Self { graph: 0.0, acoustic: 0.0 };
    /// What no path has.
    pub const ZERO: Self = Self { graph: f32::INFINITY, acoustic: f32::INFINITY };

    /// A graph cost alone; what no path has is so in both parts.
    pub fn of_graph(graph: f32) -> Self {
        if graph == f32::INFINITY { Self::ZERO } else { Self { graph, acoustic: 0.0 } }
    }

    /// Both parts in single precision, by which Kaldi compares weights.
    pub fn sum(self) -> f32 {
        self.graph + self.acoustic
    }

    /// Both parts in double precision, by which Kaldi adds up paths.
    pub fn total(self) -> f64 {
        f64::from(self.graph) + f64::from(self.acoustic)
    }

    /// The weight of one after the other.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self { graph: self.graph + other.graph, acoustic: self.acoustic + other.acoustic }
    }

    /// What is left without another that goes before it; nothing is left of one that no path has.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        let rest = Self { graph: self.graph - other.graph, acoustic: self.acoustic - other.acoustic };
        if rest.graph.is_finite() && rest.acoustic.is_finite() { rest } else { Self::ZERO }
    }

    /// Whether the sums differ by no more than delta (`ApproxEqual` of Kaldi).
    pub fn is_near(self, other: Self, delta: f32) -> bool {
        self == other || (self.sum() - other.sum()).abs() <= delta
    }

    /// Whether the other is better.
    pub fn is_worse_than(self, other: Self) -> bool {
        other.is_better(self)
    }

    /// Whether this one is better than the other: smaller in sum, or of equal sum with the smaller graph cost.
    pub fn is_better(self, other: Self) -> bool {
        let (left, right) = (self.sum(), other.sum());
        left < right || (left <= right && self.graph < other.graph)
    }
}

/// Where a string of transition ids lies among the ids of its lattice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Its first id.
    pub start: u32,
    /// How many ids it has.
    pub len: u32,
}

impl Span {
    /// The empty string.
    pub const EMPTY: Self = Self { start: 0, len: 0 };

    /// The places of its ids.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// One arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// Its word, or 0 for none.
    pub word: i32,
    /// The state it leads to.
    pub next: StateId,
    /// What it costs.
    pub weight: Weight,
    /// Its transition ids, one a frame.
    pub ids: Span,
}

/// How a path may end in a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// What it costs.
    pub weight: Weight,
    /// The transition ids that follow.
    pub ids: Span,
}

/// A state: its arcs, and whether a path may end here.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Its first arc.
    pub first: u32,
    /// Behind its last arc.
    pub behind: u32,
    /// How a path may end here.
    pub end: Option<End>,
}

impl State {
    /// The places of its arcs.
    pub fn range(self) -> Range<usize> {
        self.first as usize..self.behind as usize
    }
}

/// A lattice: every `next` names a state, and every span lies within `ids`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lattice {
    start: Option<StateId>,
    states: Vec<State>,
    arcs: Vec<Arc>,
    ids: Vec<i32>,
    /// Whether the states are *known* to be in topological order. Kaldi forgets it when arcs change and carries it
    /// in files; minimum Bayes risk decoding sorts where it is not known, which decides among ties.
    sorted: bool,
}

impl Lattice {
    /// Where paths start; nothing in an empty lattice.
    pub fn start(&self) -> Option<StateId> {
        self.start
    }

    /// All states.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The arcs of all states, those of one state together.
    pub fn all_arcs(&self) -> &[Arc] {
        &self.arcs
    }

    /// All transition ids.
    pub fn all_ids(&self) -> &[i32] {
        &self.ids
    }

    /// The arcs of a state.
    pub fn arcs(&self, state: StateId) -> &[Arc] {
        &self.arcs[self.states[state as usize].range()]
    }

    /// How a path may end in a state.
    pub fn end(&self, state: StateId) -> Option<End> {
        self.states[state as usize].end
    }

    /// The transition ids of a span.
    pub fn ids(&self, span: Span) -> &[i32] {
        &self.ids[span.range()]
    }

    /// The states in order of their numbers.
    pub fn numbers(&self) -> Range<StateId> {
        0..self.states.len() as StateId
    }

    /// Whether the states are known to be in topological order.
    pub fn is_known_sorted(&self) -> bool {
        self.sorted
    }
}

/// Makes a lattice whose arcs may come in any order; those of one state keep theirs.
#[derive(Debug, Default)]
pub struct Builder {
    ends: Vec<Option<End>>,
    arcs: Vec<(StateId, Arc)>,
    ids: Vec<i32>,
}

impl Builder {
    /// Adds a state.
    pub fn state(&mut self) -> StateId {
        self.ends.push(None);
        (self.ends.len() - 1) as StateId
    }

    /// Adds states until this one is there.
    pub fn reach(&mut self, state: StateId) {
        if self.ends.len() <= state as usize {
            self.ends.resize(state as usize + 1, None);
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Keeps a string of transition ids.
    pub fn string(&mut self, ids: impl IntoIterator<Item = i32>) -> Span {
        let start = self.ids.len();
        self.ids.extend(ids);
        Span { start: start as u32, len: (self.ids.len() - start) as u32 }
    }

    /// Adds an arc; the state it comes from must be there, and the one it leads to by the end.
    pub fn arc(&mut self, from: StateId, arc: Arc) {
        self.arcs.push((from, arc));
    }

    /// Lets paths end in a state.
    pub fn end(&mut self, state: StateId, weight: Weight, ids: Span) {
        self.ends[state as usize] = (weight != Weight::ZERO).then_some(End { weight, ids });
    }

    /// The lattice, empty where there is no start.
    pub fn finish(mut self, start: Option<StateId>) -> Lattice {
        let Some(start) = start else { return Lattice::default() };
        if !self.arcs.is_sorted_by_key(|(from, _)| *from) {
            self.arcs.sort_by_key(|(from, _)| *from);
        }
        let mut lattice = Lattice { start: Some(start), ids: self.ids, ..Lattice::default() };
        let mut arcs = self.arcs.iter().peekable();
        for (state, end) in (0..).zip(self.ends) {
            let first = lattice.arcs.len() as u32;
            while let Some((_, arc)) = arcs.next_if(|(from, _)| *from == state) {
                lattice.arcs.push(*arc);
            }
            lattice.states.push(State { first, behind: lattice.arcs.len() as u32, end });
        }
        lattice.sorted = lattice.is_sorted();
        lattice
    }
}
