//! Word graphs: how they are built, and which are refused.
#![allow(clippy::unwrap_used)] // a test may fail loudly

use mondegreen_core::error::ErrorKind;
use mondegreen_core::graph::{Edge, Graph, Token, Word};

#[test]
fn a_replaced_edge_comes_last_and_keeps_the_other_numbers() {
    let mut graph = Graph::from_tokens(&[
        Token::Open,
        Token::Word(Word::plain(7)),
        Token::Or,
        Token::Word(Word::optional(8)),
        Token::Close,
    ])
    .unwrap();
    assert_eq!(graph.replace(0, &[Word::plain(1), Word::plain(2)]).unwrap(), 2..4);
    assert_eq!(graph.replace(1, &[]).unwrap(), 4..5);
    assert_eq!(graph.labels(), [None, None, Some(1), Some(2), None]);
    let (first, third) = (graph.edge(2).unwrap(), graph.edge(4).unwrap());
    assert_eq!((first.from, first.to), (graph.start(), graph.edge(3).unwrap().from));
    assert_eq!((third.from, third.to), (graph.start(), graph.end()));
    assert_eq!((graph.edge(0), graph.len()), (None, 5));
    assert_eq!(graph.replace(0, &[]).unwrap_err().kind, ErrorKind::DanglingEdge { edge: 0 });
    assert_eq!(graph.replace(9, &[]).unwrap_err().kind, ErrorKind::DanglingEdge { edge: 9 });
    graph.check().unwrap();
}

fn tokens(text: &str) -> Vec<Token> {
    let token = |letter| match letter {
        '{' => Token::Open,
        '/' => Token::Or,
        '}' => Token::Close,
        word => Token::Word(Word::plain(u32::from(word))),
    };
    text.chars().map(token).collect()
}

#[test]
fn alternatives_join_the_same_nodes_in_the_order_written() {
    let graph = Graph::from_tokens(&tokens("a{b/{c/d}e/f{g/h}}i")).unwrap();
    graph.check().unwrap();
    let ends: Vec<_> = graph.edges().map(|(_, edge)| (edge.from, edge.to)).collect();
    let [a, b, c, d, e, f, g, h, i] = ends[..] else { unreachable!() };
    assert_eq!([b.0, c.0, d.0, f.0], [a.1; 4], "alternatives leave together");
    assert_eq!([b.1, e.1, g.1, h.1], [i.0; 4], "and meet again");
    assert_eq!((c.1, d.1, g.0, h.0), (e.0, e.0, f.1, f.1), "nested ones likewise");
    let words: Vec<_> = graph.labels().into_iter().flatten().filter_map(char::from_u32).collect();
    assert_eq!(words, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
}

#[test]
fn alternatives_without_words_vanish() {
    let graph = Graph::from_tokens(&tokens("{/a/}{{}/{/}}b")).unwrap();
    let ends: Vec<_> = graph.edges().map(|(_, edge)| (edge.from, edge.to)).collect();
    assert_eq!((ends[0].0, ends[0].1, ends[1].1, ends.len()), (graph.start(), ends[1].0, graph.end(), 2));
    assert_eq!(Graph::from_tokens(&tokens("{}")).unwrap().check(), Ok(()));
}

#[test]
fn nesting_may_be_as_deep_as_memory() {
    let deep = "{".repeat(100_000) + "a" + &"}".repeat(100_000);
    let graph = Graph::from_tokens(&tokens(&deep)).unwrap();
    graph.check().unwrap();
    assert_eq!(graph.edges().count(), 1);
}

#[test]
fn nodes_without_edges_cost_nothing() {
    let edges = vec![Edge { from: 4_000_000_000, to: 17, word: Word::plain(1) }];
    let graph = Graph::from_edges(u32::MAX, 4_000_000_000, 17, edges).unwrap();
    assert_eq!((graph.nodes(), graph.start(), graph.end()), (2, 1, 0));
}

fn arcs(arcs: &[(u32, u32)]) -> Vec<Edge> {
    arcs.iter().map(|&(from, to)| Edge { from, to, word: Word::default() }).collect()
}

#[test]
fn refuses_graphs_that_are_none() {
    let cases = [
        ("a cycle", 4, (0, 3), &[(0, 1), (1, 2), (2, 1), (2, 3)][..], ErrorKind::Cycle { node: 1 }),
        ("an edge to itself", 2, (0, 1), &[(0, 0), (0, 1)][..], ErrorKind::Cycle { node: 0 }),
        ("back to the start", 2, (0, 1), &[(0, 1), (1, 0)][..], ErrorKind::Cycle { node: 0 }),
        ("no such node", 2, (0, 1), &[(0, 1), (0, 2)][..], ErrorKind::DanglingEdge { edge: 1 }),
        ("a dead end", 3, (0, 1), &[(0, 1), (0, 2)][..], ErrorKind::DanglingEdge { edge: 1 }),
        ("from nowhere", 3, (0, 1), &[(2, 1), (0, 1)][..], ErrorKind::DanglingEdge { edge: 0 }),
        ("past the end", 3, (0, 1), &[(0, 1), (1, 2)][..], ErrorKind::DanglingEdge { edge: 1 }),
        ("nothing between", 2, (0, 1), &[][..], ErrorKind::NoPath),
        ("no such end", 1, (0, 5), &[][..], ErrorKind::NoPath),
    ];
    for (case, nodes, (start, end), list, kind) in cases {
        assert_eq!(Graph::from_edges(nodes, start, end, arcs(list)).unwrap_err().kind, kind, "{case}");
    }
    assert_eq!(Graph::from_edges(3, 5, 5, Vec::new()).unwrap_err().kind, ErrorKind::NoPath);
    assert_eq!(Graph::from_edges(1, 0, 0, Vec::new()), Ok(Graph::new()));
}

#[test]
fn refuses_alternatives_that_do_not_balance() {
    use Token::{Close, Open, Or};
    for (tokens, token) in [(&[Open, Or][..], 2), (&[Or], 0), (&[Open, Close, Close], 2)] {
        let kind = Graph::from_tokens(tokens).unwrap_err().kind;
        assert_eq!(kind, ErrorKind::UnbalancedAlternatives { token });
    }
}
