import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { interviewSchema } from "#contract/interview/definitions/interview.ts";
import { languages } from "#contract/languages.ts";
import { answersOf } from "#contract/record/answer.ts";
import { completionOf } from "#contract/record/completion.ts";
import { recordSchema } from "#contract/record/record.ts";
import { verifyKey } from "../server/access-keys/verify-key.ts";
import { verifyAudit } from "../server/managers/verify-audit.ts";
import { openInstallation } from "../server/open-installation.ts";
import { readConfig } from "../server/settings/config.ts";
import { settingsInForce } from "../server/settings/settings-in-force.ts";
import { noSectionTimes } from "../server/storage/migrations/0022-no-section-times.ts";
import { doors } from "../server/storage/migrations/0024-doors.ts";
import { tokenScopes } from "../server/storage/migrations/0025-token-scopes.ts";
import { mailWords } from "../server/storage/migrations/0029-mail-words.ts";
import { managersMails } from "../server/storage/migrations/0030-managers-mails.ts";
import { listIndexes } from "../server/storage/migrations/0031-list-indexes.ts";
import { remindersOff } from "../server/storage/migrations/0032-reminders-off.ts";
import { viewColumns } from "../server/storage/migrations/0033-view-columns.ts";
import { overview } from "../server/storage/migrations/0038-overview.ts";
import { activity } from "../server/storage/migrations/0053-activity.ts";
import { tallies } from "../server/storage/migrations/0054-tallies.ts";
import { clientSearch } from "../server/storage/migrations/0055-client-search.ts";
import { revokedManagers } from "../server/storage/migrations/0056-revoked-managers.ts";
import { migrations } from "../server/storage/migrations/migrate.ts";
import { openSqlite } from "../server/storage/sqlite/sqlite.ts";
import { openDeviceItems } from "../web/draft/device-items.ts";
import { openVault, toBase64Url } from "../web/draft/vault.ts";
import { fullRecord } from "./support/data/full-record.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const DRAFT_KEY = toBase64Url(new Uint8Array(32).fill(1));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A release's installation, opened by the current version. */
async function upgraded(version: string, prepare: (folder: string) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), "firsthand-upgrade-"));
  folders.push(folder);
  cpSync(join(FIXTURES, version), folder, { recursive: true });
  prepare(folder);
  return openInstallation(readConfig({ FIRSTHAND_DATA: folder }));
}

/** The names of the database's files in the newest folder that contain the text. */
function filesWith(text: string): string[] {
  const folder = folders.at(-1) ?? "";
  const names = readdirSync(folder).filter((name) => name.startsWith("firsthand.db"));
  return names.filter((name) => readFileSync(join(folder, name)).includes(text));
}

const readJson = (version: string, name: string) =>
  JSON.parse(readFileSync(join(FIXTURES, version, name), "utf8"));

