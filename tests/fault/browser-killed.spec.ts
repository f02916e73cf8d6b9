import { setTimeout } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { writeOwnRow } from "../support/browser/device.ts";
import { box, expect, openSection, section, signIn, test } from "../support/browser/journey.ts";
import { type KillableBrowser, killableBrowser } from "../support/browser/killable-browser.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";

/** The speed of a fast typist. */
const KEYS_PER_SECOND = 20;
/** A key pressed at least this long before the end must not be lost. */
const BEHIND_MS = 300;

let browser: KillableBrowser;
test.beforeEach(() => {
  browser = killableBrowser();
});
test.afterEach(() => browser.remove());

/** Types until it is stopped; returns the time at which each character was in the box, by the machine's clock. */
async function typeUntil(page: Page, isOver: () => boolean): Promise<number[]> {
  const pressedAt: number[] = [];
  for (let count = 0; !isOver(); count++) {
    await page.keyboard.press(String.fromCharCode(97 + (count % 26)));
    pressedAt.push(Date.now());
    await setTimeout(1000 / KEYS_PER_SECOND);
  }
  return pressedAt;
}

test("kill -9 of the browser loses no text typed 300 ms before, nor the box and section", async ({
  site,
}) => {
  const rounds = trials(3, 30);
  test.setTimeout(60_000 + rounds * 20_000);
  const random = randomOf(seed);
  let lost = 0;
  let mostLost = 0;
  let { page } = await browser.start();
  for (let round = 0; round < rounds; round++) {
    const at = `seed ${seed}, round ${round}`;
    const client = await site.addClient();
    await signIn(page, client, site.url);
    await openSection(page, "leads-booking");
    await box(page, "booking-process").click();
    const end = Date.now() + 1_000 + random() * 1_500;
    const pressedAt = await typeUntil(page, () => Date.now() > end);
    // every other round waits, so that no key is recent enough to be lost legitimately
    if (round % 2 === 0) await setTimeout(BEHIND_MS + random() * 700);
    const killedAt = Date.now();
    // waits for the write, since a slow machine writes slowly
    await writeOwnRow(page);
    await browser.kill();
    ({ page } = await browser.start());
    await signIn(page, client, site.url);
    await expect(section(page, "leads-booking"), at).toHaveAttribute("aria-current", "step");
    await expect(box(page, "booking-process"), at).toBeFocused();
    const restored = (await box(page, "booking-process").inputValue()).length;
    const due = pressedAt.filter((pressed) => pressed < killedAt - BEHIND_MS).length;
    mostLost = Math.max(mostLost, pressedAt.length - restored);
    lost += Math.max(0, due - restored);
    expect(lost, `characters lost; ${at}`).toBe(0);
  }
  recordFigure({
    promise: "P12",
    fault: "kill -9 of Chromium, while typing and one second after the last key",
    trials: rounds,
    losses: lost,
    note: `at most ${mostLost} characters of the last ${BEHIND_MS} ms`,
  });
});

test("a tab that crashes in the middle of an answer loses nothing of it", async ({ site }) => {
  const rounds = trials(2, 30);
  test.setTimeout(60_000 + rounds * 20_000);
  const client = await site.addClient();
  const { context, page: first } = await browser.start();
  let page = first;
  let text = "";
  for (let round = 0; round < rounds; round++) {
    await signIn(page, await site.withNewKey(client), site.url);
    await expect(box(page, "team-description"), `round ${round}`).toHaveValue(text);
    await box(page, "team-description").pressSequentially(`Word ${round} `);
    text += `Word ${round} `;
    await setTimeout(BEHIND_MS);
    await writeOwnRow(page);
    const crashed = page.waitForEvent("crash");
    void page.goto("chrome://crash").catch(() => undefined);
    await crashed;
    page = await context.newPage();
  }
  await signIn(page, client, site.url);
  await expect(box(page, "team-description")).toHaveValue(text);
  const fault = "chrome://crash of the tab in the middle of an answer";
  recordFigure({ promise: "P12", fault, trials: rounds, losses: 0 });
});

test("a reload 300 ms after the last key loses nothing", async ({ page, client, site }) => {
  const rounds = trials(5, 50);
  test.setTimeout(60_000 + rounds * 10_000);
  let text = "";
  await signIn(page, client);
  for (let round = 0; round < rounds; round++) {
    await box(page, "team-description").pressSequentially(`Word ${round} `);
    text += `Word ${round} `;
    await setTimeout(BEHIND_MS);
    await signIn(page, await site.withNewKey(client));
    await expect(box(page, "team-description"), `round ${round}`).toHaveValue(text);
  }
  recordFigure({ promise: "P12", fault: "reload 300 ms after the last key", trials: rounds, losses: 0 });
});
