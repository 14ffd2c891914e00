// llvm-mca's report, as text in pieces, of which the browser lays out only those that are seen.

import { make } from "@report/dom.js";

const LINES = 100;

export function showText(host: HTMLElement, text: string): void {
  const lines = text.split("\n");
  const pieces: HTMLElement[] = [];
  for (let at = 0; at < lines.length; at += LINES) {
    const piece = lines.slice(at, at + LINES);
    const element = make("pre", {}, piece.join("\n"));
    element.style.containIntrinsicHeight = `auto ${piece.length * 1.5}em`;
    pieces.push(element);
  }
  host.replaceChildren(make("div", { class: "text", role: "region", "aria-label": "Report as text", tabindex: 0 },
    ...pieces));
}
