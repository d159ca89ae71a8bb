//! Lattices, as Python sees them.

pub mod archive;
pub mod decode;
pub mod parameter_sweep;
pub mod words;
pub use std::collections::HashSet;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::lattice::best_path::Line;
use mondegreen_core::lattice::compose::{Side, Unmatched};
use mondegreen_core::lattice::determinize::Limits;
use mondegreen_core::lattice::determinize_pruned::Options;
use mondegreen_core::lattice::scale::Scale;
use mondegreen_core::lattice::{self, Form, Weight};

use crate::to_python;

/// A word lattice of Kaldi's, which never changes: what changes it gives another.
///
/// A compact lattice has a string of transition ids on each arc and at each end; an expanded one has one id or none on
/// an arc, and none at ends.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct Lattice(pub lattice::Lattice);

/// Where an arc comes from and leads to, its word, graph and acoustic cost, and transition ids.
type ArcRow = (u32, u32, i32, f32, f32, Vec<i32>);
/// A state, what it costs to end there, and transition ids.
type EndRow = (u32, f32, f32, Vec<i32>);

fn form(compact: bool) -> Form {
    if compact { Form::Compact } else { Form::Expanded }
}

impl Lattice {
    /// A copy with a change that takes its time.
    fn changed(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut lattice::Lattice) -> mondegreen_core::error::Result<()> + Send,
    ) -> PyResult<Self> {
        py.detach(|| {
            let mut copy = self.0.clone();
            change(&mut copy).map(|()| Self(copy))
        })
        .map_err(to_python)
    }
}

#[pymethods]
impl Lattice {
    /// An expanded lattice of one path, whose costs stand at its end.
    #[staticmethod]
    fn line(words: Vec<i32>, ids: Vec<i32>, graph: f32, acoustic: f32) -> Self {
        Self(lattice::Lattice::from_line(&Line { words, ids, weight: Weight { graph, acoustic } }))
    }

    /// Where paths start; none in an empty lattice.
    #[getter]
    fn start(&self) -> Option<u32> {
        self.0.start()
    }

    #[getter]
    fn states(&self) -> usize {
        self.0.states().len()
    }

    #[getter]
    fn arcs(&self) -> usize {
        self.0.all_arcs().len()
    }

