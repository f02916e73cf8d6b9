import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type MessageCatalog, missingIds } from "#contract/catalog.ts";
import { inEachLanguage, type Language } from "#contract/languages.ts";
import { packageFolder } from "./package.ts";

/** The catalogs of sentences: for the client's app, for the console, and for what the server writes. */
export const catalogNames = ["client", "console", "server"] as const;
export type CatalogName = (typeof catalogNames)[number];

/**
 * Reads `contract/messages/<name>/<language>.json` for every language. Throws an Error that names the file, and the ids
 * of messages that are missing or empty. `folder` contains `contract/`; tests pass their own.
 */
export function readCatalogs(
  name: CatalogName,
  folder = packageFolder,
): { [Of in Language]: MessageCatalog } {
  const read = (language: Language) =>
    readCatalog(join(folder, "contract/messages", name, `${language}.json`));
  const english = read("en");
  return inEachLanguage((language) => {
    const catalog = read(language);
    const missing = missingIds(catalog, english);
    if (missing.length > 0)
      throw new Error(`contract/messages/${name}/${language}.json lacks ${missing.join(", ")}`);
    return catalog;
  });
}

function readCatalog(file: string): MessageCatalog {
  return JSON.parse(readFileSync(file, "utf8")) as MessageCatalog;
}
