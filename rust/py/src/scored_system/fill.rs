//! How a scored system is filled: by steps and words, or by the items of an sgml.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use mondegreen_core::policy::Step;
use mondegreen_core::sctk::scored_system::{ABSENT, Detail, Header, Item, step_of};
use mondegreen_core::sctk::sgml::FIELDS;

use super::Scored;
use super::convert::Told;

impl Scored {
    /// Adds an utterance by the letters of its steps, and the words of either side.
    pub(super) fn push_words(
        &mut self,
        speaker: usize,
        header: Told,
        steps: &[u8],
        words: [&[Vec<u8>]; 2],
    ) -> PyResult<()> {
        let mut sides = words.map(|side| side.iter());
        let refused =
            || PyValueError::new_err("the words are not those of the steps, which are the letters C, S, I, D");
        for &letter in steps {
            let step = step_of(letter).ok_or_else(refused)?;
            let mut pair = [ABSENT; 2];
            for (side, word) in pair.iter_mut().enumerate() {
                if step != [Step::Insertion, Step::Deletion][side] {
                    *word = self.0.word(sides[side].next().ok_or_else(refused)?);
                }
            }
            self.0.push(Item { step, words: pair });
        }
        self.close(speaker, header, &[])
    }

    /// Adds an utterance by its items; gives those that are one too many.
    pub(super) fn push_items(
        &mut self,
        speaker: usize,
        header: Told,
        items: &[u8],
        fields: &[String],
    ) -> PyResult<Vec<usize>> {
        let fields = find_fields(fields)?;
        let mut details = Vec::new();
        let surplus = self.0.push_sgml(items, &fields, &mut details).map_err(PyValueError::new_err)?;
        self.close(speaker, header, if fields.is_empty() { &[] } else { &details })?;
        Ok(surplus)
    }

    fn close(&mut self, speaker: usize, header: Told, details: &[[Detail; 2]]) -> PyResult<()> {
        let (id, labels, file, channel, sequence, spans, attributes) = header;
        let header = Header { id, labels, file, channel, sequence, spans, attributes };
        if speaker >= self.0.speakers.len() {
            return Err(PyIndexError::new_err(format!("there is no speaker {speaker}")));
        }
        self.0.close(speaker, header, details);
        Ok(())
    }
}

/// The places of fields of words.
pub(super) fn find_fields(names: &[String]) -> PyResult<Vec<usize>> {
    let place = |name: &String| FIELDS.iter().position(|(known, _, _)| known == name);
    let fields: Option<Vec<usize>> = names.iter().map(place).collect();
    fields.ok_or_else(|| PyValueError::new_err("there is no such field"))
}
