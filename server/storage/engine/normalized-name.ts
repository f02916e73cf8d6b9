/** A name as it is searched and sorted: without case and accents, which databases treat each in their own way. */
export function foldedName(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}
