import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { AddedClient, Client, ClientList } from "#contract/manage/clients.ts";
import type { Interviews } from "#contract/manage/interviews.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { addClient } from "../../server/access-keys/issue-key.ts";
import { interviewBody } from "../../server/interview-file/interview-text.ts";
import { addInterview, publishDraft } from "../../server/interviews/manage-interviews.ts";
import { publishProvided } from "../../server/interviews/publish-provided.ts";
import { consoleCaller } from "../support/data/console-caller.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

/** Two interviews on one server, and versions of the first. */

const questionNamed = (id: string) => ({
  kind: "free-answer" as const,
  id,
  entry: id,
  title: `Title of ${id}`,
  prompt: "What?",
  sample: "This.",
});
const salon: Interview = {
  sections: [
    {
      id: "chairs",
      name: "Chairs",
      minutes: 5,
      description: "How many",
      questions: [questionNamed("chairs")],
    },
  ],
};
const TEAM = { "team-and-business-setup": { responses: [{ content: "Two of us." }] } };
const CHAIRS = { chairs: { responses: [{ content: "Four." }] } };
const inEnglish = (interview: Interview) => new Map([["en" as const, interview]]);

let service: Service;
let salonId: string;
beforeAll(async () => {
  service = await startService();
  const actor = { actor: "operator", at: service.time.now };
  const body = interviewBody(inEnglish(salon));
  salonId = (await addInterview(service.storage, { name: "Salon", body }, actor)) ?? "";
  await publishDraft(service.storage, { interviewId: salonId, name: "Salon" }, actor);
});
afterAll(() => service.close());

const newKey = async (interviewId?: string) =>
  addClient({ ...service, now: service.time.now }, { name: "Rosa's Bakery", interviewId });
const exchange = (key: string, headers: { [name: string]: string } = { "x-firsthand-page": "2" }) =>
  service.call("POST", "/v1/auth/exchange", { body: { key }, headers });
async function signedIn(interviewId?: string) {
  const { accessKey, clientId } = await newKey(interviewId);
  const { data } = (await (await exchange(accessKey)).json()) as { data: ClientSignIn };
  return { ...data, token: data.accessToken, accessKey, clientId };
}
const save = (token: string, data: object, more: object = {}) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data, ...more } });
async function statusOf(token: string) {
  const answer = await service.call("GET", "/v1/onboarding/status", { token });
  return ((await answer.json()) as { data: { completed: number; total: number; percent: number } }).data;
}
const hashesNow = () =>
  Object.fromEntries([...service.book.current().definitions].map(([language, { hash }]) => [language, hash]));
/** Publishes the built-in interview with these additional questions, as the operator's file. */
async function publish(...ids: string[]): Promise<void> {
  const changed = structuredClone(builtInInterview) as Interview;
  changed.sections[0]?.questions.push(...ids.map(questionNamed));
  await publishProvided(
    service.storage,
    { interviews: inEnglish(changed), isBuiltIn: false },
    ++service.time.now,
  );
}

describe("a sign-in", () => {
  test("returns the hash of the interview in each of its languages", async () => {
    const { interviews } = await signedIn();
    expect(Object.keys(interviews ?? {})).toEqual(["en", "es"]);
    expect(interviews).toEqual(hashesNow());
  });

  test("of a client with another interview returns that one's hash, which anyone can fetch permanently", async () => {
    const { interviews } = await signedIn(salonId);
    const { en: hash, ...others } = interviews ?? {};
    expect(others).toEqual({});
    const answer = await service.call("GET", `/v1/interview?hash=${hash}`);
    expect(answer.headers.get("cache-control")).toContain("immutable");
    expect(await answer.json()).toEqual({ data: { interview: salon, hash } });
  });

  test("from a page that can show only the default interview is refused, and binds nothing", async () => {
    const { accessKey, clientId } = await newKey(salonId);
    await expectFailure(await exchange(accessKey, {}), "PAGE_TOO_OLD");
    expect(await service.storage.sessions.list(clientId, { now: service.time.now, idleMs: 1 })).toEqual([]);
    expect((await exchange(accessKey)).status).toBe(200);
    const { accessKey: another } = await newKey();
    expect((await exchange(another, {})).status).toBe(200);
  });
});

