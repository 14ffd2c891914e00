// The options of a simulation that few people change, and their parts of an address.

/** They have the names of a request's. Numbers that are 0 stand for the CPU's own. */
export interface SimulationOptions {
  features: string;
  iterations: number;
  timeline_iterations: number;
  dispatch_width: number;
  register_file_size: number;
  load_queue_size: number;
  store_queue_size: number;
  call_latency: number;
  may_alias: boolean;
  skips_unsupported: boolean;
  delivery: "" | "loop" | "unrolled";
  two_threads: boolean;
}

export const DEFAULT_OPTIONS: SimulationOptions = {
  features: "", iterations: 100, timeline_iterations: 10, dispatch_width: 0, register_file_size: 0, load_queue_size: 0,
  store_queue_size: 0, call_latency: 100, may_alias: false, skips_unsupported: false, delivery: "", two_threads: false,
};

export type NumberKey = { [Key in keyof SimulationOptions]: SimulationOptions[Key] extends number ? Key : never }[keyof SimulationOptions];
export type SwitchKey = { [Key in keyof SimulationOptions]: SimulationOptions[Key] extends boolean ? Key : never }[keyof SimulationOptions];

/** How people see an option. */
export interface Described {
  /** In an address, and of its control. */
  name: string;
  title: string;
  /** The option of llvm-mca or oxmca. */
  flag: string;
}

export const NUMBERS: (Described & { key: NumberKey; max: number })[] = [
  { key: "iterations", name: "iterations", title: "Iterations", flag: "-iterations", max: 100_000 },
  { key: "timeline_iterations", name: "timeline", title: "Iterations in the timeline", flag: "-timeline-max-iterations",
    max: 1000 },
  { key: "dispatch_width", name: "dispatch", title: "Dispatch width", flag: "-dispatch", max: 1000 },
  { key: "register_file_size", name: "registers", title: "Physical registers", flag: "-register-file-size", max: 100_000 },
  { key: "load_queue_size", name: "lqueue", title: "Load queue", flag: "-lqueue", max: 100_000 },
  { key: "store_queue_size", name: "squeue", title: "Store queue", flag: "-squeue", max: 100_000 },
  { key: "call_latency", name: "call", title: "Cycles of a call", flag: "-call-latency", max: 100_000 },
];
export const SWITCHES: (Described & { key: SwitchKey; isOfHardware?: boolean })[] = [
  { key: "may_alias", name: "alias", title: "Loads may read what was stored", flag: "-noalias=false" },
  { key: "skips_unsupported", name: "skip", title: "Skip what is not supported",
    flag: "-skip-unsupported-instructions=any" },
  { key: "two_threads", name: "smt", title: "Another thread on the core", flag: "--smt", isOfHardware: true },
];
export const DELIVERIES: [SimulationOptions["delivery"], string][] =
  [["", "As its last branch says"], ["loop", "As a loop"], ["unrolled", "As copies"]];
const FEATURES = "mattr";
export const DELIVERY = "delivery";

/** Adds the options that are not the defaults to an address. */
export function addToAddress(options: SimulationOptions, parts: URLSearchParams): void {
  if (options.features) parts.set(FEATURES, options.features);
  for (const { key, name } of NUMBERS) if (options[key] !== DEFAULT_OPTIONS[key]) parts.set(name, String(options[key]));
  for (const { key, name } of SWITCHES) if (options[key]) parts.set(name, "1");
  if (options.delivery) parts.set(DELIVERY, options.delivery);
}

/** Reads options from an address; those that it lacks or has wrong are the defaults. */
export function fromParts(parts: URLSearchParams): SimulationOptions {
  const options = { ...DEFAULT_OPTIONS, features: parts.get(FEATURES) || "" };
  for (const { key, name, max } of NUMBERS) {
    const value = Number(parts.get(name));
    if (Number.isInteger(value) && value > 0 && value <= max) options[key] = value;
  }
  for (const { key, name } of SWITCHES) options[key] = parts.get(name) === "1";
  const delivery = DELIVERIES.find(([value]) => value === parts.get(DELIVERY));
  if (delivery) options.delivery = delivery[0];
  return options;
}
