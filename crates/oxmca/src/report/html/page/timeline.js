// The timeline: what can be done with it. `timeline-canvas.js` draws it.

import { columnHead, longTable, make, section } from "./dom.js";
import { instructionText } from "./region.js";
import { ENTRY_FIELDS, TIMELINE_HEAD, drawTimeline, frontEndEntry, timelineEntry, timelineGutter, timelineLabel, timelineRowHeight } from "./timeline-canvas.js";

/** @typedef {import("./dependencies.js").Dependencies} Dependencies */
/** @typedef {import("./region.js").Region} Region */
/** @typedef {import("./timeline-canvas.js").TimelineView} TimelineView */

const FRONT_END_STAGES = [["quiet", "is predecoded"], ["path", "is decoded"]];
const STAGES = [["wait", "waits for operands or a port"], ["run", "executes"], ["done", "waits to retire"]];
const MIN_CYCLE_WIDTH = 0.5, MAX_CYCLE_WIDTH = 40, FIRST_CYCLE_WIDTH = 8;

/**
 * The scale and place of a timeline, kept while it is made anew.
 * @typedef {object} TimelineMemory
 * @property {number} [cycleWidth]
 * @property {number} [scrollLeft]
 * @property {number} [scrollTop]
 * @property {boolean} [isFollowing]
 */

/**
 * @param {Region} region
 * @param {Dependencies} known
 * @param {TimelineMemory} memory
 * @param {(text: string) => void} announce tells users of screen readers
 * @param {AbortSignal} signal ends listeners
 */
export function timelineSection(region, known, memory, announce, signal) {
  if (!region.timeline || region.timeline.entries.length === 0) return null;
  const entries = region.timeline.entries;
  const rows = entries.length / ENTRY_FIELDS;
  let lastCycle = 0;
  for (let at = 4; at < entries.length; at += ENTRY_FIELDS) {
    lastCycle = Math.max(lastCycle, entries[at], entries[at - 1]);
  }
  /** @type {TimelineView} */
  const view = {
    region, known, entries, rows, lastCycle, cycleWidth: memory.cycleWidth || FIRST_CYCLE_WIDTH, chosen: -1,
  };
  const follow = make("input", { type: "checkbox", checked: memory.isFollowing !== false });
  follow.addEventListener("change", () => { memory.isFollowing = follow.checked; });
  const box = timelineBox(view, memory, follow, announce, signal);
  /** @type {(text: string, label: string, go: () => void) => HTMLElement} */
  const button = (text, label, go) => make("button", { type: "button", "aria-label": label, onclick: go }, text);
  const stages = region.timeline.front_end ? [...FRONT_END_STAGES, ...STAGES] : STAGES;
  const legend = stages.map(([kind, text]) =>
    make("span", {}, make("i", { style: `background:var(--${kind})` }), text));
  const details = make("details", {}, make("summary", {}, "Timeline as a table"));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) details.append(timelineTable(view, signal));
  });
  return section("timeline", "Timeline",
    make("p", { class: "note" }, `${rows} instructions over ${lastCycle + 1} cycles` +
      (region.timeline.is_truncated ? "; later ones are left out." : ".") +
      " Point at one, or choose it with the arrow keys, to see what it waits for."),
    make("div", { class: "tools" }, button("\u2212", "Zoom out", () => box.zoom(1 / 1.5)),
      button("+", "Zoom in", () => box.zoom(1.5)), button("Fit", "Fit all cycles", box.fit),
      make("label", {}, follow, " Follow the instructions"), make("span", { class: "legend" }, ...legend)),
    box.element, box.tip, details);
}

/**
 * @param {TimelineView} view
 * @param {AbortSignal} signal
 */
function timelineTable(view, signal) {
  const count = view.region.instructions.length;
  const heads = [columnHead("Iteration, number"), columnHead("Instruction", { class: "code" }),
    columnHead("Dispatched"), columnHead("Ready"), columnHead("Issued"), columnHead("Executed"), columnHead("Retired")];
  return longTable("Cycles at which each instruction passed each stage", heads, view.rows, (row) =>
    [make("tr", {}, make("td", {}, timelineLabel(view, row)),
      make("th", { scope: "row", class: "code" }, make("bdi", {}, instructionText(view.region, row % count))),
      ...Array.from(timelineEntry(view, row), (cycle) => make("td", {}, String(cycle))))], signal);
}

/**
 * The cycles of a row as a sentence.
 * @param {TimelineView} view
 * @param {number} row
 */
function timelineWords(view, row) {
  const [dispatched, ready, issued, executed, retired] = timelineEntry(view, row);
  const count = view.region.instructions.length;
  const { predecoded, decoded } = frontEndEntry(view, row);
  return `[${timelineLabel(view, row)}] ${instructionText(view.region, row % count)}\n` +
    (predecoded >= 0 ? `predecoded ${predecoded}, ` : "") + (decoded >= 0 ? `decoded ${decoded}, ` : "") +
    `dispatched ${dispatched}, ready ${ready}, issued ${issued}, executed ${executed}, retired ${retired}`;
}

/**
 * The drawing, with its scrolling, zooming and choosing.
 * @param {TimelineView} view
 * @param {TimelineMemory} memory
 * @param {HTMLInputElement} follow
 * @param {(text: string) => void} announce
 * @param {AbortSignal} signal
 */