describe("two interviews on one server", () => {
  test("each count their own questions, for client and manager", async () => {
    const manager = await consoleCaller(service, "administrator");
    const [standard, other] = [await signedIn(), await signedIn(salonId)];
    expect((await save(other.token, CHAIRS)).status).toBe(200);
    expect((await save(standard.token, TEAM)).status).toBe(200);
    expect(await statusOf(other.token)).toMatchObject({ completed: 1, total: 1, percent: 100 });
    expect(await statusOf(standard.token)).toMatchObject({ completed: 1, total: 13 });
    const facts = async (clientId: string) => manager.send<Client>("GET", `/clients/${clientId}`);
    expect(await facts(other.clientId)).toMatchObject({ completed: 1, total: 1, nextQuestion: null });
    expect(await facts(standard.clientId)).toMatchObject({ completed: 1, total: 13 });
    const brief = await manager.call("GET", `/clients/${other.clientId}/brief?format=json`);
    const text = await brief.text();
    expect(text).toContain("Title of chairs");
    expect(text).not.toContain("team-description");
  });

  test("accept each other's entries, so that no answer depends on the page that sends it", async () => {
    const { token } = await signedIn(salonId);
    expect((await save(token, { ...CHAIRS, ...TEAM })).status).toBe(200);
    const answer = await service.call("GET", "/v1/onboarding", { token });
    expect(await answer.json()).toMatchObject({ data: { ...CHAIRS, ...TEAM } });
    await expectFailure(await save(token, { sofas: CHAIRS.chairs }), "VALIDATION_ERROR");
  });
});

describe("a manager", () => {
  test("sees every interview, and which one a client is asked", async () => {
    const manager = await consoleCaller(service, "administrator");
    const { interviews } = await manager.read<Interviews>("/interviews");
    expect(interviews.map(({ name, isDefault, isOffered }) => [name, isDefault, isOffered])).toEqual([
      ["Standard", true, true],
      ["Salon", false, true],
    ]);
    const { clientId } = await newKey(salonId);
    const { interview } = await manager.read<Client>(`/clients/${clientId}`);
    expect(interview).toMatchObject({ interviewId: salonId, name: "Salon", version: 1 });
    expect(interview.hashes).toEqual(interviews[1]?.hashes);
  });

  test("adds a client with an interview, and gives them another one", async () => {
    const manager = await consoleCaller(service, "administrator");
    const body = { name: "Hairdo", interviewId: salonId };
    const { clientId, accessKey } = await manager.send<AddedClient>("POST", "/clients", body);
    const { data } = (await (await exchange(accessKey ?? "")).json()) as { data: ClientSignIn };
    await save(data.accessToken, CHAIRS, { submit: true });
    expect(await statusOf(data.accessToken)).toMatchObject({ completed: 1, total: 1 });
    const [standard] = (await manager.read<Interviews>("/interviews")).interviews;
    const given = { interviewId: standard?.interviewId };
    await manager.send("PUT", `/clients/${clientId}/interview`, given);
    // a repeated call changes nothing more
    await manager.send("PUT", `/clients/${clientId}/interview`, given);
    expect(await statusOf(data.accessToken)).toMatchObject({ completed: 0, total: 13 });
    const answer = await service.call("GET", "/v1/onboarding", { token: data.accessToken });
    expect(await answer.json()).toMatchObject({ data: CHAIRS });
    const brief = await (await manager.call("GET", `/clients/${clientId}/brief?format=json`)).text();
    expect(brief).toContain("Title of chairs");
    const changes = (await service.storage.audit.list(clientId)).filter(
      ({ kind }) => kind === "client.interview-changed",
    );
    expect(changes).toMatchObject([{ detail: "Standard" }]);
  });

  test("gets an error for an unknown interview, or one without a version", async () => {
    const manager = await consoleCaller(service, "administrator");
    const { clientId } = await newKey();
    const actor = { actor: "operator", at: service.time.now };
    const body = interviewBody(inEnglish(salon));
    const draft = await addInterview(service.storage, { name: "Draft", body }, actor);
    for (const interviewId of ["iv_none", draft]) {
      const refused = await manager.call("PUT", `/clients/${clientId}/interview`, { interviewId });
      const { details } = await expectFailure(refused, "VALIDATION_ERROR");
      expect(details?.[0]?.path).toBe("interviewId");
      await expectFailure(
        await manager.call("POST", "/clients", { name: "Ada", interviewId }),
        "VALIDATION_ERROR",
      );
    }
    const { interviews } = await manager.read<Interviews>("/interviews");
    expect(interviews.find(({ name }) => name === "Draft")).toMatchObject({
      version: null,
      isOffered: false,
      publishedAt: null,
    });
    const another = await consoleCaller(service);
    const strange = await another.call("PUT", `/clients/${clientId}/interview`, { interviewId: salonId });
    await expectFailure(strange, "NOT_FOUND");
  });
});

