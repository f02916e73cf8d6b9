import { hash } from "node:crypto";
import type { Language } from "#contract/languages.ts";
import { isolated, shownText } from "#contract/manage/answers/shown-text.ts";
import { Markup, markup } from "#contract/markup.ts";

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
  const words = optOutWords[language];
  const page = markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title(providerName)}</title>
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

function partOf(state: OptOutState, providerName: string, words: OptOutWords): Markup {
  switch (state.kind) {
    case "asks":
      return markup`<h1>${words.asks}</h1>
<p>${words.explains(providerName, isolated(shownText(state.clientName)))}</p>
<form method="post"><button type="submit">${words.press}</button></form>`;
    case "done":
      return markup`<h1>${words.done}</h1>
<p>${words.staysOpen}</p>`;
    case "unknown":
      return markup`<h1>${words.unknown}</h1>
<p>${words.cutShort}</p>`;
  }
}

const english = {
  title: (provider: string) => `Emails from ${provider}`,
  asks: "Stop these emails?",
  explains: (provider: string, client: string) =>
    `${provider} sends ${client} reminder emails about the onboarding interview.`,
  press: "Stop these emails",
  done: "You won’t get these emails anymore",
  staysOpen: "Your interview is still open, and your answers are saved.",
  unknown: "This link doesn’t work",
  cutShort: "Part of the link may be missing. Open it from the email again, or ask your account manager.",
};

type OptOutWords = typeof english;

const optOutWords: { [Of in Language]: OptOutWords } = {
  en: english,
  es: {
    title: (provider) => `Correos de ${provider}`,
    asks: "¿Dejar de recibir estos correos?",
    explains: (provider, client) =>
      `${provider} le envía a ${client} recordatorios por correo sobre la entrevista de bienvenida.`,
    press: "Dejar de recibir correos",
    done: "Ya no recibirá estos correos",
    staysOpen: "Su entrevista sigue abierta y sus respuestas están guardadas.",
    unknown: "Este enlace no funciona",
    cutShort: "Quizás falta una parte del enlace. Ábralo otra vez desde el correo o pregúntele a su asesor.",
  },
};
