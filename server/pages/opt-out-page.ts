import { hash } from "node:crypto";
import type { Language } from "#contract/languages.ts";
import { isolated, shownText } from "#contract/manage/answers/shown-text.ts";
import { Markup, markup } from "#contract/markup.ts";
import { type Words, wordsIn } from "../runtime/words.ts";

/** `policy` is the page's own, to be sent as its header. */
export type OptOutPage = { html: string; policy: string };

/** The page asks first, then confirms; an unknown link says so. */
export type OptOutState = { kind: "asks"; clientName: string } | { kind: "done" } | { kind: "unknown" };

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem; font: 1.0625rem/1.55 system-ui, sans-serif; }
button { font: inherit; font-weight: 600; padding: 0.7rem 1.2rem; border-radius: 10px; cursor: pointer; }
`;
const POLICY = `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** A page that works in any mail program's browser: no script, and the press of a button, since mailboxes open links by themselves. */
export function optOutPage(state: OptOutState, providerName: string, language: Language): OptOutPage {
  const words = wordsIn(language);
  const page = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.say("optOut.title", { provider: providerName })}</title>
${new Markup(`<style>${STYLE}</style>`)}
</head>
<body>
<main>
${partOf(state, providerName, words)}
</main>
</body>
</html>
`;
  return { html: page.html, policy: POLICY };
}

function partOf(state: OptOutState, provider: string, { say }: Words): Markup {
  switch (state.kind) {
    case "asks":
      return markup`<h1>${say("optOut.asks")}</h1>
<p>${say("optOut.explains", { provider, client: isolated(shownText(state.clientName)) })}</p>
<form method="post"><button type="submit">${say("optOut.press")}</button></form>`;
    case "done":
      return markup`<h1>${say("optOut.done")}</h1>
<p>${say("optOut.staysOpen")}</p>`;
    case "unknown":
      return markup`<h1>${say("optOut.unknown")}</h1>
<p>${say("optOut.cutShort")}</p>`;
  }
}
