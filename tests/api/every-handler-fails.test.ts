import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serverErrors } from "#contract/api/errors.ts";
import en from "#contract/messages/client/en.json" with { type: "json" };
import { version } from "../../server/runtime/package.ts";
import { StorageUnavailable } from "../../server/storage/engine/faults.ts";
import type { AudioStore } from "../../server/storage/takes/audio.ts";
import { type KeptContent, keepContent } from "../support/data/database-content.ts";
import { trials } from "../support/faults/faults.ts";
import { headersFault } from "../support/security/expected-headers.ts";
import { INSIDES } from "../support/security/failures.ts";
import { countTried } from "../support/security/security-counts.ts";
import { eachMethod } from "../support/service/each-method.ts";
import { type LogLine, readLog, strangeFields } from "../support/service/log-lines.ts";
import type { Service } from "../support/service/service.ts";
import type { Cell } from "./access/expected.ts";
import { rightCalls } from "./access/right-calls.ts";
import { sendCell } from "./access/send-cell.ts";
import { openWorld, type World } from "./access/world.ts";

/**
 * When any handler fails in any way, neither the answer nor the log reveals the data in question (promises P35, P38).
 */

const CANARY = "canary7f3a";
const TELLING = `insert into records values ('${CANARY}') failed in /work/main/server/storage/records.ts:1:2`;

/** These keep working, so that the caller is known and the fault is in the handler. */
const LOOK_UPS = ["sessions.find", "managerSessions.find", "apiTokens.find"];
/** Methods that report about the engine without a query. */
const OF_ENGINE = ["engineStats", "watchTransactions"];
/** Logged after the answer, so that a failure would count for the next route. */
const AFTER_ANSWER = ["audit.chainHead"];

/** Routes that do not use the database. */
const WITHOUT_STORAGE = [
  "GET /",
  "GET /api",
  "GET /api/page.css",
  "GET /assets/app-1a2b.js",
  "GET /b",
  "GET /b/",
  "GET /b/brief",
  "GET /b/brief.pdf",
  "GET /b/open.js",
  "GET /console",
  "GET /console/*",
  "GET /console/assets/*",
  "GET /console/assets/app-1a2b.js",
  "GET /console/preview/",
  "GET /console/preview/assets/*",
  "GET /console/preview/assets/app-1a2b.js",
  "GET /healthz",
  "GET /manifest.webmanifest",
  "GET /openapi.json",
  "GET /provided/*",
  "GET /robots.txt",
  "GET /sw.js",
  "GET /v1/interview",
  "GET /v1/manage/auth/openid",
  "GET /v1/manage/checks",
  "GET /v1/manage/interview-templates",
  "GET /v1/manage/mail",
  "GET /v1/shared/audio/:takeId",
  // no mail server is configured here
  "POST /v1/auth/link",
  "POST /v1/auth/passkey/challenge",
  // the device's answer does not belong to a challenge of this server
  "POST /v1/auth/passkeys",
  "POST /v1/manage/auth/forgot",
  "POST /v1/manage/checks",
  "POST /v1/manage/interviews/read-table",
  // the interviews come from a storage that does not fail, and a release owns this one
  "POST /v1/manage/interviews/:interviewId/versions",
  "POST /v1/manage/mail-templates/:kind/preview",
  // a separate thread reads the database, and finds nothing here
  "POST /v1/manage/search",
  "POST /v1/manage/settings/mail/check",
  "POST /v1/reachability",
  "PUT /v1/manage/interviews/:interviewId/draft",
];
/** Reports the fault to the operator as one of its metrics. */
const FOR_OPERATORS = "GET /metrics";
/** Reports the reason why the server is not ready. */
const WITH_REASON = "GET /readyz";
/** A browser that comes back from a provider is redirected to the console, even after a fault. */
const LEADS_ON = ["GET /v1/manage/auth/openid/callback"];

type Fault = { code: "SERVER_ERROR" | "UNAVAILABLE"; fail: () => never | Promise<never> };
const faults: { [name: string]: Fault } = {
  "a bug": { code: "SERVER_ERROR", fail: () => Promise.reject(new Error(TELLING)) },
  "a bug that is thrown at once": {
    code: "SERVER_ERROR",
    fail: () => {
      throw new TypeError(TELLING, { cause: new SyntaxError(TELLING) });
    },
  },
  "JSON that cannot be read": { code: "SERVER_ERROR", fail: async () => JSON.parse(`{"${CANARY}`) as never },
  "a database that cannot serve": {
    code: "UNAVAILABLE",
    fail: () => Promise.reject(new StorageUnavailable("It is locked", { cause: new Error(TELLING) })),
  },
};

let world: World;
let content: KeptContent;
let calls: Cell[];
beforeAll(async () => {
  world = await openWorld();
  content = keepContent(world.service.config.databaseFile);
  calls = rightCalls(world);
});
afterAll(async () => {
  content.close();
  await world.close();
});

const nameOf = ({ route }: Cell) => `${route.method} ${route.url}`;

