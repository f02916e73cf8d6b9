import * as z from "zod/mini";
import { emailSchema } from "../../api/email.ts";
import { languages } from "../../languages.ts";
import { SIGN_IN_LINK_DAYS_MAX } from "../../limits.ts";
import { isTimeZone, TIME_ZONE_MAX_LENGTH } from "../../time-zone.ts";
import { REMINDED_WITHIN_DAYS } from "../mail/mail.ts";
import { nameSchema } from "../names.ts";

/** Settings that administrators can change in the console: the schema of each, as it is sent and stored. */

/** The ports at which mail servers accept mail, so that a setting in the console cannot reach other services. */
export const mailPorts = [25, 465, 587, 2525] as const;
/** TLS from the first byte, or by STARTTLS before anything is sent. */
export const mailSecurities = ["starttls", "tls"] as const;
export const MAIL_HOST_MAX_LENGTH = 253;
export const MAIL_USER_MAX_LENGTH = 200;
export const MAIL_PASSWORD_MAX_LENGTH = 500;
export const MAIL_FROM_NAME_MAX_LENGTH = 200;
/** The most reminders of one kind. */
export const REMINDERS_MAX = 5;
export const STALLED_DAYS_MAX = 365;
export const LOGO_MAX_BYTES = 200 * 1024;
/** A hundred years. */
export const RETENTION_MAX_DAYS = 36_500;
/** How long a shorter retention waits before it takes effect. */
export const RETENTION_NOTICE_DAYS = 7;
export const PROVIDER_NAME_MAX_LENGTH = 60;
export const SUPPORT_PHONE_MAX_LENGTH = 40;
export const SUPPORT_PAGE_MAX_LENGTH = 500;
/** In UTF-16 code units, of one language. */
export const PRIVACY_WORDS_MAX_LENGTH = 5_000;

const CONTROL = /\p{Cc}/u;
/** Other than line feeds and tabs. */
const UNSEEN = /[^\P{Cc}\n\r\t]/u;
const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;

/** A user name or password for a mail server. */
const credentialSchema = (maxLength: number) =>
  z.string().check(
    z.minLength(1, "is empty"),
    z.maxLength(maxLength, `is longer than ${maxLength} characters`),
    z.refine((text) => !CONTROL.test(text), "has characters that cannot be seen. Type it as plain text"),
  );

export const mailServerSchema = z.strictObject({
  host: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(MAIL_HOST_MAX_LENGTH),
      z.regex(HOST, "is not a host name, such as mail.example.com"),
    ),
  port: z.literal(mailPorts),
  security: z.enum(mailSecurities),
  /** Null for a mail server without sign-in. */
  user: z.nullable(credentialSchema(MAIL_USER_MAX_LENGTH)),
  /** If absent, the stored password is kept, but only for the same user at the same host. */
  password: z.optional(credentialSchema(MAIL_PASSWORD_MAX_LENGTH)),
});
export type MailServerRequest = z.infer<typeof mailServerSchema>;

const hourSchema = z.int().check(z.minimum(0), z.maximum(23));
const linkDaysSchema = z.int().check(z.minimum(1), z.maximum(SIGN_IN_LINK_DAYS_MAX));
const gapsSchema = z
  .array(z.int().check(z.minimum(0), z.maximum(REMINDED_WITHIN_DAYS)))
  .check(z.maxLength(REMINDERS_MAX, `has more than ${REMINDERS_MAX} reminders`));

/** Exactly six hexadecimal digits, since the value is inserted into a style sheet. */
const colorSchema = z
  .string()
  .check(z.regex(/^#[\da-f]{6}$/i, "is not a color such as #1c5b4a"), z.toLowerCase());

const phoneSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(SUPPORT_PHONE_MAX_LENGTH, `is longer than ${SUPPORT_PHONE_MAX_LENGTH} characters`),
    z.regex(/^\+?[\d ()./-]*\d[\d ()./-]*$/, "is not a phone number, such as +1 555 010 2030"),
  );

const pageSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(SUPPORT_PAGE_MAX_LENGTH, `is longer than ${SUPPORT_PAGE_MAX_LENGTH} characters`),
    z.url({ protocol: /^https$/, error: "is not an address that begins with https://" }),
  );

