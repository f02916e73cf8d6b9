import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoints.ts";
import type { ApiToken } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller } from "../../support/console-caller.ts";
import { expectFailure } from "../../support/failures.ts";
import { type Service, startService } from "../../support/service.ts";
import { written } from "../../support/written.ts";

/** Every route of the manager's side, tried by everybody who may not use it. */

type Name = keyof typeof manageEndpoints;
const names = Object.keys(manageEndpoints) as Name[];
const endpointOf = (name: Name): Endpoint => manageEndpoints[name];
const withCaller = (caller: Endpoint["caller"]) => names.filter((name) => endpointOf(name).caller === caller);

/** A body that the route takes, so that nothing but the caller can be wrong. A route without a row here fails. */
const BODIES: { [Route in Name]: object | undefined } = {
  signIn: undefined,
  signOut: undefined,
  useLink: undefined,
  passSecondStep: undefined,
  beginOpenId: undefined,
  endOpenId: undefined,
  me: undefined,
  changePassword: { current: "x", password: "another long password" },
  beginSecondFactor: { password: "x" },
  confirmSecondFactor: { code: "123456" },
  turnOffSecondFactor: { password: "x", code: "123456" },
  renewRecoveryCodes: { password: "x", code: "123456" },
  listSessions: undefined,
  endSession: undefined,
  endOtherSessions: undefined,
  listApiTokens: undefined,
  addApiToken: { name: "Robot", days: null },
  revokeApiToken: undefined,
  listManagers: undefined,
  addManager: { name: "Eve", email: "eve@example.com", role: "administrator" },
  changeManager: { name: "Eve", role: "administrator" },
  makePasswordLink: undefined,
  unlinkManager: undefined,
  removeSecondFactor: undefined,
  endManagerSessions: undefined,
  revokeManager: undefined,
  reviveManager: undefined,
  overview: undefined,
  sectionTimes: undefined,
  listClients: undefined,
  addClient: { name: "Eve's Eels" },
  previewImport: { csv: "name\nEve" },
  importClients: { csv: "name\nEve" },
  findClient: undefined,
  changeClient: { name: "Eve's Eels", email: null },
  readRecord: undefined,
  brief: undefined,
  archive: undefined,
  eraseClient: { name: "Rosa's Bakery" },
  exportClients: undefined,
  history: undefined,
  readRevision: undefined,
  restoreRevision: undefined,
  hearTake: undefined,
  mailSetUp: undefined,
  remindNow: undefined,
  clientMail: undefined,
  listMails: undefined,
  mailChoices: undefined,
  chooseMail: { submitted: true, answered: true, stuckDays: 7 },
  listMailTemplates: undefined,
  changeMailTemplate: { subject: "Hello", text: "Hello" },
  removeMailTemplate: undefined,
  previewMailTemplate: { subject: "Hello", text: "Hello" },
  audit: undefined,
  listWebhooks: undefined,
  addWebhook: { address: "https://example.com/hook", kinds: ["record.submitted"] },
  changeWebhook: { isOn: false },
  removeWebhook: undefined,
  rotateWebhookSecret: undefined,
  testWebhook: undefined,
  listDeliveries: undefined,
  redeliver: undefined,
  listThreads: undefined,
  askBack: { text: "Which shop?" },
  takeBack: undefined,
  approve: { revision: 1 },
  unapprove: undefined,
  readLook: undefined,
  noteLook: { revision: 0 },
  listNotes: undefined,
  addNote: { text: "Calls back on Mondays." },
  changeNote: { text: "Calls back on Tuesdays.", version: 1 },
  deleteNote: { version: 1 },
  issueKey: {},
  revokeKey: undefined,
};

