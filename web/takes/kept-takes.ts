import * as z from "zod/mini";
import { TAKE_CHUNK_MS } from "#contract/limits.ts";
import type { Change, DeviceDatabase } from "../draft/device-database.ts";
import { sealedSchema } from "../draft/journal-rows.ts";
import type { Locks } from "../draft/locks.ts";
import type { SealedValue, Vault } from "../draft/vault.ts";

/** What is known about a take besides its audio. */
export type TakeFacts = {
  questionId: string;
  /** As reported by the recorder; empty before the first piece. */
  mimeType: string;
  /** ISO 8601. */
  startedAt: string;
  /** 0 during the recording; after a crash, computed from the number of pieces. */
  durationMs: number;
  /** Whether no speech was heard. */
  isSilent: boolean;
  /** Whether the draft has the take as an answer. */
  isAnswer: boolean;
};
export type KeptTake = TakeFacts & { id: string };

/** The takes of one client on this device, each owned by one page. No function rejects. */
export type KeptTakes = {
  /** Begins a take of this page; the device stores it from the first piece on. */
  begin(take: KeptTake): void;
  /** Adds the next piece, which is written at once. */
  add(id: string, chunk: Blob, mimeType: string): void;
  change(id: string, facts: Partial<TakeFacts>): void;
  /** The takes that this page owns. */
  owned(): KeptTake[];
  find(id: string): KeptTake | undefined;
  /** All audio of a take; undefined if none of it can be read. */
  sound(id: string): Promise<Blob | undefined>;
  /** Takes over the takes of closed pages. */
  claimAll(): Promise<KeptTake[]>;
  claim(id: string): Promise<KeptTake | undefined>;
  erase(id: string): Promise<void>;
  /** Lets another page continue with the take. */
  leave(id: string): void;
  /** Settles when all pending writes have ended. */
  flush(): Promise<void>;
  /** Deletes the client's takes from the device, except those of pages that are still open. */
  clear(): Promise<void>;
  /** Lets other pages take over the takes that this page owns. */
  release(): void;
};

type KeepTakesOptions = {
  /** Undefined if the browser cannot encrypt: takes are then kept in memory only. */
  storage: { database: DeviceDatabase; vault: Vault } | undefined;
  locks: Locks;
};

type OwnTake = {
  facts: KeptTake;
  /** The pieces recorded by this page; a take of a closed page is read from the device. */
  chunks: Blob[];
  /** Rows that are not on the device yet: the numbers of chunks, and the facts. */
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

/**
 * Each piece is a separate encrypted row, so that a crash loses at most the last one (docs/decisions/0014-takes.md).
 */
export function keepTakes({ storage, locks }: KeepTakesOptions): KeptTakes {
  const own = new Map<string, OwnTake>();

  const prefixOf = (id: string) => `${storage?.vault.slot}/${id}/`;
  const rowName = (id: string, row: number | "facts") =>
    prefixOf(id) + (row === FACTS ? FACTS : String(row).padStart(6, "0"));
  const lockOf = (id: string) =>
    locks.hold(`firsthand/${storage?.vault.slot}/take/${id}`).catch(() => undefined);

  function write(take: OwnTake): void {
    // rows that the device refused are written with the next piece
    take.writing = take.writing.then(() => writeRows(take)).catch(() => undefined);
  }

  async function writeRows(take: OwnTake): Promise<void> {
    const rows = [...take.unwritten];
    if (!storage || rows.length === 0) return;
    const changes = await Promise.all(rows.map((row) => sealRow(storage.vault, take, row)));
    // the take was erased meanwhile
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
    // another page owns the take
    if (!lock) return undefined;
    // read only once the lock is held: until then, the page that had the take may have changed the facts
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
    const value = await storage.vault.unseal(name, sealedSchema.parse(found[1]) as SealedValue);
    const facts = factsSchema.parse(value);
    const pieces = (await storage.database.takeNames(prefixOf(id))).length - 1;
    return { ...facts, id, durationMs: facts.durationMs || pieces * TAKE_CHUNK_MS };
  }

  /** Leaves out damaged pieces: players and speech engines continue after them. */
  async function readSound(id: string): Promise<Blob[]> {
    if (!storage) return [];
    const rows = (await storage.database.takeRows(prefixOf(id))).filter(([name]) => !name.endsWith(FACTS));
    const read = rows.map(async ([name, row]) => {
      const bytes = await storage.vault.unsealBytes(name, sealedSchema.parse(row) as SealedValue);
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
      // write only once the lock is held: another page would take the rows for those of a closed page
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
    // the page that owns the take deletes it
    if (!lock) return;
    await drop(id);
    lock.release();
  }
}
