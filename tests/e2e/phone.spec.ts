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
  holdClock,
  keyField,
  menu,
  section,
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";

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
  await fakeRecognizer(page);
  await page.goto("/");
  await keyField(page).tap();
  await keyField(page).fill(client.accessKey);
  await accessButton(page).tap();
  await expect(header(page)).toBeVisible();
  // the page is never zoomed when a field gets the focus
  const sizes = await page
    .locator("input:not([type=checkbox], [type=radio], [type=range]), textarea, select")
    .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);

  await page.getByLabel("Number of Employees").selectOption("2-5");
  await page.getByText("Less than $500K").tap();
  await expect(page.getByRole("radio", { name: "Less than $500K" })).toBeChecked();
  await page.getByText("Xero", { exact: true }).tap();
  await box(page, TEAM).tap();
  await expect(box(page, TEAM)).toBeFocused();
  await page.keyboard.type("Two of us.");
  await page.keyboard.press("Enter");
  await expect(answers(page, TEAM)).toHaveCount(1);
  await card(page, TEAM).getByRole("button", { name: "Dictate" }).tap();
  await expect(card(page, TEAM).getByRole("button", { name: "Stop dictation" })).toBeVisible();
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

  // within the thumb's reach at any scroll position
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

test("a double tap on Submit does not send an unfinished interview", async ({ page, client }) => {
  await page.clock.install();
  await signIn(page, client);
  // the confirmation appears for 600 ms, which a slow machine could miss
  await holdClock(page);
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
    await expect(confirm).toBeDisabled();
    if (finger === "a slow one") {
      await page.clock.runFor(600);
      await expect(confirm).toBeEnabled();
    }
    await page.touchscreen.tap(...middle);
    await expect(keep).toHaveCount(0);
  }
  expect(sent.filter((body) => body.includes('"submit":true'))).toEqual([]);
});

test("the menu lists every section, and the tips; each closes with a tap beside it, its button, and Esc", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  const open = header(page).getByRole("button", { name: "Menu" });
  const tips = page.getByRole("complementary", { name: "Tips" });
  await expect(tips).toBeHidden();
  await open.tap();
  await expect(menu(page).getByRole("button", { name: "Website" })).toBeVisible();
  expect(await readAloud(page, menu(page))).toEqual([
    'dialog "Menu"',
    'button "Close menu" (Close menu)',
    'button "Business Snapshot 0/3 completed"',
    'button "Leads → Booking 0/2 completed"',
    'button "Service Delivery & Ops 0/2 completed"',
    'button "Money & Admin 0/2 completed"',
    'button "Customers & Growth 0/2 completed"',
    'button "Website 0/2 completed"',
    'button "Review your answers"',
    'button "Talk it through"',
    'button "One at a time"',
    'button "Tips"',
    'button "Continue on your phone"',
    'button "Ask someone"',
    'button "Where you’re signed in"',
    'link "How we protect your answers"',
    'checkbox "Enter makes a new line"',
    'link "Español"',
  ]);
  await expectAccessible(page, "menu", { looks: [{ width: 390, colorScheme: "light" }] });
  await page.touchscreen.tap(15, 400);
  await expect(menu(page)).toBeHidden();
  await open.tap();
  await menu(page).getByRole("button", { name: "Money & Admin" }).tap();
  await expect(menu(page)).toBeHidden();
  await expect(section(page, "money-admin")).toHaveAttribute("aria-current", "step");

  await open.tap();
  await menu(page).getByRole("button", { name: "Tips" }).tap();
  await expect(menu(page)).toBeHidden();
  await expect(tips).toContainText("press Talk and speak");
  // a touch screen has no keys to explain
  await expect(tips.getByText("Keyboard")).toBeHidden();
  expect(await readAloud(page, tips)).toEqual([
    'button "Close tips" (Close tips)',
    'link "How we protect your answers"',
  ]);
  // the tips rise from the lower edge, and leave part of the page to tap
  const edges = async () => {
    const { y = 0, height = 0 } = (await tips.boundingBox()) ?? {};
    return { top: y > 100, bottom: y + height };
  };
  await expect.poll(edges).toEqual({ top: true, bottom: page.viewportSize()?.height });
  await expectAccessible(page, "tips", { looks: [{ width: 390, colorScheme: "light" }] });
  await page.touchscreen.tap(200, 60);
  await expect(tips).toBeHidden();

  // with the keyboard, the control that opened the tips gets the focus back
  await open.press("Enter");
  await menu(page).getByRole("button", { name: "Tips" }).press("Enter");
  await expect(tips.getByRole("button", { name: "Close tips" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(tips).toBeHidden();
  await expect(open).toBeFocused();

  // a dialog replaces the menu
  await open.tap();
  await menu(page).getByRole("button", { name: "Where you’re signed in" }).tap();
  const sessions = page.getByRole("dialog", { name: "Where you’re signed in" });
  await expect(sessions).toBeVisible();
  await expect(menu(page)).toBeHidden();
  await sessions.getByRole("button", { name: "Close" }).tap();
  await expect(open).toBeFocused();
});

test("Next leads through all thirteen questions, adds typed text, and makes room for Submit", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  const next = headerButton(page, "Next");
  let acts = 0;
  const act = async (done: Promise<unknown>) => {
    await done;
    acts += 1;
  };
  const here = () =>
    page.evaluate(
      () => document.querySelector<HTMLElement>("[data-question]:focus-within")?.dataset.question ?? "",
    );
  /** A tap moves the focus a moment later; until then, nothing may have the focus. */
  const goOn = async (from: string) => {
    await act(next.tap());
    const hasArrived = async () => {
      const id = (await next.isVisible()) ? await here() : "all done";
      return id !== "" && id !== from;
    };
    await expect.poll(hasArrived).toBe(true);
  };
  await act(page.getByLabel("Number of Employees").selectOption("2-5"));
  await goOn("business-profile");
  const visited = new Set<string>();
  for (let count = 0; count < 40 && (await next.isVisible()); count++) {
    const id = await here();
    expect([...visited], "no question twice").not.toContain(id);
    visited.add(id);
    // the card is below the header without manual scrolling
    await expect.poll(async () => (await card(page, id).boundingBox())?.y).toBeLessThan(420);
    if (id === "current-tools") await act(card(page, id).getByText("Xero", { exact: true }).tap());
    else await act(page.keyboard.insertText(id === "website-information" ? "rosa.example" : `About ${id}`));
    await goOn(id);
  }
  expect(acts).toBeLessThanOrEqual(40);
  await expect(header(page)).toContainText("100% Completed");
  await expect(header(page)).toContainText("That’s everything! Review or submit your answers.");
  await expect(next).toHaveCount(0);
  await headerButton(page, "Submit").tap();
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();
});
