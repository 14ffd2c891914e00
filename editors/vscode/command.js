// What the extension starts and sends, apart from VS Code, so that tests can look at it.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

/** Settings of the extension that are not the server's. */
const OWN = new Set(["path"]);

/** Returns the path of the server: the one that is set, else the one that the extension has, else the one in PATH. */
function serverPath(configured, folder, platform = process.platform) {
  if (configured) return configured;
  const name = platform === "win32" ? "oxmca-lsp.exe" : "oxmca-lsp";
  const bundled = path.join(folder, "server", name);
  return fs.existsSync(bundled) ? bundled : name;
}

/** Returns the server's settings from those of the editor. Texts of commands are shown by the extension. */
function serverSettings(all) {
  const settings = {};
  for (const [name, value] of Object.entries(all)) {
    if (!OWN.has(name) && typeof value !== "function") settings[name] = value;
  }
  return { ...settings, answers: "result" };
}

module.exports = { serverPath, serverSettings };
