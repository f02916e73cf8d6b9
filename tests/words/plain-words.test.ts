import { expect, test } from "vitest";
import type { MessageCatalog } from "#contract/catalog.ts";
import { inEachLanguage, languages } from "#contract/languages.ts";
import { specifiedMessages } from "#contract/specified-messages.ts";
import { readCatalogs } from "../../server/runtime/catalogs.ts";
import { bannedToClients } from "./banned-words.ts";

const specified = new Set<string>(specifiedMessages.map(([, id]) => id));
const ofClient = readCatalogs("client");
const ofServer = readCatalogs("server");
const toManagers =
  /^mail\.(?:submitted|answered|stuck|account-changed|password-guessed|manager-invited|password-link|new-sign-in|standing-in|act)\.|^(?:archive|brief|csv)\./;

/** Every text that a client reads, by its id, without the strings that the specification fixes. */
const toClients = inEachLanguage((language): MessageCatalog => {
  const all = Object.entries({ ...ofClient[language], ...ofServer[language] });
  const ours = all.filter(([id]) => !toManagers.test(id) && !(language === "en" && specified.has(id)));
  return Object.fromEntries(ours);
});

test.each(languages)("clients read our words in %s", (language) => {
  const texts = Object.entries(toClients[language]);
  const found = texts.flatMap(([id, text]) =>
    (bannedToClients[language] ?? [])
      .filter(({ pattern }) => pattern.test(text))
      .map(({ instead }) => ({ id, text, instead })),
  );
  expect(texts.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
