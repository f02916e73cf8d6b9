import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { emptyAnswers, recordOf } from "#contract/record/answer.ts";
import type { ClientRecord, RecordInput } from "#contract/record/record.ts";
import { newIndexedDb, storedRows } from "../../tests/support/fakes/fake-indexed-db.ts";
import { fakeLocks } from "../../tests/support/fakes/fake-locks.ts";
import { readableText } from "../../tests/support/fakes/readable-text.ts";
import { type AsideRow, type Change, type DeviceDatabase, deviceDatabase } from "./device-database.ts";
import { openJournal } from "./journal.ts";
import type { JournalEntry } from "./journal-rows.ts";
import { pageLocks } from "./locks.ts";
import { openVault, type SealedValue, toBase64Url } from "./vault.ts";

const AT = "2026-03-01T12:00:00.000Z";
const ROSA = toBase64Url(new Uint8Array(32).fill(1));
const BELA = toBase64Url(new Uint8Array(32).fill(2));
const SECTION = { id: "animals", name: "Animals", minutes: 1, description: "Who lives there" };
const YES_NO = { kind: "yes-no" as const, id: "pets", entry: "pets", title: "Pets", prompt: "Any pets?" };
/** Well within the 300 ms that may be lost. */
const SOON_MS = 100;
const RETRY_MS = 2_000;

const EMPTY = recordOf(builtInInterview, emptyAnswers);
const WEBSITE: ClientRecord = { ...EMPTY, "website-form": { url: "https://rosa.example" } };
const ENTRY: JournalEntry = {
  interview: { definition: builtInInterview, hashes: { en: "h1" } },
  open: { boxes: {}, edits: {}, sectionId: "leads-booking", boxId: "booking-process" },
  answers: { record: WEBSITE, arrived: {} },
  server: { synced: undefined, unfinished: undefined },
};
const withBox = (text: string, entry = ENTRY): JournalEntry => ({
  ...entry,
  open: { ...entry.open, boxes: { "booking-process": text } },
});
const syncedAt = (revision: number, entry = ENTRY): JournalEntry => ({
  ...entry,
  server: { synced: { record: EMPTY, revision, savedAt: AT, submittedAt: undefined }, unfinished: undefined },
});

/** Records the calls to the real database, which can refuse or wait when a test says so. */
function watched(database: DeviceDatabase) {
  const writes: Change[][] = [];
  let refusals = 0;
  let gate: PromiseWithResolvers<void> | undefined;
  async function write(changes: Change[]): Promise<void> {
    writes.push(changes);
    if (refusals > 0) {
      refusals -= 1;
      throw new DOMException("The disk is full.", "QuotaExceededError");
    }
    await gate?.promise;
    await database.write(changes);
  }
  return {
    database: { ...database, write },
    writes,
    refuse: (times: number) => {
      refusals = times;
    },
    hold: () => {
      gate = Promise.withResolvers();
      return gate.resolve;
    },
  };
}

type Device = ReturnType<typeof newDevice>;

function newDevice() {
  newIndexedDb();
  let count = 0;
  const device = watched(deviceDatabase(() => indexedDB));
  return { ...device, locks: fakeLocks(), newId: () => `lane-${++count}` };
}

/** The timers of the journals; the database has separate timers. */
const scheduled = new Set<unknown>();
const timers = {
  setTimeout(run: () => void, afterMs: number) {
    const timer = setTimeout(() => {
      scheduled.delete(timer);
      run();
    }, afterMs);
    scheduled.add(timer);
    return timer;
  },
  clearTimeout(timer: unknown) {
    clearTimeout(timer as NodeJS.Timeout);
    scheduled.delete(timer);
  },
};

async function openPage({ database, locks, newId }: Device, draftKey = ROSA) {
  const { manager, end } = locks.openPage();
  const vault = await openVault(crypto, draftKey);
  const interview = builtInInterview;
  const opening = { database, vault, locks: pageLocks(manager), interview, timers, now: () => AT, newId };
  return { journal: await openJournal(opening), vault, end };
}

