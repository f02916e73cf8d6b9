import * as z from "zod/mini";
import type { AuditLine } from "#contract/manage/audit.ts";
import { type SettingName, settingNames } from "#contract/manage/settings/setting-values.ts";

/** What a line of the audit trail says of a setting. Null stands for what is built in. */
export type AuditedSetting = { name: SettingName; before: unknown; after: unknown };

const auditedSchema = z.object({
  name: z.enum(settingNames as [SettingName, ...SettingName[]]),
  before: z.unknown(),
  after: z.unknown(),
});

/** Undefined where the line is of something else. */
export function auditedSetting({
  kind,
  detail,
}: Pick<AuditLine, "kind" | "detail">): AuditedSetting | undefined {
  if (!kind.startsWith("settings.") || detail === null) return undefined;
  try {
    return auditedSchema.parse(JSON.parse(detail));
  } catch {
    // of another release
    return undefined;
  }
}

/** A replaced logo is not stored anywhere. */
export function isRestorable({ name, before }: AuditedSetting): boolean {
  return name !== "logo" || before === null;
}

/** A value in one line, by the names that it is stored with. */
export function settingText(value: unknown): string {
  if (Array.isArray(value)) return value.map(settingText).join(", ");
  if (value === null || typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${settingText(part)}`)
    .join("; ");
}

/** Both values in one line. */
export function settingChangeText({ name, before, after }: AuditedSetting): string {
  return `${name}: ${settingText(before)} → ${settingText(after)}`;
}
