//! Every linear kernel against the definition, over random input that is small in words and rich in ties.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::prelude::*;

use super::bound::upper_bound;
use super::long::Long;
use super::naive;
use super::narrow::Narrow;
use super::plain::Aligner;
use super::preference::Preference;
use super::recurrence::{Recurrence, ThreeFour, Unit};
use super::uniform::UniformCosts;
use crate::policy::{Costs, Policy, Step, Ties};
use crate::stop::Stop;

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

fn aligned_long<R: Recurrence>(ties: Ties, reference: &[u32], hypothesis: &[u32], slack: i64) -> Vec<Step> {
    let bound = upper_bound::<R>(reference, hypothesis) + slack;
    let mut steps = Vec::new();
    let stop = Stop::default();
    Long::<R>::new(reference, hypothesis, bound, &stop).trace(Preference::new(ties), &mut steps).unwrap();
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
    Aligner::new(*policy).pair(reference, hypothesis, &Stop::default(), &mut steps).unwrap();
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
fn any_pair(longest: usize, words: u32) -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    let noise = prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, 0..words), 0..longest / 4 + 1);
    (
        prop::collection::vec(0..words, 0..longest),
        prop::collection::vec(0..words, 0..longest),
        noise,
        any::<bool>(),
    )
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
        prop_assert_eq!(aligned(&policy, &reference, &hypothesis), defined(&policy, &reference, &hypothesis));
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
        prop_assert_eq!(aligned(&policy, &reference, &hypothesis), defined(&policy, &reference, &hypothesis));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn long_pairs_agree_with_short_ones(
        policy in any_policy(),
        (reference, hypothesis) in any_pair(2_000, 200),
        slack in 0..50i64,
    ) {
        prop_assume!(!reference.is_empty() && !hypothesis.is_empty());
        let policy = Policy { trims: false, ..policy };
        let unit = Policy { costs: Costs::UNIT, ..policy };
        let long = aligned_long::<Unit>(policy.ties, &reference, &hypothesis, slack);
        prop_assert_eq!(long, aligned(&unit, &reference, &hypothesis));
        let sclite = Policy { costs: Policy::SCLITE.costs, ..policy };
        let long = aligned_long::<ThreeFour>(policy.ties, &reference, &hypothesis, slack);
        prop_assert_eq!(long, aligned(&sclite, &reference, &hypothesis));
    }
}
