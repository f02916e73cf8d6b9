import type { OutgoingHttpHeaders } from "node:http";
import type { DeliveryCause } from "#contract/manage/webhooks/delivery-causes.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { sendRequest } from "../outgoing/send-request.ts";
import { causeOf } from "./failure-cause.ts";
import { type AddressProblem, readAddress } from "./webhook-address.ts";

export type PostRequest = { address: string; headers: OutgoingHttpHeaders; body: string };

export type PostOptions = {
  reach: EgressPolicy;
  lookup: Lookup;
  /** Aborts the request, as `timed-out`. */
  signal: AbortSignal;
};

/** The status of the answer, or why there was no answer. */
export type PostResult =
  | { kind: "answered"; status: number; retryAfter: string | undefined }
  | { kind: "failed"; cause: DeliveryCause };

/** The body is discarded; this much is read so that the receiver can finish sending. */
const ANSWER_MAX_BYTES = 16 * 1024;

/** Sends one request. Redirects are not followed. Never rejects. */
export async function postToWebhook(
  { address, headers, body }: PostRequest,
  options: PostOptions,
): Promise<PostResult> {
  // the settings may have changed since the address was stored
  const read = readAddress(address, options.reach);
  if (read.kind === "problem") return { kind: "failed", cause: refusedCause(read.problem) };
  try {
    const question = { url: read.url, method: "POST", headers, body };
    const answer = await sendRequest(question, { ...options, maxBytes: ANSWER_MAX_BYTES });
    // the status is known, so an error in the body does not matter
    await answer.read().catch(() => undefined);
    return { kind: "answered", status: answer.status, retryAfter: answer.headers["retry-after"] };
  } catch (error) {
    return { kind: "failed", cause: causeOf(error) };
  }
}

function refusedCause(problem: AddressProblem): DeliveryCause {
  return problem === "plain-http" ? "plain-http" : "address-refused";
}
