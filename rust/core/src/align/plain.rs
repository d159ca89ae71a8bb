//! Pairs under a policy: which kernel runs is decided here and shows in nothing but the time.

use std::cell::Cell;

use super::banded::Banded;
use super::batch::{ChunkAligner, Found};
use super::bitparallel::{Band, BitParallel};
use super::bound::upper_bound;
use super::long::Long;
use super::narrow::Narrow;
use super::preference::Preference;
use super::recurrence::{Recurrence, ThreeFour, Unit};
use super::short::Short;
use super::trim::Trim;
use super::uniform::{Surplus, UniformCosts};
use crate::alignment::Alignment;
use crate::cost::Amount;
use crate::error::{ErrorKind, Place, Result};
use crate::policy::{Costs, Policy, Step};
use crate::stop_request::StopRequest;
use crate::text::{Sequences, Texts, Unit as TextUnit};
use crate::vocab::Vocabulary;

/// Pairs of more blocks than this (64 cells each) are long.
const LONG: usize = 1 << 16;

/// So many rows are few enough for all blocks of all columns, where no path is wanted.
const FEW: usize = 1 << 10;

/// What the costs of a policy allow.
#[derive(Clone, Copy, Debug)]
enum Scheme {
    Unit,
    ThreeFour,
    General,
}

impl Scheme {
    fn of(costs: &Costs) -> Self {
        let [substitution, insertion, deletion] = [costs.substitution, costs.insertion, costs.deletion].map(|c| c.0);
        if insertion != deletion || insertion == 0 {
            Self::General
        } else if substitution == insertion {
            Self::Unit
        } else if 3 * substitution == 4 * insertion {
            Self::ThreeFour
        } else {
            Self::General
        }
    }
}

/// Aligns pairs under one policy and keeps its memory from pair to pair.
pub struct Aligner {
    policy: Policy,
    scheme: Scheme,
    trim: Trim,
    preference: Preference,
    short: Short,
    medium: BitParallel,
    narrow: Narrow,
    banded: Banded<i64>,
}

impl Aligner {
    /// An aligner for a policy.
    pub fn new(policy: Policy) -> Self {
        Self {
            policy,
            scheme: Scheme::of(&policy.costs),
            trim: Trim::of(&policy),
            preference: Preference::new(policy.ties),
            short: Short::default(),
            medium: BitParallel::default(),
            narrow: Narrow::default(),
            banded: Banded::default(),
        }
    }

    /// Adds the steps of one pair to `steps`.
    pub fn pair(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        stop: &StopRequest,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let (prefix, suffix) = self.trim.lengths(reference, hypothesis);
        steps.resize(steps.len() + prefix, Step::Match);
        let start = steps.len();
        let reference = &reference[prefix..reference.len() - suffix];
        let hypothesis = &hypothesis[prefix..hypothesis.len() - suffix];
        if reference.is_empty() || hypothesis.is_empty() {
            steps.resize(steps.len() + reference.len(), Step::Deletion);
            steps.resize(steps.len() + hypothesis.len(), Step::Insertion);
        } else {
            match self.scheme {
                Scheme::Unit => self.bits::<Unit>(reference, hypothesis, self.preference, stop, steps)?,
                Scheme::ThreeFour => {
                    self.bits::<ThreeFour>(reference, hypothesis, self.preference, stop, steps)?;
                }
                Scheme::General => self.general(reference, hypothesis, stop, steps)?,
            }
            steps[start..].reverse();
        }
        steps.resize(steps.len() + suffix, Step::Match);
        Ok(())
    }

    /// How many errors the path of a pair has. Where all errors cost the same, their number is what the path costs, and
    /// needs none; `steps` is room for it elsewhere.
    pub fn errors(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        stop: &StopRequest,
        steps: &mut Vec<Step>,
    ) -> Result<u64> {
        if matches!(self.scheme, Scheme::Unit)
            && let Some(errors) = self.equal_errors(reference, hypothesis)
        {
            return Ok(errors as u64);
        }
        steps.clear();
        self.pair(reference, hypothesis, stop, steps)?;
        Ok(steps.iter().filter(|&&step| step != Step::Match).count() as u64)
    }

    fn equal_errors(&mut self, reference: &[u32], hypothesis: &[u32]) -> Option<usize> {
        let (prefix, suffix) = Trim { prefix: true, suffix: true }.lengths(reference, hypothesis);
        let [mut rows, mut columns] = [reference, hypothesis].map(|words| &words[prefix..words.len() - suffix]);
        if rows.len() > columns.len() {
            (rows, columns) = (columns, rows);
        }
        match rows.len() {
            0 => Some(columns.len()),
            1..=64 => Some(self.short.errors(rows, columns)),
            65..=FEW => {
                self.narrow.errors(rows, columns).or_else(|| Some(self.medium.cost::<Unit>(rows, columns) as usize))
            }
            _ => self.narrow.errors(rows, columns),
        }
    }

    fn bits<R: Recurrence>(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        preference: Preference,
        stop: &StopRequest,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        if reference.len() <= 64 {
            self.short.trace::<R>(reference, hypothesis, preference, steps);
            return Ok(());
        }
        let bound = match self.narrow.trace::<R>(reference, hypothesis, preference, steps) {
            Ok(()) => return Ok(()),
            Err(bound) => bound,
        };
        let (rows, columns) = (reference.len(), hypothesis.len());
        let band = Band::new::<R>(rows, columns, bound);
        if band.size(rows, columns) <= LONG {
            self.medium.trace::<R>(reference, hypothesis, band, preference, steps);
            return Ok(());
        }
        let bound = upper_bound::<R>(reference, hypothesis);
        Long::<R>::new(reference, hypothesis, bound, stop).trace(preference, steps)
    }

