//! sclite's alignment of two graphs, cell by cell as its specification has it: every edge before a cell is looked at
//! in a loop, the first that is strictly smaller is remembered, and the path follows what was remembered.
//!
//! Besides it, the distance by trying every pair of paths.

use mondegreen_core::align::network::{Item, Path};
use mondegreen_core::align::{CellCosts, naive};
use mondegreen_core::cost::Amount;
use mondegreen_core::graph::{Edge, Graph};
use mondegreen_core::policy::{Step, Ties};

/// Edges in an order in which each comes after those before it; 0 stands for the one that enters the start.
struct Edges {
    list: Vec<(u32, Edge)>,
    start: u32,
    end: u32,
}

impl Edges {
    fn of(graph: &Graph) -> Self {
        let mut waiting: Vec<_> = graph.edges().collect();
        let mut list = Vec::new();
        while !waiting.is_empty() {
            let (ready, later): (Vec<_>, Vec<_>) =
                waiting.iter().copied().partition(|(_, edge)| waiting.iter().all(|(_, other)| other.to != edge.from));
            list.extend(ready);
            waiting = later;
        }
        Self { list, start: graph.start(), end: graph.end() }
    }

    fn number(&self, place: usize) -> usize {
        self.list[place - 1].0 as usize
    }

    /// The places of the edges that enter a node, by age.
    fn entering(&self, node: u32) -> Vec<usize> {
        let mut into: Vec<usize> = (1..=self.list.len()).filter(|&place| self.list[place - 1].1.to == node).collect();
        into.sort_unstable_by_key(|&place| self.list[place - 1].0);
        if node == self.start { vec![0] } else { into }
    }

    fn before(&self, place: usize) -> Vec<usize> {
        if place == 0 { Vec::new() } else { self.entering(self.list[place - 1].1.from) }
    }
}

type Cell<A> = (A, Option<(Step, usize, usize)>);

/// The first strictly smallest of some cells.
fn first<A: Amount>(cells: &[Vec<Cell<A>>], rows: &[usize], columns: &[usize]) -> Option<(A, usize, usize)> {
    let mut best: Option<(A, usize, usize)> = None;
    for &row in rows {
        for &column in columns {
            let amount = cells[row][column].0;
            if best.is_none_or(|(least, ..)| amount < least) {
                best = Some((amount, row, column));
            }
        }
    }
    best
}

pub fn align<C: CellCosts>(reference: &Graph, hypothesis: &Graph, costs: &C, ties: Ties) -> Path<C::Amount> {
    let (rows, columns) = (Edges::of(reference), Edges::of(hypothesis));
    let mut cells: Vec<Vec<Cell<C::Amount>>> = vec![Vec::new(); rows.list.len() + 1];
    for row in 0..cells.len() {
        for column in 0..=columns.list.len() {
            let (above, left) = (rows.before(row), columns.before(column));
            let arrive = |step: Step| {
                let (origin, cost) = match step {
                    Step::Insertion => (first(&cells, &[row], &left)?, costs.insertion(columns.number(column))),
                    Step::Deletion => (first(&cells, &above, &[column])?, costs.deletion(rows.number(row))),
                    _ => {
                        let origin = first(&cells, &above, &left)?;
                        let (word, other) = (rows.number(row), columns.number(column));
                        let fits = costs.equal(word, other) == (step == Step::Match);
                        (origin, costs.pairing(word, other).filter(|_| fits)?)
                    }
                };
                Some((origin.0.plus(cost), Some((step, origin.1, origin.2))))
            };
            let mut cell: Option<Cell<C::Amount>> = None;
            for arrival in ties.steps().into_iter().filter_map(arrive) {
                if cell.is_none_or(|(least, _)| arrival.0 < least) {
                    cell = Some(arrival);
                }
            }
            let cell = cell.unwrap_or((C::Amount::ZERO, None));
            cells[row].push(cell);
        }
    }
    let (amount, mut row, mut column) =
        first(&cells, &rows.entering(rows.end), &columns.entering(columns.end)).unwrap();
    let mut items = Vec::new();
    while let Some((step, above, left)) = cells[row][column].1 {
        items.push(Item {
            step,
            reference: (step != Step::Insertion).then(|| rows.number(row) as u32),
            hypothesis: (step != Step::Deletion).then(|| columns.number(column) as u32),
        });
        (row, column) = (above, left);
    }
    items.reverse();
    Path { amount, items }
}

/// Every way through a graph, as edge numbers.
pub fn ways(graph: &Graph) -> Vec<Vec<usize>> {
    let mut open = vec![(graph.start(), Vec::new())];
    let mut ways = Vec::new();
    while let Some((node, way)) = open.pop() {
        if node == graph.end() {
            ways.push(way);
            continue;
        }
        for (number, edge) in graph.edges().filter(|(_, edge)| edge.from == node) {
            open.push((edge.to, way.iter().copied().chain([number as usize]).collect()));
        }
    }
    ways
}

/// The costs along one way through each graph.
struct Along<'a, C>(&'a C, &'a [usize], &'a [usize]);

impl<C: CellCosts> CellCosts for Along<'_, C> {
    type Amount = C::Amount;
    fn rows(&self) -> usize {
        self.1.len()
    }
    fn columns(&self) -> usize {
        self.2.len()
    }
    fn deletion(&self, row: usize) -> C::Amount {
        self.0.deletion(self.1[row])
    }
    fn insertion(&self, column: usize) -> C::Amount {
        self.0.insertion(self.2[column])
    }
    fn pairing(&self, row: usize, column: usize) -> Option<C::Amount> {
        self.0.pairing(self.1[row], self.2[column])
    }
    fn equal(&self, row: usize, column: usize) -> bool {
        self.0.equal(self.1[row], self.2[column])
    }
}

/// The least distance between any two ways.
pub fn distance<C: CellCosts>(reference: &Graph, hypothesis: &Graph, costs: &C, ties: Ties) -> C::Amount {
    let others = ways(hypothesis);
    let pairs = ways(reference).into_iter().flat_map(|way| others.iter().map(move |other| (way.clone(), other)));
    let amounts = pairs.map(|(way, other)| naive::align(&Along(costs, &way, other), ties).0);
    amounts.reduce(|a, b| if b < a { b } else { a }).unwrap()
}
