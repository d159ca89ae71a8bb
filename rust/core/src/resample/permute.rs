//! Approximate randomization (Noreen, 1989): of the differences of two systems, each counts or not as a coin falls.
//!
//! To exchange the two systems' rows of an utterance is to add their difference to the one sum and to take it from the
//! other. So the sums of both systems after each shuffle follow from the sum of the differences that were exchanged.

use super::random::Stream;
use super::rows::Resampler;

impl Resampler {
    /// The sums of the rows that a fair coin takes, of so many throws for all rows, one behind the other, from number
    /// `first` on.
    ///
    /// A throw is given by the seed and its number alone.
    pub fn halves(&self, seed: u64, first: u64, count: usize, threads: usize) -> Vec<f64> {
        self.weighed(seed, first, count, threads, toss)
    }
}

/// A coin for each row, 64 of them from one number.
fn toss(mut stream: Stream, times: &mut [u16]) {
    for times in times.chunks_mut(64) {
        let bits = stream.next();
        for (place, time) in times.iter_mut().enumerate() {
            *time = (bits >> place & 1) as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::resample::rows::tests::resampler;

    #[test]
    fn rows_are_taken_whole_or_left() {
        // Each row is a digit of its own, and the second column twice the first.
        let rows: Vec<f64> = (0..4).flat_map(|row| [10_f64.powi(row), 2.0 * 10_f64.powi(row)]).collect();
        let mut seen = std::collections::BTreeSet::new();
        for sums in resampler(&rows, 2).halves(1, 0, 300, 2).chunks(2) {
            assert_eq!(sums[1..].to_vec(), [2.0 * sums[0]]);
            let digits = format!("{:04}", sums[0]);
            assert!(digits.chars().all(|digit| digit == '0' || digit == '1'), "{digits}");
            seen.insert(digits);
        }
        assert_eq!(seen.len(), 16, "of all ways to take or leave four rows");
    }

    #[test]
    fn threads_and_portions_make_no_difference() {
        let rows: Vec<f64> = (0..197_u32).map(|row| f64::from(row * row % 31)).collect();
        let resampler = resampler(&rows, 1);
        let whole = resampler.halves(9, 0, 40, 1);
        assert_eq!(resampler.halves(9, 0, 40, 7), whole);
        assert_eq!([resampler.halves(9, 0, 13, 3), resampler.halves(9, 13, 27, 2)].concat(), whole);
        assert_ne!(resampler.halves(8, 0, 40, 1), whole);
        assert_ne!(resampler.sums(9, 0, 40, 1), whole);
    }

    #[test]
    fn each_row_is_taken_half_the_time() {
        // 130 rows, so that some numbers give fewer than 64 coins; a row for each column.
        let mut rows = vec![0.0; 130 * 130];
        rows.iter_mut().step_by(131).for_each(|value| *value = 1.0);
        let sums = resampler(&rows, 130).halves(3, 0, 2_000, 2);
        for row in 0..130 {
            let taken: f64 = sums.iter().skip(row).step_by(130).sum();
            // Five standard deviations either way.
            assert!((taken - 1_000.0).abs() < 5.0 * 500_f64.sqrt(), "row {row}: {taken}");
        }
    }

    #[test]
    fn nothing_to_take_sums_to_nothing() {
        assert_eq!(resampler(&[], 2).halves(1, 0, 2, 1), [0.0; 4]);
        assert_eq!(resampler(&[1.0], 1).halves(1, 0, 0, 4), []);
    }
}
