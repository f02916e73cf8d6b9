/** How long one attempt may block the process; the group commit tries again from the event loop. */
export const BUSY_TIMEOUT_MS = 100;

export const PRAGMAS = {
  journal_mode: "wal",
  synchronous: 2, // full: a commit is on the disk before it is acknowledged
  foreign_keys: 1,
  busy_timeout: BUSY_TIMEOUT_MS,
  secure_delete: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  temp_store: 2,
  mmap_size: 0,
  journal_size_limit: 67_108_864,
} as const;

/** The pragmas as one script, for a read-only connection. */
export function pragmaStatements(): string {
  return Object.entries(PRAGMAS)
    .map(([name, value]) => `pragma ${name} = ${value}`)
    .join(";");
}
