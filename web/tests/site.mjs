// Uses the site in a browser: its pages, pictures, search and the page. `node tests/site.mjs FOLDER`

import assert from "node:assert/strict";
import { cyclesOf, profile } from "./browser.mjs";
import { serve } from "./server.mjs";

const server = await serve(process.argv[2]);
const { context, close } = await profile();
const problems = [];
try {
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("requestfailed", (request) => problems.push(request.url()));
  page.on("response", (response) => {
    if (response.status() >= 400 || !response.url().startsWith(server.address)) problems.push(response.url());
  });
  await page.goto(server.address);
  assert.equal(await page.locator("main h1").first().textContent(), "oxmca");
  await page.locator("nav a", { hasText: "A tour in five minutes" }).first().click();
  await page.waitForURL(/docs\/tour\.html$/);
  const widths = await page.locator("main img").evaluateAll(async (pictures) => {
    await Promise.all(pictures.map((it) => it.decode()));
    return pictures.map((it) => it.naturalWidth);
  });
  assert.ok(widths.length >= 5 && widths.every((it) => it > 0), `pictures ${widths}`);
  await page.keyboard.press("s");
  await page.keyboard.type("accumulators");
  const found = page.locator("#mdbook-searchresults a, #searchresults a");
  await found.first().waitFor();
  assert.ok(await found.count() >= 3);
  await page.goto(`${server.address}docs/tour.html`);
  await page.locator("main a", { hasText: /^page$/ }).first().click();
  assert.match(await cyclesOf(page), /^[\d.]+$/);
  assert.deepEqual(problems, []);
  console.log("site: pages, pictures, search and the page work in a browser");
} finally {
  await close();
  await server.close();
}
