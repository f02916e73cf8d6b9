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

/** Only search engines fetch these. */
const NOT_KEPT = ["robots.txt"];
const common = {
  root: join(ROOT, "web"),
  configFile: join(ROOT, "vite.config.ts"),
  logLevel: "warn",
} satisfies InlineConfig;

// throws and names the message if a language lacks one
for (const name of catalogNames) readCatalogs(name);

/**
 * Builds the client's app, with its first screen as HTML, its service worker, and a compressed copy of every file; then
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

// built separately, since the console would otherwise share files with it
await build({
  ...common,
  root: join(ROOT, "console/preview"),
  base: "/console/preview/",
  publicDir: false,
  build: { outDir: PREVIEW },
});
addIntegrity(PREVIEW, join(PREVIEW, "index.html"), "/console/preview/");
compressAll(PREVIEW);

// not compressed here: the server fills in its values first
await build({
  ...common,
  define: { BUILD_FILES: JSON.stringify(keptAddresses(files)) },
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: join(ROOT, "web/offline/service-worker.ts"),
      output: { format: "iife", entryFileNames: "sw.js", codeSplitting: false },
    },
  },
});

await buildServer();
writeFileSync(join(ROOT, "dist/build.json"), `${JSON.stringify(buildFacts())}\n`);

/**
 * The commit that is built, marked if files have changed since, and its date. Without Git, `commit` is null and the
 * date is that of the build.
 */
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
 * Inlines the first screen's styles, which saves a round trip before it appears. The server lists their hash in the
 * page's content security policy.
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
 * Chunks that load later list the first screen's style sheet among their dependencies. This replaces its name with a
 * script that the page has already loaded.
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
 * Adds the hashes of script and style sheet to the page, so that the browser does not run other bytes from a cache or
 * proxy. The script knows the names of everything that it loads later.
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

/** What the service worker keeps besides the page; sorted, so that the same build makes the same worker. */
function keptAddresses(names: string[]): string[] {
  const kept = names.filter((name) => !NOT_KEPT.includes(name));
  return kept.map((name) => `/${name.replaceAll("\\", "/")}`).sort();
}

/**
 * The page with its first screen in a language. If the script lacks the language's messages, the page preloads them.
 */
async function pageIn(language: Language, html: string): Promise<string> {
  const { title, app } = await prerender(language);
  const words = globSync(`assets/${language}.*.js`, { cwd: SITE });
  const links = words.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
  return html
    .replace(/<html lang="\w+"/, `<html lang="${language}"`)
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>${links.join("")}`)
    .replace("<!--app-->", () => app);
}

/**
 * Compresses every file but the pages, which the server fills in and compresses. Returns the names of all these files.
 */
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
