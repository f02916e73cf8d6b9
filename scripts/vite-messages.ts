import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { type Catalog, missingIds } from "#contract/catalog.ts";

const CATALOGUE = /^(?<source>.+\.json)\?compiled(?:=(?<which>first|rest|main|talk|devices))?$/;
const COMPILED = /^\0(?<file>.+\.json)\.(?<which>first|rest|main|talk|devices|all)\.compiled\.js$/;

/** The catalogue that says everything. */
const englishBeside = (file: string) => join(dirname(file), "en.json");

/** What the first bundle may say: the access screen and what can come over it. */
const FIRST_SCREEN =
  /^(access|app|crash|language|error(?!\.(TAKE|RECORDING|PIN|PASSKEY|LINK_USED|LINK_EXPIRED|PAGE_TOO|IDEMPOTENCY|REQUIRED|RANGE|CONFLICT|UNSUPPORTED|METHOD|BODY|INVALID_JSON|VALIDATION)))\.|^(loading|toast\.close|toast\.region)$/;

/** What is said only in the part "Talk it through". */
const TALK = /^(through|one)\./;

/** What is said only by the dialogs about the client's devices. */
const DEVICES = /^(device|handOver|signedIn)\./;

const isOfPart = (key: string) => TALK.test(key) || DEVICES.test(key);

const chosen: { [which: string]: (key: string) => boolean } = {
  all: () => true,
  first: (key) => FIRST_SCREEN.test(key),
  rest: (key) => !FIRST_SCREEN.test(key) && !isOfPart(key),
  main: (key) => !isOfPart(key),
  talk: (key) => TALK.test(key),
  devices: (key) => DEVICES.test(key),
};

/**
 * Compiles a message catalogue (ICU message format) while building: `import en from "#contract/messages/client/en.json?compiled"`.
 * The browser then needs no parser, which is 6 of Lingui's 8 kB. `?compiled=first` holds what the first screen says,
 * `?compiled=talk` and `?compiled=devices` what the parts say that are fetched later, `?compiled=rest` everything else, and `?compiled=main` the first two. A language in which a message is missing fails the build.
 */
export function compiledMessages(): Plugin {
  const later = new Set<string>();
  return {
    name: "firsthand:compiled-messages",
    enforce: "pre",
    async resolveId(request, importer) {
      const { source, which = "all" } = CATALOGUE.exec(request)?.groups ?? {};
      const file = source && (await this.resolve(source, importer, { skipSelf: true }));
      // a virtual module, so that no other plugin reads it as JSON
      return file ? `\0${file.id}.${which}.compiled.js` : null;
    },
    async load(id) {
      const { file, which } = COMPILED.exec(id)?.groups ?? {};
      if (!file) return null;
      this.addWatchFile(file);
      const catalogue: Catalog = JSON.parse(await readFile(file, "utf8"));
      const missing = missingIds(catalogue, JSON.parse(await readFile(englishBeside(file), "utf8")));
      if (missing.length > 0) this.error(`${file} lacks ${missing.join(", ")}`);
      const messages = Object.entries(catalogue);
      for (const [key] of messages) if (which === "first" && !FIRST_SCREEN.test(key)) later.add(key);
      const asked = messages.filter(([key]) => which !== undefined && chosen[which]?.(key));
      const compiled = asked.map(([key, text]) => [key, compileMessage(text)]);
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !chunk.moduleIds.some((id) => id.endsWith("web/main.tsx"))) continue;
        const says = (key: string) =>
          ['"', "'", "`"].some((quote) => chunk.code.includes(quote + key + quote));
        const missing = [...later].find(says);
        if (missing)
          this.error(`${chunk.fileName} says ${missing}, which comes later: add it to FIRST_SCREEN`);
      }
    },
  };
}
