import { createHash, hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { RecordingOffer } from "#contract/interview/recording-offers.ts";
import { type Language, languages } from "#contract/languages.ts";
import {
  CONSOLE_FRAMES,
  contentSecurityPolicy,
  previewPolicy,
  SECURITY_HEADERS,
} from "../http/security-headers.ts";
import type { ProvidedFile } from "../interview-file/logo.ts";
import type { InterviewFileContent } from "../interview-file/read-interview-file.ts";
import { telLink } from "../interview-file/support.ts";
import { hashText } from "../interviews/describe-interview.ts";
import { packageFolder } from "../runtime/package.ts";
import type { DictationSetting } from "../settings/settings.ts";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { manifestOf } from "./manifest.ts";

/** A built browser app. */
export type BuiltApp = {
  folder: string;
  /** Names of the hashed files under `assets/`; no other file is served from there. */
  assets: string[];
  /** The page in each offered language; the first is the default. */
  pages: ReadonlyMap<Language, Page>;
};

/** The client's app and the account manager's console, which clients never download. */
export type Site = Omit<BuiltApp, "pages"> & {
  /** The current pages; they contain the provider's words, and whether sign-in links can be mailed. */
  kept(): RenderedPages;
  /** The provider's current files, in addition to the build's. */
  provided(): ProvidedFile[];
  /** Names of the other files at the top level. */
  files: string[];
  console: Omit<BuiltApp, "pages">;
  /** The app that previews an interview's draft in a frame of the console. */
  preview: Omit<BuiltApp, "pages">;
};

export type RenderedPages = Pick<BuiltApp, "pages"> & {
  /** The service worker for exactly these pages (decision 11). */
  worker: FilledFile;
  /** The web app manifest. */
  manifest: FilledFile;
  consolePages: BuiltApp["pages"];
  previewPages: BuiltApp["pages"];
};

/** A file with this server's values filled in, ready to send in each content encoding. */
export type FilledFile = { identity: Buffer; br: Buffer; gzip: Buffer };

/** A page with the content security policy that permits its inline styles. */
export type Page = FilledFile & { policy: string };

/** What the page shows and passes to its script. Values can change, except how clients answer and managers sign in. */
export type PageValues = {
  providerName: string;
  /** The interview that new clients get. */
  interview: {
    definitions: ReadonlyMap<Language, { hash: string }>;
    /** About how long the interview takes, in minutes. */
    minutes: string;
  };
  dictation: DictationSetting;
  recording: RecordingOffer;
  /** Whether clients can currently have sign-in links mailed. */
  signInLinks: () => "on" | "off";
  /** Whether browsers support passkeys at the server's address. */
  passkeys: "on" | "off";
  /** The name of the OpenID Connect provider for managers; empty if none is set. */
  openIdName: string;
  /** Whether managers can sign in with a password. */
  passwords: "on" | "off";
  provided: Pick<InterviewFileContent, "theme" | "files" | "icon" | "support">;
};

type Definitions = PageValues["interview"]["definitions"];
type SignInLinks = ReturnType<PageValues["signInLinks"]>;
type FilledValues = Omit<PageValues, "signInLinks"> & { signInLinks: SignInLinks };

/** iOS does not accept SVG icons. */
const OWN_TOUCH_ICON = "/touch-icon.png";
const PAGE = "index.html";
/** The build makes a page for each language of the product; the first one has the plain name. */
export const pageNameOf = (language: Language): string =>
  language === languages[0] ? PAGE : `index.${language}.html`;
const WORKER = "sw.js";
/**
 * Of 11 levels. Level 9 takes eight times as long for a page and compresses less; level 11 takes three times as long.
 */
const QUALITY = 10;
/** Compressed forms, which the build puts next to each file. */
const COMPRESSED = /\.(br|gz)$/;
const NOT_SERVED = [...languages.map(pageNameOf), WORKER, "assets"];

/** Reads the built apps and fills in the provider's words. Throws if they were not built. */
export function openSite(values: PageValues, folder = join(packageFolder, "dist")): Site {
  try {
    const web = join(folder, "web");
    const managers = join(folder, "console");
    const read = (name: string) => readFileSync(join(web, name));
    const files = readdirSync(web).filter(isServed);
    // read once, because a later release may have replaced the files by the time pages are filled again
    const templates = new Map(languages.map((language) => [language, read(pageNameOf(language)).toString()]));
    const worker = { template: read(WORKER).toString(), files: files.map(read) };
    const preview = join(folder, "preview");
    const console = readFileSync(join(managers, PAGE), "utf8");
    const previewTemplate = readFileSync(join(preview, PAGE), "utf8");
    const keptWith = (filled: FilledValues): RenderedPages => {
      const { interview, provided } = filled;
      const pages = new Map(
        [...interview.definitions.keys()].map((language) => [
          language,
          filledPage(templates.get(language) ?? "", filled),
        ]),
      );
      return {
        pages: readyPages(pages),
        worker: compress(
          fillWorker(worker.template, { interview, pages, provided: provided.files }, worker.files),
        ),
        manifest: compress(manifestOf({ ...filled, icon: provided.icon })),
        consolePages: onePage(
          filledPage(console, { ...filled, signInLinks: "off" }),
          (policy) => policy + CONSOLE_FRAMES,
        ),
        previewPages: onePage(filledPage(previewTemplate, { ...filled, signInLinks: "off" }), previewPolicy),
      };
    };
    let last: { of: FilledValues; kept: RenderedPages } | undefined;
    const kept = () => {
      const filled = { ...values, signInLinks: values.signInLinks() };
      if (!last || !isFilledAlike(last.of, filled)) last = { of: filled, kept: keptWith(filled) };
      return last.kept;
    };
    kept();
    return {
      ...builtFiles(web),
      kept,
      files,
      provided: () => values.provided.files,
      console: builtFiles(managers),
      preview: builtFiles(preview),
    };
  } catch (error) {
    throw new StorageRefusal(`The browser apps are not built (${folder}). Run "npm run build" first.`, {
      cause: error,
    });
  }
}

/** Whether the pages would be the same; the other values never change. */
function isFilledAlike(one: FilledValues, other: FilledValues): boolean {
  return (
    one.signInLinks === other.signInLinks &&
    one.providerName === other.providerName &&
    one.interview.definitions === other.interview.definitions &&
    one.provided === other.provided
  );
}

function builtFiles(folder: string): Omit<BuiltApp, "pages"> {
  return { folder, assets: readdirSync(join(folder, "assets")).filter(isServed) };
}

function readyPages(pages: ReadonlyMap<Language, string>): BuiltApp["pages"] {
  return new Map([...pages].map(([language, page]) => [language, readyPage(page)]));
}

/** A single page that contains every language. */
function onePage(page: string, policyOf: (policy: string) => string): BuiltApp["pages"] {
  const ready = readyPage(page);
  return new Map([[languages[0], { ...ready, policy: policyOf(ready.policy) }]]);
}

function readyPage(page: string): Page {
  const styles = [...page.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = ""]) => style);
  return { ...compress(page), policy: contentSecurityPolicy(styles) };
}

