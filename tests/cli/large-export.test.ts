import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textOf } from "../support/faults/acknowledged.ts";
import { addManyClients } from "../support/faults/many-clients.ts";
import { commandLine } from "../support/service/command-line.ts";

const CLIENTS = 10_000;
const ANSWER_LENGTH = 9_000;
/** A command that does nothing needs half of this heap, in MB; all answers together are 90 MB. */
const HEAP = { NODE_OPTIONS: "--max-old-space-size=48" };
const cli = commandLine();
const file = join(cli.folder, "all");

beforeAll(async () => {
  await cli.make();
  await addManyClients(join(cli.data, "firsthand.db"), CLIENTS, ANSWER_LENGTH);
}, 120_000);
afterAll(() => cli.remove());

async function exported(format: string): Promise<AsyncIterable<string>> {
  const args = ["client", "export", "--all", "--format", format, "--output", file, "--force"];
  const { status, stdout, stderr } = await cli.firsthand(args, HEAP);
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
  return createInterface({ input: createReadStream(file) });
}

test("10,000 clients are exported as JSON within 48 MB of heap, each once and complete", {
  timeout: 120_000,
}, async () => {
  let count = 0;
  for await (const line of await exported("json")) {
    if (line === "[" || line === "]") continue;
    const { clientName, record } = JSON.parse(line.replace(/,$/, ""));
    const [answer] = record["customer-acquisition"].responses;
    if (clientName !== `Client ${count}` || answer.content !== textOf(count, ANSWER_LENGTH))
      throw new Error(line.slice(0, 200));
    count++;
  }
  expect(count).toBe(CLIENTS);
});

test("and as CSV", { timeout: 120_000 }, async () => {
  let count = -1;
  for await (const line of await exported("csv")) {
    if (count >= 0 && !line.includes(`,Client ${count},Leads → Booking,`))
      throw new Error(line.slice(0, 200));
    count++;
  }
  expect(count).toBe(CLIENTS);
});