    /// Any costs, within the cost that a path of fewest errors has under them.
    fn general(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        stop: &StopRequest,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let Costs { substitution, insertion, deletion } = self.policy.costs;
        let dearest = substitution.0.max(insertion.0).max(deletion.0);
        if i128::from(dearest) * (reference.len() + hypothesis.len()) as i128 >= i128::from(i64::DEAD) {
            return Err(ErrorKind::CostOverflow.into());
        }
        let start = steps.len();
        self.bits::<Unit>(reference, hypothesis, Preference::new(Policy::SUBFIRST.ties), stop, steps)?;
        let bound = self.policy.cost(&steps[start..]).0;
        steps.truncate(start);
        let (rows, columns) = (reference.len(), hypothesis.len());
        let limit = Surplus { bound, rows, columns, insertion: insertion.0, deletion: deletion.0 };
        let cells = UniformCosts { reference, hypothesis, costs: self.policy.costs };
        self.banded.trace(&cells, self.preference, &limit, stop, steps).map(|_| ())
    }
}

/// What texts are cut with.
#[derive(Default)]
struct Cutter {
    vocabulary: Vocabulary,
    sequences: Sequences,
}

thread_local! {
    /// The cutter of the thread's last aligner: with memory of its own, a call of 1,000 pairs would spend a third of its
    /// time on getting that from the system.
    static SPARE: Cell<Option<Box<Cutter>>> = const { Cell::new(None) };
}

/// So many bytes a thread keeps from call to call.
const SPARED: usize = 1 << 21;

/// Cuts texts and aligns them.
pub struct TextAligner {
    unit: TextUnit,
    aligner: Aligner,
    cutter: Option<Box<Cutter>>,
}

impl TextAligner {
    /// An aligner for texts cut into `unit`s.
    pub fn new(unit: TextUnit, policy: Policy) -> Self {
        Self { unit, aligner: Aligner::new(policy), cutter: SPARE.take() }
    }
}

impl Drop for TextAligner {
    fn drop(&mut self) {
        let spare = self.cutter.take().filter(|each| each.vocabulary.room() + each.sequences.room() <= SPARED);
        // A thread that ends has no use for it.
        let _ = SPARE.try_with(|kept| spare.is_some().then(|| kept.set(spare)));
    }
}

impl TextAligner {
    /// Cuts each pair of a chunk and hands over the words at both beginnings and at both ends that were left out,
    /// because they are the same, and those between.
    fn for_each_pair(
        &mut self,
        chunk: &Texts,
        stop: &StopRequest,
        mut take: impl FnMut(&mut Aligner, [usize; 2], [&[u32]; 2]) -> Result<()>,
    ) -> Result<()> {
        let Cutter { vocabulary, sequences } = &mut **self.cutter.get_or_insert_default();
        let chunk = chunk.held_for(self.unit);
        for pair in 0..chunk.len() / 2 {
            stop.check()?;
            let common = chunk.intern_pair(pair, self.unit, self.aligner.trim.ends(), vocabulary, sequences);
            take(&mut self.aligner, common, [sequences.get(0), sequences.get(1)])
                .map_err(|error| error.at(Place::Pair(pair)))?;
        }
        Ok(())
    }
}

impl ChunkAligner for TextAligner {
    type Found = Alignment;

    fn align(&mut self, chunk: &Texts, stop: &StopRequest, alignment: &mut Alignment) -> Result<()> {
        self.for_each_pair(chunk, stop, |aligner, [prefix, suffix], [reference, hypothesis]| {
            alignment.steps.resize(alignment.steps.len() + prefix, Step::Match);
            aligner.pair(reference, hypothesis, stop, &mut alignment.steps)?;
            alignment.steps.resize(alignment.steps.len() + suffix, Step::Match);
            alignment.close_pair();
            Ok(())
        })
    }
}

/// Cuts texts and counts their errors, which takes less than their alignment and gives the same number.
pub struct ErrorCounter {
    texts: TextAligner,
    steps: Vec<Step>,
}

impl ErrorCounter {
    /// A counter for texts cut into `unit`s.
    pub fn new(unit: TextUnit, policy: Policy) -> Self {
        Self { texts: TextAligner::new(unit, policy), steps: Vec::new() }
    }
}

/// The errors of many pairs together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorTotals {
    /// All pairs.
    pub pairs: usize,
    /// Pairs with an error.
    pub wrong: usize,
    /// Words of the references.
    pub length: u64,
    /// Errors of all kinds.
    pub errors: u64,
}

impl Found for ErrorTotals {
    fn pairs(&self) -> usize {
        self.pairs
    }

    fn reserve<'a>(&mut self, _: impl Iterator<Item = &'a Self>) {}

    fn append(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.wrong += other.wrong;
        self.length += other.length;
        self.errors += other.errors;
    }
}

impl ChunkAligner for ErrorCounter {
    type Found = ErrorTotals;

    fn align(&mut self, chunk: &Texts, stop: &StopRequest, totals: &mut ErrorTotals) -> Result<()> {
        let steps = &mut self.steps;
        self.texts.for_each_pair(chunk, stop, |aligner, [prefix, suffix], [reference, hypothesis]| {
            let errors = aligner.errors(reference, hypothesis, stop, steps)?;
            let length = (prefix + reference.len() + suffix) as u64;
            totals.append(&ErrorTotals { pairs: 1, wrong: usize::from(errors > 0), length, errors });
            Ok(())
        })
    }
}
