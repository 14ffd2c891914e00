// Allows the scripts that the page holds itself, by their hashes, in its content security policy.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

export function inlineScripts(): Plugin {
  return {
    name: "inline-scripts",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map((it) => it[1]!);
        const hashes = scripts.map((it) => `'sha256-${createHash("sha256").update(it).digest("base64")}'`);
        return html.replace("script-src 'self'", `script-src 'self' ${hashes.join(" ")}`);
      },
    },
  };
}
