import { box, card, expect, signIn, test } from "../support/browser/journey.ts";

/** A desktop Chromium with its own speech recognition, which the other tests run without. */
test.use({ launchOptions: { executablePath: "/usr/bin/chromium" } });

const TEAM = "team-description";

test("the browser's own engine, which is not allowed the microphone here, is recognized too", async ({
  page,
  client,
}) => {
  const dictate = card(page, TEAM).getByRole("button", { name: "Dictate" });
  await signIn(page, client);
  await dictate.click();
  // which of the two appears depends on timing, and a busy machine takes longer
  await expect(card(page, TEAM).getByRole("status").first()).toHaveText(
    /^(The microphone is blocked for this page|We don’t have permission to use the microphone)\./,
  );
  await expect(dictate).toBeVisible();
  await expect(box(page, TEAM)).toBeEditable();
});
