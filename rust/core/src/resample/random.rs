//! Random numbers that depend on nothing but a seed and the number of a stream, so that threads may share the work.

/// `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
pub struct Stream(u64);

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Each bit of a number depends on all bits of another.
pub fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl Stream {
    pub fn new(seed: u64, number: u64) -> Self {
        Self(mix(seed.wrapping_add(GOLDEN)) ^ mix(number.wrapping_mul(GOLDEN).wrapping_add(1)))
    }

    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }

    /// A number below `end`; that some come up more often than others by a share of `end` / 2^64 is never seen.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mixer_is_the_published_one() {
        // The first numbers that the authors' program gives for the seed 1234567.
        let mut stream = Stream(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| stream.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn streams_differ_and_fill_their_range_evenly() {
        let mut seen = [0_u32; 10];
        for number in 0..1_000 {
            let mut stream = Stream::new(7, number);
            for _ in 0..100 {
                seen[stream.below(10)] += 1;
            }
        }
        // 100,000 draws: each tenth has 10,000 of them, give or take five standard deviations.
        assert!(seen.iter().all(|&count| count.abs_diff(10_000) < 475), "{seen:?}");
    }
}
