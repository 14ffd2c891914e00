// Tables and WebAssembly, named by their content. Both are compressed already, since many servers do not do it: tables are
// undone by the library, WebAssembly by the worker.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const TABLES_SUFFIX = ".image.lzma";
const ID = "virtual:files";
const TABLES = fileURLToPath(new URL("../public/tables/", import.meta.url));
const LIBRARIES = fileURLToPath(new URL("../src/wasm/", import.meta.url));
// The address that wasm-bindgen would fetch from if it were given none.
const DEFAULT_ADDRESS = /new URL\((["'])oxmca_wasm_bg\.wasm\1, import\.meta\.url\)/;

interface CompressedFile {
  name: string;
  bytes: Buffer;
}

/** By name. */
interface Files {
  libraries: Map<string, CompressedFile>;
  tables: Map<string, CompressedFile>;
}

function named(bytes: Buffer, name: string, suffix: string): CompressedFile {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  return { name: `assets/${name}-${hash}${suffix}`, bytes };
}

function readAll(): Files {
  if (!existsSync(LIBRARIES)) throw new Error("web/src/wasm is missing: run `scripts/web wasm` first");
  const names = readdirSync(TABLES).filter((it) => it.endsWith(TABLES_SUFFIX)).map((it) => it.replace(TABLES_SUFFIX, ""));
  return {
    libraries: new Map(readdirSync(LIBRARIES).map((name) =>
      [name, named(readFileSync(`${LIBRARIES}${name}/oxmca_wasm_bg.wasm.gz`), `oxmca-${name}`, ".wasm.gz")])),
    tables: new Map(names.map((name) => [name, named(readFileSync(TABLES + name + TABLES_SUFFIX), name, TABLES_SUFFIX)])),
  };
}

let made: Files | null = null;

/** Files are read once, for the page and for the worker. */
function files(): Files {
  made ||= readAll();
  return made;
}

function all(): CompressedFile[] {
  const { libraries, tables } = files();
  return [...libraries.values(), ...tables.values()];
}

/** Provides `virtual:files`, the addresses of the files, and emits them. */
export function compressedFiles(): Plugin {
  let isServer = false;
  return {
    name: "compressed-files",
    configResolved(config) {
      isServer = config.command === "serve";
    },
    resolveId(id) {
      return id === ID ? `\0${ID}` : null;
    },
    load(id) {
      if (id !== `\0${ID}`) return null;
      // The worker is in the same folder as they are.
      const address = (file: CompressedFile) => (isServer ? `/${file.name}` : file.name.replace("assets/", ""));
      const addresses = (named: Map<string, CompressedFile>) =>
        JSON.stringify(Object.fromEntries([...named].map(([name, file]) => [name, address(file)])));
      const { libraries, tables } = files();
      return `export const libraries = ${addresses(libraries)};\nexport const tables = ${addresses(tables)};\n`;
    },
    transform(code, id) {
      return id.endsWith("/oxmca_wasm.js") ? code.replace(DEFAULT_ADDRESS, "undefined") : null;
    },
    generateBundle() {
      for (const { name, bytes } of all()) this.emitFile({ type: "asset", fileName: name, source: bytes });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = all().find((it) => request.url === `/${it.name}`);
        if (file) response.end(file.bytes);
        else next();
      });
    },
  };
}
