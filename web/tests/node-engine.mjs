// The library as the page has it, in Node.js.

import { readFileSync } from "node:fs";

const web = (path) => new URL(`../${path}`, import.meta.url);

/** Returns an engine for a triple, with the tables of its target. */
export async function nodeEngine(triple, tables) {
  const { Engine, initSync } = await import(web("src/wasm/all/oxmca_wasm.js").href);
  initSync({ module: readFileSync(web("src/wasm/all/oxmca_wasm_bg.wasm")) });
  return new Engine(triple, readFileSync(web(`public/tables/${tables}.image.lzma`)));
}
