import { endpoints } from "#contract/api/endpoints.ts";
import { DAY_MS } from "#contract/instants.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { makeChallenge } from "../../../server/passkeys/challenges.ts";
import { relyingPartyAt } from "../../../server/passkeys/passkeys.ts";
import { PASSWORD } from "../../support/data/console-caller.ts";
import { passkeyDevice } from "../../support/data/passkey-device.ts";
import { closing } from "../../support/data/takes.ts";
import { written } from "../../support/data/written.ts";
import type { Expected } from "./expected.ts";
import type { Ids } from "./ids.ts";
import { ASKED_BACK, type World } from "./world.ts";

/** What a test needs to know to call a route, besides the server's own table. */
export type Row = {
  /** A valid body, so that only the caller and the ids can be wrong: JSON, or bytes with their type. */
  body?: unknown;
  /** The answer to a call that nothing refuses; 200 if not given. */
  answers?: Expected;
  /** The answer to a request from another site, if it is not the usual refusal. */
  foreignAnswers?: Expected;
  /** API tokens may not call it. */
  isForPeople?: true;
  /** Only the author and administrators may do it. */
  isOpenToAdministrators?: true;
  /** Managers may do it to their own account, and administrators to any account. */
  isOfAccount?: true;
  /** Any id is accepted, because ids belong to the calling client. */
  makesOwn?: true;
  /** The answer to a call by external id if the client with that id is not the caller's. */
  answersToOthers?: Expected;
  /** A GET that writes: the way back from a provider, or a download that the audit trail records. */
  writes?: true;
};

type RowOf = Row | ((ids: Ids) => Row);

const isAskedBack = ({ questionId }: Ids) => questionId?.text === ASKED_BACK;
const SEE_OTHER = 303;
const ask = (ids: Ids): Row => ({
  body: { text: "Which shop?" },
  ...(isAskedBack(ids) && { answers: "ASKED_ALREADY" }),
});
const withdraw = (ids: Ids): Row => (isAskedBack(ids) ? {} : { answers: "NOT_ASKED" });

