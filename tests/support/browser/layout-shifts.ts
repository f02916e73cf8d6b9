import type { Page } from "@playwright/test";

/** The elements that moved, and the layout-shift score. */
type Shift = { value: number; nodes: string[] };
declare global {
  interface Window {
    layoutShifts: Shift[];
    /** When the last press or key began or ended, by the page's clock. */
    lastInputAt: number;
  }
}

/**
 * Collects in `window.layoutShifts` every shift without a press (CLS) from the first paint on, and the time of the last
 * press.
 */
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
