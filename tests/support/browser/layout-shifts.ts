import type { Page } from "@playwright/test";

/** Each thing that moved, and how much. */
type Shift = { value: number; nodes: string[] };
declare global {
  interface Window {
    layoutShifts: Shift[];
    /** When a press or a key began or ended last, by the page's clock. */
    lastInputAt: number;
  }
}

/** Notes in `window.layoutShifts` what moves without a press (CLS), from the first paint on, and when a press was last. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    window.lastInputAt = 0;
    for (const name of ["pointerdown", "pointerup", "keydown", "keyup"])
      addEventListener(name, () => Object.assign(window, { lastInputAt: performance.now() }), true);
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    const nameOf = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 80) : String(node);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
        if (!hadRecentInput)
          window.layoutShifts.push({ value, nodes: sources.map(({ node }) => nameOf(node)) });
    }).observe({ type: "layout-shift", buffered: true });
  });
}
