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
    /// Column by column.
    values: Vec<f64>,
    columns: usize,
    rows: usize,
}

impl Resampler {
    /// Rows one behind the other.
    pub fn new(values: &[f64], columns: usize) -> Result<Self> {
        let rows = values.len().checked_div(columns).unwrap_or_default();
        if columns == 0 || rows * columns != values.len() {
            return Err(ErrorKind::TableShape { rows, columns, values: values.len() }.into());
        }
        let by_column = (0..columns).flat_map(|column| values.iter().skip(column).step_by(columns));
        Ok(Self { values: by_column.copied().collect(), columns, rows })
    }

    /// The sums of so many resamples, one behind the other, from number `first` on.
    ///
    /// A resample is given by the seed and its number alone.
    pub(super) fn weighed(
        &self,
        seed: u64,
        first: u64,
        count: usize,
        threads: usize,
        weigh: Weigh,
    ) -> Vec<f64> {
        let mut sums = vec![0.0; count * self.columns];
        let share = count.div_ceil(threads.max(1)).max(1);
        thread::scope(|scope| {
            for (part, sums) in sums.chunks_mut(share * self.columns).enumerate() {
                let first = first + (part * share) as u64;
                scope.spawn(move || self.fill(seed, first, sums, weigh));
            }
        });
        sums
    }

    fn fill(&self, seed: u64, mut first: u64, sums: &mut [f64], weigh: Weigh) {
        let mut counted = vec![0; TOGETHER * self.rows];
        for sums in sums.chunks_mut(TOGETHER * self.columns) {
            for (times, number) in self.each(&mut counted).zip(first..) {
                weigh(Stream::new(seed, number), times);
            }
            self.add(&counted, sums);
            first += TOGETHER as u64;
        }
    }

    /// The room of each resample; one of no rows needs none.
    fn each<'a>(&self, counted: &'a mut [u16]) -> impl Iterator<Item = &'a mut [u16]> {
        counted.chunks_exact_mut(self.rows.max(1))
    }

    fn add(&self, counted: &[u16], sums: &mut [f64]) {
        for begin in (0..self.rows).step_by(BLOCK) {
            let end = self.rows.min(begin + BLOCK);
            for (sums, times) in sums.chunks_exact_mut(self.columns).zip(counted.chunks_exact(self.rows)) {
                for (sum, column) in sums.iter_mut().zip(self.values.chunks_exact(self.rows)) {
                    *sum += product(&times[begin..end], &column[begin..end]);
                }
            }
        }
    }
}

fn product(times: &[u16], values: &[f64]) -> f64 {
    let ((times, times_rest), (values, values_rest)) =
        (times.as_chunks::<LANES>(), values.as_chunks::<LANES>());
    let mut lanes = [0.0; LANES];
    for (times, values) in times.iter().zip(values) {
        for lane in 0..LANES {
            lanes[lane] += f64::from(times[lane]) * values[lane];
        }
    }
    let rest = times_rest.iter().zip(values_rest).map(|(&times, value)| f64::from(times) * value);
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
    fn rows_are_whole() {
        assert!(Resampler::new(&[1.0; 3], 2).is_err());
        assert!(Resampler::new(&[], 0).is_err());
    }
}
