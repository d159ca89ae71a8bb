//! The bootstrap (Efron, 1979): sums over as many rows as there are, drawn with replacement.
//!
//! Rows are not fetched as they are drawn, which would miss the cache each time: a resample first counts how often each
//! row comes up, then all rows pass by once for several resamples.

use std::thread;

use super::random::Stream;
use crate::error::{ErrorKind, Result};

/// Resamples for which the rows pass by together.
const TOGETHER: usize = 4;
/// Rows at a time, few enough for the nearest cache.
const BLOCK: usize = 2_048;
/// Sums are added up in so many lanes whatever the machine, so the last digit is the same everywhere.
const LANES: usize = 8;

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
    pub fn sums(&self, seed: u64, first: u64, count: usize, threads: usize) -> Vec<f64> {
        let mut sums = vec![0.0; count * self.columns];
        let share = count.div_ceil(threads.max(1)).max(1);
        thread::scope(|scope| {
            for (part, sums) in sums.chunks_mut(share * self.columns).enumerate() {
                let first = first + (part * share) as u64;
                scope.spawn(move || self.fill(seed, first, sums));
            }
        });
        sums
    }

    fn fill(&self, seed: u64, mut first: u64, sums: &mut [f64]) {
        let mut drawn = vec![0; TOGETHER * self.rows];
        for sums in sums.chunks_mut(TOGETHER * self.columns) {
            for (times, number) in self.each(&mut drawn).zip(first..) {
                self.draw(Stream::new(seed, number), times);
            }
            self.add(&drawn, sums);
            first += TOGETHER as u64;
        }
    }

    /// The room of each resample; one of no rows needs none.
    fn each<'a>(&self, drawn: &'a mut [u16]) -> impl Iterator<Item = &'a mut [u16]> {
        drawn.chunks_exact_mut(self.rows.max(1))
    }

    /// Counts how often each row is drawn. That one of many rows is drawn 2^16 times will not happen: the chance is
    /// less than 1 in 10^200,000.
    fn draw(&self, mut stream: Stream, times: &mut [u16]) {
        times.fill(0);
        for _ in 0..self.rows {
            times[stream.below(self.rows)] += 1;
        }
    }

    fn add(&self, drawn: &[u16], sums: &mut [f64]) {
        for begin in (0..self.rows).step_by(BLOCK) {
            let end = self.rows.min(begin + BLOCK);
            for (sums, times) in sums.chunks_exact_mut(self.columns).zip(drawn.chunks_exact(self.rows)) {
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
mod tests {
    use super::*;

    fn resampler(values: &[f64], columns: usize) -> Resampler {
        let Ok(resampler) = Resampler::new(values, columns) else { unreachable!("whole rows") };
        resampler
    }

    #[test]
    fn a_resample_has_as_many_rows_and_keeps_them_whole() {
        // The second column is twice the first, and the third counts rows.
        let rows: Vec<f64> =
            (0..50_u32).flat_map(|row| [f64::from(row), 2.0 * f64::from(row), 1.0]).collect();
        for sums in resampler(&rows, 3).sums(1, 0, 200, 2).chunks(3) {
            assert_eq!(sums[1..].to_vec(), [2.0 * sums[0], 50.0]);
        }
    }

    #[test]
    fn threads_and_portions_make_no_difference() {
        let rows: Vec<f64> = (0..97_u32).map(|row| f64::from(row * row % 31)).collect();
        let resampler = resampler(&rows, 1);
        let whole = resampler.sums(9, 0, 40, 1);
        assert_eq!(resampler.sums(9, 0, 40, 7), whole);
        assert_eq!([resampler.sums(9, 0, 13, 3), resampler.sums(9, 13, 27, 2)].concat(), whole);
        assert_ne!(resampler.sums(8, 0, 40, 1), whole);
    }

    #[test]
    fn sums_spread_as_theory_says() {
        // Of n rows with mean m and variance v a sum has mean n m and variance n v.
        let rows: Vec<f64> = (0..100_u32).map(|row| f64::from(row % 10)).collect();
        let sums = resampler(&rows, 1).sums(3, 0, 4_000, 2);
        let mean = sums.iter().sum::<f64>() / 4_000.0;
        let variance = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / 4_000.0;
        // Five standard errors either way.
        assert!((mean - 450.0).abs() < 5.0 * (825.0_f64 / 4_000.0).sqrt(), "{mean}");
        assert!((variance - 825.0).abs() < 5.0 * 825.0 * (2.0_f64 / 4_000.0).sqrt(), "{variance}");
    }

    #[test]
    fn nothing_to_draw_from_sums_to_nothing() {
        assert_eq!(resampler(&[], 2).sums(1, 0, 2, 1), [0.0; 4]);
        assert_eq!(resampler(&[1.0], 1).sums(1, 0, 0, 4), []);
        assert!(Resampler::new(&[1.0; 3], 2).is_err());
        assert!(Resampler::new(&[], 0).is_err());
    }
}