function timelineBox(view, memory, follow, announce, signal) {
  const { region, known, rows, lastCycle } = view;
  const count = region.instructions.length;
  const canvas = make("canvas", { "aria-hidden": "true" });
  const size = make("div", { class: "size" });
  const box = make("div", {
    class: "timeline", tabindex: 0, role: "application",
    "aria-label": "Timeline. Up and down choose an instruction, left and right scroll, plus and minus zoom.",
  }, canvas, size);
  const tip = make("div", { class: "tip", hidden: true });
  let isWaiting = false, isScrollingItself = false, top = 0;

  const draw = () => {
    isWaiting = false;
    drawTimeline(canvas, box, view);
  };
  const redraw = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(draw);
  };
  const resize = () => {
    const high = timelineRowHeight(view);
    const wanted = TIMELINE_HEAD + (rows + 1) * high + 16;
    box.style.height = wanted < window.innerHeight * 0.62 ? `${Math.max(120, wanted)}px` : "";
    size.style.width = `${timelineGutter(box) + (lastCycle + 2) * view.cycleWidth}px`;
    size.style.height = `${TIMELINE_HEAD + (rows + 1) * high}px`;
    redraw();
  };
  /** @type {(width: number) => void} */
  const setCycleWidth = (width) => {
    view.cycleWidth = memory.cycleWidth = Math.max(MIN_CYCLE_WIDTH, Math.min(MAX_CYCLE_WIDTH, width));
    resize();
  };
  /**
   * Changes the scale, and leaves a point where it is.
   * @type {(factor: number, px?: number, py?: number) => void}
   */
  const zoom = (factor, px = box.clientWidth / 2, py = box.clientHeight / 2) => {
    const right = Math.max(0, px - timelineGutter(box));
    const cycle = (box.scrollLeft + right) / view.cycleWidth;
    const row = (box.scrollTop + py - TIMELINE_HEAD) / timelineRowHeight(view);
    setCycleWidth(view.cycleWidth * factor);
    isScrollingItself = true;
    box.scrollTop = row * timelineRowHeight(view) - py + TIMELINE_HEAD;
    box.scrollLeft = cycle * view.cycleWidth - right;
    isScrollingItself = false;
  };
  const fit = () => setCycleWidth((box.clientWidth - timelineGutter(box) - 10) / (lastCycle + 2));
  /** @type {(row: number) => void} */
  const bring = (row) => {
    const [dispatched] = timelineEntry(view, Math.max(0, Math.min(rows - 1, row)));
    box.scrollLeft = Math.max(0, dispatched * view.cycleWidth - 20);
  };
  box.addEventListener("scroll", () => {
    if (!isScrollingItself && follow.checked && box.scrollTop !== top) {
      bring(Math.floor(box.scrollTop / timelineRowHeight(view)));
    }
    top = memory.scrollTop = box.scrollTop;
    memory.scrollLeft = box.scrollLeft;
    redraw();
  });
  /** @type {(row: number) => void} */
  const choose = (row) => {
    if (row === view.chosen) return;
    view.chosen = row;
    redraw();
  };
  const sayChosen = () => {
    const waits = (known.before.get(view.chosen % count) || []).map((edge) =>
      `${instructionText(region, edge.from)} through ${edge.cause}`);
    announce(timelineWords(view, view.chosen) + (waits.length ? `; waits for ${waits.join(", ")}` : ""));
  };
  /** @type {(event: PointerEvent) => number} */
  const rowAt = (event) => {
    const y = event.clientY - box.getBoundingClientRect().top;
    const row = Math.floor((y - TIMELINE_HEAD + box.scrollTop) / timelineRowHeight(view));
    return y < TIMELINE_HEAD || row < 0 || row >= rows ? -1 : row;
  };
  box.addEventListener("pointermove", (event) => {
    const row = rowAt(event);
    choose(row);
    tip.hidden = row < 0;
    if (row < 0) return;
    tip.textContent = timelineWords(view, row);
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${Math.min(event.clientY + 18, window.innerHeight - tip.offsetHeight - 8)}px`;
  });
  box.addEventListener("pointerleave", () => {
    tip.hidden = true;
    choose(-1);
  });
  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const bounds = box.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), event.clientX - bounds.left, event.clientY - bounds.top);
  }, { passive: false });
  box.addEventListener("keydown", (event) => {
    const high = timelineRowHeight(view);
    const page = Math.floor(box.clientHeight / high) - 2;
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -rows, End: rows }[event.key];
    if (move !== undefined) {
      const row = Math.max(0, Math.min(rows - 1, view.chosen < 0 ? 0 : view.chosen + move));
      if (row !== view.chosen) {
        choose(row);
        sayChosen();
      }
      const at = TIMELINE_HEAD + row * high;
      if (at < box.scrollTop + TIMELINE_HEAD || at > box.scrollTop + box.clientHeight - 2 * high) {
        box.scrollTop = at - box.clientHeight / 2;
      }
      bring(row);
    } else if (event.key === "+" || event.key === "=") zoom(1.3);
    else if (event.key === "-") zoom(1 / 1.3);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      box.scrollLeft += event.key === "ArrowLeft" ? -60 : 60;
    } else return;
    event.preventDefault();
  });
  let isPlaced = false;
  const observer = new ResizeObserver(() => {
    resize();
    if (isPlaced) return;
    isPlaced = isScrollingItself = true;
    if (memory.scrollTop) top = box.scrollTop = memory.scrollTop;
    if (memory.scrollLeft) box.scrollLeft = memory.scrollLeft;
    isScrollingItself = false;
  });
  observer.observe(box);
  // The theme that a page has chosen.
  const themeObserver = new MutationObserver(redraw);
  themeObserver.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => {
    observer.disconnect();
    themeObserver.disconnect();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw, { signal });
  /** @param {boolean} isPaper */
  const drawOnPaper = (isPaper) => {
    box.classList.toggle("paper", isPaper);
    draw();
  };
  window.addEventListener("beforeprint", () => drawOnPaper(true), { signal });
  window.addEventListener("afterprint", () => drawOnPaper(false), { signal });
  return { element: box, tip, zoom, fit };
}
