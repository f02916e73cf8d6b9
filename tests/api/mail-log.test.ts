import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { listMails } from "../../server/mail/mail-log.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import type { MailServer } from "../support/peers/mail-server.ts";
import { type MailService, mailToServer } from "../support/service/mail-service.ts";

let server: MailServer;
let service: MailService;
beforeEach(async () => {
  ({ server, service } = await mailToServer());
});

test("no address of a person is in a log line or in the audit trail", async () => {
  const managerId = await service.addManager();
  await service.addMailedClient("Rosa", managerId);
  server.answerWith((step, nth) => (step === "recipient" && nth === 1 ? 450 : undefined));
  await service.planAfter(5 * DAY_MS);
  await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
  service.time.now += HOUR_MS;
  await service.settled(1);
  const texts = [
    ...service.logLines,
    JSON.stringify(auditTrail(service)),
    JSON.stringify(await service.log()),
  ];
  expect(texts.filter((text) => /@|fho_|strange/.test(text))).toEqual([]);
  expect(service.logLines.join("")).toContain("mail not sent");
});

test("undelivered mails are listed separately, in pages", async () => {
  const mailed = async (status: number | undefined, count: number) => {
    server.answerWith((step) => (step === "recipient" ? status : undefined));
    for (let each = 0; each < count; each++) await service.remind(await service.addMailedClient(`${each}`));
    await service.logOnce((lines) => lines.every(({ state }) => state !== "waiting" && state !== "sending"));
    service.time.now += 1;
  };
  await mailed(550, 2);
  await mailed(undefined, 1);
  await mailed(550, 1);
  const failed = { scope: "all", isFailed: true, limit: 2 } as const;
  const first = await listMails(service.storage, failed);
  const second = await listMails(service.storage, { ...failed, after: first.next ?? "" });
  expect(first.mails.map(({ state }) => state)).toEqual(["refused", "refused"]);
  expect([second.mails.length, second.next]).toEqual([1, null]);
  expect((await listMails(service.storage, { scope: "all" })).mails).toHaveLength(4);
});

test("the mail log is read in pages, newest first, each mail once, within the scope", async () => {
  const managerId = await service.addManager();
  server.answerWith(() => 451);
  for (let count = 0; count < 60; count++) {
    await service.remind(await service.addMailedClient(`Client ${count}`, count % 2 ? managerId : null));
    if (count % 7 === 0) service.time.now += 1;
  }
  const first = await listMails(service.storage, { scope: "all" });
  const second = await listMails(service.storage, { scope: "all", after: first.next ?? "" });
  expect([first.mails.length, second.mails.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...first.mails, ...second.mails].map(({ mailId }) => mailId)).size).toBe(60);
  expect((await listMails(service.storage, { scope: { managerId } })).mails).toHaveLength(30);
  expect((await listMails(service.storage, { scope: "all", clientId: "cl_7" })).mails).toHaveLength(1);
  await expect(listMails(service.storage, { scope: "all", after: "1_2" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});
