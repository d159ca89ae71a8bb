//! A graph laid out for the table: nodes and edges in an order in which every edge comes after those before it.
//!
//! The order is Kahn's, with every node's edges in the order of their creation. Position 0 is an edge that is not in
//! the graph: it enters the start node, so that every other edge has one before it.

use std::collections::VecDeque;
use std::ops::Range;

use crate::error::{ErrorKind, Result};
use crate::graph::{Edge, Graph};

/// A graph without cycles and without edges that lead nowhere, ordered.
pub struct Order {
    /// The graph's number of the edge at each position.
    edges: Vec<u32>,
    /// The node each edge leaves and the one it enters, nodes being counted in order.
    sources: Vec<u32>,
    targets: Vec<u32>,
    leaving: Vec<Range<u32>>,
    entering: Lists,
    end: usize,
}

impl Order {
    /// Orders a graph, or tells what is wrong with it.
    pub fn of(graph: &Graph) -> Result<Self> {
        let nodes = graph.nodes();
        let strange = graph.edges().find(|(_, edge)| edge.from.max(edge.to) >= nodes);
        if let Some((edge, _)) = strange {
            return Err(ErrorKind::DanglingEdge { edge: edge as usize }.into());
        }
        if graph.start().max(graph.end()) >= nodes {
            return Err(ErrorKind::NoPath.into());
        }
        let leaving = Lists::group(nodes, graph.edges().map(|(number, edge)| (edge.from, number)));
        let entering = Lists::group(nodes, graph.edges().map(|(number, edge)| (edge.to, number)));
        check_reach(graph, &leaving, &entering)?;
        let ranks = rank(graph, &leaving, &entering)?;
        Ok(Self::lay_out(graph, &ranks, &leaving))
    }

    /// Nodes, ordered.
    pub fn nodes(&self) -> usize {
        self.leaving.len()
    }

    /// Positions, the one before the start included.
    pub fn positions(&self) -> usize {
        self.edges.len()
    }

    /// The graph's number of the edge at a position other than 0.
    pub fn edge(&self, position: usize) -> usize {
        self.edges[position] as usize
    }

    /// The node that the edge at a position other than 0 leaves.
    pub fn source(&self, position: usize) -> usize {
        self.sources[position] as usize
    }

    /// The node that the edge at a position enters.
    pub fn target(&self, position: usize) -> usize {
        self.targets[position] as usize
    }

    /// The positions and the graph's numbers of the edges that leave a node; over all nodes in order the positions
    /// are 1, 2, 3, ...
    pub fn leaving(&self, node: usize) -> (Range<usize>, &[u32]) {
        let span = self.leaving[node].start as usize..self.leaving[node].end as usize;
        (span.clone(), &self.edges[span])
    }

    /// The positions of the edges that enter a node, oldest edge first. Every node has one.
    pub fn entering(&self, node: usize) -> &[u32] {
        self.entering.get(node)
    }

    pub fn end(&self) -> usize {
        self.end
    }

    fn lay_out(graph: &Graph, ranks: &[(u32, u32)], leaving: &Lists) -> Self {
        let mut rank_of = vec![0; graph.nodes() as usize];
        for &(rank, node) in ranks {
            rank_of[node as usize] = rank;
        }
        let mut order = Self {
            edges: vec![0],
            sources: vec![0],
            targets: vec![0],
            leaving: Vec::with_capacity(ranks.len()),
            entering: Lists::default(),
            end: rank_of[graph.end() as usize] as usize,
        };
        let mut place = vec![0; graph.len()];
        for &(rank, node) in ranks {
            let first = order.edges.len() as u32;
            for &number in leaving.get(node as usize) {
                let Some(edge) = graph.edge(number) else { continue };
                place[number as usize] = order.edges.len() as u32;
                order.edges.push(number);
                order.sources.push(rank);
                order.targets.push(rank_of[edge.to as usize]);
            }
            order.leaving.push(first..order.edges.len() as u32);
        }
        // Oldest first, which their positions are not: hence once more by number.
        let by_number = graph.edges().map(|(number, edge)| (rank_of[edge.to as usize], place[number as usize]));
        order.entering = Lists::group(ranks.len() as u32, [(0, 0)].into_iter().chain(by_number));
        order
    }
}

