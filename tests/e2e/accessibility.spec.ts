import type { Locator, Page } from "@playwright/test";
import { DARK_DESKTOP, expectAccessible, expectNoOverflow } from "../support/browser/axe.ts";
import {
  accessButton,
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  keyField,
  openSection,
  section,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";

const SAVE = "**/v1/onboarding";
const LONG = `Everything-in-one-long-word${"-and-on".repeat(40)} `.repeat(3);

test.use({ contextOptions: { reducedMotion: "reduce" } });

async function expectGood(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  await expectNoOverflow(page, state);
}

test.describe("no accessibility problem and no sideways scrolling", () => {
  // five scans of several states each
  test.setTimeout(60_000);

  test("on the privacy page", async ({ page }) => {
    await page.goto("/privacy");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("How we protect your answers");
    await expectGood(page, "privacy");
  });

  test("on the API reference", async ({ page }) => {
    await page.goto("/api");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
    await expectNoOverflow(page, "API reference");
    // one template makes all 180 calls, and scanning all of them takes a minute
    await page.evaluate(() => {
      const topics = [...document.querySelectorAll("section[id^=topic-]")];
      for (const topic of topics) if (topic.id !== "topic-clients") topic.remove();
      for (const shape of [...document.querySelectorAll("#shapes > pre")].slice(20)) shape.remove();
    });
    // closed parts are not scanned, so all are opened first
    for (const part of await page.locator("summary").all()) await part.click();
    await expectGood(page, "API reference");
  });

  test("on the access screen: empty, with an error, and busy", async ({ page }) => {
    await page.goto("/");
    await expectGood(page, "empty");
    await accessButton(page).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectGood(page, "error");
    await page.route("**/v1/auth/exchange", () => {});
    await keyField(page).fill("fh_key");
    await accessButton(page).click();
    await expect(page.getByRole("button", { name: "Authenticating..." })).toBeVisible();
    await expectAccessible(page, "busy");
  });

  test("while the interview loads, and when it cannot be loaded", async ({ page, client }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(SAVE, async (route) => {
      await released;
      await route.fulfill({ status: 503, json: {} });
    });
    await page.goto("/");
    await keyField(page).fill(client.accessKey);
    await accessButton(page).click();
    await expect(page.getByText("Loading...")).toBeVisible();
    await expectGood(page, "loading");
    await expectAccessible(page, "loading", { looks: [DARK_DESKTOP] });
    release();
    await expect(page.getByRole("heading", { name: "We couldn’t load your answers" })).toBeVisible();
    await expectGood(page, "not loaded");
  });

  for (const half of [
    ["business-snapshot", "leads-booking", "service-delivery-ops"],
    ["money-admin", "customers-growth", "website"],
  ]) {
    test(`in the sections ${half.join(", ")}, filled`, async ({ page, client, site }) => {
      await site.saveAs(
        client,
        fullRecord(() => LONG),
      );
      await signIn(page, client);
      for (const id of half) {
        await openSection(page, id);
        await expect(page.getByRole("button", { name: "Show more" }).first()).toBeVisible();
        await expectGood(page, id);
        await expectAccessible(page, id, { looks: [DARK_DESKTOP] });
      }
    });
  }

  test("in a section without answers, and while a whole long answer is shown", async ({
    page,
    client,
    site,
  }) => {
    await signIn(page, client);
    await expectGood(page, "newcomer");
    await site.saveAs(client, { "website-vision": { responses: [{ content: LONG }] } });
    await signIn(page, client);
    await openSection(page, "website");
    await page.getByRole("button", { name: "Show more" }).click();
    await expectNoOverflow(page, "a long answer");
  });

  test("after an answer was deleted", async ({ page, client, site }) => {
    await site.saveAs(client, { "team-and-business-setup": { responses: [{ content: LONG }] } });
    await signIn(page, client);
    await openSection(page, "business-snapshot");
    await answers(page, "team-description").getByRole("button", { name: "Delete answer" }).click();
    await expect(
      card(page, "team-description").getByRole("button", { name: "Undo", exact: true }),
    ).toBeFocused();
    await expectGood(page, "deleted");
  });

  test("while an answer is edited, in place and enlarged", async ({ page, client, site }) => {
    await site.saveAs(client, { "team-and-business-setup": { responses: [{ content: LONG }] } });
    await signIn(page, client);
    await openSection(page, "business-snapshot");
    await answers(page, "team-description").getByRole("button", { name: "Edit answer" }).click();
    await expectGood(page, "edited in place");
    await page.getByRole("button", { name: "Enlarge" }).click();
    await expect(page.getByRole("dialog", { name: "Edit answer" })).toBeVisible();
    await expectGood(page, "enlarged");
  });

  test("in the dialogs that ask about missing answers and about unsaved work", async ({ page, client }) => {
    await signIn(page, client);
    await headerButton(page, "Submit").click();
    await expect(
      page.getByRole("dialog", { name: /^You still have \d+ questions? to answer$/ }),
    ).toBeVisible();
    await expectGood(page, "missing");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByLabel("Number of Employees").selectOption("1");
    await headerButton(page, "Logout").click();
    await expect(page.getByRole("dialog", { name: "Log out with unsaved changes?" })).toBeVisible();
    await expectGood(page, "logout");
  });

  test("in the dialog that asks for the key", async ({ page, client }) => {
    await signIn(page, client);
    await page.route(SAVE, (route) => route.fulfill({ status: 401, json: {} }));
    await headerButton(page, "Save").click();
    await expect(page.getByRole("dialog", { name: "Signed out" })).toBeVisible();
    await expectGood(page, "key");
  });

  test("with toasts of success and error", async ({ page, client }) => {
    await signIn(page, client);
    const show = async () => {
      await headerButton(page, "Save").click();
      await expect(toast(page, "Progress Saved").first()).toHaveCSS("opacity", "1");
      await page.route(SAVE, (route) => route.abort(), { times: 1 });
      await headerButton(page, "Save").click();
      await expect(toast(page, "Save Failed").first()).toHaveCSS("opacity", "1");
    };
    await expectAccessible(page, "toasts", { show });
    await expectNoOverflow(page, "toasts");
  });

  test("while listening, after dictation has failed, and once it is given up", async ({ page, client }) => {
    await fakeRecognizer(page);
    await signIn(page, client);
    await card(page, "team-description").getByRole("button", { name: "Dictate" }).click();
    // during three scans without speech, the engine would count as ended
    await expectAccessible(page, "listening", { show: () => engine.hear(page, "two of us") });
    await expectNoOverflow(page, "listening");
    await engine.fail(page, "not-allowed");
    await expect(answers(page, "team-description").getByText("Dictated")).toBeVisible();
    await expectGood(page, "failed");
    await card(page, "team-description").getByRole("button", { name: "Dictate" }).click();
    await engine.fail(page, "service-not-allowed");
    await expect(page.getByText("Dictation doesn’t work in this browser.").first()).toBeVisible();
    await expectGood(page, "dead");
  });

  test("where the answers could not be loaded", async ({ page, client }) => {
    await page.route(SAVE, (route) => route.abort());
    await page.goto("/");
    await keyField(page).fill(client.accessKey);
    await accessButton(page).click();
    await expect(page.getByRole("heading", { name: "We couldn’t load your answers" })).toBeVisible();
    await expectGood(page, "load failure");
  });
});

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused()) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test("the keyboard alone is enough from the key to the submission", async ({ page, client }) => {
  test.setTimeout(60_000);
  const { keyboard } = page;
  const type = async (questionId: string) => {
    await tabTo(page, box(page, questionId));
    await keyboard.type(`About ${questionId}`);
    await keyboard.press("Enter");
    await expect(answers(page, questionId)).toHaveCount(1);
  };
  const goOn = async (name: string, id: string) => {
    await tabTo(page, page.getByRole("button", { name: `Next: ${name}` }));
    await keyboard.press("Enter");
    await expect(section(page, id)).toHaveAttribute("aria-current", "step");
    // the section's heading takes the focus, but not from a box that the client already types in
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeFocused();
  };

  await page.goto("/");
  await tabTo(page, keyField(page));
  await keyboard.type(client.accessKey);
  await keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toBeFocused();

  await tabTo(page, page.getByRole("link", { name: "Skip to the questions" }), "Shift+Tab");
  await keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Number of Employees"));
  await keyboard.type("11");
  await expect(page.getByLabel("Number of Employees")).toHaveValue("11-25");
  await tabTo(page, page.getByRole("radio", { name: "Less than $500K" }));
  await keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "$500K - $1M" })).toBeChecked();
  await type("team-description");
  await tabTo(page, page.getByRole("checkbox", { name: "Square" }));
  await keyboard.press("Space");
  await tabTo(page, page.getByRole("group", { name: "Square: satisfaction" }).getByRole("radio").first());
  await keyboard.press("Space");
  await keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "2 stars" })).toBeChecked();

  await goOn("Leads → Booking", "leads-booking");
  await type("customer-acquisition");
  await type("booking-process");
  await goOn("Service Delivery & Ops", "service-delivery-ops");
  await type("service-execution");
  await type("operations-management");
  await goOn("Money & Admin", "money-admin");
  await type("financial-management");
  await type("administrative-tasks");
  await goOn("Customers & Growth", "customers-growth");
  await type("customer-relationships");
  await type("growth-vision");
  await goOn("Website", "website");
  await tabTo(page, page.getByRole("textbox", { name: "Website URL" }));
  await keyboard.type("rosa.example");
  await tabTo(page, page.getByRole("slider"));
  await keyboard.press("ArrowRight");
  await type("website-vision");

  await expect(header(page)).toContainText("100% Completed");
  await tabTo(page, headerButton(page, "Submit"), "Shift+Tab");
  await keyboard.press("Enter");
  await expect(toast(page, "Submission Complete!")).toBeVisible();
});
