// Sessions on a time axis: a lane for each speaker and one for each system's, errors colored, overlap shaded.
const LANE = 26;
const AXIS = 22;
const NAMES_ROOM = innerWidth > 640 ? 140 : 96;
const meetings = data.meetings ?? [];
let scale = 0;
let seen = 0;

const lanesOf = () => meetings[seen].lanes;
const laneTop = (lane) => AXIS + lane * LANE + 3;
const rowsOf = () => Array.from({ length: meetings[seen].count }, (_, index) => meetings[seen].first + index);
const stage = () => find("stage");
const roomWide = () => Math.max(120, stage().clientWidth - NAMES_ROOM);

function spanOf() {
  const ends = [...rowsOf().map((at) => data.end[at]), ...meetings[seen].heard.map(([, , end]) => end)];
  return Math.max(1, ...ends.filter((each) => typeof each === "number"));
}

// The shares of a segment that its words take, by their lengths.
function divideSpan(start, end, words) {
  const total = words.reduce((sum, word) => sum + [...word].length, 0) || 1;
  let at = start;
  return words.map((word) => {
    const next = at + ((end - start) * [...word].length) / total;
    const span = [at, next];
    at = next;
    return span;
  });
}

// Where two speakers of the reference or more speak at once.
function findOverlaps() {
  const edges = rowsOf()
    .filter((at) => said(at).length)
    .flatMap((at) => [[data.start[at], 1], [data.end[at], -1]])
    .sort(([one, way], [other, back]) => one - other || way - back);
  const found = [];
  let speaking = 0;
  for (const [time, way] of edges) {
    if (way === 1 && speaking === 1) found.push([time, time]);
    speaking += way;
    if (way === -1 && speaking === 1) found[found.length - 1][1] = time;
  }
  return found;
}

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const across = (time) => NAMES_ROOM + time * scale - stage().scrollLeft;

// All that is drawn: boxes with words, each with what a click on it shows.
function listBoxes() {
  const speakers = data.fields.find(({ name }) => name === "speaker");
  const boxes = [];
  const lanes = lanesOf();
  for (const at of rowsOf()) {
    const words = said(at);
    if (!words.length) continue;
    const name = speakers.values[speakers.index[at]];
    lanes.forEach(([system, , of], lane) => {
      if (of !== name) return;
      if (system < 0) boxes.push({ lane, start: data.start[at], end: data.end[at], words, steps: "C".repeat(words.length), at });
      else boxes.push({ lane, start: data.start[at], end: data.end[at], words, steps: stepsOf(at, system).replaceAll("I", ""), at, isGap: true });
    });
  }
  for (const [lane, start, end, words, steps, at] of meetings[seen].heard) boxes.push({ lane, start, end, words, steps, at });
  return boxes;
}

let boxes = [];
function drawBox(pen, box) {
  const [left, right] = [across(box.start), across(box.end)];
  if (right < NAMES_ROOM || left > stage().clientWidth) return;
  const top = laneTop(box.lane);
  const spans = divideSpan(box.start, box.end, box.words);
  if (!box.isGap) {
    pen.fillStyle = color(box.at === current ? "--accent" : "--behind");
    pen.fillRect(left, top, Math.max(1, right - left), LANE - 6);
    pen.fillStyle = color("--panel");
    pen.fillRect(left + 1, top + 1, Math.max(0, right - left - 2), LANE - 8);
  }
  spans.forEach(([start, end], index) => {
    const step = box.steps[index];
    const [from, to] = [across(start), across(end)];
    const isSmall = to - from < 8; // too narrow for letters: the color must be seen from afar
    if (box.isGap) {
      if (step !== "D") return;
      pen.fillStyle = color("--D");
      pen.fillRect(from, top + LANE - 10, Math.max(2, to - from - 1), 5);
      return;
    }
    if (step !== "C" && step !== "c") {
      pen.fillStyle = color(isSmall ? `--${step}` : `--${step}-ground`);
      pen.fillRect(from, top + 1, Math.max(1.5, to - from - 1), LANE - 8);
      pen.fillStyle = color(`--${step}`);
      pen.fillRect(from, top + LANE - 9, Math.max(1.5, to - from - 1), 2);
    }
    const wide = pen.measureText(box.words[index]).width;
    if (wide <= to - from - 2) {
      pen.fillStyle = color(step === "C" || step === "c" ? "--text" : `--${step}`);
      pen.fillText(box.words[index], from + 1, top + 14);
    }
  });
}

