//! Weighted edit distance: pairs whose substitutions weigh by their two words: inside the alignment, among its ties, or
//! after it.

use super::CellCosts;
use super::banded::{Banded, Limit};
use super::batch::ChunkAligner;
use super::plain::Aligner;
use super::preference::Preference;
use super::trim::Trim;
use super::uniform::Surplus;
use crate::alignment::Alignment;
use crate::cost::{Amount, Cost, Lexicographic};
use crate::error::{ErrorKind, Place, Result, find_named};
use crate::policy::{Costs, Policy, Step};
use crate::stop_request::StopRequest;
use crate::text::{Sequences, Texts, Unit};
use crate::vocab::Vocabulary;
use crate::weights::{Weigher, Weights};

/// What the weights decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Nothing: the policy's alignment is weighed (WER-E, `EmbER`).
    After,
    /// The alignment of least weight (WER-S); the policy gives the tie order.
    Total,
    /// Among the alignments that cost least under the policy, one of least weight.
    Least,
    /// Among the alignments that cost least under the policy, one of greatest weight: the other end of the range.
    Greatest,
}

impl Goal {
    /// The goals that have names.
    pub const NAMED: [(&'static str, Self); 4] =
        [("after", Self::After), ("total", Self::Total), ("least", Self::Least), ("greatest", Self::Greatest)];

    /// The goal of that name.
    pub fn named(name: &str) -> Result<Self> {
        find_named(&Self::NAMED, name, ErrorKind::UnknownGoal)
    }
}

/// A pair and what its words weigh.
pub struct WeighedPair<'a> {
    /// Reference ids.
    pub reference: &'a [u32],
    /// Hypothesis ids.
    pub hypothesis: &'a [u32],
    /// What they weigh.
    pub weigher: &'a Weigher<'a>,
}

impl WeighedPair<'_> {
    fn weight(&self, steps: impl Iterator<Item = Step>) -> i64 {
        let (mut row, mut column) = (0, 0);
        let mut total = 0;
        for step in steps {
            total += match step {
                Step::Match => 0,
                Step::Substitution => self.weigher.substitution(self.reference[row], self.hypothesis[column]).0,
                Step::Insertion => self.weigher.insertion().0,
                Step::Deletion => self.weigher.deletion().0,
            };
            row += usize::from(step != Step::Insertion);
            column += usize::from(step != Step::Deletion);
        }
        total
    }
}

impl CellCosts for WeighedPair<'_> {
    type Amount = i64;

    fn rows(&self) -> usize {
        self.reference.len()
    }

    fn columns(&self) -> usize {
        self.hypothesis.len()
    }

    fn deletion(&self, _row: usize) -> i64 {
        self.weigher.deletion().0
    }

    fn insertion(&self, _column: usize) -> i64 {
        self.weigher.insertion().0
    }

    fn pairing(&self, row: usize, column: usize) -> Option<i64> {
        if self.equal(row, column) {
            return Some(0);
        }
        Some(self.weigher.substitution(self.reference[row], self.hypothesis[column]).0)
    }

    fn least_substitution(&self) -> i64 {
        self.weigher.least().0
    }

    fn gaps(&self) -> Option<(i64, i64)> {
        Some((self.weigher.insertion().0, self.weigher.deletion().0))
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        self.reference[row] == self.hypothesis[column]
    }
}

/// The same pair under a policy, whose ties the weights break; `sign` is -1 where they are to be great.
struct TieBroken<'a> {
    pair: WeighedPair<'a>,
    costs: Costs,
    sign: i64,
}

impl TieBroken<'_> {
    fn amount(&self, cost: Cost, weight: i64) -> Lexicographic {
        Lexicographic { primary: cost.0, secondary: self.sign * weight }
    }
}

impl CellCosts for TieBroken<'_> {
    type Amount = Lexicographic;

    fn rows(&self) -> usize {
        self.pair.rows()
    }

    fn columns(&self) -> usize {
        self.pair.columns()
    }

    fn deletion(&self, row: usize) -> Lexicographic {
        self.amount(self.costs.deletion, self.pair.deletion(row))
    }

    fn insertion(&self, column: usize) -> Lexicographic {
        self.amount(self.costs.insertion, self.pair.insertion(column))
    }

    fn pairing(&self, row: usize, column: usize) -> Option<Lexicographic> {
        if self.equal(row, column) {
            return Some(Lexicographic::ZERO);
        }
        self.pair.pairing(row, column).map(|weight| self.amount(self.costs.substitution, weight))
    }

    fn least_substitution(&self) -> Lexicographic {
        let extreme = if self.sign > 0 { self.pair.least_substitution() } else { Cost::LARGEST * Cost::ONE };
        self.amount(self.costs.substitution, extreme)
    }

    fn gaps(&self) -> Option<(Lexicographic, Lexicographic)> {
        Some((self.insertion(0), self.deletion(0)))
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        self.pair.equal(row, column)
    }
}

impl Limit<Lexicographic> for Surplus<i64> {
    #[inline(always)]
    fn allows(&self, cost: Lexicographic, row: usize, column: usize) -> bool {
        self.allows(cost.primary, row, column)
    }
}

