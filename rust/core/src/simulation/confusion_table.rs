//! Which words each word may be taken for: of its nearest in sense those that are nearest in sound.

use std::panic::resume_unwind;
use std::thread;

use super::pronunciation::{FAR, Sounds, Spoken, cost};
use crate::error::{ErrorKind, Result};
use crate::vector::knn::{self, Nearest};
use crate::vector::matrix::Matrix;

/// Queries whose neighbors are held at a time.
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
    pub neighbors: usize,
    /// Words at less than this distance in sound, in parts, may be taken.
    pub threshold: u32,
    /// How many candidates a word has at most.
    pub confusions: usize,
    /// How likely each candidate is.
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
            rules.neighbors.saturating_add(1),
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
            works.into_iter().map(|work| work.join().unwrap_or_else(|cause| resume_unwind(cause))).collect()
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
            let others = others.filter(|(place, _)| **place != own[query]).take(self.rules.neighbors);
            self.row(&spoken.variants(query), others.map(|(place, score)| (*place, *score)), &mut room)
        };
        queries.map(row).collect()
    }

    /// The nearest in sound; of those equally far, those that are nearer in sense, which come first.
    fn row<'b>(
        &self,
        variants: &(impl Iterator<Item = &'b [u16]> + Clone),
        others: impl Iterator<Item = (u32, f32)>,
        room: &mut Vec<u32>,
    ) -> Vec<Candidate> {
        let mut best: Vec<Candidate> = Vec::new();
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
            let at = best.partition_point(|each| each.distance <= distance);
            best.insert(at, Candidate { place, distance, cosine });
            best.truncate(self.rules.confusions);
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::pronunciation::parts;
    use super::super::pronunciation::tests::{naive, phones, sounds};
    use super::*;

    /// The definition: all words in order of their cosine, those that are spoken, in order of their distance.
    fn twin(vectors: &[Vec<f32>], spoken: &Spoken, sounds: &Sounds, rules: Rules, query: usize) -> Vec<(u32, u32)> {
        let cosine = |other: usize| -> f32 { vectors[query].iter().zip(&vectors[other]).map(|(a, b)| a * b).sum() };
        let mut others: Vec<usize> = (0..vectors.len()).filter(|&other| other != query).collect();
        others.sort_by(|&one, &other| cosine(other).total_cmp(&cosine(one)));
        others.truncate(rules.neighbors);
        let far = |other: usize| {
            let pairs = spoken.variants(query).flat_map(|a| spoken.variants(other).map(move |b| naive(sounds, a, b)));
            pairs.min()
        };
        let mut found: Vec<(u32, u32)> = others.iter().filter_map(|&other| Some((other as u32, far(other)?))).collect();
        found.retain(|(_, distance)| *distance < rules.threshold);
        found.sort_by_key(|(_, distance)| *distance);
        found.truncate(rules.confusions);
        found
    }

    proptest! {
        #[test]
        fn rows_are_those_of_the_definition(
            sounds in sounds(),
            words in prop::collection::vec(prop::collection::vec(phones(4), 0..3), 2..9),
            directions in prop::collection::vec(0..1_000_000_u32, 9),
            neighbors in 1..6_usize,
            threshold in 0..20_u32,
            confusions in 1..4_usize,
        ) {
            // Angles that are all different, so that the order of neighbors is no matter of rounding.
            let angle = |at: usize| (at as f32 * 0.3) + directions[at] as f32 * 1e-7;
            let vectors: Vec<Vec<f32>> = (0..words.len()).map(|at| vec![angle(at).cos(), angle(at).sin()]).collect();
            let variants: Vec<&Vec<u16>> = words.iter().flatten().filter(|phones| !phones.is_empty()).collect();
            let ends = |sizes: Vec<usize>| sizes.iter().scan(0, |sum, size| { *sum += *size as u32; Some(*sum) }).collect::<Vec<_>>();
            let spoken = Spoken::new(
                variants.iter().copied().flatten().copied().collect(),
                ends(variants.iter().map(|phones| phones.len()).collect()),
                ends(words.iter().map(|word| word.iter().filter(|phones| !phones.is_empty()).count()).collect()),
                &sounds,
            );
            let Ok(spoken) = spoken else { return Err(TestCaseError::fail("words as they should be")) };
            let flat: Vec<f32> = vectors.iter().flatten().copied().collect();
            let Ok(matrix) = Matrix::new(&flat, words.len(), 2) else { return Err(TestCaseError::fail("a matrix")) };
            let side = Side { vectors: matrix, spoken: &spoken };
            let own: Vec<u32> = (0..words.len() as u32).collect();
            let rules = Rules { neighbors, threshold: parts(f64::from(threshold)), confusions, kernel: Kernel::Gauss };
            let found = [1, 3].map(|threads| build(side, &own, side, &sounds, rules, threads, &mut |_| Ok(())));
            prop_assert_eq!(&found[0], &found[1]);
            let Ok(rows) = &found[0] else { return Err(TestCaseError::fail("rows")) };
            let mut begin = 0;
            for (query, &end) in rows.ends.iter().enumerate() {
                let end = end as usize;
                let row: Vec<(u32, f64)> = (begin..end).map(|at| (rows.places[at], rows.distances[at])).collect();
                let expected = twin(&vectors, &spoken, &sounds, rules, query);
                prop_assert_eq!(row, expected.iter().map(|(place, far)| (*place, cost(*far))).collect::<Vec<_>>());
                let sum: f64 = rows.probabilities[begin..end].iter().sum();
                prop_assert!(begin == end || (sum - 1.0).abs() < 1e-12, "{}", sum);
                begin = end;
            }
        }
    }

    #[test]
    fn kernels_are_those_of_the_paper_and_of_its_program() {
        // Two words at 1 and 3: the mean is 2, so exp(-1/8) beside exp(-9/8), and exp(-1/4) beside exp(-3/4).
        let share = |a: f64, b: f64| a.exp() / (a.exp() + b.exp());
        assert!((probabilities(&[1.0, 3.0], Kernel::Gauss)[0] - share(-0.125, -1.125)).abs() < 1e-15);
        assert!((probabilities(&[1.0, 3.0], Kernel::Exp)[0] - share(-0.25, -0.75)).abs() < 1e-15);
        assert_eq!(probabilities(&[0.0, 0.0], Kernel::Exp), [0.5, 0.5]);
        assert_eq!(probabilities(&[], Kernel::Gauss), [0.0; 0]);
    }
}
