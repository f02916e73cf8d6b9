/** The database cannot serve right now; the same call may pass later. Answered 503. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

/** Others wrote the same, however often this was tried again: a part of it may pass. */
export class WritesCollided extends StorageUnavailable {
  override name = "WritesCollided";
}

/** The session in which something was to be written has ended meanwhile. Answered 401. */
export class SessionEnded extends Error {
  override name = "SessionEnded";
}

/** The same of the object storage that holds copies of takes: whatever needs none of them goes on. */
export class AudioUnavailable extends StorageUnavailable {
  override name = "AudioUnavailable";
}

/** The database cannot be used at all: its message says what is wrong and what to do. Ends the start. */
export class StorageRefusal extends Error {
  override name = "StorageRefusal";
}

/** For what a start reads: where the database cannot serve, a StorageRefusal says which one it is. */
export function namingDatabase(databaseName: string) {
  return <Done>(step: Promise<Done>): Promise<Done> =>
    step.catch((error) => {
      if (!(error instanceof StorageUnavailable)) throw error;
      throw new StorageRefusal(`${databaseName}: ${error.message}`, { cause: error });
    });
}

/** SQLite's primary one; 0 where the error is not SQLite's. */
export function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return code & 0xff;
}
