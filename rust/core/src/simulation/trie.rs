//! Words by their phones, as a tree: what begins alike is looked at once.

use super::pronunciation::Spoken;

/// A phone, and what may follow.
#[derive(Clone, Debug, Default)]
struct Node {
    phone: u16,
    child: u32,
    sibling: u32,
    words: Vec<u32>,
}

/// The root is the first node; nothing leads to it, so 0 says that there is none.
#[derive(Clone, Debug)]
pub struct Trie {
    nodes: Vec<Node>,
    deepest: usize,
}

impl Trie {
    /// All ways in which the words are spoken, from their beginning or from their end.
    pub fn new(spoken: &Spoken, backwards: bool) -> Self {
        let mut trie = Self { nodes: vec![Node::default()], deepest: 0 };
        for word in 0..spoken.len() {
            for phones in spoken.variants(word).filter(|phones| !phones.is_empty()) {
                let mut at = 0;
                for place in 0..phones.len() {
                    let place = if backwards { phones.len() - 1 - place } else { place };
                    at = trie.follow(at, phones[place]);
                }
                trie.nodes[at].words.push(word as u32);
                trie.deepest = trie.deepest.max(phones.len());
            }
        }
        trie
    }

    fn follow(&mut self, at: usize, phone: u16) -> usize {
        let mut next = self.nodes[at].child as usize;
        while next != 0 && self.nodes[next].phone != phone {
            next = self.nodes[next].sibling as usize;
        }
        if next == 0 {
            next = self.nodes.len();
            let sibling = std::mem::replace(&mut self.nodes[at].child, next as u32);
            self.nodes.push(Node { phone, sibling, ..Node::default() });
        }
        next
    }

    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// Goes down every path as long as `enter`, told of its last phone and of how many there are, says so, and then
    /// shows the words that end there.
    pub fn walk(&self, mut enter: impl FnMut(u16, usize, &[u32]) -> bool) {
        let mut open: Vec<(u32, usize)> = vec![(self.nodes[0].child, 1)];
        while let Some((at, depth)) = open.pop() {
            let node = &self.nodes[at as usize];
            if at == 0 {
                continue;
            }
            open.push((node.sibling, depth));
            if enter(node.phone, depth, &node.words) {
                open.push((node.child, depth + 1));
            }
        }
    }
}
