//! SCTK's `csrfilt.sh` and the rules of `rfilter1`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use mondegreen_core::sctk::filter::{self, Kind, Upper};
use mondegreen_core::sctk::mappings::{Mapping, Mappings};

/// What is found, between what, and what is written for it.
type Rule = (Vec<u8>, Vec<u8>, Vec<u8>, Vec<u8>);

/// Applies the rules of a global mapping file to texts, each for itself: the new text, and how often each was used.
///
/// A rule is what is found, what stands before and behind it, and what is written. Without `copies` only that is left.
#[pyfunction]
#[pyo3(signature = (texts, rules, *, folds=false, copies=true))]
pub fn rewrite_by_rules(
    py: Python<'_>,
    texts: Vec<PyBackedBytes>,
    rules: Vec<Rule>,
    folds: bool,
    copies: bool,
) -> (Bound<'_, PyBytes>, Vec<u64>) {
    let convert = |(source, left, right, target): Rule| Mapping { source, left, right, target };
    let (output, hits) = py.detach(|| {
        let mappings = Mappings::new(rules.into_iter().map(convert).collect(), folds);
        let (mut output, mut hits) = (Vec::new(), vec![0; mappings.len()]);
        for text in &texts {
            mappings.rewrite(text, copies, &mut output, &mut hits);
        }
        (output, hits)
    });
    (PyBytes::new(py, &output), hits)
}

/// Splits the lines of a `kind` of file into texts, perhaps in upper case, also of Latin-1's letters, and rests.
///
/// Behind these: texts whose parentheses are not in order, and the number of the first line that cannot be split.
#[pyfunction]
#[allow(clippy::type_complexity)] // what Python takes apart
pub fn split_transcripts<'py>(
    py: Python<'py>,
    data: &[u8],
    kind: &str,
    upper: bool,
    latin1: bool,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Option<usize>)> {
    let kind = find_kind(kind)?;
    let letters = match (upper, latin1) {
        (false, _) => Upper::None,
        (true, false) => Upper::Ascii,
        (true, true) => Upper::Latin1,
    };
    let parts = py.detach(|| filter::split(data, kind, letters));
    let [texts, rests, unpaired] = [&parts.texts, &parts.rests, &parts.unpaired].map(|part| PyBytes::new(py, part));
    Ok((texts, rests, unpaired, parts.failed))
}

/// Joins texts that rules were applied to with the rests of lines, hyphens within words perhaps being spaces.
///
/// Behind these: the number of a line of a ctm file with an alternative without words, at which the file ends.
#[pyfunction]
pub fn join_transcripts<'py>(
    py: Python<'py>,
    texts: &[u8],
    rests: &[u8],
    kind: &str,
    splits_hyphens: bool,
) -> PyResult<(Bound<'py, PyBytes>, Option<usize>)> {
    let kind = find_kind(kind)?;
    let (output, failed) = py.detach(|| filter::join(kind, &filter::clean(texts, splits_hyphens), rests));
    Ok((PyBytes::new(py, &output), failed))
}

fn find_kind(name: &str) -> PyResult<Kind> {
    Kind::from_name(name).ok_or_else(|| PyValueError::new_err(format!("unknown kind of file: {name}")))
}