/** Undoes what each migration, and every migration after it, added. */
const WITHOUT_SEARCH = [
  ...["insert", "update", "delete"].map((event) => `drop trigger search_clients_on_${event}`),
  "drop table client_search",
  "drop table client_search_ids",
];
const WITHOUT_TALLIES = [
  ...WITHOUT_SEARCH,
  ...["insert", "update", "delete"].map((event) => `drop trigger tally_clients_on_${event}`),
  "drop table client_tallies",
  "drop index clients_waiting",
  `create index clients_waiting on clients (folded_name, client_id, manager_id, follow_ups_out, erased_at)
    where erased_at is null and follow_ups_out > 0`,
];
const WITHOUT_HOURS = [
  ...WITHOUT_TALLIES,
  ...["clients_by_activity", "clients_unsaved", "clients_unopened"].map((name) => `drop index ${name}`),
  "alter table clients drop column active_hour",
  `create index clients_unopened on clients (invited_at, manager_id, state, erased_at)
    where erased_at is null and state = 'invited'`,
];
const WITHOUT_HELPERS = [
  ...WITHOUT_HOURS,
  "drop table helpers",
  "alter table sessions drop column helper_id",
];
const WITHOUT_PASSKEYS = [
  ...WITHOUT_HELPERS,
  ...["passkeys", "used_challenges"].map((name) => `drop table ${name}`),
  "alter table access_keys drop column sessions_until",
];
const WITHOUT_INTERVIEWS = [
  ...WITHOUT_PASSKEYS,
  ...["interview_id", "interview_version"].map((name) => `alter table clients drop column ${name}`),
  "alter table submissions drop column interview_hash",
  ...["interview_catalog", "interview_versions", "interview_drafts", "entry_names"].map(
    (name) => `drop table ${name}`,
  ),
];
const WITHOUT_CONDITIONS = [
  ...WITHOUT_INTERVIEWS,
  "drop index records_by_progress",
  "alter table records drop column not_asked",
  `create index records_by_progress on records
    (complete_questions, last_section, (case when submitted_at is null then 0 else 1 end))`,
];
const WITHOUT_ACTIVITY_INDEXES = [
  ...WITHOUT_CONDITIONS,
  ...["clients_by_last_seen", "revisions_by_time"].map((name) => `drop index ${name}`),
  "create index revisions_by_time on revisions (saved_at)",
];
const WITHOUT_STANDSTILLS = [
  ...WITHOUT_ACTIVITY_INDEXES,
  "alter table clients drop column inactive_since",
  "alter table events drop column device",
];
const WITHOUT_FAILED_MAILS = [...WITHOUT_STANDSTILLS, "drop index mails_failed"];
const WITHOUT_AUDIT_INDEXES = [
  ...WITHOUT_FAILED_MAILS,
  ...["events_by_kind", "events_by_actor"].map((name) => `drop index ${name}`),
];
const WITHOUT_AWAY = [
  ...WITHOUT_AUDIT_INDEXES,
  "drop index clients_by_home_manager",
  "alter table clients drop column home_manager_id",
  "alter table manager_sessions drop column browser_hash",
  ...["device", "address"].map((name) => `alter table mails drop column ${name}`),
  ...["manager_absences", "known_browsers"].map((name) => `drop table ${name}`),
];
const WITHOUT_TIMELINE = [
  ...WITHOUT_AWAY,
  ...["revisions_by_client", "submissions_by_time", "mails_to_client"].map((name) => `drop index ${name}`),
  "alter table revisions drop column device",
];
const WITHOUT_CLIENT_PAGE = [
  ...WITHOUT_TIMELINE,
  ...["drafts", "field_values", "fields"].map((name) => `drop table ${name}`),
  ...["phone", "website"].map((name) => `alter table clients drop column ${name}`),
];
const WITHOUT_WEBHOOK_HEALTH = [
  ...WITHOUT_CLIENT_PAGE,
  ...["format", "answers", "failed_tries", "failing_since", "failed_at", "failed_status", "failed_cause"].map(
    (name) => `alter table webhooks drop column ${name}`,
  ),
  "alter table mails drop column webhook_id",
];
const WITHOUT_OVERVIEW = [
  ...WITHOUT_WEBHOOK_HEALTH,
  "drop index clients_by_invitation",
  "alter table clients drop column submitted_at",
  "alter table clients drop column approved_at",
];
const WITHOUT_SHARES = [...WITHOUT_OVERVIEW, "drop table shares"];
const WITHOUT_COLUMNS = [...WITHOUT_SHARES, "alter table views drop column columns"];
const WITHOUT_REMINDERS_OFF = [...WITHOUT_COLUMNS, "alter table clients drop column reminders_off"];
const LIST_INDEXES = [
  "clients_by_name",
  "clients_by_manager",
  "clients_by_state",
  "clients_by_folded_name",
  "clients_due",
  "clients_in_trouble",
  "clients_waiting",
  "clients_unopened",
  "looks_by_manager",
  "records_by_progress",
];
const WITHOUT_STATES = [
  ...WITHOUT_REMINDERS_OFF,
  ...LIST_INDEXES.map((name) => `drop index ${name}`),
  "alter table clients drop column state",
  "create index clients_by_manager on clients (manager_id, folded_name)",
];
const WITHOUT_DIGESTS = [
  ...WITHOUT_STATES,
  "alter table managers drop column time_zone",
  "alter table managers drop column digested_on",
  "alter table mail_choices drop column digest",
];
const WITHOUT_WORDS = [
  ...WITHOUT_DIGESTS,
  "drop table mail_templates",
  "create table mail_templates (kind text primary key, subject text not null, text text not null, changed_at integer not null)",
];
const WITHOUT_FACTS = [
  ...WITHOUT_WORDS,
  "drop table settings",
  "drop index clients_by_external_id",
  ...["bulk_items", "bulk_jobs", "views", "client_tags", "tags"].map((name) => `drop table ${name}`),
  ...[
    "contact",
    "external_id",
    "due_on",
    "time_zone",
    "approved_hash",
    "mail_trouble",
    "invited_at",
    "opened_at",
    "waiting_since",
    "mail_trouble_at",
    "follow_ups_out",
    "reminders_sent",
  ].map((name) => `alter table clients drop column ${name}`),
  "alter table mails drop column bulk_id",
  "alter table mails drop column words",
];
const WITHOUT_LINKS = [
  ...WITHOUT_FACTS,
  "drop index clients_by_email",
  "alter table sessions drop column device",
  ...["kind", "bound_at", "browser_hash", "mail_id"].map(
    (name) => `alter table access_keys drop column ${name}`,
  ),
].join("; ");

