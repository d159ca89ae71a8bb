//! `distinct_words`: what there is to look up for a batch, without a Python string for every word of it.

use pyo3::prelude::*;

use mondegreen_core::align::batch::Feed;
use mondegreen_core::text::{Sequences, Unit};
use mondegreen_core::vocab::Vocabulary;

use crate::feed::Pairs;
use crate::strings::Strings;

#[pyfunction]
pub fn distinct_words(
    py: Python<'_>,
    references: &Bound<'_, PyAny>,
    hypotheses: &Bound<'_, PyAny>,
) -> PyResult<Strings> {
    let mut pairs = Pairs::new(references, hypotheses, Unit::Words, true)?;
    let (mut words, mut of_chunk, mut ids) = (Vocabulary::default(), Vocabulary::default(), Sequences::default());
    while let Some(chunk) = pairs.next().map_err(|raised| raised.0)? {
        py.detach(|| {
            chunk.intern_words(Unit::Words, &mut of_chunk, &mut ids);
            for word in of_chunk.words() {
                words.intern(word);
            }
        });
    }
    Ok(Strings::joined(py, words.words().map(String::from_utf8_lossy)))
}
