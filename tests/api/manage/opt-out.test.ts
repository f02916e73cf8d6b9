import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { ClientMail } from "#contract/manage/mail/mail.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { type MailServer, mailServer } from "../../support/peers/mail-server.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let smtp: MailServer;
let manager: ConsoleCaller;
beforeEach(async () => {
  smtp = await mailServer();
  service = await startService({
    env: {
      FIRSTHAND_SMTP_URL: `smtp://localhost:${smtp.port}`,
      FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
      FIRSTHAND_PUBLIC_URL: "https://interview.example",
    },
  });
  manager = await consoleCaller(service);
  onTestFinished(async () => {
    await service.mail.worker.stop();
    await service.close();
    await smtp.close();
    expect(smtp.problems).toEqual([]);
  });
});

describe("unsubscribing", () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const press = (path: string) => service.call("POST", path, { headers, body: "" });
  const isOptedOut = async (clientId: string) =>
    (await manager.read<ClientMail>(`/clients/${clientId}/mail`)).isOptedOut;
  const events = () =>
    auditTrail(service).flatMap(({ kind, actor }) => (kind?.startsWith("mail.opted") ? [[kind, actor]] : []));

  /** A client who has just opted out, with the link that they used. */
  async function optedOut() {
    const rosa = { name: "Rosa's Bakery", email: "rosa@example.com" };
    const { clientId } = await manager.send<{ clientId: string }>("POST", "/clients", rosa);
    await manager.send("POST", `/clients/${clientId}/reminders`);
    await expect.poll(() => smtp.taken.length).toBe(1);
    const path = /\/opt-out\/fho_[\w-]{43}/.exec(smtp.onlyMail().mail.text ?? "")?.[0] ?? "";
    const done = await (await press(path)).text();
    return { clientId, path, done };
  }

  test("can be reversed with the same link, only by a press", async () => {
    const { clientId, path, done } = await optedOut();
    expect(done).toContain(`<form method="post" action="${path}/back">`);
    expect((await service.call("GET", `${path}/back`)).status).toBe(405);
    expect(await isOptedOut(clientId)).toBe(true);
    for (let time = 0; time < 2; time++) {
      const back = await press(`${path}/back`);
      expect([back.status, await back.text()]).toEqual([
        200,
        expect.stringContaining("You’ll get these emails again"),
      ]);
    }
    expect(await isOptedOut(clientId)).toBe(false);
    expect(events()).toEqual([
      ["mail.opted-out", clientId],
      ["mail.opted-in", clientId],
    ]);
    expect((await press(path)).status).toBe(200);
    expect(await isOptedOut(clientId)).toBe(true);
  });

  test("can be reversed a limited number of times, since each time leaves a permanent line", async () => {
    const { path } = await optedOut();
    const answers = [];
    for (let time = 0; time < 12; time++) {
      answers.push((await press(`${path}/back`)).status);
      await press(path);
    }
    expect([answers[0], answers.at(-1)]).toEqual([200, 429]);
    // opting out is never rate-limited
    expect((await press(path)).status).toBe(200);
  });

  test.each(["x", `fho_${"A".repeat(43)}`, "..%2f..%2fetc"])(
    "that belongs to no mail cannot be reversed: %s",
    async (token) => {
      const response = await press(`/opt-out/${token}/back`);
      expect([response.status, await response.text()]).toEqual([
        404,
        expect.stringContaining("This link doesn’t work"),
      ]);
      expect(events()).toEqual([]);
    },
  );

  test("is undone by a manager whom the client asked, and the audit trail names the manager", async () => {
    const { clientId } = await optedOut();
    for (let time = 0; time < 2; time++) await manager.send("DELETE", `/clients/${clientId}/mail/opt-out`);
    expect(await isOptedOut(clientId)).toBe(false);
    expect(events()).toEqual([
      ["mail.opted-out", clientId],
      ["mail.opted-in", manager.managerId],
    ]);
  });

  test("cannot be undone by another manager", async () => {
    const { clientId } = await optedOut();
    const other = await consoleCaller(service);
    expect((await other.call("DELETE", `/clients/${clientId}/mail/opt-out`)).status).toBe(404);
    expect(await isOptedOut(clientId)).toBe(true);
  });
});
