import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build, type Plugin } from "vite";
import * as questions from "./questions.ts";

const PAGES = join(import.meta.dirname, "pages");
const BUILT = join(import.meta.dirname, "../../../dist/bench-peers");
const QUESTIONS = join(import.meta.dirname, "questions.ts");
const COMPRESSIBLE = /\.(html|js|css|svg|json|ttf)$/;

/** Builds the named pages, or all of them, into `dist/bench-peers/<page>/`, with a compressed copy of every file. */
const named = process.argv.slice(2);
for (const page of named.length > 0 ? named : globSync("*", { cwd: PAGES, exclude: ["*.*"] })) {
  const folder = join(BUILT, page);
  await build({
    root: join(PAGES, page),
    configFile: false,
    logLevel: "error",
    plugins: [valuesOfQuestions()],
    // Form.io expects bundlers to define `global`
    define: { global: "globalThis" },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    },
  });
  compressAll(folder);
}

/** Replaces `questions.ts` with its values, so that peers do not contain Firsthand's code or other texts. */
function valuesOfQuestions(): Plugin {
  return {
    name: "values-of-questions",
    load: (id) =>
      id === QUESTIONS
        ? Object.entries(questions)
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
            .join("\n")
        : undefined,
  };
}

function compressAll(folder: string): void {
  for (const name of globSync("**/*.*", { cwd: folder }).filter((file) => COMPRESSIBLE.test(file))) {
    const file = join(folder, name);
    const content = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  }
}
