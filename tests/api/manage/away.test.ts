import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Manager } from "#contract/manage/accounts.ts";
import type { AwayStatus } from "#contract/manage/away.ts";
import type { Client } from "#contract/manage/clients.ts";
import { endAbsences } from "../../../server/clients/away.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import { type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const TODAY = "2026-11-25";
const UNTIL = "2026-12-04";

let service: Service;
let ada: ConsoleCaller;
let mia: ConsoleCaller;
let leo: ConsoleCaller;
beforeEach(async () => {
  service = await startService();
  service.time.now = Date.parse(`${TODAY}T12:00:00Z`);
  ada = await consoleCaller(service, "administrator");
  mia = await consoleCaller(service);
  leo = await consoleCaller(service);
});
afterEach(() => service.close());

const pathOf = ({ managerId }: ConsoleCaller) => `/managers/${managerId}/away`;
const goAway = (who: ConsoleCaller, to: unknown, until: unknown = UNTIL, by = who) =>
  by.call("PUT", pathOf(who), { handTo: to, until });
const addClient = async (who: ConsoleCaller, name: string) =>
  (await who.send<{ clientId: string }>("POST", "/clients", { name })).clientId;
const clientsOf = async (who: ConsoleCaller) =>
  (await who.read<{ clients: Client[] }>("/clients")).clients.map(({ name }) => name).toSorted();
const bringBackAt = (at: string) => endAbsences(service.storage, Date.parse(at));

test("a manager's clients, also new ones, go to a colleague until a day, and go back on it", async () => {
  await addClient(mia, "Rosa's Bakery");
  await addClient(leo, "Ben's Bikes");
  expect(await mia.read<AwayStatus>(pathOf(mia))).toEqual({
    away: null,
    standsInFor: [],
    colleagues: expect.arrayContaining([{ managerId: leo.managerId, name: leo.name }]),
  });
  expect((await goAway(mia, leo.managerId)).status).toBe(200);
  const added = await addClient(mia, "Cara's Cakes");
  await mia.send("POST", "/clients/import", { csv: "name\nDora's Dogs" });

  expect(await clientsOf(mia)).toEqual([]);
  expect(await clientsOf(leo)).toEqual(["Ben's Bikes", "Cara's Cakes", "Dora's Dogs", "Rosa's Bakery"]);
  expect(await leo.read(`/clients/${added}`)).toMatchObject({
    managerName: leo.name,
    goesBackTo: { managerId: mia.managerId, name: mia.name, until: UNTIL },
  });
  expect(await mia.read(pathOf(mia))).toMatchObject({
    away: { handTo: { managerId: leo.managerId, name: leo.name }, until: UNTIL, clients: 3 },
  });
  expect(await leo.read(pathOf(leo))).toMatchObject({
    away: null,
    standsInFor: [{ managerId: mia.managerId, name: mia.name, until: UNTIL, clients: 3 }],
  });
  const { managers } = await ada.read<{ managers: Manager[] }>("/managers");
  expect(managers.find(({ managerId }) => managerId === mia.managerId)).toMatchObject({
    clients: 0,
    away: { until: UNTIL, clients: 3 },
  });

  expect(await bringBackAt("2026-12-03T23:59:59Z")).toBe(0);
  expect(await clientsOf(mia)).toEqual([]);
  expect(await bringBackAt("2026-12-04T00:00:00Z")).toBe(1);
  expect(await clientsOf(mia)).toEqual(["Cara's Cakes", "Dora's Dogs", "Rosa's Bakery"]);
  expect(await clientsOf(leo)).toEqual(["Ben's Bikes"]);
  expect(await mia.read(`/clients/${added}`)).toMatchObject({ goesBackTo: null });
  const trail = auditTrail(service).filter(({ kind }) => kind === "manager.away" || kind === "manager.back");
  expect(trail.map(({ actor, detail }) => [actor, detail])).toEqual([
    [mia.managerId, `${mia.managerId} to ${leo.managerId} until ${UNTIL}, clients: 1`],
    ["nobody", `${mia.managerId} clients: 3`],
  ]);
});

