//! A case for every kind of error, and what its sentence says.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeSet;

use crate::align::batch::ChunkAligner;
use crate::align::network;
use crate::align::network::costs;
use crate::align::plain::Aligner;
use crate::align::timed::{TimedWords, Times};
use crate::align::weighted::Goal;
use crate::align::weighted::WeightedAligner;
use crate::alignment::Alignment;
use crate::cost::Cost;
use crate::error::{Error, ErrorKind, Place};
use crate::graph::{Edge, Graph, Token, Word};
use crate::lattice::table::Archive;
use crate::model::shape::Shape;
use crate::policy::{Costs, Policy, Step, Ties};
use crate::sctk::options::Manner;
use crate::sctk::pairing::Pairing;
use crate::sctk::words::Notation;
use crate::simulation::model::Model;
use crate::stop_request::StopRequest;
use crate::text::{Texts, Unit};
use crate::vector::matrix::Matrix;
use crate::vector::{Vectors, knn};
use crate::weights::{Lexicon, Weights};

/// A number for each kind; a new kind does not compile before it has one here, and then wants a case below.
fn number(kind: &ErrorKind) -> usize {
    match kind {
        ErrorKind::InvalidCost { .. } => 0,
        ErrorKind::InvalidTieOrder(_) => 1,
        ErrorKind::UnknownPolicy(_) => 2,
        ErrorKind::UnknownUnit(_) => 3,
        ErrorKind::LengthMismatch { .. } => 4,
        ErrorKind::UncoveredWord { .. } => 5,
        ErrorKind::UnknownGoal(_) => 6,
        ErrorKind::FreeErrors => 7,
        ErrorKind::TableShape { .. } => 8,
        ErrorKind::InvalidVector { .. } => 9,
        ErrorKind::Cycle { .. } => 10,
        ErrorKind::DanglingEdge { .. } => 11,
        ErrorKind::NoPath => 12,
        ErrorKind::UnbalancedAlternatives { .. } => 13,
        ErrorKind::InvalidTimes { .. } => 14,
        ErrorKind::TooLarge { .. } => 15,
        ErrorKind::CostOverflow => 16,
        ErrorKind::Interrupted => 17,
        ErrorKind::NotUtf8 { .. } => 18,
        ErrorKind::Vectors(_) => 19,
        ErrorKind::Lattice(_) => 20,
        ErrorKind::InvalidProbability { .. } => 21,
        ErrorKind::TooManyNeighbors { .. } => 22,
        ErrorKind::NestedTooDeeply { .. } => 23,
        ErrorKind::Model(_) => 24,
    }
}

const KINDS: usize = 25;

fn weights() -> Weights {
    let lexicon = || {
        let mut lexicon = Lexicon::default();
        lexicon.push("a");
        lexicon
    };
    Weights::from_table(lexicon(), lexicon(), vec![Cost(0)]).unwrap()
}

fn uncovered() -> Error {
    let weights = weights();
    let mut aligner = WeightedAligner::new(Unit::Words, Policy::KALDI, Goal::Total, &weights).unwrap();
    let mut texts = Texts::default();
    for text in ["a", "a", "a", "a b"] {
        texts.push(text);
    }
    aligner.align(&texts, &StopRequest::default(), &mut Alignment::default()).unwrap_err()
}

fn interrupted() -> Error {
    let stop = StopRequest::default();
    stop.request();
    let sides = [vec![1; 5_000], vec![2; 5_000]];
    Aligner::new(Policy::SCLITE).pair(&sides[0], &sides[1], &stop, &mut Vec::new()).unwrap_err()
}

fn nested() -> Error {
    let text = format!("{}b{}", "{ a / ".repeat(1001), " }".repeat(1001));
    Pairing::new(Manner::default()).read_text(0, text.as_bytes(), Notation::Text).unwrap_err()
}

fn too_many_neighbors() -> Error {
    let rows = Matrix::new(&[], 1_000_000, 0).unwrap();
    knn::held(usize::MAX, rows, rows, 1).unwrap_err()
}

fn too_large() -> Error {
    // From every node an edge to the end, so that no checkpoint is narrower than what it is to save.
    let edges = (0..50_000).flat_map(|from| [from + 1, 50_000].map(|to| Edge { from, to, word: Word::plain(1) }));
    let graph = Graph::from_edges(50_001, 0, 50_000, edges.collect()).unwrap();
    let costs = costs::sclite(&graph, &graph, |left, right| left == right);
    network::align(&graph, &graph, &costs, Policy::SCLITE.ties, &StopRequest::default()).unwrap_err()
}

