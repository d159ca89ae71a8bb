//! The oracle path of a lattice by weighted edit distance from a reference: by any costs of words or of what words are
//! spelled with.
//!
//! Each arc is written out as the tokens of its word, and the graph they form is aligned with the reference by
//! [`crate::align::network`]: time grows with tokens times the length of the reference. [`super::oracle`] finds what
//! Kaldi's program tells of whole words, ties included; here any token may cost anything.

use std::collections::HashMap;

use super::nearest_by_policy::{self, Judge, Judged};
use super::token_costs::Prices;
use super::{Lattice, StateId};
use crate::align::network::{self, costs};
use crate::align::weighted::check_overflow;
use crate::error::{ErrorKind, Result};
use crate::graph::{Edge, Graph, Word};
use crate::policy::Policy;
use crate::stop_request::StopRequest;
use crate::text::{Sequences, Texts, Unit};
use crate::vocab::Vocabulary;
use crate::weights::{Weigher, Weights};

/// A path and what it costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nearest {
    /// Its words.
    pub words: Vec<i32>,
    /// Its arcs, as places among all arcs.
    pub arcs: Vec<usize>,
    /// The cost in billionths.
    pub amount: i64,
    /// Whether no path costs less; true where the alignment is free.
    pub exact: bool,
}

/// How the words of a lattice are spelled.
#[derive(Clone, Debug, Default)]
pub struct Spelling {
    /// The tokens of each word; a word that is not here, such as 0, has none.
    pub tokens: HashMap<i32, Vec<u32>>,
    /// What stands between two words.
    pub blank: Option<u32>,
}

/// The nearest path, from texts: the reference, and how each of these words is spelled; with `blank`, what stands
/// between two words comes last. A judge says which alignment of a path counts, else any may. Nothing where no path
/// ends.
pub fn nearest_text(
    lattice: &Lattice,
    words: &[i32],
    texts: &Texts,
    blank: bool,
    weights: Option<&Weights>,
    judge: Option<Judge>,
    stop: &StopRequest,
) -> Result<Option<Nearest>> {
    let expected = 1 + words.len() + usize::from(blank);
    if texts.len() != expected {
        let (what, left, right) = ("words and their spellings", expected, texts.len());
        return Err(ErrorKind::LengthMismatch { what, left, right }.into());
    }
    let (mut vocabulary, mut sequences) = (Vocabulary::default(), Sequences::default());
    texts.intern_words(Unit::Words, &mut vocabulary, &mut sequences);
    let mut weigher = weights.map(Weigher::new);
    if let Some(weigher) = &mut weigher {
        weigher.learn_list(&mut vocabulary, &mut sequences)?;
    }
    let spelled = words.iter().enumerate().map(|(place, &word)| (word, sequences.get(place + 1).to_vec()));
    let blank = if blank { sequences.get(expected - 1).first().copied() } else { None };
    let spelling = Spelling { tokens: spelled.collect(), blank };
    let prices = weigher.as_ref().map_or(Prices::Errors, |weigher| Prices::weighed(weigher, &sequences));
    nearest(lattice, &spelling, sequences.get(0), &prices, judge, stop)
}

/// The path nearest by any alignment, or by the one that a judge says; nothing where no path ends.
pub fn nearest(
    lattice: &Lattice,
    spelling: &Spelling,
    reference: &[u32],
    prices: &Prices<'_, '_>,
    judge: Option<Judge>,
    stop: &StopRequest,
) -> Result<Option<Nearest>> {
    let Some(spelled) = Spelled::of(lattice, spelling)? else { return Ok(None) };
    let (insertion, deletion) = prices.alone();
    check_overflow(reference.len() + spelled.graph.len(), insertion.max(deletion))?;
    let rows = Graph::chain(reference);
    let (left, right) = (rows.labels(), spelled.graph.labels());
    let costs = costs::ItemCosts {
        deletions: vec![deletion.0; reference.len()],
        insertions: right.iter().map(|label| if label.is_some() { insertion.0 } else { 0 }).collect(),
        equal: |row: usize, column: usize| left[row] == right[column],
        pairing: |row: usize, column: usize, equal| match (left[row], right[column]) {
            (Some(_), Some(_)) if equal => Some(0),
            (Some(word), Some(other)) => Some(prices.substitution(word, other)),
            _ => None, // an arc without a word is free, and pairs with nothing
        },
    };
    let path = network::align(&rows, &spelled.graph, &costs, Policy::SUBFIRST.ties, stop)?;
    let edges = path.items.iter().filter_map(|item| item.hypothesis).collect();
    let found = match judge {
        None => Judged { edges, amount: path.amount, exact: true },
        Some(judge) => nearest_by_policy::least(&spelled.graph, reference, prices, judge, edges, stop)?,
    };
    let arcs: Vec<usize> = found.edges.iter().filter_map(|&edge| spelled.arcs[edge as usize]).collect();
    let words = arcs.iter().map(|&arc| lattice.all_arcs()[arc].word).filter(|&word| word != 0).collect();
    Ok(Some(Nearest { words, arcs, amount: found.amount, exact: found.exact }))
}

