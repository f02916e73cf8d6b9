import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { type MessageCatalog, missingIds } from "#contract/catalog.ts";

const CATALOG = /^(?<source>.+\.json)\?compiled(?:=(?<which>first|rest|main|talk|devices|helpers|helping))?$/;
const COMPILED =
  /^\0(?<file>.+\.json)\.(?<which>first|rest|main|talk|devices|helpers|helping|all)\.compiled\.js$/;

/** The English catalog, which has every message. */
const englishBeside = (file: string) => join(dirname(file), "en.json");

/** The messages of the first bundle: the access screen and what can appear over it. */
const FIRST_SCREEN =
  /^(access|app|crash|language|error(?!\.(TAKE|RECORDING|PIN|HELPER|PASSKEY|LINK_USED|LINK_EXPIRED|PAGE_TOO|IDEMPOTENCY|REQUIRED|RANGE|CONFLICT|UNSUPPORTED|METHOD|BODY|INVALID_JSON|VALIDATION)))\.|^(loading|toast\.close|toast\.region)$/;

/** The messages of the part "Talk it through" only. */
const TALK = /^(through|one)\./;

/** The messages of the dialogs about the client's devices only. */
const DEVICES = /^(locks|handOver|signedIn)\./;

/** The messages of the dialog in which a client asks others for answers only. */
const HELPERS = /^helpers\.|^error\.HELPER/;

/** The messages for those helpers only. */
const HELPING = /^helping\./;

const isOfPart = (key: string) => PARTS.some(({ words }) => words.test(key));

/** The parts with their own messages, by the entry module of each. */
const PARTS = [
  { begins: "web/talk/talk-bundle.ts", words: TALK },
  { begins: "web/devices/devices-bundle.ts", words: DEVICES },
  { begins: "web/ask-someone/ask-someone-bundle.ts", words: HELPERS },
  { begins: "web/interview/helping/helping-bundle.ts", words: HELPING },
];

const chosen: { [which: string]: (key: string) => boolean } = {
  all: () => true,
  first: (key) => FIRST_SCREEN.test(key),
  rest: (key) => !FIRST_SCREEN.test(key) && !isOfPart(key),
  main: (key) => !isOfPart(key),
  talk: (key) => TALK.test(key),
  devices: (key) => DEVICES.test(key),
  helpers: (key) => HELPERS.test(key),
  helping: (key) => HELPING.test(key),
};

/**
 * Compiles a message catalog (ICU message format) during the build, for imports such as
 * `"#contract/messages/client/en.json?compiled"`. The browser then needs no parser, which is 6 of Lingui's 8 kB.
 * `?compiled` has all messages, `?compiled=first` those of the first screen, `?compiled=talk` and the like those of one
 * part that loads later, `?compiled=rest` all others, and `?compiled=main` those of `first` and `rest`. The build fails
 * if a language lacks a message.
 */
export function compiledMessages(): Plugin {
  const later = new Set<string>();
  const all = new Set<string>();
  return {
    name: "firsthand:compiled-messages",
    enforce: "pre",
    async resolveId(request, importer) {
      const { source, which = "all" } = CATALOG.exec(request)?.groups ?? {};
      const file = source && (await this.resolve(source, importer, { skipSelf: true }));
      // a virtual module, so that other plugins do not read it as JSON
      return file ? `\0${file.id}.${which}.compiled.js` : null;
    },
    async load(id) {
      const { file, which } = COMPILED.exec(id)?.groups ?? {};
      if (!file) return null;
      this.addWatchFile(file);
      const catalog: MessageCatalog = JSON.parse(await readFile(file, "utf8"));
      const missing = missingIds(catalog, JSON.parse(await readFile(englishBeside(file), "utf8")));
      if (missing.length > 0) this.error(`${file} lacks ${missing.join(", ")}`);
      const messages = Object.entries(catalog);
      for (const [key] of messages) {
        all.add(key);
        if (which === "first" && !FIRST_SCREEN.test(key)) later.add(key);
      }
      const asked = messages.filter(([key]) => which !== undefined && chosen[which]?.(key));
      const compiled = asked.map(([key, text]) => [key, compileMessage(text)]);
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
      // the preview in the console uses the same parts, and has all messages
      if (!chunks.some((chunk) => hasModule(chunk, "web/main.tsx"))) return;
      for (const chunk of chunks) {
        const early = hasModule(chunk, "web/main.tsx") && firstSaid(chunk, later);
        if (early) this.error(`${chunk.fileName} says ${early}, which comes later: add it to FIRST_SCREEN`);
        const foreign = firstSaid(
          chunk,
          [...all].filter((key) => isForeign(chunk, key)),
        );
        if (foreign) this.error(`${chunk.fileName} says ${foreign}, which comes with another part`);
      }
    },
  };
}

type Chunk = { fileName: string; code: string; moduleIds: string[] };

function hasModule({ moduleIds }: Chunk, module: string): boolean {
  return moduleIds.some((id) => id.endsWith(module));
}

/** The first of these messages that a chunk uses, other than in its compiled catalog. */
function firstSaid({ code, moduleIds }: Chunk, keys: Iterable<string>): string | undefined {
  if (moduleIds.every((id) => COMPILED.test(id))) return undefined;
  return [...keys].find((key) => ['"', "'", "`"].some((quote) => code.includes(quote + key + quote)));
}

function isForeign(chunk: Chunk, key: string): boolean {
  return PARTS.some(({ begins, words }) => words.test(key) && !hasModule(chunk, begins));
}
