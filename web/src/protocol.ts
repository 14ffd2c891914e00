// What the page and its worker tell each other, and the data of the library (see `crates/oxmca-wasm`).

import type { Machine } from "@report/region.js";
import type { SimulationOptions } from "./simulation-options.ts";

export type { Machine, Region } from "@report/region.js";

/** A target: which tables it needs, and the triple that the library is asked for. */
export interface Target {
  id: string;
  title: string;
  tables: string;
  triple: string;
  /** Shown when none is chosen. */
  defaultCpus: string[];
}

export const TARGETS: Target[] = [
  { id: "x86-64", title: "x86-64", tables: "x86", triple: "x86_64-unknown-unknown", defaultCpus: ["skylake", "znver4"] },
  { id: "i686", title: "x86, 32 bits", tables: "x86", triple: "i686-unknown-unknown", defaultCpus: ["sandybridge"] },
  { id: "aarch64", title: "AArch64", tables: "aarch64", triple: "aarch64", defaultCpus: ["neoverse-v2", "apple-m1"] },
  { id: "arm", title: "Arm, 32 bits (A32)", tables: "arm", triple: "armv8-linux-gnueabihf", defaultCpus: ["cortex-a57"] },
  { id: "thumb", title: "Arm, 32 bits (Thumb)", tables: "arm", triple: "thumbv8.1m.main-none-eabihf", defaultCpus: ["cortex-m55", "cortex-m7"] },
  { id: "riscv64", title: "RISC-V, 64 bits", tables: "riscv", triple: "riscv64", defaultCpus: ["sifive-p670", "sifive-x390"] },
  { id: "riscv32", title: "RISC-V, 32 bits", tables: "riscv", triple: "riscv32", defaultCpus: ["sifive-e76"] },
];

export interface Cpu {
  name: string;
  model: string;
  is_out_of_order: boolean;
  /** True if the scheduling model describes another CPU. */
  borrows_model: boolean;
  has_hardware: boolean;
}

export type Syntax = "" | "att" | "intel";

export type Model = "" | "llvm" | "hardware";

export interface Feature {
  name: string;
  description: string;
}

export interface Request extends SimulationOptions {
  text: string;
  cpu: string;
  syntax: Syntax;
  model_of?: Model;
  /** The number of a loop, from 1 on; 0 for all of the text. */
  loop?: number;
  with_text?: boolean;
}

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

export interface Answer {
  machine?: Machine;
  messages: Message[];
  /** Loops of a text that marks no regions and is more than a loop. */
  loops: TextLoop[];
  /** True if the text was read as other assemblers than LLVM's would. */
  is_lenient: boolean;
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

/** A file that was opened. The worker reads it once, and keeps it until it is closed. */
export interface ObjectFile {
  /** Grows with every file. */
  id: number;
  name: string;
  file: File;
}

/** Tells the worker what is wanted. A later message of a kind takes the place of an earlier one. */
export type ToWorker =
  | { kind: "open"; target: Target }
  | { kind: "analyze"; turn: number; target: Target; requests: Request[]; object: ObjectFile | null }
  | { kind: "cycles"; turn: number; target: Target; request: Request; cpus: string[]; object: ObjectFile | null }
  /** Asks which tables an object file needs. */
  | { kind: "object"; object: ObjectFile }
  /** Forgets an object file, and what is still to be done with it. */
  | { kind: "close"; id: number }
  | { kind: "loops"; turn: number; target: Target; object: ObjectFile; request: Request; isContinued?: boolean }
  | { kind: "costs"; turn: number; target: Target; object: ObjectFile; request: Request; loops: number[] };

export type FromWorker =
  | { kind: "opened"; target: string; cpus: Cpu[]; features: Feature[]; version: string }
  | { kind: "object"; id: number; target: string | null; error?: string }
  | { kind: "failed"; message: string }
  | { kind: "answer"; turn: number; at: number; answer: Answer; milliseconds: number }
  | { kind: "cycles"; turn: number; rows: Cycles[]; isDone: boolean }
  | { kind: "loops"; turn: number; part: LoopPart }
  | { kind: "no-loops"; turn: number; error: string }
  | { kind: "costs"; turn: number; rows: LoopCost[] };
