//! A scored system, as Python sees it: flat arrays in the core, bytes and numbers on demand.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::alignment::Counts;
use mondegreen_core::policy::Step;
use mondegreen_core::sctk::coding::{Coding, Profile};
use mondegreen_core::sctk::scored::{self, ABSENT, Detail, Header, Item};
use mondegreen_core::sctk::sgml::{FIELDS, Separators};

type Words<'py> = (Option<Bound<'py, PyBytes>>, Option<Bound<'py, PyBytes>>);
type Total = (usize, usize, (u32, u32, u32, u32));
type Known = (f64, f64, f64, f64);
type Told = (Vec<u8>, Option<Vec<u8>>, Option<Vec<u8>>, Option<Vec<u8>>, i32, [[f64; 2]; 2], u16);
type Ranked<'py> = Vec<(Bound<'py, PyBytes>, u64)>;
type Pairs<'py> = Vec<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, u64)>;
type Confused<'py> = (Pairs<'py>, Ranked<'py>, Ranked<'py>, Ranked<'py>, Ranked<'py>);

/// The letters of steps, in the order of their numbers.
const LETTERS: [u8; 4] = *b"CSID";

#[pyclass(module = "mondegreen._core")]
pub struct Scored(pub scored::Scored);

impl Scored {
    fn checked(&self, utterance: usize) -> PyResult<usize> {
        let known = utterance < self.0.utterances.len();
        known
            .then_some(utterance)
            .ok_or_else(|| PyIndexError::new_err(format!("there is no utterance {utterance}")))
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

    fn ranked<'py>(&self, py: Python<'py>, ranking: &[(u32, u64)]) -> Ranked<'py> {
        ranking.iter().map(|&(word, count)| (PyBytes::new(py, self.0.value(word)), count)).collect()
    }
}

/// The encoding of that name, with that profile if it has any.
pub fn coding(name: &[u8], profile: &[u8]) -> PyResult<Coding> {
    let unknown = || PyValueError::new_err("there is no such encoding or profile");
    let profile = Profile::named(profile).ok_or_else(unknown)?;
    Ok(match Coding::named(name).ok_or_else(unknown)? {
        Coding::Utf8(_) => Coding::Utf8(profile),
        other => other,
    })
}

fn numbers(counts: Counts) -> (u32, u32, u32, u32) {
    (counts.matches, counts.substitutions, counts.deletions, counts.insertions)
}

#[pymethods]
impl Scored {
    #[new]
    fn new() -> Self {
        Self(scored::Scored::default())
    }

    fn set_coding(&mut self, name: &[u8], profile: &[u8]) -> PyResult<()> {
        self.0.coding = coding(name, profile)?;
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.0.utterances.len()
    }

    fn speaker(&mut self, name: &[u8]) -> usize {
        self.0.speaker(name)
    }

