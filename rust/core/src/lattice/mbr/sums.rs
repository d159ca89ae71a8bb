//! The two sweeps of the recursion over the lattice.

use super::bins::Bins;
use super::{Edge, Graph};
use crate::lattice::logs::log_add;

/// What a word costs where the reference has none, over 1: so that of equal alignments the shorter is taken. Kaldi
/// keeps it in single precision.
const PENALTY: f32 = 1e-5;

/// Which step of an alignment is cheapest.
#[derive(Clone, Copy)]
enum Choice {
    Both,
    Word,
    Reference,
}

/// The tables of a sweep; rows are states, columns places of the reference, with one before the first.
#[derive(Default)]
pub struct Sums {
    alpha: Vec<f64>,
    alpha_dash: Vec<f64>,
    beta_dash: Vec<f64>,
    alpha_arc: Vec<f64>,
    beta_arc: Vec<f64>,
    choices: Vec<Choice>,
}

/// The loss of two words, of which 0 is none.
fn loss(left: i32, right: i32) -> f64 {
    if left == right { 0.0 } else { 1.0 }
}

/// The loss of a word where the reference has none.
fn insertion(word: i32) -> f64 {
    if word == 0 { 0.0 } else { 1.0 + f64::from(PENALTY) }
}

impl Sums {
    fn reset(&mut self, states: usize, width: usize) {
        for (table, size) in [
            (&mut self.alpha, states),
            (&mut self.alpha_dash, states * width),
            (&mut self.beta_dash, states * width),
            (&mut self.alpha_arc, width),
            (&mut self.beta_arc, width),
        ] {
            table.clear();
            table.resize(size, 0.0);
        }
        self.choices.clear();
        self.choices.resize(width, Choice::Both);
    }

    /// The likelihood of an arc among all that enter its state.
    fn share(&self, edge: Edge, state: usize) -> f64 {
        (self.alpha[edge.from as usize] + f64::from(edge.loglike) - self.alpha[state]).exp()
    }

    /// Figure 6: fills α and α', and gives the expected number of errors.
    pub fn forward(&mut self, graph: &Graph, words: &[i32]) -> f64 {
        let width = words.len() + 1;
        self.reset(graph.states(), width);
        for (place, &word) in words.iter().enumerate() {
            self.alpha_dash[place + 1] = self.alpha_dash[place] + loss(0, word);
        }
        for state in 1..graph.states() {
            let entering = graph.entering(state);
            let alpha = |edge: &Edge| self.alpha[edge.from as usize] + f64::from(edge.loglike);
            self.alpha[state] = entering.iter().map(alpha).fold(f64::NEG_INFINITY, log_add);
            for &edge in entering {
                let share = self.share(edge, state);
                self.align(edge, words);
                let row = &mut self.alpha_dash[state * width..][..width];
                for (sum, arc) in row.iter_mut().zip(&self.alpha_arc) {
                    *sum += share * arc;
                }
            }
        }
        self.alpha_dash[graph.states() * width - 1]
    }

    /// Lines 14 to 18: the least losses of the paths to an arc and over it, and the steps that they take.
    fn align(&mut self, edge: Edge, words: &[i32]) {
        let width = words.len() + 1;
        let before = &self.alpha_dash[edge.from as usize * width..][..width];
        let alone = insertion(edge.word);
        let mut last = before[0] + alone;
        self.alpha_arc[0] = last;
        let places = words.iter().zip(before.windows(2)).zip(&mut self.alpha_arc[1..]).zip(&mut self.choices[1..]);
        for (((&word, before), arc), choice) in places {
            let both = before[0] + loss(edge.word, word);
            let only_word = before[1] + alone;
            let only_reference = last + loss(0, word);
            (last, *choice) = if both <= only_word && both <= only_reference {
                (both, Choice::Both)
            } else if both > only_word && only_word <= only_reference {
                (only_word, Choice::Word)
            } else {
                (only_reference, Choice::Reference)
            };
            *arc = last;
        }
    }

    /// Figure 5, lines 11 to 32: what was said at each place, and when.
    pub fn backward(&mut self, graph: &Graph, words: &[i32], bins: &mut Bins) {
        let width = words.len() + 1;
        self.beta_dash[graph.states() * width - 1] = 1.0;
        for state in (1..graph.states()).rev() {
            for &edge in graph.entering(state) {
                self.align(edge, words);
                self.distribute(edge, state, width, graph, bins);
            }
        }
        self.beta_arc.fill(0.0);
        for place in (1..width).rev() {
            self.beta_arc[place] += self.beta_dash[place];
            self.beta_arc[place - 1] += self.beta_arc[place];
            bins.add(place - 1, 0, self.beta_arc[place], (graph.times[0], graph.times[0]));
        }
    }

    /// Lines 19 to 26, for one arc.
    fn distribute(&mut self, edge: Edge, state: usize, width: usize, graph: &Graph, bins: &mut Bins) {
        let share = self.share(edge, state);
        let (begin, end) = (graph.times[edge.from as usize], graph.times[state]);
        let (before, here) = (edge.from as usize * width, state * width);
        self.beta_arc.fill(0.0);
        for place in (1..width).rev() {
            self.beta_arc[place] += share * self.beta_dash[here + place];
            let amount = self.beta_arc[place];
            match self.choices[place] {
                Choice::Both => {
                    self.beta_dash[before + place - 1] += amount;
                    bins.add(place - 1, edge.word, amount, (begin, end));
                }
                Choice::Word => self.beta_dash[before + place] += amount,
                Choice::Reference => {
                    self.beta_arc[place - 1] += amount;
                    bins.add(place - 1, 0, amount, (end, end));
                }
            }
        }
        self.beta_arc[0] += share * self.beta_dash[here];
        self.beta_dash[before] += self.beta_arc[0];
    }
}