let service: Service;
let admin: ConsoleCaller;
let owner: ConsoleCaller;
let other: ConsoleCaller;
let ids: { [name: string]: string };
beforeAll(async () => {
  service = await startService();
  admin = await consoleCaller(service, "administrator");
  owner = await consoleCaller(service);
  other = await consoleCaller(service);
  const { clientId, keyId } = await owner.send<{ clientId: string; keyId: string }>("POST", "/clients", {
    name: "Rosa's Bakery",
  });
  const token = await owner.send<ApiToken>("POST", "/me/tokens", { name: "Robot", days: null });
  ids = {
    clientId,
    keyId,
    managerId: owner.managerId,
    tokenId: token.tokenId,
    takeId: crypto.randomUUID(),
    revision: "1",
    kind: "submitted",
    questionId: "team-description",
    noteId: "nt_none",
    sessionId: "se_none",
  };
});
afterAll(() => service.close());

function callAs(name: Name, headers: { [name: string]: string }): Promise<Response> {
  const { method, path } = endpointOf(name);
  const address = path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? "");
  const body = BODIES[name];
  return service.call(method, address, { headers: { ...CONSOLE, ...headers }, ...(body && { body }) });
}

/** What the owner sees of the client, which nobody else may have changed. */
const client = () => owner.read(`/clients/${ids.clientId}`);

