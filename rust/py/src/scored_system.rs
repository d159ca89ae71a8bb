//! A scored system, as Python sees it: flat arrays in the core, bytes and numbers on demand.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::sctk::det;
use mondegreen_core::sctk::matched_pairs::Segment;
use mondegreen_core::sctk::scored_system::{self, ABSENT, Detail, LETTERS};
use mondegreen_core::sctk::sgml::{FIELDS, Separators};

mod convert;
mod fill;

pub use convert::coding;
use convert::{Confused, Known, Told, Total, Words, numbers};

/// The speakers, utterances and aligned words of a scored system; utterances and speakers go by number.
#[pyclass(module = "mondegreen._core")]
pub struct Scored(pub scored_system::Scored);

#[pymethods]
impl Scored {
    #[new]
    fn new() -> Self {
        Self(scored_system::Scored::default())
    }

    /// By which letters have capitals in `show`; see sclite's option `-e`.
    fn set_coding(&mut self, name: &[u8], profile: &[u8]) -> PyResult<()> {
        self.0.coding = coding(name, profile)?;
        Ok(())
    }

    /// How many utterances there are.
    fn __len__(&self) -> usize {
        self.0.utterances.len()
    }

    /// The number of a speaker, who is new if nobody bears the name.
    fn speaker(&mut self, name: &[u8]) -> usize {
        self.0.speaker(name)
    }

