import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandLine } from "../support/service/command-line.ts";

type Verdict = { events: number; head: string; isUnbroken: boolean };

let cli: ReturnType<typeof commandLine>;
beforeEach(() => {
  cli = commandLine();
});
afterEach(() => cli.remove());

const verify = (...args: string[]) => cli.firsthand(["audit", "verify", ...args]);

function byHand(statement: string): void {
  const database = new DatabaseSync(join(cli.data, "firsthand.db"));
  database.exec(statement);
  database.close();
}

test("an untouched trail is unbroken, and contains each head that was printed or logged", async () => {
  await cli.addClient("Rosa");
  const { head } = await cli.facts<Verdict>("audit", "verify");
  const server = await cli.serve();
  await server.stop();
  const logged = /"auditHead":"([^"]+)"/.exec(server.output())?.[1];
  expect(logged).toBe(head);
  await cli.addClient("Ben");
  const { status, stdout } = await verify("--head", head);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^4 events, unbroken\.\nHead: 4:[\w-]{43}\n$/);
});

test("a stopping server logs the head once more, so that its events cannot be cut off unnoticed", async () => {
  const { accessKey } = await cli.addClient("Rosa");
  const server = await cli.serve();
  const exchanged = await fetch(`${server.url}/v1/auth/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: accessKey }),
  });
  expect(exchanged.status).toBe(200);
  await server.stop();
  const heads = [...server.output().matchAll(/"auditHead":"([^"]+)"/g)].map(([, head]) => head);
  expect(heads.at(-1)).toBe((await cli.facts<Verdict>("audit", "verify")).head);
  expect(heads.at(-1)).not.toBe(heads[0]);
});

test("a trail changed by hand ends the command with what is wrong and where", async () => {
  for (const name of ["Rosa", "Ben", "Ana"]) await cli.addClient(name);
  byHand("update events set actor = 'nobody' where seq = 2");
  byHand("delete from events where seq in (4, 5)");
  const { status, stdout, stderr } = await verify();
  expect(status).toBe(1);
  expect(stdout).toContain("Event 2 was changed or moved.");
  expect(stdout).toContain("Events 4 to 5 are missing.");
  expect(stderr).toContain("The audit log is broken: 2 problems.");
});

test("after a restore the trail does not contain a later head, and the command says why that may be", async () => {
  await cli.addClient("Rosa");
  const head = `9:${"h".repeat(43)}`;
  const { status, stdout } = await verify("--head", head);
  expect(status).toBe(1);
  expect(stdout).toContain("noted at event 9. This is normal after a restore");
});

test.each(["", "9", "9:short", `x:${"h".repeat(43)}`, `9:${"h".repeat(44)}`])(
  "%j is not a head",
  async (head) => {
    const { status, stderr } = await verify("--head", head);
    expect(status).not.toBe(0);
    expect(stderr).toContain('Expected a head as it was printed, such as "1234:…".');
  },
);
