import type { Locator, Page } from "@playwright/test";
import {
  accessButton,
  answer,
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  keyField,
  openSection,
  save,
  section,
  signIn,
  type TestClient,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";
import { colorOf } from "../support/browser/look.ts";
import { fullRecord } from "../support/data/full-record.ts";

const SECTIONS = [
  { id: "business-snapshot", name: "Business Snapshot", minutes: 7, questions: 3 },
  { id: "leads-booking", name: "Leads → Booking", minutes: 6, questions: 2 },
  { id: "service-delivery-ops", name: "Service Delivery & Ops", minutes: 6, questions: 2 },
  { id: "money-admin", name: "Money & Admin", minutes: 5, questions: 2 },
  { id: "customers-growth", name: "Customers & Growth", minutes: 7, questions: 2 },
  { id: "website", name: "Website", minutes: 5, questions: 2 },
];

test("the header names client and progress", async ({ page, client }) => {
  await signIn(page, client);
  await expect(header(page).getByRole("heading", { name: "Onboarding Interview", level: 1 })).toBeVisible();
  await expect(header(page)).toContainText(client.clientName);
  await expect(header(page)).toContainText("0% Completed");
  await expect(header(page).getByRole("progressbar", { name: "Progress" })).toHaveJSProperty("value", 0);
  for (const name of ["Save", "Review", "Submit", "Logout"]) {
    await expect(header(page).getByRole("button", { name, exact: true })).toBeVisible();
  }
  await page.getByLabel("Number of Employees").selectOption("1");
  await expect(header(page).getByRole("progressbar")).toHaveJSProperty("value", 8);
});

test("the sections are in order, each with its step, name, progress and time", async ({ page, client }) => {
  await signIn(page, client);
  const list = page.getByRole("navigation", { name: "Interview Sections" });
  await expect(list.getByRole("button")).toHaveCount(SECTIONS.length);
  for (const [place, { id, name, minutes, questions }] of SECTIONS.entries()) {
    await expect(list.getByRole("button").nth(place)).toHaveAttribute("data-section", id);
    await expect(section(page, id)).toHaveText(`${place + 1}/6${name}0/${questions} completed${minutes} min`);
  }
});

test("a pressed section opens with its name and questions, and is the current step", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await expect(section(page, "business-snapshot")).toHaveAttribute("aria-current", "step");
  for (const { id, name, questions } of SECTIONS.toReversed()) {
    await openSection(page, id);
    await expect(page.getByRole("main").getByRole("heading", { name, level: 2 })).toBeFocused();
    await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(questions);
    await expect(page.getByRole("navigation").getByRole("button", { name, exact: false })).toHaveCount(1);
    await expect(page.locator("[aria-current]")).toHaveCount(1);
  }
});

test("a section is marked complete with its last question, and no longer when that answer is deleted", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await openSection(page, "money-admin");
  await answer(page, "financial-management", "I write invoices");
  await expect(section(page, "money-admin")).toContainText("1/2 completed");
  await expect(section(page, "money-admin")).not.toContainText("Section complete");
  await answer(page, "administrative-tasks", "Chasing payments");
  await expect(section(page, "money-admin")).toContainText("2/2 completed");
  await expect(section(page, "money-admin")).toContainText("Section complete");
  await answers(page, "administrative-tasks").getByRole("button", { name: "Delete answer" }).click();
  await expect(section(page, "money-admin")).not.toContainText("Section complete");
});

