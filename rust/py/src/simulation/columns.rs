//! What was drawn, as columns of numbers.

use pyo3::prelude::*;

use mondegreen_core::simulation::writer::{Drawn, Edit};

use crate::convert::{Bytes, to_bytes};
use crate::strings::Strings;

/// Texts, what was said and what stands in its place, and of each error its place, tokens gone, candidate (-1 for none)
/// and word.
pub fn columns<'py>(py: Python<'py>, drawn: &Drawn) -> ([Strings; 3], [Bytes<'py>; 5]) {
    let number = |number: Option<u32>| number.map_or(-1, i64::from);
    let column =
        |of: &dyn Fn(&Edit) -> i64| to_bytes(py, &drawn.edits.iter().map(of).collect::<Vec<_>>(), i64::to_le_bytes);
    let ends: Vec<u64> = drawn.edit_ends.iter().map(|&end| end as u64).collect();
    (
        [
            Strings::joined(py, spans(&drawn.text, &drawn.ends)),
            Strings::joined(py, spans(&drawn.said, &drawn.said_ends)),
            Strings::joined(py, spans(&drawn.heard, &drawn.heard_ends)),
        ],
        [
            to_bytes(py, &ends, u64::to_le_bytes),
            column(&|edit| i64::from(edit.position)),
            column(&|edit| i64::from(edit.tokens)),
            column(&|edit| number(edit.candidate)),
            column(&|edit| number(edit.word)),
        ],
    )
}

/// The parts of a text that end at these places.
fn spans<'a>(text: &'a str, ends: &'a [usize]) -> impl Iterator<Item = &'a str> {
    let begins = [0].into_iter().chain(ends.iter().copied());
    begins.zip(ends).map(|(begin, &end)| &text[begin..end])
}