test("every route says for whom it is, and only signing in is for nobody in particular", () => {
  expect(withCaller("nobody").sort()).toEqual([
    "beginOpenId",
    "endOpenId",
    "passSecondStep",
    "signIn",
    "signOut",
    "useLink",
  ]);
  expect(withCaller("client")).toEqual([]);
  for (const name of names) expect(endpointOf(name).path).toMatch(/^\/v1\/manage\//);
});

const strangers: [string, () => Promise<{ [name: string]: string }>][] = [
  ["nobody", async () => ({})],
  ["a cookie that no session has", async () => ({ cookie: `firsthand-console=fhc_${"A".repeat(43)}` })],
  ["junk for a cookie", async () => ({ cookie: "firsthand-console=%00; firsthand-console; =x" })],
  ["a client", async () => ({ authorization: `Bearer ${(await service.signIn()).token}` })],
  [
    "a client's token for a cookie",
    async () => ({ cookie: `firsthand-console=${(await service.signIn()).token}` }),
  ],
  ["a token that nobody has", async () => ({ authorization: `Bearer fhm_${"A".repeat(43)}` })],
  [
    "a session's token for a program's",
    async () => ({ authorization: `Bearer ${owner.cookie.split("=")[1]}` }),
  ],
];

describe("every route refuses", () => {
  test.each(strangers)("%s", async (_, makeHeaders) => {
    const headers = await makeHeaders();
    for (const name of names.filter((route) => endpointOf(route).caller !== "nobody"))
      await expectFailure(await callAs(name, headers), "UNAUTHORIZED");
  });
});

test("what is for administrators refuses managers, and nothing of it happens", async () => {
  const before = await admin.read("/managers");
  for (const name of withCaller("administrator"))
    await expectFailure(await callAs(name, { cookie: other.cookie }), "FORBIDDEN");
  expect(await admin.read("/managers")).toEqual(before);
});

test("another manager's client is as good as none: neither seen, guessed nor altered", async () => {
  const before = await client();
  const ofClients = names.filter((name) => endpointOf(name).path.includes(":clientId"));
  expect(ofClients.length).toBeGreaterThan(4);
  for (const name of ofClients) {
    const theirs = await callAs(name, { cookie: other.cookie });
    const { requestId: _one, ...told } = (await theirs.json()) as { requestId: string };
    const real = ids.clientId ?? "";
    ids.clientId = "cl_00000000000000000000";
    const { requestId: _two, ...none } = (await (await callAs(name, { cookie: other.cookie })).json()) as {
      requestId: string;
    };
    ids.clientId = real;
    expect([name, theirs.status, told]).toEqual([name, 404, none]);
  }
  expect(await client()).toEqual(before);
  expect(await other.read("/clients")).toMatchObject({ clients: [], counts: { all: 0 } });
  expect(await other.read("/clients?search=Rosa")).toMatchObject({ clients: [] });
});

test("another manager's token is as good as none", async () => {
  await expectFailure(await callAs("revokeApiToken", { cookie: other.cookie }), "NOT_FOUND");
  expect(await owner.read("/me/tokens")).toMatchObject({ tokens: [{ tokenId: ids.tokenId }] });
});

test("a key of another client is not revoked by naming one's own client", async () => {
  const theirs = await other.send<{ clientId: string }>("POST", "/clients", { name: "Ben's Bikes" });
  const path = `/clients/${theirs.clientId}/keys/${ids.keyId}`;
  await expectFailure(await other.call("DELETE", path), "NOT_FOUND");
});

test("an administrator sees every client, and gives one to somebody else, which a manager may not", async () => {
  expect(await admin.read(`/clients/${ids.clientId}`)).toMatchObject({ managerId: owner.managerId });
  const change = (managerId: string) => ({ name: "Rosa's Bakery", email: null, managerId });
  const path = `/clients/${ids.clientId}`;
  await expectFailure(await owner.call("PUT", path, change(other.managerId)), "FORBIDDEN");
  await expectFailure(await owner.call("PUT", path, { ...change(""), managerId: null }), "FORBIDDEN");
  await expectFailure(await admin.call("PUT", path, change("mg_nobody")), "VALIDATION_ERROR");
  const revoked = await consoleCaller(service);
  await service.storage.revokeManager(revoked.managerId, service.time.now, []);
  await expectFailure(await admin.call("PUT", path, change(revoked.managerId)), "VALIDATION_ERROR");
  await admin.send("PUT", path, change(other.managerId));
  await expectFailure(await owner.call("GET", path), "NOT_FOUND");
  expect(await other.read(path)).toMatchObject({ name: "Rosa's Bakery" });
  await admin.send("PUT", path, change(owner.managerId));
});

test("a client who was made by a command is the administrators' until one gives them away", async () => {
  const { clientId } = await service.addClient("Cara's Cars");
  await expectFailure(await owner.call("GET", `/clients/${clientId}`), "NOT_FOUND");
  expect(await admin.read(`/clients/${clientId}`)).toMatchObject({ managerId: null });
});

describe("a program's token", () => {
  test("does what its owner may, without a cookie and from anywhere", async () => {
    const { token } = await owner.send<{ token: string }>("POST", "/me/tokens", { name: "Robot", days: 30 });
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    const list = await service.call("GET", "/v1/manage/clients", bearer);
    expect(await list.json()).toMatchObject({ data: { clients: [{ clientId: ids.clientId }] } });
    const added = await service.call("POST", "/v1/manage/clients", {
      ...bearer,
      body: { name: "By a program" },
    });
    expect(added.status).toBe(200);
    await expectFailure(await service.call("GET", "/v1/manage/managers", bearer), "FORBIDDEN");
  });

  test("changes nothing of how its owner signs in, and sees no session", async () => {
    const made = await owner.send<{ token: string }>("POST", "/me/tokens", { name: "Robot", days: 1 });
    const headers = { authorization: `Bearer ${made.token}` };
    const ofPeople = names.filter((name) => /\/me\/(?:second-factor|sessions)/.test(endpointOf(name).path));
    expect(ofPeople).toHaveLength(7);
    for (const name of ofPeople) await expectFailure(await callAs(name, headers), "TOKEN_NOT_ENOUGH");
  });

  test("neither makes tokens nor sets a password, is revoked at once, and ends on its day", async () => {
    const add = () =>
      owner.send<ApiToken & { token: string }>("POST", "/me/tokens", { name: "Robot", days: 1 });
    const { token, tokenId } = await add();
    const headers = { authorization: `Bearer ${token}` };
    await expectFailure(await callAs("addApiToken", headers), "TOKEN_NOT_ENOUGH");
    await expectFailure(await callAs("changePassword", headers), "TOKEN_NOT_ENOUGH");
    await owner.send("DELETE", `/me/tokens/${tokenId}`);
    await expectFailure(await callAs("me", headers), "UNAUTHORIZED");
    const second = { authorization: `Bearer ${(await add()).token}` };
    expect((await callAs("me", second)).status).toBe(200);
    service.time.now += 86_400_000;
    await expectFailure(await callAs("me", second), "UNAUTHORIZED");
    service.time.now -= 86_400_000;
  });
});

test("a client's answers are read by their manager as the client gave them, and by nobody else", async () => {
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
