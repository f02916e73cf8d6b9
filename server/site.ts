import { createHash, hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { RecordingOffer } from "#contract/calls.ts";
import { packageFolder } from "./package.ts";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./security-headers.ts";
import type { DictationSetting } from "./settings.ts";
import { StorageRefusal } from "./storage/faults.ts";

/** A built browser app. */
export type BuiltApp = {
  folder: string;
  /** Names of the hashed files under `assets/`; nothing else is served from there. */
  assets: string[];
  /** The one page. */
  page: Page;
};

/** The client's app, and the account manager's, which no client ever downloads. */
export type Site = BuiltApp & {
  /** Names of the other files at the top. */
  files: string[];
  /** The service worker, for this page and no other (decision 11). */
  worker: FilledFile;
  console: BuiltApp;
};

/** A file with values of this server in it, ready to be sent, by content encoding. */
export type FilledFile = { identity: Buffer; br: Buffer; gzip: Buffer };

/** A page, with the content security policy that lets its own styles be. */
export type Page = FilledFile & { policy: string };

/** What the provider brings to the page. */
export type PageValues = {
  providerName: string;
  interviewHash: string;
  dictation: DictationSetting;
  recording: RecordingOffer;
  /** What managers sign in with by OpenID Connect; empty where they do not. */
  openIdName: string;
  /** Whether managers sign in by password. */
  passwords: "on" | "off";
};

const PAGE = "index.html";
const WORKER = "sw.js";
/** Of the build: beside a file stands its compressed form. */
const COMPRESSED = /\.(br|gz)$/;
const NOT_SERVED = [PAGE, WORKER, "assets"];

/** Reads the built apps and finishes their pages with the provider's words. Throws where they were not built. */
export function openSite(values: PageValues, folder = join(packageFolder, "dist")): Site {
  try {
    const web = join(folder, "web");
    const read = (name: string) => readFileSync(join(web, name));
    const files = readdirSync(web).filter(isServed);
    const page = filledPage(web, values);
    const worker = fillWorker(read(WORKER).toString(), { ...values, page }, files.map(read));
    return {
      ...builtApp(web, page),
      files,
      worker: compress(worker),
      console: builtApp(join(folder, "console"), filledPage(join(folder, "console"), values)),
    };
  } catch (error) {
    throw new StorageRefusal(`The browser apps are not built (${folder}). Run "npm run build" first.`, {
      cause: error,
    });
  }
}

function builtApp(folder: string, page: string): BuiltApp {
  const assets = readdirSync(join(folder, "assets")).filter(isServed);
  const styles = [...page.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = ""]) => style);
  return { folder, assets, page: { ...compress(page), policy: contentSecurityPolicy(styles) } };
}

function filledPage(folder: string, values: PageValues): string {
  return fill(readFileSync(join(folder, PAGE), "utf8"), values, escapeHtml);
}

function isServed(name: string): boolean {
  return !COMPRESSED.test(name) && !NOT_SERVED.includes(name);
}

type WorkerValues = { interviewHash: string; page: string };

/** The worker's text changes with all that it keeps, else no browser would fetch that anew. */
function fillWorker(template: string, { interviewHash, page }: WorkerValues, files: Buffer[]): string {
  const version = createHash("sha256").update(template).update(page);
  // a response is kept with its headers
  version.update(JSON.stringify(SECURITY_HEADERS));
  // what lies under assets/ is named for its content, and the template has the names
  for (const file of files) version.update(file);
  const values = { interviewHash, pageHash: hash("sha256", page, "base64"), version: version.digest("hex") };
  return fill(template, values, escapeScript);
}

/** The build leaves `{{name}}` where a value goes; values are text, whatever they hold. */
function fill(template: string, values: { [name: string]: string }, escapeText: (text: string) => string) {
  return template.replace(/\{\{(\w+)\}\}/g, (mark, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? mark : escapeText(value);
  });
}

const ENTITIES: { [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** For a string in a script, in whichever quotes the build has put it. */
function escapeScript(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(/[^\w+/=-]/g, escapeUnit);
}

function compress(text: string): FilledFile {
  const identity = Buffer.from(text);
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { identity, br, gzip: gzipSync(identity) };
}
