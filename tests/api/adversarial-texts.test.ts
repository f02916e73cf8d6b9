import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { ANSWER_MAX_LENGTH, ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import { mergeRecords } from "#contract/record/merge.ts";
import { type ClientRecord, completeRecord } from "#contract/record/record.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../support/data/console-caller.ts";
import { shareOf } from "../support/faults/faults.ts";
import { adversarialTexts, harmlessTexts } from "../support/security/adversarial-texts.ts";
import { type JsonRoute, jsonRoutes } from "../support/security/json-routes.ts";
import { countTried } from "../support/security/security-counts.ts";
import { type Service, startService } from "../support/service/service.ts";

/** Quadratic work takes hundreds of times as long. */
const RATIO_MAX = 20;
/** Shorter times are noise on a busy machine. */
const FLOOR_MS = 20;
const TRIALS = 4;
const LONG = 100_000;
const ANSWERS = 10;
const WORDS = Object.entries(adversarialTexts);

let service: Service;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  manager = await consoleCaller(service);
});
afterAll(() => service.close());

/**
 * The shortest of several tries, which is the work without the machine's other load. Stops early once a try takes at
 * most `enoughMs`.
 */
async function shortest(work: () => unknown, enoughMs = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < TRIALS; trial++) {
    const began = performance.now();
    await work();
    least = Math.min(least, performance.now() - began);
    if (least <= enoughMs) break;
  }
  return least;
}

type TextOf = (length: number) => string;

/** The longest time among harmless texts. */
async function harmless(timeOf: (textOf: TextOf) => Promise<number>): Promise<number> {
  let most = 0;
  for (const textOf of harmlessTexts) most = Math.max(most, await timeOf(textOf));
  return most;
}

const limitOf = (harmlessMs: number) => RATIO_MAX * Math.max(harmlessMs, FLOOR_MS);

/** Fails with the name if the text takes much longer than a harmless one. */
function expectComparable(what: string, ms: number, harmlessMs: number): void {
  const isComparable = ms <= RATIO_MAX * Math.max(harmlessMs, FLOOR_MS);
  expect(
    isComparable,
    `${what}: ${Math.round(ms)} ms, and ${Math.round(harmlessMs)} ms of a harmless text`,
  ).toBe(true);
}

describe("100,000 characters that are hard for regular expressions take no longer than plain words,", () => {
  test("in any text field of any route", async () => {
    const routes = await jsonRoutes(service);
    let tried = 0;
    for (const route of routes) {
      for (const field of Object.keys(route.body).filter((name) => typeof route.body[name] === "string")) {
        const harmlessMs = await harmless((textOf) => shortest(() => sendText(route, field, textOf(LONG))));
        for (const [name, textOf] of shareOf(WORDS, { every: 4, turn: routes.indexOf(route) })) {
          const text = textOf(LONG);
          const ms = await shortest(() => sendText(route, field, text), limitOf(harmlessMs));
          expectComparable(`${route.name}, ${field}: ${name}`, ms, harmlessMs);
          tried++;
        }
      }
    }
    countTried("adversarial texts timed", tried);
  });

  async function sendText(route: JsonRoute, field: string, text: string): Promise<void> {
    const response = await route.send({ ...route.body, [field]: text });
    expect(response.status).toBeLessThan(500);
    await response.text();
  }
});

test("control: quadratic time is detected", async () => {
  const trimmedMs = (textOf: TextOf) => {
    const text = textOf(LONG / 2);
    return shortest(() => text.replace(/\s+$/, ""), Number.POSITIVE_INFINITY);
  };
  const harmlessMs = await harmless(trimmedMs);
  const ms = await trimmedMs(adversarialTexts["white space"] ?? String);
  expect(() => expectComparable("white space", ms, harmlessMs)).toThrow("ms of a harmless text");
});

/** Each handler that reads or writes a whole record, by its path. */
const readers = ["/record", "/brief", "/brief?format=md", "/brief?format=json", "/history", "/look"];

