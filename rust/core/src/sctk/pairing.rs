//! Two sides aligned, and the alignment added to what is scored.
//!
//! Sequences of plain words go to the linear kernels. Alternatives, words that may be missing, fragments, weights,
//! times and words found by the way go through the network, which takes what any of them costs.

use super::input::{Failure, Teller};
use super::options::Manner;
use super::scored_system::{ABSENT, Detail, Header, Item, Scored, attribute};
use super::segment::segment;
use super::side::{Reader, Side};
use super::words::{Classes, Notation};
use crate::align::network::costs;
use crate::align::network::{self, Path};
use crate::align::plain::Aligner;
use crate::align::timed::{self, TimedWords, Times};
use crate::error::Result;
use crate::graph::{Graph, Kind, Word};
use crate::policy::{Policy, Step};
use crate::stop_request::StopRequest;

/// How wide alignments are told.
const TOLD_WIDTH: usize = 199;

/// Aligns pairs one after the other.
pub struct Pairing {
    /// The options.
    pub manner: Manner,
    /// What was aligned.
    pub scored: Scored,
    classes: Classes,
    aligner: Aligner,
    /// The reference and the hypothesis of the pair at hand.
    sides: [Side; 2],
    texts: [Vec<u32>; 2],
    steps: Vec<Step>,
    /// The items of the pair at hand, and what is known of their words.
    items: Vec<Item>,
    details: Vec<[Detail; 2]>,
    /// How many pairs were aligned, those of earlier systems included.
    pub sequence: i32,
    stop: StopRequest,
}

impl Pairing {
    /// Nothing aligned yet.
    pub fn new(manner: Manner) -> Self {
        let scored = Scored::new(manner.coding);
        Self {
            manner,
            scored,
            classes: Classes::default(),
            aligner: Aligner::new(Policy::SCLITE),
            sides: [Side::default(), Side::default()],
            texts: [Vec::new(), Vec::new()],
            steps: Vec::new(),
            items: Vec::new(),
            details: Vec::new(),
            sequence: 0,
            stop: StopRequest::default(),
        }
    }

    /// Takes a text as one side.
    pub fn read_text(&mut self, side: usize, text: &[u8], notation: Notation) -> Result<()> {
        self.fill(side, |side, reader| side.read_text(text, notation, reader))
    }

