import * as z from "zod/mini";
import { INVITATION_LINK_DAYS, SIGN_IN_LINK_DAYS } from "#contract/limits.ts";
import { REMINDER_GAPS_DAYS } from "#contract/manage/mail/mail.ts";
import {
  mailServerSchema,
  type SettingName,
  settingNames,
  settingSchemas,
} from "#contract/manage/settings/setting-values.ts";
import type { SettingSource } from "#contract/manage/settings/settings.ts";
import { type Logo, logoOf } from "../interview-file/logo.ts";
import { REMINDERS_OFF_BY_DEFAULT } from "../storage/migrations/0029-mail-words.ts";
import type { StoredSetting, StoredSettings } from "../storage/settings/settings.ts";
import { type Config, OWN_NAME } from "./config.ts";
import { ownTimeZone, QUIET_HOURS } from "./quiet-hours.ts";
import { NO_RETENTION, storedRetentionSchema } from "./retention-setting.ts";
import { settings } from "./settings.ts";
import type { MailFrom, SmtpServer } from "./smtp-settings.ts";

/** The stored form of each setting of the console; most are stored as they are requested. */
export const storedSchemas = {
  ...settingSchemas,
  mailServer: z.extend(mailServerSchema, {
    password: z.nullable(mailServerSchema.shape.password.def.innerType),
  }),
  retentionDays: storedRetentionSchema,
};

type StoredValue<Name extends SettingName> = z.infer<(typeof storedSchemas)[Name]>;
/** The value of each setting of the console. */
export type SettingValues = {
  [Name in Exclude<SettingName, "logo" | "mailServer" | "mailFrom" | "colors">]: StoredValue<Name>;
} & {
  logo: Logo | undefined;
  colors: StoredValue<"colors"> | undefined;
  mailServer: SmtpServer | undefined;
  mailFrom: MailFrom | undefined;
};

/** The environment's and the interview file's values for the console's settings. */
export type GivenSettings = Pick<
  Config,
  | "givenProviderName"
  | "provided"
  | "smtp"
  | "mailFrom"
  | "sendsReminders"
  | "quietHours"
  | "stuckAfterDays"
  | "retentionDays"
>;

type Source<Name extends SettingName> = {
  /** The variable that takes precedence over the console, and its value. */
  variable?: string;
  given?(config: GivenSettings): SettingValues[Name] | undefined;
  /** Converts the console's stored value. */
  read(stored: StoredValue<Name>): SettingValues[Name];
  /** The interview file's value, used if the console sets none. */
  inFile?(provided: Config["provided"]): SettingValues[Name] | undefined;
  builtIn(stored: StoredSettings): SettingValues[Name];
};

const sources: { [Name in SettingName]: Source<Name> } = {
  providerName: {
    variable: settings.providerName.env,
    given: ({ givenProviderName }) => givenProviderName,
    read: (stored) => stored,
    inFile: ({ name }) => name,
    builtIn: () => OWN_NAME,
  },
  logo: {
    read: (stored) => logoOf(Buffer.from(stored, "base64")),
    inFile: ({ markers: { logo } }) => logo,
    builtIn: () => undefined,
  },
  support: {
    read: (stored) => stored,
    inFile: ({ support: { email = null, phone = null, page = null } }) =>
      (email ?? phone ?? page) === null ? undefined : { email, phone, page },
    builtIn: () => NO_SUPPORT,
  },
  colors: {
    read: (stored) => stored,
    inFile: ({ markers: { colors } }) =>
      colors && { accent: colors.accent, accentDark: colors.accentDark ?? null },
    builtIn: () => undefined,
  },
  privacyWords: {
    read: (stored) => stored,
    inFile: ({ privacy }) => (privacy.size > 0 ? wordsOf(privacy) : undefined),
    builtIn: () => ({}),
  },
  mailServer: {
    variable: settings.smtp.env,
    given: ({ smtp }) => smtp,
    read: ({ user, password, ...server }) => ({
      ...server,
      user: user ?? undefined,
      password: password ?? undefined,
    }),
    builtIn: () => undefined,
  },
  mailFrom: {
    variable: settings.mailFrom.env,
    given: ({ mailFrom }) => mailFrom,
    read: ({ name, email }) => ({ name: name ?? undefined, email }),
    builtIn: () => undefined,
  },
  reminders: {
    variable: settings.sendsReminders.env,
    given: ({ sendsReminders }) => sendsReminders,
    read: (stored) => stored,
    builtIn: (stored) => !stored.has(REMINDERS_OFF_BY_DEFAULT),
  },
  reminderGaps: {
    read: (stored) => stored,
    builtIn: () => ({
      "not-started": [...REMINDER_GAPS_DAYS["not-started"]],
      "partly-done": [...REMINDER_GAPS_DAYS["partly-done"]],
      "asked-back": [...REMINDER_GAPS_DAYS["asked-back"]],
    }),
  },
  quietHours: {
    variable: settings.quietHours.env,
    given: ({ quietHours }) => quietHours && { from: quietHours.from, to: quietHours.to },
    read: (stored) => stored,
    builtIn: () => QUIET_HOURS,
  },
  timeZone: {
    variable: settings.quietHours.env,
    given: ({ quietHours }) => quietHours?.timeZone,
    read: (stored) => stored,
    builtIn: ownTimeZone,
  },
  linkDays: {
    read: (stored) => stored,
    builtIn: () => ({ invitation: INVITATION_LINK_DAYS, other: SIGN_IN_LINK_DAYS }),
  },
  stalledDays: {
    variable: settings.stuckAfterDays.env,
    given: ({ stuckAfterDays }) => stuckAfterDays,
    read: (stored) => stored,
    builtIn: () => Number(settings.stuckAfterDays.fallback),
  },
  retentionDays: {
    variable: settings.retentionDays.env,
    given: ({ retentionDays }) =>
      retentionDays === undefined ? undefined : { days: retentionDays || null, waiting: null },
    read: (stored) => stored,
    builtIn: () => NO_RETENTION,
  },
};

