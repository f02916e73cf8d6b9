import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAccessKey } from "#contract/api/access-key.ts";
import { readableText } from "../../tests/support/fakes/readable-text.ts";
import { fromBase64Url, openUnlock, openVault, type SealedValue, sealUnlock, toBase64Url } from "./vault.ts";

const DRAFT_KEY = toBase64Url(Uint8Array.from({ length: 32 }, (_, place) => place));
const OTHER_DRAFT_KEY = toBase64Url(Uint8Array.from({ length: 32 }, (_, place) => 255 - place));
/** A key with the look-alikes 0 and 1 and a few other symbols. */
const ACCESS_KEY = formatAccessKey(
  Array.from({ length: 31 }, (_, place) => [0, 1, 10, 20, 31][place % 5] ?? 0),
);
const OTHER_ACCESS_KEY = formatAccessKey(Array.from({ length: 31 }, () => 7));
const ROSA = { draftKey: DRAFT_KEY, client: { id: "cl_rosa_4711", name: "Rosa's Flower Shop" } };
const BELA = { draftKey: OTHER_DRAFT_KEY, client: { id: "cl_bela_0815", name: "Béla & Sons" } };
const VALUE = { boxes: { "booking-process": "They call me. 📞" }, count: 3 };

const openRosas = () => openVault(crypto, DRAFT_KEY);

/** The device's rows by name, with the functions that an access key needs. */
function rowsOf(...rows: { name: string; sealed: SealedValue }[]) {
  return async (name: string) => rows.find((row) => row.name === name)?.sealed;
}

function flipped(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>, bit: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(bytes.slice(0));
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
}

describe("an encrypted value", () => {
  test("is read again by its name, also by another page of the client", async () => {
    const sealed = await (await openRosas()).seal("a", VALUE);
    expect(await (await openRosas()).unseal("a", sealed)).toEqual(VALUE);
  });

  test("has a fresh IV and different bytes at each write", async () => {
    const vault = await openRosas();
    const sealed = await Promise.all(Array.from({ length: 100 }, () => vault.seal("a", VALUE)));
    expect(new Set(sealed.map(({ iv }) => toBase64Url(iv))).size).toBe(100);
    expect(new Set(sealed.map(({ bytes }) => toBase64Url(new Uint8Array(bytes)))).size).toBe(100);
  });

  test("shows none of its words", async () => {
    const { iv, bytes } = await (await openRosas()).seal("a", VALUE);
    expect(readableText([iv, bytes])).not.toMatch(/booking|They|call|boxes/);
  });

  test("cannot be read with another key", async () => {
    const sealed = await (await openRosas()).seal("a", VALUE);
    const other = await openVault(crypto, OTHER_DRAFT_KEY);
    await expect(other.unseal("a", sealed)).rejects.toThrow();
  });

  test("cannot be read under another name", async () => {
    const vault = await openRosas();
    const sealed = await vault.seal("a", VALUE);
    await expect(vault.unseal("b", sealed)).rejects.toThrow();
  });

  test("cannot be read with any single bit flipped", async () => {
    const vault = await openRosas();
    const sealed = await vault.seal("a", "Hi");
    const damaged: SealedValue[] = [];
    for (let bit = 0; bit < sealed.bytes.byteLength * 8; bit++)
      damaged.push({ ...sealed, bytes: flipped(sealed.bytes, bit).buffer });
    for (let bit = 0; bit < sealed.iv.byteLength * 8; bit++)
      damaged.push({ ...sealed, iv: flipped(sealed.iv, bit) });
    const read = await Promise.allSettled(damaged.map((row) => vault.unseal("a", row)));
    expect(read.filter(({ status }) => status === "fulfilled")).toEqual([]);
  });

  test.for([0, 1, 15, 16, 17])("cannot be read when only %i bytes are left", async (length) => {
    const vault = await openRosas();
    const sealed = await vault.seal("a", VALUE);
    await expect(vault.unseal("a", { ...sealed, bytes: sealed.bytes.slice(0, length) })).rejects.toThrow();
  });

  test("written by a newer version is refused", async () => {
    const vault = await openRosas();
    const sealed = await vault.seal("a", VALUE);
    await expect(vault.unseal("a", { ...sealed, version: 2 })).rejects.toThrow("Format 2 is unknown");
  });
});

