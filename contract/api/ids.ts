import * as z from "zod/mini";

/** Any id in a path: only its length is bounded, since what is not stored is not found. */
export const idSchema = z.string().check(z.maxLength(100));
