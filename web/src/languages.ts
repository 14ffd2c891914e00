// Colours for assembly: comments, labels, directives, mnemonics, registers and numbers.

import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { Syntax } from "./protocol.ts";

interface Dialect {
  comment: RegExp;
  register: RegExp;
  /** Characters before an immediate. */
  immediate: RegExp;
}

const NUMBER = /^-?(0x[\da-f]+|0b[01]+|\d+(\.\d+)?(e[-+]?\d+)?[bfh]?)\b/i;
const WORD = /^[A-Za-z_.$@][\w.$@]*/;
const X86 = /^%?(r([abcd]x|[sd]i|[sb]p|ip|\d\d?[bwd]?)|e?([abcd]x|[sd]i|[sb]p|ip)|[abcd][lh]|[sd]il|[sb]pl|[xyz]mm\d\d?|st(\(\d\))?|mm\d|k[0-7]|tmm\d|[cdefgs]s|[cd]r\d\d?)\b\)?/i;

const DIALECTS: Record<string, Dialect> = {
  att: { comment: /^(#|\/\/).*/, register: /^%[a-z]\w*(\(\d\))?/i, immediate: /^\$/ },
  intel: { comment: /^(#|\/\/).*/, register: X86, immediate: /^\$/ },
  aarch64: {
    comment: /^(\/\/|;).*/,
    register: /^([wxbhsdqvzp]\d\d?(\.\d*[bhsdq])?|za\d*[hv]?(\.[bhsdq])?|w?sp|[wx]zr|lr|fp)\b/i, immediate: /^#/,
  },
  arm: {
    comment: /^(@|\/\/).*/,
    register: /^(r1?\d|[sdq]\d\d?(\[\d+\])?|sp|lr|pc|apsr\w*|fpscr\w*|p0|vpr)\b/i, immediate: /^#/,
  },
  riscv: {
    comment: /^(#|\/\/).*/,
    register: /^([xfv]\d\d?|f?[ast]\d\d?|ft\d\d?|ra|sp|gp|tp|fp|zero|v0\.t)\b/i, immediate: /^\$/,
  },
  systemz: { comment: /^#.*/, register: /^%[rfvac]\d\d?\b/i, immediate: /^=/ },
  powerpc: { comment: /^#.*/, register: /^%?(r|f|v|vs|cr|acc|wacc|wacc_hi|dmr|dmrp)\d\d?\b/i, immediate: /^=/ },
  mips: { comment: /^#.*/, register: /^\$[a-z]*\d*\b/i, immediate: /^=/ },
  amdgpu: {
    comment: /^(;|\/\/).*/,
    register: /^([vsa]\d+\b|[vsa]\[\d+(:\d+)?\]|(ttmp\d+|(vcc|exec|flat_scratch|xnack_mask)(_lo|_hi)?|m0|scc|null|off)\b)/i,
    immediate: /^=/,
  },
  lanai: { comment: /^!.*/, register: /^%(r\d\d?|pc|sp|fp|rv|rr1|rr2|rca)\b/i, immediate: /^=/ },
};

interface State {
  isAtMnemonic: boolean;
  isInComment: boolean;
}

function token(dialect: Dialect, stream: StringStream, state: State): string | null {
  if (stream.sol()) state.isAtMnemonic = true;
  if (state.isInComment) {
    if (stream.skipTo("*/")) {
      stream.match("*/");
      state.isInComment = false;
    } else stream.skipToEnd();
    return "comment";
  }
  if (stream.eatSpace()) return null;
  if (stream.match("/*")) {
    state.isInComment = true;
    return "comment";
  }
  if (stream.match(dialect.comment)) return "comment";
  if (stream.match(/^"([^"\\]|\\.)*"?/)) return "string";
  if (state.isAtMnemonic) {
    // Every target takes # at the beginning of a line for a comment.
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^([\w.$@]+|"[^"]*")\s*:/)) return "labelName";
    if (stream.match(/^\.[\w.]+/)) {
      state.isAtMnemonic = false;
      return "meta";
    }
    if (stream.match(/^(lock|rep|repe|repne|repn?z|notrack|data16|addr32)\b/i)) return "keyword";
    if (stream.match(WORD)) {
      state.isAtMnemonic = false;
      return "keyword";
    }
  }
  if (stream.match(dialect.register)) return "variableName";
  if (stream.match(dialect.immediate)) return "number";
  if (stream.match(NUMBER)) return "number";
  if (stream.match(/^(byte|[xyz]mm|[dqoxyzf]?word) ptr\b/i)) return "typeName";
  if (stream.match(WORD)) return "labelName";
  if (stream.eat(";")) {
    state.isAtMnemonic = true;
    return null;
  }
  stream.next();
  return null;
}

/** Returns what begins a comment that goes on to the end of its line. */
export function lineComment(tables: string): string {
  return { aarch64: "//", amdgpu: ";", arm: "@", lanai: "!" }[tables] ?? "#";
}

/** Decoded instructions as lines that the target's assembler reads as the same instructions. */
export function linesOfDecoded(tables: string, instructions: string[]): string[] {
  // That of Mips fills delay slots otherwise.
  if (tables === "mips") return [".set\tnoreorder", ...instructions];
  // That of AMD's processors takes no label with a distance for a branch.
  if (tables === "amdgpu") return instructions.map((it) => it.replace(/([\w.$]+)\+(\d+)$/, ".L$1_$2"));
  return instructions;
}

/** The language of a target's assembly, as text with or without a choice of syntax. */
export function assembly(tables: string, syntax: Syntax, text: string): Extension {
  const isIntel = syntax === "intel" || (syntax === "" && /^\s*\.intel_syntax\b/m.test(text));
  const dialect = DIALECTS[tables === "x86" ? (isIntel ? "intel" : "att") : tables] || DIALECTS.att!;
  return StreamLanguage.define<State>({
    name: "assembly",
    startState: () => ({ isAtMnemonic: true, isInComment: false }),
    copyState: (state) => ({ ...state }),
    token: (stream, state) => token(dialect, stream, state),
    languageData: { commentTokens: { line: lineComment(tables) } },
  });
}

export const assemblyColours: Extension = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--mnemonic)", fontWeight: "600" },
  { tag: tags.variableName, color: "var(--register)" },
  { tag: tags.number, color: "var(--immediate)" },
  { tag: tags.labelName, color: "var(--label)" },
  { tag: [tags.meta, tags.typeName], color: "var(--directive)" },
  { tag: tags.string, color: "var(--immediate)" },
]));
