import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, expect, test } from "vitest";
import { compiledMessages } from "../scripts/vite-messages.ts";

const folder = mkdtempSync(join(tmpdir(), "firsthand-messages-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The code that the build makes of a page in Spanish. */
async function buildWith(spanish: { [id: string]: string }): Promise<string> {
  const english = { greeting: "Hello {name}", farewell: "Goodbye" };
  writeFileSync(join(folder, "en.json"), JSON.stringify(english));
  writeFileSync(join(folder, "es.json"), JSON.stringify(spanish));
  writeFileSync(join(folder, "main.js"), 'import words from "./es.json?compiled";\nconsole.log(words);\n');
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [compiledMessages()],
    build: { write: false, rolldownOptions: { input: join(folder, "main.js") } },
  });
  return JSON.stringify(built);
}

test("a complete catalog is built", async () => {
  expect(await buildWith({ greeting: "Hola, {name}", farewell: "Adiós" })).toContain("Adiós");
});

test.each([
  ["missing", { greeting: "Hola, {name}" }],
  ["empty", { greeting: "Hola, {name}", farewell: " " }],
])("a message that is %s fails the build with its name", async (_, spanish) => {
  await expect(buildWith(spanish)).rejects.toThrow("es.json lacks farewell");
});
