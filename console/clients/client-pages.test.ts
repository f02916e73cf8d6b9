import { describe, expect, test } from "vitest";
import type { ClientList, ClientRow } from "#contract/manage/clients.ts";
import { type ClientPages, shownClients, withFresh } from "./client-pages.ts";

const row = (clientId: string, percent = 0) => ({ clientId, percent }) as ClientRow;
const NONE = { "not-invited": 0, invited: 0, opened: 0, "in-progress": 0, submitted: 0, approved: 0 };
const page = (clients: ClientRow[], total: number): ClientList => ({
  clients,
  total,
  counts: { all: total, ...NONE },
  next: null,
});
const two: ClientPages = {
  pages: [page([row("a"), row("b")], 4), page([row("c"), row("d")], 4)],
  pageParams: [
    { after: null, count: 2 },
    { after: "b", count: 2 },
  ],
};
const ids = (pages: ClientPages) => shownClients(pages).clients.map(({ clientId }) => clientId);

test("a client who is on two pages is listed once, with the facts of the later page", () => {
  const moved = { ...two, pages: [two.pages[0] as ClientList, page([row("b", 50), row("c")], 4)] };
  expect(ids(moved)).toEqual(["a", "b", "c"]);
  expect(shownClients(moved).clients[1]?.percent).toBe(50);
});

describe("a page that is fetched again", () => {
  const fresh = page([row("new"), row("b", 50), row("a", 10)], 5);

  test("replaces the page", () => {
    expect(ids(withFresh(two, 0, fresh, false))).toEqual(["new", "b", "a", "c", "d"]);
  });

  test("updates lines in place and moves none while the list is held", () => {
    const held = withFresh(two, 0, fresh, true);
    expect(ids(held)).toEqual(["a", "b", "c", "d"]);
    expect(shownClients(held).clients.map(({ percent }) => percent)).toEqual([10, 50, 0, 0]);
  });

  test("shows the current total in either case", () => {
    expect([true, false].map((isHeld) => shownClients(withFresh(two, 0, fresh, isHeld)).total)).toEqual([
      5, 5,
    ]);
  });
});
