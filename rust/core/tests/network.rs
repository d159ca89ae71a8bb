//! The network kernel against its definitions, and against what sclite itself says.
#![allow(clippy::unwrap_used)] // a test may fail loudly

#[path = "network/literal.rs"]
mod literal;
#[path = "network/notation.rs"]
mod notation;
#[path = "network/random.rs"]
mod random;

use std::collections::{HashMap, HashSet};

use mondegreen_core::align::network::{self, Path, costs};
use mondegreen_core::align::uniform::UniformCosts;
use mondegreen_core::align::{CellCosts, naive};
use mondegreen_core::cost::Cost;
use mondegreen_core::error::{ErrorKind, Result};
use mondegreen_core::graph::{Edge, Graph, Word};
use mondegreen_core::policy::{Costs, Policy, Step, Ties};
use mondegreen_core::stop_request::StopRequest;
use notation::{Case, Words};
use proptest::collection::vec;
use proptest::prelude::*;

fn align<C: CellCosts>(left: &Graph, right: &Graph, costs: &C, ties: Ties) -> Result<Path<C::Amount>> {
    network::align(left, right, costs, ties, &StopRequest::default())
}

fn same(a: u32, b: u32) -> bool {
    a == b
}

fn sclite_items(words: &Words, pair: (&Graph, &Graph), costs: &impl CellCosts<Amount = f32>) -> String {
    let path = align(pair.0, pair.1, costs, Policy::SCLITE.ties).unwrap();
    words.items(&path.counted(pair.0, pair.1), pair.0, pair.1)
}