/** Writes what a page that has ended left behind. */
async function endedPage(device: Device, entry: JournalEntry, draftKey = ROSA): Promise<void> {
  const { journal, end } = await openPage(device, draftKey);
  journal.note(entry);
  await journal.flush();
  end();
  device.writes.length = 0;
}

/** Waits for encryption and disk, which work on other threads. */
async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await new Promise((resolve) => setImmediate(resolve));
}

const namesIn = async (store: "journal" | "unlocks") =>
  (await storedRows(store)).map(([name]) => String(name));
const tabJournalsIn = async () => [...new Set((await namesIn("journal")).map((name) => name.split("/")[1]))];
const aside = async () => (await storedRows("aside")).map(([, row]) => row as AsideRow);
const putParts = (changes: Change[] = []) =>
  changes.flatMap((change) => ("put" in change ? (change.put.split("/").at(-1) ?? "") : []));

let device: Device;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  scheduled.clear();
  device = newDevice();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a noted entry", () => {
  test("is written soon, and is there after the page was killed", async () => {
    const { journal, end } = await openPage(device);
    journal.note(withBox("They call"));
    expect(device.writes).toEqual([]);
    vi.advanceTimersByTime(SOON_MS);
    await until(() => device.writes.length === 1);
    await journal.flush();
    end();
    expect((await openPage(device)).journal.restored).toEqual([withBox("They call")]);
  });

  test("in quick succession is written once, in its last form", async () => {
    const { journal, end } = await openPage(device);
    for (const text of ["T", "Th", "They"]) journal.note(withBox(text));
    await journal.flush();
    vi.advanceTimersByTime(60_000);
    expect(device.writes).toHaveLength(1);
    end();
    expect((await openPage(device)).journal.restored[0]?.open?.boxes).toEqual({ "booking-process": "They" });
  });

  test("is written only where it has changed", async () => {
    const { journal } = await openPage(device);
    const typed = withBox("They call");
    const answered = { ...typed, answers: { ...typed.answers, record: EMPTY } };
    for (const entry of [ENTRY, typed, answered, syncedAt(3, answered)]) {
      journal.note(entry);
      await journal.flush();
    }
    expect(device.writes.map(putParts)).toEqual([
      ["interview", "open", "answers", "server"],
      ["open"],
      ["answers"],
      ["server"],
    ]);
  });

  test("is not written when nothing has changed", async () => {
    const { journal } = await openPage(device);
    journal.note(ENTRY);
    await journal.flush();
    journal.note({
      ...ENTRY,
      open: { ...ENTRY.open },
      answers: { ...ENTRY.answers },
      server: { ...ENTRY.server },
    });
    await journal.flush();
    expect(device.writes).toHaveLength(1);
    vi.advanceTimersByTime(60_000);
    expect(scheduled.size).toBe(0);
  });

  test("during a slow write does not wait for its end, and is written after it", async () => {
    const { journal, end } = await openPage(device);
    const letGo = device.hold();
    journal.note(withBox("They"));
    vi.advanceTimersByTime(SOON_MS);
    await until(() => device.writes.length === 1);
    journal.note(withBox("They call"));
    journal.note(withBox("They call me."));
    vi.advanceTimersByTime(SOON_MS);
    await until(() => device.writes.length === 2);
    expect(device.writes.map(putParts)[1]).toEqual(["open"]);
    letGo();
    await journal.flush();
    end();
    expect((await openPage(device)).journal.restored).toEqual([withBox("They call me.")]);
  });

  test("is on the device without a readable word, under an unreadable name", async () => {
    await endedPage(device, withBox("They call me."));
    const stored = readableText(await storedRows("journal"));
    expect(stored).not.toMatch(/call|rosa\.example|booking|website/);
    expect(stored).not.toContain(ROSA);
  });
});

