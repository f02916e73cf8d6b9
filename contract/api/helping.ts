import * as z from "zod/mini";
import { HELPER_NAME_MAX_LENGTH } from "../limits.ts";
import { isBlank } from "../text.ts";
import { idSchema } from "./ids.ts";
import { countSchema, instantSchema } from "./scalars.ts";

/**
 * Helpers, whom a client asks to answer a section, as calls show them. A helper's own page does not need this module.
 */

export const helperStates = [
  /** The link has not been used yet. */
  "waiting",
  "answering",
  /** They said that they are done, but can still change their answers. */
  "done",
  /** The link has expired. A new one continues where they stopped. */
  "ended",
] as const;

export const helperSchema = z.object({
  helperId: z.string(),
  name: z.string(),
  sectionId: z.string(),
  /** Whether they see the forms of the section and the client's answers. */
  seesAll: z.boolean(),
  state: z.enum(helperStates),
  /** The number of their answers in the record. */
  answers: countSchema,
  /** When their link expires or expired. */
  expiresAt: instantSchema,
});
/** In the order in which the client asked them. */
export const helpersSchema = z.array(helperSchema);
export type HelperFacts = z.infer<typeof helperSchema>;

export const newHelperSchema = z.strictObject({
  sectionId: idSchema,
  name: z.string().check(
    z.trim(),
    z.maxLength(HELPER_NAME_MAX_LENGTH),
    z.refine((name) => !isBlank(name), { error: "Expected a name" }),
  ),
  seesAll: z.boolean(),
});
export type NewHelperRequest = z.infer<typeof newHelperSchema>;

/** The server does not store the link, so this answer is the only one that has it. */
export const helperLinkSchema = z.object({
  helperId: z.string(),
  link: z.string(),
  expiresAt: instantSchema,
});
export const helperRemovedSchema = z.object({});
