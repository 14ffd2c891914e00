// The page: what is typed and chosen goes to the worker, what comes back is shown.

import "@report/page.css";
import "./styles.css";

import { make } from "@report/dom.js";
import { findDependencies } from "@report/dependencies.js";
import { regionTitle } from "@report/region.js";
import { showComparison, showReport } from "@report/report.js";
import { Chart } from "./chart.ts";
import { CpuPicker } from "./cpu-picker.ts";
import { Editor, type Marks } from "./editor.ts";
import { lineComment, linesOfDecoded } from "./languages.ts";
import { EngineClient } from "./engine.ts";
import { EXAMPLES } from "./examples.ts";
import { ObjectLoops } from "./object-loops.ts";
import { keepOffline } from "./offline.ts";
import { OptionControls } from "./option-controls.ts";
import {
  TARGETS, type Answer, type Cpu, type Feature, type Machine, type Model, type ObjectFile, type ObjectNeeds, type Request, type Syntax,
  type Target, type TextLoop,
} from "./protocol.ts";
import { fromAddress, toAddress, type Settings } from "./settings.ts";
import { DEFAULT_OPTIONS } from "./simulation-options.ts";
import { makeSplitter } from "./splitter.ts";
import { makeTabs } from "./tabs.ts";
import { showText } from "./text-view.ts";
import { makeThemeChoice } from "./theme.ts";

const ADDRESS_DELAY_MS = 400, ANNOUNCE_DELAY_MS = 1200;
// Figures of before are dimmed when an answer takes longer than this.
const DIM_DELAY_MS = 400;
// Objects above this size are not read.
const MAX_OBJECT_BYTES = 256 << 20;

function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind;
}

const settings: Settings = {
  target: TARGETS[0]!.id, cpus: [], syntax: "", options: DEFAULT_OPTIONS, model: "", loop: null, text: "",
};
/** CPUs and features of targets that were opened. */
const cpusOf = new Map<string, Cpu[]>(), featuresOf = new Map<string, Feature[]>();
const machines = new Map<string, Machine>();
let shownCpu = "", regionAt = 0, view = "tab-report", version = "";
let object: ObjectFile | null = null;
/** Object files that were opened so far. */
let files = 0;
let offered: TextLoop[] = [];
/** What is said of an address or a file that could not be followed, until something is typed. */
let addressNote = "";
/** What is said of a link whose code cannot be read. */
let linkProblem = "";
let addressTimer = 0, announceTimer = 0, dimTimer = 0, ownAddress = "";
/** While it runs, the button says what became of the link; figures that come in then do not change that. */
let sharedTimer: number | undefined;

const target = (): Target => TARGETS.find((it) => it.id === settings.target) || TARGETS[0]!;
const announce = (text: string) => { byId("said").textContent = text; };

const editor = new Editor(byId("editor"), () => {
  settings.text = editor.text;
  addressNote = linkProblem = "";
  analyze();
});
const options = new OptionControls(byId("simulation"), () => {
  settings.options = options.options;
  analyze();
});
const picker = new CpuPicker(byId("cpus"), { toggled: toggleCpu, shown: showCpu });
const chart = new Chart(byId("view-chart"), showFromChart);
const objectLoops = new ObjectLoops(byId("object"), {
  chosen: () => analyze(),
  listed: () => askForCosts(),
  edited: () => editLoop(),
  closed: () => setObject(null),
});
const client = new EngineClient({
  opened(id, cpus, features, found) {
    version = found;
    cpusOf.set(id, cpus);
    featuresOf.set(id, features);
    if (id === settings.target) targetIsOpen();
  },
  object(needs) {
    const found = typeof needs === "string" ? undefined : targetFor(needs);
    if (typeof needs === "string" || !found) {
      setObject(null);
      addressNote = typeof needs === "string" ? sentence(needs) : `There is no target here for ${needs.triple}.`;
      return;
    }
    const isOther = found.id !== settings.target;
    if (isOther || (needs.cpu && !settings.cpus.includes(needs.cpu))) setTarget(found.id, needs.cpu ? [needs.cpu] : []);
    else listLoops();
  },
  loops(part) {
    const isFirst = objectLoops.chosen === 0;
    objectLoops.add(part);
    if (isFirst && objectLoops.chosen > 0) analyze();
    else askForCosts();
    if (part.looked_at === part.functions && objectLoops.chosen === 0) noLoops("There are no loops in this object.");
  },
  noLoops,
  costs(rows) {
    objectLoops.setCosts(rows);
  },
  answer({ at, answer }) {
    if (at === 0) shownAnswer(answer);
    else if (answer.machine && answer.machine.regions.length > 0) machines.set(answer.machine.cpu, answer.machine);
    const { chosen, index } = chosenMachines();
    if (at > 0) showComparison(byId("view-report"), chosen, index, regionAt);
    showChips();
  },
  cycles({ rows, isDone }) {
    chart.add(rows, regionAt, isDone, settings.cpus);
  },
  failed(message) {
    setWaiting("");
    notify(message);
  },
});

