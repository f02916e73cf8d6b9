import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isoOf } from "#contract/instants.ts";
import type { Language } from "#contract/languages.ts";
import type { Brief } from "#contract/manage/answers/brief.ts";
import { shownJson } from "#contract/manage/answers/shown-text.ts";
import type { PaperSize } from "#contract/manage/endpoints/briefs.ts";
import { packageFolder } from "../runtime/package.ts";
import type { Config } from "../settings/config.ts";
import { briefMarkdown } from "./brief-markdown.ts";
import { type BriefPage, briefPage } from "./brief-page.ts";
import { briefWordsIn } from "./brief-words.ts";
import { findChromium, type PrintResult, printPage } from "./chromium.ts";
import type { SharedBriefOptions } from "./shared-brief.ts";

/** `none`: no Chromium was found; `reason` tells a person what to do. */
export type PdfOutcome = PrintResult | { kind: "none"; reason: string };

/** A brief in each format. The words around the client's answers are in the language of the interview. */
export type Briefs = {
  page(brief: Brief, language: Language, shared?: SharedBriefOptions): BriefPage;
  markdown(brief: Brief, language: Language): string;
  json(brief: Brief): string;
  /** Prints one PDF at a time, because a browser takes some 200 MB of memory. */
  pdf(brief: Brief, language: Language, options: PrintOptions): Promise<PdfOutcome>;
};

export type PrintOptions = { paper: PaperSize; signal: AbortSignal; shared?: SharedBriefOptions };

type PageOptions = { shared?: SharedBriefOptions | undefined; paper?: PaperSize };

type OpenBriefsOptions = {
  config: Pick<Config, "providerName" | "chromium" | "dataFolder">;
  /** The PATH in which programs are found. */
  path: string | undefined;
  /** The provider's time zone (an IANA name); a function, because it can change. */
  timeZone: () => string;
  /** Epoch milliseconds. */
  clock: () => number;
};

/** Reads the page's styles once. Chromium is searched for at each PDF, so that one installed meanwhile is found. */
export function openBriefs({ config, path, timeZone, clock }: OpenBriefsOptions): Briefs {
  const { dataFolder } = config;
  const read = (name: string) => readFileSync(join(packageFolder, "server/briefs", name), "utf8");
  const styleSheet = read("brief-page.css");
  const sharedStyleSheet = `${styleSheet}\n${read("shared-brief.css")}`;
  const wordsFor = (language: Language) => briefWordsIn(language, timeZone());
  const madeAt = () => isoOf(clock());
  const pageOf = (brief: Brief, language: Language, { shared, paper }: PageOptions = {}) => {
    const style = shared ? sharedStyleSheet : styleSheet;
    return briefPage(brief, {
      styleSheet: paper ? `${style}\n@page { size: ${paper}; }\n` : style,
      providerName: config.providerName,
      madeAt: madeAt(),
      words: wordsFor(language),
      shared,
    });
  };
  let last: Promise<unknown> = Promise.resolve();

  async function print(
    brief: Brief,
    language: Language,
    { signal, ...options }: PrintOptions,
  ): Promise<PdfOutcome> {
    const chromium = findChromium(config.chromium, path);
    if (!chromium) return { kind: "none", reason: noChromium(config.chromium) };
    const { html } = pageOf(brief, language, options);
    return printPage(html, { chromium, dataFolder, path, signal });
  }

  return {
    page: (brief, language, shared) => pageOf(brief, language, { shared }),
    markdown: (brief, language) => briefMarkdown(brief, madeAt(), wordsFor(language)),
    json: (brief) => `${shownJson({ ...brief, timeZone: timeZone() }, 2)}\n`,
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
