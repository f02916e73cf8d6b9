import type { Page } from "@playwright/test";
import {
  accessButton,
  expect,
  expectToast,
  header,
  headerButton,
  keyField,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";
import {
  expectEverything,
  fillForms,
  fillWritten,
  REMARK,
  textsFor,
  WRITTEN,
} from "../support/browser/whole-interview.ts";

test("a new client answers all thirteen questions, finds them again later, and submits", async ({
  site,
  openContext,
}) => {
  const added = JSON.parse(await site.firsthand("client", "add", "Rosa's Bakery", "--json"));
  const first = await (await openContext()).newPage();
  await signInByHand(first, added.accessKey);
  await expect(header(first)).toContainText("Rosa's Bakery");
  await expect(header(first)).toContainText("0% Completed");

  await fillForms(first);
  await fillWritten(first);
  await expect(header(first)).toContainText("100% Completed");
  await headerButton(first, "Save").click();
  await expectToast(first, "Progress Saved", "Your responses have been saved successfully.");
  await expect(unsavedMark(first)).toHaveText("");
  await first.context().close();

  const second = await (await openContext()).newPage();
  await signInByHand(second, added.accessKey);
  await expectEverything(second);
  await headerButton(second, "Submit").click();
  await expectToast(
    second,
    "Submission Complete!",
    "Your onboarding responses have been submitted successfully. Thank you for completing the process.",
  );

  const exported = await site.firsthand("record", "export", added.clientId, "--format", "md");
  for (const text of [...Object.values(WRITTEN).flat().flatMap(textsFor), REMARK]) {
    expect(exported).toContain(text);
  }
  // the backslash keeps Markdown viewers from turning the address into a link
  expect(exported).toContain("https\\://rosa.example");
  expect(exported).toMatch(/^Submitted \w+ \d+, 20\d\d at /m);
});

async function signInByHand(page: Page, accessKey: string): Promise<void> {
  await page.goto("/");
  await keyField(page).pressSequentially(accessKey);
  await accessButton(page).click();
  await expect(page.getByRole("heading", { name: "Business Snapshot", level: 2 })).toBeVisible();
}