describe("flush", () => {
  test("writes pending changes at once", async () => {
    const { journal } = await openPage(device);
    journal.note(ENTRY);
    await journal.flush();
    expect(await namesIn("journal")).toHaveLength(4);
    vi.advanceTimersByTime(60_000);
    expect(scheduled.size).toBe(0);
    expect(device.writes).toHaveLength(1);
  });

  test("writes nothing when there is nothing", async () => {
    const { journal } = await openPage(device);
    await journal.flush();
    expect(device.writes).toEqual([]);
  });

  test("waits for the running write, and writes later changes", async () => {
    const { journal } = await openPage(device);
    const letGo = device.hold();
    journal.note(withBox("They"));
    const first = journal.flush();
    await until(() => device.writes.length === 1);
    journal.note(withBox("They call me."));
    const flushed = journal.flush();
    letGo();
    await Promise.all([first, flushed]);
    expect(device.writes.map(putParts)).toEqual([["interview", "open", "answers", "server"], ["open"]]);
  });
});

describe("a page that opens", () => {
  test("finds nothing on a new device, and writes nothing automatically", async () => {
    const { journal } = await openPage(device);
    expect(journal).toMatchObject({ restored: [], asideCount: 0 });
    expect(journal.health.getState()).toEqual({ isKept: true });
    expect(device.writes).toEqual([]);
  });

  test("takes over the entries of closed pages, the latest synced first", async () => {
    const entries = [withBox("never synced"), syncedAt(12, withBox("newest")), syncedAt(3, withBox("older"))];
    const pages = await Promise.all(entries.map(() => openPage(device)));
    for (const [place, entry] of entries.entries()) pages[place]?.journal.note(entry);
    await Promise.all(pages.map(({ journal }) => journal.flush()));
    for (const { end } of pages) end();
    const { journal } = await openPage(device);
    const boxes = journal.restored.map(({ open }) => open?.boxes["booking-process"]);
    expect(boxes).toEqual(["newest", "older", "never synced"]);
  });

  test("does not touch the tab journal of an open page, and takes it over once that page has closed", async () => {
    const living = await openPage(device);
    living.journal.note(withBox("still typing"));
    await living.journal.flush();
    const second = await openPage(device);
    expect(second.journal.restored).toEqual([]);
    second.journal.note(ENTRY);
    await second.journal.flush();
    expect(await tabJournalsIn()).toHaveLength(2);
    living.end();
    const third = await openPage(device);
    expect(third.journal.restored).toEqual([withBox("still typing")]);
  });

  test("takes over what a page has released: its own entry, and those it had taken over", async () => {
    await endedPage(device, withBox("from before"));
    const { journal } = await openPage(device);
    journal.release();
    const second = await openPage(device);
    expect(second.journal.restored).toEqual([withBox("from before")]);
    second.journal.note(ENTRY);
    await second.journal.flush();
    second.journal.release();
    expect((await openPage(device)).journal.restored).toEqual([ENTRY]);
  });

  test("does not take over what another page has just taken", async () => {
    await endedPage(device, ENTRY);
    const [one, other] = await Promise.all([openPage(device), openPage(device)]);
    expect([...one.journal.restored, ...other.journal.restored]).toEqual([ENTRY]);
    const third = await openPage(device);
    expect(third.journal.restored).toEqual([]);
  });

  test("deletes the taken rows in the transaction that writes its own", async () => {
    await endedPage(device, ENTRY);
    const before = await namesIn("journal");
    const { journal } = await openPage(device);
    expect(await namesIn("journal")).toEqual(before);
    journal.note(withBox("goes on"));
    await journal.flush();
    expect(device.writes).toHaveLength(1);
    expect(device.writes[0]?.flatMap((change) => ("drop" in change ? change.drop : [])).toSorted()).toEqual(
      before,
    );
    expect(putParts(device.writes[0])).toEqual(["interview", "open", "answers", "server"]);
    expect((await namesIn("journal")).filter((name) => before.includes(name))).toEqual([]);
    expect(await namesIn("journal")).toHaveLength(4);
  });

  test("and closes before its first write leaves everything to the next one", async () => {
    await endedPage(device, ENTRY);
    (await openPage(device)).end();
    expect((await openPage(device)).journal.restored).toEqual([ENTRY]);
  });

  test("takes nothing of another client, and leaves it there", async () => {
    await endedPage(device, withBox("Bela's"), BELA);
    const belas = await storedRows("journal");
    const { journal } = await openPage(device);
    expect(journal.restored).toEqual([]);
    journal.note(ENTRY);
    await journal.flush();
    expect(await storedRows("journal")).toEqual(expect.arrayContaining(belas));
    expect((await openPage(device, BELA)).journal.restored).toEqual([withBox("Bela's")]);
  });

  test("restores the parts of a tab journal that are there", async () => {
    await endedPage(device, withBox("They call"));
    const names = await namesIn("journal");
    const others = names.filter((name) => !name.endsWith("/open"));
    await device.database.write(others.map((name) => ({ store: "journal", drop: name })));
    const { journal } = await openPage(device);
    expect(journal.restored).toEqual([{ open: withBox("They call").open }]);
    expect(journal.asideCount).toBe(0);
  });

  test("restores an unfinished save word for word", async () => {
    const unfinished = { record: WEBSITE, submit: true, revision: 4, idempotencyKey: "id-1" };
    await endedPage(device, { ...ENTRY, server: { synced: undefined, unfinished } });
    expect((await openPage(device)).journal.restored[0]?.server).toEqual({ unfinished });
  });
});