test("the day begins in the manager's time zone, not in the provider's", async () => {
  await service.storage.managers.noteTimeZone(mia.managerId, "America/New_York");
  await addClient(mia, "Rosa's Bakery");
  await goAway(mia, leo.managerId);
  expect(await bringBackAt("2026-12-04T04:59:59Z")).toBe(0);
  expect(await bringBackAt("2026-12-04T05:00:00Z")).toBe(1);
  // in a time zone where the 26th has already begun
  await service.storage.managers.noteTimeZone(mia.managerId, "Pacific/Kiritimati");
  await expectFailure(await goAway(mia, leo.managerId, "2026-11-26"), "VALIDATION_ERROR");
  expect((await goAway(mia, leo.managerId, "2026-11-27")).status).toBe(200);
});

test("a manager comes back early with all clients; an administrator can do it for others", async () => {
  await addClient(mia, "Rosa's Bakery");
  expect((await goAway(mia, leo.managerId, UNTIL, ada)).status).toBe(200);
  expect((await mia.call("DELETE", pathOf(mia))).status).toBe(200);
  await expectFailure(await mia.call("DELETE", pathOf(mia)), "NOT_FOUND");
  expect(await clientsOf(mia)).toEqual(["Rosa's Bakery"]);
  await goAway(mia, leo.managerId);
  expect((await ada.call("DELETE", pathOf(mia))).status).toBe(200);
  expect(await clientsOf(mia)).toEqual(["Rosa's Bakery"]);
});

test("a client given to another manager meanwhile stays there", async () => {
  const clientId = await addClient(mia, "Rosa's Bakery");
  await goAway(mia, leo.managerId);
  await ada.send("PATCH", `/clients/${clientId}`, { managerId: ada.managerId });
  await mia.call("DELETE", pathOf(mia));
  expect(await ada.read(`/clients/${clientId}`)).toMatchObject({
    managerId: ada.managerId,
    goesBackTo: null,
  });
});

test("the day can be changed, and the list can be filtered by the absent manager", async () => {
  await addClient(mia, "Rosa's Bakery");
  await addClient(leo, "Ben's Bikes");
  await goAway(mia, leo.managerId);
  expect((await goAway(mia, leo.managerId, "2026-12-24")).status).toBe(200);
  expect(await mia.read(pathOf(mia))).toMatchObject({
    away: { handTo: { managerId: leo.managerId }, until: "2026-12-24", clients: 1 },
  });
  await expectFailure(await goAway(mia, leo.managerId, TODAY), "VALIDATION_ERROR");
  const listed = async (who: ConsoleCaller, query: string) =>
    (await who.read<{ clients: Client[] }>(`/clients?${query}`)).clients.map(({ name }) => name);
  expect(await listed(leo, `goesBackTo=${mia.managerId}`)).toEqual(["Rosa's Bakery"]);
  expect(await listed(ada, `goesBackTo=${mia.managerId}`)).toEqual(["Rosa's Bakery"]);
  expect(await listed(mia, `goesBackTo=${mia.managerId}`)).toEqual([]);
  expect(await listed(leo, "goesBackTo=mg_nobody")).toEqual([]);
  for (const wrong of ["", "x".repeat(101)])
    await expectFailure(await leo.call("GET", `/clients?goesBackTo=${wrong}`), "VALIDATION_ERROR");
  expect(await bringBackAt("2026-12-04T12:00:00Z")).toBe(0);
  expect(await bringBackAt("2026-12-24T12:00:00Z")).toBe(1);
});

