import * as z from "zod/mini";

/** The id of a section or a question, or the name of an entry. */
export const idSchema = z.string().check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "Lowercase letters, digits and single hyphens only" }),
  z.maxLength(60),
  // every object has an inherited `constructor`
  z.refine((id) => !(id in {}), { error: "This id is reserved" }),
);
