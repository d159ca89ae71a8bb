//! Exact nearest neighbors by cosine: all n m products, block by block, in bounded memory.

use super::matrix::Matrix;
use super::product::{BAND, Products, Reader, Tile};
use super::scan::{Limits, scan};
use super::top::{Best, Columns, Found, mean};
use crate::error::{ErrorKind, Result};

/// Numbers that are held at most, 16 gigabytes of them.
const HELD: usize = 1 << 32;

/// The nearest rows of each query, the nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nearest {
    /// How many there are of each query.
    pub count: usize,
    /// Their places, query by query.
    pub places: Vec<u32>,
    /// How near they are.
    pub scores: Vec<f32>,
}

impl Nearest {
    /// The first of those found; `count` of each query.
    pub fn of(count: usize, found: impl Iterator<Item = Vec<Found>>) -> Self {
        let flat: Vec<Found> = found.flat_map(|row| row.into_iter().take(count)).collect();
        let places = flat.iter().map(|found| found.place).collect();
        Self { count, places, scores: flat.iter().map(|found| found.score).collect() }
    }
}

/// The `count` rows of `targets` with the greatest product with each query, or product less what is taken off there.
pub fn nearest(
    queries: Matrix<'_>,
    targets: Matrix<'_>,
    count: usize,
    taken_off: Option<&[f32]>,
    threads: usize,
    told: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<Nearest> {
    let none = vec![0.0; targets.len()];
    let taken_off = taken_off.unwrap_or(&none);
    if taken_off.len() != targets.len() {
        let (left, right) = (targets.len(), taken_off.len());
        return Err(ErrorKind::LengthMismatch { what: "targets and what is taken off", left, right }.into());
    }
    if let Some(row) = taken_off.iter().position(|value| !value.is_finite()) {
        return Err(ErrorKind::InvalidVector { row }.into());
    }
    let count = count.min(targets.len());
    let columns = vec![f32::INFINITY; targets.len()];
    let limits = Limits { plain: f32::INFINITY, less: f32::NEG_INFINITY, taken_off, columns: &columns, shift: 0.0 };
    let mut readers: Vec<_> = (0..threads.max(1)).map(|_| Rows::new(count, limits)).collect();
    Products::passing(queries, targets)?.read(&mut readers, told)?;
    let mut found: Vec<_> = readers.into_iter().flat_map(|reader| reader.done).collect();
    found.sort_unstable_by_key(|(row, _)| *row);
    Ok(Nearest::of(count, found.into_iter().map(|(_, found)| found)))
}

impl Nearest {
    /// Puts what another found of its row in the place of what this found.
    pub fn set(&mut self, row: usize, other: &Self, place: usize) {
        let (goal, from) = (row * self.count..(row + 1) * self.count, place * self.count..(place + 1) * self.count);
        self.places[goal.clone()].copy_from_slice(&other.places[from.clone()]);
        self.scores[goal].copy_from_slice(&other.scores[from]);
    }
}

/// So many neighbors, or all there are, if memory holds those of all columns in all threads.
pub fn held(count: usize, left: Matrix<'_>, right: Matrix<'_>, threads: usize) -> Result<usize> {
    let (asked, most) = (count.min(left.len().max(right.len())), HELD / (right.len() * threads.max(1)).max(1));
    if asked <= most { Ok(asked) } else { Err(ErrorKind::TooManyNeighbors { asked, most }.into()) }
}

/// The mean product of each row with its `count` nearest on the other side: of the left rows, and of the right ones.
pub fn neighborhoods(
    left: Matrix<'_>,
    right: Matrix<'_>,
    count: usize,
    threads: usize,
    told: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<(Vec<f32>, Vec<f32>)> {
    let count = held(count, left, right, threads)?;
    let mut readers: Vec<_> = (0..threads.max(1)).map(|_| Means::new(count, right.len())).collect();
    Products::passing(left, right)?.read(&mut readers, told)?;
    let mut rows: Vec<_> = readers.iter_mut().flat_map(|reader| std::mem::take(&mut reader.done)).collect();
    rows.sort_unstable_by_key(|row| row.row);
    let columns = joined(readers.into_iter().map(|reader| reader.columns), right.len(), count);
    Ok((rows.into_iter().map(|row| row.mean).collect(), columns.means()))
}

/// What several found in different rows.
pub fn joined(parts: impl Iterator<Item = Columns>, columns: usize, count: usize) -> Columns {
    let mut whole = Columns::new(columns, count);
    parts.for_each(|part| whole.join(&part));
    whole
}

struct Rows<'a> {
    limits: Limits<'a>,
    band: Vec<Best>,
    first: usize,
    hits: Vec<u32>,
    done: Vec<(usize, Vec<Found>)>,
}

impl<'a> Rows<'a> {
    fn new(count: usize, limits: Limits<'a>) -> Self {
        Self { limits, band: vec![Best::new(count); BAND], first: 0, hits: Vec::new(), done: Vec::new() }
    }
}

impl Reader for Rows<'_> {
    fn read(&mut self, tile: &Tile<'_>) {
        self.first = tile.first_row;
        let limits = self.limits.of(tile);
        for ((_, line), best) in tile.lines().zip(&mut self.band) {
            self.hits.clear();
            scan(line, Limits { less: best.threshold(), ..limits }, &mut self.hits);
            for &hit in &self.hits {
                let product = line[hit as usize];
                best.offer(product - limits.taken_off[hit as usize], tile.first_column as u32 + hit, product);
            }
        }
    }

    fn end(&mut self, rows: usize) {
        for (row, best) in self.band.iter_mut().take(rows).enumerate() {
            self.done.push((self.first + row, best.take().0));
        }
    }
}

/// What is known of a row once all of its products were seen.
pub struct RowMean {
    /// The row.
    pub row: usize,
    /// The mean of its greatest products.
    pub mean: f32,
    /// The greatest of them.
    pub greatest: f32,
}

/// The means of the best of each row and each column.
pub struct Means {
    band: Vec<Best>,
    /// The columns.
    pub columns: Columns,
    none: Vec<f32>,
    first: usize,
    hits: Vec<u32>,
    /// The rows.
    pub done: Vec<RowMean>,
}

impl Means {
    /// Means of so many products, for right sides of so many rows.
    pub fn new(count: usize, columns: usize) -> Self {
        Self {
            band: vec![Best::new(count); BAND],
            columns: Columns::new(columns, count),
            none: vec![f32::INFINITY; columns],
            first: 0,
            hits: Vec::new(),
            done: Vec::new(),
        }
    }
}

impl Reader for Means {
    fn read(&mut self, tile: &Tile<'_>) {
        self.first = tile.first_row;
        for ((_, line), best) in tile.lines().zip(&mut self.band) {
            self.hits.clear();
            let limits = Limits {
                plain: best.threshold(),
                less: f32::INFINITY,
                taken_off: &self.none,
                columns: self.columns.thresholds(),
                shift: 0.0,
            };
            scan(line, limits.of(tile), &mut self.hits);
            for &hit in &self.hits {
                let (score, column) = (line[hit as usize], tile.first_column + hit as usize);
                best.offer(score, column as u32, score);
                self.columns.offer(column, score);
            }
        }
    }

    fn end(&mut self, rows: usize) {
        for (row, best) in self.band.iter_mut().take(rows).enumerate() {
            let found = best.take().0;
            let greatest = found.first().map_or(f32::NEG_INFINITY, |found| found.score);
            let mean = mean(found.iter().map(|found| found.score));
            self.done.push(RowMean { row: self.first + row, mean, greatest });
        }
    }
}
