import { createStore, type StoreApi } from "zustand/vanilla";
import type { Interview } from "#contract/interview/interview.ts";
import type { Change, DeviceDatabase, NamedRow } from "./device-database.ts";
import {
  holdsUnknown,
  type JournalEntry,
  type JournalField,
  PARTS,
  partsOfName,
  type RestoredTabJournal,
  readRow,
  rowName,
} from "./journal-rows.ts";
import type { Locks } from "./locks.ts";
import type { Vault } from "./vault.ts";

/** Delay from the first change to its write, so that the browser paints the typed text first. */
const FIRST_WRITE_AFTER_MS = 16;
/** Delay between two writes. Together with the write itself, it is well within the 300 ms that may be lost. */
const WRITE_AFTER_MS = 30;
/** Delay between attempts while the device refuses to store anything. */
const RETRY_AFTER_MS = 2_000;

export type Timers = {
  setTimeout: (run: () => void, afterMs: number) => unknown;
  clearTimeout: (timer: unknown) => void;
};

/** The durable copy of what is entered on this page (docs/decisions/0010-journal.md). */
export type Journal = {
  /** The journals left behind by closed pages, the highest synced revision first. */
  restored: RestoredTabJournal[];
  /** How many rows could not be read in full; they are kept in the `aside` store. */
  asideCount: number;
  /** `isKept` is false while the device refuses to store anything. */
  health: StoreApi<{ isKept: boolean }>;
  /** Takes the current state to store; the parts that have changed are written soon after. */
  note(entry: JournalEntry): void;
  /** Writes pending changes now, and resolves when no write is under way. */
  flush(): Promise<void>;
  /** Deletes the client's rows from the device, except those of pages that are still open. */
  clear(): Promise<void>;
  /** Lets another page take over what this page has written. */
  release(): void;
};

type OpenJournalOptions = {
  database: DeviceDatabase;
  vault: Vault;
  locks: Locks;
  interview: Interview;
  timers: Timers;
  /** ISO 8601. */
  now: () => string;
  newId: () => string;
};

/** Takes over what closed pages of this client wrote, and starts this page's own journal. Never rejects. */
export async function openJournal(options: OpenJournalOptions): Promise<Journal> {
  const { vault, locks, newId } = options;
  const found = await takeOver(options).catch(() => undefined);
  const tabJournal = newId();
  const own = await locks.hold(tabJournalLock(vault.slot, tabJournal)).catch(() => undefined);
  const tabJournals = found?.tabJournals ?? [];
  const writer = createWriter(options, tabJournal, found?.changes ?? []);
  // nothing could be read: assume that the device stores nothing until the first write succeeds
  if (!found) writer.health.setState({ isKept: false });
  const release = () => {
    own?.release();
    for (const { lock } of tabJournals) lock.release();
  };
  return {
    restored: tabJournals.map(({ restored }) => restored).sort(latestFirst),
    asideCount: found?.asideCount ?? 0,
    ...writer,
    release,
    async clear() {
      await writer.stop();
      release();
      await clearSlot(options);
    },
  };
}

function latestFirst(one: RestoredTabJournal, other: RestoredTabJournal): number {
  return (other.server?.synced?.revision ?? -1) - (one.server?.synced?.revision ?? -1);
}

function tabJournalLock(slot: string, tabJournal: string): string {
  return `firsthand/${slot}/${tabJournal}`;
}

type TakenTabJournal = { lock: { release(): void }; restored: RestoredTabJournal };
type TakeoverResult = {
  tabJournals: TakenTabJournal[];
  /** Changes to the rows of closed pages, to be written together with this page's first rows. */
  changes: Change[];
  asideCount: number;
};

async function takeOver(options: OpenJournalOptions): Promise<TakeoverResult> {
  const { database, vault, locks } = options;
  const taken: TakeoverResult = { tabJournals: [], changes: [], asideCount: 0 };
  for (const [tabJournal, rows] of byTabJournal(await database.journalRows(`${vault.slot}/`))) {
    const lock = await locks.hold(tabJournalLock(vault.slot, tabJournal));
    if (!lock) continue;
    const read = await restoreRows(options, rows);
    taken.tabJournals.push({ lock, restored: Object.assign({}, ...read.map(({ part }) => part)) });
    taken.changes.push(...read.flatMap(({ changes }) => changes));
    taken.asideCount += read.filter(({ changes }) => changes.length > 1).length;
  }
  return taken;
}

function byTabJournal(rows: NamedRow[]): Map<string, NamedRow[]> {
  const tabJournals = new Map<string, NamedRow[]>();
  for (const row of rows) {
    // an unknown name becomes a tab journal with one row, which is then set aside
    const tabJournal = partsOfName(row[0])?.tabJournal ?? row[0];
    tabJournals.set(tabJournal, [...(tabJournals.get(tabJournal) ?? []), row]);
  }
  return tabJournals;
}

