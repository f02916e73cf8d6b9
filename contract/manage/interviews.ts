import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { languages } from "../languages.ts";
import { interviewDraftSchema, storedDraftSchema } from "./interview-draft/draft-schema.ts";
import { INTERVIEW_NAME_MAX_LENGTH, PUBLISH_NOTE_MAX_LENGTH } from "./limits.ts";
import { nameSchema, wordsSchema } from "./names.ts";

/** The source of an interview's next version: a release of Firsthand, the operator's file, or the console. */
export const interviewSources = ["built-in", "file", "console"] as const;
export type InterviewSource = (typeof interviewSources)[number];

/**
 * The hash of a version in each of its languages, the interview's first language first. `GET /v1/interview` takes these
 * hashes.
 */
const hashesSchema = z.partialRecord(z.enum(languages), z.string());

/** A client's interview, as exports, briefs and webhooks name it. `version` is null before the first version. */
export const namedInterviewSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.nullable(countSchema),
});
export type NamedInterview = z.infer<typeof namedInterviewSchema>;

/** The interview that a client is asked. */
export const clientInterviewSchema = z.object({
  interviewId: idSchema,
  name: z.string(),
  /** Null before the first version. */
  version: z.nullable(countSchema),
  hashes: hashesSchema,
});
export type ClientInterview = z.infer<typeof clientInterviewSchema>;

export const listedInterviewSchema = z.extend(clientInterviewSchema, {
  source: z.enum(interviewSources),
  /** When the current version was published; null before the first. */
  publishedAt: z.nullable(instantSchema),
  /** Whether new clients get it. */
  isDefault: z.boolean(),
  /** Whether a client can get it: it has a version, and is not retired. */
  isOffered: z.boolean(),
  /** When the interview was retired, so that new clients don't get it; null if it is not retired. */
  retiredAt: z.nullable(instantSchema),
  /** Whether it has unpublished changes. */
  hasDraft: z.boolean(),
  /** The number of clients who have it, in any version. */
  clients: countSchema,
});
export type ListedInterview = z.infer<typeof listedInterviewSchema>;

export const interviewsSchema = z.object({
  /** The interview for new clients first, the others by name. */
  interviews: z.array(listedInterviewSchema),
});
export type Interviews = z.infer<typeof interviewsSchema>;

const versionSchema = z.object({
  /** From 1. */
  number: countSchema,
  hashes: hashesSchema,
  /** The publisher's note about it. */
  note: z.nullable(z.string()),
  publishedAt: instantSchema,
  /** Null if a release, the operator's file or a command published it. */
  publishedBy: z.nullable(z.string()),
  publishedByName: z.nullable(z.string()),
  /**
   * The number of clients who have submitted it and stay on it; clients who have not submitted are asked the current
   * version.
   */
  submitted: countSchema,
});
export const versionsSchema = z.object({
  /** Newest first. */
  versions: z.array(versionSchema),
});
export type InterviewVersions = z.infer<typeof versionsSchema>;

export const interviewVersionSchema = z.object({ number: countSchema, interview: storedDraftSchema });
export type InterviewVersion = z.infer<typeof interviewVersionSchema>;
const versionNumberSchema = z.int().check(z.minimum(1), z.maximum(1_000_000));

const interviewNameSchema = nameSchema(INTERVIEW_NAME_MAX_LENGTH);

export const addInterviewRequestSchema = z.strictObject({
  name: interviewNameSchema,
  /** The initial content of its draft. */
  from: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("empty"), language: z.enum(languages) }),
    z.strictObject({
      kind: z.literal("copy"),
      interviewId: idSchema,
      /** Defaults to the draft if there is one, otherwise to the current version. */
      version: z.optional(versionNumberSchema),
    }),
    z.strictObject({ kind: z.literal("draft"), interview: interviewDraftSchema }),
    /** `language` is the author's, and becomes the first language. */
    z.strictObject({
      kind: z.literal("template"),
      templateId: z.string().check(z.maxLength(60)),
      language: z.enum(languages),
    }),
  ]),
});
export type AddInterviewRequest = z.infer<typeof addInterviewRequestSchema>;
export const templatesSchema = z.object({
  templates: z.array(
    z.object({
      templateId: z.string(),
      /** In the caller's language. */
      name: z.string(),
      questions: countSchema,
      minutes: countSchema,
    }),
  ),
});
export type Templates = z.infer<typeof templatesSchema>;

