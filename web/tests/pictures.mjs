// Pictures of the page and of a report, to be looked at; two of them are those of the documentation.
//
//   node tests/pictures.mjs          writes web/pictures/*.png
//   node tests/pictures.mjs --docs   and docs/pictures/page.png, docs/pictures/timeline.png

import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import { DIST, ROOT, cyclesOf, manyInstructions, open, oxmca, profile, setText, temporaryFolder } from "./browser.mjs";
import { serve } from "./server.mjs";

// Bytes that a picture of the documentation may have.
const MAX_BYTES = 150_000;
const DOCS = { "page.png": "page-docs.png", "timeline.png": "page-timeline.png" };

const pictures = join(ROOT, "web/pictures");
mkdirSync(pictures, { recursive: true });
const folder = temporaryFolder();
const server = await serve(DIST);
const { context, close } = await profile({ viewport: { width: 1280, height: 800 } });

async function save(page, name, options = {}) {
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(pictures, `${name}.png`), ...options });
  console.log(`${name}.png`);
}

async function ofPage(name, prepare, { colorScheme = "light", width = 1280, height = 800, ...options } = {}) {
  const page = await open(context, server.address);
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await cyclesOf(page);
  await page.locator("#section-graph").waitFor({ state: "attached" });
  const clip = await prepare(page);
  await save(page, name, { ...options, ...(clip ? { clip } : {}) });
  await page.close();
}

async function ofReport(name, text, cpus, { colorScheme = "light", width = 1280, height = 800, ...options } = {}) {
  const file = folder.file(`${name}.html`);
  oxmca("-mtriple=x86_64-unknown-unknown", `-mcpu=${cpus}`, `--html=${file}`, folder.file(`${name}.s`, text));
  const page = await open(context, pathToFileURL(file).href);
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height });
  await save(page, name, options);
  await page.close();
}

const nothing = async () => {};
const example = (at) => async (page) => {
  await page.locator("#examples").selectOption({ index: at });
  await page.waitForTimeout(300);
};
const part = (name) => async (page) => {
  await page.locator(`.section-${name}`).scrollIntoViewIfNeeded();
  await page.locator(`.section-${name}`).evaluate((it) => it.scrollIntoView({ block: "start" }));
};

await ofPage("page-light", nothing);
await ofPage("page-docs", nothing, { width: 1280, height: 700 });
await ofPage("page-dark", nothing, { colorScheme: "dark" });
await ofPage("page-narrow", nothing, { width: 390, height: 844, fullPage: true });
await ofPage("page-narrow-dark", nothing, { width: 390, height: 844, colorScheme: "dark" });
await ofPage("page-wide", example(2), { width: 1920, height: 1080 });
await ofPage("page-timeline", async (page) => {
  await part("timeline")(page);
  const box = await page.locator(".timeline").boundingBox();
  await page.mouse.move(box.x + 420, box.y + 60);
  return page.locator("#view-report").boundingBox();
});
await ofPage("page-graph", part("graph"));
await ofPage("page-code", part("code"));
await ofPage("page-error", (page) => setText(page, "addq %rax, %rcx\nno_such %rax\nmovl %rax, %ecx\nsubq %rax, %rcx\n"));
await ofPage("page-error-dark", (page) => setText(page, "addq %rax, %rcx\nno_such %rax\n"), { colorScheme: "dark" });
await ofPage("page-cpus", async (page) => {
  await page.locator("#cpu-search").click();
  await page.keyboard.type("lake");
  await page.keyboard.press("ArrowDown");
});
await ofPage("page-comparison", async (page) => {
  for (const cpu of ["haswell", "znver3", "btver2"]) {
    await page.locator("#cpu-search").fill(cpu);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Escape");
  await page.waitForTimeout(300);
  await part("comparison")(page);
});
const chart = async (page) => {
  await page.locator("#tab-chart").click();
  await page.waitForFunction(() => /^\d+ CPUs\.$/.test(document.querySelector("#view-chart [role=status]")?.textContent));
};
await ofPage("page-chart", chart);
await ofPage("page-chart-dark", chart, { colorScheme: "dark" });
await ofPage("page-text", (page) => page.locator("#tab-text").click());
await ofPage("page-hardware", (page) => page.locator("#model_of").selectOption("hardware"));
await ofPage("page-large", (page) => setText(page, `.Lloop:\n${manyInstructions(1000)}\tjne .Lloop\n`));
await ofPage("page-large-timeline", async (page) => {
  await setText(page, `.Lloop:\n${manyInstructions(1000)}\tjne .Lloop\n`);
  await page.waitForTimeout(1500);
  await part("timeline")(page);
});
await ofPage("page-aarch64", example(8));
await ofPage("page-object", async (page) => {
  await page.locator("#file").setInputFiles(`${ROOT}crates/oxmca-object/tests/objects/elf-x86-64.o`);
  await page.locator("#object tbody tr").first().waitFor();
});
await ofPage("page-options", async (page) => {
  await page.locator("#simulation summary").click();
  await page.locator("#features").fill("+sse4a,+avx9");
  await page.locator("#dispatch_width_micro_ops").fill("0");
});
// Many ports, scrolled.
const ports = (at) => async (page) => {
  await example(at)(page);
  await part("code")(page);
  await page.locator(".section-code .scroll").evaluate((it) => { it.scrollLeft = 260; });
};
await ofPage("page-ports", ports(8));
await ofPage("page-ports-narrow", ports(8), { width: 390, height: 844, colorScheme: "dark" });
await ofPage("page-empty", (page) => setText(page, " "));
const loop = readFileSync(join(ROOT, "web/examples/dot-product.s"), "utf8");
await ofReport("report-light", loop, "skylake,znver4", { fullPage: true });
await ofReport("report-dark", loop, "skylake,znver4", { colorScheme: "dark", fullPage: true });
await ofReport("report-narrow", loop, "skylake,znver4", { width: 390, fullPage: true });
await ofReport("report-large", manyInstructions(1000), "skylake", { fullPage: true });

await close();
await server.close();
folder.remove();
if (process.argv.includes("--docs")) {
  const docs = join(ROOT, "docs/pictures");
  mkdirSync(docs, { recursive: true });
  for (const [name, from] of Object.entries(DOCS)) {
    const { size } = statSync(join(pictures, from));
    if (size > MAX_BYTES) throw new Error(`${from} has ${size} bytes`);
    copyFileSync(join(pictures, from), join(docs, name));
  }
}
