//! Common beginnings and ends, which need no kernel where the tie order matches them anyway.

use crate::policy::{Policy, Step};

/// Words matched at the beginning and at the end before a kernel runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trim {
    pub prefix: bool,
    pub suffix: bool,
}

impl Trim {
    /// What may be trimmed without changing the path.
    ///
    /// An order that prefers a match takes the common end first, for a match is always on a cheapest path. An order
    /// that prefers both gaps to both pairings keeps them for as long as it can while it traces back, so the common
    /// beginning is matched: in row 1, column j + 1, an insertion costs no more than leaving the row.
    pub fn of(policy: &Policy) -> Self {
        let order = policy.ties.steps();
        let place = |step| order.iter().position(|&other| other == step);
        let gap_first = place(Step::Insertion).min(place(Step::Deletion));
        let gap_last = place(Step::Insertion).max(place(Step::Deletion));
        let gaps_cost = policy.costs.insertion.0 > 0 && policy.costs.deletion.0 > 0;
        let pairing_first = place(Step::Match).min(place(Step::Substitution));
        Self {
            prefix: policy.trims || gaps_cost && pairing_first > gap_last,
            suffix: policy.trims || place(Step::Match) < gap_first,
        }
    }

    /// Whether beginnings may be trimmed, and whether ends may.
    pub fn ends(self) -> [bool; 2] {
        [self.prefix, self.suffix]
    }

    /// How many words to match at the beginning and, of what remains, at the end.
    pub fn lengths(self, reference: &[u32], hypothesis: &[u32]) -> (usize, usize) {
        let prefix = if self.prefix { common(reference.iter(), hypothesis.iter()) } else { 0 };
        let rest = (reference[prefix..].iter().rev(), hypothesis[prefix..].iter().rev());
        (prefix, if self.suffix { common(rest.0, rest.1) } else { 0 })
    }
}

fn common<'a>(left: impl Iterator<Item = &'a u32>, right: impl Iterator<Item = &'a u32>) -> usize {
    left.zip(right).take_while(|(left, right)| left == right).count()
}
