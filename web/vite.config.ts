import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { compressedFiles } from "./build/compressed-files.ts";
import { inlineScripts } from "./build/inline-scripts.ts";
import { offlineFiles } from "./build/offline-files.ts";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  // The page works in any folder of a server.
  base: "./",
  publicDir: false,
  resolve: { alias: { "@report": path("../crates/oxmca/src/report/html/page") } },
  server: { fs: { allow: [".."] } },
  plugins: [compressedFiles(), inlineScripts(), offlineFiles()],
  worker: { format: "es", plugins: () => [compressedFiles()] },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { page: path("index.html"), "service-worker": path("src/service-worker.ts") },
      output: {
        entryFileNames: (chunk) => (chunk.name === "service-worker" ? "service-worker.js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
