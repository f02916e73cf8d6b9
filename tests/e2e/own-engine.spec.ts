import { box, card, expect, signIn, test } from "../support/browser/journey.ts";

/** With what a desktop's Chromium has around the page, its speech recognition among it; the other journeys do without. */
test.use({ launchOptions: { executablePath: "/usr/bin/chromium" } });

const TEAM = "team-description";

test("the browser's own engine, which may not use the microphone here, is recognized too", async ({
  page,
  client,
}) => {
  const dictate = card(page, TEAM).getByRole("button", { name: "Dictate" });
  await signIn(page, client);
  await dictate.click();
  // the time it takes says which of them it is, and a busy machine takes longer
  await expect(card(page, TEAM).getByRole("status").first()).toHaveText(
    /^(The microphone is blocked for this page|We don’t have permission to use the microphone)\./,
  );
  await expect(dictate).toBeVisible();
  await expect(box(page, TEAM)).toBeEditable();
});