describe("an unreadable row is set aside unchanged and counted, and the others are restored:", () => {
  const flip = (bytes: Uint8Array) => {
    const copy = Uint8Array.from(bytes);
    copy[3] = (copy[3] ?? 0) ^ 1;
    return copy;
  };

  test.for([
    [
      "a bit of it is flipped",
      (row: SealedValue) => ({ ...row, bytes: flip(new Uint8Array(row.bytes)).buffer }),
    ],
    ["its IV is damaged", (row: SealedValue) => ({ ...row, iv: flip(row.iv) })],
    ["half of it is missing", (row: SealedValue) => ({ ...row, bytes: row.bytes.slice(0, 20) })],
    ["a newer version wrote it", (row: SealedValue) => ({ ...row, version: 2 })],
    ["it has no version", ({ iv, bytes }: SealedValue) => ({ iv, bytes })],
    ["it is a text", () => "junk"],
    ["it is null", () => null],
    ["it is empty", () => ({})],
  ] as const)("%s", async ([, damage]) => {
    await endedPage(device, withBox("They call"));
    const [name, row] = (await storedRows("journal")).find(([key]) => String(key).endsWith("/answers")) ?? [];
    const damaged = damage(row as SealedValue);
    await device.database.write([{ store: "journal", put: String(name), row: damaged }]);
    const { journal } = await openPage(device);
    expect(journal.asideCount).toBe(1);
    expect(journal.restored).toEqual([
      { interview: ENTRY.interview, open: withBox("They call").open, server: {} },
    ]);
    expect(await aside()).toEqual([]);
    journal.note(ENTRY);
    await journal.flush();
    expect(await aside()).toEqual([{ from: name, at: AT, content: damaged }]);
    expect(await namesIn("journal")).not.toContain(name);
    expect((await openPage(device)).journal.asideCount).toBe(0);
  });

  test.for([
    ["of another part", "answers", { record: 5 }],
    ["of another shape", "open", { boxes: { a: 5 }, edits: {}, sectionId: "website" }],
    ["with an entry in the wrong shape", "answers", { record: { "website-form": { url: 5 } } }],
    ["with an invalid save", "server", { unfinished: { record: {}, submit: "yes" } }],
    ["that is null", "server", null],
  ] as const)("content %s", async ([, part, value]) => {
    const { vault } = await openPage(device);
    const name = `${vault.slot}/lane-x/${part}`;
    const row = await vault.seal(name, value);
    await device.database.write([{ store: "journal", put: name, row }]);
    const { journal } = await openPage(device);
    expect(journal).toMatchObject({ asideCount: 1, restored: [{}] });
    journal.note(ENTRY);
    await journal.flush();
    expect(await aside()).toEqual([{ from: name, at: AT, content: row }]);
  });

  test("is read with the interview of the page that wrote it", async () => {
    const definition = { sections: [{ ...SECTION, questions: [YES_NO] }] };
    const written: JournalEntry = {
      ...withBox("They call"),
      interview: { definition, hashes: { en: "h2" } },
      answers: { record: { pets: { value: "yes" } }, arrived: {} },
    };
    await endedPage(device, written);
    const { journal } = await openPage(device);
    expect(journal.restored).toEqual([written]);
    expect(journal.asideCount).toBe(0);
  });

  test.for(["lane-1/else", "lane-1/open/more", "lane-1", "", "/open"])(
    "its name is not ours: %j",
    async (end) => {
      await endedPage(device, ENTRY);
      const rosas = await openVault(crypto, ROSA);
      const name = `${rosas.slot}/${end}`;
      // the row is readable, but it is stored under the wrong name
      const row = await rosas.seal(name, ENTRY.open);
      await device.database.write([{ store: "journal", put: name, row }]);
      const { journal } = await openPage(device);
      expect(journal.asideCount).toBe(1);
      expect(journal.restored).toContainEqual(ENTRY);
      journal.note(ENTRY);
      await journal.flush();
      expect(await aside()).toEqual([{ from: name, at: AT, content: row }]);
      expect(await namesIn("journal")).not.toContain(name);
    },
  );

  test("it belongs to another name", async () => {
    await endedPage(device, withBox("They call"));
    const rows = await storedRows("journal");
    const [[, open] = [], [name] = []] = ["/open", "/server"].map((end) =>
      rows.find(([key]) => String(key).endsWith(end)),
    );
    await device.database.write([{ store: "journal", put: String(name), row: open }]);
    const { journal } = await openPage(device);
    expect(journal.asideCount).toBe(1);
    expect(journal.restored[0]).not.toHaveProperty("server");
  });

  test("all of them", async () => {
    await endedPage(device, ENTRY);
    const names = await namesIn("journal");
    await device.database.write(names.map((name) => ({ store: "journal", put: name, row: "junk" })));
    const { journal } = await openPage(device);
    expect(journal).toMatchObject({ asideCount: 4, restored: [{}] });
    journal.note(ENTRY);
    await journal.flush();
    journal.note(withBox("goes on"));
    await journal.flush();
    // the rows are set aside once, and later writes leave them alone
    expect((await aside()).map(({ from }) => from).toSorted()).toEqual(names);
    expect(device.writes.at(-1)).toMatchObject([{ put: expect.stringMatching(/\/open$/) }]);
  });
});

