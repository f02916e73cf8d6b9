import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { HOUR_MS } from "#contract/instants.ts";
import type { AddedClient } from "#contract/manage/clients.ts";
import type { CustomField } from "#contract/manage/fields.ts";
import { enterConsoleAt } from "../browser/console-journey.ts";
import { realAnswers } from "../data/real-answers.ts";
import { randomOf, seed } from "../faults/faults.ts";
import { type MailServer, mailServer } from "../peers/mail-server.ts";
import { type Site, startSite } from "../service/site-process.ts";
import { readAnswers } from "./client-side.ts";
import { type Client, type Manager, QUESTIONS, type Question, type QuestionId } from "./model.ts";
import type { Place } from "./screens.ts";

/** One server with three managers, each with a separate browser, and their clients. */

const STAFF = [
  { name: "Ada Diaz", role: "administrator" },
  { name: "Mia Lopes", role: "manager" },
  { name: "Ben Okoye", role: "manager" },
] as const;
const CLIENTS = ["Aster Attic", "Begonia Bikes", "Clover Cars", "Dahlia Diner", "Erica Eggs", "Fern Florist"];
const DOORBELL: CustomField = { fieldId: "fd_doorbell", name: "Doorbell", kind: "text", options: [] };
const CONSOLE = { "x-firsthand-console": "1" };

/** A manager at work. */
export type Desk = {
  manager: Manager;
  context: BrowserContext;
  page: Page;
  place: Place;
  /** Calls of the page that are still unanswered. */
  underWay: Set<unknown>;
  /** Responses that no manager should ever get. */
  failures: string[];
};
export type Office = {
  site: Site;
  mail: MailServer;
  desks: Desk[];
  managers: Manager[];
  clients: Client[];
  /** The client whose brief is due, whom most of an hour's work is about. */
  due: Client;
  /** Words that are typed and not sent, by `draftKey`. */
  drafts: Map<string, string>;
  /** The managers' own words in each invitation. */
  invitations: string[];
  random: () => number;
  /** A text that occurs once in the whole day. */
  newText: () => string;
  /** Moves the clocks of the server and all browsers ahead. */
  moveClock: (ms: number) => Promise<void>;
  close: () => Promise<void>;
};

type OpenContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

