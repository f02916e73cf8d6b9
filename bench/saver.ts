import { setTimeout } from "node:timers/promises";
import autocannon, { type Result } from "autocannon";

/** How one client saves and reads back its own record. */
export type Saver = {
  method: "PUT" | "PATCH";
  path: string;
  headers: Record<string, string>;
  /** The body of the request that saves this record; `record` is JSON text. */
  body: (record: string) => string;
  /** Reads the current state before a load. */
  begin?: (origin: string) => Promise<void>;
  /** Additional headers, for the next save only. */
  headersOfNext?: () => Record<string, string>;
};

/** `rate`: the most saves a second across all connections; without a rate, as many saves as possible. */
export type Load = {
  connections: number;
  rate?: number;
  /** The number of the first record; later ones count up from it. */
  first?: number;
} & ({ seconds: number } | { saves: number });

/** Numbers of records: the newest acknowledged one, and the one sent after it, which may have arrived. */
export type Sent = { answered: number | undefined; underway: number };

/** By then, requests that were in progress when the last load ended have been stored. */
const SETTLED_AFTER_MS = 200;

/** Each connection repeatedly saves 4 kB with its own saver. Throws if a save is refused or fails. */
export async function loadSavers(
  origin: string,
  savers: Saver[],
  { connections, rate, first = 0, ...length }: Load,
): Promise<{ result: Result; sent: Sent[] }> {
  await setTimeout(SETTLED_AFTER_MS);
  await Promise.all(savers.slice(0, connections).map(async (saver) => saver.begin?.(origin)));
  const sent: Sent[] = [];
  let next = first;
  const result = await autocannon({
    url: origin,
    connections,
    ...("saves" in length ? { amount: length.saves } : { duration: length.seconds }),
    ...(rate !== undefined && { overallRate: Math.round(rate) }),
    setupClient(client) {
      const saver = savers[sent.length % savers.length];
      if (!saver) throw new Error("There is nobody to save");
      const { method, path, body } = saver;
      const save: Sent = { answered: undefined, underway: next++ };
      sent.push(save);
      const headers = () => ({
        "content-type": "application/json",
        ...saver.headers,
        ...saver.headersOfNext?.(),
      });
      client.setRequests([{ method, path, headers: headers(), body: body(record(save.underway)) }]);
      client.on("response", () => {
        save.answered = save.underway;
        save.underway = next++;
        client.setHeadersAndBody(headers(), body(record(save.underway)));
      });
    },
  });
  expectAnswered(origin, result);
  return { result, sent };
}

/** Throws if a request of a load was refused or failed. */
export function expectAnswered(url: string, { non2xx, errors }: Result): void {
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
}

/** A record of about 4 kB, different for every number. */
export function record(number: number): string {
  const responses = Array.from({ length: 8 }, (_, place) => ({
    type: "text",
    content: `${number} ${"We write invoices on Sunday evening. ".repeat(10)}`,
    timestamp: "2026-11-21T10:00:00.000Z",
    id: `answer-${place}`,
  }));
  return JSON.stringify({
    data: {
      "tool-selection": { selectedTools: ["xero", "wix"], customTools: "", toolRatings: { xero: 3 } },
      "customer-acquisition": { section: "leads-booking", question: "customer-acquisition", responses },
    },
  });
}
