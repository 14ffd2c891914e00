// The controls of the options of a simulation.

import { make } from "@report/dom.js";
import type { Feature } from "./protocol.ts";
import { LISTED_OPTIONS, type ListedOption, type NumberKey, type SwitchKey, type WordKey } from "./option-list.ts";
import { DEFAULT_OPTIONS, type SimulationOptions } from "./simulation-options.ts";

// Features that are offered while one types.
const OFFERED = 30;

/** The controls, in an element that is closed until it is wanted. */
export class OptionControls {
  readonly #changed: () => void;
  readonly #summary = make("span");
  readonly #features: HTMLInputElement;
  readonly #hardwareModel: HTMLTextAreaElement;
  readonly #offers = make("datalist", { id: "feature-names" });
  readonly #inputs = new Map<NumberKey, HTMLInputElement>();
  readonly #switches = new Map<SwitchKey, HTMLInputElement>();
  readonly #words = new Map<WordKey, HTMLSelectElement>();
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
    this.#hardwareModel = make("textarea", {
      id: "hardware_model", rows: 3, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      placeholder: "hardware Wider based-on Skylake\nrenamed-micro-ops 6",
    });
    this.#hardwareModel.addEventListener("input", () => {
      this.setHardwareError("");
      this.#set({ hardware_model: this.#hardwareModel.value });
    });
    const controls = LISTED_OPTIONS.map((it) => {
      const control = this.#control(it);
      if (it.isOfHardware) this.#ofHardware.push(control);
      return control;
    });
    // Switches stand below what one types and chooses.
    const isSwitch = (at: number) => LISTED_OPTIONS[at]!.kind === "switch";
    const fields = controls.filter((_, at) => !isSwitch(at)), switches = controls.filter((_, at) => isSwitch(at));
    const note = make("p", { class: "note" },
      "Widths, queues and calls are those of llvm-mca\u2019s simulation. Hardware mode has its own.");
    const hardwareModel = field({
      title: "Hardware data of your own", flag: "--hardware=FILE",
      text: "numbers, ports and rows for instructions, new or based on data that are there",
    }, this.#hardwareModel);
    this.#ofHardware.push(note, hardwareModel);
    const reset = make("button", { type: "button", id: "reset-options", onclick: () => this.#reset() }, "Defaults");
    host.append(make("summary", {}, "Options of the simulation", this.#summary), make("div", { class: "option-fields" },
      field({ title: "CPU features", flag: "-mattr" }, this.#features), this.#offers,
      ...fields, hardwareModel, ...switches, reset, note));
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
    if (this.#hardwareModel.value !== options.hardware_model) this.#hardwareModel.value = options.hardware_model;
    for (const [key, input] of this.#inputs) {
      const text = options[key] > 0 ? String(options[key]) : "";
      if (input.value !== text) input.value = text;
      setError(input, "");
    }
    for (const [key, input] of this.#switches) input.checked = options[key];
    for (const [key, select] of this.#words) select.value = options[key];
    this.#count();
  }

  /** Makes the control of an option. */
  #control(option: ListedOption): HTMLElement {
    const { name, title, flag, text } = option;
    switch (option.kind) {
      case "number": {
        const input = make("input", {
          id: name, type: "number", min: 1, max: option.max, step: 1, inputmode: "numeric", placeholder: "CPU\u2019s",
          required: DEFAULT_OPTIONS[option.name] > 0,
        });
        input.addEventListener("input", () => {
          const isGood = input.checkValidity();
          setError(input, isGood ? "" : `From 1 to ${option.max}`);
          if (isGood) this.#set({ [name]: Number(input.value) });
        });
        this.#inputs.set(option.name, input);
        return field(option, input);
      }
      case "switch": {
        const input = make("input", { id: name, type: "checkbox" });
        input.addEventListener("change", () => this.#set({ [name]: input.checked }));
        this.#switches.set(option.name, input);
        return make("label", { class: "switch", title: `${flag}: ${text}` }, input, ` ${title}`);
      }
      case "words": {
        const select = make("select", { id: name },
          ...option.words.map(([value, label]) => make("option", { value }, label)));
        select.addEventListener("change", () => this.#set({ [name]: select.value }));
        this.#words.set(option.name, select);
        return field(option, select);
      }
    }
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

  /** Says at their control what is wrong with hardware data of one's own. */
  setHardwareError(text: string): void {
    setError(this.#hardwareModel, text);
    if (text) this.#hardwareModel.closest("details")!.open = true;
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
function field(described: { title: string; flag: string; text?: string }, control: HTMLElement): HTMLElement {
  const hint = described.text ? `${described.flag}: ${described.text}` : described.flag;
  return make("div", { class: "field" }, make("label", { for: control.id, title: hint }, described.title), control,
    make("span", { class: "wrong", id: `${control.id}-wrong`, role: "status" }));
}

function setError(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
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
