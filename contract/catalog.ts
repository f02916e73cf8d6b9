/** The messages of one language: message id to ICU text. */
export type MessageCatalog = { [id: string]: string };

/** The ids of the English catalog that another language lacks or leaves empty. A page would show the ids instead. */
export function missingIds(catalog: MessageCatalog, english: MessageCatalog): string[] {
  return Object.keys(english).filter((id) => !catalog[id]?.trim());
}
