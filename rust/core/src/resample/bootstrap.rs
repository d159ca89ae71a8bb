//! The bootstrap (Efron, 1979): sums over as many rows as there are, drawn with replacement.

use super::random::Stream;
use super::rows::Resampler;

impl Resampler {
    /// The sums of so many resamples, one behind the other, from number `first` on.
    ///
    /// A resample is given by the seed and its number alone.
    pub fn sums(&self, seed: u64, first: u64, count: usize, threads: usize) -> Vec<f64> {
        self.weighed(seed, first, count, threads, draw)
    }
}

/// Counts how often each row is drawn. That one of many rows is drawn 2^16 times will not happen: the chance is
/// less than 1 in 10^200,000.
fn draw(mut stream: Stream, times: &mut [u16]) {
    times.fill(0);
    for _ in 0..times.len() {
        times[stream.below(times.len())] += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::resample::rows::tests::resampler;

    #[test]
    fn a_resample_has_as_many_rows_and_keeps_them_whole() {
        // The second column is twice the first, and the third counts rows.
        let rows: Vec<f64> = (0..50_u32).flat_map(|row| [f64::from(row), 2.0 * f64::from(row), 1.0]).collect();
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
    }
}
