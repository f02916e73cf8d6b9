import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery, type RootOperationNode, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientFilters } from "#contract/manage/clients.ts";
import { stateCounts } from "../clients/client-counts.ts";
import { type ClientQuery, clientListQueries } from "../clients/client-list.ts";
import { NO_VIEW } from "../clients/managed-clients.ts";
import type { Engine } from "../engine/engine.ts";
import { mailQueries } from "../mail/mails.ts";
import { inactiveNoticeQueries } from "../webhooks/inactive-notices.ts";
import { openSqlite } from "./sqlite.ts";

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "firsthand-plans-"));
  engine = await openSqlite(join(folder, "firsthand.db"));
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** SQLite's plan for each statement of the work; the plans do not depend on the stored data. */
async function plansOfWork(work: (watched: Engine) => Promise<unknown>) {
  const nodes: RootOperationNode[] = [];
  const db = engine.reader.withPlugin({
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work({ ...engine, read: (act) => act(db), readAside: (act) => act(db) });
  const plans: string[] = [];
  for (const node of nodes) {
    const { sql, parameters } = engine.reader.getExecutor().compileQuery(node, { queryId: "plan" });
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await engine.reader.executeQuery<{ detail: string }>(explained);
    plans.push(rows.map(({ detail }) => detail).join("\n"));
  }
  return plans;
}

const plansOf = (work: (queries: ReturnType<typeof clientListQueries>) => Promise<unknown>) =>
  plansOfWork((watched) => work(clientListQueries(watched)));

const query: ClientQuery = {
  scope: "all",
  search: "",
  filter: "all",
  order: "name",
  direction: "up",
  limit: 100,
  view: NO_VIEW,
};
const after = { orderedBy: "rosa", clientId: "cl_1" };

test.each<[string, Partial<ClientQuery>, string]>([
  ["all clients", {}, "clients_by_name"],
  ["all clients, read on", { after }, "clients_by_name"],
  ["all clients, backwards", { direction: "down", after }, "clients_by_name"],
  ["a manager's clients", { scope: { managerId: "mg_1" } }, "clients_by_manager"],
  ["a state", { state: "invited", after }, "clients_by_state"],
  ["a search of two letters", { search: "ro" }, "clients_by_name"],
  ["whose mail fails", { filter: "mail-trouble" }, "clients_in_trouble"],
  ["who have to answer", { filter: "waiting" }, "clients_waiting"],
  ["who can be approved", { filter: "ready" }, "clients_by_state"],
])("a page of %s uses its index, and sorts only equal names", async (_, more, index) => {
  const [places = ""] = await plansOf((queries) => queries.listPage({ ...query, ...more }));
  expect(places).toContain(index);
  expect(places).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
});

const withCounts = (all: number) => ({ counted: { ...stateCounts(new Map()), all } });

test.each<[string, Partial<ClientQuery>, string]>([
  ["few by name", { after }, "clients_by_activity (state=? AND active_hour<?)"],
  [
    "few by activity",
    { order: "activity", direction: "down" },
    "clients_by_activity (state=? AND active_hour<?)",
  ],
  ["few of a state", { state: "opened" }, "clients_by_activity (state=? AND active_hour<?)"],
  ["many by name", withCounts(100_000), "clients_by_name"],
])("a page of stalled clients, %s, is read from the index that finds it sooner", async (_, more, index) => {
  const plans = await plansOf((queries) => queries.listPage({ ...query, filter: "stalled", ...more }));
  expect(plans.find((plan) => plan.includes("SEARCH records") && !plan.includes("active_hour=?"))).toContain(
    index,
  );
});

test.each([
  ["few", {}, "clients_unopened (state=? AND invited_at<?)"],
  ["many", withCounts(100_000), "clients_by_state (state=?)"],
])(
  "a page of clients who never opened their link, %s, is read from the index that finds it sooner",
  async (_, more, index) => {
    const plans = await plansOf((queries) => queries.listPage({ ...query, filter: "never-opened", ...more }));
    expect(plans.find((plan) => !plan.includes("COVERING"))).toContain(index);
  },
);

test.each<[string, Partial<ClientQuery>, string[]]>([
  ["an email address", { email: "rosa@bakery.example" }, ["clients_by_email (email=?)"]],
  ["an external id", { externalId: "crm-1" }, ["clients_by_external_id (external_id=?)"]],
  [
    "a time of changes",
    { updatedSince: "2026-11-01T00:00:00Z" },
    ["events_by_kind (kind=? AND at>?)", "COVERING INDEX revisions_by_time (saved_at>?)"],
  ],
])("clients found by %s are looked up in an index", async (_, more, indexes) => {
  const plans = await plansOf((queries) => queries.listPage({ ...query, ...more, after }));
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).not.toContain("SCAN");
  }
});

test.each<[string, Partial<ClientQuery>, string]>([
  ["all clients", { scope: "all" }, "client_tallies_by_fact"],
  ["a manager's", { scope: { managerId: "mg_1" } }, "client_tallies_by_fact"],
])("the states of %s are counted in an index", async (_, more, index) => {
  const [counts = ""] = await plansOf((queries) => queries.countStates({ ...query, ...more }));
  expect(counts).toContain(`COVERING INDEX ${index}`);
});

