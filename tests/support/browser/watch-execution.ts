import { type BrowserContext, expect, type Page } from "@playwright/test";
import { RAN } from "../security/xss-vectors.ts";

/** Notes what a script that got in would do: talk to the person, leave its mark, or ask another server. */
export function watchExecution(context: BrowserContext) {
  const done: string[] = [];
  context.on("dialog", async (dialog) => {
    done.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    const isOurs =
      url.hostname === "127.0.0.1" || ["blob:", "data:", "file:", "about:"].includes(url.protocol);
    if (!isOurs) done.push(`request: ${request.url()}`);
  });

  return {
    /** That nothing of it has happened, on this page or any other. */
    async expectNone(page: Page): Promise<void> {
      const marks = page.frames().map((frame) => frame.evaluate((ran) => ran in window, RAN));
      expect([...(await Promise.all(marks)).filter(Boolean), ...done]).toEqual([]);
    },
  };
}

/** Which of these texts are neither the whole text of an element nor what stands in a field, to the letter. */
export function notShown(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const shown = new Set<string>();
    for (const element of document.body.querySelectorAll("*")) {
      // half a character stays one on the page, and does not come through to it from here
      shown.add((element.textContent ?? "").toWellFormed());
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        shown.add(element.value.toWellFormed());
    }
    return wanted.filter((text) => !shown.has(text.toWellFormed()));
  }, texts);
}
