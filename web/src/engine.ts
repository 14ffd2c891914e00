// The worker as the page sees it.

import type { Cpu, Feature, FromWorker, ObjectFile, Request, Target, ToWorker } from "./protocol.ts";

export interface Listener {
  opened(target: string, cpus: Cpu[], features: Feature[], version: string): void;
  object(target: string | null): void;
  answer(message: FromWorker & { kind: "answer" }): void;
  cycles(message: FromWorker & { kind: "cycles" }): void;
  loops(message: FromWorker & { kind: "loops" }): void;
  failed(message: string): void;
}

// A worker that has not answered for this long is ended when there is another question.
const PATIENCE_MS = 4000;

/** Asks a worker. Answers to questions that a later one of the same kind has replaced are dropped. */
export class EngineClient {
  readonly #listener: Listener;
  readonly #turns = { analyze: 0, cycles: 0, loops: 0 };
  #worker: Worker;
  /** Set while the worker looks for the loops of an object. */
  #isListing = false;
  /** When the worker was asked for the first report that it has not given; 0 if it has given all. */
  #askedAt = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#worker = this.#start();
  }

  #start(): Worker {
    const listener = this.#listener;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onerror = (event) => listener.failed(event.message || "The analyzer could not be loaded.");
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      const message = event.data;
      if (message.kind === "answer" || message.kind === "failed") this.#askedAt = 0;
      if (message.kind === "loops" || message.kind === "failed") this.#isListing = false;
      if (message.kind === "opened") {
        listener.opened(message.target, message.cpus, message.features, message.version);
      } else if (message.kind === "object") listener.object(message.target);
      else if (message.kind === "failed") listener.failed(message.message);
      else if (message.kind === "answer" && message.turn === this.#turns.analyze) listener.answer(message);
      else if (message.kind === "cycles" && message.turn === this.#turns.cycles) listener.cycles(message);
      else if (message.kind === "loops" && message.turn === this.#turns.loops) listener.loops(message);
    };
    return worker;
  }

  #restart(): void {
    this.#worker.terminate();
    this.#worker = this.#start();
    this.#askedAt = 0;
    this.#isListing = false;
  }

  /** Ends the search for the loops of an object, if there is one. */
  stopListing(): void {
    this.#turns.loops++;
    if (this.#isListing) this.#restart();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  open(target: Target): void {
    this.#send({ kind: "open", target });
  }

  /** Asks for reports, one for each request, in order. */
  analyze(target: Target, requests: Request[], object: ObjectFile | null): void {
    const now = performance.now();
    if (this.#askedAt > 0 && now - this.#askedAt > PATIENCE_MS) this.#restart();
    this.#askedAt ||= now;
    this.#send({ kind: "analyze", turn: ++this.#turns.analyze, target, requests, object });
  }

  /** Asks for cycles on many CPUs. */
  cycles(target: Target, request: Request, cpus: string[], object: ObjectFile | null): void {
    this.#send({ kind: "cycles", turn: ++this.#turns.cycles, target, request, cpus, object });
  }

  /** Asks which tables an object file needs. */
  objectTarget(target: Target, object: ObjectFile): void {
    this.#isListing = true;
    this.#send({ kind: "object", target, object });
  }

  loops(target: Target, object: ObjectFile, request: Request): void {
    this.#isListing = true;
    this.#send({ kind: "loops", turn: ++this.#turns.loops, target, object, request });
  }
}
