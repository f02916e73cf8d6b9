import {
  answer,
  box,
  expect,
  header,
  holdClock,
  signIn,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";

test.describe("answers save themselves", () => {
  test("after ten seconds of rest, without a toast, and the header says when", async ({ page, client }) => {
    await page.clock.install();
    await signIn(page, client);
    await holdClock(page);
    await answer(page, "team-description", "Two of us");
    await box(page, "current-tools").fill("A note");
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
    await page.clock.runFor(9_000);
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
    await page.clock.runFor(2_000);
    await expect(unsavedMark(page)).toHaveText("");
    // in the last hour of a day, the held clock is already in the next day, so the header shows a date
    await expect(header(page)).toContainText(/Saved .*(?:\d{1,2}:\d\d\s[AP]M|[A-Z][a-z]{2} \d{1,2})/);
    await expect(page.getByRole("region", { name: "Notifications" }).getByRole("button")).toHaveCount(0);
    await expect(box(page, "current-tools")).toHaveValue("A note");
  });

  test("when the page closes", async ({ page, client, site }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Two of us");
    await page.goto("/robots.txt");
    await expect(async () => {
      expect(await site.firsthand("record", "export", client.clientId)).toContain("Two of us");
    }).toPass();
  });

  test("again after a failure, at growing intervals", async ({ page, client }) => {
    await page.clock.install();
    await signIn(page, client);
    await holdClock(page);
    let refused = 0;
    await page.route("**/v1/onboarding", async (route) => {
      if (route.request().method() !== "PUT" || refused === 3) return route.fallback();
      refused += 1;
      return route.fulfill({ status: 503, json: { code: "UNAVAILABLE", message: "No." } });
    });
    await answer(page, "team-description", "Two of us");
    await page.clock.runFor(11_000);
    await expect(page.getByText(/^We couldn’t save your latest answers\./)).toBeVisible();
    let seconds = 0;
    await expect(async () => {
      await page.clock.runFor(5_000);
      seconds += 5;
      expect(await unsavedMark(page).textContent()).toBe("");
    }).toPass();
    expect(refused).toBe(3);
    // waits of 8, 16 and 32 seconds, each up to a quarter longer or shorter
    expect(seconds).toBeGreaterThan(40);
    await expect(page.getByText(/^We couldn’t save your latest answers\./)).toHaveCount(0);
  });
});

test("an automatic save detects an ended session", async ({ page, client }) => {
  await page.clock.install();
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  await box(page, "current-tools").fill("Half a thought");
  await page.route("**/v1/onboarding", (route) =>
    route.fulfill({ status: 401, json: { code: "UNAUTHORIZED", message: "No." } }),
  );
  await page.clock.runFor(12_000);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toHaveText("Authentication failed. Please try logging in again.");
  await page.unroute("**/v1/onboarding");
  await dialog.getByRole("textbox", { name: "Access Key" }).fill(client.accessKey);
  await dialog.getByRole("button", { name: "Access Interview" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(unsavedMark(page)).toHaveText("");
});