// Analysis.

/** Shows the reason why an object has no loops to be chosen. */
function noLoops(reason: string): void {
  objectLoops.end();
  // The figures are still those of something else.
  setWaiting(sentence(reason));
  byId("view-report").setAttribute("aria-busy", "false");
}

/** Dims the figures, which are of before, and says what they wait for; without words, they are up to date. */
function setWaiting(words: string): void {
  window.clearTimeout(dimTimer);
  const report = byId("view-report");
  report.classList.toggle("waiting", words !== "");
  report.setAttribute("aria-busy", String(words !== ""));
  if (words !== "") notify(words);
}

/** Returns whether hardware mode knows a CPU, or may know it by data of one's own. */
function canBeHardware(entry: Cpu | undefined): boolean {
  return entry?.has_hardware === true || settings.options.hardware_model.trim() !== "";
}

function requestFor(cpu: string): Request {
  const entry = cpusOf.get(settings.target)?.find((it) => it.name === cpu);
  return {
    ...settings.options, text: object ? "" : settings.text, cpu,
    syntax: target().tables === "x86" ? settings.syntax : "",
    model_of: settings.model === "hardware" && !canBeHardware(entry) ? "" : settings.model,
    loop: object ? objectLoops.chosen : (settings.loop ?? 0),
  };
}

/** Asks for reports on the chosen CPUs, the shown one first. */
function analyze(): void {
  if (!cpusOf.has(settings.target) || (object && objectLoops.chosen === 0)) return;
  const others = settings.cpus.filter((cpu) => cpu !== shownCpu);
  const requests = [shownCpu, ...others].map(requestFor);
  requests[0]!.with_text = view === "tab-text";
  client.analyze(target(), requests, object);
  window.clearTimeout(dimTimer);
  dimTimer = window.setTimeout(() => setWaiting(`Simulating on ${shownCpu}\u2026`), DIM_DELAY_MS);
  if (view === "tab-chart") askForChart();
  askForCosts();
  // The address of a loop of an object has its instructions, which the answer brings.
  if (!object) writeAddressSoon();
}

/** Asks for the cycles of those listed loops of an object that have none for what is chosen. */
function askForCosts(): void {
  if (!object || !cpusOf.has(settings.target)) return;
  const request = { ...requestFor(shownCpu), loop: 0 };
  const wanted = objectLoops.wanted(shownCpu, JSON.stringify(request));
  if (wanted.length > 0) client.costs(target(), object, request, wanted);
}

function askForChart(): void {
  const cpus = cpusOf.get(settings.target);
  if (!cpus || (object && objectLoops.chosen === 0)) return;
  chart.start();
  client.cycles(target(), requestFor(shownCpu), cpus.map((cpu) => cpu.name), object);
}

function chosenMachines(): { chosen: Machine[]; index: number } {
  const chosen = settings.cpus.map((cpu) => machines.get(cpu)).filter((it) => it !== undefined);
  return { chosen, index: chosen.findIndex((it) => it.cpu === shownCpu) };
}

