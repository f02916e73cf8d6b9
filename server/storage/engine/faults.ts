const SQLITE_ERROR = 1;

/** The database cannot serve right now; the same call may succeed later. Answered with 503. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
  /** What is wrong with the database and what to do, for the operator whose start this ends. */
  readonly remedy: string;

  constructor(message: string, { cause, remedy = message }: { cause?: unknown; remedy?: string } = {}) {
    super(message, { cause });
    this.remedy = remedy;
  }
}

/** Conflicting writes made every retry fail; a smaller batch may succeed. */
export class WritesCollided extends StorageUnavailable {
  override name = "WritesCollided";
}

/** The session that a write belongs to has ended meanwhile. Answered with 401. */
export class SessionEnded extends Error {
  override name = "SessionEnded";
}

/** The object storage for copies of takes cannot serve right now; requests that need no copy go on. */
export class AudioUnavailable extends StorageUnavailable {
  override name = "AudioUnavailable";
}

/** The database cannot be used at all: the message says what is wrong and what to do. Ends the start. */
export class StorageRefusal extends Error {
  override name = "StorageRefusal";
}

export const DAMAGED = "it is damaged. Nothing in it was changed. Restore it from a backup.";

/** For reads at the start: turns StorageUnavailable and damage into a StorageRefusal that names the database. */
export function withDatabaseName(databaseName: string) {
  return <Done>(step: Promise<Done>): Promise<Done> =>
    step.catch((error) => {
      const remedy = error instanceof StorageUnavailable ? error.remedy : isDamagedSchema(error) && DAMAGED;
      if (!remedy) throw error;
      throw new StorageRefusal(`${databaseName}: ${remedy}`, { cause: error });
    });
}

/** SQLite's primary result code; 0 if the error is not SQLite's. */
export function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return code & 0xff;
}

/**
 * A damaged header or list of tables, which SQLite reports as an error of the statement. Only at the start: later, a
 * missing table would be a bug.
 */
export function isDamagedSchema(error: unknown): boolean {
  if (!(error instanceof Error) || resultCode(error) !== SQLITE_ERROR) return false;
  return /^(no such (table|column)|unsupported file format)/.test(error.message);
}
