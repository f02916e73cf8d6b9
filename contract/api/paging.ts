import * as z from "zod/mini";

/** The most lines on one page of any list. */
export const PAGE_MAX = 200;

const AFTER_MAX_LENGTH = 100;

/**
 * The query of a paged list: `after` is the `next` of the previous page, `limit` the length of a page. A cursor names
 * the last line of a page, so lines that are added between two calls cause neither gaps nor duplicates.
 */
export function pageQuery(perPage: number) {
  return {
    ...forwardQuery(perPage, AFTER_MAX_LENGTH),
    /** The earlier name of `after`, for one release. */
    from: z.optional(z.string().check(z.maxLength(AFTER_MAX_LENGTH))),
  };
}

/** The same for a list that has no earlier name of `after`. */
export function forwardQuery(perPage: number, afterMaxLength: number) {
  return {
    after: z.optional(z.string().check(z.maxLength(afterMaxLength))),
    limit: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)), perPage),
  };
}
