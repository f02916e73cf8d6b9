import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { Question, QuestionOf } from "#contract/interview/question.ts";
import type { Brief } from "#contract/manage/answers/brief.ts";
import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { InterviewVersions, ShownDraft } from "#contract/manage/interviews.ts";
import { recordSchema } from "#contract/record/record.ts";
import { addClient } from "../../server/access-keys/issue-key.ts";
import { addInterview } from "../../server/interviews/manage-interviews.ts";
import { summaryJobs } from "../../server/records/summary-jobs.ts";
import { SUMMARIZE_JOB } from "../../server/storage/interviews/queue-summaries.ts";
import { type ConsoleCaller, consoleCaller } from "../support/data/console-caller.ts";
import { speakEnglish } from "../support/fakes/speak-english.ts";
import { recordFigure, seed, tellSeed, trials } from "../support/faults/faults.ts";
import {
  askedQuestion,
  type Device,
  newDevice,
  type Page,
  signIn,
} from "../support/faults/version-devices.ts";
import { type PostgresServer, startPostgres } from "../support/peers/postgres-server.ts";
import { type Service, startService } from "../support/service/service.ts";

/**
 * Drafts are written, published, restored and retired, clients change interviews, and three devices of a client go on
 * with whatever they show: typing, filling in, saving, submitting, deleting, offline, crashed. Everything that the
 * server has acknowledged or a journal holds, and that the client did not delete, can be read afterwards, under a title
 * under which it was asked. If two devices filled in a form differently, one of the values remains.
 */

const SEQUENCES = trials(50, 2_000);
const POOL = ["a", "b", "c", "d", "e", "f"];

const CONDITIONAL = "c";
const LINE = "e";
const CHOICE = "f";
const A_ANSWERED = { match: "all" as const, tests: [{ question: "a", is: "answered" as const }] };

