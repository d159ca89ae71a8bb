//! Which words each word may be taken for: of its nearest in sense those that are nearest in sound.

use std::thread;

use super::sounds::{FAR, Sounds, Spoken, cost};
use crate::error::{ErrorKind, Result};
use crate::vector::knn::{self, Nearest};
use crate::vector::matrix::Matrix;

/// Queries whose neighbours are held at a time.
const PORTION: usize = 2_048;

/// How likely a word is at a distance d, where s is the mean distance of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// exp(-d^2 / (2 s^2)), as in the authors' program.
    Gauss,
    /// exp(-d / s^2), as printed.
    Exp,
}

/// What a table is made from, besides vectors and sounds.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// So many of the nearest in sense are looked at.
    pub neighbours: usize,
    /// Those at less than this distance in sound, in parts, may be taken;
    pub threshold: u32,
    /// so many at most.
    pub confusions: usize,
    /// How likely each is.
    pub kernel: Kernel,
}

/// Rows of candidates, one behind the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Where each row ends.
    pub ends: Vec<u64>,
    /// Which word, by its place among the targets.
    pub places: Vec<u32>,
    /// The probability.
    pub probabilities: Vec<f64>,
    /// How far in sound.
    pub distances: Vec<f64>,
    /// The cosine of the angle between the words.
    pub cosines: Vec<f32>,
}

/// Words in a space of unit vectors, and how they are spoken.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// A row for each word.
    pub vectors: Matrix<'a>,
    /// How each is spoken, perhaps not at all.
    pub spoken: &'a Spoken,
}

/// A row for each query; `own` says where among the targets it is itself, which is no candidate.
pub fn build(
    queries: Side<'_>,
    own: &[u32],
    targets: Side<'_>,
    sounds: &Sounds,
    rules: Rules,
    threads: usize,
    told: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<Rows> {
    for (side, what) in [(queries, "queries and their sounds"), (targets, "targets and their sounds")] {
        let (left, right) = (side.vectors.len(), side.spoken.len());
        if left != right {
            return Err(ErrorKind::LengthMismatch { what, left, right }.into());
        }
    }
    let (left, right) = (queries.vectors.len(), own.len());
    if left != right {
        return Err(ErrorKind::LengthMismatch { what: "queries and their places", left, right }.into());
    }
    let whole = wholes(targets.spoken, sounds);
    let mut rows = Rows::default();
    for begin in (0..left).step_by(PORTION) {
        let part = begin..(begin + PORTION).min(left);
        // One more, for the nearest is often the word itself.
        let nearest = knn::nearest(
            queries.vectors.part(part.clone()),
            targets.vectors,
            rules.neighbours.saturating_add(1),
            None,
            threads,
            &mut |_| Ok(()),
        )?;
        let search = Search { targets: targets.spoken, whole: &whole, sounds, rules };
        let share = part.len().div_ceil(threads.max(1));
        let found: Vec<Vec<Vec<Candidate>>> = thread::scope(|scope| {
            let works: Vec<_> = (part.clone().step_by(share))
                .map(|first| {
                    let (nearest, end) = (&nearest, (first + share).min(part.end));
                    scope.spawn(move || search.rows(first..end, begin, queries.spoken, own, nearest))
                })
                .collect();
            works.into_iter().map(|work| work.join().unwrap_or_default()).collect()
        });
        found.into_iter().flatten().for_each(|row| rows.push(&row, rules.kernel));
        told(part.end as u64)?;
    }
    Ok(rows)
}

/// Of each word the least and the greatest cost of losing all of it.
fn wholes(spoken: &Spoken, sounds: &Sounds) -> Vec<(u32, u32)> {
    let range = |word| {
        let costs = spoken.variants(word).map(|phones| sounds.whole(phones));
        costs.fold((FAR, 0), |(least, most), cost| (least.min(cost), most.max(cost)))
    };
    (0..spoken.len()).map(range).collect()
}

/// A word, how far it is in sound, and how near in sense.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: u32,
    distance: u32,
    cosine: f32,
}

