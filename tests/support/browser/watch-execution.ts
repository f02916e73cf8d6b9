import { type BrowserContext, expect, type Page } from "@playwright/test";
import { RAN } from "../security/xss-vectors.ts";

/** Watches for what an injected script would do: show a dialog, leave its mark, or call another server. */
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
    /** Expects that no script has run, on this page or any other. */
    async expectNone(page: Page): Promise<void> {
      const marks = page.frames().map((frame) => frame.evaluate((ran) => ran in window, RAN));
      expect([...(await Promise.all(marks)).filter(Boolean), ...done]).toEqual([]);
    },
  };
}

/** Returns the texts that are neither the exact text of an element nor the exact value of a field. */
export function notShown(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const shown = new Set<string>();
    for (const element of document.body.querySelectorAll("*")) {
      // half a surrogate pair stays as it is on the page, but does not survive the transfer to the test
      shown.add((element.textContent ?? "").toWellFormed());
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        shown.add(element.value.toWellFormed());
    }
    return wanted.filter((text) => !shown.has(text.toWellFormed()));
  }, texts);
}
