// The editor: assembly, messages under the lines they belong to, and marks beside instructions.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSet, StateEffect, StateField, type Range } from "@codemirror/state";
import {
  Decoration, EditorView, GutterMarker, WidgetType, drawSelection, gutter, highlightActiveLine, highlightSpecialChars,
  keymap, lineNumbers, placeholder, type DecorationSet,
} from "@codemirror/view";
import { make } from "@report/dom.js";
import { assembly, assemblyColours } from "./languages.ts";
import type { Message, Syntax } from "./protocol.ts";

/** A mark beside a line: on the slowest chain, or on the longest path. */
export type Marks = Map<number, "chain" | "path">;

class MessageWidget extends WidgetType {
  readonly message: Message;

  constructor(message: Message) {
    super();
    this.message = message;
  }

  override eq(other: MessageWidget): boolean {
    return other.message.message === this.message.message && other.message.severity === this.message.severity &&
      other.message.column === this.message.column;
  }

  override toDOM(): HTMLElement {
    const { severity, message } = this.message;
    // The editor measures no margins.
    return make("div", { class: "message-row" }, make("div", { class: `message ${severity}` }, `${severity}: ${message}`));
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

class LineMark extends GutterMarker {
  readonly kind: string;

  constructor(kind: string) {
    super();
    this.kind = kind;
  }

  override eq(other: LineMark): boolean {
    return other.kind === this.kind;
  }

  override toDOM(): HTMLElement {
    return make("span", { class: `mark ${this.kind}`, title: this.kind === "chain"
      ? "Part of the slowest loop-carried chain" : "Part of the longest path within an iteration" });
  }
}

const setMessages = StateEffect.define<Message[]>();
const messages = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let found = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMessages)) found = decorate(transaction.state, effect.value);
    }
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(state: EditorState, list: Message[]): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const message of list) {
    if (message.line < 1 || message.line > state.doc.lines) continue;
    const line = state.doc.line(message.line);
    const from = Math.min(line.to, line.from + Math.max(0, message.column - 1));
    const word = /^[^\s,]+/.exec(state.sliceDoc(from, line.to));
    if (word) ranges.push(Decoration.mark({ class: `at-${message.severity}` }).range(from, from + word[0].length));
    ranges.push(Decoration.widget({ widget: new MessageWidget(message), block: true, side: 1 }).range(line.to));
  }
  return Decoration.set(ranges, true);
}

const setMarks = StateEffect.define<Marks>();
const marks = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(set, transaction) {
    let found = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const { doc } = transaction.state;
      const lines = [...effect.value].filter(([line]) => line >= 1 && line <= doc.lines).sort((a, b) => a[0] - b[0]);
      found = RangeSet.of(lines.map(([line, kind]) => new LineMark(kind).range(doc.line(line).from)));
    }
    return found;
  },
});

const setPointed = StateEffect.define<number>();
const pointed = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let found = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setPointed)) continue;
      const { doc } = transaction.state;
      found = effect.value < 1 || effect.value > doc.lines ? Decoration.none
        : Decoration.set([Decoration.line({ class: "pointed" }).range(doc.line(effect.value).from)]);
    }
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "14px", backgroundColor: "var(--back)", color: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code-font)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0", tabSize: "8" },
  ".cm-gutters": { backgroundColor: "var(--back)", color: "var(--quiet)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 12px", minWidth: "2.6em" },
  ".cm-activeLine": { backgroundColor: "var(--active)" },
  ".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "var(--selection)" },
  ".cm-selectionMatch": { backgroundColor: "var(--active)" },
  ".cm-placeholder": { color: "var(--quiet)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)", borderColor: "var(--line)" },
  ".marks .cm-gutterElement": { width: "12px", display: "flex", alignItems: "center", justifyContent: "center" },
  ".mark": { width: "7px", height: "7px", borderRadius: "50%" },
  ".mark.chain": { backgroundColor: "var(--chain)" },
  ".mark.path": { backgroundColor: "var(--path)" },
  ".pointed": { backgroundColor: "var(--lit)" },
  ".at-error": { textDecoration: "underline wavy var(--chain)", textUnderlineOffset: "3px" },
  ".at-warning": { textDecoration: "underline wavy var(--wait)", textUnderlineOffset: "3px" },
  ".message-row": { padding: "1px 8px 4px 6px" },
  ".message": {
    fontFamily: "system-ui, sans-serif", fontSize: "13px", whiteSpace: "normal", lineHeight: "1.4",
    padding: "2px 8px", borderLeft: "3px solid var(--quiet)",
    backgroundColor: "var(--panel)", borderRadius: "0 4px 4px 0",
  },
  ".message.error": { borderLeftColor: "var(--chain)", color: "var(--chain)" },
  ".message.warning": { borderLeftColor: "var(--wait)" },
});

export class Editor {
  readonly view: EditorView;
  readonly #language = new Compartment();
  readonly #writable = new Compartment();

  /** Makes an editor in `host`. `changed` is called when a person or a call changes the text. */
  constructor(host: HTMLElement, changed: () => void) {
    // In a shadow tree, the editor's styles need no exception from the page's policy.
    const root = host.attachShadow({ mode: "open" });
    const parent = make("div", { style: "height:100%" });
    root.append(parent);
    this.view = new EditorView({
      root,
      parent,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          gutter({ class: "marks", markers: (view) => view.state.field(marks) }),
          history(), highlightSpecialChars(), drawSelection(), highlightActiveLine(), search({ top: true }),
          highlightSelectionMatches(), placeholder("Type or paste assembly, or drop an object file"),
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
          EditorState.tabSize.of(8),
          EditorView.contentAttributes.of({ "aria-label": "Assembly", tabindex: "0" }),
          this.#language.of([]), this.#writable.of([]), assemblyColours, messages, marks, pointed, theme,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed();
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  setLanguage(tables: string, syntax: Syntax): void {
    this.view.dispatch({ effects: this.#language.reconfigure(assembly(tables, syntax, this.text)) });
  }

  setReadOnly(is: boolean): void {
    this.view.dispatch({ effects: this.#writable.reconfigure(is ? EditorState.readOnly.of(true) : []) });
  }

  /** Shows messages and marks of a result. */
  setResult(list: Message[], lines: Marks): void {
    this.view.dispatch({ effects: [setMessages.of(list), setMarks.of(lines)] });
  }

  /** Lights a line; 0 for none. */
  point(line: number): void {
    this.view.dispatch({ effects: setPointed.of(line) });
  }

  /** Puts the cursor at a place. */
  goTo(line: number, column: number): void {
    const { doc } = this.view.state;
    const at = doc.line(Math.max(1, Math.min(doc.lines, line)));
    this.view.dispatch({
      selection: { anchor: Math.min(at.to, at.from + Math.max(0, column - 1)) }, scrollIntoView: true,
    });
    this.view.focus();
  }
}