#[derive(Clone, Copy)]
struct Search<'a> {
    targets: &'a Spoken,
    whole: &'a [(u32, u32)],
    sounds: &'a Sounds,
    rules: Rules,
}

impl Search<'_> {
    fn rows(
        &self,
        queries: std::ops::Range<usize>,
        first: usize,
        spoken: &Spoken,
        own: &[u32],
        nearest: &Nearest,
    ) -> Vec<Vec<Candidate>> {
        let mut room = Vec::new();
        let row = |query: usize| {
            let range = (query - first) * nearest.count..(query - first + 1) * nearest.count;
            let others = nearest.places[range.clone()].iter().zip(&nearest.scores[range]);
            let others = others.filter(|(place, _)| **place != own[query]).take(self.rules.neighbours);
            self.row(spoken.variants(query), others.map(|(place, score)| (*place, *score)), &mut room)
        };
        queries.map(row).collect()
    }

    /// The nearest in sound; of those equally far, those that are nearer in sense, which come first.
    fn row<'b>(
        &self,
        variants: impl Iterator<Item = &'b [u16]> + Clone,
        others: impl Iterator<Item = (u32, f32)>,
        room: &mut Vec<u32>,
    ) -> Vec<Candidate> {
        let mut best: Vec<Candidate> = Vec::with_capacity(self.rules.confusions + 1);
        let range = variants.clone().map(|phones| self.sounds.whole(phones));
        let (least, most) = range.fold((FAR, 0), |(least, most), cost| (least.min(cost), most.max(cost)));
        for (place, cosine) in others {
            let full = best.len() >= self.rules.confusions;
            let last = best.last().filter(|_| full).map_or(self.rules.threshold, |last| last.distance);
            let (low, high) = self.whole[place as usize];
            if self.sounds.are_bounded() && (low.saturating_sub(most)).max(least.saturating_sub(high)) >= last {
                continue;
            }
            let Some(distance) = self.distance(variants.clone(), place, last, room) else { continue };
            if full {
                best.pop();
            }
            let at = best.partition_point(|each| each.distance <= distance);
            best.insert(at, Candidate { place, distance, cosine });
        }
        best
    }

    /// The least distance between the ways two words are spoken, if it is less than a limit.
    fn distance<'b>(
        &self,
        variants: impl Iterator<Item = &'b [u16]>,
        place: u32,
        mut limit: u32,
        room: &mut Vec<u32>,
    ) -> Option<u32> {
        let mut least = None;
        for one in variants {
            for other in self.targets.variants(place as usize) {
                if let Some(found) = self.sounds.distance(one, other, limit, room) {
                    least = Some(found);
                    limit = found;
                }
            }
        }
        least
    }
}

impl Rows {
    fn push(&mut self, row: &[Candidate], kernel: Kernel) {
        let distances: Vec<f64> = row.iter().map(|each| cost(each.distance)).collect();
        self.probabilities.extend(probabilities(&distances, kernel));
        self.distances.extend(distances);
        self.places.extend(row.iter().map(|each| each.place));
        self.cosines.extend(row.iter().map(|each| each.cosine));
        self.ends.push(self.places.len() as u64);
    }
}

/// How likely words at these distances are; all alike where none is at any distance.
pub fn probabilities(distances: &[f64], kernel: Kernel) -> Vec<f64> {
    let mean = distances.iter().sum::<f64>() / distances.len().max(1) as f64;
    let weigh = |distance: &f64| match kernel {
        _ if mean == 0.0 => 1.0,
        Kernel::Gauss => (-distance * distance / (2.0 * mean * mean)).exp(),
        Kernel::Exp => (-distance / (mean * mean)).exp(),
    };
    let weights: Vec<f64> = distances.iter().map(weigh).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}
