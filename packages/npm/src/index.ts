// oxmca for JavaScript: analyses of assembly and of object files, as functions of WebAssembly.

import init, { Engine, ObjectBytes, type ObjectHandle } from "./wasm/oxmca_wasm.js";
import { load } from "#load";
import type { Answer, Cpu, Cycles, Feature, LoopCost, LoopPart, ObjectLoop } from "./answers.ts";
import type { ListedOptions } from "./option-list.ts";

export type {
  Answer, Cpu, Cycles, Feature, LoopCost, Machine, Message, ObjectLoop, Region, TextLoop,
} from "./answers.ts";
export type { ListedOption, ListedOptions } from "./option-list.ts";
/** The options of a simulation with their flags, texts and values. */
export { LISTED_OPTIONS as OPTIONS } from "./option-list.ts";

/** A CPU and how it is simulated. Options that are missing are the defaults. */
export interface CpuRequest extends Partial<ListedOptions> {
  cpu: string;
  /** Features to add or remove: `+avx,-sse4a`. */
  features?: string;
  /** LLVM's scheduling model or hardware mode; if empty or missing, hardware mode where its data were checked. */
  model_of?: "" | "llvm" | "hardware";
  /** The text of a file with hardware data. */
  hardware_model?: string;
  /** The syntax of x86; AT&T if empty or missing. */
  syntax?: "" | "att" | "intel";
}

/** A text and the CPU that it is analyzed on. */
export interface TextRequest extends CpuRequest {
  text: string;
  /** The number of one of the text's loops, from 1 on; 0, or missing, for all of the text. */
  loop?: number;
  /** Adds the report as text. */
  with_text?: boolean;
}

/** A loop of an object file and the CPU that it is analyzed on. */
export interface LoopRequest extends CpuRequest {
  /** The number of the loop in the object file, from 1 on. */
  loop: number;
  with_text?: boolean;
}

/** A loop of an object file with its cycles. */
export type CostedLoop = ObjectLoop & Omit<LoopCost, "number">;

/** The targets whose tables the package has. */
export type TargetName = "x86" | "aarch64" | "amdgpu" | "arm" | "lanai" | "mips" | "powerpc" | "riscv" | "systemz";

// Bundlers look for addresses that are written so.
const TABLES: Record<TargetName, () => URL> = {
  x86: () => new URL("./tables/x86.image.lzma", import.meta.url),
  aarch64: () => new URL("./tables/aarch64.image.lzma", import.meta.url),
  amdgpu: () => new URL("./tables/amdgpu.image.lzma", import.meta.url),
  arm: () => new URL("./tables/arm.image.lzma", import.meta.url),
  lanai: () => new URL("./tables/lanai.image.lzma", import.meta.url),
  mips: () => new URL("./tables/mips.image.lzma", import.meta.url),
  powerpc: () => new URL("./tables/powerpc.image.lzma", import.meta.url),
  riscv: () => new URL("./tables/riscv.image.lzma", import.meta.url),
  systemz: () => new URL("./tables/systemz.image.lzma", import.meta.url),
};

const TRIPLES: [TargetName, RegExp][] = [
  ["x86", /^(x86_64|amd64|i[3-9]86|x86)/], ["aarch64", /^(aarch64|arm64)/], ["arm", /^(arm|thumb)/], ["riscv", /^riscv/],
  ["systemz", /^(s390x|systemz)/], ["powerpc", /^(powerpc|ppc)/], ["mips", /^mips/], ["amdgpu", /^amdg(cn|pu)/], ["lanai", /^lanai/],
];

let started: Promise<unknown> | undefined;

/** Starts the library, once; a start that failed is tried again. */
function start(): Promise<unknown> {
  started ??= load(new URL("./wasm/oxmca_wasm_bg.wasm", import.meta.url)).then(
    (bytes) => init({ module_or_path: bytes }));
  started.catch(() => (started = undefined));
  return started;
}

