//! What a transition id means: its phone, and where in the phone's states it stands.

use std::io::Read;

use crate::error::Error;
use crate::lattice::fault::Fault;
use crate::lattice::input::Input;

/// States or transitions of a phone above which a file is taken for damaged.
const MOST: i32 = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Transition {
    phone: i32,
    /// The state of the phone and its densities that it leaves (Kaldi's transition state).
    state: u32,
    /// Whether it comes from the first state of the phone.
    is_start: bool,
    /// Whether it leads to the last state of the phone.
    is_final: bool,
    /// Whether it leads to the state it comes from.
    is_self_loop: bool,
}

/// The transition ids of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    transitions: Vec<Transition>,
}

/// A state of a phone: where its transitions lead.
type HmmState = Vec<i32>;

/// The phones of a topology, and its states.
type Topology = (Vec<i32>, Vec<HmmState>);

impl Model {
    /// Reads a model, binary or text, as far as its transition ids; what follows is left unread.
    pub fn read(source: Box<dyn Read + Send>) -> Result<Self, Error> {
        let mut input = Input::new(source);
        let model = if input.peek()? == Some(0) {
            input.take(2)?;
            parse(&mut Binary(input))
        } else {
            parse(&mut Text(input))
        };
        Ok(model?)
    }

    /// How many transition ids there are; they are counted from 1.
    pub fn len(&self) -> usize {
        self.transitions.len()
    }

    /// Fails unless all these ids are of the model.
    pub fn check(&self, ids: &[i32]) -> Result<(), Fault> {
        match ids.iter().find(|&&id| self.transition(id).is_none()) {
            Some(&id) => Err(Fault::TransitionId(id)),
            None => Ok(()),
        }
    }

    fn transition(&self, id: i32) -> Option<&Transition> {
        usize::try_from(id).ok()?.checked_sub(1).and_then(|place| self.transitions.get(place))
    }

    /// The phone of an id, or 0 for an id that there is not.
    pub fn phone(&self, id: i32) -> i32 {
        self.transition(id).map_or(0, |transition| transition.phone)
    }

    /// The transition state that an id leaves; of an id that there is not, none.
    pub(super) fn state(&self, id: i32) -> Option<u32> {
        self.transition(id).map(|transition| transition.state)
    }

    /// Whether a phone ends with this id.
    pub fn is_final(&self, id: i32) -> bool {
        self.transition(id).is_some_and(|transition| transition.is_final)
    }

    /// Whether a phone begins with this id, which does not stay in its state.
    pub fn begins_phone(&self, id: i32) -> bool {
        self.transition(id).is_some_and(|transition| transition.is_start && !transition.is_self_loop)
    }

    /// The phones that end in these ids.
    pub fn phones(&self, ids: &[i32]) -> Vec<i32> {
        ids.iter().filter(|&&id| self.is_final(id)).map(|&id| self.phone(id)).collect()
    }

    /// Whether the id stays in its state.
    pub fn is_self_loop(&self, id: i32) -> bool {
        self.transition(id).is_some_and(|transition| transition.is_self_loop)
    }
}

/// Either form of a model, value by value.
trait Values {
    fn token(&mut self) -> Result<String, Fault>;
    fn whole(&mut self) -> Result<i32, Fault>;
    fn probability(&mut self) -> Result<(), Fault>;
    /// The phones that have a topology, by topology.
    fn topologies(&mut self) -> Result<Vec<Topology>, Fault>;

    fn expect(&mut self, wanted: &'static str) -> Result<(), Fault> {
        if self.token()? == wanted { Ok(()) } else { Err(Fault::Model(wanted)) }
    }
}

fn parse(values: &mut impl Values) -> Result<Model, Fault> {
    values.expect("<TransitionModel>")?;
    values.expect("<Topology>")?;
    let topologies = values.topologies()?;
    let fields = match values.token()?.as_str() {
        "<Triples>" => 3,
        "<Tuples>" => 4,
        _ => return Err(Fault::Model("<Triples>")),
    };
    let count = values.whole()?;
    let mut transitions = Vec::new();
    for state in 0..count.max(0).cast_unsigned() {
        let (phone, number) = (values.whole()?, values.whole()?);
        for _ in 2..fields {
            values.whole()?;
        }
        let states = topologies.iter().find(|(phones, _)| phones.contains(&phone)).map(|(_, states)| states);
        let states = states.ok_or(Fault::Model("a topology for every phone"))?;
        let place = usize::try_from(number).ok();
        let nexts = place.and_then(|place| states.get(place)).ok_or(Fault::Model("every state of a phone"))?;
        transitions.extend(nexts.iter().map(|&next| Transition {
            phone,
            state,
            is_start: number == 0,
            is_final: next as usize + 1 == states.len(),
            is_self_loop: next == number,
        }));
    }
    Ok(Model { transitions })
}

