import * as z from "zod/mini";

/** The body of every failed call. */
export const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.optional(z.string()),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With `CONFLICT`: the record's current revision. */
  revision: z.optional(z.int().check(z.minimum(0))),
  /** With `UNAVAILABLE`, in the answer to a readiness check: why the server should get no traffic. */
  reason: z.optional(z.enum(["stopping", "database"])),
});
export type Failure = z.infer<typeof failureSchema>;
