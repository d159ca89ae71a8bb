//! Costs between the edges of two graphs, and between sequences: what a word alone costs, listed by item, and what a
//! pair costs, computed when asked for.
//!
//! Whether two words are equal is for the caller to say (sclite's `-F` lets a fragment equal the whole word); most
//! pass `|a, b| a == b`.

use crate::align::CellCosts;
use crate::cost::Amount;
use crate::error::{ErrorKind, Result};
use crate::graph::{Graph, Kind, Word};
use crate::policy::Costs;

/// Costs of a pair of graphs by edge number, or of a pair of sequences by word.
pub struct ItemCosts<A, E, P> {
    /// What each reference item costs alone.
    pub deletions: Vec<A>,
    /// What each hypothesis item costs alone.
    pub insertions: Vec<A>,
    /// Whether two items are equal.
    pub equal: E,
    /// What two items cost together; the last argument is whether they are equal.
    pub pairing: P,
}

impl<A, E, P> CellCosts for ItemCosts<A, E, P>
where
    A: Amount,
    E: Fn(usize, usize) -> bool,
    P: Fn(usize, usize, bool) -> Option<A>,
{
    type Amount = A;

    fn rows(&self) -> usize {
        self.deletions.len()
    }

    fn columns(&self) -> usize {
        self.insertions.len()
    }

    fn deletion(&self, row: usize) -> A {
        self.deletions[row]
    }

    fn insertion(&self, column: usize) -> A {
        self.insertions[column]
    }

    fn pairing(&self, row: usize, column: usize) -> Option<A> {
        (self.pairing)(row, column, self.equal(row, column))
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        (self.equal)(row, column)
    }
}

/// A policy's costs. Null words are free and pair with nothing; an optional word is free where it is alone.
pub fn policy<E: Fn(u32, u32) -> bool>(
    reference: &Graph,
    hypothesis: &Graph,
    costs: Costs,
    equal: E,
) -> Result<impl CellCosts<Amount = i64>> {
    let largest = costs.substitution.0.max(costs.insertion.0).max(costs.deletion.0);
    let steps = (reference.len() + hypothesis.len()) as i64;
    largest.checked_mul(steps).ok_or(ErrorKind::CostOverflow)?;
    let alone = |graph: &Graph, cost: i64| by_edge(graph, |word| if word.kind == Kind::Plain { cost } else { 0 });
    let (left, right) = (reference.labels(), hypothesis.labels());
    let equal = equal_labels(left.clone(), right.clone(), equal);
    Ok(ItemCosts {
        deletions: alone(reference, costs.deletion.0),
        insertions: alone(hypothesis, costs.insertion.0),
        equal,
        pairing: move |row: usize, column: usize, equal| {
            let words = left[row].is_some() && right[column].is_some();
            words.then_some(if equal { 0 } else { costs.substitution.0 })
        },
    })
}

/// What sclite charges for a null word alone, whatever else it charges.
pub const SCLITE_NULL: f32 = 0.001;

/// sclite's own costs: 3 for a word alone, 2 for an optional one, 4 for a substitution; a null word is nearly free
/// alone and costs 1 against another.
pub fn sclite<E: Fn(u32, u32) -> bool>(
    reference: &Graph,
    hypothesis: &Graph,
    equal: E,
) -> impl CellCosts<Amount = f32> {
    let alone = |word: Word| match word.kind {
        Kind::Plain => 3.0,
        Kind::Optional => 2.0,
        Kind::Null => SCLITE_NULL,
    };
    let (left, right) = (reference.labels(), hypothesis.labels());
    let equal = equal_labels(left.clone(), right.clone(), equal);
    ItemCosts {
        deletions: by_edge(reference, alone),
        insertions: by_edge(hypothesis, alone),
        equal,
        pairing: move |row: usize, column: usize, equal| match (left[row], right[column]) {
            (None, None) => Some(1.0),
            _ if equal => Some(0.0),
            _ => Some(4.0),
        },
    }
}

/// sclite's costs under `-w`: a word alone costs its weight, a substitution both weights. Weights go by edge number,
/// may be below 0, and are added before they are rounded.
pub fn sclite_weighted<E: Fn(u32, u32) -> bool>(
    reference: (&Graph, &[f64]),
    hypothesis: (&Graph, &[f64]),
    equal: E,
) -> Result<impl CellCosts<Amount = f32>> {
    let (heavy, weighty) = (weights(reference)?, weights(hypothesis)?);
    let (left, right) = (reference.0.labels(), hypothesis.0.labels());
    let alone = |weights: &[f64], labels: &[Option<u32>]| {
        let pairs = weights.iter().zip(labels);
        pairs.map(|(&weight, label)| if label.is_some() { weight as f32 } else { SCLITE_NULL }).collect()
    };
    Ok(ItemCosts {
        deletions: alone(&heavy, &left),
        insertions: alone(&weighty, &right),
        equal: equal_labels(left, right, equal),
        pairing: move |row: usize, column: usize, equal| {
            Some(if equal { 0.0 } else { (heavy[row] + weighty[column]) as f32 })
        },
    })
}

/// Equality of labels; null words equal each other and nothing else.
pub(in crate::align) fn equal_labels<E: Fn(u32, u32) -> bool>(
    left: Vec<Option<u32>>,
    right: Vec<Option<u32>>,
    equal: E,
) -> impl Fn(usize, usize) -> bool {
    move |row, column| match (left[row], right[column]) {
        (Some(word), Some(other)) => equal(word, other),
        (word, other) => word == other,
    }
}

/// A value by edge number; replaced edges are on no path, and theirs is that of a null word.
fn by_edge<A>(graph: &Graph, value: impl Fn(Word) -> A) -> Vec<A> {
    (0..graph.len() as u32).map(|edge| value(graph.edge(edge).map_or(Word::NULL, |edge| edge.word))).collect()
}

fn weights((graph, weights): (&Graph, &[f64])) -> Result<Vec<f64>> {
    if weights.len() != graph.len() {
        let (what, left, right) = ("edges and their weights", graph.len(), weights.len());
        return Err(ErrorKind::LengthMismatch { what, left, right }.into());
    }
    match weights.iter().find(|weight| !weight.is_finite()) {
        Some(&weight) => Err(ErrorKind::InvalidCost { name: "weight".to_owned(), value: weight }.into()),
        None => Ok(weights.to_vec()),
    }
}
