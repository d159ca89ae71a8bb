//! What changes a lattice as a whole, held against a naive twin on the set of all its paths.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::compose::{Side, Unmatched};
use super::determinize_pruned::Options;
use super::properties::{drafts, lattice};
use super::{Arc, Builder, Lattice, Span, StateId, Weight};

/// A label of special arcs, which no lattice has.
const SPECIAL: i32 = 9;

/// The words, the ids and the cost of a path, in eighths.
type Whole = (Vec<i32>, Vec<i32>, i64);

/// All ways from a state to an end.
fn ways(lattice: &Lattice, state: StateId) -> Vec<Whole> {
    let mut found = Vec::new();
    let mut open = vec![(state, Whole::default())];
    let with = |(words, ids, cost): &Whole, word: i32, span: Span, weight: Weight| {
        let words = words.iter().copied().chain((word != 0).then_some(word)).collect();
        let ids = ids.iter().chain(lattice.ids(span)).copied().collect();
        (words, ids, cost + (8.0 * weight.total()) as i64)
    };
    while let Some((state, path)) = open.pop() {
        found.extend(lattice.end(state).map(|end| with(&path, 0, end.ids, end.weight)));
        open.extend(lattice.arcs(state).iter().map(|arc| (arc.next, with(&path, arc.word, arc.ids, arc.weight))));
    }
    found.sort();
    found
}

fn paths(lattice: &Lattice) -> Vec<Whole> {
    lattice.start().map_or_else(Vec::new, |start| ways(lattice, start))
}

/// Of each word sequence the least cost.
fn best(paths: Vec<Whole>) -> BTreeMap<Vec<i32>, i64> {
    let mut costs = BTreeMap::new();
    for (words, _, cost) in paths {
        let known = costs.entry(words).or_insert(cost);
        *known = cost.min(*known);
    }
    costs
}

/// How many ids all these ways begin with.
fn common(ways: &[Whole]) -> usize {
    let first = &ways[0].1;
    ways.iter().fold(first.len(), |length, way| {
        length.min(first.iter().zip(&way.1).take_while(|(left, right)| left == right).count())
    })
}

/// An automaton that reads and writes words, of arcs sorted by them.
fn automaton(drafts: &[Vec<(u32, i32, u8)>]) -> Lattice {
    let mut builder = Builder::default();
    let last = drafts.len() as StateId;
    builder.reach(last);
    for (state, arcs) in (0..).zip(drafts) {
        let mut has_special = false;
        for &(far, word, cost) in arcs {
            if word == SPECIAL && std::mem::replace(&mut has_special, true) {
                continue;
            }
            let ids = builder.string((word != 0).then_some(word));
            let weight = Weight { graph: f32::from(cost) / 4.0, acoustic: 0.0 };
            builder.arc(state, Arc { word, next: (state + 1 + far).min(last), weight, ids });
        }
    }
    builder.end(last, Weight { graph: 0.5, acoustic: 0.0 }, Span::EMPTY);
    let mut automaton = builder.finish(Some(0));
    automaton.sort_arcs(Side::Input);
    automaton
}

/// What an automaton writes for words, and at which costs: word by word, by its definition.
fn read(automaton: &Lattice, state: StateId, words: &[i32], unmatched: Unmatched) -> Vec<(Vec<i32>, i64)> {
    let eighths = |weight: Weight| (8.0 * weight.total()) as i64;
    let mut found = Vec::new();
    if words.is_empty() {
        found.extend(automaton.end(state).map(|end| (Vec::new(), eighths(end.weight))));
    }
    let mut follow = |arc: &Arc, written: i32, cost: i64, rest: &[i32]| {
        for (mut after, more) in read(automaton, arc.next, rest, unmatched) {
            after.splice(0..0, (written != 0).then_some(written));
            found.push((after, more + cost + eighths(arc.weight)));
        }
    };
    let of = |state, label| automaton.arcs(state).iter().filter(move |arc| arc.word == label);
    of(state, 0).for_each(|arc| follow(arc, 0, 0, words));
    let Some((&word, rest)) = words.split_first() else { return found };
    let (mut here, mut cost) = (state, 0);
    while of(here, word).next().is_none() {
        match (unmatched, of(here, SPECIAL).next()) {
            (Unmatched::BackedOff(_), Some(arc)) => (cost, here) = (cost + eighths(arc.weight), arc.next),
            (Unmatched::Taken(_), Some(_)) => {
                of(here, SPECIAL).for_each(|arc| follow(arc, word, 0, rest));
                return found;
            }
            _ => return found,
        }
    }
    of(here, word).for_each(|arc| follow(arc, word, cost, rest));
    found
}

fn automata() -> impl Strategy<Value = Vec<Vec<(u32, i32, u8)>>> {
    let label = prop::sample::select(vec![0, 1, 1, 2, 2, 3, 3, SPECIAL, SPECIAL]);
    prop::collection::vec(prop::collection::vec((0_u32..2, label, 0_u8..9), 1..6), 1..5)
}