function drawNames(pen) {
  pen.fillStyle = color("--ground");
  pen.fillRect(0, 0, NAMES_ROOM, AXIS + lanesOf().length * LANE + 4);
  lanesOf().forEach(([system, name, of], lane) => {
    pen.fillStyle = color(system < 0 ? "--text" : `--s${system < 8 ? system : 1 + ((system - 1) % 7)}`);
    pen.font = `${system < 0 ? "600 " : ""}12px ${getComputedStyle(document.body).fontFamily}`;
    const text = system < 0 ? name : `${data.systems[system]}: ${name}${of ? "" : " (unmatched)"}`;
    pen.fillText(text, system < 0 || !of ? 6 : 14, laneTop(lane) + 14, NAMES_ROOM - 20);
  });
}

function drawAxis(pen, height) {
  const steps = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600];
  const step = steps.find((each) => each * scale >= 70) ?? 3600;
  pen.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const from = Math.floor(stage().scrollLeft / scale / step) * step;
  for (let time = from; across(time) < stage().clientWidth; time += step) {
    if (across(time) < NAMES_ROOM) continue;
    pen.fillStyle = color("--grid");
    pen.fillRect(across(time), AXIS - 4, 1, height);
    pen.fillStyle = color("--faint");
    pen.fillText(formatTime(time), across(time) + 3, 12);
  }
}

function drawMeeting() {
  const node = find("timeline");
  const ratio = devicePixelRatio || 1;
  const [wide, high] = [stage().clientWidth, AXIS + lanesOf().length * LANE + 4];
  node.width = wide * ratio;
  node.height = high * ratio;
  node.style.width = `${wide}px`;
  node.style.height = `${high}px`;
  find("track").style.width = `${NAMES_ROOM + spanOf() * scale}px`;
  const pen = node.getContext("2d");
  pen.scale(ratio, ratio);
  for (const [start, end] of findOverlaps()) {
    pen.fillStyle = color("--overlap");
    pen.fillRect(across(start), AXIS, Math.max(1, (end - start) * scale), high);
  }
  drawAxis(pen, high);
  pen.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  for (const box of boxes) drawBox(pen, box);
  drawNames(pen);
}

function zoom(factor, middle = roomWide() / 2) {
  const time = (stage().scrollLeft + middle) / scale;
  const least = roomWide() / spanOf();
  scale = Math.min(400, Math.max(least, factor ? scale * factor : least));
  drawMeeting();
  stage().scrollLeft = time * scale - middle;
}

function openMeeting(index) {
  seen = index;
  boxes = listBoxes();
  scale = roomWide() / spanOf();
  drawMeeting();
}

function clickTimeline(event) {
  const box = stage().getBoundingClientRect();
  const time = (event.clientX - box.left - NAMES_ROOM + stage().scrollLeft) / scale;
  const lane = Math.floor((event.clientY - box.top - AXIS) / LANE);
  const found = boxes.find((each) => each.lane === lane && each.start <= time && time <= each.end && !each.isGap) ??
    boxes.find((each) => each.lane === lane && each.start <= time && time <= each.end);
  if (!found || found.at < 0) return;
  if (!shown.includes(found.at)) ask({ show: undefined, kind: undefined, q: undefined, ref: undefined, hyp: undefined });
  goTo(shown.indexOf(found.at));
  drawMeeting();
}

// Brings the utterance that is looked at into view.
function followCurrent() {
  if (!meetings.length || current < 0) return;
  const index = meetings.findIndex(({ first, count }) => first <= current && current < first + count);
  if (index < 0) return;
  if (index !== seen) {
    find("session").value = String(index);
    openMeeting(index);
  }
  const place = data.start[current] * scale;
  if (place < stage().scrollLeft || place > stage().scrollLeft + roomWide()) stage().scrollLeft = place - roomWide() / 3;
  drawMeeting();
}

function startMeetings() {
  if (!meetings.length) return;
  find("meeting").hidden = false;
  for (const [index, { name }] of meetings.entries()) {
    const option = make("option", "", name);
    option.value = String(index);
    find("session").append(option);
  }
  find("session").addEventListener("change", (event) => openMeeting(Number(event.target.value)));
  find("zoom-in").addEventListener("click", () => zoom(2));
  find("zoom-out").addEventListener("click", () => zoom(1 / 2));
  find("zoom-all").addEventListener("click", () => zoom(0));
  stage().addEventListener("scroll", drawMeeting);
  stage().addEventListener("click", clickTimeline);
  stage().addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX - stage().getBoundingClientRect().left - NAMES_ROOM);
  }, { passive: false });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawMeeting);
  addEventListener("resize", () => zoom(1));
  openMeeting(0);
}