    /// As it stands in an archive behind the key and a blank.
    #[pyo3(signature = (*, compact=true, text=false))]
    fn write<'py>(&self, py: Python<'py>, compact: bool, text: bool) -> Bound<'py, PyBytes> {
        let form = form(compact);
        let bytes = py.detach(|| {
            if text {
                let mut written = String::new();
                self.0.write_text(form, &mut written);
                written.into_bytes()
            } else {
                let mut written = Vec::new();
                self.0.write_binary(form, &mut written);
                written
            }
        });
        PyBytes::new(py, &bytes)
    }

    /// The words alone, with the sum of both costs as graph cost.
    #[pyo3(signature = (*, removes_epsilons=true))]
    fn acceptor(&self, py: Python<'_>, removes_epsilons: bool) -> Self {
        Self(py.detach(|| self.0.clone().to_acceptor(removes_epsilons)))
    }

    /// Words and graph costs as an automaton of OpenFst, as it stands in an archive behind the key and a blank.
    #[pyo3(signature = (*, text=false))]
    fn write_acceptor<'py>(&self, py: Python<'py>, text: bool) -> Bound<'py, PyBytes> {
        let mut written = Vec::new();
        self.0.write_acceptor(text, &mut written);
        PyBytes::new(py, &written)
    }

    fn expanded(&self) -> Self {
        Self(self.0.expand())
    }

    /// From an expanded lattice to a compact one, with its states sorted unless there is a cycle.
    fn contracted(&self, py: Python<'_>) -> Self {
        Self(py.detach(|| self.0.contract()))
    }

    /// With every arc leading to a state of higher number; a cycle is a ValueError.
    fn sorted(&self, py: Python<'_>) -> PyResult<Self> {
        self.changed(py, lattice::Lattice::sort_if_needed)
    }

    /// With the graph cost made of both costs by the first two factors, the acoustic cost by the others.
    #[pyo3(signature = (scale: "tuple[tuple[float, float], tuple[float, float]]"))]
    fn scaled(&self, scale: [[f64; 2]; 2]) -> Self {
        let mut copy = self.0.clone();
        copy.scale(Scale(scale));
        Self(copy)
    }

    /// With so much more graph cost for each word.
    fn penalised(&self, penalty: f32) -> Self {
        let mut copy = self.0.clone();
        copy.add_penalty(penalty);
        Self(copy)
    }

    /// Without words, or transition ids.
    #[pyo3(signature = (*, words=false, ids=false))]
    fn stripped(&self, words: bool, ids: bool) -> Self {
        let mut copy = self.0.clone();
        copy.strip(words, ids);
        Self(copy)
    }

    /// Without what lies on no path that costs at most so much more than the best.
    fn pruned(&self, py: Python<'_>, beam: f64) -> PyResult<Self> {
        self.changed(py, |copy| copy.prune(beam))
    }

    /// With costs at its ends that make all paths together weigh so much.
    fn normalized(&self, py: Python<'_>, weight: f32) -> PyResult<Self> {
        self.changed(py, |copy| copy.normalize(weight))
    }

    /// The paths of all these; arcs without a word lead from the start of the first to the others.
    #[staticmethod]
    fn union(py: Python<'_>, lattices: Vec<Py<Self>>) -> Self {
        py.detach(|| Self(lattice::Lattice::union(lattices.iter().map(|lattice| &lattice.get().0))))
    }

    /// A compact lattice in which each word sequence stands on one path, its best.
    fn determinized(&self, py: Python<'_>) -> PyResult<Self> {
        py.detach(|| self.0.determinize()).map(Self).map_err(to_python)
    }

    /// The same; none where that takes more bytes or steps than these, of which 0 is no limit.
    fn determinized_within(&self, py: Python<'_>, memory: i32, loops: i32, delta: f32) -> PyResult<Option<Self>> {
        let limits = Limits { memory, loops, delta };
        let determinized = py.detach(|| self.0.determinize_within(limits)).map_err(to_python)?;
        Ok(determinized.map(Self))
    }

    /// A determinized lattice of what is within a beam, whether it has all of that, and the beams of further rounds.
    ///
    /// Of the limits 0 is none.
    #[pyo3(signature = (beam, *, memory=0, loops=0, states=0, arcs=0, delta=0.000_976_562_5, retry=0.5))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn determinized_pruned(
        &self,
        py: Python<'_>,
        beam: f64,
        memory: i32,
        loops: i32,
        states: i32,
        arcs: i32,
        delta: f32,
        retry: f32,
    ) -> PyResult<(Self, bool, Vec<f64>)> {
        let options = Options { beam, memory, loops, states, arcs, delta, retry };
        let found = py.detach(|| self.0.determinize_pruned(options)).map_err(to_python)?;
        Ok((Self(found.lattice), found.is_whole, found.beams))
    }

    /// With strings of transition ids as near to the start as possible; the states are sorted.
    fn with_strings_pushed(&self, py: Python<'_>) -> PyResult<Self> {
        self.changed(py, lattice::Lattice::push_strings)
    }

    /// With costs as near to the start as possible, and how many states no end follows; the states are sorted.
    fn with_weights_pushed(&self, py: Python<'_>) -> PyResult<(Self, usize)> {
        let mut dead = 0;
        let pushed = self.changed(py, |copy| copy.push_weights().map(|count| dead = count))?;
        Ok((pushed, dead))
    }

    /// With states from which the same follows as one; the states are sorted.
    fn minimized(&self, py: Python<'_>) -> PyResult<Self> {
        self.changed(py, lattice::Lattice::minimize)
    }

    /// Without the worst arcs through frames that more than so many last through; the states are sorted.
    fn limited_depth(&self, py: Python<'_>, most: usize) -> PyResult<Self> {
        self.changed(py, |copy| copy.limit_depth(most))
    }

    /// Expanded, with the acoustic costs that transition ids have in the frames of another expanded lattice.
    fn with_frame_costs(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        py.detach(|| self.0.expand().with_frame_costs(&other.0.frame_costs()?)).map(Self).map_err(to_python)
    }

    /// An expanded lattice with its words as transition ids too, or the other way round.
    fn projected(&self, words: bool) -> Self {
        Self(self.0.project(words))
    }

    /// The paths of two expanded lattices of which the other has the words of this one as transition ids.
    ///
    /// They have the transition ids of this one, the words of the other, and the sums of costs. Words that it does not
    /// read are looked for behind its backoff arcs, or taken by the arcs for any word.
    #[pyo3(signature = (other, *, backoff=None, rest=None))]
    fn composed(&self, py: Python<'_>, other: &Self, backoff: Option<i32>, rest: Option<i32>) -> PyResult<Self> {
        let unmatched = backoff.map(Unmatched::BackedOff).or(rest.map(Unmatched::Taken)).unwrap_or_default();
        py.detach(|| self.0.compose_as_sorted(&other.0, unmatched)).map(Self).map_err(to_python)
    }

    /// With the arcs of each state by their words, or else by their transition ids.
    #[pyo3(signature = (*, by_words))]
    fn with_sorted_arcs(&self, py: Python<'_>, by_words: bool) -> PyResult<Self> {
        self.changed(py, |copy| {
            copy.sort_arcs(if by_words { Side::Output } else { Side::Input });
            Ok(())
        })
    }

    /// Whether the arcs of each state are in the order of their transition ids.
    fn has_sorted_ids(&self) -> bool {
        self.0.has_sorted_arcs(Side::Input)
    }

    /// With ends wherever backoff arcs of this label lead to one; the arcs are sorted by transition ids.
    fn with_ends_after_backoff(&self, py: Python<'_>, label: i32) -> PyResult<Self> {
        self.changed(py, |copy| copy.end_after_backoff(label))
    }

    /// Whether an arc has no transition id.
    fn has_empty_arcs(&self) -> bool {
        self.0.all_arcs().iter().any(|arc| arc.ids.len == 0)
    }

    /// The paths with these words, between which others of `free` may stand.
    fn with_words(&self, py: Python<'_>, words: Vec<i32>, free: Vec<i32>) -> Self {
        Self(py.detach(|| self.0.with_words(&words, &free)))
    }

    /// Of each arc the states it leaves and leads to, its word, graph cost, acoustic cost and transition ids.
    fn all_arcs(&self) -> Vec<ArcRow> {
        let of_state = |state| {
            self.0.arcs(state).iter().map(move |arc| {
                let ids = self.0.ids(arc.ids).to_vec();
                (state, arc.next, arc.word, arc.weight.graph, arc.weight.acoustic, ids)
            })
        };
        self.0.numbers().flat_map(of_state).collect()
    }

    /// Of each state in which a path may end: the state, graph cost, acoustic cost and transition ids.
    fn ends(&self) -> Vec<EndRow> {
        let row = |state| {
            let end = self.0.end(state)?;
            Some((state, end.weight.graph, end.weight.acoustic, self.0.ids(end.ids).to_vec()))
        };
        self.0.numbers().filter_map(row).collect()
    }

    /// The frame of each state of a sorted lattice, and the number of frames; a ValueError if paths disagree.
    fn times(&self) -> PyResult<(Vec<i32>, i32)> {
        self.0.times().map_err(to_python)
    }

    /// The path that costs least, as a lattice; an empty one where no path ends.
    fn best_path(&self, py: Python<'_>) -> PyResult<Self> {
        self.changed(py, |copy| {
            copy.sort_if_needed()?;
            *copy = copy.best_path();
            Ok(())
        })
    }

    /// The same by costs in single precision, as OpenFst finds it; none where no path ends.
    fn shortest_path(&self, py: Python<'_>) -> PyResult<Option<Self>> {
        Ok(py.detach(|| self.0.shortest_path()).map_err(to_python)?.map(Self))
    }

    /// Words, transition ids, graph and acoustic cost of a lattice of one path; none for others.
    fn only_path(&self) -> Option<(Vec<i32>, Vec<i32>, f32, f32)> {
        let line = self.0.line()?;
        Some((line.words, line.ids, line.weight.graph, line.weight.acoustic))
    }

    /// Frames of all arcs and ends together, and of the utterance; the lattice must be sorted.
    fn arc_frames(&self) -> PyResult<(u64, u32)> {
        self.0.arc_frames().map_err(to_python)
    }

    /// How many arcs and ends last through each frame; the lattice must be sorted.
    fn depth_per_frame(&self) -> PyResult<Vec<i32>> {
        self.0.depth_per_frame().map_err(to_python)
    }

    fn words(&self) -> HashSet<i32> {
        self.0.all_arcs().iter().map(|arc| arc.word).filter(|&word| word != 0).collect()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __repr__(&self) -> String {
        format!("Lattice({} states, {} arcs)", self.0.states().len(), self.0.all_arcs().len())
    }
}
