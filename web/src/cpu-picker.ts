// The choice of CPUs: those chosen as buttons with their cycles, and a searchable list of all (the combobox pattern of
// the WAI-ARIA Authoring Practices, with a list of which several can be chosen).

import { formatNumber, make } from "@report/dom.js";
import type { Cpu } from "./protocol.ts";

export interface CpuPickerListener {
  /** A CPU was added to the chosen ones, or taken from them. */
  toggled(cpu: string): void;
  /** The report on a chosen CPU is to be shown. */
  shown(cpu: string): void;
}

export class CpuPicker {
  readonly #listener: CpuPickerListener;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  readonly #chips: HTMLUListElement;
  #cpus: Cpu[] = [];
  #found: Cpu[] = [];
  #chosen: string[] = [];
  #active = -1;

  constructor(host: HTMLElement, listener: CpuPickerListener) {
    this.#listener = listener;
    this.#chips = make("ul", { class: "chips", "aria-label": "Chosen CPUs" });
    this.#input = make("input", {
      id: "cpu-search", type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": "cpu-list", "aria-label": "Add or remove a CPU", autocomplete: "off", spellcheck: "false",
      placeholder: "Add a CPU",
    });
    this.#list = make("ul", {
      id: "cpu-list", role: "listbox", "aria-multiselectable": "true", "aria-label": "CPUs", hidden: true,
    });
    host.append(this.#chips, make("div", { class: "picker" }, this.#input, this.#list));
    this.#input.addEventListener("input", () => this.#open(0));
    this.#input.addEventListener("click", () => this.#open(-1));
    this.#input.addEventListener("blur", () => this.#close());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    // The input keeps the focus.
    this.#list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("click", (event) => {
      const option = (event.target as Element).closest("[role=option]");
      if (option) this.#choose([...this.#list.children].indexOf(option));
    });
  }

  setCpus(cpus: Cpu[]): void {
    this.#cpus = cpus;
    this.#input.placeholder = `Add one of ${cpus.length} CPUs`;
    if (!this.#list.hidden) this.#open(this.#active);
  }

  /** Shows the chosen CPUs, with the cycles of those that are known. */
  setChosen(chosen: string[], shown: string, cycles: (cpu: string) => number | undefined): void {
    this.#chosen = chosen;
    const known = [...this.#chips.children] as HTMLLIElement[];
    if (known.length !== chosen.length || known.some((chip, at) => chip.dataset.cpu !== chosen[at])) {
      const focused = known.findIndex((chip) => chip.contains(document.activeElement));
      this.#chips.replaceChildren(...chosen.map((cpu) => this.#chip(cpu)));
      const next = this.#chips.children[Math.min(focused, chosen.length - 1)];
      if (focused >= 0) (next?.querySelector("button") || this.#input).focus();
    }
    for (const [at, cpu] of chosen.entries()) {
      const chip = this.#chips.children[at] as HTMLLIElement;
      const value = cycles(cpu);
      chip.querySelector(".show")!.setAttribute("aria-pressed", String(cpu === shown));
      const figure = chip.querySelector(".figure") as HTMLElement;
      const text = value === undefined ? "" : formatNumber(value);
      if (figure.textContent !== text) figure.textContent = text;
      figure.title = value === undefined ? "" : "cycles per iteration";
    }
    for (const option of this.#list.children) {
      option.setAttribute("aria-selected", String(chosen.includes((option as HTMLElement).dataset.cpu!)));
    }
  }

  #chip(cpu: string): HTMLLIElement {
    return make("li", { "data-cpu": cpu },
      make("button", { type: "button", class: "show", onclick: () => this.#listener.shown(cpu) },
        make("span", { class: "name" }, cpu), " ", make("span", { class: "figure" })),
      make("button", {
        type: "button", class: "remove", "aria-label": `Remove ${cpu}`, onclick: () => this.#listener.toggled(cpu),
      }, "\u00d7"));
  }

  #open(active: number): void {
    const words = this.#input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.#found = this.#cpus.filter((cpu) => {
      const text = `${cpu.name} ${cpu.model} ${cpu.has_hardware ? "hardware" : ""}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    // Names that begin with what was typed come first.
    const first = words[0] || "";
    const rank = (cpu: Cpu) => (cpu.name.startsWith(first) ? 0 : cpu.name.includes(first) ? 1 : 2);
    this.#found.sort((one, two) => rank(one) - rank(two));
    this.#list.replaceChildren(...this.#found.map((cpu, at) => make("li", {
      role: "option", id: `cpu-${at}`, "data-cpu": cpu.name, "aria-selected": String(this.#chosen.includes(cpu.name)),
    }, make("span", { class: "name" }, cpu.name), make("span", { class: "about" }, about(cpu)))));
    if (this.#found.length === 0) {
      this.#list.append(make("li", { role: "option", "aria-disabled": "true", "aria-selected": "false", class: "none" },
        "No such CPU"));
    }
    this.#list.hidden = false;
    this.#input.setAttribute("aria-expanded", "true");
    this.#activate(Math.min(active, this.#found.length - 1));
  }

  #close(): void {
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#activate(-1);
  }

  #activate(at: number): void {
    this.#list.children[this.#active]?.classList.remove("active");
    this.#active = at;
    const option = at < 0 ? null : this.#list.children[at];
    if (option) {
      option.classList.add("active");
      option.scrollIntoView({ block: "nearest" });
      this.#input.setAttribute("aria-activedescendant", option.id);
    } else this.#input.removeAttribute("aria-activedescendant");
  }

  #choose(at: number): void {
    const cpu = this.#found[at];
    if (!cpu) return;
    this.#listener.toggled(cpu.name);
    this.#input.select();
    if (!this.#list.hidden) this.#activate(at);
  }

  #key(event: KeyboardEvent): void {
    const isOpen = !this.#list.hidden;
    const last = this.#found.length - 1;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (!isOpen) this.#open(step > 0 ? 0 : Infinity);
      else this.#activate(this.#active + step < 0 ? last : this.#active + step > last ? 0 : this.#active + step);
    } else if (event.key === "Enter" && isOpen) this.#choose(Math.max(0, this.#active));
    else if (event.key === "Escape" && isOpen) this.#close();
    else if (event.key === "Escape") this.#input.value = "";
    else if (event.key === "Backspace" && this.#input.value === "" && this.#chosen.length > 1) {
      this.#listener.toggled(this.#chosen[this.#chosen.length - 1]!);
    } else return;
    event.preventDefault();
  }
}

function about(cpu: Cpu): string {
  const parts = [cpu.borrows_model ? `uses ${cpu.model}` : cpu.model];
  if (!cpu.is_out_of_order) parts.push("in order");
  if (cpu.has_hardware) parts.push("hardware mode");
  return parts.join(" \u00b7 ");
}
