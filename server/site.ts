import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { StorageRefusal } from "./storage/faults.ts";

/** The built browser app. */
export type Site = {
  folder: string;
  /** Names of the hashed files under `assets/`; nothing else is served from there. */
  assets: string[];
  /** Names of the other files at the top. */
  files: string[];
  page: Page;
};

/** The one page, ready to be sent, by content encoding. */
export type Page = { identity: Buffer; br: Buffer; gzip: Buffer };

/** What the provider brings to the page. */
export type PageValues = { providerName: string; interviewHash: string };

/** Of the build: beside a file stands its compressed form. */
const COMPRESSED = /\.(br|gz)$/;

/** Reads the built app and finishes its page with the provider's words. Throws where it was not built. */
export function openSite(values: PageValues, folder = resolve(import.meta.dirname, "../dist/web")): Site {
  try {
    const template = readFileSync(join(folder, "index.html"), "utf8");
    const isServed = (name: string) => !COMPRESSED.test(name) && name !== "index.html" && name !== "assets";
    return {
      folder,
      assets: readdirSync(join(folder, "assets")).filter(isServed),
      files: readdirSync(folder).filter(isServed),
      page: compressPage(fillPage(template, values)),
    };
  } catch (error) {
    throw new StorageRefusal(`The browser app is not built (${folder}). Run "npm run build" first.`, {
      cause: error,
    });
  }
}

/** The build leaves `{{name}}` where a value goes; values are text, whatever they hold. */
export function fillPage(template: string, values: PageValues): string {
  return template.replace(/\{\{(\w+)\}\}/g, (mark, name: string) =>
    Object.hasOwn(values, name) ? escapeHtml(values[name as keyof PageValues]) : mark,
  );
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

function compressPage(text: string): Page {
  const identity = Buffer.from(text);
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { identity, br, gzip: gzipSync(identity) };
}
