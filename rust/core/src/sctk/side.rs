//! One side of a pair: the words of a text or of a stretch of a ctm, as a sequence or, with alternatives, as a graph.

use super::options::{Characters, Manner};
use super::scored_system::Detail;
use super::words::{Classes, Notation, is_blank, next_word};
use crate::error::{ErrorKind, Result};
use crate::graph::{Graph, Token, Word};
use crate::vocab::Vocabulary;

/// How many times alternatives may lie within others: each takes a call, and sclite's own overflow the stack.
const MOST_NESTED: usize = 1_000;

/// What is needed to read a side.
pub struct Reader<'a> {
    pub manner: &'a Manner,
    pub classes: &'a mut Classes,
    /// The words that reports print.
    pub words: &'a mut Vocabulary,
}

#[derive(Debug, Default)]
pub struct Side {
    /// The class of each unit; a graph's words are numbers of units.
    pub units: Vec<u32>,
    /// What is known of each unit besides, if anything is known of any.
    pub details: Vec<Detail>,
    /// The graph of the units, if they are no sequence.
    pub graph: Option<Graph>,
    /// Whether ids alone decide what is equal, and all words have to be there.
    pub simple: bool,
    tokens: Vec<Token>,
}

impl Side {
    pub fn clear(&mut self) {
        self.units.clear();
        self.details.clear();
        self.tokens.clear();
        self.graph = None;
        self.simple = true;
    }

    pub fn read_text(&mut self, text: &[u8], notation: Notation, reader: &mut Reader<'_>) -> Result<()> {
        self.clear();
        if text.contains(&b'{') {
            return self.read_alternatives(text, notation, reader);
        }
        let mut rest = text;
        while let Some(token) = next_word(&mut rest, reader.manner.coding) {
            self.push_token(token, notation, reader);
        }
        Ok(())
    }

    /// Adds what a token stands for to a sequence.
    fn push_token(&mut self, token: &[u8], notation: Notation, reader: &mut Reader<'_>) {
        let token = reader.classes.token(token, notation, reader.manner, reader.words);
        self.simple &= token.simple;
        self.units.extend_from_slice(reader.classes.pieces(token));
    }

    /// Adds a word of a ctm to a sequence; its pieces share its time.
    pub fn push_timed(&mut self, token: &[u8], detail: Detail, reader: &mut Reader<'_>) {
        let before = self.units.len();
        self.push_token(token, Notation::Timed, reader);
        let pieces = self.units.len() - before;
        self.details.extend(shares(detail, pieces));
    }

    fn read_alternatives(&mut self, text: &[u8], notation: Notation, reader: &mut Reader<'_>) -> Result<()> {
        let mut tokens = Vec::new();
        self.tokenize(text, notation, reader, &mut tokens, MOST_NESTED)?;
        self.finish_graph(&tokens, reader)
    }

    /// Builds the graph of tokens whose words are numbers of units, and cuts its words into characters.
    pub fn finish_graph(&mut self, tokens: &[Token], reader: &mut Reader<'_>) -> Result<()> {
        self.simple = false;
        let mut graph = Graph::from_tokens(tokens)?;
        if let Some(how) = reader.manner.characters {
            self.cut(&mut graph, how, reader)?;
        }
        self.graph = Some(graph);
        Ok(())
    }

    /// A unit of a class, and the word by which a graph knows it.
    pub fn unit(&mut self, class: u32, detail: Option<Detail>, classes: &Classes) -> Word {
        self.units.push(class);
        self.details.extend(detail);
        let id = self.units.len() as u32 - 1;
        Word { id, kind: classes.classes[class as usize].kind }
    }

