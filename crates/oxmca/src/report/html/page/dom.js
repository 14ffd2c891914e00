// Elements, and the small parts that all sections are made of.

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} AttributeValue */
/** @typedef {Node | string | null | undefined} Child */

const SVG = "http://www.w3.org/2000/svg";
// Rows of a table that are made at once, and that are made before the browser may do something else.
const TABLE_ROWS = 300, SLICE_ROWS = 25;

/**
 * Sets attributes. Those that begin with `on` are listeners; null, undefined and false leave an attribute out. Styles
 * are set through the element's `style`, since pages with a strict policy forbid the attribute.
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, AttributeValue>} attributes
 */
function setAttributes(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (key === "style") element.style.cssText = String(value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

/**
 * Makes an element of HTML. Children that are null or undefined are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, AttributeValue>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/**
 * Makes an element of a drawing.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, AttributeValue>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/** @param {number} value */
export function formatNumber(value) {
  return String(Math.round(value * 1000) / 1000);
}

/** @param {number} value */
export function formatCycles(value) {
  return `${formatNumber(value)} cycle${value === 1 ? "" : "s"}`;
}

/**
 * Returns when the browser has had the chance to do something else.
 * @returns {Promise<void>}
 */
export function nextTask() {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * A section with a heading. Keys are unique in a document.
 * @param {string} key
 * @param {string} title
 * @param {...Child} children
 */
export function section(key, title, ...children) {
  const id = `section-${key}`;
  return make("section", { class: `section-${key}`, "aria-labelledby": id }, make("h2", { id }, title), ...children);
}

/**
 * The head of a column.
 * @param {string} text
 * @param {Record<string, AttributeValue>} [attributes]
 */
export function columnHead(text, attributes) {
  return make("th", { scope: "col", ...attributes }, text);
}

/**
 * A table of which the first rows are made now, some hundred in slices, and more when they are asked for.
 * @param {string} caption
 * @param {HTMLElement[]} heads
 * @param {number} count of rows
 * @param {(at: number) => HTMLElement[]} row makes the elements of a row
 * @param {AbortSignal} signal ends the slices
 */
export function longTable(caption, heads, count, row, signal) {
  const body = make("tbody");
  const more = make("button", { type: "button", class: "more" });
  let made = 0, wanted = 0;
  const slice = () => {
    const rows = document.createDocumentFragment();
    for (const end = Math.min(wanted, made + SLICE_ROWS); made < end; made++) rows.append(...row(made));
    body.append(rows);
  };
  // More rows can be wanted while slices are being made: the slices under way make them, too.
  const go = async () => {
    const underWay = made < wanted;
    wanted = Math.min(count, wanted + TABLE_ROWS);
    more.textContent = `Show ${Math.min(TABLE_ROWS, count - wanted)} more of ${count - wanted}`;
    more.hidden = wanted === count;
    if (underWay) return;
    slice();
    while (made < wanted) {
      await nextTask();
      if (signal.aborted) return;
      slice();
    }
  };
  more.addEventListener("click", go);
  go();
  return make("div", {},
    make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
      make("table", {}, make("caption", {}, caption), make("thead", {}, make("tr", {}, ...heads)), body)), more);
}

/** @typedef {{ title: string, value: number, note?: Child[], class?: string }} Bar */

/**
 * Bars, each with its title and value.
 * @param {string} caption
 * @param {Bar[]} rows
 */
export function bars(caption, rows) {
  const most = Math.max(...rows.map((row) => row.value), 1e-9);
  return make("table", { class: "bars" }, make("caption", {}, caption),
    make("tbody", {}, ...rows.map((row) => make("tr", { class: row.class || null },
      make("th", { scope: "row" }, row.title), make("td", {}, formatNumber(row.value)),
      make("td", { class: "bar", "aria-hidden": "true" },
        make("span", { style: `width:${(100 * row.value) / most}%` })),
      make("td", { class: "code" }, ...(row.note || []))))));
}