describe("a record full of text that is hard for regular expressions takes no longer than one of words,", () => {
  /** The time that each handler takes for a record with only this text. */
  async function timesOf(text: string, compared?: Map<string, number>): Promise<Map<string, number>> {
    const owner = await consoleCaller(service);
    const { token, clientId } = await signInClientOf(service, owner);
    const responses = Array.from({ length: ANSWERS }, (_, place) => ({
      id: `a${place}`,
      content: `${text}${place}`,
    }));
    const data = {
      "booking-process": { responses },
      "tool-selection": { selectedTools: ["other"], customTools: text.slice(0, 2_000), toolRatings: {} },
      "website-form": { url: text.slice(0, 2_000) },
    };
    const times = new Map<string, number>();
    const time = async (what: string, call: () => Promise<Response>) => {
      const ms = await shortest(
        async () => {
          const response = await call();
          expect([what, response.status]).toEqual([what, 200]);
          await response.arrayBuffer();
        },
        compared && limitOf(compared.get(what) ?? 0),
      );
      times.set(what, ms);
    };
    await time("saving", () => service.call("PUT", "/v1/onboarding", { token, body: { data } }));
    await time("loading", () => service.call("GET", "/v1/onboarding", { token }));
    for (const path of readers) await time(path, () => owner.call("GET", `/clients/${clientId}${path}`));
    for (const format of ["csv", "json"])
      await time(format, () => owner.call("GET", `/export?format=${format}`));
    await time("the archive", () => owner.call("GET", `/clients/${clientId}/archive`));
    return times;
  }

  test("in every handler that reads or writes it", async () => {
    const length = ANSWER_MAX_LENGTH - 10;
    const compared = new Map<string, number>();
    for (const textOf of harmlessTexts)
      for (const [what, ms] of await timesOf(textOf(length)))
        compared.set(what, Math.max(ms, compared.get(what) ?? 0));
    for (const [name, textOf] of WORDS) {
      for (const [what, ms] of await timesOf(textOf(length), compared))
        expectComparable(`${what}: ${name}`, ms, compared.get(what) ?? 0);
    }
    countTried("adversarial texts timed", WORDS.length * compared.size);
  });

  test("also with 1,000 answers per question, which are refused", async () => {
    const { token } = await signInClientOf(service, manager);
    const save = (textOf: () => string) => {
      const responses = Array.from({ length: 1_000 }, (_, place) => ({
        id: `a${place}`,
        content: textOf(),
      }));
      return service.call("PUT", "/v1/onboarding", {
        token,
        body: { data: { "booking-process": { responses } } },
      });
    };
    const harmlessMs = await harmless((textOf) => shortest(() => save(() => textOf(500))));
    for (const [name, textOf] of WORDS) {
      const ms = await shortest(async () => {
        expect((await save(() => textOf(500))).status).toBe(422);
      }, limitOf(harmlessMs));
      expectComparable(name, ms, harmlessMs);
    }
    countTried("adversarial texts timed", WORDS.length);
  });
});

describe("merging", () => {
  const recordOf = (count: number, textOf: (place: number) => string): ClientRecord => {
    const responses = Array.from({ length: count }, (_, place) => ({
      id: `a${place}`,
      content: textOf(place),
    }));
    return completeRecord(
      builtInInterview,
      { "booking-process": { responses } },
      { now: "2026-03-01T12:00:00Z" },
    );
  };
  const merging = (base: ClientRecord, mine: ClientRecord, theirs: ClientRecord) => () =>
    mergeRecords(builtInInterview, { base, mine, theirs });

  test("records changed everywhere on two devices takes no longer with text that is hard for regular expressions", async () => {
    const mergedMs = (textOf: TextOf) =>
      shortest(
        merging(
          recordOf(ANSWERS_PER_QUESTION_MAX, () => "x"),
          recordOf(ANSWERS_PER_QUESTION_MAX, (place) => textOf(2_000) + place),
          recordOf(ANSWERS_PER_QUESTION_MAX, (place) => place + textOf(2_000)),
        ),
      );
    const harmlessMs = await harmless(mergedMs);
    for (const [name, textOf] of WORDS) expectComparable(name, await mergedMs(textOf), harmlessMs);
    countTried("adversarial texts timed", WORDS.length);
  });

  test("1,000 answers per question that the other side does not know takes no longer than 1,000 shared ones", async () => {
    const alike = recordOf(1_000, (place) => `answer ${place}`);
    const harmlessMs = await shortest(merging(alike, alike, alike));
    const others = recordOf(1_000, (place) => `other ${999 - place}`);
    const ms = await shortest(
      merging(
        recordOf(1_000, () => "x"),
        alike,
        others,
      ),
    );
    expectComparable("1,000 answers on either side", ms, harmlessMs);
  });
});

test("searching among many long names takes no longer with wildcards and letters that fold", async () => {
  for (const [place, [, textOf]] of WORDS.entries())
    for (let more = 0; more < 10; more++)
      await manager.call("POST", "/clients", { name: `${place} ${more} ${textOf(180)}`, email: null });
  const searchMs = (search: string) =>
    shortest(async () => {
      const response = await manager.call("GET", `/clients?${new URLSearchParams({ search })}`);
      expect(response.status).toBe(200);
      await response.text();
    });
  const harmlessMs = await searchMs("Rosa's Bakery and so on");
  for (const [name, textOf] of WORDS)
    expectComparable(name, await searchMs(textOf(200).slice(0, 66)), harmlessMs);
  countTried("adversarial texts timed", WORDS.length);
});
