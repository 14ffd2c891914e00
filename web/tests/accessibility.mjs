// axe-core's rules on a page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs all of axe-core's rules; returns violations as lines, each with the elements it is about. */
export async function violations(page) {
  // By the protocol: a page with a strict policy takes no script of others.
  if (!(await page.evaluate("typeof axe !== 'undefined'"))) await page.evaluate(AXE);
  const result = await page.evaluate("axe.run(document, { resultTypes: ['violations', 'passes'] })");
  if (result.passes.length < 10) throw new Error("axe-core found nothing to look at");
  return result.violations.map((it) =>
    `${it.id}: ${it.help}: ${it.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message || ""}`).join(" | ")}`);
}
