import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { ClientRow } from "#contract/manage/clients.ts";
import { countedQuestions, statusOf } from "../records/status.ts";
import type { ManagedClient } from "../storage/clients/managed-clients.ts";
import type { RecordSummary } from "../storage/engine/record-summary.ts";

/** A client as a row of the table. */
export function clientRow(interview: Interview, client: ManagedClient): ClientRow {
  const { record, createdAt, lastSeenAt } = client;
  const { completed, total, percent } = statusOf(interview, record);
  return {
    clientId: client.clientId,
    name: client.name,
    email: client.email,
    contact: client.contact,
    phone: client.phone,
    website: client.website,
    externalId: client.externalId,
    managerId: client.managerId,
    managerName: client.managerName,
    goesBackTo: client.goesBackTo,
    tags: client.tags,
    dueOn: client.dueOn,
    state: client.state,
    flags: client.flags,
    completed,
    total,
    percent,
    nextQuestion: nextQuestion(interview, record),
    followUpsOut: client.followUpsOut,
    waitingSince: isoOf(client.waitingSince),
    mailTrouble: client.mailTrouble,
    addedAt: isoOf(createdAt),
    invitedAt: isoOf(client.invitedAt),
    openedAt: isoOf(client.openedAt),
    lastSeenAt: isoOf(lastSeenAt),
    activeAt: isoOf(Math.max(lastSeenAt ?? 0, record?.savedAt ?? 0) || null),
    changedAt: isoOf(record?.savedAt),
    submittedAt: isoOf(record?.submittedAt),
  };
}

/**
 * The question at which the client continues: the first missing one in the last visited section, otherwise the first
 * missing one.
 */
export function nextQuestion(
  interview: Interview,
  progress: Pick<RecordSummary, "completeQuestions" | "notAsked" | "lastSection"> | null,
): string | null {
  const done = new Set(progress?.completeQuestions);
  const missing = countedQuestions(interview, progress).filter(({ id }) => !done.has(id));
  const here = interview.sections.find(({ id }) => id === progress?.lastSection);
  return (missing.find((question) => here?.questions.includes(question)) ?? missing[0])?.id ?? null;
}
