import type { Page } from "@playwright/test";
import {
  accessButton,
  answers,
  box,
  card,
  enterKey,
  expect,
  header,
  headerButton,
  openSection,
  save,
  section,
  signIn,
  test,
  toast,
  unsavedMark,
} from "../support/browser/journey.ts";
import { watchLayoutShifts } from "../support/browser/layout-shifts.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";
import { startFaultProxy } from "../support/peers/fault-proxy.ts";

/**
 * Nothing moves without the client's input: the browser counts a layout shift (CLS) of zero from the first paint on.
 */

test.beforeEach(({ page }) => watchLayoutShifts(page));

/** Browsers excuse shifts within half a second of a press; waits until that time is over. */
async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.now() - window.lastInputAt > 600);
}

async function expectNoShift(page: Page): Promise<void> {
  await rest(page);
  // wait for two frames, so that the change is painted and measured
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
}

for (const [name, viewport] of [
  ["a wide screen", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test("during a new client's journey", async ({ page, client }) => {
      await page.goto("/");
      await expect(accessButton(page)).toBeVisible();
      await expectNoShift(page);
      await enterKey(page, client.accessKey);
      await expectNoShift(page);
      // typed with real keys, because shifts during typing count as caused by the typing
      await box(page, "team-description").click();
      await page.keyboard.type("Two of us.");
      await page.keyboard.press("Enter");
      await expect(answers(page, "team-description")).toHaveCount(1);
      await answers(page, "team-description").getByRole("button", { name: "Delete answer" }).click();
      await card(page, "team-description").getByRole("button", { name: "Undo", exact: true }).click();
      await expectNoShift(page);
      await save(page);
      await expectNoShift(page);
      await openSection(page, "website");
      await expectNoShift(page);
      await headerButton(page, "Review").click();
      await expect(page.getByRole("heading", { name: "Review your answers" })).toBeVisible();
      await expectNoShift(page);
      await headerButton(page, "Submit").click();
      await page.getByRole("button", { name: "Submit anyway" }).click();
      await expect(toast(page, "Submission Complete!")).toBeVisible();
      await expectNoShift(page);
    });

    test("through all save states: saving, saved, unreachable, offline, submitted", async ({
      page,
      client,
      context,
    }) => {
      await signIn(page, client);
      // the press to sign in must not excuse a shift that the choice causes
      await rest(page);
      await page.getByLabel("Number of Employees").selectOption("1");
      await expect(unsavedMark(page)).toHaveText("Unsaved changes");
      await expectNoShift(page);

      // each outcome comes when no press can excuse a shift
      let outcome: "answered" | "refused" = "answered";
      await page.route("**/v1/onboarding", async (route) => {
        if (route.request().method() !== "PUT") return route.fallback();
        await rest(page);
        if (outcome === "refused") await route.fulfill({ status: 503, json: {} });
        else await route.continue();
      });
      await headerButton(page, "Save").click();
      await expect(header(page)).toContainText("· saving");
      await expect(toast(page, "Progress Saved")).toBeVisible();
      await expect(header(page)).toContainText(/Saved \d/);
      await expectNoShift(page);

      outcome = "refused";
      await page.getByLabel("Number of Locations").selectOption("1");
      await headerButton(page, "Save").click();
      await expect(header(page)).toContainText("can’t reach us, saved on this device");
      await expect(toast(page, "Save Failed")).toBeVisible();
      await expectNoShift(page);

      await rest(page);
      await context.setOffline(true);
      await expect(header(page)).toContainText("offline, saved on this device");
      await expectNoShift(page);
      outcome = "answered";
      await context.setOffline(false);
      await expect(header(page)).toContainText(/Saved \d/);
      await expectNoShift(page);

      // a taller toast replaces one that is still visible
      outcome = "refused";
      await headerButton(page, "Save").click();
      await expect(toast(page, "Save Failed")).toBeVisible();
      outcome = "answered";
      await headerButton(page, "Submit").click();
      await page.getByRole("button", { name: "Submit anyway" }).click();
      await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
      await expect(toast(page, "Save Failed")).toHaveCount(0);
      await expect(toast(page, "Submission Complete!")).toHaveCount(0);
      await expect(header(page)).toContainText(/Submitted \d/);
      await page.goBack();
      await expect(page.getByLabel("Number of Locations")).toHaveValue("1");
      await page.getByLabel("Number of Locations").selectOption("2-3");
      await headerButton(page, "Save").click();
      await expect(header(page)).toContainText("Changed since you submitted");
      await expect(toast(page, "Progress Saved")).toHaveCount(0);
      await expectNoShift(page);
    });

    test("when the session ends, and the client postpones entering the key", async ({ page, client }) => {
      await signIn(page, client);
      await rest(page);
      await page.getByLabel("Number of Employees").selectOption("1");
      await page.route("**/v1/onboarding", async (route) => {
        if (route.request().method() !== "PUT") return route.fallback();
        await rest(page);
        await route.fulfill({ status: 401, json: { code: "UNAUTHORIZED", message: "No.", requestId: "r" } });
      });
      await headerButton(page, "Save").click();
      await expect(page.getByRole("dialog", { name: "Signed out" })).toBeVisible();
      await expectNoShift(page);
      await page.keyboard.press("Escape");
      await expect(header(page).getByRole("button", { name: "Sign in again" })).toBeInViewport({ ratio: 1 });
      await expectNoShift(page);
    });

    test("when a follow-up arrives, and while dictation is on", async ({ page, client }) => {
      await fakeRecognizer(page);
      await signIn(page, client);
      await openSection(page, "leads-booking");
      await rest(page);
      const followUp = {
        question: "customer-acquisition",
        text: "Which of the ten came back?",
        managerName: "Mia Torres",
        askedAt: "2026-03-01T12:00:00.000Z",
      };
      await page.route("**/v1/onboarding/follow-ups", (route) =>
        route.fulfill({ json: { data: [followUp] } }),
      );
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect(section(page, "leads-booking")).toContainText("1 follow-up");
      await expect(card(page, "customer-acquisition").locator("summary")).toContainText("Follow-up");
      await expectNoShift(page);
      // the follow-up appears when the client comes to the card
      await box(page, "customer-acquisition").click();
      await expect(card(page, "customer-acquisition").getByRole("note")).toContainText(followUp.text);
      await expectNoShift(page);
      // an answered or withdrawn follow-up stays until the client comes to the card again
      await page.route("**/v1/onboarding/follow-ups", (route) => route.fulfill({ json: { data: [] } }));
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect(section(page, "leads-booking")).not.toContainText("1 follow-up");
      await expect(card(page, "customer-acquisition").getByRole("note")).toContainText("nothing more to add");
      await expectNoShift(page);

      const talk = card(page, "booking-process").getByRole("button", { name: "Talk: Dictate" });
      await talk.click();
      await expectNoShift(page);
      await engine.settle(page, "They call us");
      await expectNoShift(page);
      await engine.fail(page, "aborted");
      await expect(answers(page, "booking-process")).toHaveCount(1);
    });

    test("when a client comes back, on a slow line, to a complete interview", async ({
      page,
      client,
      site,
    }) => {
      await site.saveAs(client, fullRecord());
      await page.route("**/v1/onboarding", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 800));
        await route.continue();
      });
      await signIn(page, client);
      await expect(header(page)).toContainText("100% Completed");
      await expectNoShift(page);
    });
  });
}

test("when the page itself arrives in pieces, on a slow line", async ({ page, site }) => {
  const proxy = await startFaultProxy(site.url);
  proxy.setMode({ kind: "slow", bytesPerSecond: 20_000 });
  await page.goto(proxy.url, { waitUntil: "commit" });
  await expect(accessButton(page)).toBeVisible();
  proxy.setMode({ kind: "pass" });
  await expectNoShift(page);
  await proxy.close();
});

test("control: movement is detected", async ({ page }) => {
  await page.goto("/");
  await expect(accessButton(page)).toBeVisible();
  await expectNoShift(page);
  await page.evaluate(() => {
    const late = document.createElement("p");
    late.textContent = "Late";
    document.querySelector("h1")?.before(late);
  });
  await expect.poll(() => page.evaluate(() => window.layoutShifts.length)).toBe(1);
});
