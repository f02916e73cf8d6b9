import * as z from "zod/mini";

/** What every call answers when it fails (product §3). */
export const failureSchema = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.optional(z.string()),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Beside `CONFLICT`: the revision that the record has now. */
  revision: z.optional(z.int().check(z.minimum(0))),
  /** Beside `UNAVAILABLE`, where readiness was asked for: why the server should be sent nothing. */
  reason: z.optional(z.enum(["stopping", "database"])),
});
export type Failure = z.infer<typeof failureSchema>;
