//! Conversions that several bindings share: numbers from and to bytes, arrays where they lie, and pickles.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use mondegreen_core::error::ErrorKind;
use mondegreen_core::vector::matrix::Matrix;

use crate::to_python;

pub type Bytes<'py> = Bound<'py, PyBytes>;

/// Fails where two lists are not equally long.
pub fn check_lengths(what: &'static str, left: usize, right: usize) -> PyResult<()> {
    if left == right {
        return Ok(());
    }
    Err(to_python(ErrorKind::LengthMismatch { what, left, right }.into()))
}

/// Numbers from their bytes in memory, the lowest first.
pub fn from_bytes<T, const SIZE: usize>(bytes: &[u8], number: fn([u8; SIZE]) -> T) -> PyResult<Vec<T>> {
    let (whole, rest) = bytes.as_chunks::<SIZE>();
    if rest.is_empty() {
        Ok(whole.iter().copied().map(number).collect())
    } else {
        Err(PyValueError::new_err(format!("{} bytes are not numbers of {SIZE} bytes each", bytes.len())))
    }
}

/// The bytes of numbers, the lowest first.
pub fn to_bytes<'py, T: Copy, const SIZE: usize>(
    py: Python<'py>,
    numbers: &[T],
    bytes: fn(T) -> [u8; SIZE],
) -> Bytes<'py> {
    PyBytes::new(py, &numbers.iter().flat_map(|&number| bytes(number)).collect::<Vec<u8>>())
}

/// Rows of float32 in the memory of an array.
#[derive(FromPyObject)]
struct Layout {
    #[pyo3(item)]
    data: (usize, bool),
    #[pyo3(item)]
    typestr: String,
    #[pyo3(item)]
    shape: Vec<usize>,
    #[pyo3(item)]
    strides: Option<Vec<isize>>,
}

/// The numbers of an array, where they are.
pub fn borrow_array<'a>(array: &'a Bound<'_, PyAny>) -> PyResult<(&'a [f32], Vec<usize>)> {
    let kind = array.py().import("numpy")?.getattr("ndarray")?;
    if !array.is_instance(&kind)? {
        let what = array.get_type().name()?;
        return Err(PyTypeError::new_err(format!("vectors must be an array of numpy's, not {what}")));
    }
    // numpy's own descriptor is asked, which takes true arrays alone: a subclass could give any address and size.
    let interface = kind.getattr("__array_interface__")?.call_method1("__get__", (array,))?;
    let layout: Layout = interface.extract()?;
    if layout.typestr != "<f4" || layout.strides.is_some() {
        return Err(PyValueError::new_err("vectors must be a contiguous array of float32"));
    }
    let size = layout.shape.iter().try_fold(1_usize, |size, &side| size.checked_mul(side));
    let size = size.filter(|&size| size <= isize::MAX as usize / size_of::<f32>());
    let (first, Some(size)) = (layout.data.0 as *const f32, size) else {
        return Err(PyValueError::new_err("no memory holds an array of this shape"));
    };
    if size == 0 {
        return Ok((&[], layout.shape));
    }
    if first.is_null() || !first.is_aligned() {
        return Err(PyValueError::new_err("vectors must stand where float32 may; give a copy of the array"));
    }
    // SAFETY: the place was just found fit, and numpy says that so many numbers lie there, which the array holds as long
    // as the caller holds the array; who writes to it meanwhile gets the neighbors of other vectors.
    let values = unsafe { std::slice::from_raw_parts(first, size) };
    Ok((values, layout.shape))
}

/// A matrix in the memory of an array of two dimensions.
pub fn borrow_matrix<'a>(array: &'a Bound<'_, PyAny>) -> PyResult<Matrix<'a>> {
    match borrow_array(array)? {
        (values, shape) if shape.len() == 2 => Matrix::new(values, shape[0], shape[1]).map_err(to_python),
        _ => Err(PyValueError::new_err("vectors must be a matrix: a row for each")),
    }
}

/// What a pickle holds of an object: what makes it, and of which arguments. Copies are made by the same checks.
pub type Rebuilt<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

pub fn rebuilt<'py>(
    made_by: &Bound<'py, PyAny>,
    arguments: Bound<'py, PyTuple>,
    named: &Bound<'py, PyDict>,
) -> PyResult<Rebuilt<'py>> {
    let partial = made_by.py().import("functools")?.getattr("partial")?;
    Ok((partial.call((made_by,), Some(named))?, arguments))
}
