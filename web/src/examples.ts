// The examples of the menu.

import accumulators from "../../examples/accumulators.s?raw";
import compiledLoop from "../../examples/compiled-loop.s?raw";
import dotProductAarch64 from "../../examples/dot-product-aarch64.s?raw";
import dotProductArm from "../../examples/dot-product-arm.s?raw";
import divide from "../examples/divide.s?raw";
import dotProduct from "../examples/dot-product.s?raw";
import dotProductUnrolled from "../examples/dot-product-unrolled.s?raw";
import hash from "../examples/hash.s?raw";
import harmonicAmdgpu from "../examples/harmonic-amdgpu.s?raw";
import horner from "../examples/horner-intel.s?raw";
import saxpyMips from "../examples/saxpy-mips.s?raw";
import saxpyPowerPc from "../examples/saxpy-powerpc.s?raw";
import saxpyRiscV from "../examples/saxpy-riscv.s?raw";
import saxpySystemZ from "../examples/saxpy-systemz.s?raw";
import sumLanai from "../examples/sum-lanai.s?raw";

export interface Example {
  title: string;
  target: string;
  cpus: string[];
  text: string;
}

/** Leaves out lines that tell the program's tests how to run an example. */
const forPeople = (text: string) => text.replace(/^#\n(# oxmca:.*\n)+\n?/m, "\n");

export const EXAMPLES: Example[] = [
  { title: "Dot product, one sum", target: "x86-64", cpus: ["skylake", "znver4"], text: dotProduct },
  { title: "Dot product, four sums", target: "x86-64", cpus: ["skylake", "znver4"], text: dotProductUnrolled },
  { title: "Polynomial, Intel syntax", target: "x86-64", cpus: ["alderlake", "znver4"], text: horner },
  { title: "Hash, a byte at a time", target: "x86-64", cpus: ["skylake", "znver3"], text: hash },
  { title: "Division, two ways", target: "x86-64", cpus: ["skylake", "haswell", "znver4"], text: divide },
  { title: "Accumulators, two regions", target: "x86-64", cpus: ["skylake", "znver4"], text: forPeople(accumulators) },
  { title: "A compiler's output", target: "x86-64", cpus: ["haswell", "znver3"], text: forPeople(compiledLoop) },
  { title: "AArch64: dot product", target: "aarch64", cpus: ["neoverse-v2", "cortex-a55"], text: forPeople(dotProductAarch64) },
  { title: "Arm: dot product", target: "arm", cpus: ["cortex-a57"], text: forPeople(dotProductArm) },
  { title: "RISC-V: vectors", target: "riscv64", cpus: ["sifive-p670", "sifive-x390"], text: saxpyRiscV },
  { title: "SystemZ: vectors", target: "s390x", cpus: ["z16", "z14"], text: saxpySystemZ },
  { title: "PowerPC: vectors", target: "powerpc64le", cpus: ["pwr10", "pwr9"], text: saxpyPowerPc },
  { title: "Mips: a delay slot", target: "mips64el", cpus: ["i6400"], text: saxpyMips },
  { title: "AMD graphics: a wave waits", target: "amdgcn", cpus: ["gfx90a"], text: harmonicAmdgpu },
  { title: "Lanai: a sum", target: "lanai", cpus: ["v11"], text: sumLanai },
];