/** A row for every route of the contract; a missing row does not compile. */
function contractRows({ service, people, takeBytes, linkToken, passkeys }: World) {
  const { rosa, ben, cara, owner } = people;
  // a key may be used thirty times a minute, and more callers than that try it
  const keys = [rosa, ben, cara].map(({ accessKey }) => accessKey);
  let turn = 0;
  const party = relyingPartyAt(service.config.publicUrl, "Acme");
  const performance = () => {
    const challenge = makeChallenge(service.secrets, "sign-in", service.time.now);
    const bytes = Buffer.from(challenge).toString("base64url");
    return { challenge: bytes, origin: party?.origin ?? "", rpId: party?.id ?? "" };
  };
  const answer = () => passkeys[turn++ % passkeys.length]?.device.answer(performance());
  const ofNobody = passkeyDevice().make(performance());
  return {
    emailLink: { body: { email: "nobody@rosas.example" }, answers: 202 },
    exchange: () => ({ body: { key: keys[turn++ % keys.length] } }),
    passkeyChallenge: {},
    signInByPasskey: () => ({ body: { passkey: answer() } }),
    newPasskey: {},
    addPasskey: { body: { passkey: ofNobody }, answers: "PASSKEY_NOT_ADDED" },
    passkeys: {},
    dropPasskey: {},
    handOver: {},
    helpers: {},
    addHelper: { body: { sectionId: "money-admin", name: "Dana", seesAll: false }, answers: 201 },
    renewHelperLink: { answers: 201 },
    removeHelper: {},
    logout: {},
    sessions: {},
    endOtherSessions: {},
    endSession: {},
    load: {},
    save: { body: { data: written("We bake bread.") } },
    status: {},
    openFollowUps: {},
    askedBack: {},
    takePart: { body: takeBytes, makesOwn: true },
    closeTake: { body: closing(1) },
    take: {},
    takeAudio: {},
    retryTake: {},
    dropTake: {},
    interview: {},
    openapi: {},
    health: {},
    readiness: {},
    reachability: { body: { challenge: "c".repeat(43) } },
    metrics: {},
    signIn: { body: { email: owner.email, password: PASSWORD } },
    signOut: {},
    findSession: {},
    useLink: { body: { token: linkToken, password: "another long password" } },
    forgotPassword: { body: { email: "nobody@example.com" }, answers: 202 },
    passSecondStep: {
      body: { stepToken: `fhh_${"A".repeat(43)}`, code: "123456" },
      answers: "SECOND_STEP_OVER",
    },
    beginOpenId: { answers: SEE_OTHER, foreignAnswers: SEE_OTHER },
    endOpenId: { answers: SEE_OTHER, writes: true },
    me: {},
    changePassword: { body: { current: PASSWORD, password: "another long password" }, isForPeople: true },
    beginSecondFactor: { body: { password: PASSWORD }, isForPeople: true },
    confirmSecondFactor: {
      body: { code: "123456" },
      isForPeople: true,
      answers: "SECOND_FACTOR_CHANGED",
    },
    turnOffSecondFactor: {
      body: { password: PASSWORD, code: "123456" },
      isForPeople: true,
      answers: "SECOND_FACTOR_CHANGED",
    },
    renewRecoveryCodes: {
      body: { password: PASSWORD, code: "123456" },
      isForPeople: true,
      answers: "SECOND_FACTOR_CHANGED",
    },
    listOwnSessions: { isForPeople: true },
    nameOwnSession: { body: { label: "My laptop" }, isForPeople: true },
    endOwnSession: { isForPeople: true },
    endOwnOtherSessions: { isForPeople: true },
    listApiTokens: { isForPeople: true },
    addApiToken: {
      body: { name: "Robot", days: 1, scopes: ["clients:read"], password: PASSWORD },
      isForPeople: true,
    },
    revokeApiToken: { isForPeople: true },
    listManagers: { isForPeople: true },
    addManager: {
      body: { name: "Eve", email: "eve@example.com", role: "administrator", password: PASSWORD },
      isForPeople: true,
    },
    changeManager: (ids) => ({
      isForPeople: true,
      body: { name: "Eve", role: "manager" },
      ...(ids.managerId?.text === people.admin.managerId && { answers: "LAST_ADMINISTRATOR" }),
    }),
    makePasswordLink: (ids) => ({
      isForPeople: true,
      body: { password: PASSWORD },
      ...(ids.managerId?.text === people.admin.managerId && { answers: "OWN_PASSWORD_LINK" }),
      ...(ids.managerId?.text === people.revoked.managerId && { answers: "NOT_FOUND" }),
    }),
    unlinkManager: { isForPeople: true },
    // no caller here has a second factor
    removeSecondFactor: (ids) => ({
      isForPeople: true,
      body: { password: PASSWORD },
      answers: ids.managerId?.text === people.admin.managerId ? "OWN_SECOND_FACTOR" : "NOT_FOUND",
    }),
    endManagerSessions: { isForPeople: true },
    revokeManager: (ids) => ({
      isForPeople: true,
      body: {},
      ...(ids.managerId?.text === people.admin.managerId && { answers: "LAST_ADMINISTRATOR" }),
    }),
    findAway: { isForPeople: true, isOfAccount: true },
    goAway: (ids) => ({
      isForPeople: true,
      isOfAccount: true,
      body: {
        handTo: [people.other, owner].find(({ managerId }) => managerId !== ids.managerId?.text)?.managerId,
        until: new Date(service.time.now + 9 * DAY_MS).toISOString().slice(0, 10),
      },
      ...(ids.managerId?.text === people.revoked.managerId && { answers: "NOT_FOUND" }),
    }),
    // no caller here is away
    comeBack: { isForPeople: true, isOfAccount: true, answers: "NOT_FOUND" },
    reviveManager: { body: { password: PASSWORD }, isForPeople: true },
    overview: {},
    exportOverview: {},
    listClients: {},
    addClient: { body: { name: "Eve's Eels" } },
    // without a name no client is added
    upsertClient: { body: { phone: "555 0100" }, makesOwn: true, answersToOthers: "VALIDATION_ERROR" },
    previewImport: { body: { csv: "name\nEve" } },
    importClients: { body: { csv: "name\nEve" } },
    countClients: {},
    listInterviews: {},
    readInterview: {},
    listInterviewVersions: {},
    readInterviewVersion: {},
    exportInterviewVersion: {},
    listInterviewTemplates: {},
    readInterviewTable: { body: { text: "Question\nWhat do you do?", language: "en" } },
    addInterview: { body: { name: "Salon", from: { kind: "empty", language: "en" } } },
    updateInterview: { body: { isRetired: false } },
    deleteInterview: { answers: "INTERVIEW_PUBLISHED" },
    readInterviewDraft: {},
    saveInterviewDraft: {
      body: { interview: { format: 1, languages: ["en"], sections: [] }, revision: "v1" },
      answers: "INTERVIEW_READ_ONLY",
    },
    discardInterviewDraft: { body: { revision: "v1" } },
    previewPublish: { body: { revision: "v1", submitted: "keep" }, answers: "NOTHING_TO_PUBLISH" },
    publishInterview: { body: { revision: "v1", submitted: "keep" }, answers: "INTERVIEW_READ_ONLY" },
    listTags: {},
    deleteTag: { isForPeople: true },
    listFields: {},
    addField: { body: { name: "Plan", kind: "text" }, isForPeople: true },
    changeField: { body: { name: "Tier" }, isForPeople: true },
    deleteField: { isForPeople: true },
    listViews: {},
    addView: { body: { name: "Eve", selection: {} } },
    changeView: { body: { name: "Eve", selection: {} } },
    deleteView: {},
    startBulk: {
      body: { act: { action: "remind" }, on: { selection: { search: "nobody is called that" } } },
      answers: "NOT_FOUND",
    },
    findBulk: {},
    stopBulk: {},
    undoBulk: {},
    previewInvitation: { body: {} },
    testInvitation: { body: {} },
    findClient: {},
    changeClient: { body: { name: "Eve's Eels", email: null } },
    changeInterview: { body: { interviewId: "iv_00000000000000000000" } },
    patchClient: { body: { phone: "555 0100", tags: ["Website"] } },
    readRecord: {},
    brief: {},
    archive: { writes: true },
    eraseClient: (ids) => ({ body: { name: nameOf(people, ids) } }),
    exportClient: { writes: true },
    exportClients: { writes: true },
    exportChosen: { body: { on: { selection: { search: "nobody is called that" } } }, answers: "NOT_FOUND" },
    search: { body: { query: "nobody wrote that" } },
    timeline: {},
    history: {},
    readRevision: {},
    restoreRevision: {},
    answerFor: { body: { revision: 1, entry: { responses: [{ content: "By phone." }] }, why: "phone" } },
    hearTake: {},
    mailSetUp: {},
    remindNow: {},
    clientMail: {},
    undoOptOut: {},
    listMails: {},
    mailChoices: { isForPeople: true },
    chooseMail: {
      body: { submitted: true, answered: true, digest: true, stuckDays: 7 },
      isForPeople: true,
    },
    listMailTemplates: { isForPeople: true },
    changeMailTemplate: { body: { subject: "Hello", text: "{{button:Open}}" }, isForPeople: true },
    removeMailTemplate: { isForPeople: true },
    previewMailTemplate: { body: { subject: "Hello", text: "{{button:Open}}" }, isForPeople: true },
    audit: { isForPeople: true },
    exportAudit: { isForPeople: true },
    readSettings: { isForPeople: true },
    changeSettings: { body: { version: 0, settings: { reminders: false } }, isForPeople: true },
    restoreSetting: {
      body: { version: 0, eventId: "no-such-event" },
      answers: "NOT_FOUND",
      isForPeople: true,
    },
    checkMail: { answers: "MAIL_OFF", isForPeople: true },
    readChecks: { isForPeople: true },
    repeatChecks: { isForPeople: true },
    listWebhooks: { isForPeople: true },
    addWebhook: {
      body: { address: "https://example.com/hook", kinds: ["record.submitted"] },
      isForPeople: true,
    },
    changeWebhook: { body: { isOn: false }, isForPeople: true },
    removeWebhook: { isForPeople: true },
    rotateWebhookSecret: { isForPeople: true },
    testWebhook: { isForPeople: true },
    listDeliveries: { isForPeople: true },
    redeliver: { isForPeople: true },
    retryWebhook: { isForPeople: true },
    listFollowUps: {},
    askFollowUp: ask,
    withdrawFollowUp: withdraw,
    mailFollowUps: {},
    listThreads: {},
    askBack: ask,
    takeBack: withdraw,
    approve: (ids) => ({
      body: { revision: 1 },
      ...(isAskedBack(ids) && { answers: "NOTHING_TO_APPROVE" }),
    }),
    unapprove: {},
    approveMany: { body: { revision: 1, questions: ["customer-acquisition"] } },
    unapproveMany: { body: { questions: ["customer-acquisition"] } },
    readMarkers: {},
    markRead: { body: { revision: 1 } },
    listDrafts: {},
    saveDraft: { body: { text: "Which shop", readAt: null } },
    deleteDraft: {},
    listNotes: {},
    addNote: { body: { text: "Calls back on Mondays." } },
    changeNote: { body: { text: "Calls back on Tuesdays.", version: 1 } },
    deleteNote: { body: { version: 1 }, isOpenToAdministrators: true },
    listShares: {},
    makeShare: { body: { recipient: "Ana Ruiz" } },
    revokeShare: {},
    openShare: { body: { token: `fhb_${"A".repeat(43)}` }, answers: "SHARE_OVER" },
    sharedAudio: { answers: "NOT_FOUND" },
    issueKey: { body: {} },
    revokeKey: {},
    endClientSessions: {},
    endClientSession: {},
    setPin: {},
    removePin: {},
  } satisfies { [Name in keyof typeof endpoints | keyof typeof manageEndpoints]: RowOf };
}

