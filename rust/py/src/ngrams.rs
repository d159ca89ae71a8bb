//! `shared_ngrams`: what the texts of each pair have in common, wherever it stands.

use pyo3::prelude::*;

use mondegreen_core::text::Unit;
use mondegreen_core::text::ngrams::{Numbered, count_shared};

use crate::convert::{Bytes, check_lengths, from_bytes, to_bytes};
use crate::to_python;

/// By pair and n, as bytes of int64: how many n-grams both texts have, how many the reference, and the hypothesis.
///
/// A side is the bytes of all its texts' code points (uint32) and of each text's number of them (uint64). They are cut
/// into `characters` or `letters`; as `words`, they are numbers of words, and taken as they are.
#[pyfunction]
pub fn shared_ngrams<'py>(
    py: Python<'py>,
    references: (&[u8], &[u8]),
    hypotheses: (&[u8], &[u8]),
    unit: &str,
    order: usize,
) -> PyResult<Bytes<'py>> {
    let unit = Unit::named(unit).map_err(to_python)?;
    let (references, hypotheses) = (take_numbers(references)?, take_numbers(hypotheses)?);
    check_lengths("references and hypotheses", references.lengths.len(), hypotheses.lengths.len())?;
    let counts = py.detach(|| count_shared(&references, &hypotheses, unit, order));
    Ok(to_bytes(py, counts.as_flattened(), i64::to_le_bytes))
}

fn take_numbers((tokens, lengths): (&[u8], &[u8])) -> PyResult<Numbered> {
    let tokens = from_bytes(tokens, u32::from_le_bytes)?;
    let lengths = from_bytes(lengths, |bytes| u64::from_le_bytes(bytes) as usize)?;
    check_lengths(
        "tokens and the lengths of texts",
        tokens.len(),
        lengths.iter().fold(0, |a, &b| a.saturating_add(b)),
    )?;
    Ok(Numbered { tokens, lengths })
}
