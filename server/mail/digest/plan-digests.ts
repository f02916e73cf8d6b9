import type { Calendar } from "../../settings/calendar.ts";
import type { Digest } from "../../storage/clients/client-digest.ts";
import type { ResponsibleManager } from "../../storage/clients/scope.ts";
import type { DigestReader } from "../../storage/mail/digests.ts";
import type { Storage } from "../../storage/storage.ts";
import { morningOf } from "./local-morning.ts";

/** Reads which clients need this manager's attention now. */
export type ReadDigest = (keeper: ResponsibleManager, now: number) => Promise<Digest>;

export type PlanDigestsContext = {
  storage: Pick<Storage, "mail">;
  calendar: Pick<Calendar, "wallClock">;
  readDigest: ReadDigest;
};

/** Queues the digests whose hour has come in each manager's time zone. Returns the number of days settled. */
export async function planDigests(context: PlanDigestsContext, now: number): Promise<number> {
  const { storage, readDigest } = context;
  let settled = 0;
  for (const reader of await storage.mail.listDigestReaders()) {
    const day = dueDay(reader, context, now);
    if (day === undefined) continue;
    const { managerId } = reader;
    const { clients } = await readDigest(reader, now);
    if (await storage.mail.putDigest({ managerId, day, isEmpty: clients === 0, at: now })) settled++;
  }
  return settled;
}

/** A manager who turns the digest on after its hour gets the first one on the next day. */
function dueDay(
  { timeZone, digestedOn, since }: DigestReader,
  { calendar: { wallClock } }: Pick<PlanDigestsContext, "calendar">,
  now: number,
): string | undefined {
  const day = morningOf(wallClock, now, timeZone);
  if (day === undefined || (digestedOn ?? "") >= day) return undefined;
  return morningOf(wallClock, since, timeZone) === day ? undefined : day;
}