    /// Lets a function fill a side.
    pub fn fill(&mut self, side: usize, fill: impl FnOnce(&mut Side, &mut Reader<'_>) -> Result<()>) -> Result<()> {
        let Self { manner, scored, classes, sides, .. } = self;
        fill(&mut sides[side], &mut Reader { manner, classes, words: &mut scored.vocabulary })
    }

    /// Aligns the sides, adds the utterance and gives its number; items that stand alone are put in order of time if
    /// asked.
    pub fn finish(
        &mut self,
        speaker: usize,
        mut header: Header,
        in_time: bool,
        teller: &mut dyn Teller,
    ) -> Result<usize, Failure> {
        if self.sequence == 0 {
            self.begin(teller)?;
        }
        header.sequence = self.sequence;
        header.attributes |= self.attributes();
        self.sequence += 1;
        self.items.clear();
        self.details.clear();
        let [reference, hypothesis] = &self.sides;
        let linear = reference.simple && hypothesis.simple;
        if linear && self.manner.weights.is_none() && !self.manner.timed && self.manner.segmented.is_none() {
            self.align_sequences()?;
        } else {
            self.align_graphs(teller)?;
        }
        if in_time {
            sort_lone_items(&mut self.items, &mut self.details);
        }
        for &item in &self.items {
            self.scored.push(item);
        }
        self.scored.close(speaker, header, &self.details);
        Ok(self.scored.utterances.len() - 1)
    }

    /// Says before the first alignment what is wrong with the lexicon.
    fn begin(&self, teller: &mut dyn Teller) -> Result<(), Failure> {
        let Some(how) = &self.manner.segmented else { return Ok(()) };
        if !how.refusal.is_empty() {
            return Err(Failure::new(how.refusal.clone()));
        }
        teller.err(&how.disorder(self.manner.coding))
    }

    /// Tells an utterance as it is aligned (`-f 2`), with something before it.
    pub fn tell(&self, utterance: usize, before: &[u8], teller: &mut dyn Teller) -> Result<(), Failure> {
        let mut shown = [b"\n", before].concat();
        self.scored.show(utterance, TOLD_WIDTH, u16::MAX, &mut shown);
        shown.push(b'\n');
        teller.out(&shown)
    }

    fn attributes(&self) -> u16 {
        let Manner { case, characters, weights, .. } = &self.manner;
        let weighed = attribute::REFERENCE_WEIGHTS | attribute::HYPOTHESIS_WEIGHTS;
        [
            (*case, attribute::CASE),
            (characters.is_some() && self.manner.segmented.is_none(), attribute::CHARACTERS),
            (weights.is_some(), weighed),
        ]
        .into_iter()
        .filter(|(said, _)| *said)
        .fold(0, |bits, (_, bit)| bits | bit)
    }

    fn align_sequences(&mut self) -> Result<()> {
        let Self { sides, texts, classes, aligner, steps, stop, .. } = self;
        for (text, side) in texts.iter_mut().zip(sides) {
            text.clear();
            text.extend(side.units.iter().map(|&class| classes.classes[class as usize].text));
        }
        steps.clear();
        aligner.pair(&texts[0], &texts[1], stop, steps)?;
        let mut units = [0, 0];
        for place in 0..self.steps.len() {
            let step = self.steps[place];
            let has = [step != Step::Insertion, step != Step::Deletion];
            let at = [0, 1].map(|side| has[side].then_some(units[side]));
            self.add(step, at);
            for side in [0, 1] {
                units[side] += u32::from(has[side]);
            }
        }
        Ok(())
    }

    fn align_graphs(&mut self, teller: &mut dyn Teller) -> Result<(), Failure> {
        if let Some(how) = self.manner.segmented.clone() {
            let side = usize::from(!how.reference);
            self.fill(side, |side, reader| segment(side, &how, reader))?;
        }
        let (path, silences) = {
            let Self { sides: [reference, hypothesis], classes, .. } = self;
            reference.graph(classes);
            hypothesis.graph(classes);
            self.path()?
        };
        for (step, units) in path {
            self.add(step, units);
        }
        for _ in 0..silences {
            teller.out(b"substition of to nulls\n")?; // sclite tells its programmer of words that are none on both sides
        }
        Ok(())
    }

    fn path(&self) -> Result<Counted> {
        let [reference, hypothesis] = &self.sides;
        let empty = Graph::new();
        let left = reference.graph.as_ref().unwrap_or(&empty);
        let right = hypothesis.graph.as_ref().unwrap_or(&empty);
        let equal =
            |one: u32, other: u32| self.classes.equal(reference.units[one as usize], hypothesis.units[other as usize]);
        let ties = Policy::SCLITE.ties;
        let items = if self.manner.timed {
            let costs = timed::sclite(self.timed(0, left)?, self.timed(1, right)?, equal);
            counted(&network::align(left, right, &costs, ties, &self.stop)?, left, right)
        } else if self.manner.weights.is_some() {
            let weights = [self.weights(0, left), self.weights(1, right)];
            let costs = costs::sclite_weighted((left, &weights[0]), (right, &weights[1]), equal)?;
            counted(&network::align(left, right, &costs, ties, &self.stop)?, left, right)
        } else {
            counted(&network::align(left, right, &costs::sclite(left, right, equal), ties, &self.stop)?, left, right)
        };
        Ok(items)
    }

    fn weights(&self, side: usize, graph: &Graph) -> Vec<f64> {
        let units = &self.sides[side].units;
        let weight = |unit: u32| self.classes.classes[units[unit as usize] as usize].weight;
        (0..graph.len() as u32).map(|edge| graph.edge(edge).map_or(0.0, |edge| weight(edge.word.id))).collect()
    }

    /// The times of a graph's words, whatever is told of them.
    fn timed(&self, side: usize, graph: &Graph) -> Result<TimedWords> {
        let details = &self.sides[side].details;
        let time = |unit: u32| details.get(unit as usize).map_or([0.0; 2], |known| known.times);
        let times = (0..graph.len() as u32).map(|edge| {
            let [start, end] = graph.edge(edge).map_or([0.0; 2], |edge| time(edge.word.id));
            Times { start, end }
        });
        TimedWords::told(graph, times.collect())
    }

    /// Adds an item. A word that may be missing and is stands against an empty word.
    fn add(&mut self, step: Step, units: [Option<u32>; 2]) {
        let known = units.iter().any(Option::is_some) && self.is_detailed();
        let words = [0, 1].map(|side| match units[side] {
            Some(unit) => self.class(side, unit).word,
            None if step == Step::Match => self.scored.vocabulary.intern(b""),
            None => ABSENT,
        });
        self.items.push(Item { step, words });
        if known {
            let detail = |side: usize, unit: u32| Detail {
                weight: self.class(side, unit).weight,
                ..self.sides[side].details.get(unit as usize).copied().unwrap_or_default()
            };
            let pair = [0, 1].map(|side| units[side].map_or(Detail::default(), |unit| detail(side, unit)));
            self.details.push(pair);
        }
    }

    fn class(&self, side: usize, unit: u32) -> super::words::Class {
        self.classes.classes[self.sides[side].units[unit as usize] as usize]
    }

    fn is_detailed(&self) -> bool {
        self.manner.weights.is_some() || self.sides.iter().any(|side| !side.details.is_empty())
    }
}

/// The steps that count, with units in the place of edges; and how often two words that are none were paired.
type Counted = (Vec<(Step, [Option<u32>; 2])>, usize);

fn counted(path: &Path<f32>, left: &Graph, right: &Graph) -> Counted {
    let word = |graph: &Graph, edge: Option<u32>| Some(graph.edge(edge?)?.word);
    let null = |word: Option<Word>| word.is_some_and(|word| word.kind == Kind::Null);
    let silent =
        path.items.iter().filter(|item| null(word(left, item.reference)) && null(word(right, item.hypothesis)));
    let unit = |graph: &Graph, edge| word(graph, edge).map(|word| word.id);
    let items = path.counted(left, right);
    let items = items.iter().map(|item| (item.step, [unit(left, item.reference), unit(right, item.hypothesis)]));
    (items.collect(), silent.count())
}

/// Puts neighbors that are each alone in the order of their starts.
fn sort_lone_items(items: &mut [Item], details: &mut [[Detail; 2]]) {
    if details.len() != items.len() {
        return;
    }
    let lone = |item: &Item| matches!(item.step, Step::Insertion | Step::Deletion);
    let mut start = 0;
    while start < items.len() {
        let length = items[start..].iter().take_while(|item| lone(item)).count();
        let run = start..start + length;
        let mut pairs: Vec<_> = items[run.clone()].iter().copied().zip(details[run.clone()].iter().copied()).collect();
        let begins = |(item, known): &(Item, [Detail; 2])| known[usize::from(item.step == Step::Insertion)].times[0];
        pairs.sort_by(|one, other| begins(one).total_cmp(&begins(other)));
        for (place, (item, known)) in run.zip(pairs) {
            items[place] = item;
            details[place] = known;
        }
        start += length + 1;
    }
}
