/** Which page of a list is asked for. */
export type PageOptions = { after?: string | undefined; limit?: number | undefined };

/** Makes a page from `limit` + 1 rows: its rows and the cursor of the next page, or null on the last page. */
export function pageOf<Row>(
  found: Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** The requested page; a query may name the cursor `after` or `from`. */
export function pageAsked({ after, from, limit }: PageOptions & { from?: string | undefined }): PageOptions {
  return { after: after ?? from, limit };
}
