import type { Locator, Page } from "@playwright/test";
import {
  accessButton,
  answers,
  box,
  expect,
  headerButton,
  keyField,
  signIn,
  type TestClient,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";
import { randomOf, recordFigure, seed, trials } from "../support/faults/faults.ts";

const QUESTION = "team-description";
/** More answers would be joined to fit the limit, and could then not be distinguished. */
const ANSWERS_MAX = 25;

test.use({ serviceWorkers: "allow" });

type Device = { name: string; page: Page; isOffline: boolean };

/** Which texts must be there in the end: entered, and neither deleted nor replaced by anyone. */
class Expected {
  readonly live = new Set<string>();
  readonly gone = new Set<string>();
  add(text: string): void {
    this.live.add(text);
  }
  remove(text: string): void {
    this.live.delete(text);
    this.gone.add(text);
  }
}

/** Finds an answer by its text, since every text is there only once. */
const answerNamed = (page: Page, text: string) => answers(page, QUESTION).filter({ hasText: text });

/** A merge can lengthen a list at any moment, and a long list hides its first answers: this shows them at once. */
async function keepListsWhole(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const isMore = ({ textContent }: Element) => /^Show \d+ earlier answers?$/.test(textContent ?? "");
    const showAll = () => [...document.querySelectorAll("button")].find(isMore)?.click();
    new MutationObserver(showAll).observe(document, { childList: true, subtree: true });
  });
}

async function add(page: Page, text: string): Promise<void> {
  await box(page, QUESTION).fill(text);
  await box(page, QUESTION).press("Enter");
  await expect(answerNamed(page, text)).toBeVisible();
}

/**
 * Presses this exact button. A normal click goes to a position, where a merge may have moved another answer's button.
 * Returns false if a merge has removed the button.
 */
async function press(button: Locator): Promise<boolean> {
  try {
    await button.dispatchEvent("click", {}, { timeout: 2_000 });
    return true;
  } catch (error) {
    if ((await button.count()) > 0) throw error;
    return false;
  }
}

/** Returns false if the answer was gone before it could be edited. */
async function edit(page: Page, before: string, text: string): Promise<boolean> {
  if (!(await press(answerNamed(page, before).getByRole("button", { name: "Edit answer" })))) return false;
  await page.getByRole("textbox", { name: "Edit answer" }).fill(text);
  // if the answer went away meanwhile, its new words are in the box
  if (!(await press(page.getByRole("button", { name: "Save changes" }))))
    await box(page, QUESTION).press("Enter");
  await expect(answerNamed(page, text)).toBeVisible();
  return true;
}

async function remove(page: Page, text: string): Promise<void> {
  await press(answerNamed(page, text).getByRole("button", { name: "Delete answer" }));
  await expect(answerNamed(page, text)).toHaveCount(0);
}

async function goOffline(device: Device): Promise<void> {
  device.isOffline = true;
  await device.page.context().setOffline(true);
}

/** Waits for the merge that follows, so that no step meets an answer that is about to go. */
async function goOnline(device: Device): Promise<void> {
  const { page } = device;
  device.isOffline = false;
  const pulled = page.waitForResponse(
    (response) => response.url().endsWith("/v1/onboarding") && response.request().method() === "GET",
  );
  await page.context().setOffline(false);
  // Chromium does not notify a page that was reloaded while offline that the emulated connection is back
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await pulled;
  await expect(page.getByText(/^You’re offline/)).toHaveCount(0);
}

/** Closes the page without notice and signs in again with the key, with or without a connection. */
async function reopen(device: Device, client: TestClient): Promise<void> {
  await device.page.goto("/");
  await keyField(device.page).fill(client.accessKey);
  await accessButton(device.page).click();
  await expect(headerButton(device.page, "Save")).toBeVisible();
}

async function saveNow({ page }: Device): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === "PUT");
  await headerButton(page, "Save").click();
  await answered;
}

