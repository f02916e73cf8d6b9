import * as z from "zod/mini";
import { countSchema, instantSchema } from "../api/scalars.ts";

/** A stored revision of a client's record. */
export const historyStepSchema = z.object({
  revision: countSchema,
  savedAt: instantSchema,
  /** Set only if this revision was submitted. */
  submittedAt: z.nullable(instantSchema),
  completed: countSchema,
  total: countSchema,
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  /** Whether this is the current record. */
  isRecord: z.boolean(),
  /** Such as "iPhone, Safari"; `server` if a transcript was added; null if unknown. */
  device: z.nullable(z.string()),
});
export type HistoryStep = z.infer<typeof historyStepSchema>;

/** Newest first. */
export const historySchema = z.object({ steps: z.array(historyStepSchema) });
export const revisionSchema = z.object({ revision: countSchema, data: z.record(z.string(), z.unknown()) });
export const restoredSchema = z.object({ revision: countSchema });
