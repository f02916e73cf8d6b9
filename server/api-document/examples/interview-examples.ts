import type { interviewEndpoints } from "#contract/manage/endpoints/interviews.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { type ExamplesOf, exampleTimes } from "./example.ts";

export const standardInterview = {
  interviewId: "iv_00000000000000000000",
  name: "Standard",
  version: 1,
  hashes: { en: "u7Vh3JkWq0bT9mXyZ2cRfA", es: "q1Lr8NsPd5gH4kVwB6xTzE" },
};

const listed = {
  ...standardInterview,
  source: "built-in",
  publishedAt: exampleTimes.added,
  isDefault: true,
  isOffered: true,
  retiredAt: null,
  hasDraft: false,
  clients: 31,
} as const;

const salon: InterviewDraft = {
  format: 1,
  languages: ["en"],
  sections: [
    {
      id: "s-4k1mz0q8rt",
      name: "Your place",
      minutes: 4,
      description: "Where you are, and when you are open.",
      questions: [
        {
          kind: "free-answer",
          id: "q-7h2nd5xw9c",
          entry: "opening-hours",
          title: "Opening hours",
          prompt: "When can clients book, day by day?",
          sample: "Tuesday to Friday from 9 to 6, Saturday until 2.",
        },
      ],
    },
  ],
};
const revision = "12.1762247400000";
const opening = { id: "q-7h2nd5xw9c", title: "Opening hours" };

/** Reading interviews, and administrators' calls for editing them. */
export const interviewExamples: ExamplesOf<typeof interviewEndpoints> = {
  listInterviews: { answer: { interviews: [listed] } },
  readInterview: { answer: listed },
  listInterviewVersions: {
    answer: {
      versions: [
        {
          number: 1,
          hashes: standardInterview.hashes,
          note: null,
          publishedAt: exampleTimes.added,
          publishedBy: null,
          publishedByName: null,
          submitted: 12,
        },
      ],
    },
  },
  readInterviewVersion: { answer: { number: 1, interview: salon } },
  listInterviewTemplates: {
    answer: {
      templates: [{ templateId: "website-project", name: "Website project", questions: 14, minutes: 23 }],
    },
  },
  readInterviewTable: {
    body: { text: "Question,Type\nOpening hours,paragraph", language: "en" },
    answer: { interview: salon, problem: null },
  },
  addInterview: {
    body: { name: "Salon", from: { kind: "draft", interview: salon } },
    answer: { interviewId: "iv_3f9c0a7de1b25486d20c" },
  },
  updateInterview: { body: { name: "Salon and clinic", isDefault: true }, answer: {} },
  deleteInterview: { answer: {} },
  readInterviewDraft: {
    answer: {
      interview: salon,
      revision,
      basedOn: null,
      changedAt: exampleTimes.saved,
      changedByName: "Mia Chen",
      entryNames: { "team-and-business-setup": ["free-answer"], "website-form": ["website"] },
      askedQuestions: [],
    },
  },
  saveInterviewDraft: {
    body: { interview: salon, revision: "11.1762247100000" },
    answer: { revision },
  },
  discardInterviewDraft: { body: { revision }, answer: {} },
  previewPublish: {
    body: { revision, submitted: "keep" },
    answer: {
      changes: { added: [opening], changed: [], moved: [], removed: [{ id: "fax", title: "Fax number" }] },
      languages: ["en"],
      underWay: 31,
      submitted: 40,
      answered: [{ id: "fax", title: "Fax number", clients: 12 }],
      chosen: [],
      followUps: 2,
      records: 31,
      isWhole: true,
    },
  },
  publishInterview: {
    body: { revision, note: "Asks for opening hours", submitted: "keep" },
    answer: { version: 2, isUnchanged: false },
  },
  changeInterview: { body: { interviewId: standardInterview.interviewId }, answer: {} },
};
