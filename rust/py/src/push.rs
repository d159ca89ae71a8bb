//! How one text of Python's becomes bytes or code points for the core.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use mondegreen_core::text::{Texts, Unit};

/// What the texts of a call are handed over as.
pub struct Pushing {
    unit: Unit,
    /// Whether words are handed over in Latin-1, which Python gives for less than UTF-8; only where nearly all texts
    /// can be.
    latin: bool,
    tried: usize,
    failed: usize,
}

impl Pushing {
    pub fn new(unit: Unit, latin: bool) -> Self {
        Self { unit, latin: latin && unit == Unit::Words, tried: 0, failed: 0 }
    }

    /// A buffer for texts that are handed over so.
    pub fn texts(&self) -> Texts {
        match self.unit {
            Unit::Words if self.latin => Texts::in_latin1(),
            Unit::Words => Texts::default(),
            Unit::Characters | Unit::Letters => Texts::in_code_points(),
        }
    }

    /// Adds a text, or the tokens of a list.
    pub fn item(&mut self, texts: &mut Texts, item: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = item.cast::<PyString>();
        if !texts.is_empty() && texts.holds_tokens() == text.is_ok() {
            return Err(mixed());
        }
        match text {
            Ok(text) if self.latin => self.latin(texts, text),
            Ok(text) if self.unit == Unit::Words => {
                texts.push(utf8(&text.encode_utf8()?));
                Ok(())
            }
            Ok(text) => push_points(texts, text),
            Err(_) => push_tokens(texts, item),
        }
    }

    /// Adds texts, of which one behind the other each has its end: Python joins them, and one copy is made of all. Those
    /// for which that cannot be done, such as words that are not in Latin-1, are added text by text.
    pub fn items(&mut self, texts: &mut Texts, items: Vec<Bound<'_, PyAny>>, ends: &[usize]) -> PyResult<()> {
        let Some(py) = items.first().map(Bound::py) else { return Ok(()) };
        let items = PyList::new(py, items)?;
        if !self.join(texts, &items, ends)? {
            items.iter().try_for_each(|item| self.item(texts, &item))?;
        }
        Ok(())
    }

    fn join(&self, texts: &mut Texts, items: &Bound<'_, PyList>, ends: &[usize]) -> PyResult<bool> {
        let (py, empty) = (items.py(), PyString::new(items.py(), ""));
        // SAFETY: both live, and what comes back is a new string or, with an exception set, nothing.
        let joined = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_Join(empty.as_ptr(), items.as_ptr())) }?;
        let joined = joined.cast_into::<PyString>()?;
        if self.unit == Unit::Words {
            if joined.call_method0(intern!(py, "isascii"))?.is_truthy()? {
                return Ok(texts.extend_latin1(ends, joined.to_str()?.as_bytes())); // which Python has already
            }
            return Ok(in_latin(&joined).is_some_and(|bytes| texts.extend_latin1(ends, bytes.as_bytes())));
        }
        let mut points = vec![0; ends.last().copied().unwrap_or(0)];
        Ok(copy_points(&joined, &mut points)? && texts.extend_code_points(ends, &points))
    }

    /// Whether texts may be joined, because nobody will look at their words.
    pub fn joins(&self) -> bool {
        self.latin || self.unit != Unit::Words
    }

    /// Adds a text that is UTF-8 already.
    pub fn utf8(texts: &mut Texts, text: &str) -> PyResult<()> {
        if texts.holds_tokens() {
            return Err(mixed());
        }
        texts.push(text);
        Ok(())
    }

    /// Adds a text in Latin-1, or beside such as are in it.
    fn latin(&mut self, texts: &mut Texts, text: &Bound<'_, PyString>) -> PyResult<()> {
        self.tried += 1;
        if let Some(bytes) = in_latin(text) {
            texts.push_latin1(bytes.as_bytes());
            return Ok(());
        }
        self.failed += 1;
        self.latin = self.failed < 8 + self.tried / 8;
        let bytes = text.encode_utf8()?;
        if !self.latin {
            texts.widen();
        }
        texts.push(utf8(&bytes));
        Ok(())
    }
}

fn mixed() -> PyErr {
    PyTypeError::new_err("give either texts or lists of tokens or bytes on both sides, not some of each")
}

fn push_tokens(texts: &mut Texts, tokens: &Bound<'_, PyAny>) -> PyResult<()> {
    let bytes = tokens.cast::<PyBytes>();
    if !texts.is_empty() && texts.holds_fields() != bytes.is_ok() {
        return Err(mixed());
    }
    if let Ok(bytes) = bytes {
        texts.push_fields(bytes.as_bytes());
        return Ok(());
    }
    for token in tokens.try_iter()? {
        texts.push_token(utf8(&token?.cast::<PyString>()?.encode_utf8()?));
    }
    texts.close_tokens();
    Ok(())
}

/// The UTF-8 form of a string by way of a bytes object that goes at once: Python would keep the form it gives out
/// otherwise, and so double the memory of the user's texts.
fn utf8<'a>(bytes: &'a Bound<'_, PyBytes>) -> &'a str {
    // SAFETY: the bytes come from `encode_utf8` alone, whose strict encoder gives well-formed UTF-8 or an exception.
    unsafe { std::str::from_utf8_unchecked(bytes.as_bytes()) }
}

/// A string in Latin-1, if that can hold it.
fn in_latin<'py>(text: &Bound<'py, PyString>) -> Option<Bound<'py, PyBytes>> {
    let py = text.py();
    // SAFETY: the string lives, and what comes back is a new bytes object or, with an exception set, nothing.
    let bytes = unsafe { Bound::from_owned_ptr_or_opt(py, ffi::PyUnicode_AsLatin1String(text.as_ptr())) };
    let Some(bytes) = bytes else {
        drop(PyErr::take(py));
        return None;
    };
    bytes.cast_into().ok()
}

/// How many code points a text has. Not `len()`, which a subclass may answer as it likes.
pub fn count_points(text: &Bound<'_, PyString>) -> PyResult<usize> {
    // SAFETY: the string lives, and nothing but a string is asked.
    let length = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    usize::try_from(length).map_err(|_| PyErr::fetch(text.py()))
}

/// Copies the code points of a text; says whether all are characters. Halves of characters, U+D800 to U+DFFF, are in
/// strings that were decoded with errors let through.
fn copy_points(text: &Bound<'_, PyString>, points: &mut [u32]) -> PyResult<bool> {
    let size = points.len() as ffi::Py_ssize_t;
    // SAFETY: the string lives, and the buffer has as much room as is said.
    if unsafe { ffi::PyUnicode_AsUCS4(text.as_ptr(), points.as_mut_ptr(), size, 0) }.is_null() {
        return Err(PyErr::fetch(text.py()));
    }
    // Counted rather than sought, which takes several at a time.
    Ok(points.iter().filter(|point| **point >> 11 == 0x1b).count() == 0)
}

/// Adds the code points of a text, which cost less than UTF-8 where characters are what is wanted.
fn push_points(texts: &mut Texts, text: &Bound<'_, PyString>) -> PyResult<()> {
    let mut whole = Ok(true);
    texts.push_code_points(count_points(text)?, |points| whole = copy_points(text, points));
    if !whole? {
        text.encode_utf8()?; // which says where the half character stands
    }
    Ok(())
}
