import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, isoOf } from "#contract/instants.ts";
import { bulkJobs } from "../../server/bulk/bulk-jobs.ts";
import { createWorker } from "../../server/jobs/worker.ts";
import { openCalendar } from "../../server/settings/calendar.ts";
import type { ListedMail } from "../../server/storage/mail/mails.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { queuedJobs } from "../support/data/queued-jobs.ts";
import { randomOf } from "../support/faults/faults.ts";
import { type MailServer, mailServer, type TakenMail } from "../support/peers/mail-server.ts";
import { type MailService, mailService, smtpAt } from "../support/service/mail-service.ts";

const CLIENTS = 40;
const DAYS = 31;
/** The clients' zones. Until a client has signed in, the provider's zone holds, which is UTC here. */
const ZONES = ["UTC", "America/Chicago", "Europe/Lisbon", "Asia/Tokyo"];
/** Hours from a mail's delivery to the press of its link; all within the link's lifetime. */
const PRESSED_AFTER_HOURS = [1, 5, 20, 70, 140];
const QUESTIONS = ["website-info", "team-description"];
/**
 * In hours from the start. During REFUSING the mail server takes nothing; after CUTTING begins it takes some mails and
 * does not answer.
 */
const REFUSING = { from: 5 * 24 + 2, to: 6 * 24 + 4 };
const CUTTING = { from: 12 * 24, mails: 5 };

/** A client in the month, and what the client does. */
type Life = {
  clientId: string;
  managerId: string;
  zone: string;
  /** When the server learned the zone. */
  zoneSince: number;
  cookie: string;
  isSubmitted: boolean;
  presses: { key: string; at: number }[];
};

/** A mail that the mail server took. */
type Sent = { mailId: string; line: ListedMail; life: Life; at: number; text: string };

type Month = {
  start: number;
  lives: Life[];
  lines: ListedMail[];
  /** The mails to clients. */
  sent: Sent[];
  /** The mails to managers. */
  digests: TakenMail[];
  /** The manager's id by email address. */
  managerOf: Map<string, string>;
  pressed: { right: number; wrong: string[] };
};

let month: Month;
beforeAll(async () => {
  const server = await mailServer();
  const service = await mailService(smtpAt(server.port));
  month = await liveMonth(service, server);
  await service.close();
  await server.close();
  expect(server.problems).toEqual([]);
}, 300_000);

async function liveMonth(service: MailService, server: MailServer): Promise<Month> {
  const random = randomOf(20260304);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const { storage, time } = service;
  const start = time.now;
  const hour = () => Math.floor((time.now - start) / HOUR_MS);
  let cut = 0;
  server.answerWith((step) => {
    if (step === "recipient" && hour() >= REFUSING.from && hour() < REFUSING.to) return 451;
    return step === "message" && hour() >= CUTTING.from && cut++ < CUTTING.mails ? "cuts" : undefined;
  });
  const bulk = bulkWorker(service);
  const managerOf = new Map<string, string>();
  for (const name of ["Mia", "Jo"])
    managerOf.set(`${name.toLowerCase()}@acme.example`, await service.addManager(name));
  const managers = [...managerOf.values()];
  const choices = { submitted: false, answered: false, digest: true, stuckDays: null };
  for (const managerId of managers) await storage.mail.putChoices({ managerId, at: start, choices }, []);
  const lives = await addLives(service, managers);
  const lifeOf = new Map(lives.map((life) => [`${life.clientId}@client.example`, life]));
  const pressed: Month["pressed"] = { right: 0, wrong: [] };

  async function press(life: Life, key: string): Promise<void> {
    const response = await service.call("POST", "/v1/auth/exchange", {
      body: { key },
      headers: { "x-time-zone": life.zone, ...(life.cookie !== "" && { cookie: life.cookie }) },
    });
    life.cookie = response.headers.get("set-cookie")?.split(";")[0] ?? life.cookie;
    life.zoneSince = Math.min(life.zoneSince, time.now);
    if (response.status === 200) pressed.right++;
    else pressed.wrong.push(`${life.clientId} ${response.status} ${await response.text()}`);
  }

  async function pressDue(life: Life): Promise<void> {
    const due = life.presses.filter(({ at }) => at <= time.now);
    life.presses = life.presses.filter(({ at }) => at > time.now);
    for (const { key } of due) await press(life, key);
  }

  let looked = 0;
  function receive(): void {
    for (const { to, mail } of server.taken.slice(looked)) {
      const key = /#key=(fh_\w+)/.exec(mail.text ?? "")?.[1];
      const after = oneOf(PRESSED_AFTER_HOURS) * HOUR_MS;
      if (key) lifeOf.get(to[0] ?? "")?.presses.push({ key, at: time.now + after });
    }
    looked = server.taken.length;
  }

  let asked = 0;
  async function answerOrAsk({ clientId, managerId }: Life): Promise<void> {
    if (random() < 0.006)
      await service.askFollowUp(clientId, managerId, oneOf(QUESTIONS), `Number ${++asked}?`);
    if (random() < 0.003) await service.answer(clientId, oneOf(QUESTIONS));
  }

  async function act(life: Life): Promise<void> {
    const { clientId } = life;
    if (life.isSubmitted) await answerOrAsk(life);
    else if (life.zoneSince !== Number.POSITIVE_INFINITY) {
      if (random() < 0.004) await service.save(clientId, `${time.now}`);
      life.isSubmitted = random() < 0.002;
      if (life.isSubmitted) await service.submit(clientId, `${time.now}`);
    }
    if (random() < 0.0015) await service.remind(clientId);
  }

  for (const managerId of managers) await inviteAll(service, managerId, lives);
  bulk.wake();
  for (; hour() < DAYS * 24; time.now += HOUR_MS) {
    await service.plan();
    await service.planDigest();
    await nothingDue(service);
    receive();
    for (const life of lives) {
      await pressDue(life);
      await act(life);
    }
    // a clock that jumps while a mail is being sent takes the server's lease from that mail
    await nothingDue(service);
  }
  // lets waiting mail go out, and presses the last links
  for (let rest = 0; rest < 10 * 24; rest++, time.now += HOUR_MS) {
    await nothingDue(service);
    receive();
    for (const life of lives) await pressDue(life);
  }
  await bulk.stop();
  const lines = await allLines(storage);
  const toClients = server.taken.filter(({ to }) => lifeOf.has(to[0] ?? ""));
  const digests = server.taken.filter((mail) => !toClients.includes(mail));
  return { start, lives, lines, sent: sentOf(toClients, { lines, lifeOf }), digests, managerOf, pressed };
}