function shownAnswer(answer: Answer): void {
  setWaiting("");
  showLoops(answer.loops || []);
  const isWhole = answer.machine !== undefined && answer.machine.regions.length > 0;
  const isEmpty = !object && settings.text.trim() === "";
  const hasErrors = answer.messages.some((it) => it.severity === "error");
  if (isWhole) {
    machines.set(answer.machine!.cpu, answer.machine!);
    regionAt = Math.min(regionAt, answer.machine!.regions.length - 1);
  }
  const entry = cpusOf.get(settings.target)?.find((it) => it.name === shownCpu);
  options.setFeaturesError(answer.has_wrong_features ? sentence(answer.error || "") : "");
  options.setHardwareError(answer.hardware_problem || "");
  if (isWhole) options.setHardware(settings.model === "hardware" || answer.machine!.simulation === "hardware");
  byId("view-report").classList.toggle("empty", isEmpty);
  if (isEmpty) {
    machines.clear();
    notify([addressNote || linkProblem, "Type or paste assembly, or choose an example."].filter(Boolean).join(" "));
  } else if (answer.has_wrong_features) {
    notify(machines.has(shownCpu) ? "The features have an error; the figures are those before."
      : "The features have an error.");
  } else if (answer.hardware_problem && !isWhole) {
    notify(machines.has(shownCpu) ? "The hardware data have an error; the figures are those before."
      : "The hardware data have an error.");
  } else if (hasErrors && isWhole) notify("Lines with errors are left out.");
  else if (hasErrors) notify(machines.has(shownCpu) ? "The text has errors; the figures are those before." : "The text has errors.");
  else if (!isWhole) notify(answer.error ? sentence(answer.error) : "There are no instructions.");
  else if (settings.model === "hardware" && !canBeHardware(entry)) notify(`Hardware mode does not know ${shownCpu}: these are llvm-mca's figures.`);
  else if (answer.is_lenient) notify("The text was read as GNU's assembler would read it.");
  else notify(addressNote);
  if (isWhole) {
    showRegions(answer.machine!);
    showMachines();
    showText(byId("view-text"), answer.text ?? "");
    if (object) writeAddressSoon();
  }
  showShare();
  showMessages(answer.messages, isWhole ? marksOf(answer.machine!) : new Map());
  window.clearTimeout(announceTimer);
  announceTimer = window.setTimeout(() => announce(spokenResult(answer)), ANNOUNCE_DELAY_MS);
}

function showMachines(): void {
  const { chosen, index } = chosenMachines();
  if (index >= 0) void showReport(byId("view-report"), chosen, index, regionAt, announce);
  showChips();
}

function showChips(): void {
  picker.setChosen(settings.cpus, shownCpu,
    (cpu) => machines.get(cpu)?.regions[regionAt]?.steady_state?.cycles_per_iteration.value);
}

function marksOf(machine: Machine): Marks {
  const marks: Marks = new Map();
  const region = machine.regions[regionAt];
  if (!region || object) return marks;
  const known = findDependencies(region);
  const add = (at: number, kind: "chain" | "path") => {
    const line = region.lines[at];
    if (line) marks.set(line, kind);
  };
  known.onPath.forEach((at) => add(at, "path"));
  known.onChain.forEach((at) => add(at, "chain"));
  return marks;
}

