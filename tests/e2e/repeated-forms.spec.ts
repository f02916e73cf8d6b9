import { expectAccessible } from "../support/browser/axe.ts";
import { card, expect, header, save, signIn } from "../support/browser/journey.ts";
import { testWithInterview } from "../support/browser/own-site.ts";

/** An interview with two forms of the same kind (decision 78): neither one takes the other's answers. */

const test = testWithInterview("repeated-forms.yaml");

test("two lists of tools and two websites keep separate answers, on the device and on the server", async ({
  page,
  client,
  site,
  openContext,
}) => {
  await signIn(page, client);
  const bakery = card(page, "bakery-tools");
  const cafe = card(page, "cafe-tools");
  const more = bakery.getByRole("button", { name: "More about this" });
  await expect(bakery.getByText("Everything with a screen counts.")).toBeHidden();
  await more.click();
  await expect(bakery.getByText("Paper does not.")).toBeVisible();
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await expect(cafe.getByRole("button", { name: "More about this" })).toBeHidden();
  await bakery.getByRole("checkbox", { name: "Square" }).check();
  await cafe.getByRole("checkbox", { name: "Square" }).check();
  await bakery.getByRole("radio", { name: "4 stars" }).check();
  await cafe.getByRole("radio", { name: "1 star" }).check();
  await expect(bakery.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await card(page, "bakery-site").getByRole("textbox").fill("https://bakery.example");
  await card(page, "cafe-site").getByRole("button", { name: "Doesn’t apply to us" }).click();
  await expect(card(page, "bakery-site").getByRole("textbox")).toHaveValue("https://bakery.example");
  await expect(header(page)).toContainText("100% Completed");
  await expectAccessible(page, "an interview that asks forms twice");

  // the page closes before it has saved
  await page.reload();
  await signIn(page, client);
  await expect(card(page, "cafe-tools").getByRole("radio", { name: "1 star" })).toBeChecked();
  await save(page);
  const { record } = JSON.parse(await site.firsthand("record", "export", client.clientId));
  expect(record).toMatchObject({
    "bakery-tools": { selectedTools: ["square"], toolRatings: { square: 4 } },
    "cafe-tools": { selectedTools: ["square"], toolRatings: { square: 1 } },
    "bakery-site": { url: "https://bakery.example" },
    "cafe-site": { notApplicable: true },
  });

  const other = await (await openContext({ baseURL: site.url })).newPage();
  await signIn(other, client);
  await expect(card(other, "bakery-tools").getByRole("radio", { name: "4 stars" })).toBeChecked();
  const brief = await site.firsthand("brief", "export", client.clientId, "--format", "md");
  expect(brief).toMatch(/### Tools in the café[\s\S]*Square[\s\S]*1 of 5/);
});
