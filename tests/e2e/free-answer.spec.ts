import type { Locator, Page } from "@playwright/test";
import {
  answer,
  answeredMark,
  answers,
  box,
  card,
  expect,
  header,
  openSection,
  save,
  section,
  showEarlier,
  signIn,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";
import { textEdges } from "../support/browser/look.ts";
import { shareOf } from "../support/faults/faults.ts";

const TEAM = "team-description";
const editor = (page: Page) => page.getByRole("textbox", { name: "Edit answer" });
const saveChanges = (page: Page) => page.getByRole("button", { name: "Save changes" });
const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;

test.beforeEach(async ({ page, client }) => signIn(page, client));

test.describe("a typed answer", () => {
  test("is added with Enter, which leaves the box and completes the question", async ({ page }) => {
    await box(page, TEAM).fill("  Two of us  ");
    await box(page, TEAM).press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Two of us"]);
    await expect(box(page, TEAM)).toHaveValue("");
    await expect(box(page, TEAM)).not.toBeFocused();
    await expect(answeredMark(page, TEAM)).toBeVisible();
    await expect(header(page)).toContainText("8% Completed");
  });

  test("is added when the focus leaves the card", async ({ page }) => {
    await box(page, TEAM).fill("Three of us");
    await page.getByLabel("Number of Employees").focus();
    await expect(answers(page, TEAM)).toHaveText(["Three of us"]);
  });

  test("is followed by the next one when the client types on after Enter", async ({ page }) => {
    // the whole card is in view, so that only Space could scroll the page
    await page.setViewportSize({ width: 1280, height: 1000 });
    await box(page, TEAM).click();
    await page.keyboard.type("Two of us");
    await page.keyboard.press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Two of us"]);
    const scrolled = () => page.evaluate(() => document.documentElement.scrollTop);
    const before = await scrolled();
    await page.keyboard.type(" and now and then my sister");
    await expect(box(page, TEAM)).toHaveValue(" and now and then my sister");
    expect(await scrolled()).toBe(before);
    await page.keyboard.press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Two of us", "and now and then my sister"]);
  });

  test("is followed by text pasted after Enter", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => navigator.clipboard.writeText("from my notes"));
    await box(page, TEAM).fill("Two of us");
    await box(page, TEAM).press("Enter");
    await page.keyboard.press("ControlOrMeta+v");
    await expect(box(page, TEAM)).toHaveValue("from my notes");
    await page.keyboard.press("Enter");
    // a paste from a menu, which has no key event
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "from a menu");
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect(box(page, TEAM)).toHaveValue("from a menu");
    await page.keyboard.press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Two of us", "from my notes", "from a menu"]);
  });

  for (const key of shareOf(["Tab", "Escape", "ArrowDown"], { every: 3, turn: 0 })) {
    test(`is not followed by text typed after Enter and ${key}`, async ({ page }) => {
      await box(page, TEAM).fill("Two of us");
      await box(page, TEAM).press("Enter");
      await page.keyboard.press(key);
      await page.keyboard.type("x");
      await expect(box(page, TEAM)).toHaveValue("");
      await expect(box(page, TEAM)).not.toBeFocused();
    });
  }

  test("is not followed by text typed after Enter and a press elsewhere", async ({ page }) => {
    await box(page, TEAM).fill("Two of us");
    await box(page, TEAM).press("Enter");
    await page.getByRole("heading", { level: 2 }).first().click();
    await page.keyboard.type("x");
    await expect(box(page, TEAM)).toHaveValue("");
  });

  test("is added when a phone's keyboard is closed, which moves the focus nowhere", async ({ page }) => {
    await box(page, TEAM).click();
    await page.keyboard.type("Three of us");
    await box(page, TEAM).evaluate((element: HTMLElement) => element.blur());
    await expect(answers(page, TEAM)).toHaveText(["Three of us"]);
  });

  test("gets a new line with Shift + Enter", async ({ page }) => {
    await box(page, TEAM).pressSequentially("Ann");
    await box(page, TEAM).press("Shift+Enter");
    await box(page, TEAM).pressSequentially("Ben");
    await expect(box(page, TEAM)).toHaveValue("Ann\nBen");
    await expect(answers(page, TEAM)).toHaveCount(0);
    await box(page, TEAM).press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Ann Ben"]);
  });

  test("is ignored when it is blank", async ({ page }) => {
    for (const blank of ["", "   ", " \n\t "]) {
      await box(page, TEAM).fill(blank);
      await box(page, TEAM).press("Enter");
      await box(page, TEAM).focus();
      await page.getByLabel("Number of Employees").focus();
      await expect(answers(page, TEAM)).toHaveCount(0);
    }
    await expect(header(page)).toContainText("0% Completed");
  });

  test("is not sent by the Enter that chooses a word in an input method", async ({ page }) => {
    await box(page, TEAM).fill("にほん");
    await box(page, TEAM).dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await expect(box(page, TEAM)).toHaveValue("にほん");
    await expect(answers(page, TEAM)).toHaveCount(0);
    await box(page, TEAM).dispatchEvent("keydown", { key: "Enter", isComposing: false });
    await expect(answers(page, TEAM)).toHaveText(["にほん"]);
  });

  test("stays in its box while the focus is on a control of the same card", async ({ page }) => {
    await answer(page, TEAM, "Given before");
    await box(page, TEAM).fill("Still thinking");
    await card(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
    await expect(editor(page)).toBeFocused();
    await expect(box(page, TEAM)).toHaveValue("Still thinking");
    await expect(answers(page, TEAM)).toHaveCount(1);
  });

  test("is added by pressing a control further down, and the press reaches it", async ({ page }) => {
    await box(page, TEAM).fill("One\ntwo\nthree\nfour\nfive\nsix\nseven");
    await page.getByRole("checkbox", { name: "Square" }).click();
    await expect(page.getByRole("checkbox", { name: "Square" })).toBeChecked();
    await expect(answers(page, TEAM)).toHaveCount(1);
  });

  test("is added by pressing the way to the next section, which opens", async ({ page }) => {
    await openSection(page, "leads-booking");
    await box(page, "booking-process").fill("They call");
    await page.getByRole("button", { name: "Next: Service Delivery & Ops" }).click();
    await expect(section(page, "service-delivery-ops")).toHaveAttribute("aria-current", "step");
    await expect(section(page, "leads-booking")).toContainText("1/2 completed");
  });

  test("keeps its place among the others", async ({ page }) => {
    const given = ["first", "second", "third"];
    for (const text of given) await answer(page, TEAM, text);
    await expect(answers(page, TEAM)).toHaveText(given);
    await answers(page, TEAM).nth(1).getByRole("button", { name: "Delete answer" }).click();
    await expect(answers(page, TEAM)).toHaveText(["first", "third"]);
  });

  test("is restored to its place after a deletion, by keyboard alone", async ({ page }) => {
    for (const text of ["first", "second", "third"]) await answer(page, TEAM, text);
    const undo = card(page, TEAM).getByRole("button", { name: "Undo", exact: true });
    for (const text of ["second", "first"]) {
      await answers(page, TEAM)
        .filter({ hasText: text })
        .getByRole("button", { name: "Delete answer" })
        .focus();
      await page.keyboard.press("Enter");
      await expect(undo).toBeFocused();
      await expect(undo).toHaveAccessibleDescription(`Deleted: “${text}”`);
    }
    await save(page);
    await undo.press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["first", "third"]);
    await expect(undo).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["first", "second", "third"]);
    await expect(undo).toHaveCount(0);
    await expect(answers(page, TEAM).nth(1).getByRole("button", { name: "Edit answer" })).toBeFocused();
    await save(page);
    await expect(unsavedMark(page)).toBeEmpty();
  });

  test("marks its question as open when the last one is deleted", async ({ page }) => {
    await answer(page, TEAM, "only one");
    await answers(page, TEAM).getByRole("button", { name: "Delete answer" }).click();
    await expect(answers(page, TEAM)).toHaveCount(0);
    await expect(answeredMark(page, TEAM)).toHaveCount(0);
    await expect(header(page)).toContainText("0% Completed");
  });
});

