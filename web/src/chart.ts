// All CPUs of a target at once: a table with bars, sorted as one likes.

import { formatNumber, make } from "@report/dom.js";
import type { Cpu, Cycles } from "./protocol.ts";

type Column = "cpu" | "cycles" | "limit";

interface Row {
  cpu: Cpu;
  element: HTMLTableRowElement;
  cycles: number | null;
  limit: string;
}

// The library's words for a text that a CPU refuses.
const TEXT_HAS_ERRORS = "the text has errors";
const COLUMNS: [Column, string][] = [["cpu", "CPU"], ["cycles", "Cycles per iteration"], ["limit", "Limited by"]];

export class Chart {
  readonly #body = make("tbody");
  readonly #heads = new Map<Column, HTMLTableCellElement>();
  readonly #progress = make("p", { class: "note", role: "status" });
  readonly #choose: (cpu: string) => void;
  #rows: Row[] = [];
  #column: Column = "cycles";
  #isDescending = false;
  #known = 0;

  constructor(host: HTMLElement, choose: (cpu: string) => void) {
    this.#choose = choose;
    const head = make("tr");
    for (const [column, title] of COLUMNS) {
      const cell = make("th", { scope: "col" },
        make("button", { type: "button", class: "sort", onclick: () => this.#sortBy(column) }, title));
      this.#heads.set(column, cell);
      head.append(cell);
      if (column === "cycles") cell.colSpan = 2;
    }
    this.#markHeads();
    host.append(this.#progress, make("table", { class: "chart" },
      make("caption", {}, "The code on all CPUs of the target. A name shows the report on that CPU."),
      make("thead", {}, head), this.#body));
  }

  setCpus(cpus: Cpu[]): void {
    this.#rows = cpus.map((cpu) => {
      const element = make("tr", { "data-cpu": cpu.name },
        make("th", { scope: "row" },
          make("button", { type: "button", class: "link", onclick: () => this.#choose(cpu.name) }, cpu.name),
          make("span", { class: "about" }, cpu.is_out_of_order ? cpu.model : `${cpu.model}, in order`)),
        make("td", { class: "figure" }), make("td", { class: "bar", "aria-hidden": "true" }, make("span")),
        make("td", { class: "limit" }));
      return { cpu, element, cycles: null, limit: "" };
    });
    this.#known = 0;
    this.#sort();
  }

  /** Begins anew: figures stay until there are others. */
  start(): void {
    this.#known = 0;
    this.#progress.textContent = "Computing\u2026";
  }

  /** Takes figures of some CPUs. */
  add(found: Cycles[], regionAt: number, isDone: boolean, chosen: string[]): void {
    const rows = new Map(this.#rows.map((row) => [row.cpu.name, row]));
    for (const { cpu, regions, error } of found) {
      const row = rows.get(cpu);
      if (!row) continue;
      this.#known++;
      const region = error ? undefined : regions[regionAt];
      row.cycles = region?.cycles_per_iteration ?? null;
      row.limit = region ? region.limited_by.join(" and ")
        : !error || error === TEXT_HAS_ERRORS ? "does not know these instructions" : error;
      row.element.children[1]!.textContent = row.cycles === null ? "\u2013" : formatNumber(row.cycles);
      row.element.children[3]!.textContent = row.limit;
    }
    const most = Math.max(...this.#rows.map((row) => row.cycles ?? 0), 1e-9);
    for (const row of this.#rows) {
      const bar = row.element.children[2]!.firstElementChild as HTMLElement;
      bar.style.width = `${(100 * (row.cycles ?? 0)) / most}%`;
      row.element.classList.toggle("chosen", chosen.includes(row.cpu.name));
    }
    this.#progress.textContent = isDone ? `${this.#rows.length} CPUs.` : `${this.#known} of ${this.#rows.length} CPUs\u2026`;
    this.#sort();
  }

  #sortBy(column: Column): void {
    this.#isDescending = column === this.#column && !this.#isDescending;
    this.#column = column;
    this.#markHeads();
    this.#sort();
  }

  #markHeads(): void {
    for (const [column, cell] of this.#heads) {
      const order = this.#isDescending ? "descending" : "ascending";
      cell.setAttribute("aria-sort", column === this.#column ? order : "none");
    }
  }

  #sort(): void {
    const names = (one: Row, two: Row) => one.cpu.name.localeCompare(two.cpu.name, "en", { numeric: true });
    const sign = this.#isDescending ? -1 : 1;
    this.#rows.sort((one, two) => {
      // CPUs without figures are last in either order.
      if (this.#column === "cycles") {
        if (one.cycles === null || two.cycles === null) {
          return Number(one.cycles === null) - Number(two.cycles === null) || names(one, two);
        }
        return sign * (one.cycles - two.cycles) || names(one, two);
      }
      if (this.#column === "limit") return sign * one.limit.localeCompare(two.limit) || names(one, two);
      return sign * names(one, two);
    });
    this.#rows.forEach((row, at) => {
      if (this.#body.children[at] !== row.element) this.#body.insertBefore(row.element, this.#body.children[at] || null);
    });
  }
}
