import { isoOf } from "#contract/instants.ts";
import { type SettingName, settingNames } from "#contract/manage/settings/setting-values.ts";
import type { ShownMailServer, ShownSettings } from "#contract/manage/settings/settings.ts";
import type { Storage } from "../storage/storage.ts";
import type { SettingsInForce } from "./settings-in-force.ts";
import type { MailFrom, SmtpServer } from "./smtp-settings.ts";

/** The settings in force as administrators see them, without a password. */
export async function toSettingsView(
  storage: Pick<Storage, "clients">,
  settings: SettingsInForce,
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
    },
  };
}

function changersIn({ storedOf }: SettingsInForce): string[] {
  return settingNames.flatMap((name) => storedOf(name)?.changedBy ?? []);
}

function toMailServerView(server: SmtpServer | undefined): ShownMailServer | null {
  if (!server) return null;
  const { host, port, security, user = null, password } = server;
  return { host, port, security, user, hasPassword: password !== undefined };
}

function toMailFromView(from: MailFrom | undefined) {
  return from ? { name: from.name ?? null, email: from.email } : null;
}
