// The loops of an object file, of which one is chosen.

import { formatNumber, make } from "@report/dom.js";
import type { ObjectLoop } from "./protocol.ts";

export interface ObjectLoopsListener {
  chosen(): void;
  /** The chosen loop is to be edited as text. */
  edited(): void;
  closed(): void;
}

// Loops that are listed.
const LISTED = 2000;

export class ObjectLoops {
  /** The number of the chosen loop; 0 for none. */
  chosen = 0;
  readonly #host: HTMLElement;
  readonly #listener: ObjectLoopsListener;
  #name = "";

  constructor(host: HTMLElement, listener: ObjectLoopsListener) {
    this.#host = host;
    this.#listener = listener;
  }

  /** Shows the name of a file whose loops are to come. */
  open(name: string): void {
    this.#name = name;
    this.chosen = 0;
    this.#host.replaceChildren(this.#head("Looking for loops\u2026"));
  }

  /** Lists loops with their cycles on a CPU; the one chosen before stays chosen. */
  set(loops: ObjectLoop[], cpu: string): void {
    if (!loops.some((it) => it.number === this.chosen)) {
      this.chosen = (loops.find((it) => !it.has_inner_loops) || loops[0])?.number || 0;
    }
    const rows = loops.slice(0, LISTED).map((loop) => {
      const radio = make("input", {
        type: "radio", name: "object-loop", id: `object-loop-${loop.number}`, checked: loop.number === this.chosen,
      });
      radio.addEventListener("change", () => {
        this.chosen = loop.number;
        this.#listener.chosen();
      });
      const cycles = loop.cycles_per_iteration?.value;
      return make("tr", {}, make("td", {}, radio),
        make("th", { scope: "row" }, make("label", { for: radio.id }, make("bdi", {}, loop.function), ` #${loop.number_in_function}`)),
        make("td", {}, String(loop.instructions)), make("td", {}, cycles === undefined ? "" : formatNumber(cycles)),
        make("td", { class: "limit" }, (loop.limited_by || [])
          .map((it) => it.text).join(" and ")));
    });
    const head = (text: string) => make("th", { scope: "col" }, text);
    const words = `${loops.length === 1 ? "One loop" : `${loops.length} loops`}, with cycles on ${cpu}`;
    this.#host.replaceChildren(this.#head(loops.length > LISTED ? `${words}; the first ${LISTED} are listed` : words),
      make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Loops of ${this.#name}` },
        make("table", {}, make("thead", {}, make("tr", {}, make("td"), head("Loop"), head("Instructions"),
          head("Cycles"), head("Limited by"))), make("tbody", {}, ...rows))));
  }

  #head(words: string): HTMLElement {
    return make("div", { class: "object-head" }, make("p", {}, make("strong", {}, make("bdi", {}, this.#name)), ` ${words}`),
      make("div", { class: "object-actions" },
        make("button", { type: "button", disabled: this.chosen === 0, onclick: () => this.#listener.edited() },
          "Edit the loop as text"),
        make("button", { type: "button", onclick: () => this.#listener.closed() }, "Back to the text")),
      make("p", { class: "note" }, "A link contains the instructions of the chosen loop as text, not the object file."));
  }
}
