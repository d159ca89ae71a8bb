// The page's parts come to life: forms and links change what is asked for, and the list follows.
function ask(changes, { isTyping = false } = {}) {
  set({ id: undefined, ...changes });
  (isTyping ? replaceAddress : pushAddress)();
  update();
}

function update() {
  fillForm();
  for (const node of document.querySelectorAll("[data-metric]")) node.hidden = node.dataset.metric !== metric().label;
  show();
}

function fillForm() {
  const values = { text: "q", kind: "kind", system: "system", low: "low", high: "high", order: "order" };
  for (const [id, name] of Object.entries(values)) {
    const node = find(id);
    if (node && node !== document.activeElement) node.value = get(name);
  }
  if (find("metric")) find("metric").value = metric().label;
  for (const node of document.querySelectorAll(".field")) node.value = state[`f.${node.dataset.field}`] ?? "";
  for (const node of find("shows").children) node.setAttribute("aria-pressed", String(node.dataset.show === (get("show") || "all")));
}

function makeShows() {
  for (const name of showsHere()) {
    const [title] = SHOWS[name];
    const node = makeButton("chip", typeof title === "function" ? title() : title);
    node.dataset.show = name;
    node.addEventListener("click", () => ask({ show: name === "all" ? undefined : name }));
    find("shows").append(node);
  }
}

function makeTakes() {
  for (const [name, [text, label, take]] of Object.entries(TAKES)) {
    const node = makeButton("small", text, label);
    node.id = `take-${name}`;
    node.addEventListener("click", () => take(node));
    find("takes").append(node);
  }
}

// A link within the page adds what it asks for to what is asked already, or takes it away again.
function follow(event) {
  const link = event.target.closest('a[href^="#"], a[*|href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = link.getAttribute("href") ?? link.getAttribute("xlink:href");
  if (!target.includes("=")) {
    const section = find(target.slice(1));
    if (section) {
      event.preventDefault();
      section.scrollIntoView();
    }
    return;
  }
  event.preventDefault();
  const wanted = parseTarget(target);
  if (wanted.id !== undefined) {
    set(wanted);
    pushAddress();
    goTo(shown.indexOf(data.ids.indexOf(wanted.id)));
    return;
  }
  const names = Object.keys(wanted);
  const isOn = names.every((name) => state[name] === wanted[name]);
  const range = names.includes("low") ? { low: undefined, high: undefined, below: undefined } : {};
  ask(isOn ? Object.fromEntries(names.map((name) => [name, undefined])) : { ...range, ...wanted });
  find("utterances").scrollIntoView();
}

function parseTarget(target) {
  const parts = target.slice(1).split("&").map((part) => {
    const at = part.indexOf("=");
    return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  });
  return Object.fromEntries(parts);
}

function clickRow(event) {
  const node = event.target.closest("article");
  if (!node) return;
  const at = Number(node.dataset.at);
  if (event.target.closest(".copy")) copy(makeText(at), event.target.closest(".copy"));
  if (event.target.closest(".play")) togglePlay(at);
  if (event.target.closest(".fold")) {
    unfolded.add(at);
    node.replaceWith(utteranceNode(at));
  }
}

let waiting;
function type(event) {
  clearTimeout(waiting);
  const { value } = event.target;
  waiting = setTimeout(() => ask({ q: value }, { isTyping: true }), COUNT > 2000 ? 200 : 0);
}

function arrive() {
  state = readHash();
  update();
  if (get("id")) goTo(shown.indexOf(data.ids.indexOf(get("id"))), { quietly: true });
  else if (isAddressed()) find("utterances").scrollIntoView();
}

function listen() {
  find("text").addEventListener("input", type);
  find("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter") find("utterances").scrollIntoView();
  });
  find("metric")?.addEventListener("change", (event) => ask({ metric: event.target.value }));
  for (const name of ["kind", "system", "order"]) {
    find(name)?.addEventListener("change", (event) => ask({ [name]: event.target.value }));
  }
  for (const name of ["low", "high"]) {
    find(name).addEventListener("input", (event) => ask({ [name]: event.target.value }, { isTyping: true }));
  }
  for (const node of document.querySelectorAll(".field")) {
    node.addEventListener("change", () => ask({ [`f.${node.dataset.field}`]: node.value }));
  }
  find("controls").addEventListener("submit", (event) => event.preventDefault());
  find("more").addEventListener("click", build);
  find("rows").addEventListener("click", clickRow);
  document.addEventListener("click", follow);
  document.addEventListener("keydown", pressKey);
  addEventListener("popstate", arrive);
  addEventListener("hashchange", () => isAddressed() && writeHash(state) !== writeHash(readHash()) && arrive());
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    clearTimeout(waiting);
    waiting = setTimeout(show, 150);
  });
  new IntersectionObserver((seen) => {
    if (seen.some((each) => each.isIntersecting) && !find("more").hidden) build();
  }).observe(find("more"));
}

document.documentElement.classList.add("live");
document.querySelectorAll("th").forEach(makeSortable);
document.querySelectorAll(".panel table").forEach(shorten);
for (const id of ["tools", "controls"]) find(id).hidden = false;
makeShows();
makeTakes();
listen();
startMeetings();
arrive();
