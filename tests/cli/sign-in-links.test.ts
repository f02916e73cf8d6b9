import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_MS } from "#contract/instants.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

type MadeLink = { clientId: string; clientName: string; keyId: string; link: string; expiresAt: string };
type ShownClient = { keys: { keyId: string }[]; links: { keyId: string; kind: string; boundAt: null }[] };

const cli = commandLine();
let rosa: AddedClient;
beforeAll(async () => {
  rosa = await cli.addClient("Rosa");
});
afterAll(() => cli.remove());

const newLink = (...options: string[]) => cli.facts<MadeLink>("client", "link", rosa.clientId, ...options);
const daysUntil = (instant: string) => Math.round((Date.parse(instant) - Date.now()) / DAY_MS);

test("a link is made, shown once, and listed separately from the client's keys", async () => {
  const made = await newLink();
  expect(made).toMatchObject({ clientId: rosa.clientId, clientName: "Rosa" });
  expect(made.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#key=fh_[0-9A-Z_]+$/);
  expect(daysUntil(made.expiresAt)).toBe(14);
  const { keys, links } = await cli.facts<ShownClient>("client", "show", rosa.clientId);
  expect(keys).toHaveLength(1);
  expect(links).toEqual([expect.objectContaining({ keyId: made.keyId, kind: "mailed", boundAt: null })]);
  const { stdout } = await cli.firsthand(["client", "show", rosa.clientId]);
  expect(stdout).toMatch(new RegExp(`\nSIGN-IN LINK .*\n${made.keyId} +live +.* never\n`));
});

test("a link is described in words, and lasts as long as requested", async () => {
  const { stdout } = await cli.firsthand(["client", "link", rosa.clientId]);
  expect(stdout).toMatch(
    /^Sign-in link for Rosa: http\S+\nIt works until \S+, in the first browser that opens it\. It is not shown again\.\n$/,
  );
  expect(daysUntil((await newLink("--days", "3")).expiresAt)).toBe(3);
});

test.each(["0", "31", "1.5", "-1", "two", ""])("a link of %j days is refused", async (days) => {
  const { status, stdout, stderr } = await cli.firsthand(["client", "link", rosa.clientId, "--days", days]);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("Use a whole number from 1 to 30.");
});

test("a link needs an existing client", async () => {
  const { status, stderr } = await cli.firsthand(["client", "link", "cl_none"]);
  expect([status, stderr]).toEqual([
    1,
    'There is no client cl_none. Run "firsthand client list" to see the ids.\n',
  ]);
});

test("a revoked link is listed as revoked", async () => {
  const { keyId } = await newLink();
  await cli.firsthand(["key", "revoke", keyId]);
  const { links } = await cli.facts<{ links: object[] }>("client", "show", rosa.clientId);
  expect(links).toContainEqual(expect.objectContaining({ keyId, state: "revoked" }));
});

test("a client is added with an address, and refused with a wrong one", async () => {
  await cli.facts("client", "add", "Otto", "--email", " Otto@Example.com ");
  const { status, stdout, stderr } = await cli.firsthand(["client", "add", "Ada", "--email", "ada@"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toBe('"ada@" isn’t an email address. Use one such as rosa@example.com.\n');
});
