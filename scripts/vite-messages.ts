import { readFile } from "node:fs/promises";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const QUERY = "?compiled";

/**
 * Compiles a message catalogue (ICU message format) while building: `import en from "#contract/messages/en.json?compiled"`.
 * The browser then needs no parser, which is 6 of Lingui's 8 kB.
 */
export function compiledMessages(): Plugin {
  return {
    name: "firsthand:compiled-messages",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.endsWith(`.json${QUERY}`)) return null;
      const file = await this.resolve(source.slice(0, -QUERY.length), importer, { skipSelf: true });
      // a virtual module, so that no other plugin reads it as JSON
      return file && `\0${file.id}.compiled.js`;
    },
    async load(id) {
      if (!id.endsWith(".json.compiled.js")) return null;
      const file = id.slice(1, -".compiled.js".length);
      this.addWatchFile(file);
      const messages = Object.entries<string>(JSON.parse(await readFile(file, "utf8")));
      const compiled = messages.map(([key, text]) => [key, compileMessage(text)]);
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
  };
}