/// A count that is none, or so large that the file must be damaged.
fn counted(count: i32) -> Result<i32, Fault> {
    if (0..=MOST).contains(&count) { Ok(count) } else { Err(Fault::Model("a count that can be one")) }
}

struct Binary(Input);

impl Binary {
    fn sized(&mut self) -> Result<(), Fault> {
        if self.0.byte()? == Some(4) { Ok(()) } else { Err(Fault::Model("numbers of four bytes")) }
    }

    fn state(&mut self, pdf_classes: usize) -> Result<HmmState, Fault> {
        for _ in 0..pdf_classes {
            self.whole()?;
        }
        let count = counted(self.whole()?)?;
        let transition = |_| {
            let next = self.whole()?;
            self.probability().map(|()| next)
        };
        (0..count).map(transition).collect()
    }

    /// Numbers behind their count.
    fn list(&mut self) -> Result<Vec<i32>, Fault> {
        self.sized()?;
        let count = counted(self.0.i32()?)?;
        (0..count).map(|_| self.0.i32()).collect()
    }
}

impl Values for Binary {
    fn token(&mut self) -> Result<String, Fault> {
        word(&mut self.0)
    }

    fn whole(&mut self) -> Result<i32, Fault> {
        self.sized()?;
        self.0.i32()
    }

    fn probability(&mut self) -> Result<(), Fault> {
        self.sized()?;
        self.0.take(4).map(drop)
    }

    fn topologies(&mut self) -> Result<Vec<Topology>, Fault> {
        let phones = self.list()?;
        let places = self.list()?;
        let (count, pdf_classes) = match self.whole()? {
            // Each state has a class of its own for self-loops.
            -1 => (self.whole()?, 2),
            count => (count, 1),
        };
        let mut topologies = Vec::new();
        for entry in 0..counted(count)? {
            let states = counted(self.whole()?)?;
            let states = (0..states).map(|_| self.state(pdf_classes)).collect::<Result<_, _>>()?;
            let is_here = |phone: &i32| usize::try_from(*phone).ok().and_then(|p| places.get(p)) == Some(&entry);
            topologies.push((phones.iter().copied().filter(is_here).collect(), states));
        }
        self.expect("</Topology>")?;
        Ok(topologies)
    }
}

struct Text(Input);

impl Text {
    /// The states of a topology, from what follows its phones on.
    fn states(&mut self) -> Result<Vec<HmmState>, Fault> {
        let mut states: Vec<HmmState> = Vec::new();
        loop {
            match self.token()?.as_str() {
                "<State>" => {
                    self.whole()?;
                    states.push(Vec::new());
                }
                "<PdfClass>" | "<ForwardPdfClass>" | "<SelfLoopPdfClass>" => drop(self.whole()?),
                "<Transition>" => {
                    let next = self.whole()?;
                    self.probability()?;
                    states.last_mut().ok_or(Fault::Model("<State>"))?.push(next);
                }
                "</State>" => {}
                "</TopologyEntry>" => return Ok(states),
                _ => return Err(Fault::Model("</TopologyEntry>")),
            }
        }
    }
}

impl Values for Text {
    fn token(&mut self) -> Result<String, Fault> {
        word(&mut self.0)
    }

    fn whole(&mut self) -> Result<i32, Fault> {
        self.token()?.parse().map_err(|_| Fault::Model("a whole number"))
    }

    fn probability(&mut self) -> Result<(), Fault> {
        self.token().map(drop)
    }

    fn topologies(&mut self) -> Result<Vec<Topology>, Fault> {
        let mut topologies = Vec::new();
        loop {
            match self.token()?.as_str() {
                "<TopologyEntry>" => self.expect("<ForPhones>")?,
                "</Topology>" => return Ok(topologies),
                _ => return Err(Fault::Model("<TopologyEntry>")),
            }
            let mut phones = Vec::new();
            loop {
                let token = self.token()?;
                if token == "</ForPhones>" {
                    break;
                }
                phones.push(token.parse().map_err(|_| Fault::Model("numbers of phones"))?);
            }
            topologies.push((phones, self.states()?));
        }
    }
}

/// What stands up to the next white space, which is passed.
fn word(input: &mut Input) -> Result<String, Fault> {
    let mut word = Vec::new();
    while let Some(byte) = input.byte()? {
        if !byte.is_ascii_whitespace() {
            word.push(byte);
        } else if !word.is_empty() {
            break;
        }
        if word.len() > 64 {
            break;
        }
    }
    if word.is_empty() { Err(Fault::Truncated) } else { Ok(String::from_utf8_lossy(&word).into_owned()) }
}
