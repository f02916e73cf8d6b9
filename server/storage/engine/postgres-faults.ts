import { StorageRefusal, StorageUnavailable, WritesCollided } from "./faults.ts";

/** SQLSTATE; "" if the error is not the database's own, as when the connection broke. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // the codes of sockets, such as EPIPE, are not SQLSTATEs
  return error instanceof Error && "severity" in error && /^[\dA-Z]{5}$/.test(code) ? code : "";
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const UNIQUE_VIOLATION = "23505";
const READ_ONLY = "25006";

/** Two transactions conflicted, and this one was rolled back: a retry can succeed. */
export function isConflict(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error));
}

/**
 * Two transactions inserted the same row, which the database may report before their conflict. On a retry, this
 * transaction finds the row, unless our code has a bug.
 */
export function isMadeTwice(error: unknown): boolean {
  return sqlState(error) === UNIQUE_VIOLATION;
}

/** The host answers, but accepts no writes. */
export class TakesNoWrites extends StorageUnavailable {
  override name = "TakesNoWrites";
  constructor(host: string) {
    super(`${host} takes no writes`);
  }
}

/** The host no longer accepts writes, as a primary that has become a standby. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === READ_ONLY;
}

/** Error classes and codes that the database's machine, operator or network causes, not a bug of ours. */
const UNAVAILABLE: [start: string, reason: string][] = [
  ["08", "the connection is broken"],
  [READ_ONLY, "it takes no writes"],
  ["25P03", "a transaction waited for too long"],
  ["25P04", "a transaction took too long"],
  ["28", "it does not let us in"],
  ["3D000", "there is no such database"],
  ["40", "others write the same"],
  ["53", "it has no room"],
  ["55P03", "locked by others"],
  ["57", "it is stopping, starting, or took too long"],
  ["58", "disk I/O error"],
  ["XX001", "damaged"],
  ["XX002", "damaged"],
];

const FROM_SOCKETS = /^(E[A-Z]+|ERR_[A-Z_]+)$/;
/** Messages of `pg` and its pool for errors without a code. */
const FROM_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed)/;

/** The database, or something between, has ended the connection. */
export function isEndedConnection(error: unknown): boolean {
  const isDropped = error instanceof Error && error.message.startsWith("Connection terminated");
  return isDropped || sqlState(error) === "57P01";
}

/** Turns temporary faults into StorageUnavailable and WritesCollided; returns all other errors unchanged. */
export function asFault(error: unknown): unknown {
  const reason = unavailability(error);
  if (reason === undefined) return error;
  const Fault = isConflict(error) ? WritesCollided : StorageUnavailable;
  const message = `The database is unavailable: ${reason}`;
  return new Fault(message, { cause: error, remedy: remedyOf(error) });
}

function unavailability(error: unknown): string | undefined {
  const state = sqlState(error);
  if (state !== "") return UNAVAILABLE.find(([start]) => state.startsWith(start))?.[1];
  if (!(error instanceof Error) || error instanceof StorageUnavailable) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (FROM_SOCKETS.test(code)) return code === "ENOTFOUND" ? "no such host" : "it cannot be reached";
  return FROM_DRIVER.test(error.message) ? "the connection is broken, or it took too long" : undefined;
}

const NAME_THE_PRIMARY = "it takes no writes. Name the primary in DATABASE_URL too.";
const REMEDIES: [start: string, remedy: string][] = [
  ["28", "it does not let this user in. Check user and password in DATABASE_URL, and pg_hba.conf there."],
  ["3D000", "there is no such database. Create it there, or name another in DATABASE_URL."],
  ["3F000", "this user may not use its schema. Make it the owner of the database."],
  ["42501", "this user may not do that. Make it the owner of the database."],
  ["53100", "its disk is full. Free some space there."],
  ["53300", "it takes no more connections. Raise max_connections there."],
  ["57P03", "it is not ready. Wait until it has started."],
  ["58", "its disk fails. Check the disk of its machine."],
  ["XX001", "it is damaged. Restore it from a backup."],
  ["XX002", "it is damaged. Restore it from a backup."],
  [READ_ONLY, NAME_THE_PRIMARY],
];

/** The error that ends a start: what is wrong with the database that `where` names, and what to do. */
export function asRefusal(where: string, error: unknown): StorageRefusal {
  if (error instanceof StorageRefusal) return new StorageRefusal(`${where}: ${error.message}`);
  if (error instanceof TakesNoWrites)
    return new StorageRefusal(`${where}: ${NAME_THE_PRIMARY}`, { cause: error });
  const cause = error instanceof StorageUnavailable && error.cause ? error.cause : error;
  return new StorageRefusal(`${where}: ${remedyOf(cause)}`, { cause });
}

function remedyOf(error: unknown): string {
  const state = sqlState(error);
  const remedy = REMEDIES.find(([start]) => state.startsWith(start))?.[1];
  if (remedy) return remedy;
  const text = error instanceof Error ? error.message : String(error);
  return unavailability(error) === undefined
    ? `it cannot be used (${text}).`
    : `it cannot be reached (${text}). Check DATABASE_URL, and whether the database is running.`;
}
