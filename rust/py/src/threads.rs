//! How many threads work.

use std::thread::available_parallelism;

/// More make nothing faster, and a machine may refuse them.
const MOST: usize = 256;

/// As many threads as were asked for, else one for each core. What they make is the same whatever their number.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| available_parallelism().map_or(1, usize::from)).min(MOST)
}
