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
import type { Provided } from "../interview-file/read-interview-file.ts";
import { dialled } from "../interview-file/support.ts";
import { hashText } from "../interviews/describe-interview.ts";
import { packageFolder } from "../runtime/package.ts";
import type { DictationSetting } from "../settings/settings.ts";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { manifestOf } from "./manifest.ts";

/** A built browser app. */
export type BuiltApp = {
  folder: string;
  /** Names of the hashed files under `assets/`; nothing else is served from there. */
  assets: string[];
  /** The one page, in each language that is offered; the first where one wishes for none of them. */
  pages: ReadonlyMap<Language, Page>;
};

/** The client's app, and the account manager's, which no client ever downloads. */
export type Site = Omit<BuiltApp, "pages"> & {
  /** As they are now: they have the provider's words, and say whether clients can have sign-in links mailed. */
  kept(): KeptPages;
  /** The provider's own, beside what was built, as they are now. */
  provided(): ProvidedFile[];
  /** Names of the other files at the top. */
  files: string[];
  console: Omit<BuiltApp, "pages">;
  /** What shows the draft of an interview, in a frame of the console. */
  preview: Omit<BuiltApp, "pages">;
};

export type KeptPages = Pick<BuiltApp, "pages"> & {
  /** The service worker, for these pages and no others (decision 11). */
  worker: FilledFile;
  /** The web app manifest. */
  manifest: FilledFile;
  consolePages: BuiltApp["pages"];
  previewPages: BuiltApp["pages"];
};

/** A file with values of this server in it, ready to be sent, by content encoding. */
export type FilledFile = { identity: Buffer; br: Buffer; gzip: Buffer };

/** A page, with the content security policy that lets its own styles be. */
export type Page = FilledFile & { policy: string };

/** What the page shows and tells its script. All of it may change but how clients answer and managers sign in. */
export type PageValues = {
  providerName: string;
  /** The interview that new clients get. */
  interview: {
    definitions: ReadonlyMap<Language, { hash: string }>;
    /** How long it takes, about. */
    minutes: string;
  };
  dictation: DictationSetting;
  recording: RecordingOffer;
  /** Whether clients can have sign-in links mailed, now. */
  signInLinks: () => "on" | "off";
  /** Whether browsers have passkeys at the server's address. */
  passkeys: "on" | "off";
  /** What managers sign in with by OpenID Connect; empty where they do not. */
  openIdName: string;
  /** Whether managers sign in by password. */
  passwords: "on" | "off";
  provided: Pick<Provided, "theme" | "files" | "icon" | "support">;
};

type Definitions = PageValues["interview"]["definitions"];
type SignInLinks = ReturnType<PageValues["signInLinks"]>;
type FilledValues = Omit<PageValues, "signInLinks"> & { signInLinks: SignInLinks };

/** iOS takes no SVG. */
const OWN_TOUCH_ICON = "/touch-icon.png";
const PAGE = "index.html";
/** The build has made the page in each language that the product speaks; the first has the plain name. */
export const pageNameOf = (language: Language): string =>
  language === languages[0] ? PAGE : `index.${language}.html`;
const WORKER = "sw.js";
/** Of eleven. Nine takes eight times as long for a page, and leaves more of it; eleven takes three times as long. */
const QUALITY = 10;
/** Of the build: beside a file stands its compressed form. */
const COMPRESSED = /\.(br|gz)$/;
const NOT_SERVED = [...languages.map(pageNameOf), WORKER, "assets"];

/** Reads the built apps and finishes their pages with the provider's words. Throws where they were not built. */
export function openSite(values: PageValues, folder = join(packageFolder, "dist")): Site {
  try {
    const web = join(folder, "web");
    const managers = join(folder, "console");
    const read = (name: string) => readFileSync(join(web, name));
    const files = readdirSync(web).filter(isServed);
    // read now: a later release may have put its files there by the time they are filled again
    const templates = new Map(languages.map((language) => [language, read(pageNameOf(language)).toString()]));
    const worker = { template: read(WORKER).toString(), files: files.map(read) };
    const preview = join(folder, "preview");
    const console = readFileSync(join(managers, PAGE), "utf8");
    const previewTemplate = readFileSync(join(preview, PAGE), "utf8");
    const keptWith = (filled: FilledValues): KeptPages => {
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
    let last: { of: FilledValues; kept: KeptPages } | undefined;
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

/** Whether the pages are the same: the other values never change. */
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

/** A page that speaks every language itself. */
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
  // after our own, whose values it takes the place of
  return theme ? filled.replace("</head>", () => `<style>${theme}</style></head>`) : filled;
}

/** The interview of each language by its hash, and the address of the page in it; empty where it is not offered. */
function languageValues(definitions: Definitions): { [name: string]: string } {
  const addresses = languages.map((language) => [
    `language_${language}`,
    definitions.has(language) ? `?language=${language}` : "",
  ]);
  return { interviews: hashText(definitions), ...Object.fromEntries(addresses) };
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

type WorkerValues = Pick<PageValues, "interview"> & {
  pages: ReadonlyMap<Language, string>;
  provided: ProvidedFile[];
};

/** The worker's text changes with all that it keeps, else no browser would fetch that anew. */
function fillWorker(template: string, { interview, pages, provided }: WorkerValues, files: Buffer[]): string {
  const version = createHash("sha256").update(template);
  for (const page of pages.values()) version.update(page);
  // caches store a response with its headers
  version.update(JSON.stringify(SECURITY_HEADERS));
  // what lies under assets/ is named for its content, and the template has the names
  for (const file of files) version.update(file);
  const values = {
    interviews: hashText(interview.definitions),
    pages: [...pages].map(([language, page]) => `${language}:${hash("sha256", page, "base64")}`).join(" "),
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
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return { identity, br, gzip: gzipSync(identity) };
}
