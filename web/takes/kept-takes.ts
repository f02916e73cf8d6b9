import * as z from "zod/mini";
import { TAKE_CHUNK_MS } from "#contract/limits.ts";
import type { Change, DeviceDatabase } from "../draft/device-database.ts";
import { sealedSchema } from "../draft/journal-rows.ts";
import type { Locks } from "../draft/locks.ts";
import type { Sealed, Vault } from "../draft/vault.ts";

/** What is known of a take beside its sound. */
export type TakeFacts = {
  questionId: string;
  /** The recorder's own. */
  mimeType: string;
  /** ISO 8601. */
  startedAt: string;
  /** 0 while it is being recorded; where a crash has ended it, by its pieces. */
  durationMs: number;
  /** Nobody was heard. */
  isSilent: boolean;
  /** The draft has it. */
  isAnswer: boolean;
};
export type KeptTake = TakeFacts & { id: string };

/** The takes of one client on this device, each owned by one page. Nothing in here rejects. */
export type KeptTakes = {
  /** A take of this page; the device stores it from its first piece on. */
  begin(take: KeptTake): void;
  /** Pieces come in order; each is written at once. */
  add(id: string, chunk: Blob, mimeType: string): void;
  change(id: string, facts: Partial<TakeFacts>): void;
  /** What this page owns. */
  owned(): KeptTake[];
  find(id: string): KeptTake | undefined;
  /** All that was recorded; undefined where nothing of it can be read. */
  sound(id: string): Promise<Blob | undefined>;
  /** Takes of pages that have ended, which are this page's from now on. */
  claimAll(): Promise<KeptTake[]>;
  claim(id: string): Promise<KeptTake | undefined>;
  erase(id: string): Promise<void>;
  /** Lets another page go on with it. */
  leave(id: string): void;
  /** Settles when all is written that was to be. */
  flush(): Promise<void>;
  /** Leaves nothing of the client on the device, but for pages that are still open. */
  clear(): Promise<void>;
  /** Lets another page take over what this one owns. */
  release(): void;
};

type KeepTakesOptions = {
  /** Undefined where the device cannot encrypt: takes are then kept in memory alone. */
  storage: { database: DeviceDatabase; vault: Vault } | undefined;
  locks: Locks;
};

type OwnTake = {
  facts: KeptTake;
  /** Of this page; a take of an ended one is read where it lies. */
  chunks: Blob[];
  /** Rows that do not lie on the device yet: numbers of chunks, and the facts. */
  unwritten: Set<number | "facts">;
  writing: Promise<void>;
  lock: Promise<{ release(): void } | undefined>;
};

const factsSchema = z.object({
  questionId: z.string(),
  mimeType: z.string(),
  startedAt: z.string(),
  durationMs: z.number(),
  isSilent: z.boolean(),
  isAnswer: z.boolean(),
});

const FACTS = "facts";

