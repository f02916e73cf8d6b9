import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { languages } from "../languages.ts";

/** Where the next version of an interview comes from: a release of Firsthand, the operator's file, or the console. */
export const interviewSources = ["built-in", "file", "console"] as const;
export type InterviewSource = (typeof interviewSources)[number];

/** The hash of a version in each of its languages, the first language first; `GET /v1/interview` has it under that. */
const hashesSchema = z.partialRecord(z.enum(languages), z.string());

/** The interview of a client as exports, briefs and webhooks name it. `version`: null before the first. */
export const namedInterviewSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.nullable(countSchema),
});
export type NamedInterview = z.infer<typeof namedInterviewSchema>;

/** What a client is asked. */
export const clientInterviewSchema = z.object({
  interviewId: idSchema,
  name: z.string(),
  /** Null before the server has published one. */
  version: z.nullable(countSchema),
  hashes: hashesSchema,
});
export type ClientInterview = z.infer<typeof clientInterviewSchema>;

export const interviewsSchema = z.object({
  /** That of new clients first, then by name. */
  interviews: z.array(
    z.extend(clientInterviewSchema, {
      source: z.enum(interviewSources),
      /** Of the current version; null before the first. */
      publishedAt: z.nullable(instantSchema),
      /** Whether new clients get it. */
      isDefault: z.boolean(),
      /** Whether a client can get it: it has a version, and is not retired. */
      isOffered: z.boolean(),
    }),
  ),
});
export type Interviews = z.infer<typeof interviewsSchema>;

export const changeInterviewRequestSchema = z.strictObject({ interviewId: idSchema });
