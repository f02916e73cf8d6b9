import { beforeAll, describe, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { type builtInForms, emptyForms } from "../../tests/support/data/built-in-forms.ts";
import { openDeviceItems } from "./device-items.ts";
import { fromBase64Url, openVault, toBase64Url, type Vault } from "./vault.ts";

const AT = "2026-03-01T12:00:00.000Z";
const FORMS: ReturnType<typeof builtInForms> = {
  "business-profile": { employees: "2-5", locations: "1", revenue: "" },
  "tool-selection": { selectedTools: ["square", "other"], customTools: "a till", toolRatings: { square: 4 } },
  "website-form": { url: "https://rosa.example", satisfaction: 7 },
};
const withUrl = (url: string): typeof FORMS => ({ ...FORMS, "website-form": { url } });
/** The forms under the names of the specification. */
const formData = (forms: typeof FORMS) => ({
  businessProfile: forms["business-profile"],
  toolSelection: forms["tool-selection"],
  websiteData: forms["website-form"],
});
const NOTHING = { forms: undefined, syncedForms: undefined, asideCount: 0 };
const NAMES = ["firsthand.formData", "firsthand.lastSync", "firsthand.syncedData"] as const;
const [FORM_DATA, LAST_SYNC, SYNCED_DATA] = NAMES;

let rosas: Vault;
let belas: Vault;

beforeAll(async () => {
  rosas = await openVault(crypto, toBase64Url(new Uint8Array(32).fill(1)));
  belas = await openVault(crypto, toBase64Url(new Uint8Array(32).fill(2)));
});

/** The parts of local storage that are used; any other use fails the test. */
function fakeStorage(items: Map<string, string>): Storage {
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
  return storage as Storage;
}

/** A device on which a client signs in; the client is Rosa by default. */
function newDevice(stored: { [name: string]: string } = {}) {
  const items = new Map(Object.entries(stored));
  const aside: [name: string, text: string][] = [];
  type Who = {
    clientId?: string;
    vault?: Vault | undefined;
    storage?: Partial<Storage>;
    keepsAside?: boolean;
  };
  function openItems({ clientId = "rosa", storage = {}, keepsAside = true, ...who }: Who = {}) {
    return openDeviceItems({
      interview: builtInInterview,
      findStorage: () => ({ ...fakeStorage(items), ...storage }),
      clientId,
      vault: "vault" in who ? who.vault : rosas,
      keepAside: async (name, text) => {
        if (!keepsAside) throw new DOMException("The disk is full.", "QuotaExceededError");
        aside.push([name, text]);
      },
    });
  }
  return { items, aside, openItems };
}

const AS_BELA = () => ({ clientId: "bela", vault: belas });

async function written() {
  const device = newDevice();
  const own = device.openItems();
  await own.writeForms(FORMS);
  await own.writeSynced(emptyForms, AT);
  return device;
}

type SealedItem = { version: number; slot: string; sealed: { version: number; iv: string; bytes: string } };

/** Changes the item as an attacker with access to the device would. */
function tampered(items: Map<string, string>, change: (item: SealedItem) => unknown): void {
  const item: SealedItem = JSON.parse(items.get(FORM_DATA) ?? "");
  items.set(FORM_DATA, JSON.stringify(change(item)));
}

const plain = (value: unknown, clientId = "rosa") => JSON.stringify({ version: 1, clientId, value });

describe("the device's items", () => {
  test("are exactly three, each with its format version, the name of the client's rows, and no readable word", async () => {
    const { items } = await written();
    expect([...items.keys()].sort()).toEqual(NAMES);
    for (const text of items.values()) {
      expect(JSON.parse(text)).toEqual({
        version: 2,
        slot: rosas.slot,
        sealed: {
          version: 1,
          iv: expect.stringMatching(/^[\w-]{16}$/),
          bytes: expect.stringMatching(/^[\w-]+$/),
        },
      });
    }
  });

  test("contain the forms as the specification names them", async () => {
    const { items } = await written();
    const { sealed }: SealedItem = JSON.parse(items.get(FORM_DATA) ?? "");
    const { version, iv, bytes } = sealed;
    const row = { version, iv: fromBase64Url(iv), bytes: fromBase64Url(bytes).buffer };
    expect(await rosas.unseal(FORM_DATA, row)).toEqual(formData(FORMS));
  });

  test("are read back unchanged", async () => {
    const { openItems } = await written();
    expect(await openItems().read()).toEqual({ forms: FORMS, syncedForms: emptyForms, asideCount: 0 });
  });

  test("keep the marks of forms that don't apply", async () => {
    const marked: typeof FORMS = {
      "business-profile": { ...emptyForms["business-profile"], notApplicable: true },
      "tool-selection": { ...emptyForms["tool-selection"], notApplicable: true },
      "website-form": { ...emptyForms["website-form"], notApplicable: true },
    };
    const { openItems } = newDevice();
    await openItems().writeForms(marked);
    expect((await openItems().read()).forms).toEqual(marked);
  });

  test("are empty on a new device", async () => {
    expect(await newDevice().openItems().read()).toEqual(NOTHING);
  });

  test("of another client are neither read nor counted, and stay unchanged", async () => {
    const { items, aside, openItems } = await written();
    const before = [...items];
    expect(await openItems(AS_BELA()).read()).toEqual(NOTHING);
    expect([...items]).toEqual(before);
    expect(aside).toEqual([]);
  });

  test("belong to the client who wrote last", async () => {
    const { openItems } = await written();
    await openItems(AS_BELA()).writeForms(emptyForms);
    expect(await openItems().read()).toEqual({ forms: undefined, syncedForms: emptyForms, asideCount: 0 });
  });

  test("written in quick succession keep the last value, with one encryption", async () => {
    const { openItems } = newDevice();
    const seal = vi.fn(rosas.seal);
    const own = openItems({ vault: { ...rosas, seal } });
    const writes = ["r", "ro", "ros", "rosa"].map((url) => own.writeForms(withUrl(url)));
    await Promise.all([...writes, own.writeSynced(withUrl("synced"), AT)]);
    const { forms, syncedForms } = await openItems().read();
    expect([forms, syncedForms]).toMatchObject([
      { "website-form": { url: "rosa" } },
      { "website-form": { url: "synced" } },
    ]);
    expect(seal.mock.calls.filter(([name]) => name === FORM_DATA).length).toBeLessThan(3);
  });

  test("are written after one that could not be encrypted", async () => {
    const { openItems } = newDevice();
    const seal = vi.fn(rosas.seal).mockRejectedValueOnce(new DOMException("No.", "OperationError"));
    const own = openItems({ vault: { ...rosas, seal } });
    await own.writeForms(FORMS);
    await own.writeForms(withUrl("second"));
    expect((await openItems().read()).forms).toEqual(withUrl("second"));
  });

  test("are gone once cleared, and nothing else is", async () => {
    const { items, openItems } = await written();
    items.set("somebody else's", "x");
    await openItems().clear();
    expect([...items.keys()]).toEqual(["somebody else's"]);
  });

  test("do not come back from writes that were running when they were cleared", async () => {
    const { items, openItems } = newDevice();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const seal: Vault["seal"] = async (name, value) => {
      begun.resolve();
      await gate.promise;
      return rosas.seal(name, value);
    };
    const own = openItems({ vault: { ...rosas, seal } });
    const writes = [own.writeForms(FORMS), own.writeSynced(FORMS, AT)];
    await begun.promise;
    const cleared = own.clear();
    gate.resolve();
    await Promise.all([cleared, ...writes]);
    expect(items.size).toBe(0);
  });
});

describe("without an encryption key", () => {
  test("nothing is written", async () => {
    const { items, openItems } = newDevice();
    const own = openItems({ vault: undefined });
    await own.writeForms(FORMS);
    await own.writeSynced(FORMS, AT);
    expect(items.size).toBe(0);
  });

  test("encrypted items are neither read nor counted", async () => {
    const { openItems } = await written();
    expect(await openItems({ vault: undefined }).read()).toEqual(NOTHING);
  });

  test("items of release 0.1.0 are read", async () => {
    const { openItems } = newDevice({ [FORM_DATA]: plain(formData(FORMS)) });
    expect(await openItems({ vault: undefined }).read()).toEqual({ ...NOTHING, forms: FORMS });
  });
});

describe("items of release 0.1.0, which anyone can read,", () => {
  const ITEMS = {
    [FORM_DATA]: plain(formData(FORMS)),
    [SYNCED_DATA]: plain(formData(emptyForms)),
    [LAST_SYNC]: plain(AT),
  };

  test("are read", async () => {
    const { openItems, aside } = newDevice(ITEMS);
    expect(await openItems().read()).toEqual({ forms: FORMS, syncedForms: emptyForms, asideCount: 0 });
    expect(aside).toEqual([]);
  });

  test("of another client are neither read nor counted", async () => {
    const { openItems, aside } = newDevice(ITEMS);
    expect(await openItems(AS_BELA()).read()).toEqual(NOTHING);
    expect(aside).toEqual([]);
  });

  test("are overwritten with encrypted ones", async () => {
    const { items, openItems } = newDevice(ITEMS);
    const own = openItems();
    await own.read();
    await own.writeForms(FORMS);
    await own.writeSynced(FORMS, AT);
    expect([...items.values()].join()).not.toContain("rosa.example");
    expect(await openItems().read()).toMatchObject({ forms: FORMS, syncedForms: FORMS });
  });
});

const edited = (item: SealedItem, sealed: Partial<SealedItem["sealed"]>) => ({
  ...item,
  sealed: { ...item.sealed, ...sealed },
});
const otherFirst = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);

