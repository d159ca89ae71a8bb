//! Word graphs from any edges and any tokens: refused, or aligned as the literal definition aligns them.

#[path = "../../../rust/core/tests/network/literal.rs"]
mod literal;

use mondegreen_core::align::network::{self, Path, costs};
use mondegreen_core::align::{CellCosts, naive, uniform::UniformCosts};
use mondegreen_core::graph::{Edge, Graph, Kind, Token, Word};
use mondegreen_core::policy::{Costs, Step, Ties};
use mondegreen_core::stop_request::StopRequest;

use super::input::Input;

/// Pairs of ways through both graphs of which the cheapest is sought one by one.
const FEW: usize = 60;
/// Edges of the largest graphs that the literal definition aligns.
const SMALL: usize = 24;

/// Two graphs from lists of edges between nodes of any number.
pub fn network(data: &[u8]) {
    let mut input = Input(data);
    let (ties, prices) = (input.ties(), input.costs());
    let mut graph = || {
        // Numbers far apart are what a damaged file holds.
        let stride = if input.flag() { 0x0123_4567 } else { 1 };
        let nodes = u32::from(input.byte() % 32);
        let (start, end) = (u32::from(input.byte() % 32) * stride, u32::from(input.byte() % 32) * stride);
        let edges = (0..input.below(64)).map(|_| {
            let [from, to] = [input.byte(), input.byte()].map(|node| u32::from(node % 32) * stride);
            Edge { from, to, word: word(input.byte()) }
        });
        let edges = edges.collect();
        Graph::from_edges(nodes.saturating_mul(stride), start, end, edges)
    };
    match (graph(), graph()) {
        (Ok(left), Ok(right)) => align(&left, &right, ties, prices.ok()),
        (Ok(one), _) | (_, Ok(one)) => align(&one, &one, ties, prices.ok()),
        _ => {}
    }
}

/// Two graphs from texts with alternatives, some of whose edges are then replaced or added.
pub fn alternatives(data: &[u8]) {
    let mut input = Input(data);
    let (ties, prices) = (input.ties(), input.costs());
    let length = input.below(256);
    let left = text(input.take(length), &mut Input(&[]));
    let length = input.below(256);
    let right = text(input.take(length), &mut input);
    if let (Some(left), Some(right)) = (left, right) {
        align(&left, &right, ties, prices.ok());
    }
}

fn word(byte: u8) -> Word {
    match byte >> 4 {
        0 => Word::NULL,
        1 | 2 => Word::optional(u32::from(byte & 7)),
        _ => Word::plain(u32::from(byte & 7)),
    }
}

/// A graph, or nothing if it is refused, which is right for brackets that do not match and edges that lead astray.
fn text(bytes: &[u8], edits: &mut Input) -> Option<Graph> {
    let token = |byte: &u8| match byte % 8 {
        0 => Token::Open,
        1 => Token::Or,
        2 => Token::Close,
        _ => Token::Word(word(byte.rotate_left(5))),
    };
    let tokens: Vec<_> = bytes.iter().map(token).collect();
    let Ok(mut graph) = Graph::from_tokens(&tokens) else {
        assert!(!balanced(&tokens));
        return None;
    };
    assert!(balanced(&tokens));
    graph.check().unwrap();
    while !edits.is_empty() {
        let (edge, first) = (u32::from(edits.byte()), word(edits.byte()));
        let there = graph.edge(edge).is_some();
        match edits.below(4) {
            0 => drop(graph.add_edge(Edge { from: edge, to: u32::from(edits.byte()), word: first })),
            1 => drop(graph.push(first)),
            length => {
                assert_eq!(graph.replace(edge, &[first, Word::NULL, first][..length - 2]).is_ok(), there);
            }
        }
    }
    graph.check().is_ok().then_some(graph)
}

fn balanced(tokens: &[Token]) -> bool {
    let mut open = 0;
    for token in tokens {
        match token {
            Token::Open => open += 1,
            Token::Or | Token::Close if open == 0 => return false,
            Token::Close => open -= 1,
            Token::Or | Token::Word(_) => {}
        }
    }
    open == 0
}

