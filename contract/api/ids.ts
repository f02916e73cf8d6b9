import * as z from "zod/mini";

/** Any id in a path. Only the length is limited: an unknown id is simply not found. */
export const idSchema = z.string().check(z.maxLength(100));