function spokenResult(answer: Answer): string {
  const errors = answer.messages.filter((it) => it.severity === "error").length;
  if (errors > 0) return "";
  const steady = answer.machine?.regions[regionAt]?.steady_state;
  return steady ? `${shownCpu}: ${Math.round(steady.cycles_per_iteration.value * 1000) / 1000} cycles per iteration` : "";
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

// Messages.

function notify(text: string): void {
  const notice = byId("notice");
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = text === "";
}

function showMessages(messages: Answer["messages"], marks: Marks): void {
  editor.setResult(messages, marks);
  byId("messages").replaceChildren(...messages.slice(0, 100).map((message) => {
    const place = message.line > 0 ? `Line ${message.line}: ` : "";
    const text = `${place}${message.severity}: ${message.message}`;
    return make("li", { class: message.severity }, message.line === 0 ? text
      : make("button", { type: "button", class: "link", onclick: () => editor.goTo(message.line, message.column) }, text));
  }));
  const count = (severity: string) => messages.filter((it) => it.severity === severity).length;
  const words = (["error", "warning"] as const).filter((it) => count(it) > 0)
    .map((it) => `${count(it)} ${it}${count(it) === 1 ? "" : "s"}`).join(", ");
  if (byId("message-count").textContent !== words) byId("message-count").textContent = words;
}

// Regions, loops and objects.

function showRegions(machine: Machine): void {
  const select = byId<HTMLSelectElement>("region");
  const titles = machine.regions.map(regionTitle);
  byId("region-label").hidden = titles.length < 2;
  if (titles.join("\n") !== [...select.options].map((it) => it.text).join("\n")) {
    select.replaceChildren(...titles.map((title) => make("option", {}, title)));
  }
  select.selectedIndex = regionAt;
}

/** Shows the loops of a text. Unless one was chosen, the first innermost loop is. */
function showLoops(loops: TextLoop[]): void {
  const select = byId<HTMLSelectElement>("loop");
  offered = object ? [] : loops;
  byId("loops").hidden = offered.length === 0;
  if (offered.length === 0 && settings.loop === null) return;
  const isKnown = settings.loop === 0 || offered.some((it) => it.number === settings.loop);
  if (!isKnown) {
    const first = offered.find((it) => !it.has_inner_loops) || offered[0];
    settings.loop = first ? first.number : null;
    regionAt = 0;
    analyze();
  }
  select.replaceChildren(
    ...offered.map((it) => make("option", { value: it.number },
      `${it.name}, lines ${it.lines[0]} to ${it.lines[1]}`)),
    make("option", { value: 0 }, "All of the text"));
  select.value = String(settings.loop ?? 0);
}

function setObject(file: ObjectFile | null): void {
  object = file;
  addressNote = "";
  byId("object").hidden = file === null;
  byId("editor").hidden = file !== null;
  byId("loops").hidden = true;
  machines.clear();
  regionAt = 0;
  objectLoops.open(file?.name || "");
  showShare();
  showMessages([], new Map());
  if (file) {
    setWaiting(`Looking for loops in ${file.name}\u2026`);
    client.openObject(file);
  } else {
    client.closeObject();
    setWaiting("");
    analyze();
  }
}

/** The shown loop of an object as text. */
function textOfLoop(): string | null {
  const region = machines.get(shownCpu)?.regions[regionAt];
  if (!object || !region) return null;
  const comment = lineComment(target().tables);
  const title = `${comment} ${region.name}, of ${object.name}`.replace(/\s+/g, " ");
  const lines = linesOfDecoded(target().tables, region.instructions).map((it) => `\t${it}`);
  return `${[title, ...lines].join("\n")}\n`;
}

function editLoop(): void {
  const text = textOfLoop();
  if (text === null) return;
  setObject(null);
  settings.loop = null;
  editor.text = text;
  editor.view.focus();
}

function listLoops(): void {
  if (!object || !cpusOf.has(settings.target)) return;
  objectLoops.begin();
  setWaiting(`Looking for loops in ${object.name}\u2026`);
  client.loops(target(), object, requestFor(shownCpu));
}

async function readFile(file: File): Promise<void> {
  if (file.size > MAX_OBJECT_BYTES) return notify("This file is too large.");
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (!start.includes(0)) {
    const text = await file.text();
    if (object) setObject(null);
    settings.loop = null;
    editor.text = text;
  } else setObject({ id: ++files, name: file.name, file });
}

// Choices.

function toggleCpu(cpu: string): void {
  const at = settings.cpus.indexOf(cpu);
  if (at >= 0 && settings.cpus.length === 1) return announce("At least one CPU stays.");
  if (at < 0) {
    settings.cpus = [...settings.cpus, cpu];
    shownCpu = cpu;
  } else {
    settings.cpus = settings.cpus.filter((it) => it !== cpu);
    if (shownCpu === cpu) shownCpu = settings.cpus[Math.min(at, settings.cpus.length - 1)]!;
  }
  announce(`${cpu} ${at < 0 ? "added" : "removed"}`);
  showMachines();
  analyze();
}

function showCpu(cpu: string): void {
  shownCpu = cpu;
  showMachines();
  analyze();
}

function showFromChart(cpu: string): void {
  if (!settings.cpus.includes(cpu)) settings.cpus = [...settings.cpus, cpu];
  selectTab("tab-report");
  showCpu(cpu);
}

function setTarget(id: string, cpus: string[] = []): void {
  dropFeatures(id);
  settings.target = id;
  settings.cpus = cpus;
  machines.clear();
  shownCpu = "";
  openTarget();
  showOptions();
}

/** The target for the code of an object: the one of its triple, else one with addresses as wide. */
function targetFor({ tables, triple }: ObjectNeeds): Target | undefined {
  const arch = (it: string) => it.split("-", 1)[0]!;
  const known = TARGETS.filter((it) => it.tables === tables);
  const isWide = (it: string) => arch(it).includes("64");
  return known.find((it) => arch(it.triple) === arch(triple)) || known.find((it) => isWide(it.triple) === isWide(triple)) || known[0];
}

/** Features are those of a target: another one has others. */
function dropFeatures(newTarget: string): void {
  const tables = TARGETS.find((it) => it.id === newTarget)?.tables;
  if (tables !== target().tables) settings.options = { ...settings.options, features: "" };
}

/** Uses the CPUs of the target, or asks for them. */
function openTarget(): void {
  if (cpusOf.has(settings.target)) return targetIsOpen();
  notify(`Loading ${target().title}\u2026`);
  client.open(target());
}

/** Uses the CPUs of the target, which are now known. */
function targetIsOpen(): void {
  const cpus = cpusOf.get(settings.target)!;
  const names = new Set(cpus.map((cpu) => cpu.name));
  const unknown = settings.cpus.filter((cpu) => !names.has(cpu));
  settings.cpus = settings.cpus.filter((cpu) => names.has(cpu));
  if (settings.cpus.length === 0) settings.cpus = target().defaultCpus.filter((cpu) => names.has(cpu));
  if (settings.cpus.length === 0) settings.cpus = cpus.slice(0, 1).map((cpu) => cpu.name);
  if (!settings.cpus.includes(shownCpu)) shownCpu = settings.cpus[0]!;
  const noCpu = unknown.length > 0 ? `There is no CPU ${unknown.map(shortened).join(", ")}.` : "";
  addressNote = [linkProblem, noCpu].filter(Boolean).join(" ");
  notify(addressNote);
  picker.setCpus(cpus);
  options.setKnownFeatures(featuresOf.get(settings.target) || []);
  chart.setCpus(cpus);
  byId("about").textContent = `Made by oxmca ${version}. Everything is computed in this browser; ` +
    "the code that you type is not sent anywhere.";
  showChips();
  if (object) listLoops();
  else analyze();
  keepOffline();
}

/** Returns a name as far as it fits into a sentence. */
function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}\u2026` : name;
}

function showOptions(): void {
  byId<HTMLSelectElement>("target").value = settings.target;
  byId<HTMLSelectElement>("syntax").value = settings.syntax;
  byId("syntax-label").hidden = target().tables !== "x86";
  byId("model-label").hidden = target().tables !== "x86";
  byId<HTMLSelectElement>("model_of").value = settings.model;
  options.set(settings.options);
  options.setHardware(settings.model === "hardware" && target().tables === "x86");
  editor.setLanguage(target().tables, settings.syntax);
}

// The address.

function writeAddressSoon(): void {
  window.clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => void writeAddress(), ADDRESS_DELAY_MS);
}

async function writeAddress(): Promise<void> {
  // The shown CPU is the first one of an address.
  const cpus = [shownCpu, ...settings.cpus.filter((cpu) => cpu !== shownCpu)];
  const loop = textOfLoop();
  if (object && loop === null) return;
  const shared = loop === null ? settings : { ...settings, text: loop, loop: null };
  ownAddress = `#${await toAddress({ ...shared, cpus })}`;
  history.replaceState(null, "", ownAddress);
}

