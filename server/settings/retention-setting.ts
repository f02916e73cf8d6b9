import * as z from "zod/mini";
import { DAY_MS, isoOf } from "#contract/instants.ts";
import { RETENTION_NOTICE_DAYS, settingSchemas } from "#contract/manage/settings/setting-values.ts";
import { eventOf, OPERATOR } from "../managers/actor.ts";
import type { StoredSetting } from "../storage/settings/settings.ts";
import type { Storage } from "../storage/storage.ts";
import type { Config } from "./config.ts";
import type { LiveSettings } from "./live-settings.ts";

const NAME = "retentionDays";
const daysSchema = settingSchemas.retentionDays;

/** Times are in epoch milliseconds. */
export const storedRetentionSchema = z.strictObject({
  /** Days without activity after which a client is erased; null where clients are never erased. */
  days: z.nullable(daysSchema),
  /** A shorter retention that is announced, and when it takes effect. */
  waiting: z.nullable(z.strictObject({ days: daysSchema, beginsAt: z.int() })),
});
export type StoredRetention = z.infer<typeof storedRetentionSchema>;

export const NO_RETENTION: StoredRetention = { days: null, waiting: null };

/** The retention in force at this time, and the one still waiting. */
export function retentionAt({ days, waiting }: StoredRetention, now: number): StoredRetention {
  if (!waiting) return { days, waiting: null };
  return now < waiting.beginsAt ? { days, waiting } : { days: waiting.days, waiting: null };
}

/** The days as of the latest change, whichever server it was made on; null where clients are never erased. */
export async function newestRetentionDays(
  settings: Pick<LiveSettings, "get" | "refresh">,
  clock: () => number,
): Promise<number | null> {
  await settings.refresh();
  return retentionAt(settings.get(NAME), clock()).days;
}

/**
 * A shorter retention takes effect after a week's notice; any other change takes effect at once and cancels a waiting
 * one.
 */
export function changedRetention(before: StoredRetention, days: number | null, now: number): StoredRetention {
  const { days: inForce, waiting } = retentionAt(before, now);
  if (days === (waiting ? waiting.days : inForce)) return before;
  if (days === null || (inForce !== null && days >= inForce)) return { days, waiting: null };
  return { days: inForce, waiting: { days, beginsAt: now + RETENTION_NOTICE_DAYS * DAY_MS } };
}

/** The retention in an entry of the audit trail; flat, because the entry is shown on one line. */
type AuditedRetention = { days: number | null; nextDays?: number; nextFrom?: string | null };

/** Null for the built-in default. */
export function auditedRetention(
  retention: StoredRetention | undefined,
  now: number,
): AuditedRetention | null {
  if (!retention) return null;
  const { days, waiting } = retentionAt(retention, now);
  return waiting ? { days, nextDays: waiting.days, nextFrom: isoOf(waiting.beginsAt) } : { days };
}

/** The days to request in order to restore an audited value. */
export function daysInAudit(audited: unknown): number | null {
  const { days, nextDays } = (audited ?? { days: null }) as AuditedRetention;
  return nextDays ?? days;
}

/**
 * While the environment sets the retention, a waiting change in the console cannot be canceled there. It is dropped;
 * otherwise it would take effect without notice as soon as the variable is removed.
 */
export async function dropOvertakenRetention(
  { settings }: Pick<Storage, "settings">,
  { retentionDays }: Pick<Config, "retentionDays">,
  now: number,
): Promise<void> {
  if (retentionDays === undefined) return;
  const stored = (await settings.list()).get(NAME);
  const retention = storedRetention(stored);
  if (!stored || !retention || !retentionAt(retention, now).waiting) return;
  const value = retention.days === null ? undefined : { days: retention.days, waiting: null };
  const detail = JSON.stringify({
    name: NAME,
    before: auditedRetention(retention, now),
    after: auditedRetention(value, now),
  });
  await settings.change({
    names: [NAME],
    version: stored.version,
    at: now,
    by: OPERATOR,
    compose: () => ({
      values: [{ name: NAME, value }],
      events: [eventOf({ actor: OPERATOR, at: now }, "settings.changed", { detail })],
    }),
  });
}

function storedRetention(stored: StoredSetting | undefined): StoredRetention | undefined {
  return z.safeParse(storedRetentionSchema, stored?.value).data;
}