test("a record with entries unknown to this interview is restored, and copied aside", async () => {
  const record: RecordInput = { ...WEBSITE, "next-year": { responses: [{ content: "A second van." }] } };
  await endedPage(device, { ...ENTRY, answers: { record: record as ClientRecord, arrived: {} } });
  const { journal, vault } = await openPage(device);
  expect(journal.asideCount).toBe(1);
  expect(journal.restored[0]?.answers?.record).toEqual(record);
  journal.note(ENTRY);
  await journal.flush();
  const [kept, ...others] = await aside();
  expect(others).toEqual([]);
  expect(await vault.unseal(kept?.from ?? "", kept?.content as SealedValue)).toEqual({
    record,
    arrived: {},
  });
});

test("raw words that an earlier release kept beside the record become their answer's", async () => {
  const responses = ["a", "constructor"].map((id) => ({
    id,
    content: `${id}.`,
    source: "dictated" as const,
  }));
  const record: RecordInput = { ...WEBSITE, "booking-process": { responses } };
  const answers = { record: record as ClientRecord, heard: { a: "a" }, arrived: {} };
  await endedPage(device, { ...ENTRY, answers });
  const { journal } = await openPage(device);
  const [ended] = journal.restored;
  expect(ended?.answers?.record["booking-process"]).toEqual({
    responses: [{ id: "a", content: "a.", source: "dictated", raw: "a" }, responses[1]],
  });
});

