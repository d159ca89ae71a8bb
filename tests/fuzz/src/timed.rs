//! Words with times: sclite's costs and the collar, on sequences and chains, for times of any kind.

use mondegreen_core::align::network::{self, costs};
use mondegreen_core::align::timed::{Collar, TimedWords, Times, sclite};
use mondegreen_core::align::uniform::UniformCosts;
use mondegreen_core::align::{CellCosts, naive};
use mondegreen_core::graph::Graph;
use mondegreen_core::policy::{Costs, Step, Ties};
use mondegreen_core::stop_request::StopRequest;

use super::input::Input;

type Side = (Vec<u32>, Vec<Times>);

pub fn timed(data: &[u8]) {
    let mut input = Input(data);
    let ties = input.ties();
    let prices = input.costs().unwrap_or(Costs::UNIT);
    let seconds = if input.flag() { input.float() } else { f64::from(input.byte()) / 10.0 };
    let (left, right) = (side(&mut input), side(&mut input));
    fits_sclite(&left, &right, ties);
    fits_collar(&left, &right, prices, seconds, ties);
}

/// Up to 32 words; their times are whole hundredths mostly, and sometimes anything.
fn side(input: &mut Input) -> Side {
    let words = (0..input.below(33)).map(|_| {
        let (kind, start, length) = (input.byte(), input.byte(), input.byte());
        let at = match kind & 15 {
            15 => Times { start: input.float(), end: input.float() },
            _ => Times { start: f64::from(start) / 100.0, end: f64::from(start) / 100.0 + f64::from(length) / 100.0 },
        };
        (u32::from(kind >> 5), at)
    });
    words.unzip()
}

fn sound((words, times): &Side) -> bool {
    words.len() == times.len()
        && times.iter().all(|at| at.start.is_finite() && at.end.is_finite() && at.start <= at.end)
}

fn fits_sclite(left: &Side, right: &Side, ties: Ties) {
    let same = |a: u32, b: u32| a == b;
    let graphs = (Graph::chain(&left.0), Graph::chain(&right.0));
    let sequences = [left, right].map(|side| TimedWords::sequence(&side.0, &side.1));
    let chains = [(&graphs.0, left), (&graphs.1, right)].map(|(graph, side)| TimedWords::graph(graph, &side.1));
    // As texts, for an error that tells of NaN does not equal itself.
    assert_eq!(format!("{sequences:?}"), format!("{chains:?}"));
    let [spoken, heard] = sequences;
    assert_eq!((spoken.is_ok(), heard.is_ok()), (sound(left), sound(right)));
    let (Ok(spoken), Ok(heard)) = (spoken, heard) else { return };
    let costs = sclite(spoken, heard, same);
    compare(&graphs, &costs, ties);
}

/// A pair of chains gets the distance and the path of the definition.
fn compare<C: CellCosts>(graphs: &(Graph, Graph), costs: &C, ties: Ties) {
    let path = network::align(&graphs.0, &graphs.1, costs, ties, &StopRequest::default()).unwrap();
    let steps = path.items.iter().map(|item| item.step).collect();
    assert_eq!((path.amount, steps), naive::align(costs, ties));
}

fn fits_collar(left: &Side, right: &Side, prices: Costs, seconds: f64, ties: Ties) {
    let linear = UniformCosts { reference: &left.0, hypothesis: &right.0, costs: prices };
    let collar = Collar::new(linear, &left.1, &right.1, seconds);
    assert_eq!(collar.is_ok(), sound(left) && sound(right) && seconds >= 0.0);
    let Ok(collar) = collar else { return };
    let (amount, steps) = naive::align(&collar, ties);
    assert!(amount >= naive::align(&linear, ties).0);
    let (mut row, mut column) = (0, 0);
    for step in &steps {
        if matches!(step, Step::Match | Step::Substitution) {
            assert!(left.1[row].gap(right.1[column]) <= seconds * (1.0 + 1e-12) + 1e-9);
        }
        row += usize::from(*step != Step::Insertion);
        column += usize::from(*step != Step::Deletion);
    }
    let graphs = (Graph::chain(&left.0), Graph::chain(&right.0));
    compare(&graphs, &collar, ties);
    let network = costs::policy(&graphs.0, &graphs.1, prices, |a, b| a == b).unwrap();
    compare(&graphs, &Collar::new(network, &left.1, &right.1, seconds).unwrap(), ties);
}
