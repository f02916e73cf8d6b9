import {
  answer,
  answers,
  expect,
  headerButton,
  save,
  signIn,
  test,
  toast,
  unsavedMark,
} from "../support/browser/journey.ts";
import { recordFigure } from "../support/faults/faults.ts";

const YEAR_MS = 365 * 86_400_000;

test("a device whose clock is a year off merges and saves like any other", async ({
  page,
  client,
  openContext,
}) => {
  const late = await (await openContext()).newPage();
  await page.clock.install({ time: Date.now() - YEAR_MS });
  await late.clock.install({ time: Date.now() + YEAR_MS });
  for (const device of [page, late]) await signIn(device, client);
  await answer(page, "team-description", "From last year");
  await save(page);
  await answer(late, "team-description", "From next year");
  await headerButton(late, "Save").click();
  await expect(toast(late, "Progress Saved")).toBeVisible();
  // the order is that of saving, whatever the clocks say
  await expect(answers(late, "team-description")).toHaveText(["From last year", "From next year"]);
  await headerButton(page, "Save").click();
  await expect(answers(page, "team-description")).toHaveText(["From last year", "From next year"]);
  await expect(unsavedMark(page)).toHaveText("");
  recordFigure({ promise: "P18", fault: "a page whose clock is a year early or late", trials: 2, losses: 0 });
});
