//! A dictionary induced from two mapped sides, in both directions (Artetxe, Labaka and Agirre, "A robust self-learning
//! method for fully unsupervised cross-lingual mappings of word embeddings", ACL 2018).
//!
//! A row's translation is the one on the other side of the greatest product less half the mean product of that other
//! with its own nearest rows. Each product is left aside, as if it were 0, by chance: so the search does not stop at
//! the first dictionary that suits the mapping it was made with. Chance is a function of a seed and the two places, so
//! that no numbers have to be drawn for products that are too small to matter.

use super::knn::{Means, held, joined};
use super::matrix::Matrix;
use super::product::{BAND, Products, Reader, Tile};
use super::scan::{Limits, scan};
use super::top::{Columns, mean};
use crate::error::Result;
use crate::resample::random::mix;

/// What both directions gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Induced {
    /// The right row for each left row.
    pub forward: Vec<u32>,
    /// The left row for each right row.
    pub backward: Vec<u32>,
    /// The mean of the greatest product of each row, averaged over both sides.
    pub objective: f64,
}

/// How a dictionary is induced.
#[derive(Clone, Copy, Debug)]
pub struct Chance {
    /// How likely a product counts.
    pub keep: f64,
    /// The same seed leaves the same products aside.
    pub seed: u64,
}

impl Chance {
    #[inline]
    fn keeps(&self, left: u32, right: u32) -> bool {
        let drawn = mix(mix(u64::from(left) << 32 | u64::from(right)) ^ self.seed);
        // 53 bits make a number of 64-bit floating point.
        self.keep >= 1.0 || (drawn >> 11) as f64 * (0.5_f64).powi(53) < self.keep
    }

    fn reversed(self) -> Self {
        Self { seed: mix(self.seed ^ 1), ..self }
    }
}

/// Induces a dictionary; `neighbors` make a mean. The room may be that of the last time.
pub fn induce(
    left: Matrix<'_>,
    right: Matrix<'_>,
    neighbors: usize,
    chance: Chance,
    threads: usize,
    room: &mut Vec<f32>,
    told: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<Induced> {
    let neighbors = held(neighbors, left, right, threads)?;
    let mut products = Products::kept(left, right, std::mem::take(room))?;
    let mut means: Vec<_> = (0..threads.max(1)).map(|_| Means::new(neighbors, right.len())).collect();
    products.read(&mut means, told)?;
    let near = Near::of(means, right.len(), neighbors);
    let mut finders: Vec<_> = (0..threads.max(1)).map(|_| Finder::new(&near, chance)).collect();
    // All rows are looked at a second time, on top of the first.
    let before = left.len() as u64;
    products.read(&mut finders, &mut |done| told(before + done))?;
    *room = products.into_room();
    let (mut forward, mut backward) = (Vec::new(), vec![Choice::NONE; right.len()]);
    for finder in finders {
        forward.extend(finder.done);
        for (choice, other) in backward.iter_mut().zip(finder.places) {
            choice.take(other);
        }
    }
    forward.sort_unstable_by_key(|(row, _)| *row);
    let back = chance.reversed();
    Ok(Induced {
        forward: (forward.into_iter())
            .map(|(row, choice)| choice.place(right.len(), |place| chance.keeps(row, place)))
            .collect(),
        backward: (0..)
            .zip(backward)
            .map(|(column, choice)| choice.place(left.len(), |place| back.keeps(place, column)))
            .collect(),
        objective: near.objective,
    })
}

/// What is known of both sides before anything is chosen.
struct Near {
    left_halves: Vec<f32>,
    right_halves: Vec<f32>,
    objective: f64,
}

impl Near {
    fn of(means: Vec<Means>, columns: usize, neighbors: usize) -> Self {
        let (mut rows, mut parts) = (Vec::new(), Vec::new());
        for part in means {
            rows.extend(part.done);
            parts.push(part.columns);
        }
        rows.sort_unstable_by_key(|row| row.row);
        let columns: Columns = joined(parts.into_iter(), columns, neighbors);
        let greatest: Vec<f32> = rows.iter().map(|row| row.greatest).collect();
        let objective = f64::midpoint(mean(greatest.into_iter()).into(), mean(columns.greatest().into_iter()).into());
        let halves = |means: Vec<f32>| means.into_iter().map(|mean| mean / 2.0).collect();
        Self {
            left_halves: halves(rows.iter().map(|row| row.mean).collect()),
            right_halves: halves(columns.means()),
            objective,
        }
    }
}

/// The best that was seen of one row.
#[derive(Clone, Copy)]
struct Choice {
    score: f32,
    place: u32,
}

impl Choice {
    const NONE: Self = Self { score: f32::NEG_INFINITY, place: u32::MAX };

    fn take(&mut self, other: Self) {
        if other.score > self.score || (other.score >= self.score && other.place < self.place) {
            *self = other;
        }
    }

    /// The place; the first of those left aside, which count as 0, where no other reaches that.
    fn place(self, places: usize, keeps: impl Fn(u32) -> bool) -> u32 {
        let aside = || (0..places as u32).find(|&place| !keeps(place));
        if self.score >= 0.0 { self.place } else { aside().unwrap_or(self.place) }
    }
}

/// Looks for the best of each row in both directions.
struct Finder<'a> {
    near: &'a Near,
    chance: Chance,
    back: Chance,
    band: Vec<Choice>,
    first: usize,
    /// The best of each column, by score and as a whole.
    scores: Vec<f32>,
    places: Vec<Choice>,
    hits: Vec<u32>,
    done: Vec<(u32, Choice)>,
}

impl<'a> Finder<'a> {
    fn new(near: &'a Near, chance: Chance) -> Self {
        let columns = near.right_halves.len();
        Self {
            near,
            chance,
            back: chance.reversed(),
            band: vec![Choice::NONE; BAND],
            first: 0,
            scores: vec![f32::NEG_INFINITY; columns],
            places: vec![Choice::NONE; columns],
            hits: Vec::new(),
            done: Vec::new(),
        }
    }
}

impl Reader for Finder<'_> {
    fn read(&mut self, tile: &Tile<'_>) {
        self.first = tile.first_row;
        for ((row, line), choice) in tile.lines().zip(&mut self.band) {
            let half = self.near.left_halves[row];
            let limits = Limits {
                plain: f32::INFINITY,
                less: choice.score,
                taken_off: &self.near.right_halves,
                columns: &self.scores,
                shift: half,
            };
            self.hits.clear();
            scan(line, limits.of(tile), &mut self.hits);
            for &hit in &self.hits {
                let (product, column) = (line[hit as usize], tile.first_column + hit as usize);
                let (score, row, place) = (product - self.near.right_halves[column], row as u32, column as u32);
                if score > choice.score && self.chance.keeps(row, place) {
                    *choice = Choice { score, place };
                }
                let score = product - half;
                if score > self.scores[column] && self.back.keeps(row, place) {
                    self.scores[column] = score;
                    self.places[column] = Choice { score, place: row };
                }
            }
        }
    }

    fn end(&mut self, rows: usize) {
        for (row, choice) in self.band.iter_mut().take(rows).enumerate() {
            self.done.push(((self.first + row) as u32, std::mem::replace(choice, Choice::NONE)));
        }
    }
}
