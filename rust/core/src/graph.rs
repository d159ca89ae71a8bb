//! Word graphs: what may have been said, where a chain says what was said.
//!
//! A graph runs from its start node to its end node over edges that carry one word each. Edges are numbered as they
//! are created and keep their numbers. Every node's edges are visited in that order, and where several paths cost
//! the same the order decides between them (see [`crate::align::network`]).

pub(crate) mod order;

use std::ops::Range;

use crate::error::{ErrorKind, Result};
use order::Order;

/// What a word asks of its recognizer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The word itself.
    #[default]
    Plain = 0,
    /// The word or nothing: it may be missing without being an error.
    Optional = 1,
    /// No word at all: an alternative that is silent, or an epsilon arc.
    Null = 2,
}

/// A word on an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Word {
    /// Its id; of no meaning in a null word.
    pub id: u32,
    /// What it asks.
    pub kind: Kind,
}

impl Word {
    /// No word.
    pub const NULL: Self = Self { id: 0, kind: Kind::Null };

    /// A word that has to be there.
    pub const fn plain(id: u32) -> Self {
        Self { id, kind: Kind::Plain }
    }

    /// A word that may be missing.
    pub const fn optional(id: u32) -> Self {
        Self { id, kind: Kind::Optional }
    }

    /// The id, unless this is a null word.
    pub fn label(self) -> Option<u32> {
        (self.kind != Kind::Null).then_some(self.id)
    }
}

/// A word between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The node it leaves.
    pub from: u32,
    /// The node it enters.
    pub to: u32,
    /// What it says.
    pub word: Word,
}

/// A piece of a text with alternatives, as in `the { cat / { big / fat } dog / } sat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// The next word.
    Word(Word),
    /// Alternatives begin.
    Open,
    /// The next alternative begins.
    Or,
    /// Alternatives end.
    Close,
}

/// A word graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// By number; `None` where an edge was replaced, so that the numbers of all others stand.
    edges: Vec<Option<Edge>>,
    nodes: u32,
    start: u32,
    end: u32,
}

impl Default for Graph {
    fn default() -> Self {
        Self { edges: Vec::new(), nodes: 1, start: 0, end: 0 }
    }
}

impl Graph {
    /// A graph that says nothing: one node, its start and its end.
    pub fn new() -> Self {
        Self::default()
    }

    /// A sequence of plain words.
    pub fn chain(words: &[u32]) -> Self {
        let mut graph = Self::new();
        for &id in words {
            graph.push(Word::plain(id));
        }
        graph
    }

    /// A text with alternatives, nested or not.
    ///
    /// An alternative without a word vanishes, and with the last of them so do the alternatives; [`Word::NULL`] is
    /// the alternative that says nothing.
    pub fn from_tokens(tokens: &[Token]) -> Result<Self> {
        let mut builder = Builder::default();
        for (token, &next) in tokens.iter().enumerate() {
            builder.add(next).ok_or(ErrorKind::UnbalancedAlternatives { token })?;
        }
        builder.finish().ok_or_else(|| ErrorKind::UnbalancedAlternatives { token: tokens.len() }.into())
    }

    /// A graph from its edges, which must all lie on paths from `start` to `end` and form no cycle.
    ///
    /// Nodes are numbers below `nodes`; where some of them have no edge the others are numbered anew.
    pub fn from_edges(nodes: u32, start: u32, end: u32, edges: Vec<Edge>) -> Result<Self> {
        if let Some(edge) = edges.iter().position(|edge| edge.from.max(edge.to) >= nodes) {
            return Err(ErrorKind::DanglingEdge { edge }.into());
        }
        if start.max(end) >= nodes {
            return Err(ErrorKind::NoPath.into());
        }
        let mut graph = Self { edges: edges.into_iter().map(Some).collect(), nodes, start, end };
        graph.drop_idle_nodes();
        graph.check()?;
        Ok(graph)
    }

    /// Refuses a graph that has a cycle, no path, or an edge outside of every path from start to end.
    pub fn check(&self) -> Result<()> {
        Order::of(self).map(|_| ())
    }

    /// Adds a node without edges.
    pub fn add_node(&mut self) -> u32 {
        self.nodes += 1;
        self.nodes - 1
    }

    /// Adds an edge and tells its number. What it joins is checked when the graph is used, or by [`Graph::check`].
    pub fn add_edge(&mut self, edge: Edge) -> u32 {
        self.edges.push(Some(edge));
        (self.edges.len() - 1) as u32
    }

