// The dependencies of a region as a drawing.

import { columnHead, formatCycles, longTable, make, makeSvg, section } from "./dom.js";
import { instructionPlace, instructionText } from "./region.js";

/** @typedef {import("./dependencies.js").Dependencies} Dependencies */
/** @typedef {import("./dependencies.js").Edge} Edge */
/** @typedef {import("./region.js").Region} Region */

// Instructions that are drawn.
const DRAWN = 120;
// Pixels of a row, of a character, and of the longest text.
const ROW_HEIGHT = 22, CHARACTER_WIDTH = 7.3, MAX_TEXT_WIDTH = 460;

/** @param {Edge} edge */
function edgeKind(edge) {
  return edge.isOnChain ? "chain" : edge.isOnPath ? "path" : "";
}

/**
 * @param {Region} region
 * @param {Dependencies} known
 * @param {AbortSignal} signal
 */
export function graphSection(region, known, signal) {
  if (known.edges.length === 0) return null;
  const count = region.instructions.length;
  const isWhole = count <= DRAWN;
  /** @type {number[]} */
  const shown = [];
  for (let at = 0; at < count && shown.length < DRAWN; at++) {
    if (isWhole || known.onChain.has(at) || known.onPath.has(at)) shown.push(at);
  }
  const details = make("details", {}, make("summary", {}, "Dependencies as a table"));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(edgeTable(region, known, signal));
  });
  const legend = make("p", { class: "legend" },
    make("span", {}, make("i", { style: "background:var(--chain)" }), "slowest loop-carried chain"),
    make("span", {}, make("i", { style: "background:var(--path)" }),
      `longest path within an iteration, ${formatCycles(known.pathCycles)}`),
    make("span", {}, "dashed: to a later iteration"));
  return section("graph", "Dependencies", legend,
    isWhole ? null : make("p", { class: "note" },
      `Of ${count} instructions, ${shown.length} on the chain and the path are drawn; the table has all dependencies.`),
    make("div", { class: "scroll graph", tabindex: 0, role: "region", "aria-label": "Dependency graph" },
      drawing(region, known, shown)), details);
}

/**
 * @param {Region} region
 * @param {number} at
 */
function label(region, at) {
  return `${instructionPlace(region, at)}  ${instructionText(region, at)}`;
}

/**
 * @param {Region} region
 * @param {Dependencies} known
 * @param {AbortSignal} signal
 */
function edgeTable(region, known, signal) {
  const heads = [columnHead("From", { class: "code" }), columnHead("To", { class: "code" }), columnHead("Through"),
    columnHead("Cycles"), columnHead("Iterations later"), columnHead("Part of")];
  return longTable("All dependencies", heads, known.edges.length, (at) => {
    const edge = known.edges[at];
    return [make("tr", {}, make("td", { class: "code" }, label(region, edge.from)),
      make("td", { class: "code" }, label(region, edge.to)), make("td", {}, edge.cause),
      make("td", {}, String(edge.delay)), make("td", {}, String(edge.iterations)),
      make("td", {}, edge.isOnChain ? "slowest chain" : edge.isOnPath ? "longest path" : ""))];
  }, signal);
}

/**
 * @param {Region} region
 * @param {Dependencies} known
 * @param {number[]} shown
 */
function drawing(region, known, shown) {
  const rowOf = new Map(shown.map((at, row) => [at, row]));
  /** @type {(at: number) => number} */
  const row = (at) => rowOf.get(at) ?? 0;
  const edges = known.edges.filter((edge) => rowOf.has(edge.from) && rowOf.has(edge.to));
  const longest = Math.max(...shown.map((at) => label(region, at).length));
  const left = Math.min(MAX_TEXT_WIDTH, 16 + CHARACTER_WIDTH * longest);
  /** @type {(edge: Edge) => number} */
  const reach = (edge) => 26 + Math.min(340, 9 * Math.abs(row(edge.from) - row(edge.to)) + (edge.iterations ? 30 : 0));
  const width = left + 90 + Math.max(...edges.map(reach), 40);
  const paths = edges.map((edge) => {
    const y1 = row(edge.from) * ROW_HEIGHT + 14, y2 = row(edge.to) * ROW_HEIGHT + 14, far = left + reach(edge);
    const shape = y1 === y2 ? `M${left} ${y1 - 4}C${far} ${y1 - 16} ${far} ${y1 + 16} ${left} ${y1 + 4}`
      : `M${left} ${y1}C${far} ${y1} ${far} ${y2} ${left + 4} ${y2}m5-3l-5 3l5 3`;
    const later = edge.iterations ? `, ${edge.iterations} iteration${edge.iterations > 1 ? "s" : ""} later` : "";
    const words = `${instructionText(region, edge.from)} to ${instructionText(region, edge.to)}: ` +
      `${formatCycles(edge.delay)} through ${edge.cause}${later}`;
    return makeSvg("path", { d: shape, class: `${edge.iterations ? "carried " : ""}${edgeKind(edge)}` },
      makeSvg("title", {}, words));
  });
  /** @type {(at: number | null) => void} */
  const light = (at) => edges.forEach((edge, index) =>
    paths[index].classList.toggle("dim", at !== null && edge.from !== at && edge.to !== at));
  const labels = shown.map((at) => {
    const text = label(region, at);
    return makeSvg("text", {
      x: 8, y: row(at) * ROW_HEIGHT + 18,
      class: known.onChain.has(at) ? "chain" : known.onPath.has(at) ? "path" : "",
      onpointerenter: () => light(at), onpointerleave: () => light(null),
    }, text.length * CHARACTER_WIDTH > left ? `${text.slice(0, 58)}\u2026` : text);
  });
  // Marked edges are drawn over others.
  const isMarked = paths.map((_, at) => edgeKind(edges[at]) !== "");
  return makeSvg("svg", {
    width, height: shown.length * ROW_HEIGHT + 12, role: "img",
    "aria-label": "Dependencies between instructions; the table below has the same",
  }, ...paths.filter((_, at) => !isMarked[at]), ...paths.filter((_, at) => isMarked[at]), ...labels);
}
