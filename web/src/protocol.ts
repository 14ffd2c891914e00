// What the page and its worker tell each other.

import type { Answer, Cpu, Cycles, Feature, LoopCost, LoopPart } from "./answers.ts";
import type { SimulationOptions } from "./simulation-options.ts";

export type { Answer, Cpu, Cycles, Feature, LoopCost, LoopPart, Machine, Message, ObjectLoop, Region, TextLoop } from "./answers.ts";

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
  { id: "s390x", title: "SystemZ", tables: "systemz", triple: "s390x-linux-gnu", defaultCpus: ["z16", "z14"] },
  { id: "powerpc64le", title: "PowerPC, 64 bits", tables: "powerpc", triple: "powerpc64le-linux-gnu", defaultCpus: ["pwr10", "pwr9"] },
  { id: "powerpc", title: "PowerPC, 32 bits", tables: "powerpc", triple: "powerpc-linux-gnu", defaultCpus: ["e500mc"] },
  { id: "mips64el", title: "Mips, 64 bits", tables: "mips", triple: "mips64el-linux-gnuabi64", defaultCpus: ["i6400"] },
  { id: "mips", title: "Mips, 32 bits", tables: "mips", triple: "mips-linux-gnu", defaultCpus: ["mips32r2"] },
  { id: "amdgcn", title: "AMD graphics", tables: "amdgpu", triple: "amdgcn-amd-amdhsa", defaultCpus: ["gfx90a", "gfx1100"] },
  { id: "lanai", title: "Lanai", tables: "lanai", triple: "lanai", defaultCpus: ["v11"] },
];

export type Syntax = "" | "att" | "intel";

export type Model = "" | "llvm" | "hardware";

export interface Request extends SimulationOptions {
  text: string;
  cpu: string;
  syntax: Syntax;
  model_of?: Model;
  /** The number of a loop, from 1 on; 0 for all of the text. */
  loop?: number;
  with_text?: boolean;
}

/** A file that was opened. The worker reads it once, and keeps it until it is closed. */
export interface ObjectFile {
  /** Grows with every file. */
  id: number;
  name: string;
  file: File;
}

/** What an object file is for. */
export interface ObjectNeeds {
  /** The name of tables. */
  tables: string;
  triple: string;
  /** The CPU that it states, as few do. */
  cpu: string | null;
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
  | { kind: "object"; id: number; needs: ObjectNeeds | string }
  | { kind: "failed"; message: string }
  | { kind: "answer"; turn: number; at: number; answer: Answer; milliseconds: number }
  | { kind: "cycles"; turn: number; rows: Cycles[]; isDone: boolean }
  | { kind: "loops"; turn: number; part: LoopPart }
  | { kind: "no-loops"; turn: number; error: string }
  | { kind: "costs"; turn: number; rows: LoopCost[] };
