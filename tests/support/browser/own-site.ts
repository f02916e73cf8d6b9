import { join } from "node:path";
import { startSite } from "../service/site-process.ts";
import { test as base } from "./journey.ts";

/** Tests that share one server with these settings within a file. */
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

/** As `testWithSite`, with clients who answer an interview of `tests/support/data`. */
export function testWithInterview(file: string) {
  return testWithSite({ FIRSTHAND_INTERVIEW: join(import.meta.dirname, "../data", file) });
}
