//! Lattices as `OpenFst` writes them: a header, then state by state its end and its arcs, all little-endian.

use super::fault::Fault;
use super::input::Input;
use super::{Arc, End, Form, Lattice, Span, State, StateId, Weight};

const MAGIC: i32 = 2_125_659_606;
/// The first byte of a binary lattice.
pub(crate) const FIRST_BYTE: u8 = 0xd6;
const OLDEST_VERSION: i32 = 2;
const VERSION: i32 = 2;
const HAS_INPUT_SYMBOLS: i32 = 1;
const HAS_OUTPUT_SYMBOLS: i32 = 2;
/// Bits of `OpenFst`'s properties: that states may be counted and changed, and that they are in topological order.
const EXPANDED_AND_MUTABLE: u64 = 3;
const TOP_SORTED: u64 = 0x40_0000_0000;
/// Longer names of types are no names.
const LONGEST_NAME: i32 = 64;
/// Room made before the bytes are there, in states or arcs.
const ROOM: i64 = 1 << 10;

/// The width of costs, and what stands beside them.
#[derive(Clone, Copy)]
struct Kind {
    double: bool,
    form: Form,
}

struct Header {
    kind: Kind,
    sorted: bool,
    start: i64,
    /// How many states there are, or nothing where they last until the file ends.
    states: Option<i64>,
}

/// Reads the binary form, whichever of the four types of lattices it is of or else a transducer, and tells which form
/// that is.
pub(crate) fn read(input: &mut Input, wanted: Form) -> Result<(Lattice, Form), Fault> {
    let header = header(input, wanted)?;
    let mut lattice = Lattice::default();
    lattice.states.reserve(header.states.unwrap_or(0).min(ROOM) as usize);
    while header.states.is_none_or(|states| (lattice.states.len() as i64) < states) {
        if header.states.is_none() && input.peek()?.is_none() {
            break;
        }
        state(input, header.kind, &mut lattice)?;
    }
    let states = lattice.states.len();
    if let Some(arc) = lattice.arcs.iter().find(|arc| arc.next as usize >= states) {
        return Err(Fault::State { state: i64::from(arc.next as i32), states });
    }
    lattice.start = match header.start {
        -1 => return Ok((Lattice::default(), header.kind.form)),
        start if (0..states as i64).contains(&start) => Some(start as StateId),
        start => return Err(Fault::State { state: start, states }),
    };
    lattice.sorted = header.sorted && lattice.is_sorted();
    Ok((lattice, header.kind.form))
}

fn header(input: &mut Input, wanted: Form) -> Result<Header, Fault> {
    if input.i32()? != MAGIC {
        return Err(Fault::Magic);
    }
    let fst = name(input)?;
    if fst != "vector" {
        return Err(Fault::FstType(fst));
    }
    let arcs = name(input)?;
    let is_transducer = wanted == Form::Transducer;
    let kind = match arcs.as_str() {
        "standard" if is_transducer => Kind { double: false, form: Form::Transducer },
        _ if is_transducer => return Err(Fault::NoStandard(arcs)),
        "lattice4" => Kind { double: false, form: Form::Expanded },
        "lattice8" => Kind { double: true, form: Form::Expanded },
        "compactlattice44" => Kind { double: false, form: Form::Compact },
        "compactlattice84" => Kind { double: true, form: Form::Compact },
        _ => return Err(Fault::ArcType(arcs)),
    };
    let version = input.i32()?;
    if version < OLDEST_VERSION {
        return Err(Fault::Version(version));
    }
    let flags = input.i32()?;
    let properties = u64::from_le_bytes(input.array()?);
    let (start, states, _arcs) = (input.i64()?, input.i64()?, input.i64()?);
    if states < -1 {
        return Err(Fault::Count { what: "states", value: states });
    }
    for flag in [HAS_INPUT_SYMBOLS, HAS_OUTPUT_SYMBOLS] {
        if flags & flag != 0 {
            symbols(input)?;
        }
    }
    Ok(Header { kind, sorted: properties & TOP_SORTED != 0, start, states: (states >= 0).then_some(states) })
}

fn name(input: &mut Input) -> Result<String, Fault> {
    let length = input.i32()?;
    if !(0..=LONGEST_NAME).contains(&length) {
        return Err(Fault::Count { what: "bytes in the name of a type", value: i64::from(length) });
    }
    Ok(String::from_utf8_lossy(input.take(length as usize)?).into_owned())
}

/// Passes over a table of symbols: a magic number, a name, the next free key, and so many words with keys.
fn symbols(input: &mut Input) -> Result<(), Fault> {
    input.i32()?;
    skip_word(input)?;
    input.i64()?;
    let count = input.i64()?;
    for _ in 0..count {
        skip_word(input)?;
        input.i64()?;
    }
    Ok(())
}

