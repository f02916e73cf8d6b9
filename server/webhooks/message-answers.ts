import { type Brief, type BriefQuestion, briefOf } from "#contract/manage/answers/brief.ts";
import { type MessageAnswer, messageKinds } from "#contract/manage/webhooks/webhook-messages.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { questionText } from "../briefs/question-words.ts";
import type { Definition } from "../interviews/definition.ts";
import { wordsIn } from "../runtime/words.ts";
import type { Storage } from "../storage/storage.ts";
import type { DueDelivery } from "../storage/webhooks/deliveries.ts";

export type AnswerSources = {
  storage: Pick<Storage, "deliveries" | "records" | "takes">;
  /** The interview that the client answers. */
  asked: Definition;
};

type AboutRecord = { clientId: string; kind: string; revision: number };

/**
 * The answers of a message, read when it is sent, so that the queue never contains an erased client's answers.
 * Undefined if the webhook includes no answers, or messages of this kind have none. `question`: the question that the
 * message is about.
 */
export async function messageAnswers(
  sources: AnswerSources,
  { kind, clientId, revision, target }: DueDelivery,
  question: unknown,
): Promise<MessageAnswer[] | undefined> {
  if (target.answers === "none" || clientId === null || revision === null) return undefined;
  if (!carriesAnswers(kind)) return undefined;
  const { storage, asked } = sources;
  const record = await storage.records.loadUpTo(clientId, revision);
  const takes = await storage.takes.list(clientId);
  const answersIn = (of: ClientRecord | undefined) => readAnswers(asked, { clientId, record: of, takes });
  const given = answersIn(record);
  if (question !== undefined) return given.filter((answer) => answer.question === question);
  if (target.answers === "all") return given.filter(({ answer }) => answer !== "");
  // a question that was not asked then is missing here
  const before = new Map(
    answersIn(await recordBefore(storage, { clientId, kind, revision })).map((each) => [each.question, each]),
  );
  return given.filter(({ question, answer }) => answer !== (before.get(question)?.answer ?? ""));
}

function carriesAnswers(kind: string): boolean {
  return Object.entries(messageKinds).some(([name, { data }]) => name === kind && "answers" in data.shape);
}

type Reading = {
  clientId: string;
  record: ClientRecord | undefined;
  takes: Awaited<ReturnType<Storage["takes"]["list"]>>;
};

/** The answers to all questions, in the order of the interview. */
function readAnswers(asked: Definition, { clientId, record = {}, takes }: Reading): MessageAnswer[] {
  // the message already contains these facts
  const interview = { id: "", name: "", version: null };
  const facts = { clientName: "", interview, revision: 0, savedAt: null, submittedAt: null };
  const client = { clientId, ...facts, record };
  const brief = briefOf(asked.interview, client, { takes, interviews: [] });
  const words = wordsIn(asked.language);
  return questionsOf(brief).map((question) => ({
    question: question.id,
    title: question.title,
    answer: questionText(question, words),
  }));
}

function questionsOf({ sections }: Brief): BriefQuestion[] {
  return sections.flatMap(({ questions }) => questions);
}

/** The record that the receiver got before: at the previous submission or the previous message. */
async function recordBefore(
  { deliveries, records }: AnswerSources["storage"],
  about: AboutRecord,
): Promise<ClientRecord | undefined> {
  const { clientId, kind, revision } = about;
  if (kind === "record.submitted") {
    const steps = await records.listSubmissionSteps(clientId);
    const last = steps.findLast((step) => step.revision < revision);
    return last && records.loadSubmission(last.submissionId);
  }
  return records.loadUpTo(clientId, (await deliveries.revisionBefore(about)) ?? revision - 1);
}
