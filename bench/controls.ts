import type { Page } from "@playwright/test";
import { median, percentile, type Table } from "./figures.ts";
import { type Interview, openInterview, QUESTION, recordOf, slowDown } from "./interview-page.ts";

const THROTTLE = 4;
const ANSWERS = 30;
/** The shortest time that the browser's event timing reports; it rounds to 8 ms. */
const LEAST_MS = 16;

/** Interaction to next paint for each kind of control, with a slowed processor. */
export async function benchControls(interview: Interview, rounds: number): Promise<Table[]> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    const page = await interview.browser.newPage();
    await openInterview(page, interview, recordOf(ANSWERS));
    await slowDown(page, THROTTLE);
    await page.evaluate(observeInteractions, LEAST_MS);
    for (const [name, use] of stepsOn(page)) {
      await use();
      const ms = await page.evaluate(takeLongest, LEAST_MS);
      // the first round warms up
      if (round > 0) times.set(name, [...(times.get(name) ?? []), ms]);
    }
    await page.close();
  }
  const all = [...times.values()].flat();
  const slowestFirst = [...times].sort(([, one], [, other]) => median(other) - median(one));
  const rows = slowestFirst.map(([name, ms]) => [
    name,
    ...[Math.min(...ms), median(ms), Math.max(...ms)].map((value) => value.toFixed(0)),
  ]);
  const total = ["all of them", percentile(all, 0.5).toFixed(0), percentile(all, 0.98).toFixed(0)];
  return [
    { heads: [`interaction to next paint, ${THROTTLE}x slowed`, "p50 ms", "p98 ms"], rows: [total] },
    { heads: ["control", "shortest ms", "p50 ms", "longest ms"], rows },
  ];
}

type Step = [control: string, use: () => Promise<unknown>];

export function stepsOn(page: Page): Step[] {
  return [...formSteps(page), ...answerSteps(page), ...pageSteps(page)];
}

function formSteps(page: Page): Step[] {
  const press = (key: string) => page.keyboard.press(key);
  const section = (id: string) => page.locator(`[data-section="${id}"]`).click();
  const tool = (name: string) => page.locator("label", { hasText: name }).first().click();
  const stars = page.getByRole("group", { name: "Square: satisfaction" });
  return [
    ["section button", () => section("business-snapshot")],
    ["choice in a list, by key", () => page.getByLabel("Number of Employees").press("2")],
    ["choice of one", () => page.locator("label", { hasText: "$500K - $1M" }).click()],
    ["tool's checkbox", () => tool("Square")],
    ["tool's checkbox, Other", () => tool("Other")],
    ["other tools, a key", () => page.getByRole("textbox", { name: "Other tools" }).press("a")],
    ["star", () => stars.locator("label").nth(3).click()],
    ["star, by key", () => press("ArrowRight")],
    ["question's card, closed", () => page.locator("summary").first().click()],
    ["question's card, opened", () => page.locator("summary").first().click()],
    ["next section", () => page.getByRole("button", { name: /^Next/ }).click()],
    ["section button", () => section("website")],
    ["slider", () => page.getByRole("slider").click()],
    ["slider, by key", () => press("ArrowRight")],
    ["address, a key", () => page.getByRole("textbox", { name: "Website URL" }).press("h")],
    ["section button", () => section("leads-booking")],
  ];
}

function answerSteps(page: Page): Step[] {
  const card = page.locator(`[data-question="${QUESTION}"]`);
  const inCard = (name: string) => card.getByRole("button", { name, exact: true });
  const box = card.locator("textarea[data-box]");
  return [
    ["answer's box, entered", () => box.click()],
    ["answer's box, a key", () => box.press("a")],
    ["answer added", () => box.press("Enter")],
    ["Show more", () => inCard("Show more").first().click()],
    ["Edit answer", () => inCard("Edit answer").first().click()],
    ["Edit answer, a key", () => page.keyboard.press("a")],
    ["Save changes", () => inCard("Save changes").click()],
    ["Edit answer", () => inCard("Edit answer").first().click()],
    ["Enlarge (opens a dialog)", () => inCard("Enlarge").click()],
    ["dialog, a key", () => page.keyboard.press("b")],
    [
      "dialog's Save changes",
      () => page.getByRole("dialog").getByRole("button", { name: "Save changes" }).click(),
    ],
    ["Delete answer", () => inCard("Delete answer").last().click()],
  ];
}

function pageSteps(page: Page): Step[] {
  const button = (name: string) => page.getByRole("button", { name, exact: true }).first();
  return [
    ["Save", () => button("Save").click()],
    ["message's close", () => button("Close this message").click()],
    ["Review", () => button("Review").click()],
    ["Download data (JSON)", () => button("Download data (JSON)").click()],
    [
      "Answer now",
      () =>
        page
          .getByRole("button", { name: /^Answer now/ })
          .first()
          .click(),
    ],
    ["Menu", () => button("Menu").click()],
    ["Where you’re signed in (opens a dialog)", () => button("Where you’re signed in").click()],
    ["dialog closed by Escape", () => page.keyboard.press("Escape")],
    ["Submit (opens a dialog)", () => button("Submit").click()],
    ["dialog's Keep answering", () => button("Keep answering").click()],
    ["tab to the next control", () => page.keyboard.press("Tab")],
  ];
}

type Timed = { interactionId: number; duration: number };

/** Runs in the page: records the browser's own timing of each key, press and click. */
function observeInteractions(least: number): void {
  const timed: Timed[] = [];
  Object.assign(window, { timed });
  const observer = new PerformanceObserver((list) =>
    timed.push(...(list.getEntries() as unknown as Timed[])),
  );
  observer.observe({ type: "event", durationThreshold: least } as PerformanceObserverInit);
}

/** Runs in the page: the longest interaction since the previous call, in ms; `least` without one. */
async function takeLongest(least: number): Promise<number> {
  // the browser reports an entry after the frame that the entry ends with
  await new Promise((resolve) => setTimeout(resolve, 250));
  const { timed } = window as unknown as { timed: Timed[] };
  const durations = timed.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration);
  timed.length = 0;
  return Math.max(least, ...durations);
}
