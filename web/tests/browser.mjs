// Chromium with the page in it, as tests and scripts start it.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";
const OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
/** The program whose figures the page's must equal. */
export const OXMCA = process.env.OXMCA || join(ROOT, "target/release/oxmca");

export const ADDRESS_WAIT_MS = 1000;

/** A new profile in a browser of its own. */
export async function profile(options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "oxmca-profile-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM, args: OPTIONS, viewport: { width: 1280, height: 900 }, ...options,
  });
  const close = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { context, close };
}

/** Opens an address; errors of the page, and what its policy forbids, end up in `problems`. */
export async function open(context, address, problems = []) {
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(address);
  return page;
}

/** The first fact of the summary, which is the cycles of an iteration, once a CPU's report is there. */
export async function cyclesOf(page, cpu) {
  await page.waitForFunction((wanted) => {
    const facts = [...document.querySelectorAll(".verdict div")];
    const shown = facts.find((it) => it.querySelector("dt").textContent === "CPU")?.querySelector("dd").textContent;
    return shown !== undefined && (!wanted || shown === wanted);
  }, cpu);
  return page.locator(".verdict dd").first().textContent();
}

/** A fact of the summary. */
export function fact(page, title) {
  const term = page.locator("dt", { hasText: new RegExp(`^${title}$`) });
  return page.locator(".verdict div", { has: term }).locator("dd");
}

/** Waits until the first fact is a text. */
export async function waitForCycles(page, text) {
  await page.waitForFunction((wanted) => document.querySelector(".verdict dd")?.textContent === wanted, text);
}

/** Pastes a text in place of the editor's. */
export async function setText(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.locator(".cm-content").evaluate((it, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    it.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** What the program says, or throws. */
export function oxmca(...options) {
  return execFileSync(OXMCA, options, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
}

/** A folder for files of a test. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "oxmca-web-"));
  return {
    file(name, text) {
      if (text !== undefined) writeFileSync(join(path, name), text);
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Instructions of many kinds that depend on each other in many ways. */
export function manyInstructions(count) {
  const kinds = [
    (at) => `vaddps %ymm${at % 15}, %ymm${at % 11}, %ymm${at % 13}`,
    (at) => `vmulps ${32 * at}(%rdi), %ymm${at % 7}, %ymm${at % 16}`,
    (at) => `addq %r${8 + (at % 7)}, %r${8 + (at % 5)}`,
    (at) => `movq ${8 * at}(%rsi), %r${8 + (at % 8)}`,
  ];
  return Array.from({ length: count }, (_, at) => `\t${kinds[at % kinds.length](at)}\n`).join("");
}