const device = fc.nat(2);
const place = fc.nat(5);
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        act: fc.constant("publish" as const),
        which: fc.nat(1),
        ids: fc.shuffledSubarray(POOL, { minLength: 1 }),
        words: fc.nat(3),
        asksSubmitted: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant("restore" as const), which: fc.nat(1), back: fc.nat(3) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant("retire" as const),
        which: fc.nat(1),
        isRetired: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("move" as const), which: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("count-again" as const) }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant("type" as const), device, place }) },
    { weight: 5, arbitrary: fc.record({ act: fc.constant("answer" as const), device, place }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("delete" as const), device, place }) },
    { weight: 4, arbitrary: fc.record({ act: fc.constant("save" as const), device, submit: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("reload" as const), device }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("crash" as const), device }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant("network" as const), device, isOffline: fc.boolean() }),
    },
  ),
  { minLength: 4, maxLength: 16 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

type DeviceStep = Extract<Step, { device: number }>;
const ON_A_PAGE: ReadonlySet<DeviceStep["act"]> = new Set(["type", "answer", "delete", "save"]);
type Publish = Omit<Extract<Step, { act: "publish" }>, "act">;
type Ground = {
  service: Service;
  manager: ConsoleCaller;
  /** The number of the sequence; unique. */
  number: number;
};

/** Two interviews, a client and three devices. */
async function openWorld({ service, manager, number }: Ground) {
  const name = `v${number}x`;
  const { storage, time, book } = service;
  const devices = [newDevice(), newDevice(), newDevice()];
  /** Every title that a question has ever had, by question. */
  const titles = new Map<string, Set<string>>();
  /** The question of each answer, by the answer's words. */
  const given = new Map<string, string>();
  /** Every value of a form's question, by question. */
  const filled = new Map<string, Set<string>>();
  /** Forms that a device has emptied again. */
  const emptied = new Set<string>();
  const deleted: string[] = [];
  const refused: string[] = [];
  let isOffline = false;
  let underWay = 0;
  let count = 0;
  const newId = () => `id-${name}-${++count}`;
  const interviewIds: string[] = [];
  const retired = [false, false];
  const pathOf = (which: number) => `/interviews/${interviewIds[which]}`;

  const real = globalThis.fetch;
  /** Replaces `fetch` for the calls of pages only; while a step of an offline device runs, the network is gone. */
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (!input.startsWith("/v1/")) return real(input, init);
    if (isOffline) throw new TypeError("Failed to fetch");
    underWay += 1;
    try {
      const answer = await real(service.url + input, init);
      if (init?.method === "PUT" && answer.status >= 400 && answer.status !== 412)
        refused.push(`${answer.status} ${await answer.clone().text()}`);
      return answer;
    } finally {
      underWay -= 1;
    }
  });

  for (const which of [0, 1]) {
    const ids = which === 0 ? ["a", CONDITIONAL, LINE] : ["b", LINE, CHOICE];
    const added = { name: `${name} ${which}`, body: draftOf(interviewOf(ids, 0)) };
    interviewIds.push((await addInterview(storage, added, { actor: "operator", at: time.now })) ?? "");
    await publish({ which, ids, words: 0, asksSubmitted: false });
  }
  const issuing = { ...service, now: time.now };
  const { clientId, accessKey } = await addClient(issuing, { name, interviewId: interviewIds[0] ?? "" });
  for (const each of devices) await reload(each);

  /** Waits until no call is under way: a page switches to a new version after the save that named it. */
  async function rest(): Promise<void> {
    do await setImmediate();
    while (underWay > 0);
    await setImmediate();
  }

  async function publishDraft(which: number, interview: object, asksSubmitted: boolean): Promise<void> {
    time.now += 1;
    const { revision } = await manager.read<ShownDraft>(`${pathOf(which)}/draft`);
    const saved = await manager.send<{ revision: string }>("PUT", `${pathOf(which)}/draft`, {
      interview,
      revision,
    });
    const submitted = asksSubmitted ? "move" : "keep";
    await manager.send("POST", `${pathOf(which)}/versions`, { ...saved, submitted });
  }

  async function publish({ which, ids, words, asksSubmitted }: Publish): Promise<void> {
    const interview = interviewOf(ids, words);
    await publishDraft(which, draftOf(interview), asksSubmitted);
    for (const { id, title } of interview.sections.flatMap(({ questions }) => questions))
      titles.set(id, (titles.get(id) ?? new Set()).add(title));
  }

  async function restore(which: number, back: number): Promise<void> {
    const { versions } = await manager.read<InterviewVersions>(`${pathOf(which)}/versions`);
    const chosen = versions[back % versions.length];
    const path = `${pathOf(which)}/versions/${chosen?.number}`;
    const { interview } = await manager.read<{ interview: object }>(path);
    await publishDraft(which, interview, false);
  }

  async function retire(which: number, isRetired: boolean): Promise<void> {
    await manager.send("PATCH", pathOf(which), { isRetired });
    retired[which] = isRetired;
  }

  async function move(which: number): Promise<void> {
    const interviewId = interviewIds[which];
    const isTheirs = (await book.ofClient(clientId)).interviewId === interviewId;
    const answer = await manager.call("PUT", `/clients/${clientId}/interview`, { interviewId });
    expect(answer.status).toBe(retired[which] && !isTheirs ? 422 : 200);
  }

  async function reload(each: Device): Promise<void> {
    const headers = { "x-firsthand-page": "2" };
    const exchanged = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey }, headers });
    expect(exchanged.status).toBe(200);
    await signIn(each, ((await exchanged.json()) as { data: ClientSignIn }).data, newId);
    await rest();
  }

  async function countAgain(): Promise<void> {
    const [kind] = summaryJobs(service);
    for (;;) {
      const job = await storage.jobs.take([SUMMARIZE_JOB], { now: time.now, until: time.now + 60_000 });
      if (!job || !kind) return;
      await kind.run(job, new AbortController().signal);
    }
  }

  function write({ draft }: Page, { act, place: nth }: Extract<DeviceStep, { place: number }>): void {
    const { interview, completion, draft: entered } = draft.store.getState();
    const question = askedQuestion(interview, completion.notAsked, nth);
    const { id } = question;
    if (question.kind === "short-text" || question.kind === "choice") {
      fillIn(draft, question, act === "delete");
      return;
    }
    const { boxes, answers } = entered;
    if (act === "delete") {
      const [answer] = answers.written[id] ?? [];
      if (!answer) return;
      deleted.push(answer.content);
      draft.dispatch({ type: "answer-deleted", questionId: id, id: answer.id });
      return;
    }
    const words = `words-${name}-${++count}.`;
    given.set(words, id);
    draft.dispatch({ type: "box-changed", questionId: id, text: `${boxes[id] ?? ""} ${words}` });
    if (act === "answer") draft.takeBox(id);
  }

  function fillIn(
    draft: Page["draft"],
    question: QuestionOf<"short-text" | "choice">,
    isEmptied: boolean,
  ): void {
    const { id, entry } = question;
    if (isEmptied) emptied.add(id);
    const value =
      question.kind === "choice" ? (question.options[0]?.value ?? "") : `words-${name}-${++count}.`;
    if (!isEmptied) filled.set(id, (filled.get(id) ?? new Set()).add(value));
    const typed = isEmptied ? "" : value;
    const form =
      question.kind === "choice" ? { chosen: isEmptied ? [] : [value], other: "" } : { value: typed };
    draft.dispatch({ type: "form-changed", entry, form });
  }

  async function playOn(each: Device, step: DeviceStep): Promise<void> {
    if (step.act === "crash") each.page = undefined;
    if (step.act === "network") each.isOffline = step.isOffline;
    const isToOpen = step.act === "reload" || (ON_A_PAGE.has(step.act) && !each.page);
    if (isToOpen && !each.isOffline) await reload(each);
    if (each.page) await playOnPage(each.page, step);
  }

  async function playOnPage(page: Page, step: DeviceStep): Promise<void> {
    if (step.act === "save") await page.sync.save(step.submit ? "submit" : "save");
    else if ("place" in step) write(page, step);
  }

  return {
    async play(step: Step): Promise<void> {
      if ("device" in step) {
        const each = devices[step.device];
        if (!each) throw new Error("There are three devices");
        isOffline = each.isOffline;
        await playOn(each, step);
        await rest();
        isOffline = false;
      } else if (step.act === "publish") await publish(step);
      else if (step.act === "restore") await restore(step.which, step.back);
      else if (step.act === "retire") await retire(step.which, step.isRetired);
      else if (step.act === "count-again") await countAgain();
      else await move(step.which);
    },

    /** Brings every device back, finishes what it holds, and saves. */
    async end(): Promise<void> {
      for (const each of devices) {
        each.isOffline = false;
        if (!each.page) await reload(each);
        for (let tries = 0; tries < 3; tries += 1) {
          await each.page?.sync.save("save");
          await rest();
        }
      }
      await countAgain();
    },

    async expectAllThere(): Promise<void> {
      expect(refused).toEqual([]);
      const exported = await manager.call("GET", `/clients/${clientId}/brief?format=json`);
      const brief = JSON.parse(await exported.text()) as Brief;
      const questions = [
        ...brief.sections.flatMap((section) => section.questions),
        ...brief.notAsked,
        ...brief.earlier.flatMap(({ question }) => question ?? []),
      ];
      for (const [words, id] of given) {
        if (deleted.some((gone) => gone.includes(words))) continue;
        const found = questions.filter(({ answers }) =>
          answers.some(({ content }) => content.includes(words)),
        );
        expect([words, found.map((question) => question.id)]).toEqual([words, [id]]);
        expect([...(titles.get(id) ?? [])]).toContain(found[0]?.title);
      }
      for (const [id, values] of filled) {
        if (emptied.has(id)) continue;
        const found = questions.filter((question) => question.id === id);
        expect(found.map(({ fields }) => hasOneOf(fields, values))).toEqual([true]);
        expect([...(titles.get(id) ?? [])]).toContain(found[0]?.title);
      }
      const stored = await storage.records.load(clientId);
      const { asked } = await book.ofClient(clientId);
      const schema = recordSchema(asked.interview, book.everAsked());
      if (stored) expect(schema.safeParse(stored.record)).toMatchObject({ success: true });
    },
  };
}