/// Aligns texts with weights and keeps its memory from chunk to chunk.
pub struct WeightedAligner<'a> {
    unit: Unit,
    policy: Policy,
    goal: Goal,
    weigher: Weigher<'a>,
    plain: Aligner,
    /// Finds a path whose weight bounds the least one.
    bounding: Aligner,
    vocabulary: Vocabulary,
    sequences: Sequences,
    total: Banded<i64>,
    tied: Banded<Lexicographic>,
}

impl<'a> WeightedAligner<'a> {
    /// An aligner for texts cut into `unit`s. Breaking ties needs errors that cost something.
    pub fn new(unit: Unit, policy: Policy, goal: Goal, weights: &'a Weights) -> Result<Self> {
        let Costs { substitution, insertion, deletion } = policy.costs;
        if matches!(goal, Goal::Least | Goal::Greatest) && substitution.min(insertion).min(deletion).0 == 0 {
            return Err(ErrorKind::FreeErrors.into());
        }
        Ok(Self {
            unit,
            policy,
            goal,
            weigher: Weigher::new(weights),
            plain: Aligner::new(policy),
            bounding: Aligner::new(Policy::SUBFIRST),
            vocabulary: Vocabulary::default(),
            sequences: Sequences::default(),
            total: Banded::default(),
            tied: Banded::default(),
        })
    }

    /// Adds the steps of one pair to `steps` and gives their weight.
    fn pair(&mut self, pair: usize, stop: &StopRequest, steps: &mut Vec<Step>) -> Result<i64> {
        let (reference, hypothesis) = (self.sequences.get(2 * pair), self.sequences.get(2 * pair + 1));
        let start = steps.len();
        let weigher = &self.weigher;
        let whole = WeighedPair { reference, hypothesis, weigher };
        let first = if self.goal == Goal::Total { &mut self.bounding } else { &mut self.plain };
        first.pair(reference, hypothesis, stop, steps)?;
        let (insertion, deletion) = (weigher.insertion(), weigher.deletion());
        // Words alone that weigh nothing tie with matches, and the order may prefer them.
        let alone = insertion.0 + deletion.0 > 0;
        if alone && steps[start..].iter().all(|&step| step == Step::Match) {
            return Ok(0);
        }
        let weight = || whole.weight(steps[start..].iter().copied());
        let (costs, bound) = match self.goal {
            Goal::After => return Ok(weight()),
            Goal::Total => (Costs { substitution: Cost::whole(1), insertion, deletion }, weight()),
            Goal::Least | Goal::Greatest => (self.policy.costs, self.policy.cost(&steps[start..]).0),
        };
        check_overflow(reference.len() + hypothesis.len(), insertion.max(deletion))?;
        steps.truncate(start);
        let (prefix, suffix) = Trim::of(&Policy { costs, ..self.policy }).lengths(reference, hypothesis);
        steps.resize(start + prefix, Step::Match);
        let reference = &reference[prefix..reference.len() - suffix];
        let hypothesis = &hypothesis[prefix..hypothesis.len() - suffix];
        let middle = WeighedPair { reference, hypothesis, weigher };
        let limit = Surplus {
            bound,
            rows: reference.len(),
            columns: hypothesis.len(),
            insertion: costs.insertion.0,
            deletion: costs.deletion.0,
        };
        let preference = Preference::new(self.policy.ties);
        let weight = if self.goal == Goal::Total {
            self.total.trace(&middle, preference, &limit, stop, steps)?
        } else {
            let sign = if self.goal == Goal::Least { 1 } else { -1 };
            let tied = TieBroken { pair: middle, costs, sign };
            sign * self.tied.trace(&tied, preference, &limit, stop, steps)?.secondary
        };
        steps[start + prefix..].reverse();
        steps.resize(steps.len() + suffix, Step::Match);
        Ok(weight)
    }
}

/// Weights of substitutions are at most as large as the largest cost of a step.
pub fn check_overflow(words: usize, gap: Cost) -> Result<()> {
    let dearest = gap.0.max(Cost::LARGEST * Cost::ONE);
    if i128::from(dearest) * words as i128 >= i128::from(i64::DEAD) {
        return Err(ErrorKind::CostOverflow.into());
    }
    Ok(())
}

impl ChunkAligner for WeightedAligner<'_> {
    type Found = Alignment;

    fn align(&mut self, chunk: &Texts, stop: &StopRequest, alignment: &mut Alignment) -> Result<()> {
        chunk.intern_words(self.unit, &mut self.vocabulary, &mut self.sequences);
        self.weigher.learn(&mut self.vocabulary, &mut self.sequences)?;
        for pair in 0..self.sequences.len() / 2 {
            stop.check()?;
            let weight = self.pair(pair, stop, &mut alignment.steps).map_err(|error| error.at(Place::Pair(pair)))?;
            let [reference, hypothesis] = [2 * pair, 2 * pair + 1].map(|side| self.sequences.get(side));
            let unknown = self.weigher.unknown(reference, hypothesis);
            alignment.close_weighed_pair(weight, unknown);
        }
        Ok(())
    }
}
