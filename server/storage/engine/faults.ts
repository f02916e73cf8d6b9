/** The database cannot serve right now; the same call may succeed later. Answered with 503. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
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

/** For reads at the start: turns StorageUnavailable into a StorageRefusal that names the database. */
export function withDatabaseName(databaseName: string) {
  return <Done>(step: Promise<Done>): Promise<Done> =>
    step.catch((error) => {
      if (!(error instanceof StorageUnavailable)) throw error;
      throw new StorageRefusal(`${databaseName}: ${error.message}`, { cause: error });
    });
}

/** SQLite's primary result code; 0 if the error is not SQLite's. */
export function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return code & 0xff;
}