/** Storage and recordings that work for `state.passes` calls and then fail each call. */
function failing({ storage, audio, book }: Service, fail: Fault["fail"]) {
  const state = { passes: 0, failed: 0 };
  const isPast = () => {
    state.passes -= 1;
    if (state.passes < 0) state.failed += 1;
    return state.passes < 0;
  };
  const broken = eachMethod(storage, (name, method) =>
    [...LOOK_UPS, ...OF_ENGINE, ...AFTER_ANSWER].includes(name)
      ? method
      : (...args) => (isPast() ? fail() : method(...args)),
  );
  const brokenAudio: AudioStore = {
    ...audio,
    size: async (name) => (isPast() ? fail() : audio.size(name)),
    async *read(name, range) {
      if (isPast()) await fail();
      yield* audio.read(name, range);
    },
  };
  return { state, parts: { storage: broken, audio: brokenAudio, book } };
}

type Tried = { name: string; failed: number; status: number; text: string; headers: Headers };

/** Calls every route while each handler's database calls fail after the first `passes` ones. */
async function tryAll(fault: Fault, passes: number): Promise<{ tried: Tried[]; lines: LogLine[] }> {
  const { parts, state } = failing(world.service, fault.fail);
  const service = await world.startBeside(parts);
  const tried: Tried[] = [];
  for (const cell of calls) {
    Object.assign(state, { passes, failed: 0 });
    const response = await sendCell(service.url, cell);
    // an answer that had begun is cut off
    const text = await response.text().catch(() => "");
    tried.push({
      name: nameOf(cell),
      failed: state.failed,
      status: response.status,
      text,
      headers: response.headers,
    });
    const changes = content.changes();
    if (changes.size > 0) content.restore(changes);
  }
  await service.close();
  return { tried, lines: readLog(service.logLines) };
}

/** What an answer reveals beyond the general failure message; undefined if nothing. */
function faultOf({ name, status, text, headers }: Tried, code: Fault["code"]): string | undefined {
  const headersWrong = headersFault(headers);
  if (headersWrong) return headersWrong;
  const whole = text + [...headers].filter(([header]) => header !== "date").join("\n");
  const isForOperators = name === FOR_OPERATORS;
  const secrets = isForOperators ? [CANARY] : [CANARY, version, process.version];
  const secret = secrets.find((each) => whole.includes(each));
  if (secret || INSIDES.test(whole)) return `tells ${secret ?? INSIDES.exec(whole)?.[0]}`;
  if (isForOperators) return text.includes("firsthand_database_up 0") ? undefined : `${status}`;
  if (LEADS_ON.includes(name))
    return headers.get("location") === "/console/#refused=server-fault" ? undefined : `${status}`;
  const body = text.startsWith("{") ? (JSON.parse(text) as { [field: string]: unknown }) : {};
  const { requestId, ...words } = body;
  const isPlain =
    status === serverErrors[code].status &&
    headers.get("content-type") === "application/json; charset=utf-8" &&
    /^[0-9a-f-]{36}$/.test(String(requestId)) &&
    JSON.stringify(words) === JSON.stringify({ code, message: en[`error.${code}`], ...reasonOf(name, code) });
  return isPlain ? undefined : `${status} ${text.slice(0, 200)}`;
}

function reasonOf(name: string, code: Fault["code"]) {
  return name === WITH_REASON && code === "UNAVAILABLE" ? { reason: "database" } : {};
}

describe.each(Object.entries(faults))("%s in every handler", (kind, fault) => {
  test("is answered by every route in general words, without the error's text", async () => {
    const { tried, lines } = await tryAll(fault, 0);
    const wrong = tried
      .filter(({ failed }) => failed > 0)
      .map((each) => [each.name, faultOf(each, fault.code)]);
    expect(wrong.filter(([, found]) => found !== undefined)).toEqual([]);
    const unasked = tried.filter(({ failed }) => failed === 0).map(({ name }) => name);
    expect(unasked.sort()).toEqual([...WITHOUT_STORAGE].sort());
    expectDiscreet(lines);
    // the operator finds each fault by the request id that the caller got
    const loggedIds = new Set(lines.filter(({ err }) => err).map(({ reqId }) => reqId));
    const ids = tried
      .filter(({ name, failed, text }) => failed > 0 && text !== "" && name !== FOR_OPERATORS)
      .map(({ text }) => JSON.parse(text));
    expect(ids.filter(({ requestId }) => !loggedIds.has(requestId))).toEqual([]);
    countTried("handlers that were made to fail", wrong.length);
    expect([kind, wrong.length > 90]).toEqual([kind, true]);
  });

  test("reveals as little where a handler had done part of its work", async () => {
    let count = 0;
    for (let passes = 1; passes <= trials(1, 8); passes++) {
      const { tried, lines } = await tryAll(fault, passes);
      // successful calls were answered, or their answers had begun, before the fault
      const failures = tried.filter(({ failed, status }) => failed > 0 && status >= 400);
      const wrong = failures.map((each) => [each.name, faultOf(each, fault.code)]);
      expect(wrong.filter(([, found]) => found !== undefined)).toEqual([]);
      for (const { text, headers } of tried)
        expect(`${text}${JSON.stringify([...headers])}`).not.toContain(CANARY);
      expectDiscreet(lines);
      count += failures.length;
    }
    countTried("handlers that were made to fail", count);
    expect(count).toBeGreaterThan(20);
  });
});

function expectDiscreet(lines: LogLine[]): void {
  expect(lines.filter(({ err }) => err).length).toBeGreaterThan(0);
  expect(lines.map((line) => JSON.stringify(line)).filter((line) => line.includes(CANARY))).toEqual([]);
  expect(strangeFields(lines)).toEqual([]);
}
