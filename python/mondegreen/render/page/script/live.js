// A served page asks whether its files have changed, and loads itself again; its address keeps what was asked for.
const PAUSE = 1500;

async function followFiles() {
  try {
    const { number, problem } = await (await fetch("version")).json();
    if (number !== data.live) {
      location.reload();
      return;
    }
    find("live").textContent = problem ? `the files have changed and cannot be shown: ${problem}` : "";
  } catch {
    find("live").textContent = "no longer served: start mondegreen report --serve again";
  }
  setTimeout(followFiles, PAUSE);
}

if (data.live !== undefined) setTimeout(followFiles, PAUSE);
