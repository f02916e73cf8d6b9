import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MEGABYTE = 2 ** 20;

/** The megabytes of a process's heap, four seconds after it briefly needed sixty. */
async function heapAfterStart(asks: boolean): Promise<number> {
  const script = `
    import { giveBackMemorySoon } from ${JSON.stringify(join(import.meta.dirname, "give-back-memory.ts"))};
    let needed = Array.from({ length: 1_000_000 }, (_, place) => ({ place, text: "by the start " + place }));
    needed = undefined;
    if (${asks}) giveBackMemorySoon();
    setTimeout(() => console.log(process.memoryUsage().heapTotal, typeof globalThis.gc), 4_000);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  const [bytes, gc] = stdout.trim().split(" ");
  expect(gc, "nothing else can ask for it").toBe("undefined");
  return Number(bytes) / MEGABYTE;
}

test("memory that only the start needed is given back to the system", async () => {
  const [asked, unasked] = await Promise.all([heapAfterStart(true), heapAfterStart(false)]);
  expect(unasked).toBeGreaterThan(50);
  expect(asked).toBeLessThan(unasked / 3);
});