/// A lattice written out: a graph, and by its edges the arcs that begin with them.
struct Spelled {
    graph: Graph,
    arcs: Vec<Option<usize>>,
}

impl Spelled {
    /// Nothing where no path ends. A node is a state, once for paths that have said nothing yet and once for others,
    /// whose next word comes behind a blank.
    fn of(lattice: &Lattice, spelling: &Spelling) -> Result<Option<Self>> {
        lattice.topological_order()?;
        let Some(start) = lattice.start() else { return Ok(None) };
        let states = lattice.states().len() as u32;
        let end = 2 * states;
        let mut writer =
            Writer { edges: Vec::new(), arcs: Vec::new(), nodes: end + 1, joints: vec![Vec::new(); end as usize] };
        let mut open = vec![start];
        let mut seen = vec![false; end as usize];
        seen[start as usize] = true;
        while let Some(node) = open.pop() {
            let (state, said) = (node % states, node >= states);
            if lattice.end(state).is_some() {
                writer.write(node, end, &[], None);
            }
            for place in lattice.states()[state as usize].range() {
                let next = writer.arc(lattice, spelling, (node, said, states), place);
                if !std::mem::replace(&mut seen[next as usize], true) {
                    open.push(next);
                }
            }
        }
        writer.finish(start, end)
    }
}

struct Writer {
    edges: Vec<Edge>,
    arcs: Vec<Option<usize>>,
    nodes: u32,
    /// By node: the nodes that lead to it.
    joints: Vec<Vec<StateId>>,
}

impl Writer {
    /// Writes an arc from a node, and tells the node it leads to.
    fn arc(
        &mut self,
        lattice: &Lattice,
        spelling: &Spelling,
        (node, said, states): (u32, bool, u32),
        place: usize,
    ) -> u32 {
        let arc = &lattice.all_arcs()[place];
        let tokens = spelling.tokens.get(&arc.word).map_or(&[][..], Vec::as_slice);
        let next = arc.next + if said || !tokens.is_empty() { states } else { 0 };
        let blank = spelling.blank.filter(|_| said && !tokens.is_empty());
        let written: Vec<u32> = blank.into_iter().chain(tokens.iter().copied()).collect();
        self.write(node, next, &written, Some(place));
        self.joints[next as usize].push(node);
        next
    }

    fn write(&mut self, from: u32, to: u32, tokens: &[u32], arc: Option<usize>) {
        let mut from = from;
        for place in 0..tokens.len().max(1) {
            let next = if place + 1 < tokens.len() { self.nodes } else { to };
            self.nodes += u32::from(place + 1 < tokens.len());
            let word = tokens.get(place).map_or(Word::NULL, |&token| Word::plain(token));
            self.edges.push(Edge { from, to: next, word });
            self.arcs.push(arc.filter(|_| place == 0));
            from = next;
        }
    }

    fn finish(self, start: u32, end: u32) -> Result<Option<Spelled>> {
        let useful = self.useful(end);
        if !useful[start as usize] {
            return Ok(None);
        }
        let kept = |edge: &Edge| useful[edge.to as usize];
        let (edges, arcs) = self.edges.iter().zip(&self.arcs).filter(|(edge, _)| kept(edge)).unzip();
        Ok(Some(Spelled { graph: Graph::from_edges(self.nodes, start, end, edges)?, arcs }))
    }

    /// Which nodes lead to the end. An arc's edges are written in their order, so that from the last one back each
    /// node between tokens is settled by the edge that leaves it.
    fn useful(&self, end: u32) -> Vec<bool> {
        let mut useful = vec![false; self.nodes as usize];
        useful[end as usize] = true;
        let mut open: Vec<u32> = self.edges.iter().filter(|edge| edge.to == end).map(|edge| edge.from).collect();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut useful[node as usize], true) {
                open.extend(&self.joints[node as usize]);
            }
        }
        for edge in self.edges.iter().rev() {
            useful[edge.from as usize] |= edge.from > end && useful[edge.to as usize];
        }
        useful
    }
}
