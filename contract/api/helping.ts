import * as z from "zod/mini";
import { HELPER_NAME_MAX_LENGTH } from "../limits.ts";
import { isBlank } from "../text.ts";
import { idSchema } from "./ids.ts";
import { countSchema, instantSchema } from "./scalars.ts";

/** People whom a client asks to answer a section, as calls show them. A helper's page needs none of this. */

export const helperStates = [
  /** The link was not used yet. */
  "waiting",
  "answering",
  /** They said that they are done. They can still change their answers. */
  "done",
  /** The link is over. A new one goes on where they were. */
  "ended",
] as const;

export const helperSchema = z.object({
  helperId: z.string(),
  name: z.string(),
  sectionId: z.string(),
  /** Whether they see the forms of the section and the client's answers. */
  seesAll: z.boolean(),
  state: z.enum(helperStates),
  /** How many of their answers the record has. */
  answers: countSchema,
  /** When their link ends or ended. */
  expiresAt: instantSchema,
});
/** In the order in which they were asked. */
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

/** The link is in this answer and nowhere else. */
export const helperLinkSchema = z.object({
  helperId: z.string(),
  link: z.string(),
  expiresAt: instantSchema,
});
export const helperRemovedSchema = z.object({});
