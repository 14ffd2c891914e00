// The library, in a worker: the page never waits for it. Work that a later message makes needless is dropped.

import init, { Engine, ObjectBytes, type ObjectHandle } from "./wasm/all/oxmca_wasm.js";
import { libraries, tables } from "virtual:files";
import type {
  Answer, Cpu, Cycles, Feature, FromWorker, LoopCost, LoopPart, ObjectFile, ObjectNeeds, Target, ToWorker,
} from "./protocol.ts";

// Milliseconds of work on many CPUs or loops before messages are looked at.
const SLICE_MS = 12;
// Milliseconds of looking for loops before they are sent, and the bytes of code that are looked at first.
const LIST_MS = 60, FIRST_CODE_BYTES = 1 << 16;

type Work = Exclude<ToWorker, { kind: "close" }>;
type Job = Work["kind"];
const ORDER: Job[] = ["open", "object", "analyze", "costs", "loops", "cycles"];
const pending = new Map<Job, Work>();
const engines = new Map<string, Engine>();
/** The object file that was read last. */
let opened: { id: number; handle: ObjectHandle } | null = null;
/** Object files up to this one are closed. */
let closed = 0;
let started: Promise<unknown> | null = null;
let isRunning = false;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromWorker, transfer: Transferable[] = []) => scope.postMessage(message, transfer);

scope.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "close") return close(message.id);
  pending.set(message.kind, message);
  if (!isRunning) void run();
};

function isClosed(job: Work): boolean {
  return "object" in job && job.object !== null && job.object.id <= closed;
}

function close(id: number): void {
  closed = Math.max(closed, id);
  for (const [kind, job] of pending) if (isClosed(job)) pending.delete(kind);
  // The library is not at work: messages come in between.
  if (opened && opened.id <= closed) {
    opened.handle.free();
    opened = null;
  }
}

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
      send({ kind: "failed", message: messageOf(error) });
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

/** Starts the library that the worker is named by, once. */
function start(): Promise<unknown> {
  started ||= fetchFile(libraries[scope.name]!).then((response) => init({ module_or_path: decompressed(response) }));
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

/** Reads an object file into the library, part by part, so that it is in memory once. Null if it is closed meanwhile. */
async function openObject({ id, name, file }: ObjectFile): Promise<ObjectHandle | null> {
  if (opened?.id === id) return opened.handle;
  await start();
  opened?.handle.free();
  opened = null;
  const bytes = new ObjectBytes(file.size);
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || id <= closed) break;
      bytes.push(value);
    }
  } catch (error) {
    bytes.free();
    throw error;
  }
  if (id <= closed) {
    void reader.cancel();
    bytes.free();
    return null;
  }
  const handle = bytes.open(name);
  opened = { id, handle };
  return handle;
}

function needsOf(handle: ObjectHandle): ObjectNeeds | string {
  const tables = handle.target();
  const triple = handle.triple();
  return tables ? { tables, triple, cpu: handle.cpu() ?? null } : `there is no target for ${triple}`;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function work(job: Work): Promise<void> {
  if (job.kind === "object") {
    const { id } = job.object;
    try {
      const handle = await openObject(job.object);
      if (handle) send({ kind: "object", id, needs: needsOf(handle) });
    } catch (error) {
      send({ kind: "object", id, needs: messageOf(error) });
    }
    return;
  }
  const engine = await engineFor(job.target);
  const object = "object" in job && job.object ? await openObject(job.object) : null;
  if (isClosed(job)) return;
  if (job.kind === "open") {
    const cpus = JSON.parse(engine.cpus()) as Cpu[];
    const features = JSON.parse(engine.features()) as Feature[];
    send({ kind: "opened", target: job.target.id, cpus, features, version: Engine.version() });
  } else if (job.kind === "analyze") {
    for (const [at, request] of job.requests.entries()) {
      const start = performance.now();
      const json = object
        ? engine.object_loop(object, JSON.stringify(request))
        : engine.analyze(JSON.stringify(request));
      const answer = JSON.parse(json) as Answer;
      const milliseconds = performance.now() - start;
      send({ kind: "answer", turn: job.turn, at, answer, milliseconds }, moveNumbers(answer));
      await nextMessages();
      if (pending.has("analyze") || pending.has("open") || isClosed(job)) return;
    }
  } else if (job.kind === "cycles") {
    await sweep(engine, job, object);
  } else if (job.kind === "costs") {
    await findCosts(engine, job, object!);
  } else {
    await listLoops(engine, job, object!);
  }
}

/** Sends the loops of an object as they are found; what is left is put back if there is something better to do. */
async function listLoops(engine: Engine, job: Work & { kind: "loops" }, object: ObjectHandle): Promise<void> {
  const request = JSON.stringify(job.request);
  let codeBytes = FIRST_CODE_BYTES;
  try {
    if (!job.isContinued) object.begin_listing();
    for (;;) {
      const start = performance.now();
      const part = JSON.parse(engine.list_more_loops(object, request, codeBytes)) as LoopPart;
      send({ kind: "loops", turn: job.turn, part });
      if (part.looked_at === part.functions) return;
      const perByte = (performance.now() - start) / codeBytes;
      codeBytes = Math.min(Math.max(LIST_MS / perByte, FIRST_CODE_BYTES), FIRST_CODE_BYTES << 6);
      await nextMessages();
      if (pending.has("loops") || isClosed(job)) return;
      if (pending.size > 0) {
        pending.set("loops", { ...job, isContinued: true });
        return;
      }
    }
  } catch (error) {
    send({ kind: "no-loops", turn: job.turn, error: messageOf(error) });
  }
}

/** Sends the cycles of loops of an object; what is left is put back if there is something better to do. */
async function findCosts(engine: Engine, job: Work & { kind: "costs" }, object: ObjectHandle): Promise<void> {
  const request = JSON.stringify(job.request);
  let count = 4;
  for (let at = 0; at < job.loops.length;) {
    const start = performance.now();
    const some = Uint32Array.from(job.loops.slice(at, at + count));
    send({ kind: "costs", turn: job.turn, rows: JSON.parse(engine.costs_of_loops(object, request, some)) as LoopCost[] });
    at += some.length;
    const perLoop = (performance.now() - start) / some.length;
    count = Math.min(Math.max(Math.round(SLICE_MS / perLoop), 1), 4 * count);
    await nextMessages();
    if (pending.has("costs") || isClosed(job)) return;
    if (pending.has("open") || pending.has("object") || pending.has("analyze")) {
      pending.set("costs", { ...job, loops: job.loops.slice(at) });
      return;
    }
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
async function sweep(engine: Engine, job: Work & { kind: "cycles" }, object: ObjectHandle | null): Promise<void> {
  if (object) engine.keep_loop(object, JSON.stringify(job.request));
  let rows: Cycles[] = [];
  let start = performance.now();
  for (const [at, cpu] of job.cpus.entries()) {
    const request = JSON.stringify({ ...job.request, cpu });
    rows.push(JSON.parse(object ? engine.cycles_of_kept_loop(object, request) : engine.cycles(request)) as Cycles);
    const isDone = at + 1 === job.cpus.length;
    if (!isDone && performance.now() - start < SLICE_MS) continue;
    send({ kind: "cycles", turn: job.turn, rows, isDone });
    rows = [];
    await nextMessages();
    if (pending.has("cycles") || isDone || isClosed(job)) return;
    if (pending.size > 0) {
      pending.set("cycles", { ...job, cpus: job.cpus.slice(at + 1) });
      return;
    }
    start = performance.now();
  }
}
