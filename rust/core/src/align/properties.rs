//! Every linear kernel against the definition, over random input that is small in words and rich in ties.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::prelude::*;

use super::bitparallel::{Band, BitParallel};
use super::bound::upper_bound;
use super::long::Long;
use super::naive;
use super::narrow::Narrow;
use super::plain::Aligner;
use super::preference::Preference;
use super::recurrence::{Recurrence, ThreeFour, Unit};
use super::uniform::UniformCosts;
use crate::policy::{Costs, Policy, Step, Ties};
use crate::stop_request::StopRequest;

/// The definition of a policy: trimming, if it trims, then the naive kernel.
fn defined(policy: &Policy, mut reference: &[u32], mut hypothesis: &[u32]) -> Vec<Step> {
    let (mut prefix, mut suffix) = (0, 0);
    if policy.trims {
        while let ([first, rest @ ..], [other, others @ ..]) = (reference, hypothesis)
            && first == other
        {
            (reference, hypothesis, prefix) = (rest, others, prefix + 1);
        }
        while let ([rest @ .., last], [others @ .., other]) = (reference, hypothesis)
            && last == other
        {
            (reference, hypothesis, suffix) = (rest, others, suffix + 1);
        }
    }
    let cells = UniformCosts { reference, hypothesis, costs: policy.costs };
    let middle = naive::align(&cells, policy.ties).1;
    [vec![Step::Match; prefix], middle, vec![Step::Match; suffix]].concat()
}

fn errors_of(steps: &[Step]) -> u64 {
    steps.iter().filter(|&&step| step != Step::Match).count() as u64
}

fn count_errors(policy: Policy, reference: &[u32], hypothesis: &[u32]) -> u64 {
    let stop = StopRequest::default();
    Aligner::new(policy).errors(reference, hypothesis, &stop, &mut vec![Step::Deletion; 2]).unwrap()
}

/// The kernel for long pairs, told a cost that the cheapest path does not exceed.
fn aligned_long<R: Recurrence>(ties: Ties, reference: &[u32], hypothesis: &[u32], bound: i64) -> Vec<Step> {
    let mut steps = Vec::new();
    let stop = StopRequest::default();
    Long::<R>::new(reference, hypothesis, bound, &stop).trace(Preference::new(ties), &mut steps).unwrap();
    steps.reverse();
    steps
}

/// The kernel for medium pairs, told the same.
fn aligned_in_band<R: Recurrence>(ties: Ties, reference: &[u32], hypothesis: &[u32], bound: i64) -> Vec<Step> {
    let mut steps = Vec::new();
    let band = Band::new::<R>(reference.len(), hypothesis.len(), Some(bound));
    BitParallel::default().trace::<R>(reference, hypothesis, band, Preference::new(ties), &mut steps);
    steps.reverse();
    steps
}

fn aligned_narrow<R: Recurrence>(ties: Ties, reference: &[u32], hypothesis: &[u32]) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let proved = Narrow::default().trace::<R>(reference, hypothesis, Preference::new(ties), &mut steps);
    steps.reverse();
    proved.is_ok().then_some(steps)
}

fn aligned(policy: &Policy, reference: &[u32], hypothesis: &[u32]) -> Vec<Step> {
    let mut steps = Vec::new();
    Aligner::new(*policy).pair(reference, hypothesis, &StopRequest::default(), &mut steps).unwrap();
    steps
}

/// All 24 orders, with and without trimming, under costs that each kernel takes.
fn any_policy() -> impl Strategy<Value = Policy> {
    let costs = prop_oneof![
        Just(Costs::UNIT),
        Just(Policy::SCLITE.costs),
        (0..5u8, 0..5u8, 0..5u8).prop_map(|(s, i, d)| Costs::new(s.into(), i.into(), d.into()).unwrap()),
        (0.0..2.0, 0.0..2.0, 0.0..2.0).prop_map(|(s, i, d)| Costs::new(s, i, d).unwrap()),
    ];
    let ties = Just(Step::ALL).prop_shuffle().prop_map(|steps| Ties::new(steps).unwrap());
    let any = (costs, ties, any::<bool>()).prop_map(|(costs, ties, trims)| Policy { costs, ties, trims });
    prop_oneof![prop::sample::select(Policy::NAMED.map(|(_, policy)| policy).to_vec()), any]
}

