import { HOUR_MS } from "#contract/instants.ts";
import { test as base, expect } from "../support/browser/journey.ts";
import { recordFigure, seed, trials } from "../support/faults/faults.ts";
import { actsOfLeaving } from "../support/managers-day/acts-of-leaving.ts";
import { type Act, actsOfWork } from "../support/managers-day/acts-of-work.ts";
import { actsTogether } from "../support/managers-day/acts-together.ts";
import { draftsOf, notedOf, storedOf } from "../support/managers-day/evening.ts";
import type { Client } from "../support/managers-day/model.ts";
import { oneOf } from "../support/managers-day/moves.ts";
import { type Desk, type Office, openOffice } from "../support/managers-day/office.ts";
import { untilAllIsShown } from "../support/managers-day/watching.ts";

const test = base.extend<{ office: Office }>({
  office: async ({ openContext }, use) => {
    const office = await openOffice(openContext);
    await use(office);
    await office.close();
  },
});

const HOURS = 8;
const ACTS_SHORT = 3;
const ACTS_LONG = 40;

const ACTS: [string, Act][] = Object.entries({ ...actsOfWork, ...actsOfLeaving, ...actsTogether });

/** The acts in random order, each once before any repeats. */
function shuffled(office: Office): [string, Act][] {
  const left = [...ACTS];
  return ACTS.flatMap(() => left.splice(Math.floor(office.random() * left.length), 1));
}

/** Waits until all mail that is due within the hour is sent, by the machine's clock, and then moves the clock. */
async function letAnHourPass(office: Office): Promise<void> {
  const { storage } = office.site;
  const waiting = async () => {
    const mails = await storage.mail.list({ scope: "all", limit: 200 });
    return mails.filter(({ state }) => state === "waiting");
  };
  await office.moveClock(HOUR_MS);
  await expect.poll(waiting).toEqual([]);
}

const asksOf = ({ questions }: Client) =>
  Object.values(questions).flatMap(({ entries }) => entries.flatMap(({ text }) => text ?? []));

/**
 * Expects that the server has all that was done and each manager's drafts, and that the mail server has no mail twice.
 */
async function expectAllKept(office: Office): Promise<void> {
  const [ada] = office.desks as [Desk];
  for (const client of office.clients)
    expect(await storedOf(ada, client.clientId), `seed ${seed}`).toEqual(notedOf(client));
  for (const desk of office.desks)
    await expect(async () => {
      const { stored, noted } = await draftsOf(desk, office);
      expect(stored, `drafts of ${desk.manager.name}, seed ${seed}`).toEqual(noted);
    }).toPass();
  const mailed = (words: string) => office.mail.taken.filter(({ mail }) => mail.text?.includes(words)).length;
  for (const words of [...office.invitations, ...office.clients.flatMap(asksOf)])
    expect(mailed(words), words).toBeLessThanOrEqual(1);
  expect(office.mail.problems).toEqual([]);
}

test("a day of three managers on one server: no page is out of date for long, and no typed text is lost", async ({
  office,
}) => {
  const count = HOURS * trials(ACTS_SHORT, ACTS_LONG);
  test.setTimeout(120_000 + count * 10_000);
  const deck: [string, Act][] = [];
  const done: string[] = [];
  let latest = 0;
  for (let nth = 0; nth < count; nth++) {
    if (nth % (count / HOURS) === 0) {
      await letAnHourPass(office);
      office.due = oneOf(office, office.clients) ?? office.due;
    }
    if (deck.length === 0) deck.push(...shuffled(office));
    const [name, act] = deck.pop() ?? [];
    const desk = oneOf(office, office.desks);
    if (!name || !act || !desk) throw new Error("No act or no manager is left");
    const what = `${name} by ${desk.manager.name}, act ${nth} of seed ${seed}`;
    await test.step(what, async () => {
      const doneAt = await act(office, desk);
      if (doneAt !== undefined) done.push(name);
      latest = Math.max(latest, await untilAllIsShown(office, doneAt ?? performance.now(), what));
    });
  }
  await letAnHourPass(office);
  await expectAllKept(office);
  recordFigure({
    promise: "P14",
    fault: "a day of eight hours, with three managers at one server and their clients",
    trials: done.length,
    losses: 0,
    note: `each other’s screens right after ${Math.ceil(latest)} ms at most`,
  });
});
