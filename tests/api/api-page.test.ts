import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Failure } from "#contract/api/failure.ts";
import { scopeNames } from "#contract/api/scopes.ts";
import { type ConsoleCaller, consoleCaller, PASSWORD } from "../support/data/console-caller.ts";
import { startService } from "../support/service/service.ts";

/** Runs the commands of docs/api.md as a reader would paste them. */
const PAGE = readFileSync(join(import.meta.dirname, "../../docs/api.md"), "utf8");
const commands = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, command = ""]) => command);

type Answer = Partial<Failure> & { data?: { [field: string]: unknown } };

test("each command on the API page does what the page says", async () => {
  const service = await startService();
  const token = await apiTokenOf(await consoleCaller(service));
  const answers: Answer[] = [];
  for (const command of commands) {
    const env = { ...process.env, ADDRESS: service.url, TOKEN: token };
    const { stdout } = await promisify(execFile)("bash", ["-c", command], { env });
    // a search answers with lines, and the last one says how it ended
    const json = command.includes("/search") ? stdout.trim().split("\n").at(-1) : stdout;
    answers.push(JSON.parse(json ?? "") as Answer);
  }
  expect(answers).toEqual([
    { data: expect.objectContaining({ clients: [], total: 0, next: null }) },
    { data: expect.objectContaining({ accessKey: expect.stringMatching(/^fh_/) }) },
    [expect.objectContaining({ clientName: "Rosa's Bakery" })],
    expect.objectContaining({ code: "UNAUTHORIZED" }),
    { data: { mails: [], next: null } },
    { data: expect.objectContaining({ clients: [], total: 0, next: null }) },
    { data: expect.objectContaining({ accessKey: expect.stringMatching(/^fh_/) }) },
    { data: expect.objectContaining({ accessKey: expect.stringMatching(/^fh_/) }) },
    expect.objectContaining({ type: "end", outcome: "complete" }),
  ]);
  await service.close();
});

async function apiTokenOf(manager: ConsoleCaller): Promise<string> {
  const body = { name: "A program", days: 1, scopes: scopeNames, password: PASSWORD };
  return (await manager.send<{ token: string }>("POST", "/me/tokens", body)).token;
}
