//! `Strings`: text files as sequences of strings that exist only while somebody looks at them.

use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice, PyString, PyTuple};

use mondegreen_core::read::{self, Span};

use crate::to_python;

/// The strings of a file, which become Python's only while somebody looks at them.
#[pyclass(frozen, sequence, module = "mondegreen._core")]
pub struct Strings {
    data: Arc<Py<PyBytes>>,
    spans: Vec<Span>,
}

impl Strings {
    /// One string. Spans come from `read`, which takes nothing but UTF-8, or from whole strings of Python's.
    pub fn text<'py>(&'py self, py: Python<'py>, place: usize) -> &'py str {
        let bytes = &self.data.as_bytes(py)[self.spans[place].clone()];
        // SAFETY: the buffer was found to be UTF-8, and spans end beside ASCII characters or where strings were joined.
        unsafe { std::str::from_utf8_unchecked(bytes) }
    }

    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// These strings, in bytes of their own.
    pub fn joined(py: Python<'_>, texts: impl Iterator<Item: AsRef<str>>) -> Self {
        let (mut data, mut spans) = (Vec::new(), Vec::new());
        for text in texts {
            let start = data.len();
            data.extend_from_slice(text.as_ref().as_bytes());
            spans.push(start..data.len());
        }
        Self { data: Arc::new(PyBytes::new(py, &data).unbind()), spans }
    }

    fn of_the_same(&self, spans: Vec<Span>) -> Self {
        Self { data: Arc::clone(&self.data), spans }
    }

    fn string<'py>(&self, py: Python<'py>, place: usize) -> Bound<'py, PyString> {
        PyString::new(py, self.text(py, place))
    }
}

#[pymethods]
impl Strings {
    /// The lines of UTF-8 text, without their ends; anything else is a ValueError.
    #[staticmethod]
    fn lines(py: Python<'_>, data: Bound<'_, PyBytes>) -> PyResult<Self> {
        let bytes = data.as_bytes();
        let spans = py.detach(|| read::lines(bytes)).map_err(to_python)?;
        Ok(Self { data: Arc::new(data.unbind()), spans })
    }

    /// These strings.
    #[staticmethod]
    #[pyo3(signature = (texts: "Iterable[str]"))]
    fn of(py: Python<'_>, texts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (mut data, mut spans) = (Vec::new(), Vec::new());
        for text in texts.try_iter()? {
            let start = data.len();
            data.extend_from_slice(text?.cast::<PyString>()?.encode_utf8()?.as_bytes());
            spans.push(start..data.len());
        }
        Ok(Self { data: Arc::new(PyBytes::new(py, &data).unbind()), spans })
    }

    /// The key of each line, up to a blank or a tab, and the text after it; blank lines are left out.
    fn keyed(&self, py: Python<'_>) -> (Self, Self) {
        let bytes = self.data.as_bytes(py);
        let (keys, texts) = py.detach(|| read::keyed(bytes, &self.spans));
        (self.of_the_same(keys), self.of_the_same(texts))
    }

    /// Whether no two are the same.
    fn are_distinct(&self, py: Python<'_>) -> bool {
        let bytes = self.data.as_bytes(py);
        py.detach(|| read::are_distinct(bytes, &self.spans))
    }

    /// Of each string, whether it holds nothing but white space.
    fn blank(&self, py: Python<'_>) -> Vec<bool> {
        (0..self.len()).map(|place| read::is_blank(self.text(py, place))).collect()
    }

    fn index(&self, py: Python<'_>, text: &str) -> PyResult<usize> {
        let place = (0..self.len()).find(|&place| self.text(py, place) == text);
        place.ok_or_else(|| PyValueError::new_err(format!("there is no string {text:?}")))
    }

    fn count(&self, py: Python<'_>, text: &str) -> usize {
        (0..self.len()).filter(|&place| self.text(py, place) == text).count()
    }

    /// The strings at these places, and an empty one for each negative number.
    #[pyo3(signature = (places: "Iterable[int]"))]
    fn take(&self, places: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut spans = Vec::new();
        for place in places.try_iter()? {
            let place: isize = place?.extract()?;
            let span = usize::try_from(place).map_or(Some(0..0), |place| self.spans.get(place).cloned());
            spans.push(span.ok_or_else(|| PyIndexError::new_err(format!("there is no string {place}")))?);
        }
        Ok(self.of_the_same(spans))
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, place: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = place.cast::<PySlice>() {
            let part = slice.indices(self.len().cast_signed())?;
            let places = (0..part.slicelength).map(|count| part.start + part.step * count.cast_signed());
            let spans = places.map(|place| self.spans[place.cast_unsigned()].clone()).collect();
            return self.of_the_same(spans).into_bound_py_any(py);
        }
        let asked: isize = place.extract()?;
        let place = if asked < 0 { asked + self.len().cast_signed() } else { asked };
        match usize::try_from(place) {
            Ok(place) if place < self.len() => Ok(self.string(py, place).into_any()),
            _ => Err(PyIndexError::new_err(format!("there is no string {asked}"))),
        }
    }

    fn __iter__(slf: Bound<'_, Self>) -> Walk {
        Walk { strings: slf.unbind(), place: 0 }
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
        if let Ok(other) = other.cast::<Self>() {
            let (left, right) = (self.data.as_bytes(py), other.get().data.as_bytes(py));
            let mut pairs = self.spans.iter().zip(&other.get().spans);
            let same = self.len() == other.get().len();
            return Ok(Some(same && pairs.all(|(a, b)| left[a.clone()] == right[b.clone()])));
        }
        if !other.is_instance_of::<PyList>() && !other.is_instance_of::<PyTuple>() {
            return Ok(None);
        }
        if other.len()? != self.len() {
            return Ok(Some(false));
        }
        for (place, text) in other.try_iter()?.enumerate() {
            if !text?.eq(self.string(py, place))? {
                return Ok(Some(false));
            }
        }
        Ok(Some(true))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let shown: Vec<_> = (0..self.len().min(3)).map(|place| self.string(py, place)).collect();
        let more = if self.len() > 3 { format!(", ... ({} in all)", self.len()) } else { String::new() };
        let list = PyList::new(py, shown)?.repr()?.to_string();
        Ok(format!("<Strings {}{more}>", list.trim_matches(['[', ']'])))
    }

    #[pyo3(signature = () -> "tuple[Callable[[Iterable[str]], Strings], tuple[list[str]]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>,))> {
        let texts = PyList::new(slf.py(), slf.try_iter()?.collect::<PyResult<Vec<_>>>()?)?;
        Ok((slf.get_type().getattr("of")?, (texts,)))
    }
}

#[pyclass(module = "mondegreen._core")]
pub struct Walk {
    strings: Py<Strings>,
    place: usize,
}

#[pymethods]
impl Walk {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        let strings = self.strings.get();
        let text = (self.place < strings.len()).then(|| strings.string(py, self.place));
        self.place += 1;
        text
    }
}
