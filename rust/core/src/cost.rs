//! What a path costs: the numbers kernels add and compare.
//!
//! Costs are decimal numbers in the user's mind (`0.1`, `1.5`), so they are held as integers in billionths: sums are
//! exact in any order, equal costs are equal, and a tie is a tie on every machine and for every number of threads.
//! The networks and timed alignments that reproduce sclite add in `f32` instead, because sclite does.

use std::cmp::Ordering;

use crate::error::{ErrorKind, Result};

/// A non-negative cost in billionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost(pub i64);

impl Cost {
    /// Billionths in one.
    pub const ONE: i64 = 1_000_000_000;
    /// The largest cost of a single step.
    pub const LARGEST: i64 = 1_000;

    /// A cost from a number, rounded to billionths; `name` is what the user calls it.
    pub fn new(name: &str, value: f64) -> Result<Self> {
        if value >= 0.0 && value <= Self::LARGEST as f64 {
            Ok(Self((value * Self::ONE as f64).round() as i64))
        } else {
            Err(ErrorKind::InvalidCost { name: name.to_owned(), value }.into())
        }
    }

    /// A whole number of units.
    pub const fn whole(units: i64) -> Self {
        Self(units * Self::ONE)
    }

    /// The cost as a number.
    pub fn value(self) -> f64 {
        self.0 as f64 / Self::ONE as f64
    }
}

/// A sum of costs along a path.
pub trait Amount: Copy + Default + PartialOrd + std::fmt::Debug {
    /// The empty path.
    const ZERO: Self;
    /// More than any path costs, and still so with a step added.
    const DEAD: Self;
    /// The path and one more step.
    #[must_use]
    fn plus(self, step: Self) -> Self;
}

impl Amount for i64 {
    const ZERO: Self = 0;
    const DEAD: Self = i64::MAX / 4;
    fn plus(self, step: Self) -> Self {
        self + step
    }
}

impl Amount for f32 {
    const ZERO: Self = 0.0;
    const DEAD: Self = f32::INFINITY;
    fn plus(self, step: Self) -> Self {
        self + step
    }
}

/// Two costs of which the first decides and the second breaks its ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lexicographic {
    /// What is minimised.
    pub primary: i64,
    /// What is minimised among the paths with the least primary cost; negated weights are maximised.
    pub secondary: i64,
}

impl PartialOrd for Lexicographic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some((self.primary, self.secondary).cmp(&(other.primary, other.secondary)))
    }
}

impl Amount for Lexicographic {
    const ZERO: Self = Self { primary: 0, secondary: 0 };
    const DEAD: Self = Self { primary: i64::DEAD, secondary: 0 };
    fn plus(self, step: Self) -> Self {
        Self { primary: self.primary + step.primary, secondary: self.secondary + step.secondary }
    }
}
