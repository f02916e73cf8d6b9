import {
  answer,
  expect,
  header,
  headerButton,
  openSection,
  type Site,
  save,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { recordFigure } from "../support/faults/faults.ts";

/** The number of submissions in the account manager's copy of the record. */
async function submissions(site: Site, clientId: string): Promise<number> {
  const { storage } = site;
  return (await storage.records.listSubmissions(clientId)).length;
}

test.afterAll(() =>
  recordFigure({
    promise: "P20",
    fault: "two clicks, a lost answer, a second tab on Submit",
    trials: 3,
    losses: 0,
  }),
);

test("two clicks on Submit make one submission, and the header says when", async ({ page, client, site }) => {
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  await headerButton(page, "Submit").click();
  await page.getByRole("button", { name: "Submit anyway" }).dblclick();
  await expect(toast(page, "Submission Complete!").first()).toBeVisible();
  await expect(header(page)).toContainText(/Submitted \d{1,2}:\d\d/);
  expect(await submissions(site, client.clientId)).toBe(1);
});

test("a lost answer to Submit, and the next try, make one submission", async ({ page, client, site }) => {
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  await page.route(
    "**/v1/onboarding",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await headerButton(page, "Submit").click();
  await page.getByRole("button", { name: "Submit anyway" }).click();
  await expect(toast(page, "Submission Failed")).toBeVisible();
  await headerButton(page, "Submit").click();
  await page.getByRole("button", { name: "Submit anyway" }).click();
  await expect(toast(page, "Submission Complete!")).toBeVisible();
  expect(await submissions(site, client.clientId)).toBe(1);
});

test("a repeat from a second tab makes no second submission, but a changed answer does", async ({
  page,
  client,
  context,
  site,
}) => {
  await signIn(page, client);
  await answer(page, "team-description", "Two of us");
  await save(page);
  const other = await context.newPage();
  await signIn(other, client);
  for (const tab of [page, other]) {
    await headerButton(tab, "Submit").click();
    await tab.getByRole("button", { name: "Submit anyway" }).click();
    await expect(toast(tab, "Submission Complete!")).toBeVisible();
  }
  expect(await submissions(site, client.clientId)).toBe(1);
  await openSection(other, "business-snapshot");
  await answer(other, "team-description", "And a driver");
  await headerButton(other, "Submit").click();
  await other.getByRole("button", { name: "Submit anyway" }).click();
  await expect.poll(() => submissions(site, client.clientId)).toBe(2);
  await signIn(page, client);
  await expect(header(page)).toContainText(/Submitted \d{1,2}:\d\d/);
});
