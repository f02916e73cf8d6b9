import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";

/**
 * SQLite's integrity check finds a broken tree, but not a changed byte of data. So a backup stores the checksum of its
 * bytes in the header field for applications, `user_version`, which is 0 in a database in use. The backup stays one
 * file, and a valid database.
 */
const FIELD_AT = 60;
const FIELD_BYTES = 4;

/** 2 in a database with a write-ahead log: one in use, or a plain copy of one. */
const WRITE_VERSION_AT = 18;
const WITH_LOG = 2;
const CHUNK_BYTES = 1_048_576;

/** CRC-32 of the file, with the field taken as zeros; never 0. */
export function checksumOf(file: string): number {
  let sum = 0;
  for (const chunk of chunksOf(file)) sum = crc32(chunk, sum);
  return sum || 1;
}

/** The checksum stored in a backup; undefined if the file is not a backup, or has no checksum. */
export function statedChecksum(file: string): number | undefined {
  return withFile(file, "r", (open) => {
    const header = Buffer.alloc(FIELD_AT + FIELD_BYTES);
    readSync(open, header, 0, header.length, 0);
    // a backup that was put in place by hand still has the field
    const isBackup = header[WRITE_VERSION_AT] !== WITH_LOG;
    return (isBackup && header.readUInt32BE(FIELD_AT)) || undefined;
  });
}

export function stateChecksum(file: string): void {
  const field = Buffer.alloc(FIELD_BYTES);
  field.writeUInt32BE(checksumOf(file));
  withFile(file, "r+", (open) => writeSync(open, field, 0, FIELD_BYTES, FIELD_AT));
}

/** Copies into an existing file, without the checksum, which a database in use does not have. */
export function copyWithoutChecksum(source: string, target: string): void {
  withFile(target, "r+", (open) => {
    for (const chunk of chunksOf(source)) {
      // one call may write less than it is given
      for (let written = 0; written < chunk.length; ) written += writeSync(open, chunk, written);
    }
  });
}

function* chunksOf(file: string): Generator<Buffer> {
  const open = openSync(file, "r");
  const buffer = Buffer.alloc(CHUNK_BYTES);
  try {
    let length = readSync(open, buffer);
    buffer.fill(0, FIELD_AT, FIELD_AT + FIELD_BYTES);
    while (length > 0) {
      yield buffer.subarray(0, length);
      length = readSync(open, buffer);
    }
  } finally {
    closeSync(open);
  }
}

function withFile<Result>(file: string, flags: "r" | "r+", act: (open: number) => Result): Result {
  const open = openSync(file, flags);
  try {
    return act(open);
  } finally {
    closeSync(open);
  }
}