fn overflowing() -> Error {
    let dear = Policy { costs: Costs::new(1000.0, 999.0, 1000.0).unwrap(), ..Policy::KALDI };
    let sides = [vec![1; 1_500_000], vec![2; 1_500_000]];
    Aligner::new(dear).pair(&sides[0], &sides[1], &StopRequest::default(), &mut Vec::new()).unwrap_err()
}

fn no_head() -> Error {
    let sizes = Shape { hidden: 4, heads: 3, inner: 1, layers: 0, vocabulary: 1, positions: 1, ..Shape::default() };
    sizes.check().unwrap_err()
}

fn graph(edges: &[(u32, u32)]) -> Error {
    let edges = edges.iter().map(|&(from, to)| Edge { from, to, word: Word::plain(1) }).collect();
    Graph::from_edges(3, 0, 2, edges).unwrap_err()
}

#[test]
fn every_kind_has_a_case_and_a_sentence() {
    let free = Policy { costs: Costs::new(1.0, 0.0, 1.0).unwrap(), ..Policy::KALDI };
    let no_words = || (Lexicon::default(), Lexicon::default());
    let cases = [
        (Cost::new("insertion", -1.0).unwrap_err(), "the insertion cost is -1; give a number from 0 to 1000"),
        (Cost::new("deletion", f64::NAN).unwrap_err(), "the deletion cost is NaN"),
        (
            Ties::parse("match insertion deletion").unwrap_err(),
            "\"match insertion deletion\" does not name each of match",
        ),
        (Ties::new([Step::Match; 4]).unwrap_err(), "does not name each of match"),
        (Policy::named("kaldy").unwrap_err(), "no policy \"kaldy\"; choose from kaldi, sclite, sub-first, rapidfuzz"),
        (Unit::named("word").unwrap_err(), "no unit \"word\"; choose from words, characters, letters"),
        (
            TimedWords::sequence(&[1], &[]).unwrap_err(),
            "words and their times must come in pairs, but there are 1 and 0",
        ),
        (uncovered(), "pair 1: the cost table has no column for \"b\""),
        (Goal::named("most").unwrap_err(), "no goal \"most\"; choose from after, total, least, greatest"),
        (WeightedAligner::new(Unit::Words, free, Goal::Least, &weights()).err().unwrap(), "give costs above 0"),
        (
            Weights::from_table(no_words().0, no_words().1, vec![Cost(0)]).unwrap_err(),
            "0 rows and 0 columns needs 0 values, but 1 were given",
        ),
        (no_head(), "the number of heads is 3, which no encoder of this kind has"),
        (
            Vectors::new(vec![1.0, f32::INFINITY], 2, 1).unwrap_err(),
            "vector 1 holds a value that is not a finite number",
        ),
        (crate::vector::text::Shape::of(b" ").unwrap_err(), "there is no vector in this file"),
        (graph(&[(0, 1), (1, 0), (1, 2)]), "has a cycle through node"),
        (graph(&[(0, 2), (0, 7)]), "edge 1 of the word graph"),
        (graph(&[]), ""),
        (Graph::from_tokens(&[Token::Close]).unwrap_err(), ""),
        (TimedWords::sequence(&[1], &[Times { start: 2.0, end: 1.0 }]).unwrap_err(), "word 0 runs from 2 to 1 seconds"),
        (too_large(), "2147483648 is the limit; cut it into shorter utterances"),
        (overflowing(), "the costs are too large for sequences of this length"),
        (too_many_neighbors(), "1000000 neighbors of each of so many vectors are too many; ask for 4294 at most"),
        (interrupted(), "interrupted"),
        (
            Archive::new(Box::new(&b"k x"[..]), "lat.1").next_entry().unwrap_err(),
            "lat.1: utterance k: byte 2: this is neither a binary nor a text lattice",
        ),
        (crate::read::lines(b"a\xff").unwrap_err(), "byte 1 is not UTF-8"),
        (
            Model::default().push("a", [("b", f64::NAN)].into_iter()).unwrap_err(),
            "the probability of \"b\" for \"a\" is NaN; give a number from 0 to 1",
        ),
        (nested(), "alternatives lie within others more than 1000 times"),
    ];
    for (error, sentence) in &cases {
        assert!(error.to_string().contains(sentence), "{error}");
    }
    let seen: BTreeSet<_> = cases.iter().map(|(error, _)| number(&error.kind)).collect();
    assert_eq!(seen, (0..KINDS).collect());
}

#[test]
fn the_place_nearest_to_the_fault_is_kept() {
    let error = Error::from(ErrorKind::CostOverflow).at(Place::Pair(3)).at(Place::Pair(0)).behind(10);
    assert_eq!(error.place, Some(Place::Pair(13)));
}
