import type { Locator, Page } from "@playwright/test";

/** What a test measures of the look of a page: colors of the tokens, and where text is drawn. */

/** The color of a token, such as "--accent", as `getComputedStyle` writes it. */
export function colorOf(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}

/** The names of the visible buttons that are filled with the accent color. */
export async function solidButtons(page: Page): Promise<string[]> {
  const accent = await colorOf(page, "--accent");
  return page
    .getByRole("button")
    .evaluateAll(
      (buttons, color) =>
        buttons
          .filter((button) => getComputedStyle(button).backgroundColor === color)
          .map((button) => button.textContent ?? ""),
      accent,
    );
}

/** The edges of an element's text, which are not those of the element with its padding and icons. */
export function textEdges(element: Locator): Promise<{ left: number; right: number; bottom: number }> {
  return element.evaluate((parent) => {
    const texts = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
    const rects: DOMRect[] = [];
    while (texts.nextNode()) {
      const words = document.createRange();
      words.selectNodeContents(texts.currentNode);
      rects.push(...words.getClientRects());
    }
    return {
      left: Math.min(...rects.map(({ left }) => left)),
      right: Math.max(...rects.map(({ right }) => right)),
      bottom: Math.max(...rects.map(({ bottom }) => bottom)),
    };
  });
}

/** Looks at the page at each of these sizes, then restores its own. */
export async function atSizes(
  page: Page,
  sizes: readonly { width: number; height: number }[],
  look: (size: string) => Promise<void>,
): Promise<void> {
  await asWideAsBefore(page, async () => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await look(`${size.width} px`);
    }
  });
}

/** Restores the size of the page after `look` has changed it. */
export async function asWideAsBefore(page: Page, look: () => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  await look();
  if (before) await page.setViewportSize(before);
}