/// A reference and a hypothesis that is now and then its copy with errors.
pub fn any_pair(longest: usize, words: u32) -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let noise = prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, 0..words), 0..longest / 4 + 1);
    (prop::collection::vec(0..words, 0..longest), prop::collection::vec(0..words, 0..longest), noise, any::<bool>())
        .prop_map(|(reference, other, noise, copied)| {
            if !copied {
                return (reference, other);
            }
            let mut hypothesis = reference.clone();
            for (place, kind, word) in noise {
                let at = place.index(hypothesis.len() + 1);
                match kind {
                    0 => hypothesis.insert(at, word),
                    1 if at < hypothesis.len() => drop(hypothesis.remove(at)),
                    2 if at < hypothesis.len() => hypothesis[at] = word,
                    _ => {}
                }
            }
            (reference, hypothesis)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn utterances_agree_with_the_definition(policy in any_policy(), (reference, hypothesis) in any_pair(40, 5)) {
        let expected = defined(&policy, &reference, &hypothesis);
        prop_assert_eq!(count_errors(policy, &reference, &hypothesis), errors_of(&expected));
        prop_assert_eq!(aligned(&policy, &reference, &hypothesis), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_narrow_window_agrees_with_the_definition(policy in any_policy(), (reference, hypothesis) in any_pair(90, 6)) {
        let unit = Policy { costs: Costs::UNIT, trims: false, ..policy };
        if let Some(steps) = aligned_narrow::<Unit>(policy.ties, &reference, &hypothesis) {
            prop_assert_eq!(steps, defined(&unit, &reference, &hypothesis));
        }
        let sclite = Policy { costs: Policy::SCLITE.costs, ..unit };
        if let Some(steps) = aligned_narrow::<ThreeFour>(policy.ties, &reference, &hypothesis) {
            prop_assert_eq!(steps, defined(&sclite, &reference, &hypothesis));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn several_blocks_agree_with_the_definition(policy in any_policy(), (reference, hypothesis) in any_pair(300, 9)) {
        let expected = defined(&policy, &reference, &hypothesis);
        prop_assert_eq!(count_errors(policy, &reference, &hypothesis), errors_of(&expected));
        prop_assert_eq!(aligned(&policy, &reference, &hypothesis), expected);
    }
}

/// A reference, and its copy with a run of words lost in one place, a run won in another, and few errors besides:
/// the cheapest path goes far from the straight one and comes back.
fn detour(longest_run: usize) -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let word = || prop_oneof![0..3u32, 0..400u32];
    let reference = prop::collection::vec(word(), 100..900);
    let run = prop::collection::vec(word(), 0..longest_run);
    let place = any::<prop::sample::Index>;
    let noise = prop::collection::vec((place(), word()), 0..6);
    (reference, run, 0..longest_run, place(), place(), noise).prop_map(|(reference, won, lost, from, to, noise)| {
        let mut hypothesis = reference.clone();
        let start = from.index(hypothesis.len());
        hypothesis.drain(start..(start + lost).min(reference.len()));
        let at = to.index(hypothesis.len() + 1);
        hypothesis.splice(at..at, won);
        for (at, word) in noise {
            let at = at.index(hypothesis.len().max(1));
            if at < hypothesis.len() {
                hypothesis[at] = word;
            }
        }
        (reference, hypothesis)
    })
}

/// A stretch of nearly one word that moved just about as far as the narrow window reaches: every shift of it nearly
/// fits, so a path within the window costs little more than the cheapest one outside.
fn shifted() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let even = |length| prop::collection::vec(prop_oneof![30 => Just(0), 1 => 1..6u32], length);
    (even(0..30), even(30..200), even(0..30), 26..40u32, 26..40u32).prop_map(|(before, moved, after, lost, won)| {
        let strange = |from: u32, count| (from..from + count).collect::<Vec<_>>();
        let reference = [before.clone(), strange(100, lost), moved.clone(), after.clone()].concat();
        (reference, [before, moved, strange(200, won), after].concat())
    })
}

/// What a path costs in a scheme's own numbers.
fn scheme_cost<R: Recurrence>(steps: &[Step]) -> i64 {
    let each = |step: &Step| match step {
        Step::Match => 0,
        Step::Substitution => R::SUBSTITUTION,
        _ => R::GAP,
    };
    steps.iter().map(each).sum()
}

fn all_kernels_agree<R: Recurrence>(policy: &Policy, reference: &[u32], hypothesis: &[u32], slack: i64) {
    let expected = defined(policy, reference, hypothesis);
    if let Some(steps) = aligned_narrow::<R>(policy.ties, reference, hypothesis) {
        assert_eq!(steps, expected, "narrow");
    }
    let bound = scheme_cost::<R>(&expected) + slack;
    assert_eq!(aligned_in_band::<R>(policy.ties, reference, hypothesis, bound), expected, "medium");
    assert_eq!(aligned_long::<R>(policy.ties, reference, hypothesis, bound), expected, "long");
    let found = upper_bound::<R>(reference, hypothesis);
    assert!(found >= bound - slack, "no path costs {found}");
    assert_eq!(aligned_long::<R>(policy.ties, reference, hypothesis, found), expected, "long by its own bound");
    assert_eq!(aligned(policy, reference, hypothesis), expected, "chosen");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn kernels_agree_on_detours(
        policy in any_policy(),
        (reference, hypothesis) in prop_oneof![shifted(), detour(40), detour(90), any_pair(700, 200), any_pair(700, 3)],
        slack in prop_oneof![Just(0), 0..60i64],
    ) {
        prop_assume!(!reference.is_empty() && !hypothesis.is_empty());
        let unit = Policy { costs: Costs::UNIT, trims: false, ..policy };
        all_kernels_agree::<Unit>(&unit, &reference, &hypothesis, slack);
        let sclite = Policy { costs: Policy::SCLITE.costs, ..unit };
        all_kernels_agree::<ThreeFour>(&sclite, &reference, &hypothesis, slack);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn long_pairs_agree_with_shorter_ones(
        policy in any_policy(),
        (reference, hypothesis) in prop_oneof![any_pair(4_000, 1_000), any_pair(2_500, 4)],
    ) {
        prop_assume!(!reference.is_empty() && !hypothesis.is_empty());
        let sclite = Policy { costs: Policy::SCLITE.costs, trims: false, ..policy };
        let expected = aligned_in_band::<ThreeFour>(policy.ties, &reference, &hypothesis, i64::MAX / 4);
        let bound = upper_bound::<ThreeFour>(&reference, &hypothesis);
        let long = aligned_long::<ThreeFour>(policy.ties, &reference, &hypothesis, bound);
        prop_assert_eq!(long, expected.clone());
        prop_assert_eq!(aligned(&sclite, &reference, &hypothesis), expected);
    }
}