    /// Adds a word behind the end.
    pub fn push(&mut self, word: Word) -> u32 {
        let (from, to) = (self.end, self.add_node());
        self.end = to;
        self.add_edge(Edge { from, to, word })
    }

    /// Puts words in the place of an edge and tells the numbers of the new edges, which come last in the order of
    /// the nodes at both ends. No word at all leaves a null word.
    pub fn replace(&mut self, edge: u32, words: &[Word]) -> Result<Range<u32>> {
        let old = self.edges.get_mut(edge as usize).and_then(Option::take);
        let old = old.ok_or(ErrorKind::DanglingEdge { edge: edge as usize })?;
        let words = if words.is_empty() { &[Word::NULL] } else { words };
        let first = self.edges.len() as u32;
        let mut from = old.from;
        for (index, &word) in words.iter().enumerate() {
            let to = if index + 1 == words.len() { old.to } else { self.add_node() };
            self.add_edge(Edge { from, to, word });
            from = to;
        }
        Ok(first..self.edges.len() as u32)
    }

    /// How many edge numbers there are, those of replaced edges included.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The node where all paths start.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The node where all paths end.
    pub fn end(&self) -> u32 {
        self.end
    }

    /// The edge of that number, unless it was replaced.
    pub fn edge(&self, edge: u32) -> Option<Edge> {
        self.edges.get(edge as usize).copied().flatten()
    }

    /// The edges there are, by number.
    pub fn edges(&self) -> impl Iterator<Item = (u32, Edge)> + Clone + '_ {
        (0..).zip(&self.edges).filter_map(|(number, edge)| edge.map(|edge| (number, edge)))
    }

    /// The word of each edge number: `None` for null words and replaced edges.
    pub fn labels(&self) -> Vec<Option<u32>> {
        self.edges.iter().map(|edge| edge.and_then(|edge| edge.word.label())).collect()
    }

    /// Nodes without edges would cost memory, and a number misread from a file could name billions of them.
    fn drop_idle_nodes(&mut self) {
        if self.nodes as usize <= self.edges.len() + 1 {
            return;
        }
        let ends = self.edges.iter().flatten().flat_map(|edge| [edge.from, edge.to]);
        let mut used: Vec<u32> = ends.chain([self.start, self.end]).collect();
        used.sort_unstable();
        used.dedup();
        let rank = |node: &mut u32| *node = used.partition_point(|&other| other < *node) as u32;
        for edge in self.edges.iter_mut().flatten() {
            rank(&mut edge.from);
            rank(&mut edge.to);
        }
        rank(&mut self.start);
        rank(&mut self.end);
        self.nodes = used.len() as u32;
    }
}

/// Builds a graph from tokens in one pass.
///
/// Only the token after an alternative's last word tells that it was the last, so that word first gets a node of its
/// own. The node is then noted to be the one where the alternatives meet; that one was made before it, which lets
/// `finish` resolve all notes in one sweep.
#[derive(Default)]
struct Builder {
    graph: Graph,
    open: Vec<Alternatives>,
    same: Vec<(u32, u32)>,
}

struct Alternatives {
    from: u32,
    to: u32,
    spoken: bool,
}

impl Builder {
    /// Takes the next token; `None` if nothing is open that it could continue or close.
    fn add(&mut self, token: Token) -> Option<()> {
        match token {
            Token::Word(word) => {
                self.graph.push(word);
            }
            Token::Open => {
                let to = self.graph.add_node();
                self.open.push(Alternatives { from: self.graph.end, to, spoken: false });
            }
            Token::Or => self.end_alternative()?,
            Token::Close => {
                self.end_alternative()?;
                let closed = self.open.pop()?;
                self.graph.end = if closed.spoken { closed.to } else { closed.from };
            }
        }
        Some(())
    }

    fn end_alternative(&mut self) -> Option<()> {
        let open = self.open.last_mut()?;
        if self.graph.end != open.from {
            self.same.push((self.graph.end, open.to));
            open.spoken = true;
        }
        self.graph.end = open.from;
        Some(())
    }

    fn finish(mut self) -> Option<Graph> {
        if !self.open.is_empty() {
            return None;
        }
        let mut meets: Vec<u32> = (0..self.graph.nodes).collect();
        self.same.sort_unstable();
        for (node, earlier) in self.same {
            meets[node as usize] = meets[earlier as usize];
        }
        for edge in self.graph.edges.iter_mut().flatten() {
            edge.to = meets[edge.to as usize];
        }
        Some(self.graph)
    }
}
