//! Small lattices at random, held against the enumeration of all their paths.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::float_cmp, reason = "costs are quarters, whose sums are exact")]

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::compose::{Side, Unmatched};
use super::mbr::{self, Options};
use super::nearest::{Nearest, nearest_text};
use super::nearest_by_policy::Judge;
use super::scale::Scale;
use super::table::Archive;
use super::{Arc, Builder, Form, Lattice, Span, StateId, Weight, oracle};
use crate::align::batch::ChunkAligner;
use crate::align::plain::TextAligner;
use crate::align::weighted::{Goal, WeightedAligner};
use crate::cost::Cost;
use crate::policy::Policy;
use crate::stop_request::StopRequest;
use crate::text::Texts;
use crate::weights::{Lexicon, Weights};

/// An arc of a lattice to be: how far it leads, its word, costs and number of ids.
pub type Draft = (u32, i32, u8, u8);

/// Whether no arc has more than one transition id, and no end has any.
fn is_expanded(lattice: &Lattice) -> bool {
    lattice.arcs.iter().all(|arc| arc.ids.len <= 1)
        && lattice.states.iter().all(|state| state.end.is_none_or(|end| end.ids.len == 0))
}

/// A sorted lattice in which a state's number is its frame, so that all paths agree on times.
pub fn lattice(drafts: &[Vec<Draft>]) -> Lattice {
    let mut builder = Builder::default();
    let last = drafts.len() as StateId;
    builder.reach(last);
    for (state, arcs) in (0..).zip(drafts) {
        for &(far, word, graph, acoustic) in arcs {
            let next = (state + 1 + far).min(last);
            let ids = builder.string((state..next).map(|frame| frame as i32 + 1));
            let weight = Weight { graph: f32::from(graph) / 4.0, acoustic: f32::from(acoustic) / 4.0 };
            builder.arc(state, Arc { word, next, weight, ids });
        }
    }
    builder.end(last, Weight { graph: 0.25, acoustic: 0.0 }, Span::EMPTY);
    let mut lattice = builder.finish(Some(0));
    lattice.trim(|_| true);
    lattice
}

type Whole = (Vec<i32>, f64);

fn paths(lattice: &Lattice) -> Vec<Whole> {
    let mut found = Vec::new();
    let mut open = vec![(lattice.start().unwrap(), Vec::new(), 0.0)];
    while let Some((state, words, cost)) = open.pop() {
        if let Some(end) = lattice.end(state) {
            found.push((words.clone(), cost + end.weight.total()));
        }
        for arc in lattice.arcs(state) {
            let mut words = words.clone();
            words.extend((arc.word != 0).then_some(arc.word));
            open.push((arc.next, words, cost + arc.weight.total()));
        }
    }
    found.sort_by(|left, right| left.1.total_cmp(&right.1).then_with(|| left.0.cmp(&right.0)));
    found
}

/// The definition of the edit distance.
fn distance(left: &[i32], right: &[i32]) -> u32 {
    match (left, right) {
        ([], rest) | (rest, []) => rest.len() as u32,
        ([first, left_rest @ ..], [second, right_rest @ ..]) => {
            let both = distance(left_rest, right_rest) + u32::from(first != second);
            both.min(distance(left_rest, right) + 1).min(distance(left, right_rest) + 1)
        }
    }
}

/// How the words of the drafts are spelled; the last has nothing to say.
const SPELLED: [(i32, &str); 3] = [(1, "a"), (2, "bc"), (3, "")];

/// Letters, with one blank between words or none.
fn split(text: &str, blank: bool) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(if blank { " " } else { "" }).chars().map(String::from).collect()
}

fn said(words: &[i32], blank: bool) -> Vec<String> {
    let spelled = words.iter().filter_map(|word| SPELLED.iter().find(|(number, _)| number == word));
    split(&spelled.map(|(_, text)| *text).collect::<Vec<_>>().join(" "), blank)
}

/// Weights of the letters, the blank among them.
fn table(values: &[u8]) -> Weights {
    let lexicon = || {
        let mut lexicon = Lexicon::default();
        for word in ["a", "b", "c", " "] {
            lexicon.push(word);
        }
        lexicon
    };
    let costs = values.iter().map(|&value| Cost(i64::from(value) * 250_000_000)).collect();
    let mut weights = Weights::from_table(lexicon(), lexicon(), costs).unwrap();
    weights.insertion = Cost(500_000_000);
    weights
}

