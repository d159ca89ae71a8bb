// Systems column by column under the reference, in lines that are as wide as the page, loops folded.
const LEAST = 12;
const LONGEST_CYCLE = 8;
const TIMES = 3;
const SHOWN = 4;
const widths = new Map();
const canvas = document.createElement("canvas").getContext("2d");

// How many words come over and over, up to the last time, which may break off; 0 if none do.
function cycleLength(words) {
  for (let length = 1; length <= LONGEST_CYCLE; length++) {
    if (words.length < TIMES * length) return 0;
    if (words.every((word, at) => at < length || word === words[at - length])) return length;
  }
  return 0;
}

// A run of insertions, of which a loop is shown once, with what stands for the rest.
function foldInsertions(cells) {
  if (cells.length < LEAST) return cells;
  const length = cycleLength(cells.map((cell) => cell.word));
  const end = length ? cells.length - (cells.length % length) : cells.length - SHOWN;
  const begin = length || SHOWN;
  const hidden = end - begin;
  const text = length ? `[${hidden / length} times more]` : `[${hidden} more]`;
  return [...cells.slice(0, begin), { step: "I", word: text, fold: hidden }, ...cells.slice(end)];
}

function weighCell(at, system, index) {
  const found = data.weights?.[system]?.[at];
  if (!found) return {};
  return { weight: found[0][index], cosine: found[1][index] };
}

// For each word of the reference what a system has under it, and before each of them what it inserted.
function gatherCells(at, system, unfolded) {
  const under = [];
  const before = [[]];
  let wrong = 0;
  for (const [step, reference, word] of pairWords(at, system)) {
    const isError = step !== "C" && step !== "c";
    const cell = { step, reference, word, ...(isError ? weighCell(at, system, wrong++) : {}) };
    if (step === "I") before[before.length - 1].push(cell);
    else {
      under.push(cell);
      before.push([]);
    }
  }
  return { under, before: unfolded ? before : before.map(foldInsertions) };
}

// The columns of an utterance: a word of the reference or none, and the cell of each of these systems or none.
function alignColumns(at, systems, unfolded) {
  const reference = said(at, systems[0]);
  const found = systems.map((system) => gatherCells(at, system, unfolded));
  const columns = [];
  for (let place = 0; place <= reference.length; place++) {
    const most = Math.max(...found.map(({ before }) => before[place].length));
    for (let slot = 0; slot < most; slot++) {
      columns.push({ word: null, cells: found.map(({ before }) => before[place][slot] ?? null) });
    }
    if (place < reference.length) columns.push({ word: reference[place], cells: found.map(({ under }) => under[place]) });
  }
  return columns;
}

// Systems whose references are cut into the same words stand under one reference.
function groupSystems(at, systems) {
  const groups = new Map();
  for (const system of systems) {
    const key = JSON.stringify(said(at, system));
    groups.set(key, [...(groups.get(key) ?? []), system]);
  }
  return [...groups.values()];
}

function measure(text) {
  if (!widths.has(text)) widths.set(text, canvas.measureText(text).width);
  return widths.get(text);
}

const PADDING = innerWidth > 640 ? 12 : 6;
const LETTER = 14;
function columnWidth(column) {
  const under = column.cells.map((cell) => (cell ? measure(cell.word ?? "–") + (cell.step === "C" ? 0 : LETTER) : 0));
  return PADDING + 4 + Math.max(10, column.word === null ? 0 : measure(column.word), ...under);
}

function breakLines(columns, room) {
  const lines = [[]];
  let used = 0;
  for (const column of columns) {
    const width = columnWidth(column);
    if (used + width > room && lines[lines.length - 1].length) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1].push(column);
    used += width;
  }
  return lines;
}

// What an error says when it is pointed at.
function describeCell(cell) {
  if (cell.fold) return `${cell.fold} insertions are folded; click to see them`;
  const words = [cell.reference, cell.word].map((word) => word ?? GAP).join(" → ");
  const parts = [`${NAMES[cell.step]}: ${words}`];
  if (cell.weight !== undefined) parts.push(`weight ${cell.weight.toFixed(2)}`);
  if (typeof cell.cosine === "number") parts.push(`cosine ${cell.cosine.toFixed(2)}`);
  return parts.join("; ");
}

function cellNode(cell) {
  if (cell === null) return make("td");
  if (cell.step === "C") return make("td", "", cell.word);
  const node = make("td", `error ${cell.step}`);
  const inside = cell.fold ? makeButton("fold", cell.word) : make("span", "", cell.word ?? "–");
  inside.dir = "auto";
  node.append(inside, make("sup", "", cell.step === "c" ? "≈" : cell.step));
  node.title = describeCell(cell);
  return node;
}

function rowNode(name, number, cells) {
  const node = make("tr");
  const head = make("th", "name");
  head.scope = "row";
  head.append(make("bdi", "", name));
  if (number !== "") head.append(" ", make("span", "score", number));
  node.append(head, ...cells);
  return node;
}

function lineNode(line, at, systems, isFirst) {
  const table = make("table", "line");
  const body = make("tbody");
  body.append(rowNode("reference", "", line.map((column) => make("td", "said", column.word ?? ""))));
  systems.forEach((system, row) => {
    const number = isFirst ? points(score(at, system)) : "";
    body.append(rowNode(data.systems[system], number, line.map((column) => cellNode(column.cells[row]))));
  });
  table.append(body);
  return table;
}

// All lines of an utterance, for a room of so many pixels.
function linesOf(at, room, unfolded) {
  return groupSystems(at, chosenSystems()).flatMap((systems) =>
    breakLines(alignColumns(at, systems, unfolded), room).map((line, index) => lineNode(line, at, systems, index === 0)),
  );
}
