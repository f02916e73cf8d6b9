import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fromBuffer } from "@capsizecss/unpack";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const REQUEST = /^(?<source>.+\.woff2)\?headings$/;
const SUBSET = /^\0(?<file>.+\.woff2)\.headings\.js$/;
const FALLBACK = /\/serif\/serif\.css$/;
const WEIGHT = 550;
/** Basic Latin, the letters that Spanish adds, and the punctuation of both; the fallback font has all other letters. */
export const LETTERS = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, at) => 0x20 + at))}áéíñóúüÁÉÍÑÓÚÜ¡¿“”‘’–—…·×ªº©®™€→`;
/** Keeps these features, and drops small capitals, old-style figures and swashes. */
const FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "mkmk"];
/**
 * The average width of Georgia Bold's letters in em, from its own tables (@capsizecss/metrics 4.3.0, which weights
 * letters as `fromBuffer` does).
 */
const GEORGIA_BOLD_WIDTH = 1062 / 2048;

type Subset = { font: Buffer; sizeAdjust: number };

/**
 * The font of the headings: one weight of a variable font with only the letters that we use, as a separate file.
 * Importing `….woff2?headings` gives its address. `serif.css` gets the `size-adjust` that makes Georgia as wide.
 */
export function headingFont(): Plugin {
  const fraunces = new URL(
    "../node_modules/@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2",
    import.meta.url,
  );
  let base = "/";
  let isServing = false;
  return {
    name: "firsthand:heading-font",
    enforce: "pre",
    configResolved(config) {
      base = config.base;
      isServing = config.command === "serve";
    },
    async resolveId(request, importer) {
      const { source } = REQUEST.exec(request)?.groups ?? {};
      const file = source && (await this.resolve(source, importer, { skipSelf: true }));
      return file ? `\0${file.id}.headings.js` : null;
    },
    async load(id) {
      const { file } = SUBSET.exec(id)?.groups ?? {};
      if (!file) return null;
      const { font } = await subsetOf(await readFile(file));
      // during development, no server has the file
      if (isServing) return `export default "data:font/woff2;base64,${font.toString("base64")}"`;
      const fileName = `assets/serif-${hash("sha256", font, "base64url").slice(0, 8)}.woff2`;
      this.emitFile({ type: "asset", fileName, source: font });
      return `export default ${JSON.stringify(base + fileName)}`;
    },
    async transform(styles, id) {
      if (!FALLBACK.test(id)) return null;
      const { sizeAdjust } = await subsetOf(await readFile(fraunces));
      return styles.replace("size-adjust: 100%", `size-adjust: ${(100 * sizeAdjust).toFixed(1)}%`);
    },
  };
}

async function subsetOf(font: Buffer): Promise<Subset> {
  const variationAxes = { wght: WEIGHT };
  // the package's types lack `keepFeatures`
  const options = { targetFormat: "woff2" as const, variationAxes, keepFeatures: FEATURES };
  const subset = await subsetFont(font, LETTERS, options);
  const { xWidthAvg, unitsPerEm } = await fromBuffer(subset);
  return { font: subset, sizeAdjust: xWidthAvg / unitsPerEm / GEORGIA_BOLD_WIDTH };
}
