/** A name for search and order: without case and accents, which each database treats differently. */
export function foldedName(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}