fn all_orders() -> Vec<Ties> {
    let mut orders = Vec::new();
    for a in Step::ALL {
        for b in Step::ALL {
            for c in Step::ALL {
                for d in Step::ALL {
                    orders.extend(Ties::new([a, b, c, d]));
                }
            }
        }
    }
    orders
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn takes_the_path_of_the_literal_definition_for_sclites_costs((left, right) in random::pair(), ties in random::ties()) {
        let costs = costs::sclite(&left, &right, same);
        prop_assert_eq!(align(&left, &right, &costs, ties).unwrap(), literal::align(&left, &right, &costs, ties));
    }

    #[test]
    fn takes_the_path_of_the_literal_definition_for_policies((left, right) in random::pair(), ties in random::ties()) {
        for (_, policy) in Policy::NAMED {
            let costs = costs::policy(&left, &right, policy.costs, same).unwrap();
            prop_assert_eq!(align(&left, &right, &costs, ties).unwrap(), literal::align(&left, &right, &costs, ties));
        }
    }

    #[test]
    #[allow(clippy::float_cmp)] // the same sums in the same order
    fn takes_the_path_of_the_literal_definition_for_any_costs(
        (left, right, costs) in random::pair().prop_flat_map(|(left, right)| {
            let costs = random::costs(left.len(), right.len());
            (Just(left), Just(right), costs)
        }),
        ties in random::ties(),
    ) {
        let path = align(&left, &right, &costs, ties).unwrap();
        prop_assert_eq!(&path, &literal::align(&left, &right, &costs, ties));
        prop_assert_eq!(random::walk(&path, &left, &right, &costs), path.amount);
    }

    #[test]
    fn finds_the_least_distance_of_all_pairs_of_ways((left, right) in random::pair(), ties in random::ties()) {
        prop_assume!(literal::ways(&left).len() * literal::ways(&right).len() <= 400);
        let costs = costs::policy(&left, &right, Policy::SCLITE.costs, same).unwrap();
        let least = literal::distance(&left, &right, &costs, ties);
        prop_assert_eq!(align(&left, &right, &costs, ties).unwrap().amount, least);
    }

    #[test]
    fn a_pair_of_chains_is_a_pair_of_sequences(
        left in vec(0..4u32, 0..12),
        right in vec(0..4u32, 0..12),
        prices in (0..4i64, 0..4i64, 0..4i64),
    ) {
        let graphs = (Graph::chain(&left), Graph::chain(&right));
        let random = Costs {
            substitution: Cost::whole(prices.0),
            insertion: Cost::whole(prices.1),
            deletion: Cost::whole(prices.2),
        };
        for price in [Costs::UNIT, Policy::SCLITE.costs, random] {
            let network = costs::policy(&graphs.0, &graphs.1, price, same).unwrap();
            let linear = UniformCosts { reference: &left, hypothesis: &right, costs: price };
            for ties in all_orders() {
                let path = align(&graphs.0, &graphs.1, &network, ties).unwrap();
                let steps = path.items.iter().map(|item| item.step).collect::<Vec<_>>();
                prop_assert_eq!((path.amount, steps), naive::align(&linear, ties));
            }
        }
    }

    #[test]
    fn never_panics_on_any_edges(
        nodes in 0..6u32,
        ends in (0..7u32, 0..7u32),
        arcs in vec((0..7u32, 0..7u32, random::word()), 0..8),
    ) {
        let edges = arcs.into_iter().map(|(from, to, word)| Edge { from, to, word }).collect();
        if let Ok(graph) = Graph::from_edges(nodes, ends.0, ends.1, edges) {
            let costs = costs::sclite(&graph, &graph, same);
            prop_assert!(align(&graph, &graph, &costs, Policy::SCLITE.ties).is_ok());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Next to nothing is held, so that nearly every row comes from a checkpoint, and most of them from several.
    #[test]
    fn takes_the_path_of_the_literal_definition_from_checkpoints(
        left in random::long_graph(20),
        right in random::long_graph(20),
        ties in random::ties(),
        room in 0..2_000usize,
    ) {
        prop_assume!(left.len() * right.len() <= 4_000);
        let costs = costs::sclite(&left, &right, same);
        let path = network::align_within(&left, &right, &costs, ties, room, &StopRequest::default()).unwrap();
        prop_assert_eq!(path, literal::align(&left, &right, &costs, ties));
    }

    #[test]
    fn checkpoints_change_no_path(
        (left, right, costs) in (random::long_graph(80), random::long_graph(80)).prop_flat_map(|(left, right)| {
            let costs = random::costs(left.len(), right.len());
            (Just(left), Just(right), costs)
        }),
        ties in random::ties(),
        room in prop_oneof![Just(0), 0..20_000usize],
    ) {
        let path = network::align_within(&left, &right, &costs, ties, room, &StopRequest::default()).unwrap();
        prop_assert_eq!(path, align(&left, &right, &costs, ties).unwrap());
    }
}

/// `golden/regenerate.py` asks sclite.
#[test]
fn aligns_what_sclite_aligned() {
    let cases = Case::read(include_str!("golden/network.jsonl"));
    assert!(cases.len() > 100);
    for case in cases {
        let mut words = Words::default();
        let mut graph = |side| {
            let text = case.file(side).strip_suffix("(s-1)\n").unwrap();
            let mut graph = words.graph(text, case.has("-D"));
            if case.has("-c") {
                spell(&mut graph, &mut words);
            }
            graph
        };
        let (left, right) = (graph("ref"), graph("hyp"));
        let items = if case.has("-w") {
            let rows = case.file("weights").lines().filter(|line| !line.starts_with(";;"));
            let pairs = rows.filter_map(|row| row.split_once(' '));
            let table: HashMap<_, f64> = pairs.map(|(word, weight)| (word, weight.parse().unwrap())).collect();
            let weigh = |graph: &Graph| -> Vec<f64> {
                graph.labels().iter().map(|label| label.map_or(0.0, |id| table[words.text(id)])).collect()
            };
            let (heavy, weighty) = (weigh(&left), weigh(&right));
            let costs = costs::sclite_weighted((&left, &heavy), (&right, &weighty), same).unwrap();
            sclite_items(&words, (&left, &right), &costs)
        } else {
            sclite_items(&words, (&left, &right), &costs::sclite(&left, &right, same))
        };
        assert_eq!(items, case.path, "{}", case.id);
    }
}

/// Cuts words into letters the way `sclite -c` goes through a graph: depth first, the last edge of a node first.
fn spell(graph: &mut Graph, words: &mut Words) {
    let (mut seen, mut stack) = (HashSet::new(), vec![graph.start()]);
    while let Some(node) = stack.pop() {
        if !seen.insert(node) {
            continue;
        }
        let leaving: Vec<_> = graph.edges().filter(|(_, edge)| edge.from == node).collect();
        stack.extend(leaving.iter().map(|(_, edge)| edge.to));
        for (number, Edge { word, .. }) in leaving {
            let Some(text) = word.label().map(|id| words.text(id).to_owned()).filter(|text| text.len() > 1) else {
                continue;
            };
            let letters: Vec<_> =
                text.chars().map(|letter| Word { id: words.id(&letter.to_string()), ..word }).collect();
            graph.replace(number, &letters).unwrap();
        }
    }
}

#[test]
fn a_lattice_of_100_000_arcs_against_50_words() {
    let (frames, width) = (100, 1_000);
    let node = |frame: u32, place: u32| {
        if frame == 0 || frame == frames { frame.min(1) } else { 2 + frame * 20 + place }
    };
    let edges = (0..frames * width).map(|arc| {
        let (frame, place) = (arc / width, arc % width);
        let word = Word::plain(if place == 999 { frame } else { 1_000 + arc % 977 });
        Edge { from: node(frame, place % 20), to: node(frame + 1, place / 20 % 20), word }
    });
    let lattice = Graph::from_edges(4_000, 0, 1, edges.collect()).unwrap();
    let spoken = Graph::chain(&(0..frames).step_by(2).collect::<Vec<_>>());
    let costs = costs::policy(&spoken, &lattice, Costs::UNIT, same).unwrap();
    let path = align(&spoken, &lattice, &costs, Policy::KALDI.ties).unwrap();
    assert_eq!(path.amount, Cost::whole(50).0, "fifty of the hundred arcs of a path are insertions");
}

#[test]
fn sclite_charges_by_kind() {
    let mut words = Words::default();
    let graph = words.graph("a (a) @ b", true);
    let costs = costs::sclite(&graph, &graph, same);
    for (edge, alone) in [3.0, 2.0, 0.001, 3.0].into_iter().enumerate() {
        assert_eq!((costs.deletion(edge), costs.insertion(edge)), (alone, alone));
    }
    for (pair, price) in [((0, 1), 0.0), ((0, 3), 4.0), ((1, 3), 4.0), ((0, 2), 4.0), ((2, 3), 4.0), ((2, 2), 1.0)] {
        assert_eq!(costs.pairing(pair.0, pair.1), Some(price), "{pair:?}");
    }
}

#[test]
fn a_policy_charges_nothing_for_null_and_optional_words_alone() {
    let mut words = Words::default();
    let left = words.graph("a { b / @ } (uh) c", true);
    let right = words.graph("a c (um)", true);
    let costs = costs::policy(&left, &right, Costs::UNIT, same).unwrap();
    let path = align(&left, &right, &costs, Policy::KALDI.ties).unwrap();
    assert_eq!(path.amount, 0);
    let items = words.items(&path.counted(&left, &right), &left, &right);
    assert_eq!(items, r#"C,"a","a":C,"(uh)","":C,"c","c":C,"","(um)""#);
}

#[test]
fn checks_edges_added_by_hand_when_they_are_used() {
    let mut graph = Graph::chain(&[1]);
    graph.add_edge(Edge { from: 0, to: 7, word: Word::NULL });
    let costs = costs::sclite(&graph, &graph, same);
    let error = align(&graph, &graph, &costs, Policy::SCLITE.ties).unwrap_err();
    assert_eq!(error.kind, ErrorKind::DanglingEdge { edge: 1 });
}

#[test]
fn refuses_more_cells_than_memory_should_hold() {
    // From every node an edge to the end, so that no checkpoint is smaller than what it would save.
    let edges = (0..50_000).flat_map(|from| [from + 1, 50_000].map(|to| Edge { from, to, word: Word::plain(1) }));
    let graph = Graph::from_edges(50_001, 0, 50_000, edges.collect()).unwrap();
    let costs = costs::sclite(&graph, &graph, same);
    let error = align(&graph, &graph, &costs, Policy::SCLITE.ties).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TooLarge { cells: 50_001 * 100_001, limit: 1 << 31 });
}

#[test]
fn refuses_costs_of_other_graphs() {
    let (one, two) = (Graph::chain(&[1]), Graph::chain(&[1, 2]));
    let costs = costs::sclite(&one, &one, same);
    for (left, right) in [(&one, &two), (&two, &one)] {
        let kind = align(left, right, &costs, Policy::SCLITE.ties).unwrap_err().kind;
        assert!(matches!(kind, ErrorKind::LengthMismatch { .. }), "{kind:?}");
    }
    let kind = costs::sclite_weighted((&one, &[]), (&one, &[1.0]), same).err().unwrap().kind;
    assert!(matches!(kind, ErrorKind::LengthMismatch { left: 1, right: 0, .. }), "{kind:?}");
}

#[test]
fn refuses_costs_that_cannot_be_added() {
    let graph = Graph::chain(&[1]);
    for weight in [f64::NEG_INFINITY, f64::NAN, f64::INFINITY] {
        let kind = costs::sclite_weighted((&graph, &[weight]), (&graph, &[1.0]), same).err().unwrap().kind;
        assert!(matches!(kind, ErrorKind::InvalidCost { .. }), "{kind:?}");
    }
    let large = Costs { deletion: Cost(i64::MAX), ..Costs::UNIT };
    let kind = costs::policy(&graph, &graph, large, same).err().unwrap().kind;
    assert_eq!(kind, ErrorKind::CostOverflow);
}

#[test]
fn stops_when_asked() {
    let graph = Graph::chain(&[1]);
    let stop = StopRequest::default();
    stop.request();
    let costs = costs::sclite(&graph, &graph, same);
    let error = network::align(&graph, &graph, &costs, Policy::SCLITE.ties, &stop).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Interrupted);
}
