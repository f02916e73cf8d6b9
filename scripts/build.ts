import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "..");
const SITE = join(ROOT, "dist/web");
const PRERENDER = join(ROOT, "dist/prerender");
const COMPRESSIBLE = /\.(js|css|svg|txt|json|webmanifest)$/;

/** Builds the browser app, with its first screen as HTML, and every file compressed beside it. */
await build({ root: join(ROOT, "web"), configFile: join(ROOT, "vite.config.ts"), logLevel: "warn" });
await build({
  root: join(ROOT, "web"),
  configFile: join(ROOT, "vite.config.ts"),
  logLevel: "warn",
  build: { ssr: "prerender.tsx", outDir: PRERENDER, copyPublicDir: false },
});

const { prerender } = await import(join(PRERENDER, "prerender.js"));
const page = join(SITE, "index.html");
writeFileSync(
  page,
  readFileSync(page, "utf8").replace("<!--app-->", () => prerender()),
);
rmSync(PRERENDER, { recursive: true });

for (const folder of [SITE, join(SITE, "assets")]) {
  for (const name of readdirSync(folder).filter((file) => COMPRESSIBLE.test(file)))
    compress(join(folder, name));
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
