import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listMails } from "../../server/mail/mail-log.ts";
import { remindNow } from "../../server/mail/reminders/remind-now.ts";
import { randomOf, recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import { type MailServer, mailServer } from "../support/peers/mail-server.ts";
import { type ServerProcess, serverProcess } from "../support/service/server-process.ts";

/** From the request to the answer: up to a second until the queue is checked, plus the mail server's time. */
const KILLED_WITHIN_MS = 1_300;
const STOP_LIMIT_MS = 8_000;

let mail: MailServer;
let server: ServerProcess;
beforeEach(async (context) => {
  tellSeed(context);
  mail = await mailServer();
  server = await serverProcess({
    FIRSTHAND_SMTP_URL: `smtp://localhost:${mail.port}`,
    FIRSTHAND_MAIL_FROM: "Acme <hello@acme.example>",
  });
  await server.start();
});
afterEach(async () => {
  await server.close();
  await mail.close();
});

/** A client, with their own address, for whom a reminder has just been requested. */
async function remindedClient(place: number): Promise<string> {
  const [client] = await server.signIn(1);
  const clientId = client?.clientId ?? "";
  await server.withStorage(async (storage) => {
    await storage.clients.change(clientId, { email: `c${place}@client.example` }, []);
    await remindNow({ storage, isOn: true, actor: { actor: "mg_1", at: Date.now() } }, clientId);
  });
  return clientId;
}

/** The final state of the client's mail. */
const stateOf = (clientId: string) =>
  server.withStorage((storage) =>
    vi.waitFor(
      async () => {
        const [line] = (await listMails(storage, { scope: "all", clientId })).mails;
        expect(line?.nextAt).toBeNull();
        return line?.state;
      },
      { timeout: 10_000, interval: 20 },
    ),
  );

test(
  "kill -9 around a reminder: no client gets it twice, and the log never claims a delivery that failed",
  async () => {
    const random = randomOf(seed);
    const count = trials(1, 100);
    const wrong: string[] = [];
    let unsure = 0;
    for (let trial = 0; trial < count; trial++) {
      // makes sure that the only round of the short run is killed after the mail server takes the mail and before it
      // answers
      mail.answerWith((step) => (step === "message" && count === 1 ? "hangs" : undefined));
      const clientId = await remindedClient(trial);
      if (count === 1) await vi.waitFor(() => expect(mail.count("message")).toBe(1), { timeout: 10_000 });
      else await setTimeout(random() * KILLED_WITHIN_MS);
      await server.stop("SIGKILL");
      mail.answerWith(() => undefined);
      await server.start();
      const state = await stateOf(clientId);
      const times = mail.recipients().filter((to) => to === `c${trial}@client.example`).length;
      if (state === "unsure") unsure++;
      if (times > 1 || (state === "sent" && times !== 1)) wrong.push(`${trial}: ${state}, ${times} times`);
    }
    const damage = server.damage();
    recordFigure({
      promise: "P47",
      fault: "kill -9 of the server around a reminder by mail",
      trials: count,
      losses: wrong.length,
      note: `${unsure} of them in doubt, and not sent again`,
    });
    expect({ wrong, damage, problems: mail.problems }).toEqual({ wrong: [], damage: [], problems: [] });
    if (count === 1) expect(unsure).toBe(1);
  },
  trials(60_000, 1_200_000),
);

test("a server stopped while the mail server hangs ends in time, and its mail waits for the next one", async () => {
  mail.answerWith((step, nth) => (step === "recipient" && nth === 1 ? "hangs" : undefined));
  const clientId = await remindedClient(1);
  await vi.waitFor(() => expect(mail.count("recipient")).toBe(1), { timeout: 10_000 });
  const { code, ms } = await server.stop("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeLessThan(STOP_LIMIT_MS);
  const [line] = await server.withStorage(
    async (storage) => (await listMails(storage, { scope: "all", clientId })).mails,
  );
  expect(line).toMatchObject({ state: "waiting", attempts: 1 });
}, 60_000);
