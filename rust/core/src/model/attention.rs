//! Attention of the tokens of a sentence to each other (Vaswani et al., "Attention is all you need", NIPS 2017).

use std::ops::Range;

use super::functions::softmax;
use super::machine::Machine;
use super::panels::{Panels, WIDTH};
use super::product::{Rows, multiply};
use super::shape::Shape;

/// Distances beyond this share a bias, in `MPNet`.
const FARTHEST: f32 = 128.0;

/// Memory that is used for one sentence after the other.
#[derive(Debug, Default)]
pub struct Scratch {
    queries: Panels,
    scores: Panels,
    mixed: Panels,
    keys: Vec<f32>,
    values: Vec<f32>,
    row: Vec<f32>,
}

/// What the tokens are asked for, are found by, and say.
#[derive(Debug, Default)]
pub struct Projected {
    pub queries: Panels,
    pub keys: Panels,
    pub values: Panels,
}

/// Mixes, for each token of a sentence and each head, what the tokens say by how well their keys fit its query.
pub fn attend(
    machine: Machine,
    shape: &Shape,
    distances: Option<&[f32]>,
    projected: &Projected,
    tokens: Range<usize>,
    scratch: &mut Scratch,
    mixed: &mut Panels,
) {
    let (size, count) = (shape.head_size(), tokens.len());
    let scale = 1.0 / (size as f32).sqrt();
    scratch.row.resize(count, 0.0);
    scratch.keys.resize(count * size, 0.0);
    scratch.values.resize(count * size, 0.0);
    for head in 0..shape.heads {
        scratch.queries.resize(size, count);
        for feature in 0..size {
            let place = head * size + feature;
            projected.queries.copy_out(place, tokens.start, &mut scratch.row);
            scratch.row.iter_mut().for_each(|value| *value *= scale);
            scratch.queries.copy_in(feature, 0, &scratch.row);
            projected.keys.copy_out(place, tokens.start, &mut scratch.row);
            for (key, value) in scratch.keys.chunks_exact_mut(size).zip(&scratch.row) {
                key[feature] = *value;
            }
            projected.values.copy_out(place, tokens.start, &mut scratch.values[feature * count..][..count]);
        }
        scratch.scores.resize(count, count);
        let keys = Rows { values: &scratch.keys, stride: size, count, depth: size };
        multiply(machine, keys, &[], scratch.queries.values(), scratch.scores.values_mut());
        if let Some(distances) = distances {
            add_distances(shape, distances, head, &mut scratch.scores);
        }
        for panel in scratch.scores.panels_mut() {
            softmax(machine, panel);
        }
        scratch.mixed.resize(size, count);
        let values = Rows { values: &scratch.values, stride: count, count: size, depth: count };
        multiply(machine, values, &[], scratch.scores.values(), scratch.mixed.values_mut());
        for feature in 0..size {
            scratch.mixed.copy_out(feature, 0, &mut scratch.row);
            mixed.copy_in(head * size + feature, tokens.start, &scratch.row);
        }
    }
}

/// Adds to each score what `MPNet` has learned of how far the two tokens stand apart.
fn add_distances(shape: &Shape, distances: &[f32], head: usize, scores: &mut Panels) {
    let count = scores.features();
    for (panel, rows) in scores.panels_mut().enumerate() {
        for (key, row) in rows.iter_mut().enumerate() {
            for (lane, score) in row.iter_mut().enumerate() {
                let query = (panel * WIDTH + lane).min(count - 1);
                *score += distances[bucket(key, query, shape.buckets) * shape.heads + head];
            }
        }
    }
}

/// The range of distances to which a key belongs, as seen from a query: half of them are of those before it. Near ones
/// are by themselves, and others in ranges that grow by a constant factor (Raffel et al., "Exploring the limits of
/// transfer learning", JMLR 2020, whose T5 had them first).
fn bucket(key: usize, query: usize, buckets: usize) -> usize {
    let half = buckets / 2;
    let side = if key > query { half } else { 0 };
    let (distance, exact) = (key.abs_diff(query), half / 2);
    if distance < exact {
        return side + distance;
    }
    let (far, near) = (distance as f32, exact.max(1) as f32);
    let beyond = (far / near).ln() / (FARTHEST / near).ln() * (half - exact) as f32;
    side + (exact + beyond as usize).min(half.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ranges of `MPNet`, which has 32 buckets: of either side 8 distances by themselves, then 8 ranges to 128.
    #[test]
    fn near_distances_are_by_themselves_and_far_ones_in_growing_ranges() {
        let before = |distance: usize| bucket(0, distance, 32);
        assert_eq!((0..8).map(before).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        let ranges = [(8, 8), (11, 8), (12, 9), (15, 9), (16, 10), (22, 10), (23, 11), (31, 11), (32, 12), (45, 12)];
        let far = [(46, 13), (63, 13), (64, 14), (90, 14), (91, 15), (128, 15), (511, 15)];
        for (distance, expected) in ranges.into_iter().chain(far) {
            assert_eq!(before(distance), expected, "{distance}");
            assert_eq!(bucket(distance, 0, 32), 16 + expected, "{distance}");
        }
    }
}