/// Kahn's order from the start node: rank and node.
fn rank(graph: &Graph, leaving: &Lists, entering: &Lists) -> Result<Vec<(u32, u32)>> {
    let mut waiting: Vec<usize> = (0..graph.nodes() as usize).map(|node| entering.get(node).len()).collect();
    let mut queue = VecDeque::new();
    if waiting[graph.start() as usize] == 0 {
        queue.push_back(graph.start());
    }
    let mut ranks = Vec::new();
    while let Some(node) = queue.pop_front() {
        ranks.push((ranks.len() as u32, node));
        for Edge { to, .. } in leaving.edges(graph, node as usize) {
            waiting[to as usize] -= 1;
            if waiting[to as usize] == 0 {
                queue.push_back(to);
            }
        }
    }
    match (0..).zip(&waiting).find(|(_, left)| **left > 0) {
        Some((node, _)) => Err(ErrorKind::Cycle { node: on_cycle(graph, &waiting, entering, node) }.into()),
        None => Ok(ranks),
    }
}

/// A node on a cycle, found by going back among the nodes whose turn never came.
fn on_cycle(graph: &Graph, waiting: &[usize], entering: &Lists, mut node: u32) -> usize {
    let mut seen = vec![false; waiting.len()];
    while !seen[node as usize] {
        seen[node as usize] = true;
        let stuck = entering.edges(graph, node as usize).find(|edge| waiting[edge.from as usize] > 0);
        node = stuck.map_or(node, |edge| edge.from);
    }
    node as usize
}

/// Every edge must be reached from the start and must reach the end.
fn check_reach(graph: &Graph, leaving: &Lists, entering: &Lists) -> Result<()> {
    let reached = spread(graph.start(), graph.nodes(), |node| leaving.edges(graph, node).map(|edge| edge.to));
    let reaching = spread(graph.end(), graph.nodes(), |node| entering.edges(graph, node).map(|edge| edge.from));
    let lost = |edge: &Edge| !reached[edge.from as usize] || !reaching[edge.to as usize];
    if let Some((edge, _)) = graph.edges().find(|(_, edge)| lost(edge)) {
        return Err(ErrorKind::DanglingEdge { edge: edge as usize }.into());
    }
    if reached[graph.end() as usize] { Ok(()) } else { Err(ErrorKind::NoPath.into()) }
}

fn spread<I: Iterator<Item = u32>>(from: u32, nodes: u32, next: impl Fn(usize) -> I) -> Vec<bool> {
    let mut seen = vec![false; nodes as usize];
    let mut stack = vec![from];
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut seen[node as usize], true) {
            stack.extend(next(node as usize).filter(|&other| !seen[other as usize]));
        }
    }
    seen
}

/// Lists by node, one behind the other.
#[derive(Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups items by node and keeps their order.
    fn group(nodes: u32, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; nodes as usize + 2];
        for (node, _) in pairs.clone() {
            starts[node as usize + 2] += 1;
        }
        for index in 2..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut items = vec![0; starts[starts.len() - 1] as usize];
        for (node, item) in pairs {
            // Each start moves to its list's end, which is where the next list starts.
            let slot = &mut starts[node as usize + 1];
            items[*slot as usize] = item;
            *slot += 1;
        }
        Self { starts, items }
    }

    fn get(&self, node: usize) -> &[u32] {
        &self.items[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn edges<'a>(&'a self, graph: &'a Graph, node: usize) -> impl Iterator<Item = Edge> + 'a {
        self.get(node).iter().filter_map(|&number| graph.edge(number))
    }
}
