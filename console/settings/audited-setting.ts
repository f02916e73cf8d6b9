import * as z from "zod/mini";
import type { AuditLine } from "#contract/manage/audit.ts";
import { type SettingName, settingNames } from "#contract/manage/settings/setting-values.ts";

/** A change of a setting in the audit trail. Null stands for the built-in value. */
export type AuditedSetting = { name: SettingName; before: unknown; after: unknown };

const auditedSchema = z.object({
  name: z.enum(settingNames as [SettingName, ...SettingName[]]),
  before: z.unknown(),
  after: z.unknown(),
});

/** Undefined if the line is not about a setting. */
export function auditedSetting({
  kind,
  detail,
}: Pick<AuditLine, "kind" | "detail">): AuditedSetting | undefined {
  if (!kind.startsWith("settings.") || detail === null) return undefined;
  try {
    return auditedSchema.parse(JSON.parse(detail));
  } catch {
    // written by another release
    return undefined;
  }
}

/** Whether the earlier value can be restored. A replaced logo cannot, because it is not stored. */
export function isRestorable({ name, before }: AuditedSetting): boolean {
  return name !== "logo" || before === null;
}

/** A value as a single line, with the names under which it is stored. */
export function settingText(value: unknown): string {
  if (Array.isArray(value)) return value.map(settingText).join(", ");
  if (value === null || typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${settingText(part)}`)
    .join("; ");
}

/** The change as a single line. */
export function settingChangeText({ name, before, after }: AuditedSetting): string {
  return `${name}: ${settingText(before)} → ${settingText(after)}`;
}
