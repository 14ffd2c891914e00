// The instructions, and the ports that they keep busy as a heat map.

import { columnHead, longTable, make, section } from "./dom.js";
import { instructionPlace, instructionText } from "./region.js";

/** @typedef {import("./dependencies.js").Dependencies} Dependencies */
/** @typedef {import("./region.js").Region} Region */

const FIXED_COLUMNS = 5;

/**
 * @param {Region} region
 * @param {Dependencies} known
 * @param {AbortSignal} signal
 */
export function codeSection(region, known, signal) {
  const pressure = region.pressure || { units: [], per_iteration: [], rows: [] };
  const most = pressure.rows.reduce(
    (found, row) => row.reduce((most, value, at) => (at % 2 ? Math.max(most, value) : most), found), 1e-9);
  const units = pressure.units.map((unit, at) => columnHead(unit, { title: `${pressure.per_iteration[at]} cycles` }));
  const heads = [columnHead("Line"), columnHead("Instruction", { class: "code" }), columnHead("Latency"),
    columnHead("LCD", { title: "Part of the slowest loop-carried chain" }),
    columnHead("CP", { title: "Part of the longest path within an iteration" }), ...units];
  const [texts, sourceOf] = region.sources || [[], []];
  /** @type {number | null} */
  let shown = null;
  /** @type {(value: number) => HTMLElement} */
  const heat = (value) => (value === 0 ? make("td", { class: "heat", style: "--h:0" })
    : make("td", { class: "heat", style: `--h:${(0.06 + (0.94 * value) / most).toFixed(2)}` }, value.toFixed(2)));
  /** @type {(is: boolean, kind: string) => HTMLElement} */
  const mark = (is, kind) => make("td", { class: kind }, is ? "\u25cf" : "");
  /** @type {(at: number) => HTMLElement[]} */
  const row = (at) => {
    const cells = new Array(pressure.units.length).fill(0);
    const cycles = pressure.rows[at] || [];
    for (let pair = 0; pair < cycles.length; pair += 2) cells[cycles[pair]] = cycles[pair + 1];
    const made = [];
    const source = sourceOf[at];
    if (source !== undefined && source !== null && source !== shown) {
      shown = source;
      made.push(make("tr", { class: "source" },
        make("th", { colspan: FIXED_COLUMNS + cells.length, scope: "rowgroup" }, make("bdi", {}, texts[source]))));
    }
    const latency = region.latencies[at];
    made.push(make("tr", { "data-line": region.lines[at] }, make("td", {}, instructionPlace(region, at)),
      make("th", { scope: "row", class: "code" }, make("span", {}, make("bdi", {}, instructionText(region, at)))),
      make("td", {}, latency === null || latency === undefined ? "-" : String(latency)),
      mark(known.onChain.has(at), "chain"), mark(known.onPath.has(at), "path"), ...cells.map(heat)));
    return made;
  };
  const caption = "Instructions: latency in cycles, chains that they are part of, and cycles of each port per iteration";
  return section("code", "Code and ports", longTable(caption, heads, region.instructions.length, row, signal));
}
