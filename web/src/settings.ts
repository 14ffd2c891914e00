// Everything that a person chose, and the address that holds it.

import type { Model, Syntax } from "./protocol.ts";
import { addToAddress, fromParts, type SimulationOptions } from "./simulation-options.ts";

export interface Settings {
  target: string;
  cpus: string[];
  syntax: Syntax;
  options: SimulationOptions;
  /** The model that is asked for; empty for the one that measurements speak for. */
  model: Model;
  /** The number of a loop of the text, 0 for all of it, null for one that the page chooses. */
  loop: number | null;
  text: string;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (it) => it.charCodeAt(0));
}

// Code of a link that becomes longer than this is not read.
const MAX_CODE_BYTES = 4 << 20;

class TooLong extends Error {}

/** Passes bytes through a stream. Throws `TooLong` as soon as more than `most` bytes have come out of it. */
async function through(bytes: BlobPart, stream: GenericTransformStream, most = Infinity): Promise<Uint8Array> {
  const pair = stream as ReadableWritablePair<Uint8Array, Uint8Array>;
  const reader = new Blob([bytes]).stream().pipeThrough(pair).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      void reader.cancel();
      throw new TooLong();
    }
    parts.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Returns the part of an address after `#`. */
export async function toAddress(settings: Settings): Promise<string> {
  const parts = new URLSearchParams();
  parts.set("target", settings.target);
  parts.set("cpu", settings.cpus.join(","));
  if (settings.syntax) parts.set("syntax", settings.syntax);
  addToAddress(settings.options, parts);
  if (settings.model) parts.set("model", settings.model);
  if (settings.loop !== null) parts.set("loop", String(settings.loop));
  parts.set("code", toBase64(await through(settings.text, new CompressionStream("deflate-raw"))));
  return parts.toString().replaceAll("%2C", ",");
}

/** What an address has, and a sentence about code that it has and that cannot be read. */
export interface Address extends Partial<Settings> {
  problem?: string;
}

/** Reads an address. What it lacks or has wrong is left out. */
export async function fromAddress(hash: string): Promise<Address> {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const settings: Address = { options: fromParts(parts) };
  const target = parts.get("target"), cpus = parts.get("cpu"), syntax = parts.get("syntax"), code = parts.get("code");
  if (target) settings.target = target;
  if (cpus) settings.cpus = cpus.split(",").filter(Boolean);
  if (syntax === "att" || syntax === "intel") settings.syntax = syntax;
  const loop = parts.get("loop");
  if (loop !== null && /^\d{1,6}$/.test(loop)) settings.loop = Number(loop);
  const model = parts.get("model");
  // Addresses of before have a switch.
  settings.model = model === "llvm" || model === "hardware" ? model : parts.get("hardware") === "1" ? "hardware" : "";
  if (code) {
    try {
      settings.text = new TextDecoder().decode(
        await through(fromBase64(code), new DecompressionStream("deflate-raw"), MAX_CODE_BYTES));
    } catch (error) {
      // The other settings are still good.
      settings.problem = error instanceof TooLong ? "The code of this link is too long." :
        "This link is damaged: its code cannot be read.";
    }
  }
  return settings;
}
