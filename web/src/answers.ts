// What the library answers, as JSON (see `crates/oxmca-wasm`): the page and the npm package have these types.

import type { Machine } from "@report/region.js";

export type { Machine, Region } from "@report/region.js";

/** A CPU that can be simulated. */
export interface Cpu {
  name: string;
  /** The name of its scheduling model. */
  model: string;
  is_out_of_order: boolean;
  /** True if the scheduling model describes another CPU. */
  borrows_model: boolean;
  /** True if hardware mode knows it. */
  has_hardware: boolean;
}

/** A feature that CPUs can have. */
export interface Feature {
  name: string;
  description: string;
}

/** A message about a text. */
export interface Message {
  severity: "error" | "warning" | "note";
  message: string;
  /** From 1 on; 0 for none. */
  line: number;
  column: number;
}

/** A loop of a text. */
export interface TextLoop {
  number: number;
  name: string;
  lines: [number, number];
  instructions: number;
  has_inner_loops: boolean;
}

/** The report on a text or a loop; `error` says why there is none. */
export interface Answer {
  machine?: Machine;
  messages: Message[];
  /** Loops of a text that marks no regions and is more than a loop. */
  loops: TextLoop[];
  /** True if the text was read as other assemblers than LLVM's would. */
  is_lenient: boolean;
  /** The report as text, if it was asked for. */
  text?: string;
  error?: string;
  /** True if the features that were asked for are to blame. */
  has_wrong_features: boolean;
  /** What is wrong with hardware data of one's own, if anything. */
  hardware_problem?: string;
}

/** Cycles of all regions on one CPU. */
export interface Cycles {
  cpu: string;
  regions: { name: string; cycles_per_iteration?: number; limited_by: string[] }[];
  error?: string;
}

/** A loop of an object file. */
export interface ObjectLoop {
  number: number;
  function: string;
  number_in_function: number;
  instructions: number;
}

/** Loops of an object file that follow those before. */
export interface LoopPart {
  loops: ObjectLoop[];
  /** Functions that were looked at so far, of all. */
  looked_at: number;
  functions: number;
}

/** The cycles of a loop of an object file. */
export interface LoopCost {
  number: number;
  cycles_per_iteration?: number;
  limited_by: string[];
}
