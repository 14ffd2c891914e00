// Uses each declaration: `tsc` must take it, and refuse the lines that are marked.

import { OPTIONS, openObject, openTarget, version, type Answer, type CostedLoop, type Machine, type TextRequest } from "oxmca";

const request: TextRequest = { text: "nop", cpu: "skylake", iterations: 10, model_of: "llvm" };
const target = await openTarget("x86_64");
const answer: Answer = target.analyze(request);
const machine: Machine | undefined = answer.machine;
const cycles: number | undefined = machine?.regions[0]?.steady_state?.cycles_per_iteration.value;
const names: string[] = target.cpus().map((cpu) => cpu.name);
const flags: string[] = OPTIONS.map((option) => option.flag);
const object = await openObject(new Uint8Array());
const loops: CostedLoop[] = [...target.loops(object, { cpu: "skylake" })];
const text: string = await version();
console.log(cycles, names, flags, loops, text);

// @ts-expect-error: a CPU is needed
target.analyze({ text: "nop" });
// @ts-expect-error: a number is needed
target.analyze({ text: "nop", cpu: "skylake", iterations: "10" });
// @ts-expect-error: the WebAssembly is not part of the interface
object.handle;
