//! Cross-domain similarity local scaling (Conneau et al., "Word translation without parallel data", ICLR 2018): twice
//! the product of a row of the left side and one of the right, less the mean product of each with its nearest ones on
//! the other side. Rows that are near to everything are thus no longer everybody's nearest.
//!
//! What is taken off a right row is known only when all left rows have passed by. Rather than have all products
//! computed twice, a first look at some of the left rows gives a lower bound of it, and what passed by another. Of each
//! left row more right rows are kept than are wanted, by the bound; in the end the best of them are exactly those
//! wanted if none that was not kept can be above them. The few rows of which that is not sure are gone through once
//! more.

use super::knn::{Nearest, held, joined, nearest, neighborhoods};
use super::matrix::Matrix;
use super::product::{BAND, Products, Reader, Tile};
use super::scan::{Limits, scan};
use super::top::{Best, Columns, Found, mean};
use crate::error::Result;

/// The first look is at one in so many left rows.
const STRIDE: usize = 16;
/// So many more than wanted are kept of each row.
const MORE: usize = 40;

/// The best of each left row, and the means of both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Csls {
    /// The best right rows of each left row, with the score in full.
    pub nearest: Nearest,
    /// The mean product of each left row with its nearest right rows.
    pub left: Vec<f32>,
    /// The mean product of each right row with its nearest left rows.
    pub right: Vec<f32>,
}

/// The `count` best right rows of each left row; `neighbors` make a mean.
pub fn csls(
    left: Matrix<'_>,
    right: Matrix<'_>,
    count: usize,
    neighbors: usize,
    threads: usize,
    told: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<Csls> {
    left.fits(&right)?;
    let (count, neighbors) = (count.min(right.len()), held(neighbors, left, right, threads)?);
    let stride = if left.len() / STRIDE < neighbors { 1 } else { STRIDE };
    let some: Vec<usize> = (0..left.len()).step_by(stride).collect();
    let sample = left.gathered(&some);
    let sample = Matrix::new(&sample, some.len(), left.columns())?;
    let (_, bound) = neighborhoods(sample, right, neighbors, threads, &mut |_| told(0))?;
    let mut readers: Vec<_> = (0..threads.max(1)).map(|_| Candidates::new(count + MORE, neighbors, &bound)).collect();
    Products::passing(left, right)?.read(&mut readers, told)?;
    let mut rows: Vec<Row> = readers.iter_mut().flat_map(|reader| std::mem::take(&mut reader.done)).collect();
    rows.sort_unstable_by_key(|row| row.place);
    let columns = joined(readers.into_iter().map(|reader| reader.columns), right.len(), neighbors);
    let (left_means, right_means) = (rows.iter().map(|row| row.mean).collect::<Vec<_>>(), columns.means());
    let halves: Vec<f32> = right_means.iter().map(|mean| mean / 2.0).collect();
    let unsure = settle(&mut rows, &halves, count);
    let part = left.gathered(&unsure);
    let part = Matrix::new(&part, unsure.len(), left.columns())?;
    let again = nearest(part, right, count, Some(&halves), threads, &mut |_| told(left.len() as u64))?;
    let mut found = Nearest::of(count, rows.into_iter().map(|row| row.found));
    for (place, row) in unsure.into_iter().enumerate() {
        found.set(row, &again, place);
    }
    for (scores, mean) in found.scores.chunks_exact_mut(count.max(1)).zip(&left_means) {
        for score in scores {
            *score = 2.0 * *score - mean;
        }
    }
    Ok(Csls { nearest: found, left: left_means, right: right_means })
}

/// Orders what was kept of each row by what is now known; the rows of which others might be better.
fn settle(rows: &mut [Row], halves: &[f32], count: usize) -> Vec<usize> {
    let mut unsure = Vec::new();
    for (place, row) in rows.iter_mut().enumerate() {
        row.found.iter_mut().for_each(|found| found.score = found.product - halves[found.place as usize]);
        row.found.sort_unstable_by(Found::order);
        row.found.truncate(count);
        let sure = row.found.len() == count && row.found.last().is_none_or(|last| last.score > row.rest);
        if !sure {
            row.found.resize(count, Found { score: 0.0, place: 0, product: 0.0 });
            unsure.push(place);
        }
    }
    unsure
}

/// What was kept of a left row.
struct Row {
    place: usize,
    /// The right rows that may be among the best, with their product.
    found: Vec<Found>,
    /// No other right row has a product less half its mean above this.
    rest: f32,
    mean: f32,
}

/// Keeps of each left row what may be among the best, and of both sides what makes the means.
struct Candidates {
    band: Vec<(Best, Best)>,
    columns: Columns,
    /// Half of a lower bound of each right row's mean.
    halves: Vec<f32>,
    first: usize,
    hits: Vec<u32>,
    done: Vec<Row>,
}

impl Candidates {
    fn new(kept: usize, neighbors: usize, bound: &[f32]) -> Self {
        Self {
            band: vec![(Best::new(kept), Best::new(neighbors)); BAND],
            columns: Columns::new(bound.len(), neighbors),
            halves: bound.iter().map(|mean| mean / 2.0).collect(),
            first: 0,
            hits: Vec::new(),
            done: Vec::new(),
        }
    }
}

impl Reader for Candidates {
    fn read(&mut self, tile: &Tile<'_>) {
        self.first = tile.first_row;
        for ((_, line), (best, near)) in tile.lines().zip(&mut self.band) {
            self.hits.clear();
            let limits = Limits {
                plain: near.threshold(),
                less: best.threshold(),
                taken_off: &self.halves,
                columns: self.columns.thresholds(),
                shift: 0.0,
            };
            let limits = limits.of(tile);
            scan(line, limits, &mut self.hits);
            for &hit in &self.hits {
                let (product, column) = (line[hit as usize], tile.first_column + hit as usize);
                best.offer(product - self.halves[column], column as u32, product);
                near.offer(product, column as u32, product);
                self.columns.offer(column, product);
            }
        }
    }

    fn end(&mut self, rows: usize) {
        for (row, (best, near)) in self.band.iter_mut().take(rows).enumerate() {
            let ((found, rest), (close, _)) = (best.take(), near.take());
            let mean = mean(close.iter().map(|found| found.score));
            self.done.push(Row { place: self.first + row, found, rest, mean });
        }
        self.columns.raise(&mut self.halves);
    }
}