fn align(left: &Graph, right: &Graph, ties: Ties, prices: Option<Costs>) {
    let same = |a: u32, b: u32| a == b;
    check(left, right, &costs::sclite(left, right, same), ties);
    let prices = prices.unwrap_or(Costs::UNIT);
    check(left, right, &costs::policy(left, right, prices, same).unwrap(), ties);
    let weights = |graph: &Graph| (0..graph.len()).map(|edge| (edge % 7) as f64 / 10.0).collect::<Vec<_>>();
    let (heavy, weighty) = (weights(left), weights(right));
    check(left, right, &costs::sclite_weighted((left, &heavy), (right, &weighty), same).unwrap(), ties);
    chains(left, right, ties, prices);
}

/// Path and cost are those of the definition, and of few ways none is cheaper.
fn check<C: CellCosts>(left: &Graph, right: &Graph, costs: &C, ties: Ties) {
    let path = network::align(left, right, costs, ties, &StopRequest::default()).unwrap();
    walk(&path, left, right, costs);
    for item in path.counted(left, right) {
        assert!(item.reference.is_some() || item.hypothesis.is_some());
    }
    if left.len().max(right.len()) > SMALL {
        return;
    }
    assert_eq!(path, literal::align(left, right, costs, ties));
    if literal::ways(left).len() * literal::ways(right).len() <= FEW {
        let least = literal::distance(left, right, costs, ties);
        // Sums of f32 depend on their order, so sclite's choice may be dearer by a rounding.
        assert!(difference(path.amount, least) < 1e-4, "{path:?} {least:?}");
    }
}

/// How far apart two amounts are, as a share of one.
fn difference<A: std::fmt::Debug>(one: A, other: A) -> f64 {
    let [one, other]: [f64; 2] = [one, other].map(|amount| format!("{amount:?}").parse().unwrap());
    (one - other).abs() / one.max(1.0)
}

/// Follows a path: it must go from start to end in both graphs, and pair only what may be paired.
fn walk<C: CellCosts>(path: &Path<C::Amount>, left: &Graph, right: &Graph, costs: &C) {
    let (mut row, mut column) = (left.start(), right.start());
    for item in &path.items {
        for (graph, node, edge) in [(left, &mut row, item.reference), (right, &mut column, item.hypothesis)] {
            if let Some(edge) = edge.map(|edge| graph.edge(edge).unwrap()) {
                assert_eq!(edge.from, *node);
                *node = edge.to;
            }
        }
        match (item.step, item.reference, item.hypothesis) {
            (Step::Insertion, None, Some(_)) | (Step::Deletion, Some(_), None) => {}
            (Step::Match | Step::Substitution, Some(edge), Some(other)) => {
                let pair = (edge as usize, other as usize);
                assert!(costs.pairing(pair.0, pair.1).is_some());
                assert_eq!(costs.equal(pair.0, pair.1), item.step == Step::Match);
            }
            _ => unreachable!("{item:?}"),
        }
    }
    assert_eq!((row, column), (left.end(), right.end()));
}

/// Chains of the same words as sequences.
fn chains(left: &Graph, right: &Graph, ties: Ties, costs: Costs) {
    let words = |graph: &Graph| {
        let plain = graph.edges().filter(|(_, edge)| edge.word.kind == Kind::Plain);
        plain.map(|(_, edge)| edge.word.id).collect::<Vec<_>>()
    };
    let (spoken, heard) = (words(left), words(right));
    let (left, right) = (Graph::chain(&spoken), Graph::chain(&heard));
    let network = costs::policy(&left, &right, costs, |a, b| a == b).unwrap();
    let path = network::align(&left, &right, &network, ties, &StopRequest::default()).unwrap();
    let steps = path.items.iter().map(|item| item.step).collect();
    let linear = UniformCosts { reference: &spoken, hypothesis: &heard, costs };
    assert_eq!((path.amount, steps), naive::align(&linear, ties));
}