/** Reads the rows with the interview that their page showed. */
async function restoreRows(options: OpenJournalOptions, rows: NamedRow[]): Promise<RestoredRow[]> {
  const isInterview = ([name]: NamedRow) => partsOfName(name)?.part === "interview";
  const first = await Promise.all(
    rows.filter(isInterview).map(([name, row]) => restoreRow(options, name, row)),
  );
  const { definition: interview = options.interview } = first[0]?.part.interview ?? {};
  const others = rows.filter((row) => !isInterview(row));
  const rest = others.map(([name, row]) => restoreRow({ ...options, interview }, name, row));
  return [...first, ...(await Promise.all(rest))];
}

type RestoredRow = { part: RestoredTabJournal; changes: Change[] };

async function restoreRow(options: OpenJournalOptions, name: string, row: unknown): Promise<RestoredRow> {
  const drop = { store: "journal", drop: name } as const;
  const aside = { store: "aside", add: { from: name, at: options.now(), content: row } } as const;
  try {
    const part = await readRow(options, name, row);
    return { part, changes: holdsUnknown(options.interview, part) ? [aside, drop] : [drop] };
  } catch {
    return { part: {}, changes: [aside, drop] };
  }
}

/**
 * Writes only the changed parts, with a delay. Transactions start in order without waiting for each other, so that
 * typing on a slow disk does not build up a queue.
 */
function createWriter(options: OpenJournalOptions, tabJournal: string, first: Change[]) {
  const { database, vault, timers } = options;
  const health = createStore<{ isKept: boolean }>(() => ({ isKept: true }));
  const underWay = new Set<Promise<void>>();
  let latest: JournalEntry | undefined;
  let issued: Partial<JournalEntry> = {};
  let pending = first;
  let writes = 0;
  let lastRefused = 0;
  let failures = 0;
  let timer: unknown;
  let sealing: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const changedParts = () => (latest ? PARTS.filter((part) => !isSame(latest?.[part], issued[part])) : []);

  function schedule(afterMs: number): void {
    if (timer !== undefined || isStopped || changedParts().length === 0) return;
    timer = timers.setTimeout(issue, afterMs);
  }

  function issue(): void {
    timers.clearTimeout(timer);
    timer = undefined;
    const entry = latest;
    const parts = changedParts();
    if (!entry || parts.length === 0 || isStopped) return;
    const others = pending;
    const number = ++writes;
    issued = entry;
    pending = [];
    const rows = sealing.then(() => Promise.all(parts.map((part) => sealPart(entry, part))));
    sealing = rows.catch(() => undefined);
    const written = rows
      .then((sealed) => database.write([...sealed, ...others]))
      .then(
        () => onWritten(number),
        () => onRefused(number, others),
      )
      .finally(() => underWay.delete(written));
    underWay.add(written);
    timer = timers.setTimeout(() => {
      timer = undefined;
      schedule(0);
    }, WRITE_AFTER_MS);
  }

  function onWritten(number: number): void {
    // an earlier write that a slow disk ends late does not mean that the device stores anything now
    if (number < lastRefused) return;
    failures = 0;
    health.setState({ isKept: true });
  }

  /**
   * Writes every part again: at once after the first failure, because a closed connection is then reopened, and with a
   * delay after that.
   */
  function onRefused(number: number, others: Change[]): void {
    lastRefused = number;
    failures += 1;
    issued = {};
    pending = [...others, ...pending];
    if (failures === 1) {
      issue();
      return;
    }
    health.setState({ isKept: false });
    timers.clearTimeout(timer);
    timer = undefined;
    schedule(RETRY_AFTER_MS);
  }

  async function sealPart(entry: JournalEntry, part: JournalField): Promise<Change> {
    const name = rowName(vault.slot, tabJournal, part);
    return { store: "journal", put: name, row: await vault.seal(name, entry[part]) };
  }

  return {
    health,
    note(entry: JournalEntry): void {
      latest = entry;
      // the first change is written almost at once, so that a reload right after typing does not lose it
      schedule(FIRST_WRITE_AFTER_MS);
    },
    async flush(): Promise<void> {
      issue();
      // a refused write may have started another one
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async stop(): Promise<void> {
      isStopped = true;
      timers.clearTimeout(timer);
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function isSame(one: object | undefined, other: object | undefined): boolean {
  if (!one || !other) return one === other;
  return Object.entries(one).every(([name, value]) => other[name as keyof typeof other] === value);
}

/** Deletes the rows of closed pages; a page that is still open deletes its own. */
async function clearSlot({ database, vault, locks }: OpenJournalOptions): Promise<void> {
  const changes: Change[] = [];
  let isOpenElsewhere = false;
  for (const [tabJournal, rows] of byTabJournal(await database.journalRows(`${vault.slot}/`))) {
    const lock = await locks.hold(tabJournalLock(vault.slot, tabJournal));
    if (lock) changes.push(...rows.map(([name]) => ({ store: "journal", drop: name }) as const));
    else isOpenElsewhere = true;
    lock?.release();
  }
  if (!isOpenElsewhere) {
    const names = await database.unlockNames(vault.slot);
    changes.push(...names.map((name) => ({ store: "unlocks", drop: name }) as const));
  }
  await database.write(changes);
}
