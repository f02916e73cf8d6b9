import { afterEach, beforeEach, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { publishProvided } from "../../server/interviews/publish-provided.ts";
import { summaryJobs } from "../../server/records/summary-jobs.ts";
import { OWN_INTERVIEW } from "../../server/storage/engine/client-interview.ts";
import { SUMMARIZE_JOB } from "../../server/storage/interviews/queue-summaries.ts";
import { type Service, startService } from "../support/service/service.ts";

/** After a new version is published, lists count its questions without another save. */

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const SECTION = builtInInterview.sections[1];
/** Only the second section, with two questions. */
const shorter = new Map([["en" as const, { sections: SECTION ? [SECTION] : [] } as Interview]]);
const DATA = {
  "booking-process": { responses: [{ content: "By phone." }] },
  "team-and-business-setup": { responses: [{ content: "Two of us." }] },
};
const save = (token: string, more: object = {}) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data: DATA, ...more } });
const summaryOf = (clientId: string) => service.storage.records.findSummary(clientId);

/** Runs the jobs that are due, as a worker would. Returns how each one ended. */
async function doJobs(signal = new AbortController().signal): Promise<string[]> {
  const [kind] = summaryJobs(service);
  const ended: string[] = [];
  for (;;) {
    const now = service.time.now;
    const job = await service.storage.jobs.take([SUMMARIZE_JOB], { now, until: now + 60_000 });
    if (!job || !kind) return ended;
    const outcome = await kind.run(job, signal);
    ended.push(outcome.kind);
    if (outcome.kind !== "ended") {
      await service.storage.jobs.return(job);
      return ended;
    }
  }
}
const publish = () =>
  publishProvided(service.storage, { interviews: shorter, isBuiltIn: false }, ++service.time.now);

test("clients under way are counted by the new version, in any number, and submitted clients by theirs", async () => {
  const clients = [];
  for (let nth = 0; nth < 45; nth += 1) clients.push(await service.signIn(`Client ${nth}`));
  for (const { token } of clients) expect((await save(token)).status).toBe(200);
  const submitted = await service.signIn("Submitted");
  expect((await save(submitted.token, { submit: true })).status).toBe(200);
  const before = await summaryOf(clients[0]?.clientId ?? "");
  expect(before).toMatchObject({ completed: 2, total: 13 });
  await publish();
  expect(await doJobs()).toEqual(["ended"]);
  for (const { clientId } of clients) {
    expect(await summaryOf(clientId)).toMatchObject({
      revision: before?.revision,
      savedAt: before?.savedAt,
      completed: 1,
      total: 2,
      percent: 50,
      completeQuestions: ["booking-process"],
    });
  }
  expect(await summaryOf(submitted.clientId)).toMatchObject({ completed: 2, total: 13 });
  // the next save still finds answers to questions that the new version lacks
  const [first] = clients;
  expect((await save(first?.token ?? "", { data: {} })).status).toBe(200);
  const stored = await service.storage.records.load(first?.clientId ?? "");
  expect(stored?.record).toMatchObject({
    "team-and-business-setup": { responses: [{ content: "Two of us." }] },
  });
});

test("submitted clients are asked the new version when the publisher chooses that", async () => {
  const { token, clientId } = await service.signIn();
  await save(token, { submit: true });
  const asked = new Map([...shorter].map(([language, interview]) => [language, { hash: "new", interview }]));
  const outcome = await service.storage.interviews.publish({
    interviewId: OWN_INTERVIEW,
    body: {},
    definitions: asked,
    asksSubmitted: true,
    at: ++service.time.now,
  });
  expect(outcome).toEqual({ kind: "published", number: 2 });
  expect(await doJobs()).toEqual(["ended"]);
  expect(await service.storage.interviews.findOfClient(clientId)).toMatchObject({ version: 2 });
  expect(await summaryOf(clientId)).toMatchObject({ completed: 1, total: 2 });
});

test("a stopping server gives the job back, and the next one runs it from the beginning", async () => {
  const { token, clientId } = await service.signIn();
  await save(token);
  await publish();
  expect(await doJobs(AbortSignal.abort())).toEqual(["again"]);
  expect(await summaryOf(clientId)).toMatchObject({ total: 13 });
  expect(await doJobs()).toEqual(["ended"]);
  expect(await summaryOf(clientId)).toMatchObject({ total: 2 });
});