describe("the overview and the list", () => {
  test("count the clients of each interview by its own questions", async () => {
    const own = await startService();
    const admin = await consoleCaller(own, "administrator");
    const actor = { actor: "operator", at: own.time.now };
    const body = interviewBody(inEnglish(salon));
    const interviewId = (await addInterview(own.storage, { name: "Salon", body }, actor)) ?? "";
    await publishDraft(own.storage, { interviewId, name: "Salon" }, actor);
    for (const name of ["Ann", "Ben"]) {
      const { accessKey } = await admin.send<AddedClient>("POST", "/clients", { name, interviewId });
      const exchanged = await own.call("POST", "/v1/auth/exchange", {
        body: { key: accessKey },
        headers: { "x-firsthand-page": "2" },
      });
      const { data } = (await exchanged.json()) as { data: ClientSignIn };
      const answers = name === "Ann" ? CHAIRS : {};
      await own.call("PUT", "/v1/onboarding", { token: data.accessToken, body: { data: answers } });
    }
    const { token } = await own.signIn("Cara");
    await own.call("PUT", "/v1/onboarding", { token, body: { data: TEAM } });
    const all = await admin.read<Overview>("/overview");
    expect(all.interview.name).toBe("Standard");
    const half = (overview: Overview) => overview.funnel.find(({ step }) => step === "half")?.clients;
    expect(half(all)).toBe(1);
    const sumOf = (overview: Overview) =>
      overview.questions.reduce((sum, { stoppedHere }) => sum + stoppedHere, 0);
    expect(sumOf(all)).toBe(1);
    const ofSalon = await admin.read<Overview>(`/overview?interview=${interviewId}`);
    expect(ofSalon.interview.name).toBe("Salon");
    expect(ofSalon.questions).toEqual([
      { questionId: "chairs", sectionId: "chairs", answered: 1, stoppedHere: 1 },
    ]);
    expect([half(ofSalon), ofSalon.funnel[0]?.clients]).toEqual([1, 2]);
    const names = async (query: string) =>
      (await admin.read<ClientList>(`/clients?${query}`)).clients.map(({ name }) => name);
    expect(await names(`interview=${interviewId}`)).toEqual(["Ann", "Ben"]);
    expect(await names("pausedAt=chairs")).toEqual(["Ben"]);
    expect(await names("reached=half")).toEqual(["Ann"]);
    await own.close();
  });
});

