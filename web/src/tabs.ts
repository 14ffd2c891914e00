// Tabs that arrow keys move between.

export function makeTabs(list: HTMLElement, changed: (id: string) => void): (id: string) => void {
  const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
  const select = (tab: HTMLElement) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")!)!.hidden = other !== tab;
    }
    changed(tab.id);
  };
  list.addEventListener("click", (event) => {
    const tab = (event.target as Element).closest<HTMLElement>("[role=tab]");
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    const tab = tabs[(next + tabs.length) % tabs.length]!;
    tab.focus();
    select(tab);
    event.preventDefault();
  });
  return (id) => select(tabs.find((tab) => tab.id === id)!);
}
