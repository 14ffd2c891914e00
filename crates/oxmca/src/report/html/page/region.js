// The data of a page, which `region.rs` writes.

/**
 * @typedef {object} Cost
 * @property {number} value
 */

/**
 * @typedef {object} HardwareBound
 * @property {string} name
 * @property {Cost} cycles_per_iteration
 * @property {number[]} [instructions]
 * @property {string} [ports]
 */

/**
 * @typedef {object} Bounds
 * @property {Cost} [dispatch_cycles]
 * @property {Cost} [decoding_cycles]
 * @property {Cost} [retirement_cycles]
 * @property {{ cycles_per_iteration: Cost, resources: string[] }} [resources]
 * @property {{ cycles_per_iteration: Cost }} [dependencies]
 */

/**
 * @typedef {object} SteadyState
 * @property {Cost} cycles_per_iteration
 * @property {number} instructions_per_cycle
 * @property {Bounds} [bounds]
 * @property {{ bounds: HardwareBound[] }} [hardware]
 */

/**
 * @typedef {object} Explanation
 * @property {{ text: string }[]} limits
 * @property {{ kind: string, text: string }[]} sentences
 */

/**
 * Cycles of units. The rows have columns and cycles in turn.
 * @typedef {object} Pressure
 * @property {string[]} units
 * @property {number[]} per_iteration
 * @property {number[][]} rows
 */

/**
 * Entries are five cycles of each instruction: dispatched, ready, issued, executed, retired. In hardware mode there are two
 * more: predecoded and decoded, -1 if not known.
 * @typedef {object} TimelineData
 * @property {boolean} is_truncated
 * @property {number[] | Int32Array} entries
 * @property {number[]} [front_end]
 */

/**
 * Edges are five numbers each: from, to, iterations, cycles, index of the cause.
 * @typedef {object} Graph
 * @property {number[] | Int32Array} edges
 * @property {string[]} causes
 * @property {number[]} chain_edges
 * @property {number[]} critical_path
 * @property {number} critical_path_cycles
 */

/**
 * @typedef {object} Region
 * @property {string} name
 * @property {string[]} instructions
 * @property {(number | null)[]} lines
 * @property {number[]} [addresses]
 * @property {[string[], (number | null)[]]} [sources]
 * @property {(number | null)[]} latencies
 * @property {number[]} micro_ops
 * @property {Explanation} [explanation]
 * @property {Work} [work]
 * @property {SteadyState} [steady_state]
 * @property {Pressure} [pressure]
 * @property {TimelineData} [timeline]
 * @property {Graph} [graph]
 */

/**
 * The work of an iteration.
 * @typedef {object} Work
 * @property {number} [count] elements, or bytes that iterations go on by
 * @property {number} [element_bytes]
 * @property {number} [cycles_per_unit]
 * @property {string} [unknown] the reason why there is no count
 */

/**
 * A CPU, and the regions as they run there.
 * @typedef {object} Machine
 * @property {string} cpu
 * @property {string} triple
 * @property {string} model
 * @property {string} simulation
 * @property {Region[]} regions
 */

/**
 * The title of a region.
 * @param {Region} region
 * @param {number} at
 */
export function regionTitle(region, at) {
  return region.name || (at ? `Region ${at}` : "All instructions");
}

/**
 * The text of an instruction, with a space after the mnemonic.
 * @param {Region} region
 * @param {number} at
 */
export function instructionText(region, at) {
  return region.instructions[at].replace("\t", " ");
}

/**
 * The line of an instruction, else its address, else its number.
 * @param {Region} region
 * @param {number} at
 */
export function instructionPlace(region, at) {
  if (region.addresses && region.addresses[at] !== undefined) return region.addresses[at].toString(16);
  return region.lines[at] === null ? `[${at}]` : String(region.lines[at]);
}

/**
 * Reasons for which a region takes its time, in a few words.
 * @param {Region} region
 */
export function limitsText(region) {
  return region.explanation ? region.explanation.limits.map((limit) => limit.text).join(" and ") : "";
}
