import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReadMarkers } from "#contract/manage/answers/read-markers.ts";
import type { ClientList } from "#contract/manage/clients.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let mia: ConsoleCaller;
let admin: ConsoleCaller;
let client: { clientId: string; token: string };
beforeAll(async () => {
  service = await startService();
  mia = await consoleCaller(service);
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());
beforeEach(async () => {
  client = await signInClientOf(service, mia);
});

const save = (content: string) =>
  service.call("PUT", "/v1/onboarding", { token: client.token, body: { data: written(content) } });
const path = () => `/clients/${client.clientId}/look`;
const look = (manager: ConsoleCaller) => manager.read<ReadMarkers>(path());
const note = (revision: unknown, manager = mia) => manager.call("PUT", path(), { revision });
const questions = ({ marks }: ReadMarkers) => marks.map(({ question }) => question);
const hasNews = async (manager: ConsoleCaller) => {
  const { clients } = await manager.read<ClientList>("/clients?perPage=200");
  return clients.find(({ clientId }) => clientId === client.clientId)?.flags.includes("news");
};

test("a manager's first visit returns the current marks", async () => {
  expect(await look(mia)).toEqual({ lookedAt: null, marks: [] });
  await save("By word of mouth.");
  expect(await look(mia)).toMatchObject({ lookedAt: null, marks: [{ question: "customer-acquisition" }] });
});

test("a visit is compared with what that manager saw, whatever others did", async () => {
  await note(0);
  await save("By word of mouth.");
  expect((await note(1, admin)).status).toBe(200);
  expect(await look(mia)).toEqual({ lookedAt: new Date(service.time.now).toISOString(), marks: [] });
  expect(questions(await look(admin))).toEqual(["customer-acquisition"]);
  expect([await hasNews(mia), await hasNews(admin)]).toEqual([true, false]);
  const { clients, total } = await mia.read<ClientList>("/clients?filter=news");
  expect(clients.map(({ clientId }) => clientId)).toContain(client.clientId);
  expect(total).toBe(clients.length);
});

test("the seen marks outlast the history", async () => {
  await save("By word of mouth.");
  await note(1);
  const { marks } = await look(mia);
  await save("By radio.");
  await service.storage.records.dropHistory(service.time.now + 1, 100);
  expect((await look(mia)).marks).toEqual(marks);
  await expectFailure(await note(1), "NOT_FOUND");
});

test.each([[-1], [1.5], ["1"], [null], [1e300]])("revision %j is refused", async (revision) => {
  await expectFailure(await note(revision), "VALIDATION_ERROR");
});

test("an unknown revision is refused, and nothing is recorded", async () => {
  await expectFailure(await note(7), "NOT_FOUND");
  expect(await look(mia)).toMatchObject({ lookedAt: null });
});
