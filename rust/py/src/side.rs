//! The texts of one side: a list of Python's strings, or the strings of a file.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use mondegreen_core::text::Texts;

use crate::push::Pushing;
use crate::strings::Strings;

/// Where the texts of one side are.
pub enum Side<'py> {
    /// In Python's strings, or in lists of them that are the tokens of a text.
    List(Bound<'py, PyList>),
    /// In the bytes of a file.
    File(Bound<'py, Strings>),
}

impl<'py> Side<'py> {
    pub fn new(items: &Bound<'py, PyAny>, what: &str) -> PyResult<Self> {
        if let Ok(strings) = items.cast::<Strings>() {
            return Ok(Self::File(strings.clone()));
        }
        if items.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(format!("{what} must be a list of texts, not one text")));
        }
        match items.cast::<PyList>() {
            Ok(list) => Ok(Self::List(list.clone())),
            Err(_) => PyList::new(items.py(), items.try_iter()?.collect::<PyResult<Vec<_>>>()?).map(Self::List),
        }
    }

    pub fn is_list(&self) -> bool {
        matches!(self, Self::List(_))
    }

    pub fn len(&self) -> usize {
        match self {
            Self::List(list) => list.len(),
            Self::File(strings) => strings.get().len(),
        }
    }

    pub fn py(&self) -> Python<'py> {
        match self {
            Self::List(list) => list.py(),
            Self::File(strings) => strings.py(),
        }
    }

    pub fn push(&self, place: usize, texts: &mut Texts, pushing: &mut Pushing) -> PyResult<()> {
        match self {
            Self::List(list) => pushing.item(texts, &list.get_item(place)?),
            Self::File(strings) => Pushing::utf8(texts, strings.get().text(strings.py(), place)),
        }
    }

    /// Has the machine fetch a string that will be wanted soon: of many, each lies somewhere else in memory.
    pub fn prefetch(&self, place: usize) {
        const AHEAD: usize = 6;
        const LINES: usize = 3;
        const LINE: usize = 64;
        let place = place + AHEAD;
        if let Self::List(list) = self
            && place < list.len()
        {
            // SAFETY: the list lives; of the item, borrowed, only the address is used.
            let item = unsafe { ffi::PyList_GetItem(list.as_ptr(), place.cast_signed()) };
            if item.is_null() {
                drop(PyErr::take(list.py())); // another thread has shortened the list since; `push` says so
                return;
            }
            for line in 0..LINES {
                fetch(item.cast::<i8>().wrapping_add(LINE * line));
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn fetch(address: *const i8) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: fetching is a hint, which no address makes a fault.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
}

#[cfg(not(target_arch = "x86_64"))]
fn fetch(_address: *const i8) {}
