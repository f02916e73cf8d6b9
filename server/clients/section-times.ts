import { setImmediate } from "node:timers/promises";
import type { Interview } from "#contract/interview/interview.ts";
import { SECTION_TIME_CLIENTS_MIN, type SectionTimes } from "#contract/manage/overview.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import type { Scope } from "../storage/clients/scope.ts";
import type { MeasuredClient, UnmeasuredClient, WorkMoment } from "../storage/clients/section-times.ts";
import type { Storage } from "../storage/storage.ts";
import { activeTimes, mergeMoments, momentsOf } from "./work-moments.ts";

const CLIENTS_AT_ONCE = 50;

export type Measuring = { storage: Pick<Storage, "records" | "sectionTimes">; interview: Interview };

/**
 * Measures the work of whoever has gone on since the last time. No save waits for it, and history keeps all steps of the
 * last hour. Rejects at the end with what one client failed by; the others are measured all the same.
 */
export async function measureWork(measuring: Measuring): Promise<void> {
  const failures: unknown[] = [];
  let clients: UnmeasuredClient[] = [];
  do {
    clients = await measuring.storage.sectionTimes.listUnmeasured(
      clients.at(-1)?.clientId ?? "",
      CLIENTS_AT_ONCE,
    );
    for (const client of clients)
      await measureClient(measuring, client).catch((error: unknown) => failures.push(error));
  } while (clients.length === CLIENTS_AT_ONCE);
  if (failures.length > 0) throw failures[0];
}

/** How long sections take; too few clients tell of one another, not of the section. */
export async function readSectionTimes(
  { storage, interview }: Measuring,
  scope: Scope,
): Promise<SectionTimes> {
  const sections: SectionTimes["sections"] = [];
  for (const { id, name, minutes } of interview.sections) {
    const { clients, medianMs } = await storage.sectionTimes.findMedian(scope, id);
    const isTelling = clients >= SECTION_TIME_CLIENTS_MIN;
    sections.push({
      sectionId: id,
      name,
      estimateMs: minutes * 60_000,
      clients,
      medianMs: isTelling ? medianMs : null,
    });
    // others' requests come in between
    await setImmediate();
  }
  return { sections };
}

async function measureClient({ storage, interview }: Measuring, client: UnmeasuredClient): Promise<void> {
  const { clientId, revision } = client;
  const comings = await storage.sectionTimes.listComings(clientId);
  const came = comings.filter(({ kind }) => kind === "session.opened");
  const found = await newMoments({ storage, interview }, client, comings);
  const moments = mergeMoments(client.moments, [...came.map(({ at }) => ({ at, section: null })), ...found]);
  const times = activeTimes(moments);
  const done = new Set(client.completeQuestions);
  const sections: MeasuredClient["sections"] = interview.sections.map(({ id, questions }) => ({
    sectionId: id,
    activeMs: times.get(id) ?? 0,
    isFinished: questions.every((question) => done.has(question.id)),
  }));
  await storage.sectionTimes.put({ clientId, revision, moments, sections });
}

/** Of the stored steps since the last measurement, but for what a manager brought back. */
async function newMoments(
  { storage, interview }: Measuring,
  { clientId, createdAt, measured }: UnmeasuredClient,
  comings: { kind: string; at: number }[],
): Promise<WorkMoment[]> {
  const restored = new Set(comings.filter(({ kind }) => kind === "record.restored").map(({ at }) => at));
  const steps = (await storage.records.listRevisions(clientId)).filter(({ revision }) => revision > measured);
  let before =
    measured === 0 ? firstRecord(steps.at(-1)) : await storage.records.loadRevision(clientId, measured);
  const found: WorkMoment[] = [];
  for (const { revision, savedAt } of steps.reverse()) {
    // requests come first: reading many revisions keeps the process busy
    await setImmediate();
    const after = await storage.records.loadRevision(clientId, revision);
    if (!after) continue;
    if (!restored.has(savedAt)) found.push(...momentsOf(interview, { before, after, savedAt }, createdAt));
    before = after;
  }
  return found;
}

/** Before the first save there was nothing; before a later one, nobody knows any more. */
function firstRecord(oldest: { revision: number } | undefined): ClientRecord | undefined {
  return oldest?.revision === 1 ? {} : undefined;
}
