import * as z from "zod/mini";
import { countSchema } from "../api/scalars.ts";
import { nameSchema } from "./names.ts";

/** Words for grouping clients, shared by all managers and created on first use. */

export const TAG_MAX_LENGTH = 40;
export const TAGS_MAX = 500;
export const TAGS_PER_CLIENT_MAX = 20;

export const tagNameSchema = nameSchema(TAG_MAX_LENGTH);
export const tagSchema = z.object({ tagId: z.string(), name: z.string() });
export type Tag = z.infer<typeof tagSchema>;

/** Each with the number of the caller's clients who have it. */
export const tagsSchema = z.object({ tags: z.array(z.extend(tagSchema, { clients: countSchema })) });
export type Tags = z.infer<typeof tagsSchema>;
