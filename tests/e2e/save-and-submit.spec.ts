import type { Page, Route } from "@playwright/test";
import {
  answer,
  answers,
  box,
  card,
  expect,
  expectToast,
  header,
  headerButton,
  holdClock,
  nextSaveBody,
  openSection,
  save,
  section,
  signIn,
  test,
  toast,
  unsavedMark,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";

const SAVE = "**/v1/onboarding";
const SUBMITTED =
  "Your onboarding responses have been submitted successfully. Thank you for completing the process.";
type Reply = Parameters<Route["fulfill"]>[0];

/** Makes the page's next call to the server throw before it is sent. */
async function breakNextCall(page: Page): Promise<void> {
  // questions that are drawn later use an AbortController too
  await expect(card(page, "current-tools")).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.evaluate(() => {
    const Real = window.AbortController;
    window.AbortController = class {
      constructor() {
        window.AbortController = Real;
        throw new Error("unexpected");
      }
    } as typeof AbortController;
  });
}

/** A stored answer in the API's format. */
const response = (content: string, more: object = { source: "typed" }) => ({
  type: "text",
  content,
  timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  id: expect.stringMatching(/./),
  ...more,
});
const EMPTY_FORMS = {
  "business-profile": { employees: "", locations: "", revenue: "" },
  "tool-selection": { selectedTools: [], customTools: "", toolRatings: {} },
  "website-form": { url: "" },
};

test.describe("the body of a save", () => {
  test("holds the three forms, and each written question under its entry name", async ({ page, client }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Ann");
    await answer(page, "team-description", "and Ben");
    await answer(page, "current-tools", "No remarks");
    const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
    expect(body).toEqual({
      data: {
        ...EMPTY_FORMS,
        "team-and-business-setup": {
          section: "business-snapshot",
          question: "team-description",
          responses: [response("Ann"), response("and Ben")],
        },
        "current-tools": {
          section: "business-snapshot",
          question: "current-tools",
          responses: [response("No remarks")],
        },
      },
    });
  });

  test("has all fourteen entries once everything is answered, and a submit flag when it is a submission", async ({
    page,
    client,
    site,
  }) => {
    await site.saveAs(client, fullRecord());
    await signIn(page, client);
    const body = await nextSaveBody(page, () => headerButton(page, "Submit").click());
    const written = (sectionId: string, question: string) => ({
      section: sectionId,
      question,
      responses: [response(`About ${question}`, {})],
    });
    expect(body).toEqual({
      submit: true,
      data: {
        "business-profile": { employees: "2-5", locations: "1", revenue: "<500k" },
        "team-and-business-setup": written("business-snapshot", "team-description"),
        "tool-selection": { selectedTools: ["square", "excel"], customTools: "", toolRatings: { square: 4 } },
        "current-tools": written("business-snapshot", "current-tools"),
        "customer-acquisition": written("leads-booking", "customer-acquisition"),
        "booking-process": written("leads-booking", "booking-process"),
        "service-execution": written("service-delivery-ops", "service-execution"),
        "operations-management": written("service-delivery-ops", "operations-management"),
        "financial-management": written("money-admin", "financial-management"),
        "administrative-tasks": written("money-admin", "administrative-tasks"),
        "customer-relationships": written("customers-growth", "customer-relationships"),
        "growth-and-future-vision": written("customers-growth", "growth-vision"),
        "website-form": { url: "https://rosa.example", satisfaction: 7 },
        "website-vision": written("website", "website-vision"),
      },
    });
  });

  test("has the bearer token and JSON", async ({ page, client }) => {
    await signIn(page, client);
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await headerButton(page, "Save").click();
    const headers = (await sent).headers();
    expect(headers.authorization).toMatch(/^Bearer fhs_/);
    expect(headers["content-type"]).toMatch(/^application\/json/);
  });
});

test.describe("Save", () => {
  test("adds the text in the open box, once", async ({ page, client }) => {
    await signIn(page, client);
    await box(page, "team-description").fill("Two of us");
    const body = await nextSaveBody(page, () => headerButton(page, "Save").click());
    expect(body).toMatchObject({
      data: { "team-and-business-setup": { responses: [response("Two of us")] } },
    });
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
    await expect(unsavedMark(page)).toHaveText("");
  });

  test("reports success also when there was nothing to save", async ({ page, client }) => {
    await signIn(page, client);
    await headerButton(page, "Save").click();
    await expectToast(page, "Progress Saved", "Your responses have been saved successfully.");
  });

  test("pressed twice is sent once", async ({ page, client }) => {
    await signIn(page, client);
    const sent: string[] = [];
    const pressed = Promise.withResolvers<void>();
    // the first call is not answered before the second press
    await page.route("**/v1/onboarding", async (route) => {
      if (route.request().method() === "PUT") {
        sent.push(route.request().url());
        await pressed.promise;
      }
      await route.continue();
    });
    await headerButton(page, "Save").dblclick();
    pressed.resolve();
    await expect(toast(page, "Progress Saved")).toHaveCount(1);
    await expect(headerButton(page, "Save")).not.toHaveAttribute("aria-busy");
    expect(sent).toHaveLength(1);
  });
});

test.describe("a toast", () => {
  test("of success appears after 0.1 s, stays 4 s and fades for 0.3 s", async ({ page, client }) => {
    await page.clock.install();
    await signIn(page, client);
    await holdClock(page);
    await headerButton(page, "Save").click();
    const shown = toast(page, "Progress Saved");
    await expect(shown).toHaveCSS("opacity", "0");
    await page.clock.runFor(99);
    await expect(shown).toHaveCSS("opacity", "0");
    await page.clock.runFor(1);
    await expect(shown).toHaveCSS("opacity", "1");
    await page.clock.runFor(3_999);
    await expect(shown).toHaveCSS("opacity", "1");
    await page.clock.runFor(1);
    await expect(shown).toHaveCSS("opacity", "0");
    await page.clock.runFor(299);
    await expect(shown).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(shown).toHaveCount(0);
  });

  test("of an error stays 6 s", async ({ page, client }) => {
    await page.clock.install();
    await signIn(page, client);
    await page.route(SAVE, (route) => route.fulfill({ status: 500, json: {} }));
    await holdClock(page);
    await headerButton(page, "Save").click();
    const shown = toast(page, "Save Failed");
    await expect(shown).toHaveCount(1);
    await page.clock.runFor(100 + 5_999);
    await expect(shown).toHaveCSS("opacity", "1");
    await page.clock.runFor(1);
    await expect(shown).toHaveCSS("opacity", "0");
    await page.clock.runFor(300);
    await expect(shown).toHaveCount(0);
  });

  test("can be closed", async ({ page, client }) => {
    await signIn(page, client);
    await save(page);
    await toast(page, "Progress Saved").getByRole("button", { name: "Close this message" }).click();
    await expect(toast(page, "Progress Saved")).toHaveCount(0);
  });
});

test.describe("a failed save", () => {
  const html = { contentType: "text/html", body: "<h1>Bad gateway</h1>" };
  const json = "application/json";
  /** The rows of the table in spec §8; session.spec.ts tests 401. */
  const rows: [string, Reply | "abort", string][] = [
    [
      "403",
      { status: 403, json: { code: "X", message: "Y" } },
      "Access denied. Your session may have expired.",
    ],
    ["404", { status: 404, json: {} }, "Resource not found."],
    ["500", { status: 500, json: { code: "X", message: "Y" } }, "Server error. Please try again later."],
    ["502 with a page", { status: 502, ...html }, "Server error. Please try again later."],
    ["503", { status: 503, json: {} }, "Server error. Please try again later."],
    [
      "418 with code and message",
      { status: 418, json: { code: "TEA", message: "I am a teapot." } },
      "I am a teapot.",
    ],
    ["418 with neither", { status: 418, json: {} }, "HTTP 418"],
    ["400 with a page", { status: 400, ...html }, "HTTP 400"],
    ["a page instead of JSON", { status: 200, ...html }, "Expected JSON response."],
    ["broken JSON", { status: 200, contentType: json, body: '{"data":' }, "Invalid response format."],
    ["an empty body", { status: 200, contentType: json, body: "" }, "Invalid response format."],
    ["no connection", "abort", "Unable to connect to server. Please check your internet connection."],
  ];

  test("shows the catalog's sentence for its cause, and the next one can work", async ({ page, client }) => {
    await signIn(page, client);
    await page.getByLabel("Number of Employees").selectOption("1");
    // automatic saves get the same answer, without a toast
    let met: Reply | "abort" = "abort";
    await page.route(SAVE, (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      return met === "abort" ? route.abort() : route.fulfill(met);
    });
    for (const [cause, reply, sentence] of rows) {
      await test.step(cause, async () => {
        met = reply;
        await headerButton(page, "Save").click();
        await expectToast(page, "Save Failed", sentence);
        await expect(toast(page, "Save Failed")).toHaveRole("alert");
        await toast(page, "Save Failed").getByRole("button").click();
        await expect(toast(page, "Save Failed")).toHaveCount(0);
        await expect(unsavedMark(page)).toHaveText("Unsaved changes");
      });
    }
    await page.unroute(SAVE);
    await save(page);
    await expect(unsavedMark(page)).toHaveText("");
  });

  test("reports a timeout after 10 seconds", async ({ page, client }) => {
    await page.clock.install();
    await signIn(page, client);
    await page.route(SAVE, () => {});
    await holdClock(page);
    const asked = page.waitForRequest(SAVE);
    await headerButton(page, "Save").click();
    await asked;
    await page.clock.runFor(9_999);
    await expect(toast(page, "Save Failed")).toHaveCount(0);
    await page.clock.runFor(1);
    await expectToast(page, "Save Failed", "Request timed out. Please check your connection and try again.");
  });

  for (const [message, sentence] of [
    ["The proxy said no.", "The proxy said no."],
    ["", "Network request failed."],
  ] as const) {
    test(`shows "${sentence}" for another network error ${message ? "with" : "without"} a message`, async ({
      page,
      client,
    }) => {
      await signIn(page, client);
      await page.evaluate((text) => {
        window.fetch = () => Promise.reject(new Error(text));
      }, message);
      await headerButton(page, "Save").click();
      await expectToast(page, "Save Failed", sentence);
    });
  }

  test("of an unexpected kind says so, and Save can be pressed again", async ({ page, client }) => {
    await signIn(page, client);
    await breakNextCall(page);
    await headerButton(page, "Save").click();
    await expectToast(page, "Save Failed", "An unexpected error occurred while saving. Please try again.");
    await save(page);
  });
});

test.describe("Submit", () => {
  test("of a complete interview sends at once and thanks", async ({ page, client, site, openContext }) => {
    await site.saveAs(client, fullRecord());
    await signIn(page, client);
    await headerButton(page, "Submit").click();
    await expectToast(page, "Submission Complete!", SUBMITTED);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await site.firsthand("client", "show", client.clientId)).toContain("State: submitted");

    const again = await (await openContext()).newPage();
    await signIn(again, client);
    await expect(header(again)).toContainText("100% Completed");
    await expect(unsavedMark(again)).toHaveText("");
    await openSection(again, "customers-growth");
    await expect(answers(again, "growth-vision")).toHaveText(["About growth-vision"]);
  });

  test("adds the text in the open box, which can complete the interview", async ({ page, client, site }) => {
    const { "website-vision": _open, ...record } = fullRecord();
    await site.saveAs(client, record);
    await signIn(page, client);
    await box(page, "website-vision").fill("Book online");
    await headerButton(page, "Submit").click();
    await expectToast(page, "Submission Complete!", SUBMITTED);
    await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
    await openSection(page, "website");
    await expect(answers(page, "website-vision")).toHaveText(["Book online"]);
  });

  const missing = (page: Page) =>
    page.getByRole("dialog", { name: /^You still have \d+ questions? to answer$/ });

  test("of an incomplete interview first lists what is missing, with links", async ({
    page,
    client,
    site,
  }) => {
    const { "growth-and-future-vision": _vision, "booking-process": _booking, ...record } = fullRecord();
    await site.saveAs(client, record);
    await signIn(page, client);
    await headerButton(page, "Submit").click();
    await expect(missing(page)).toHaveAccessibleName("You still have 2 questions to answer");
    await expect(missing(page).getByRole("heading", { level: 3 })).toHaveText([
      "Leads → Booking",
      "Customers & Growth",
    ]);
    await expect(missing(page).getByRole("listitem")).toHaveText([
      "From first call to booking",
      "Where you want to be",
    ]);
    await missing(page).getByRole("button", { name: "Where you want to be" }).click();
    await expect(missing(page)).toHaveCount(0);
    await expect(section(page, "customers-growth")).toHaveAttribute("aria-current", "step");
  });

  test("can be canceled, with its button and with Esc", async ({ page, client }) => {
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
    await signIn(page, client);
    await headerButton(page, "Submit").click();
    await missing(page).getByRole("button", { name: "Answer 13 more" }).click();
    await expect(missing(page)).toHaveCount(0);
    await expect(card(page, "business-profile").locator("select").first()).toBeFocused();
    await headerButton(page, "Submit").click();
    await expect(missing(page)).toHaveAccessibleName("You still have 13 questions to answer");
    await page.keyboard.press("Escape");
    await expect(missing(page)).toHaveCount(0);
    await expect(headerButton(page, "Submit")).toBeFocused();
    expect(sent).toEqual([]);
  });

  test("of an incomplete interview is sent anyway with Submit anyway", async ({ page, client, site }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Two of us");
    await headerButton(page, "Submit").click();
    const body = await nextSaveBody(page, () =>
      missing(page).getByRole("button", { name: "Submit anyway" }).click(),
    );
    expect(body).toMatchObject({ submit: true });
    await expectToast(page, "Submission Complete!", SUBMITTED);
    expect(await site.firsthand("client", "show", client.clientId)).toContain("State: submitted, 1 of 13");
  });

  test("that fails says so under its own title, with the cause", async ({ page, client, site }) => {
    await site.saveAs(client, fullRecord());
    await signIn(page, client);
    await page.route(SAVE, (route) => route.fulfill({ status: 500, json: {} }));
    await headerButton(page, "Submit").click();
    await expect(toast(page, "Submission Failed").getByRole("paragraph")).toHaveText([
      "Submission Failed",
      "Failed to submit your responses. Please try again.",
      "Server error. Please try again later.",
    ]);
  });

  test("that fails unexpectedly says so", async ({ page, client, site }) => {
    await site.saveAs(client, fullRecord());
    await signIn(page, client);
    await breakNextCall(page);
    await headerButton(page, "Submit").click();
    await expectToast(
      page,
      "Submission Failed",
      "An unexpected error occurred during submission. Please try again.",
    );
  });
});
