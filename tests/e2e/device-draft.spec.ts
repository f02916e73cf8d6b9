import {
  answer,
  answers,
  box,
  card,
  expect,
  fillOnDevice,
  header,
  openSection,
  section,
  signIn,
  test,
  unsavedMark,
} from "../support/browser/journey.ts";

test.describe("after a reload", () => {
  test("answers, forms, ratings, half-typed text, its box and the section are restored", async ({
    page,
    client,
  }) => {
    await signIn(page, client);
    await page.getByLabel("Number of Employees").selectOption("2-5");
    await page.getByRole("checkbox", { name: "Square" }).check();
    await card(page, "current-tools").getByRole("radio", { name: "4 stars" }).check({ force: true });
    await openSection(page, "leads-booking");
    await answer(page, "customer-acquisition", "Word of mouth");
    await answers(page, "customer-acquisition").getByRole("button", { name: "Edit answer" }).click();
    await page.getByRole("textbox", { name: "Edit answer" }).fill("Word of mouth and a s");
    await fillOnDevice(page, box(page, "booking-process"), "They call, and I write it in a noteb");
    await page.reload();
    await signIn(page, client);
    await expect(section(page, "leads-booking")).toHaveAttribute("aria-current", "step");
    await expect(box(page, "booking-process")).toHaveValue("They call, and I write it in a noteb");
    await expect(box(page, "booking-process")).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Edit answer" })).toHaveValue("Word of mouth and a s");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(answers(page, "customer-acquisition")).toHaveText(["Word of mouth"]);
    await expect(unsavedMark(page)).toHaveText("Unsaved changes");
    await openSection(page, "business-snapshot");
    await expect(page.getByLabel("Number of Employees")).toHaveValue("2-5");
    await expect(card(page, "current-tools").getByRole("radio", { name: "4 stars" })).toBeChecked();
    await expect(header(page)).toContainText(client.clientName);
  });
});
