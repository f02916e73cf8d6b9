import { hash } from "node:crypto";
import { isolated, shownText } from "#contract/manage/shown-text.ts";
import { Markup, markup } from "#contract/markup.ts";

/** `policy` is the page's own, to be sent as its header. */
export type OptOutPage = { html: string; policy: string };

/** What the page says: it asks, it tells that it is done, or that the link is nobody's. */
export type OptOutState = { kind: "asks"; clientName: string } | { kind: "done" } | { kind: "unknown" };

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 32rem; margin: 15vh auto; padding: 0 1.5rem; font: 1.0625rem/1.55 system-ui, sans-serif; }
button { font: inherit; font-weight: 600; padding: 0.7rem 1.2rem; border-radius: 10px; cursor: pointer; }
`;
const POLICY = `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** A page that works in any mail program's browser: no script, and the press of a button, since mailboxes open links by themselves. */
export function optOutPage(state: OptOutState, providerName: string): OptOutPage {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Reminders: ${providerName}</title>
${new Markup(`<style>${STYLE}</style>`)}
</head>
<body>
<main>
${partOf(state, providerName)}
</main>
</body>
</html>
`;
  return { html: page.html, policy: POLICY };
}

function partOf(state: OptOutState, providerName: string): Markup {
  switch (state.kind) {
    case "asks":
      return markup`<h1>No more reminders?</h1>
<p>${providerName} reminds ${isolated(shownText(state.clientName))} of the onboarding interview by e-mail.</p>
<form method="post"><button type="submit">Send no more reminders</button></form>`;
    case "done":
      return markup`<h1>No more reminders</h1>
<p>You get no more e-mail about the interview. It stays open for you: your answers are kept.</p>`;
    case "unknown":
      return markup`<h1>This link is not known</h1>
<p>It may be cut short. Open it from the e-mail once more, or ask your account manager.</p>`;
  }
}
