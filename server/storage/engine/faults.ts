/** The database cannot serve right now; the same call may pass later. Answered 503. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
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

/** SQLite's primary one; 0 where the error is not SQLite's. */
export function resultCode(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
  return code & 0xff;
}
