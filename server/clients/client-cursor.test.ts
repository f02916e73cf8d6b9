import { hash } from "node:crypto";
import { expect, test } from "vitest";
import type { clientOrders } from "#contract/manage/clients.ts";
import { clientCursorOf, parseClientCursor } from "./client-cursor.ts";

const selection = (order: (typeof clientOrders)[number]) =>
  ({ search: "", filter: "all", order, direction: "up" }) as const;

const NUMBERS = [1, 2, 3, 4, 5, 6];
const COUNTS = {
  all: 21,
  "not-invited": 1,
  invited: 2,
  opened: 3,
  "in-progress": 4,
  submitted: 5,
  approved: 6,
};

test.each([
  ["name", "rosa's bäckerei жук"],
  ["name", ""],
  ["percent", 0],
  ["last-seen", 1_795_392_000_000],
] as const)("a position by %s survives its cursor", (order, orderedBy) => {
  const place = { orderedBy, clientId: "cl_1", counted: COUNTS };
  const cursor = clientCursorOf(place, selection(order), { counts: COUNTS, scope: "all" });
  expect(parseClientCursor(cursor, selection(order), "all")).toEqual(place);
  const ofMia = { managerId: "mg_1" };
  expect(parseClientCursor(cursor, selection(order), ofMia)).toEqual({ ...place, counted: undefined });
});

/** Empty values for all conditions from the state to the question where a client pauses. */
const NO_OTHERS = Array.from({ length: 17 }, () => null);

/** A cursor forged by someone who has read this code: its check is right. */
function counterfeit(content: unknown, order: (typeof clientOrders)[number]): string {
  const { search, filter, direction } = selection(order);
  const place = Buffer.from(JSON.stringify(content)).toString("base64url");
  const check = hash(
    "sha256",
    JSON.stringify([place, search, filter, ...NO_OTHERS, order, direction]),
    "base64url",
  );
  return `${place}.${check.slice(0, 16)}`;
}

test.each([
  ["percent", [1e15, "cl_1", NUMBERS, ""]],
  ["percent", ["1", "cl_1", NUMBERS, ""]],
  ["changed", [1.5, "cl_1", NUMBERS, ""]],
  ["changed", [-1, "cl_1", NUMBERS, ""]],
  ["changed", [null, "cl_1", NUMBERS, ""]],
  ["name", [1, "cl_1", NUMBERS, ""]],
  ["name", ["a\0", "cl_1", NUMBERS, ""]],
  ["name", ["\ud800", "cl_1", NUMBERS, ""]],
  ["name", ["a", "cl_\0", NUMBERS, ""]],
  ["name", ["a", "x".repeat(101), NUMBERS, ""]],
  ["name", ["a"]],
  ["name", ["a", "cl_1"]],
  ["name", ["a", "cl_1", [1], ""]],
  ["name", ["a", "cl_1", [1, 2, 3, 4, 5, -6], ""]],
  ["name", ["a", "cl_1", NUMBERS, 1]],
  ["name", { orderedBy: "a" }],
] as const)("by %s, a cursor with %j reaches no database", (order, content) => {
  expect(() => parseClientCursor(counterfeit(content, order), selection(order), "all")).toThrow(
    expect.objectContaining({ code: "VALIDATION_ERROR" }),
  );
});

test("the forged cursors are refused for their content", () => {
  expect(
    parseClientCursor(counterfeit(["a", "cl_1", NUMBERS, ""], "name"), selection("name"), "all"),
  ).toEqual({
    orderedBy: "a",
    clientId: "cl_1",
    counted: COUNTS,
  });
});
