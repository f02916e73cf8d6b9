import { isoOf } from "#contract/instants.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { ClientRow } from "#contract/manage/clients.ts";
import { statusOf } from "../records/status.ts";
import type { ManagedClient } from "../storage/clients/client-list.ts";
import type { RecordSummary } from "../storage/engine/record-summary.ts";

/** A client as the table shows it. One who has neither changed anything nor submitted since `stuckBefore` is stuck. */
export function clientRow(interview: Interview, client: ManagedClient, stuckBefore: number): ClientRow {
  const { record, createdAt } = client;
  const { state, completed, total, percent } = statusOf(interview, record);
  const idleSince = record?.savedAt ?? createdAt;
  const isStuck = state !== "submitted" && idleSince < stuckBefore;
  return {
    clientId: client.clientId,
    name: client.name,
    email: client.email,
    managerId: client.managerId,
    managerName: client.managerName,
    state,
    completed,
    total,
    percent,
    nextQuestion: nextQuestion(interview, record),
    stuckSince: isStuck ? isoOf(idleSince) : null,
    askedBack: client.openFollowUps,
    addedAt: isoOf(createdAt),
    lastSeenAt: isoOf(client.lastSeenAt),
    changedAt: isoOf(record?.savedAt),
    submittedAt: isoOf(record?.submittedAt),
  };
}

/** Where the client goes on: what is missing in the section of the last visit, else what is missing first. */
export function nextQuestion(
  interview: Interview,
  progress: Pick<RecordSummary, "completeQuestions" | "lastSection"> | null,
): string | null {
  const done = new Set(progress?.completeQuestions);
  const here = interview.sections.find(({ id }) => id === progress?.lastSection);
  const missing = [...(here?.questions ?? []), ...questionsOf(interview)].find(({ id }) => !done.has(id));
  return missing?.id ?? null;
}
