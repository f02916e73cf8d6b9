import { afterAll, beforeAll, expect, test } from "vitest";
import { written } from "../support/data/written.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const save = (token: string, data: object) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data } });

test("a save that changes nothing makes no new revision and keeps the time of the change", async () => {
  const { token, clientId } = await service.signIn();
  const first = await (await save(token, written("the same"))).json();
  service.time.now += 60_000;
  expect(await (await save(token, written("the same"))).json()).toEqual(first);
  expect(await service.storage.records.listRevisions(clientId)).toHaveLength(1);
});

test("the order of names and a blank answer make no difference", async () => {
  const { token } = await service.signIn();
  const profile = { employees: "2-5", locations: "1", revenue: "<500k" };
  const site = { url: "example.com" };
  await save(token, { "business-profile": profile, "website-form": site });
  const { revenue, ...rest } = profile;
  const again = await save(token, { "website-form": site, "business-profile": { revenue, ...rest } });
  expect(again.headers.get("etag")).toBe('"1"');
  const blank = await save(token, { "business-profile": profile, "website-form": site, ...written(" \n ") });
  expect(blank.headers.get("etag")).toBe('"2"');
  expect(await (await service.call("GET", "/v1/onboarding", { token })).json()).toMatchObject({
    data: { "customer-acquisition": { responses: [] } },
  });
});

test("an entry that a save omits is removed from the record and stays in its history", async () => {
  const { token, clientId } = await service.signIn();
  await save(token, written("kept in history"));
  await save(token, { "website-form": { url: "example.com" } });
  const { data } = (await (await service.call("GET", "/v1/onboarding", { token })).json()) as {
    data: object;
  };
  expect(Object.keys(data)).toEqual(["website-form"]);
  expect(JSON.stringify(await service.storage.records.loadRevision(clientId, 1))).toContain(
    "kept in history",
  );
});

test("each change is a step of the history, newest first", async () => {
  const { token, clientId } = await service.signIn();
  const start = service.time.now;
  for (const content of ["one", "two", "three"]) {
    service.time.now += 1_000;
    await save(token, written(content));
  }
  expect(await service.storage.records.listRevisions(clientId)).toEqual([
    { revision: 3, savedAt: start + 3_000, submittedAt: null, device: null },
    { revision: 2, savedAt: start + 2_000, submittedAt: null, device: null },
    { revision: 1, savedAt: start + 1_000, submittedAt: null, device: null },
  ]);
});

test("an emptied record exists, and is not reported as missing", async () => {
  const { token } = await service.signIn();
  await save(token, written("soon gone"));
  await save(token, {});
  const loaded = await service.call("GET", "/v1/onboarding", { token });
  expect(loaded.status).toBe(200);
  expect(await loaded.json()).toEqual({ data: {} });
});

test("100 saves of one client at once get 100 consecutive revisions, each in the history", async () => {
  const { token, clientId } = await service.signIn();
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, place) => save(token, written(`save ${place}`))),
  );
  const etags = responses.map((response) => Number(response.headers.get("etag")?.slice(1, -1)));
  expect(etags.sort((one, other) => one - other)).toEqual(
    Array.from({ length: 100 }, (_, place) => place + 1),
  );
  expect(await service.storage.records.listRevisions(clientId)).toHaveLength(100);
});

test("the row for lists matches the record", async () => {
  const { token, clientId } = await service.signIn();
  await save(token, {
    ...written("by mail", { timestamp: "2026-03-01T12:00:00Z" }),
    "website-form": { url: "example.com" },
  });
  expect((await service.storage.clients.find(clientId))?.record).toEqual({
    revision: 1,
    completed: 2,
    total: 13,
    notAsked: [],
    percent: 15,
    completeQuestions: ["customer-acquisition", "website-info"],
    lastSection: "leads-booking",
    savedAt: service.time.now,
    submittedAt: null,
  });
});
