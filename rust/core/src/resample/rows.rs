//! Rows of numbers, and sums over them in which each row counts so many times as chance says.
//!
//! Rows are not fetched as they are drawn, which would miss the cache each time: a resample first finds how often each
//! row counts, then all rows pass by once for several resamples.

use std::thread;

use super::random::Stream;
use crate::error::{ErrorKind, Result};

/// Resamples for which the rows pass by together.
const TOGETHER: usize = 4;
/// Rows at a time, few enough for the nearest cache.
const BLOCK: usize = 2_048;
/// Sums are added up in so many lanes whatever the machine, so the last digit is the same everywhere.
const LANES: usize = 8;

/// Finds how often each row counts in the resample of a stream.
pub(super) type Weigh = fn(Stream, &mut [u16]);

/// Rows of numbers to draw from.
#[derive(Debug)]
pub struct Resampler {
    /// The columns that differ; several metrics may count the same words.
    distinct: Vec<Vec<f64>>,
    /// Which of them stands at each column's place.
    columns: Vec<usize>,
    rows: usize,
}

impl Resampler {
    /// Rows one behind the other.
    pub fn new(values: &[f64], columns: usize) -> Result<Self> {
        let rows = values.len().checked_div(columns).unwrap_or_default();
        if columns == 0 || rows * columns != values.len() {
            return Err(ErrorKind::TableShape { rows, columns, values: values.len() }.into());
        }
        let mut found = Self { distinct: Vec::new(), columns: Vec::with_capacity(columns), rows };
        for column in 0..columns {
            found.push(values.iter().skip(column).step_by(columns).copied().collect());
        }
        Ok(found)
    }

    /// How many numbers a row has.
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    fn push(&mut self, column: Vec<f64>) {
        let known = self.distinct.iter().position(|other| *other == column);
        self.columns.push(known.unwrap_or(self.distinct.len()));
        if known.is_none() {
            self.distinct.push(column);
        }
    }

    /// The sums of so many resamples, one behind the other, from number `first` on.
    ///
    /// A resample is given by the seed and its number alone.
    pub(super) fn weighed(&self, seed: u64, first: u64, count: usize, threads: usize, weigh: Weigh) -> Vec<f64> {
        let columns = self.columns.len();
        let mut sums = vec![0.0; count * columns];
        let share = count.div_ceil(threads.max(1)).max(1);
        thread::scope(|scope| {
            for (part, sums) in sums.chunks_mut(share * columns).enumerate() {
                let first = first + (part * share) as u64;
                scope.spawn(move || self.fill(seed, first, sums, weigh));
            }
        });
        sums
    }

    fn fill(&self, seed: u64, mut first: u64, sums: &mut [f64], weigh: Weigh) {
        let mut counted = vec![0; TOGETHER * self.rows];
        for sums in sums.chunks_mut(TOGETHER * self.columns.len()) {
            for (times, number) in self.each(&mut counted).zip(first..) {
                weigh(Stream::new(seed, number), times);
            }
            let mut found = vec![0.0; TOGETHER * self.distinct.len()];
            add(&self.distinct, self.rows, &counted, &mut found);
            for (sums, found) in sums.chunks_mut(self.columns.len()).zip(found.chunks(self.distinct.len())) {
                for (sum, &column) in sums.iter_mut().zip(&self.columns) {
                    *sum = found[column];
                }
            }
            first += TOGETHER as u64;
        }
    }

    /// The room of each resample; one of no rows needs none.
    fn each<'a>(&self, counted: &'a mut [u16]) -> impl Iterator<Item = &'a mut [u16]> {
        counted.chunks_exact_mut(self.rows.max(1))
    }
}

fn add(columns: &[Vec<f64>], rows: usize, counted: &[u16], sums: &mut [f64]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine was just asked for the instructions.
        return unsafe { add_by_avx2(columns, rows, counted, sums) };
    }
    add_in_lanes(columns, rows, counted, sums);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn add_by_avx2(columns: &[Vec<f64>], rows: usize, counted: &[u16], sums: &mut [f64]) {
    add_in_lanes(columns, rows, counted, sums);
}

/// Adds the sums of each resample, of so many columns each.
#[inline(always)]
fn add_in_lanes(columns: &[Vec<f64>], rows: usize, counted: &[u16], sums: &mut [f64]) {
    let mut weights = [0.0; BLOCK];
    for begin in (0..rows).step_by(BLOCK) {
        let end = rows.min(begin + BLOCK);
        let weights = &mut weights[..end - begin];
        for (sums, times) in sums.chunks_exact_mut(columns.len()).zip(counted.chunks_exact(rows)) {
            for (weight, &times) in weights.iter_mut().zip(&times[begin..end]) {
                *weight = f64::from(times);
            }
            for (sum, column) in sums.iter_mut().zip(columns) {
                *sum += product(weights, &column[begin..end]);
            }
        }
    }
}

#[inline(always)]
fn product(weights: &[f64], values: &[f64]) -> f64 {
    let ((weights, weights_rest), (values, values_rest)) = (weights.as_chunks::<LANES>(), values.as_chunks::<LANES>());
    let mut lanes = [0.0; LANES];
    for (weights, values) in weights.iter().zip(values) {
        for lane in 0..LANES {
            lanes[lane] += weights[lane] * values[lane];
        }
    }
    let rest = weights_rest.iter().zip(values_rest).map(|(weight, value)| weight * value);
    lanes.iter().sum::<f64>() + rest.sum::<f64>()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::resample) fn resampler(values: &[f64], columns: usize) -> Resampler {
        let Ok(resampler) = Resampler::new(values, columns) else { unreachable!("whole rows") };
        resampler
    }

    #[test]
    fn columns_that_are_alike_stay_in_their_places() {
        let rows: Vec<f64> = (0..50_u32).map(f64::from).flat_map(|row| [row, 1.0, row, 1.0, -row]).collect();
        for sums in resampler(&rows, 5).sums(1, 0, 9, 2).chunks(5) {
            assert_eq!(sums, [sums[0], 50.0, sums[0], 50.0, -sums[0]]);
        }
    }

    #[test]
    fn rows_are_whole() {
        assert!(Resampler::new(&[1.0; 3], 2).is_err());
        assert!(Resampler::new(&[], 0).is_err());
    }
}
