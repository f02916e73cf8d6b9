import { expect } from "vitest";
import type { Site, TestClient } from "../service/site-process.ts";
import type { OtherBrowser } from "./other-browser.ts";
import { faultsOf, watchFaults } from "./page-faults.ts";

/** For any wait of this journey; long, because a busy machine is slow. */
const POLL = { timeout: 20_000, interval: 50 };
const ENTER = "\n";

/** The journey of a client from the key to the submission, in any browser. */
export function mainJourney(browser: OtherBrowser, site: Site) {
  const said = () => browser.run(() => document.body.innerText);
  const card = (question: string) => `//*[@data-question="${question}"]`;
  const read = (selector: string) =>
    browser.run((found) => document.querySelector<HTMLInputElement>(found)?.value, selector);

  return {
    async signIn({ accessKey }: TestClient): Promise<void> {
      await browser.open(site.url);
      await browser.type('//input[@id="access-key"]', accessKey + ENTER);
      await this.sees("Interview Sections");
      await browser.run(watchFaults);
    },

    press: (name: string, within = "") => browser.press(buttonNamed(within, name)),
    /** Scrolls to the top first, because the header's first row scrolls away. */
    async pressInHeader(name: string): Promise<void> {
      await browser.run(() => window.scrollTo(0, 0));
      await browser.press(buttonNamed("//header", name));
    },
    pressIn: (question: string, name: string) => browser.press(buttonNamed(card(question), name)),
    pressText: (text: string) => browser.press(`//*[self::label or self::a][normalize-space()="${text}"]`),
    async openSection(id: string): Promise<void> {
      await browser.press(`//button[@data-section="${id}"]`);
      const open = () =>
        browser.run(
          () => document.querySelector<HTMLElement>("[data-section][aria-current]")?.dataset.section,
        );
      await expect.poll(open, POLL).toBe(id);
    },

    /** Types into the box of a question and leaves it with Enter. */
    answer: (question: string, text: string) =>
      browser.type(`${card(question)}//textarea[@data-box]`, text + ENTER),
    type: (xpath: string, text: string) => browser.type(xpath, text),
    choose: (label: string, value: string) =>
      browser.choose(`//select[@id=//label[normalize-space()="${label}"]/@for]`, value),
    valueOf: read,

    /** The answers given to a question, each by its first line. */
    async hasAnswers(question: string, ...texts: string[]): Promise<void> {
      const given = () =>
        browser.run(
          (id) =>
            [...document.querySelectorAll<HTMLElement>(`[data-question="${id}"] ol > li`)].map(
              ({ innerText }) => innerText.split("\n")[0],
            ),
          question,
        );
      await expect.poll(given, POLL).toEqual(texts);
    },

    async sees(text: string): Promise<void> {
      await expect.poll(said, POLL).toContain(text);
    },

    /** What our pages must never do, collected since the sign-in. */
    faults: () => browser.run(faultsOf),
  };
}

/** Finds an enabled button, because a button that confirms is disabled for a moment. */
function buttonNamed(within: string, name: string): string {
  return `${within}//button[not(@disabled)][normalize-space()="${name}" or @aria-label="${name}"]`;
}
