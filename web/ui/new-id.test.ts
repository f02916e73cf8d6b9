import { afterEach, describe, expect, test, vi } from "vitest";
import { newId } from "./new-id.ts";

/** RFC 9562: version 4, with the usual variant. */
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page over plain HTTP, where the browser has random numbers but no `randomUUID`. */
function overPlainHttp(getRandomValues: Crypto["getRandomValues"]): void {
  vi.stubGlobal("crypto", { getRandomValues });
}

describe.each([
  ["over https", (): void => undefined],
  ["over plain http", (): void => overPlainHttp(crypto.getRandomValues.bind(crypto))],
] as const)("an id %s", (_, open) => {
  test("is a random UUID, and never the same", () => {
    open();
    const ids = Array.from({ length: 1_000 }, newId);
    expect(ids.filter((id) => !UUID_V4.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(1_000);
  });
});

test.for([
  [0x00, "00000000-0000-4000-8000-000000000000"],
  [0xff, "ffffffff-ffff-4fff-bfff-ffffffffffff"],
  [0x05, "05050505-0505-4505-8505-050505050505"],
] as const)("over plain http, random bytes %i make %s", ([byte, id]) => {
  overPlainHttp((<Bytes extends Uint8Array>(bytes: Bytes) => bytes.fill(byte)) as Crypto["getRandomValues"]);
  expect(newId()).toBe(id);
});