/**
 * Opens the target of a triple, `x86_64-unknown-linux-gnu` say, or of an object file. Throws if the package has none for it.
 */
export async function openTarget(of: string | ObjectFile): Promise<Target> {
  const triple = typeof of === "string" ? of : of.triple;
  const name = TRIPLES.find(([, pattern]) => pattern.test(triple))?.[0];
  if (!name) {
    const asked = typeof of === "string" ? `"${of}"` : "this object file";
    throw new Error(`there is no target for ${asked}: this package has ${Object.keys(TABLES).join(", ")}`);
  }
  const [image] = await Promise.all([load(TABLES[name]()), start()]);
  return new Target(triple, new Engine(triple, image));
}

/** Reads an object file or an executable. Throws if it cannot be read. */
export async function openObject(bytes: Uint8Array, name = "object"): Promise<ObjectFile> {
  await start();
  const copy = new ObjectBytes(bytes.length);
  copy.push(bytes);
  return new ObjectFile(copy.open(name));
}

/** Returns the version of the library. */
export async function version(): Promise<string> {
  await start();
  return Engine.version();
}

/** An object file that was read. `close` frees its memory. */
export class ObjectFile {
  /** @internal */
  readonly handle: ObjectHandle;

  /** @internal */
  constructor(handle: ObjectHandle) {
    this.handle = handle;
  }

  /** The target that it needs; undefined if the package has none for it. */
  get target(): TargetName | undefined {
    const name = this.handle.target();
    return name !== undefined && name in TABLES ? (name as TargetName) : undefined;
  }

  /** The triple of its code. */
  get triple(): string {
    return this.handle.triple();
  }

  /** The CPU that it says its code is for; undefined if it does not say, as most. */
  get cpu(): string | undefined {
    return this.handle.cpu();
  }

  close(): void {
    this.handle.free();
  }
}

// Bytes of code that are looked at in one step.
const CODE_BYTES = 1 << 20;

/** Analyses for one target, which keeps the CPUs that were asked for. `close` frees its memory. */
export class Target {
  readonly triple: string;
  readonly #engine: Engine;

  /** @internal */
  constructor(triple: string, engine: Engine) {
    this.triple = triple;
    this.#engine = engine;
  }

  /** Returns the CPUs that can be simulated. */
  cpus(): Cpu[] {
    return JSON.parse(this.#engine.cpus());
  }

  /** Returns the features that CPUs can have. */
  features(): Feature[] {
    return JSON.parse(this.#engine.features());
  }

  /** Returns the report on a text: what `oxmca --html` writes. Never throws; see `error` and `messages`. */
  analyze(request: TextRequest): Answer {
    return JSON.parse(this.#engine.analyze(JSON.stringify(request)));
  }

  /** Returns the cycles of an iteration of each region of a text, and no more. Never throws; see `error`. */
  cycles(request: TextRequest): Cycles {
    return JSON.parse(this.#engine.cycles(JSON.stringify(request)));
  }

  /**
   * Yields the innermost loops of an object file with their cycles, in the order of its functions, as they are found. Throws if
   * the object file is for another target, or there is no such CPU.
   */
  *loops(object: ObjectFile, request: CpuRequest): Generator<CostedLoop, void, undefined> {
    const json = JSON.stringify(request);
    object.handle.begin_listing();
    for (;;) {
      const part: LoopPart = JSON.parse(this.#engine.list_more_loops(object.handle, json, CODE_BYTES));
      for (const loop of part.loops) {
        const [cost]: LoopCost[] = JSON.parse(this.#engine.costs_of_loops(object.handle, json, Uint32Array.of(loop.number)));
        yield { ...loop, ...cost! };
      }
      if (part.looked_at >= part.functions) return;
    }
  }

  /** Returns the report on a loop of an object file. Never throws; see `error`. */
  analyzeLoop(object: ObjectFile, request: LoopRequest): Answer {
    return JSON.parse(this.#engine.object_loop(object.handle, JSON.stringify(request)));
  }

  close(): void {
    this.#engine.free();
  }
}
