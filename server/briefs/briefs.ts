import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Brief } from "#contract/manage/brief.ts";
import type { Config } from "../config.ts";
import { isoOf } from "../instants.ts";
import { packageFolder } from "../package.ts";
import { briefMarkdown } from "./brief-markdown.ts";
import { type BriefPage, briefPage } from "./brief-page.ts";
import { findChromium, type Printed, printPage } from "./chromium.ts";

export const papers = ["a4", "letter"] as const;
export type Paper = (typeof papers)[number];

/** `none`: there is no Chromium here; `reason` says what to do, for a person to read. */
export type PdfOutcome = Printed | { kind: "none"; reason: string };

/** A brief in each of its forms. */
export type Briefs = {
  page(brief: Brief): BriefPage;
  markdown(brief: Brief): string;
  json(brief: Brief): string;
  /** One at a time, since a browser takes some 200 MB of memory. */
  pdf(brief: Brief, paper: Paper, signal: AbortSignal): Promise<PdfOutcome>;
};

type Opening = {
  config: Pick<Config, "providerName" | "chromium" | "dataFolder">;
  /** Where programs are looked for. */
  path: string | undefined;
  /** Epoch milliseconds. */
  clock: () => number;
};

/** Reads the page's style; Chromium is looked for at each PDF, so that one installed meanwhile is found. */
export function openBriefs({ config, path, clock }: Opening): Briefs {
  const { providerName, dataFolder } = config;
  const styleSheet = readFileSync(join(packageFolder, "server/briefs/brief-page.css"), "utf8");
  const madeAt = () => isoOf(clock());
  const pageOf = (brief: Brief, style = styleSheet) =>
    briefPage(brief, { styleSheet: style, providerName, madeAt: madeAt() });
  let last: Promise<unknown> = Promise.resolve();

  async function print(brief: Brief, paper: Paper, signal: AbortSignal): Promise<PdfOutcome> {
    const chromium = findChromium(config.chromium, path);
    if (!chromium) return { kind: "none", reason: noChromium(config.chromium) };
    const { html } = pageOf(brief, `${styleSheet}\n@page { size: ${paper}; }\n`);
    return printPage(html, { chromium, dataFolder, path, signal });
  }

  return {
    page: (brief) => pageOf(brief),
    markdown: (brief) => briefMarkdown(brief, madeAt()),
    json: (brief) => `${JSON.stringify(brief, null, 2)}\n`,
    pdf(brief, paper, signal) {
      const printed = last.then(() => print(brief, paper, signal));
      last = printed.catch(() => undefined);
      return printed;
    },
  };
}

function noChromium(name: string | undefined): string {
  const missing = name === undefined ? "There is no Chromium here" : `"${name}" is not there`;
  return `${missing}, so no PDF can be made. Open the brief as a web page and print it instead, or install Chromium and name it in FIRSTHAND_CHROMIUM.`;
}
