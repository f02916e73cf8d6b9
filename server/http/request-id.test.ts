import { expect, test } from "vitest";
import { requestIds } from "./request-id.ts";

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
const SENT_ID = "0f8fad5bd9cb469fa16570867728950e";
const asked = (id: string | string[] | undefined, remoteAddress: string | undefined = "10.1.2.3") =>
  ({ headers: { "x-request-id": id }, socket: { remoteAddress } }) as Parameters<
    ReturnType<typeof requestIds>
  >[0];
const idOf = requestIds(["10.0.0.0/8", "fd00::/64"]);

test.each([
  ["32 hex digits", SENT_ID, "10.1.2.3"],
  ["a UUID", "0f8fad5b-d9cb-469f-a165-70867728950e", "10.1.2.3"],
  ["over IPv6", SENT_ID, "fd00::7"],
  ["on a socket for both families", SENT_ID, "::ffff:10.1.2.3"],
])("an id from a trusted proxy is kept: %s", (_, id, peer) => {
  expect(idOf(asked(id, peer))).toBe(id);
});

test.each<[string, string | string[] | undefined, string | undefined]>([
  ["from elsewhere", SENT_ID, "192.0.2.1"],
  ["from one that has gone", SENT_ID, undefined],
  ["with none", undefined, "10.1.2.3"],
  ["with an access key", "fh_2PQ9N_7BNEZ_D7ND9_8CZWR_BAW9G_WEMQH_5KSMJ", "10.1.2.3"],
  ["with a session's token", `fhs_${"a".repeat(43)}`, "10.1.2.3"],
  ["with a line break", `${SENT_ID}\n{"level":60}`, "10.1.2.3"],
  ["that is too long", `${SENT_ID}0`, "10.1.2.3"],
  ["twice", `${SENT_ID}, ${SENT_ID}`, "10.1.2.3"],
  ["in a list", [SENT_ID], "10.1.2.3"],
])("any other request gets its own id: %s", (_, id, peer) => {
  const given = idOf({ ...asked(id), socket: { remoteAddress: peer } });
  expect(given).toMatch(UUID);
  expect(idOf({ ...asked(id), socket: { remoteAddress: peer } })).not.toBe(given);
});

test("without a proxy, no incoming id is trusted", () => {
  expect(requestIds([])(asked(SENT_ID, "127.0.0.1"))).toMatch(UUID);
});
