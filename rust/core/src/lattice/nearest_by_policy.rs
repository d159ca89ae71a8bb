//! The path of a lattice whose own alignment weighs least, where a policy says which alignment that is and what is
//! weighed has no part in it: WER-E and `EmbER`, or the errors of sclite's alignments.
//!
//! No shortest path tells it, as a word more may change how all words before it align. Beginnings of paths are followed
//! instead, the most promising first. Each has a column of its table: what each cell costs by the policy, and what the
//! errors weigh on the way the policy goes to the cell. It promises the least sum, over its cells, of that weight and
//! of what the rest weighs at least, by any alignment. Of two beginnings that meet in a node, and whose costs differ by
//! a constant, what follows goes the same ways, so that the one that weighs no less in any cell is dropped. The first
//! whole path that comes up is the best. In the worst case there are as many beginnings as paths: from a limit on, the
//! best path known so far is told, and that it may not be the best.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

use super::token_costs::Prices;
use crate::align::weighted::Goal;
use crate::cost::Amount;
use crate::error::Result;
use crate::graph::order::Order;
use crate::graph::{Edge, Graph};
use crate::policy::{Policy, Step};
use crate::stop_request::StopRequest;

/// Cells that the columns of beginnings may have together.
const MOST_CELLS: usize = 1 << 23;
/// Cells that the table of what the rest weighs may have.
const LARGEST_REST: usize = 1 << 27;

/// Which alignment of a path is weighed: that of a policy, or the one of least weight that is as good by it.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// What decides.
    pub policy: Policy,
    /// [`Goal::After`] or [`Goal::Least`].
    pub goal: Goal,
}

/// A path and what its alignment weighs.
pub struct Judged {
    /// Its edges.
    pub edges: Vec<u32>,
    /// The weight in billionths.
    pub amount: i64,
    /// Whether no path weighs less.
    pub exact: bool,
}

/// The path whose alignment weighs least; `known` are the edges of one to begin with.
pub fn least(
    graph: &Graph,
    reference: &[u32],
    prices: &Prices<'_, '_>,
    judge: Judge,
    known: Vec<u32>,
    stop: &StopRequest,
) -> Result<Judged> {
    let columns = Columns { reference, prices, judge };
    let edges = known.iter().filter_map(|&edge| graph.edge(edge));
    let said = edges.filter_map(|edge| edge.word.label());
    let end = said.fold(columns.start(), |column, word| columns.after(&column, word));
    let known = Judged { amount: columns.total(&end), edges: known, exact: false };
    let order = Order::of(graph)?;
    if order.nodes() * (reference.len() + 1) > LARGEST_REST {
        return Ok(known);
    }
    let rest = columns.rest(graph, &order, stop)?;
    Search { graph, order, columns, rest, begun: Vec::new(), met: HashMap::new(), open: BinaryHeap::new() }
        .run(known, stop)
}

/// The costs of a column but for a constant, and whether all words so far were trimmed.
type Shape = (Vec<i64>, bool);

/// What the alignments of a beginning come to, by the words of the reference that were used.
#[derive(Clone)]
struct Column {
    /// What each cell costs by the policy.
    costs: Rc<[i64]>,
    /// What the errors weigh on the way that the policy goes to each cell.
    weights: Rc<[i64]>,
    /// The weights if this is where the end begins that both sides have in common; for a policy that trims.
    ended: Option<Rc<[i64]>>,
    /// Whether all words so far are those with which the reference begins; for a policy that trims.
    trimmed: bool,
}

impl Column {
    /// Costs but for a constant, and whether the beginning still is what is trimmed.
    fn shape(&self) -> Shape {
        let last = self.costs[self.costs.len() - 1];
        (self.costs.iter().map(|&cost| if cost == i64::DEAD { cost } else { cost - last }).collect(), self.trimmed)
    }

    fn all_weights(&self) -> impl Iterator<Item = &i64> {
        self.weights.iter().chain(self.ended.iter().flat_map(|ended| ended.iter()))
    }

    fn is_no_better(&self, other: &Self) -> bool {
        self.all_weights().zip(other.all_weights()).all(|(one, other)| one >= other)
    }
}

struct Columns<'a, 'w> {
    reference: &'a [u32],
    prices: &'a Prices<'a, 'w>,
    judge: Judge,
}