test.each(clientFilters)("the filter %s is counted without reading every client", async (filter) => {
  const plans = await plansOf((queries) => queries.countStates({ ...query, filter }));
  expect(plans.length).toBeGreaterThan(0);
  // these two indexes hold only the clients of their filters
  for (const plan of plans)
    expect(plan).not.toMatch(/SCAN clients(?! USING COVERING INDEX clients_(in_trouble|waiting))/);
});

test("of all filters, only clients active lately and those that the reader has seen are read from the table", async () => {
  const plans = await plansOf((queries) => queries.count({ scope: "all", view: NO_VIEW }));
  const lookingAtRows = plans.filter((plan) => !plan.includes("clients USING COVERING INDEX"));
  expect(lookingAtRows.map((plan) => plan.split("\n")[0])).toEqual([
    expect.stringContaining("looks_by_manager (manager_id=?)"),
    "SCAN mail_opt_outs USING COVERING INDEX sqlite_autoindex_mail_opt_outs_1",
    expect.stringContaining("clients_by_activity (state=? AND active_hour>?)"),
    "SEARCH clients USING INDEX sqlite_autoindex_clients_1 (client_id=?)",
    expect.stringContaining("looks_by_manager (manager_id=?)"),
    expect.stringContaining("clients_by_activity (state=? AND active_hour=?)"),
  ]);
});

test.each<[string, Partial<ClientQuery>]>([
  ["no due date", { due: "none" }],
  ["a day of submission", { submittedFrom: "2026-11-01" }],
])("clients with %s, for which there is no index, are counted in the order of the table", async (_, more) => {
  const plans = await plansOf((queries) => queries.countStates({ ...query, ...more }));
  expect(plans).toEqual([expect.stringMatching(/^SCAN clients$/m)]);
});

test("clients with a tag are looked up by id", async () => {
  const [tagged = "", ...plans] = await plansOf((queries) =>
    queries.listPage({ ...query, tag: "tg_1", after }),
  );
  expect(tagged).toContain("client_tags_by_tag (tag_id=?)");
  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan).toContain("sqlite_autoindex_clients_1 (client_id=?)");
});

test("the overview's groups come from an index in their order", async () => {
  const [groups = "", erased = ""] = await plansOf((queries) => queries.listProgress(query));
  expect(groups).toBe("SCAN records USING INDEX records_by_progress");
  expect(erased).toContain("clients_erased");
});

test.each([
  [{}, "client_tallies_by_fact"],
  [{ invitedFrom: "2026-01-01", invitedTo: "2026-03-31" }, "clients_by_invitation"],
])("who was invited when, and how long they took, is counted in an index: %j", async (days, index) => {
  const invited = { ...query, ...days };
  const weeks = { ...invited, weekStarts: [Date.parse("2026-01-05"), Date.parse("2026-01-12")] };
  const plans = await plansOf(async (queries) => {
    await queries.countInvited(invited);
    await queries.countWeeks(weeks, "invited");
    await queries.countWeeks(weeks, "submitted");
    await queries.countHours(invited, ["submitted", "approved"]);
  });
  // and those within others
  expect(plans.length).toBeGreaterThanOrEqual(4);
  for (const plan of plans) expect(plan).toContain(`COVERING INDEX ${index}`);
});

test("a search for two letters is counted in an index", async () => {
  const plans = await plansOf((queries) => queries.listPage({ ...query, search: "ro", limit: 0 }));
  expect(plans.some((plan) => plan.includes("COVERING INDEX clients_by_name"))).toBe(true);
});

test.each<[string, Partial<ClientQuery>]>([
  ["by name", {}],
  ["of a state", { state: "invited" }],
  ["with the latest change first", { order: "changed", direction: "down" }],
  ["who have news", { filter: "news" }],
])("clients %s found by three letters or more are looked up by id", async (_, more) => {
  const [candidates = "", ...plans] = await plansOf(async (queries) => {
    await queries.listPage({ ...query, ...more, search: "rosa", after });
  });
  expect(candidates).toContain("client_search VIRTUAL TABLE INDEX");
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain("SEARCH clients USING INDEX sqlite_autoindex_clients_1 (client_id=?)");
    expect(plan).not.toContain("SCAN clients");
  }
});

test.each([
  ["all mails", false, "mails_by_time"],
  ["undelivered mails", true, "mails_failed"],
])("a page of %s uses its index", async (_, isFailed, index) => {
  // reading a list must not need the seals
  const seals = undefined as never;
  const before = { createdAt: 1, mailId: "ml_1" };
  const [places = ""] = await plansOfWork((watched) =>
    mailQueries(watched, seals).list({ scope: "all", isFailed, limit: 51, before }),
  );
  expect(places).toContain(index);
  expect(places).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
});

test("stalled clients are looked up among those active then, by indexes", async () => {
  await engine.write((db) =>
    sql`insert into webhooks (webhook_id, address, secret, kinds, created_at)
      values ('wh_1', x'', x'', '["client.inactive"]', 1)`.execute(db),
  );
  const [, active = ""] = await plansOfWork((watched) =>
    inactiveNoticeQueries(watched, undefined as never).announceInactive({
      lastActive: { since: 1, before: 2 },
      now: 3,
      limit: 100,
    }),
  );
  expect(active).toContain("COVERING INDEX revisions_by_time");
  expect(active).toContain("COVERING INDEX clients_by_last_seen");
});