describe("a device that refuses", () => {
  test("once is tried again at once, without a message", async () => {
    await endedPage(device, ENTRY);
    const { journal } = await openPage(device);
    device.refuse(1);
    journal.note(ENTRY);
    await journal.flush();
    expect(device.writes).toHaveLength(2);
    expect(device.writes.map(putParts)[1]).toEqual(["interview", "open", "answers", "server"]);
    expect(journal.health.getState()).toEqual({ isKept: true });
    expect(await namesIn("journal")).toHaveLength(4);
  });

  test("twice is reported to the client, tried again later, and then stores everything", async () => {
    await endedPage(device, withBox("from before"));
    await device.database.write([
      { store: "journal", put: (await namesIn("journal"))[0] ?? "", row: "junk" },
    ]);
    device.writes.length = 0;
    const { journal, end } = await openPage(device);
    const before = await namesIn("journal");
    device.refuse(3);
    journal.note(withBox("They"));
    await journal.flush();
    expect(device.writes).toHaveLength(2);
    expect(journal.health.getState()).toEqual({ isKept: false });
    expect(await namesIn("journal")).toEqual(before);
    vi.advanceTimersByTime(RETRY_MS);
    await until(() => device.writes.length === 3 && scheduled.size > 0);
    journal.note(withBox("They call me."));
    vi.advanceTimersByTime(RETRY_MS);
    await until(() => journal.health.getState().isKept);
    expect(await tabJournalsIn()).toHaveLength(1);
    expect(await aside()).toMatchObject([{ content: "junk" }]);
    end();
    expect((await openPage(device)).journal.restored).toEqual([withBox("They call me.")]);
  });

  test("is reported although an earlier write ends after the refusals", async () => {
    const { journal } = await openPage(device);
    const letGo = device.hold();
    journal.note(withBox("They"));
    const written = journal.flush();
    await until(() => device.writes.length === 1);
    device.refuse(Number.POSITIVE_INFINITY);
    journal.note(withBox("They call me."));
    vi.advanceTimersByTime(RETRY_MS);
    await until(() => !journal.health.getState().isKept);
    letGo();
    await written;
    expect(device.writes).toHaveLength(3);
    expect(journal.health.getState()).toEqual({ isKept: false });
  });

  test("is not tried more often when the client keeps typing", async () => {
    const { journal } = await openPage(device);
    device.refuse(Number.POSITIVE_INFINITY);
    journal.note(withBox("T"));
    await journal.flush();
    for (const text of ["Th", "The", "They"]) {
      journal.note(withBox(text));
      vi.advanceTimersByTime(RETRY_MS / 4);
    }
    expect([device.writes.length, scheduled.size]).toEqual([2, 1]);
    await journal.flush();
    expect(device.writes).toHaveLength(3);
  });

  test("to be read is reported to the client until something is written", async () => {
    await endedPage(device, ENTRY);
    const { database } = device;
    const unreadable = {
      ...database,
      journalRows: () => Promise.reject(new Error("IndexedDB does not answer")),
    };
    const { journal } = await openPage({ ...device, database: unreadable });
    expect(journal).toMatchObject({ restored: [], asideCount: 0 });
    expect(journal.health.getState()).toEqual({ isKept: false });
    journal.note(withBox("goes on"));
    await journal.flush();
    expect(journal.health.getState()).toEqual({ isKept: true });
    // unreadable rows stay for the next page
    expect(await tabJournalsIn()).toHaveLength(2);
  });

  test("to lock can still be used", async () => {
    const manager = { request: () => Promise.reject(new Error("Not here.")) } as unknown as LockManager;
    const vault = await openVault(crypto, ROSA);
    const { database, newId } = device;
    const journal = await openJournal({
      database,
      vault,
      locks: pageLocks(manager),
      interview: builtInInterview,
      timers,
      now: () => AT,
      newId,
    });
    journal.note(ENTRY);
    await journal.flush();
    expect(await namesIn("journal")).toHaveLength(4);
    journal.release();
  });
});

