// The timeline as a drawing: the part of it that can be seen.

import { instructionText } from "./region.js";

/** @typedef {import("./dependencies.js").Dependencies} Dependencies */
/** @typedef {import("./dependencies.js").Edge} Edge */
/** @typedef {import("./region.js").Region} Region */

// Numbers of an entry.
export const ENTRY_FIELDS = 5;
// Height in pixels of the line with cycles.
export const TIMELINE_HEAD = 20;
const MIN_TEXT_HEIGHT = 11;
const COLOURS = ["back", "text", "quiet", "line", "panel", "wait", "run", "done", "lit", "chain", "path"];

/**
 * The instructions that were executed, a row for each, and the scale at which they are drawn.
 * @typedef {object} TimelineView
 * @property {Region} region
 * @property {Dependencies} known
 * @property {number[] | Int32Array} entries
 * @property {number} rows
 * @property {number} lastCycle
 * @property {number} cycleWidth in pixels
 * @property {number} chosen a row, or -1
 */

/**
 * The cycles of a row: dispatched, ready, issued, executed, retired.
 * @param {TimelineView} view
 * @param {number} row
 */
export function timelineEntry(view, row) {
  return view.entries.slice(row * ENTRY_FIELDS, row * ENTRY_FIELDS + ENTRY_FIELDS);
}

/**
 * The cycles in which a row was predecoded and decoded; -1 if they are not known.
 * @param {TimelineView} view
 * @param {number} row
 */
export function frontEndEntry(view, row) {
  const [predecoded = -1, decoded = -1] = view.region.timeline?.front_end?.slice(row * 2, row * 2 + 2) ?? [];
  return { predecoded, decoded };
}

/**
 * The iteration and number of a row.
 * @param {TimelineView} view
 * @param {number} row
 */
export function timelineLabel(view, row) {
  const count = view.region.instructions.length;
  return `${Math.floor(row / count)},${row % count}`;
}

/** @param {TimelineView} view */
export function timelineRowHeight(view) {
  return Math.max(3, Math.min(18, Math.round(view.cycleWidth * 2)));
}

/**
 * The width in pixels of the column with instructions.
 * @param {HTMLElement} box
 */
export function timelineGutter(box) {
  return box.clientWidth < 620 ? 110 : 300;
}

/**
 * Rows that the chosen one waits for, each with the edge from there.
 * @param {TimelineView} view
 */
function litRows(view) {
  /** @type {Map<number, Edge>} */
  const lit = new Map();
  if (view.chosen < 0) return lit;
  const count = view.region.instructions.length;
  const iteration = Math.floor(view.chosen / count);
  for (const edge of view.known.before.get(view.chosen % count) || []) {
    const row = (iteration - edge.iterations) * count + edge.from;
    if (row >= 0) lit.set(row, edge);
  }
  return lit;
}

/**
 * Draws what can be seen of a timeline in a box that scrolls.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} box
 * @param {TimelineView} view
 */
export function drawTimeline(canvas, box, view) {
  const width = box.clientWidth, height = box.clientHeight, scale = window.devicePixelRatio || 1;
  const context = canvas.getContext("2d");
  if (width === 0 || !context) return;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const style = getComputedStyle(box);
  const colour = Object.fromEntries(COLOURS.map((key) => [key, style.getPropertyValue(`--${key}`).trim()]));
  const { region, known, chosen, cycleWidth, lastCycle } = view;
  const count = region.instructions.length;
  const high = timelineRowHeight(view), left = timelineGutter(box);
  const scrollLeft = box.scrollLeft, scrollTop = box.scrollTop;
  const first = Math.floor(scrollTop / high);
  const end = Math.min(view.rows, first + Math.ceil(height / high) + 1);
  /** @type {(cycle: number) => number} */
  const x = (cycle) => left + cycle * cycleWidth - scrollLeft;
  /** @type {(row: number) => number} */
  const y = (row) => TIMELINE_HEAD + row * high - scrollTop;
  const lit = litRows(view);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = colour.back;
  context.fillRect(0, 0, width, height);
  context.font = "12px ui-monospace, monospace";
  context.textBaseline = "middle";
  let step = 1;
  while (step * cycleWidth < 60) step *= step.toString().startsWith("2") ? 2.5 : 2;
  const firstCycle = Math.max(0, Math.floor(scrollLeft / cycleWidth / step) * step);
  for (let cycle = firstCycle; cycle <= lastCycle && x(cycle) < width; cycle += step) {
    context.fillStyle = colour.line;
    context.fillRect(x(cycle), TIMELINE_HEAD, 1, height);
  }
  const margin = high > 6 ? 2 : 0;
  /** @type {(row: number, from: number, to: number, fill: string) => void} */
  const bar = (row, from, to, fill) => {
    if (to <= from || x(to) < left || x(from) > width) return;
    context.fillStyle = fill;
    context.fillRect(x(from), y(row) + margin, Math.max(1, (to - from) * cycleWidth), high - (margin ? 4 : 1));
  };
  for (let row = first; row < end; row++) {
    if (row === chosen || lit.has(row)) {
      context.fillStyle = colour.lit;
      context.fillRect(0, y(row), width, high);
    }
    const [dispatched, , issued, executed, retired] = timelineEntry(view, row);
    const done = Math.max(executed, issued + 1);
    bar(row, Math.max(0, dispatched), issued, colour.wait);
    bar(row, issued, done, colour.run);
    bar(row, done, retired, colour.done);
    const { predecoded, decoded } = frontEndEntry(view, row);
    if (predecoded >= 0) bar(row, predecoded, predecoded + 1, colour.quiet);
    if (decoded >= 0) bar(row, decoded, decoded + 1, colour.path);
  }
  context.lineWidth = 1.5;
  for (const [row, edge] of lit) {
    context.strokeStyle = edge.isOnChain ? colour.chain : colour.path;
    context.beginPath();
    context.moveTo(x(timelineEntry(view, row)[3]), y(row) + high / 2);
    context.lineTo(x(timelineEntry(view, chosen)[2]), y(chosen) + high / 2);
    context.stroke();
  }
  context.fillStyle = colour.panel;
  context.fillRect(0, 0, left, height);
  context.fillRect(0, 0, width, TIMELINE_HEAD);
  context.fillStyle = colour.quiet;
  context.fillText("cycle", 6, TIMELINE_HEAD / 2);
  for (let cycle = firstCycle; cycle <= lastCycle && x(cycle) < width; cycle += step) {
    if (x(cycle) >= left) context.fillText(String(cycle), x(cycle) + 3, TIMELINE_HEAD / 2);
  }
  context.save();
  context.beginPath();
  context.rect(0, TIMELINE_HEAD, left - 4, height);
  context.clip();
  for (let row = first; row < end && high >= MIN_TEXT_HEIGHT; row++) {
    const at = row % count;
    if (row === chosen || lit.has(row)) {
      context.fillStyle = colour.lit;
      context.fillRect(0, y(row), left, high);
    }
    context.fillStyle = known.onChain.has(at) ? colour.chain : known.onPath.has(at) ? colour.path : colour.text;
    context.fillText(`${timelineLabel(view, row).padEnd(7)} ${instructionText(region, at)}`, 6, y(row) + high / 2);
  }
  context.restore();
  context.fillStyle = colour.line;
  context.fillRect(left - 1, 0, 1, height);
}
