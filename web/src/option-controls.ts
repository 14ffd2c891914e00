// The controls of the options of a simulation.

import { make } from "@report/dom.js";
import type { Feature } from "./protocol.ts";
import {
  DEFAULT_OPTIONS, DELIVERIES, DELIVERY, NUMBERS, SWITCHES, type Described, type NumberKey, type SimulationOptions,
  type SwitchKey,
} from "./simulation-options.ts";

// Features that are offered while one types.
const OFFERED = 30;

/** The controls, in an element that is closed until it is wanted. */
export class OptionControls {
  readonly #changed: () => void;
  readonly #summary = make("span");
  readonly #features: HTMLInputElement;
  readonly #offers = make("datalist", { id: "feature-names" });
  readonly #inputs = new Map<NumberKey, HTMLInputElement>();
  readonly #switches = new Map<SwitchKey, HTMLInputElement>();
  readonly #delivery: HTMLSelectElement;
  readonly #ofHardware: HTMLElement[] = [];
  #options = { ...DEFAULT_OPTIONS };
  #known: Feature[] = [];

  /** `changed` is called when a person has chosen something that is good. */
  constructor(host: HTMLElement, changed: () => void) {
    this.#changed = changed;
    this.#features = make("input", {
      id: "features", type: "text", list: "feature-names", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      placeholder: "+avx512f,-sse4a",
    });
    this.#features.addEventListener("input", () => {
      this.#offer();
      this.setFeaturesError("");
      this.#set({ features: this.#features.value.trim() });
    });
    this.#features.addEventListener("focus", () => this.#offer());
    const numbers = NUMBERS.map((it) => {
      const input = make("input", {
        id: it.name, type: "number", min: 1, max: it.max, step: 1, inputmode: "numeric", placeholder: "CPU\u2019s",
        required: DEFAULT_OPTIONS[it.key] > 0,
      });
      input.addEventListener("input", () => {
        const isGood = input.checkValidity();
        setError(input, isGood ? "" : `From 1 to ${it.max}`);
        if (isGood) this.#set({ [it.key]: Number(input.value) });
      });
      this.#inputs.set(it.key, input);
      return field(it, input);
    });
    const switches = SWITCHES.map((it) => {
      const input = make("input", { id: it.name, type: "checkbox" });
      input.addEventListener("change", () => this.#set({ [it.key]: input.checked }));
      this.#switches.set(it.key, input);
      const made = make("label", { class: "switch", title: it.flag }, input, ` ${it.title}`);
      if (it.isOfHardware) this.#ofHardware.push(made);
      return made;
    });
    this.#delivery = make("select", { id: DELIVERY },
      ...DELIVERIES.map(([value, title]) => make("option", { value }, title)));
    this.#delivery.addEventListener("change", () => {
      this.#set({ delivery: this.#delivery.value as SimulationOptions["delivery"] });
    });
    const delivery = field({ name: DELIVERY, title: "Code arrives", flag: "--delivery" }, this.#delivery);
    const note = make("p", { class: "note" },
      "Widths, queues and calls are those of llvm-mca\u2019s simulation. Hardware mode has its own.");
    this.#ofHardware.push(delivery, note);
    const reset = make("button", { type: "button", id: "reset-options", onclick: () => this.#reset() }, "Defaults");
    host.append(make("summary", {}, "Options of the simulation", this.#summary), make("div", { class: "option-fields" },
      field({ name: "features", title: "CPU features", flag: "-mattr" }, this.#features), this.#offers,
      ...numbers, delivery, ...switches, reset, note));
    this.set(this.#options);
  }

  get options(): SimulationOptions {
    return this.#options;
  }

  /** Shows other options. */
  set(options: SimulationOptions): void {
    this.#options = { ...options };
    if (this.#features.value.trim() !== options.features) this.#features.value = options.features;
    this.setFeaturesError("");
    for (const [key, input] of this.#inputs) {
      const text = options[key] > 0 ? String(options[key]) : "";
      if (input.value !== text) input.value = text;
      setError(input, "");
    }
    for (const [key, input] of this.#switches) input.checked = options[key];
    this.#delivery.value = options.delivery;
    this.#count();
  }

  /** Shows options of hardware mode, or not. */
  setHardware(isOn: boolean): void {
    for (const element of this.#ofHardware) element.hidden = !isOn;
  }

  setKnownFeatures(known: Feature[]): void {
    this.#known = known;
    this.#offers.replaceChildren();
  }

  /** Says at their control what is wrong with the features; nothing if the text is empty. */
  setFeaturesError(text: string): void {
    setError(this.#features, text);
    if (text) this.#features.closest("details")!.open = true;
  }

  #set(change: Partial<SimulationOptions>): void {
    this.#options = { ...this.#options, ...change };
    this.#count();
    this.#changed();
  }

  #reset(): void {
    this.set(DEFAULT_OPTIONS);
    this.#changed();
  }

  #count(): void {
    const keys = Object.keys(DEFAULT_OPTIONS) as (keyof SimulationOptions)[];
    const count = keys.filter((key) => this.#options[key] !== DEFAULT_OPTIONS[key]).length;
    this.#summary.textContent = count > 0 ? ` (${count} changed)` : "";
  }

  /** Offers features that complete the last one of the text. */
  #offer(): void {
    const [, start, sign, word] = /^((?:.*,)?\s*)([+-]?)([^,]*)$/.exec(this.#features.value) as string[];
    const found = this.#known.filter((it) => it.name.startsWith(word!.toLowerCase())).slice(0, OFFERED);
    this.#offers.replaceChildren(...found.map((it) =>
      make("option", { value: `${start}${sign || "+"}${it.name}`, label: `${it.name}: ${it.description}` })));
  }
}

/** A control with its title and the place of what is wrong with it. */
function field(described: Described, control: HTMLElement): HTMLElement {
  return make("div", { class: "field" }, make("label", { for: control.id, title: described.flag }, described.title), control,
    make("span", { class: "wrong", id: `${control.id}-wrong`, role: "status" }));
}

function setError(control: HTMLInputElement, text: string): void {
  const place = control.parentElement?.querySelector(".wrong");
  if (!place || place.textContent === text) return;
  place.textContent = text;
  if (text) {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", place.id);
  } else {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
}
