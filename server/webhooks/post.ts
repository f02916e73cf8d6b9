import { once } from "node:events";
import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import type { DeliveryCause } from "#contract/manage/delivery-causes.ts";
import { causeOf } from "./failure-cause.ts";
import { guardedLookup, type Lookup } from "./guarded-lookup.ts";
import type { Reach } from "./reach.ts";
import { type AddressProblem, readAddress } from "./webhook-address.ts";

export type PostRequest = { address: string; headers: OutgoingHttpHeaders; body: string };

export type Posting = {
  reach: Reach;
  lookup: Lookup;
  /** Ends it early, as `timed-out`. */
  signal: AbortSignal;
};

/** What came of it: the status of the answer, or why there was none. */
export type Posted =
  | { kind: "answered"; status: number; retryAfter: string | undefined }
  | { kind: "failed"; cause: DeliveryCause };

/** So much of an answer is read, which is nobody's: enough for its sender to end in peace. */
const ANSWER_MAX_BYTES = 16 * 1024;

/** Sends one request over a connection of its own. A redirect is an answer like any other. Never rejects. */
export async function post({ address, headers, body }: PostRequest, posting: Posting): Promise<Posted> {
  // the settings may have changed since the address was stored
  const read = readAddress(address, posting.reach);
  if (read.kind === "problem") return { kind: "failed", cause: refusedCause(read.problem) };
  try {
    return await exchange(read.url, { headers, body }, posting);
  } catch (error) {
    return { kind: "failed", cause: causeOf(error) };
  }
}

async function exchange(
  url: URL,
  { headers, body }: Omit<PostRequest, "address">,
  { reach, lookup, signal }: Posting,
): Promise<Posted> {
  const { request } = url.protocol === "https:" ? https : http;
  const sent = request(url, {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    agent: false,
    lookup: guardedLookup(lookup, reach),
    signal,
  });
  // one that comes after the answer has begun changes nothing any more
  sent.on("error", () => undefined);
  sent.end(body);
  const [answer] = (await once(sent, "response", { signal })) as [IncomingMessage];
  await readToLimit(answer);
  return { kind: "answered", status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] };
}

/** How an answer ends is of no matter: its status has been told. */
async function readToLimit(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const piece of answer) {
      bytes += (piece as Buffer).length;
      if (bytes > ANSWER_MAX_BYTES) break;
    }
  } catch {
    answer.destroy();
  }
}

function refusedCause(problem: AddressProblem): DeliveryCause {
  return problem === "plain-http" ? "plain-http" : "address-refused";
}