test("two browsers over 1,000 random steps, with offline periods and reloads, lose nothing and agree", async ({
  page,
  client,
  openContext,
  site,
}) => {
  const steps = trials(100, 1_000);
  test.setTimeout(120_000 + steps * 2_000);
  const random = randomOf(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const second = await (await openContext({ serviceWorkers: "allow" })).newPage();
  const devices: Device[] = [
    { name: "first", page, isOffline: false },
    { name: "second", page: second, isOffline: false },
  ];
  const expected = new Expected();
  for (const device of devices) {
    await keepListsWhole(device.page);
    await signIn(device.page, client);
    await device.page.evaluate(() => navigator.serviceWorker.ready);
  }

  /** The possible steps with their shares; a step that is impossible does nothing. */
  const moves: [share: number, move: (device: Device, text: string) => Promise<void>][] = [
    [0.15, replaceOne],
    [0.12, removeOne],
    [0.28, addOne],
    [0.17, chooseTool],
    [0.1, (device) => (device.isOffline ? goOnline(device) : goOffline(device))],
    [0.06, (device) => reopen(device, client)],
    [0.12, async (device) => (device.isOffline ? undefined : saveNow(device))],
  ];

  async function chooseTool({ page: each }: Device): Promise<void> {
    const isSelected = random() < 0.5;
    const square = each.getByRole("checkbox", { name: "Square" });
    // retries, because a merge may toggle the box between the check and the click
    await expect(() => square.setChecked(isSelected)).toPass();
  }

  async function oneOf({ page: each }: Device): Promise<string | undefined> {
    const given = await answers(each, QUESTION).getByRole("paragraph").allTextContents();
    return given[pick(given.length)];
  }

  async function addOne(device: Device, text: string): Promise<void> {
    if ((await answers(device.page, QUESTION).count()) >= ANSWERS_MAX) return removeOne(device);
    await add(device.page, text);
    expected.add(text);
  }

  async function replaceOne(device: Device, text: string): Promise<void> {
    const old = await oneOf(device);
    if (old === undefined) return;
    if (!(await edit(device.page, old, text))) return;
    expected.remove(old);
    expected.add(text);
  }

  async function removeOne(device: Device): Promise<void> {
    const old = await oneOf(device);
    if (old === undefined) return;
    await remove(device.page, old);
    expected.remove(old);
  }

  async function step(number: number): Promise<void> {
    const device = devices[pick(2)] as Device;
    const chance = random();
    const upTo = (place: number) => moves.slice(0, place + 1).reduce((sum, [share]) => sum + share, 0);
    const move = moves.find((_, place) => chance < upTo(place))?.[1] ?? addOne;
    await move(device, `Answer ${number} of the ${device.name}`);
  }

  for (let number = 0; number < steps; number++) {
    await test.step(`step ${number}, seed ${seed}`, () => step(number));
  }
  for (const device of devices) if (device.isOffline) await goOnline(device);
  await expect(async () => {
    for (const device of devices) await saveNow(device);
    for (const { page: each } of devices) expect(await unsavedMark(each).textContent()).toBe("");
  }).toPass({ timeout: 60_000 });
  // now that the server has everything, each browser fetches what the other saved last
  for (const device of devices) await saveNow(device);

  const { record } = JSON.parse(await site.firsthand("record", "export", client.clientId));
  const stored: string[] = record["team-and-business-setup"].responses.map(
    ({ content }: { content: string }) => content,
  );
  const missing = [...expected.live].filter((text) => !stored.includes(text));
  const returned = stored.filter((text) => expected.gone.has(text));
  expect({ missing, returned }, `seed ${seed}`).toEqual({ missing: [], returned: [] });
  for (const { page: each } of devices) {
    await expect(answers(each, QUESTION).getByRole("paragraph")).toHaveText(stored);
    const isSelected = record["tool-selection"].selectedTools.includes("square");
    expect(await each.getByRole("checkbox", { name: "Square" }).isChecked()).toBe(isSelected);
  }
  recordFigure({
    promise: "P14",
    fault: "two browsers edit at random, with offline spells and reloads",
    trials: steps,
    losses: missing.length,
    note: `${stored.length} answers in the end, ${expected.gone.size} deleted or replaced, ${returned.length} of them came back`,
  });
});
