// Which utterances are shown, and in which order.
const SHOWS = {
  all: ["all", () => true],
  errors: ["with errors", (at) => chosenSystems().some((system) => countErrors(at, system))],
  differ: ["systems differ", (at) => SYSTEMS.some((system) => differs(at, system))],
  better: [() => `${data.systems[rival()]} better`, (at) => change(at) < 0],
  worse: [() => `${data.systems[rival()]} worse`, (at) => change(at) > 0],
};
const showsHere = () => Object.keys(SHOWS).filter((name) => SYSTEMS.length > 1 || !["differ", "better", "worse"].includes(name));

function differs(at, system) {
  if (!system) return false;
  const { steps, heard: words } = data.heard[system];
  const base = data.heard[0];
  return steps[at] !== base.steps[at] || String(words[at]) !== String(base.heard[at]);
}

// By how much the rival is worse than the first system; NaN where one has no score.
function change(at) {
  const [before, after] = [score(at, 0), score(at, rival())];
  return before === null || after === null ? NaN : sign() * (after - before);
}

const scoresOf = (at) => chosenSystems().map((system) => score(at, system)).filter((each) => each !== null);
const spread = (at) => {
  const found = scoresOf(at);
  return found.length ? Math.max(...found) - Math.min(...found) : -Infinity;
};

// By what utterances are ordered, the largest first; what has no such number comes last.
const ORDERS = {
  change: (at) => Math.abs(change(at)),
  gain: (at) => -change(at),
  loss: (at) => change(at),
  apart: spread,
  highest: (at) => Math.max(...scoresOf(at)),
  lowest: (at) => -Math.min(...scoresOf(at)),
  errors: (at) => Math.max(...chosenSystems().map((system) => countErrors(at, system))),
  longest: countWords,
};

function isKind(at, kind) {
  const found = chosenSystems().map((system) => stepsOf(at, system));
  if (kind === "none") return found.every((each) => !/[SDI]/.test(each));
  return found.some((each) => [...kind].some((letter) => each.includes(letter)));
}

// Whether a system takes this word for that one; an empty word is one that the side does not have.
function hasPair(at, reference, hypothesis) {
  const [one, other] = [reference || null, hypothesis || null];
  const step = one === null ? "I" : other === null ? "D" : "S";
  return chosenSystems().some(
    (system) =>
      stepsOf(at, system).includes(step) &&
      pairWords(at, system).some(([kind, left, right]) => kind === step && left === one && right === other),
  );
}

// Whether a system's score lies there; `below` is the end of a column of the histogram, which it does not hold.
function isBetween(at, low, high, below) {
  const least = low === "" ? -Infinity : Number(low);
  const most = high === "" ? Infinity : Number(high);
  const end = below === "" ? Infinity : Number(below);
  return scoresOf(at).some((each) => each >= least && each <= most && each < end);
}

function inRange(number, range) {
  const [low, high = low] = range.split("-").map(Number);
  return number >= low && number <= high;
}

// How a text is searched: /.../ is a regular expression, "..." a whole word, anything else a part of the text.
function makeSearch(text) {
  const expression = text.match(/^\/(.+?)\/?$/s);
  if (expression) {
    try {
      const found = new RegExp(expression[1], "imu");
      return (at) => found.test(haystack(at));
    } catch {
      return null;
    }
  }
  const word = text.match(/^"(.+)"$/s);
  if (word) {
    const wanted = word[1].toLocaleLowerCase();
    return (at) => haystack(at).toLocaleLowerCase().split(/\s/).includes(wanted);
  }
  const wanted = text.toLocaleLowerCase();
  return (at) => haystack(at).toLocaleLowerCase().includes(wanted);
}

// The tests that an utterance has to pass; null where the search is no regular expression.
function listTests() {
  const tests = [];
  const show = get("show");
  if (Object.hasOwn(SHOWS, show)) tests.push(SHOWS[show][1]);
  if (get("kind")) tests.push((at) => isKind(at, get("kind")));
  for (const each of data.fields) {
    const wanted = state[`f.${each.name}`];
    if (wanted === undefined) continue;
    const place = each.values.indexOf(wanted);
    tests.push((at) => each.index[at] === place);
  }
  if (state.ref !== undefined || state.hyp !== undefined) tests.push((at) => hasPair(at, get("ref"), get("hyp")));
  if (get("words")) tests.push((at) => inRange(countWords(at), get("words")));
  if (get("place")) tests.push((at) => inRange(at + 1, get("place")));
  const range = ["low", "high", "below"].map(get);
  if (range.some((each) => each !== "")) tests.push((at) => isBetween(at, ...range));
  if (get("q")) tests.push(makeSearch(get("q")));
  return tests.includes(null) ? null : tests;
}

function selectUtterances() {
  const tests = listTests();
  if (tests === null) return [];
  const found = [];
  for (let at = 0; at < COUNT; at++) if (tests.every((test) => test(at))) found.push(at);
  if (!Object.hasOwn(ORDERS, get("order"))) return found;
  const by = ORDERS[get("order")];
  const keys = new Map(found.map((at) => [at, by(at)]));
  const key = (at) => (Number.isFinite(keys.get(at)) ? keys.get(at) : -Infinity);
  return found.sort((one, other) => (key(one) === key(other) ? one - other : key(other) > key(one) ? 1 : -1));
}

// The word errors of those utterances by each system, per 100 reference words.
function rateErrors(those) {
  return SYSTEMS.map((system) => {
    let errors = 0;
    let words = 0;
    for (const at of those) {
      errors += countErrors(at, system);
      words += said(at, system).length;
    }
    return words ? (100 * errors) / words : null;
  });
}