/** Each piece is a separate row, encrypted, so that a crash loses at most the last (docs/decisions/0014-takes.md). */
export function keepTakes({ storage, locks }: KeepTakesOptions): KeptTakes {
  const own = new Map<string, OwnTake>();

  const prefixOf = (id: string) => `${storage?.vault.slot}/${id}/`;
  const rowName = (id: string, row: number | "facts") =>
    prefixOf(id) + (row === FACTS ? FACTS : String(row).padStart(6, "0"));
  const lockOf = (id: string) =>
    locks.hold(`firsthand/${storage?.vault.slot}/take/${id}`).catch(() => undefined);

  function write(take: OwnTake): void {
    // what the device refused is written with the next piece
    take.writing = take.writing.then(() => writeRows(take)).catch(() => undefined);
  }

  async function writeRows(take: OwnTake): Promise<void> {
    const rows = [...take.unwritten];
    if (!storage || rows.length === 0) return;
    const changes = await Promise.all(rows.map((row) => sealRow(storage.vault, take, row)));
    // erased meanwhile
    if (own.get(take.facts.id) !== take) return;
    for (const row of rows) take.unwritten.delete(row);
    try {
      await storage.database.write(changes);
    } catch (error) {
      for (const row of rows) take.unwritten.add(row);
      throw error;
    }
  }

  async function sealRow(vault: Vault, { facts, chunks }: OwnTake, row: number | "facts"): Promise<Change> {
    const { id, ...rest } = facts;
    const name = rowName(id, row);
    if (row === FACTS) return { store: "takes", put: name, row: await vault.seal(name, rest) };
    const bytes = new Uint8Array((await chunks[row]?.arrayBuffer()) ?? new ArrayBuffer());
    return { store: "takes", put: name, row: await vault.sealBytes(name, bytes) };
  }

  async function claim(id: string): Promise<KeptTake | undefined> {
    if (!storage || own.has(id)) return undefined;
    const lock = await lockOf(id);
    // another page records, sends or has it
    if (!lock) return undefined;
    // only now: the page that had it may have changed it until it let go
    const facts = await readFacts(id).catch(() => undefined);
    if (!facts) {
      lock.release();
      return undefined;
    }
    const take = { facts, chunks: [], unwritten: new Set<number>(), writing: Promise.resolve() };
    own.set(id, { ...take, lock: Promise.resolve(lock) });
    return facts;
  }

  async function readFacts(id: string): Promise<KeptTake | undefined> {
    const name = rowName(id, FACTS);
    const [found] = (await storage?.database.takeRows(name)) ?? [];
    if (!storage || !found) return undefined;
    const value = await storage.vault.unseal(name, sealedSchema.parse(found[1]) as Sealed);
    const facts = factsSchema.parse(value);
    const pieces = (await storage.database.takeNames(prefixOf(id))).length - 1;
    return { ...facts, id, durationMs: facts.durationMs || pieces * TAKE_CHUNK_MS };
  }

  /** A piece that is damaged is left out: players and engines go on behind it. */
  async function readSound(id: string): Promise<Blob[]> {
    if (!storage) return [];
    const rows = (await storage.database.takeRows(prefixOf(id))).filter(([name]) => !name.endsWith(FACTS));
    const read = rows.map(async ([name, row]) => {
      const bytes = await storage.vault.unsealBytes(name, sealedSchema.parse(row) as Sealed);
      return [new Blob([bytes])];
    });
    return (await Promise.all(read.map((each) => each.catch(() => [])))).flat();
  }

  async function drop(id: string): Promise<void> {
    const names = (await storage?.database.takeNames(prefixOf(id)).catch(() => [])) ?? [];
    const changes = names.map((name) => ({ store: "takes", drop: name }) as const);
    await storage?.database.write(changes).catch(() => undefined);
  }

  async function idsOnDevice(): Promise<Set<string>> {
    const names = (await storage?.database.takeNames(`${storage.vault.slot}/`).catch(() => [])) ?? [];
    return new Set(names.map((name) => name.split("/")[1] ?? ""));
  }

  function leave(id: string): void {
    const take = own.get(id);
    own.delete(id);
    void take?.writing.then(() => take.lock).then((lock) => lock?.release());
  }

  return {
    begin(facts) {
      const lock = storage ? lockOf(facts.id) : Promise.resolve(undefined);
      const take = { facts, chunks: [], unwritten: new Set<number | "facts">([FACTS]) };
      // not before the lock is held: another page would take the rows for those of an ended one
      own.set(facts.id, { ...take, writing: lock.then(() => undefined), lock });
    },
    add(id, chunk, mimeType) {
      const take = own.get(id);
      if (!take) return;
      take.unwritten.add(take.chunks.push(chunk) - 1);
      if (take.facts.mimeType === "") take.facts = { ...take.facts, mimeType };
      write(take);
    },
    change(id, facts) {
      const take = own.get(id);
      if (!take) return;
      take.facts = { ...take.facts, ...facts };
      take.unwritten.add(FACTS);
      write(take);
    },
    owned: () => [...own.values()].map(({ facts }) => facts),
    find: (id) => own.get(id)?.facts,
    async sound(id) {
      const take = own.get(id);
      if (!take) return undefined;
      const chunks = take.chunks.length > 0 ? take.chunks : await readSound(id).catch(() => []);
      return chunks.length > 0 ? new Blob(chunks, { type: take.facts.mimeType }) : undefined;
    },
    claim,
    async claimAll() {
      const claimed = await Promise.all([...(await idsOnDevice())].map(claim));
      return claimed
        .filter((take) => take !== undefined)
        .sort((one, other) => one.startedAt.localeCompare(other.startedAt));
    },
    async erase(id) {
      const take = own.get(id);
      own.delete(id);
      await take?.writing;
      await drop(id);
      (await take?.lock)?.release();
    },
    leave,
    async flush() {
      await Promise.all([...own.values()].map(({ writing }) => writing));
    },
    async clear() {
      const ids = new Set([...own.keys(), ...(await idsOnDevice())]);
      await Promise.all([...ids].map(clearOne));
    },
    release() {
      for (const id of own.keys()) leave(id);
    },
  };

  async function clearOne(id: string): Promise<void> {
    const take = own.get(id);
    own.delete(id);
    await take?.writing;
    const lock = take ? await take.lock : await lockOf(id);
    // it is for the page that records it to remove
    if (!lock) return;
    await drop(id);
    lock.release();
  }
}