describe("a client's rows", () => {
  test("have one name for all pages and devices of the client, and another for each client", async () => {
    const [one, again, other] = await Promise.all(
      [DRAFT_KEY, DRAFT_KEY, OTHER_DRAFT_KEY].map((draftKey) => openVault(crypto, draftKey)),
    );
    expect(again?.slot).toBe(one?.slot);
    expect(other?.slot).not.toBe(one?.slot);
  });

  test("have a name without a slash, which is not a key", async () => {
    const { slot } = await openRosas();
    expect(slot).toMatch(/^[\w-]{22}$/);
    expect(DRAFT_KEY).not.toContain(slot);
  });

  test.for([
    "",
    "%%%",
    "no key at all!",
    ...[16, 31, 33].map((length) => toBase64Url(new Uint8Array(length))),
  ])("cannot be named or read with %j as the key", async (draftKey) => {
    await expect(openVault(crypto, draftKey)).rejects.toThrow();
  });
});

describe("the row for an access key", () => {
  test("returns the draft key and the client", async () => {
    const row = await sealUnlock(crypto, ACCESS_KEY, ROSA);
    expect(await openUnlock(crypto, ACCESS_KEY, rowsOf(row))).toEqual(ROSA);
  });

  test.for([
    ["in lower case", (key: string) => key.toLowerCase()],
    ["with dashes", (key: string) => key.replaceAll("_", "-")],
    ["with the dashes of a mail program", (key: string) => key.replaceAll("_", "–")],
    ["with spaces around and within", (key: string) => `  ${key.replaceAll("_", " ")}\n`],
    ["without separators", (key: string) => key.replaceAll("_", "")],
    ["with O for 0", (key: string) => key.replaceAll("0", "O")],
    ["with l for 1", (key: string) => key.replaceAll("1", "l")],
  ] as const)("opens with the key typed %s", async ([, typed]) => {
    const row = await sealUnlock(crypto, ACCESS_KEY, ROSA);
    expect(typed(ACCESS_KEY)).not.toBe(ACCESS_KEY);
    expect(await openUnlock(crypto, typed(ACCESS_KEY), rowsOf(row))).toEqual(ROSA);
  });

  test("is not found by another key", async () => {
    const row = await sealUnlock(crypto, ACCESS_KEY, ROSA);
    expect(await openUnlock(crypto, OTHER_ACCESS_KEY, rowsOf(row))).toBeUndefined();
  });

  test("does not open with another key, even if it is stored under that key's name", async () => {
    const { sealed } = await sealUnlock(crypto, ACCESS_KEY, ROSA);
    const { name } = await sealUnlock(crypto, OTHER_ACCESS_KEY, BELA);
    expect(await openUnlock(crypto, OTHER_ACCESS_KEY, rowsOf({ name, sealed }))).toBeUndefined();
  });

  test("opens nothing once it is damaged", async () => {
    const { name, sealed } = await sealUnlock(crypto, ACCESS_KEY, ROSA);
    const damaged = { ...sealed, bytes: flipped(sealed.bytes, 100).buffer };
    expect(await openUnlock(crypto, ACCESS_KEY, rowsOf({ name, sealed: damaged }))).toBeUndefined();
  });

  test("opens nothing if it has other content", async () => {
    const something = { draftKey: DRAFT_KEY } as typeof ROSA;
    const row = await sealUnlock(crypto, ACCESS_KEY, something);
    expect(await openUnlock(crypto, ACCESS_KEY, rowsOf(row))).toBeUndefined();
  });

  test("exists once per key of the client, and each opens the same draft", async () => {
    const rows = await Promise.all(
      [ACCESS_KEY, OTHER_ACCESS_KEY].map((accessKey) => sealUnlock(crypto, accessKey, ROSA)),
    );
    expect(rows[0]?.name).not.toBe(rows[1]?.name);
    for (const accessKey of [ACCESS_KEY, OTHER_ACCESS_KEY])
      expect(await openUnlock(crypto, accessKey, rowsOf(...rows))).toEqual(ROSA);
  });
});

