//! Pairs of sequences under any policy: short ones against the definition, longer ones against their least cost.

use mondegreen_core::align::naive;
use mondegreen_core::align::plain::Aligner;
use mondegreen_core::align::uniform::UniformCosts;
use mondegreen_core::policy::{Costs, Policy, Step};
use mondegreen_core::stop_request::StopRequest;

use super::input::Input;

/// Words of the longest sequences: enough for the kernels that serve long pairs.
const LONGEST: usize = 2_200;
/// Cells of the largest matrix that is filled by definition.
const SMALL: usize = 1 << 13;

pub fn linear(data: &[u8]) {
    let mut input = Input(data);
    let Ok(policy) = input.policy() else { return };
    let (reference, hypothesis) = input.pair(LONGEST);
    let mut aligner = Aligner::new(policy);
    let mut align = |reference: &[u32], hypothesis: &[u32]| {
        let mut steps = Vec::new();
        aligner.pair(reference, hypothesis, &StopRequest::default(), &mut steps).unwrap();
        steps
    };
    check(&policy, &reference, &hypothesis, &align(&reference, &hypothesis));
    // The aligner keeps its memory from pair to pair, so the same pair turned round comes next.
    check(&policy, &hypothesis, &reference, &align(&hypothesis, &reference));
}

fn check(policy: &Policy, reference: &[u32], hypothesis: &[u32], steps: &[Step]) {
    if reference.len() * hypothesis.len() <= SMALL {
        assert_eq!(steps, defined(policy, reference, hypothesis), "{policy:?} {reference:?} {hypothesis:?}");
    } else if policy.trims {
        walk(&policy.costs, reference, hypothesis, steps);
    } else {
        let cost = walk(&policy.costs, reference, hypothesis, steps);
        assert_eq!(cost, least(&policy.costs, reference, hypothesis), "{policy:?}");
    }
}

/// The definition of a policy: trimming, if it trims, then the whole matrix.
fn defined(policy: &Policy, reference: &[u32], hypothesis: &[u32]) -> Vec<Step> {
    trimmed(policy.trims, reference, hypothesis, |reference, hypothesis| {
        naive::align(&UniformCosts { reference, hypothesis, costs: policy.costs }, policy.ties).1
    })
}

/// Matches the common beginning, then the common end, if that is wanted, and leaves the rest to another.
pub fn trimmed(
    trims: bool,
    mut reference: &[u32],
    mut hypothesis: &[u32],
    middle: impl Fn(&[u32], &[u32]) -> Vec<Step>,
) -> Vec<Step> {
    let (mut prefix, mut suffix) = (0, 0);
    while let ([first, rest @ ..], [other, others @ ..]) = (reference, hypothesis)
        && trims
        && first == other
    {
        (reference, hypothesis, prefix) = (rest, others, prefix + 1);
    }
    while let ([rest @ .., last], [others @ .., other]) = (reference, hypothesis)
        && trims
        && last == other
    {
        (reference, hypothesis, suffix) = (rest, others, suffix + 1);
    }
    [vec![Step::Match; prefix], middle(reference, hypothesis), vec![Step::Match; suffix]].concat()
}

/// What a path costs, which must use each word once and call no pair what it is not.
fn walk(costs: &Costs, reference: &[u32], hypothesis: &[u32], steps: &[Step]) -> i64 {
    let (mut row, mut column, mut cost) = (0, 0, 0);
    for step in steps {
        match step {
            Step::Match => assert_eq!(reference[row], hypothesis[column]),
            Step::Substitution => assert_ne!(reference[row], hypothesis[column]),
            Step::Insertion | Step::Deletion => {}
        }
        row += usize::from(*step != Step::Insertion);
        column += usize::from(*step != Step::Deletion);
        cost += match step {
            Step::Match => 0,
            Step::Substitution => costs.substitution.0,
            Step::Insertion => costs.insertion.0,
            Step::Deletion => costs.deletion.0,
        };
    }
    assert_eq!((row, column), (reference.len(), hypothesis.len()));
    cost
}

/// The least cost, by one row of the matrix at a time.
fn least(costs: &Costs, reference: &[u32], hypothesis: &[u32]) -> i64 {
    let mut above: Vec<i64> = (0..=hypothesis.len() as i64).map(|column| column * costs.insertion.0).collect();
    for word in reference {
        let mut diagonal = above[0];
        above[0] += costs.deletion.0;
        let mut left = above[0];
        for (cell, other) in above[1..].iter_mut().zip(hypothesis) {
            let pairing = diagonal + if word == other { 0 } else { costs.substitution.0 };
            diagonal = *cell;
            left = pairing.min(*cell + costs.deletion.0).min(left + costs.insertion.0);
            *cell = left;
        }
    }
    above[hypothesis.len()]
}
