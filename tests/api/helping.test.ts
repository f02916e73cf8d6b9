import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import type { HelperFacts } from "#contract/api/helping.ts";
import { wires } from "#contract/api/wires/wires.ts";
import { DAY_MS } from "#contract/instants.ts";
import type { WrittenEntry } from "#contract/interview/kinds/free-answer.ts";
import { ANSWERS_PER_QUESTION_MAX, HELPER_LINK_DAYS, HELPER_LINKS_PER_HOUR } from "#contract/limits.ts";
import { addManager } from "../../server/managers/accounts.ts";
import { createPasswordHasher } from "../../server/managers/passwords.ts";
import { setPin } from "../../server/pins/set-pin.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

const passwords = createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 });
const KEY = /#key=(fh_[0-9A-Z_]+)&helper$/;
const MONEY = "financial-management";
const DANA = { sectionId: "money-admin", name: "Dana", seesAll: false };

let service: Service;
let client: { clientId: string; accessKey: string; keyId: string };
let token: string;
beforeEach(async () => {
  service = await startService({ passwords });
  client = await service.addClient();
  token = (await signIn(client.accessKey)).data?.accessToken ?? "";
});
afterEach(() => service.close());

type Body<Data> = { code?: string; data?: Data; details?: { path: string }[] };
const bodyOf = async <Data>(response: Response) => (await response.json()) as Body<Data>;

/** Signs in with a new browser, unless a cookie is given. */
async function signIn(key: string, cookie?: string) {
  const response = await service.call("POST", "/v1/auth/exchange", {
    body: { key },
    ...(cookie !== undefined && { headers: { cookie } }),
  });
  const body = await bodyOf<ClientSignIn>(response);
  return { ...body, cookie: response.headers.get("set-cookie")?.split(";")[0] };
}

async function ask(body: object = DANA) {
  const response = await service.call("POST", "/v1/onboarding/helpers", { token, body });
  const { data } = await bodyOf<{ helperId: string; link: string; expiresAt: string }>(response);
  return { ...data, status: response.status, key: KEY.exec(data?.link ?? "")?.[1] ?? "" };
}
async function helper(body: object = DANA) {
  const asked = await ask(body);
  const { data, cookie } = await signIn(asked.key);
  return { ...asked, data, cookie, token: data?.accessToken ?? "" };
}
const list = async () =>
  (await bodyOf<HelperFacts[]>(await service.call("GET", "/v1/onboarding/helpers", { token }))).data ?? [];
const load = async (asker: string) => {
  const response = await service.call("GET", "/v1/onboarding", { token: asker });
  const { data } = await bodyOf<Record<string, WrittenEntry>>(response);
  return { data, etag: response.headers.get("etag") ?? "", status: response.status };
};
const save = (asker: string, data: object, { submit = false, etag = "" } = {}) =>
  service.call("PUT", "/v1/onboarding", {
    token: asker,
    body: { data, ...(submit && { submit }) },
    ...(etag && { headers: { "if-match": etag } }),
  });
const money = (...responses: object[]) => ({ [MONEY]: { responses } });
const says = (content: string, id: string) => ({ content, id });
const contentsOf = async (asker: string) =>
  (await load(asker)).data?.[MONEY]?.responses.map(({ content }) => content);

async function addMia(): Promise<string> {
  const account = { name: "Mia", email: "mia@example.com", role: "manager" } as const;
  const added = await addManager(service.storage, account, { actor: "operator", at: service.time.now });
  return added?.managerId ?? "";
}

