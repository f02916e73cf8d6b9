import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isoOf } from "#contract/instants.ts";
import type { Language } from "#contract/languages.ts";
import type { Brief } from "#contract/manage/answers/brief.ts";
import { shownJson } from "#contract/manage/answers/shown-text.ts";
import type { Paper } from "#contract/manage/endpoints/briefs.ts";
import { packageFolder } from "../runtime/package.ts";
import { wordsIn } from "../runtime/words.ts";
import type { Config } from "../settings/config.ts";
import { briefMarkdown } from "./brief-markdown.ts";
import { type BriefPage, briefPage } from "./brief-page.ts";
import { findChromium, type Printed, printPage } from "./chromium.ts";

/** `none`: there is no Chromium here; `reason` says what to do, for a person to read. */
export type PdfOutcome = Printed | { kind: "none"; reason: string };

/** A brief in each of its forms; what is said around the client's answers is in the language of its interview. */
export type Briefs = {
  page(brief: Brief, language: Language): BriefPage;
  markdown(brief: Brief, language: Language): string;
  json(brief: Brief): string;
  /** One at a time, since a browser takes some 200 MB of memory. */
  pdf(brief: Brief, language: Language, printing: PrintOptions): Promise<PdfOutcome>;
};

export type PrintOptions = { paper: Paper; signal: AbortSignal };

type OpenBriefsOptions = {
  config: Pick<Config, "providerName" | "chromium" | "dataFolder">;
  /** Where programs are looked for. */
  path: string | undefined;
  /** Epoch milliseconds. */
  clock: () => number;
};

/** Reads the page's style; Chromium is looked for at each PDF, so that one installed meanwhile is found. */
export function openBriefs({ config, path, clock }: OpenBriefsOptions): Briefs {
  const { providerName, dataFolder } = config;
  const styleSheet = readFileSync(join(packageFolder, "server/briefs/brief-page.css"), "utf8");
  const madeAt = () => isoOf(clock());
  const pageOf = (brief: Brief, language: Language, style = styleSheet) =>
    briefPage(brief, { styleSheet: style, providerName, madeAt: madeAt(), words: wordsIn(language) });
  let last: Promise<unknown> = Promise.resolve();

  async function print(
    brief: Brief,
    language: Language,
    { paper, signal }: PrintOptions,
  ): Promise<PdfOutcome> {
    const chromium = findChromium(config.chromium, path);
    if (!chromium) return { kind: "none", reason: noChromium(config.chromium) };
    const { html } = pageOf(brief, language, `${styleSheet}\n@page { size: ${paper}; }\n`);
    return printPage(html, { chromium, dataFolder, path, signal });
  }

  return {
    page: (brief, language) => pageOf(brief, language),
    markdown: (brief, language) => briefMarkdown(brief, madeAt(), wordsIn(language)),
    json: (brief) => `${shownJson(brief, 2)}\n`,
    pdf(brief, language, printing) {
      const printed = last.then(() => print(brief, language, printing));
      last = printed.catch(() => undefined);
      return printed;
    },
  };
}

function noChromium(name: string | undefined): string {
  const missing = name === undefined ? "There is no Chromium here" : `"${name}" is not there`;
  return `${missing}, so no PDF can be made. Open the brief as a web page and print it instead, or install Chromium and name it in FIRSTHAND_CHROMIUM.`;
}
