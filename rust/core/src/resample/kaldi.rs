//! The bootstrap of Kaldi's `compute-wer-bootci` (Bisani and Ney, "Bootstrap estimates for confidence intervals in ASR
//! performance evaluation", ICASSP 2004), digit for digit.
//!
//! Kaldi draws from glibc's `rand()` and adds up in 32 bits, so that its figures carry the rounding of every addition.
//! `super::bootstrap` is the one to use where nobody compares with Kaldi's.

use super::glibc::Rand;

/// The stream of numbers that a run of the program draws from: never seeded, and shared by all it computes.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    rand: Rand,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { rand: Rand::new(1) }
    }
}

impl Bootstrap {
    /// The mean word error rate over so many replications and the half width of its 95% interval, from the errors
    /// and the reference words of each utterance.
    pub fn interval(&mut self, utterances: &[(u32, u32)], replications: u32) -> (f32, f32) {
        let (mut sum, mut squares) = (0.0_f32, 0.0_f32);
        for _ in 0..replications {
            let (mut errors, mut words) = (0_u32, 0_u32);
            for _ in 0..utterances.len() {
                let drawn = utterances[self.below(utterances.len())];
                errors = errors.wrapping_add(drawn.0);
                words = words.wrapping_add(drawn.1);
            }
            let rate = errors as f32 / words as f32;
            sum += rate;
            squares += rate * rate;
        }
        let mean = sum / replications as f32;
        let variance = squares / replications as f32 - mean * mean;
        (mean, (1.96 * f64::from(variance).sqrt()) as f32)
    }

    /// In how many of so many replications the differences of errors add up to more than 0.
    pub fn improvements(&mut self, differences: &[i32], replications: u32) -> u32 {
        let mut improved = 0;
        for _ in 0..replications {
            let mut sum = 0_i32;
            for _ in 0..differences.len() {
                sum = sum.wrapping_add(differences[self.below(differences.len())]);
            }
            improved += u32::from(sum > 0);
        }
        improved
    }

    /// A number below `end`; of one there is nothing to draw.
    #[inline]
    fn below(&mut self, end: usize) -> usize {
        if end == 1 { 0 } else { self.rand.draw() as usize % end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_utterance_draws_nothing() {
        let mut bootstrap = Bootstrap::default();
        let (mean, width) = bootstrap.interval(&[(1, 4)], 4);
        assert_eq!((mean, width), (0.25, 0.0));
        assert_eq!(bootstrap.improvements(&[1], 3), 3);
        assert_eq!(bootstrap.rand.draw(), 1_804_289_383, "the stream is where it was");
    }

    #[test]
    fn no_utterance_has_no_rate() {
        let (mean, width) = Bootstrap::default().interval(&[], 10);
        assert!(mean.is_nan() && width.is_nan());
        assert_eq!(Bootstrap::default().improvements(&[], 10), 0);
    }
}
