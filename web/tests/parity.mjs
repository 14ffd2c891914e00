// Every golden kernel, and every text of other targets, on five CPUs that can run it: the page's data must be those that `oxmca --html` writes.
//
//   node tests/parity.mjs [NAME...]

import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { OXMCA, ROOT, temporaryFolder } from "./browser.mjs";
import { nodeEngine } from "./node-engine.mjs";

const GOLDEN = `${ROOT}tests/golden/`, TARGETS = `${ROOT}tests/targets/`;
const CPUS = 5;
// CPUs that are tried for a kernel; all of them must agree, also on refusing it.
const MAX_TRIED = 60;
// Divides no target's number of CPUs.
const STRIDE = 101;
const TABLES = {
  x86: /^(x86_64|i[3-6]86)/, aarch64: /^(aarch64|arm64)/, arm: /^(arm(?!64)|thumb)/, riscv: /^riscv/, systemz: /^s390x/,
  powerpc: /^(powerpc|ppc)/, mips: /^mips/, amdgpu: /^amdgcn/, lanai: /^lanai/,
};

const run = promisify(execFile);
const folder = temporaryFolder();
const engines = new Map();

async function engineFor(triple) {
  const tables = Object.keys(TABLES).find((it) => TABLES[it].test(triple));
  if (!tables) return null;
  if (!engines.has(tables)) engines.set(tables, await nodeEngine(triple, tables));
  const engine = engines.get(tables);
  return { engine, cpus: JSON.parse(engine.cpus()).map((cpu) => cpu.name) };
}

/** The data of a page that the program writes, or null if it refuses the input. */
async function programData({ path, triple, features }, cpu, at, isLenient) {
  const page = folder.file(`${at}.html`);
  try {
    const options = [`-mtriple=${triple}`, `-mcpu=${cpu}`, `-mattr=${features}`, `--html=${page}`];
    await run(OXMCA, [...options, ...(isLenient ? ["--lenient"] : []), path], { maxBuffer: 1 << 26 });
  } catch (error) {
    if (error.code !== 1) throw error;
    return null;
  }
  const html = readFileSync(page, "utf8");
  return JSON.parse(html.split('<script type="application/json" id="data">')[1].split("</script>")[0]).machines[0];
}

/** The kernels' names, triples, features and CPUs, from the lines that say how their tests run them. */
function kernels(names) {
  const found = [];
  const texts = (folder) => readdirSync(folder).filter((it) => it.endsWith(".s")).sort().map((it) => folder + it);
  const paths = [GOLDEN, ...readdirSync(TARGETS).sort().map((it) => `${TARGETS}${it}/`)].flatMap(texts);
  for (const path of paths) {
    const name = path.slice(`${ROOT}tests/`.length);
    if (names.length > 0 && !names.some((it) => name.includes(it))) continue;
    const bytes = readFileSync(path);
    const text = bytes.toString("utf8");
    if (Buffer.compare(Buffer.from(text), bytes) !== 0) continue; // The page's texts are Unicode.
    const lines = [...text.matchAll(/^(?:# oxmca|[#;!@/]+ arguments): (.*)$/gm)].map((it) => it[1]);
    const option = (line, key) => new RegExp(`(?:^| )-${key}=(\\S+)`).exec(line)?.[1];
    const line = lines.find((it) => option(it, "mtriple"));
    const triple = line && option(line, "mtriple");
    if (!triple || !Object.values(TABLES).some((it) => it.test(triple))) continue;
    const cpus = lines.filter((it) => option(it, "mtriple") === triple).map((it) => option(it, "mcpu"));
    const features = option(line, "mattr") || "";
    found.push({ name, path, text, triple, features, cpus: [...new Set(cpus.filter(Boolean))] });
  }
  return found;
}

let compared = 0, refused = 0, short = 0;
const differing = [];

async function compare(kernel, at) {
  const { engine, cpus } = await engineFor(kernel.triple);
  // Its own CPUs, then others from all over the list.
  const others = cpus.map((_, index) => cpus[(STRIDE * index + 13 * at) % cpus.length]);
  const tried = [...new Set([...kernel.cpus.filter((it) => cpus.includes(it)), ...others])].slice(0, MAX_TRIED);
  let good = 0;
  for (const cpu of tried) {
    if (good === CPUS) break;
    const answer = JSON.parse(engine.analyze(JSON.stringify(
      { text: kernel.text, cpu, triple: kernel.triple, features: kernel.features })));
    const wanted = await programData(kernel, cpu, at, answer.is_lenient);
    if (wanted === null) {
      refused++;
      const isRefused = answer.error !== undefined || answer.messages.some((it) => it.severity === "error");
      if (!isRefused) differing.push(`${kernel.name} on ${cpu}: only the page takes it`);
      continue;
    }
    good++;
    compared++;
    if (JSON.stringify(answer.machine) !== JSON.stringify(wanted)) {
      differing.push(`${kernel.name} on ${cpu}: ${answer.error || firstDifference(answer.machine, wanted)}`);
    }
  }
  if (good < CPUS) {
    short++;
    console.log(`${kernel.name}: only ${good} of ${tried.length} CPUs take it`);
  }
}

/** The place of the first difference of two values. */
function firstDifference(one, other, path = "machine") {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) {
    return `${path} is ${JSON.stringify(one)}, the program has ${JSON.stringify(other)}`;
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (JSON.stringify(one[key]) !== JSON.stringify(other[key])) return firstDifference(one[key], other[key], `${path}.${key}`);
  }
  return `${path}: other order of keys`;
}

const list = kernels(process.argv.slice(2));
let next = 0;
const worker = async () => {
  for (let at = next++; at < list.length; at = next++) await compare(list[at], at);
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));
folder.remove();
console.log(`parity: ${list.length} kernels, ${compared} reports equal the program's, ` +
  `${refused} refused by both, ${short} kernels with fewer than ${CPUS} CPUs; ${differing.length} differ`);
for (const line of differing) console.log(`  ${line}`);
if (differing.length > 0 || compared === 0) process.exitCode = 1;
