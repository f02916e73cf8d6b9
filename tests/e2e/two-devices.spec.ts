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
  toast,
  unsavedMark,
} from "../support/browser/journey.ts";

test.describe("two devices", () => {
  test("each get the other's answers, and a line that says so", async ({ page, client, openContext }) => {
    await signIn(page, client);
    const other = await (await openContext()).newPage();
    await signIn(other, client);
    await answer(page, "team-description", "Two of us");
    await save(page);
    await answer(other, "current-tools", "A notebook");
    await headerButton(other, "Save").click();
    await expect(toast(other, "Updated from another device")).toContainText("Your team");
    await expect(answers(other, "team-description")).toHaveText(["Two of us"]);
    await expect(unsavedMark(other)).toHaveText("");
    await headerButton(page, "Save").click();
    await expect(answers(page, "current-tools")).toHaveText(["A notebook"]);
  });

  test("that edit the same answer keep both versions", async ({ page, client, openContext }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Two of us");
    await save(page);
    const other = await (await openContext()).newPage();
    await signIn(other, client);
    for (const [device, text] of [
      [page, "Two of us and a driver"],
      [other, "Three of us"],
    ] as const) {
      await device.getByRole("button", { name: "Edit answer" }).click();
      await device.getByRole("textbox", { name: "Edit answer" }).fill(text);
      await device.getByRole("button", { name: "Save changes" }).click();
    }
    await save(page);
    await headerButton(other, "Save").click();
    await expect(toast(other, "Edited in two places")).toBeVisible();
    await expect(answers(other, "team-description")).toHaveText(["Two of us and a driver", "Three of us"]);
  });

  test("agree on a deletion", async ({ page, client, openContext }) => {
    await signIn(page, client);
    await answer(page, "team-description", "Two of us");
    await answer(page, "team-description", "And a driver");
    await save(page);
    const other = await (await openContext()).newPage();
    await signIn(other, client);
    await answers(page, "team-description").first().getByRole("button", { name: "Delete answer" }).click();
    await save(page);
    await answer(other, "current-tools", "A notebook");
    await save(other);
    await expect(answers(other, "team-description")).toHaveText(["And a driver"]);
  });
});

test.describe("two tabs", () => {
  test("show each other's saved answers automatically, and keep their own open text", async ({
    page,
    client,
    context,
  }) => {
    await signIn(page, client);
    const other = await context.newPage();
    await signIn(other, client);
    await box(other, "current-tools").fill("A note");
    await answer(page, "team-description", "Two of us");
    await save(page);
    await expect(answers(other, "team-description")).toHaveText(["Two of us"]);
    await expect(box(other, "current-tools")).toHaveValue("A note");
  });

  test("that both crash keep the work of both", async ({ page, client, context }) => {
    await signIn(page, client);
    const other = await context.newPage();
    await signIn(other, client);
    // the connection is gone, so that only the device has these answers
    await context.route("**/v1/onboarding", (route) => route.abort());
    await answer(page, "team-description", "Two of us");
    await answer(other, "current-tools", "A notebook");
    await box(other, "team-description").fill("And a dri");
    await page.close();
    await other.close();
    await context.unroute("**/v1/onboarding");
    const again = await context.newPage();
    await signIn(again, client);
    await expect(answers(again, "team-description")).toHaveText(["Two of us"]);
    await expect(answers(again, "current-tools")).toHaveText(["A notebook"]);
    await expect(box(again, "team-description")).toHaveValue("And a dri");
  });

  test("both end with Logout, when nothing is unsaved", async ({ page, client, context }) => {
    await signIn(page, client);
    const other = await context.newPage();
    await signIn(other, client);
    await headerButton(page, "Logout").click();
    await expect(header(other)).toHaveCount(0);
    await expect(other.getByRole("button", { name: "Access Interview" })).toBeVisible();
  });
});
