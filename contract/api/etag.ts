/** The entity tag of a record is its revision in quotation marks; `"0"` is a record that was never saved. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/**
 * The revision that an `If-Match` names: undefined if the header is absent or `*`, NaN if it can match no revision. A
 * weak mark and the suffix of a compressing proxy (`"17-gzip"`, `"17;br"`) are tolerated.
 */
export function revisionOf(etag: string | undefined): number | undefined {
  const text = etag?.trim();
  if (text === undefined || text === "*") return undefined;
  const digits = /^(?:W\/)?"?(\d{1,15})(?:[-;:]+[a-z][a-z-]*)?"?$/i.exec(text)?.[1];
  return digits === undefined ? Number.NaN : Number(digits);
}
