import { Resolver } from "node:dns/promises";
import type { MailCheck, MailCheckDetail } from "#contract/manage/mail/mail-check.ts";

/**
 * The TXT records of a name, each joined into one string; empty if the name does not exist. Rejects if no server
 * answers.
 */
export type FindTexts = (name: string) => Promise<string[]>;

/** For each of this machine's name servers, doubled for the second try: a person waits for the result. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;
const NO_RECORD = new Set(["ENODATA", "ENOTFOUND"]);
/** The most labels of the sender's domain to climb from (DMARCbis §4.10). */
const LABELS_MAX = 8;

/** Asks the name servers of this machine. */
export const findTexts: FindTexts = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(""));
  } catch (error) {
    if (NO_RECORD.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
};

/** Checks what other mail servers look up to see whether the sender's domain permits the mail. */
export async function checkSenderDomain(from: string, find: FindTexts): Promise<MailCheck[]> {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return Promise.all([
    answered("spf", async () => spfFinding(await find(domain))),
    answered("dmarc", async () => dmarcFinding(await findPolicy(domain, find))),
  ]);
}

async function answered(name: MailCheck["name"], look: () => Promise<MailCheckDetail>): Promise<MailCheck> {
  try {
    const detail = await look();
    return { name, outcome: detail.endsWith("-found") ? "ok" : "warning", detail };
  } catch {
    // whichever name server failed, nothing is known about the domain
    return { name, outcome: "not-checked", detail: "dns-failed" };
  }
}

/** RFC 7208: two records are invalid, and one that permits every sender protects no one. */
function spfFinding(texts: string[]): MailCheckDetail {
  const [policy, ...others] = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  if (policy === undefined) return "spf-missing";
  if (others.length > 0) return "spf-several";
  return /(?:^| )\+?all(?: |$)/i.test(policy) ? "spf-open" : "spf-found";
}

function dmarcFinding(policies: string[]): MailCheckDetail {
  const [policy, ...others] = policies;
  if (policy === undefined) return "dmarc-missing";
  if (others.length > 0) return "dmarc-several";
  return /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(policy) ? "dmarc-found" : "dmarc-invalid";
}

/** The policy of the domain, or of the nearest parent domain that has one. */
async function findPolicy(domain: string, find: FindTexts): Promise<string[]> {
  const labels = domain.split(".").slice(-LABELS_MAX);
  for (let from = 0; from < Math.max(labels.length - 1, 1); from++) {
    const texts = await find(`_dmarc.${labels.slice(from).join(".")}`);
    const policies = texts.filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text));
    if (policies.length > 0) return policies;
  }
  return [];
}