async function readAddress(): Promise<void> {
  const found = await fromAddress(location.hash);
  linkProblem = found.problem || "";
  const isTarget = TARGETS.some((it) => it.id === found.target);
  const example = EXAMPLES[0]!;
  if (found.text === undefined && !found.problem && !isTarget) Object.assign(found, { ...example, loop: null });
  settings.target = TARGETS.some((it) => it.id === found.target) ? found.target! : TARGETS[0]!.id;
  settings.cpus = [...new Set(found.cpus || [])];
  settings.syntax = found.syntax || "";
  settings.options = found.options || DEFAULT_OPTIONS;
  settings.model = found.model || "";
  settings.loop = found.loop ?? null;
  shownCpu = settings.cpus[0] || "";
  regionAt = 0;
  machines.clear();
  showOptions();
  editor.text = found.text || "";
  openTarget();
}

async function share(): Promise<void> {
  await writeAddress();
  const button = byId("share");
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = object ? "Copied, with the loop as text" : "Copied";
  } catch {
    button.textContent = "See the address";
  }
  announce(button.textContent);
  window.clearTimeout(sharedTimer);
  sharedTimer = window.setTimeout(() => {
    sharedTimer = undefined;
    showShare();
  }, 2000);
}

/** Names what a link would have: of an object, the loop as text. */
function showShare(): void {
  const button = byId<HTMLButtonElement>("share");
  if (sharedTimer === undefined) button.textContent = object ? "Copy link to the loop" : "Copy link";
  button.disabled = object !== null && textOfLoop() === null;
}

