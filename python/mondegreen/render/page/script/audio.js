// Plays utterances. Nothing is fetched before its button is pressed, and one utterance plays at a time.
let clips = null;
let player = null;

function playButton(at) {
  if (!data.audio) return [];
  const place = data.audio.index[at];
  const node = makeButton("small play", "▶", `play ${data.ids[at]}`);
  if (place < 0 || data.audio.missing.includes(place)) {
    node.disabled = true;
    node.title = place < 0 ? "no audio for this utterance" : `not found: ${decode(data.audio.files[place])}`;
    node.textContent = "no audio";
    node.removeAttribute("aria-label");
  }
  return [node];
}

// Where the sound is, and when it begins and ends there: in the page itself, or in a file beside it.
function findSound(at) {
  clips ??= find("clips") ? JSON.parse(find("clips").textContent) : {};
  if (Object.hasOwn(clips, at)) return { source: `data:audio/wav;base64,${clips[at]}`, start: 0, end: null, name: "the clip in this page" };
  const { files, index, start, end } = data.audio;
  const file = files[index[at]];
  const until = end[at] === null ? "" : `,${end[at]}`;
  const part = start[at] || until ? `#t=${start[at]}${until}` : "";
  return { source: file + part, start: start[at], end: end[at], name: decode(file) };
}

function stopPlayer() {
  player?.pause();
  player?.closest("article")?.querySelector(".play")?.replaceChildren("▶");
}

function makePlayer(at, node) {
  const { source, start, end, name } = findSound(at);
  const audio = make("audio");
  audio.controls = true;
  audio.preload = "none";
  audio.setAttribute("aria-label", `audio of ${data.ids[at]}`);
  audio.addEventListener("timeupdate", () => {
    if (end !== null && audio.currentTime >= end) {
      audio.pause();
      audio.currentTime = start;
    }
  });
  audio.addEventListener("error", () => {
    const text = `${name} cannot be played here: it is not there, or this browser does not know its encoding`;
    audio.replaceWith(make("p", "note failed", text));
  });
  audio.addEventListener("play", () => node.querySelector(".play").replaceChildren("⏸"));
  audio.addEventListener("pause", () => node.querySelector(".play").replaceChildren("▶"));
  audio.src = source;
  return audio;
}

function togglePlay(at) {
  const node = nodeOf(at);
  if (!node || node.querySelector(".play")?.disabled !== false) return;
  let audio = node.querySelector("audio");
  if (audio && !audio.paused) {
    audio.pause();
    return;
  }
  stopPlayer();
  node.querySelector(".failed")?.remove();
  if (!audio) {
    audio = makePlayer(at, node);
    node.querySelector(".top").after(audio);
  }
  player = audio;
  audio.play().catch(() => {}); // what failed is said by its error
}
