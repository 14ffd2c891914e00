// The least time that each part of the CPU takes, and the same region on several CPUs.

import { bars, make, section } from "./dom.js";
import { instructionText, limitsText } from "./region.js";

/** @typedef {import("./dom.js").Bar} Bar */
/** @typedef {import("./dom.js").Child} Child */
/** @typedef {import("./region.js").Cost} Cost */
/** @typedef {import("./region.js").Machine} Machine */
/** @typedef {import("./region.js").Region} Region */

// Instructions of a bound that are named.
const NAMED = 4;
// Share of the time that a part must take to count as a limit.
const IS_LIMIT = 0.98;

/** @param {string} name of a part of the CPU in documents */
function boundTitle(name) {
  const words = name === "micro_op_cache" ? "micro-op cache" : name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {Region} region */
export function boundsSection(region) {
  const steady = region.steady_state;
  if (!steady) return null;
  const found = steady.cycles_per_iteration.value;
  /** @type {Bar[]} */
  const rows = [{ title: "Cycles per iteration", value: found, class: "now" }];
  /** @type {(title: string, cost: Cost | null | undefined, note?: Child[]) => void} */
  const add = (title, cost, note) => {
    if (cost) rows.push({ title, value: cost.value, note, class: cost.value >= found * IS_LIMIT ? "met" : "" });
  };
  if (steady.hardware) {
    for (const bound of steady.hardware.bounds) {
      const instructions = bound.instructions || [];
      const chain = instructions.slice(0, NAMED).flatMap((at, place) =>
        [place > 0 ? ", " : "", make("bdi", {}, instructionText(region, at))]);
      const note = bound.ports ? [bound.ports] : [...chain, instructions.length > NAMED ? ", ..." : ""];
      add(boundTitle(bound.name), bound.cycles_per_iteration, note);
    }
  } else if (steady.bounds) {
    const { resources, dependencies } = steady.bounds;
    add("Dispatch", steady.bounds.dispatch_cycles);
    add("Decoding", steady.bounds.decoding_cycles);
    add("Retirement", steady.bounds.retirement_cycles);
    if (resources) add("Ports", resources.cycles_per_iteration, [resources.resources.join(", ")]);
    if (dependencies) add("Chain", dependencies.cycles_per_iteration, ["slowest loop-carried chain"]);
  }
  return section("bounds", "Bounds", bars("Cycles per iteration, and the least that each part of the CPU takes", rows));
}

/**
 * @param {Machine[]} machines
 * @param {number} machineAt the one that is shown
 * @param {number} regionAt
 */
export function comparisonSection(machines, machineAt, regionAt) {
  if (machines.length < 2) return null;
  /** @type {Bar[]} */
  const rows = [];
  machines.forEach((machine, at) => {
    const region = machine.regions[regionAt];
    if (!region || !region.steady_state) return;
    rows.push({
      title: machine.cpu, value: region.steady_state.cycles_per_iteration.value, note: [limitsText(region)],
      class: at === machineAt ? "now" : "",
    });
  });
  return section("comparison", "CPUs", bars("Cycles per iteration, and what limits them", rows));
}
