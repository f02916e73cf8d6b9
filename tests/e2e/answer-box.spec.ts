import type { Page } from "@playwright/test";
import {
  answer,
  answers,
  box,
  card,
  expect,
  headerButton,
  holdClock,
  nextSaveBody,
  openSection,
  signIn,
  test,
} from "../support/browser/journey.ts";
import { colorOf } from "../support/browser/look.ts";
import { engine, fakeRecognizer } from "../support/fakes/fake-recognizer.ts";

/** The box for typed or spoken answers, and the list above it. */

const TEAM = "team-description";
const TOOLS = "current-tools";
const button = (page: Page, name: string, questionId = TEAM) =>
  card(page, questionId).getByRole("button", { name, exact: true });

/** Moves the last answer back into the box, to continue it. */
async function keepWriting(page: Page): Promise<void> {
  await button(page, "Keep writing").click();
  await expect(box(page, TEAM)).toBeFocused();
  await expect(box(page, TEAM)).not.toHaveValue("");
}

test.describe("Add", () => {
  test("appears with text, adds the answer, and returns the focus to the box", async ({ page, client }) => {
    await signIn(page, client);
    await expect(button(page, "Add")).toHaveCount(0);
    await box(page, TEAM).fill("Two of us");
    await button(page, "Add").click();
    await expect(answers(page, TEAM)).toHaveText(["Two of us"]);
    await expect(box(page, TEAM)).toBeFocused();
    await page.keyboard.type("and a dog");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(button(page, "Add")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Two of us", "and a dog"]);
  });

  test("does not open the keyboard on a touch screen, and a second tap adds nothing", async ({
    openContext,
    client,
  }) => {
    const page = await (
      await openContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
    ).newPage();
    await signIn(page, client);
    await box(page, TEAM).fill("Two of us");
    await expect(card(page, TEAM).getByText("Tap Add, or just move on.")).toBeVisible();
    const place = await button(page, "Add").boundingBox();
    await button(page, "Add").tap();
    await expect(answers(page, TEAM)).toHaveText(["Two of us"]);
    await expect(box(page, TEAM)).not.toBeFocused();
    await page.touchscreen.tap((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
    await expect(answers(page, TEAM)).toHaveText(["Two of us"]);
  });
});

test.describe("Keep writing", () => {
  test("continues half a sentence, which is changed under its own id once the box is left", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    await answer(page, TEAM, "My sister bakes and I");
    await button(page, "Keep writing").click();
    await expect(box(page, TEAM)).toBeFocused();
    await expect(box(page, TEAM)).toHaveValue("My sister bakes and I");
    await page.keyboard.type(" sell");
    await expect(answers(page, TEAM)).toHaveText(["My sister bakes and I"]);
    const first = await nextSaveBody(page, () => headerButton(page, "Save").click());
    await expect(answers(page, TEAM)).toHaveText(["My sister bakes and I sell"]);
    await expect(box(page, TEAM)).toHaveValue("");
    await keepWriting(page);
    await page.keyboard.type(" them");
    const second = await nextSaveBody(page, () => headerButton(page, "Save").click());
    const given = (body: unknown) =>
      JSON.parse(JSON.stringify(body)).data["team-and-business-setup"].responses;
    expect(given(second)).toMatchObject([{ content: "My sister bakes and I sell them" }]);
    expect(given(second)[0].id).toBe(given(first)[0].id);
  });

  test("with an emptied box leaves the answer unchanged", async ({ page, client }) => {
    await signIn(page, client);
    await answer(page, TEAM, "Two of us");
    await keepWriting(page);
    await box(page, TEAM).fill("");
    await page.keyboard.press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Two of us"]);
  });

  test("of a deleted answer leaves its words in the box for a new answer", async ({ page, client }) => {
    await signIn(page, client);
    await answer(page, TEAM, "Two of us");
    await keepWriting(page);
    await page.keyboard.type(" and a dog");
    await button(page, "Delete answer").click();
    await expect(answers(page, TEAM)).toHaveCount(0);
    await box(page, TEAM).press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Two of us and a dog"]);
  });

  test("is gone after a visit to another section, and survives a reload", async ({ page, client }) => {
    await signIn(page, client);
    await answer(page, TEAM, "Two of us");
    await keepWriting(page);
    await page.keyboard.type(" and a dog");
    await expect
      .poll(async () => {
        await page.reload();
        await signIn(page, client);
        return box(page, TEAM).inputValue();
      })
      .toBe("Two of us and a dog");
    await box(page, TEAM).press("Enter");
    await expect(answers(page, TEAM)).toHaveText(["Two of us and a dog"]);
    await openSection(page, "leads-booking");
    await openSection(page, "business-snapshot");
    await expect(answers(page, TEAM)).toHaveCount(1);
    await expect(button(page, "Keep writing")).toHaveCount(0);
  });
});

test.describe("Talk", () => {
  test("is one button, dictation first, and says once per section where the voice goes", async ({
    page,
    client,
  }) => {
    const sentence = "The company behind your browser turns your speech into text.";
    await fakeRecognizer(page);
    await signIn(page, client);
    await expect(card(page, TEAM).getByRole("button", { name: "Talk" })).toHaveCount(1);
    await expect(card(page, TEAM).getByText(sentence)).toBeVisible();
    await expect(card(page, TOOLS).getByText(sentence)).toBeHidden();
    await expect(button(page, "Talk: Dictate", TOOLS)).toHaveAccessibleDescription(sentence);
    await button(page, "Talk: Dictate", TOOLS).focus();
    await expect(card(page, TOOLS).getByText(sentence)).toBeVisible();
  });

  test("shows that and how long it has been listening, in marigold instead of the gray of a locked box", async ({
    page,
    client,
  }) => {
    await page.clock.install();
    await fakeRecognizer(page);
    await signIn(page, client);
    await holdClock(page);
    await button(page, "Talk: Dictate").click();
    await expect(button(page, "Stop dictation")).toBeVisible();
    await page.clock.runFor(3_000);
    await expect(card(page, TEAM).getByRole("timer")).toHaveText("0:03");
    await expect(button(page, "Stop dictation").locator("..")).toContainText(/Listening 0:03$/);
    await expect(box(page, TEAM)).not.toBeEditable();
    await expect(box(page, TEAM)).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await expect(card(page, TEAM).locator("[data-on]")).toHaveCSS(
      "background-color",
      await colorOf(page, "--marigold-soft"),
    );
    await engine.settle(page, "two of us");
    await button(page, "Stop dictation").click();
    await page.clock.runFor(1_000);
    await expect(answers(page, TEAM)).toContainText(["Two of us."]);
  });
});

test("from nine answers on, the list begins with the last three, and shows the others on a press", async ({
  page,
  client,
}) => {
  await signIn(page, client);
  for (let count = 1; count <= 8; count++) await answer(page, TEAM, `Answer ${count}`);
  await box(page, TEAM).fill("Answer 9");
  await box(page, TEAM).press("Enter");
  await expect(answers(page, TEAM)).toHaveText(["Answer 7", "Answer 8", "Answer 9"]);
  const list = card(page, TEAM).getByRole("list", { name: "9 answers" });
  await button(page, "Show 6 earlier answers").click();
  await expect(list.getByRole("listitem")).toHaveCount(9);
  await expect(list).toBeFocused();
  await list.getByRole("button", { name: "Delete answer" }).first().click();
  await expect(list).toHaveCount(0);
  await button(page, "Undo").click();
  await expect(list.getByRole("listitem").first()).toContainText("Answer 1");
});