test.describe("a long answer", () => {
  const shown = (page: Page) => answers(page, TEAM).getByRole("paragraph");

  test("is previewed at 80 characters, with Show more and Show less", async ({ page }) => {
    await answer(page, TEAM, "b".repeat(80));
    await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
    const text = "a".repeat(81);
    await answer(page, TEAM, text);
    const preview = `${"a".repeat(80)}...`;
    await expect(shown(page)).toHaveText(["b".repeat(80), preview]);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(shown(page).last()).toHaveText(text);
    await page.getByRole("button", { name: "Show less" }).click();
    await expect(shown(page).last()).toHaveText(preview);
  });

  test("is not cut within a word, and still has its 80 characters", async ({ page }) => {
    const text = `${"I sell cakes. ".repeat(5)}Mostly lettering`;
    await answer(page, TEAM, text);
    await expect(shown(page)).toHaveText(`${text.slice(0, 80)}...`);
    const broken = shown(page).getByText("let", { exact: true });
    expect((await broken.boundingBox())?.width).toBe(0);
  });

  test("has its buttons below, with Show more; a short one has them beside it", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await answer(page, TEAM, "Two of us.");
    await answer(page, TEAM, "We are two, and our mother helps in December. ".repeat(3));
    const [short, long] = [answers(page, TEAM).first(), answers(page, TEAM).last()];
    const place = async (within: Locator, name: string) => {
      const {
        x = 0,
        y = 0,
        width = 0,
        height = 0,
      } = (await within.getByRole("button", { name }).boundingBox()) ?? {};
      return { x, y, width, height };
    };
    const text = async (within: Locator) =>
      (await within.getByRole("paragraph").boundingBox()) ?? { y: 0, height: 0 };
    for (const item of [short, long]) {
      const [edit, bin] = [await place(item, "Edit answer"), await place(item, "Delete answer")];
      expect([edit.width, edit.height, bin.width, bin.height]).toEqual([44, 44, 44, 44]);
      expect(bin.x - (edit.x + edit.width)).toBe(8);
    }
    const besideShort = await text(short);
    expect((await place(short, "Edit answer")).y).toBeLessThan(besideShort.y + besideShort.height);
    const more = await textEdges(long.getByRole("button", { name: "Show more" }));
    const words = await textEdges(long.getByRole("paragraph"));
    expect(Math.abs(more.left - words.left), "Show more begins where the words begin").toBeLessThanOrEqual(1);
    const aboveLong = await text(long);
    for (const name of ["Show more", "Edit answer", "Delete answer"])
      expect((await place(long, name)).y).toBeGreaterThanOrEqual(aboveLong.y + aboveLong.height);
  });

  test("is never cut inside an emoji", async ({ page }) => {
    const family = "👨‍👩‍👧‍👦";
    await answer(page, TEAM, family.repeat(81));
    await expect(shown(page)).toHaveText(`${family.repeat(80)}...`);
  });
});

