//! Python's strings, copied chunk by chunk while workers align the chunks before.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use mondegreen_core::align::batch::{CHUNK_PAIRS, CHUNK_SIZE, Feed};
use mondegreen_core::error::{Error, ErrorKind};
use mondegreen_core::text::{Texts, Unit};

use crate::strings::Strings;
use crate::to_python;

/// References and hypotheses in turn, until both lists end.
pub struct Pairs<'py> {
    references: Side<'py>,
    hypotheses: Side<'py>,
    unit: Unit,
    position: usize,
}

/// Where the texts of one side are.
enum Side<'py> {
    /// In Python's strings, or in lists of them that are the tokens of a text.
    List(Bound<'py, PyList>),
    /// In the bytes of a file.
    File(Bound<'py, Strings>),
}

impl<'py> Side<'py> {
    fn new(items: &Bound<'py, PyAny>, what: &str) -> PyResult<Self> {
        if let Ok(strings) = items.cast::<Strings>() {
            return Ok(Self::File(strings.clone()));
        }
        list(items, what).map(Self::List)
    }

    fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::File(strings) => strings.get().len(),
        }
    }

    fn py(&self) -> Python<'py> {
        match self {
            Self::List(list) => list.py(),
            Self::File(strings) => strings.py(),
        }
    }

    /// Adds one text. Those of a file are UTF-8 already; so they go to a buffer of Python's code points as such.
    fn push(&self, place: usize, texts: &mut Texts, unit: Unit) -> PyResult<()> {
        match self {
            Self::List(list) => push(texts, &list.get_item(place)?, unit),
            Self::File(strings) => {
                let text = strings.get().text(strings.py(), place);
                if texts.holds_tokens() {
                    return Err(mixed());
                }
                if unit == Unit::Words {
                    texts.push(text);
                } else {
                    texts.push_characters(text);
                }
                Ok(())
            }
        }
    }
}

/// A Python exception that the core may pass through.
pub struct Raised(pub PyErr);

impl From<Error> for Raised {
    fn from(error: Error) -> Self {
        Self(to_python(error))
    }
}

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl<'py> Pairs<'py> {
    /// A feed over two sequences of one length; sequences other than lists are copied into one.
    pub fn new(references: &Bound<'py, PyAny>, hypotheses: &Bound<'py, PyAny>, unit: Unit) -> PyResult<Self> {
        let (references, hypotheses) =
            (Side::new(references, "references")?, Side::new(hypotheses, "hypotheses")?);
        let (left, right) = (references.len(), hypotheses.len());
        if left != right {
            let what = "references and hypotheses";
            return Err(to_python(ErrorKind::LengthMismatch { what, left, right }.into()));
        }
        Ok(Self { references, hypotheses, unit, position: 0 })
    }
}

fn list<'py>(items: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyList>> {
    if items.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("{what} must be a list of texts, not one text")));
    }
    match items.cast::<PyList>() {
        Ok(list) => Ok(list.clone()),
        Err(_) => PyList::new(items.py(), items.try_iter()?.collect::<PyResult<Vec<_>>>()?),
    }
}

impl Feed for Pairs<'_> {
    type Error = Raised;

    fn next(&mut self) -> Result<Option<Texts>, Raised> {
        let mut texts = Texts::default();
        // The lists may shrink while the GIL is free, so each item is asked for.
        let end = self.references.len().min(self.hypotheses.len());
        while self.position < end && texts.len() < 2 * CHUNK_PAIRS && texts.size() < CHUNK_SIZE {
            self.references.push(self.position, &mut texts, self.unit)?;
            self.hypotheses.push(self.position, &mut texts, self.unit)?;
            self.position += 1;
        }
        Ok((!texts.is_empty()).then_some(texts))
    }

    fn pause(&mut self, wait: &mut (dyn FnMut() + Send)) -> Result<(), Raised> {
        let py = self.references.py();
        py.detach(wait);
        Ok(py.check_signals()?)
    }
}

/// Adds a text, or the tokens of a list.
fn push(texts: &mut Texts, item: &Bound<'_, PyAny>, unit: Unit) -> PyResult<()> {
    let text = item.cast::<PyString>();
    if !texts.is_empty() && texts.holds_tokens() == text.is_ok() {
        return Err(mixed());
    }
    match text {
        Ok(text) if unit == Unit::Words => texts.push(utf8(&text.encode_utf8()?)),
        Ok(text) => push_points(texts, text)?,
        Err(_) => {
            for token in item.try_iter()? {
                texts.push_token(utf8(&token?.cast::<PyString>()?.encode_utf8()?));
            }
            texts.close_tokens();
        }
    }
    Ok(())
}

fn mixed() -> PyErr {
    PyTypeError::new_err("give either texts or lists of tokens on both sides, not some of each")
}

/// The UTF-8 form of a string by way of a bytes object that goes at once: Python would keep the form it gives out
/// otherwise, and so double the memory of the user's texts.
fn utf8<'a>(bytes: &'a Bound<'_, PyBytes>) -> &'a str {
    // SAFETY: the bytes come from `encode_utf8` alone, whose strict encoder gives well-formed UTF-8 or an exception.
    unsafe { std::str::from_utf8_unchecked(bytes.as_bytes()) }
}

/// Adds the code points of a text, which cost less than UTF-8 where characters are what is wanted.
fn push_points(texts: &mut Texts, text: &Bound<'_, PyString>) -> PyResult<()> {
    let (mut failed, mut halves) = (false, 0);
    texts.push_points(text.len()?, |points| {
        let size = points.len() as ffi::Py_ssize_t;
        // SAFETY: the string lives, and the buffer has room for all its code points.
        failed = unsafe { ffi::PyUnicode_AsUCS4(text.as_ptr(), points.as_mut_ptr(), size, 0) }.is_null();
        // Halves of characters, U+D800 to U+DFFF, are in strings that were decoded with errors let through.
        halves = points.iter().map(|point| u32::from(point >> 11 == 0x1b)).sum();
    });
    if failed {
        return Err(PyErr::fetch(text.py()));
    }
    if halves > 0 {
        text.encode_utf8()?; // which says where the half character stands
    }
    Ok(())
}
