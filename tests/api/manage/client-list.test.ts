import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientList, clientOrders } from "#contract/manage/clients.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** The client list, page by page. */

const CLIENTS = 7;
/** One letter U+FDFA folds to 33 bytes, so no name makes a longer cursor. */
const LONGEST = "\ufdfa".repeat(200);

let service: Service;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service);
  for (let count = 1; count < CLIENTS; count++) await add(`Bakery ${count % 3}`);
  await add(LONGEST);
});
afterAll(() => service.close());

const add = (name: string, by = manager) => by.send<{ clientId: string }>("POST", "/clients", { name });
const list = (query: { [name: string]: string | number }, by = manager) =>
  by.read<ClientList>(`/clients?${addressed(query)}`);
const addressed = (query: { [name: string]: string | number }) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));

async function refused(query: { [name: string]: string | number }) {
  const response = await manager.call("GET", `/clients?${addressed(query)}`);
  return (await expectFailure(response, "VALIDATION_ERROR")).details;
}

/** The cursor of the second page. */
async function nextOf(query: { [name: string]: string | number }) {
  const { next } = await list({ limit: 2, ...query });
  if (next === null) throw new Error("There is no second page");
  return next;
}

describe.each(clientOrders)("by %s", (order) => {
  test.each(["up", "down"])("the pages together are the list, each client once, %s", async (direction) => {
    const by = { order, direction };
    const whole = (await list(by)).clients.map(({ clientId }) => clientId);
    expect(whole).toHaveLength(CLIENTS);
    const read: string[] = [];
    let page = await list({ ...by, limit: 2 });
    for (;;) {
      read.push(...page.clients.map(({ clientId }) => clientId));
      expect(page).toMatchObject({ total: CLIENTS, counts: { all: CLIENTS } });
      if (page.next === null) break;
      page = await list({ ...by, limit: 2, after: page.next });
    }
    expect(read).toEqual(whole);
  });
});

test("a search and a filter continue across pages, and the total is theirs", async () => {
  const query = { search: "bakery 1", state: "invited", limit: 1 };
  const first = await list(query);
  expect(first).toMatchObject({ total: 2, next: expect.any(String) });
  const second = await list({ ...query, after: first.next ?? "" });
  expect(second).toMatchObject({ total: 2, next: null });
  expect([...first.clients, ...second.clients].map(({ name }) => name)).toEqual(["Bakery 1", "Bakery 1"]);
});

test("a full last page says that it is the last", async () => {
  expect(await list({ limit: CLIENTS })).toMatchObject({ next: null });
});

test("another manager's cursor leads only to the caller's own clients", async () => {
  const other = await consoleCaller(service);
  const { clientId } = await add("Zoe's Zoo", other);
  const { clients, total } = await list({ limit: 2, after: await nextOf({}) }, other);
  expect(total).toBe(1);
  expect(clients.map((client) => client.clientId)).toEqual([clientId]);
});

describe("a cursor is refused with a reason", () => {
  const says = [{ path: "after", message: expect.stringContaining('the "next" of the page before') }];

  test.each([
    ["another order", { order: "percent" }],
    ["another direction", { direction: "down" }],
    ["another state", { state: "invited" }],
    ["another manager", { manager: "me" }],
    ["another due date", { due: "none" }],
    ["another search", { search: "bakery" }],
  ])("for %s", async (_, other) => {
    expect(await refused({ after: await nextOf({}), ...other })).toEqual(says);
    expect(await list({ ...other, after: await nextOf(other) })).toHaveProperty("next");
  });

  test("for another filter", async () => {
    expect(await refused({ after: await nextOf({}), filter: "waiting" })).toEqual(says);
  });

  test("with a letter that is changed, missing or added", async () => {
    const next = await nextOf({});
    for (let place = 0; place < next.length; place++) {
      const other = next[place] === "A" ? "B" : "A";
      expect(await refused({ after: next.slice(0, place) + other + next.slice(place + 1) })).toEqual(says);
      expect(await refused({ after: next.slice(0, place) + next.slice(place + 1) })).toEqual(says);
    }
    expect(await refused({ after: `${next}A` })).toEqual(says);
  });

  test.each(["", ".", "junk", "null", "1_2", "W10.AAAAAAAAAAAAAAAA", "\0", "é".repeat(99)])(
    "that was never valid: %j",
    async (after) => {
      expect(await refused({ after })).toEqual(says);
    },
  );

  test("that is too long", async () => {
    expect(await refused({ after: "A".repeat(10_001) })).toEqual([
      expect.objectContaining({ path: "after" }),
    ]);
  });
});

describe("numbered pages, for one more release,", () => {
  test("are answered as before", async () => {
    expect(await list({ perPage: 3 })).toMatchObject({ page: 1, pages: 3, total: CLIENTS });
    const whole = (await list({})).clients.map(({ clientId }) => clientId);
    const last = await list({ perPage: 3, page: 3 });
    expect(last).toMatchObject({ page: 3, pages: 3, next: null });
    expect(last.clients.map(({ clientId }) => clientId)).toEqual(whole.slice(6));
  });

  test("lead on to a cursor, and cannot be combined with one", async () => {
    const { next } = await list({ perPage: 3, page: 2 });
    const last = await list({ limit: 3, after: next ?? "" });
    expect(last.clients).toHaveLength(1);
    expect(last).not.toHaveProperty("page");
    expect(await refused({ page: 2, after: next ?? "" })).toEqual([
      { path: "page", message: 'Expected either "after" or "page"' },
    ]);
  });
});
