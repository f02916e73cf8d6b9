import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { StorageUnavailable } from "../engine/faults.ts";
import { giveToFolder } from "../engine/file-owner.ts";

/** Who was erased and when, and nothing else about them, so that a backup which is brought back does not bring them back. */
export type ErasedList = {
  /** Kept for good when it settles. Throws, or rejects with, StorageUnavailable. */
  add(clientId: string, at: number): Promise<void> | void;
  /** Throws, or rejects with, StorageUnavailable. */
  ids(): Promise<string[]> | string[];
};

/** The list of a SQLite database; an operator takes a client off it by hand to bring that client back for good. */
type ErasedFile = {
  add(clientId: string, at: number): void;
  ids(): string[];
};

const LINE = /^(cl_[\da-f]{20}) \S+Z$/;

/** A file apart from the database. */
export function openErasedFile(file: string): ErasedFile {
  const read = () => {
    try {
      return readFileSync(file, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
      throw unavailable(file, error);
    }
  };
  // a line that a crash cut short is no line
  const idsIn = (text: string) => text.split("\n").flatMap((line) => LINE.exec(line)?.[1] ?? []);

  return {
    add(clientId, at) {
      const text = read();
      if (idsIn(text).includes(clientId)) return;
      const start = text === "" || text.endsWith("\n") ? "" : "\n";
      try {
        const isNew = !existsSync(file);
        const line = `${start}${clientId} ${new Date(at).toISOString()}\n`;
        appendFileSync(file, line, { mode: 0o600, flush: true });
        if (isNew) giveToFolder(file);
      } catch (error) {
        throw unavailable(file, error);
      }
    },
    ids: () => [...new Set(idsIn(read()))],
  };
}

function unavailable(file: string, cause: unknown): StorageUnavailable {
  return new StorageUnavailable(
    `${file} cannot be used (${(cause as Error).message}). Check it and the disk.`,
    {
      cause,
    },
  );
}
