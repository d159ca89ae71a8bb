//! Weighted alignment against the definition and against all paths there are.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::HashMap;

use proptest::prelude::*;

use super::batch::ChunkAligner;
use super::properties::any_pair;
use super::weighted::{Goal, WeightedAligner};
use super::{CellCosts, naive};
use crate::alignment::Alignment;
use crate::cost::{Cost, Lexicographic};
use crate::policy::{Costs, Policy, Step, Ties};
use crate::stop_request::StopRequest;
use crate::text::{Texts, Unit};
use crate::weights::{Lexicon, Weights};

const WORDS: u32 = 5;

/// A pair over few words, and what each substitution weighs, some nothing and many the same.
#[derive(Clone, Debug)]
struct Case {
    reference: Vec<u32>,
    hypothesis: Vec<u32>,
    table: Vec<i64>,
    insertion: i64,
    deletion: i64,
    policy: Policy,
}

fn any_case(longest: usize) -> impl Strategy<Value = Case> {
    let ties = Just(Step::ALL).prop_shuffle().prop_map(|steps| Ties::new(steps).unwrap());
    let costs = prop_oneof![Just(Costs::UNIT), Just(Policy::SCLITE.costs)];
    let policy = prop_oneof![
        prop::sample::select(Policy::NAMED.map(|(_, policy)| Policy { trims: false, ..policy }).to_vec()),
        (costs, ties).prop_map(|(costs, ties)| Policy { costs, ties, trims: false }),
    ];
    let weight = || (0..=8i64).prop_map(|quarters| quarters * Cost::ONE / 4);
    let table = prop::collection::vec(weight(), (WORDS * WORDS) as usize);
    (any_pair(longest, WORDS), table, weight(), weight(), policy).prop_map(
        |((reference, hypothesis), table, insertion, deletion, policy)| Case {
            reference,
            hypothesis,
            table,
            insertion,
            deletion,
            policy,
        },
    )
}

impl Case {
    fn weight(&self, left: u32, right: u32) -> i64 {
        self.table[(left * WORDS + right) as usize]
    }

    fn aligned(&self, goal: Goal) -> (Vec<Step>, i64) {
        let lexicon = || {
            let mut lexicon = Lexicon::default();
            (0..WORDS).for_each(|word| lexicon.push(&word.to_string()));
            lexicon
        };
        let costs = self.table.iter().map(|&cost| Cost(cost)).collect();
        let mut weights = Weights::from_table(lexicon(), lexicon(), costs).unwrap();
        (weights.insertion, weights.deletion) = (Cost(self.insertion), Cost(self.deletion));
        let mut texts = Texts::default();
        for side in [&self.reference, &self.hypothesis] {
            texts.push(&side.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        }
        let mut alignment = Alignment::default();
        let mut aligner = WeightedAligner::new(Unit::Words, self.policy, goal, &weights).unwrap();
        aligner.align(&texts, &StopRequest::default(), &mut alignment).unwrap();
        (alignment.steps, alignment.weights[0])
    }

    /// Every path, as its primary cost and its weight.
    fn all_paths(
        &self,
        row: usize,
        column: usize,
        known: &mut HashMap<(usize, usize), Vec<(i64, i64)>>,
    ) -> Vec<(i64, i64)> {
        if let Some(paths) = known.get(&(row, column)) {
            return paths.clone();
        }
        let mut paths = Vec::new();
        let mut extend = |before: Vec<(i64, i64)>, cost: i64, weight: i64| {
            paths.extend(before.into_iter().map(|(c, w)| (c + cost, w + weight)));
        };
        if row == 0 && column == 0 {
            extend(vec![(0, 0)], 0, 0);
        }
        if row > 0 {
            extend(self.all_paths(row - 1, column, known), self.policy.costs.deletion.0, self.deletion);
        }
        if column > 0 {
            extend(self.all_paths(row, column - 1, known), self.policy.costs.insertion.0, self.insertion);
        }
        if row > 0 && column > 0 {
            let (left, right) = (self.reference[row - 1], self.hypothesis[column - 1]);
            let before = self.all_paths(row - 1, column - 1, known);
            if left == right {
                extend(before, 0, 0);
            } else {
                extend(before, self.policy.costs.substitution.0, self.weight(left, right));
            }
        }
        paths.sort_unstable();
        paths.dedup();
        known.insert((row, column), paths.clone());
        paths
    }

    fn every_path(&self) -> Vec<(i64, i64)> {
        self.all_paths(self.reference.len(), self.hypothesis.len(), &mut HashMap::new())
    }
}

/// The definition's cells, written apart from those of the kernel.
struct Cells<'a> {
    case: &'a Case,
    goal: Goal,
}

impl Cells<'_> {
    fn amount(&self, cost: Cost, weight: i64) -> Lexicographic {
        match self.goal {
            Goal::Total => Lexicographic { primary: weight, secondary: 0 },
            Goal::Greatest => Lexicographic { primary: cost.0, secondary: -weight },
            _ => Lexicographic { primary: cost.0, secondary: weight },
        }
    }
}

impl CellCosts for Cells<'_> {
    type Amount = Lexicographic;

    fn rows(&self) -> usize {
        self.case.reference.len()
    }

    fn columns(&self) -> usize {
        self.case.hypothesis.len()
    }

    fn deletion(&self, _row: usize) -> Lexicographic {
        self.amount(self.case.policy.costs.deletion, self.case.deletion)
    }

    fn insertion(&self, _column: usize) -> Lexicographic {
        self.amount(self.case.policy.costs.insertion, self.case.insertion)
    }

    fn pairing(&self, row: usize, column: usize) -> Option<Lexicographic> {
        let (left, right) = (self.case.reference[row], self.case.hypothesis[column]);
        let weight = self.case.weight(left, right);
        Some(if left == right {
            self.amount(Cost(0), 0)
        } else {
            self.amount(self.case.policy.costs.substitution, weight)
        })
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        self.case.reference[row] == self.case.hypothesis[column]
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn paths_are_those_of_the_definition(case in any_case(40)) {
        for goal in [Goal::Total, Goal::Least, Goal::Greatest] {
            let (cost, steps) = naive::align(&Cells { case: &case, goal }, case.policy.ties);
            let weight = if goal == Goal::Total { cost.primary } else { cost.secondary.abs() };
            prop_assert_eq!(case.aligned(goal), (steps, weight), "{:?}", goal);
        }
    }

    #[test]
    fn weights_are_the_ends_of_the_range(case in any_case(7)) {
        let paths = case.every_path();
        let least_cost = paths.iter().map(|path| path.0).min().unwrap();
        let tied = || paths.iter().filter(|path| path.0 == least_cost).map(|path| path.1);
        prop_assert_eq!(case.aligned(Goal::Total).1, paths.iter().map(|path| path.1).min().unwrap());
        prop_assert_eq!(case.aligned(Goal::Least).1, tied().min().unwrap());
        prop_assert_eq!(case.aligned(Goal::Greatest).1, tied().max().unwrap());
        prop_assert!(tied().any(|weight| weight == case.aligned(Goal::After).1));
    }
}
