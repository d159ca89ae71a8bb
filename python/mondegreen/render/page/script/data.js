// The utterances, as columns of the page's data. Texts become nodes by textContent alone, never markup.
const find = (id) => document.getElementById(id);
const data = JSON.parse(find("data").textContent);
const COUNT = data.ids.length;
const SYSTEMS = data.systems.map((_, number) => number);
const GAP = "∅";
const NAMES = { S: "substitution", D: "deletion", I: "insertion", c: "match of words written differently" };
const leftward = new Set(data.leftward);

function make(tag, name, content) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (content !== undefined) node.textContent = content;
  return node;
}

function makeButton(name, content, label) {
  const node = make("button", name, content);
  node.type = "button";
  if (label) node.setAttribute("aria-label", label);
  return node;
}

const divide = (text) => (Array.isArray(text) ? text : text === "" ? [] : text.split(" "));
const said = (at, system = 0) => divide(data.own[`${system}.${at}`] ?? data.said[at]);
const stepsOf = (at, system) => data.heard[system].steps[at];

// Each step with the words of both sides, null where a side has none.
function pairWords(at, system) {
  const reference = said(at, system);
  const own = divide(data.heard[system].heard[at]);
  let left = 0;
  let right = 0;
  return [...stepsOf(at, system)].map((step) => {
    const one = step === "I" ? null : reference[left++];
    const other = step === "C" ? one : step === "D" ? null : own[right++];
    return [step, one, other];
  });
}

const heard = (at, system) => pairWords(at, system).map(([, , word]) => word).filter((word) => word !== null);

function countErrors(at, system) {
  let errors = 0;
  for (const step of stepsOf(at, system)) if (step === "S" || step === "D" || step === "I") errors += 1;
  return errors;
}

const countWords = (at) => said(at).length;
const points = (value) => (value === null || value === undefined ? "–" : value.toFixed(2));

// What is searched in an utterance: its ID, the reference, and what each system made of it.
const haystacks = [];
function haystack(at) {
  if (haystacks[at] === undefined) {
    const texts = [data.ids[at], said(at).join(" "), ...SYSTEMS.map((system) => heard(at, system).join(" "))];
    haystacks[at] = texts.join("\n");
  }
  return haystacks[at];
}

function formatTime(seconds) {
  const whole = Math.floor(seconds / 60);
  const rest = (seconds - 60 * whole).toFixed(1);
  return whole ? `${whole}:${rest.padStart(4, "0")}` : `${rest} s`;
}