/** Routes of the server outside the contract: pages, their files, and the link in a mail. */
const PAGE_ROWS: { [route: string]: RowOf } = {
  "GET /": {},
  "GET /sw.js": {},
  "GET /manifest.webmanifest": {},
  "GET /robots.txt": {},
  "GET /assets/app-1a2b.js": {},
  "GET /console": { answers: 308 },
  "GET /console/*": {},
  "GET /provided/*": { answers: "NOT_FOUND" },
  "GET /console/assets/*": { answers: "NOT_FOUND" },
  "GET /console/assets/app-1a2b.js": {},
  "GET /console/preview/": {},
  "GET /console/preview/assets/*": { answers: "NOT_FOUND" },
  "GET /console/preview/assets/app-1a2b.js": {},
  "GET /privacy": {},
  "GET /api": {},
  "GET /api/page.css": {},
  "GET /b": { answers: 308 },
  "GET /b/": {},
  "GET /b/open.js": {},
  "GET /b/brief": { answers: 404 },
  "GET /b/brief.pdf": { answers: 404 },
  "GET /opt-out/:token": optOut,
  "POST /opt-out/:token": optOut,
  "POST /opt-out/:token/back": optOut,
};

/** Anyone with the link may open it. The answer is a page, also for an unknown link. */
function optOut({ token }: Ids): Row {
  return token?.kind === "there" ? {} : { answers: 404 };
}

function nameOf({ rosa, ben }: World["people"], { clientId }: Ids): string {
  if (clientId?.text === rosa.clientId) return "Rosa's Bakery";
  return clientId?.text === ben.clientId ? "Ben's Bikes" : "Cara's Cars";
}

/** The row of a route by its method and pattern; undefined for a route without a row. */
export function rowsOf(world: World): (method: string, url: string, ids: Ids) => Row | undefined {
  const rows = contractRows(world) as { [name: string]: RowOf };
  const contract = Object.entries({ ...endpoints, ...manageEndpoints }).map(
    ([name, { method, path }]) => [`${method} ${path}`, rows[name]] as const,
  );
  const known = new Map([...contract, ...Object.entries(PAGE_ROWS)]);
  return (method, url, ids) => {
    // HEAD is GET without the body
    const row = known.get(`${method === "HEAD" ? "GET" : method} ${url}`);
    return typeof row === "function" ? row(ids) : row;
  };
}
