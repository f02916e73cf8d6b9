import { readAloud } from "../support/browser/accessibility-tree.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import {
  accessButton,
  answers,
  box,
  card,
  expect,
  header,
  headerButton,
  keyField,
  section,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { engine, fakeRecogniser } from "../support/fakes/fake-recogniser.ts";

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 3,
});

const TEAM = "team-description";

test("the whole journey by touch: key, choices, a typed and a spoken answer, sections, save and submit", async ({
  page,
  client,
}) => {
  await fakeRecogniser(page);
  await page.goto("/");
  await keyField(page).tap();
  await keyField(page).fill(client.accessKey);
  await accessButton(page).tap();
  await expect(header(page)).toBeVisible();
  // what is typed into is never zoomed into
  const sizes = await page
    .locator("input:not([type=checkbox], [type=radio], [type=range]), textarea, select")
    .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);

  await page.getByLabel("Number of Employees").selectOption("2-5");
  await page.getByText("Less than $500K").tap();
  await expect(page.getByRole("radio", { name: "Less than $500K" })).toBeChecked();
  await page.getByText("Xero", { exact: true }).tap();
  await box(page, TEAM).tap();
  await page.keyboard.type("Two of us.");
  await page.keyboard.press("Enter");
  await expect(answers(page, TEAM)).toHaveCount(1);
  await card(page, TEAM).getByRole("button", { name: "Dictate" }).tap();
  await engine.settle(page, "and Maria in December");
  await card(page, TEAM).getByRole("button", { name: "Stop dictation" }).tap();
  await expect(answers(page, TEAM)).toHaveCount(2);

  await section(page, "leads-booking").tap();
  await expect(section(page, "leads-booking")).toBeInViewport({ ratio: 0.9 });
  await expect(section(page, "leads-booking")).toHaveAttribute("aria-current", "step");
  await page.locator("[data-way-on]").tap();
  await expect(section(page, "service-delivery-ops")).toBeInViewport({ ratio: 0.9 });
  await section(page, "website").tap();
  const slider = page.getByRole("slider");
  await slider.tap();
  await expect(slider).not.toHaveAttribute("aria-valuetext", "Not rated yet");
  await expectAccessible(page, "a phone", { looks: [{ width: 390, colorScheme: "light" }] });

  // within the thumb's reach, whatever is scrolled
  for (const name of ["Save", "Review", "Submit"] as const) {
    const bar = await headerButton(page, name).boundingBox();
    expect(bar?.y).toBeGreaterThan(844 * 0.8);
  }
  await headerButton(page, "Save").tap();
  await expect(toast(page, "Progress Saved")).toBeVisible();
  await headerButton(page, "Submit").tap();
  await page.getByRole("button", { name: "Submit anyway" }).tap();
  await expect(toast(page, "Submission Complete!")).toBeVisible();
});

test("a double tap on Submit sends nothing that is unfinished", async ({ page, client }) => {
  await signIn(page, client);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.postData() ?? "");
  });
  const bounds = await headerButton(page, "Submit").boundingBox();
  if (!bounds) throw new Error("Submit has no place");
  const middle = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2] as const;
  const confirm = page.getByRole("button", { name: "Submit anyway" });
  const keep = page.getByRole("button", { name: /^Answer \d+ more$/ });
  for (const finger of ["a quick one", "a slow one"]) {
    await page.touchscreen.tap(...middle);
    await expect(confirm, finger).toBeVisible();
    // until it is there for sure, the second tap of a slow finger comes later than one would wait
    if (finger === "a slow one") await expect(confirm).toBeEnabled();
    else await expect(confirm).toBeDisabled();
    await page.touchscreen.tap(...middle);
    await expect(keep).toHaveCount(0);
  }
  expect(sent.filter((body) => body.includes('"submit":true'))).toEqual([]);
});

test("the tips wait behind a button, and go by a tap beside them, by theirs, and by Esc", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  const open = header(page).getByRole("button", { name: "Tips" });
  const tips = page.getByRole("complementary", { name: "Tips" });
  await expect(tips).toBeHidden();
  expect(await readAloud(page, header(page))).toContain('button "Tips"');
  await open.tap();
  await expect(tips).toContainText("press Dictate or Record and talk");
  expect(await readAloud(page, header(page))).toContain('button "Tips" expanded');
  expect(await readAloud(page, tips)).toEqual([
    'button "Close tips" (Close tips)',
    'checkbox "Make Enter start a new line"',
    'link "How we protect your answers"',
    'button "Where you’re signed in"',
  ]);
  // they rise to the lower edge, and leave a part of the page to tap
  const edges = async () => {
    const { y = 0, height = 0 } = (await tips.boundingBox()) ?? {};
    return { top: y > 100, bottom: y + height };
  };
  await expect.poll(edges).toEqual({ top: true, bottom: 844 });
  await expectAccessible(page, "tips", { looks: [{ width: 390, colorScheme: "light" }] });
  await page.touchscreen.tap(200, 60);
  await expect(tips).toBeHidden();

  await open.tap();
  await tips.getByRole("button", { name: "Close tips" }).tap();
  await expect(tips).toBeHidden();
  await expect(open).toBeFocused();

  // by keys: what opened it has the focus again, and what is in it comes next
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(tips.getByRole("button", { name: "Close tips" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(tips).toBeHidden();
  await expect(open).toBeFocused();

  // a dialog takes their place
  await open.tap();
  await tips.getByRole("button", { name: "Where you’re signed in" }).tap();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(tips).toBeHidden();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).tap();
  await expect(open).toBeFocused();
});
