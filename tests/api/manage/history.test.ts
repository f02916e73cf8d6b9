import { afterAll, beforeAll, expect, test } from "vitest";
import type { HistoryStep } from "#contract/manage/history.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { readBack, written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let manager: ConsoleCaller;
let clientId: string;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service);
  const client = await signInClientOf(service, manager);
  ({ clientId } = client);
  for (const text of ["first", "second"]) {
    service.time.now += 1_000;
    const body = { data: written(text), submit: text === "first" };
    await service.call("PUT", "/v1/onboarding", { token: client.token, body });
  }
});
afterAll(() => service.close());

const steps = async () =>
  (await manager.read<{ steps: HistoryStep[] }>(`/clients/${clientId}/history`)).steps;

test("the revisions come newest first, and the submitted one is marked", async () => {
  expect(await steps()).toMatchObject([
    { revision: 2, isRecord: true, submittedAt: null, completed: 1, total: 13 },
    { revision: 1, isRecord: false, submittedAt: expect.any(String) },
  ]);
  const first = await manager.call("GET", `/clients/${clientId}/history/1`);
  const { data } = (await first.json()) as { data: { data: object } };
  expect(readBack({ data: data.data })).toBe("first");
});

test("restoring one makes it the newest, with the name of the manager; no revision is lost", async () => {
  const restored = await manager.send("POST", `/clients/${clientId}/history/1/restore`);
  expect(restored).toEqual({ revision: 3 });
  expect((await steps()).map(({ revision }) => revision)).toEqual([3, 2, 1]);
  const [event] = await service.storage.audit.list(clientId);
  expect(event).toMatchObject({ kind: "record.restored", actor: manager.managerId, detail: "revision 1" });
});

test.each(["99", "0", "-1", "1.5", "x", "9".repeat(30)])(
  "revision %s does not exist for anyone",
  async (revision) => {
    const path = `/clients/${clientId}/history/${revision}`;
    const code = revision === "99" ? "NOT_FOUND" : "VALIDATION_ERROR";
    await expectFailure(await manager.call("GET", path), code);
    await expectFailure(await manager.call("POST", `${path}/restore`), code);
  },
);
