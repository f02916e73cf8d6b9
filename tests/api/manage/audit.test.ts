import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditLine, AuditPage } from "#contract/manage/audit.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let admin: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());

async function wholeTrail(): Promise<AuditLine[]> {
  const lines: AuditLine[] = [];
  let next: string | null = null;
  do {
    const page: AuditPage = await admin.read(`/audit${next === null ? "" : `?after=${next}`}`);
    lines.push(...page.lines);
    next = page.next;
  } while (next !== null);
  return lines;
}

test("acts stand in it with who did them to whom, from where, by which request", async () => {
  const manager = await consoleCaller(service);
  service.time.now += 1;
  const { clientId, keyId } = await manager.send<{ clientId: string; keyId: string }>("POST", "/clients", {
    name: "Rosa's Bakery",
  });
  const [line] = (await wholeTrail()).filter(({ kind }) => kind === "key.issued");
  expect(line).toEqual({
    eventId: expect.any(String),
    at: new Date(service.time.now).toISOString(),
    kind: "key.issued",
    actor: manager.managerId,
    actorName: manager.name,
    clientId,
    clientName: "Rosa's Bakery",
    keyId,
    detail: null,
    address: "127.0.0.0/24",
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test("it comes in pages, each line once", async () => {
  for (let count = 0; count < 120; count++) await service.addClient(`Client ${count}`);
  const lines = await wholeTrail();
  expect(lines.length).toBeGreaterThan(240);
  expect(new Set(lines.map(({ eventId }) => eventId)).size).toBe(lines.length);
});

test("a page is as long as it is asked to be, and lines that are added meanwhile move no other", async () => {
  for (let count = 0; count < 4; count++) await service.addClient(`Client ${count}`);
  const first = await admin.read<AuditPage>("/audit?limit=3");
  const rest = (await wholeTrail()).slice(3, 6);
  await service.addClient("Meanwhile");
  const second = await admin.read<AuditPage>(`/audit?limit=3&after=${first.next}`);
  expect([first.lines.length, second.lines]).toEqual([3, rest]);
  // by the parameter's earlier name too
  expect(await admin.read<AuditPage>(`/audit?limit=3&from=${first.next}`)).toEqual(second);
  for (const limit of ["0", "201", "-1", "1.5", "x", ""])
    await expectFailure(await admin.call("GET", `/audit?limit=${limit}`), "VALIDATION_ERROR");
});

test("no key, token, password or answer is ever in it, nor the name of who was erased", async () => {
  const { token, clientId, accessKey } = await service.signIn("Kanarienvogel");
  await service.call("PUT", "/v1/onboarding", { token, body: { data: written("a canary's answer") } });
  await admin.send("DELETE", `/clients/${clientId}`, { name: "Kanarienvogel" });
  const text = JSON.stringify(await wholeTrail());
  for (const secret of ["Kanarienvogel", "canary", token, accessKey, "correct horse", "fhs_", "fhc_", "fhl_"])
    expect(text).not.toContain(secret);
  expect(text).toContain("client.erased");
});

test.each(["x", "1_x", "_", `${"9".repeat(20)}_${crypto.randomUUID()}`])(
  "a page that no answer named is refused: %s",
  async (after) => {
    await expectFailure(await admin.call("GET", `/audit?after=${after}`), "VALIDATION_ERROR");
  },
);
