// Installs the package as npm does, and compares its answers with the program's.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const OBJECTS = join(ROOT, "crates/oxmca-object/tests/objects");
const { OXMCA_NPM_PACKAGE: ARCHIVE, OXMCA, TSC } = process.env;
const WEB = new URL("../../../web/", import.meta.url).href;
const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";
const folder = mkdtempSync(join(tmpdir(), "oxmca-npm-"));
const installed = join(folder, "node_modules/oxmca");
let oxmca;

const program = (...options) => execFileSync(OXMCA, options, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
const node = (file, ...options) => execFileSync(process.execPath, [file, ...options], { cwd: folder, encoding: "utf8" });

before(async () => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  execFileSync("npm", ["install", "--offline", "--silent", "--no-fund", "--no-audit", ARCHIVE], { cwd: folder });
  oxmca = await import(pathToFileURL(join(installed, "dist/index.js")).href);
});
after(() => rmSync(folder, { recursive: true }));

test("the package has what it needs and nothing else", () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name).slice(installed.length + 1)).sort();
  assert.deepEqual(files, [
    "LICENSE-APACHE", "LICENSE-MIT", "NOTICE", "README.md",
    "dist/answers.d.ts", "dist/index.d.ts", "dist/index.js", "dist/load-node.d.ts", "dist/load-node.js",
    "dist/load-web.d.ts", "dist/load-web.js", "dist/option-list.d.ts", "dist/option-list.js", "dist/region.d.ts",
    "dist/tables/aarch64.image.lzma", "dist/tables/amdgpu.image.lzma", "dist/tables/arm.image.lzma", "dist/tables/lanai.image.lzma",
    "dist/tables/mips.image.lzma", "dist/tables/powerpc.image.lzma", "dist/tables/riscv.image.lzma", "dist/tables/systemz.image.lzma",
    "dist/tables/x86.image.lzma",
    "dist/wasm/oxmca_wasm.d.ts", "dist/wasm/oxmca_wasm.js", "dist/wasm/oxmca_wasm_bg.wasm", "package.json",
  ]);
});

test("it has the program's version", async () => {
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.equal(await oxmca.version(), version);
  assert.match(program("--version"), new RegExp(`\\b${version.replaceAll(".", "\\.")}\\b`));
});

/** The data of a page that the program writes. */
function pageData(options, file) {
  const page = join(folder, "page.html");
  program(...options, `--html=${page}`, file);
  const html = readFileSync(page, "utf8");
  return JSON.parse(html.split('<script type="application/json" id="data">')[1].split("</script>")[0]).machines[0];
}

const TEXTS = [
  ["examples/dot-product.s", "x86_64-unknown-linux-gnu", "skylake"],
  ["examples/accumulators.s", "x86_64-unknown-unknown", "znver4"],
  ["examples/dot-product-aarch64.s", "aarch64", "neoverse-v2"],
  ["examples/dot-product-arm.s", "armv8-linux-gnueabihf", "cortex-a57"],
  ["web/examples/saxpy-riscv.s", "riscv64", "sifive-x390"],
  ["web/examples/saxpy-systemz.s", "s390x-linux-gnu", "z16"],
  ["web/examples/saxpy-powerpc.s", "powerpc64le-linux-gnu", "pwr10"],
  ["web/examples/saxpy-mips.s", "mips64el-linux-gnuabi64", "i6400"],
  ["web/examples/harmonic-amdgpu.s", "amdgcn-amd-amdhsa", "gfx90a"],
  ["web/examples/sum-lanai.s", "lanai", "v11"],
];
for (const [file, triple, cpu] of TEXTS) {
  test(`a text, as the program analyzes it: ${file} on ${cpu}`, async () => {
    const target = await oxmca.openTarget(triple);
    const text = readFileSync(join(ROOT, file), "utf8");
    const answer = target.analyze({ text, cpu, model_of: "llvm", with_text: true });
    assert.equal(answer.error, undefined);
    const options = [`-mtriple=${triple}`, `-mcpu=${cpu}`];
    const bottleneck = target.cpus().find((it) => it.name === cpu).is_out_of_order ? ["-bottleneck-analysis"] : [];
    assert.equal(answer.text, program(...options, "-timeline", ...bottleneck, join(ROOT, file)));
    assert.deepEqual(answer.machine, pageData([...options, "--model-of=llvm"], join(ROOT, file)));
    const cycles = target.cycles({ text, cpu, model_of: "llvm" });
    assert.deepEqual(cycles.regions.map((it) => it.cycles_per_iteration),
      answer.machine.regions.map((it) => it.steady_state.cycles_per_iteration.value));
    target.close();
  });
}

