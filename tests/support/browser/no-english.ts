import { expect, type Page } from "@playwright/test";

/**
 * The texts of a catalog that would be noticed on a page: no parts of sentences, and no words that other languages
 * share.
 */
export function wholeTexts(catalog: { [id: string]: string }, same: { [id: string]: string }): string[] {
  const differing = Object.entries(catalog).filter(([id, text]) => same[id] !== text);
  const texts = differing.map(([, text]) => text);
  return texts.filter((text) => text.length > 3 && !/[{}]/.test(text) && !Object.values(same).includes(text));
}

/** Fails if the page shows any of these texts or has a screen reader say any. */
export async function expectUnsaid(page: Page, texts: string[]): Promise<void> {
  const said = await page.evaluate(() => {
    const attributes = ["aria-label", "placeholder", "title", "alt", "aria-description"];
    // skips elements that declare another language
    const elements = [...document.querySelectorAll("*")].filter(
      (element) => element.closest("[lang]") === document.documentElement,
    );
    const named = elements.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ""));
    const read = elements
      .flatMap((element) => [...element.childNodes])
      .filter((node) => node instanceof Text)
      .map((text) => text.data);
    return [...named, ...read].map((text) => text.trim()).filter((text) => text !== "");
  });
  expect(said.length).toBeGreaterThan(5);
  expect(said.filter((text) => texts.includes(text))).toEqual([]);
}
