import * as z from "zod/mini";
import { idSchema } from "../../api/ids.ts";
import { countSchema, instantSchema } from "../../api/scalars.ts";
import { languages } from "../../languages.ts";
import { ownerProofFields } from "../owner-proof.ts";
import {
  changedSettingsSchema,
  MAIL_PASSWORD_MAX_LENGTH,
  mailSecurities,
  settingSchemas,
} from "./setting-values.ts";

/** The bodies of the calls about settings. */

/** The sources of a setting's value, in order of precedence. */
export const settingSources = ["environment", "console", "interview-file", "built-in"] as const;
export type SettingSource = (typeof settingSources)[number];

/** A setting's value and its source. */
function shown<Schema extends z.ZodMiniType>(value: Schema) {
  return z.object({
    value,
    source: z.enum(settingSources),
    /** The environment variable that sets it and locks it in the console; otherwise null. */
    variable: z.nullable(z.string()),
    /** These three are about the latest change in the console; null before the first. */
    changedAt: z.nullable(instantSchema),
    changedBy: z.nullable(z.string()),
    changedByName: z.nullable(z.string()),
  });
}

/**
 * A mail server without its password. Only the environment can set another port, or an unencrypted connection to its
 * own machine.
 */
export const shownMailServerSchema = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum([...mailSecurities, "plain"]),
  user: z.nullable(z.string()),
  hasPassword: z.boolean(),
});
export type ShownMailServer = z.infer<typeof shownMailServerSchema>;

export const logoTypes = ["image/png", "image/svg+xml"] as const;

/** The provider's logo; `address` is a public address on this server. */
export const shownLogoSchema = z.object({
  address: z.string(),
  type: z.enum(logoTypes),
  bytes: countSchema,
  /** Whether emails show it: mail programs cannot draw SVG, and a large image makes each mail large. */
  isInMail: z.boolean(),
});
export type ShownLogo = z.infer<typeof shownLogoSchema>;

/** When inactive clients are erased. */
export const shownRetentionSchema = z.object({
  /** The retention in force; null if clients are not erased. */
  days: z.nullable(countSchema),
  /** A shorter retention that has not taken effect yet. */
  waiting: z.nullable(
    z.object({
      days: countSchema,
      beginsAt: instantSchema,
      /**
       * The clients that it would erase when it takes effect, if nothing changes until then: the first ones by name.
       */
      clients: z.array(z.object({ clientId: z.string(), name: z.string() })),
      clientCount: countSchema,
    }),
  ),
});
export type ShownRetention = z.infer<typeof shownRetentionSchema>;

export const shownSettingsSchema = z.object({
  /**
   * The number of the latest change in the console; 0 before the first. A change names the version that it is based on.
   */
  version: countSchema,
  settings: z.object({
    providerName: shown(z.string()),
    /** Null for the product's logo. */
    logo: shown(z.nullable(shownLogoSchema)),
    support: shown(
      z.object({
        email: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        page: z.nullable(z.string()),
      }),
    ),
    /** Null for the product's colors. */
    colors: shown(z.nullable(z.object({ accent: z.string(), accentDark: z.nullable(z.string()) }))),
    privacyWords: shown(z.partialRecord(z.enum(languages), z.string())),
    mailServer: shown(z.nullable(shownMailServerSchema)),
    mailFrom: shown(z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() }))),
    reminders: shown(settingSchemas.reminders),
    reminderGaps: shown(settingSchemas.reminderGaps),
    quietHours: shown(z.object({ from: countSchema, to: countSchema })),
    timeZone: shown(z.string()),
    linkDays: shown(settingSchemas.linkDays),
    stalledDays: shown(settingSchemas.stalledDays),
    retentionDays: shown(shownRetentionSchema),
  }),
});
export type ShownSettings = z.infer<typeof shownSettingsSchema>;

/** Requires password and code if the mail server or its sender is among the settings. */
export const changeSettingsRequestSchema = z.strictObject({
  version: countSchema,
  settings: changedSettingsSchema,
  ...ownerProofFields,
});

/** Restores the value from before an event of the audit trail. */
export const restoreSettingRequestSchema = z.strictObject({
  version: countSchema,
  eventId: idSchema,
  /** The password of the restored mail server if it differs from the current one: the audit trail has no passwords. */
  mailPassword: z.optional(z.string().check(z.maxLength(MAIL_PASSWORD_MAX_LENGTH))),
  ...ownerProofFields,
});
