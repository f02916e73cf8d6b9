import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findProgram, type ProgramEnd, runProgram } from "../runtime/run-program.ts";
import { withWorkFolder } from "../runtime/work-folder.ts";
import { isOutsideFault } from "../storage/engine/atomic-write.ts";

/** Common names of the program, tried if the operator has named none. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Two hundred pages take about 5 s. */
const TIME_LIMIT_MS = 120_000;
const ERRORS_MAX_BYTES = 4_096;

const NO_SANDBOX =
  "its sandbox cannot start here, as in a container without user namespaces. Allow those, or print the page by hand";

export type PrintPageOptions = {
  chromium: string;
  /** The work folder is made here, because a page contains a client's answers and must not be in a shared folder. */
  dataFolder: string;
  /** The PATH for programs that Chromium starts. */
  path: string | undefined;
  signal: AbortSignal;
};

export type PrintResult = { kind: "printed"; pdf: Buffer } | { kind: "failed"; reason: string };

/** Finds an installed Chromium by the operator's name or path, or by common names. */
export function findChromium(setting: string | undefined, path: string | undefined): string | undefined {
  const names = setting === undefined ? NAMES : [setting];
  return names.map((name) => findProgram(name, path)).find((program) => program !== undefined);
}

/** Prints a self-contained page in a separate browser without profile or network access. */
export async function printPage(html: string, options: PrintPageOptions): Promise<PrintResult> {
  try {
    return await withWorkFolder(options.dataFolder, (folder) => printIn(folder, html, options));
  } catch (error) {
    if (!isOutsideFault(error)) throw error;
    return { kind: "failed", reason: error.message };
  }
}

async function printIn(
  folder: string,
  html: string,
  { chromium, path, signal }: PrintPageOptions,
): Promise<PrintResult> {
  const page = join(folder, "page.html");
  const pdf = join(folder, "page.pdf");
  await writeFile(page, html, { mode: 0o600 });
  const end = await runProgram({
    command: [chromium, ...flags(folder), `--print-to-pdf=${pdf}`, pathToFileURL(page).href],
    folder,
    env: { PATH: path, HOME: folder, TMPDIR: folder, LC_ALL: "C.UTF-8" },
    timeLimitMs: TIME_LIMIT_MS,
    outputMaxBytes: 0,
    errorMaxBytes: ERRORS_MAX_BYTES,
    signal,
  });
  const bytes = await readFile(pdf).catch(() => undefined);
  // Chromium exits with 0 even if it could not write the file
  if (isDone(end) && bytes) return { kind: "printed", pdf: bytes };
  return { kind: "failed", reason: reasonOf(end) };
}

function flags(folder: string): string[] {
  return [
    "--headless",
    `--user-data-dir=${join(folder, "profile")}`,
    "--no-first-run",
    "--no-pdf-header-footer",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
    // the page's policy already forbids loading and scripts; these options also cut off the network
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=0.0.0.0:1",
    "--proxy-bypass-list=<-loopback>",
    // Chromium refuses to start with its sandbox as root
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
}

function isDone(end: ProgramEnd): boolean {
  return end.kind === "exited" && end.code === 0;
}

function reasonOf(end: ProgramEnd): string {
  switch (end.kind) {
    case "exited":
      return /sandbox/i.test(end.errors) ? NO_SANDBOX : `it ended with exit code ${end.code}`;
    case "killed":
      return `it was killed by ${end.signal}`;
    case "too-slow":
      return `it took longer than ${TIME_LIMIT_MS / 1_000} seconds`;
    case "not-started":
      return end.reason;
    default:
      return "it was stopped";
  }
}
