// The library, in a worker: the page never waits for it. Work that a later message makes needless is dropped.

import init, { Engine, object_target } from "./wasm/oxmca_wasm.js";
import { engine as engineAddress, tables } from "virtual:tables";
import type { Answer, Cpu, Cycles, Feature, FromWorker, ObjectLoop, Target, ToWorker } from "./protocol.ts";

// Milliseconds of work on many CPUs before messages are looked at.
const SLICE_MS = 12;

type Job = ToWorker["kind"];
const ORDER: Job[] = ["open", "object", "loops", "analyze", "cycles"];
const pending = new Map<Job, ToWorker>();
const engines = new Map<string, Engine>();
let started: Promise<unknown> | null = null;
let isRunning = false;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromWorker, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

scope.onmessage = (event: MessageEvent<ToWorker>) => {
  pending.set(event.data.kind, event.data);
  if (!isRunning) void run();
};

async function run(): Promise<void> {
  isRunning = true;
  for (;;) {
    const kind = ORDER.find((it) => pending.has(it));
    if (!kind) break;
    const job = pending.get(kind)!;
    pending.delete(kind);
    try {
      await work(job);
    } catch (error) {
      send({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
    }
    await nextMessages();
  }
  isRunning = false;
}

const channel = new MessageChannel();
let wake: (() => void) | null = null;
channel.port1.onmessage = () => wake?.();

/** Returns when messages that have come are in `pending`. */
function nextMessages(): Promise<void> {
  return new Promise((resolve) => {
    wake = resolve;
    channel.port2.postMessage(null);
  });
}

async function fetchFile(address: string): Promise<Response> {
  const response = await fetch(new URL(address, scope.location.href));
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response;
}

/** Undoes the compression of a file, unless the server has called it an encoding and the browser has undone it. */
async function decompressed(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const body = new Blob([bytes]).stream();
  return new Response(isCompressed ? body.pipeThrough(new DecompressionStream("gzip")) : body,
    { headers: { "content-type": "application/wasm" } });
}

/** Starts the library, once. */
function start(): Promise<unknown> {
  started ||= fetchFile(engineAddress).then((response) => init({ module_or_path: decompressed(response) }));
  return started;
}

async function engineFor(target: Target): Promise<Engine> {
  const known = engines.get(target.triple);
  if (known) return known;
  const address = tables[target.tables];
  if (!address) throw new Error(`There are no tables for ${target.title}.`);
  const [image] = await Promise.all([fetchFile(address).then((it) => it.arrayBuffer()), start()]);
  const made = new Engine(target.triple, new Uint8Array(image));
  engines.set(target.triple, made);
  return made;
}

async function work(job: ToWorker): Promise<void> {
  if (job.kind === "object") {
    await start();
    send({ kind: "object", target: object_target(job.object.bytes) ?? null });
    return;
  }
  const engine = await engineFor(job.target);
  if (job.kind === "open") {
    const cpus = JSON.parse(engine.cpus()) as Cpu[];
    const features = JSON.parse(engine.features()) as Feature[];
    send({ kind: "opened", target: job.target.id, cpus, features, version: Engine.version() });
  } else if (job.kind === "analyze") {
    for (const [at, request] of job.requests.entries()) {
      const start = performance.now();
      const json = job.object
        ? engine.object_loop(job.object.name, job.object.bytes, JSON.stringify(request))
        : engine.analyze(JSON.stringify(request));
      const answer = JSON.parse(json) as Answer;
      const milliseconds = performance.now() - start;
      send({ kind: "answer", turn: job.turn, at, answer, milliseconds }, moveNumbers(answer));
      await nextMessages();
      if (pending.has("analyze") || pending.has("open")) return;
    }
  } else if (job.kind === "cycles") {
    await sweep(engine, job);
  } else {
    const found = JSON.parse(engine.loops(job.object.name, job.object.bytes, JSON.stringify(job.request))) as
      { error?: string; files?: { loops: ObjectLoop[] }[] };
    const loops = (found.files || []).flatMap((file) => file.loops);
    send({ kind: "loops", turn: job.turn, loops, ...(found.error ? { error: found.error } : {}) });
  }
}

/** Puts long lists of numbers into buffers that need not be copied. */
function moveNumbers(answer: Answer): Transferable[] {
  const moved: Transferable[] = [];
  const move = (numbers: number[] | Int32Array): Int32Array => {
    const made = Int32Array.from(numbers);
    moved.push(made.buffer);
    return made;
  };
  for (const region of answer.machine?.regions || []) {
    if (region.timeline) region.timeline.entries = move(region.timeline.entries);
    if (region.graph) region.graph.edges = move(region.graph.edges);
  }
  return moved;
}

/** Asks for cycles on one CPU after the other, until there is something better to do; what is left is put back. */
async function sweep(engine: Engine, job: ToWorker & { kind: "cycles" }): Promise<void> {
  if (job.object) engine.keep_loop(job.object.bytes, JSON.stringify(job.request));
  let rows: Cycles[] = [];
  let start = performance.now();
  for (const [at, cpu] of job.cpus.entries()) {
    const request = JSON.stringify({ ...job.request, cpu });
    rows.push(JSON.parse(job.object ? engine.cycles_of_kept_loop(request) : engine.cycles(request)) as Cycles);
    const isDone = at + 1 === job.cpus.length;
    if (!isDone && performance.now() - start < SLICE_MS) continue;
    send({ kind: "cycles", turn: job.turn, rows, isDone });
    rows = [];
    await nextMessages();
    if (pending.has("cycles") || isDone) return;
    if (pending.size > 0) {
      pending.set("cycles", { ...job, cpus: job.cpus.slice(at + 1) });
      return;
    }
    start = performance.now();
  }
}
