import type { EndpointFacts } from "#contract/api/endpoint.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Note } from "#contract/manage/notes.ts";
import type { Webhook } from "#contract/manage/webhooks/webhooks.ts";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import { CONSOLE, consoleCaller, PASSWORD } from "../data/console-caller.ts";
import { passkeyDevice } from "../data/passkey-device.ts";
import { written } from "../data/written.ts";
import type { Service } from "../service/service.ts";

export type Body = { [field: string]: unknown };
/** A route that takes JSON, and who may call it. */
export type JsonRoute = {
  name: string;
  /** A body that passes the route's schema; a string is sent as it is. */
  body: Body;
  send: (body: string | object) => Promise<Response>;
};

const PERFORMANCE = { challenge: "YQ", origin: "https://evil.example", rpId: "evil.example" };
const device = passkeyDevice();

/** Bodies that the schemas accept, whatever the server then does with them. */
const bodies: { [name: string]: Body } = {
  "POST /v1/auth/exchange": { key: "fh_x" },
  "POST /v1/auth/link": { email: "nobody@example.com" },
  "POST /v1/auth/passkey": { passkey: device.answer(PERFORMANCE) },
  "POST /v1/auth/passkeys": { passkey: device.make(PERFORMANCE) },
  "POST /v1/onboarding/helpers": { sectionId: "money-admin", name: "Dana", seesAll: false },
  "POST /v1/reachability": { challenge: "c".repeat(43) },
  "PUT /v1/onboarding": { data: written("x"), submit: true },
  "PUT /v1/onboarding/takes/:takeId": {
    question: "team-description",
    parts: 1,
    mimeType: "audio/webm;codecs=opus",
    durationMs: 1_000,
  },
  "POST /v1/manage/auth/sign-in": { email: "nobody@example.com", password: "not the password" },
  "POST /v1/manage/auth/link": { token: "fhl_x", password: "a password of some length" },
  "POST /v1/manage/auth/forgot": { email: "nobody@example.com" },
  "POST /v1/manage/auth/second-step": { stepToken: "fhh_x", code: "123456" },
  "POST /v1/manage/me/second-factor": { password: "not the password" },
  "PUT /v1/manage/me/second-factor": { code: "123456" },
  "DELETE /v1/manage/me/second-factor": { password: "not the password", code: "123456" },
  "POST /v1/manage/me/second-factor/recovery-codes": { password: "not the password", code: "123456" },
  "PUT /v1/manage/me/password": { current: "not the password", password: "a password of some length" },
  "POST /v1/manage/me/tokens": { name: "Nightly", days: 1, scopes: ["clients:read"], password: PASSWORD },
  "PATCH /v1/manage/me/sessions/:sessionId": { label: "My laptop" },
  "POST /v1/manage/managers": { name: "Ada", email: "ada@example.com", role: "manager", password: PASSWORD },
  "POST /v1/manage/managers/:managerId/link": { password: PASSWORD },
  "POST /v1/manage/managers/:managerId/revoke": { handTo: null },
  "PUT /v1/manage/managers/:managerId/away": { handTo: "mg_nobody", until: "2999-12-31" },
  "POST /v1/manage/managers/:managerId/revive": { password: PASSWORD },
  "DELETE /v1/manage/managers/:managerId/second-factor": { password: PASSWORD },
  "PUT /v1/manage/managers/:managerId": { name: "Ada", role: "manager" },
  "POST /v1/manage/clients": { name: "Ben", email: "ben@example.com" },
  "PUT /v1/manage/clients/by-external-id/:externalId": { name: "Ben", email: "ben@example.com" },
  "PUT /v1/manage/clients/:clientId": {
    name: "Ben",
    email: "ben@example.com",
    managerId: null,
    getsReminders: false,
  },
  "PATCH /v1/manage/clients/:clientId": {
    phone: "555 0100",
    website: "ben.example",
    tags: ["Website"],
    fields: {},
    managerId: null,
  },
  "PUT /v1/manage/clients/:clientId/interview": { interviewId: "iv_00000000000000000000" },
  "POST /v1/manage/interviews": { name: "Salon", from: { kind: "empty", language: "en" } },
  "POST /v1/manage/interviews/read-table": { text: "Question", language: "en" },
  "PATCH /v1/manage/interviews/:interviewId": { name: "Salon", isRetired: false },
  "PUT /v1/manage/interviews/:interviewId/draft": {
    interview: { format: 1, languages: ["en"], sections: [] },
    revision: "v1",
  },
  "DELETE /v1/manage/interviews/:interviewId/draft": { revision: "v1" },
  "POST /v1/manage/interviews/:interviewId/publish-preview": { revision: "v1", submitted: "keep" },
  "POST /v1/manage/interviews/:interviewId/versions": { revision: "v1", note: "x", submitted: "keep" },
  "POST /v1/manage/fields": { name: "Plan", kind: "choice", options: ["Small", "Large"] },
  "PATCH /v1/manage/fields/:fieldId": { name: "Tier", options: ["Small"] },
  "DELETE /v1/manage/clients/:clientId": { name: "not the name" },
  "POST /v1/manage/clients/import/preview": { csv: "name\nCara" },
  "POST /v1/manage/clients/import": { csv: "name\nCara" },
  "POST /v1/manage/bulk": {
    act: { action: "tag", add: ["Website"], remove: ["SEO"] },
    on: { selection: { search: "nobody is called that", tag: "tg_x", manager: "me" }, except: ["cl_x"] },
  },
  "POST /v1/manage/search": { query: "invoices", in: ["answers"] },
  "POST /v1/manage/export": { format: "json", on: { ids: ["cl_x"] } },
  "POST /v1/manage/clients/:clientId/invitation/preview": { words: "Hello", dueOn: "2026-12-04" },
  "POST /v1/manage/clients/:clientId/invitation/test": { words: "Hello", dueOn: "2026-12-04" },
  "POST /v1/manage/views": { name: "Stalled", selection: { search: "x", filter: "stalled" } },
  "PUT /v1/manage/views/:viewId": {
    name: "Stalled",
    selection: { search: "x", filter: "stalled" },
    columns: ["contact", "due"],
  },
  "POST /v1/manage/clients/:clientId/keys": { days: 1 },
  "POST /v1/manage/clients/:clientId/questions/:questionId/follow-up": { text: "Which one?" },
  "POST /v1/manage/clients/:clientId/questions/:questionId/ask-back": { text: "Which one?" },
  "PUT /v1/manage/clients/:clientId/questions/:questionId/approval": { revision: 1 },
  "PUT /v1/manage/clients/:clientId/approvals": { revision: 1, questions: ["team-description"] },
  "DELETE /v1/manage/clients/:clientId/approvals": { questions: ["team-description"] },
  "PUT /v1/manage/clients/:clientId/answers/:questionId": {
    revision: 1,
    entry: { responses: [{ content: "By phone." }] },
    why: "phone",
  },
  "PUT /v1/manage/clients/:clientId/look": { revision: 1 },
  "PUT /v1/manage/clients/:clientId/drafts/:questionId": { text: "Which one", readAt: null },
  "POST /v1/manage/clients/:clientId/notes": { text: "a note" },
  "PUT /v1/manage/clients/:clientId/notes/:noteId": { text: "another", version: 1 },
  "DELETE /v1/manage/clients/:clientId/notes/:noteId": { version: 99 },
  "POST /v1/manage/clients/:clientId/shares": {
    recipient: "Ana Ruiz",
    days: 14,
    recordings: false,
    contact: true,
    followUps: true,
  },
  "POST /v1/shared/open": { token: `fhb_${"x".repeat(43)}` },
  "POST /v1/manage/webhooks": { address: "https://receiver.example/", kinds: ["client.created"] },
  "PUT /v1/manage/webhooks/:webhookId": {
    address: "https://receiver.example/",
    kinds: ["client.created"],
    isOn: true,
  },
  "PATCH /v1/manage/settings": { version: 0, settings: { reminders: true } },
  "POST /v1/manage/settings/restore": { version: 0, eventId: "x" },
  "PUT /v1/manage/me/mail": { submitted: true, answered: false, digest: true, stuckDays: 7 },
  "PUT /v1/manage/mail-templates/:kind": { subject: "Hello", text: "Hello {{link}}" },
  "POST /v1/manage/mail-templates/:kind/preview": { subject: "Hello", text: "Hello {{link}}" },
};

