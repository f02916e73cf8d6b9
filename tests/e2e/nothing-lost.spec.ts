import type { Page } from "@playwright/test";
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
  signIn,
  test,
  toast,
} from "../support/browser/journey.ts";
import { fullRecord } from "../support/data/full-record.ts";
import { shareOf } from "../support/faults/faults.ts";

/** No typed text is lost, and no unfinished text is sent. */

const TEAM = "team-description";
const SAVE = "**/v1/onboarding";
const editor = (page: Page) => page.getByRole("textbox", { name: "Edit answer" });
const scrolledTo = (page: Page) => page.evaluate(() => scrollY);
const hasNoFocus = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test.describe("typing on after Enter", () => {
  test.beforeEach(async ({ page, client }) => {
    await signIn(page, client);
    await box(page, TEAM).fill("First thought.");
    await box(page, TEAM).press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["First thought."]);
    expect(await hasNoFocus(page)).toBe(true);
  });

  test("goes into the same box, from the first key on, and no space scrolls the page", async ({ page }) => {
    await page.keyboard.type(" ");
    await expect(box(page, TEAM)).toBeFocused();
    await expect(box(page, TEAM)).toBeInViewport();
    const before = await scrolledTo(page);
    await page.keyboard.type("and a second one");
    await expect(box(page, TEAM)).toHaveValue(" and a second one");
    expect(await scrolledTo(page)).toBe(before);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Third");
    await expect(box(page, TEAM)).toHaveValue("Third");
    await expect(answers(page, TEAM)).toHaveText(["First thought.", "and a second one"]);
  });

  test("keeps the text of an input method", async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await page.keyboard.press("Process").catch(() => undefined);
    await session.send("Input.dispatchKeyEvent", {
      type: "rawKeyDown",
      key: "Process",
      windowsVirtualKeyCode: 229,
    });
    await session.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
    await session.send("Input.insertText", { text: "にほん" });
    await expect(box(page, TEAM)).toHaveValue("にほん");
  });

  test("accepts a paste", async ({ page }) => {
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "From the clipboard");
      const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.body.dispatchEvent(paste);
    });
    await expect(box(page, TEAM)).toHaveValue("From the clipboard");
    await page.keyboard.type(", and typed");
    await expect(box(page, TEAM)).toHaveValue("From the clipboard, and typed");
  });

  for (const key of shareOf(["Tab", "ArrowDown", "Escape"], { every: 3, turn: 0 })) {
    test(`ends with ${key}`, async ({ page }) => {
      await page.keyboard.press(key);
      await page.keyboard.press("x");
      await expect(box(page, TEAM)).toHaveValue("");
      await expect(box(page, TEAM)).not.toBeFocused();
    });
  }

  test("ends with a press", async ({ page }) => {
    await header(page).getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("x");
    await expect(box(page, TEAM)).toHaveValue("");
  });

  test("does not affect the page's shortcuts", async ({ page }) => {
    await page.keyboard.press("Control+Shift+K");
    await page.keyboard.press("F2");
    await page.keyboard.press("Shift");
    expect(await hasNoFocus(page)).toBe(true);
    await page.keyboard.type("still");
    await expect(box(page, TEAM)).toHaveValue("still");
  });
});

test.describe("a box that loses the focus to nothing", () => {
  test.beforeEach(async ({ page, client }) => signIn(page, client));

  test("is added, also when the last press was inside it", async ({ page }) => {
    await box(page, TEAM).click();
    await page.keyboard.type("Typed, then Done");
    // the Done key of a phone's keyboard does this
    await box(page, TEAM).evaluate((element) => element.blur());
    await expect(answers(page, TEAM)).toHaveText(["Typed, then Done"]);
    await expect(box(page, TEAM)).toHaveValue("");
  });

  test("is added right after the press, before a key", async ({ page }) => {
    await box(page, TEAM).fill("Given");
    await header(page).getByRole("heading", { level: 1 }).click();
    await expect(answers(page, TEAM)).toHaveCount(1);
    await page.evaluate(() => document.body.focus());
    await box(page, TEAM).fill("Again");
    await box(page, TEAM).click();
    await box(page, TEAM).evaluate((element) => element.blur());
    await expect(answers(page, TEAM)).toHaveText(["Given", "Again"]);
  });

  test("keeps its words while the focused control of the card disappears", async ({ page }) => {
    await answer(page, TEAM, "Given before");
    await box(page, TEAM).fill("Still thinking");
    const edit = card(page, TEAM).getByRole("button", { name: "Edit answer" });
    await edit.focus();
    await page.keyboard.press("Enter");
    await expect(editor(page)).toBeFocused();
    await expect(box(page, TEAM)).toHaveValue("Still thinking");
    await expect(answers(page, TEAM)).toHaveCount(1);
  });
});

