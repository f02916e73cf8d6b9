import { createHash, hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { RecordingOffer } from "#contract/recording-offers.ts";
import type { ProvidedFile } from "./interview-file/logo.ts";
import type { Provided } from "./interview-file/read-interview-file.ts";
import { dialled } from "./interview-file/support.ts";
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
  /** The provider's own, beside what was built. */
  provided: ProvidedFile[];
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
  /** How long it takes, about. */
  minutes: string;
  dictation: DictationSetting;
  recording: RecordingOffer;
  /** What managers sign in with by OpenID Connect; empty where they do not. */
  openIdName: string;
  /** Whether managers sign in by password. */
  passwords: "on" | "off";
  provided: Pick<Provided, "theme" | "files" | "support">;
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
    const provided = values.provided.files;
    const kept = { interviewHash: values.interviewHash, page, provided };
    const worker = fillWorker(read(WORKER).toString(), kept, files.map(read));
    return {
      ...builtApp(web, page),
      files,
      provided,
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

function filledPage(folder: string, { provided: { theme, support }, ...values }: PageValues): string {
  const html = readFileSync(join(folder, PAGE), "utf8");
  const filled = fill(html, { ...values, ...supportValues(support) }, escapeHtml);
  // after our own, whose values it takes the place of
  return theme ? filled.replace("</head>", () => `<style>${theme}</style></head>`) : filled;
}

function supportValues({ email = "", phone = "", page = "" }: Provided["support"]): {
  [name: string]: string;
} {
  return {
    supportEmail: email,
    supportPhone: phone,
    supportDialled: phone && dialled(phone),
    supportPage: page,
  };
}

function isServed(name: string): boolean {
  return !COMPRESSED.test(name) && !NOT_SERVED.includes(name);
}

type WorkerValues = { interviewHash: string; page: string; provided: ProvidedFile[] };

/** The worker's text changes with all that it keeps, else no browser would fetch that anew. */
function fillWorker(
  template: string,
  { interviewHash, page, provided }: WorkerValues,
  files: Buffer[],
): string {
  const version = createHash("sha256").update(template).update(page);
  // a response is kept with its headers
  version.update(JSON.stringify(SECURITY_HEADERS));
  // what lies under assets/ is named for its content, and the template has the names
  for (const file of files) version.update(file);
  const values = {
    interviewHash,
    pageHash: hash("sha256", page, "base64"),
    providedFiles: provided.map(({ address }) => address).join(" "),
    version: version.digest("hex"),
  };
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
