// The report on a region on one CPU: all sections, one after the other.

import { boundsSection, comparisonSection } from "./bounds.js";
import { codeSection } from "./code.js";
import { findDependencies } from "./dependencies.js";
import { make, nextTask } from "./dom.js";
import { graphSection } from "./graph.js";
import { summarySection } from "./summary.js";
import { timelineSection } from "./timeline.js";

/** @typedef {import("./region.js").Machine} Machine */
/** @typedef {import("./timeline.js").TimelineMemory} TimelineMemory */

/**
 * A section of a document and what is kept when it is made anew.
 * @typedef {object} Part
 * @property {HTMLElement} holder
 * @property {AbortController} controller ends the section's listeners
 */

/**
 * A report in a document.
 * @typedef {object} Shown
 * @property {Part[]} parts
 * @property {Machine[]} machines that are compared
 * @property {TimelineMemory} timeline
 * @property {number} turn counts calls, to drop those that are late
 */

// The place of the comparison among the sections.
const COMPARISON = 2;

/** @type {WeakMap<HTMLElement, Shown>} */
const shownIn = new WeakMap();

/**
 * Shows a region in an element, in the place of one shown before: the summary now, the other sections one after the
 * other, with chances for the browser in between. A later call for the same element ends an earlier one. Scroll
 * positions, opened details and the timeline's scale stay.
 * @param {HTMLElement} root
 * @param {Machine[]} machines
 * @param {number} machineAt
 * @param {number} regionAt
 * @param {(text: string) => void} announce tells users of screen readers
 * @returns {Promise<boolean>} true when all is shown, false when a later call came
 */
export async function showReport(root, machines, machineAt, regionAt, announce) {
  const machine = machines[machineAt];
  const region = machine.regions[regionAt];
  const shown = shownIn.get(root) || { parts: [], machines, timeline: {}, turn: 0 };
  shownIn.set(root, shown);
  shown.machines = machines;
  const turn = ++shown.turn;
  if (!region) {
    for (const part of shown.parts) part.controller.abort();
    shown.parts = [];
    root.replaceChildren(make("p", {}, "There is nothing to report on for this CPU."));
    return true;
  }
  const known = findDependencies(region);
  /** @type {((signal: AbortSignal) => HTMLElement | null)[]} */
  const makers = [
    () => summarySection(region, machine),
    () => boundsSection(region),
    () => comparisonSection(shown.machines, shown.machines.indexOf(machine), regionAt),
    (signal) => codeSection(region, known, signal),
    (signal) => timelineSection(region, known, shown.timeline, announce, signal),
    (signal) => graphSection(region, known, signal),
  ];
  if (shown.parts.length === 0) {
    shown.parts = makers.map(() => ({ holder: make("div"), controller: new AbortController() }));
    root.replaceChildren(...shown.parts.map((part) => part.holder));
  }
  for (const [at, makeSection] of makers.entries()) {
    const part = shown.parts[at];
    part.controller.abort();
    part.controller = new AbortController();
    replaceSection(part.holder, makeSection(part.controller.signal));
    await nextTask();
    if (shown.turn !== turn) return false;
  }
  return true;
}

/**
 * Compares more CPUs, which became known after the report was shown.
 * @param {HTMLElement} root
 * @param {Machine[]} machines
 * @param {number} machineAt
 * @param {number} regionAt
 */
export function showComparison(root, machines, machineAt, regionAt) {
  const shown = shownIn.get(root);
  if (!shown || shown.parts.length === 0) return;
  shown.machines = machines;
  replaceSection(shown.parts[COMPARISON].holder, comparisonSection(machines, machineAt, regionAt));
}

/**
 * Puts a section in the place of another: what was opened is open, and what was scrolled is where it was.
 * @param {HTMLElement} holder
 * @param {HTMLElement | null} made
 */
function replaceSection(holder, made) {
  const opened = [...holder.querySelectorAll("details")].map((it) => it.open);
  const scrolled = [...holder.querySelectorAll(".scroll")].map((it) => [it.scrollTop, it.scrollLeft]);
  const before = document.activeElement;
  const focusable = "[tabindex], button, input, summary";
  const focusAt = before && holder.contains(before) ? [...holder.querySelectorAll(focusable)].indexOf(before) : -1;
  holder.replaceChildren(...(made ? [made] : []));
  holder.querySelectorAll("details").forEach((it, at) => { it.open = opened[at] || false; });
  holder.querySelectorAll(".scroll").forEach((it, at) => {
    const [top, left] = scrolled[at] || [0, 0];
    if (top) it.scrollTop = top;
    if (left) it.scrollLeft = left;
  });
  const focused = focusAt < 0 ? null : holder.querySelectorAll(focusable)[focusAt];
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}
