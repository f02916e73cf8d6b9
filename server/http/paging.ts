/** Which page of a list is asked for. */
export type PageOptions = { after?: string | undefined; limit?: number | undefined };

/** The rows of one page, of which one more than `limit` was read, and the cursor of the next; null on the last. */
export function pageOf<Row>(
  found: Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** The page that a query asks for, by either name of the cursor. */
export function pageAsked({ after, from, limit }: PageOptions & { from?: string | undefined }): PageOptions {
  return { after: after ?? from, limit };
}