test("Previous section and Next lead through all six", async ({ page, client }) => {
  await signIn(page, client);
  for (const { id, name } of SECTIONS.slice(1)) {
    await page.getByRole("button", { name: `Next: ${name}` }).click();
    await expect(section(page, id)).toHaveAttribute("aria-current", "step");
  }
  await expect(page.getByRole("button", { name: /^Next:/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Previous section" }).click();
  await expect(section(page, "customers-growth")).toHaveAttribute("aria-current", "step");
});

/** Presses the control in the page, and says which questions are there before the next frame. */
function questionsAfterPress(control: Locator): Promise<string[]> {
  return control.evaluate(async (element: HTMLElement) => {
    element.click();
    // React draws what a press changes in a microtask
    await Promise.resolve();
    const cards = [...document.querySelectorAll<HTMLElement>("[data-question]")];
    return cards.map(({ dataset }) => dataset.question ?? "");
  });
}

test("a press on a section draws its first question, and the rest follows", async ({ page, client }) => {
  await signIn(page, client);
  expect(await questionsAfterPress(section(page, "leads-booking"))).toEqual(["customer-acquisition"]);
  await expect(card(page, "booking-process")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next: Service Delivery & Ops" })).toBeVisible();
});

test("a press on a question in the review draws everything down to that question", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  await headerButton(page, "Review").click();
  const asked = page.getByRole("button", { name: "Answer now: From first call to booking" });
  expect(await questionsAfterPress(asked)).toEqual(["customer-acquisition", "booking-process"]);
  await expect(box(page, "booking-process")).toBeFocused();
});

test("a change of section adds the text in the open box", async ({ page, client }) => {
  await signIn(page, client);
  await box(page, "team-description").fill("Two of us");
  await openSection(page, "website");
  await expect(section(page, "business-snapshot")).toContainText("1/3 completed");
  await openSection(page, "business-snapshot");
  await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
  await expect(box(page, "team-description")).toHaveValue("");
});

test("the interview opens at the first unanswered question", async ({ page, client, site }) => {
  const { "financial-management": _open, ...record } = fullRecord();
  await site.saveAs(client, record);
  await signIn(page, client);
  await expect(section(page, "money-admin")).toHaveAttribute("aria-current", "step");
  await expect(header(page)).toContainText("92% Completed");
});

test.describe("Unsaved changes", () => {
  test("is not shown to a new client, is shown after a change, and disappears when the change is undone", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    await expect(unsavedMark(page)).toHaveText("");
    await expect(unsavedMark(page)).not.toHaveAttribute("title");
    await page.getByLabel("Number of Employees").selectOption("1");
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
    // nothing is wrong yet, so the mark has no color of a warning
    await expect(unsavedMark(page)).toHaveCSS("color", await colorOf(page, "--ink-muted"));
    await expect(unsavedMark(page)).toHaveAttribute("title", "Safe on this device");
    await page.getByLabel("Number of Employees").selectOption("");
    await expect(unsavedMark(page)).toHaveText("");
    await answer(page, "team-description", "Two of us");
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
    await answers(page, "team-description").getByRole("button", { name: "Delete answer" }).click();
    await expect(unsavedMark(page)).toHaveText("");
  });

  test("disappears with a save, stays after a failed one, and does not appear after loading", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    await page.getByLabel("Number of Employees").selectOption("1");
    await page.route("**/v1/onboarding", (route) => route.fulfill({ status: 500, json: {} }));
    await header(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
    await page.unroute("**/v1/onboarding");
    await save(page);
    await expect(unsavedMark(page)).toHaveText("");
    await signIn(page, client);
    await expect(page.getByLabel("Number of Employees")).toHaveValue("1");
    await expect(unsavedMark(page)).toHaveText("");
  });

  test("stays for changes made during a save", async ({ page, client }) => {
    await signIn(page, client);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/v1/onboarding", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel("Number of Employees").selectOption("1");
    const asked = page.waitForRequest("**/v1/onboarding");
    await header(page).getByRole("button", { name: "Save" }).click();
    // Wait until the save is sent: anything entered before that would be part of it.
    await asked;
    await page.getByLabel("Number of Locations").selectOption("1");
    release();
    await expect(page.getByText("Progress Saved")).toBeVisible();
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
  });
});

test.describe("loading", () => {
  /** Retries a load while the clock is held. The retry is answered when the returned function is called. */
  async function loadSlowly(page: Page, client: TestClient): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.clock.install({ time: 0 });
    await page.route("**/v1/onboarding", (route) => route.abort(), { times: 1 });
    await page.goto("/");
    await keyField(page).fill(client.accessKey);
    await accessButton(page).click();
    const again = page.getByRole("button", { name: "Try again" });
    await expect(again).toBeVisible();
    await page.route("**/v1/onboarding", async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.pauseAt(60_000);
    const asked = page.waitForRequest("**/v1/onboarding");
    await again.click();
    await asked;
    // the time is measured from the moment this disappears
    await expect(again).toHaveCount(0);
    return release;
  }

  test("shows Loading... from 150 ms on", async ({ page, client }) => {
    const release = await loadSlowly(page, client);
    await page.clock.runFor(149);
    await expect(page.getByText("Loading...")).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(page.getByRole("status")).toHaveText("Loading...");
    release();
    await expect(header(page)).toBeVisible();
    await expect(page.getByText("Loading...")).toHaveCount(0);
  });

  test("shows no indicator when it is faster", async ({ page, client }) => {
    const release = await loadSlowly(page, client);
    await page.clock.runFor(149);
    release();
    await expect(header(page)).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(page.getByText("Loading...")).toHaveCount(0);
  });

  test("that fails says why, shows no empty interview, and can be tried again", async ({
    page,
    client,
    site,
  }) => {
    await site.saveAs(client, fullRecord());
    await page.route("**/v1/onboarding", (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto("/");
    await keyField(page).fill(client.accessKey);
    await accessButton(page).click();
    await expect(page.getByRole("heading", { name: "We couldn’t load your answers" })).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText("Server error. Please try again later.");
    await expect(header(page)).toHaveCount(0);
    await page.unroute("**/v1/onboarding");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(header(page)).toContainText("100% Completed");
  });

  test("accepts a record whose data contains another data", async ({ page, client }) => {
    const data = { "business-profile": { employees: "6-10", locations: "", revenue: "" } };
    await page.route("**/v1/onboarding", (route) => route.fulfill({ json: { data: { data } } }));
    await signIn(page, client);
    await openSection(page, "business-snapshot");
    await expect(page.getByLabel("Number of Employees")).toHaveValue("6-10");
  });
});

test("the tips explain how to answer, the controls, privacy and the actions", async ({ page, client }) => {
  await signIn(page, client);
  const tips = page.getByRole("complementary", { name: "Tips" });
  await expect(tips.getByRole("heading", { level: 3 })).toHaveText([
    "How to answer",
    "Keyboard",
    "Privacy",
    "Save and submit",
  ]);
  await expect(tips).toContainText("Type, or press Talk and speak.");
  await expect(tips).toContainText("You can delete any answer");
  await expect(tips).toContainText("After Logout, you need your key to come back.");
});
