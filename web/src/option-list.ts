// The options of analyses that the page has controls for. Written by `cargo xtask options` from the list of options.

/** What all options have. */
export interface Described {
  /** In requests, in an address, and of its control. */
  name: string;
  title: string;
  /** The option of the program. */
  flag: string;
  text: string;
  /** Names in older addresses. */
  aliases: string[];
  /** Names of its opposite in these. */
  opposites: string[];
  /** Hardware mode alone has it. */
  isOfHardware: boolean;
}

export type ListedOption =
  | (Described & { kind: "number"; name: NumberKey; max: number })
  | (Described & { kind: "switch"; name: SwitchKey })
  /** Words, each with its label. */
  | (Described & { kind: "words"; name: WordKey; words: [string, string][] });

export type NumberKey = { [Key in keyof ListedOptions]: ListedOptions[Key] extends number ? Key : never }[keyof ListedOptions];
export type SwitchKey = { [Key in keyof ListedOptions]: ListedOptions[Key] extends boolean ? Key : never }[keyof ListedOptions];
export type WordKey = { [Key in keyof ListedOptions]: ListedOptions[Key] extends string ? Key : never }[keyof ListedOptions];

/** Values by names, as requests have them. Numbers that are 0 stand for the CPU's own, empty words for none. */
export interface ListedOptions {
  iterations: number;
  dispatch_width_micro_ops: number;
  register_file_size_registers: number;
  load_queue_size_entries: number;
  store_queue_size_entries: number;
  assume_no_alias: boolean;
  call_latency_cycles: number;
  skip_unsupported: boolean;
  timeline_max_iterations: number;
  delivery: "" | "unrolled" | "loop";
  initial_registers: "distinct" | "equal";
  two_threads: boolean;
}

export const LISTED_DEFAULTS: ListedOptions = {
  iterations: 100,
  dispatch_width_micro_ops: 0,
  register_file_size_registers: 0,
  load_queue_size_entries: 0,
  store_queue_size_entries: 0,
  assume_no_alias: true,
  call_latency_cycles: 100,
  skip_unsupported: false,
  timeline_max_iterations: 10,
  delivery: "",
  initial_registers: "distinct",
  two_threads: false,
};

export const LISTED_OPTIONS: ListedOption[] = [
  { kind: "number", name: "iterations", title: "Iterations", flag: "--iterations", text: "Number of iterations to run (100 by default)", aliases: [], opposites: [], isOfHardware: false, max: 100000 },
  { kind: "number", name: "dispatch_width_micro_ops", title: "Dispatch width", flag: "--dispatch", text: "Dispatch width in place of the CPU's", aliases: ["dispatch_width","dispatch"], opposites: [], isOfHardware: false, max: 1000 },
  { kind: "number", name: "register_file_size_registers", title: "Physical registers", flag: "--register-file-size", text: "Physical registers available for renaming", aliases: ["register_file_size","registers"], opposites: [], isOfHardware: false, max: 100000 },
  { kind: "number", name: "load_queue_size_entries", title: "Load queue", flag: "--lqueue", text: "Size of the load queue", aliases: ["load_queue_size","lqueue"], opposites: [], isOfHardware: false, max: 100000 },
  { kind: "number", name: "store_queue_size_entries", title: "Store queue", flag: "--squeue", text: "Size of the store queue", aliases: ["store_queue_size","squeue"], opposites: [], isOfHardware: false, max: 100000 },
  { kind: "switch", name: "assume_no_alias", title: "Loads never read what was stored", flag: "--noalias", text: "Assume that loads and stores do not alias (default)", aliases: [], opposites: ["may_alias","alias"], isOfHardware: false },
  { kind: "number", name: "call_latency_cycles", title: "Cycles of a call", flag: "--call-latency", text: "Cycles a call is assumed to take (100)", aliases: ["call_latency","call"], opposites: [], isOfHardware: false, max: 100000 },
  { kind: "switch", name: "skip_unsupported", title: "Skip what is not supported", flag: "--skip-unsupported-instructions", text: "Leave out instructions without scheduling information", aliases: ["skips_unsupported","skip"], opposites: [], isOfHardware: false },
  { kind: "number", name: "timeline_max_iterations", title: "Iterations in the timeline", flag: "--timeline-max-iterations", text: "Iterations in the timeline at most (10)", aliases: ["timeline_iterations","timeline"], opposites: [], isOfHardware: false, max: 1000 },
  { kind: "words", name: "delivery", title: "Code arrives", flag: "--delivery", text: "In hardware mode, how the processor gets the code (default: as a loop if it ends with a branch)", aliases: [], opposites: [], isOfHardware: true, words: [["","As its last branch says"],["unrolled","As copies"],["loop","As a loop"]] },
  { kind: "words", name: "initial_registers", title: "Registers at first", flag: "--initial-registers", text: "In hardware mode, values of registers before the first iteration, which tell which addresses are the same", aliases: [], opposites: [], isOfHardware: true, words: [["distinct","All different"],["equal","All the same"]] },
  { kind: "switch", name: "two_threads", title: "Another thread on the core", flag: "--smt", text: "In hardware mode, another thread runs the same code on the same core", aliases: ["smt","has_two_threads"], opposites: [], isOfHardware: true },
];
