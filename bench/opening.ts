import type { CDPSession, Page } from "@playwright/test";
import { anotherInterview } from "./another-interview.ts";
import { median, type Table } from "./figures.ts";
import { type Interview, recordOf, slowDown } from "./interview-page.ts";

/** Together about 8 kB. */
const ANSWERS = 30;
const SENTENCES = 7;
/** Slow 4G, as in the browser's developer tools. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CONNECTIONS = {
  "Slow 4G, 4x slowed": { network: SLOW_4G, throttle: 4 },
  "no throttling": { network: undefined, throttle: 1 },
};
type Connection = (typeof CONNECTIONS)[keyof typeof CONNECTIONS];
/** The pause between two keys, for a person who types the 42 characters of an access key in about 6 seconds. */
const KEY_PAUSE_MS = 140;

/** Milliseconds, all measured on the same page and connection. */
type Opened = {
  /** From the press of the button to the frame that shows the first control of the first section. */
  usable: number;
  /** Only the exchange: one round trip. */
  exchange: number;
  /** Only the record, including a round trip. */
  record: number;
  /** An answer without a body. */
  nothing: number;
  sawOverlay: boolean;
};

/** The figures of each round, with the interview that comes with the page, and with one that the page has to fetch. */
type Rounds = { name: string; own: Opened[]; another: Opened[] };

/**
 * The time from the press of the button until the interview can be answered, compared with the time that the connection
 * alone takes.
 */
export async function benchOpening(interview: Interview, rounds: number): Promise<Table> {
  const another = await anotherInterview(interview);
  await storeRecord(interview);
  await storeRecord(another);
  const all: Rounds[] = Object.keys(CONNECTIONS).map((name) => ({ name, own: [], another: [] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [place, connection] of Object.values(CONNECTIONS).entries()) {
      const own = await open(interview, connection);
      const other = await open(another, connection);
      // the first round warms up
      if (round === 0) continue;
      all[place]?.own.push(own);
      all[place]?.another.push(other);
    }
  }
  const heads = [
    "usable after the press",
    "p50 ms",
    "exchange",
    "record",
    "limit",
    "times the limit",
    "overlay",
    "another interview",
  ];
  return { heads, rows: all.map(row) };
}

function row({ name, own: opened, another }: Rounds): string[] {
  const middle = (take: (one: Opened) => number) => median(opened.map(take));
  const limit = ({ exchange, record, nothing }: Opened) => exchange + Math.max(0, record - nothing);
  return [
    name,
    middle(({ usable }) => usable).toFixed(0),
    middle(({ exchange }) => exchange).toFixed(0),
    middle(({ record }) => record).toFixed(0),
    middle(limit).toFixed(0),
    middle((one) => one.usable / limit(one)).toFixed(2),
    `${opened.filter(({ sawOverlay }) => sawOverlay).length} of ${opened.length}`,
    median(another.map(({ usable }, round) => usable / (opened[round]?.usable ?? Number.NaN))).toFixed(2),
  ];
}

async function storeRecord({ url, key }: Interview): Promise<void> {
  const exchanged = await callJson("POST", `${url}/v1/auth/exchange`, { key });
  const { accessToken } = (exchanged as { data: { accessToken: string } }).data;
  await callJson("PUT", `${url}/v1/onboarding`, { data: recordOf(ANSWERS, SENTENCES) }, accessToken);
}

async function callJson(method: string, address: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: {
      "content-type": "application/json",
      "x-firsthand-page": "2",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status}`);
  return response.json();
}

/** Uses a new browser profile each time, with nothing of the app cached. */
async function open({ browser, url, key }: Interview, { network, throttle }: Connection): Promise<Opened> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await slowDown(page, throttle);
  if (network) await slowConnection(session, network);
  await page.addInitScript(watchOpening);
  await page.goto(url);
  await page.getByLabel("Access Key").pressSequentially(key, { delay: KEY_PAUSE_MS });
  await page.getByRole("button", { name: "Access Interview" }).click();
  await page.waitForFunction(() => "opened" in window);
  const { usable, sawOverlay } = await page.evaluate(
    () => (window as unknown as { opened: { usable: number; sawOverlay: boolean } }).opened,
  );
  // fetches that are still running would share the connection
  await page.waitForLoadState("networkidle");
  const alone = await fetchAlone(page, key);
  await context.close();
  return { usable, sawOverlay, ...alone };
}

async function slowConnection(session: CDPSession, network: typeof SLOW_4G): Promise<void> {
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
}

/** Runs in the page: waits for the press, then checks in each frame whether a control is not covered by anything. */
function watchOpening(): void {
  let sawOverlay = false;
  const isReached = (control: Element | null | undefined) => {
    if (!control || (control as HTMLInputElement).disabled) return false;
    const { left, top, width, height } = control.getBoundingClientRect();
    return width > 0 && control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  const look = (pressedAt: number) => {
    sawOverlay ||= [...document.querySelectorAll("[role=status]")].some((status) =>
      status.textContent.startsWith("Loading"),
    );
    if (!isReached(document.querySelector("#questions :is(select, input, textarea)"))) {
      requestAnimationFrame(() => look(pressedAt));
      return;
    }
    const channel = new MessageChannel();
    // after the frame's own work: layout and paint
    channel.port1.onmessage = () =>
      Object.assign(window, { opened: { usable: performance.now() - pressedAt, sawOverlay } });
    channel.port2.postMessage(undefined);
  };
  addEventListener("click", ({ timeStamp }) => requestAnimationFrame(() => look(timeStamp)), {
    capture: true,
    once: true,
  });
}

/** Times the calls alone, one after the other, on the page's connection. */
function fetchAlone(page: Page, key: string): Promise<Pick<Opened, "exchange" | "record" | "nothing">> {
  return page.evaluate(async (accessKey) => {
    const timed = async (path: string, init: RequestInit) => {
      const began = performance.now();
      const response = await fetch(path, { cache: "no-store", ...init });
      const text = await response.text();
      return { ms: performance.now() - began, text };
    };
    const exchange = await timed("/v1/auth/exchange", {
      method: "POST",
      headers: { "content-type": "application/json", "x-firsthand-page": "2" },
      body: JSON.stringify({ key: accessKey }),
    });
    const { accessToken } = JSON.parse(exchange.text).data;
    const headers = { authorization: `Bearer ${accessToken}` };
    const record = await timed("/v1/onboarding", { headers });
    const nothing = await timed("/v1/onboarding", { headers, method: "HEAD" });
    return { exchange: exchange.ms, record: record.ms, nothing: nothing.ms };
  }, key);
}