impl Columns<'_, '_> {
    /// The column before any word.
    fn start(&self) -> Column {
        let trims = self.judge.policy.trims;
        self.filled(None, |row| (row == 0).then_some((0, 0)), trims)
    }

    /// The column after one more word.
    fn after(&self, before: &Column, word: u32) -> Column {
        if before.trimmed {
            // The one cell that cost nothing so far is where both sides stand.
            let place = before.costs.iter().position(|&cost| cost == 0).unwrap_or_default();
            if self.reference.get(place) == Some(&word) {
                return self.filled(None, |row| (row == place + 1).then_some((0, 0)), true);
            }
        }
        self.filled(Some((before, word)), |_| None, false)
    }

    /// Fills a column from the top, each cell from those before it or with what is `given`.
    fn filled(
        &self,
        before: Option<(&Column, u32)>,
        given: impl Fn(usize) -> Option<(i64, i64)>,
        trimmed: bool,
    ) -> Column {
        let mut cells: Vec<(i64, i64)> = Vec::with_capacity(self.reference.len() + 1);
        for row in 0..=self.reference.len() {
            cells.push(given(row).unwrap_or_else(|| self.cell(row, cells.last().copied(), before)));
        }
        let weights: Rc<[i64]> = cells.iter().map(|cell| cell.1).collect();
        let ended = self.judge.policy.trims.then(|| self.ended(&weights, before));
        Column { costs: cells.iter().map(|cell| cell.0).collect(), weights, ended, trimmed }
    }

    /// Cost and weight of a cell by the step that is taken to it.
    fn cell(&self, row: usize, above: Option<(i64, i64)>, before: Option<(&Column, u32)>) -> (i64, i64) {
        let (insertion, deletion) = self.prices.alone();
        let costs = self.judge.policy.costs;
        let left = |row: usize| before.map(|(column, _)| (column.costs[row], column.weights[row]));
        let diagonal = row.checked_sub(1).and_then(left);
        let arrive = |step: Step| {
            let (from, cost, weight) = match (step, before) {
                (Step::Deletion, _) => (above?, costs.deletion.0, deletion.0),
                (Step::Insertion, _) => (left(row)?, costs.insertion.0, insertion.0),
                (Step::Match, Some((_, word))) if self.reference[row.checked_sub(1)?] == word => (diagonal?, 0, 0),
                (Step::Substitution, Some((_, word))) if self.reference[row.checked_sub(1)?] != word => {
                    let weight = self.prices.substitution(self.reference[row - 1], word);
                    (diagonal?, costs.substitution.0, weight)
                }
                _ => return None,
            };
            (from.0 < i64::DEAD).then(|| (from.0 + cost, from.1 + weight))
        };
        let better = |best: (i64, i64), next: (i64, i64)| match self.judge.goal {
            Goal::Least => best.min(next),
            _ if next.0 < best.0 => next,
            _ => best,
        };
        let arrivals = self.judge.policy.ties.steps().into_iter().filter_map(arrive);
        arrivals.reduce(better).unwrap_or((i64::DEAD, i64::DEAD))
    }

    /// Weights where all words from here on are matched: where the words before are equal, they are matched too.
    fn ended(&self, weights: &[i64], before: Option<(&Column, u32)>) -> Rc<[i64]> {
        let matched = |row: usize| {
            let (column, word) = before?;
            let place = row.checked_sub(1).filter(|&place| self.reference[place] == word)?;
            column.ended.as_ref().map(|ended| ended[place]).filter(|&weight| weight < i64::DEAD)
        };
        weights.iter().enumerate().map(|(row, &weight)| matched(row).unwrap_or(weight)).collect()
    }

    fn total(&self, column: &Column) -> i64 {
        column.ended.as_ref().unwrap_or(&column.weights)[self.reference.len()]
    }

