//! Random graphs, costs and tie orders.

use mondegreen_core::align::{CellCosts, network};
use mondegreen_core::graph::{Edge, Graph, Kind, Token, Word};
use mondegreen_core::policy::{Step, Ties};
use proptest::collection::vec;
use proptest::prelude::*;

pub fn word() -> impl Strategy<Value = Word> {
    let kind = prop_oneof![6 => Just(Kind::Plain), 1 => Just(Kind::Optional), 1 => Just(Kind::Null)];
    (0..4u32, kind).prop_map(|(id, kind)| if kind == Kind::Null { Word::NULL } else { Word { id, kind } })
}

/// A text with nested alternatives.
pub fn text() -> impl Strategy<Value = Graph> {
    let leaf = word().prop_map(|word| vec![Token::Word(word)]);
    let piece = leaf.prop_recursive(3, 12, 3, |inner| {
        vec(vec(inner, 0..3), 1..4).prop_map(|alternatives| {
            let mut tokens = vec![Token::Open];
            for (index, alternative) in alternatives.into_iter().enumerate() {
                tokens.extend((index > 0).then_some(Token::Or));
                tokens.extend(alternative.concat());
            }
            tokens.push(Token::Close);
            tokens
        })
    });
    vec(piece, 0..5).prop_map(|pieces| Graph::from_tokens(&pieces.concat()).unwrap())
}

/// Any graph of a few nodes, numbered in any order, its edges created in any order.
pub fn graph() -> impl Strategy<Value = Graph> {
    let numbers = Just((0..6u32).collect::<Vec<_>>()).prop_shuffle();
    (2..6usize, vec((0..6usize, 0..6usize, word()), 0..10), word(), numbers).prop_map(
        |(nodes, arcs, through, numbers)| {
            let mut arcs: Vec<_> = arcs
                .into_iter()
                .map(|(a, b, word)| (a.min(b) % nodes, a.max(b) % nodes, word))
                .filter(|(from, to, _)| from < to)
                .collect();
            prune(&mut arcs, nodes - 1);
            if arcs.is_empty() {
                arcs.push((0, nodes - 1, through));
            }
            let edge = |(from, to, word): (usize, usize, Word)| Edge { from: numbers[from], to: numbers[to], word };
            let edges = arcs.into_iter().map(edge).collect();
            Graph::from_edges(6, numbers[0], numbers[nodes - 1], edges).unwrap()
        },
    )
}

/// A graph that is long: pieces of texts and of other graphs behind each other, and edges that skip any number of them.
pub fn long_graph(most: usize) -> impl Strategy<Value = Graph> {
    let skips = vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), word()), 0..4);
    (vec(prop_oneof![4 => text(), 1 => graph()], 0..most), skips, any::<bool>()).prop_map(|(pieces, skips, early)| {
        let mut nodes = 0;
        let mut edges = Vec::new();
        let mut joints = vec![0];
        for piece in pieces {
            let mut places = vec![None; piece.nodes() as usize];
            places[piece.start() as usize] = joints.last().copied();
            let mut place = |node: u32| {
                *places[node as usize].get_or_insert_with(|| {
                    nodes += 1;
                    nodes
                })
            };
            for (_, edge) in piece.edges() {
                edges.push(Edge { from: place(edge.from), to: place(edge.to), word: edge.word });
            }
            joints.push(place(piece.end()));
        }
        joints.dedup();
        let skip = |(one, other, word): (prop::sample::Index, prop::sample::Index, Word)| {
            let (from, to) = (one.index(joints.len()), other.index(joints.len()));
            (from != to).then(|| Edge { from: joints[from.min(to)], to: joints[from.max(to)], word })
        };
        let skips: Vec<_> = skips.into_iter().filter_map(skip).collect();
        let edges = if early { [skips, edges].concat() } else { [edges, skips].concat() };
        Graph::from_edges(nodes + 1, 0, *joints.last().unwrap(), edges).unwrap()
    })
}

/// Drops arcs that lead nowhere or come from nowhere until none is left.
fn prune(arcs: &mut Vec<(usize, usize, Word)>, end: usize) {
    loop {
        let known = arcs.clone();
        arcs.retain(|&(from, to, _)| {
            (from == 0 || known.iter().any(|other| other.1 == from))
                && (to == end || known.iter().any(|other| other.0 == to))
        });
        if arcs.len() == known.len() {
            return;
        }
    }
}

pub fn pair() -> impl Strategy<Value = (Graph, Graph)> {
    prop_oneof![(text(), text()), (graph(), graph()), (text(), graph()), (graph(), text())]
}

pub fn ties() -> impl Strategy<Value = Ties> {
    Just(Step::ALL.to_vec()).prop_shuffle().prop_map(|steps| Ties::new(steps.try_into().unwrap()).unwrap())
}

/// Thousandths, so that sums are rounded and nearly equal ones abound.
fn thousandths() -> impl Strategy<Value = f32> {
    prop::sample::select(vec![0.001f32, 0.1, 0.2, 0.3, 0.301, 1.0, 1.1, 2.0, 3.0])
}

/// Costs without any rule behind them, some pairs forbidden.
#[derive(Clone, Debug)]
pub struct Lawless {
    deletions: Vec<f32>,
    insertions: Vec<f32>,
    pairs: Vec<Vec<(Option<f32>, bool)>>,
}

pub fn costs(rows: usize, columns: usize) -> impl Strategy<Value = Lawless> {
    let pairs = vec(vec((prop::option::weighted(0.8, thousandths()), any::<bool>()), columns), rows);
    (vec(thousandths(), rows), vec(thousandths(), columns), pairs).prop_map(|(deletions, insertions, pairs)| Lawless {
        deletions,
        insertions,
        pairs,
    })
}

impl CellCosts for Lawless {
    type Amount = f32;
    fn rows(&self) -> usize {
        self.deletions.len()
    }
    fn columns(&self) -> usize {
        self.insertions.len()
    }
    fn deletion(&self, row: usize) -> f32 {
        self.deletions[row]
    }
    fn insertion(&self, column: usize) -> f32 {
        self.insertions[column]
    }
    fn pairing(&self, row: usize, column: usize) -> Option<f32> {
        self.pairs[row][column].0
    }
    fn equal(&self, row: usize, column: usize) -> bool {
        self.pairs[row][column].1
    }
}

/// Follows a path and adds its steps up: it must go from start to end in both graphs.
pub fn walk<C: CellCosts<Amount = f32>>(
    path: &network::Path<f32>,
    reference: &Graph,
    hypothesis: &Graph,
    costs: &C,
) -> f32 {
    let (mut row, mut column, mut amount) = (reference.start(), hypothesis.start(), 0.0);
    for item in &path.items {
        let follow = |graph: &Graph, node: &mut u32, edge: Option<u32>| {
            if let Some(edge) = edge.and_then(|edge| graph.edge(edge)) {
                assert_eq!(edge.from, *node);
                *node = edge.to;
            }
        };
        follow(reference, &mut row, item.reference);
        follow(hypothesis, &mut column, item.hypothesis);
        amount += match (item.reference, item.hypothesis) {
            (Some(word), None) => costs.deletion(word as usize),
            (None, Some(word)) => costs.insertion(word as usize),
            (Some(word), Some(other)) => costs.pairing(word as usize, other as usize).unwrap(),
            (None, None) => unreachable!(),
        };
    }
    assert_eq!((row, column), (reference.end(), hypothesis.end()));
    amount
}
