import { beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { chooseMail, readMailChoices } from "../../server/mail/mail-choices.ts";
import { queuedJobs } from "../support/data/queued-jobs.ts";
import type { MailServer } from "../support/peers/mail-server.ts";
import { type MailService, mailToServer } from "../support/service/mail-service.ts";

let server: MailServer;
let service: MailService;
beforeEach(async () => {
  ({ server, service } = await mailToServer());
});

describe("account managers", () => {
  const choose = (managerId: string, choices = {}) =>
    chooseMail(
      service.storage,
      { submitted: true, answered: true, digest: false, stuckDays: 3, ...choices },
      { actor: managerId, at: service.time.now },
    );

  test("get the default mails before they have chosen, once their account has been used", async () => {
    const managerId = await service.addManager();
    expect(await readMailChoices(service.storage, managerId)).toEqual({
      submitted: true,
      answered: false,
      digest: true,
      stuckDays: null,
    });
    // until the account is opened, its address is only what another person typed
    await service.submit(await service.addMailedClient("Rosa", managerId));
    expect(queuedJobs(service)).toEqual([]);
    await service.openAccount(managerId);
    const clientId = await service.addMailedClient("Ben", managerId);
    await service.askFollowUp(clientId, managerId);
    await service.answer(clientId);
    await service.submit(clientId, "the words of an answer");
    // by then the mail with the follow-up is no longer needed
    service.time.now += HOUR_MS;
    await service.settled(2);
    const { mail } = server.onlyMail();
    expect(mail.subject).toBe("Ben submitted the interview");
    for (const part of [mail.text, mail.html, mail.subject]) expect(part).not.toContain("words of an answer");
  });

  test("are notified of a submission once, only about their clients", async () => {
    const [mia, tom] = [await service.addManager("Mia"), await service.addManager("Tom")];
    await choose(mia);
    await choose(tom);
    const clientId = await service.addMailedClient("שלום 🌹", mia);
    await service.submit(clientId);
    await service.submit(clientId);
    await service.settled(1);
    const { mail } = server.onlyMail();
    expect(server.recipients()).toEqual(["mia@acme.example"]);
    expect(mail.subject).toBe("\u2068שלום 🌹\u2069 submitted the interview");
    expect(mail.text).toContain(`https://interview.example/console/clients/${clientId}`);
    expect(mail.headers.some(({ key }) => key === "list-unsubscribe")).toBe(false);
  });

  test("are notified about a client without a manager if they are administrators", async () => {
    await choose(await service.addManager("Mia"));
    await choose(await service.addManager("Ada", "administrator"));
    await service.submit(await service.addMailedClient());
    await service.settled(1);
    expect(server.recipients()).toEqual(["ada@acme.example"]);
  });

  test("are notified in one mail of everything answered in one sitting", async () => {
    const managerId = await service.addManager();
    await choose(managerId);
    const clientId = await service.addMailedClient("Rosa", managerId);
    for (const question of ["website-info", "team-description"]) {
      await service.askFollowUp(clientId, managerId, question);
      await service.answer(clientId, question);
    }
    service.time.now += HOUR_MS;
    // the client answered before the mail with the follow-ups was sent
    await service.settled(2);
    expect(server.onlyMail().mail.subject).toBe("Rosa answered your follow-up");
  });

  test("are notified of a stalled client once per standstill", async () => {
    const managerId = await service.addManager();
    await choose(managerId, { stuckDays: 2 });
    const clientId = await service.addMailedClient("Rosa", managerId);
    await service.storage.clients.change(clientId, { email: null }, []);
    await service.planAfter(2 * DAY_MS);
    await service.settled(1);
    expect(server.onlyMail().mail.text).toContain("Rosa hasn’t added anything for 2 days (");
    await service.planAfter(DAY_MS);
    expect(await service.log()).toHaveLength(1);
    await service.save(clientId);
    await service.planAfter(DAY_MS);
    expect(await service.log()).toHaveLength(1);
    await service.planAfter(DAY_MS);
    await service.settled(2);
  });

  test("get no mail about clients who stalled before they chose", async () => {
    const managerId = await service.addManager();
    await service.addMailedClient("Rosa", managerId);
    service.time.now += 10 * DAY_MS;
    await choose(managerId);
    await service.plan();
    expect((await service.log()).filter(({ kind }) => kind === "stuck")).toEqual([]);
  });

  test("who are revoked get no mail, not even waiting ones", async () => {
    const managerId = await service.addManager();
    await choose(managerId);
    const clientId = await service.addMailedClient("Rosa", managerId);
    server.answerWith(() => 451);
    await service.submit(clientId);
    await service.logOnce(([line]) => line?.attempts === 1 && line.state === "waiting");
    await service.storage.managers.revoke({ managerId: managerId, at: service.time.now }, []);
    service.time.now += HOUR_MS;
    const [line] = await service.settled(1);
    expect(line).toMatchObject({ state: "dropped", cause: "revoked" });
    await service.submit(clientId, "more");
    await service.planAfter(3 * DAY_MS);
    expect((await service.log()).filter((mail) => mail.managerId)).toHaveLength(1);
  });
});