describe("data stored in version 1 of the format", () => {
  const sealedAs = (iv: string, bytes: string): SealedValue => ({
    version: 1,
    iv: fromBase64Url(iv),
    bytes: fromBase64Url(bytes).buffer,
  });

  test("is found and read: a client's rows", async () => {
    const vault = await openRosas();
    expect(vault.slot).toBe("Wlfdc_FZuAtit8BNgFytRA");
    const row = sealedAs(
      "MVKOc10mQ9_nV8KH",
      "HFlW2MoligPLAlis3HOgYckX0qfoPgxZxNZSR1J8DzGD6MZq-JXbug2dL7LchjIPprxsshWe5P02hFFs1ogzE3CAjflBQkxqhALGLA",
    );
    expect(await vault.unseal("Wlfdc_FZuAtit8BNgFytRA/lane-1/open", row)).toEqual(VALUE);
  });

  test("is found and read: the row for an access key", async () => {
    const sealed = sealedAs(
      "JOX_uk76z1H4EMn_",
      "GXHhPpCZ_RRp09dR2PqQhJdgzYFHjF5NBgf_BDKxDQXa4msR9TxtTR9e6HsoyXpLFE2tq24Edd5rCaOwRLKMEONlHC_aAHzUZzqm9t0kbtz6yqfcBZYgvM5-HOitsGVpg1XeO-GTEdELvz_y_4I_207Idy0hZ0wpZ12yQ6cba9NgoR6Okw",
    );
    const key = "fh_01AMZ_01AMZ_01AMZ_01AMZ_01AMZ_01AMZ_0DAHE";
    expect(await openUnlock(crypto, key, rowsOf({ name: "YDHIRxFJDiR1aimJnqRTWA", sealed }))).toEqual(ROSA);
  });
});

test("stored data of two clients reveals neither who they are nor a key", async () => {
  const stored: unknown[] = [];
  for (const [unlocked, accessKey] of [
    [ROSA, ACCESS_KEY],
    [BELA, OTHER_ACCESS_KEY],
  ] as const) {
    const vault = await openVault(crypto, unlocked.draftKey);
    const { id, name } = unlocked.client;
    stored.push(await sealUnlock(crypto, accessKey, unlocked), vault.slot);
    stored.push(
      await vault.seal(`${vault.slot}/lane/open`, { id, name, accessKey, draftKey: unlocked.draftKey }),
    );
  }
  const text = readableText(stored);
  const rawKeys = [DRAFT_KEY, OTHER_DRAFT_KEY].map((key) => readableText(fromBase64Url(key)));
  const typed = [ACCESS_KEY, OTHER_ACCESS_KEY].flatMap((key) => [
    key,
    key.replaceAll("_", ""),
    key.slice(3, 8),
  ]);
  const names = [ROSA, BELA].flatMap(({ client }) => [
    client.id,
    client.name,
    Buffer.from(client.name).toString("latin1"),
  ]);
  for (const secret of [...names, ...typed, ...rawKeys, DRAFT_KEY, OTHER_DRAFT_KEY])
    expect(text).not.toContain(secret);
});

test("no key can be exported from the browser, whatever its purpose", async () => {
  const made: CryptoKey[] = [];
  const subtle = {
    ...Object.fromEntries(
      (["encrypt", "decrypt", "deriveBits"] as const).map((name) => [
        name,
        crypto.subtle[name].bind(crypto.subtle),
      ]),
    ),
    importKey: async (...given: Parameters<SubtleCrypto["importKey"]>) =>
      keep(await crypto.subtle.importKey(...given)),
    deriveKey: async (...given: Parameters<SubtleCrypto["deriveKey"]>) =>
      keep(await crypto.subtle.deriveKey(...given)),
  };
  const keep = (key: CryptoKey) => {
    made.push(key);
    return key;
  };
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  const watched = { subtle, getRandomValues } as unknown as Crypto;
  const vault = await openVault(watched, DRAFT_KEY);
  expect(await vault.unseal("a", await vault.seal("a", VALUE))).toEqual(VALUE);
  expect(await openUnlock(watched, ACCESS_KEY, rowsOf(await sealUnlock(watched, ACCESS_KEY, ROSA)))).toEqual(
    ROSA,
  );
  expect(made.length).toBeGreaterThan(3);
  expect(made.filter(({ extractable }) => extractable)).toEqual([]);
});

describe("bytes", () => {
  const BYTES = Uint8Array.of(0, 255, 7);

  test("come back unchanged, and only under their own name", async () => {
    const vault = await openVault(crypto, DRAFT_KEY);
    const sealed = await vault.sealBytes("a", BYTES);
    expect(await vault.unsealBytes("a", sealed)).toEqual(BYTES);
    await expect(vault.unsealBytes("b", sealed)).rejects.toThrow();
    await expect(vault.unsealBytes("a", { ...sealed, version: 2 })).rejects.toThrow("Format 2 is unknown");
  });
});

describe("base64url", () => {
  test("restores any bytes, in letters that are valid in addresses and names", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = toBase64Url(bytes);
        expect(text).toMatch(/^[\w-]*$/);
        expect([...fromBase64Url(text)]).toEqual([...bytes]);
      }),
    );
  });

  test("matches the server's form of a draft key", () => {
    const bytes = Uint8Array.from({ length: 32 }, (_, place) => 200 + place);
    expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
  });
});
