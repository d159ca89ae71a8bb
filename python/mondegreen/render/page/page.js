"use strict";
// Sorts, filters and builds what the page shows. Texts become nodes by textContent alone, never markup.
(() => {
  const PORTION = 50;
  const NAMES = { S: "substitution", D: "deletion", I: "insertion", c: "match of words written differently" };
  const GAP = "∅";
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find("data").textContent);
  const searched = data.utterances.map((each) => text(each).toLocaleLowerCase());
  let shown = [];
  let built = 0;

  function text(each) {
    return [each.key, each.said.join(" "), ...each.systems.map((system) => heard(each, system).join(" "))].join("\n");
  }

  // The words of a hypothesis: those of the reference where they are the same, and its own elsewhere.
  function heard(each, system) {
    return steps(each, system).map(([, , word]) => word).filter((word) => word !== null);
  }

  // Each step with the words of both sides, null where a side has none.
  function steps(each, system) {
    const said = system.said || each.said;
    let at = 0;
    let own = 0;
    return [...system.steps].map((step) => {
      const reference = step === "I" ? null : said[at++];
      const hypothesis = step === "C" ? reference : step === "D" ? null : system.heard[own++];
      return [step, reference, hypothesis];
    });
  }

  function make(tag, name, content) {
    const node = document.createElement(tag);
    if (name) node.className = name;
    if (content !== undefined) node.textContent = content;
    return node;
  }

  // What an error says when it is pointed at.
  function told(step, reference, hypothesis, weight, cosine) {
    const words = [reference, hypothesis].filter((word) => word !== null).join(" → ");
    const parts = [`${NAMES[step]}: ${words}`];
    if (weight !== undefined) parts.push(`weight ${weight.toFixed(2)}`);
    if (typeof cosine === "number") parts.push(`cosine ${cosine.toFixed(2)}`);
    return parts.join("; ");
  }

  function errorNode(step, reference, hypothesis, title) {
    const node = make("span", `error ${step}`);
    for (const word of [reference, hypothesis]) {
      node.append(word === null ? make("span", "gap", GAP) : make("bdi", "", word));
    }
    node.append(make("small", "", step === "c" ? "≈" : step));
    node.title = title;
    return node;
  }

  function wordsNode(each, system) {
    const node = make("div", "words");
    node.dir = each.rtl ? "rtl" : "ltr";
    let matches = [];
    let wrong = 0;
    const flush = () => {
      if (matches.length) node.append(make("span", "", ` ${matches.join(" ")} `));
      matches = [];
    };
    for (const [step, reference, hypothesis] of steps(each, system)) {
      if (step === "C") {
        matches.push(reference);
        continue;
      }
      flush();
      const weighed = system.weights && step !== "c";
      const weight = weighed ? system.weights[wrong] : undefined;
      const cosine = weighed ? system.cosines[wrong] : undefined;
      if (step !== "c") wrong += 1;
      node.append(errorNode(step, reference, hypothesis, told(step, reference, hypothesis, weight, cosine)), " ");
    }
    flush();
    return node;
  }

  function systemNode(place, number) {
    const each = data.utterances[place];
    const node = make("div", "system");
    const score = data.scores[metric()][number][place];
    const name = make("div", "name");
    name.append(make("bdi", "", data.systems[number]), ` ${score === null ? "–" : score.toFixed(2)}`);
    node.append(name, wordsNode(each, each.systems[number]));
    return node;
  }

  function row(place) {
    const each = data.utterances[place];
    const node = make("article");
    const head = make("h3");
    head.append(make("bdi", "", each.key));
    if (data.groups.length) head.append(" ", make("small", "", data.groups[place]));
    node.append(head, ...systems().map((number) => systemNode(place, number)));
    return node;
  }

  function build() {
    const next = shown.slice(built, built + PORTION);
    find("rows").append(...next.map(row));
    built += next.length;
    find("more").hidden = built >= shown.length;
  }

  const metric = () => Number(find("metric").value);
  const systems = () => {
    const chosen = find("system").value;
    return chosen === "" ? data.systems.map((_, number) => number) : [Number(chosen)];
  };
  const scores = (place) => systems().map((number) => data.scores[metric()][number][place]).filter((score) => score !== null);
  const errors = (place) => systems().map((number) => data.utterances[place].systems[number].steps.replace(/[Cc]/g, "").length);

  // By what utterances are ordered, the largest first; what has no such number comes last.
  const ORDERS = {
    highest: (place) => Math.max(...scores(place)),
    lowest: (place) => -Math.min(...scores(place)),
    errors: (place) => Math.max(...errors(place)),
    apart: (place) => Math.max(...scores(place)) - Math.min(...scores(place)),
    longest: (place) => data.utterances[place].said.length,
  };

  function isKind(place, kind) {
    const found = systems().map((number) => data.utterances[place].systems[number].steps);
    if (kind === "none") return found.every((each) => !/[SDI]/.test(each));
    return found.some((each) => [...kind].some((letter) => each.includes(letter)));
  }

  function isBetween(place, low, high) {
    const least = low === "" ? -Infinity : Number(low);
    const most = high === "" ? Infinity : Number(high);
    return scores(place).some((score) => score >= least && score <= most);
  }

  function isWanted(place) {
    const value = (id) => (find(id) ? find(id).value : "");
    const wanted = value("text").toLocaleLowerCase();
    if (wanted && !searched[place].includes(wanted)) return false;
    if (value("group") && data.groups[place] !== value("group")) return false;
    if (value("kind") && !isKind(place, value("kind"))) return false;
    return value("low") === "" && value("high") === "" ? true : isBetween(place, value("low"), value("high"));
  }

  function ordered(places) {
    const by = ORDERS[find("order").value];
    if (!by) return places;
    const keys = new Map(places.map((place) => [place, by(place)]));
    const key = (place) => (Number.isFinite(keys.get(place)) ? keys.get(place) : -Infinity);
    return places.sort((one, other) => (key(one) === key(other) ? one - other : key(other) > key(one) ? 1 : -1));
  }

  function show() {
    shown = ordered(data.utterances.map((_, place) => place).filter(isWanted));
    built = 0;
    find("rows").replaceChildren();
    find("found").textContent = `${shown.length} of ${data.utterances.length} utterances`;
    build();
  }

  function switchMetric() {
    const chosen = data.metrics[metric()];
    for (const node of document.querySelectorAll("[data-metric]")) node.hidden = node.dataset.metric !== chosen;
    show();
  }

  // What a cell is sorted by: its number, or its text; a number that is not defined comes last either way.
  function sortKey(cell) {
    if (cell.dataset.number === undefined) return cell.textContent;
    return cell.dataset.number === "" ? null : Number(cell.dataset.number);
  }

  function compared(one, other) {
    return typeof one === "number" ? one - other : one.localeCompare(other);
  }

  function sortTable(head) {
    const table = head.closest("table");
    const place = [...head.parentNode.children].indexOf(head);
    const first = head.classList.contains("number") ? "descending" : "ascending";
    const before = head.getAttribute("aria-sort");
    const way = before === null ? first : before === "ascending" ? "descending" : "ascending";
    for (const each of head.parentNode.children) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", way);
    const sign = way === "ascending" ? 1 : -1;
    const rows = [...table.tBodies[0].rows].map((each) => [sortKey(each.cells[place]), each]);
    rows.sort(([one], [other]) => {
      if (one === null || other === null) return (one === null) - (other === null);
      return sign * compared(one, other);
    });
    table.tBodies[0].append(...rows.map(([, each]) => each));
  }

  function sortable(head) {
    if (!head.textContent || head.closest("table").tBodies[0].rows.length < 2) return;
    const button = make("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortTable(head));
    head.append(button);
  }

  document.querySelectorAll("th").forEach(sortable);
  for (const id of ["switch", "controls", "found"]) find(id).hidden = false;
  find("metric").addEventListener("change", switchMetric);
  find("controls").addEventListener("input", show);
  find("controls").addEventListener("submit", (event) => event.preventDefault());
  find("more").addEventListener("click", build);
  new IntersectionObserver((seen) => {
    if (seen.some((each) => each.isIntersecting)) build();
  }).observe(find("more"));
  switchMetric();
})();
