import { isIP } from "node:net";
import { basename } from "node:path";
import * as z from "zod/mini";
import {
  type ChangedSettings,
  changedSettingsSchema,
  guardedSettings,
  type SettingName,
} from "#contract/manage/settings/setting-values.ts";
import { CatalogError } from "../http/errors.ts";
import { logoOf } from "../interview-file/logo.ts";
import { accentProblem } from "../interview-file/theme.ts";
import { logoProblem } from "../interview-file/uploaded-logo.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";
import { AddressRefused, guardedLookup, type Lookup } from "../outgoing/guarded-lookup.ts";
import type { EventKind, StorageEvent } from "../storage/audit/events.ts";
import type { StoredSettings } from "../storage/settings/settings.ts";
import type { Storage } from "../storage/storage.ts";
import type { LiveSettings } from "./live-settings.ts";
import {
  auditedRetention,
  changedRetention,
  daysInAudit,
  NO_RETENTION,
  type StoredRetention,
} from "./retention-setting.ts";
import { type SettingsInForce, storedValueOf } from "./settings-in-force.ts";

/** The actor who changes settings, and the addresses that a new mail server may have. */
export type SettingsContext = {
  storage: Pick<Storage, "audit" | "settings">;
  settings: LiveSettings;
  reach: EgressPolicy;
  lookup: Lookup;
  actor: Actor;
};

/** The requested changes, and the version of the settings that the caller had read. */
export type SettingChange = { version: number; settings: ChangedSettings };

/** A change in the audit trail. For a mail server it records only whether a password is set, and whether it is new. */
type AuditedChange = { name: SettingName; before: unknown; after: unknown; isNewPassword?: true };

type StoredMailServer = NonNullable<ReturnType<typeof storedValueOf<"mailServer">>>;
type NamedValue = { name: SettingName; value: unknown };

const EVENT_KINDS: readonly EventKind[] = ["settings.changed", "settings.mail-server-changed"];
const auditedSchema = z.object({ name: z.string(), before: z.unknown() });
const PASSWORD = "settings.mailServer.password";

/** Whether a change needs password and code. */
export function isGuarded(changed: ChangedSettings): boolean {
  return guardedSettings.some((name) => name in changed);
}

/** Makes all of the changes or none. Unchanged values cause no event. Throws CatalogError if a change is refused. */
export async function changeSettings(context: SettingsContext, change: SettingChange): Promise<void> {
  const { storage, settings, actor } = context;
  const { version, settings: changed } = change;
  const isNotified = isMailed(settings.now(), changed);
  const names = Object.keys(changed) as SettingName[];
  refuseLocked(settings.now(), names);
  if (changed.colors) refuseUnreadable(changed.colors);
  if (typeof changed.logo === "string") refuseLogo(changed.logo);
  if (changed.mailServer) await refuseHost(context, changed.mailServer.host);
  const outcome = await storage.settings.change({
    names,
    version,
    at: actor.at,
    by: actor.actor,
    compose(stored) {
      const values = names
        .map((name) => ({ name, value: newValueOf(name, changed, { stored, now: actor.at }) }))
        .filter(({ name, value }) => !isSame(value, storedValueOf(name, stored.get(name))));
      return { values, events: eventsOf(values, { stored, actor: { ...actor, isNotified } }) };
    },
  });
  if (outcome === "changed") throw new CatalogError("SETTING_CHANGED");
  await settings.refresh();
}

/**
 * The change that restores the value before an event of the audit trail. Throws NOT_FOUND if the event is no such
 * change.
 */
export async function changeBefore(
  { audit }: Pick<Storage, "audit">,
  { eventId, mailPassword }: { eventId: string; mailPassword?: string | undefined },
): Promise<ChangedSettings> {
  const event = await audit.find(eventId);
  if (!event || !EVENT_KINDS.includes(event.kind)) throw new CatalogError("NOT_FOUND");
  const { name, before } = auditedSchema.parse(JSON.parse(event.detail ?? ""));
  const parsed = changedSettingsSchema.safeParse({ [name]: requestedOf(name, before, mailPassword) });
  if (parsed.success) return parsed.data;
  throw invalid("eventId", "This release doesn’t take that value any more");
}

/** The request that restores an audited value. */
function requestedOf(name: string, audited: unknown, mailPassword: string | undefined): unknown {
  if (name === "logo" && audited !== null)
    throw invalid("eventId", "A replaced logo isn’t kept. Choose its file again");
  if (name === "mailServer") return mailServerOf(audited, mailPassword);
  return name === "retentionDays" ? daysInAudit(audited) : audited;
}

function mailServerOf(audited: unknown, password: string | undefined): unknown {
  if (audited === null) return null;
  const { hasPassword: _known, ...server } = audited as { hasPassword: boolean };
  return { ...server, ...(password !== undefined && { password }) };
}

function refuseLocked(settings: SettingsInForce, names: SettingName[]): void {
  for (const name of names) {
    const { variable } = settings.sourceOf(name);
    if (variable !== null) throw new CatalogError("SETTING_LOCKED", {}, {}, { variable });
  }
}