describe("a new version", () => {
  test("is shown to a client who has started, who keeps the earlier answers", async () => {
    const { token, accessKey } = await signedIn();
    await save(token, TEAM);
    await publish("fax");
    expect(await statusOf(token)).toMatchObject({ completed: 1, total: 14 });
    expect((await save(token, { ...TEAM, fax: CHAIRS.chairs })).status).toBe(200);
    expect(await statusOf(token)).toMatchObject({ completed: 2, total: 14 });
    await service.book.refresh();
    const { data } = (await (await exchange(accessKey)).json()) as { data: ClientSignIn };
    expect(data.interviews).toEqual(hashesNow());
  });

  test("does not affect a client who has submitted: they stay on the version that they submitted", async () => {
    const { token, accessKey, interviews } = await signedIn();
    await save(token, TEAM, { submit: true });
    const before = await statusOf(token);
    await publish("fax", "phone");
    expect(await statusOf(token)).toEqual(before);
    const { data } = (await (await exchange(accessKey)).json()) as { data: ClientSignIn };
    expect(data.interviews).toEqual(interviews);
    await service.book.refresh();
    expect(data.interviews).not.toEqual(hashesNow());
    // an answer that their page does not show is accepted all the same
    expect((await save(token, { ...TEAM, phone: CHAIRS.chairs })).status).toBe(200);
    expect(await statusOf(token)).toMatchObject({ total: before.total });
  });
});

test("a record and a save name the client's current interview in each language, also in a refused save", async () => {
  const own = await startService();
  const { token } = await own.signIn();
  const load = () => own.call("GET", "/v1/onboarding", { token });
  const put = (headers = {}) => own.call("PUT", "/v1/onboarding", { token, body: { data: TEAM }, headers });
  const namedIn = (answer: Response) => answer.headers.get("x-firsthand-interview");
  const named = async () => {
    await own.book.refresh();
    const all = [...own.book.current().definitions].map(([language, { hash }]) => `${language}:${hash}`);
    return all.join(" ");
  };
  const before = await named();
  expect(before).toMatch(/^en:\S+ es:\S+$/);
  expect(namedIn(await load())).toBe(before);
  const changed = { sections: builtInInterview.sections.slice(1) } as Interview;
  await publishProvided(own.storage, { interviews: inEnglish(changed), isBuiltIn: false }, ++own.time.now);
  for (const answer of [await put(), await load(), await put({ "if-match": '"9"' })])
    expect(namedIn(answer)).not.toBe(before);
  expect(namedIn(await put())).toBe(await named());
  await own.close();
});

describe("two devices on two versions", () => {
  test("an older page deletes nothing that it does not show, and a newer one deletes what it shows", async () => {
    const own = await startService();
    const { token, clientId } = await own.signIn();
    const hashNow = () => own.book.current().asked.hash;
    const put = async (data: object, interview?: string) => {
      const headers = interview === undefined ? {} : { "x-firsthand-interview": interview };
      const answer = await own.call("PUT", "/v1/onboarding", { token, body: { data }, headers });
      expect(answer.status).toBe(200);
    };
    const entries = async () => Object.keys((await own.storage.records.load(clientId))?.record ?? {}).sort();
    const before = hashNow();
    await put(TEAM, before);
    const changed = structuredClone(builtInInterview) as Interview;
    changed.sections[0]?.questions.push(questionNamed("dreams"));
    await publishProvided(own.storage, { interviews: inEnglish(changed), isBuiltIn: false }, ++own.time.now);
    await own.book.refresh();
    const after = hashNow();
    const dreams = { dreams: { responses: [{ content: "A second shop." }] } };
    await put({ ...TEAM, ...dreams }, after);
    // the first device still shows the previous version, and changes an answer
    const again = { "team-and-business-setup": { responses: [{ content: "Three of us." }] } };
    await put(again, before);
    expect(await entries()).toEqual(["dreams", "team-and-business-setup"]);
    const stored = await own.storage.records.load(clientId);
    expect(stored?.record).toMatchObject({ ...again, ...dreams });
    // the order is that of the current questions, so the next identical save changes nothing
    await put({ ...again, ...dreams }, after);
    expect((await own.storage.records.load(clientId))?.revision).toBe(stored?.revision);
    // an unknown hash has no effect
    await put({ ...again, ...dreams }, "unknown");
    await put(again, after);
    expect(await entries()).toEqual(["team-and-business-setup"]);
    await own.close();
  });

  test("a header that is not a hash is refused", async () => {
    const { token } = await signedIn();
    const headers = { "x-firsthand-interview": "h".repeat(201) };
    const refused = await service.call("PUT", "/v1/onboarding", { token, body: { data: TEAM }, headers });
    await expectFailure(refused, "VALIDATION_ERROR");
  });
});
