import { readDevice } from "../support/browser/device.ts";
import {
  answer,
  answers,
  box,
  expect,
  header,
  headerButton,
  save,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { recordFigure } from "../support/faults/faults.ts";

test.use({ serviceWorkers: "allow" });
test.afterAll(() =>
  recordFigure({
    promise: "P17",
    fault: "another client on the same computer, after a crash, a reload and a logout",
    trials: 3,
    losses: 0,
    note: "nothing of the first one readable",
  }),
);

const CANARIES = ["Zanzibar typed", "Zanzibar saved", "zanzibar.example", "Zanzibar Bakery"];

test("what a client leaves on the device reveals neither the answers nor whose they are", async ({
  page,
  site,
}) => {
  const rosa = await site.addClient("Zanzibar Bakery");
  const otto = await site.addClient("Otto's Garage");
  await signIn(page, rosa);
  await answer(page, "team-description", "Zanzibar saved");
  await page.getByLabel("Number of Employees").selectOption("26-50");
  await page.getByRole("checkbox", { name: "Resy" }).check();
  await box(page, "current-tools").fill("Zanzibar typed");
  await page.goto("/robots.txt");
  const left = JSON.stringify(await readDevice(page));
  for (const canary of [...CANARIES, rosa.clientId, rosa.accessKey, "26-50", "resy"]) {
    expect(left).not.toContain(canary);
  }
  await signIn(page, otto);
  await expect(header(page)).toContainText("Otto's Garage");
  await expect(header(page)).toContainText("0% Completed");
  await expect(page.getByText(/Zanzibar/)).toHaveCount(0);
  await expect(page.getByLabel("Number of Employees")).toHaveValue("");
  // words that were typed and not sent are not in the page's text
  await expect(box(page, "current-tools")).toHaveValue("");
  await expect(page.getByRole("checkbox", { name: "Resy" })).not.toBeChecked();
  await answer(page, "team-description", "Just me");
  await headerButton(page, "Save").click();
  // the first client's work is still there for her
  await signIn(page, rosa);
  await expect(answers(page, "team-description")).toHaveText(["Zanzibar saved"]);
  await expect(box(page, "current-tools")).toHaveValue("Zanzibar typed");
});

test("Logout leaves nothing of the client on the device", async ({ page, client }) => {
  await signIn(page, client);
  await answer(page, "team-description", "Zanzibar saved");
  await save(page);
  await headerButton(page, "Logout").click();
  await expect(page.getByRole("button", { name: "Access Interview" })).toBeVisible();
  await expect.poll(() => readDevice(page)).toEqual({ items: {}, rows: [] });
});
