import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** How clients change account managers. The matrix (`tests/api/access`) tests that other managers do not see them. */

let service: Service;
let admin: ConsoleCaller;
let owner: ConsoleCaller;
let other: ConsoleCaller;
let path: string;
beforeAll(async () => {
  service = await startService();
  admin = await consoleCaller(service, "administrator");
  owner = await consoleCaller(service);
  other = await consoleCaller(service);
  const { clientId } = await owner.send<{ clientId: string }>("POST", "/clients", { name: "Rosa's Bakery" });
  path = `/clients/${clientId}`;
});
afterAll(() => service.close());

test("another manager's client is in no list, count or search", async () => {
  expect(await other.read("/clients")).toMatchObject({ clients: [], counts: { all: 0 } });
  expect(await other.read("/clients?search=Rosa")).toMatchObject({ clients: [] });
});

test("an administrator sees every client and can give one to another manager, which a manager cannot", async () => {
  expect(await admin.read(path)).toMatchObject({ managerId: owner.managerId });
  const change = (managerId: string) => ({ name: "Rosa's Bakery", email: null, managerId });
  await expectFailure(await owner.call("PUT", path, change(other.managerId)), "FORBIDDEN");
  await expectFailure(await owner.call("PUT", path, { ...change(""), managerId: null }), "FORBIDDEN");
  await expectFailure(await admin.call("PUT", path, change("mg_nobody")), "VALIDATION_ERROR");
  const revoked = await consoleCaller(service);
  await service.storage.managers.revoke({ managerId: revoked.managerId, at: service.time.now }, []);
  await expectFailure(await admin.call("PUT", path, change(revoked.managerId)), "VALIDATION_ERROR");
  await admin.send("PUT", path, change(other.managerId));
  await expectFailure(await owner.call("GET", path), "NOT_FOUND");
  expect(await other.read(path)).toMatchObject({ name: "Rosa's Bakery" });
  await admin.send("PUT", path, change(owner.managerId));
});

test("a client's answers are read by their manager exactly as given, and by no other manager", async () => {
  const { token, clientId } = await service.signIn("Dora's Dogs");
  await service.call("PUT", "/v1/onboarding", { token, body: { data: written("Two of us, and a dog.") } });
  await admin.send("PUT", `/clients/${clientId}`, {
    name: "Dora's Dogs",
    email: null,
    managerId: owner.managerId,
  });
  const record = await owner.read<{ data: object }>(`/clients/${clientId}/record`);
  expect(record).toMatchObject({ revision: 1, takes: [] });
  expect(JSON.stringify(record.data)).toContain("Two of us, and a dog.");
});
