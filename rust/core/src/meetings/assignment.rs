//! The linear assignment problem, known for the Hungarian algorithm (Kuhn 1955): each row gets one column, each column
//! one row, at the least cost.
//!
//! It is solved by shortest augmenting paths (Jonker and Volgenant 1987, as Crouse 2016 writes it): rows are added one
//! by one, each by the shortest path from it to a free column under dual variables that keep all reduced costs from
//! falling below zero. Time is cubic in the size.

use crate::error::{ErrorKind, Result};

/// The column of each row of a square table of finite costs, row by row.
///
/// Of several assignments that cost least it gives the one that scipy gives, on which insertions, deletions and
/// substitutions of meeteval's cpWER hang: columns are looked at from the last to the first, and of columns equally
/// near a free one is taken.
pub fn least(costs: &[f64], size: usize) -> Result<Vec<usize>> {
    if size.checked_mul(size) != Some(costs.len()) {
        return Err(ErrorKind::TableShape { rows: size, columns: size, values: costs.len() }.into());
    }
    if let Some(&value) = costs.iter().find(|cost| !cost.is_finite()) {
        return Err(ErrorKind::InvalidCost { name: "assignment".to_owned(), value }.into());
    }
    let mut table = Table::new(costs, size);
    for row in 0..size {
        table.add(row);
    }
    Ok(table.column_of.into_iter().flatten().collect())
}

struct Table<'a> {
    costs: &'a [f64],
    size: usize,
    row_duals: Vec<f64>,
    column_duals: Vec<f64>,
    column_of: Vec<Option<usize>>,
    row_of: Vec<Option<usize>>,
}

/// The shortest paths from a new row, as far as they were looked for.
struct Paths {
    lengths: Vec<f64>,
    before: Vec<usize>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    length: f64,
}

impl<'a> Table<'a> {
    fn new(costs: &'a [f64], size: usize) -> Self {
        let (row_duals, column_duals) = (vec![0.0; size], vec![0.0; size]);
        Self { costs, size, row_duals, column_duals, column_of: vec![None; size], row_of: vec![None; size] }
    }

    /// Gives the row a column; rows that had one may move to another.
    fn add(&mut self, row: usize) {
        let (paths, free) = self.shortest(row);
        self.raise(row, &paths);
        let mut column = free;
        loop {
            let from = paths.before[column];
            self.row_of[column] = Some(from);
            match self.column_of[from].replace(column) {
                Some(next) if from != row => column = next,
                _ => break,
            }
        }
    }

    /// The paths up to the nearest free column, and that column.
    fn shortest(&self, row: usize) -> (Paths, usize) {
        let mut paths = Paths {
            lengths: vec![f64::INFINITY; self.size],
            before: vec![row; self.size],
            rows: Vec::new(),
            columns: Vec::new(),
            length: 0.0,
        };
        let mut remaining: Vec<usize> = (0..self.size).rev().collect();
        let mut from = row;
        loop {
            paths.rows.push(from);
            let column = remaining.swap_remove(self.nearest(from, &remaining, &mut paths));
            paths.columns.push(column);
            match self.row_of[column] {
                Some(next) => from = next,
                None => return (paths, column),
            }
        }
    }

    /// Lengthens the paths by a row, and gives the place of the nearest of the remaining columns.
    fn nearest(&self, from: usize, remaining: &[usize], paths: &mut Paths) -> usize {
        let (mut place, mut lowest) = (0, f64::INFINITY);
        for (at, &column) in remaining.iter().enumerate() {
            let step = self.costs[from * self.size + column] - self.row_duals[from] - self.column_duals[column];
            let length = paths.length + step;
            if length < paths.lengths[column] {
                paths.lengths[column] = length;
                paths.before[column] = from;
            }
            let length = paths.lengths[column];
            let free = self.row_of[column].is_none();
            if length < lowest || (free && length <= lowest) {
                (place, lowest) = (at, length);
            }
        }
        paths.length = lowest;
        place
    }

    /// Changes the dual variables so that all steps of the paths cost nothing.
    fn raise(&mut self, row: usize, paths: &Paths) {
        self.row_duals[row] += paths.length;
        for &other in &paths.rows {
            if let Some(column) = self.column_of[other].filter(|_| other != row) {
                self.row_duals[other] += paths.length - paths.lengths[column];
            }
        }
        for &column in &paths.columns {
            self.column_duals[column] -= paths.length - paths.lengths[column];
        }
    }
}
