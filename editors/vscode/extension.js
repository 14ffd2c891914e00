// Starts the language server, and shows the texts of its commands.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { serverPath, serverSettings } = require("./command.js");

const LANGUAGES = ["oxmca-assembly", "asm", "gas", "asm-intel-x86-generic", "arm", "riscv", "c", "cpp", "rust"];
const SCHEME = "oxmca";

let client;
const texts = new Map();
const changed = new vscode.EventEmitter();

function settings() {
  return serverSettings(JSON.parse(JSON.stringify(vscode.workspace.getConfiguration("oxmca"))));
}

/** Shows a text in a tab beside the editor, which the next one of its kind takes over. */
async function show(name, text) {
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
  texts.set(uri.toString(), text);
  changed.fire(uri);
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
}

async function start(context) {
  const command = serverPath(vscode.workspace.getConfiguration("oxmca").get("path"), context.extensionPath);
  const run = { command, transport: TransportKind.stdio };
  client = new LanguageClient("oxmca", "oxmca", { run, debug: run }, {
    documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
    initializationOptions: settings(),
    middleware: {
      workspace: {
        configuration: () => [settings()],
      },
      executeCommand: async (name, args, next) => {
        const text = await next(name, args);
        if (typeof text === "string") await show(`${args[1]} ${name.replace("oxmca.", "")}`, text);
        return text;
      },
    },
  });
  await client.start();
}

async function restart(context) {
  await client?.stop().catch(() => undefined);
  await start(context);
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
    }),
    vscode.commands.registerCommand("oxmca.restart", () => restart(context)),
    vscode.commands.registerCommand("oxmca.chooseCpu", async () => {
      const cpu = await vscode.window.showInputBox({ prompt: "CPU, as LLVM names it; empty for this machine's" });
      if (cpu !== undefined) await vscode.workspace.getConfiguration("oxmca").update("cpu", cpu, vscode.ConfigurationTarget.Workspace);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("oxmca.path")) return restart(context);
      if (event.affectsConfiguration("oxmca")) {
        return client?.sendNotification("workspace/didChangeConfiguration", { settings: { oxmca: settings() } });
      }
    }),
  );
  await start(context);
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