async function addLives(service: MailService, managers: string[]): Promise<Life[]> {
  const lives: Life[] = [];
  for (let nth = 0; nth < CLIENTS; nth++) {
    const managerId = managers[nth % managers.length] ?? "";
    const clientId = await service.addMailedClient(`Client ${nth}`, managerId);
    const dueOn = isoOf(service.time.now + (8 + (nth % 17)) * DAY_MS).slice(0, 10);
    if (nth % 3 === 0) await service.storage.clients.change(clientId, { dueOn }, []);
    const zone = ZONES[nth % ZONES.length] ?? "UTC";
    const zoneSince = Number.POSITIVE_INFINITY;
    lives.push({ clientId, managerId, zone, zoneSince, cookie: "", isSubmitted: false, presses: [] });
  }
  return lives;
}

async function inviteAll({ storage, time }: MailService, managerId: string, lives: Life[]): Promise<void> {
  const clientIds = lives.filter((life) => life.managerId === managerId).map(({ clientId }) => clientId);
  const act = { action: "invite", words: "It was good to meet you." } as const;
  await storage.bulk.start({ bulkId: `bk_${randomUUID()}`, managerId, act, clientIds, at: time.now });
}

function bulkWorker({ storage, book, time, app }: MailService) {
  const clock = () => time.now;
  return createWorker({
    storage,
    kinds: bulkJobs({
      storage,
      book,
      isMailOn: () => true,
      wakeMail: () => undefined,
      endErasures: () => undefined,
      clock,
    }),
    atOnce: 1,
    clock,
    logger: app.log,
    times: { pollMs: 5, leaseMs: 30_000, finishMs: 50 },
  });
}

/** Waits until no job is due. */
async function nothingDue(service: MailService): Promise<void> {
  await vi.waitFor(
    () => {
      const { now } = service.time;
      const due = queuedJobs(service).filter(({ nextAt, isLeased }) => isLeased || nextAt <= now);
      if (due.length > 0) throw new Error(JSON.stringify(due));
    },
    { timeout: 30_000, interval: 2 },
  );
}

async function allLines(storage: Pick<Storage, "mail">): Promise<ListedMail[]> {
  const lines: ListedMail[] = [];
  const limit = 200;
  for (;;) {
    const page = await storage.mail.list({ scope: "all", limit, before: lines.at(-1) });
    lines.push(...page);
    if (page.length < limit) return lines;
  }
}

function sentOf(
  taken: TakenMail[],
  { lines, lifeOf }: { lines: ListedMail[]; lifeOf: Map<string, Life> },
): Sent[] {
  const lineOf = new Map(lines.map((line) => [line.mailId, line]));
  return taken.map(({ mail, to }) => {
    const mailId = /<(ml_[^@]+)@/.exec(mail.messageId ?? "")?.[1] ?? "";
    const line = lineOf.get(mailId);
    const life = lifeOf.get(to[0] ?? "");
    if (!line || !life) throw new Error(`There is no line for the mail ${mail.messageId}`);
    return { mailId, line, life, at: Date.parse(mail.date ?? ""), text: mail.text ?? "" };
  });
}

