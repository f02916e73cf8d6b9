import { statSync } from "node:fs";
import { setImmediate, setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditTrail } from "../support/data/audit-trail.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { saveRequest } from "../support/faults/writers.ts";
import { type Ending, sendAndLeave, sendOnce } from "../support/peers/http-connection.ts";
import { type ServerClient, type ServerProcess, serverProcess } from "../support/service/server-process.ts";

const AT_ONCE = 100;
/** Clients that submit at the same moment, so that one kill meets many of them around their commits. */
const SUBMITTERS = 20;
/** About the time from the first byte of the first commit to the last answer after it. */
const KILLED_WITHIN_MS = 15;

let server: ServerProcess;
beforeEach(async (context) => {
  tellSeed(context);
  server = await serverProcess();
  await server.start();
});
afterEach(() => server.close());

const submitOf = ({ token }: ServerClient, content: string, expectedRevision = 0) =>
  saveRequest(token, { content, expectedRevision, idempotencyKey: `key of ${content}`, submit: true });
const submit = (client: ServerClient, content: string, expectedRevision?: number) =>
  sendOnce(server.url, submitOf(client, content, expectedRevision));

/** Describes how a submit was answered. */
function answerOf(ending: Ending): string {
  expect(ending).toMatchObject({ kind: "answered", status: 200 });
  return ending.kind === "answered" ? ending.body : "";
}

function submissionsOf({ clientId }: ServerClient) {
  return server.withStorage((storage) => storage.records.listSubmissions(clientId));
}

/** How many submissions of the client the audit trail records. */
function submittedEvents({ clientId }: ServerClient): number {
  const events = auditTrail({ config: server });
  return events.filter(({ kind, client_id }) => kind === "record.submitted" && client_id === clientId).length;
}

async function expectSubmittedOnce(client: ServerClient, answers: string[]): Promise<void> {
  const [submission, ...more] = await submissionsOf(client);
  expect(more).toEqual([]);
  expect(submittedEvents(client)).toBe(1);
  const submittedAt = new Date(submission?.submittedAt ?? 0).toISOString();
  for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ data: { submittedAt } });
  expect(new Set(answers).size).toBe(1);
}

test("100 equal submits at once are one submission and one event", async () => {
  const clients = await server.signIn(trials(2, 50));
  for (const client of clients) {
    const endings = await Promise.all(Array.from({ length: AT_ONCE }, () => submit(client, "done")));
    await expectSubmittedOnce(client, endings.map(answerOf));
  }
  recordFigure({
    promise: "P20",
    fault: `${AT_ONCE} equal submits at once`,
    trials: clients.length,
    losses: 0,
  });
});

test("after a client disconnects before the answer, the submit is repeated and stays one", async () => {
  const clients = await server.signIn(trials(10, 50));
  for (const client of clients) {
    await sendAndLeave(server.url, submitOf(client, "done"));
    const answers = [await submit(client, "done"), await submit(client, "done")].map(answerOf);
    await expectSubmittedOnce(client, answers);
  }
  recordFigure({
    promise: "P20",
    fault: "answer dropped, then repeated",
    trials: clients.length,
    losses: 0,
  });
});

test(
  "kill -9 around the commit of a submit: it is repeated and stays one",
  async () => {
    const random = randomOf(seed);
    const count = trials(2, 50);
    const clients = await server.signIn(count * SUBMITTERS);
    let stored = 0;
    let answered = 0;
    for (let trial = 0; trial < count; trial++) {
      const submitters = clients.slice(trial * SUBMITTERS, (trial + 1) * SUBMITTERS);
      const committing = commitSeen();
      const firsts = submitters.map((client) => submitOrLeave(client, random() < 0.5));
      await committing;
      await setTimeout(random() * KILLED_WITHIN_MS);
      await server.stop("SIGKILL");
      const endings = await Promise.all(firsts);
      await server.start();
      for (const [place, client] of submitters.entries()) {
        const first = endings[place];
        const answers = first?.kind === "answered" ? [answerOf(first)] : [];
        answered += answers.length;
        stored += (await submissionsOf(client)).length;
        answers.push(answerOf(await submit(client, "done")), answerOf(await submit(client, "done")));
        await expectSubmittedOnce(client, answers);
      }
    }
    recordFigure({
      promise: "P20",
      fault: "kill -9 around the commit of a submit",
      trials: count * SUBMITTERS,
      losses: 0,
      note: `${stored} were stored when the server was killed, ${stored - answered} of them not answered`,
    });
  },
  trials(120_000, 600_000),
);

/** A client who has left gets no answer, as when the server dies between its commit and its answer. */
async function submitOrLeave(client: ServerClient, hasLeft: boolean): Promise<Ending | undefined> {
  if (!hasLeft) return submit(client, "done");
  await sendAndLeave(server.url, submitOf(client, "done"));
  return undefined;
}

/** Resolves when the next commit begins to be written. */
async function commitSeen(): Promise<void> {
  const written = () => {
    const { size, mtimeNs } = statSync(`${server.databaseFile}-wal`, { bigint: true });
    return `${size} ${mtimeNs}`;
  };
  const before = written();
  while (written() === before) await setImmediate();
}

test("a retry that comes after a later submission gets its own first answer", async () => {
  const [client] = await server.signIn(1);
  if (!client) throw new Error("No client");
  const first = answerOf(await submit(client, "done"));
  expect(await sendOnce(server.url, { ...submitOf(client, "done"), body: { data: {} } })).toMatchObject({
    status: 422,
  });
  const later = answerOf(await submit(client, "done better", 1));
  expect(answerOf(await submit(client, "done"))).toBe(first);
  expect(answerOf(await submit(client, "done better", 1))).toBe(later);
  expect(await submissionsOf(client)).toHaveLength(2);
  expect(submittedEvents(client)).toBe(2);
});