const draftOf = (interview: Interview) => ({ format: 1, languages: ["en"], ...interview }) as InterviewDraft;

/** Whether the form has one of these values; options are named by their values. */
function hasOneOf(fields: unknown, values: ReadonlySet<string>): boolean {
  const text = JSON.stringify(fields);
  return [...values].some((value) => text.includes(value));
}

/**
 * Makes a version of the interview; each `words` gives the choice a different option, which the next version retires.
 */
function interviewOf(ids: string[], words: number): Interview {
  const questions = ids.map((id, nth): Question => {
    const common = { id, entry: id, title: `Question ${id}, in words ${words}`, prompt: `What of ${id}?` };
    const option = `option-${words}`;
    if (id === LINE) return { ...common, kind: "short-text", sample: "This." };
    if (id === CHOICE)
      return {
        ...common,
        kind: "choice",
        options: [{ value: option, label: option }],
        max: 1,
        hasOther: true,
      };
    return {
      ...common,
      kind: "free-answer",
      sample: "This.",
      // the condition hides and shows this question when another device deletes an answer or a new version comes
      ...(id === CONDITIONAL && ids.slice(0, nth).includes("a") && { showIf: A_ANSWERED }),
    };
  });
  const half = Math.ceil(questions.length / 2);
  const parts = [questions.slice(0, half), questions.slice(half)].filter((part) => part.length > 0);
  return {
    sections: parts.map((part, nth) => ({
      id: `s${nth}`,
      name: `Section ${nth}`,
      minutes: 1,
      description: "A part",
      questions: part,
    })),
  };
}