    fn tokenize(
        &mut self,
        text: &[u8],
        notation: Notation,
        reader: &mut Reader<'_>,
        tokens: &mut Vec<Token>,
        depth: usize,
    ) -> Result<()> {
        let mut rest = text;
        while let Some(start) = rest.iter().position(|&byte| !is_blank(byte)) {
            rest = &rest[start..];
            if rest.first() == Some(&b'{') {
                let Some(length) = balanced(rest, reader) else { return Ok(()) };
                let depth = depth.checked_sub(1).ok_or(ErrorKind::NestedTooDeeply { most: MOST_NESTED })?;
                let inner = &rest[1..length - 1];
                rest = &rest[length..];
                tokens.push(Token::Open);
                for (place, part) in alternatives(inner, reader).into_iter().enumerate() {
                    if place > 0 {
                        tokens.push(Token::Or);
                    }
                    self.tokenize(part, notation, reader, tokens, depth)?;
                }
                tokens.push(Token::Close);
            } else if let Some(word) = next_word(&mut rest, reader.manner.coding) {
                let token = reader.classes.token(word, notation, reader.manner, reader.words);
                tokens.push(Token::Word(self.unit(token.class, None, reader.classes)));
            }
        }
        Ok(())
    }

    /// Puts characters in the place of words, node by node in the order in which sclite comes to them: always on from
    /// the last of the edges that leave a node.
    pub fn cut(&mut self, graph: &mut Graph, how: Characters, reader: &mut Reader<'_>) -> Result<()> {
        let mut leaving: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes() as usize];
        for (number, edge) in graph.edges() {
            leaving[edge.from as usize].push(number);
        }
        let mut seen = vec![false; leaving.len()];
        let mut fringe = vec![graph.start()];
        seen[graph.start() as usize] = true;
        while let Some(node) = fringe.pop() {
            for &number in &leaving[node as usize] {
                let Some(edge) = graph.edge(number) else { continue };
                if !std::mem::replace(&mut seen[edge.to as usize], true) {
                    fringe.push(edge.to);
                }
            }
            for &number in &leaving[node as usize] {
                self.cut_edge(graph, number, how, reader)?;
            }
        }
        Ok(())
    }

    fn cut_edge(&mut self, graph: &mut Graph, number: u32, how: Characters, reader: &mut Reader<'_>) -> Result<()> {
        let Some(edge) = graph.edge(number) else { return Ok(()) };
        let unit = edge.word.id as usize;
        let class = self.units[unit];
        let pieces = reader.classes.cut(class, how, reader.manner, reader.words);
        if pieces == [class] {
            return Ok(());
        }
        let details: Vec<Option<Detail>> = match self.details.get(unit) {
            Some(&detail) => shares(detail, pieces.len()).map(Some).collect(),
            None => vec![None; pieces.len()],
        };
        let pairs = pieces.into_iter().zip(details);
        let words: Vec<Word> = pairs.map(|(piece, detail)| self.unit(piece, detail, reader.classes)).collect();
        graph.replace(number, &words).map(drop)
    }

    /// The graph, made of the sequence if there is none yet.
    pub fn graph(&mut self, classes: &Classes) -> &mut Graph {
        let units = &self.units;
        self.graph.get_or_insert_with(|| {
            let mut chain = Graph::new();
            for (unit, &class) in units.iter().enumerate() {
                chain.push(Word { id: unit as u32, kind: classes.classes[class as usize].kind });
            }
            chain
        })
    }
}

/// The time of a word in equal shares.
fn shares(detail: Detail, count: usize) -> impl Iterator<Item = Detail> {
    let [mut start, end] = detail.times;
    let share = (end - start) / count as f64;
    (0..count).map(move |_| {
        if count == 1 {
            return detail;
        }
        let times = [start, share + start];
        start += share;
        Detail { times, ..detail }
    })
}

/// How far the alternatives at the beginning of a text go; nothing if they have no end.
fn balanced(text: &[u8], reader: &Reader<'_>) -> Option<usize> {
    let (mut depth, mut length) = (0, 0);
    for character in reader.manner.coding.characters(text) {
        length += character.len();
        match character {
            b"{" => depth += 1,
            b"}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(length);
        }
    }
    None
}

/// The alternatives between the outermost slashes, but for those that say nothing.
fn alternatives<'a>(text: &'a [u8], reader: &Reader<'_>) -> Vec<&'a [u8]> {
    let (mut parts, mut depth, mut start, mut place) = (Vec::new(), 0, 0, 0);
    for character in reader.manner.coding.characters(text) {
        match character {
            b"{" => depth += 1,
            b"}" => depth -= 1,
            b"/" if depth == 0 => {
                parts.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
        place += character.len();
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.iter().all(|&byte| is_blank(byte)));
    parts
}
