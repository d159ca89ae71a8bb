//! Bytes as costs, orders and words. Where the bytes end, zeros follow.

use mondegreen_core::error::Result;
use mondegreen_core::policy::{Costs, Policy, Step, Ties};

/// Bytes that are still to be used.
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    /// At most so many bytes.
    pub fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below a limit of at most 2^16.
    pub fn below(&mut self, limit: usize) -> usize {
        let high = if limit > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (high | usize::from(self.byte())) % limit
    }

    /// Any number at all, the odd ones too.
    pub fn float(&mut self) -> f64 {
        let mut bytes = [0; 8];
        let taken = self.take(8);
        bytes[..taken.len()].copy_from_slice(taken);
        f64::from_le_bytes(bytes)
    }

    /// One of the 24 orders.
    pub fn ties(&mut self) -> Ties {
        let mut number = self.below(24);
        let mut left = Step::ALL.to_vec();
        let steps = std::array::from_fn(|_| {
            let step = left.remove(number % left.len());
            number /= left.len() + 1;
            step
        });
        Ties::new(steps).unwrap()
    }

    /// Costs that each kernel takes, and some that none does.
    pub fn costs(&mut self) -> Result<Costs> {
        let kind = self.below(6);
        let scale = f64::from(self.byte()) / 16.0;
        let mut some = || f64::from(self.byte() % 5);
        match kind {
            0 => Ok(Costs::UNIT),
            1 => Ok(Policy::SCLITE.costs),
            2 => Costs::new(scale, scale, scale),
            3 => Costs::new(4.0 * scale, 3.0 * scale, 3.0 * scale),
            4 => Costs::new(some() / 10.0, some() / 10.0, some() / 10.0),
            _ => Costs::new(self.float(), self.float(), self.float()),
        }
    }

    pub fn policy(&mut self) -> Result<Policy> {
        Ok(Policy { costs: self.costs()?, ties: self.ties(), trims: self.flag() })
    }

    /// Two sequences of at most so many words: a piece said several times over, in a changing voice, against
    /// another such piece or against itself with errors.
    pub fn pair(&mut self, longest: usize) -> (Vec<u32>, Vec<u32>) {
        let types = 1 + u32::from(self.byte());
        let reference = self.sequence(types, longest);
        if self.flag() {
            return (reference, self.sequence(types, longest));
        }
        let mut hypothesis = reference.clone();
        while !self.is_empty() {
            let at = self.below(hypothesis.len() + 1);
            let word = u32::from(self.byte()) % types;
            match self.below(4) {
                0 if hypothesis.len() < longest => hypothesis.insert(at, word),
                1 if at < hypothesis.len() => drop(hypothesis.remove(at)),
                2 if at < hypothesis.len() => hypothesis[at] = word,
                _ => hypothesis.rotate_left(at),
            }
        }
        (reference, hypothesis)
    }

    fn sequence(&mut self, types: u32, longest: usize) -> Vec<u32> {
        let (most, drift) = (if self.below(8) == 0 { 128 } else { 4 }, u32::from(self.byte()));
        let times = self.below(most);
        let length = self.below(256);
        let piece = self.take(length);
        let said = (0..=times as u32).flat_map(|time| piece.iter().map(move |&word| (time, u32::from(word))));
        said.map(|(time, word)| (word + time * drift) % types).take(longest).collect()
    }
}