test.describe("the box", () => {
  test("starts with four rows and grows up to 200 px, then scrolls", async ({ page }) => {
    const empty = await heightOf(box(page, TEAM));
    expect(empty).toBeGreaterThan(4 * 20);
    expect(empty).toBeLessThan(200);
    await box(page, TEAM).fill(Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n"));
    await expect(box(page, TEAM)).toHaveCSS("height", "200px");
    await expect(box(page, TEAM)).toHaveCSS("overflow-y", "auto");
    await box(page, TEAM).fill("");
    await expect.poll(() => heightOf(box(page, TEAM))).toBe(empty);
  });

  test("holds 20,000 characters and says how many are left", async ({ page }) => {
    await box(page, TEAM).fill("x".repeat(19_999));
    await expect(card(page, TEAM).getByRole("status").filter({ hasText: "left" })).toHaveText(
      "1 character left",
    );
    await box(page, TEAM).press("End");
    await box(page, TEAM).pressSequentially("yz");
    await expect(box(page, TEAM)).toHaveValue(`${"x".repeat(19_999)}y`);
    await box(page, TEAM).press("Enter");
    await expect(answers(page, TEAM)).toHaveCount(1);
  });

  test("is replaced by a sentence once the question has 200 answers", async ({ page, client, site }) => {
    const responses = Array.from({ length: 199 }, (_, place) => ({ content: `answer ${place}` }));
    await site.saveAs(client, { "team-and-business-setup": { responses } });
    await signIn(page, client);
    await openSection(page, "business-snapshot");
    await answer(page, TEAM, "the last one");
    await showEarlier(page, TEAM);
    await expect(answers(page, TEAM)).toHaveCount(200);
    await expect(box(page, TEAM)).toHaveCount(0);
    await expect(card(page, TEAM)).toContainText(
      "You’ve reached the limit of 200 answers for this question.",
    );
    await answers(page, TEAM).last().getByRole("button", { name: "Delete answer" }).click();
    await expect(box(page, TEAM)).toBeVisible();
  });

  test("shows a sample answer while it is empty, and asks for more after the first answer", async ({
    page,
  }) => {
    await expect(box(page, TEAM)).toHaveAttribute("placeholder", /^Example: “I run the shop.*”$/);
    await answer(page, TEAM, "Two of us");
    await expect(box(page, TEAM)).toHaveAttribute(
      "placeholder",
      /^Add more if you like\. Example: “I run the shop.*”$/,
    );
  });
});

test("closing a card adds the text in its box", async ({ page }) => {
  const summary = card(page, TEAM).getByRole("heading", { name: "Your team" });
  await box(page, TEAM).fill("Two of us.");
  await summary.click();
  await expect(box(page, TEAM)).toBeHidden();
  await expect(header(page)).toContainText("8%");
  await summary.click();
  await expect(answers(page, TEAM)).toHaveText(/^Two of us\./);
  await expect(box(page, TEAM)).toHaveValue("");
});

test("a card is open at first, and folds with its heading", async ({ page }) => {
  const summary = card(page, TEAM).getByRole("heading", { name: "Your team" });
  await expect(box(page, TEAM)).toBeVisible();
  await summary.click();
  await expect(box(page, TEAM)).toBeHidden();
  await summary.click();
  await expect(box(page, TEAM)).toBeVisible();
});

test.describe("editing", () => {
  const start = async (page: Page, text = "Maria and I") => {
    await answer(page, TEAM, text);
    await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
    await expect(editor(page)).toHaveValue(text);
    await expect(editor(page)).toBeFocused();
  };

  test("happens in place, counts the words, and Cancel changes nothing", async ({ page }) => {
    await start(page);
    await expect(answers(page, TEAM)).toContainText("3 words");
    await editor(page).fill("Maria");
    await expect(answers(page, TEAM)).toContainText("1 word");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(answers(page, TEAM)).toHaveText(["Maria and I"]);
  });

  test("can be continued after Esc, Cancel or a closed dialog", async ({ page }) => {
    await answer(page, TEAM, "Two of us");
    const edit = card(page, TEAM).getByRole("button", { name: "Edit answer" });
    const undo = card(page, TEAM).getByRole("button", { name: "Undo" });
    const ways = [
      () => editor(page).press("Escape"),
      () => card(page, TEAM).getByRole("button", { name: "Cancel", exact: true }).click(),
      async () => {
        await card(page, TEAM).getByRole("button", { name: "Enlarge" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).first().click();
      },
    ];
    for (const cancel of ways) {
      await edit.click();
      await editor(page).fill("Two of us, and a dog");
      await cancel();
      await expect(answers(page, TEAM)).toContainText(["Two of us"]);
      await expect(undo).toBeFocused();
      await undo.press("Enter");
      await expect(editor(page)).toHaveValue("Two of us, and a dog");
      await editor(page).fill("Two of us");
      await editor(page).press("Escape");
      // nothing has changed, so there is nothing to undo
      await expect(undo).toHaveCount(0);
    }
  });

  test("can be saved only when the text has changed and is not blank", async ({ page }) => {
    await start(page);
    await expect(saveChanges(page)).toBeDisabled();
    await editor(page).fill("   ");
    await expect(saveChanges(page)).toBeDisabled();
    await editor(page).press("Control+Enter");
    await expect(editor(page)).toBeVisible();
    await editor(page).fill("Maria and me");
    await expect(saveChanges(page)).toBeEnabled();
    await editor(page).fill("Maria and I");
    await expect(saveChanges(page)).toBeDisabled();
  });

  test("is saved by its button, Ctrl + Enter and Cmd + Enter, and canceled by Esc", async ({ page }) => {
    await start(page);
    await editor(page).fill("by button");
    await saveChanges(page).click();
    await expect(answers(page, TEAM)).toHaveText(["by button"]);
    for (const keys of ["Control+Enter", "Meta+Enter"]) {
      await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
      await editor(page).fill(keys);
      await editor(page).press(keys);
      await expect(answers(page, TEAM)).toHaveText([keys]);
    }
    await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
    await editor(page).fill("Nobody");
    await editor(page).press("Escape");
    await expect(answers(page, TEAM)).toHaveText(["Meta+Enter"]);
  });

  test("grows up to 300 px", async ({ page }) => {
    await start(page);
    await editor(page).fill("line\n".repeat(40));
    await expect(editor(page)).toHaveCSS("height", "300px");
  });

  test("keeps the answer's id and time", async ({ page, client, site }) => {
    const response = {
      type: "text" as const,
      content: "old",
      id: "kept-id",
      timestamp: "2026-01-02T03:04:05.000Z",
    };
    await site.saveAs(client, { "team-and-business-setup": { responses: [response] } });
    await signIn(page, client);
    await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
    await editor(page).fill("new");
    await editor(page).press("Control+Enter");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await header(page).getByRole("button", { name: "Save" }).click();
    expect((await sent).postDataJSON().data["team-and-business-setup"].responses).toEqual([
      { ...response, content: "new" },
    ]);
  });
});

test.describe("the enlarged editor", () => {
  const modal = (page: Page) => page.getByRole("dialog", { name: "Edit answer" });
  const enlarge = async (page: Page, text: string) => {
    await answers(page, TEAM).getByRole("button", { name: "Edit answer" }).click();
    await editor(page).fill(text);
    await page.getByRole("button", { name: "Enlarge" }).click();
    await expect(modal(page)).toBeVisible();
    await expect(editor(page)).toHaveValue(text);
    await expect(editor(page)).toBeFocused();
  };

  test.beforeEach(({ page }) => answer(page, TEAM, "Maria and I"));

  test("takes over the text, counts its words, and cannot save it unchanged or blank", async ({ page }) => {
    await enlarge(page, "Maria, Sam and I");
    await expect(modal(page)).toContainText("4 words");
    await expect(saveChanges(page)).toBeEnabled();
    await editor(page).fill("Maria and I");
    await expect(saveChanges(page)).toBeDisabled();
    await editor(page).fill(" \n ");
    await expect(saveChanges(page)).toBeDisabled();
  });

  test("saves by its button, Ctrl + Enter and Cmd + Enter, and is canceled by Esc", async ({ page }) => {
    await enlarge(page, "by button");
    await saveChanges(page).click();
    await expect(modal(page)).toHaveCount(0);
    await expect(answers(page, TEAM)).toHaveText(["by button"]);
    for (const keys of ["Control+Enter", "Meta+Enter"]) {
      await enlarge(page, keys);
      await editor(page).press(keys);
      await expect(answers(page, TEAM)).toHaveText([keys]);
    }
    await enlarge(page, "Nobody");
    await editor(page).press("Escape");
    await expect(modal(page)).toHaveCount(0);
    await expect(answers(page, TEAM)).toHaveText(["Meta+Enter"]);
  });

  test("grows up to 400 px", async ({ page }) => {
    await enlarge(page, "line\n".repeat(60));
    await expect(editor(page)).toHaveCSS("height", "400px");
  });
});