    /// What is weighed at least from each node and each place of the reference on, by any alignment.
    fn rest(&self, graph: &Graph, order: &Order, stop: &StopRequest) -> Result<Vec<i64>> {
        let (width, (insertion, deletion)) = (self.reference.len() + 1, self.prices.alone());
        let mut rest = vec![i64::DEAD; order.nodes() * width];
        rest[order.end() * width + width - 1] = 0;
        for node in (0..order.nodes()).rev() {
            stop.check()?;
            let (positions, edges) = order.leaving(node);
            for (position, &edge) in positions.zip(edges) {
                let word = graph.edge(edge).and_then(|edge| edge.word.label());
                for place in 0..width {
                    let behind = |place: usize| rest[order.target(position) * width + place];
                    let least = match (word, self.reference.get(place)) {
                        (None, _) => behind(place),
                        (Some(word), Some(&said)) => {
                            let both = if word == said { 0 } else { self.prices.substitution(said, word) };
                            (behind(place) + insertion.0).min(behind(place + 1) + both)
                        }
                        (Some(_), None) => behind(place) + insertion.0,
                    };
                    let cell = &mut rest[node * width + place];
                    *cell = least.min(*cell);
                }
            }
            for place in (0..width - 1).rev() {
                let alone = rest[node * width + place + 1] + deletion.0;
                let cell = &mut rest[node * width + place];
                *cell = alone.min(*cell);
            }
        }
        Ok(rest)
    }
}

/// A beginning of paths: where it ends, what it continues and by which edge.
struct Begun {
    node: usize,
    before: Option<(u32, u32)>,
    column: Column,
}

struct Search<'a, 'w> {
    graph: &'a Graph,
    order: Order,
    columns: Columns<'a, 'w>,
    rest: Vec<i64>,
    begun: Vec<Begun>,
    /// By node and shape: the beginnings of which none is as good as another.
    met: HashMap<(usize, Shape), Vec<u32>>,
    /// What each promises, the later nodes first.
    open: BinaryHeap<Reverse<(i64, Reverse<usize>, u32)>>,
}

impl Search<'_, '_> {
    fn run(mut self, known: Judged, stop: &StopRequest) -> Result<Judged> {
        let mut bound = known.amount;
        self.add(Begun { node: 0, before: None, column: self.columns.start() }, bound);
        while let Some(Reverse((promise, _, number))) = self.open.pop() {
            stop.check()?;
            if promise >= known.amount {
                break;
            }
            if self.begun[number as usize].node == self.order.end() {
                return Ok(Judged { edges: self.edges(number), amount: promise, exact: true });
            }
            if self.begun.len() * (self.columns.reference.len() + 1) > MOST_CELLS {
                return Ok(known);
            }
            let (positions, edges) = self.order.leaving(self.begun[number as usize].node);
            for (position, edge) in positions.zip(edges.to_vec()) {
                let Some(Edge { word, .. }) = self.graph.edge(edge) else { continue };
                let column = &self.begun[number as usize].column;
                let column = word.label().map_or_else(|| column.clone(), |word| self.columns.after(column, word));
                let next = Begun { node: self.order.target(position), before: Some((number, edge)), column };
                if let Some(total) = self.add(next, bound) {
                    bound = bound.min(total);
                }
            }
        }
        Ok(Judged { exact: true, ..known })
    }

    /// Keeps a beginning that may become better than the bound; of a whole path its weight.
    fn add(&mut self, next: Begun, bound: i64) -> Option<i64> {
        let whole = next.node == self.order.end();
        let promise = if whole { self.columns.total(&next.column) } else { self.promise(&next) };
        if promise > bound {
            return None;
        }
        let number = self.begun.len() as u32;
        let met = self.met.entry((next.node, next.column.shape())).or_default();
        if met.iter().any(|&other| next.column.is_no_better(&self.begun[other as usize].column)) {
            return None;
        }
        met.retain(|&other| !self.begun[other as usize].column.is_no_better(&next.column));
        met.push(number);
        self.open.push(Reverse((promise, Reverse(next.node), number)));
        self.begun.push(next);
        whole.then_some(promise)
    }

    fn promise(&self, begun: &Begun) -> i64 {
        let width = self.columns.reference.len() + 1;
        let rest = self.rest[begun.node * width..].iter().take(width).cycle();
        let sums = begun.column.all_weights().zip(rest).map(|(weight, rest)| weight.saturating_add(*rest));
        sums.min().unwrap_or(i64::DEAD)
    }

    fn edges(&self, number: u32) -> Vec<u32> {
        let mut found = Vec::new();
        let mut at = number;
        while let Some((before, edge)) = self.begun[at as usize].before {
            found.push(edge);
            at = before;
        }
        found.reverse();
        found
    }
}
