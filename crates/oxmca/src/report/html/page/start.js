// The page that `--html` writes: its data, and the choice of CPU and region.

import { make } from "./dom.js";
import { regionTitle } from "./region.js";
import { showReport } from "./report.js";

/**
 * @typedef {object} PageData
 * @property {string} generator
 * @property {string} input
 * @property {import("./region.js").Machine[]} machines
 */

/** @type {(id: string) => HTMLElement} */
const byId = (id) => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
};

/** @type {PageData} */
const data = JSON.parse(byId("data").textContent || "");
let machineAt = 0, regionAt = 0;

const show = () => showReport(byId("main"), data.machines, machineAt, regionAt, (text) => {
  byId("said").textContent = text;
});

/** @type {(title: string, names: string[], set: (at: number) => void) => void} */
const addChooser = (title, names, set) => {
  if (names.length < 2) return;
  const select = make("select", {}, ...names.map((text) => make("option", {}, text)));
  select.addEventListener("change", () => {
    set(select.selectedIndex);
    show();
  });
  byId("controls").append(make("label", {}, `${title} `, select));
};

byId("title").append(make("bdi", {}, data.input), ": performance report");
byId("footer").textContent = `Made by ${data.generator}, a simulation for ` +
  `${data.machines.map((machine) => machine.cpu).join(", ")} (${data.machines[0].triple}).`;
const longest = data.machines.reduce((one, two) => (two.regions.length > one.regions.length ? two : one));
addChooser("CPU", data.machines.map((machine) => machine.cpu), (at) => { machineAt = at; });
addChooser("Region", longest.regions.map(regionTitle), (at) => { regionAt = at; });
byId("controls").hidden = byId("controls").children.length === 0;
show();
