import type { Page } from "@playwright/test";

/** Each thing that moved, and how much. */
type Shift = { value: number; nodes: string[] };
declare global {
  interface Window {
    layoutShifts: Shift[];
  }
}

/** Notes in `window.layoutShifts` what moves without a press (CLS), from the first paint on. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
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
