// Light or dark: as the system has it, or as one has chosen. The script in `index.html` applies the choice before the page
// is painted.

const KEY = "oxmca-theme";

/** Keeps the choice of a select element, and applies it. */
export function makeThemeChoice(select: HTMLSelectElement): void {
  const root = document.documentElement;
  select.value = root.dataset["theme"] || "";
  select.addEventListener("change", () => {
    if (select.value) root.dataset["theme"] = select.value;
    else delete root.dataset["theme"];
    try {
      if (select.value) localStorage.setItem(KEY, select.value);
      else localStorage.removeItem(KEY);
    } catch {
      // The browser keeps nothing for this page.
    }
  });
}
