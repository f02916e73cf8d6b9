import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SystemCall } from "./strace.ts";

/** Computes what a power cut may leave of files, from the system calls that wrote them. */

/** A disk writes a sector completely or not at all; the system hands it complete pages. */
const SECTOR_BYTES = 512;
const PAGE_BYTES = 4_096;

/** What happens to unflushed writes when the power goes. */
export const FATES = ["dropped", "kept", "pages at random", "torn in sectors"] as const;
export type Fate = (typeof FATES)[number];

/** The system calls to record. */
export const DISK_CALLS = [
  "openat",
  "write",
  "pwrite64",
  "ftruncate",
  "fsync",
  "fdatasync",
  "unlink",
  "rename",
];

export type Disk = {
  folder: string;
  files: Map<string, DiskFile>;
  /** The offset of the next plain write of each open file. */
  places: Map<number, number>;
};

/** One file, as programs read it and as the disk holds it. */
type DiskFile = {
  cached: Buffer;
  onDisk: Buffer;
  /** The versions of each sector since the last flush, oldest first; the disk may hold any of them. */
  pending: Map<number, Buffer[]>;
  pendingSizes: number[];
  /** Whether the folder on the disk names the file, and whether it should. */
  name: "made" | "flushed" | "removed";
};

/** The current database files of a folder, all of them flushed to the disk. */
export function diskOf(folder: string): Disk {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const safe = files
    .filter((path) => isDatabase(path, folder))
    .map((path) => [path, safeFile(path)] as const);
  return { folder, files: new Map(safe), places: new Map() };
}

function safeFile(path: string): DiskFile {
  const onDisk = readFileSync(path);
  return { cached: Buffer.from(onDisk), onDisk, pending: new Map(), pendingSizes: [], name: "flushed" };
}

/** The database, its log and its journal, but not the shared memory, which SQLite recreates after a crash. */
function isDatabase(path: string, folder: string): boolean {
  return dirname(path) === folder && /^firsthand\.db(?:-wal|-journal)?$/.test(basename(path));
}

/** Whether a call concerns the database. */
export function isChange({ folder }: Disk, { path, result }: SystemCall): boolean {
  return (isDatabase(path, folder) || path === folder) && !Number.isNaN(result);
}

/** Applies a call to the disk. */
export function applyCall(disk: Disk, call: SystemCall): void {
  if (!isChange(disk, call)) return;
  const { name, path, result } = call;
  if (path === disk.folder) {
    if (isFlush(call) && result === 0) flushNames(disk);
    return;
  }
  if (name === "openat" && result >= 0) {
    disk.places.set(result, 0);
    makeFile(disk, path);
  }
  const file = disk.files.get(path);
  if (file && isFlush(call)) flush(file, result === 0);
  else if (file && result >= 0) changeFile(disk, file, call);
}

function isFlush({ name }: SystemCall): boolean {
  return name === "fsync" || name === "fdatasync";
}

function changeFile({ places }: Disk, file: DiskFile, call: SystemCall): void {
  const { name, fd = -1, path, numbers, result } = call;
  const bytes = call.bytes.subarray(0, result);
  if (name === "pwrite64") writeBytes(file, bytes, numbers[1] ?? 0);
  else if (name === "ftruncate") resize(file, numbers[0] ?? 0);
  else if (name === "unlink") file.name = "removed";
  else if (name === "write") {
    const place = places.get(fd) ?? 0;
    places.set(fd, place + result);
    writeBytes(file, bytes, place);
  } else if (name !== "openat") throw new Error(`${name} of ${path} is not part of the model`);
}

function makeFile({ files }: Disk, path: string): void {
  const known = files.get(path);
  if (known && known.name !== "removed") return;
  const empty = Buffer.alloc(0);
  files.set(path, { cached: empty, onDisk: empty, pending: new Map(), pendingSizes: [], name: "made" });
}

function flushNames({ files }: Disk): void {
  for (const [path, file] of files) {
    if (file.name === "removed") files.delete(path);
    else file.name = "flushed";
  }
}

/**
 * After a failed flush the system treats the pages as written: they can still be read, and no later flush writes them
 * unless they change again (Linux; PostgreSQL's "fsyncgate").
 */