    fn speakers<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.0.speakers.iter().map(|speaker| PyBytes::new(py, &speaker.name)).collect()
    }

    fn utterances(&self, speaker: usize) -> Vec<usize> {
        self.0.speakers.get(speaker).map_or_else(Vec::new, |speaker| speaker.utterances.clone())
    }

    fn totals(&self) -> Vec<Total> {
        let total = |each: &scored::Speaker| (each.utterances.len(), each.wrong, numbers(each.counts));
        self.0.speakers.iter().map(total).collect()
    }

    fn attributes(&self) -> (u16, u16) {
        let bits = self.0.utterances.iter().map(|each| each.header.attributes);
        bits.fold((0, u16::MAX), |(any, all), each| (any | each, all & each))
    }

    fn header(&self, utterance: usize) -> PyResult<Told> {
        let each = self.0.utterances[self.checked(utterance)?].header.clone();
        Ok((each.id, each.labels, each.file, each.channel, each.sequence, each.spans, each.attributes))
    }

    fn counts(&self, utterance: usize) -> PyResult<(u32, u32, u32, u32)> {
        Ok(numbers(self.0.utterances[self.checked(utterance)?].counts))
    }

    fn steps<'py>(&self, py: Python<'py>, utterance: usize) -> PyResult<Bound<'py, PyBytes>> {
        let letters = self.0.steps(self.checked(utterance)?).iter().map(|&step| LETTERS[step as usize]);
        Ok(PyBytes::new(py, &letters.collect::<Vec<u8>>()))
    }

    fn words<'py>(&self, py: Python<'py>, utterance: usize) -> PyResult<Vec<Words<'py>>> {
        let value = |word| (word != ABSENT).then(|| PyBytes::new(py, self.0.value(word)));
        let items = self.0.items(self.checked(utterance)?);
        Ok(items.map(|item| (value(item.words[0]), value(item.words[1]))).collect())
    }

    fn details(&self, utterance: usize) -> PyResult<Vec<(Known, Known)>> {
        let known = |each: &Detail| (each.times[0], each.times[1], each.confidence, each.weight);
        let details = self.0.details(self.checked(utterance)?).iter();
        Ok(details.map(|[reference, hypothesis]| (known(reference), known(hypothesis))).collect())
    }

    fn show<'py>(
        &self,
        py: Python<'py>,
        utterances: Vec<usize>,
        width: usize,
        attributes: u16,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut out = Vec::new();
        for utterance in utterances {
            self.0.show(self.checked(utterance)?, width, attributes, &mut out);
            out.push(b'\n');
        }
        Ok(PyBytes::new(py, &out))
    }

    fn sgml<'py>(
        &self,
        py: Python<'py>,
        utterance: usize,
        items: u8,
        parts: u8,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut out = Vec::new();
        self.0.sgml(self.checked(utterance)?, Separators { items, parts }, &mut out);
        Ok(PyBytes::new(py, &out))
    }

    fn confusions<'py>(&self, py: Python<'py>, utterances: Vec<usize>) -> PyResult<Confused<'py>> {
        for &utterance in &utterances {
            self.checked(utterance)?;
        }
        let found = self.0.confusions(utterances.into_iter());
        let bytes = |word| PyBytes::new(py, self.0.value(word));
        let pairs =
            found.pairs.iter().map(|&([left, right], count)| (bytes(left), bytes(right), count)).collect();
        let [a, b, c, d] = [found.inserted, found.deleted, found.substituted, found.falsely]
            .map(|ranking| self.ranked(py, &ranking));
        Ok((pairs, a, b, c, d))
    }

    fn add_words(
        &mut self,
        speaker: usize,
        header: Told,
        steps: &[u8],
        references: Vec<Vec<u8>>,
        hypotheses: Vec<Vec<u8>>,
    ) -> PyResult<()> {
        let mut sides = [references.iter(), hypotheses.iter()];
        let refused = || {
            PyValueError::new_err("the words are not those of the steps, which are the letters C, S, I, D")
        };
        for letter in steps {
            let place = LETTERS.iter().position(|known| known == letter).ok_or_else(refused)?;
            let step = Step::ALL[place];
            let mut words = [ABSENT; 2];
            for (side, word) in words.iter_mut().enumerate() {
                if step != [Step::Insertion, Step::Deletion][side] {
                    *word = self.0.word(sides[side].next().ok_or_else(refused)?);
                }
            }
            self.0.push(Item { step, words });
        }
        self.close(speaker, header, &[])
    }

    fn add(
        &mut self,
        speaker: usize,
        header: Told,
        items: &[u8],
        fields: Vec<String>,
    ) -> PyResult<Vec<usize>> {
        let place = |name: &String| FIELDS.iter().position(|(known, _, _)| known == name);
        let fields: Option<Vec<usize>> = fields.iter().map(place).collect();
        let fields = fields.ok_or_else(|| PyValueError::new_err("there is no such field"))?;
        let mut details = Vec::new();
        let surplus = self.0.push_sgml(items, &fields, &mut details).map_err(PyValueError::new_err)?;
        self.close(speaker, header, if fields.is_empty() { &[] } else { &details })?;
        Ok(surplus)
    }
}