const zoneAt = ({ life, at }: Sent) => (life.zoneSince <= at ? life.zone : "UTC");
const shown = ({ mailId, line, at }: Sent) => `${mailId} ${line.kind} ${isoOf(at)}`;

describe("in a month with forty clients and a mail server that fails twice", () => {
  test("every kind of mail is sent, to all recipients", () => {
    expect(month.sent.length).toBeGreaterThan(150);
    expect([...new Set(month.lines.map(({ kind }) => kind))]).toEqual(
      expect.arrayContaining([
        "invitation",
        "not-started",
        "partly-done",
        "due-soon",
        "follow-up",
        "asked-back",
      ]),
    );
    const invited = month.sent.filter(({ line }) => line.kind === "invitation");
    expect(invited.map(({ life }) => life.clientId).toSorted()).toEqual(
      month.lives.map(({ clientId }) => clientId).toSorted(),
    );
  });

  test("no client is mailed twice about the same thing, also where the mail server's answer was lost", () => {
    const ids = month.sent.map(({ mailId }) => mailId);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    const followUps = month.sent
      .filter(({ line }) => line.kind === "follow-up")
      .flatMap(({ text }) => [...text.matchAll(/^Number \d+\?$/gm)].map(([asked]) => asked));
    expect(followUps.length).toBeGreaterThan(5);
    expect(followUps.filter((asked, place) => followUps.indexOf(asked) !== place)).toEqual([]);
  });

  test("the server writes to no client in their quiet hours, and reminds them at most once a day", () => {
    const own = month.sent.filter(({ line }) => line.askedBy === null);
    const { nextOpen, wallClock } = openCalendar({
      quietHours: () => ({ from: 20, to: 8 }),
      timeZone: () => "UTC",
    });
    expect(own.filter((mail) => nextOpen(mail.at, zoneAt(mail)) !== mail.at).map(shown)).toEqual([]);
    const days = own
      .filter(({ line }) => line.kind !== "follow-up")
      .map((mail) => `${mail.life.clientId} ${wallClock(mail.at, zoneAt(mail)).day}`);
    expect(days.filter((day, place) => days.indexOf(day) !== place)).toEqual([]);
  });

  test("each manager gets one digest a weekday morning, with the manager’s clients only", () => {
    expect(month.digests.length).toBeGreaterThan(20);
    const byMorning = new Map<string, Set<string>>();
    for (const { to, mail } of month.digests) {
      const at = new Date(mail.date ?? "");
      expect(at.getUTCDay() % 6).not.toBe(0);
      // later than 8 a.m. if the mail server had not answered
      expect(at.getUTCHours()).toBeGreaterThanOrEqual(8);
      const morning = `${to[0]} ${isoOf(at.getTime()).slice(0, 10)}`;
      byMorning.set(morning, (byMorning.get(morning) ?? new Set()).add(mail.messageId ?? ""));
      const others = month.lives.filter(({ managerId }) => managerId !== month.managerOf.get(to[0] ?? ""));
      const named = others.filter(({ clientId }) => mail.text?.includes(`/clients/${clientId}\n`));
      expect(named.map(({ clientId }) => clientId)).toEqual([]);
    }
    // a mail whose answer was lost is sent again with the same Message-ID
    expect([...byMorning].filter(([, ids]) => ids.size > 1)).toEqual([]);
  });

  test("no mail is lost: each was sent, was no longer needed, or lost its answer", () => {
    const states = Object.groupBy(month.lines, ({ state }) => state);
    const { sent = [], unsure = [], dropped = [], ...others } = states;
    expect(others).toEqual({});
    expect(sent.length).toBeGreaterThan(150);
    expect(dropped.filter(({ cause }) => cause !== "not-needed")).toEqual([]);
    const cutFrom = month.start + CUTTING.from * HOUR_MS;
    expect(unsure.length).toBeGreaterThan(0);
    expect(unsure.filter(({ lastAt }) => (lastAt ?? 0) < cutFrom)).toEqual([]);
    expect(month.lines.some(({ attempts }) => attempts > 1)).toBe(true);
  });

  test("every link in every mail signs its client in", () => {
    expect(month.pressed.wrong).toEqual([]);
    expect(month.pressed.right).toBe(month.sent.filter(({ text }) => text.includes("#key=")).length);
    expect(month.pressed.right).toBeGreaterThan(150);
  });
});