describe("a helper", () => {
  test("signs in for one section, and cannot open a draft of the client", async () => {
    const { data, link, expiresAt } = await helper();
    expect(link?.startsWith(`${service.config.publicUrl}/#key=`)).toBe(true);
    expect(expiresAt).toBe(new Date(service.time.now + HELPER_LINK_DAYS * DAY_MS).toISOString());
    expect(data).toMatchObject({
      clientId: client.clientId,
      clientName: "Rosa's Bakery",
      opensDrafts: false,
      helper: { name: "Dana", sectionId: "money-admin", seesAll: false, notAsked: [] },
    });
    const { data: owner } = await signIn(client.accessKey);
    expect(data?.draftKey).toHaveLength(owner?.draftKey.length ?? 0);
    expect(data?.draftKey).not.toBe(owner?.draftKey);
    expect(owner).not.toHaveProperty("helper");
    const issued = auditTrail(service).filter(({ kind }) => kind === "key.issued");
    expect(issued.at(-1)).toMatchObject({ actor: client.clientId, detail: "helper" });
  });

  test("loads and saves the section, and is refused every other call of a client", async () => {
    const dana = await helper();
    const ids = {
      helperId: dana.helperId,
      sessionId: "se_x",
      passkeyId: "K",
      takeId: crypto.randomUUID(),
      part: "0",
    };
    const forHelpers = Object.entries(wires).flatMap(([name, wire]) => ("isForHelpers" in wire ? name : []));
    expect(forHelpers).toEqual(["load", "save"]);
    const calls = Object.entries(endpoints).filter(([, { caller }]) => caller === "client");
    for (const [name, { method, path }] of calls) {
      const address = path.replaceAll(/:(\w+)/g, (_, parameter: keyof typeof ids) => ids[parameter] ?? "x");
      const response = await service.call(method, address, { token: dana.token });
      if (forHelpers.includes(name)) expect(response.status, path).not.toBe(403);
      else await expectFailure(response, "FORBIDDEN");
    }
  });

  test("adds answers in their own name, and answers that they do not see stay", async () => {
    await save(token, {
      ...money(says("By card.", "mine")),
      "customer-acquisition": { responses: [says("Walk-ins.", "w")] },
    });
    const dana = await helper();
    expect((await load(dana.token)).data).toEqual({});
    const { etag } = await load(dana.token);
    const saved = await save(dana.token, money(says("We invoice weekly.", "d1")), { etag });
    expect(await bodyOf(saved)).toMatchObject({ data: { submittedAt: null } });
    const { data } = await load(token);
    expect(data?.[MONEY]?.responses).toMatchObject([
      { content: "By card.", id: "mine" },
      { content: "We invoice weekly.", id: "d1", by: { kind: "helper", name: "Dana" } },
    ]);
    expect(data?.[MONEY]?.responses[0]).not.toHaveProperty("by");
    expect(data).toHaveProperty("customer-acquisition");
    expect(await contentsOf(dana.token)).toEqual(["We invoice weekly."]);
    await save(dana.token, {});
    expect(await contentsOf(token)).toEqual(["By card."]);
  });

  test("cannot be named by a page, and stays the author when the client saves", async () => {
    const dana = await helper();
    await save(dana.token, money(says("Weekly.", "d1")));
    await save(token, money({ ...says("Weekly.", "d1"), by: { kind: "helper", name: "Luis" } }));
    expect((await load(token)).data?.[MONEY]?.responses[0]?.by).toEqual({ kind: "helper", name: "Dana" });
    await save(token, money(says("Every week.", "d1")));
    expect((await load(token)).data?.[MONEY]?.responses[0]).not.toHaveProperty("by");
    // the client's edit made it the client's own answer
    expect((await load(dana.token)).data).toEqual({});
    await save(dana.token, {});
    expect(await contentsOf(token)).toEqual(["Every week."]);
  });

  test("with full access, sees the client's answers as the client's, and changes the forms", async () => {
    const profile = { "business-profile": { employees: "1" } };
    await save(token, { ...profile, "team-and-business-setup": { responses: [says("Two of us.", "t")] } });
    const luis = await helper({ sectionId: "business-snapshot", name: "Luis", seesAll: true });
    const { data } = await load(luis.token);
    expect(data?.["team-and-business-setup"]?.responses[0]?.by).toEqual({
      kind: "client",
      name: "Rosa's Bakery",
    });
    expect(data?.["business-profile"]).toMatchObject(profile["business-profile"]);
    await save(luis.token, {
      ...data,
      "business-profile": { ...data?.["business-profile"], employees: "2-5" },
    });
    const after = (await load(token)).data;
    expect(after?.["business-profile"]).toMatchObject({ employees: "2-5" });
    expect(after?.["team-and-business-setup"]?.responses[0]).not.toHaveProperty("by");
  });

  test("stores nothing of a save that goes beyond their part", async () => {
    const dana = await helper();
    const stray = {
      ...money(says("Weekly.", "d1")),
      "customer-acquisition": { responses: [says("x", "y")] },
    };
    const refused = await save(dana.token, stray);
    expect(refused.status).toBe(422);
    expect((await bodyOf(refused)).details?.map(({ path }) => path)).toEqual(["data.customer-acquisition"]);
    expect((await load(token)).status).toBe(404);
  });

  test("stores nothing where a question is full", async () => {
    const many = Array.from({ length: ANSWERS_PER_QUESTION_MAX }, (_, place) => says("x", `a${place}`));
    await save(token, money(...many));
    const dana = await helper();
    const refused = await save(dana.token, money(says("y", "d1")));
    expect(refused.status).toBe(422);
    expect((await bodyOf(refused)).details?.map(({ path }) => path)).toEqual([`data.${MONEY}`]);
    expect(await contentsOf(token)).toHaveLength(ANSWERS_PER_QUESTION_MAX);
  });

  test("is asked to load again when another person saved first", async () => {
    const dana = await helper();
    await save(token, money(says("By card.", "mine")));
    const { etag } = await load(dana.token);
    await save(token, money(says("By card.", "mine"), says("In cash.", "two")));
    await expectFailure(await save(dana.token, money(says("Weekly.", "d1")), { etag }), "CONFLICT");
  });

  test("cannot submit, and says that they are done", async () => {
    const dana = await helper();
    expect((await list())[0]).toMatchObject({ state: "answering", answers: 0 });
    const saved = await save(dana.token, money(says("Weekly.", "d1")), { submit: true });
    expect(await bodyOf(saved)).toMatchObject({ data: { submittedAt: null } });
    expect((await list())[0]).toMatchObject({ state: "done", answers: 1 });
    const status = await service.call("GET", "/v1/onboarding/status", { token });
    expect(await bodyOf(status)).toMatchObject({ data: { state: "in-progress", submittedAt: null } });
  });

  test("cannot answer a follow-up, and does not see it", async () => {
    await save(token, money(says("By card.", "mine")));
    const asking = { clientId: client.clientId, questionId: MONEY, managerId: await addMia() };
    const followUp = { ...asking, at: service.time.now, text: "How often?", isMailed: false };
    await service.storage.followUps.ask(followUp, []);
    service.time.now += 1_000;
    const dana = await helper();
    await save(dana.token, money(says("Weekly.", "d1")));
    const open = await service.call("GET", "/v1/onboarding/follow-ups", { token });
    expect((await bodyOf<unknown[]>(open)).data).toHaveLength(1);
  });
});

