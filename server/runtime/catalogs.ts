import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Catalog, missingIds } from "#contract/catalog.ts";
import { inEachLanguage, type Language } from "#contract/languages.ts";
import { packageFolder } from "./package.ts";

/** What a catalog's sentences are for: the client's app, the console, or what the server writes itself. */
export const catalogNames = ["client", "console", "server"] as const;
export type CatalogName = (typeof catalogNames)[number];

/**
 * Reads `contract/messages/<name>/<language>.json` for every language of the product. Throws an Error that names the file
 * and the ids where a file is missing, or a message is missing or empty.
 *
 * @param folder holds `contract/`; the package itself unless a test says otherwise
 */
export function readCatalogs(name: CatalogName, folder = packageFolder): { [Of in Language]: Catalog } {
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

function readCatalog(file: string): Catalog {
  return JSON.parse(readFileSync(file, "utf8")) as Catalog;
}
