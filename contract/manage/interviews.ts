import * as z from "zod/mini";
import { idSchema } from "../api/ids.ts";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { languages } from "../languages.ts";
import { interviewDraftSchema, storedDraftSchema } from "./interview-draft/draft-schema.ts";
import { INTERVIEW_NAME_MAX_LENGTH, PUBLISH_NOTE_MAX_LENGTH } from "./limits.ts";
import { nameSchema, wordsSchema } from "./names.ts";

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

export const listedInterviewSchema = z.extend(clientInterviewSchema, {
  source: z.enum(interviewSources),
  /** Of the current version; null before the first. */
  publishedAt: z.nullable(instantSchema),
  /** Whether new clients get it. */
  isDefault: z.boolean(),
  /** Whether a client can get it: it has a version, and is not retired. */
  isOffered: z.boolean(),
  /** Since when new clients don't get it; null where they do. */
  retiredAt: z.nullable(instantSchema),
  /** Whether there are changes that are not published. */
  hasDraft: z.boolean(),
  /** How many clients have it, in any version. */
  clients: countSchema,
});
export type ListedInterview = z.infer<typeof listedInterviewSchema>;

export const interviewsSchema = z.object({
  /** That of new clients first, then by name. */
  interviews: z.array(listedInterviewSchema),
});
export type Interviews = z.infer<typeof interviewsSchema>;

const versionSchema = z.object({
  /** From 1. */
  number: countSchema,
  hashes: hashesSchema,
  /** What its publisher wrote about it. */
  note: z.nullable(z.string()),
  publishedAt: instantSchema,
  /** Null where a release, the operator's file or a command published it. */
  publishedBy: z.nullable(z.string()),
  publishedByName: z.nullable(z.string()),
  /** How many clients have submitted it and stay on it; those under way are asked the current version. */
  submitted: countSchema,
});
export const versionsSchema = z.object({
  /** The newest first. */
  versions: z.array(versionSchema),
});
export type Versions = z.infer<typeof versionsSchema>;

export const interviewVersionSchema = z.object({ number: countSchema, interview: storedDraftSchema });
export type InterviewVersion = z.infer<typeof interviewVersionSchema>;
const versionNumberSchema = z.int().check(z.minimum(1), z.maximum(1_000_000));

const interviewNameSchema = nameSchema(INTERVIEW_NAME_MAX_LENGTH);

export const addInterviewRequestSchema = z.strictObject({
  name: interviewNameSchema,
  /** With what its draft begins. */
  from: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("empty"), language: z.enum(languages) }),
    z.strictObject({
      kind: z.literal("copy"),
      interviewId: idSchema,
      /** Without it, the draft where there is one, and else the current version. */
      version: z.optional(versionNumberSchema),
    }),
    z.strictObject({ kind: z.literal("draft"), interview: interviewDraftSchema }),
    /** `language`: of the author, which comes first. */
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
      /** In the language of the caller. */
      name: z.string(),
      questions: countSchema,
      minutes: countSchema,
    }),
  ),
});
export type Templates = z.infer<typeof templatesSchema>;

export const TABLE_MAX_CHARACTERS = 200_000;
export const readTableRequestSchema = z.strictObject({
  /** As spreadsheets copy or save it: commas, semicolons or tabs between the cells. */
  text: z.string().check(z.maxLength(TABLE_MAX_CHARACTERS)),
  language: z.enum(languages),
});
/** Why no interview can be read: nothing is asked in it, there is too much, or a quotation mark never ends. */
const questionTableProblems = ["empty", "large", "quote"] as const;
export type QuestionTableProblem = (typeof questionTableProblems)[number];
/** Null where no interview can be read. */
export const readTableSchema = z.object({
  interview: z.nullable(storedDraftSchema),
  problem: z.nullable(z.enum(questionTableProblems)),
});

export const addedInterviewSchema = z.object({ interviewId: idSchema });

export const updateInterviewRequestSchema = z
  .strictObject({
    name: z.optional(interviewNameSchema),
    /** New clients get it from now on, instead of the one that they got. */
    isDefault: z.optional(z.literal(true)),
    /** Whether new clients cannot get it. Those who have it keep it. */
    isRetired: z.optional(z.boolean()),
    /** Takes it over from a release or the operator's file, which then no longer changes it. */
    source: z.optional(z.literal("console")),
  })
  .check(z.refine((changes) => Object.keys(changes).length > 0, "changes nothing"));
export type UpdateInterviewRequest = z.infer<typeof updateInterviewRequestSchema>;

/** The draft of an interview: what becomes the next version. */
export const shownDraftSchema = z.object({
  interview: storedDraftSchema,
  /** Names the draft as it is now. Where there is no draft yet, it names the current version. */
  revision: z.string(),
  /** The version that it began as; null where nothing is published. */
  basedOn: z.nullable(countSchema),
  /** Null where there is no draft, so that the current version is shown. */
  changedAt: z.nullable(instantSchema),
  changedByName: z.nullable(z.string()),
  /** Every entry name of every version of any interview, with the kinds of question that it was. */
  entryNames: z.record(z.string(), z.array(z.string())),
  /** Ids of questions that some version asks. Their entry names must not change, or the answers would be lost from sight. */
  askedQuestions: z.array(z.string()),
});
export type ShownDraft = z.infer<typeof shownDraftSchema>;
export const savedInterviewDraftSchema = z.object({ revision: z.string() });

const revisionSchema = z.string().check(z.minLength(1), z.maxLength(60));
export const saveInterviewDraftRequestSchema = z.strictObject({
  interview: interviewDraftSchema,
  /** Of the draft that was read. */
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
  /** The languages that go out, the first first; a language that is not complete waits. */
  languages: z.array(z.enum(languages)),
  /** Go on with the new version. */
  underWay: countSchema,
  /** Have submitted. */
  submitted: countSchema,
  /** Questions that are gone, and how many have answered them: these answers go under "Earlier questions". */
  answered: z.array(countedQuestionSchema),
  /** Questions that stay, and how many have chosen an option that is gone: it stays chosen. */
  chosen: z.array(countedQuestionSchema),
  /** Open follow-ups about questions that are gone. */
  followUps: countSchema,
  /** How many records were counted, and whether these were all. */
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
  /** Whether nothing that a client reads has changed, so that there is no new version. */
  isUnchanged: z.boolean(),
});

export const changeInterviewRequestSchema = z.strictObject({ interviewId: idSchema });