function filledPage(
  html: string,
  { provided: { theme, icon, support }, interview: { definitions, minutes }, ...values }: FilledValues,
): string {
  const filled = fill(
    html,
    {
      ...values,
      touchIcon: icon?.type === "image/png" ? icon.address : OWN_TOUCH_ICON,
      minutes,
      ...languageValues(definitions),
      ...supportValues(support),
    },
    escapeHtml,
  );
  // after our own styles, which it overrides
  return theme ? filled.replace("</head>", () => `<style>${theme}</style></head>`) : filled;
}

/** The hash of each language's interview, and the page's address in that language; empty if it is not offered. */
function languageValues(definitions: Definitions): { [name: string]: string } {
  const addresses = languages.map((language) => [
    `language_${language}`,
    definitions.has(language) ? `?language=${language}` : "",
  ]);
  return { interviews: hashText(definitions), ...Object.fromEntries(addresses) };
}

function supportValues({ email = "", phone = "", page = "" }: InterviewFileContent["support"]): {
  [name: string]: string;
} {
  return {
    supportEmail: email,
    supportPhone: phone,
    supportDialed: phone && telLink(phone),
    supportPage: page,
  };
}

function isServed(name: string): boolean {
  return !COMPRESSED.test(name) && !NOT_SERVED.includes(name);
}

type WorkerValues = Pick<PageValues, "interview"> & {
  pages: ReadonlyMap<Language, string>;
  provided: ProvidedFile[];
};

/**
 * The worker's text must change with everything it caches, because browsers update a worker only if its text changed.
 */
function fillWorker(template: string, { interview, pages, provided }: WorkerValues, files: Buffer[]): string {
  const version = createHash("sha256").update(template);
  for (const page of pages.values()) version.update(page);
  // caches store responses with their headers
  version.update(JSON.stringify(SECURITY_HEADERS));
  // files in assets/ are named by their content, and the template contains these names
  for (const file of files) version.update(file);
  const values = {
    interviews: hashText(interview.definitions),
    pages: [...pages].map(([language, page]) => `${language}:${hash("sha256", page, "base64")}`).join(" "),
    providedFiles: provided.map(({ address }) => address).join(" "),
    version: version.digest("hex"),
  };
  return fill(template, values, escapeScript);
}

/** Replaces each `{{name}}` that the build left; the values are escaped text. */
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

/** Escapes text for a string in a script, whichever quotes the build used. */
function escapeScript(text: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(/[^\w+/=-]/g, escapeUnit);
}

function compress(text: string): FilledFile {
  const identity = Buffer.from(text);
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return { identity, br, gzip: gzipSync(identity) };
}