describe("the client", () => {
  test("sees once, at the next sign-in, how much was added", async () => {
    const dana = await helper();
    await save(dana.token, money(says("Weekly.", "d1"), says("By email.", "d2")));
    expect((await signIn(client.accessKey)).data?.helped).toEqual([{ name: "Dana", answers: 2 }]);
    expect((await signIn(client.accessKey)).data).not.toHaveProperty("helped");
    await save(dana.token, money(says("Weekly.", "d1")));
    expect((await signIn(client.accessKey)).data).not.toHaveProperty("helped");
  });

  test("ends a helper's access at once, and keeps the answers", async () => {
    const dana = await helper();
    await save(dana.token, money(says("Weekly.", "d1")));
    const ended = await service.call("DELETE", `/v1/onboarding/helpers/${dana.helperId}`, { token });
    expect(ended.status).toBe(200);
    await expectFailure(await save(dana.token, {}), "UNAUTHORIZED");
    expect(await signIn(dana.key, dana.cookie)).toMatchObject({ code: "HELPER_LINK_OVER" });
    expect(await list()).toEqual([]);
    expect(await contentsOf(token)).toEqual(["Weekly."]);
    // a helper who is asked again under the same name finds the earlier answers
    const again = await helper();
    expect(await contentsOf(again.token)).toEqual(["Weekly."]);
  });

  test("makes a new link, with which the helper continues", async () => {
    const dana = await helper();
    await save(dana.token, money(says("Weekly.", "d1")), { submit: true });
    const response = await service.call("POST", `/v1/onboarding/helpers/${dana.helperId}/link`, { token });
    expect(response.status).toBe(201);
    const { data } = await bodyOf<{ link: string }>(response);
    expect(await signIn(dana.key, dana.cookie)).toMatchObject({ code: "HELPER_LINK_OVER" });
    expect((await list())[0]).toMatchObject({ state: "waiting" });
    const again = await signIn(KEY.exec(data?.link ?? "")?.[1] ?? "");
    expect(again.data?.draftKey).toBe(dana.data?.draftKey);
    expect(await contentsOf(again.data?.accessToken ?? "")).toEqual(["Weekly."]);
  });

  test("cannot manage another client's helpers", async () => {
    const dana = await helper();
    const other = await service.addClient("Ben's Garage");
    const ben = (await signIn(other.accessKey)).data?.accessToken ?? "";
    const at = `/v1/onboarding/helpers/${dana.helperId}`;
    await expectFailure(await service.call("DELETE", at, { token: ben }), "NOT_FOUND");
    await expectFailure(await service.call("POST", `${at}/link`, { token: ben }), "NOT_FOUND");
    expect(await list()).toHaveLength(1);
  });

  test("asks each name once per section, and a limited number of people", async () => {
    await ask();
    await expectFailure(
      await service.call("POST", "/v1/onboarding/helpers", { token, body: DANA }),
      "HELPER_EXISTS",
    );
    service.time.now += 1;
    expect((await ask({ ...DANA, name: " Luis " })).status).toBe(201);
    expect((await list()).map(({ name }) => name)).toEqual(["Dana", "Luis"]);
    for (let place = 0; place < 18; place++) await ask({ ...DANA, name: `Helper ${place}` });
    await expectFailure(
      await service.call("POST", "/v1/onboarding/helpers", { token, body: { ...DANA, name: "One more" } }),
      "HELPERS_FULL",
    );
  });

  test("asks a person by name, for a section that has a question for helpers", async () => {
    for (const body of [
      { ...DANA, name: "  " },
      { ...DANA, name: "D".repeat(61) },
      { ...DANA, sectionId: "no-such-section" },
      { ...DANA, sectionId: "x".repeat(101) },
      { ...DANA, seesAll: "yes" },
      { ...DANA, more: 1 },
      { name: "Dana" },
      {},
    ]) {
      const refused = await service.call("POST", "/v1/onboarding/helpers", { token, body });
      await expectFailure(refused, "VALIDATION_ERROR");
    }
    expect(await list()).toEqual([]);
  });

  test("cannot make unlimited links", async () => {
    const { helperId } = await ask();
    const renew = () => service.call("POST", `/v1/onboarding/helpers/${helperId}/link`, { token });
    for (let count = 1; count < HELPER_LINKS_PER_HOUR; count++) await renew();
    await expectFailure(await renew(), "RATE_LIMITED");
  });
});