fn nearest_path(
    lattice: &Lattice,
    reference: &[String],
    blank: bool,
    weights: Option<&Weights>,
    judge: Option<Judge>,
) -> Nearest {
    let mut texts = Texts::default();
    let mut push = |tokens: &[String]| {
        for token in tokens {
            texts.push_token(token);
        }
        texts.close_tokens();
    };
    push(reference);
    for (_, text) in SPELLED {
        push(&split(text, false));
    }
    if blank {
        push(&[" ".to_owned()]);
    }
    let numbers = SPELLED.map(|(number, _)| number);
    nearest_text(lattice, &numbers, &texts, blank, weights, judge, &StopRequest::default()).unwrap().unwrap()
}

/// What the alignment of a judge costs, or the best of all, by the aligner of pairs.
fn dearness(reference: &[String], hypothesis: &[String], weights: Option<&Weights>, judge: Option<Judge>) -> i64 {
    let mut texts = Texts::default();
    for tokens in [reference, hypothesis] {
        for token in tokens {
            texts.push_token(token);
        }
        texts.close_tokens();
    }
    let mut found = crate::alignment::Alignment::default();
    let Judge { policy, goal } = judge.unwrap_or(Judge { policy: Policy::KALDI, goal: Goal::Total });
    let (unit, stop) = (crate::text::Unit::Words, StopRequest::default());
    let Some(weights) = weights else {
        TextAligner::new(unit, policy).align(&texts, &stop, &mut found).unwrap();
        return i64::from(found.counts[0].errors()) * Cost::ONE;
    };
    let mut aligner = WeightedAligner::new(unit, policy, goal, weights).unwrap();
    aligner.align(&texts, &stop, &mut found).unwrap();
    found.weights[0]
}

pub fn drafts() -> impl Strategy<Value = Vec<Vec<Draft>>> {
    prop::collection::vec(prop::collection::vec((0_u32..2, 0_i32..4, 0_u8..20, 0_u8..20), 1..4), 1..5)
}

/// Any alignment, or that of a named policy or the least as good by it.
fn judge() -> impl Strategy<Value = Option<Judge>> {
    let one = (0..Policy::NAMED.len(), prop::sample::select(vec![Goal::After, Goal::Least]));
    prop::option::of(one.prop_map(|(named, goal)| Judge { policy: Policy::NAMED[named].1, goal }))
}

fn line(lattice: &Lattice) -> (Vec<i32>, f64) {
    let line = lattice.line().unwrap();
    (line.words, line.weight.total())
}

fn read(bytes: Vec<u8>) -> Lattice {
    let mut archive = Archive::new(Box::new(std::io::Cursor::new(bytes)), "bytes");
    let (_, lattice) = archive.next_entry().unwrap().unwrap();
    lattice
}

