import { expect, type Page } from "@playwright/test";

/** Of a catalogue, what would be noticed on a page: neither parts of sentences nor a word that other languages have too. */
export function wholeTexts(catalogue: { [id: string]: string }, same: { [id: string]: string }): string[] {
  const differing = Object.entries(catalogue).filter(([id, text]) => same[id] !== text);
  const texts = differing.map(([, text]) => text);
  return texts.filter((text) => text.length > 3 && !/[{}]/.test(text) && !Object.values(same).includes(text));
}

/** Fails where the page says one of these texts, to be read or to be heard. */
export async function expectUnsaid(page: Page, texts: string[]): Promise<void> {
  const said = await page.evaluate(() => {
    const attributes = ["aria-label", "placeholder", "title", "alt", "aria-description"];
    // what says of itself that it is in another language does not count among the page's words
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
