import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#contract/languages.ts";
import { markup } from "#contract/markup.ts";
import { packageFolder } from "../runtime/package.ts";
import { wordsIn } from "../runtime/words.ts";
import { type PageOwner, type PublicPage, publicPage } from "./public-page.ts";

/** The script of the waiting page. */
export type WaitingScript = { address: string; content: string };

/**
 * `over`: the link was revoked, has expired, never existed, or its client was erased. `again`: the link must be opened
 * again.
 */
export type SharedNotice = "over" | "again" | "noPdf";

/** Matches comments and indentation, which are removed. */
const NOT_RUN = /^\s*\/\/.*\n|^\s+/gm;

export function waitingScript(): WaitingScript {
  const read = readFileSync(join(packageFolder, "server/pages/open-brief.js"), "utf8");
  return {
    address: "/b/open.js",
    content: read.replaceAll(NOT_RUN, ""),
  };
}

/** Waits for a click, so that merely fetching the page opens nothing. */
export function waitingPage(owner: PageOwner, script: WaitingScript, language: Language): PublicPage {
  const { say } = wordsIn(language);
  const provider = owner.providerName;
  const title = say("share.title", { provider });
  const content = markup`<h1>${title}</h1>
<p>${say("share.waits", { provider })}</p>
<p>${say("share.named")}</p>
<noscript><p>${say("share.script")}</p></noscript>
<button type="button" disabled>${say("share.open")}</button>
<p role="status" data-opening="${say("share.opening")}" data-cut="${say("share.cut")}" data-busy="${say("share.busy")}" data-failed="${say("share.failed")}" data-over-title="${say("share.over.title")}" data-over="${say("share.over.text")}"></p>`;
  return publicPage({ owner, language, title, content, script: script.address });
}

/** A notice in place of a brief that cannot be shown. */
export function sharedNotice(notice: SharedNotice, owner: PageOwner, language: Language): PublicPage {
  const { say } = wordsIn(language);
  const title = say(`share.${notice}.title`);
  const content = markup`<h1>${title}</h1>
<p>${say(`share.${notice}.text`)}</p>`;
  return publicPage({ owner, language, title, content });
}
