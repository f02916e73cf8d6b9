import { setupI18n } from "@lingui/core";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import type { MessageCatalog } from "#contract/catalog.ts";
import { inEachLanguage, type Language } from "#contract/languages.ts";
import type english from "#contract/messages/server/en.json";
import { readCatalogs } from "./catalogs.ts";

/** An id in `contract/messages/server/en.json`; an unknown id does not compile. */
export type WordsId = keyof typeof english;
type Values = { [name: string]: string | number };

/** The server's own sentences in one language. */
export type Words = {
  language: Language;
  /** The sentence for an id. `values` replace each `{name}` unchanged. */
  say: (id: WordsId, values?: Values) => string;
};

/** The sentences of mails, briefs, the privacy page, and everything else that the server writes. */
export function wordsIn(language: Language): Words {
  return words[language];
}

/** The sentences of each language by id. */
export const serverCatalogs = readCatalogs("server") as { [Of in Language]: typeof english };

const words = inEachLanguage((language) => createWords(language, serverCatalogs[language]));

function createWords(language: Language, catalog: MessageCatalog): Words {
  const i18n = setupI18n({ locale: language, messages: { [language]: catalog } });
  i18n.setMessagesCompiler(compiledOnce());
  return {
    language,
    say(id, values = {}) {
      const marks = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "string" ? `{{${name}}}` : value,
      ]);
      // Lingui decodes "\u0041" in its result, and a client's name may contain that text, so names are inserted
      // afterwards
      return i18n
        ._(id, Object.fromEntries(marks))
        .replace(/\{\{(\w+)\}\}/g, (mark, name: string) => String(values[name] ?? mark));
    },
  };
}

/**
 * Lingui compiles on each call, and an export uses the same sentence for each client, so compiled sentences are cached.
 */
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