describe("clearing", () => {
  const unlockRow = (slot: string) => ({
    version: 1,
    iv: new Uint8Array(12),
    bytes: new ArrayBuffer(1),
    slot,
  });

  /** Remembers two keys of Rosa's and one of Bela's on this device. */
  async function rememberKeys(): Promise<void> {
    const [rosa, bela] = await Promise.all([openVault(crypto, ROSA), openVault(crypto, BELA)]);
    await device.database.write([
      { store: "unlocks", put: "rosa 1", row: unlockRow(rosa.slot) },
      { store: "unlocks", put: "rosa 2", row: unlockRow(rosa.slot) },
      { store: "unlocks", put: "bela 1", row: unlockRow(bela.slot) },
    ]);
  }

  test("removes the page's own tab journal, those of closed pages, and the rows for the client's keys", async () => {
    await rememberKeys();
    await endedPage(device, withBox("from before"));
    await endedPage(device, withBox("Bela's"), BELA);
    const { journal } = await openPage(device);
    const late = await openPage(device);
    late.journal.note(withBox("ended meanwhile"));
    journal.note(ENTRY);
    await Promise.all([journal.flush(), late.journal.flush()]);
    late.end();
    await journal.clear();
    const belas = (await openVault(crypto, BELA)).slot;
    expect((await namesIn("journal")).filter((name) => !name.startsWith(belas))).toEqual([]);
    expect(await namesIn("journal")).toHaveLength(4);
    expect(await namesIn("unlocks")).toEqual(["bela 1"]);
  });

  test("leaves the rows of an open page, and the keys to them", async () => {
    await rememberKeys();
    const living = await openPage(device);
    living.journal.note(withBox("still typing"));
    await living.journal.flush();
    const { journal } = await openPage(device);
    journal.note(ENTRY);
    await journal.clear();
    expect(await tabJournalsIn()).toHaveLength(1);
    expect(await namesIn("unlocks")).toHaveLength(3);
    living.end();
    expect((await openPage(device)).journal.restored).toEqual([withBox("still typing")]);
  });

  test("by the last page also removes the keys", async () => {
    await rememberKeys();
    const pages = [await openPage(device), await openPage(device)];
    for (const { journal } of pages) {
      journal.note(ENTRY);
      await journal.flush();
    }
    for (const { journal } of pages) await journal.clear();
    expect(await namesIn("journal")).toEqual([]);
    expect(await namesIn("unlocks")).toEqual(["bela 1"]);
  });

  test("leaves rows that were set aside", async () => {
    await endedPage(device, ENTRY);
    const [name = ""] = await namesIn("journal");
    await device.database.write([{ store: "journal", put: name, row: "junk" }]);
    const { journal } = await openPage(device);
    journal.note(ENTRY);
    await journal.flush();
    await journal.clear();
    expect(await aside()).toMatchObject([{ from: name, content: "junk" }]);
  });

  test("waits for the running write, after which nothing comes back", async () => {
    const { journal } = await openPage(device);
    const letGo = device.hold();
    journal.note(withBox("They"));
    vi.advanceTimersByTime(SOON_MS);
    await until(() => device.writes.length === 1);
    journal.note(withBox("They call"));
    const cleared = journal.clear();
    letGo();
    await cleared;
    journal.note(withBox("They call me."));
    expect(scheduled.size).toBe(0);
    await journal.flush();
    expect(device.writes).toHaveLength(2);
    expect(await namesIn("journal")).toEqual([]);
    expect(device.locks.heldNames()).toEqual([]);
  });

  test("drops what was not written yet", async () => {
    const { journal } = await openPage(device);
    journal.note(withBox("They"));
    await journal.clear();
    vi.advanceTimersByTime(60_000);
    await journal.flush();
    expect(device.writes).toEqual([[]]);
    expect(scheduled.size).toBe(0);
  });

  test("rejects when the device refuses", async () => {
    const { journal } = await openPage(device);
    journal.note(ENTRY);
    await journal.flush();
    device.refuse(1);
    await expect(journal.clear()).rejects.toThrow("The disk is full.");
  });
});
