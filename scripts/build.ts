import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, type InlineConfig } from "vite";
import { type Language, languages } from "#contract/languages.ts";
import { pageNameOf } from "../server/pages/site.ts";
import { catalogNames, readCatalogs } from "../server/runtime/catalogs.ts";
import { buildServer } from "./build-server.ts";

const ROOT = join(import.meta.dirname, "..");
const SITE = join(ROOT, "dist/web");
const CONSOLE = join(ROOT, "dist/console");
const PREVIEW = join(ROOT, "dist/preview");
const PRERENDER = join(ROOT, "dist/prerender");
const COMPRESSIBLE = /\.(js|css|svg|txt|json|webmanifest)$/;

/** Fetched by search engines only. */
const NOT_KEPT = ["robots.txt"];
const common = {
  root: join(ROOT, "web"),
  configFile: join(ROOT, "vite.config.ts"),
  logLevel: "warn",
} satisfies InlineConfig;

// throws where a language lacks a message, and names it
for (const name of catalogNames) readCatalogs(name);

/**
 * Builds the client's app, with its first screen as HTML, its service worker, and every file compressed beside it; then
 * the console with its preview of an interview, and the server.
 */
await build(common);
await build({
  ...common,
  build: { ssr: "prerender.tsx", outDir: PRERENDER, copyPublicDir: false },
});

const { prerender } = await import(join(PRERENDER, "prerender.js"));
inlineStyles(SITE);
const template = readFileSync(join(SITE, "index.html"), "utf8");
for (const language of languages) {
  const page = join(SITE, pageNameOf(language));
  writeFileSync(page, await pageIn(language, template));
  addIntegrity(SITE, page, "/");
}
rmSync(PRERENDER, { recursive: true });

const files = compressAll(SITE);

await build({
  ...common,
  root: join(ROOT, "console"),
  base: "/console/",
  build: { outDir: CONSOLE },
});
addIntegrity(CONSOLE, join(CONSOLE, "index.html"), "/console/");
compressAll(CONSOLE);

// apart from the console, which would else share its files with it
await build({
  ...common,
  root: join(ROOT, "console/preview"),
  base: "/console/preview/",
  publicDir: false,
  build: { outDir: PREVIEW },
});
addIntegrity(PREVIEW, join(PREVIEW, "index.html"), "/console/preview/");
compressAll(PREVIEW);

// compressed by the server, which fills in its values first
await build({
  ...common,
  define: { BUILD_FILES: JSON.stringify(keptAddresses(files)) },
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: join(ROOT, "web/offline/service-worker.ts"),
      output: { format: "iife", entryFileNames: "sw.js" },
    },
  },
});

await buildServer();
writeFileSync(join(ROOT, "dist/build.json"), `${JSON.stringify(buildFacts())}\n`);

/** Of the commit that is built, which says whether files were changed since; a folder without Git has none, and the day of the build. */
function buildFacts(): { commit: string | null; date: string } {
  try {
    const commit = git("describe", "--always", "--dirty", "--exclude=*");
    return { commit, date: git("log", "-1", "--format=%cI") };
  } catch {
    return { commit: null, date: new Date().toISOString() };
  }
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, stdio: ["ignore", "pipe", "ignore"] })
    .toString()
    .trim();
}

/**
 * The first screen comes with its styles, so that it is seen one way to the server and back earlier. The server names them
 * by their hash in the page's content security policy.
 */
function inlineStyles(folder: string): void {
  const file = join(folder, "index.html");
  const html = readFileSync(file, "utf8").replace(
    /<link rel="stylesheet"[^>]* href="\/([^"]+\.css)"[^>]*>/g,
    (_link, name: string) => {
      const styles = readFileSync(join(folder, name), "utf8").trim();
      rmSync(join(folder, name));
      forgetStyles(folder, name);
      return `<style>${styles}</style>`;
    },
  );
  writeFileSync(file, html);
}

/**
 * A part that is fetched later lists the first screen's styles among the files that it waits for. In their place it names
 * a script that the page has already.
 */
function forgetStyles(folder: string, name: string): void {
  const [first = ""] = globSync("assets/index-*.js", { cwd: folder });
  for (const script of globSync("assets/*.js", { cwd: folder })) {
    const file = join(folder, script);
    const code = readFileSync(file, "utf8");
    if (code.includes(`"${name}"`)) writeFileSync(file, code.replaceAll(`"${name}"`, `"${first}"`));
  }
}

/**
 * The page says of what script and style sheet it is made: other bytes under their names, of a cache or of a proxy that
 * means well, are not run. What the script fetches later has its names from it.
 */
function addIntegrity(folder: string, file: string, base: string): void {
  const html = readFileSync(file, "utf8").replace(
    /(?<=<(?:script|link)\b[^>]*) (?:src|href)="([^"]+\.(?:js|css))"/g,
    (attribute, address: string) => {
      const content = readFileSync(join(folder, address.slice(base.length)));
      return `${attribute} integrity="sha384-${hash("sha384", content, "base64")}"`;
    },
  );
  writeFileSync(file, html);
}

/** What the service worker keeps beside the page. In order, so that the same build makes the same worker. */
function keptAddresses(names: string[]): string[] {
  const kept = names.filter((name) => !NOT_KEPT.includes(name));
  return kept.map((name) => `/${name.replaceAll("\\", "/")}`).sort();
}

/** The page with its first screen in a language, whose words come beside the script where they are not in it. */
async function pageIn(language: Language, html: string): Promise<string> {
  const { title, app } = await prerender(language);
  const words = globSync(`assets/${language}.*.js`, { cwd: SITE });
  const links = words.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
  return html
    .replace(/<html lang="\w+"/, `<html lang="${language}"`)
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>${links.join("")}`)
    .replace("<!--app-->", () => app);
}

/** Every file but the pages, which the server fills in and compresses; returns their names. */
function compressAll(folder: string): string[] {
  const names = globSync("{*.*,assets/*}", { cwd: folder }).filter((name) => !name.endsWith(".html"));
  for (const name of names.filter((file) => COMPRESSIBLE.test(file))) compress(join(folder, name));
  return names;
}

function compress(file: string): void {
  const content = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
