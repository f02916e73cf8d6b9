import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type Reachability, reachabilitySchema, successSchema } from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import type { Check } from "#contract/manage/checks.ts";
import { installationProof } from "../access-keys/installation-proof.ts";
import { bareHost } from "../outgoing/bare-host.ts";
import { certificateAt } from "../outgoing/certificate.ts";
import { operatorEgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { isThisMachine } from "../outgoing/loopback.ts";
import { type OutgoingResponse, sendRequest } from "../outgoing/send-request.ts";
import type { MasterKey } from "../storage/sealing/data-keys.ts";
import { causeOf, sentenceOf } from "../webhooks/failure-cause.ts";
import { clockCheck } from "./check-clock.ts";
import { roughDuration } from "./rough-duration.ts";

export type CheckAddressOptions = {
  publicUrl: string;
  /** Whether this is a production installation, not a trial. */
  isProduction: boolean;
  /** All of this installation's master keys. */
  masterKeys: MasterKey[];
  lookup: Lookup;
  clock: () => number;
};

const NAME = "public address";
const TIME_LIMIT_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
const CHALLENGE_BYTES = 32;
/** Bad Gateway, Service Unavailable, Gateway Timeout. */
const AWAY = [502, 503, 504];
/** The server starts within a second, and proxies check for it every few seconds. */
const START_LIMIT_MS = 8_000;
const START_LOOK_MS = 500;
const DAY_MS = 86_400_000;
/** Certificates are usually renewed with a third of their lifetime left; lifetimes range from hours to years. */
const LEFT_WARNS_MS = 14 * DAY_MS;
const LEFT_WARNS_SHARE = 0.15;

const TRUST =
  "Name the proxy in FIRSTHAND_TRUST_PROXY, and let it send X-Forwarded-For and X-Forwarded-Proto (docs/deployment.md).";

/**
 * Asks the public address to prove that this installation answers there, over the route that a client's browser takes.
 */
export async function checkPublicAddress(means: CheckAddressOptions): Promise<Check[]> {
  const url = new URL(means.publicUrl);
  const isHttps = url.protocol === "https:";
  if (!isHttps && isThisMachine(bareHost(url)))
    return [
      {
        name: NAME,
        state: means.isProduction ? "warning" : "not-set-up",
        found: `Links lead to ${url.origin}, which only this machine can open.`,
        advice: "Set FIRSTHAND_PUBLIC_URL to the https address that clients open.",
      },
    ];
  const [reached, certificate] = await Promise.all([
    checkReach(url, means),
    isHttps ? checkCertificate(url, means) : [],
  ]);
  return [...reached, ...certificate];
}

async function checkReach(url: URL, means: CheckAddressOptions): Promise<Check[]> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const askedAt = means.clock();
  let answer: ProvenResponse;
  try {
    answer = await onceServed(() => askForProof(url, challenge, means.lookup));
  } catch (error) {
    const advice = "Check that the server and the proxy are running, and where the name points to.";
    return [failed(`${url.origin}: ${sentenceOf(causeOf(error))}`, advice)];
  }
  const { proven, status } = answer;
  if (isAway(answer)) {
    const advice = "Check that the server is running, and to which port the proxy sends requests.";
    return [failed(`The proxy at ${url.origin} doesn't reach the server (status ${status}).`, advice)];
  }
  const isOurs = means.masterKeys.some((key) => installationProof(key, challenge) === proven?.proof);
  if (!proven || !isOurs) {
    const advice = "Check where the name points to, and to which port the proxy sends requests.";
    return [failed(`${url.origin} is answered by another server (status ${status}).`, advice)];
  }
  return [checkForwarding(url, proven), ...clockChecks(answer, { askedAt, ...means })];
}

type ProvenResponse = Pick<OutgoingResponse, "status" | "headers"> & { proven: Reachability | undefined };

/** The statuses with which a proxy reports a server that does not answer, for example right after its start. */
const isAway = ({ proven, status }: ProvenResponse) => !proven && AWAY.includes(status);

async function onceServed(attempt: () => Promise<ProvenResponse>): Promise<ProvenResponse> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    const answer = await attempt();
    if (!isAway(answer) || performance.now() > deadline) return answer;
    await setTimeout(START_LOOK_MS);
  }
}

/** Rejects with the connection's error. */
async function askForProof(url: URL, challenge: string, lookup: Lookup): Promise<ProvenResponse> {
  const { method, path } = endpoints.reachability;
  const answer = await sendRequest(
    {
      url: new URL(path, url),
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ challenge }),
    },
    {
      reach: operatorEgressPolicy(),
      lookup,
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      maxBytes: ANSWER_MAX_BYTES,
    },
  );
  const { data } = successSchema(reachabilitySchema).safeParse(jsonOf(await answer.read()));
  return { ...answer, proven: data?.data };
}

function checkForwarding({ origin, protocol }: URL, { isSecure, forwardedFor }: Reachability): Check {
  if (forwardedFor === "ignored")
    return failed(
      `The server doesn't trust the proxy at ${origin}, so rate limits treat all clients as one.`,
      TRUST,
    );
  if (protocol === "https:" && !isSecure)
    return failed(
      `The proxy at ${origin} doesn't say which client asks, or that the client used https.`,
      TRUST,
    );
  return { name: NAME, state: "ok", found: `${origin} reaches this installation.` };
}

function failed(found: string, advice: string): Check {
  return { name: NAME, state: "failed", found, advice };
}

type Dated = { askedAt: number; clock: () => number };

/** Compares with the answer's `Date` header, which has whole seconds and may be as old as the request. */
function clockChecks({ headers }: ProvenResponse, { askedAt, clock }: Dated): Check[] {
  const said = Date.parse(headers.date ?? "");
  if (Number.isNaN(said)) return [];
  const apart = Math.max(0, askedAt - said - 1_000, said - clock());
  return [clockCheck("clock", { whose: "The public address", apart })];
}

async function checkCertificate(url: URL, { lookup, clock }: CheckAddressOptions): Promise<Check[]> {
  const name = "certificate";
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  // if the certificate could not be read, the address check has already reported why
  const shown = await certificateAt(url, { reach: operatorEgressPolicy(), lookup, signal }).catch(
    () => undefined,
  );
  if (!shown) return [];
  const { beginsAt, endsAt } = shown;
  const left = endsAt - clock();
  // checked first, because an expired certificate is also untrusted
  if (left < 0) {
    const found = `The certificate expired ${roughDuration(-left)} ago.`;
    return [{ name, state: "failed", found, advice: "Renew the certificate." }];
  }
  if (shown.distrust !== undefined)
    return [
      {
        name,
        state: "failed",
        found: `The certificate isn't trusted (${shown.distrust}).`,
        advice: "Let the proxy send the whole chain of a certificate for this name.",
      },
    ];
  const found = `${roughDuration(left)} left.`;
  if (left > Math.min(LEFT_WARNS_MS, (endsAt - beginsAt) * LEFT_WARNS_SHARE))
    return [{ name, state: "ok", found }];
  return [{ name, state: "warning", found, advice: "Check why the proxy hasn't renewed the certificate." }];
}

function jsonOf(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
