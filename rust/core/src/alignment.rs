//! The result: one flat list of steps for a whole batch, never an object a word.

use crate::align::batch::Found;
use crate::policy::Step;

/// How many of each step a pair has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Counts {
    /// Reference words recognized.
    pub matches: u32,
    /// Reference words replaced.
    pub substitutions: u32,
    /// Hypothesis words too many.
    pub insertions: u32,
    /// Reference words missing.
    pub deletions: u32,
}

impl Counts {
    /// Counts the steps of one path.
    pub fn of(steps: &[Step]) -> Self {
        // In bytes, so that the machine counts sixteen at once.
        let count = |of: Step| {
            let parts = steps.chunks(usize::from(u8::MAX));
            parts.map(|part| u32::from(part.iter().map(|&step| u8::from(step == of)).sum::<u8>())).sum::<u32>()
        };
        let (matches, substitutions, insertions) =
            (count(Step::Match), count(Step::Substitution), count(Step::Insertion));
        Self {
            matches,
            substitutions,
            insertions,
            deletions: steps.len() as u32 - matches - substitutions - insertions,
        }
    }

    /// The counts in the order of the steps' numbers.
    pub fn by_step(self) -> [u32; 4] {
        [self.matches, self.substitutions, self.insertions, self.deletions]
    }

    /// Substitutions, insertions and deletions together.
    pub fn errors(self) -> u32 {
        self.substitutions + self.insertions + self.deletions
    }
}

/// The alignments of a batch: pair `p` has the steps `offsets[p]..offsets[p + 1]`, from first word to last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// Steps of all pairs, one behind the other.
    pub steps: Vec<Step>,
    /// Where each pair begins, and at last where the last one ends.
    pub offsets: Vec<u64>,
    /// Counts of each pair.
    pub counts: Vec<Counts>,
    /// What the errors of each pair weigh, in billionths; empty where nothing was weighed.
    pub weights: Vec<i64>,
    /// Words of both sides that have no vector, by pair; empty where nothing was weighed.
    pub unknown: Vec<u32>,
}

impl Default for Alignment {
    fn default() -> Self {
        Self { steps: Vec::new(), offsets: vec![0], counts: Vec::new(), weights: Vec::new(), unknown: Vec::new() }
    }
}

impl Alignment {
    /// An alignment from its arrays, if they agree with each other; the counts are those of the steps.
    pub fn from_parts(steps: Vec<Step>, offsets: Vec<u64>, weights: Vec<i64>, unknown: Vec<u32>) -> Option<Self> {
        let pairs = offsets.len().checked_sub(1)?;
        let whole = offsets[0] == 0 && offsets.is_sorted() && offsets[pairs] == steps.len() as u64;
        let weighed = weights.len() == unknown.len() && (weights.is_empty() || weights.len() == pairs);
        if !whole || !weighed {
            return None;
        }
        let of = |pair: &[u64]| Counts::of(&steps[pair[0] as usize..pair[1] as usize]);
        let counts = offsets.windows(2).map(of).collect();
        Some(Self { steps, offsets, counts, weights, unknown })
    }

    /// How many of each step all pairs have together, in the order of the steps' numbers, and how many pairs have errors.
    pub fn totals(&self) -> ([u64; 4], u64) {
        self.counts.iter().fold(([0; 4], 0), |(mut sums, wrong), counts| {
            for (sum, count) in sums.iter_mut().zip(counts.by_step()) {
                *sum += u64::from(count);
            }
            (sums, wrong + u64::from(counts.errors() > 0))
        })
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is no pair at all.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The steps of one pair.
    pub fn pair(&self, index: usize) -> &[Step] {
        &self.steps[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// Closes the pair whose steps were pushed since the last one was closed.
    pub fn close_pair(&mut self) {
        let start = self.offsets.last().copied().unwrap_or(0) as usize;
        self.counts.push(Counts::of(&self.steps[start..]));
        self.offsets.push(self.steps.len() as u64);
    }

    /// Closes a pair and notes what its errors weigh, and how many of its words have no vector.
    pub fn close_weighed_pair(&mut self, weight: i64, unknown: u32) {
        self.close_pair();
        self.weights.push(weight);
        self.unknown.push(unknown);
    }
}

impl Found for Alignment {
    fn pairs(&self) -> usize {
        self.len()
    }

    fn reserve<'a>(&mut self, parts: impl Iterator<Item = &'a Self>) {
        let (steps, pairs) = parts.fold((0, 0), |(steps, pairs), part| (steps + part.steps.len(), pairs + part.len()));
        self.steps.reserve_exact(steps);
        self.offsets.reserve_exact(pairs);
        self.counts.reserve_exact(pairs);
    }

    fn append(&mut self, other: &Self) {
        let base = self.steps.len() as u64;
        self.steps.extend_from_slice(&other.steps);
        self.offsets.extend(other.offsets[1..].iter().map(|offset| base + offset));
        self.counts.extend_from_slice(&other.counts);
        self.weights.extend_from_slice(&other.weights);
        self.unknown.extend_from_slice(&other.unknown);
    }
}