test("an import that names the absent manager, or the colleague, changes nothing", async () => {
  await addClient(mia, "Rosa's Bakery");
  await goAway(mia, leo.managerId);
  const accounts = await ada.read<{ managers: Manager[] }>("/managers");
  for (const who of [mia, leo]) {
    const email = accounts.managers.find(({ managerId }) => managerId === who.managerId)?.email;
    const csv = `name,manager\nRosa's Bakery,${email}`;
    const columns = { 0: "name", 1: "manager" };
    const preview = await ada.send<{ rows: { changes: string[] }[] }>("POST", "/clients/import/preview", {
      csv,
      columns,
    });
    expect(preview.rows).toMatchObject([{ changes: [] }]);
  }
});

test("a token of the manager can add clients, which are included, but cannot hand clients over", async () => {
  const { token } = await mia.send<{ token: string }>("POST", "/me/tokens", {
    name: "Robot",
    days: 1,
    scopes: ["clients:read", "clients:write", "keys:write"],
    password: PASSWORD,
  });
  await goAway(mia, leo.managerId);
  const headers = { authorization: `Bearer ${token}` };
  const body = { name: "Rosa's Bakery" };
  expect((await service.call("POST", "/v1/manage/clients", { body, headers })).status).toBe(200);
  expect(await clientsOf(leo)).toEqual(["Rosa's Bakery"]);
  for (const method of ["GET", "DELETE"])
    await expectFailure(
      await service.call(method, `/v1/manage${pathOf(mia)}`, { headers }),
      "TOKEN_NOT_ENOUGH",
    );
});

describe("no client is handed over", () => {
  test.each([TODAY, "2026-11-24", "2027-11-27", "2026-13-01", "2026-02-30", "soon", "", null, 7])(
    "until %j",
    async (until) => {
      await expectFailure(await goAway(mia, leo.managerId, until), "VALIDATION_ERROR");
      expect(await mia.read(pathOf(mia))).toMatchObject({ away: null });
    },
  );

  test("until a day of a thousand characters, or one of several", async () => {
    for (const until of ["9".repeat(1_000), [UNTIL], { day: UNTIL }])
      await expectFailure(await goAway(mia, leo.managerId, until), "VALIDATION_ERROR");
  });

  test("to the manager themselves, an unknown or revoked account, or an absent colleague", async () => {
    const gone = await consoleCaller(service);
    await ada.call("POST", `/managers/${gone.managerId}/revoke`, {});
    const away = await consoleCaller(service);
    expect((await goAway(away, leo.managerId, "2027-11-26")).status).toBe(200);
    const nobodies = [mia.managerId, gone.managerId, away.managerId, "mg_nobody", "", null, 7, {}];
    for (const nobody of nobodies) await expectFailure(await goAway(mia, nobody), "VALIDATION_ERROR");
    await expectFailure(await mia.call("PUT", pathOf(mia), { handTo: leo.managerId }), "VALIDATION_ERROR");
    await expectFailure(
      await mia.call("PUT", pathOf(mia), { handTo: leo.managerId, until: UNTIL, from: TODAY }),
      "VALIDATION_ERROR",
    );
    await expectFailure(await goAway(gone, leo.managerId, UNTIL, ada), "NOT_FOUND");
    const { colleagues } = await mia.read<AwayStatus>(pathOf(mia));
    const offered = colleagues.map(({ managerId }) => managerId);
    for (const each of [mia, gone, away]) expect(offered).not.toContain(each.managerId);
  });

  test("by another manager", async () => {
    for (const method of ["GET", "DELETE"])
      await expectFailure(await leo.call(method, pathOf(mia)), "FORBIDDEN");
    await expectFailure(await goAway(mia, leo.managerId, UNTIL, leo), "FORBIDDEN");
  });
});

test("a former manager's clients do not go to an absent manager", async () => {
  await goAway(mia, leo.managerId);
  const toMia = await ada.call("POST", `/managers/${leo.managerId}/revoke`, { handTo: mia.managerId });
  await expectFailure(toMia, "VALIDATION_ERROR");
});