describe.each(readdirSync(FIXTURES))("data written by release %s", (version) => {
  test("is a database that opens, with its record, history, submission and key", async () => {
    const { storage, secrets, book } = await upgraded(version);
    const { clientId, accessKey } = readJson(version, "client.json");
    const stored = await storage.records.load(clientId);
    expect(completionOf(book.current().asked.interview, stored?.record ?? {}).percent).toBe(100);
    expect(await storage.records.listRevisions(clientId)).toHaveLength(1);
    expect(await storage.records.listSubmissions(clientId)).toHaveLength(1);
    const now = Date.parse("2026-11-22T10:00:00.000Z");
    expect(await verifyKey({ storage, secrets, now }, accessKey)).toHaveProperty("key");
    await storage.close();
  });

  test("has live sessions that continue, each with a public name", async () => {
    const { clientId } = readJson(version, "client.json");
    const { storage } = await upgraded(version, (folder) => {
      const database = new DatabaseSync(join(folder, "firsthand.db"));
      const [key] = database.prepare("select key_id from access_keys where client_id = ?").all(clientId);
      for (const token of ["t1", "t2"])
        database
          .prepare(
            "insert into sessions (token_hash, key_id, client_id, created_at, last_used_at, expires_at) values (?, ?, ?, 1, 1, 9)",
          )
          .run(token, key?.key_id ?? null, clientId);
      database.close();
    });
    const sessions = await storage.sessions.list(clientId, { now: 2, idleMs: 5 });
    expect(sessions.map(({ tokenHash }) => tokenHash).sort()).toEqual(["t1", "t2"]);
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(2);
    for (const { sessionId } of sessions) expect(sessionId).toMatch(/^se_[0-9a-f]{20}$/);
    expect(await storage.pins.find(clientId)).toBeUndefined();
    await storage.close();
  });

  test("has an audit trail that is unbroken from its first event on", async () => {
    const { storage } = await upgraded(version);
    await storage.audit.record({ at: Date.now(), kind: "key.refused", actor: "nobody" });
    const { head, faults } = await verifyAudit(storage);
    expect(head.seq).toBeGreaterThan(1);
    expect(faults).toEqual([]);
    await storage.close();
  });

  test("is encrypted step by step, and then no file contains a word of it", async () => {
    const { storage } = await upgraded(version);
    const { clientId } = readJson(version, "client.json");
    const before = await storage.records.load(clientId);
    const answer = Object.values(fullRecord()).flatMap((entry) =>
      "responses" in entry ? entry.responses : [],
    )[0];
    expect(filesWith(answer?.content ?? "")).toContain("firsthand.db");
    expect(await storage.sealing.sealPlaintext()).toBeGreaterThan(0);
    expect(await storage.records.load(clientId)).toEqual(before);
    expect(await storage.records.listSubmissions(clientId)).toHaveLength(1);
    expect(filesWith(answer?.content ?? "")).toEqual([]);
    expect(await storage.sealing.sealPlaintext()).toBe(0);
    await storage.close();
  });

  test("drops what a release measured about how long clients worked", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    const { clientId } = readJson(version, "client.json");
    database.prepare("insert into work_moments values (?, 1, '[]')").run(clientId);
    database.prepare("insert into section_times values (?, 'website', 1, 1)").run(clientId);
    // only this migration: the ones after it have run already, and would fail a second time
    expect(migrations).toContain(noSectionTimes);
    const engine = await openSqlite(join(folders.at(-1) ?? "", "firsthand.db"));
    await engine.write(noSectionTimes);
    const counts = database.prepare(
      "select (select count(*) from work_moments) as moments, (select count(*) from section_times) as times",
    );
    expect(counts.get()).toEqual({ moments: 0, times: 0 });
    await engine.close();
    database.close();
  });

  test("keeps its mails, and gives API tokens without an end the longest allowed one", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    const { clientId } = readJson(version, "client.json");
    // as the previous release wrote these rows
    database.exec(
      `${WITHOUT_LINKS}; alter table api_tokens drop column scopes; alter table second_steps drop column password_hash; drop index events_by_sign_in; insert into managers (manager_id, name, email, role, created_at) values ('mg_1', 'Mia', 'mia@example.com', 'manager', 1); insert into api_tokens (token_hash, token_id, manager_id, name, created_at) values ('h', 'tk_1', 'mg_1', 'Robot', 1)`,
    );
    database
      .prepare(
        "insert into mails (mail_id, dedupe_key, kind, client_id, state, attempts, created_at) values ('ml_1', 'd', 'not-started', ?, 'sent', 1, 5)",
      )
      .run(clientId);
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(doors));
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    expect(await again.storage.mail.list({ scope: "all", limit: 9 })).toMatchObject([
      { mailId: "ml_1", clientId, kind: "not-started", state: "sent", attempts: 1, createdAt: 5 },
    ]);
    const [token] = await again.storage.apiTokens.list("mg_1");
    expect((token?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(364 * DAY_MS);
    expect((token?.expiresAt ?? 0) - Date.now()).toBeLessThan(366 * DAY_MS);
    await again.storage.close();
    database.close();
  });

  test("sends the provider's mails in their earlier words, and no reminders that were not enabled", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    database.exec(
      `${WITHOUT_WORDS.join("; ")}; delete from settings; insert into mail_templates values ('not-started', 'Hello', 'Go on: {{link}}', 5)`,
    );
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(mailWords));
    database.close();
    const config = readConfig({ FIRSTHAND_DATA: folders.at(-1) });
    const again = await openInstallation(config);
    for (const language of languages)
      expect(await again.storage.mail.findTemplate({ kind: "not-started", language })).toEqual({
        subject: "Hello",
        text: "Go on: {{link}}",
      });
    expect(settingsInForce(config, await again.storage.settings.list()).get("reminders")).toBe(false);
    await again.storage.close();
  });

  test("has clients who count as invited by their key, and as having opened the interview by using it", async () => {
    const { storage } = await upgraded(version);
    const { clientId } = readJson(version, "client.json");
    const client = await storage.clients.findManaged("all", clientId);
    expect(client?.invitedAt).toBeGreaterThan(0);
    expect(client?.openedAt).toBeGreaterThanOrEqual(client?.invitedAt ?? Number.POSITIVE_INFINITY);
    expect(["in-progress", "submitted"]).toContain(client?.state);
    await storage.close();
  });

  test("has clients in the states that follow from their facts and records", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    database.exec(WITHOUT_STATES.join("; "));
    const insert = database.prepare(
      "insert into clients (client_id, name, folded_name, draft_key, created_at, invited_at, opened_at, approved_hash) values (?, ?, ?, ?, 1, ?, ?, ?)",
    );
    const record = database.prepare(
      "insert into records (client_id, revision, content_hash, interview_hash, completed, total, percent, complete_questions, saved_at, submitted_at) values (?, 1, 'h', 'i', 1, 2, 50, '[]', 1, ?)",
    );
    const facts = {
      "not-invited": [null, null, null],
      invited: [1, null, null],
      opened: [1, 2, null],
      "in-progress": [1, 2, null],
      submitted: [1, 2, "an earlier one"],
      approved: [1, 2, "h"],
    };
    for (const [state, values] of Object.entries(facts))
      insert.run(state, state, state, new Uint8Array(1), ...values);
    record.run("in-progress", null);
    for (const state of ["submitted", "approved"]) record.run(state, 3);
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(listIndexes));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    for (const state of Object.keys(facts))
      expect(await again.storage.clients.findManaged("all", state)).toMatchObject({ state });
    await again.storage.close();
  });

  test("has clients with the hour of their last sign-in or save", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    database.exec(WITHOUT_HOURS.join("; "));
    const insert = database.prepare(
      "insert into clients (client_id, name, folded_name, draft_key, created_at, last_seen_at, state) values (?, ?, ?, ?, 1, ?, ?)",
    );
    const record = database.prepare(
      "insert into records (client_id, revision, content_hash, interview_hash, completed, total, percent, complete_questions, saved_at) values (?, 1, 'h', 'i', 1, 2, 50, '[]', ?)",
    );
    const hours = { never: 0, signedIn: 5, saved: 7, savedBefore: 9, withoutVisit: 3 };
    insert.run("never", "", "", new Uint8Array(1), null, "invited");
    insert.run("signedIn", "", "", new Uint8Array(1), 5 * HOUR_MS + 1, "opened");
    for (const [id, seenAt, savedAt] of [
      ["saved", 5 * HOUR_MS, 7 * HOUR_MS],
      ["savedBefore", 10 * HOUR_MS - 1, 7 * HOUR_MS],
      ["withoutVisit", null, 3 * HOUR_MS],
    ] as const) {
      insert.run(id, "", "", new Uint8Array(1), seenAt, "in-progress");
      record.run(id, savedAt);
    }
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(activity));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    await again.storage.close();
    const after = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    for (const [id, hour] of Object.entries(hours))
      expect([id, after.prepare("select active_hour from clients where client_id = ?").get(id)]).toEqual([
        id,
        { active_hour: hour },
      ]);
    after.close();
  });

  test("counts existing clients as the triggers would have", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const path = join(folders.at(-1) ?? "", "firsthand.db");
    const database = new DatabaseSync(path);
    const insert = database.prepare(
      `insert into clients (client_id, name, folded_name, draft_key, created_at, state, invited_at, opened_at, submitted_at,
        approved_at, erased_at) values (?, '', '', x'00', 1, ?, ?, ?, ?, ?, ?)`,
    );
    insert.run("new", "not-invited", null, null, null, null, null);
    insert.run("invited", "invited", HOUR_MS, null, null, null, null);
    insert.run("submitted", "submitted", HOUR_MS, 3 * HOUR_MS, 9 * HOUR_MS, 12 * HOUR_MS, null);
    insert.run("approved", "approved", HOUR_MS, 3 * HOUR_MS, 9 * HOUR_MS, 12 * HOUR_MS, null);
    insert.run("erased", "approved", HOUR_MS, 3 * HOUR_MS, 9 * HOUR_MS, 12 * HOUR_MS, 13 * HOUR_MS);
    const sums = `select manager_id, interview_id, fact, value, sum(clients) as clients from client_tallies
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
    const byTriggers = database.prepare(sums).all();
    expect(byTriggers).toContainEqual(
      expect.objectContaining({ fact: "submitted-approved", value: 3, clients: 1 }),
    );
    database.exec(WITHOUT_TALLIES.join("; "));
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(tallies));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    await again.storage.close();
    const after = new DatabaseSync(path);
    expect(after.prepare(sums).all()).toEqual(byTriggers);
    after.close();
  });

  test("has clients who are found by three letters of their name, address or contact", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const path = join(folders.at(-1) ?? "", "firsthand.db");
    const database = new DatabaseSync(path);
    const insert = database.prepare(
      `insert into clients (client_id, name, folded_name, email, contact, draft_key, created_at)
        values (?, ?, ?, ?, ?, x'00', 1)`,
    );
    insert.run("quxley", "Quxley's Bakery", "quxley's bakery", null, null);
    insert.run("zoe", "Zoe", "zoe", "zoe@bakery.example", "Quxlinda");
    insert.run("erased", "", "", null, null);
    database.exec(WITHOUT_SEARCH.join("; "));
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(clientSearch));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    await again.storage.close();
    const after = new DatabaseSync(path);
    const found = (match: string) =>
      after
        .prepare(
          `select client_id from client_search join client_search_ids on search_id = client_search.rowid
            where client_search match ? order by client_id`,
        )
        .all(match)
        .map(({ client_id }) => client_id);
    expect(found('"qux" AND "uxl"')).toEqual(["quxley", "zoe"]);
    expect(found('"bak" AND "y.e"')).toEqual(["zoe"]);
    after.prepare("delete from clients where client_id = 'zoe'").run();
    expect(found('"qux"')).toEqual(["quxley"]);
    after.close();
  });

  test("has clients without a manager where the manager was revoked", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const path = join(folders.at(-1) ?? "", "firsthand.db");
    const database = new DatabaseSync(path);
    const addManager = database.prepare(
      "insert into managers (manager_id, name, email, role, created_at, revoked_at) values (?, ?, ?, 'manager', 1, ?)",
    );
    addManager.run("mg_left", "Lea", "lea@example.com", 2);
    addManager.run("mg_here", "Hana", "hana@example.com", null);
    const addClient = database.prepare(
      `insert into clients (client_id, name, folded_name, draft_key, created_at, manager_id) values (?, '', '', x'00', 1, ?)`,
    );
    addClient.run("cl_left", "mg_left");
    addClient.run("cl_here", "mg_here");
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(revokedManagers));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    await again.storage.close();
    const after = new DatabaseSync(path);
    const managerOf = after.prepare("select manager_id from clients where client_id = ?");
    expect([managerOf.get("cl_left"), managerOf.get("cl_here")]).toEqual([
      { manager_id: null },
      { manager_id: "mg_here" },
    ]);
    after.close();
  });

  test("has clients whom the server reminds as before", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    database.exec(WITHOUT_REMINDERS_OFF.join("; "));
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(remindersOff));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    const { clientId } = readJson(version, "client.json");
    expect(await again.storage.clients.findManaged("all", clientId)).toMatchObject({ getsReminders: true });
    await again.storage.close();
  });

  test("has saved views, which show the default columns", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    // as the previous release has these tables
    database.exec(WITHOUT_COLUMNS.join("; "));
    database.exec(
      `insert into views (view_id, name, selection, created_at) values ('vw_1', 'Stalled', '{"filter":"stalled"}', 1)`,
    );
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(viewColumns));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    expect(await again.storage.views.list("mg_1")).toMatchObject([
      { viewId: "vw_1", name: "Stalled", selection: { filter: "stalled" }, columns: null },
    ]);
    await again.storage.close();
  });

  test("has clients with the times of their first submission and of their approval", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const { clientId } = readJson(version, "client.json");
    const file = join(folders.at(-1) ?? "", "firsthand.db");
    const before = new DatabaseSync(file);
    before.exec(WITHOUT_OVERVIEW.join("; "));
    const [submission] = before
      .prepare("select submitted_at as at from submissions where client_id = ?")
      .all(clientId) as { at: number }[];
    const at = submission?.at ?? 0;
    before.prepare("update records set submitted_at = ? where client_id = ?").run(at + 50, clientId);
    before.prepare("update clients set approved_hash = 'h' where client_id = ?").run(clientId);
    before.exec(
      "insert into managers (manager_id, name, email, role, created_at) values ('mg_1', 'Mia', 'mia@example.com', 'manager', 1)",
    );
    before
      .prepare("insert into threads (client_id, question_id, entries) values (?, 'q', 102)")
      .run(clientId);
    const entry = before.prepare(
      "insert into thread_entries (client_id, question_id, entry, kind, manager_id, at) values (?, 'q', ?, ?, 'mg_1', ?)",
    );
    for (const [place, kind] of ["approved", "approved", "asked-back"].entries())
      entry.run(clientId, 100 + place, kind, at + 100 + place);
    before
      .prepare(
        "insert into clients (client_id, name, folded_name, draft_key, created_at) values ('never', 'n', 'n', ?, 1)",
      )
      .run(new Uint8Array(1));
    before.prepare("update installation set schema_version = ?").run(migrations.indexOf(overview));
    before.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    await again.storage.close();
    const after = new DatabaseSync(file, { readOnly: true });
    const instants = after.prepare("select submitted_at, approved_at from clients where client_id = ?");
    expect({ ...instants.get(clientId) }).toEqual({ submitted_at: at, approved_at: at + 101 });
    expect({ ...instants.get("never") }).toEqual({ submitted_at: null, approved_at: null });
    after.close();
  });

  test("has API tokens that keep their rights about clients", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    // as the previous release has these tables
    database.exec(`${WITHOUT_LINKS}; alter table api_tokens drop column scopes`);
    database.exec(
      "insert into managers (manager_id, name, email, role, created_at) values ('mg_1', 'Mia', 'mia@example.com', 'manager', 1)",
    );
    database.exec(
      "insert into api_tokens (token_hash, token_id, manager_id, name, created_at, expires_at) values ('t1', 'tk_1', 'mg_1', 'CRM', 1, 9)",
    );
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(tokenScopes));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    expect(await again.storage.apiTokens.list("mg_1")).toMatchObject([
      { scopes: "clients:read clients:write answers:read answers:write keys:write" },
    ]);
    await again.storage.close();
  });

  test("has managers who get the digest from the next day on, except those who had turned every mail off", async () => {
    const { storage } = await upgraded(version);
    await storage.close();
    const database = new DatabaseSync(join(folders.at(-1) ?? "", "firsthand.db"));
    // as the previous release has these tables
    database.exec(WITHOUT_DIGESTS.join("; "));
    const managers = { mg_never_chose: 5, mg_no_mail: 5, mg_some_mail: 5, mg_unused: null };
    for (const [id, lastUsedAt] of Object.entries(managers))
      database
        .prepare(
          "insert into managers (manager_id, name, email, role, created_at, last_used_at) values (?, 'Mia', ?, 'manager', 1, ?)",
        )
        .run(id, `${id}@example.com`, lastUsedAt);
    for (const [id, days] of [
      ["mg_no_mail", null],
      ["mg_some_mail", 7],
    ] as const)
      database
        .prepare(
          "insert into mail_choices (manager_id, submitted, answered, stuck_days, changed_at) values (?, 0, 0, ?, 1)",
        )
        .run(id, days);
    database.prepare("update installation set schema_version = ?").run(migrations.indexOf(managersMails));
    database.close();
    const again = await openInstallation(readConfig({ FIRSTHAND_DATA: folders.at(-1) }));
    const readers = await again.storage.mail.listDigestReaders();
    const today = new Date().toISOString().slice(0, 10);
    expect(readers.map(({ managerId, digestedOn }) => [managerId, digestedOn === today])).toEqual([
      ["mg_never_chose", true],
      ["mg_some_mail", true],
    ]);
    expect(await again.storage.mail.findChoices("mg_some_mail")).toEqual({
      submitted: false,
      answered: false,
      digest: true,
      stuckDays: 7,
    });
    expect(await again.storage.mail.list({ scope: "all", limit: 9 })).toEqual([]);
    await again.storage.close();
  });

  test("is a database that takes recordings too", async () => {
    const { storage, audio } = await upgraded(version);
    const { clientId } = readJson(version, "client.json");
    const name = { clientId, takeId: "a-take" };
    const body = new Uint8Array(100).fill(1);
    const part = { ...name, part: 0, body, sha256: "hash", beginsAsAudio: true, at: 0 };
    expect(await storage.takes.receivePart(part)).toBeUndefined();
    expect(await storage.takes.find(name)).toMatchObject({ state: "receiving", parts: [0] });
    await audio.put(name, body);
    expect(await audio.size(name)).toBe(body.length);
    await storage.close();
  });

  test("has an interview whose saves are still accepted", () => {
    const interview = interviewSchema.parse(readJson(version, "interview.json"));
    expect(recordSchema(builtInInterview, [interview]).safeParse(fullRecord()).success).toBe(true);
  });

  test("has a draft on a device that can still be read", async () => {
    const items: { [name: string]: string } = readJson(version, "device-items.json");
    const storage = { getItem: (name: string) => items[name] ?? null } as Storage;
    const aside: string[] = [];
    const { forms, syncedForms, asideCount } = await openDeviceItems({
      interview: builtInInterview,
      findStorage: () => storage,
      clientId: "cl_fixture",
      vault: await openVault(crypto, DRAFT_KEY),
      keepAside: async (name) => void aside.push(name),
    }).read();
    expect([asideCount, aside]).toEqual([0, []]);
    expect(forms).toEqual(answersOf(builtInInterview, fullRecord(), "").forms);
    expect(syncedForms).toMatchObject({ "business-profile": { employees: "2-5" } });
  });
});
