// The result in figures and words.

import { formatNumber, make, section } from "./dom.js";
import { limitsText } from "./region.js";

/** @typedef {import("./region.js").Machine} Machine */
/** @typedef {import("./region.js").Region} Region */

/** @type {Record<string, string>} */
const REASONS = {
  not_described: "instructions of this target are not followed",
  too_long: "there are too many instructions to follow",
  no_memory: "no memory is accessed",
  same_places: "each iteration accesses the same places in memory",
  addresses_are_data: "addresses depend on data",
  different_streams: "iterations go on through memory by different amounts",
  vector_length: "it depends on how long the processor's vectors are",
};

/**
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * @param {NonNullable<Region["work"]>} work
 */
function workText(work) {
  const each = work.cycles_per_unit;
  if (work.count === undefined || each === undefined) return `not known: ${REASONS[work.unknown ?? ""] ?? "no reason"}`;
  const bytes = work.element_bytes;
  const units = bytes === undefined ? counted(work.count, "byte") : `${counted(work.count, "element")} of ${counted(bytes, "byte")}`;
  return `${units}, ${formatNumber(each)} cycles each`;
}

/**
 * @param {Region} region
 * @param {Machine} machine
 */
export function summarySection(region, machine) {
  const steady = region.steady_state, explained = region.explanation;
  /** @type {HTMLElement[]} */
  const facts = [];
  /** @type {(title: string, value: string) => void} */
  const fact = (title, value) => {
    facts.push(make("div", {}, make("dt", {}, title), make("dd", {}, value)));
  };
  if (steady) {
    fact("Cycles per iteration", formatNumber(steady.cycles_per_iteration.value));
    const work = region.work;
    if (work) fact("Work per iteration", workText(work));
    if (explained) fact("Limited by", limitsText(region));
    fact("Instructions per cycle", formatNumber(steady.instructions_per_cycle));
    fact("CPU", machine.cpu);
    fact("Instructions", String(region.instructions.length));
  }
  /** @type {(kind: string) => string[]} */
  const sentences = (kind) =>
    (explained ? explained.sentences.filter((it) => it.kind === kind).map((it) => it.text) : []);
  const advice = sentences("advice");
  return section("summary", "Summary", make("p", { class: "model" }, machine.model), make("dl", { class: "verdict" }, ...facts),
    make("p", { class: "words" }, sentences("fact").join(" ")),
    advice.length === 0 ? null : make("div", { class: "advice" }, make("strong", {}, "What would help"),
      make("ul", {}, ...advice.map((text) => make("li", {}, text)))));
}