const FILES = [
  ["elf-x86-64.o", "skylake"], ["coff-x86-64.o", "znver4"], ["macho-arm64.o", "apple-m1"], ["elf-riscv32.o", "sifive-e76"],
  ["arm/loops.o", "cortex-a57"], ["systemz/loops-of-gcc.o", "z15"], ["mips/loops-mips32.o", "mips32r2"],
  ["amdgpu/loop-gfx90a.o", "gfx90a"], ["lanai/loops-v11.o", "v11"],
];
for (const [name, cpu] of FILES) {
  test(`the loops of an object, as the program lists them: ${name} on ${cpu}`, async () => {
    const own = join(OBJECTS, name);
    const file = existsSync(own) ? own : join(ROOT, "tests/targets", name);
    const object = await oxmca.openObject(readFileSync(file), name);
    const target = await oxmca.openTarget(object);
    assert.equal(object.cpu, name.startsWith("amdgpu/") ? cpu : undefined);
    const listed = JSON.parse(program("loops", "--json", `--mcpu=${cpu}`, file)).files[0].loops;
    const wanted = listed.filter((it) => !it.has_inner_loops);
    assert.ok(wanted.length > 0);
    const loops = [...target.loops(object, { cpu })];
    assert.deepEqual(
      loops.map((it) => [it.number, it.function, it.instructions, it.cycles_per_iteration, it.limited_by]),
      wanted.map((it) => [it.number, it.function, it.instructions, it.cycles_per_iteration?.value, it.limited_by?.map((limit) => limit.text) ?? [it.error]]));
    for (const { number: loop, instructions, cycles_per_iteration, limited_by } of loops) {
      const answer = target.analyzeLoop(object, { cpu, loop });
      assert.equal(answer.error, undefined);
      if (cycles_per_iteration !== undefined) assert.equal(answer.machine.regions[0].instructions.length, instructions);
      else assert.ok(answer.messages.some((it) => it.severity === "error"), limited_by.join());
    }
    object.close();
    target.close();
  });
}

test("what is wrong is said", async () => {
  await assert.rejects(oxmca.openTarget("z80"), /there is no target for "z80": this package has x86, aarch64, amdgpu, arm, lanai, mips, powerpc, riscv, systemz$/);
  await assert.rejects(oxmca.openObject(new Uint8Array([1, 2, 3])), Error);
  const target = await oxmca.openTarget("x86_64");
  assert.match(target.analyze({ text: "nop", cpu: "no-such" }).error, /no-such/);
  const answer = target.analyze({ text: "nop\nno_such %rax\n", cpu: "skylake" });
  assert.equal(answer.error, "the text has errors");
  assert.deepEqual([answer.messages[0].severity, answer.messages[0].line], ["error", 2]);
  assert.equal(target.analyze({ text: "", cpu: "skylake" }).error, "no instructions");
  assert.equal(typeof target.analyze({ text: "nop", cpu: "skylake", iterations: "many" }).error, "string");
  const object = await oxmca.openObject(readFileSync(join(OBJECTS, "macho-arm64.o")));
  assert.throws(() => [...target.loops(object, { cpu: "skylake" })], /the object is for/);
  assert.equal(typeof target.analyzeLoop(object, { cpu: "skylake", loop: 1 }).error, "string");
  // It goes on after all that.
  assert.equal(target.analyze({ text: "nop", cpu: "skylake" }).error, undefined);
});

test("README's programs print what it says", () => {
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const [text, object] = [...readme.matchAll(/```js\n(.*?)```/gs)].map((it) => it[1]);
  const [printed] = [...readme.matchAll(/```text\n(.*?)```/gs)].map((it) => it[1]);
  writeFileSync(join(folder, "text.js"), text);
  assert.equal(node("text.js"), printed);
  writeFileSync(join(folder, "object.js"), object);
  assert.match(node("object.js", join(OBJECTS, "elf-x86-64.o"), "skylake"), /^Values<int>::sum\(\) const, loop 1: [\d.]+ cycles$/m);
});

test("the types are good, and wrong uses are refused", () => {
  copyFileSync(join(ROOT, "packages/npm/tests/usage.ts"), join(folder, "usage.ts"));
  for (const resolution of ["nodenext", "bundler"]) {
    const module = resolution === "bundler" ? "esnext" : "nodenext";
    const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2023,dom", "--module", module, "--moduleResolution", resolution];
    const { status, stdout } = spawnSync(TSC, [...options, "usage.ts"], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stdout);
  }
});

test("a bundler makes a page of it, which a browser shows", { skip: !existsSync(CHROMIUM) && `${CHROMIUM} is missing: apt-get install chromium` }, async () => {
  writeFileSync(join(folder, "index.html"), '<!doctype html><title>-</title><script type="module" src="./page.js"></script>');
  writeFileSync(join(folder, "page.js"), `
    import { openTarget } from "oxmca";
    const target = await openTarget("x86_64");
    const [region] = target.cycles({ text: "imulq %rsi, %rdi", cpu: "skylake", model_of: "llvm" }).regions;
    document.title = region.cycles_per_iteration + " cycles";`);
  const { build } = await import(WEB + "node_modules/vite/dist/node/index.js");
  await build({ root: folder, base: "./", logLevel: "error", build: { target: "es2022" } });
  const { serve } = await import(WEB + "tests/server.mjs");
  const { profile } = await import(WEB + "tests/browser.mjs");
  const server = await serve(join(folder, "dist"));
  const { context, close } = await profile();
  try {
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(server.address);
    await page.waitForFunction(() => document.title !== "-", undefined, { timeout: 20_000 }).catch(() => {});
    assert.deepEqual([await page.title(), problems], ["3 cycles", []]);
  } finally {
    await close();
    await server.close();
  }
});
