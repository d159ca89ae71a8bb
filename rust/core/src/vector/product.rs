//! The products of all rows of one matrix with all rows of another, a tile at a time: never are all of them kept.
//!
//! A tile belongs to a band of left rows; bands are cut at the same places whatever the number of threads, so that
//! every product has the same last digit on any number of them.

use std::thread;

use gemm_f32::gemm::f32::get_gemm_fn;

use super::matrix::Matrix;
use crate::error::Result;

/// Left rows in a band.
pub const BAND: usize = 512;
/// Right rows in a tile, so that the products of a tile stay in the cache of a core, or near it.
const WIDTH: usize = 2_048;
/// So many products, a quarter of a gigabyte, are kept.
const KEPT: usize = 1 << 26;
/// Bands that a thread goes through before the caller is told of them.
const TURN: usize = 2;

/// Some products, row by row.
pub struct Tile<'a> {
    pub first_row: usize,
    pub first_column: usize,
    pub width: usize,
    values: &'a [f32],
}

impl Tile<'_> {
    /// The lines, each the products of one left row.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &[f32])> {
        (self.first_row..).zip(self.values.chunks_exact(self.width))
    }
}

/// What somebody makes of the tiles of a band.
pub trait Reader: Send {
    /// Tiles of one band come in order of their columns.
    fn read(&mut self, tile: &Tile<'_>);
    /// All tiles of a band of so many rows have come.
    fn end(&mut self, rows: usize);
}

/// The products of two matrices. Few enough are kept for whoever reads them again, more are computed again.
pub struct Products<'a> {
    left: Matrix<'a>,
    right: Matrix<'a>,
    kept: Vec<f32>,
    known: bool,
}

impl<'a> Products<'a> {
    /// Products that are computed each time they are read.
    pub fn passing(left: Matrix<'a>, right: Matrix<'a>) -> Result<Self> {
        left.fits(&right)?;
        Ok(Self { left, right, kept: Vec::new(), known: false })
    }

    /// Products that are kept in the room that another left, if they are few enough.
    pub fn kept(left: Matrix<'a>, right: Matrix<'a>, mut room: Vec<f32>) -> Result<Self> {
        let size = left.len().saturating_mul(right.len());
        room.resize(if size <= KEPT { size } else { 0 }, 0.0);
        Ok(Self { kept: room, ..Self::passing(left, right)? })
    }

    pub fn into_room(self) -> Vec<f32> {
        self.kept
    }

    /// Hands all products to readers, one for each thread, telling now and then how many left rows are done.
    ///
    /// What a reader gives for a row may depend on the order of the tiles of its band alone.
    pub fn read<R: Reader>(&mut self, readers: &mut [R], told: &mut dyn FnMut(u64) -> Result<()>) -> Result<()> {
        let (left, right, known) = (self.left, self.right, self.known);
        let bands = left.len().div_ceil(BAND);
        let mut stores = self.kept.chunks_mut((BAND * right.len()).max(1));
        let mut bands_left = (0..bands).map(|band| (band, stores.next().unwrap_or_default()));
        let share = bands.div_ceil(readers.len().max(1)).clamp(1, TURN);
        for turn in (0..bands).step_by((share * readers.len()).max(1)) {
            thread::scope(|scope| {
                for reader in readers.iter_mut() {
                    let part: Vec<_> = bands_left.by_ref().take(share).collect();
                    scope.spawn(move || {
                        let mut room = Vec::new();
                        for (band, store) in part {
                            read_band(
                                left,
                                right,
                                band,
                                reader,
                                if store.is_empty() { Room::Passing(&mut room) } else { Room::Kept(store, known) },
                            );
                        }
                    });
                }
            });
            told((turn + share * readers.len()).saturating_mul(BAND).min(left.len()) as u64)?;
        }
        self.known = true;
        Ok(())
    }
}

/// Where the products of a band are put.
enum Room<'a> {
    Passing(&'a mut Vec<f32>),
    /// Where they stay, and whether they are there already.
    Kept(&'a mut [f32], bool),
}

fn read_band(left: Matrix<'_>, right: Matrix<'_>, band: usize, reader: &mut impl Reader, mut room: Room<'_>) {
    let rows = band * BAND..((band + 1) * BAND).min(left.len());
    for first_column in (0..right.len()).step_by(WIDTH) {
        let columns = first_column..(first_column + WIDTH).min(right.len());
        let width = columns.len();
        let (values, known) = match &mut room {
            Room::Passing(room) => {
                room.resize(rows.len() * width, 0.0);
                (room.as_mut_slice(), false)
            }
            Room::Kept(room, known) => (&mut room[rows.len() * first_column..][..rows.len() * width], *known),
        };
        if !known {
            multiply(left.part(rows.clone()), right.part(columns), values);
        }
        reader.read(&Tile { first_row: rows.start, first_column, width, values });
    }
    reader.end(rows.len());
}

/// The products of rows with rows, line by line.
fn multiply(left: Matrix<'_>, right: Matrix<'_>, room: &mut [f32]) {
    debug_assert_eq!(room.len(), left.len() * right.len());
    let (width, depth) = (right.len().cast_signed(), left.columns().cast_signed());
    // The kernel is made for products that stand column by column: to it left is right, and lines are columns.
    // SAFETY: all three are as large as the numbers of their rows and columns say.
    unsafe {
        get_gemm_fn()(
            right.len(),
            left.len(),
            left.columns(),
            room.as_mut_ptr(),
            width,
            1,
            false,
            right.values().as_ptr(),
            1,
            depth,
            left.values().as_ptr(),
            depth,
            1,
            0.0,
            1.0,
            false,
            false,
            false,
            gemm_common::Parallelism::None,
        );
    }
}
