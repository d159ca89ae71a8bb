// The list of utterances: a part of it at a time, each with a link, and what the keyboard does with them.
const PORTION = 40;
let shown = [];
let built = 0;
let current = -1;
const unfolded = new Set();

function linkTo(at) {
  const node = make("a", "id", data.ids[at]);
  node.href = writeHash({ ...(get("metric") ? { metric: get("metric") } : {}), id: data.ids[at] });
  node.title = "link to this utterance";
  return node;
}

function aboutUtterance(at) {
  const parts = data.fields.map((each) => each.values[each.index[at]]).filter((value) => value !== "");
  const [start, end] = [data.start?.[at], data.end?.[at]];
  if (typeof start === "number" && typeof end === "number") {
    parts.push(`${formatTime(start)} – ${formatTime(end)}`);
  }
  return parts.join(" · ");
}

// By how many word errors the rival differs from the first system, or how many there are.
function badgeNode(at) {
  const errors = countErrors(at, rival());
  if (SYSTEMS.length === 1 || chosenSystems().length === 1) {
    const count = countErrors(at, chosenSystems()[0]);
    return make("span", "badge", count === 1 ? "1 error" : `${count} errors`);
  }
  const difference = errors - countErrors(at, 0);
  const amount = Math.abs(difference);
  const text = difference === 0 ? `= ${errors} errors` : `${difference < 0 ? "▼" : "▲"} ${amount} error${amount === 1 ? "" : "s"}`;
  const node = make("span", `badge ${difference < 0 ? "good" : difference > 0 ? "bad" : ""}`, text);
  node.title = `${data.systems[rival()]} has ${errors} word errors, ${data.systems[0]} has ${errors - difference}`;
  return node;
}

function roomFor() {
  const style = getComputedStyle(find("rows"));
  canvas.font = `600 15px ${style.fontFamily}`; // the references' letters, which are the widest
  const label = window.innerWidth > 640 ? 170 : 76;
  return Math.max(180, find("rows").clientWidth - label - 34);
}

function utteranceNode(at) {
  const node = make("article");
  node.dataset.at = at;
  node.tabIndex = -1;
  const head = make("h3");
  head.append(linkTo(at));
  const about = aboutUtterance(at);
  if (about) head.append(" ", make("small", "", about));
  const tools = make("span", "tools");
  tools.append(...listTools(at), badgeNode(at));
  const top = make("div", "top");
  top.append(head, tools);
  const words = make("div", "lines");
  words.dir = leftward.has(at) ? "rtl" : "ltr";
  words.append(...linesOf(at, roomFor(), unfolded.has(at)));
  node.append(top, words);
  if (at === current) node.classList.add("current");
  return node;
}

function listTools(at) {
  const copy = makeButton("small copy", "copy", `copy ${data.ids[at]}`);
  return [...playButton(at), copy];
}

function build() {
  const next = shown.slice(built, built + PORTION);
  find("rows").append(...next.map(utteranceNode));
  built += next.length;
  find("more").hidden = built >= shown.length;
  find("more").textContent = `show more (${shown.length - built})`;
}

const nodeOf = (at) => find("rows").querySelector(`article[data-at="${at}"]`);

// Goes to an utterance of the list, which is built up to there.
function goTo(place, { quietly = false } = {}) {
  const at = shown[place];
  if (at === undefined) return;
  while (built <= place) build();
  for (const each of find("rows").querySelectorAll(".current")) each.classList.remove("current");
  current = at;
  const node = nodeOf(at);
  node.classList.add("current");
  node.scrollIntoView({ block: "center" });
  if (!quietly) node.focus({ preventScroll: true });
  set({ id: data.ids[at] });
  replaceAddress();
  followCurrent();
}

const KEYS = {
  j: () => goTo(Math.min(shown.indexOf(current) + 1, shown.length - 1)),
  k: () => goTo(Math.max(shown.indexOf(current) - 1, 0)),
  n: () => {
    const wanted = (at, place) => place > shown.indexOf(current) && isKind(at, "SDI");
    goTo(shown.findIndex(wanted));
  },
  p: () => togglePlay(current),
  "/": () => find("text").focus(),
  "?": () => {
    find("help").hidden = false;
    find("legend").scrollIntoView({ block: "center" });
  },
};

function pressKey(event) {
  if (event.key === "Escape" && event.target === find("text")) event.target.blur();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (!Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
}

// What is asked for besides what the form says, each of which goes away by a click.
function showFilters() {
  const words = state.ref !== undefined || state.hyp !== undefined;
  const pairs = [
    [words, ["ref", "hyp"], `${get("ref") || GAP} → ${get("hyp") || GAP}`],
    [get("words"), ["words"], `${get("words")} reference words`],
    [get("place"), ["place"], `utterances ${get("place")}`],
    [get("below"), ["below"], `score below ${get("below")}`],
    [get("q"), ["q"], `search: ${get("q")}`],
  ];
  const nodes = pairs.filter(([wanted]) => wanted).map(([, names, text]) => {
    const node = makeButton("filter", `${text} ✕`, `remove the filter ${text}`);
    node.addEventListener("click", () => ask(Object.fromEntries(names.map((name) => [name, undefined]))));
    return node;
  });
  if (Object.keys(state).some((name) => !["metric", "order", "id"].includes(name))) {
    const clear = makeButton("filter", "clear all", "remove all filters");
    clear.addEventListener("click", () => {
      state = state.metric ? { metric: state.metric } : {};
      ask({});
    });
    nodes.push(clear);
  }
  find("filters").replaceChildren(...nodes);
  find("filters").hidden = nodes.length === 0;
}

function describeSelection() {
  if (listTests() === null) return "this is no regular expression";
  const count = `${shown.length.toLocaleString("en")} of ${COUNT.toLocaleString("en")} utterances`;
  if (shown.length === COUNT || !shown.length) return count;
  const rates = rateErrors(shown).map((rate, system) => `${data.systems[system]} ${rate === null ? "–" : rate.toFixed(2)}`);
  return `${count}; word errors per 100 words here: ${rates.join(", ")}`;
}

function show() {
  shown = selectUtterances();
  const wanted = get("id");
  const at = wanted ? data.ids.indexOf(wanted) : -1;
  if (at >= 0 && !shown.includes(at)) shown.unshift(at);
  current = at;
  built = 0;
  find("rows").replaceChildren();
  find("found").textContent = describeSelection();
  showFilters();
  build();
}
