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

/** Where a value in force comes from; the first one that has it goes before the others. */
export const settingSources = ["environment", "console", "interview-file", "built-in"] as const;
export type SettingSource = (typeof settingSources)[number];

/** A setting with where it comes from. */
function shown<Schema extends z.ZodMiniType>(value: Schema) {
  return z.object({
    value,
    source: z.enum(settingSources),
    /** The environment variable that sets it, and keeps the console from changing it; else null. */
    variable: z.nullable(z.string()),
    /** These three are of the newest change in the console; null before the first. */
    changedAt: z.nullable(instantSchema),
    changedBy: z.nullable(z.string()),
    changedByName: z.nullable(z.string()),
  });
}

/** A mail server without its password. The environment may set another port, and a plain connection to its own machine. */
export const shownMailServerSchema = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum([...mailSecurities, "plain"]),
  user: z.nullable(z.string()),
  hasPassword: z.boolean(),
});
export type ShownMailServer = z.infer<typeof shownMailServerSchema>;

export const logoTypes = ["image/png", "image/svg+xml"] as const;

/** The provider's logo, by the address on this server that anyone may read. */
export const shownLogoSchema = z.object({
  address: z.string(),
  type: z.enum(logoTypes),
  bytes: countSchema,
  /** Whether emails show it; mail programs draw no SVG, and a large one makes each mail large. */
  isInMail: z.boolean(),
});
export type ShownLogo = z.infer<typeof shownLogoSchema>;

/** When clients are erased for their inactivity. */
export const shownRetentionSchema = z.object({
  /** In force now; null where no client is erased. */
  days: z.nullable(countSchema),
  /** A shorter retention that is not in force yet. */
  waiting: z.nullable(
    z.object({
      days: countSchema,
      beginsAt: instantSchema,
      /** The first by name of those whom it would erase as it begins, if nothing changed about them until then. */
      clients: z.array(z.object({ clientId: z.string(), name: z.string() })),
      clientCount: countSchema,
    }),
  ),
});
export type ShownRetention = z.infer<typeof shownRetentionSchema>;

export const shownSettingsSchema = z.object({
  /** Of the newest change in the console; 0 before the first. A change names the one it is based on. */
  version: countSchema,
  settings: z.object({
    providerName: shown(z.string()),
    /** Null for the product's own mark. */
    logo: shown(z.nullable(shownLogoSchema)),
    support: shown(
      z.object({
        email: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        page: z.nullable(z.string()),
      }),
    ),
    /** Null for the product's own. */
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

/** Password and code are needed where the mail server or its sender is among the settings. */
export const changeSettingsRequestSchema = z.strictObject({
  version: countSchema,
  settings: changedSettingsSchema,
  ...ownerProofFields,
});

/** Brings back what stood before an event of the audit trail. */
export const restoreSettingRequestSchema = z.strictObject({
  version: countSchema,
  eventId: idSchema,
  /** Of the mail server that comes back, where it is another one than now: the audit trail has no password. */
  mailPassword: z.optional(z.string().check(z.maxLength(MAIL_PASSWORD_MAX_LENGTH))),
  ...ownerProofFields,
});
