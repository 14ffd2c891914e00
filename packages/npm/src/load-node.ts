// Files of the package, in Node.js.

import { readFile } from "node:fs/promises";

/** Returns the bytes of a file. */
export async function load(address: URL): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(address));
}