proptest! {
    #[test]
    fn the_best_path_costs_least(drafts in drafts()) {
        let lattice = lattice(&drafts);
        prop_assert_eq!(line(&lattice.best_path()).1, paths(&lattice)[0].1);
    }

    #[test]
    fn the_best_paths_are_the_cheapest(drafts in drafts(), count in 1_usize..20) {
        let lattice = lattice(&drafts);
        let all = paths(&lattice);
        let found: Vec<Whole> = lattice.nbest(count).unwrap().iter().map(line).collect();
        prop_assert_eq!(found.len(), count.min(all.len()));
        for (found, expected) in found.iter().zip(&all) {
            prop_assert_eq!(found.1, expected.1);
            prop_assert!(all.contains(found));
        }
    }

    #[test]
    fn pruning_keeps_the_paths_within_the_beam(drafts in drafts(), beam in 1_u8..20) {
        let lattice = lattice(&drafts);
        let (all, beam) = (paths(&lattice), f64::from(beam) / 4.0);
        let mut pruned = lattice.clone();
        pruned.prune(beam).unwrap();
        let kept = paths(&pruned);
        prop_assert!(all.iter().filter(|path| path.1 <= all[0].1 + beam).all(|path| kept.contains(path)));
        prop_assert!(kept.iter().all(|path| all.contains(path)));
    }

    #[test]
    fn both_forms_have_the_same_paths(drafts in drafts()) {
        let lattice = lattice(&drafts);
        let expanded = lattice.expand();
        prop_assert!(is_expanded(&expanded));
        prop_assert_eq!(paths(&expanded), paths(&lattice));
        prop_assert_eq!(paths(&expanded.contract()), paths(&lattice));
    }

    #[test]
    fn what_is_written_is_read_back(drafts in drafts()) {
        let lattice = lattice(&drafts);
        let mut binary = b"k ".to_vec();
        lattice.write_binary(Form::Compact, &mut binary);
        prop_assert_eq!(paths(&read(binary)), paths(&lattice));
        let mut text = "k ".to_owned();
        lattice.write_text(Form::Compact, &mut text);
        let mut again = "k ".to_owned();
        read(text.clone().into_bytes()).write_text(Form::Compact, &mut again);
        prop_assert_eq!(again, text);
    }

    #[test]
    fn the_oracle_has_the_fewest_errors(drafts in drafts(), reference in prop::collection::vec(1_i32..4, 0..5)) {
        let lattice = lattice(&drafts);
        let found = oracle::oracle(&lattice, &reference, &[]).unwrap().unwrap();
        let least = paths(&lattice).iter().map(|(words, _)| distance(words, &reference)).min();
        prop_assert_eq!(Some(found.errors()), least);
        prop_assert_eq!(distance(&found.words, &reference), found.errors());
        prop_assert_eq!(found.words.len() as u32, found.correct + found.substitutions + found.insertions);
    }

    #[test]
    fn the_nearest_path_is_the_nearest_of_all(
        drafts in drafts(),
        reference in "([ab] ){0,4}[abc]{0,3}",
        blank in any::<bool>(),
        weights in prop::option::of(prop::collection::vec(0_u8..9, 16)),
        judge in judge(),
    ) {
        let lattice = lattice(&drafts);
        let reference = split(&reference, blank);
        let weights = weights.map(|values| table(&values));
        // The aligner of pairs counts the errors of the policy's own alignment alone.
        let judge = judge.map(|judge| Judge { goal: if weights.is_none() { Goal::After } else { judge.goal }, ..judge });
        let found = nearest_path(&lattice, &reference, blank, weights.as_ref(), judge);
        let cost = |words: &[i32]| dearness(&reference, &said(words, blank), weights.as_ref(), judge);
        let least = paths(&lattice).iter().map(|(words, _)| cost(words)).min();
        prop_assert!(found.exact);
        prop_assert_eq!(Some(found.amount), least);
        prop_assert_eq!(cost(&found.words), found.amount);
        let mut at = lattice.start().unwrap();
        for &arc in &found.arcs {
            prop_assert!(lattice.states()[at as usize].range().contains(&arc));
            at = lattice.all_arcs()[arc].next;
        }
        prop_assert!(lattice.end(at).is_some());
    }

    #[test]
    fn the_risk_is_that_of_all_paths_and_words_are_told_with_their_likelihood(drafts in drafts()) {
        let lattice = lattice(&drafts);
        let options = Options { decode: true, keep_silence: false };
        let found = mbr::decode(lattice.clone(), options, None).unwrap();
        let all = paths(&lattice);
        let total: f64 = all.iter().map(|path| (-path.1).exp()).sum();
        let risk: f64 = all.iter().map(|path| (-path.1).exp() / total * f64::from(distance(&path.0, &found.words))).sum();
        // The recursion is exact where paths that meet do not disagree, and an upper bound elsewhere.
        prop_assert!(risk <= found.risk + 1e-3, "{} {}", risk, found.risk);
        for bin in &found.bins {
            let sum: f64 = bin.iter().map(|(_, likelihood)| f64::from(*likelihood)).sum();
            prop_assert!((sum - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn what_no_path_takes_changes_no_risk(drafts in drafts(), word in 1..4_i32) {
        let alone = lattice(&drafts);
        let mut builder = Builder::default();
        // Nothing comes to two states, and an arc has no likelihood.
        let (start, lost, found, shift) = (builder.state(), builder.state(), builder.state(), 3);
        let arc = |next, weight| Arc { word, next, weight, ids: Span::EMPTY };
        builder.reach(alone.states().len() as StateId + shift - 1);
        for state in alone.numbers() {
            for found in alone.arcs(state) {
                builder.arc(state + shift, Arc { next: found.next + shift, ids: Span::EMPTY, ..*found });
            }
            if let Some(end) = alone.end(state) {
                builder.end(state + shift, end.weight, Span::EMPTY);
            }
        }
        builder.arc(start, Arc { word: 0, ..arc(alone.start().unwrap() + shift, Weight::ONE) });
        builder.arc(start, arc(alone.start().unwrap() + shift, Weight::ZERO));
        builder.arc(lost, arc(found, Weight::ONE));
        let options = Options { decode: true, keep_silence: false };
        let expected = mbr::decode(alone, options, None).unwrap();
        let mut more = builder.finish(Some(start));
        more.sort_if_needed().unwrap();
        let found = mbr::decode(more, options, None).unwrap();
        prop_assert_eq!(found.words, expected.words);
        prop_assert!((found.risk - expected.risk).abs() < 1e-6);
    }

    #[test]
    fn determinizing_leaves_each_word_sequence_once_and_at_its_best(drafts in drafts()) {
        let lattice = lattice(&drafts);
        let determinized = lattice.determinize().unwrap();
        for state in determinized.numbers() {
            let words: BTreeSet<i32> = determinized.arcs(state).iter().map(|arc| arc.word).collect();
            prop_assert!(!words.contains(&0));
            prop_assert_eq!(words.len(), determinized.arcs(state).len());
        }
        let mut best: Vec<Whole> = Vec::new();
        for path in paths(&lattice) { // the cheapest first
            if !best.iter().any(|known| known.0 == path.0) {
                best.push(path);
            }
        }
        prop_assert_eq!(paths(&determinized), best);
    }

    #[test]
    fn posteriors_are_shares_of_paths(drafts in drafts()) {
        let lattice = lattice(&drafts);
        let total: f64 = paths(&lattice).iter().map(|path| (-path.1).exp()).sum();
        prop_assert!((lattice.backward()[0] - total.ln()).abs() < 1e-6);
        let last = lattice.states().len() - 1;
        let into_end: f64 = lattice.arc_posteriors().unwrap().iter()
            .filter(|arc| arc.arc.next as usize == last).map(|arc| arc.log.exp()).sum();
        prop_assert!((into_end - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_union_has_the_paths_of_both_and_a_composition_their_common_words(left in drafts(), right in drafts()) {
        let (left, right) = (lattice(&left), lattice(&right));
        let mut both = [paths(&left), paths(&right)].concat();
        both.sort_by(|left, right| left.1.total_cmp(&right.1).then_with(|| left.0.cmp(&right.0)));
        prop_assert_eq!(paths(&Lattice::union([&left, &right])), both);
        let (mut left, mut right) = (left.expand(), right.expand().project(true));
        left.sort_arcs(Side::Output);
        right.sort_arcs(Side::Input);
        let composed = left.compose_as_sorted(&right, Unmatched::Refused).unwrap();
        let mut common: Vec<Whole> = Vec::new();
        for (words, cost) in paths(&left) {
            common.extend(paths(&right).into_iter().filter(|path| path.0 == words).map(|path| (path.0, path.1 + cost)));
        }
        common.sort_by(|left, right| left.1.total_cmp(&right.1).then_with(|| left.0.cmp(&right.0)));
        prop_assert_eq!(if composed.start().is_some() { paths(&composed) } else { Vec::new() }, common);
    }

    #[test]
    fn scales_are_factors(drafts in drafts()) {
        let mut scaled = lattice(&drafts);
        scaled.scale(Scale::new(2.0, 0.5));
        let expected: Vec<Weight> = lattice(&drafts).all_arcs().iter()
            .map(|arc| Weight { graph: 2.0 * arc.weight.graph, acoustic: 0.5 * arc.weight.acoustic }).collect();
        prop_assert_eq!(scaled.all_arcs().iter().map(|arc| arc.weight).collect::<Vec<_>>(), expected);
    }
}
