//! Edit distance of two acyclic word graphs by dynamic programming over pairs of edges: the cheapest pair of paths, one
//! through each, and how they align.
//!
//! Costs come from a [`CellCosts`] whose rows and columns are the edge numbers of the two graphs, so whatever costs a
//! linear kernel takes, a network takes; [`costs`] has those of policies and of sclite. A pair of chains gets the
//! distance and the path of [`super::naive`].
//!
//! Among equally cheap paths the one of NIST's sclite is taken, with any order of steps: traced from the end, the
//! step is the first of the tie order that is on a cheapest path, and the edge it comes from is the oldest that is,
//! reference edges being tried before hypothesis edges.
//!
//! Time grows with reference edges times hypothesis edges, however many edges meet in a node. A table of up to 64 MB
//! is held whole; of a larger one some rows are, and the others are computed again from checkpoints
//! (`super::checkpoints`), so that memory grows with the longer side. Only where both graphs have more edges beside
//! each other than one after the other, as lattices wider than long, it grows with the nodes of one graph times the
//! edges of the other, one amount each; a pair that needs more than 2^31 of them is refused. Two chains belong to the
//! linear kernels, which need far less time.

pub mod costs;
mod table;
mod trace;
mod turn;

use super::CellCosts;
use super::checkpoints::ROOM;
use crate::error::{ErrorKind, Result};
use crate::graph::order::Order;
use crate::graph::{Graph, Kind};
use crate::policy::{Step, Ties};
use crate::stop_request::StopRequest;
use table::{Cuts, Table};
use trace::{Outside, trace};
use turn::Turned;

/// One step of a path through two graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What happens.
    pub step: Step,
    /// The reference edge, but for an insertion.
    pub reference: Option<u32>,
    /// The hypothesis edge, but for a deletion.
    pub hypothesis: Option<u32>,
}

/// A path through two graphs, from their starts to their ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Path<A> {
    /// What it costs.
    pub amount: A,
    /// Its steps, null words included.
    pub items: Vec<Item>,
}

impl<A> Path<A> {
    /// The steps that count: those of null words alone are left out, and an optional word alone is a match, as one
    /// that may be missing is right where it is missing.
    pub fn counted(&self, reference: &Graph, hypothesis: &Graph) -> Vec<Item> {
        let kind = |graph: &Graph, edge| graph.edge(edge).map_or(Kind::Null, |edge| edge.word.kind);
        let judge = |item: &Item| {
            let kinds =
                [item.reference.map(|edge| kind(reference, edge)), item.hypothesis.map(|edge| kind(hypothesis, edge))];
            match kinds {
                [None | Some(Kind::Null), None | Some(Kind::Null)] => None,
                [Some(Kind::Optional), None] | [None, Some(Kind::Optional)] => {
                    Some(Item { step: Step::Match, ..*item })
                }
                _ => Some(*item),
            }
        };
        self.items.iter().filter_map(judge).collect()
    }
}

/// Aligns two graphs.
pub fn align<C: CellCosts>(
    reference: &Graph,
    hypothesis: &Graph,
    costs: &C,
    ties: Ties,
    stop: &StopRequest,
) -> Result<Path<C::Amount>> {
    align_within(reference, hypothesis, costs, ties, ROOM, stop)
}

/// Aligns two graphs in so many bytes for the rows between two checkpoints, and as many for checkpoints; the path is
/// the same.
pub fn align_within<C: CellCosts>(
    reference: &Graph,
    hypothesis: &Graph,
    costs: &C,
    ties: Ties,
    room: usize,
    stop: &StopRequest,
) -> Result<Path<C::Amount>> {
    covered("reference edges and rows of costs", reference.len(), costs.rows())?;
    covered("hypothesis edges and columns of costs", hypothesis.len(), costs.columns())?;
    let (rows, columns) = (Order::of(reference)?, Order::of(hypothesis)?);
    let cells = room / size_of::<C::Amount>();
    let needs = |rows, columns| (Cuts::of(rows, cells).largest_block(columns), table::cells(rows, columns));
    if needs(&rows, &columns) <= needs(&columns, &rows) {
        trace(&Table::new(costs, rows, columns, room)?, ties, Outside::Rows, room, stop)
    } else {
        let costs = Turned(costs);
        let table = Table::new(&costs, columns, rows, room)?;
        Ok(turn::path(trace(&table, turn::ties(ties)?, Outside::Columns, room, stop)?))
    }
}

fn covered(what: &'static str, left: usize, right: usize) -> Result<()> {
    if left == right { Ok(()) } else { Err(ErrorKind::LengthMismatch { what, left, right }.into()) }
}
