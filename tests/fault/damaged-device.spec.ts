import { changeJournal, readDevice } from "../support/browser/device.ts";
import { answer, answers, box, expect, save, signIn, test, toast } from "../support/browser/journey.ts";
import { recordFigure } from "../support/faults/faults.ts";

const ASIDE = "We couldn’t read some of your work";
const damages = ["flip", "junk", "newer"] as const;

test.afterAll(() =>
  recordFigure({
    promise: "P21",
    fault: "a damaged or newer journal, junk in local storage, entries that are asked no more",
    trials: damages.length + 5,
    losses: 0,
    note: "the app sets aside what it cannot read",
  }),
);

for (const damage of damages) {
  test(`an unreadable journal (${damage}) is set aside, the client sees that, and the app continues`, async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Two of us");
    await save(page);
    await box(page, "current-tools").fill("Half a thought");
    await page.goto("/robots.txt");
    const count = await changeJournal(page, damage);
    const damaged = (await readDevice(page)).rows.filter(({ store }) => store === "journal");
    await signIn(page, client);
    await expect(toast(page, ASIDE)).toContainText("We set that part aside");
    await expect(answers(page, "team-description")).toHaveText(["Two of us"]);
    await answer(page, "team-description", "And a driver");
    await save(page);
    const aside = (await readDevice(page)).rows.filter(({ store }) => store === "aside");
    expect(aside).toHaveLength(count);
    // the damaged rows are kept byte for byte
    for (const { text } of damaged) expect(aside.some((row) => row.text.includes(text))).toBe(true);
    await signIn(page, client);
    await expect(answers(page, "team-description")).toHaveText(["Two of us", "And a driver"]);
    await expect(toast(page, ASIDE)).toHaveCount(0);
  });
}

for (const junk of ["{half", "null", '{"version":99,"value":1}', "\u0000\ud83d"]) {
  test(`junk ${JSON.stringify(junk)} in a local-storage item is set aside, and the app continues`, async ({
    page,
    client,
  }) => {
    await page.goto("/robots.txt");
    await page.evaluate((text) => localStorage.setItem("firsthand.formData", text), junk);
    await signIn(page, client);
    await expect(toast(page, ASIDE)).toBeVisible();
    await page.getByLabel("Number of Employees").selectOption("2-5");
    await save(page);
    const { rows, items } = await readDevice(page);
    expect(rows.filter(({ store }) => store === "aside")).toHaveLength(1);
    expect(items["firsthand.formData"]).not.toBe(junk);
    await signIn(page, client);
    await expect(page.getByLabel("Number of Employees")).toHaveValue("2-5");
    await expect(toast(page, ASIDE)).toHaveCount(0);
  });
}

test("entries that this version does not ask stay, and the client sees that", async ({
  page,
  client,
  site,
}) => {
  await page.route("**/v1/onboarding", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const retired = { "fax-machine": { section: "old", question: "fax-machine", responses: [] } };
    return route.fulfill({ json: { data: retired }, headers: { etag: '"0"' } });
  });
  await signIn(page, client);
  await expect(toast(page, "Some earlier answers are hidden")).toContainText(
    "Your answers to them are still saved.",
  );
  await answer(page, "team-description", "Two of us");
  await save(page);
  expect(await site.firsthand("record", "export", client.clientId)).toContain("Two of us");
});
