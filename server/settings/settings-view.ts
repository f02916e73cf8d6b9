import { DAY_MS, isoOf } from "#contract/instants.ts";
import { type SettingName, settingNames } from "#contract/manage/settings/setting-values.ts";
import type {
  ShownLogo,
  ShownMailServer,
  ShownRetention,
  ShownSettings,
} from "#contract/manage/settings/settings.ts";
import type { Logo } from "../interview-file/logo.ts";
import { fitsMail } from "../interview-file/mail-look.ts";
import type { Storage } from "../storage/storage.ts";
import { retentionAt, type StoredRetention } from "./retention-setting.ts";
import type { SettingsInForce } from "./settings-in-force.ts";
import type { MailFrom, SmtpServer } from "./smtp-settings.ts";

/** The most clients to name whom a waiting retention would erase. */
const NAMED_CLIENTS_MAX = 10;

/** The settings as administrators see them, without passwords. */
export async function toSettingsView(
  storage: Pick<Storage, "clients">,
  settings: SettingsInForce,
  now: number,
): Promise<ShownSettings> {
  const { version, get, sourceOf, storedOf } = settings;
  const names = await storage.clients.namesOf(changersIn(settings));
  const shown = <Value>(name: SettingName, value: Value) => {
    const stored = storedOf(name);
    return {
      value,
      ...sourceOf(name),
      changedAt: stored ? isoOf(stored.changedAt) : null,
      changedBy: stored?.changedBy ?? null,
      changedByName: (stored && names.get(stored.changedBy)) ?? null,
    };
  };
  return {
    version,
    settings: {
      providerName: shown("providerName", get("providerName")),
      logo: shown("logo", toLogoView(get("logo"))),
      support: shown("support", get("support")),
      colors: shown("colors", get("colors") ?? null),
      privacyWords: shown("privacyWords", get("privacyWords")),
      mailServer: shown("mailServer", toMailServerView(get("mailServer"))),
      mailFrom: shown("mailFrom", toMailFromView(get("mailFrom"))),
      reminders: shown("reminders", get("reminders")),
      reminderGaps: shown("reminderGaps", get("reminderGaps")),
      quietHours: shown("quietHours", get("quietHours")),
      timeZone: shown("timeZone", get("timeZone")),
      linkDays: shown("linkDays", get("linkDays")),
      stalledDays: shown("stalledDays", get("stalledDays")),
      retentionDays: shown("retentionDays", await toRetentionView(storage, get("retentionDays"), now)),
    },
  };
}

function changersIn({ storedOf }: SettingsInForce): string[] {
  return settingNames.flatMap((name) => storedOf(name)?.changedBy ?? []);
}

function toLogoView(logo: Logo | undefined): ShownLogo | null {
  if (!logo) return null;
  const { address, type, content } = logo;
  return { address, type, bytes: content.length, isInMail: fitsMail(logo) };
}

function toMailServerView(server: SmtpServer | undefined): ShownMailServer | null {
  if (!server) return null;
  const { host, port, security, user = null, password } = server;
  return { host, port, security, user, hasPassword: password !== undefined };
}

function toMailFromView(from: MailFrom | undefined) {
  return from ? { name: from.name ?? null, email: from.email } : null;
}

async function toRetentionView(
  { clients }: Pick<Storage, "clients">,
  retention: StoredRetention,
  now: number,
): Promise<ShownRetention> {
  const { days, waiting } = retentionAt(retention, now);
  if (!waiting) return { days, waiting: null };
  const leaving = await clients.listInactive(waiting.beginsAt - waiting.days * DAY_MS);
  const named = leaving
    .map(({ clientId, name }) => ({ clientId, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, NAMED_CLIENTS_MAX);
  const { days: nextDays, beginsAt } = waiting;
  return {
    days,
    waiting: { days: nextDays, beginsAt: isoOf(beginsAt), clients: named, clientCount: leaving.length },
  };
}