test.describe("Submit of an unfinished interview", () => {
  const dialog = (page: Page) =>
    page.getByRole("dialog", { name: /^You still have \d+ questions? to answer$/ });
  const confirm = (page: Page) => dialog(page).getByRole("button", { name: "Submit anyway" });

  /** The button that sends nothing stands out, and on a phone it is the one under the thumb. */
  async function expectSafeButtonFirst(page: Page): Promise<void> {
    const more = dialog(page).getByRole("button", { name: "Answer 13 more" });
    await expect(more).toHaveAttribute("data-variant", "primary");
    await expect(confirm(page)).toHaveAttribute("data-variant", "secondary");
    // on the largest phones both would have room beside each other
    await page.setViewportSize({ width: 440, height: 956 });
    const [safe, sending] = [await more.boundingBox(), await confirm(page).boundingBox()];
    expect(safe?.y).toBeGreaterThanOrEqual((sending?.y ?? Number.NaN) + (sending?.height ?? 0));
  }

  for (const width of shareOf([320, 360, 390, 768, 1280], { every: 4, turn: 0 })) {
    test(`is not sent by a double tap at ${width} px`, async ({ page, client }) => {
      await page.setViewportSize({ width, height: width < 800 ? 844 : 800 });
      await signIn(page, client);
      const sent: string[] = [];
      page.on("request", (request) => request.method() === "PUT" && sent.push(request.url()));
      const at = await headerButton(page, "Submit").boundingBox();
      if (!at) throw new Error("Submit is not on the page");
      const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
      await page.mouse.dblclick(x, y, { delay: 20 });
      await expect(confirm(page).or(headerButton(page, "Submit")).first()).toBeVisible();
      if (!(await dialog(page).isVisible())) await headerButton(page, "Submit").click();
      await expect(confirm(page)).toBeEnabled();
      const button = await confirm(page).boundingBox();
      if (!button) throw new Error("Submit anyway is not on the page");
      const isApart =
        button.x >= at.x + at.width ||
        button.x + button.width <= at.x ||
        button.y >= at.y + at.height ||
        button.y + button.height <= at.y;
      expect(isApart, "the confirming button lies where Submit was").toBe(true);
      await expectSafeButtonFirst(page);
      expect(sent).toEqual([]);
    });
  }

  test("waits 600 ms for its confirmation, and closes at once", async ({ page, client }) => {
    await page.clock.install();
    await signIn(page, client);
    await holdClock(page);
    await headerButton(page, "Submit").click();
    await expect(dialog(page).getByRole("heading", { level: 2 })).toBeFocused();
    await expect(confirm(page)).toBeDisabled();
    await page.clock.runFor(590);
    await expect(confirm(page)).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await headerButton(page, "Submit").click();
    await dialog(page).getByRole("button", { name: "Answer 13 more" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await headerButton(page, "Submit").click();
    await expect(dialog(page).getByRole("heading", { level: 2 })).toBeFocused();
    await page.clock.runFor(600);
    await expect(confirm(page)).toBeEnabled();
  });
});

test.describe("an edit with changes", () => {
  test.beforeEach(async ({ page, client }) => {
    await signIn(page, client);
    await answer(page, TEAM, "Two of us");
    await card(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
    await expect(editor(page)).toBeFocused();
  });

  const undo = (page: Page) => card(page, TEAM).getByRole("button", { name: "Undo", exact: true });

  test("closed by Esc is restored with Undo", async ({ page }) => {
    await editor(page).fill("Two of us, and Sam");
    await page.keyboard.press("Escape");
    await expect(undo(page)).toBeFocused();
    await expect(undo(page)).toHaveAccessibleDescription("Change discarded");
    await page.keyboard.press("Enter");
    await expect(editor(page)).toHaveValue("Two of us, and Sam");
    await expect(undo(page)).toHaveCount(0);
  });

  test("closed with the X of the large editor is restored with Undo", async ({ page }) => {
    await page.getByRole("button", { name: "Enlarge" }).click();
    await editor(page).fill("Three of us");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).first().click();
    await undo(page).click();
    await expect(editor(page)).toHaveValue("Three of us");
  });

  test("without changes offers no Undo", async ({ page }) => {
    await page.keyboard.press("Escape");
    await expect(editor(page)).toHaveCount(0);
    await expect(undo(page)).toHaveCount(0);
  });
});

test.describe("the page's messages", () => {
  test("show one toast per action, never a high one", async ({ page, client }) => {
    for (const width of [320, 390, 768, 832]) {
      await page.setViewportSize({ width, height: 844 });
      await signIn(page, client);
      for (let each = 0; each < 3; each++) await headerButton(page, "Save").click();
      await expect(toast(page, "Progress Saved")).toBeVisible();
      await expect(page.getByText("Progress Saved", { exact: true })).toHaveCount(1);
      // the toast of a later save may still be replacing that of an earlier one
      await expect(async () => {
        const card = await toast(page, "Progress Saved").boundingBox();
        expect(card?.height, `at ${width} px`).toBeLessThanOrEqual(140);
      }).toPass();
    }
  });

  test("do not mention unsaved answers when every answer is saved", async ({ page, client }) => {
    await signIn(page, client);
    await page.route(SAVE, (route) => route.fulfill({ status: 500, json: {} }));
    await headerButton(page, "Save").click();
    await expectToast(page, "Save Failed", "Server error. Please try again later.");
    await expect(page.getByText("We couldn’t save your latest answers")).toHaveCount(0);
    await answer(page, TEAM, "Two of us");
    await headerButton(page, "Save").click();
    await expect(page.getByText("We couldn’t save your latest answers")).toBeVisible();
  });

  test("show the specified sentence after a failed Submit, with the cause below it", async ({
    page,
    client,
    site,
  }) => {
    await site.saveAs(client, fullRecord());
    await signIn(page, client);
    await page.route(SAVE, (route) => route.fulfill({ status: 418, json: { message: "I am a teapot." } }));
    await headerButton(page, "Submit").click();
    await expect(toast(page, "Submission Failed").getByRole("paragraph")).toHaveText([
      "Submission Failed",
      "Failed to submit your responses. Please try again.",
      "I am a teapot.",
    ]);
  });
});
