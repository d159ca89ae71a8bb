//! sclite's notations for the tests: texts with alternatives to graphs, paths to the items of its SGML.

use std::collections::HashMap;

use serde_json::Value;

use mondegreen_core::align::network::Item;
use mondegreen_core::graph::{Graph, Token, Word};
use mondegreen_core::policy::Step;

/// Words and their ids; an optional word has the id of what is inside its parentheses.
#[derive(Default)]
pub struct Words {
    ids: HashMap<String, u32>,
    texts: Vec<String>,
}

impl Words {
    pub fn id(&mut self, text: &str) -> u32 {
        let next = self.texts.len() as u32;
        *self.ids.entry(text.to_owned()).or_insert_with(|| {
            self.texts.push(text.to_owned());
            next
        })
    }

    pub fn text(&self, id: u32) -> &str {
        &self.texts[id as usize]
    }

    fn word(&mut self, text: &str, optional: bool) -> Word {
        let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        match inside.filter(|_| optional) {
            _ if text == "@" => Word::NULL,
            Some(inside) => Word::optional(self.id(inside)),
            None => Word::plain(self.id(text)),
        }
    }

    /// A graph from a text whose tokens are separated by blanks.
    pub fn graph(&mut self, text: &str, optional: bool) -> Graph {
        let token = |text| match text {
            "{" => Token::Open,
            "/" => Token::Or,
            "}" => Token::Close,
            word => Token::Word(self.word(word, optional)),
        };
        Graph::from_tokens(&text.split_whitespace().map(token).collect::<Vec<_>>()).unwrap()
    }

    /// The items of a path as sclite writes them; the missing side of an optional word is an empty word.
    pub fn items(&self, items: &[Item], reference: &Graph, hypothesis: &Graph) -> String {
        let items = items.iter().map(|item| {
            let left = item.reference.map(|edge| self.quoted(reference, edge));
            let right = item.hypothesis.map(|edge| self.quoted(hypothesis, edge));
            let empty = if item.step == Step::Match { "\"\"" } else { "" };
            let or_empty = |side: Option<String>| side.unwrap_or_else(|| empty.to_owned());
            let letter = ["C", "S", "I", "D"][item.step as usize];
            format!("{letter},{},{}", or_empty(left), or_empty(right))
        });
        items.collect::<Vec<_>>().join(":")
    }

    fn quoted(&self, graph: &Graph, edge: u32) -> String {
        let word = graph.edge(edge).unwrap().word;
        let text = word.label().map_or("@", |id| self.text(id));
        if word == Word::optional(word.id) { format!("\"({text})\"") } else { format!("\"{text}\"") }
    }
}

/// What sclite once aligned: its options, its files by name, and the path that it printed.
pub struct Case {
    pub id: String,
    pub options: Vec<String>,
    files: Value,
    pub path: String,
}

impl Case {
    /// The cases of a file of `golden`, a line of JSON each.
    pub fn read(lines: &str) -> Vec<Self> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let case = |line| {
            let case: Value = serde_json::from_str(line).unwrap();
            let options = text(&case["cmd"]).split(' ').map(str::to_owned).collect();
            Self { id: text(&case["id"]), options, files: case["in"].clone(), path: text(&case["path"]) }
        };
        lines.lines().map(case).collect()
    }

    /// Whether sclite had this option.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|each| each == option)
    }

    /// The text of a file.
    pub fn file(&self, name: &str) -> &str {
        self.files[name].as_str().unwrap()
    }
}