/** An installation has at most 200 interviews, and each sequence needs two. */
const SEQUENCES_A_SERVER = 50;

let postgres: PostgresServer;
beforeAll(async () => {
  speakEnglish();
  postgres = await startPostgres({ fsync: "off", full_page_writes: "off" });
});
afterAll(() => postgres.remove());
afterEach(() => {
  vi.unstubAllGlobals();
});

async function startOn(engine: string, number: number) {
  const env: NodeJS.ProcessEnv = { FIRSTHAND_RATE_SESSION: "0" };
  if (engine === "PostgreSQL") {
    await postgres.run(`create database versions${number}`);
    env.DATABASE_URL = postgres.url(`versions${number}`);
    env.FIRSTHAND_SECRETS = `${postgres.folder}/secrets.json`;
  }
  const service = await startService({ env });
  return { service, manager: await consoleCaller(service, "administrator") };
}

test.for(["SQLite", "PostgreSQL"])(
  `${SEQUENCES} sequences of publishes, restores, changes of interview and three devices lose nothing on %s`,
  { timeout: trials(180_000, 7_200_000) },
  async (engine, context) => {
    tellSeed(context);
    let ground: Awaited<ReturnType<typeof startOn>> | undefined;
    let number = 0;
    let played = 0;
    const property = fc.asyncProperty(steps, async (sequence) => {
      if (!ground || number % SEQUENCES_A_SERVER === 0) {
        await ground?.service.close();
        ground = await startOn(engine, number);
      }
      const world = await openWorld({ ...ground, number: ++number });
      try {
        for (const step of sequence) await world.play(step);
        await world.end();
        await world.expectAllThere();
      } finally {
        vi.unstubAllGlobals();
      }
      played += sequence.length;
    });
    const found = await fc.check(property, { seed, numRuns: SEQUENCES });
    await ground?.service.close();
    recordFigure({
      promise: "P14",
      fault: `versions published under three devices, on ${engine}`,
      trials: found.numRuns,
      losses: Number(found.failed),
      note: `${played} steps; every answer read afterwards`,
    });
    if (found.failed) throw new Error(fc.defaultReportMessage(found), { cause: found.errorInstance });
  },
);
