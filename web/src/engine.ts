// The worker as the page sees it.

import type { Cpu, Feature, FromWorker, LoopCost, LoopPart, ObjectFile, ObjectNeeds, Request, Target, ToWorker } from "./protocol.ts";

export interface Listener {
  opened(target: string, cpus: Cpu[], features: Feature[], version: string): void;
  /** What the object file that was opened last needs; the reason if that is not known. */
  object(needs: ObjectNeeds | string): void;
  answer(message: FromWorker & { kind: "answer" }): void;
  cycles(message: FromWorker & { kind: "cycles" }): void;
  /** Loops of an object that follow those before. */
  loops(part: LoopPart): void;
  noLoops(error: string): void;
  costs(rows: LoopCost[]): void;
  failed(message: string): void;
}

/** The library with one target's code, which loads faster, or with all. */
type Library = "x86" | "all";

// A worker that has not answered for this long is ended when there is another question.
const PATIENCE_MS = 4000;

/** Asks a worker. Answers to questions that a later one of the same kind has replaced are dropped. */
export class EngineClient {
  readonly #listener: Listener;
  readonly #turns = { analyze: 0, cycles: 0, loops: 0, costs: 0 };
  #worker: Worker;
  #library: Library = "x86";
  /** The object file that is open. */
  #object = 0;
  /** The object file whose target is not known yet. */
  #asked: ObjectFile | null = null;
  /** When the worker was asked for the first report that it has not given; 0 if it has given all. */
  #askedAt = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
    this.#worker = this.#start();
  }

  #start(): Worker {
    const listener = this.#listener;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: this.#library });
    worker.onerror = (event) => listener.failed(event.message || "The analyzer could not be loaded.");
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      const message = event.data;
      if (message.kind === "answer" || message.kind === "failed") this.#askedAt = 0;
      if (message.kind === "opened") {
        listener.opened(message.target, message.cpus, message.features, message.version);
      } else if (message.kind === "object" && message.id === this.#object) {
        this.#asked = null;
        listener.object(message.needs);
      } else if (message.kind === "failed") listener.failed(message.message);
      else if (message.kind === "answer" && message.turn === this.#turns.analyze) listener.answer(message);
      else if (message.kind === "cycles" && message.turn === this.#turns.cycles) listener.cycles(message);
      else if (message.kind === "loops" && message.turn === this.#turns.loops) listener.loops(message.part);
      else if (message.kind === "no-loops" && message.turn === this.#turns.loops) listener.noLoops(message.error);
      else if (message.kind === "costs" && message.turn === this.#turns.costs) listener.costs(message.rows);
    };
    return worker;
  }

  #restart(): void {
    this.#worker.terminate();
    this.#worker = this.#start();
    this.#askedAt = 0;
    if (this.#asked) this.#send({ kind: "object", object: this.#asked });
  }

  #send(message: ToWorker): void {
    // The library with all targets is as good for the first one's; two would take twice the memory.
    if ("target" in message && message.target.tables !== this.#library && this.#library !== "all") {
      this.#library = "all";
      this.#restart();
    }
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

  /** Opens an object file, and asks which tables it needs. The one before is closed. */
  openObject(object: ObjectFile): void {
    this.closeObject();
    this.#object = object.id;
    this.#asked = object;
    this.#send({ kind: "object", object });
  }

  /** Forgets the object file that is open, and ends the search for its loops. */
  closeObject(): void {
    this.#turns.loops++;
    this.#turns.costs++;
    if (this.#object > 0) this.#send({ kind: "close", id: this.#object });
    this.#object = 0;
    this.#asked = null;
  }

  /** Asks for the loops of the object, from the first one on. */
  loops(target: Target, object: ObjectFile, request: Request): void {
    this.#send({ kind: "loops", turn: ++this.#turns.loops, target, object, request });
  }

  /** Asks for the cycles of some loops of the object. */
  costs(target: Target, object: ObjectFile, request: Request, loops: number[]): void {
    this.#send({ kind: "costs", turn: ++this.#turns.costs, target, object, request, loops });
  }
}
