// Tells the service worker which files the page consists of.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

// What other targets than that of the first text need is fetched when it is wanted: their tables, and the library with all.
const LATER = /\/(?!x86-)[^/]+\.image|\/oxmca-all-/;

/** Writes the lists of files, and a version that changes with them, into the service worker. */
export function offlineFiles(): Plugin {
  return {
    name: "offline-files",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const worker = bundle["service-worker.js"];
        if (worker?.type !== "chunk") throw new Error("there is no service worker");
        const names = Object.keys(bundle).filter((name) => name !== "service-worker.js" && !name.endsWith(".map")).sort();
        const version = createHash("sha256");
        for (const name of names) {
          const file = bundle[name]!;
          version.update(name).update(file.type === "chunk" ? file.code : file.source);
        }
        const replace = (mark: string, value: unknown) => {
          if (!worker.code.includes(mark)) throw new Error(`the service worker lacks ${mark}`);
          worker.code = worker.code.replace(mark, JSON.stringify(value));
        };
        replace("__FILES__", names.filter((name) => !LATER.test(name)));
        replace("__LATER_FILES__", names.filter((name) => LATER.test(name)));
        replace("__VERSION__", version.digest("hex").slice(0, 12));
      },
    },
  };
}
