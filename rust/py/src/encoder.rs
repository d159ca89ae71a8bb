//! Models of the BERT family, as Python sees them.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use mondegreen_core::model::encoder::{self, Wanted};
use mondegreen_core::model::functions::Activation;
use mondegreen_core::model::machine::Machine;
use mondegreen_core::model::pooling::Pooling;
use mondegreen_core::model::shape::Shape;

use crate::convert::{Bytes, to_bytes};
use crate::progress::{count_threads, run_with_progress};
use crate::to_python;

/// A model whose weights stay in their file.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct Encoder(encoder::Encoder);

#[pymethods]
impl Encoder {
    /// Opens a file of weights; of each tensor, in the core's order, `places` has its first byte and its size.
    #[new]
    #[pyo3(signature = (path, sizes: "_Sizes", places, epsilon, activation, padding=None))]
    fn new(
        path: PathBuf,
        sizes: Sizes,
        places: Vec<(u64, u64)>,
        epsilon: f32,
        activation: &str,
        padding: Option<u32>,
    ) -> PyResult<Self> {
        let activation = find(&Activation::NAMED, activation)?;
        let shape = sizes.shape(epsilon, activation, padding);
        encoder::Encoder::open(&path, shape, &places).map(Self).map_err(to_python)
    }

    /// The activations that are known.
    #[classattr]
    #[pyo3(name = "ACTIVATIONS")]
    fn activations() -> Vec<&'static str> {
        Activation::NAMED.map(|(name, _)| name).to_vec()
    }

    /// The ways that are known to make one vector of a sentence.
    #[classattr]
    #[pyo3(name = "POOLINGS")]
    fn poolings() -> Vec<&'static str> {
        Pooling::NAMED.map(|(name, _)| name).to_vec()
    }

    /// The vectors of all tokens behind so many layers, as bytes of float32; `told` hears how many are done.
    #[pyo3(signature = (sentences, layer, told: "Callable[[int], object]", threads=None))]
    fn tokens<'py>(
        &self,
        py: Python<'py>,
        sentences: Vec<Vec<u32>>,
        layer: usize,
        told: Py<PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Bytes<'py>> {
        self.encode(py, &sentences, &Wanted::Tokens(layer), &told, threads)
    }

    /// A vector of each sentence, or several one behind the other, as bytes of float32.
    #[pyo3(signature = (sentences, poolings, told: "Callable[[int], object]", threads=None))]
    fn sentences<'py>(
        &self,
        py: Python<'py>,
        sentences: Vec<Vec<u32>>,
        poolings: Vec<String>,
        told: Py<PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Bytes<'py>> {
        let poolings = poolings.iter().map(|name| find(&Pooling::NAMED, name)).collect::<PyResult<_>>()?;
        self.encode(py, &sentences, &Wanted::Sentence(poolings), &told, threads)
    }
}

impl Encoder {
    fn encode<'py>(
        &self,
        py: Python<'py>,
        sentences: &[Vec<u32>],
        wanted: &Wanted,
        told: &Py<PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Bytes<'py>> {
        let found = run_with_progress(py, told, to_python, |told| {
            self.0.encode(Machine::fastest(), sentences, wanted, count_threads(threads), told)
        })?;
        Ok(to_bytes(py, &found, f32::to_le_bytes))
    }
}

/// The sizes of a model, as its configuration has them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Sizes {
    hidden: usize,
    heads: usize,
    inner: usize,
    layers: usize,
    vocabulary: usize,
    positions: usize,
    types: usize,
    buckets: usize,
}

impl Sizes {
    fn shape(self, epsilon: f32, activation: Activation, padding: Option<u32>) -> Shape {
        let Self { hidden, heads, inner, layers, vocabulary, positions, types, buckets } = self;
        Shape { hidden, heads, inner, layers, vocabulary, positions, padding, types, buckets, epsilon, activation }
    }
}

fn find<T: Copy>(named: &[(&str, T)], name: &str) -> PyResult<T> {
    let found = named.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value).ok_or_else(|| PyValueError::new_err(format!("{name} is not known")))
}
