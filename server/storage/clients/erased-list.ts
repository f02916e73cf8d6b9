import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { StorageUnavailable } from "../engine/faults.ts";
import { giveToFolder } from "../engine/file-owner.ts";

export type ErasedClient = { clientId: string; erasedAt: number };

/**
 * Ids of erased clients and the times, and no other data, so that restoring a backup does not restore these clients.
 */
export type ErasedList = {
  /** The entry is durable once this settles. Throws StorageUnavailable, or rejects with it. */
  add(clientId: string, at: number): Promise<void> | void;
  /** Like `add`, for several clients at once, as in a move. */
  addAll(clients: ErasedClient[]): Promise<void> | void;
  /** Throws StorageUnavailable, or rejects with it. */
  entries(): Promise<ErasedClient[]> | ErasedClient[];
  /** Throws StorageUnavailable, or rejects with it. */
  ids(): Promise<string[]> | string[];
};

/** The list of a SQLite database. An operator removes a line by hand to restore that client for good. */
type ErasedFile = {
  add(clientId: string, at: number): void;
  addAll(clients: ErasedClient[]): void;
  entries(): ErasedClient[];
  ids(): string[];
};

const LINE = /^(cl_[\da-f]{20}) (\S+Z)$/;

/** The list as a file outside the database. */
export function openErasedFile(file: string): ErasedFile {
  const read = () => {
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
      throw unavailable(file, error);
    }
  };

  function addAll(clients: ErasedClient[]): void {
    const text = read();
    const known = new Set(entriesIn(text).map(({ clientId }) => clientId));
    const lines = clients.filter(({ clientId }) => !known.has(clientId)).map(lineOf);
    if (lines.length === 0) return;
    const start = text === "" || text.endsWith("\n") ? "" : "\n";
    try {
      const isNew = !existsSync(file);
      appendFileSync(file, start + lines.join(""), { mode: 0o600, flush: true });
      if (isNew) giveToFolder(file);
    } catch (error) {
      throw unavailable(file, error);
    }
  }

  return {
    add: (clientId, erasedAt) => addAll([{ clientId, erasedAt }]),
    addAll,
    entries: () => entriesIn(read()),
    ids: () => entriesIn(read()).map(({ clientId }) => clientId),
  };
}

const lineOf = ({ clientId, erasedAt }: ErasedClient) => `${clientId} ${new Date(erasedAt).toISOString()}\n`;

/** Ignores a line that a crash cut short. The first line for a client counts. */
function entriesIn(text: string): ErasedClient[] {
  const found = new Map<string, ErasedClient>();
  for (const line of text.split("\n")) {
    const [, clientId, time] = LINE.exec(line) ?? [];
    if (clientId === undefined || time === undefined || found.has(clientId)) continue;
    // an operator may have typed an invalid date
    found.set(clientId, { clientId, erasedAt: Date.parse(time) || 0 });
  }
  return [...found.values()];
}

function unavailable(file: string, cause: unknown): StorageUnavailable {
  return new StorageUnavailable(
    `${file} cannot be used (${(cause as Error).message}). Check it and the disk.`,
    {
      cause,
    },
  );
}