    fn speakers<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.0.speakers.iter().map(|speaker| PyBytes::new(py, &speaker.name)).collect()
    }

    /// The utterances of a speaker, in order.
    fn utterances(&self, speaker: usize) -> Vec<usize> {
        self.0.speakers.get(speaker).map_or_else(Vec::new, |speaker| speaker.utterances.clone())
    }

    /// Of each speaker the utterances, those with errors, and the counts of words.
    fn totals(&self) -> Vec<Total> {
        let total = |each: &scored_system::Speaker| (each.utterances.len(), each.wrong, numbers(each.counts));
        self.0.speakers.iter().map(total).collect()
    }

    /// The attributes that any utterance has, and those that all have.
    fn attributes(&self) -> (u16, u16) {
        let bits = self.0.utterances.iter().map(|each| each.header.attributes);
        bits.fold((0, u16::MAX), |(any, all), each| (any | each, all & each))
    }

    #[pyo3(signature = (utterance) -> "_Header")]
    fn header(&self, utterance: usize) -> PyResult<Told> {
        let each = self.0.utterances[self.checked(utterance)?].header.clone();
        Ok((each.id, each.labels, each.file, each.channel, each.sequence, each.spans, each.attributes))
    }

    fn counts(&self, utterance: usize) -> PyResult<(u32, u32, u32, u32)> {
        Ok(numbers(self.0.utterances[self.checked(utterance)?].counts))
    }

    /// A letter for each item: C, S, I or D.
    fn steps<'py>(&self, py: Python<'py>, utterance: usize) -> PyResult<Bound<'py, PyBytes>> {
        let letters = self.0.steps(self.checked(utterance)?).iter().map(|&step| LETTERS[step as usize]);
        Ok(PyBytes::new(py, &letters.collect::<Vec<u8>>()))
    }

    /// The reference word and the hypothesis word of each item.
    fn words<'py>(&self, py: Python<'py>, utterance: usize) -> PyResult<Vec<Words<'py>>> {
        let value = |word| (word != ABSENT).then(|| PyBytes::new(py, self.0.value(word)));
        let items = self.0.items(self.checked(utterance)?);
        Ok(items.map(|item| (value(item.words[0]), value(item.words[1]))).collect())
    }

    /// What is known of both words of each item besides their spelling; empty if nothing is.
    fn details(&self, utterance: usize) -> PyResult<Vec<(Known, Known)>> {
        let known = |each: &Detail| (each.times[0], each.times[1], each.confidence, each.weight);
        let details = self.0.details(self.checked(utterance)?).iter();
        Ok(details.map(|[reference, hypothesis]| (known(reference), known(hypothesis))).collect())
    }

    /// The confidence of each word of a speaker's hypotheses, and whether the word is right.
    fn confidences(&self, speaker: usize) -> Vec<(f64, bool)> {
        self.utterances(speaker).into_iter().flat_map(|utterance| self.0.confidences(utterance)).collect()
    }

    /// Utterances as in `pra`, an empty line behind each, with those attributes that are asked for.
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

    /// The items as in sgml; the numbers are the characters between items and between their parts.
    fn sgml<'py>(&self, py: Python<'py>, utterance: usize, items: u8, parts: u8) -> PyResult<Bound<'py, PyBytes>> {
        let mut out = Vec::new();
        self.0.sgml(self.checked(utterance)?, Separators { items, parts }, &mut out);
        Ok(PyBytes::new(py, &out))
    }

    /// What was taken for what: pairs, then words inserted, deleted, replaced, false; the most frequent first.
    fn confusions<'py>(&self, py: Python<'py>, utterances: Vec<usize>) -> PyResult<Confused<'py>> {
        for &utterance in &utterances {
            self.checked(utterance)?;
        }
        let found = self.0.confusions(utterances.into_iter());
        let bytes = |word| PyBytes::new(py, self.0.value(word));
        let pairs = found.pairs.iter().map(|&([left, right], count)| (bytes(left), bytes(right), count)).collect();
        let [a, b, c, d] =
            [found.inserted, found.deleted, found.substituted, found.falsely].map(|ranking| self.ranked(py, &ranking));
        Ok((pairs, a, b, c, d))
    }

    /// Adds an utterance with a letter for each step (C, S, I or D) and the words of both sides.
    #[pyo3(signature = (speaker, header: "_Header", steps, references: "list[bytes]", hypotheses: "list[bytes]"))]
    fn add_words(
        &mut self,
        speaker: usize,
        header: Told,
        steps: &[u8],
        references: Vec<Vec<u8>>,
        hypotheses: Vec<Vec<u8>>,
    ) -> PyResult<()> {
        self.push_words(speaker, header, steps, [&references, &hypotheses])
    }

    /// Adds the utterances of a speaker from a place of an sgml on, as sclite writes them.
    ///
    /// Returns the place of the first that is written in another way, and the fields of the last.
    #[pyo3(signature = (text, place, speaker, fields))]
    fn read_paths(
        &mut self,
        py: Python<'_>,
        text: &[u8],
        place: usize,
        speaker: usize,
        fields: Vec<String>,
    ) -> PyResult<(usize, Vec<&'static str>)> {
        let mut fields = fill::find_fields(&fields)?;
        let place = py.detach(|| self.0.read_paths(text, place, speaker, &mut fields));
        Ok((place, fields.into_iter().map(|field| FIELDS[field].0).collect()))
    }

    /// Whether each utterance has no error.
    fn rights(&self) -> Vec<bool> {
        self.0.utterances.iter().map(|each| each.counts.errors() == 0).collect()
    }

    /// The utterances of two speakers with the same ID, and those of the first that the second lacks.
    fn pair_utterances(&self, speaker: usize, other: &Self, theirs: usize) -> (Vec<(usize, usize)>, Vec<usize>) {
        self.0.pair_utterances(speaker, &other.0, theirs)
    }

    /// The segments of the matched pairs test in pairs of utterances: reference words, errors of both systems.
    fn segments(&self, other: &Self, pairs: Vec<(usize, usize)>, buffer: usize) -> PyResult<Vec<Segment>> {
        for &(first, second) in &pairs {
            self.checked(first)?;
            other.checked(second)?;
        }
        Ok(self.0.segments(&other.0, &pairs, buffer))
    }

    /// Adds an utterance with the items of an sgml; fields are those of `word_aux`.
    ///
    /// Of each item that tells more than the fields it is answered how much. What cannot be read is a ValueError that
    /// holds the sentence of the original, as bytes.
    #[pyo3(signature = (speaker, header: "_Header", items, fields))]
    fn add(&mut self, speaker: usize, header: Told, items: &[u8], fields: Vec<String>) -> PyResult<Vec<usize>> {
        self.push_items(speaker, header, items, &fields)
    }
}

/// The points of a DET curve, of scores in order.
#[pyfunction]
pub fn format_det_curve(py: Python<'_>, rights: Vec<f64>, wrongs: Vec<f64>) -> Bound<'_, PyBytes> {
    PyBytes::new(py, &det::format_curve(&rights, &wrongs))
}
