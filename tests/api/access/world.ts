import { createHash, randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { ApiToken, PasswordLink } from "#contract/manage/accounts.ts";
import type { Note } from "#contract/manage/notes.ts";
import type { ListedSession } from "#contract/manage/sessions.ts";
import type { MadeShare } from "#contract/manage/shares.ts";
import type { SavedView } from "#contract/manage/views.ts";
import type { Delivery, WebhookSecret } from "#contract/manage/webhooks/webhooks.ts";
import { addPasskey } from "../../../server/access-keys/issue-key.ts";
import { addHelper } from "../../../server/helping/helping.ts";
import { newOptOutToken } from "../../../server/mail/opt-out.ts";
import type { OpenIdProvider } from "../../../server/openid/provider.ts";
import { ProviderFailure } from "../../../server/openid/provider-failure.ts";
import { listSessions } from "../../../server/sessions/sessions.ts";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import { type ConsoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { passkeyDevice } from "../../support/data/passkey-device.ts";
import { recording, sendTake, settleTakes, takeCalls } from "../../support/data/takes.ts";
import { written } from "../../support/data/written.ts";
import { type Overrides, type Service, startService } from "../../support/service/service.ts";
import { smallSite } from "../../support/service/site-folder.ts";
import {
  callersOfBefore,
  callersOfToday,
  callersOfYesterday,
  type People,
  signInPeople,
  strangers,
  type TriedCaller,
} from "./callers.ts";
import type { Id } from "./ids.ts";

/** The question with an open follow-up, for every client. */
export const ASKED_BACK = "team-description";
const OPERATOR_TOKEN = "the-operators-own-token";
const ISSUER = "https://id.example.com/";

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A service in which every account owns something of each kind, and every kind of caller. */
export async function openWorld() {
  const small = smallSite();
  const outside = {
    site: small.site,
    openId: someProvider(),
    // passkeys need an address with a host name
    env: {
      FIRSTHAND_PUBLIC_URL: "http://localhost:8080",
      FIRSTHAND_RATE_SESSION: "0",
      FIRSTHAND_METRICS_TOKEN: OPERATOR_TOKEN,
    },
    sending: {
      // nothing in these tests leaves this machine
      reach: { allows: () => false, allowsPlainHttp: false },
      lookup: (_name, _options, callback) => callback(null, []),
      compose: async ({ body }) => body,
      clock: Date.now,
      random: Math.random,
    },
  } satisfies Overrides;
  const service = await startService(outside);
  const over = [...(await callersOfYesterday(service)), ...(await callersOfBefore(service))];
  const people = await signInPeople(service);
  const passkeys = await addPasskeys(service, people);
  const ids = await fillWorld(service, people, passkeys);
  const { managerId } = people.other;
  const proof = { password: PASSWORD };
  const link = await people.admin.send<PasswordLink>("POST", `/managers/${managerId}/link`, proof);
  const callers: TriedCaller[] = [
    ...strangers(people),
    ...over,
    ...(await callersOfToday(people, OPERATOR_TOKEN)),
  ];
  // a credential's first use is recorded; later uses are not, because the clock stands still
  for (const { headers } of callers) await service.call("GET", "/v1/manage/me", { headers });
  return {
    service,
    people,
    callers,
    ids,
    passkeys,
    linkToken: new URL(link.link ?? "").hash.split("=")[1] ?? "",
    takeBytes: recording(1_000),
    /** Another service for the same people and data, with some parts replaced. */
    startBeside: (parts: Overrides) =>
      startService({
        ...outside,
        storage: service.storage,
        audio: service.audio,
        erased: service.erased,
        secrets: service.secrets,
        clock: () => service.time.now,
        ...parts,
      }),
    async close(): Promise<void> {
      await service.close();
      small.remove();
    },
  };
}

/** An OpenID provider where no sign-in ever succeeds. */
function someProvider(): OpenIdProvider {
  return {
    issuer: ISSUER,
    name: "Acme",
    signInAddress: async () => new URL("auth", ISSUER),
    identify: () => Promise.reject(new ProviderFailure("provider-fault", "nobody is there")),
  };
}

type Values = { [parameter: string]: Id[] };

/** The ids of all that exists, by the parameter that names them. */
async function fillWorld(service: Service, people: People, passkeys: Passkeys): Promise<Values> {
  const { rosa, ben, cara, owner, other, admin, revoked } = people;
  const webhooks = [await addWebhook(admin), await addWebhook(admin)];
  const clients = [
    { client: rosa, manager: owner, of: owner.managerId, says: "Rosa's" },
    { client: ben, manager: other, of: other.managerId, says: "Ben's" },
    // created by a command, so only administrators see this client
    { client: cara, manager: admin, of: "nobody", says: "Cara's" },
  ];
  const belongings = [];
  for (const { manager, ...client } of clients)
    belongings.push({ ...client, ...(await fillClient(service, client.client, manager)) });
  settleTakes(service, "transcribed", "we bake");
  const tokens = [];
  for (const manager of [owner, other, admin])
    tokens.push({
      manager,
      ...(await manager.send<ApiToken>("POST", "/me/tokens", {
        name: "Kept",
        days: 30,
        scopes: ["clients:read"],
        password: PASSWORD,
      })),
    });
  for (const { managerId } of [owner, other, admin, revoked])
    await service.storage.identities.link(
      { issuer: ISSUER, subject: managerId, managerId, linkedAt: service.time.now },
      [],
    );
  return {
    clientId: [
      ...belongings.map(({ says, client, of }) => there(says, client.clientId, { of })),
      none("cl_00000000000000000000"),
      none("%27%20or%20%271%27=%271"),
      none("%00"),
      tooLong(),
    ],
    externalId: [
      ...(await externalIdsOf(service, [rosa, ben])).map(({ client, externalId }) =>
        there("a client's", externalId, { of: client === rosa ? owner.managerId : other.managerId }),
      ),
      none("crm-none"),
      malformed("%00"),
      malformed("%E2%80%AE"),
      tooLong(),
    ],
    keyId: [
      ...belongings.map(({ says, client }) => there(says, client.keyId, { of: client.clientId })),
      none("00000"),
      tooLong(),
    ],
    takeId: [
      ...belongings.map(({ says, client, takeId }) => there(says, takeId, { of: client.clientId })),
      none(randomUUID()),
      malformed("..%2f..%2fetc"),
    ],
    part: [there("the first", "0"), malformed("-1"), malformed("99999")],
    revision: [there("the first", "1"), none("999"), malformed("0"), malformed("x")],
    questionId: [
      there("one that is answered", "customer-acquisition"),
      there("a question with a follow-up", ASKED_BACK),
      none("no-such-question"),
      tooLong(),
    ],
    noteId: [
      ...belongings.map(({ says, client, noteId, by }) => there(says, noteId, { of: client.clientId, by })),
      none("nt_none"),
      tooLong(),
    ],
    shareId: [
      ...belongings.map(({ says, client, shareId }) => there(says, shareId, { of: client.clientId })),
      none("sh_none"),
      tooLong(),
    ],
    kind: [there("a submission's", "submitted"), malformed("no-such-kind")],
    webhookId: [
      ...webhooks.map(({ webhookId }) => there("a webhook's", webhookId)),
      none("wh_none"),
      tooLong(),
    ],
    messageId: [
      ...(await messagesOf(admin, webhooks)).map(({ messageId, webhookId }) =>
        there("a message's", messageId, { of: webhookId }),
      ),
      none("msg_none"),
      tooLong(),
    ],
    tokenId: [
      ...tokens.map(({ manager, tokenId }) => there(`${manager.name}'s`, tokenId, { of: manager.managerId })),
      none("tk_none"),
      tooLong(),
    ],
    sessionId: [
      ...(await sessionsOf(service, people)).map(({ says, sessionId, of }) => there(says, sessionId, { of })),
      none("se_none"),
      tooLong(),
    ],
    passkeyId: [
      ...passkeys.map(({ passkeyId, clientId }) => there("a client's", passkeyId, { of: clientId })),
      none("PASS0"),
      tooLong(),
    ],
    helperId: [
      ...(await addHelpers(service, people)).map(({ helperId, clientId }) =>
        there("a client's", helperId, { of: clientId }),
      ),
      none("he_none"),
      tooLong(),
    ],
    managerId: [
      ...[owner, other, admin, revoked].map(({ name, managerId }) => there(`${name}'s`, managerId)),
      none("mg_none"),
      tooLong(),
    ],
    interviewId: [there("an interview's", OWN_INTERVIEW), none("iv_none"), tooLong()],
    number: [there("a version's", "1"), none("999"), malformed("zero")],
    fieldId: [there("a field's", await fieldOf(service)), none("fd_none"), tooLong()],
    tagId: [there("a tag's", await tagOf(service)), none("tg_none"), tooLong()],
    viewId: [
      ...(await viewsOf([owner, other, admin])).map(({ says, viewId, of }) => there(says, viewId, { of })),
      none("vw_none"),
      tooLong(),
    ],
    bulkId: [
      ...(await bulksOf([
        [owner, rosa.clientId],
        [other, ben.clientId],
        [admin, cara.clientId],
      ])),
      none("bk_none"),
      tooLong(),
    ],
    token: [
      there("Rosa's", optOutToken(service, rosa.clientId)),
      none(newOptOutToken().token),
      none("junk"),
      tooLong(),
    ],
    "*": [there("a page's", "clients/x"), there("none", ""), there("one outside", "..%2f..%2fsecret")],
  };
}

async function fieldOf({ storage, time }: Service): Promise<string> {
  const field = { fieldId: "fd_1", name: "Budget", kind: "number" as const, options: [] };
  await storage.fields.add(field, time.now, []);
  return field.fieldId;
}

async function tagOf({ storage, time }: Service): Promise<string> {
  const client = { name: "Tess's Tea", createdAt: time.now, draftKey: "A".repeat(43), tags: ["Website"] };
  await storage.clients.add({ ...client, clientId: `cl_${"f".repeat(20)}` }, undefined, []);
  return (await storage.tags.list("all"))[0]?.tagId ?? "";
}

async function externalIdsOf({ storage }: Service, clients: People["rosa"][]) {
  const named = clients.map((client) => ({ client, externalId: `crm-${client.clientId}` }));
  for (const { client, externalId } of named)
    await storage.clients.change(client.clientId, { externalId }, []);
  return named;
}

async function viewsOf(managers: ConsoleCaller[]) {
  const views = [];
  for (const manager of managers) {
    const view = { name: "Websites", selection: { filter: "stalled" } };
    const { viewId } = await manager.send<SavedView>("POST", "/views", view);
    views.push({ says: `${manager.name}'s`, viewId, of: manager.managerId });
  }
  return views;
}

/** A bulk action of each manager, which stays waiting because no worker runs here. */
async function bulksOf(each: [ConsoleCaller, string][]): Promise<Id[]> {
  const bulks = [];
  for (const [manager, clientId] of each) {
    const act = { act: { action: "due", dueOn: "2026-12-04" }, on: { ids: [clientId] } };
    const { bulkId } = await manager.send<{ bulkId: string }>("POST", "/bulk", act);
    bulks.push(there(`${manager.name}'s`, bulkId, { of: manager.managerId }));
  }
  return bulks;
}

/** A session of each caller who can have sessions: clients and managers. */
async function sessionsOf(service: Service, { rosa, ben, owner, other }: People) {
  const clients = [];
  for (const { clientId } of [rosa, ben]) {
    const [session] = await listSessions(service.storage, clientId, service.time.now);
    clients.push({ says: "a client's", sessionId: session?.sessionId ?? "", of: clientId });
  }
  const managers = [];
  for (const manager of [owner, other]) {
    const { sessions } = await manager.read<{ sessions: ListedSession[] }>("/me/sessions");
    managers.push({
      says: `${manager.name}'s`,
      sessionId: sessions[0]?.sessionId ?? "",
      of: manager.managerId,
    });
  }
  return [...clients, ...managers];
}

/** A helper of each client, for one section. */
async function addHelpers(service: Service, { rosa, ben, cara }: People) {
  const made = [];
  for (const { clientId } of [rosa, ben, cara]) {
    const now = service.time.now;
    const asking = { ...service, now, actor: { actor: clientId, at: now }, clientId };
    const added = await addHelper(asking, { name: "Lee", sectionId: "money-admin", seesAll: false });
    if (typeof added === "object") made.push({ clientId, helperId: added.helperId });
  }
  return made;
}

type Passkeys = Awaited<ReturnType<typeof addPasskeys>>;

/** A device of each client, with a passkey that signs in. */
async function addPasskeys(service: Service, { rosa, ben, cara }: People) {
  const made = [];
  for (const { clientId } of [rosa, ben, cara]) {
    const now = service.time.now;
    const device = passkeyDevice();
    const issuing = { ...service, now, actor: { actor: clientId, at: now } };
    const passkey = { credentialId: device.id, publicKey: device.publicKey, uses: 0, device: null };
    const passkeyId = await addPasskey(issuing, clientId, passkey);
    made.push({ clientId, device, passkeyId: passkeyId ?? "" });
  }
  return made;
}

const there = (says: string, text: string, more: Partial<Id> = {}): Id => ({
  kind: "there",
  says,
  text,
  ...more,
});
const none = (text: string): Id => ({ kind: "none", says: "nobody's", text });
const tooLong = (): Id => ({ kind: "too long", says: "no", text: "x".repeat(101) });
const malformed = (text: string): Id => ({ kind: "malformed", says: "no", text });

const addWebhook = (admin: ConsoleCaller) =>
  admin.send<WebhookSecret>("POST", "/webhooks", {
    address: "https://example.com/hook",
    kinds: ["record.submitted"],
  });

/** A submitted record, a recording, a follow-up and a note; every text contains the client's id. */
async function fillClient(service: Service, { clientId, token }: People["rosa"], manager: ConsoleCaller) {
  await service.call("PUT", "/v1/onboarding", { token, body: { data: written(clientId), submit: true } });
  const take = takeCalls(service, token);
  await sendTake(take);
  await service.audio.put({ clientId, takeId: take.takeId }, recording(2_000));
  await manager.send("POST", `/clients/${clientId}/questions/${ASKED_BACK}/follow-up`, { text: clientId });
  await manager.send("POST", `/clients/${clientId}/notes`, { text: clientId });
  const { notes } = await manager.read<{ notes: Note[] }>(`/clients/${clientId}/notes`);
  const share = { recipient: "Ana Ruiz" };
  const { shareId } = await manager.send<MadeShare>("POST", `/clients/${clientId}/shares`, share);
  return { shareId, takeId: take.takeId, noteId: notes[0]?.noteId ?? "", by: manager.managerId };
}

/** One message of each webhook. */
async function messagesOf(admin: ConsoleCaller, webhooks: { webhookId: string }[]) {
  const all = [];
  for (const { webhookId } of webhooks)
    all.push({ webhookId, ...(await admin.send<Delivery>("POST", `/webhooks/${webhookId}/test`)) });
  return all;
}

/** The opt-out token that a mail to this client would contain. */
function optOutToken({ config }: Service, clientId: string): string {
  const { token } = newOptOutToken();
  const hash = createHash("sha256").update(token).digest("hex");
  const database = new DatabaseSync(config.databaseFile);
  database
    .prepare(
      "insert into mails (mail_id, dedupe_key, kind, client_id, state, attempts, created_at, opt_out_hash) values ('ml_1', 'ml_1', 'not-started', ?, 'sent', 1, 0, ?)",
    )
    .run(clientId, hash);
  database.close();
  return token;
}
