import { join } from "node:path";
import { startSite } from "../service/site-process.ts";
import { test as base } from "./journey.ts";

/** Tests upon one server for all of a file, with these settings. */
export function testWithSite(settings: Parameters<typeof startSite>[0], from = base) {
  return from.extend({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
      async ({}, use) => {
        const site = await startSite(settings);
        await use(site);
        await site.close();
      },
      { scope: "worker" },
    ],
  });
}

/** The same where clients answer an interview of `tests/support/data`. */
export function testWithInterview(file: string) {
  return testWithSite({ FIRSTHAND_INTERVIEW: join(import.meta.dirname, "../data", file) });
}
