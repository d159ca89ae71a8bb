// What is taken out of the page: the rows that are shown, as CSV or JSON, and an utterance or all of them as text.
const texts = (at) => ({
  id: data.ids[at],
  ...Object.fromEntries(data.fields.map((each) => [each.name, each.values[each.index[at]]])),
  ...(typeof data.start?.[at] === "number" ? { start: data.start[at], end: data.end[at] } : {}),
  reference: said(at).join(" "),
});

function recordOf(at) {
  const systems = SYSTEMS.map((system) => ({
    name: data.systems[system],
    hypothesis: heard(at, system).join(" "),
    errors: countErrors(at, system),
    scores: Object.fromEntries(data.metrics.map(({ label }, index) => [label, data.scores[index][system][at]])),
  }));
  return { ...texts(at), systems };
}

function flatten(record) {
  const { systems, ...rest } = record;
  for (const { name, hypothesis, errors, scores } of systems) {
    rest[`${name}: hypothesis`] = hypothesis;
    rest[`${name}: errors`] = errors;
    for (const [label, value] of Object.entries(scores)) rest[`${name}: ${label}`] = value;
  }
  return rest;
}

const quoteCell = (value) => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

function makeCsv(records) {
  const rows = records.map(flatten);
  const names = [...new Set(rows.flatMap(Object.keys))];
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return lines.map((line) => line.map(quoteCell).join(",")).join("\r\n") + "\r\n";
}

function download(text, name, type) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// An utterance with its systems under the reference, for a text of equally wide letters.
function makeText(at) {
  const width = (text) => [...text].length;
  const systems = chosenSystems();
  const blocks = groupSystems(at, systems).map((group) => {
    const columns = alignColumns(at, group, true);
    const rows = [["reference", columns.map(({ word }) => word ?? "*")]];
    group.forEach((system, row) => {
      rows.push([data.systems[system], columns.map(({ cells }) => cells[row]?.word ?? "*")]);
    });
    const names = Math.max(...rows.map(([name]) => width(name)));
    const wide = columns.map((_, place) => Math.max(...rows.map(([, words]) => width(words[place]))));
    const pad = (text, room) => text + " ".repeat(Math.max(0, room - width(text)));
    return rows.map(([name, words]) => [pad(name, names), ...words.map((word, place) => pad(word, wide[place]))].join(" ").trimEnd());
  });
  return `${[data.ids[at], aboutUtterance(at)].filter(Boolean).join("  ")}\n${blocks.flat().join("\n")}\n`;
}

async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", "unseen", text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = button.textContent;
  button.textContent = "copied";
  setTimeout(() => {
    button.textContent = before;
  }, 1200);
}

const TAKES = {
  copy: ["copy", "copy these utterances", (button) => copy(shown.map(makeText).join("\n"), button)],
  csv: ["CSV", "export these utterances as CSV", () => download(makeCsv(shown.map(recordOf)), "utterances.csv", "text/csv")],
  json: [
    "JSON",
    "export these utterances as JSON",
    () => download(`${JSON.stringify(shown.map(recordOf), null, 1)}\n`, "utterances.json", "application/json"),
  ],
};
