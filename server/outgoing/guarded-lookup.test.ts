import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { webhookEgressPolicy } from "./egress-policy.ts";
import { AddressRefused, guardedLookup, type Lookup } from "./guarded-lookup.ts";

const PUBLIC: LookupAddress[] = [
  { address: "2606:4700:4700::1111", family: 6 },
  { address: "1.1.1.1", family: 4 },
];
const reach = webhookEgressPolicy("public");
const allows = (address: string) => reach.allows(address, false);
const answering =
  (addresses: LookupAddress[], error: NodeJS.ErrnoException | null = null): Lookup =>
  (_hostname, _options, callback) =>
    callback(error, addresses);

/** The addresses that a socket would get from the lookup. */
function resolve(lookup: Lookup, options: Parameters<LookupFunction>[1]) {
  return new Promise((settle, reject) => {
    guardedLookup(lookup, allows)("receiver.test", options, (error, address, family) =>
      error ? reject(error) : settle(family === undefined ? address : { address, family }),
    );
  });
}

test("the connection uses the checked addresses, in either form that a socket asks for", async () => {
  expect(await resolve(answering(PUBLIC), { all: true })).toEqual(PUBLIC);
  expect(await resolve(answering(PUBLIC), {})).toEqual(PUBLIC[0]);
});

test("every address is looked up, however few the socket wants", async () => {
  const asked: unknown[] = [];
  const lookup: Lookup = (hostname, options, callback) => {
    asked.push([hostname, options]);
    callback(null, PUBLIC);
  };
  await resolve(lookup, { family: 4, hints: 32 });
  expect(asked).toEqual([["receiver.test", { family: 4, hints: 32, all: true }]]);
});

test.each([
  ["a private one", [{ address: "10.0.0.1", family: 4 }]],
  ["a private one behind public ones", [...PUBLIC, { address: "::ffff:10.0.0.1", family: 6 }]],
  ["a private one before public ones", [{ address: "127.0.0.1", family: 4 }, ...PUBLIC]],
  ["one with a zone", [{ address: "fe80::1%eth0", family: 6 }]],
  ["none", []],
])("refused: %s", async (_what, addresses) => {
  await expect(resolve(answering(addresses), { all: true })).rejects.toBeInstanceOf(AddressRefused);
  await expect(resolve(answering(addresses), {})).rejects.toBeInstanceOf(AddressRefused);
});

test("an unknown name fails with the original error", async () => {
  const error = Object.assign(new Error("no such host"), { code: "ENOTFOUND" });
  await expect(resolve(answering([], error), { all: true })).rejects.toBe(error);
});
