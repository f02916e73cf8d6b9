import { expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import { addClientInConsole, enterConsole } from "../support/browser/console-journey.ts";
import {
  answer,
  box,
  expect,
  expectToast,
  header,
  headerButton,
  openSection,
  save,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";

/** The page after a submission: the confirmation, the receipt, what happens next, and where to go from here. */

const SUBMITTED =
  "Your onboarding responses have been submitted successfully. Thank you for completing the process.";

test("a complete interview gets a thank-you by name, with the time, the count, and the receipt", async ({
  page,
  client,
  site,
}) => {
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  await headerButton(page, "Submit").click();
  await expectToast(page, "Submission Complete!", SUBMITTED);
  const title = page.getByRole("heading", { name: "Thank you, Rosa's Bakery" });
  await expect(title).toBeFocused();
  const [submission] = await site.storage.records.listSubmissions(client.clientId);
  const id = submission?.submissionId.replace(/^.*_/, "").replaceAll("-", "").slice(0, 6).toUpperCase() ?? "";
  const main = page.getByRole("main");
  await expect(page.locator("[data-section][aria-current]")).toHaveCount(0);
  await expect(main).toContainText("Your answers are with Brightside Onboarding.");
  await expect(main.getByRole("definition")).toHaveText([
    /^\w+day, \w+ \d+ at \d+:\d\d [AP]M$/,
    "13 of 13 answers",
    `${id.slice(0, 3)}-${id.slice(3)}`,
  ]);
  await expect(main).toContainText("Brightside Onboarding has your answers and will be in touch.");
  await expect(main.getByRole("button", { name: /^(Answer \d+ more|Remind me)/ })).toHaveCount(0);
  await expectAccessible(page, "thanks");
  await expectNoOverflow(page, "thanks");

  const download = page.waitForEvent("download");
  await main.getByRole("button", { name: "Download to read or print" }).click();
  expect((await download).suggestedFilename()).toMatch(/^Rosas-Bakery-answers-.*\.html$/);
  await main.getByRole("button", { name: "Change an answer" }).click();
  await expect(page.getByRole("heading", { name: "Review your answers" })).toBeFocused();
});

test("an incomplete submission gets a thank-you without a tick, and links to what is missing", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await answer(page, "team-description", "Ann and Ben");
  await headerButton(page, "Submit").click();
  await page.getByRole("button", { name: "Submit anyway" }).click();
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { name: "Thank you, Rosa's Bakery" })).toBeFocused();
  await expect(main).toContainText("Sent so far: 1 of 13. Add the rest any time.");
  await expect(main.getByRole("banner").or(main.locator("header")).locator("svg")).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Answer 12 more" })).toHaveAttribute(
    "data-variant",
    "primary",
  );
  await expect(headerButton(page, "Next")).toHaveCount(0);
  await expectAccessible(page, "thanks for a part");
  await expectNoOverflow(page, "thanks for a part");
  await main.getByRole("button", { name: "Answer 12 more" }).click();
  await expect(page.getByRole("heading", { name: "Business Snapshot" })).toBeVisible();
  await expect(box(page, "team-description")).toBeVisible();
});

test("the account manager is named, and a name of 200 characters moves nothing out of the page", async ({
  page,
  site,
  openContext,
}) => {
  const manager = await (await openContext({ baseURL: site.url })).newPage();
  await enterConsole(manager, site);
  const clientName = `Ro${"bakery".repeat(33)}`;
  const client = { ...(await addClientInConsole(manager, clientName)), clientId: "", clientName };
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  await headerButton(page, "Submit").click();
  await expect(page.getByRole("main")).toContainText(
    "Your answers are with Mia Lopes at Brightside Onboarding.",
  );
  await expectNoOverflow(page, "thanks to a long name");
});

test("after a failed Submit the client stays on the same page", async ({ page, client, site }) => {
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  await page.route("**/v1/onboarding", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 503, json: { code: "UNAVAILABLE", message: "Not now.", requestId: "r" } })
      : route.fallback(),
  );
  await headerButton(page, "Submit").click();
  await expect(page.getByText("Failed to submit your responses. Please try again.")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Business Snapshot" })).toBeVisible();
});

test("after a submission the header says when, and a saved change highlights Submit again on every page", async ({
  page,
  client,
  site,
}) => {
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  const slot = header(page);
  const loud = (variant: string) =>
    expect(headerButton(page, "Submit")).toHaveAttribute("data-variant", variant);
  await loud("primary");
  await headerButton(page, "Submit").click();
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
  await expect(slot).toContainText(/Submitted \d{1,2}:\d\d [AP]M/);
  await expect(slot).not.toContainText("Saved");
  await loud("secondary");
  // a save without changes leaves the state at "Submitted"
  await save(page);
  await expect(slot).toContainText(/Submitted \d/);

  await openSection(page, "money-admin");
  await answer(page, "financial-management", "And a bookkeeper.");
  await save(page);
  await expect(slot).toContainText("Changed since you submitted");
  await expect(slot).not.toContainText(/Submitted \d|Saved/);
  await loud("primary");
  await headerButton(page, "Review").click();
  await expect(page.getByRole("main")).toContainText(/Submitted \d.* · Changed since you submitted/);
  await loud("primary");
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Changed since you submitted");
  await loud("primary");
});

test("all answers can be printed from the review, and shared when the device supports it", async ({
  page,
  client,
  site,
}) => {
  await page.addInitScript(() => {
    const given: string[] = [];
    Object.assign(window, {
      given,
      print: () => given.push(document.querySelector("main h2")?.textContent ?? ""),
    });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => void given.push(files[0]?.name ?? ""),
    });
  });
  await site.saveAs(client, fullRecord());
  await signIn(page, client);
  await headerButton(page, "Submit").click();
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Share" }).click();
  await main.getByRole("button", { name: "Print or save as PDF" }).click();
  await expect(page.getByRole("heading", { name: "Review your answers" })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { given: string[] }).given))
    .toEqual([expect.stringMatching(/^Rosas-Bakery-answers-.*\.html$/), "Review your answers"]);
  const surroundings = [header(page), page.getByRole("region", { name: "Notifications" })];
  for (const part of surroundings) await expect(part).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const part of surroundings) await expect(part).toBeHidden();
  await expect(page.getByRole("heading", { name: "Review your answers" })).toBeVisible();
});