proptest! {
    #[test]
    fn pushed_lattices_have_the_same_paths_and_nothing_left_to_push(drafts in drafts()) {
        let lattice = lattice(&drafts);
        let mut pushed = lattice.clone();
        pushed.push_strings().unwrap();
        prop_assert_eq!(paths(&pushed), paths(&lattice));
        prop_assert_eq!(pushed.push_weights().unwrap(), 0);
        prop_assert_eq!(paths(&pushed), paths(&lattice));
        for state in pushed.numbers().filter(|&state| Some(state) != pushed.start()) {
            let ways = ways(&pushed, state);
            prop_assert_eq!(common(&ways), 0);
            prop_assert_eq!(ways.iter().map(|way| way.2).min(), Some(0));
        }
    }

    #[test]
    fn of_minimized_lattices_no_two_states_lead_to_the_same(drafts in drafts()) {
        let mut lattice = lattice(&drafts).determinize().unwrap();
        lattice.push_strings().unwrap();
        lattice.push_weights().unwrap();
        let before = paths(&lattice);
        lattice.minimize().unwrap();
        let futures: BTreeSet<Vec<Whole>> = lattice.numbers().map(|state| ways(&lattice, state)).collect();
        prop_assert_eq!(paths(&lattice), before);
        prop_assert_eq!(futures.len(), lattice.states().len());
    }

    #[test]
    fn pruned_determinization_keeps_the_best_paths_within_the_beam(drafts in drafts(), beam in 0.5_f64..8.0) {
        let lattice = lattice(&drafts);
        let all = best(paths(&lattice));
        let found = lattice.determinize_pruned(Options { beam, ..Options::default() }).unwrap();
        let kept = best(paths(&found.lattice));
        prop_assert_eq!(paths(&found.lattice).len(), kept.len());
        prop_assert!(kept.iter().all(|(words, cost)| all.get(words) == Some(cost)));
        let most = *all.values().min().unwrap() as f64 + 8.0 * beam;
        prop_assert!(all.iter().filter(|(_, cost)| (**cost as f64) < most).all(|(words, _)| kept.contains_key(words)));
    }

    #[test]
    fn a_limited_depth_keeps_the_best_arcs_through_each_frame(drafts in drafts(), most in 1_usize..5) {
        let lattice = lattice(&drafts);
        let all = paths(&lattice);
        let mut limited = lattice.clone();
        limited.limit_depth(most).unwrap();
        let kept = paths(&limited);
        prop_assert!(kept.iter().all(|path| all.contains(path)));
        prop_assert!(limited.depth_per_frame().unwrap().iter().all(|&depth| depth as usize <= most));
        // Only arcs that as many others are as good as may be missing from the best path.
        let through = |frame: usize| all.iter().map(move |(words, ids, cost)| (*cost, words, ids.get(frame)));
        let least = all.iter().map(|path| path.2).min().unwrap();
        let is_crowded = (0..all[0].1.len()).any(|frame| through(frame).filter(|path| path.0 == least).count() > 1);
        prop_assert!(is_crowded || kept.iter().any(|path| path.2 == least));
    }

    #[test]
    fn a_composition_has_what_the_second_writes_for_the_words_of_the_first(
        drafts in drafts(),
        second in automata(),
        unmatched in prop::sample::select(vec![
            Unmatched::Refused, Unmatched::BackedOff(SPECIAL), Unmatched::Taken(SPECIAL),
        ]),
        sorts in any::<bool>(),
    ) {
        let (mut first, mut second) = (lattice(&drafts).expand(), automaton(&second));
        if sorts {
            first.sort_arcs(Side::Output);
        }
        if let Unmatched::BackedOff(label) = unmatched {
            second.end_after_backoff(label).unwrap();
        }
        let composed = first.compose_as_sorted(&second, unmatched).unwrap();
        let mut expected = Vec::new();
        for (words, ids, cost) in paths(&first) {
            let written = read(&second, 0, &words, unmatched);
            expected.extend(written.into_iter().map(|(words, more)| (words, ids.clone(), cost + more)));
        }
        expected.sort();
        prop_assert_eq!(paths(&composed), expected);
    }

    #[test]
    fn the_paths_with_words_are_those_that_have_them(drafts in drafts(), words in prop::collection::vec(1_i32..3, 0..4)) {
        let lattice = lattice(&drafts);
        for free in [&[][..], &[3]] {
            let said = |path: &Whole| path.0.iter().copied().filter(|word| !free.contains(word)).collect::<Vec<_>>();
            let expected: Vec<Whole> = paths(&lattice).into_iter().filter(|path| said(path) == words).collect();
            prop_assert_eq!(paths(&lattice.with_words(&words, free)), expected);
        }
    }
}