describe("the link of a helper", () => {
  test("works in the first browser that uses it, for fourteen days", async () => {
    const dana = await helper();
    expect(await signIn(dana.key)).toMatchObject({ code: "HELPER_LINK_OVER" });
    expect((await signIn(dana.key, dana.cookie)).data).toBeDefined();
    service.time.now += HELPER_LINK_DAYS * DAY_MS;
    expect(await signIn(dana.key, dana.cookie)).toMatchObject({ code: "HELPER_LINK_OVER" });
    token = (await signIn(client.accessKey)).data?.accessToken ?? "";
    expect((await list())[0]).toMatchObject({ state: "ended" });
  });

  test("needs no PIN, which belongs to the client", async () => {
    const actor = { actor: "operator", at: service.time.now };
    const { key } = await ask();
    await setPin({ ...service, passwords }, client.clientId, actor);
    expect((await signIn(key)).data).toBeDefined();
  });

  test("cannot be used to have a link mailed", async () => {
    const { key } = await ask();
    await expectFailure(await service.call("POST", "/v1/auth/link", { body: { key } }), "INVALID_ACCESS_KEY");
  });

  test("ends with a key of the client", async () => {
    const dana = await helper();
    await service.storage.accessKeys.revoke(client.keyId, service.time.now, []);
    await expectFailure(await service.call("GET", "/v1/onboarding", { token: dana.token }), "UNAUTHORIZED");
  });
});
