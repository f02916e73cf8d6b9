import { CUSTOM_TOOLS_MAX_LENGTH } from "#contract/limits.ts";
import { enterConsole, pageTitle } from "../support/browser/console-journey.ts";
import { expect, openSection, section, signIn, test, unsavedMark } from "../support/browser/journey.ts";
import { notShown, watchExecution } from "../support/browser/watch-execution.ts";
import { shareOf } from "../support/faults/faults.ts";
import { packed, hostileStrings as texts } from "../support/security/hostile-strings.ts";
import { countTried } from "../support/security/security-counts.ts";

/** The two boxes of a form that hold text, which are no lists of answers: each hostile text comes into both (promise P26). */

/** In the address field's own words: HTML takes line ends and outer white space away (`type=url`). */
const asAddress = (text: string) => text.replace(/[\r\n]/g, "").replace(/^[\t\f ]+|[\t\f ]+$/g, "");
/** A text box has one kind of line end; no half a character comes out of a browser. */
const asText = (text: string) => text.replace(/\r\n?/g, "\n").toWellFormed();

test("what stands in the boxes for tools and website is what was stored, to the letter, and nothing runs", async ({
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
    // having been looked at, nothing is other than it was
    await expect(unsavedMark(page)).toBeEmpty();

    await admin.goto(`/console/clients/${client.clientId}`);
    await expect(pageTitle(admin, client.clientName)).toBeVisible();
    await expect.poll(() => notShown(admin, [piece.toWellFormed()])).toEqual([]);
    await watched[0]?.expectNone(page);
    await watched[1]?.expectNone(admin);
    countTried("boxes of forms filled with hostile texts", 2);
  }
});
