import * as z from "zod/mini";

/** Of one page, whatever the list. */
export const PAGE_MAX = 200;

/**
 * What a list in pages takes: `after` is the `next` of the page before, `limit` the length of a page. A cursor names the
 * last line that was read, so that nothing is skipped or told twice where lines are added meanwhile.
 */
export function pageQuery(perPage: number) {
  return {
    after: z.optional(z.string().check(z.maxLength(100))),
    limit: z._default(z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(PAGE_MAX)), perPage),
    /** The earlier name of `after`, for one release. */
    from: z.optional(z.string().check(z.maxLength(100))),
  };
}
