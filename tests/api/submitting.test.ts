import { afterAll, beforeAll, expect, test } from "vitest";
import { auditTrail } from "../support/data/audit-trail.ts";
import { written } from "../support/data/written.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const save = (token: string, content: string, more: object = {}, headers: { [name: string]: string } = {}) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data: written(content), ...more }, headers });
const submit = (token: string, content: string) => save(token, content, { submit: true });

async function submittedAt(response: Response): Promise<string | null> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { submittedAt: string | null } }).data.submittedAt;
}

test("submitting stores the record and a copy of it", async () => {
  const { token, clientId } = await service.signIn();
  const at = await submittedAt(await submit(token, "done"));
  expect(at).toBe(new Date(service.time.now).toISOString());
  const [submission, ...more] = await service.storage.records.listSubmissions(clientId);
  expect(more).toEqual([]);
  expect(submission).toMatchObject({ revision: 1, submittedAt: service.time.now });
  expect(submission?.record).toEqual((await service.storage.records.load(clientId))?.record);
});

test("the same content again is the same submission", async () => {
  const { token, clientId } = await service.signIn();
  const first = await submittedAt(await submit(token, "done"));
  service.time.now += 60_000;
  expect(await submittedAt(await submit(token, "done"))).toBe(first);
  expect(await service.storage.records.listSubmissions(clientId)).toHaveLength(1);
});

test("100 equal submits at once are one submission and one event", async () => {
  const { token, clientId } = await service.signIn();
  const responses = await Promise.all(Array.from({ length: 100 }, () => submit(token, "done")));
  expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
  expect(await service.storage.records.listSubmissions(clientId)).toHaveLength(1);
  const events = auditTrail(service).filter(
    ({ kind, client_id }) => kind === "record.submitted" && client_id === clientId,
  );
  expect(events).toHaveLength(1);
});

test("different content is a further submission, and the first stays unchanged", async () => {
  const { token, clientId } = await service.signIn();
  await submit(token, "done");
  const [first] = await service.storage.records.listSubmissions(clientId);
  service.time.now += 60_000;
  expect(await submittedAt(await submit(token, "done better"))).toBe(
    new Date(service.time.now).toISOString(),
  );
  const submissions = await service.storage.records.listSubmissions(clientId);
  expect(submissions).toHaveLength(2);
  expect(submissions[0]).toEqual(first);
});

test("a plain save after a submission keeps the submission's time and copy", async () => {
  const { token, clientId } = await service.signIn();
  const first = await submittedAt(await submit(token, "done"));
  service.time.now += 60_000;
  expect(await submittedAt(await save(token, "an afterthought"))).toBe(first);
  const [submission] = await service.storage.records.listSubmissions(clientId);
  expect(JSON.stringify(submission?.record)).toContain("done");
});

test("a record that was saved before can be submitted without a change", async () => {
  const { token, clientId } = await service.signIn();
  expect(await submittedAt(await save(token, "done", { submit: false }))).toBeNull();
  const response = await submit(token, "done");
  expect(response.headers.get("etag")).toBe('"1"');
  expect(await submittedAt(response)).not.toBeNull();
  expect(await service.storage.records.listSubmissions(clientId)).toHaveLength(1);
});

test("a submit that conflicts makes no submission", async () => {
  const { token, clientId } = await service.signIn();
  await save(token, "first");
  await expectFailure(await save(token, "second", { submit: true }, { "if-match": '"0"' }), "CONFLICT");
  expect(await service.storage.records.listSubmissions(clientId)).toEqual([]);
});

test.each(["true", 1, null, "yes", {}])("submit: %j is not a boolean", async (value) => {
  const { token, clientId } = await service.signIn();
  const { details } = await expectFailure(await save(token, "x", { submit: value }), "VALIDATION_ERROR");
  expect(details?.[0]?.path).toBe("submit");
  expect(await service.storage.records.load(clientId)).toBeUndefined();
});
