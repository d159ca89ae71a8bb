//! The greatest of many numbers, kept while they pass by.

use std::cmp::Ordering;

/// More than sums of numbers about 1 are rounded by.
const ROUNDED: f32 = 1e-5;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub score: f32,
    pub place: u32,
    /// What the number was made from.
    pub product: f32,
}

impl Found {
    /// The greater number first; of equal ones that which stood first.
    pub fn order(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.place.cmp(&other.place))
    }
}

/// There is room for so many from the start.
const USUAL: usize = 256;

/// The greatest `count` of the numbers that were offered.
#[derive(Clone, Debug)]
pub struct Best {
    count: usize,
    kept: Vec<Found>,
    threshold: f32,
}

impl Best {
    pub fn new(count: usize) -> Self {
        let threshold = if count == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        Self { count, kept: Vec::with_capacity((2 * count).min(USUAL)), threshold }
    }

    /// Numbers up to this one are not among the greatest, if places come in order.
    pub fn threshold(&self) -> f32 {
        self.threshold
    }

    /// A number, which is kept if it is above the threshold.
    #[inline]
    pub fn offer(&mut self, score: f32, place: u32, product: f32) {
        if score > self.threshold {
            self.kept.push(Found { score, place, product });
            if self.kept.len() >= 2 * self.count {
                self.drop_the_least();
            }
        }
    }

    /// The greatest, in order, and what none of the others is above; there is room for others afterwards.
    pub fn take(&mut self) -> (Vec<Found>, f32) {
        self.drop_the_least();
        let mut found = std::mem::take(&mut self.kept);
        found.sort_unstable_by(Found::order);
        found.shrink_to_fit();
        let threshold = self.threshold;
        *self = Self::new(self.count);
        (found, threshold)
    }

    fn drop_the_least(&mut self) {
        if self.count == 0 || self.kept.len() < self.count {
            return;
        }
        let (_, last, _) = self.kept.select_nth_unstable_by(self.count - 1, Found::order);
        self.threshold = last.score;
        self.kept.truncate(self.count);
    }
}

/// Of each of many columns the greatest few numbers that were offered, for their mean.
#[derive(Clone, Debug)]
pub struct Columns {
    count: usize,
    kept: Vec<f32>,
    thresholds: Vec<f32>,
}

impl Columns {
    pub fn new(columns: usize, count: usize) -> Self {
        let least = if count == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        Self { count, kept: vec![f32::NEG_INFINITY; columns * count], thresholds: vec![least; columns] }
    }

    /// The least of the numbers kept of each column: only greater ones need be offered.
    pub fn thresholds(&self) -> &[f32] {
        &self.thresholds
    }

    /// A number of a column, which takes the place of the least if it is greater.
    #[inline]
    pub fn offer(&mut self, column: usize, score: f32) {
        if score <= self.thresholds[column] {
            return;
        }
        let kept = &mut self.kept[column * self.count..][..self.count];
        if let Some(least) = kept.iter_mut().min_by(|one, other| one.total_cmp(other)) {
            *least = score;
        }
        self.thresholds[column] = kept.iter().copied().fold(f32::INFINITY, f32::min);
    }

    pub fn join(&mut self, other: &Self) {
        for (column, kept) in other.kept.chunks_exact(self.count.max(1)).enumerate() {
            for &score in kept {
                self.offer(column, score);
            }
        }
    }

    /// Raises halves of lower bounds of the means to what the means are at least by now.
    pub fn raise(&self, halves: &mut [f32]) {
        let whole = self.kept.chunks_exact(self.count.max(1)).zip(halves);
        for (kept, half) in whole.filter(|(kept, _)| kept.iter().all(|score| score.is_finite())) {
            let sum: f32 = kept.iter().sum();
            *half = half.max(sum / (2 * self.count) as f32 - ROUNDED);
        }
    }

    pub fn greatest(&self) -> Vec<f32> {
        let kept = self.kept.chunks_exact(self.count.max(1));
        kept.map(|kept| kept.iter().copied().fold(f32::NEG_INFINITY, f32::max)).collect()
    }

    /// The mean of what is kept of each column, 0 where nothing is.
    pub fn means(&self) -> Vec<f32> {
        if self.count == 0 {
            return vec![0.0; self.thresholds.len()];
        }
        self.kept.chunks_exact(self.count).map(|kept| mean(kept.iter().copied())).collect()
    }
}

/// The mean of the numbers that there are, in an order of their own, so that none of whoever found them shows.
pub fn mean(scores: impl Iterator<Item = f32>) -> f32 {
    let mut scores: Vec<f32> = scores.filter(|score| score.is_finite()).collect();
    scores.sort_unstable_by(f32::total_cmp);
    let sum: f64 = scores.iter().map(|&score| f64::from(score)).sum();
    if scores.is_empty() { 0.0 } else { (sum / scores.len() as f64) as f32 }
}
