import type { Check } from "#contract/manage/checks.ts";
import { findChromium, printPage } from "../briefs/chromium.ts";
import type { Config } from "../settings/config.ts";

const TIME_LIMIT_MS = 60_000;
const PAGE = "<!doctype html><title>Test</title><p>This page was printed as a test.";

/** Checks that briefs can be printed as PDF, by printing a page. */
export async function checkChromium(
  { chromium: setting, dataFolder }: Pick<Config, "chromium" | "dataFolder">,
  path: string | undefined,
): Promise<Check> {
  const name = "Chromium";
  const chromium = findChromium(setting, path);
  if (chromium === undefined)
    return {
      name,
      state: "not-set-up",
      found: "Chromium wasn't found, so there are no PDFs of briefs. People can print a brief instead.",
      advice: "Install Chromium, or name it in FIRSTHAND_CHROMIUM.",
    };
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const printed = await printPage(PAGE, { chromium, dataFolder, path, signal });
  if (printed.kind === "printed") return { name, state: "ok", found: `${chromium} prints PDFs.` };
  return { name, state: "failed", found: `${chromium} can't print a PDF: ${printed.reason}.` };
}
