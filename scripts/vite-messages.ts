import { readFile } from "node:fs/promises";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const CATALOGUE = /^(?<source>.+\.json)\?compiled(?:=(?<which>first|rest))?$/;
const COMPILED = /^\0(?<file>.+\.json)\.(?<which>first|rest|all)\.compiled\.js$/;
/** What the first bundle may say: the access screen and what can come over it. */
const FIRST_SCREEN =
  /^(access|app|crash|error(?!\.(TAKE|RECORDING|PIN)))\.|^(loading|toast\.close|toast\.region)$/;

/**
 * Compiles a message catalogue (ICU message format) while building: `import en from "#contract/messages/en.json?compiled"`.
 * The browser then needs no parser, which is 6 of Lingui's 8 kB. `?compiled=first` holds what the first screen says,
 * and `?compiled=rest` everything else.
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
      const messages = Object.entries<string>(JSON.parse(await readFile(file, "utf8")));
      for (const [key] of messages) if (which === "first" && !FIRST_SCREEN.test(key)) later.add(key);
      const asked = messages.filter(
        ([key]) => which === "all" || FIRST_SCREEN.test(key) === (which === "first"),
      );
      const compiled = asked.map(([key, text]) => [key, compileMessage(text)]);
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !chunk.isEntry) continue;
        const says = (key: string) =>
          ['"', "'", "`"].some((quote) => chunk.code.includes(quote + key + quote));
        const missing = [...later].find(says);
        if (missing)
          this.error(`${chunk.fileName} says ${missing}, which comes later: add it to FIRST_SCREEN`);
      }
    },
  };
}
