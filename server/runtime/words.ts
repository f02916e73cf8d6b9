import { setupI18n } from "@lingui/core";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import type { Catalog } from "#contract/catalog.ts";
import { inEachLanguage, type Language } from "#contract/languages.ts";
import type english from "#contract/messages/server/en.json";
import { readCatalogs } from "./catalogs.ts";

/** An id of `contract/messages/server/en.json`; an unknown id does not compile. */
export type WordsId = keyof typeof english;
type Values = { [name: string]: string | number };

/** The server's own sentences in one language. */
export type Words = {
  language: Language;
  /** The sentence of an id. `values` replace the `{name}` of the sentence and never change otherwise. */
  say: (id: WordsId, values?: Values) => string;
};

/** The words of mails, briefs, the privacy page, and whatever else the server writes. */
export function wordsIn(language: Language): Words {
  return words[language];
}

/** The sentences themselves, of each language by id. */
export const serverCatalogs = readCatalogs("server") as { [Of in Language]: typeof english };

const words = inEachLanguage((language) => createWords(language, serverCatalogs[language]));

function createWords(language: Language, catalog: Catalog): Words {
  const i18n = setupI18n({ locale: language, messages: { [language]: catalog } });
  i18n.setMessagesCompiler(compiledOnce());
  return {
    language,
    say(id, values = {}) {
      const marks = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "string" ? `{{${name}}}` : value,
      ]);
      // Lingui decodes "\u0041" in what it has put together, and a client's name may hold that text
      return i18n
        ._(id, Object.fromEntries(marks))
        .replace(/\{\{(\w+)\}\}/g, (mark, name: string) => String(values[name] ?? mark));
    },
  };
}

/** Lingui compiles at each call, and an export says the same sentence for each client. */
function compiledOnce(): (text: string) => CompiledMessage {
  const compiled = new Map<string, CompiledMessage>();
  return (text) => {
    const known = compiled.get(text);
    if (known !== undefined) return known;
    const message = compileMessage(text);
    compiled.set(text, message);
    return message;
  };
}
