// Tables that are sorted by a click on a heading, and of which long ones are shown in part.
const ROWS = 12;

// What a cell is sorted by: its number, or its text; a number that is not defined comes last either way.
function sortKey(cell) {
  if (cell.dataset.number === undefined) return cell.textContent;
  return cell.dataset.number === "" ? null : Number(cell.dataset.number);
}

const compareKeys = (one, other) =>
  typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other), "en", { numeric: true });

function sortTable(head) {
  const table = head.closest("table");
  const place = [...head.parentNode.children].indexOf(head);
  const first = head.classList.contains("number") ? "descending" : "ascending";
  const before = head.getAttribute("aria-sort");
  const way = before === null ? first : before === "ascending" ? "descending" : "ascending";
  for (const each of head.parentNode.children) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", way);
  const turn = way === "ascending" ? 1 : -1;
  const rows = [...table.tBodies[0].rows].map((each) => [sortKey(each.cells[place]), each]);
  rows.sort(([one], [other]) => {
    if (one === null || other === null) return (one === null) - (other === null);
    return turn * compareKeys(one, other);
  });
  table.tBodies[0].append(...rows.map(([, each]) => each));
}

function makeSortable(head) {
  if (!head.textContent.trim() || head.closest("table").tBodies[0].rows.length < 2) return;
  const button = makeButton("sort");
  button.append(...head.childNodes);
  button.title = "sort";
  button.addEventListener("click", () => sortTable(head));
  head.append(button);
}

function shorten(table) {
  const count = table.tBodies[0].rows.length;
  if (count <= ROWS + 3) return;
  table.classList.add("short");
  const button = makeButton("small all", `show all ${count}`);
  button.addEventListener("click", () => {
    const isShort = table.classList.toggle("short");
    button.textContent = isShort ? `show all ${count}` : `show ${ROWS}`;
  });
  table.closest(".scroll").after(button);
}