/** Every route that the document says takes JSON; a route without a body above is an error. */
export async function jsonRoutes(service: Service): Promise<JsonRoute[]> {
  const { token, params, cookie } = await fillParams(service);
  const all: EndpointFacts[] = Object.values({ ...endpoints, ...manageEndpoints });
  const taking = await takingJson(service);
  return all
    .filter(({ method, path }) => taking.has(`${method} ${path}`))
    .map(({ method, path }) => {
      const name = `${method} ${path}`;
      const body = bodies[name];
      if (!body) throw new Error(`${name} takes JSON: it needs a body in json-routes.ts`);
      const address = path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? "");
      const isManage = path.startsWith("/v1/manage");
      const headers = isManage ? { ...CONSOLE, cookie } : { authorization: `Bearer ${token}` };
      return { name, body, send: (sent) => service.call(method, address, { body: sent, headers }) };
    });
}

async function takingJson(service: Service): Promise<Set<string>> {
  const document = (await (await service.call("GET", "/openapi.json")).json()) as {
    paths: { [path: string]: { [method: string]: { requestBody?: { content: object } } } };
  };
  return new Set(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { requestBody }]) => requestBody && "application/json" in requestBody.content)
        .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
    ),
  );
}

/** Makes something exist at each address. */
async function fillParams(service: Service) {
  const admin = await consoleCaller(service, "administrator");
  const { clientId, token } = await service.signIn();
  await service.call("PUT", "/v1/onboarding", { token, body: { data: written("x") } });
  await admin.call("POST", `/clients/${clientId}/notes`, { text: "a note" });
  const { notes } = await admin.read<{ notes: Note[] }>(`/clients/${clientId}/notes`);
  const webhook = { address: "https://receiver.example/", kinds: ["client.created"] };
  const { webhookId } = await admin.send<Webhook>("POST", "/webhooks", webhook);
  const { managerId } = await consoleCaller(service);
  const params: { [name: string]: string } = {
    clientId,
    managerId,
    interviewId: OWN_INTERVIEW,
    webhookId,
    noteId: notes[0]?.noteId ?? "",
    takeId: crypto.randomUUID(),
    questionId: "customer-acquisition",
    kind: "partly-done",
    externalId: "crm-1",
  };
  return { token, params, cookie: admin.cookie };
}