/** Paragraphs, separated by empty lines. They are always shown as plain text. */
const paragraphsSchema = z.string().check(
  z.trim(),
  z.minLength(1, "is empty"),
  z.maxLength(PRIVACY_WORDS_MAX_LENGTH, `is longer than ${PRIVACY_WORDS_MAX_LENGTH} characters`),
  z.refine((text) => !UNSEEN.test(text), "has characters that cannot be seen. Type it as plain text"),
);

/** A file's content, from which the server determines the file type. */
const logoSchema = z
  .base64("is not a file in Base64")
  .check(
    z.maxLength(4 * Math.ceil(LOGO_MAX_BYTES / 3), "The file is larger than 200 kB. Choose a smaller one"),
  );

/** The schema of each setting's new value. */
export const settingSchemas = {
  /** The provider's name, as clients see it. */
  providerName: nameSchema(PROVIDER_NAME_MAX_LENGTH),
  /** A PNG or SVG, for light screens and dark ones. */
  logo: logoSchema,
  /** How clients who need help reach the provider; null for a way that is not offered. */
  support: z.strictObject({
    email: z.nullable(emailSchema),
    phone: z.nullable(phoneSchema),
    page: z.nullable(pageSchema),
  }),
  /** `accentDark` is for a dark background; null derives it from `accent`. */
  colors: z.strictObject({ accent: colorSchema, accentDark: z.nullable(colorSchema) }),
  /** The text of the privacy page in each language; an absent language has no text. */
  privacyWords: z.partialRecord(z.enum(languages), paragraphsSchema),
  mailServer: mailServerSchema,
  /** Without a name, the sender has the provider's name. */
  mailFrom: z.strictObject({
    name: z.nullable(nameSchema(MAIL_FROM_NAME_MAX_LENGTH)),
    email: emailSchema,
  }),
  /** Whether the server reminds clients automatically. */
  reminders: z.boolean(),
  /** Days before the first reminder, and between later ones. An empty list turns these reminders off. */
  reminderGaps: z.strictObject({
    "not-started": gapsSchema,
    "partly-done": gapsSchema,
    "asked-back": gapsSchema,
  }),
  /** From one hour of the day to another. If `from` is later than `to`, the quiet hours end on the next day. */
  quietHours: z
    .strictObject({ from: hourSchema, to: hourSchema })
    .check(z.refine(({ from, to }) => from !== to, { error: "has the same hour twice", path: ["to"] })),
  /** The IANA name of the provider's time zone. */
  timeZone: z
    .string()
    .check(
      z.maxLength(TIME_ZONE_MAX_LENGTH),
      z.refine(isTimeZone, "is not a time zone, such as America/Chicago"),
    ),
  /** How many days sign-in links work: in an invitation, and in any other mail. */
  linkDays: z.strictObject({ invitation: linkDaysSchema, other: linkDaysSchema }),
  /** Days without activity after which a client counts as stalled. */
  stalledDays: z.int().check(z.minimum(1), z.maximum(STALLED_DAYS_MAX)),
  /** Days without activity after which a client is erased. A shorter time than before takes effect a week later. */
  retentionDays: z.int().check(z.minimum(1), z.maximum(RETENTION_MAX_DAYS)),
};
export type SettingName = keyof typeof settingSchemas;
export const settingNames = Object.keys(settingSchemas) as SettingName[];

/**
 * Changing these can give access to mail, or let a person write in the provider's name, so it requires password and
 * code.
 */
export const guardedSettings: readonly SettingName[] = ["mailServer", "mailFrom"];

/** Null removes the console's value, so that the default applies again. */
const changed = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

export const changedSettingsSchema = z
  .strictObject({
    providerName: changed(settingSchemas.providerName),
    logo: changed(settingSchemas.logo),
    support: changed(settingSchemas.support),
    colors: changed(settingSchemas.colors),
    privacyWords: changed(settingSchemas.privacyWords),
    mailServer: changed(settingSchemas.mailServer),
    mailFrom: changed(settingSchemas.mailFrom),
    reminders: changed(settingSchemas.reminders),
    reminderGaps: changed(settingSchemas.reminderGaps),
    quietHours: changed(settingSchemas.quietHours),
    timeZone: changed(settingSchemas.timeZone),
    linkDays: changed(settingSchemas.linkDays),
    stalledDays: changed(settingSchemas.stalledDays),
    retentionDays: changed(settingSchemas.retentionDays),
  } satisfies { [Name in SettingName]: unknown })
  .check(z.refine((settings) => Object.keys(settings).length > 0, "Expected a setting"));
export type ChangedSettings = z.infer<typeof changedSettingsSchema>;