export async function openOffice(openContext: OpenContext): Promise<Office> {
  const mail = await mailServer();
  const aheadMs = untilWorkingDay(Date.now());
  const clockAt = join(tmpdir(), `firsthand-clock-${randomUUID()}`);
  const site = await startSite({
    FIRSTHAND_SMTP_URL: `smtp://localhost:${mail.port}`,
    FIRSTHAND_QUIET_HOURS: quietTonight(new Date(Date.now() + aheadMs)),
    FIRSTHAND_MAIL_FROM: "Brightside <hello@brightside.example>",
    // the day is faster than any person
    FIRSTHAND_RATE_SESSION: "0",
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "../faults/moved-clock.ts")}`,
    MOVED_CLOCK_AT: clockAt,
  });
  await moveServer(clockAt, aheadMs);
  const opening = { openContext, site, aheadMs };
  const desks = await Promise.all(STAFF.map((person) => openDesk(opening, person)));
  const managers = desks.map(({ manager }) => manager);
  await site.storage.fields.add(DOORBELL, Date.now(), []);
  const clients = await Promise.all(CLIENTS.map((name, nth) => addClient(site, desks, { name, nth })));
  const [due] = clients;
  if (!due) throw new Error("There are no clients");
  let texts = 0;
  return {
    site,
    mail,
    desks,
    managers,
    clients,
    due,
    drafts: new Map(),
    invitations: [],
    random: randomOf(seed),
    newText: () => `Word${++texts}x of the day`,
    async moveClock(ms) {
      await moveServer(clockAt, ms);
      await Promise.all(desks.map(({ context }) => context.clock.fastForward(ms)));
    },
    async close() {
      await site.close();
      await mail.close();
      rmSync(clockAt, { force: true });
    },
  };
}

/** Quiet hours twelve hours away from the start of the day, so that no mail waits for the next day. */
function quietTonight(now: Date): string {
  const hour = (now.getUTCHours() + 12) % 24;
  return `${hour}-${(hour + 1) % 24} UTC`;
}

const LONGEST_DAY_MS = 12 * HOUR_MS;
const [SUNDAY, SATURDAY] = [0, 6];

/** How far ahead the day begins, in milliseconds, because mails to clients wait on weekends. */
function untilWorkingDay(now: number): number {
  const isWeekend = (at: number) => [SUNDAY, SATURDAY].includes(new Date(at).getUTCDay());
  let ahead = 0;
  while (isWeekend(now + ahead) || isWeekend(now + ahead + LONGEST_DAY_MS)) ahead += HOUR_MS;
  return ahead;
}

async function moveServer(clockAt: string, ms: number): Promise<void> {
  const connection = connect(clockAt);
  connection.end(String(ms));
  await text(connection);
}

type Opening = { openContext: OpenContext; site: Site; aheadMs: number };

async function openDesk(
  { openContext, site, aheadMs }: Opening,
  { name, role }: (typeof STAFF)[number],
): Promise<Desk> {
  const context = await openContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } });
  await context.clock.install({ time: Date.now() + aheadMs });
  const page = await context.newPage();
  await enterConsoleAt(Date.now() + aheadMs, page, { site, role, name });
  const account = (await site.storage.managers.list()).find((each) => each.name === name);
  if (!account) throw new Error("There is no such account");
  const { managerId, email } = account;
  const manager = { managerId, name, email, role };
  const desk: Desk = { manager, context, page, place: { kind: "list" }, underWay: new Set(), failures: [] };
  context.on("request", (request) => desk.underWay.add(request));
  context.on("requestfinished", (request) => desk.underWay.delete(request));
  context.on("requestfailed", (request) => desk.underWay.delete(request));
  context.on("response", (response) => {
    if (response.status() >= 500) desk.failures.push(`${response.status()} ${response.url()}`);
  });
  return desk;
}

type Adding = { name: string; nth: number };

/** Adds a client with all questions answered; the two managers own alternate clients. */
async function addClient(site: Site, desks: Desk[], { name, nth }: Adding): Promise<Client> {
  const [ada] = desks;
  const owner = desks[1 + (nth % 2)];
  if (!ada || !owner) throw new Error("The office has no manager");
  const ownerId = owner.manager.managerId;
  const email = `${name.toLowerCase().replace(" ", ".")}@client.example`;
  const { clientId, accessKey } = (await send(ada, "POST", "/clients", { name, email })) as AddedClient;
  if (accessKey === null) throw new Error("The client has no key");
  await send(ada, "PATCH", `/clients/${clientId}`, { managerId: ownerId });
  await site.saveAs({ clientId, clientName: name, accessKey }, realAnswers());
  const given = await readAnswers(site.url, accessKey);
  const questionAt = (id: string): Question => ({
    answers: given.get(id) ?? [],
    entries: [],
    approvedAnswers: undefined,
  });
  const questions = Object.fromEntries(QUESTIONS.map((id) => [id, questionAt(id)]));
  return {
    clientId,
    name,
    accessKey,
    ownerId,
    phone: null,
    doorbell: null,
    tags: [],
    isSubmitted: false,
    notes: [],
    questions: questions as Record<QuestionId, Question>,
  };
}

/** Makes a call of the console, without its screens. */
export async function send(desk: Desk, method: string, path: string, data?: object): Promise<unknown> {
  const url = `/v1/manage${path}`;
  const response = await desk.context.request.fetch(url, { method, headers: CONSOLE, ...(data && { data }) });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return ((await response.json()) as { data: unknown }).data;
}
