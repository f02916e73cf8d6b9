import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { type Brief, type BriefedClient, type BriefTake, briefOf } from "#contract/manage/answers/brief.ts";
import { completeRecord, type RecordInput } from "#contract/record/record.ts";

type Briefing = {
  input?: RecordInput;
  client?: Partial<BriefedClient>;
  takes?: BriefTake[];
  interviews?: Interview[];
};

/** The brief of a client who has saved this input and not submitted it. */
export function briefed({ input = {}, client = {}, takes = [], interviews = [] }: Briefing): Brief {
  const record = completeRecord(builtInInterview, input, { now: "2026-03-01T12:00:00Z" });
  const facts = { clientId: "cl_1", clientName: "Rosa’s Bakery", revision: 3, submittedAt: null };
  const interview = { id: "iv_1", name: "Standard", version: 1 };
  const savedAt = "2026-03-01T12:00:00.000Z";
  return briefOf(
    builtInInterview,
    { ...facts, interview, savedAt, record, ...client },
    { takes, interviews },
  );
}

/** A brief with the same text everywhere a client can enter text, and as the client's name. */
export function briefFullOf(text: string): Brief {
  const earlier = { "office-pets": { url: text } };
  const input: RecordInput = {
    "tool-selection": { selectedTools: ["square", "other"], customTools: text, toolRatings: { square: 4 } },
    "current-tools": { responses: [{ content: text }] },
    "website-form": { url: text },
    "booking-process": {
      responses: [{ content: text }, { content: `More than six words before ${text} end.` }],
    },
  };
  const record = completeRecord(builtInInterview, input, { now: "2026-03-01T12:00:00Z" });
  return briefed({ client: { clientName: text, record: { ...record, ...earlier } } });
}
