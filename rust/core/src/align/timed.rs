//! Costs from the times of words: sclite's `-T`, and a collar that keeps apart what was said apart.
//!
//! Both are costs, not kernels: any kernel takes them, for sequences by word and for graphs by edge number.

use super::CellCosts;
use super::network::costs::{ItemCosts, SCLITE_NULL, equal_labels};
use crate::error::{ErrorKind, Result};
use crate::graph::Graph;

/// When a word was said, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Times {
    /// From when.
    pub start: f64,
    /// Until when.
    pub end: f64,
}

impl Times {
    /// The silence between two words; negative where they overlap.
    pub fn gap(self, other: Self) -> f64 {
        self.start.max(other.start) - self.end.min(other.end)
    }
}

/// Words with their times: one side of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedWords {
    labels: Vec<Option<u32>>,
    times: Vec<Times>,
}

impl TimedWords {
    /// A sequence of words.
    pub fn sequence(words: &[u32], times: &[Times]) -> Result<Self> {
        Self::new(words.iter().copied().map(Some).collect(), times)
    }

    /// The words of a graph, with times by edge number.
    pub fn graph(graph: &Graph, times: &[Times]) -> Result<Self> {
        Self::new(graph.labels(), times)
    }

    /// The words of a graph as they are told, even if one ends before it starts.
    pub fn told(graph: &Graph, times: Vec<Times>) -> Result<Self> {
        let labels = graph.labels();
        same_length(labels.len(), times.len())?;
        Ok(Self { labels, times })
    }

    fn new(labels: Vec<Option<u32>>, times: &[Times]) -> Result<Self> {
        same_length(labels.len(), times.len())?;
        check(times)?;
        Ok(Self { labels, times: times.to_vec() })
    }
}

/// sclite's costs under `-T`: a word alone costs its duration, a pair the distances of its starts and of its ends,
/// and a thousandth more if the words differ. Computed in `f64`, then rounded, as sclite does.
pub fn sclite<E: Fn(u32, u32) -> bool>(
    reference: TimedWords,
    hypothesis: TimedWords,
    equal: E,
) -> impl CellCosts<Amount = f32> {
    let alone = |words: &TimedWords| {
        let pairs = words.labels.iter().zip(&words.times);
        pairs.map(|(label, at)| if label.is_some() { (at.end - at.start) as f32 } else { SCLITE_NULL }).collect()
    };
    let (left, right) = (reference.times.clone(), hypothesis.times.clone());
    ItemCosts {
        deletions: alone(&reference),
        insertions: alone(&hypothesis),
        equal: equal_labels(reference.labels, hypothesis.labels, equal),
        pairing: move |row: usize, column: usize, equal| {
            let (one, other) = (left[row], right[column]);
            let apart = (one.start - other.start).abs() + (one.end - other.end).abs();
            Some((apart + if equal { 0.0 } else { 0.001 }) as f32)
        },
    }
}

/// Costs under which two words with more than the collar of silence between them do not pair.
///
/// Silence is compared in whole nanoseconds: times come from decimal numbers, and half a second is no longer than a
/// collar of half a second because of the last binary digit of either.
pub struct Collar<C> {
    costs: C,
    reference: Vec<Times>,
    hypothesis: Vec<Times>,
    nanoseconds: f64,
}

impl<C: CellCosts> Collar<C> {
    /// Puts a collar of so many seconds around costs; with 0 words must touch or overlap.
    pub fn new(costs: C, reference: &[Times], hypothesis: &[Times], seconds: f64) -> Result<Self> {
        if seconds.is_nan() || seconds < 0.0 {
            return Err(ErrorKind::InvalidCost { name: "collar".to_owned(), value: seconds }.into());
        }
        for (rows, times) in [(costs.rows(), reference), (costs.columns(), hypothesis)] {
            same_length(rows, times.len())?;
            check(times)?;
        }
        let (reference, hypothesis) = (reference.to_vec(), hypothesis.to_vec());
        Ok(Self { costs, reference, hypothesis, nanoseconds: nanoseconds(seconds) })
    }
}

impl<C: CellCosts> CellCosts for Collar<C> {
    type Amount = C::Amount;

    fn rows(&self) -> usize {
        self.costs.rows()
    }

    fn columns(&self) -> usize {
        self.costs.columns()
    }

    fn deletion(&self, row: usize) -> Self::Amount {
        self.costs.deletion(row)
    }

    fn insertion(&self, column: usize) -> Self::Amount {
        self.costs.insertion(column)
    }

    fn pairing(&self, row: usize, column: usize) -> Option<Self::Amount> {
        let gap = nanoseconds(self.reference[row].gap(self.hypothesis[column]));
        if gap > self.nanoseconds { None } else { self.costs.pairing(row, column) }
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        self.costs.equal(row, column)
    }
}

fn nanoseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round()
}

fn same_length(left: usize, right: usize) -> Result<()> {
    if left == right {
        Ok(())
    } else {
        Err(ErrorKind::LengthMismatch { what: "words and their times", left, right }.into())
    }
}

fn check(times: &[Times]) -> Result<()> {
    let wrong = |at: &Times| !at.start.is_finite() || !at.end.is_finite() || at.end < at.start;
    match times.iter().position(wrong) {
        Some(word) => {
            let Times { start, end } = times[word];
            Err(ErrorKind::InvalidTimes { word, start, end }.into())
        }
        None => Ok(()),
    }
}