export const TABLE_MAX_CHARACTERS = 200_000;
export const readTableRequestSchema = z.strictObject({
  /** As spreadsheets copy or save tables: with commas, semicolons or tabs between the cells. */
  text: z.string().check(z.maxLength(TABLE_MAX_CHARACTERS)),
  language: z.enum(languages),
});
/** Why the table is not an interview: it has no questions, is too large, or has an unclosed quotation mark. */
const questionTableProblems = ["empty", "large", "quote"] as const;
export type QuestionTableProblem = (typeof questionTableProblems)[number];
/** `interview` is null if the table cannot be read. */
export const readTableSchema = z.object({
  interview: z.nullable(storedDraftSchema),
  problem: z.nullable(z.enum(questionTableProblems)),
});

export const addedInterviewSchema = z.object({ interviewId: idSchema });

export const updateInterviewRequestSchema = z
  .strictObject({
    name: z.optional(interviewNameSchema),
    /** Makes it the interview for new clients, in place of the previous one. */
    isDefault: z.optional(z.literal(true)),
    /** Whether new clients can no longer get it. Clients who have it keep it. */
    isRetired: z.optional(z.boolean()),
    /** Takes it over from a release or the operator's file, which can then no longer change it. */
    source: z.optional(z.literal("console")),
  })
  .check(z.refine((changes) => Object.keys(changes).length > 0, "changes nothing"));
export type UpdateInterviewRequest = z.infer<typeof updateInterviewRequestSchema>;

/** The draft of an interview, which becomes its next version. */
export const shownDraftSchema = z.object({
  interview: storedDraftSchema,
  /** Identifies the current content of the draft or, if there is no draft, the current version. */
  revision: z.string(),
  /** The version that the draft started from; null if nothing is published. */
  basedOn: z.nullable(countSchema),
  /** Null if there is no draft and the current version is shown. */
  changedAt: z.nullable(instantSchema),
  changedByName: z.nullable(z.string()),
  /** Every entry name that any version of any interview has used, with the kinds of question that used it. */
  entryNames: z.record(z.string(), z.array(z.string())),
  /**
   * Ids of questions in some version. Their entry names must not change, or existing answers would no longer be shown.
   */
  askedQuestions: z.array(z.string()),
});
export type ShownDraft = z.infer<typeof shownDraftSchema>;
export const savedInterviewDraftSchema = z.object({ revision: z.string() });

const revisionSchema = z.string().check(z.minLength(1), z.maxLength(60));
export const saveInterviewDraftRequestSchema = z.strictObject({
  interview: interviewDraftSchema,
  /** The revision of the draft that was read. */
  revision: revisionSchema,
});
export const discardInterviewDraftRequestSchema = z.strictObject({ revision: revisionSchema });

const submittedSchema = z.enum(["keep", "move"]);

export const previewPublishRequestSchema = z.strictObject({
  revision: revisionSchema,
  /** `keep`: clients who have submitted stay on their version. `move`: they are asked the new one too. */
  submitted: submittedSchema,
});
const questionSchema = z.object({ id: z.string(), title: z.string() });
const countedQuestionSchema = z.extend(questionSchema, { clients: countSchema });
export const publishPreviewSchema = z.object({
  changes: z.object({
    added: z.array(questionSchema),
    changed: z.array(questionSchema),
    moved: z.array(questionSchema),
    removed: z.array(questionSchema),
  }),
  /** The languages that are published, the first language first; incomplete ones are left out. */
  languages: z.array(z.enum(languages)),
  /** Clients who have begun and continue with the new version. */
  underWay: countSchema,
  /** Clients who have submitted. */
  submitted: countSchema,
  /** Removed questions, and how many clients have answered each: these answers move to "Earlier questions". */
  answered: z.array(countedQuestionSchema),
  /** Kept questions, and how many clients have chosen a removed option in each: it stays chosen. */
  chosen: z.array(countedQuestionSchema),
  /** Open follow-ups about removed questions. */
  followUps: countSchema,
  /** The number of records that were counted, and whether these were all. */
  records: countSchema,
  isWhole: z.boolean(),
});
export type PublishPreview = z.infer<typeof publishPreviewSchema>;

export const publishRequestSchema = z.strictObject({
  revision: revisionSchema,
  note: z.optional(wordsSchema(PUBLISH_NOTE_MAX_LENGTH)),
  submitted: submittedSchema,
});
export const publishedSchema = z.object({
  version: countSchema,
  /** Whether nothing that clients see has changed, so that no new version was made. */
  isUnchanged: z.boolean(),
});

export const changeInterviewRequestSchema = z.strictObject({ interviewId: idSchema });