const JUNK = [
  ["no JSON", "{"],
  ["an empty text", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["no version", JSON.stringify({ clientId: "rosa", value: FORMS })],
  ["a newer version", JSON.stringify({ version: 3, clientId: "rosa", slot: "x", value: FORMS })],
  ["no client", JSON.stringify({ version: 1, value: FORMS })],
  ["no value", JSON.stringify({ version: 1, clientId: "rosa" })],
  ["half the forms", plain({ websiteData: { url: "" } })],
  ["a field of another type", plain({ ...formData(FORMS), websiteData: { url: 5 } })],
  ["nothing sealed", JSON.stringify({ version: 2, slot: "x" })],
] as const;

describe("an invalid item counts as absent, and is set aside and counted:", () => {
  test.for(JUNK)("%s", async ([, text]) => {
    const { openItems, aside } = newDevice({ [FORM_DATA]: text, [SYNCED_DATA]: text, [LAST_SYNC]: "{" });
    expect(await openItems().read()).toEqual({ ...NOTHING, asideCount: 3 });
    expect(aside).toEqual([
      [FORM_DATA, text],
      [SYNCED_DATA, text],
      [LAST_SYNC, "{"],
    ]);
  });

  test.for([
    ["a letter of it changed", (item: SealedItem) => edited(item, { bytes: otherFirst(item.sealed.bytes) })],
    ["half of it missing", (item: SealedItem) => edited(item, { bytes: item.sealed.bytes.slice(0, 10) })],
    ["another IV", (item: SealedItem) => edited(item, { iv: "AAAAAAAAAAAAAAAA" })],
    ["letters that are no base64url", (item: SealedItem) => edited(item, { bytes: "%%%" })],
    ["a newer way of sealing", (item: SealedItem) => edited(item, { version: 2 })],
  ] as const)("%s", async ([, change]) => {
    const { items, aside, openItems } = await written();
    tampered(items, change);
    const text = items.get(FORM_DATA);
    expect(await openItems().read()).toEqual({ forms: undefined, syncedForms: emptyForms, asideCount: 1 });
    expect(aside).toEqual([[FORM_DATA, text]]);
  });

  test("one stored under another's name", async () => {
    const { items, aside, openItems } = await written();
    items.set(FORM_DATA, items.get(SYNCED_DATA) ?? "");
    expect(await openItems().read()).toMatchObject({ forms: undefined, asideCount: 1 });
    expect(aside).toHaveLength(1);
  });

  test("the other item is still read", async () => {
    const { items, openItems } = await written();
    items.set(SYNCED_DATA, "junk");
    expect(await openItems().read()).toEqual({ forms: FORMS, syncedForms: undefined, asideCount: 1 });
  });

  test("and is then overwritten", async () => {
    const { openItems } = newDevice({ [FORM_DATA]: "junk" });
    const own = openItems();
    await own.read();
    await own.writeForms(FORMS);
    expect(await openItems().read()).toEqual({ ...NOTHING, forms: FORMS });
  });
});

test("an invalid item that cannot be set aside is not overwritten, and the others are", async () => {
  const { items, openItems } = newDevice({ [FORM_DATA]: "junk" });
  const own = openItems({ keepsAside: false });
  expect(await own.read()).toEqual({ ...NOTHING, asideCount: 1 });
  await own.writeForms(FORMS);
  await own.writeSynced(FORMS, AT);
  expect(items.get(FORM_DATA)).toBe("junk");
  expect(await openItems().read()).toMatchObject({ syncedForms: FORMS });
});

describe("a storage that refuses", () => {
  const refuse = () => {
    throw new DOMException("No.", "QuotaExceededError");
  };

  test("to write loses nothing else, and the stored items stay", async () => {
    const { items, openItems } = await written();
    const before = [...items];
    const full = openItems({ storage: { setItem: refuse } });
    await full.writeForms(emptyForms);
    await full.writeSynced(FORMS, AT);
    expect([...items]).toEqual(before);
  });

  test("to write once accepts the next value", async () => {
    const { items, openItems } = newDevice();
    let refusals = 1;
    const setItem = (name: string, text: string) => {
      if (refusals-- > 0) refuse();
      items.set(name, text);
    };
    const own = openItems({ storage: { setItem } });
    await own.writeForms(withUrl("first"));
    await own.writeForms(withUrl("second"));
    expect((await openItems().read()).forms).toEqual(withUrl("second"));
  });

  test("to be read counts as empty", async () => {
    const { openItems } = await written();
    expect(await openItems({ storage: { getItem: refuse } }).read()).toEqual(NOTHING);
  });

  test("to clear does not block signing out", async () => {
    const { openItems } = await written();
    await expect(openItems({ storage: { removeItem: refuse } }).clear()).resolves.toBeUndefined();
  });
});

test("a browser without local storage still works", async () => {
  const items = openDeviceItems({
    interview: builtInInterview,
    findStorage: () => {
      throw new DOMException("Not here.", "SecurityError");
    },
    clientId: "rosa",
    vault: rosas,
    keepAside: () => Promise.reject(new Error("There is nothing to keep")),
  });
  expect(await items.read()).toEqual(NOTHING);
  await items.writeForms(FORMS);
  await items.clear();
});
