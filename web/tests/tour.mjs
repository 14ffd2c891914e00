// Goes through the tour of the documentation in a browser, checks the figures that it names, and takes its pictures.
//
//   node tests/tour.mjs          web/pictures/tour-*.png
//   node tests/tour.mjs --docs   docs/pictures/tour-*.png

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DIST, ROOT, cyclesOf, fact, open, profile, setText, waitForCycles } from "./browser.mjs";
import { serve } from "./server.mjs";

// Bytes that a picture of the documentation may have.
const MAX_BYTES = 160_000;
const pictures = join(ROOT, process.argv.includes("--docs") ? "docs/pictures" : "web/pictures");
mkdirSync(pictures, { recursive: true });
const tour = readFileSync(join(ROOT, "docs/tour.md"), "utf8");
const taken = [];

const server = await serve(DIST);
const { context, close } = await profile({ viewport: { width: 1120, height: 620 } });
const problems = [];
const page = await open(context, server.address, problems);

async function take(name, locator) {
  await page.waitForTimeout(500);
  const path = join(pictures, `tour-${name}.png`);
  await (locator ?? page).screenshot({ path });
  const { size } = statSync(path);
  assert.ok(size <= MAX_BYTES, `tour-${name}.png has ${size} bytes`);
  taken.push(`tour-${name}.png`);
}

/** Asserts that the tour says it. */
function says(text) {
  assert.ok(tour.replaceAll("\n", " ").includes(text), `the tour does not say: ${text}`);
}

const example = (name) => readFileSync(join(ROOT, "web/examples", name), "utf8");
const show = (name) => page.locator(`.section-${name}`).evaluate((it) => it.scrollIntoView({ block: "start" }));

try {
  await cyclesOf(page);
  await setText(page, example("dot-product.s"));
  await waitForCycles(page, "4");
  assert.equal(await fact(page, "CPU").textContent(), "skylake");
  says("takes 4 cycles");
  await take("page");

  await show("timeline");
  await take("timeline", page.locator("#view-report"));

  await page.locator("#tab-chart").click();
  await page.waitForFunction(() => /^\d+ CPUs\.$/.test(document.querySelector("#view-chart [role=status]")?.textContent));
  const first = await page.locator("#view-chart tbody tr").first().textContent();
  assert.match(first, /^alderlake.*Model2chain through %xmm0/);
  says("2 cycles on Alder Lake");
  await take("chart");

  await page.locator("#tab-report").click();
  await setText(page, example("dot-product-unrolled.s"));
  await page.locator("#view-report").evaluate((it) => it.scrollTo(0, 0));
  await page.waitForFunction(() => document.querySelector(".verdict")?.textContent.includes("32 elements of 4 bytes, 0.125 cycles each"));
  says("32 elements in 4 cycles");
  await take("unrolled");

  await page.locator("#file").setInputFiles(`${ROOT}crates/oxmca-object/tests/objects/elf-x86-64.o`);
  await page.locator("#object tbody tr").first().waitFor();
  await page.locator("#object tbody tr").first().click();
  await page.waitForFunction(() => document.querySelector("#object tbody")?.textContent.includes("1.559"));
  await take("object");
  assert.deepEqual(problems, []);
  const shown = [...tour.matchAll(/\(pictures\/(tour-[\w-]+\.png)\)/g)].map((it) => it[1]);
  assert.deepEqual(shown.toSorted(), taken.toSorted(), "the tour's pictures are those that are taken");
} finally {
  await close();
  await server.close();
}
console.log(`tour: ${taken.length} pictures in ${pictures}`);