/** Unreadable buttons and links would lock everyone out. */
function refuseUnreadable({ accent, accentDark }: NonNullable<ChangedSettings["colors"]>): void {
  const problems = [
    { path: "settings.colors.accent", message: accentProblem(accent, "light") },
    { path: "settings.colors.accentDark", message: accentDark && accentProblem(accentDark, "dark") },
  ];
  for (const { path, message } of problems) if (message) throw invalid(path, message);
}

function refuseLogo(encoded: string): void {
  const problem = logoProblem(Buffer.from(encoded, "base64"));
  if (problem !== undefined) throw invalid("settings.logo", problem);
}

/**
 * A name that does not resolve is accepted, and reported by the mail check. Each connection checks the resolved address
 * again.
 */
async function refuseHost({ reach, lookup }: SettingsContext, host: string): Promise<void> {
  const allows = (address: string) => reach.allows(address, false);
  const isRefused = isIP(host) === 0 ? await leadsAstray(host, guardedLookup(lookup, allows)) : !allows(host);
  if (isRefused)
    throw invalid(
      "settings.mailServer.host",
      "This host has a private or reserved address. Use a public mail server",
    );
}

function leadsAstray(host: string, lookup: ReturnType<typeof guardedLookup>): Promise<boolean> {
  return new Promise((settle) =>
    lookup(host, { all: true }, (error) => settle(error instanceof AddressRefused)),
  );
}

type Basis = { stored: StoredSettings; now: number };

/** Undefined removes the console's value. */
function newValueOf(name: SettingName, changed: ChangedSettings, { stored, now }: Basis): unknown {
  if (name === "mailServer") return newMailServer(changed, stored);
  if (name !== "retentionDays") return changed[name] ?? undefined;
  const before = storedValueOf(name, stored.get(name)) ?? NO_RETENTION;
  const next = changedRetention(before, changed.retentionDays ?? null, now);
  return isSame(next, NO_RETENTION) ? undefined : next;
}

function newMailServer({ mailServer }: ChangedSettings, stored: StoredSettings): unknown {
  if (!mailServer) return undefined;
  const { user, password } = mailServer;
  if (user === null) {
    if (password !== undefined) throw invalid(PASSWORD, "Enter a user name too");
    return { ...mailServer, password: null };
  }
  const before = storedValueOf("mailServer", stored.get("mailServer"));
  // the stored password must not be sent to a different host
  const isSameAccount = before?.host === mailServer.host && before.user === user;
  const kept = password ?? (isSameAccount ? before.password : null);
  if (kept === null) throw invalid(PASSWORD, "Enter the password of this mail server");
  return { ...mailServer, password: kept };
}

/** Whether a mail server exists before or after the change, to notify administrators with. */
function isMailed({ get }: SettingsInForce, changed: ChangedSettings): boolean {
  const isThere = (name: SettingName) => get(name) !== undefined;
  const willBeThere = (name: SettingName) => (name in changed ? changed[name] !== null : isThere(name));
  return guardedSettings.every(isThere) || guardedSettings.every(willBeThere);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function eventsOf(
  values: NamedValue[],
  { stored, actor }: { stored: StoredSettings; actor: Actor },
): StorageEvent[] {
  let isTold = false;
  return values.map(({ name, value }) => {
    const before = storedValueOf(name, stored.get(name));
    const [was, is] = [before, value].map((each) => auditedOf(name, each, actor.at));
    const audited: AuditedChange = { name, before: was, after: is };
    if (isNewPassword(name, before, value)) audited.isNewPassword = true;
    const detail = JSON.stringify(audited);
    if (!guardedSettings.includes(name)) return eventOf(actor, "settings.changed", { detail });
    // one mail covers both server and sender
    const by = { ...actor, isNotified: !isTold && (actor.isNotified ?? false) };
    isTold = true;
    return eventOf(by, "settings.mail-server-changed", { detail });
  });
}

function auditedOf(name: SettingName, value: unknown, now: number): unknown {
  if (value === undefined) return null;
  if (name === "retentionDays") return auditedRetention(value as StoredRetention, now);
  if (name === "logo") return auditedLogo(value as string);
  if (name !== "mailServer") return value;
  const { password, ...server } = value as StoredMailServer;
  return { ...server, hasPassword: password !== null };
}

/** The audit trail is permanent, so it records only name and size of a logo, not the file. */
function auditedLogo(encoded: string): unknown {
  const { address, content } = logoOf(Buffer.from(encoded, "base64"));
  return { file: basename(address), bytes: content.length };
}

function isNewPassword(name: SettingName, before: unknown, after: unknown): boolean {
  if (name !== "mailServer") return false;
  const [old, next] = [before, after].map(
    (value) => (value as StoredMailServer | undefined)?.password ?? null,
  );
  return next !== null && next !== old;
}

/** A validation error at this path of the request. */
function invalid(path: string, message: string): CatalogError {
  return new CatalogError("VALIDATION_ERROR", { details: [{ path, message }] });
}