// Controls.

byId("target").append(...TARGETS.map((it) => make("option", { value: it.id }, it.title)));
byId("examples").append(...EXAMPLES.map((example, at) => make("option", { value: at }, example.title)));
byId("options").addEventListener("submit", (event) => event.preventDefault());
byId("target").addEventListener("change", () => setTarget(byId<HTMLSelectElement>("target").value));
byId("syntax").addEventListener("change", () => {
  settings.syntax = byId<HTMLSelectElement>("syntax").value as Syntax;
  showOptions();
  analyze();
});
byId("model_of").addEventListener("change", () => {
  settings.model = byId<HTMLSelectElement>("model_of").value as Model;
  analyze();
});
byId("loop").addEventListener("change", () => {
  settings.loop = Number(byId<HTMLSelectElement>("loop").value);
  regionAt = 0;
  analyze();
});
byId("region").addEventListener("change", () => {
  regionAt = byId<HTMLSelectElement>("region").selectedIndex;
  showMachines();
  analyze();
});
byId("examples").addEventListener("change", () => {
  const select = byId<HTMLSelectElement>("examples");
  const example = EXAMPLES[Number(select.value)];
  const isChosen = select.value !== "";
  select.value = "";
  if (!isChosen || !example) return;
  if (object) setObject(null);
  dropFeatures(example.target);
  Object.assign(settings, { target: example.target, cpus: [...example.cpus], syntax: "", loop: null, text: example.text });
  shownCpu = example.cpus[0]!;
  regionAt = 0;
  machines.clear();
  showOptions();
  editor.text = example.text;
  openTarget();
});
byId("share").addEventListener("click", () => void share());
byId("open").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", () => {
  const input = byId<HTMLInputElement>("file");
  if (input.files?.[0]) void readFile(input.files[0]);
  input.value = "";
});
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    if (!(event as DragEvent).dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    byId("drop").hidden = false;
  });
}
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) byId("drop").hidden = true;
});
document.addEventListener("drop", (event) => {
  byId("drop").hidden = true;
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  void readFile(file);
}, true);
// An instruction of the report that is pointed at lights its line of the text.
byId("view-report").addEventListener("pointerover", (event) => {
  const line = (event.target as Element).closest<HTMLElement>("tr[data-line]")?.dataset["line"];
  if (!object) editor.point(Number(line || 0));
});
byId("view-report").addEventListener("pointerleave", () => editor.point(0));
const selectTab = makeTabs(byId("tabs"), (id) => {
  view = id;
  if (id === "tab-chart") askForChart();
  else if (id === "tab-text") analyze();
});
makeSplitter(byId("splitter"), byId("panes"));
makeThemeChoice(byId<HTMLSelectElement>("theme"));
window.addEventListener("hashchange", () => {
  if (location.hash !== ownAddress) void readAddress();
});
void readAddress();