const NO_SUPPORT = { email: null, phone: null, page: null };

/** Joins paragraphs as a person would type them. */
function wordsOf(privacy: Config["provided"]["privacy"]): SettingValues["privacyWords"] {
  const written = [...privacy].filter(([, paragraphs]) => paragraphs.length > 0);
  return Object.fromEntries(written.map(([language, paragraphs]) => [language, paragraphs.join("\n\n")]));
}

/** The settings that the console can change. Precedence: environment, console, interview file, built-in default. */
export type SettingsInForce = {
  /** The version of the latest change in the console; 0 before the first. */
  version: number;
  get<Name extends SettingName>(name: Name): SettingValues[Name];
  sourceOf(name: SettingName): { source: SettingSource; variable: string | null };
  /** The console's stored setting; undefined before its first change. */
  storedOf(name: SettingName): StoredSetting | undefined;
};

type SourcedValue<Name extends SettingName> = { source: SettingSource; value: SettingValues[Name] };

/** Each value is computed on first use. */
export function settingsInForce(config: GivenSettings, stored: StoredSettings): SettingsInForce {
  const known = new Map<SettingName, SourcedValue<SettingName>>();

  function found<Name extends SettingName>(name: Name): SourcedValue<Name> {
    const first = known.get(name) ?? find(name);
    known.set(name, first);
    return first as SourcedValue<Name>;
  }

  function find<Name extends SettingName>(name: Name): SourcedValue<Name> {
    const { given, read, inFile, builtIn }: Source<Name> = sources[name];
    const environment = given?.(config);
    if (environment !== undefined) return { source: "environment", value: environment };
    const console = storedValueOf(name, stored.get(name));
    if (console !== undefined) return { source: "console", value: read(console) };
    const inTheFile = inFile?.(config.provided);
    if (inTheFile !== undefined) return { source: "interview-file", value: inTheFile };
    return { source: "built-in", value: builtIn(stored) };
  }

  return {
    version: Math.max(0, ...[...stored.values()].map(({ version }) => version)),
    get: (name) => found(name).value,
    sourceOf(name) {
      const { source } = found(name);
      return { source, variable: source === "environment" ? (sources[name].variable ?? null) : null };
    },
    storedOf: (name) => stored.get(name),
  };
}

/** Undefined if the console has no value, or one from another release that this release does not accept. */
export function storedValueOf<Name extends SettingName>(
  name: Name,
  stored: StoredSetting | undefined,
): StoredValue<Name> | undefined {
  const parsed = z.safeParse(storedSchemas[name], stored?.value);
  return parsed.success ? (parsed.data as StoredValue<Name>) : undefined;
}

/** Names of settings whose stored value this release does not accept. */
export function unreadSettings(stored: StoredSettings): string[] {
  return settingNames.filter((name) => {
    const setting = stored.get(name);
    return setting?.value !== undefined && storedValueOf(name, setting) === undefined;
  });
}
