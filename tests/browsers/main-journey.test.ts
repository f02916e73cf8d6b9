import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mainJourney } from "../support/browser/main-journey.ts";
import type { OtherBrowser } from "../support/browser/other-browser.ts";
import { type Site, startSite } from "../support/service/site-process.ts";
import { launchFirefox } from "./launch-firefox.ts";
import { launchWebKit } from "./launch-webkit.ts";

/** The main journey in the browsers that Playwright does not drive; tests/e2e covers Chromium. */

const TEAM = "team-description";
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

describe.each([
  ["Firefox", launchFirefox],
  ["WebKit", launchWebKit],
])("in %s", (_, launch) => {
  let browser: OtherBrowser;
  beforeAll(async () => {
    browser = await launch(undefined);
    process.stdout.write(`${browser.name}\n`);
  });
  afterAll(() => browser.close());

  test("a client answers, comes back, reviews and submits; nothing is lost", async () => {
    const client = await site.addClient();
    const journey = mainJourney(browser, site);
    await journey.signIn(client);

    await journey.choose("Number of Employees", "2-5");
    await journey.pressText("Less than $500K");
    await journey.answer(TEAM, "Two of us.");
    await journey.answer(TEAM, "And Maria.");
    await journey.hasAnswers(TEAM, "Two of us.", "And Maria.");
    await journey.pressIn(TEAM, "Delete answer");
    await journey.hasAnswers(TEAM, "And Maria.");
    await journey.pressIn(TEAM, "Undo");
    await journey.hasAnswers(TEAM, "Two of us.", "And Maria.");
    await journey.pressIn(TEAM, "Edit answer");
    await journey.type(`//*[@data-question="${TEAM}"]//*[@data-editing]//textarea`, " In December four.");
    await journey.pressIn(TEAM, "Save changes");
    await journey.hasAnswers(TEAM, "Two of us. In December four.", "And Maria.");
    await journey.pressText("Xero");

    await journey.pressInHeader("Menu");
    await journey.pressText("Español");
    await journey.sees("Su negocio en resumen");
    await journey.pressInHeader("Menú");
    await journey.pressText("English");
    await journey.sees("Business Snapshot");

    await journey.openSection("website");
    await journey.type('//input[@type="url"]', "rosa.example");
    await journey.answer("website-vision", "Take bookings.");
    await journey.pressInHeader("Save");
    await journey.sees("Progress Saved");
    expect(await journey.faults()).toEqual([]);

    await journey.signIn(client);
    await journey.openSection("business-snapshot");
    await journey.hasAnswers(TEAM, "Two of us. In December four.", "And Maria.");
    expect(await journey.valueOf("select")).toBe("2-5");
    await journey.openSection("website");
    expect(await journey.valueOf('input[type="url"]')).toBe("https://rosa.example");

    await journey.pressInHeader("Review");
    await journey.sees("Review your answers");
    await journey.pressInHeader("Submit");
    await journey.sees("questions to answer");
    await journey.press("Submit anyway");
    await journey.sees("Submission Complete!");
    expect(await journey.faults()).toEqual([]);
    const { record } = JSON.parse(await site.firsthand("record", "export", client.clientId));
    expect(record).toMatchObject({
      "business-profile": { employees: "2-5", revenue: "<500k" },
      "team-and-business-setup": {
        responses: [{ content: "Two of us. In December four." }, { content: "And Maria." }],
      },
      "tool-selection": { selectedTools: ["xero"] },
      "website-form": { url: "https://rosa.example" },
      "website-vision": { responses: [{ content: "Take bookings." }] },
    });
  });
});
