// The line between code and report, moved by pointer or arrow keys.

const MIN = 20, MAX = 70, STEP = 2;

export function makeSplitter(splitter: HTMLElement, panes: HTMLElement): void {
  const set = (share: number) => {
    const now = Math.round(Math.max(MIN, Math.min(MAX, share)));
    splitter.setAttribute("aria-valuenow", String(now));
    panes.style.setProperty("--code-width", `${now}%`);
  };
  splitter.addEventListener("pointerdown", (event) => {
    splitter.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  splitter.addEventListener("pointermove", (event) => {
    if (!splitter.hasPointerCapture(event.pointerId)) return;
    const bounds = panes.getBoundingClientRect();
    set((100 * (event.clientX - bounds.left)) / bounds.width);
  });
  splitter.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -100, End: 100 }[event.key];
    if (step === undefined) return;
    set(Number(splitter.getAttribute("aria-valuenow")) + step);
    event.preventDefault();
  });
}
