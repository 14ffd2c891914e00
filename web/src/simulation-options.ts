// The options of a simulation that few people change, and their parts of an address.

import { LISTED_DEFAULTS, LISTED_OPTIONS, type ListedOption, type ListedOptions } from "./option-list.ts";

/** They have the names of a request's. */
export interface SimulationOptions extends ListedOptions {
  features: string;
  /** The text of a file with hardware data. */
  hardware_model: string;
}

export const DEFAULT_OPTIONS: SimulationOptions = { ...LISTED_DEFAULTS, features: "", hardware_model: "" };

const FEATURES = "mattr";
const HARDWARE_MODEL = "hardware_model";

/** Adds the options that are not the defaults to an address. */
export function addToAddress(options: SimulationOptions, parts: URLSearchParams): void {
  if (options.features) parts.set(FEATURES, options.features);
  if (options.hardware_model) parts.set(HARDWARE_MODEL, options.hardware_model);
  for (const { name } of LISTED_OPTIONS) {
    const value = options[name];
    if (value !== DEFAULT_OPTIONS[name]) parts.set(name, typeof value === "boolean" ? String(Number(value)) : String(value));
  }
}

/** Reads options from an address; those that it lacks or has wrong are the defaults. */
export function fromParts(parts: URLSearchParams): SimulationOptions {
  const options = {
    ...DEFAULT_OPTIONS, features: parts.get(FEATURES) || "", hardware_model: parts.get(HARDWARE_MODEL) || "",
  };
  for (const option of LISTED_OPTIONS) {
    for (const name of [...option.aliases, option.name]) {
      const text = parts.get(name);
      if (text !== null) read(options, option, text);
    }
    if (option.kind !== "switch") continue;
    for (const name of option.opposites) if (parts.get(name) === "1") options[option.name] = false;
  }
  return options;
}

/** Sets an option to what an address has, if that is good. */
function read(options: SimulationOptions, option: ListedOption, text: string): void {
  switch (option.kind) {
    case "number": {
      const value = Number(text);
      if (Number.isInteger(value) && value > 0 && value <= option.max) options[option.name] = value;
      break;
    }
    case "switch":
      if (text === "0" || text === "1") options[option.name] = text === "1";
      break;
    case "words":
      if (option.words.some(([word]) => word === text)) Object.assign(options, { [option.name]: text });
      break;
  }
}
