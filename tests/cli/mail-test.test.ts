import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { MailChecks } from "#contract/manage/mail/mail-check.ts";
import { type MailServer, mailServer, PASSWORD, USER } from "../support/peers/mail-server.ts";
import { commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
const to = "ada@example.com";
let server: MailServer;
beforeAll(async () => {
  await cli.make();
});
afterEach(() => server?.close());
afterAll(() => cli.remove());

/** The sender's domain does not exist in DNS, and these tests query no name server. */
const withServer = async (password = PASSWORD) => {
  server = await mailServer();
  return {
    FIRSTHAND_SMTP_URL: `smtp://${USER}:${encodeURIComponent(password)}@127.0.0.1:${server.port}`,
    FIRSTHAND_MAIL_FROM: "Acme <hello@acme.invalid>",
  };
};

test("mail test sends a test, and says what it found", async () => {
  const { status, stdout, stderr } = await cli.firsthand(["mail", "test", to], await withServer());
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^CHECK +RESULT +DETAIL\n/);
  expect(stdout).toMatch(/^connection +ok +The mail server is on this machine/m);
  expect(stdout).toMatch(/^sign-in +ok +The mail server accepted our user name and password\.$/m);
  expect(stdout).toMatch(/^test-mail +ok +The mail server accepted the test email\.$/m);
  expect(stdout).toMatch(/^spf +(?:warning|not-checked) /m);
  expect(stdout).toMatch(/^dmarc +(?:warning|not-checked) /m);
  expect(server.onlyMail()).toMatchObject({ to: [to], mail: { subject: "Test email from Firsthand" } });
  expect(server.problems).toEqual([]);
});

test("with --json it prints the same for programs, and ends with 1 where a check failed", async () => {
  const env = await withServer("wrong");
  const { status, stdout, stderr } = await cli.firsthand(["mail", "test", to, "--json"], env);
  expect([status, stderr]).toEqual([
    1,
    "The test failed. Fix the failed check, then run the command again.\n",
  ]);
  const { sentTo, checks } = JSON.parse(stdout) as MailChecks;
  expect(sentTo).toBe(to);
  expect(checks.slice(0, 3)).toEqual([
    { name: "connection", outcome: "ok", detail: "connected-plain" },
    { name: "sign-in", outcome: "failed", detail: "sign-in-refused" },
    { name: "test-mail", outcome: "not-checked", detail: "not-reached" },
  ]);
});

test("without a mail server it says where to set one", async () => {
  const { status, stdout, stderr } = await cli.firsthand(["mail", "test", to]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^Email is not set up\. Set the mail server in the console, under Settings/);
});

test("text that is not an address is refused, and nothing is sent", async () => {
  for (const args of [[], ["not an address"], ["a@b.example\r\nBcc: x@example.com"]]) {
    const { status, stderr } = await cli.firsthand(["mail", "test", ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain("(add --help to see how to use it)");
  }
});
