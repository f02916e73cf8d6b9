import type { Language } from "#contract/languages.ts";
import { isolateBidi, shownText } from "#contract/manage/answers/shown-text.ts";
import { type Markup, markup } from "#contract/markup.ts";
import { type Words, wordsIn } from "../runtime/words.ts";
import { type PageOwner, type PublicPage, publicPage } from "./public-page.ts";

/** The page first asks, and then confirms with a way back; for an unknown link it says so. */
export type OptOutState =
  | { kind: "asks"; clientName: string }
  | { kind: "done"; token: string }
  | { kind: "back" }
  | { kind: "unknown" };

/**
 * A page without scripts, for any browser in a mail program. It needs a click, because mail programs open links
 * automatically.
 */
export function optOutPage(state: OptOutState, owner: PageOwner, language: Language): PublicPage {
  const words = wordsIn(language);
  const { providerName } = owner;
  const content = partOf(state, providerName, words);
  const title = words.say("optOut.title", { provider: providerName });
  return publicPage({ owner, language, title, content, hasForm: true });
}

function partOf(state: OptOutState, provider: string, { say }: Words): Markup {
  switch (state.kind) {
    case "asks":
      return markup`<h1>${say("optOut.asks")}</h1>
<p>${say("optOut.explains", { provider, client: isolateBidi(shownText(state.clientName)) })}</p>
<form method="post"><button type="submit">${say("optOut.press")}</button></form>`;
    case "done":
      return markup`<h1>${say("optOut.done")}</h1>
<p>${say("optOut.staysOpen")}</p>
<form method="post" action="/opt-out/${state.token}/back"><button type="submit">${say("optOut.back")}</button></form>`;
    case "back":
      return markup`<h1>${say("optOut.isBack")}</h1>
<p>${say("optOut.isBackText", { provider })}</p>`;
    case "unknown":
      return markup`<h1>${say("optOut.unknown")}</h1>
<p>${say("optOut.cutShort")}</p>`;
  }
}
