import type { Browser, Page } from "@playwright/test";
import { slowProcessor, timeKeys } from "./key-to-paint.ts";
import type { WebTarget } from "./web-targets.ts";

/** Slow 4G, as in the browser's developer tools: milliseconds, and bytes a second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const LETTERS = "abcdefgh";
const LETTER_EVERY_MS = 100;
const GIVEN_MS = 60_000;

export type FirstField = {
  /** All scripts that were fetched until the network was idle, in kB with Brotli. */
  scriptKb: number;
  /** Seconds from the start of the navigation until a text field could be used. */
  usableS: number;
  /** Seconds until the first key that stayed was shown. */
  shownS: number;
  /** Milliseconds from each key to its paint. */
  keys: number[];
  /** The same in an answer box, if that is another field. */
  boxKeys?: number[];
};

/** What the script in the page records, in milliseconds since the navigation began. */
type Notes = { painted: Promise<number>; pressed: Map<string, number>; shown: Map<string, number> };

/**
 * Opens the page slowed down, with nothing cached. A script that runs before all of the page's own looks for the text
 * field in each animation frame. After the frame in which the field is visible and enabled, it is painted, and the page
 * records that moment, so that the way to the browser's driver does not count. Then real keys are typed from outside,
 * from `a` at once to `h`, every 100 ms or later, focusing the field before each. When the network is idle, the field
 * must hold a letter. If the `a` stayed, the field was usable when it was painted; if the page lost it, at the event
 * time of the first letter that stayed. Throws if no letter stayed, or if no field appeared within a minute.
 * The time when a key was shown includes the way to the driver, which is the same for every page, and whatever kept the
 * page busy.
 */
export async function openFirstField(browser: Browser, target: WebTarget): Promise<FirstField> {
  const context = await browser.newContext({ serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    await slowProcessor(page);
    await slowNetwork(page);
    const { host, selector } = target;
    await page.addInitScript(watchField, { host, selector, givenMs: GIVEN_MS });
    await page.goto(target.url, { waitUntil: "commit" });
    const painted = await page.evaluate(() => (window as unknown as { notes: Notes }).notes.painted);
    const { pressed, shown } = await typeLetters(page, target);
    const scriptKb = await readScriptKb(page);
    const times = { usableS: (pressed ?? painted) / 1000, shownS: shown / 1000 };
    const keys = await timeKeys(page, selector);
    if (!target.openBox) return { scriptKb, ...times, keys };
    return { scriptKb, ...times, keys, boxKeys: await timeKeys(page, await target.openBox(page)) };
  } finally {
    await context.close();
  }
}

async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
}

type Watched = { host: string | undefined; selector: string; givenMs: number };

/** Runs in the page: watches for the field, and records when keys are pressed and shown. */
function watchField({ host, selector, givenMs }: Watched): void {
  const notes = { pressed: new Map<string, number>(), shown: new Map<string, number>() };
  const findField = () => {
    const root = host === undefined ? document : document.querySelector(host)?.shadowRoot;
    return root?.querySelector<HTMLInputElement>(selector);
  };
  const isUsable = (field: HTMLInputElement) =>
    !field.disabled &&
    !field.readOnly &&
    field.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const afterFrame = (then: () => void) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = then;
    channel.port2.postMessage(undefined);
  };
  const painted = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error("No text field came")), givenMs);
    const look = () => {
      const field = findField();
      if (field && isUsable(field)) afterFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const note = ({ key, timeStamp }: KeyboardEvent) => {
    notes.pressed.set(key, timeStamp);
    requestAnimationFrame(() => afterFrame(() => notes.shown.set(key, performance.now())));
  };
  addEventListener("keydown", note, { capture: true });
  Object.assign(window, { notes: { ...notes, painted } });
}

/** When the first letter that stayed was shown and, if earlier letters were lost, when it was pressed. */
async function typeLetters(
  page: Page,
  { label, selector }: WebTarget,
): Promise<{ pressed: number | undefined; shown: number }> {
  const field = page.locator(selector).first();
  for (const letter of LETTERS) {
    await field.focus();
    await page.keyboard.press(letter, { delay: 0 });
    await page.waitForTimeout(LETTER_EVERY_MS);
  }
  await page.waitForLoadState("networkidle");
  const value = await field.inputValue();
  const kept = [...LETTERS].find((letter) => value.includes(letter));
  if (kept === undefined) throw new Error(`${label}: no letter stayed in the field`);
  const { pressed, shown } = await page.evaluate((letter) => {
    const { notes } = window as unknown as { notes: Notes };
    return { pressed: notes.pressed.get(letter), shown: notes.shown.get(letter) };
  }, kept);
  if (shown === undefined) throw new Error(`${label}: ${kept} was never shown`);
  return { pressed: kept === LETTERS[0] ? undefined : pressed, shown };
}

async function readScriptKb(page: Page): Promise<number> {
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  return bytes / 1000;
}
