// The extension's client library with the real server: OXMCA_LSP names it.
"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const path = require("node:path");
const test = require("node:test");
const rpc = require("vscode-jsonrpc/node");
const { serverPath, serverSettings } = require("../command.js");
const manifest = require("../package.json");

const TEXT = ".L1:\n\taddss\t%xmm1, %xmm0\n\tdecq\t%rsi\n\tjne\t.L1\n";

test("the server is the one that is set, else that in PATH", () => {
  assert.equal(serverPath("/x/oxmca-lsp", "/nowhere"), "/x/oxmca-lsp");
  assert.equal(serverPath("", "/nowhere", "linux"), "oxmca-lsp");
  assert.equal(serverPath("", "/nowhere", "win32"), "oxmca-lsp.exe");
});

test("a loop has its hint, and commands answer texts", async () => {
  const server = process.env.OXMCA_LSP;
  assert.ok(server, "OXMCA_LSP names the server");
  const child = spawn(server, [], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
  connection.listen();
  // All settings that the extension declares are known to the server: a wrong one would be named in a message.
  const declared = {};
  for (const [name, it] of Object.entries(manifest.contributes.configuration.properties)) declared[name.slice("oxmca.".length)] = it.default;
  const shown = [];
  connection.onNotification("window/showMessage", (it) => shown.push(it.message));
  const options = { ...serverSettings(declared), cpu: "skylake", modelOf: "llvm" };
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {}, initializationOptions: options });
  await connection.sendNotification("initialized", {});
  const uri = "file://" + path.join(__dirname, "loop.s");
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "oxmca-assembly", version: 1, text: TEXT } });
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const [hint] = await connection.sendRequest("textDocument/inlayHint", { textDocument: { uri }, range });
  assert.equal(hint.label, "4.00 cycles per iteration, limited by chain through %xmm0");
  const [lens] = await connection.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  const text = await connection.sendRequest("workspace/executeCommand", { command: lens.command.command, arguments: lens.command.arguments });
  assert.match(text, /Limited by: +chain through %xmm0/);
  assert.deepEqual(shown, []);
  await connection.sendRequest("shutdown");
  const ended = new Promise((resolve) => child.on("exit", resolve));
  await connection.sendNotification("exit");
  assert.equal(await ended, 0);
});
