//! Lattices as text: an arc or an end a line, then an empty line.

use std::fmt::Write;

use super::fault::Fault;
use super::input::Input;
use super::{Arc, Builder, Form, Lattice, Span, StateId, Weight};
use crate::numbers::{cost, read_cost};

/// States that may be named beyond those that the lines so far have room for.
const SPARE_STATES: usize = 1 << 16;

/// Reads lines to an empty one or the end of the file. Both forms of lattices are tried, until a line is of only one.
pub(crate) fn read(input: &mut Input, wanted: Form) -> Result<(Lattice, Form), Fault> {
    let is_transducer = wanted == Form::Transducer;
    let forms = if is_transducer { [Form::Transducer; 2] } else { [Form::Compact, Form::Expanded] };
    let mut attempts = forms.map(|form| Some(Attempt::new(form)));
    attempts[1].take_if(|_| is_transducer);
    let mut start = None;
    let mut size = 0;
    // What follows the key in its line is blank.
    input.line()?;
    while let Some(line) = input.line()? {
        size += line.len();
        let line = String::from_utf8_lossy(&line);
        let fields: Vec<&str> = line.split([' ', '\t', '\r']).filter(|field| !field.is_empty()).collect();
        let Some(first) = fields.first() else { break };
        for attempt in &mut attempts {
            if attempt.as_mut().is_some_and(|attempt| attempt.line(&fields, size).is_none()) {
                *attempt = None;
            }
        }
        if attempts.iter().all(Option::is_none) {
            skip(input)?;
            return Err(Fault::Line(line.trim_end().to_owned()));
        }
        start = start.or_else(|| first.parse::<StateId>().ok());
    }
    let [compact, expanded] = attempts;
    let read = compact.or(expanded).map(|attempt| (attempt.builder.finish(start), attempt.form));
    Ok(read.unwrap_or((Lattice::default(), Form::Compact)))
}

fn skip(input: &mut Input) -> Result<(), Fault> {
    while let Some(line) = input.line()? {
        if line.trim_ascii().is_empty() {
            break;
        }
    }
    Ok(())
}

/// A lattice as the lines would have it in one of the two forms.
struct Attempt {
    form: Form,
    builder: Builder,
}

impl Attempt {
    fn new(form: Form) -> Self {
        Self { form, builder: Builder::default() }
    }

    fn is_compact(&self) -> bool {
        self.form == Form::Compact
    }

    /// Adds a line; nothing where it is of the other form.
    fn line(&mut self, fields: &[&str], size: usize) -> Option<()> {
        let state = self.state(fields.first()?, size)?;
        match (fields, self.is_compact()) {
            ([_], _) => self.builder.end(state, Weight::ONE, Span::EMPTY),
            ([_, weight], _) => {
                let (weight, ids) = self.weight(weight)?;
                self.builder.end(state, weight, ids);
            }
            ([_, next, word], true) => self.arc(state, next, word, (Weight::ONE, Span::EMPTY), size)?,
            ([_, next, word, weight], true) => {
                let weight = self.weight(weight)?;
                self.arc(state, next, word, weight, size)?;
            }
            ([_, next, id, word, rest @ ..], false) if rest.len() <= 1 => {
                let weight = rest.first().map_or(Some((Weight::ONE, Span::EMPTY)), |text| self.weight(text))?.0;
                let id = id.parse::<i32>().ok()?;
                let ids = if id == 0 { Span::EMPTY } else { self.builder.string([id]) };
                self.arc(state, next, word, (weight, ids), size)?;
            }
            _ => return None,
        }
        Some(())
    }

    fn arc(&mut self, from: StateId, next: &str, word: &str, weight: (Weight, Span), size: usize) -> Option<()> {
        let (next, word) = (self.state(next, size)?, word.parse().ok()?);
        let (weight, ids) = weight;
        // An arc that no path can use is refused, unless it has transition ids.
        let usable = weight != Weight::ZERO || (self.is_compact() && ids.len > 0);
        usable.then(|| self.builder.arc(from, Arc { word, next, weight, ids }))
    }

    fn state(&mut self, text: &str, size: usize) -> Option<StateId> {
        let state = text.parse::<StateId>().ok().filter(|&state| (state as usize) < size + SPARE_STATES)?;
        self.builder.reach(state);
        Some(state)
    }

    fn weight(&mut self, text: &str) -> Option<(Weight, Span)> {
        if self.form == Form::Transducer {
            return Some((Weight::of_graph(read_cost(text)?), Span::EMPTY));
        }
        let (graph, rest) = text.split_once(',')?;
        let (acoustic, ids) = if self.is_compact() { rest.split_once(',')? } else { (rest, "") };
        let weight = Weight { graph: read_cost(graph)?, acoustic: read_cost(acoustic)? };
        if ids.is_empty() {
            return Some((weight, Span::EMPTY));
        }
        let ids = ids.split('_').map(str::parse).collect::<Result<Vec<i32>, _>>().ok()?;
        Some((weight, self.builder.string(ids)))
    }
}

impl Lattice {
    /// Appends the text form, compact or expanded, with the line feed before it and the empty line after it.
    pub fn write_text(&self, form: Form, text: &mut String) {
        let compact = form == Form::Compact;
        text.push('\n');
        for state in self.start.into_iter().chain(self.numbers().filter(|&state| Some(state) != self.start)) {
            for arc in self.arcs(state) {
                let _ = write!(text, "{state}\t{}\t", arc.next);
                if !compact {
                    let _ = write!(text, "{}\t", self.ids(arc.ids).first().copied().unwrap_or(0));
                }
                let _ = write!(text, "{}", arc.word);
                self.write_weight_text(arc.weight, arc.ids, compact, text);
            }
            let end = self.end(state);
            if end.is_some() || self.arcs(state).is_empty() {
                let _ = write!(text, "{state}");
                let (weight, ids) = end.map_or((Weight::ZERO, Span::EMPTY), |end| (end.weight, end.ids));
                self.write_weight_text(weight, ids, compact, text);
            }
        }
        text.push('\n');
    }

    /// The weight of a line unless it is none, and the line's end.
    fn write_weight_text(&self, weight: Weight, ids: Span, compact: bool, text: &mut String) {
        if weight != Weight::ONE || (compact && ids.len > 0) {
            text.push('\t');
            cost(text, weight.graph);
            text.push(',');
            cost(text, weight.acoustic);
            if compact {
                text.push(',');
                for (place, id) in self.ids(ids).iter().enumerate() {
                    let _ = write!(text, "{}{id}", if place == 0 { "" } else { "_" });
                }
            }
        }
        text.push('\n');
    }
}
