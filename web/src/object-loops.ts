// The loops of an object file, of which one is chosen.

import { formatNumber, make } from "@report/dom.js";
import type { LoopCost, LoopPart, ObjectLoop } from "./protocol.ts";

export interface ObjectLoopsListener {
  chosen(): void;
  /** Other loops are listed than before. */
  listed(): void;
  /** The chosen loop is to be edited as text. */
  edited(): void;
  closed(): void;
}

// Loops that are listed at once; a name chooses among the others.
const LISTED = 2000;
const FILTER_DELAY_MS = 150;

interface Row {
  element: HTMLTableRowElement;
  cycles: HTMLTableCellElement;
  limit: HTMLTableCellElement;
}

export class ObjectLoops {
  /** The number of the chosen loop; 0 for none. */
  chosen = 0;
  readonly #host: HTMLElement;
  readonly #listener: ObjectLoopsListener;
  #loops: ObjectLoop[] = [];
  /** The loops that are listed: those of functions with a part of the name. */
  readonly #rows = new Map<number, Row>();
  /** Loops whose name has the part that is looked for. */
  #matching = 0;
  #filter = "";
  #filterTimer = 0;
  /** The part of functions that were looked at; 1 for all of them, and after the search. */
  #progress = 0;
  /** The cycles that are known for what is chosen. */
  readonly #costs = new Map<number, LoopCost>();
  #key = "";
  #cpu = "";
  #words = make("span");
  #edit = make("button", { type: "button" });
  #body = make("tbody");

  constructor(host: HTMLElement, listener: ObjectLoopsListener) {
    this.#host = host;
    this.#listener = listener;
  }

  /** Shows the name of a file whose loops are to come. */
  open(name: string): void {
    this.#words = make("span");
    this.#edit = make("button", { type: "button", onclick: () => this.#listener.edited() }, "Edit the loop as text");
    const filter = make("input", { type: "search", "aria-label": "Part of a function's name", placeholder: "Part of a name" });
    filter.addEventListener("input", () => {
      window.clearTimeout(this.#filterTimer);
      this.#filterTimer = window.setTimeout(() => this.#setFilter(filter.value), FILTER_DELAY_MS);
    });
    this.#filter = "";
    this.#body = make("tbody");
    const head = (text: string) => make("th", { scope: "col" }, text);
    this.#host.replaceChildren(
      make("div", { class: "object-head" },
        make("p", {}, make("strong", {}, make("bdi", {}, name)), " ", this.#words),
        make("div", { class: "object-actions" }, filter, this.#edit,
          make("button", { type: "button", onclick: () => this.#listener.closed() }, "Back to the text")),
        make("p", { class: "note" }, "A link contains the instructions of the chosen loop as text, not the object file.")),
      make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Loops of ${name}` },
        make("table", {}, make("thead", {}, make("tr", {}, make("td"), head("Loop"), head("Instructions"),
          head("Cycles"), head("Limited by"))), this.#body)));
    this.begin();
  }

  /** Forgets the loops: they come anew. */
  begin(): void {
    this.chosen = 0;
    this.#loops = [];
    this.#costs.clear();
    this.#key = "";
    this.#progress = 0;
    this.#list();
  }

  /** Adds loops; the first one is chosen unless one is. */
  add(part: LoopPart): void {
    this.#loops.push(...part.loops);
    this.#progress = part.functions === 0 ? 1 : part.looked_at / part.functions;
    this.chosen ||= this.#loops[0]?.number || 0;
    for (const loop of part.loops) this.#append(loop);
    this.#describe();
  }

  /** Ends the search: no more loops come. */
  end(): void {
    this.#progress = 1;
    this.#describe();
  }

  /** Returns the listed loops whose cycles are not known for a CPU and options, which `key` stands for. */
  wanted(cpu: string, key: string): number[] {
    if (key !== this.#key) {
      this.#costs.clear();
      for (const row of this.#rows.values()) row.element.classList.add("waiting");
    }
    this.#key = key;
    this.#cpu = cpu;
    this.#describe();
    return [...this.#rows.keys()].filter((number) => !this.#costs.has(number));
  }

  setCosts(costs: LoopCost[]): void {
    for (const cost of costs) {
      this.#costs.set(cost.number, cost);
      const row = this.#rows.get(cost.number);
      if (row) this.#fill(row, cost);
    }
  }

  #setFilter(filter: string): void {
    this.#filter = filter.trim().toLowerCase();
    this.#list();
    this.#listener.listed();
  }

  #list(): void {
    this.#rows.clear();
    this.#matching = 0;
    this.#body.replaceChildren();
    for (const loop of this.#loops) this.#append(loop);
    this.#describe();
  }

  /** Lists a loop if it has the part of a name that is looked for, and there is room. */
  #append(loop: ObjectLoop): void {
    if (!loop.function.toLowerCase().includes(this.#filter)) return;
    this.#matching++;
    if (this.#rows.size >= LISTED) return;
    const radio = make("input", {
      type: "radio", name: "object-loop", id: `object-loop-${loop.number}`, checked: loop.number === this.chosen,
    });
    radio.addEventListener("change", () => {
      this.chosen = loop.number;
      this.#describe();
      this.#listener.chosen();
    });
    const cycles = make("td"), limit = make("td", { class: "limit" });
    const element = make("tr", {}, make("td", {}, radio),
      make("th", { scope: "row" }, make("label", { for: radio.id }, make("bdi", {}, loop.function), ` #${loop.number_in_function}`)),
      make("td", {}, String(loop.instructions)), cycles, limit);
    const row = { element, cycles, limit };
    this.#rows.set(loop.number, row);
    this.#body.append(element);
    const cost = this.#costs.get(loop.number);
    if (cost) this.#fill(row, cost);
  }

  #fill({ element, cycles, limit }: Row, cost: LoopCost): void {
    element.classList.remove("waiting");
    cycles.textContent = cost.cycles_per_iteration === undefined ? "" : formatNumber(cost.cycles_per_iteration);
    limit.textContent = cost.limited_by.join(" and ");
  }

  #describe(): void {
    const count = this.#loops.length;
    const parts = [];
    if (this.#progress < 1) parts.push(`Looking for loops\u2026 ${Math.floor(100 * this.#progress)} %`);
    else parts.push(count === 1 ? "One loop" : `${count} loops`);
    if (this.#cpu !== "" && this.#rows.size > 0) parts.push(`with cycles on ${this.#cpu}`);
    let words = parts.join(", ");
    if (this.#matching > LISTED) words += `; the first ${LISTED} are listed`;
    if (this.#filter !== "") words += `; ${this.#matching} with \u201c${this.#filter}\u201d`;
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#edit.disabled = this.chosen === 0;
  }
}
