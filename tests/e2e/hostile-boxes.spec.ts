import { CUSTOM_TOOLS_MAX_LENGTH } from "#contract/limits.ts";
import { enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect, openSection, section, signIn, test, unsavedMark } from "../support/browser/journey.ts";
import { notShown, watchExecution } from "../support/browser/watch-execution.ts";
import { shareOf } from "../support/faults/faults.ts";
import { packed, hostileStrings as texts } from "../support/security/hostile-strings.ts";
import { countTried } from "../support/security/security-counts.ts";

/**
 * The two text boxes of the forms, which are not lists of answers: each hostile text is put into both (promise P26).
 */

/** The address as HTML sanitizes it: without line breaks and surrounding white space (`type=url`). */
const asAddress = (text: string) => text.replace(/[\r\n]/g, "").replace(/^[\t\f ]+|[\t\f ]+$/g, "");
/** Text boxes have one kind of line break, and browsers send no lone surrogates. */
const asText = (text: string) => text.replace(/\r\n?/g, "\n").toWellFormed();

test("the boxes for tools and website have exactly the stored text, and nothing runs", async ({
  page,
  site,
  openContext,
}) => {
  test.setTimeout(300_000);
  const context = await openContext();
  const admin = await context.newPage();
  await enterConsole(admin, site, "administrator", "Ada Ames");
  const watched = [watchExecution(page.context()), watchExecution(context)];
  const pieces = packed(texts, CUSTOM_TOOLS_MAX_LENGTH);
  expect(pieces.join("")).toBe(texts.join(" "));
  for (const [place, piece] of shareOf([...pieces.entries()], { every: 6, turn: 0 })) {
    const client = await site.addClient(`Client ${place}`);
    await site.saveAs(client, {
      "tool-selection": { selectedTools: ["other"], customTools: piece, toolRatings: {} },
      "website-form": { url: piece },
    });
    const stored = (await site.storage.records.load(client.clientId))?.record;
    expect(stored).toMatchObject({
      "tool-selection": { customTools: piece },
      "website-form": { url: piece },
    });

    await signIn(page, client);
    await openSection(page, "business-snapshot");
    const tools = page.getByRole("textbox", { name: "Other tools" });
    expect((await tools.inputValue()).toWellFormed()).toBe(asText(piece));
    await openSection(page, "website");
    await expect(section(page, "website")).toBeVisible();
    const address = page.getByRole("textbox", { name: "Website URL" });
    expect((await address.inputValue()).toWellFormed()).toBe(asAddress(piece).toWellFormed());
    // looking at the answers has changed nothing
    await expect(unsavedMark(page)).toBeEmpty();

    await admin.goto(`/console/clients/${client.clientId}`);
    await expect(pageTitle(admin, client.clientName)).toBeVisible();
    await expect.poll(() => notShown(admin, [piece.toWellFormed()])).toEqual([]);
    await watched[0]?.expectNone(page);
    await watched[1]?.expectNone(admin);
    countTried("boxes of forms filled with hostile texts", 2);
  }
});