function flush(file: DiskFile, isDone: boolean): void {
  if (isDone) {
    file.onDisk = imageOf(file, () => "newest", file.cached.length);
    // a file's first flush also stores its name on the disk
    if (file.name === "made") file.name = "flushed";
  }
  file.pending.clear();
  file.pendingSizes = [];
}

function writeBytes(file: DiskFile, bytes: Buffer, offset: number): void {
  const end = offset + bytes.length;
  file.cached = resized(file.cached, Math.max(file.cached.length, end));
  bytes.copy(file.cached, offset);
  notePages(file, offset, end);
}

function resize(file: DiskFile, size: number): void {
  const before = file.cached.length;
  file.cached = resized(file.cached, size);
  notePages(file, Math.min(before, size), Math.max(before, size));
}

/** The system writes whole pages, even if only one byte changed. */
function notePages(file: DiskFile, start: number, end: number): void {
  const first = Math.floor(start / PAGE_BYTES) * PAGE_BYTES;
  const last = Math.ceil(end / PAGE_BYTES) * PAGE_BYTES;
  for (let at = first; at < last; at += SECTOR_BYTES) {
    const sector = at / SECTOR_BYTES;
    const versions = file.pending.get(sector) ?? [];
    const now = sectorOf(file.cached, sector);
    if (!now.equals(versions.at(-1) ?? sectorOf(file.onDisk, sector))) {
      file.pending.set(sector, [...versions, now]);
    }
  }
  if (file.cached.length !== (file.pendingSizes.at(-1) ?? file.onDisk.length)) {
    file.pendingSizes.push(file.cached.length);
  }
}

function sectorOf(bytes: Buffer, sector: number): Buffer {
  const place = sector * SECTOR_BYTES;
  return resized(Buffer.from(bytes.subarray(place, place + SECTOR_BYTES)), SECTOR_BYTES);
}

function resized(bytes: Buffer, size: number): Buffer {
  if (size <= bytes.length) return bytes.subarray(0, size);
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}

/** Writes what a power cut at this moment may leave into a separate folder. */
export function writeImage(disk: Disk, target: string, fate: Fate, random: () => number): void {
  mkdirSync(target, { recursive: true });
  for (const [path, file] of disk.files) {
    if (!isThere(file, fate, random)) continue;
    writeFileSync(
      join(target, basename(path)),
      imageOf(file, versionAt(fate, random), sizeOf(file, fate, random)),
    );
  }
}

function isThere({ name }: DiskFile, fate: Fate, random: () => number): boolean {
  if (name === "flushed") return true;
  if (fate === "dropped") return name === "removed";
  if (fate === "kept") return name === "made";
  return random() < 0.5;
}

function sizeOf(file: DiskFile, fate: Fate, random: () => number): number {
  if (fate === "dropped") return file.onDisk.length;
  if (fate === "kept") return file.cached.length;
  const sizes = [file.onDisk.length, ...file.pendingSizes];
  return sizes[Math.floor(random() * sizes.length)] ?? 0;
}

type Version = "on disk" | "newest" | number;

/** Chooses the version of a sector; a number from 0 up to 1 points into the list of versions. */
function versionAt(fate: Fate, random: () => number): (sector: number) => Version {
  if (fate === "dropped") return () => "on disk";
  if (fate === "kept") return () => "newest";
  if (fate === "torn in sectors") return random;
  const pages = new Map<number, Version>();
  return (sector) => {
    const page = Math.floor((sector * SECTOR_BYTES) / PAGE_BYTES);
    const version = pages.get(page) ?? (random() < 0.5 ? "on disk" : "newest");
    pages.set(page, version);
    return version;
  };
}

function imageOf(file: DiskFile, choose: (sector: number) => Version, size: number): Buffer {
  const ends = [...file.pending.keys()].map((sector) => (sector + 1) * SECTOR_BYTES);
  const image = Buffer.from(resized(file.onDisk, Math.max(file.onDisk.length, size, ...ends)));
  for (const [sector, versions] of file.pending) {
    const version = choose(sector);
    const place = typeof version === "number" ? Math.floor(version * (versions.length + 1)) - 1 : undefined;
    const bytes = version === "newest" ? versions.at(-1) : place !== undefined && versions[place];
    if (bytes) bytes.copy(image, sector * SECTOR_BYTES);
  }
  return Buffer.from(resized(image, size));
}
