import * as z from "zod/mini";

/** Of sections, questions and entries. */
export const idSchema = z.string().check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "Lower-case letters, digits and single hyphens only" }),
  z.maxLength(60),
  // `constructor` would be found in any object
  z.refine((id) => !(id in {}), { error: "This id is reserved" }),
);
