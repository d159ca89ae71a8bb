//! Boundaries of words found by the way (`-S`): one side is cut into characters, and every chain of characters that
//! spells a word of a lexicon becomes a word beside them.

use std::collections::VecDeque;

use super::options::{Characters, Segmented};
use super::scored_system::{Detail, TAG};
use super::side::{Reader, Side};
use crate::error::Result;
use crate::graph::{Edge, Graph, Kind};

/// A chain of edges and the word that it spells.
#[derive(Clone, Debug)]
struct Chain {
    text: Vec<u8>,
    /// Whether it is `@` so far, to which joining adds nothing.
    null: bool,
    optional: bool,
    fragment: bool,
    detail: Option<Detail>,
}

/// What is needed to add words to a graph.
struct Joining<'a, 'b> {
    side: &'a mut Side,
    reader: &'a mut Reader<'b>,
    how: &'a Segmented,
}

/// Cuts a side into characters and adds the words of the lexicon.
pub fn segment(side: &mut Side, how: &Segmented, reader: &mut Reader<'_>) -> Result<()> {
    let mut graph = side.graph(reader.classes).clone();
    let cut = Characters { whole_ascii: !how.ascii_too, without_hyphens: false };
    side.cut(&mut graph, cut, reader)?;
    side.simple = false;
    let mut joining = Joining { side, reader, how };
    for (number, edge) in breadth_first(&graph) {
        let chain = joining.chain(edge.word.id);
        joining.connect(&mut graph, edge.from, number, &chain, 1);
    }
    joining.side.graph = Some(graph);
    Ok(())
}

impl Joining<'_, '_> {
    /// Adds the words that begin with a chain of so many edges, the last of which is given.
    fn connect(&mut self, graph: &mut Graph, from: u32, last: u32, chain: &Chain, length: usize) {
        if length >= self.how.longest {
            return;
        }
        let Some(node) = graph.edge(last).map(|edge| edge.to) else { return };
        // Edges that are added while this runs leave nodes that were passed, but for alternatives of several lengths.
        let mut place = 0;
        loop {
            let next = graph.edges().filter(|(_, edge)| edge.from == node).nth(place);
            let Some((number, edge)) = next else { return };
            place += 1;
            let longer = chain.joined(&self.chain(edge.word.id));
            let spelled = if longer.null { b"@".as_slice() } else { &longer.text };
            if self.how.has(spelled, self.reader.manner.coding) {
                let class = self.reader.classes.joined(spelled, longer.optional, longer.fragment, self.reader.words);
                let word = self.side.unit(class, longer.detail, self.reader.classes);
                graph.add_edge(Edge { from, to: edge.to, word });
            }
            self.connect(graph, from, number, &longer, length + 1);
        }
    }

    fn chain(&self, unit: u32) -> Chain {
        let class = self.side.units[unit as usize];
        let known = self.reader.classes.classes[class as usize];
        let value = self.reader.words.word(known.word).split(|&byte| byte == TAG).next().unwrap_or_default();
        let optional = known.kind == Kind::Optional;
        let text = if optional { self.reader.classes.text(class).to_vec() } else { value.to_vec() };
        let detail = self.side.details.get(unit as usize).copied();
        Chain { text, null: known.kind == Kind::Null, optional, fragment: known.fragment, detail }
    }
}

impl Chain {
    fn joined(&self, next: &Self) -> Self {
        let optional = self.optional && next.optional;
        let parts: [&[u8]; 2] = match (optional, self.null, next.null) {
            (false, true, _) => [b"", &next.text],
            (false, false, true) => [&self.text, b""],
            _ => [&self.text, &next.text],
        };
        let detail = self.detail.zip(next.detail).map(|(first, last)| Detail {
            times: [first.times[0], last.times[1]],
            confidence: f64::midpoint(first.confidence, last.confidence),
            weight: first.weight + last.weight,
        });
        Self {
            text: parts.concat(),
            null: !optional && self.null && next.null,
            optional,
            fragment: self.fragment && next.fragment,
            detail,
        }
    }
}

/// The edges in the order in which a search in breadth from the start comes to them.
fn breadth_first(graph: &Graph) -> Vec<(u32, Edge)> {
    let mut leaving: Vec<Vec<(u32, Edge)>> = vec![Vec::new(); graph.nodes() as usize];
    for (number, edge) in graph.edges() {
        leaving[edge.from as usize].push((number, edge));
    }
    let mut seen = vec![false; leaving.len()];
    seen[graph.start() as usize] = true;
    let (mut fringe, mut found) = (VecDeque::from([graph.start()]), Vec::new());
    while let Some(node) = fringe.pop_front() {
        for &(number, edge) in &leaving[node as usize] {
            if !std::mem::replace(&mut seen[edge.to as usize], true) {
                fringe.push_back(edge.to);
            }
            found.push((number, edge));
        }
    }
    found
}