fn skip_word(input: &mut Input) -> Result<(), Fault> {
    let length = input.i32()?;
    let count =
        usize::try_from(length).map_err(|_| Fault::Count { what: "bytes in a symbol", value: i64::from(length) })?;
    input.take(count).map(drop)
}

fn state(input: &mut Input, kind: Kind, lattice: &mut Lattice) -> Result<(), Fault> {
    let (weight, ids) = weight(input, kind, &mut lattice.ids)?;
    let count = input.i64()?;
    if count < 0 {
        return Err(Fault::Count { what: "arcs", value: count });
    }
    let first = lattice.arcs.len() as u32;
    lattice.arcs.reserve(count.min(ROOM) as usize);
    for _ in 0..count {
        arc(input, kind, lattice)?;
    }
    let behind = u32::try_from(lattice.arcs.len()).map_err(|_| Fault::TooMany("arcs"))?;
    let end = (weight != Weight::ZERO).then_some(End { weight, ids });
    lattice.states.push(State { first, behind, end });
    Ok(())
}

fn arc(input: &mut Input, kind: Kind, lattice: &mut Lattice) -> Result<(), Fault> {
    let (id, word) = (input.i32()?, input.i32()?);
    let (weight, mut ids) = weight(input, kind, &mut lattice.ids)?;
    if kind.form != Form::Compact && id != 0 {
        ids = Span { start: lattice.ids.len() as u32, len: 1 };
        lattice.ids.push(id);
    }
    // What is no state of the lattice is refused once all states are known; a negative number is one too large.
    let next = input.i32()? as u32;
    lattice.arcs.push(Arc { word, next, weight, ids });
    Ok(())
}

fn weight(input: &mut Input, kind: Kind, ids: &mut Vec<i32>) -> Result<(Weight, Span), Fault> {
    let weight = if kind.form == Form::Transducer {
        Weight::of_graph(f32::from_le_bytes(input.array()?))
    } else if kind.double {
        let [graph, acoustic] = [input.array()?, input.array()?].map(|bytes| f64::from_le_bytes(bytes) as f32);
        Weight { graph, acoustic }
    } else {
        let [graph, acoustic] = [input.array()?, input.array()?].map(f32::from_le_bytes);
        Weight { graph, acoustic }
    };
    if kind.form != Form::Compact {
        return Ok((weight, Span::EMPTY));
    }
    let count = input.i32()?;
    if count < 0 {
        return Err(Fault::Count { what: "transition ids", value: i64::from(count) });
    }
    let start = u32::try_from(ids.len()).map_err(|_| Fault::TooMany("transition ids"))?;
    let bytes = input.take(4 * count as usize)?;
    ids.extend(bytes.as_chunks().0.iter().copied().map(i32::from_le_bytes));
    Ok((weight, Span { start, len: count as u32 }))
}

impl Lattice {
    /// Appends the binary form, compact or expanded, in single precision.
    pub fn write_binary(&self, form: Form, out: &mut Vec<u8>) {
        let compact = form == Form::Compact;
        self.write_header(if compact { "compactlattice44" } else { "lattice4" }, out);
        for state in &self.states {
            let (weight, ids) = state.end.map_or((Weight::ZERO, Span::EMPTY), |end| (end.weight, end.ids));
            self.write_weight(weight, ids, compact, out);
            out.extend((state.range().len() as i64).to_le_bytes());
            for arc in &self.arcs[state.range()] {
                let input = if compact { arc.word } else { self.ids(arc.ids).first().copied().unwrap_or(0) };
                out.extend(input.to_le_bytes());
                out.extend(arc.word.to_le_bytes());
                self.write_weight(arc.weight, arc.ids, compact, out);
                out.extend((arc.next as i32).to_le_bytes());
            }
        }
    }

    pub(super) fn write_header(&self, arc_type: &str, out: &mut Vec<u8>) {
        out.extend(MAGIC.to_le_bytes());
        for name in ["vector", arc_type] {
            out.extend((name.len() as i32).to_le_bytes());
            out.extend(name.as_bytes());
        }
        let no_flags = 0_i32;
        out.extend(VERSION.to_le_bytes());
        out.extend(no_flags.to_le_bytes());
        let properties = EXPANDED_AND_MUTABLE | if self.sorted { TOP_SORTED } else { 0 };
        out.extend(properties.to_le_bytes());
        out.extend(self.start.map_or(-1, i64::from).to_le_bytes());
        out.extend((self.states.len() as i64).to_le_bytes());
        let unknown_arcs = 0_i64;
        out.extend(unknown_arcs.to_le_bytes());
    }

    fn write_weight(&self, weight: Weight, ids: Span, compact: bool, out: &mut Vec<u8>) {
        out.extend(weight.graph.to_le_bytes());
        out.extend(weight.acoustic.to_le_bytes());
        if compact {
            out.extend((ids.len as i32).to_le_bytes());
            out.extend(self.ids(ids).iter().flat_map(|id| id.to_le_bytes()));
        }
    }
}
