// What is asked for lives in the part of the address after #, so that a copied address shows the same.
const DEFAULTS = { order: SYSTEMS.length > 1 ? "change" : "highest" };
let state = {};

function readHash() {
  const found = {};
  for (const part of location.hash.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at > 0) found[decode(part.slice(0, at))] = decode(part.slice(at + 1));
  }
  return found;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// An empty word is a deletion or an insertion where `ref` or `hyp` stand; all else that is empty is not asked for.
const isSet = (name, value) => value !== undefined && (value !== "" || name === "ref" || name === "hyp");

function writeHash(wanted) {
  const parts = Object.entries(wanted)
    .filter(([name, value]) => isSet(name, value) && value !== DEFAULTS[name])
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return parts.length ? `#${parts.join("&")}` : "";
}

const isAddressed = () => location.hash.includes("=");

// The address without a new entry of the history, while somebody types or goes from one utterance to the next.
function replaceAddress() {
  const hash = writeHash(state);
  if (hash === location.hash) return;
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch {
    // a page within another has no address of its own
  }
}

function pushAddress() {
  const hash = writeHash(state);
  if (hash === location.hash) return;
  try {
    history.pushState(null, "", hash || location.pathname + location.search);
  } catch {
    // as above
  }
}

const get = (name) => state[name] ?? DEFAULTS[name] ?? "";

function set(changes) {
  state = { ...state, ...changes };
  for (const name of Object.keys(state)) if (!isSet(name, state[name]) || state[name] === DEFAULTS[name]) delete state[name];
}

const metricIndex = () => Math.max(0, data.metrics.findIndex((each) => each.label === get("metric")));
const metric = () => data.metrics[metricIndex()] ?? { label: "", name: "", unit: "", better: "lower" };
const score = (at, system) => data.scores[metricIndex()]?.[system]?.[at] ?? null;
const sign = () => (metric().better === "lower" ? 1 : -1);

function chosenSystems() {
  const number = Number(get("system"));
  return get("system") !== "" && SYSTEMS.includes(number) ? [number] : SYSTEMS;
}

// The system that is compared with the first: the chosen one, or the last.
function rival() {
  const [number] = chosenSystems();
  return chosenSystems().length === 1 && number > 0 ? number : SYSTEMS.length - 1;
}
